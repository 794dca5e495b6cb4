package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// Objects as tables: array casts, get_object_vars, var_dump; comparison,
// conversion, counting, element access.

// addProp puts a copy of a property's value into t; references that nobody
// shares become plain values.
func (x *Exec) addProp(t *zval.Table, k *zval.String, v *zval.Value) {
	var w zval.Value
	if v.Type() == zval.ReferenceT && v.Ref().GC.RC == 1 {
		w.CopyFrom(&v.Ref().Val)
	} else {
		w.CopyFrom(v)
	}
	x.Space.Set(t, k, &w)
}

// PropTable returns an owned table of an object's properties under their
// mangled names, declared ones first; uninitialised ones are left out.
func (x *Exec) PropTable(o *zval.Object) *zval.Table {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.Props != nil {
		if t := c.Handlers.Props(x, o); t != nil {
			return t
		}
	}
	return x.OwnProps(o)
}

// OwnProps is PropTable without what internal classes add or hide.
func (x *Exec) OwnProps(o *zval.Object) *zval.Table {
	c := x.ClassOf(o)
	n := len(c.Slots)
	if o.Props != 0 {
		n += int(tableAt(o.Props).Count)
	}
	t := x.Space.NewHash(n)
	for i, p := range c.Slots {
		if p == nil {
			continue
		}
		if v := o.Prop(uint32(i)); v.Type() != zval.Undef {
			x.addProp(t, p.Mangled, v)
		}
	}
	if o.Props != 0 {
		for it := tableAt(o.Props).Iter(); it.Next(); {
			if k, num := it.Key(); k != nil {
				x.addProp(t, k, it.Value())
			} else {
				var w zval.Value
				w.CopyFrom(it.Value())
				x.Space.SetLong(t, num, &w)
			}
		}
	}
	return t
}

// ArrayOf is (array)$o: an owned table, integer-like names as integer keys.
func (x *Exec) ArrayOf(o *zval.Object) *zval.Table {
	if o.Desc() == x.Cls.Closure.Desc {
		// a closure is no bag of properties: it becomes the only element
		o.GC.RC++
		v := zval.ObjValue(o)
		t := x.Space.NewPacked(1)
		x.Space.Append(t, &v)
		return t
	}
	return x.symTable(x.PropTable(o))
}

// MangledVars is get_mangled_object_vars: an owned table of the object's own
// properties, integer-like names as integer keys.
func (x *Exec) MangledVars(o *zval.Object) *zval.Table { return x.symTable(x.OwnProps(o)) }

// symTable turns a property table (consumed) into an array: integer-like names
// become integer keys.
func (x *Exec) symTable(p *zval.Table) *zval.Table {
	numeric := false
	for it := p.Iter(); it.Next(); {
		if k, _ := it.Key(); k != nil {
			if _, ok := zval.IndexKey(k); ok {
				numeric = true
				break
			}
		}
	}
	if !numeric {
		return p
	}
	t := x.Space.NewHash(int(p.Count))
	for it := p.Iter(); it.Next(); {
		k, n := it.Key()
		var v zval.Value
		v.CopyFrom(it.Value())
		if k == nil {
			x.Space.SetLong(t, n, &v)
		} else {
			x.Space.SetSym(t, k, &v)
		}
	}
	x.Space.ReleaseArr(p)
	return t
}

// VisibleProps returns an owned table of the properties that scope may read,
// as get_object_vars does. Hooks are run, hence PHP.
func (x *Exec) VisibleProps(o *zval.Object, scope *Class) *zval.Table {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.Props != nil {
		if t := c.Handlers.Props(x, o); t != nil {
			return t
		}
	}
	t := x.Space.NewHash(len(c.Slots))
	x.EachVisible(o, scope, func(name *zval.String, p *PropInfo, v *zval.Value) bool {
		if p != nil && p.Hooked() && p.Get != nil {
			var rv zval.Value
			x.withScope(scope, func() { x.ReadProp(o, name, FetchR, nil, &rv) })
			if x.HasExc() {
				return false
			}
			x.Space.Set(t, name, &rv)
			return true
		}
		if _, num := zval.IndexKey(name); num {
			var w zval.Value
			w.CopyFrom(v)
			x.Space.SetSym(t, name, &w)
			return true
		}
		x.addProp(t, name, v)
		return true
	})
	return t
}

