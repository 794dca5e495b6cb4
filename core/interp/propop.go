package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Compound access to properties, of objects and static: op=, ++, =&. Where a
// slot can be pointed at it is changed in place; where it cannot (magic
// methods, hooks) the value is read, computed and written.

// assignPropOp is $o->name <o>= v. v is borrowed. May run PHP.
func assignPropOp(x *Exec, o opcode.Op, obj *zval.Object, name *zval.String, v *Value, cache *[3]uint64, r *Value) {
	slot, ok := x.PropPtr(obj, name, rt.FetchRW, cache)
	if slot != nil {
		assignOpProp(x, o, slot, slotInfo(x, obj, slot), v, r)
		return
	}
	if !ok {
		return
	}
	var tmp, out Value
	t, w := noescape(&tmp), noescape(&out)
	old := x.ReadProp(obj, name, rt.FetchR, cache, t)
	if x.Ctx.Exception == 0 {
		d := old.Deref()
		x.BinaryOp(o, w, d, v)
		if x.Ctx.Exception == 0 {
			if nv := x.WriteProp(obj, name, w, cache); nv != nil && r != nil {
				r.CopyFrom(w)
			}
		}
		x.Space.Release(w)
	}
	if old == t {
		x.Space.Release(t)
	}
}

// assignOpProp is op= on a property's slot, p its declaration or nil.
func assignOpProp(x *Exec, o opcode.Op, slot *Value, p *rt.PropInfo, v, r *Value) {
	if zval.Type(slot.T) != zval.ReferenceT && p != nil && p.Type != nil {
		var tmp Value
		t := noescape(&tmp)
		if !x.BinaryOp(o, t, slot, v) {
			return
		}
		if !x.VerifyProp(p, t, x.Strict()) {
			x.Space.Release(t)
			return
		}
		x.Space.Replace(slot, t)
	} else if !x.AssignOpSlot(o, slot, v) {
		return
	}
	if r != nil {
		r.CopyFrom(slot.Deref())
	}
}

// incDecProp steps $o->name. May run PHP.
func incDecProp(x *Exec, obj *zval.Object, name *zval.String, inc, post bool, cache *[3]uint64, r *Value) {
	slot, ok := x.PropPtr(obj, name, rt.FetchRW, cache)
	if slot != nil {
		incDecPropSlot(x, slot, slotInfo(x, obj, slot), inc, post, r)
		return
	}
	if !ok {
		return
	}
	var tmp, out Value
	t, w := noescape(&tmp), noescape(&out)
	old := x.ReadProp(obj, name, rt.FetchR, cache, t)
	if x.Ctx.Exception == 0 {
		d := old.Deref()
		if post && r != nil {
			r.CopyFrom(d)
		}
		w.CopyFrom(d)
		if x.IncDec(w, inc) {
			if !post && r != nil {
				r.CopyFrom(w)
			}
			x.WriteProp(obj, name, w, cache)
		}
		x.Space.Release(w)
	}
	if old == t {
		x.Space.Release(t)
	}
}

// incDecPropSlot steps a property's slot, p its declaration or nil.
func incDecPropSlot(x *Exec, slot *Value, p *rt.PropInfo, inc, post bool, r *Value) {
	if zval.Type(slot.T) == zval.ReferenceT || p == nil || p.Type == nil {
		incDecSlot(x, slot, inc, post, r)
		return
	}
	if slot.T == tLong {
		n := slot.Long()
		if inc && n != maxLong || !inc && n != minLong {
			if post && r != nil {
				r.SetLong(n)
			}
			if inc {
				slot.SetLong(n + 1)
			} else {
				slot.SetLong(n - 1)
			}
			if !post && r != nil {
				r.SetLong(slot.Long())
			}
			return
		}
		if p.Type.Mask&code.TypeMaskDouble == 0 {
			what, end := "increment", "maximal"
			if !inc {
				what, end = "decrement", "minimal"
			}
			x.ThrowTypeError("Cannot %s property %s::$%s of type %s past its %s value", what, p.Class.Name, p.Name, rt.TypeText(p.Type), end)
			return
		}
	}
	var tmp Value
	t := noescape(&tmp)
	t.CopyFrom(slot)
	if !x.IncDec(t, inc) || !x.VerifyProp(p, t, x.Strict()) {
		x.Space.Release(t)
		return
	}
	if post && r != nil {
		r.CopyFrom(slot)
	}
	x.Space.Replace(slot, t)
	if !post && r != nil {
		r.CopyFrom(slot)
	}
}

