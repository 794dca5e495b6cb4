package json

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

type decoder struct {
	x     *rt.Exec
	s     string
	i     int
	assoc bool
	big   bool // big integers as strings
	flags int64
	depth int64
	max   int64
	check bool // validate only: make nothing
	err   int
}

func fnDecode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := a.Int(3)
	if flags&throwOnError == 0 {
		last(x).code = errNone
	}
	src := a.View(0)
	if src == "" {
		if flags&throwOnError != 0 {
			throw(x, errSyntax)
		} else {
			last(x).code = errSyntax
		}
		return
	}
	if !checkDepth(a, 2) {
		return
	}
	assoc := flags&objectAsArray != 0
	if a.Has(1) && !a.IsNull(1) {
		assoc = a.Bool(1)
	}
	d := decoder{x: x, s: src, assoc: assoc, big: flags&bigintAsString != 0, flags: flags, max: a.Int(2)}
	var v zval.Value
	if !d.document(&v) {
		if flags&throwOnError != 0 {
			throw(x, d.err)
		} else {
			last(x).code = d.err
		}
		return
	}
	ret.MoveFrom(&v)
}

func checkDepth(a *rt.Args, i int) bool {
	switch n := a.Int(i); {
	case n <= 0:
		a.ValueError(i, "must be greater than 0")
		return false
	case n > math.MaxInt32:
		a.ValueError(i, "must be less than %d", math.MaxInt32)
		return false
	}
	return true
}

func fnValidate(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := a.Int(2)
	if flags != 0 && flags != invalidIgnore {
		a.ValueError(2, "must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE)")
		return
	}
	if a.View(0) == "" {
		last(x).code = errSyntax
		ret.SetBool(false)
		return
	}
	last(x).code = errNone
	if !checkDepth(a, 1) {
		return
	}
	d := decoder{x: x, s: a.View(0), assoc: true, check: true, flags: flags, max: a.Int(1)}
	var v zval.Value
	ok := d.document(&v)
	last(x).code = d.err
	ret.SetBool(ok)
}

func (d *decoder) document(v *zval.Value) bool {
	if !d.value(v) {
		return false
	}
	d.space()
	if d.i < len(d.s) {
		d.x.Space.Release(v)
		v.SetNull()
		return d.fail(d.badChar())
	}
	return true
}

func (d *decoder) fail(code int) bool {
	if d.err == errNone {
		d.err = code
	}
	return false
}

// badChar is the error for what stands at the position and should not.
func (d *decoder) badChar() int {
	if d.i < len(d.s) {
		c := d.s[d.i]
		if c < ' ' {
			return errCtrlChar
		}
		if c >= 0x80 {
			if r, n := utf8.DecodeRuneInString(d.s[d.i:]); r == utf8.RuneError && n <= 1 {
				return errUTF8
			}
		}
	}
	return errSyntax
}

func (d *decoder) space() {
	for d.i < len(d.s) {
		switch d.s[d.i] {
		case ' ', '\t', '\n', '\r':
			d.i++
		default:
			return
		}
	}
}

func (d *decoder) value(v *zval.Value) bool {
	v.SetNull()
	d.space()
	if d.i >= len(d.s) {
		return d.fail(errSyntax)
	}
	switch c := d.s[d.i]; {
	case c == '{':
		return d.nested(v, d.object)
	case c == '[':
		return d.nested(v, d.array)
	case c == '"':
		s, ok := d.str()
		if ok && !d.check {
			v.SetStr(d.newString(s))
		}
		return ok
	case c == '-' || c >= '0' && c <= '9':
		return d.number(v)
	}
	switch {
	case d.word("true"):
		v.SetBool(true)
	case d.word("false"):
		v.SetBool(false)
	case d.word("null"):
	default:
		return d.fail(d.badChar())
	}
	return true
}

// word takes a keyword in any case, as PHP's scanner does.
func (d *decoder) word(w string) bool {
	if len(d.s)-d.i < len(w) {
		return false
	}
	for k := range len(w) {
		if d.s[d.i+k]|0x20 != w[k] {
			return false
		}
	}
	d.i += len(w)
	return true
}