// EachVisible visits the initialised properties that scope may see: name, declaration
// (nil: dynamic) and slot (nil: virtual), borrowed.
func (x *Exec) EachVisible(o *zval.Object, scope *Class, fn func(name *zval.String, p *PropInfo, v *zval.Value) bool) {
	c := x.ClassOf(o)
	for _, p := range c.propOrder() {
		if p == nil || p.Slot == noSlot && p.Get == nil {
			continue
		}
		var v *zval.Value
		if p.Slot != noSlot {
			v = o.Prop(p.Slot)
			if v.Type() == zval.Undef && !(p.Hooked() && p.Get != nil) {
				continue
			}
		}
		if q, how := x.FindProp(c, p.NameStr, scope, true); q != p || how == propWrong {
			continue
		}
		if !fn(p.NameStr, p, v) {
			return
		}
	}
	if o.Props == 0 {
		return
	}
	for it := tableAt(o.Props).Iter(); it.Next(); {
		k, n := it.Key()
		if k == nil {
			k = x.Space.LongString(n)
			ok := fn(k, nil, it.Value())
			x.Space.ReleaseStr(k)
			if !ok {
				return
			}
			continue
		}
		if name, ok := unmangled(k); ok {
			k = x.Space.NewString(name)
			more := fn(k, nil, it.Value())
			x.Space.ReleaseStr(k)
			if !more {
				return
			}
			continue
		}
		if scope != nil && c.Props.m[k.View()] != nil {
			if q, how := x.FindProp(c, k, scope, true); q != nil && how != propDynamic {
				continue
			}
		}
		if !fn(k, nil, it.Value()) {
			return
		}
	}
}

// unmangled cuts the bare name out of a key such as "\0Class\0name"; not ok
// for other keys.
func unmangled(k *zval.String) (string, bool) {
	v := k.View()
	if len(v) < 3 || v[0] != 0 {
		return "", false
	}
	i := strings.IndexByte(v[1:], 0)
	if i <= 0 {
		return "", false
	}
	return v[i+2:], true
}

// DebugProps returns the owned table var_dump and print_r show: __debugInfo's,
// the class's own, or the properties. nil when it threw. May run PHP.
func (x *Exec) DebugProps(o *zval.Object) *zval.Table {
	c := x.ClassOf(o)
	if c.DebugInfo != nil {
		var ret zval.Value
		if !x.CallFn(c.DebugInfo, o, c, nil, &ret) {
			return nil
		}
		x.Space.DropRef(&ret)
		switch ret.Type() {
		case zval.ArrayT:
			return ret.Arr()
		case zval.Null:
			x.Deprecated("Returning null from %s::__debugInfo() is deprecated, return an empty array instead", c.Name)
			if x.HasExc() {
				return nil
			}
			return x.Space.NewTable(0)
		}
		x.Space.Release(&ret)
		x.FatalError("__debuginfo() must return an array")
	}
	if c.Handlers != nil && c.Handlers.DebugInfo != nil {
		if t := c.Handlers.DebugInfo(x, o); t != nil {
			return t
		}
	}
	return x.PropTable(o)
}

// CompareObjects orders two different objects: by their properties when they
// are of one class; 1 when they cannot be compared. May run PHP.
func (x *Exec) CompareObjects(a, b *zval.Object) int {
	ca, cb := x.ClassOf(a), x.ClassOf(b)
	if ca.Handlers != nil && ca.Handlers.Compare != nil || cb.Handlers != nil && cb.Handlers.Compare != nil {
		h := ca.Handlers
		if h == nil || h.Compare == nil {
			h = cb.Handlers
		}
		va, vb := zval.ObjValue(a), zval.ObjValue(b)
		return h.Compare(x, &va, &vb)
	}
	if ca != cb || ca.IsEnum() || ca == x.Cls.Closure {
		return 1
	}
	// comparing properties may run code that drops either
	a.GC.RC++
	b.GC.RC++
	n := x.compareProps(a, b, ca)
	x.ReleaseObj(a)
	x.ReleaseObj(b)
	return n
}

