package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// share makes a counted copy of an element for another array. A reference that
// nobody else holds is no reference any more.
func share(v *zval.Value) (c zval.Value) {
	if v.Type() == zval.ReferenceT && v.Counted().RC == 1 {
		v = v.Deref()
	}
	c.CopyFrom(v)
	return c
}

// put inserts a copy of an element under the key it has in t, known to be absent from dst.
func put(sp *zval.Space, dst *zval.Table, k *zval.String, n int64, v *zval.Value) {
	c := share(v)
	if k != nil {
		sp.AddNew(dst, k, &c)
	} else {
		sp.AddNewLong(dst, n, &c)
	}
}

// set is put where the key may exist already.
func set(sp *zval.Space, dst *zval.Table, k *zval.String, n int64, v *zval.Value) {
	c := share(v)
	if k != nil {
		sp.Set(dst, k, &c)
	} else {
		sp.SetLong(dst, n, &c)
	}
}

// keyValue makes an owned value of a key.
func keyValue(k *zval.String, n int64) (v zval.Value) {
	if k == nil {
		v.SetLong(n)
		return v
	}
	v.SetStr(k)
	v.AddRef()
	return v
}

// call runs a callback with borrowed arguments and returns its owned result.
func call(x *rt.Exec, c *rt.Callable, args ...zval.Value) (ret zval.Value, ok bool) {
	ret.SetNull()
	if !x.CallFunction(c, args, &ret) || x.HasExc() {
		x.Space.Release(&ret)
		ret.SetNull()
		return ret, false
	}
	return ret, true
}

// truth consumes a callback's result.
func truth(x *rt.Exec, v *zval.Value) bool {
	b := x.ToBool(v)
	x.Space.Release(v)
	return b
}

// text is the string value of an element for comparison: owned, nil when an
// exception was thrown.
func text(x *rt.Exec, v *zval.Value) *zval.String {
	s := x.ToStr(v.Deref())
	if x.HasExc() {
		x.Space.ReleaseStr(s)
		return nil
	}
	return s
}
