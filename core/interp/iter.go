package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// foreach. The iterator is a temporary: a copy of the array with the position
// in U; a reference to an array with the number of a registered iterator in U
// (by reference); or the object with the number of an rt.Iter in U.

// noIter in U: nothing registered.
const noIter = ^uint32(0)

// opFeResetR starts a foreach by value.
func opFeResetR(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	raw := val1(fp, op)
	if zval.Type(raw.T) == zval.Indirect {
		raw = raw.Ind()
	}
	v := raw.Deref()
	r := res(fp, op)
	if zval.Type(v.T) == zval.ArrayT {
		moveOrCopy(x, fp, op, v, r)
		r.U = 0
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
		return next(op)
	}
	if v.T == tUndef && op.Op1Kind == code.CV {
		v = undefined(x, fp, op.Op1)
	}
	if zval.Type(v.T) == zval.ObjectT {
		return resetObject(x, fp, op, v.Obj(), false)
	}
	return notIterable(x, fp, op, v)
}

// notIterable warns and skips the loop.
func notIterable(x *Exec, fp *Frame, op *Opline, v *Value) *Opline {
	r := res(fp, op)
	r.SetUndef()
	r.U = noIter
	if x.Ctx.Exception == 0 {
		x.Warning("foreach() argument must be of type array|object, %s given", typeName(x, v))
	}
	drop1(x, fp, op)
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return jump(op, op.Op2)
}

// resetObject starts iterating an object.
func resetObject(x *Exec, fp *Frame, op *Opline, o *zval.Object, byRef bool) *Opline {
	r := res(fp, op)
	r.SetUndef()
	r.U = noIter
	it := x.ForeachIter(o, byRef)
	if it == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	o.GC.RC++
	drop1(x, fp, op)
	it.Rewind()
	some := x.Ctx.Exception == 0 && it.Valid()
	if x.Ctx.Exception != 0 {
		it.Free()
		x.ReleaseObj(o)
		return unwind(x)
	}
	r.SetObj(o)
	r.U = x.VM.AddIter(it)
	if !some {
		return jump(op, op.Op2)
	}
	return next(op)
}

// opFeFetchR is the next element of a foreach by value.
func opFeFetchR(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	it := at(fp, op.Op1)
	if zval.Type(it.T) == zval.ArrayT {
		t := it.Arr()
		i := it.U
		var v *Value
		for ; i < t.Used; i++ {
			v = t.SlotAt(i)
			if zval.Type(v.T) == zval.Indirect {
				v = v.Ind()
			}
			if v.T != tUndef {
				break
			}
		}
		if i >= t.Used {
			return jump(op, op.Ext)
		}
		it.U = i + 1
		if op.ResKind != code.Unused {
			r := res(fp, op)
			if k, n := t.KeyAt(i); k != nil {
				r.SetStr(k.AddRef())
			} else {
				r.SetLong(n)
			}
		}
		return foreachValue(x, fp, op, v.Deref())
	}
	if zval.Type(it.T) != zval.ObjectT {
		return jump(op, op.Ext)
	}
	return fetchObject(x, fp, op, it, false)
}

// foreachValue gives v (borrowed) to the loop's variable.
func foreachValue(x *Exec, fp *Frame, op *Opline, v *Value) *Opline {
	p := at(fp, op.Op2)
	if op.Op2Kind == code.Var {
		p.CopyFrom(v)
		return next(op)
	}
	var tmp Value
	w := noescape(&tmp)
	w.CopyFrom(v)
	assignSlot(x, p, w, strict(fp))
	return done(x, op)
}

