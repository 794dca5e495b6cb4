package code

import (
	"github.com/ebb-vm/ebb/core/zval"
)

// Value makes the run-time form of a literal: strings are interned, arrays
// immutable, constant expressions filed in the registry.
func (r *Registry) Value(l Lit) zval.Value { return r.value(l, 0) }

func (r *Registry) value(l Lit, depth int) zval.Value {
	var v zval.Value
	switch l.T {
	case zval.Long:
		v.SetLong(l.N)
	case zval.Double:
		v.SetDouble(l.F)
	case zval.StringT:
		v.SetStr(r.Space.Intern(l.S))
	case zval.ArrayT:
		v.SetArr(r.table(l.A, depth))
	case zval.ConstAST:
		return r.AddConstExpr(l.X)
	default:
		v.T = uint32(l.T)
	}
	v.U = l.Extra
	return v
}

// table builds an immutable array. Its block belongs to the registry.
func (r *Registry) table(a *ArrayLit, depth int) *zval.Table {
	zval.Deeper(depth)
	n := a.Len()
	if n == 0 {
		return r.Space.EmptyArray()
	}
	packed := true
	for i, k := range a.Keys {
		if k.Str || k.N != int64(i) {
			packed = false
			break
		}
	}
	var t *zval.Table
	if packed {
		t = r.Space.NewPacked(n)
	} else {
		t = r.Space.NewTable(n)
	}
	for i := range a.Keys {
		v := r.value(a.Vals[i], depth+1)
		switch k := a.Keys[i]; {
		case k.Str:
			r.Space.Set(t, r.Space.Intern(k.S), &v)
		case packed:
			r.Space.Append(t, &v)
		default:
			r.Space.SetLong(t, k.N, &v)
		}
	}
	t.GC.RC = 2
	t.GC.TypeInfo |= zval.GCImmutable
	r.tables = append(r.tables, t)
	return t
}

// Release gives back the literal arrays; nothing compiled into this registry
// may run afterwards.
func (r *Registry) Release() {
	for i := len(r.tables) - 1; i >= 0; i-- {
		t := r.tables[i]
		t.GC.TypeInfo &^= zval.GCImmutable
		t.GC.RC = 1
		r.Space.FreeTable(t)
	}
	r.tables = nil
}