func (x *Exec) compareProps(a, b *zval.Object, ca *Class) int {
	if a.Props == 0 && b.Props == 0 {
		if a.GC.TypeInfo&zval.GCProtected != 0 {
			x.tooDeep()
			return 1
		}
		a.GC.TypeInfo |= zval.GCProtected
		defer func() { a.GC.TypeInfo &^= zval.GCProtected }()
		for i, p := range ca.Slots {
			if p == nil {
				continue
			}
			va, vb := a.Prop(uint32(i)), b.Prop(uint32(i))
			ua, ub := va.Type() == zval.Undef, vb.Type() == zval.Undef
			if ua || ub {
				if ua != ub {
					return 1
				}
				continue
			}
			if n := x.Compare(va.Deref(), vb.Deref()); n != 0 {
				return n
			}
			if x.HasExc() {
				return 1
			}
		}
		return 0
	}
	ta, tb := x.OwnProps(a), x.OwnProps(b)
	n := x.CompareArrays(ta, tb)
	x.Space.ReleaseArr(ta)
	x.Space.ReleaseArr(tb)
	return n
}

// CastObject converts an object to a scalar type into ret, a dead slot; false
// when it cannot be converted (nothing thrown) or threw. May run PHP.
func (x *Exec) CastObject(o *zval.Object, t zval.Type, ret *zval.Value) bool {
	ret.SetNull()
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.Cast != nil && (t != zval.StringT || c.ToStringFn == nil || c.ToStringFn.Op == nil) {
		return c.Handlers.Cast(x, o, t, ret)
	}
	switch t {
	case zval.StringT:
		if c.ToStringFn == nil {
			return false
		}
		o.GC.RC++
		ok := x.CallFn(c.ToStringFn, o, c, nil, ret)
		x.ReleaseObj(o)
		if !ok {
			return false
		}
		if ret.Type() == zval.ReferenceT {
			x.Space.DropRef(ret)
		}
		if ret.Type() != zval.StringT {
			x.Space.ReleaseNull(ret)
			x.ThrowError(nil, "Method %s::__toString() must return a string value", c.Name)
			return false
		}
		return true
	case zval.True, zval.False:
		ret.SetBool(true)
		return true
	}
	return false
}

// CountObject is count($o); not ok when the object is not countable (nothing
// thrown) or it threw. May run PHP.
func (x *Exec) CountObject(o *zval.Object) (n int64, ok bool) {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.Count != nil && (c.CountFn == nil || c.CountFn.Op == nil) {
		return c.Handlers.Count(x, o)
	}
	if c.CountFn == nil {
		return 0, false
	}
	var ret zval.Value
	if !x.CallFn(c.CountFn, o, c, nil, &ret) {
		return 0, false
	}
	n = x.ToLong(&ret)
	x.Space.Release(&ret)
	return n, !x.HasExc()
}

// usesOffset reports that element access goes through the ArrayAccess methods.
func usesOffset(c *Class) bool { return c.OffsetGet != nil }

// dimHandlers returns the internal element access of a class, unless user
// code overrides it.
func dimHandlers(c *Class) *Handlers {
	if c.Handlers == nil || c.Handlers.ReadDim == nil {
		return nil
	}
	return c.Handlers
}

func (x *Exec) notArrayAccess(c *Class) {
	x.ThrowError(nil, "Cannot use object of type %s as array", c.Name)
}