// fetchObject is the next element of an object.
func fetchObject(x *Exec, fp *Frame, op *Opline, slot *Value, byRef bool) *Opline {
	if op.ResKind != code.Unused {
		res(fp, op).SetUndef()
	}
	if slot.U == noIter {
		return jump(op, op.Ext)
	}
	st := x.VM.Iter(slot.U)
	it := st.It
	if st.Started {
		it.Next()
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
		if !it.Valid() {
			if x.Ctx.Exception != 0 {
				return unwind(x)
			}
			return jump(op, op.Ext)
		}
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
	}
	st.Started = true
	var tmp Value
	v := noescape(&tmp)
	v.SetNull()
	if !it.Current(v) || x.Ctx.Exception != 0 {
		return unwind(x)
	}
	if op.ResKind != code.Unused {
		if !it.Key(res(fp, op)) || x.Ctx.Exception != 0 {
			x.Space.Release(v)
			return unwind(x)
		}
	}
	p := at(fp, op.Op2)
	if byRef {
		r := x.Space.MakeRef(v)
		if op.Op2Kind == code.Var {
			p.SetRef(r)
			return next(op)
		}
		x.Space.Replace(p, v)
		return done(x, op)
	}
	if zval.Type(v.T) == zval.ReferenceT {
		w := *v
		unref(x, noescape(&w), v)
	}
	if op.Op2Kind == code.Var {
		p.MoveFrom(v)
		return next(op)
	}
	assignSlot(x, p, v, strict(fp))
	return done(x, op)
}

// opFeResetRw starts a foreach by reference.
func opFeResetRw(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	var p *Value
	if op.Op1Kind&(code.CV|code.Var) != 0 {
		p = ptr1(fp, op)
	} else {
		p = val1(fp, op)
	}
	v := p.Deref()
	if v.T == tUndef && op.Op1Kind == code.CV {
		v = undefined(x, fp, op.Op1)
	}
	switch zval.Type(v.T) {
	case zval.ArrayT:
		if op.Op1Kind&(code.CV|code.Var) != 0 {
			ref := x.Space.MakeRef(p)
			ref.GC.RC++
			r.SetRef(ref)
			if op.Op1Kind == code.Var && p == at(fp, op.Op1) {
				x.Space.Release(p)
			}
		} else {
			take1(x, fp, op, r)
			x.Space.MakeRef(r)
		}
		a := &r.Ref().Val
		t := x.Space.Separate(a)
		r.U = x.Space.IterAdd(t, 0)
		return done(x, op)
	case zval.ObjectT:
		return resetObject(x, fp, op, v.Obj(), true)
	}
	return notIterable(x, fp, op, v)
}

// opFeFetchRw is the next element of a foreach by reference.
func opFeFetchRw(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	it := at(fp, op.Op1)
	v := it.Deref()
	switch zval.Type(v.T) {
	case zval.ArrayT:
		if it.U == noIter {
			return jump(op, op.Ext)
		}
		i := x.Space.IterPosArr(it.U, v)
		t := v.Arr()
		var e *Value
		for ; i < t.Used; i++ {
			e = t.SlotAt(i)
			if zval.Type(e.T) == zval.Indirect {
				e = e.Ind()
			}
			if e.T != tUndef {
				break
			}
		}
		if i >= t.Used {
			return jump(op, op.Ext)
		}
		if op.ResKind != code.Unused {
			r := res(fp, op)
			if k, n := t.KeyAt(i); k != nil {
				r.SetStr(k.AddRef())
			} else {
				r.SetLong(n)
			}
		}
		x.Space.IterSet(it.U, i+1)
		ref := x.Space.MakeRef(e)
		p := at(fp, op.Op2)
		if p == e {
			return next(op)
		}
		ref.GC.RC++
		var w Value
		w.SetRef(ref)
		if op.Op2Kind == code.Var {
			p.MoveFrom(&w)
			return next(op)
		}
		x.Space.Replace(p, noescape(&w))
		return done(x, op)
	case zval.ObjectT:
		return fetchObject(x, fp, op, it, true)
	}
	if v.T > tNull || it.U != noIter {
		x.Warning("foreach() argument must be of type array|object, %s given", typeName(x, v))
		if x.Ctx.Exception != 0 {
			if op.ResKind != code.Unused {
				res(fp, op).SetUndef()
			}
			return unwind(x)
		}
	}
	return jump(op, op.Ext)
}

// opFeFree ends a foreach.
func opFeFree(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	endLoop(x, at(fp, op.Op1))
	return done(x, op)
}

// endLoop releases a foreach's iterator.
func endLoop(x *Exec, v *Value) {
	switch zval.Type(v.T) {
	case zval.ReferenceT:
		if v.U != noIter {
			x.Space.IterDel(v.U)
		}
	case zval.ObjectT:
		if v.U != noIter {
			x.VM.DropIter(v.U)
		}
	}
	v.U = noIter
	release(x, v)
}
