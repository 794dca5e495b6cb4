package json

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

type encoder struct {
	x     *rt.Exec
	flags int64
	out   []byte
	depth int64
	max   int64
	err   int
}

// hostDepth bounds nesting whatever depth is asked for, since the walk recurses in Go.
const hostDepth = 20000

func fnEncode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoder{x: x, flags: a.Int(1), max: a.Int(2)}
	ok := e.value(a.Val(0))
	if a.Failed() {
		return
	}
	if e.flags&throwOnError == 0 {
		last(x).code = e.err
	}
	if !ok || e.err != errNone {
		if e.flags&throwOnError != 0 && e.flags&partialOnError == 0 {
			throw(x, e.err)
			return
		}
		if e.flags&partialOnError == 0 {
			ret.SetBool(false)
			return
		}
	}
	ret.SetStr(x.Space.NewStringSafe(string(e.out)))
}

// fail notes an error; encoding goes on only for partial output.
func (e *encoder) fail(code int) bool {
	e.err = code
	if e.flags&partialOnError != 0 {
		e.out = append(e.out, "null"...)
		return true
	}
	return false
}

func (e *encoder) value(v *zval.Value) bool {
	v = v.Deref()
	switch v.Type() {
	case zval.Undef, zval.Null:
		e.out = append(e.out, "null"...)
	case zval.False:
		e.out = append(e.out, "false"...)
	case zval.True:
		e.out = append(e.out, "true"...)
	case zval.Long:
		e.out = strconv.AppendInt(e.out, v.Long(), 10)
	case zval.Double:
		return e.double(v.Double())
	case zval.StringT:
		return e.text(v.Str().View())
	case zval.ArrayT:
		return e.array(v.Arr())
	case zval.ObjectT:
		return e.object(v.Obj())
	default:
		return e.fail(errUnsupported)
	}
	return true
}

func (e *encoder) double(f float64) bool {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		e.err = errInfNan
		if e.flags&partialOnError != 0 {
			e.out = append(e.out, '0')
			return true
		}
		return false
	}
	n := len(e.out)
	e.out = append(e.out, zval.FormatDouble(f, e.x.Ini.SerializePrecision)...)
	if e.flags&preserveZero != 0 {
		if !bytes.ContainsAny(e.out[n:], ".Ee") {
			e.out = append(e.out, ".0"...)
		}
	}
	// An exponent is spelt with a small e here.
	for i := n; i < len(e.out); i++ {
		if e.out[i] == 'E' {
			e.out[i] = 'e'
		}
	}
	return true
}

func (e *encoder) newline() {
	if e.flags&prettyPrint == 0 {
		return
	}
	e.out = append(e.out, '\n')
	for range e.depth {
		e.out = append(e.out, "    "...)
	}
}

// enter begins a level; false when the value is being encoded already.
func (e *encoder) enter(g *zval.GC) bool {
	if g.TypeInfo&zval.GCImmutable == 0 {
		if g.TypeInfo&zval.GCProtected != 0 {
			return false
		}
		g.TypeInfo |= zval.GCProtected
	}
	e.depth++
	zval.Deeper(int(e.depth))
	return true
}

// leave ends a level; false when it lay too deep.
func (e *encoder) leave(g *zval.GC) bool {
	if g.TypeInfo&zval.GCImmutable == 0 {
		g.TypeInfo &^= zval.GCProtected
	}
	e.depth--
	return true
}

func (e *encoder) tooDeep() bool {
	if e.depth > e.max || e.depth > hostDepth {
		e.err = errDepth
		return e.flags&partialOnError == 0 || e.depth > hostDepth
	}
	return false
}

func (e *encoder) array(t *zval.Table) bool {
	list := e.flags&forceObject == 0 && t.IsList()
	if t.Len() == 0 {
		if list {
			e.out = append(e.out, "[]"...)
		} else {
			e.out = append(e.out, "{}"...)
		}
		return true
	}
	if !e.enter(&t.GC) {
		return e.fail(errRecursion)
	}
	ok := e.elements(t, list)
	e.leave(&t.GC)
	return ok
}

func (e *encoder) elements(t *zval.Table, list bool) bool {
	open, end := byte('{'), byte('}')
	if list {
		open, end = '[', ']'
	}
	if e.tooDeep() {
		return false
	}
	e.out = append(e.out, open)
	first := true
	for it := t.Iter(); it.Next(); {
		v := it.Value()
		if v.Type() == zval.Indirect {
			if v = v.Ind(); v.Type() == zval.Undef {
				continue
			}
		}
		if !first {
			e.out = append(e.out, ',')
		}
		first = false
		e.newline()
		if !list {
			k, n := it.Key()
			if k != nil {
				if !e.key(k.View()) {
					return false
				}
			} else {
				e.out = append(append(strconv.AppendInt(append(e.out, '"'), n, 10), '"'), ':')
			}
			if e.flags&prettyPrint != 0 {
				e.out = append(e.out, ' ')
			}
		}
		if !e.value(v) {
			return false
		}
	}
	e.depth--
	e.newline()
	e.depth++
	e.out = append(e.out, end)
	return true
}

func (e *encoder) key(name string) bool {
	n := len(e.out)
	saved := e.flags
	e.flags &^= numericCheck
	ok := e.text(name)
	e.flags = saved
	if !ok {
		return false
	}
	if len(e.out) == n+4 && string(e.out[n:]) == "null" && e.err == errUTF8 {
		e.out = append(e.out[:n], `""`...)
	}
	e.out = append(e.out, ':')
	return true
}