// ReadDimObj reads $o[dim] (dim nil: $o[]) into rv, a dead slot, and returns it.
// NULL after a throw. May run PHP.
func (x *Exec) ReadDimObj(o *zval.Object, dim *zval.Value, kind FetchKind, rv *zval.Value) *zval.Value {
	rv.SetNull()
	c := x.ClassOf(o)
	if h := dimHandlers(c); h != nil {
		h.ReadDim(x, o, dim, kind, rv)
		return rv
	}
	if !usesOffset(c) {
		x.notArrayAccess(c)
		return rv
	}
	arg := [1]zval.Value{}
	arg[0].SetNull()
	if dim != nil {
		arg[0].CopyFrom(dim.Deref())
	}
	o.GC.RC++
	ok := true
	if kind == FetchIS {
		var has zval.Value
		ok = x.CallFn(c.OffsetExists, o, c, arg[:], &has)
		if ok {
			ok = x.ToBool(&has)
		}
		x.Space.Release(&has)
	}
	if ok && x.CallFn(c.OffsetGet, o, c, arg[:], rv) && rv.Type() == zval.Undef {
		x.ThrowError(nil, "Undefined offset for object of type %s used as array", c.Name)
		rv.SetNull()
	}
	x.Space.Release(&arg[0])
	x.ReleaseObj(o)
	return rv
}

// WriteDimObj is $o[dim] = v; false when it threw. May run PHP.
func (x *Exec) WriteDimObj(o *zval.Object, dim, v *zval.Value) bool {
	c := x.ClassOf(o)
	if h := dimHandlers(c); h != nil {
		if h.WriteDim == nil {
			x.notArrayAccess(c)
			return false
		}
		h.WriteDim(x, o, dim, v)
		return !x.HasExc()
	}
	if !usesOffset(c) {
		x.notArrayAccess(c)
		return false
	}
	args := [2]zval.Value{}
	args[0].SetNull()
	if dim != nil {
		args[0].CopyFrom(dim.Deref())
	}
	args[1].CopyFrom(v.Deref())
	o.GC.RC++
	ok := x.CallFn(c.OffsetSet, o, c, args[:], nil)
	x.Space.Release(&args[0])
	x.Space.Release(&args[1])
	x.ReleaseObj(o)
	return ok
}

// HasDimObj is isset($o[dim]), or !empty with notEmpty. May run PHP.
func (x *Exec) HasDimObj(o *zval.Object, dim *zval.Value, notEmpty bool) bool {
	c := x.ClassOf(o)
	if h := dimHandlers(c); h != nil {
		if h.HasDim == nil {
			return false
		}
		return h.HasDim(x, o, dim, notEmpty)
	}
	if !usesOffset(c) {
		x.notArrayAccess(c)
		return false
	}
	arg := [1]zval.Value{}
	arg[0].CopyFrom(dim.Deref())
	o.GC.RC++
	var ret zval.Value
	r := x.CallFn(c.OffsetExists, o, c, arg[:], &ret) && x.ToBool(&ret)
	x.Space.Release(&ret)
	if r && notEmpty && !x.HasExc() {
		var v zval.Value
		r = x.CallFn(c.OffsetGet, o, c, arg[:], &v) && x.ToBool(v.Deref())
		x.Space.Release(&v)
	}
	x.Space.Release(&arg[0])
	x.ReleaseObj(o)
	return r
}

// UnsetDimObj is unset($o[dim]). May run PHP.
func (x *Exec) UnsetDimObj(o *zval.Object, dim *zval.Value) {
	c := x.ClassOf(o)
	if h := dimHandlers(c); h != nil {
		if h.UnsetDim == nil {
			x.notArrayAccess(c)
			return
		}
		h.UnsetDim(x, o, dim)
		return
	}
	if !usesOffset(c) {
		x.notArrayAccess(c)
		return
	}
	arg := [1]zval.Value{}
	arg[0].CopyFrom(dim.Deref())
	o.GC.RC++
	x.CallFn(c.OffsetUnst, o, c, arg[:], nil)
	x.Space.Release(&arg[0])
	x.ReleaseObj(o)
}
