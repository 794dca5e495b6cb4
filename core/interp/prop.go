package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Properties of objects. An instruction with a literal name has three
// run-time cache cells: the class last seen, the byte offset of the property in
// its instances, and what the property's declaration asks on writing.

const cacheMask = ^uint32(code.FetchObjFlags)

// object1 returns the object operand 1 means ($this when unused), nil when it
// is none; v is then what it is (UNDEF reported when report is set).
func object1(x *Exec, fp *Frame, op *Opline, report bool) (o *zval.Object, v *Value) {
	if op.Op1Kind == code.Unused {
		return fp.This.Obj(), nil
	}
	v = val1(fp, op)
	if zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
	}
	v = v.Deref()
	if zval.Type(v.T) == zval.ObjectT {
		return v.Obj(), v
	}
	if v.T == tUndef && op.Op1Kind == code.CV && report {
		v = undefined(x, fp, op.Op1)
	}
	return nil, v
}

// propName returns operand 2 as a property name, owned; false when that threw.
func propName(x *Exec, fp *Frame, op *Opline) (*zval.String, bool) {
	if op.Op2Kind == code.Const {
		return op.Literal(op.Op2).Str(), true
	}
	v := get2(x, fp, op)
	if zval.Type(v.T) == zval.StringT {
		return v.Str().AddRef(), true
	}
	return x.TryStr(v)
}

func freeName(x *Exec, op *Opline, s *zval.String) {
	if op.Op2Kind != code.Const && s != nil {
		x.Space.ReleaseStr(s)
	}
}

// propCache returns the instruction's cache cells, nil without a literal name.
func propCache(fp *Frame, op *Opline, off uint32) *[3]uint64 {
	if op.Op2Kind != code.Const {
		return nil
	}
	return cells(fp, off)
}

// slotInfo returns the declaration of a declared property from its slot, nil
// for a dynamic one.
func slotInfo(x *Exec, o *zval.Object, slot *Value) *rt.PropInfo {
	i := (uintptrOf(slot) - o.Addr() - zval.ObjectHeader) / zval.ValueSize
	if uint64(i) >= uint64(o.Desc().PropCount) {
		return nil
	}
	if c := x.ClassOf(o); int(i) < len(c.Slots) {
		return c.Slots[i]
	}
	return nil
}

// opFetchObjR is FETCH_OBJ_R.
func opFetchObjR(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind == code.Const && op.Op1Kind != code.Const {
		var o *zval.Object
		if op.Op1Kind == code.Unused {
			o = fp.This.Obj()
		} else if v := at(fp, op.Op1).Deref(); zval.Type(v.T) == zval.ObjectT {
			o = v.Obj()
		}
		if o != nil {
			c := propCache(fp, op, op.Ext&cacheMask)
			if c[0] == uint64(o.Class) {
				v := o.PropAt(uintptr(c[1]))
				if v.T != tUndef {
					r := res(fp, op)
					if op.Op1Kind&tmpVar == 0 {
						r.CopyFrom(v.Deref())
						return next(op)
					}
					var tmp Value
					t := noescape(&tmp)
					t.CopyFrom(v.Deref())
					fp.Opline = op.Addr()
					drop1(x, fp, op)
					r.MoveFrom(t)
					return done(x, op)
				}
			}
		}
	}
	return readProp(x, fp, op, rt.FetchR)
}

