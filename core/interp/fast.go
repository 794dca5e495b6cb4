package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Fast paths that are worth a function of their own but not a place in the
// switch: equality of strings, op= on variables, assignment to elements.

// opEqual is ==, != and CASE; plain strings are settled here.
func opEqual(x *Exec, fp *Frame, op *Opline) *Opline {
	a, b := val1(fp, op), val2(fp, op)
	if zval.Type(a.T) == zval.StringT && zval.Type(b.T) == zval.StringT {
		s, t := a.Str(), b.Str()
		var eq bool
		if s == t {
			eq = true
		} else if s.Len == 0 || t.Len == 0 || s.At(0) > '9' || t.At(0) > '9' {
			eq = zval.Equal(s, t) // one of them is not numeric
		} else {
			return opCompare(x, fp, op)
		}
		if op.Op1Kind&tmpVar != 0 && op.Code != uint8(opcode.Case) || op.Op2Kind&tmpVar != 0 {
			if op.Code != uint8(opcode.Case) {
				drop1(x, fp, op)
			}
			drop2(x, fp, op)
		}
		return branch(x, fp, op, eq != (op.Code == uint8(opcode.IsNotEqual)))
	}
	return opCompare(x, fp, op)
}

// opAssignOpFast is ASSIGN_OP: .= onto an unshared string happens here.
func opAssignOpFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Ext == uint32(opcode.Concat) {
		p, v := ptr1(fp, op).Deref(), val2(fp, op).Deref()
		if p.T == zval.StringEx && zval.Type(v.T) == zval.StringT {
			s := p.Str()
			if s.GC.RC == 1 && s != v.Str() && op.Op1Kind&tmpVar == 0 {
				p.SetStr(x.Space.AppendStr(s, v.Str()))
				drop2(x, fp, op)
				if r := result(fp, op); r != nil {
					r.CopyFrom(p)
				}
				return next(op)
			}
		}
	}
	return opAssignOp(x, fp, op)
}

// opAssignDimFast is ASSIGN_DIM: plain writes to unshared arrays happen here.
func opAssignDimFast(x *Exec, fp *Frame, op *Opline) *Opline {
	c := ptr1(fp, op).Deref()
	if c.T != zval.ArrayEx || c.Arr().GC.RC != 1 || op.Op1Kind&tmpVar != 0 && at(fp, op.Op1).T&zval.FlagsMask != 0 {
		return opAssignDim(x, fp, op)
	}
	od := next(op)
	v := val1(fp, od)
	if v.T == tUndef || zval.Type(v.T) == zval.Indirect || zval.Type(v.T) == zval.ReferenceT || v == c {
		return opAssignDim(x, fp, op)
	}
	var d *Value
	if op.Op2Kind != 0 {
		d = val2(fp, op).Deref()
		if zval.Type(d.T) != zval.Long && zval.Type(d.T) != zval.StringT {
			return opAssignDim(x, fp, op)
		}
	}
	t := c.Arr()
	var slot *Value
	sp := x.Space
	if d == nil {
		w := *v
		if op := od.Op1Kind; op&tmpVar == 0 {
			w.AddRef()
		}
		if slot = sp.Append(t, noescape(&w)); slot == nil {
			if od.Op1Kind&tmpVar == 0 {
				sp.Release(noescape(&w))
			}
			return opAssignDim(x, fp, op)
		}
		if r := result(fp, op); r != nil {
			r.CopyFrom(slot)
		}
		return skip(op)
	}
	if zval.Type(d.T) == zval.Long {
		slot = sp.LookupLong(t, d.Long())
	} else if n, is := zval.IndexKey(d.Str()); is {
		slot = sp.LookupLong(t, n)
	} else {
		slot = sp.Lookup(t, d.Str())
	}
	if zval.Type(slot.T) == zval.Indirect || zval.Type(slot.T) == zval.ReferenceT {
		return opAssignDim(x, fp, op)
	}
	old := *slot
	slot.MoveFrom(v)
	if od.Op1Kind&tmpVar == 0 {
		slot.AddRef()
	}
	if r := result(fp, op); r != nil {
		r.CopyFrom(slot)
	}
	if old.T&zval.FlagsMask != 0 || op.Op2Kind&tmpVar != 0 {
		fp.Opline = op.Addr()
		drop2(x, fp, op)
		if old.T&zval.FlagsMask != 0 {
			sp.ReleaseCounted(old.Counted())
		}
		return done2(x, op)
	}
	return skip(op)
}