func (e *encoder) object(o *zval.Object) bool {
	x := e.x
	c := x.ClassOf(o)
	if c.InstanceOf(x.LookupClass("JsonSerializable", false)) {
		return e.serializable(o)
	}
	if c.Flags&code.AccEnum != 0 {
		if v := x.EnumCaseValue(o); v != nil {
			return e.value(v)
		}
		e.err = errNonBacked
		if e.flags&partialOnError != 0 {
			e.out = append(e.out, '0')
			return true
		}
		return false
	}
	if !e.enter(&o.GC) {
		return e.fail(errRecursion)
	}
	defer e.leave(&o.GC)
	if e.tooDeep() {
		return false
	}
	e.out = append(e.out, '{')
	first, ok := true, true
	props := x.VisibleProps(o, nil)
	defer x.Space.ReleaseArr(props)
	for it := props.Iter(); it.Next(); {
		v := it.Value()
		if v.Type() == zval.Indirect {
			v = v.Ind()
		}
		if v.Type() == zval.Undef {
			continue
		}
		if !first {
			e.out = append(e.out, ',')
		}
		first = false
		e.newline()
		k, n := it.Key()
		if k != nil {
			ok = e.key(k.View())
		} else {
			e.out = append(append(strconv.AppendInt(append(e.out, '"'), n, 10), '"'), ':')
		}
		if !ok {
			return false
		}
		if e.flags&prettyPrint != 0 {
			e.out = append(e.out, ' ')
		}
		if !e.value(v) {
			return false
		}
	}
	if !first {
		e.depth--
		e.newline()
		e.depth++
	}
	e.out = append(e.out, '}')
	return true
}

func (e *encoder) serializable(o *zval.Object) bool {
	x := e.x
	if !e.enter(&o.GC) {
		return e.fail(errRecursion)
	}
	e.depth--
	var v zval.Value
	v.SetNull()
	ok := x.CallMethod(o, "jsonserialize", nil, &v)
	if !ok || x.HasExc() {
		o.GC.TypeInfo &^= zval.GCProtected
		return false
	}
	if v.Type() == zval.ObjectT && v.Obj() == o {
		// It gave itself back: its properties are encoded.
		o.GC.TypeInfo &^= zval.GCProtected
		ok = e.plain(o)
	} else {
		ok = e.value(&v)
		o.GC.TypeInfo &^= zval.GCProtected
	}
	x.Space.Release(&v)
	return ok
}

// plain encodes an object's public properties, JsonSerializable or not.
func (e *encoder) plain(o *zval.Object) bool {
	if !e.enter(&o.GC) {
		return e.fail(errRecursion)
	}
	props := e.x.VisibleProps(o, nil)
	ok := true
	if props.Len() == 0 {
		e.out = append(e.out, "{}"...)
	} else {
		ok = e.elements(props, false)
	}
	e.x.Space.ReleaseArr(props)
	e.leave(&o.GC)
	return ok
}

const hexDigits = "0123456789abcdef"

func (e *encoder) unicode(r rune) {
	put := func(n rune) {
		e.out = append(e.out, '\\', 'u', hexDigits[n>>12&15], hexDigits[n>>8&15], hexDigits[n>>4&15], hexDigits[n&15])
	}
	if r >= 0x10000 {
		r -= 0x10000
		put(0xd800 | r>>10)
		put(0xdc00 | r&0x3ff)
		return
	}
	put(r)
}

func (e *encoder) text(s string) bool {
	if s == "" {
		e.out = append(e.out, `""`...)
		return true
	}
	if e.flags&numericCheck != 0 {
		if num := zval.ParseNumeric(s); num.Kind != zval.Undef && !num.Trailing {
			if num.Kind == zval.Long {
				e.out = strconv.AppendInt(e.out, num.Long, 10)
				return true
			}
			return e.double(num.Double)
		}
	}
	start := len(e.out)
	e.out = append(e.out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x80 {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n <= 1 {
				switch {
				case e.flags&invalidIgnore != 0:
				case e.flags&invalidSubst != 0:
					if e.flags&unescapedUni != 0 {
						e.out = append(e.out, "\xef\xbf\xbd"...)
					} else {
						e.out = append(e.out, `\ufffd`...)
					}
				default:
					e.out = e.out[:start]
					return e.fail(errUTF8)
				}
				i++
				continue
			}
			if e.flags&unescapedUni != 0 && (e.flags&unescapedTerm != 0 || r != 0x2028 && r != 0x2029) {
				e.out = append(e.out, s[i:i+n]...)
			} else {
				e.unicode(r)
			}
			i += n
			continue
		}
		i++
		switch {
		case c == '"':
			if e.flags&hexQuot != 0 {
				e.out = append(e.out, `\u0022`...)
			} else {
				e.out = append(e.out, '\\', '"')
			}
		case c == '\\':
			e.out = append(e.out, '\\', '\\')
		case c == '/' && e.flags&unescapedSlash == 0:
			e.out = append(e.out, '\\', '/')
		case c == '\b':
			e.out = append(e.out, '\\', 'b')
		case c == '\f':
			e.out = append(e.out, '\\', 'f')
		case c == '\n':
			e.out = append(e.out, '\\', 'n')
		case c == '\r':
			e.out = append(e.out, '\\', 'r')
		case c == '\t':
			e.out = append(e.out, '\\', 't')
		case c == '<' && e.flags&hexTag != 0:
			e.out = append(e.out, `\u003C`...)
		case c == '>' && e.flags&hexTag != 0:
			e.out = append(e.out, `\u003E`...)
		case c == '&' && e.flags&hexAmp != 0:
			e.out = append(e.out, `\u0026`...)
		case c == '\'' && e.flags&hexApos != 0:
			e.out = append(e.out, `\u0027`...)
		case c < ' ':
			e.unicode(rune(c))
		default:
			e.out = append(e.out, c)
		}
	}
	e.out = append(e.out, '"')
	return true
}