func readProp(x *Exec, fp *Frame, op *Opline, kind rt.FetchKind) *Opline {
	fp.Opline = op.Addr()
	var tmp Value
	t := noescape(&tmp)
	t.SetNull()
	o, v := object1(x, fp, op, kind == rt.FetchR)
	if o == nil && op.Op2Kind == code.CV && at(fp, op.Op2).T == tUndef && kind == rt.FetchR {
		undefined(x, fp, op.Op2)
	}
	if o == nil {
		if kind == rt.FetchR && x.Ctx.Exception == 0 {
			if name, ok := propName(x, fp, op); ok {
				x.Warning("Attempt to read property \"%s\" on %s", name.String(), typeName(x, v))
				freeName(x, op, name)
			}
		}
	} else if name, ok := propName(x, fp, op); ok {
		p := x.ReadProp(o, name, kind, propCache(fp, op, op.Ext&cacheMask), t)
		if p != t {
			t.CopyFrom(p.Deref())
		} else if zval.Type(t.T) == zval.ReferenceT {
			w := *t
			unref(x, noescape(&w), t)
		}
		freeName(x, op, name)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	res(fp, op).MoveFrom(t)
	return done(x, op)
}

// opFetchObjIs is FETCH_OBJ_IS.
func opFetchObjIs(x *Exec, fp *Frame, op *Opline) *Opline { return readProp(x, fp, op, rt.FetchIS) }

// opFetchObjW is FETCH_OBJ_W, _RW and _UNSET.
func opFetchObjW(x *Exec, fp *Frame, op *Opline) *Opline {
	kind := rt.FetchW
	switch opcode.Op(op.Code) {
	case opcode.FetchObjRw:
		kind = rt.FetchRW
	case opcode.FetchObjUnset:
		kind = rt.FetchUnset
	}
	return ptrProp(x, fp, op, kind)
}

// opFetchObjFuncArg is FETCH_OBJ_W or FETCH_OBJ_R, as the callee wants.
func opFetchObjFuncArg(x *Exec, fp *Frame, op *Opline) *Opline {
	if sendsByRef(fp) {
		if op.Op1Kind&(code.Const|code.Tmp) != 0 {
			fp.Opline = op.Addr()
			x.ThrowError(nil, "Cannot use temporary expression in write context")
			drop2(x, fp, op)
			drop1(x, fp, op)
			res(fp, op).SetUndef()
			return unwind(x)
		}
		return ptrProp(x, fp, op, rt.FetchW)
	}
	return readProp(x, fp, op, rt.FetchR)
}

// ptrProp points the result at a property.
func ptrProp(x *Exec, fp *Frame, op *Opline, kind rt.FetchKind) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	o, v := object1(x, fp, op, kind != rt.FetchW)
	var tmp Value
	t := noescape(&tmp)
	t.SetUndef()
	switch {
	case o != nil:
		if name, ok := propName(x, fp, op); ok {
			cache := propCache(fp, op, op.Ext&cacheMask)
			slot, ok := x.PropPtr(o, name, kind, cache)
			switch {
			case slot != nil:
				if f := op.Ext & code.FetchObjFlags; f != 0 {
					if p := slotInfo(x, o, slot); p != nil && p.Type != nil && !fetchedFor(x, p, slot, f) {
						break
					}
				}
				setIndirect(t, slot)
			case ok:
				if p := x.ReadProp(o, name, kind, cache, t); p != t {
					setIndirect(t, p)
				} else if zval.Type(t.T) == zval.ReferenceT && t.Ref().GC.RC == 1 {
					w := *t
					unref(x, noescape(&w), t)
				}
			}
			freeName(x, op, name)
		}
	case x.Ctx.Exception != 0:
	case kind == rt.FetchUnset && v.T <= tNull:
		t.SetNull()
	default:
		if name, ok := propName(x, fp, op); ok {
			x.ThrowError(nil, "Attempt to %s property \"%s\" on %s", attempt(op), name.String(), typeName(x, v))
			freeName(x, op, name)
		}
	}
	drop2(x, fp, op)
	dropContainer(x, fp, op, t)
	r.MoveFrom(t)
	return done(x, op)
}

