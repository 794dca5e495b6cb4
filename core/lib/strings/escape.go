package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnAddslashes(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	n := 0
	for _, c := range s.Bytes() {
		if c == '\'' || c == '"' || c == '\\' || c == 0 {
			n++
		}
	}
	if n == 0 {
		setSame(ret, s)
		return
	}
	r := x.Space.AllocString(int(s.Len) + n)
	d := r.Bytes()[:0]
	for _, c := range s.Bytes() {
		switch c {
		case '\'', '"', '\\':
			d = append(d, '\\', c)
		case 0:
			d = append(d, '\\', '0')
		default:
			d = append(d, c)
		}
	}
	ret.SetStr(r)
}

func fnStripslashes(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	if strings.IndexByte(s, '\\') < 0 {
		setSame(ret, a.Str(0))
		return
	}
	b := text.NewSize(x.Space, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' {
			if i++; i >= len(s) {
				break
			}
			if c = s[i]; c == '0' {
				c = 0
			}
		}
		b.Byte(c)
	}
	ret.SetStr(b.Finish())
}

func fnAddcslashes(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, list := a.View(0), a.View(1)
	if s == "" || list == "" {
		setSame(ret, a.Str(0))
		return
	}
	set := setOf(x, list)
	if a.Failed() {
		return
	}
	b := text.New(x.Space)
	for i := range len(s) {
		c := s[i]
		if !set[c] {
			b.Byte(c)
			continue
		}
		b.Byte('\\')
		if c >= 32 && c <= 126 {
			b.Byte(c)
			continue
		}
		switch c {
		case '\n':
			b.Byte('n')
		case '\t':
			b.Byte('t')
		case '\r':
			b.Byte('r')
		case '\a':
			b.Byte('a')
		case '\v':
			b.Byte('v')
		case '\b':
			b.Byte('b')
		case '\f':
			b.Byte('f')
		default:
			b.Byte('0' + c>>6)
			b.Byte('0' + c>>3&7)
			b.Byte('0' + c&7)
		}
	}
	ret.SetStr(b.Finish())
}

func fnStripcslashes(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	if strings.IndexByte(s, '\\') < 0 {
		setSame(ret, a.Str(0))
		return
	}
	b := text.NewSize(x.Space, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 >= len(s) {
			b.Byte(c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'n':
			c = '\n'
		case 't':
			c = '\t'
		case 'r':
			c = '\r'
		case 'a':
			c = '\a'
		case 'v':
			c = '\v'
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'x':
			n, k := 0, 0
			for k < 2 && i+1+k < len(s) && hexDigit(s[i+1+k]) >= 0 {
				n = n*16 + hexDigit(s[i+1+k])
				k++
			}
			if k > 0 {
				c = byte(n)
				i += k
			}
		default:
			n, k := 0, 0
			for k < 3 && i+k < len(s) && s[i+k] >= '0' && s[i+k] <= '7' {
				n = n*8 + int(s[i+k]-'0')
				k++
			}
			if k > 0 {
				c = byte(n)
				i += k - 1
			}
		}
		b.Byte(c)
	}
	ret.SetStr(b.Finish())
}

func hexDigit(c byte) int {
	switch {
	case digit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func fnQuotemeta(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	const meta = ".\\+*?[^]$()"
	n := 0
	for i := range len(s) {
		if strings.IndexByte(meta, s[i]) >= 0 {
			n++
		}
	}
	if n == 0 {
		setSame(ret, a.Str(0))
		return
	}
	r := x.Space.AllocString(len(s) + n)
	d := r.Bytes()[:0]
	for i := range len(s) {
		if strings.IndexByte(meta, s[i]) >= 0 {
			d = append(d, '\\')
		}
		d = append(d, s[i])
	}
	ret.SetStr(r)
}

const hexLower = "0123456789abcdef"

func fnBin2hex(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	if s == "" {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	r := x.Space.AllocStringSafe(2 * len(s))
	d := r.Bytes()
	for i := range len(s) {
		d[2*i], d[2*i+1] = hexLower[s[i]>>4], hexLower[s[i]&15]
	}
	ret.SetStr(r)
}

func fnHex2bin(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	ret.SetBool(false)
	if len(s)%2 != 0 {
		a.Warn("Hexadecimal input string must have an even length")
		return
	}
	if s == "" {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	for i := range len(s) {
		if hexDigit(s[i]) < 0 {
			a.Warn("Input string must be hexadecimal string")
			return
		}
	}
	b := text.NewSize(x.Space, len(s)/2)
	for i := 0; i < len(s); i += 2 {
		b.Byte(byte(hexDigit(s[i])<<4 | hexDigit(s[i+1])))
	}
	ret.SetStr(b.Finish())
}

// Quoted-printable lines hold at most this many bytes before the soft break.
const qpLine = 76

func fnQPEncode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	const hexUpper = "0123456789ABCDEF"
	s := a.View(0)
	b := text.New(x.Space)
	left := qpLine
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			b.Str("\r\n")
			i++
			left = qpLine
			continue
		}
		plain := !(c < 32 || c == 127 || c >= 128 || c == '=' || c == ' ' && i+1 < len(s) && s[i+1] == '\r')
		if plain {
			if left--; left == 0 {
				b.Str("=\r\n")
				left = qpLine - 1
			}
			b.Byte(c)
			continue
		}
		left -= 3
		// a character of several bytes stays on one line
		if left == 0 || c <= 0x7f && left <= 0 || c > 0x7f && c <= 0xdf && left <= 3 || c > 0xdf && c <= 0xef && left <= 6 || c > 0xef && left <= 9 {
			left = qpLine - 3
			b.Str("=\r\n")
		}
		b.Byte('=')
		b.Byte(hexUpper[c>>4])
		b.Byte(hexUpper[c&15])
	}
	ret.SetStr(b.Finish())
}

func fnQPDecode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	if s == "" {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	b := text.NewSize(x.Space, len(s))
	for i := 0; i < len(s); {
		if s[i] != '=' {
			b.Byte(s[i])
			i++
			continue
		}
		if i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0 {
			b.Byte(byte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2])))
			i += 3
			continue
		}
		k := i + 1
		for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
			k++
		}
		switch {
		case k >= len(s):
			i = k
		case s[k] == '\r' && k+1 < len(s) && s[k+1] == '\n':
			i = k + 2
		case s[k] == '\n' || s[k] == '\r':
			i = k + 1
		default:
			b.Byte('=')
			i++
		}
	}
	ret.SetStr(b.Finish())
}

