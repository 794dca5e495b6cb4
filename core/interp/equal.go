package interp

import (
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