// fetchedFor prepares a typed property's slot for what is about to happen to
// it: becoming a reference, or being made an array. False when that threw.
func fetchedFor(x *Exec, p *rt.PropInfo, slot *Value, flags uint32) bool {
	switch flags {
	case code.FetchDimWrite:
		if d := slot.Deref(); d.T <= tFalse && p.Type.Mask&(code.TypeMaskArray|code.TypeMaskIterable) == 0 {
			x.ThrowTypeError("Cannot auto-initialize an array inside property %s::$%s of type %s", p.Class.Name, p.Name, p.Type.Src)
			return false
		}
	case code.FetchRef:
		if zval.Type(slot.T) == zval.ReferenceT {
			return true
		}
		if slot.T == tUndef {
			if p.Type.Mask&code.TypeMaskNull == 0 {
				x.ThrowError(nil, "Cannot access uninitialized non-nullable property %s::$%s by reference", p.Class.Name, p.Name)
				return false
			}
			slot.SetNull()
		}
		x.RefAddSource(x.Space.MakeRef(slot), p)
	}
	return true
}

// attempt words what a write context was about to do, by what comes next.
func attempt(op *Opline) string {
	for n := next(op); n.Code != uint8(opcode.Return); n = next(n) {
		if n.Op1Kind == code.Var && n.Op1 == op.Result {
			switch opcode.Op(n.Code) {
			case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
				return "increment/decrement"
			case opcode.UnsetObj, opcode.UnsetDim, opcode.FetchObjUnset, opcode.FetchDimUnset:
				return "unset"
			}
			break
		}
		if n.Op2Kind == code.Var && n.Op2 == op.Result {
			break
		}
	}
	return "modify"
}

// opAssignObj is op1->op2 = value of the OP_DATA.
func opAssignObj(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	o, v := object1(x, fp, op, false)
	if o != nil && op.Op2Kind == code.Const {
		c := propCache(fp, op, op.Ext&cacheMask)
		if c[0] == uint64(o.Class) && (c[2] == 0 || suits(x, fp, od, c[2])) {
			p := o.PropAt(uintptr(c[1]))
			if p.T != tUndef && zval.Type(p.T) != zval.ReferenceT {
				var tmp Value
				src := noescape(&tmp)
				take1(x, fp, od, src)
				old := *p
				p.MoveFrom(src)
				if op.ResKind != code.Unused {
					res(fp, op).CopyFrom(p)
				}
				if old.T&zval.FlagsMask != 0 {
					x.Space.ReleaseCounted(old.Counted())
				}
				drop1(x, fp, op)
				return done2(x, op)
			}
		}
	}
	r := result(fp, op)
	if o == nil {
		badWrite(x, fp, op, v, "assign")
	} else {
		val := get1(x, fp, od)
		name, ok := propName(x, fp, op)
		if ok && x.Ctx.Exception == 0 {
			o.GC.RC++
			var old Value
			hold := noescape(&old)
			if r != nil { // its destructor must not come before the result is taken
				if slot := x.SlotOf(o, name); slot != nil {
					hold.CopyFrom(slot.Deref())
				}
			}
			outer := x.Assigning
			x.Assigning = o
			if v := x.WriteProp(o, name, val, propCache(fp, op, op.Ext&cacheMask)); v != nil && r != nil {
				r.CopyFrom(v.Deref())
			}
			x.Assigning = outer
			x.Space.Release(hold)
			x.ReleaseObj(o)
		}
		if ok {
			freeName(x, op, name)
		}
	}
	drop1(x, fp, od)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done2(x, op)
}

// suits tells whether the operand of an OP_DATA is of a type that a property
// takes as it is, the property being restricted by its type alone.
func suits(x *Exec, fp *Frame, od *Opline, id uint64) bool {
	p := x.PropInfoAt(id)
	d := val1(fp, od).Deref()
	return p.TypedOnly() && d.T != tUndef && p.Type.Mask>>(d.T&0xf)&1 != 0
}

// badWrite throws for a write to a property of what is no object.
func badWrite(x *Exec, fp *Frame, op *Opline, v *Value, what string) {
	if x.Ctx.Exception != 0 {
		return
	}
	name, ok := propName(x, fp, op)
	if !ok {
		return
	}
	x.ThrowError(nil, "Attempt to %s property \"%s\" on %s", what, name.String(), typeName(x, v))
	freeName(x, op, name)
}

