package rt

import (
	"github.com/ebb-vm/ebb/core/zval"
)

// String offsets: $s[3] and $s[3] = "x".

// strOffset turns a value into an offset for writing (and for reading in
// places that want one), with its messages; 0 after an exception.
func (x *Exec) strOffset(dim *zval.Value, kind FetchKind) int64 {
	dim = dim.Deref()
	switch dim.Type() {
	case zval.Long:
		return dim.Long()
	case zval.StringT:
		p := parseNum(dim.Str().View())
		if p.kind == zval.Long {
			if p.trailing && kind != FetchUnset {
				x.Warning("Illegal string offset \"%s\"", dim.Str().String())
			}
			return p.l
		}
	case zval.Undef, zval.Null, zval.False, zval.True, zval.Double:
		if dim.Type() == zval.Undef {
			if x.undefinedDim(); x.HasExc() {
				return 0
			}
		}
		n := quietLong(dim)
		x.Warning("String offset cast occurred")
		return n
	}
	if kind == FetchUnset {
		x.ThrowError(nil, "Cannot unset string offsets")
	} else {
		x.illegalOffset(dim, "string", kind)
	}
	return 0
}

// quietLong converts null, booleans and floats without a word.
func quietLong(v *zval.Value) int64 {
	switch v.Type() {
	case zval.True:
		return 1
	case zval.Double:
		return zval.DoubleToLong(v.Double())
	case zval.Long:
		return v.Long()
	}
	return 0
}

func (x *Exec) readStrOffset(ret *zval.Value, s *zval.String, dim *zval.Value, kind FetchKind) {
	dim = dim.Deref()
	var off int64
	s.AddRef() // messages may run PHP that drops it
	defer x.Space.ReleaseStr(s)
	switch dim.Type() {
	case zval.Long:
		off = dim.Long()
	case zval.StringT:
		p := parseNum(dim.Str().View())
		if p.kind != zval.Long {
			ret.SetNull()
			if kind != FetchIS {
				x.illegalOffset(dim, "string", FetchR)
			}
			return
		}
		off = p.l
		if p.trailing {
			x.Warning("Illegal string offset \"%s\"", dim.Str().String())
		}
	case zval.Undef, zval.Null, zval.False, zval.True, zval.Double:
		off = quietLong(dim)
		if dim.Type() == zval.Undef {
			x.undefinedDim()
		}
		if kind != FetchIS && !x.HasExc() {
			x.Warning("String offset cast occurred")
		}
	default:
		ret.SetNull()
		x.illegalOffset(dim, "string", FetchR)
		return
	}
	if x.HasExc() {
		ret.SetNull()
		return
	}
	i := off
	if i < 0 {
		i += int64(s.Len)
	}
	if i < 0 || uint64(i) >= s.Len {
		if kind == FetchIS {
			ret.SetNull()
			return
		}
		ret.SetStr(x.Space.EmptyString())
		x.Warning("Uninitialized string offset %d", off)
		return
	}
	ret.SetStr(x.Space.Char(s.At(int(i))))
}

// assignStrOffset is $s[dim] = v for the string in slot c.
func (x *Exec) assignStrOffset(c, dim, v, ret *zval.Value) bool {
	sp := x.Space
	fail := func() bool {
		if ret != nil {
			ret.SetNull()
		}
		return false
	}
	// Unshared first: when our reference is the last after a message, its
	// handler took the variable away, and slot c with it perhaps.
	s := sp.Own(c.Str())
	c.SetStr(s)
	s.AddRef()
	off := x.strOffset(dim, FetchW)
	if s.GC.RC == 1 || x.HasExc() {
		sp.ReleaseStr(s)
		return fail()
	}
	if off < -int64(s.Len) {
		sp.ReleaseStr(s)
		x.Warning("Illegal string offset %d", off)
		return fail()
	}
	if off < 0 {
		off += int64(s.Len)
	}
	var ch byte
	var n uint64
	if v.Type() == zval.Undef {
		if v = x.definedData(v); s.GC.RC == 1 || x.HasExc() {
			sp.ReleaseStr(s)
			return fail()
		}
	}
	if v.Type() == zval.StringT {
		n = v.Str().Len
		if n > 0 {
			ch = v.Str().At(0)
		}
	} else {
		val, ok := x.TryStr(v)
		if !ok {
			sp.ReleaseStr(s)
			return fail()
		}
		n = val.Len
		if n > 0 {
			ch = val.At(0)
		}
		sp.ReleaseStr(val)
	}
	switch {
	case n == 0:
		sp.ReleaseStr(s)
		x.ThrowError(nil, "Cannot assign an empty string to a string offset")
		return fail()
	case n > 1:
		x.Warning("Only the first byte will be assigned to the string offset")
	}
	gone := s.GC.RC == 1
	sp.ReleaseStr(s)
	if gone || x.HasExc() {
		return fail()
	}
	old := c.Str().Len
	if uint64(off) >= old {
		if off >= zval.MaxString-1 {
			x.FatalError("Possible integer overflow in memory allocation (%d * 1 + 32)", off)
		}
		t := sp.Extend(c.Str(), int(off)+1)
		b := t.Bytes()
		for i := old; i < uint64(off); i++ {
			b[i] = ' '
		}
		t.SetByte(int(off), ch)
		t.ForgetHash()
		c.SetStr(t)
	} else {
		t := sp.Own(c.Str())
		t.SetByte(int(off), ch)
		t.ForgetHash()
		c.SetStr(t)
	}
	if ret != nil {
		ret.SetStr(sp.Char(ch))
	}
	return true
}

func (x *Exec) hasStrOffset(s *zval.String, dim *zval.Value, notEmpty bool) bool {
	var off int64
	switch dim.Type() {
	case zval.Long:
		off = dim.Long()
	case zval.StringT:
		p := parseNum(dim.Str().View())
		if p.kind != zval.Long || p.trailing {
			return false
		}
		off = p.l
	case zval.Undef, zval.Null, zval.False, zval.True:
		if dim.Type() == zval.Undef {
			s.AddRef()
			x.undefinedDim()
			defer x.Space.ReleaseStr(s)
		}
		off = quietLong(dim)
	case zval.Double:
		f := dim.Double()
		off = zval.DoubleToLong(f)
		s.AddRef()
		defer x.Space.ReleaseStr(s)
		if !doubleFits(f) {
			x.outOfRange(f)
		}
		if float64(off) != f {
			x.losesPrecision(f)
		}
	default:
		return false
	}
	if off < 0 {
		off += int64(s.Len)
	}
	if off < 0 || uint64(off) >= s.Len {
		return false
	}
	return !notEmpty || s.At(int(off)) != '0'
}
