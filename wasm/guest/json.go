package guest

import (
	"strconv"
	"unicode/utf8"
)

// object writes a JSON object or array by hand: states are sent thirty times a
// second, and their numbers are all they are made of.
type object struct {
	b     []byte
	comma bool
}

func (o *object) sep() {
	if o.comma {
		o.b = append(o.b, ',')
	}
	o.comma = true
}

func (o *object) open(c byte)  { o.sep(); o.b = append(o.b, c); o.comma = false }
func (o *object) close(c byte) { o.b = append(o.b, c); o.comma = true }

func (o *object) key(k string) {
	o.sep()
	o.b = append(o.b, '"')
	o.b = append(o.b, k...)
	o.b = append(o.b, '"', ':')
	o.comma = false
}

func (o *object) int(n int64)           { o.sep(); o.b = strconv.AppendInt(o.b, n, 10) }
func (o *object) text(s string)         { o.sep(); o.b = appendJSON(o.b, s) }
func (o *object) num(k string, n int64) { o.key(k); o.int(n) }
func (o *object) str(k, s string)       { o.key(k); o.text(s) }

// appendJSON appends s as a JSON string; bytes that are no UTF-8 become U+FFFD.
func appendJSON(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
