package files

import (
	"bytes"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// one takes an argument that must be a single byte.
func one(a *rt.Args, i int, empty bool) (c byte, present, ok bool) {
	s := a.View(i)
	if empty && s == "" {
		return 0, false, true
	}
	if len(s) != 1 {
		if empty {
			a.ValueError(i, "must be empty or a single character")
		} else {
			a.ValueError(i, "must be a single character")
		}
		return 0, false, false
	}
	return s[0], true, true
}

func fnPutCSV(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	sep, _, ok1 := one(a, 2, false)
	if !ok1 {
		return
	}
	quote, _, ok2 := one(a, 3, false)
	if !ok2 {
		return
	}
	escape, escaping, ok3 := one(a, 4, true)
	if !ok3 {
		return
	}
	if !a.Has(4) {
		a.Deprecated("the $escape parameter must be provided as its default value will change")
	}
	special := string([]byte{sep, quote, '\n', '\r', '\t', ' '})
	if escaping {
		special += string([]byte{escape})
	}
	var b bytes.Buffer
	first := true
	for it := a.Arr(1).Iter(); it.Next(); {
		if !first {
			b.WriteByte(sep)
		}
		first = false
		str := x.ToStr(it.Value().Deref())
		field := str.String()
		x.Space.ReleaseStr(str)
		if a.Failed() {
			return
		}
		if !strings.ContainsAny(field, special) {
			b.WriteString(field)
			continue
		}
		b.WriteByte(quote)
		escaped := false
		for i := range len(field) {
			c := field[i]
			switch {
			case escaping && escape != quote && c == escape:
				escaped = true
			case !escaped && c == quote:
				b.WriteByte(quote)
			default:
				escaped = false
			}
			b.WriteByte(c)
		}
		b.WriteByte(quote)
	}
	eol := "\n"
	if a.Has(5) {
		eol = a.View(5)
	}
	b.WriteString(eol)
	if s.w == nil {
		ret.SetBool(false)
		return
	}
	n, err := s.write(b.Bytes())
	if err != nil {
		ret.SetBool(false)
		return
	}
	ret.SetLong(int64(n))
}

func fnGetCSV(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := arg(x, a, 0)
	if s == nil {
		return
	}
	sep, _, ok1 := one(a, 2, false)
	if !ok1 {
		return
	}
	quote, _, ok2 := one(a, 3, false)
	if !ok2 {
		return
	}
	escape, escaping, ok3 := one(a, 4, true)
	if !ok3 {
		return
	}
	if !a.Has(4) {
		a.Deprecated("the $escape parameter must be provided as its default value will change")
	}
	ret.SetBool(false)
	if !readable(a, s) {
		return
	}
	line := append([]byte(nil), s.line(0)...)
	if len(line) == 0 {
		return
	}
	// A quoted field may go over line ends.
	open := func() bool {
		in, escaped := false, false
		for _, c := range line {
			switch {
			case escaped:
				escaped = false
			case in && escaping && escape != quote && c == escape:
				escaped = true
			case c == quote:
				in = !in
			}
		}
		return in
	}
	for open() {
		more := s.line(0)
		if len(more) == 0 {
			break
		}
		line = append(line, more...)
	}
	t := x.Space.NewTable(0)
	ret.SetArr(t)
	text := strings.TrimRight(string(line), "\r\n")
	if text == "" {
		var v zval.Value
		v.SetNull()
		x.Space.Append(t, &v)
		return
	}
	for i := 0; ; {
		var field []byte
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') && text[i] != sep {
			k := i
			for k < len(text) && (text[k] == ' ' || text[k] == '\t') && text[k] != sep {
				k++
			}
			if k < len(text) && text[k] == quote {
				i = k
			}
			break
		}
		if i < len(text) && text[i] == quote {
			i++
			for i < len(text) {
				c := text[i]
				if escaping && escape != quote && c == escape && i+1 < len(text) {
					field = append(field, c, text[i+1])
					i += 2
					continue
				}
				if c == quote {
					if i+1 < len(text) && text[i+1] == quote {
						field = append(field, quote)
						i += 2
						continue
					}
					i++
					break
				}
				field = append(field, c)
				i++
			}
			for i < len(text) && text[i] != sep {
				field = append(field, text[i])
				i++
			}
		} else {
			end := strings.IndexByte(text[i:], sep)
			if end < 0 {
				end = len(text) - i
			}
			field = append(field, text[i:i+end]...)
			i += end
		}
		var v zval.Value
		v.SetStr(x.Space.NewBytes(field))
		x.Space.Append(t, &v)
		if i >= len(text) {
			return
		}
		i++
	}
}
