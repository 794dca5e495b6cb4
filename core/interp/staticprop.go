package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Static properties. With a literal class and name an instruction's three
// cache cells hold the class, the slot's address and the declaration's ID; with
// self for the class too, and they count where the class is still the scope's.

// staticProp returns the slot op2::$op1 and its declaration; nil when there is
// none, with an exception in flight unless kind is FetchIS. May run PHP.
func staticProp(x *Exec, fp *Frame, op *Opline, ext uint32, kind rt.FetchKind) (*Value, *rt.PropInfo) {
	constant := op.Op1Kind == code.Const && op.Op2Kind == code.Const
	if constant {
		if c := cells(fp, ext); c[0] != 0 {
			slot := valueAtAddr(mm.Addr(c[1]))
			p := x.PropInfoAt(c[2])
			if slot.T == tUndef && p.Type != nil && kind != rt.FetchW && kind != rt.FetchIS {
				return x.StaticProp(x.ClassAt(mm.Addr(c[0])), op.Literal(op.Op1).Str(), kind)
			}
			return slot, p
		}
	}
	var cls *rt.Class
	switch op.Op2Kind {
	case code.Const:
		cls = fetchClass(x, op.Literal(op.Op2))
	case code.Unused:
		cls = fetchKind(x, fp, op.Op2)
	default:
		cls = x.ClassAt(mm.Addr(at(fp, op.Op2).V))
	}
	if cls == nil {
		drop1(x, fp, op)
		return nil, nil
	}
	var name *zval.String
	if op.Op1Kind == code.Const {
		name = op.Literal(op.Op1).Str()
	} else {
		v := get1(x, fp, op)
		s, ok := x.TryStr(v)
		drop1(x, fp, op)
		if !ok {
			return nil, nil
		}
		name = s
	}
	slot, p := x.StaticProp(cls, name, kind)
	self := op.Op1Kind == code.Const && isSelf(op.Op2Kind, op.Op2)
	if slot != nil && (constant || self) && x.CacheableStatic(cls, p) {
		c := cells(fp, ext)
		c[0], c[1], c[2] = uint64(cls.Addr()), uint64(uintptrOf(slot)), uint64(p.ID)
	}
	if op.Op1Kind != code.Const {
		x.Space.ReleaseStr(name)
	}
	return slot, p
}

// opFetchStaticPropR is FETCH_STATIC_PROP_R and _IS.
func opFetchStaticPropR(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	kind := rt.FetchR
	if op.Code == uint8(opcode.FetchStaticPropIs) {
		kind = rt.FetchIS
	}
	return readStatic(x, fp, op, kind)
}

func readStatic(x *Exec, fp *Frame, op *Opline, kind rt.FetchKind) *Opline {
	r := res(fp, op)
	r.SetNull()
	if slot, _ := staticProp(x, fp, op, op.Ext&cacheMask, kind); slot != nil && slot.T != tUndef {
		r.CopyFrom(slot.Deref())
	}
	return done(x, op)
}

// opFetchStaticPropW is FETCH_STATIC_PROP_W, _RW, _UNSET and _FUNC_ARG.
func opFetchStaticPropW(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	kind := rt.FetchW
	switch opcode.Op(op.Code) {
	case opcode.FetchStaticPropRw:
		kind = rt.FetchRW
	case opcode.FetchStaticPropUnset:
		kind = rt.FetchUnset
	case opcode.FetchStaticPropFuncArg:
		if !sendsByRef(fp) {
			return readStatic(x, fp, op, rt.FetchR)
		}
	}
	r := res(fp, op)
	r.SetUndef()
	slot, p := staticProp(x, fp, op, op.Ext&cacheMask, kind)
	if slot == nil {
		return done(x, op)
	}
	if f := op.Ext & code.FetchObjFlags; f != 0 && p != nil && p.Type != nil && !fetchedFor(x, p, slot, f) {
		return unwind(x)
	}
	setIndirect(r, slot)
	return done(x, op)
}