func uuChar(n byte) byte {
	if n == 0 {
		return '`'
	}
	return n + ' '
}

func fnUUEncode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	b := text.New(x.Space)
	for len(s) > 0 {
		line := s[:min(45, len(s))]
		s = s[len(line):]
		b.Byte(uuChar(byte(len(line))))
		for len(line) > 0 {
			var t [3]byte
			line = line[copy(t[:], line):]
			b.Byte(uuChar(t[0] >> 2))
			b.Byte(uuChar(t[0]<<4&0x30 | t[1]>>4))
			b.Byte(uuChar(t[1]<<2&0x3c | t[2]>>6))
			b.Byte(uuChar(t[2] & 0x3f))
		}
		b.Byte('\n')
	}
	b.Str("`\n")
	ret.SetStr(b.Finish())
}

func fnUUDecode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	bad := func(b *text.Builder) {
		b.Free()
		a.Warn("Argument #1 ($data) is not a valid uuencoded string")
		ret.SetBool(false)
	}
	b := text.New(x.Space)
	if s == "" {
		bad(b)
		return
	}
	for i := 0; i < len(s); {
		n := int(s[i]-' ') & 0x3f
		if n == 0 {
			break
		}
		i++
		groups := (n + 2) / 3
		if i+groups*4 > len(s) {
			bad(b)
			return
		}
		for n := n; n > 0; n -= 3 {
			var t [4]byte
			for k := range t {
				t[k] = (s[i+k] - ' ') & 0x3f
			}
			i += 4
			out := [3]byte{t[0]<<2 | t[1]>>4, t[1]<<4 | t[2]>>2, t[2]<<6 | t[3]}
			b.Write(out[:min(n, 3)])
		}
		if n < 45 {
			break // only the last line is short
		}
		if i < len(s) {
			i++ // the line's end
		}
	}
	ret.SetStr(b.Finish())
}

func fnHebrev(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	if s == "" {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	setStr(x, ret, hebrew(s, int(a.Int(1))))
}

// hebrew turns logical Hebrew text (ISO 8859-8) into visual order: lines run
// from the right, with runs of other scripts and numbers kept as they are.
func hebrew(s string, width int) string {
	isHeb := func(c byte) bool { return c >= 0xe0 && c <= 0xfa }
	mirror := func(c byte) byte {
		if k := strings.IndexByte("()[]{}<>\\/", c); k >= 0 {
			return ")(][}{><\\/"[k]
		}
		return c
	}
	blank := func(c byte) bool { return isSpace(c) }
	newline := func(c byte) bool { return c == '\n' || c == '\r' }
	punct := func(c byte) bool { return c > 32 && c < 127 && !isAlnum(c) }
	out := make([]byte, len(s))
	at := len(s)
	put := func(c byte) { at--; out[at] = c }
	heb := isHeb(s[0])
	for i := 0; i < len(s); {
		start := i
		if heb {
			for i < len(s) && (isHeb(s[i]) || blank(s[i]) || punct(s[i]) || newline(s[i])) {
				i++
			}
			for _, c := range []byte(s[start:i]) {
				put(mirror(c))
			}
		} else {
			for i < len(s) && !isHeb(s[i]) && !newline(s[i]) {
				i++
			}
			for i > start && i < len(s) && (blank(s[i-1]) || punct(s[i-1])) && s[i-1] != '/' && s[i-1] != '-' {
				i--
			}
			for k := i - 1; k >= start; k-- {
				put(s[k])
			}
			if i == start {
				put(s[i])
				i++
			}
		}
		heb = !heb
	}
	if width < 0 {
		width = 0
	}
	// The text begins at the end now: take lines from there, as long as the
	// width allows, breaking at blanks.
	var lines []byte
	for end := len(out) - 1; end >= 0; {
		begin, n := end, 0
		for (width == 0 || n < width) && begin > 0 {
			n++
			begin--
			if begin == 0 || newline(out[begin]) {
				for begin > 0 && newline(out[begin-1]) {
					begin--
				}
				break
			}
		}
		if width > 0 && n == width {
			k, left := begin, n
			for left > 0 && out[k] != ' ' && out[k] != '\t' && !newline(out[k]) {
				k++
				left--
			}
			if left > 0 {
				begin = k
			}
		}
		first := begin
		if out[begin] == ' ' || out[begin] == '\t' {
			out[begin] = '\n'
		}
		for begin <= end && newline(out[begin]) {
			begin++
		}
		for ; begin <= end && !newline(out[begin]); begin++ {
			lines = append(lines, out[begin])
		}
		for k := first; k <= end && newline(out[k]); k++ {
			lines = append(lines, out[k])
		}
		end = first - 1
	}
	return string(lines)
}
