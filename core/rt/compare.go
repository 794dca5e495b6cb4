package rt

import "github.com/ebb-vm/ebb/core/zval"

// Comparison of values of any type: <=>, ==, and what sort and switch use. The
// rules for everything but objects are zval.Cmp's.

// Compare orders two values as <=> does: -1, 0 or 1; what cannot be compared
// is 1. May run PHP.
func (x *Exec) Compare(a, b *zval.Value) int {
	c := zval.Cmp{Space: x.Space, Objects: x.cmpObjects}
	n := c.Compare(a, b)
	if c.TooDeep {
		x.tooDeep()
	}
	return n
}

// LooseEqual is ==. May run PHP.
func (x *Exec) LooseEqual(a, b *zval.Value) bool {
	c := zval.Cmp{Space: x.Space, Objects: x.cmpObjects}
	eq := c.LooseEqual(a, b)
	if c.TooDeep {
		x.tooDeep()
	}
	return eq
}

// Identical is ===. It throws when arrays nest without end.
func (x *Exec) Identical(a, b *zval.Value) bool {
	c := zval.Cmp{Space: x.Space}
	eq := c.Identical(a, b)
	if c.TooDeep {
		x.tooDeep()
	}
	return eq
}

// CompareArrays orders by count, then by the values of a's keys; 1 when b
// lacks a key. May run PHP.
func (x *Exec) CompareArrays(a, b *zval.Table) int {
	va, vb := zval.ArrValue(a), zval.ArrValue(b)
	return x.Compare(&va, &vb)
}

func (x *Exec) tooDeep() {
	if !x.HasExc() {
		x.ThrowError(nil, "Nesting level too deep - recursive dependency?")
	}
}

func cmpBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareObj compares when at least one side is an object.
func (x *Exec) compareObj(a, b *zval.Value) int {
	if a.Type() == zval.ObjectT && b.Type() == zval.ObjectT {
		if a.Obj() == b.Obj() {
			return 0
		}
		if x.native >= maxNative {
			x.tooDeep()
			return 1
		}
		x.native++
		zval.Deeper(x.native)
		p, q := a.Obj(), b.Obj()
		p.GC.RC++ // what they hold may run PHP that lets go of them
		q.GC.RC++
		n := x.CompareObjects(p, q)
		for _, o := range [2]*zval.Object{p, q} {
			if o.GC.RC > 1 {
				o.GC.RC--
			} else {
				x.Space.ReleaseObj(o)
			}
		}
		x.LeaveNative()
		return n
	}
	o, other := a, b
	if b.Type() == zval.ObjectT {
		o, other = b, a
	}
	if h := x.ClassOf(o.Obj()).Handlers; h != nil && h.Compare != nil {
		return h.Compare(x, a, b)
	}
	t := other.Type()
	var cast zval.Value
	switch t {
	case zval.Undef, zval.Null, zval.False, zval.True:
		n := cmpBool(x.ToBool(a), x.ToBool(b))
		return n
	}
	keep := *other
	keep.AddRef()
	done := t != zval.ArrayT && t != zval.ResourceT && x.CastObject(o.Obj(), t, &cast)
	if x.HasExc() {
		x.Space.Release(&cast)
		x.Space.Release(&keep)
		return 1
	}
	if !done {
		cast.SetLong(1)
		name := ""
		switch t {
		case zval.Long:
			name = "int"
		case zval.Double:
			name = "float"
		}
		switch {
		case name == "" && o == a:
			x.Space.Release(&keep)
			return 1
		case name == "":
			x.Space.Release(&keep)
			return -1
		default:
			x.Notice("Object of class %s could not be converted to %s", x.ClassOf(o.Obj()).Name, name)
		}
	}
	var n int
	if o == a {
		n = x.Compare(&cast, &keep)
	} else {
		n = x.Compare(&keep, &cast)
	}
	x.Space.Release(&cast)
	x.Space.Release(&keep)
	return n
}