// elemRW returns the element op1[op2] when it exists in an array variable and
// its key needs no conversion; nil sends the instruction the general way. The
// array is unshared first.
func elemRW(x *Exec, fp *Frame, op *Opline) *Value {
	raw := at(fp, op.Op1)
	c := raw
	if zval.Type(c.T) == zval.Indirect {
		c = c.Ind()
	} else if op.Op1Kind != code.CV {
		return nil
	}
	c = c.Deref()
	if zval.Type(c.T) != zval.ArrayT || op.Op2Kind == code.Unused {
		return nil
	}
	d := val2(fp, op).Deref()
	if zval.Type(d.T) != zval.Long && zval.Type(d.T) != zval.StringT {
		return nil
	}
	t := c.Arr()
	if t.GC.RC != 1 || t.Immutable() {
		t = x.Space.Separate(c)
	}
	e := fetchElem(t, d)
	if e == nil {
		return nil
	}
	if zval.Type(e.T) == zval.Indirect {
		e = e.Ind()
	}
	if e.T == tUndef {
		return nil
	}
	return e
}

// opAssignDimOpFast is ASSIGN_DIM_OP: arithmetic on elements that are numbers
// happens here.
func opAssignDimOpFast(x *Exec, fp *Frame, op *Opline) *Opline {
	e := elemRW(x, fp, op)
	if e == nil {
		return opAssignDimOp(x, fp, op)
	}
	if zval.Type(e.T) == zval.ReferenceT {
		if e.Ref().Sources != 0 {
			return opAssignDimOp(x, fp, op)
		}
		e = &e.Ref().Val
	}
	v := val1(fp, next(op)).Deref()
	if !arithInPlace(e, v, opcode.Op(op.Ext)) {
		return opAssignDimOp(x, fp, op)
	}
	if op.ResKind != code.Unused {
		res(fp, op).MoveFrom(e)
	}
	if op.Op2Kind&tmpVar != 0 || next(op).Op1Kind&tmpVar != 0 {
		drop1(x, fp, next(op))
		drop2(x, fp, op)
	}
	return skip(op)
}

// arithInPlace computes *e <o>= *v when both are numbers and nothing can go
// wrong; false leaves e alone.
func arithInPlace(e, v *Value, o opcode.Op) bool {
	if e.T == tLong && v.T == tLong {
		var s uint64
		switch o {
		case opcode.Add:
			if s = e.V + v.V; int64((e.V^s)&(v.V^s)) < 0 {
				return false
			}
		case opcode.Sub:
			if s = e.V - v.V; int64((e.V^v.V)&(e.V^s)) < 0 {
				return false
			}
		case opcode.Mul:
			p, ok := mulLong(int64(e.V), int64(v.V))
			if !ok {
				return false
			}
			s = uint64(p)
		case opcode.BwXor:
			s = e.V ^ v.V
		case opcode.BwAnd:
			s = e.V & v.V
		case opcode.BwOr:
			s = e.V | v.V
		default:
			return false
		}
		e.V = s
		return true
	}
	var p, q float64
	switch {
	case e.T == tDouble && v.T == tDouble:
		p, q = e.Double(), v.Double()
	case e.T == tDouble && v.T == tLong:
		p, q = e.Double(), float64(v.Long())
	case e.T == tLong && v.T == tDouble:
		p, q = float64(e.Long()), v.Double()
	default:
		return false
	}
	switch o {
	case opcode.Add:
		e.SetDouble(p + q)
	case opcode.Sub:
		e.SetDouble(p - q)
	case opcode.Mul:
		e.SetDouble(p * q)
	default:
		return false
	}
	return true
}