func (d *decoder) nested(v *zval.Value, parse func(*zval.Value) bool) bool {
	d.depth++
	if d.depth > d.max || d.depth > hostDepth {
		return d.fail(errDepth)
	}
	zval.Deeper(int(d.depth))
	ok := parse(v)
	d.depth--
	if !ok {
		d.x.Space.Release(v)
		v.SetNull()
	}
	return ok
}

func (d *decoder) array(v *zval.Value) bool {
	d.i++
	if !d.check {
		v.SetArr(d.x.Space.EmptyArray())
	}
	d.space()
	if d.i < len(d.s) && d.s[d.i] == ']' {
		d.i++
		return true
	}
	for {
		var e zval.Value
		if !d.value(&e) {
			return false
		}
		if !d.check {
			if v.Arr().Immutable() {
				v.SetArr(d.x.Space.NewTable(0))
			}
			d.x.Space.Append(v.Arr(), &e)
		}
		d.space()
		if d.i >= len(d.s) {
			return d.fail(errSyntax)
		}
		switch d.s[d.i] {
		case ',':
			d.i++
		case ']':
			d.i++
			return true
		case '}':
			return d.fail(errState)
		default:
			return d.fail(d.badChar())
		}
	}
}

func (d *decoder) object(v *zval.Value) bool {
	d.i++
	sp := d.x.Space
	switch {
	case d.check:
	case d.assoc:
		v.SetArr(sp.EmptyArray())
	default:
		v.SetObj(d.x.NewObject(d.x.LookupClass("stdClass", false)))
	}
	d.space()
	if d.i < len(d.s) && d.s[d.i] == '}' {
		d.i++
		return true
	}
	for {
		d.space()
		if d.i >= len(d.s) || d.s[d.i] != '"' {
			return d.fail(d.badChar())
		}
		key, ok := d.str()
		if !ok {
			return false
		}
		d.space()
		if d.i >= len(d.s) || d.s[d.i] != ':' {
			return d.fail(d.badChar())
		}
		d.i++
		var e zval.Value
		if !d.value(&e) {
			return false
		}
		switch {
		case d.check:
		case d.assoc:
			if v.Arr().Immutable() {
				v.SetArr(sp.NewTable(0))
			}
			k := d.newString(key)
			sp.SetSym(v.Arr(), k, &e)
			sp.ReleaseStr(k)
		default:
			if key != "" && key[0] == 0 {
				sp.Release(&e)
				return d.fail(errPropertyName)
			}
			k := d.newString(key)
			d.x.WriteProp(v.Obj(), k, &e, nil)
			sp.ReleaseStr(k)
			sp.Release(&e)
		}
		d.space()
		if d.i >= len(d.s) {
			return d.fail(errSyntax)
		}
		switch d.s[d.i] {
		case ',':
			d.i++
		case '}':
			d.i++
			return true
		case ']':
			return d.fail(errState)
		default:
			return d.fail(d.badChar())
		}
	}
}

func (d *decoder) number(v *zval.Value) bool {
	start := d.i
	digits := func() int {
		n := d.i
		for d.i < len(d.s) && d.s[d.i] >= '0' && d.s[d.i] <= '9' {
			d.i++
		}
		return d.i - n
	}
	if d.s[d.i] == '-' {
		d.i++
	}
	first := d.i
	if digits() == 0 {
		return d.fail(d.badChar())
	}
	if d.s[first] == '0' && d.i-first > 1 {
		d.i = first + 1
		return d.fail(errSyntax)
	}
	float := false
	if d.i+1 < len(d.s) && d.s[d.i] == '.' && d.s[d.i+1] >= '0' && d.s[d.i+1] <= '9' {
		float = true
		d.i++
		digits()
	}
	if d.i < len(d.s) && d.s[d.i]|0x20 == 'e' {
		mark := d.i
		d.i++
		if d.i < len(d.s) && (d.s[d.i] == '+' || d.s[d.i] == '-') {
			d.i++
		}
		if digits() > 0 {
			float = true
		} else {
			d.i = mark
			return d.fail(errSyntax)
		}
	}
	text := d.s[start:d.i]
	if !float {
		if text == "-0" {
			v.SetLong(0)
			if text[0] == '-' {
				v.SetDouble(math.Copysign(0, -1))
			}
			return true
		}
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			v.SetLong(n)
			return true
		}
		if d.big {
			if !d.check {
				d.x.Space.SetString(v, text)
			}
			return true
		}
	}
	f, _ := strconv.ParseFloat(text, 64)
	v.SetDouble(f)
	return true
}