// incDecTypedRef steps a reference that typed properties are bound to.
func incDecTypedRef(x *Exec, slot *Value, inc, post bool, r *Value) {
	ref := slot.Ref()
	d := &ref.Val
	var tmp Value
	t := noescape(&tmp)
	if d.T == tLong && (inc && d.Long() == maxLong || !inc && d.Long() == minLong) {
		for _, p := range x.RefSources(ref) {
			if p.Type.Mask&code.TypeMaskDouble == 0 {
				what, end := "increment", "maximal"
				if !inc {
					what, end = "decrement", "minimal"
				}
				x.ThrowTypeError("Cannot %s a reference held by property %s::$%s of type %s past its %s value", what, p.Class.Name, p.Name, rt.TypeText(p.Type), end)
				return
			}
		}
	}
	t.CopyFrom(d)
	if !x.IncDec(t, inc) {
		x.Space.Release(t)
		return
	}
	var old Value
	w := noescape(&old)
	w.CopyFrom(d)
	if x.AssignToRef(slot, t, x.Strict()) && r != nil {
		if post {
			r.CopyFrom(w)
		} else {
			r.CopyFrom(&ref.Val)
		}
	}
	x.Space.Release(w)
}

// assignPropRef makes $o->name the same reference as variable v; byValue tells
// that v is the result of a function that returned none.
func assignPropRef(x *Exec, obj *zval.Object, name *zval.String, v *Value, cache *[3]uint64, strict, byValue bool, r *Value) {
	slot, ok := x.PropPtr(obj, name, rt.FetchW, cache)
	if slot == nil {
		if ok {
			// what the magic getter returns is the variable that is bound, in vain
			var tmp Value
			t := noescape(&tmp)
			p := x.ReadProp(obj, name, rt.FetchW, cache, t)
			if x.Ctx.Exception == 0 {
				if p == t {
					x.ThrowError(nil, "Cannot assign by reference to overloaded object")
				} else {
					bindRef(x, p, v)
				}
			}
			if p == t {
				x.Space.Release(t)
			}
		}
		return
	}
	if byValue {
		// the result of a function that does not return a reference
		x.Notice("Only variables should be assigned by reference")
		if x.Ctx.Exception != 0 {
			return
		}
		if slot, _ = x.PropPtr(obj, name, rt.FetchW, cache); slot == nil {
			return
		}
	}
	if !bindTypedRef(x, slot, slotInfo(x, obj, slot), v, strict) {
		return
	}
	if r != nil {
		r.CopyFrom(slot)
	}
}

// bindTypedRef is bindRef for a property's slot, p its declaration or nil.
func bindTypedRef(x *Exec, slot *Value, p *rt.PropInfo, v *Value, strict bool) bool {
	if p == nil || p.Type == nil {
		bindRef(x, slot, v)
		return x.Ctx.Exception == 0
	}
	if v.T == tUndef {
		v.SetNull()
	}
	ref := x.Space.MakeRef(v)
	if !x.VerifyRefBind(p, ref, strict) {
		return false
	}
	if zval.Type(slot.T) == zval.ReferenceT {
		if slot.Ref() == ref {
			return true
		}
		x.RefDelSource(slot.Ref(), p)
	}
	ref.GC.RC++
	var w Value
	w.SetRef(ref)
	x.RefAddSource(ref, p)
	x.Space.Replace(slot, noescape(&w))
	return x.Ctx.Exception == 0
}