// opFetchDimWFast is FETCH_DIM_W, _RW and FETCH_LIST_W of elements that exist.
func opFetchDimWFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Code == uint8(opcode.FetchListW) && op.Op1Kind == code.Var {
		if t := zval.Type(at(fp, op.Op1).T); t != zval.Indirect && t != zval.ReferenceT {
			return opFetchListValue(x, fp, op)
		}
	}
	e := elemRW(x, fp, op)
	if e == nil || op.Op2Kind&tmpVar != 0 {
		return opFetchDimW(x, fp, op)
	}
	setIndirect(res(fp, op), e)
	return next(op)
}

// plainSlot returns the slot of property op2 of an object that needs no
// release, when the run-time cache knows it, it is set, and it may be changed
// in place to a value of the type it has; nil sends the instruction the
// general way.
func plainSlot(x *Exec, fp *Frame, op *Opline, off uint32) *Value {
	if op.Op2Kind != code.Const {
		return nil
	}
	v := &fp.This
	switch op.Op1Kind {
	case code.Unused:
	case code.CV:
		if v = at(fp, op.Op1).Deref(); zval.Type(v.T) != zval.ObjectT {
			return nil
		}
	case code.Var:
		if v = at(fp, op.Op1); zval.Type(v.T) != zval.Indirect {
			return nil
		}
		if v = v.Ind().Deref(); zval.Type(v.T) != zval.ObjectT {
			return nil
		}
	default:
		return nil
	}
	o := v.Obj()
	c := cells(fp, off&cacheMask)
	if c[0] != uint64(o.Class) || c[2] != 0 && !x.PropInfoAt(c[2]).TypedOnly() {
		return nil
	}
	slot := o.PropAt(uintptr(c[1]))
	if slot.T == tUndef || zval.Type(slot.T) == zval.ReferenceT {
		return nil
	}
	return slot
}

// opAssignObjOpFast is ASSIGN_OBJ_OP: arithmetic on properties that are
// numbers, and .= onto an unshared string, happen here.
func opAssignObjOpFast(x *Exec, fp *Frame, op *Opline) *Opline {
	od := next(op)
	slot := plainSlot(x, fp, op, od.Ext)
	if slot == nil {
		return opAssignObjOp(x, fp, op)
	}
	v := val1(fp, od).Deref()
	if op.Ext == uint32(opcode.Concat) && slot.T == zval.StringEx && zval.Type(v.T) == zval.StringT && slot.Str().GC.RC == 1 && slot.Str() != v.Str() {
		slot.SetStr(x.Space.AppendStr(slot.Str(), v.Str()))
	} else if t := slot.T; t != v.T || !arithInPlace(slot, v, opcode.Op(op.Ext)) {
		return opAssignObjOp(x, fp, op)
	}
	if r := result(fp, op); r != nil {
		r.CopyFrom(slot)
	}
	drop1(x, fp, od)
	return skip(op)
}

// opIncDecObjFast is ++ and -- of a property that is an integer.
func opIncDecObjFast(x *Exec, fp *Frame, op *Opline) *Opline {
	slot := plainSlot(x, fp, op, op.Ext)
	if slot == nil || slot.T != tLong {
		return opIncDecObj(x, fp, op)
	}
	n := slot.Long()
	old := n
	c := opcode.Op(op.Code)
	if c == opcode.PreIncObj || c == opcode.PostIncObj {
		if n == maxLong {
			return opIncDecObj(x, fp, op)
		}
		n++
	} else {
		if n == minLong {
			return opIncDecObj(x, fp, op)
		}
		n--
	}
	slot.SetLong(n)
	if op.ResKind != code.Unused {
		if c == opcode.PostIncObj || c == opcode.PostDecObj {
			n = old
		}
		res(fp, op).SetLong(n)
	}
	return next(op)
}