// newString makes a string of its own even of one byte, as PHP's scanner does.
func (d *decoder) newString(s string) *zval.String {
	if s == "" {
		return d.x.Space.EmptyString()
	}
	r := d.x.Space.AllocString(len(s))
	copy(r.Bytes(), s)
	return r
}

// str takes a string in quotes. The result shares the source when nothing was escaped.
func (d *decoder) str() (string, bool) {
	d.i++
	start := d.i
	var buf []byte
	for {
		if d.i >= len(d.s) {
			return "", d.fail(errCtrlChar)
		}
		c := d.s[d.i]
		switch {
		case c == '"':
			d.i++
			if buf == nil {
				return d.s[start : d.i-1], true
			}
			return string(buf), true
		case c < ' ':
			return "", d.fail(errCtrlChar)
		case c == '\\':
			if buf == nil {
				buf = append(make([]byte, 0, d.i-start+32), d.s[start:d.i]...)
			}
			var ok bool
			if buf, ok = d.escape(buf); !ok {
				return "", false
			}
		case c < 0x80:
			if buf != nil {
				buf = append(buf, c)
			}
			d.i++
		default:
			r, n := utf8.DecodeRuneInString(d.s[d.i:])
			if r == utf8.RuneError && n <= 1 {
				if d.flags&(invalidIgnore|invalidSubst) == 0 {
					return "", d.fail(errUTF8)
				}
				if buf == nil {
					buf = append(make([]byte, 0, d.i-start+32), d.s[start:d.i]...)
				}
				if d.flags&invalidSubst != 0 {
					buf = append(buf, "\xef\xbf\xbd"...)
				}
				d.i++
				continue
			}
			if buf != nil {
				buf = append(buf, d.s[d.i:d.i+n]...)
			}
			d.i += n
		}
	}
}

func (d *decoder) escape(buf []byte) ([]byte, bool) {
	if d.i+1 >= len(d.s) {
		d.i++
		return nil, d.fail(errSyntax)
	}
	c := d.s[d.i+1]
	d.i += 2
	switch c {
	case '"', '\\', '/':
		return append(buf, c), true
	case 'b':
		return append(buf, '\b'), true
	case 'f':
		return append(buf, '\f'), true
	case 'n':
		return append(buf, '\n'), true
	case 'r':
		return append(buf, '\r'), true
	case 't':
		return append(buf, '\t'), true
	case 'u':
		r, ok := d.hex4()
		if !ok {
			return nil, d.fail(errSyntax)
		}
		if r >= 0xd800 && r < 0xdc00 {
			if d.i+1 < len(d.s) && d.s[d.i] == '\\' && d.s[d.i+1] == 'u' {
				d.i += 2
				low, ok := d.hex4()
				if ok && low >= 0xdc00 && low < 0xe000 {
					return utf8.AppendRune(buf, 0x10000+(r-0xd800)<<10+(low-0xdc00)), true
				}
			}
			return nil, d.fail(errUTF16)
		}
		if r >= 0xdc00 && r < 0xe000 {
			return nil, d.fail(errUTF16)
		}
		return utf8.AppendRune(buf, r), true
	}
	return nil, d.fail(errSyntax)
}

func (d *decoder) hex4() (rune, bool) {
	if d.i+4 > len(d.s) {
		return 0, false
	}
	n, err := strconv.ParseUint(d.s[d.i:d.i+4], 16, 32)
	if err != nil {
		return 0, false
	}
	d.i += 4
	return rune(n), true
}