// opAssignObjOp is op1->op2 <ext>= value of the OP_DATA.
func opAssignObjOp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	o, v := object1(x, fp, op, true)
	r := result(fp, op)
	if o == nil {
		badWrite(x, fp, op, v, "assign")
	} else if name, ok := propName(x, fp, op); ok {
		val := get1(x, fp, od)
		if x.Ctx.Exception == 0 {
			o.GC.RC++
			assignPropOp(x, opcode.Op(op.Ext), o, name, val, propCache(fp, op, od.Ext&cacheMask), r)
			x.ReleaseObj(o)
		}
		freeName(x, op, name)
	}
	drop1(x, fp, od)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done2(x, op)
}

// opIncDecObj is ++ and -- of a property.
func opIncDecObj(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := opcode.Op(op.Code)
	inc := c == opcode.PreIncObj || c == opcode.PostIncObj
	post := c == opcode.PostIncObj || c == opcode.PostDecObj
	o, v := object1(x, fp, op, true)
	r := result(fp, op)
	if o == nil {
		badWrite(x, fp, op, v, "increment/decrement")
	} else if name, ok := propName(x, fp, op); ok {
		o.GC.RC++
		incDecProp(x, o, name, inc, post, propCache(fp, op, op.Ext&cacheMask), r)
		x.ReleaseObj(o)
		freeName(x, op, name)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}

// opAssignObjRef is op1->op2 =& variable of the OP_DATA.
func opAssignObjRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	o, v := object1(x, fp, op, false)
	r := result(fp, op)
	if o == nil {
		badWrite(x, fp, op, v, "modify")
	} else if name, ok := propName(x, fp, op); ok {
		src := ptr1(fp, od)
		raw := at(fp, od.Op1)
		byValue := od.Op1Kind == code.Var && op.Ext&code.ReturnsFunction != 0 && zval.Type(raw.T) != zval.Indirect && zval.Type(raw.T) != zval.ReferenceT
		o.GC.RC++
		assignPropRef(x, o, name, src, propCache(fp, op, op.Ext&cacheMask), strict(fp), byValue, r)
		x.ReleaseObj(o)
		freeName(x, op, name)
	}
	drop1(x, fp, od)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done2(x, op)
}

// opUnsetObj is unset(op1->op2).
func opUnsetObj(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	o, v := object1(x, fp, op, true)
	if o == nil {
		if v.T > tFalse && x.Ctx.Exception == 0 {
			x.ThrowError(nil, "Attempt to unset property \"%s\" on %s", propText(x, fp, op), typeName(x, v))
		}
	} else if name, ok := propName(x, fp, op); ok {
		o.GC.RC++
		x.UnsetProp(o, name, propCache(fp, op, op.Ext&cacheMask))
		x.ReleaseObj(o)
		freeName(x, op, name)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}

func propText(x *Exec, fp *Frame, op *Opline) string {
	name, ok := propName(x, fp, op)
	if !ok {
		return ""
	}
	s := name.String()
	freeName(x, op, name)
	return s
}

// opIssetIsemptyProp is isset(op1->op2) and empty(op1->op2).
func opIssetIsemptyProp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	empty := op.Ext&code.IsEmpty != 0
	o, _ := object1(x, fp, op, false)
	has := false
	if o != nil {
		if name, ok := propName(x, fp, op); ok {
			mode := rt.HasIsset
			if empty {
				mode = rt.HasNotEmpty
			}
			o.GC.RC++
			has = x.HasProp(o, name, mode, propCache(fp, op, op.Ext&^uint32(code.IsEmpty)))
			x.ReleaseObj(o)
			freeName(x, op, name)
		}
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return branch(x, fp, op, has != empty)
}