// opAssignStaticProp is op2::$op1 = value of the OP_DATA.
func opAssignStaticProp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	r := result(fp, op)
	slot, p := staticProp(x, fp, op, op.Ext&cacheMask, rt.FetchW)
	if slot == nil {
		drop1(x, fp, od)
		return unwind(x)
	}
	var tmp Value
	v := noescape(&tmp)
	take1(x, fp, od, v)
	if x.Ctx.Exception != 0 {
		x.Space.Release(v)
		return unwind(x)
	}
	if p.Type != nil && !x.VerifyProp(p, v, strict(fp)) {
		x.Space.Release(v)
		return unwind(x)
	}
	assignResult(x, slot, v, strict(fp), r)
	return done2(x, op)
}

// opAssignStaticPropOp is op2::$op1 <ext>= value of the OP_DATA.
func opAssignStaticPropOp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	r := result(fp, op)
	slot, p := staticProp(x, fp, op, od.Ext&cacheMask, rt.FetchRW)
	if slot != nil {
		v := get1(x, fp, od)
		if x.Ctx.Exception == 0 {
			assignOpProp(x, opcode.Op(op.Ext), slot, p, v, r)
		}
	}
	drop1(x, fp, od)
	return done2(x, op)
}

// opAssignStaticPropRef is op2::$op1 =& variable of the OP_DATA.
func opAssignStaticPropRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	r := result(fp, op)
	slot, p := staticProp(x, fp, op, op.Ext&cacheMask, rt.FetchW)
	if slot != nil {
		raw := at(fp, od.Op1)
		if od.Op1Kind == code.Var && op.Ext&code.ReturnsFunction != 0 && zval.Type(raw.T) != zval.Indirect && zval.Type(raw.T) != zval.ReferenceT {
			x.Notice("Only variables should be assigned by reference")
		}
		if x.Ctx.Exception == 0 && bindTypedRef(x, slot, p, ptr1(fp, od), strict(fp)) && r != nil {
			r.CopyFrom(slot)
		}
	}
	drop1(x, fp, od)
	return done2(x, op)
}

// opIncDecStaticProp is ++ and -- of a static property.
func opIncDecStaticProp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := opcode.Op(op.Code)
	inc := c == opcode.PreIncStaticProp || c == opcode.PostIncStaticProp
	post := c == opcode.PostIncStaticProp || c == opcode.PostDecStaticProp
	r := result(fp, op)
	if slot, p := staticProp(x, fp, op, op.Ext&cacheMask, rt.FetchRW); slot != nil {
		incDecPropSlot(x, slot, p, inc, post, r)
	}
	return done(x, op)
}

// opUnsetStaticProp is unset(op2::$op1), which is never allowed.
func opUnsetStaticProp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var cls *rt.Class
	switch op.Op2Kind {
	case code.Const:
		cls = fetchClass(x, op.Literal(op.Op2))
	case code.Unused:
		cls = fetchKind(x, fp, op.Op2)
	default:
		cls = x.ClassAt(mm.Addr(at(fp, op.Op2).V))
	}
	if cls != nil {
		if s, ok := x.TryStr(get1(x, fp, op)); ok {
			x.ThrowError(nil, "Attempt to unset static property %s::$%s", cls.Name, s.String())
			x.Space.ReleaseStr(s)
		}
	}
	drop1(x, fp, op)
	return done(x, op)
}

// opIssetIsemptyStaticProp is isset(op2::$op1) and empty(op2::$op1).
func opIssetIsemptyStaticProp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	slot, _ := staticProp(x, fp, op, op.Ext&^uint32(code.IsEmpty), rt.FetchIS)
	var has bool
	if slot != nil {
		d := slot.Deref()
		if op.Ext&code.IsEmpty == 0 {
			has = d.T > tNull
		} else {
			has = d.T <= tNull || !x.ToBool(d)
		}
	} else {
		has = op.Ext&code.IsEmpty != 0
	}
	return branch(x, fp, op, has)
}
