package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Fast paths on run-time cache hits: members of objects and classes, globals by
// name, offsets of strings, conditions on plain values. Whatever they cannot
// settle without a message, a conversion or PHP code goes the general way.

// plainTruth tells the boolean of a value where that needs no help: not of objects
// and references.
func plainTruth(v *Value) (is, known bool) {
	switch zval.Type(v.T) {
	case zval.Undef:
		return false, false
	case zval.Null, zval.False:
		return false, true
	case zval.True:
		return true, true
	case zval.Long:
		return v.V != 0, true
	case zval.Double:
		return v.V<<1 != 0, v.V<<1 <= 0x7ff<<53 // -0 is false; NAN is reported
	case zval.StringT:
		s := v.Str()
		return s.Len > 1 || s.Len == 1 && s.At(0) != '0', true
	case zval.ArrayT:
		return v.Arr().Count != 0, true
	}
	return false, false
}

// opIssetIsemptyPropFast is isset(op1->op2) and empty(op1->op2).
func opIssetIsemptyPropFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind == code.Const && op.Op1Kind&(code.CV|code.Unused) == op.Op1Kind {
		v := &fp.This
		if op.Op1Kind == code.CV {
			v = at(fp, op.Op1).Deref()
		}
		if zval.Type(v.T) == zval.ObjectT {
			o := v.Obj()
			c := cells(fp, op.Ext&^uint32(code.IsEmpty))
			if c[0] == uint64(o.Class) {
				p := o.PropAt(uintptr(c[1]))
				if p.T != tUndef {
					p = p.Deref()
					if op.Ext&code.IsEmpty == 0 {
						return branch(x, fp, op, p.T > tNull)
					}
					if is, known := plainTruth(p); known {
						return branch(x, fp, op, !is)
					}
				}
			}
		}
	}
	return opIssetIsemptyProp(x, fp, op)
}

// opAssignObjFast is op1->op2 = value: an untyped property that holds no
// counted value becomes a plain value, or a copy of a variable.
func opAssignObjFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind == code.Const && op.Op1Kind&(code.CV|code.Unused) == op.Op1Kind {
		v := &fp.This
		if op.Op1Kind == code.CV {
			v = at(fp, op.Op1)
		}
		if zval.Type(v.T) == zval.ObjectT {
			o := v.Obj()
			c := cells(fp, op.Ext&cacheMask)
			if c[0] == uint64(o.Class) && c[2] == 0 {
				p := o.PropAt(uintptr(c[1]))
				if p.T&zval.FlagsMask == 0 && p.T != tUndef {
					od := next(op)
					v := val1(fp, od)
					if v.T != tUndef && zval.Type(v.T) < zval.ReferenceT {
						p.V, p.T = v.V, v.T
						if od.Op1Kind&tmpVar == 0 {
							p.AddRef()
						}
						if op.ResKind != code.Unused {
							res(fp, op).CopyFrom(p)
						}
						return skip(op)
					}
				}
			}
		}
	}
	return opAssignObj(x, fp, op)
}

// staticHit returns the slot of a static property that the run-time cache
// knows, and its declaration's ID; nil if it does not.
func staticHit(fp *Frame, op *Opline, ext uint32) (slot *Value, id uint64) {
	if op.Op1Kind != code.Const {
		return nil, 0
	}
	c := cells(fp, ext)
	switch {
	case c[0] == 0:
		return nil, 0
	case op.Op2Kind == code.Const:
	case isSelf(op.Op2Kind, op.Op2) && c[0] == uint64(code.FuncAt(fp.Func).Scope):
	default:
		return nil, 0
	}
	return valueAtAddr(mm.Addr(c[1])), c[2]
}

// opFetchStaticPropRFast is FETCH_STATIC_PROP_R and _IS.
func opFetchStaticPropRFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if slot, _ := staticHit(fp, op, op.Ext&cacheMask); slot != nil && slot.T != tUndef {
		res(fp, op).CopyFrom(slot.Deref())
		return next(op)
	}
	return opFetchStaticPropR(x, fp, op)
}

// opAssignStaticPropFast is op2::$op1 = value of the OP_DATA.
func opAssignStaticPropFast(x *Exec, fp *Frame, op *Opline) *Opline {
	slot, id := staticHit(fp, op, op.Ext&cacheMask)
	if slot != nil && slot.T&zval.FlagsMask == 0 && slot.T != tUndef && x.PropInfoAt(id).Type == nil {
		od := next(op)
		v := val1(fp, od)
		if v.T != tUndef && zval.Type(v.T) < zval.ReferenceT {
			slot.V, slot.T = v.V, v.T
			if od.Op1Kind&tmpVar == 0 {
				slot.AddRef()
			}
			if op.ResKind != code.Unused {
				res(fp, op).CopyFrom(slot)
			}
			return skip(op)
		}
	}
	return opAssignStaticProp(x, fp, op)
}

// opIssetIsemptyStaticPropFast is isset(op2::$op1) and empty(op2::$op1).
func opIssetIsemptyStaticPropFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if slot, _ := staticHit(fp, op, op.Ext&^uint32(code.IsEmpty)); slot != nil {
		p := slot.Deref()
		if op.Ext&code.IsEmpty == 0 {
			return branch(x, fp, op, p.T > tNull)
		}
		if is, known := plainTruth(p); known {
			return branch(x, fp, op, !is)
		}
	}
	return opIssetIsemptyStaticProp(x, fp, op)
}

// opFetchVarFast is FETCH_R, FETCH_IS and their kin; reads of globals with a
// literal name happen here.
func opFetchVarFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if (op.Code == uint8(opcode.FetchR) || op.Code == uint8(opcode.FetchIs)) && op.Op1Kind == code.Const && op.Ext&code.FetchGlobal != 0 {
		if lit := op.Literal(op.Op1); zval.Type(lit.T) == zval.StringT {
			if v := x.Globals.FindInd(lit.Str()); v != nil && v.T != tUndef {
				res(fp, op).CopyFrom(v.Deref())
				return next(op)
			}
		}
	}
	return opFetchVar(x, fp, op)
}

// opFetchDimRFast is FETCH_DIM_R: an offset inside a string is settled here.
func opFetchDimRFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op1Kind&(code.CV|code.Const) != 0 {
		c, d := val1(fp, op).Deref(), val2(fp, op)
		if zval.Type(c.T) == zval.StringT && d.T == tLong {
			s, n := c.Str(), d.Long()
			if n < 0 {
				n += int64(s.Len)
			}
			if uint64(n) < uint64(s.Len) {
				res(fp, op).SetStr(x.Space.Char(s.At(int(n))))
				return next(op)
			}
		} else if zval.Type(c.T) == zval.ArrayT && op.Op2Kind == code.Const && zval.Type(d.T) == zval.StringT {
			// A literal that reads as an integer has been made one.
			if v := c.Arr().Find(d.Str()); v != nil && zval.Type(v.T) < zval.ReferenceT {
				res(fp, op).CopyFrom(v)
				return next(op)
			}
		}
	}
	return opFetchDimR(x, fp, op)
}

// opJmpSetFast is op1 ?: ... of a variable or plain value.
func opJmpSetFast(x *Exec, fp *Frame, op *Opline) *Opline {
	v := val1(fp, op)
	if op.Op1Kind&tmpVar == 0 {
		v = v.Deref()
	} else if v.T&zval.FlagsMask != 0 || zval.Type(v.T) == zval.Indirect {
		return opJmpSet(x, fp, op)
	}
	is, known := plainTruth(v)
	switch {
	case !known:
		return opJmpSet(x, fp, op)
	case !is:
		return next(op)
	}
	res(fp, op).CopyFrom(v)
	return jump(op, op.Op2)
}

// opFetchClassConstantFast is op1::op2 with a literal name that was met before:
// the cache cells hold the class and the address of the value.
func opFetchClassConstantFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind == code.Const {
		if v := *cell(fp, op.Ext+8); v != 0 {
			c := *cell(fp, op.Ext)
			if op.Op1Kind == code.Const || op.Op1Kind == code.Var && c == at(fp, op.Op1).V || isSelf(op.Op1Kind, op.Op1) && c == uint64(code.FuncAt(fp.Func).Scope) {
				res(fp, op).CopyFrom(valueAtAddr(mm.Addr(v)))
				return next(op)
			}
		}
	}
	return opFetchClassConstant(x, fp, op)
}

// isSelf tells whether a class operand is self.
func isSelf(kind code.Kind, n uint32) bool {
	return kind == code.Unused && n&code.FetchClassMask == code.FetchClassSelf
}

// opFetchClassFast is FETCH_CLASS of an object's class.
func opFetchClassFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind&(code.CV|code.Tmp|code.Var) != 0 {
		if v := at(fp, op.Op2); zval.Type(v.T) == zval.ObjectT {
			r := res(fp, op)
			class := uint64(v.Obj().Class)
			if op.Op2Kind == code.CV {
				r.V, r.T = class, tUndef
				return next(op)
			}
			if dropThis(v.Obj()) {
				r.V, r.T = class, tUndef
				return next(op)
			}
		}
	}
	return opFetchClass(x, fp, op)
}

// opInitStaticMethodCallFast prepares a call of a static user method that was
// met before, of a class by its name or of self.
func opInitStaticMethodCallFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op2Kind != code.Const {
		return opInitStaticMethodCall(x, fp, op)
	}
	c := cells(fp, op.Result)
	target := c[0]
	switch {
	case target == 0:
		return opInitStaticMethodCall(x, fp, op)
	case op.Op1Kind == code.Const:
	case isSelf(op.Op1Kind, op.Op1) && target == uint64(code.FuncAt(fp.Func).Scope):
		// The class that was called last is passed on.
		if zval.Type(fp.This.T) == zval.ObjectT {
			return opInitStaticMethodCall(x, fp, op)
		}
		if fp.This.V != 0 {
			target = fp.This.V
		}
	default:
		return opInitStaticMethodCall(x, fp, op)
	}
	ctx := x.Ctx
	fn := code.FuncAt(mm.Addr(c[1]))
	top, size := ctx.Top, uintptr(fn.FrameBytes)
	const odd = code.AccClosure | code.AccAbstract | code.AccTrampoline
	if op.Ext > fn.NumArgs || fn.Kind != code.FuncUser || fn.Flags&(code.AccStatic|odd) != code.AccStatic || fn.Cache == 0 || top+size > ctx.End {
		return opInitStaticMethodCall(x, fp, op)
	}
	ctx.Top = top + size
	ctx.Depth++
	call := vmstack.At(top)
	call.Call = 0
	call.Func = mm.Addr(c[1])
	call.This = Value{V: target, U: op.Ext}
	call.Prev = fp.Call
	call.Symbols = 0
	fp.Call = top
	return next(op)
}

// opAssignFast is ASSIGN to a variable that holds a counted value.
func opAssignFast(x *Exec, fp *Frame, op *Opline) *Opline {
	p, v := at(fp, op.Op1), val2(fp, op)
	if op.Op1Kind != code.CV || op.ResKind != code.Unused || zval.Type(p.T) >= zval.ReferenceT || v.T == tUndef || zval.Type(v.T) >= zval.ReferenceT {
		return opAssign(x, fp, op)
	}
	old := *p
	p.V, p.T = v.V, v.T
	if op.Op2Kind&tmpVar == 0 {
		p.AddRef()
	}
	if old.T&zval.FlagsMask != 0 {
		fp.Opline = op.Addr()
		x.Space.ReleaseCounted(old.Counted())
		return done(x, op)
	}
	return next(op)
}

// opQmAssignFast copies what a variable holds.
func opQmAssignFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if v := val1(fp, op); op.Op1Kind&(code.CV|code.Const) != 0 && v.T != tUndef {
		res(fp, op).CopyFrom(v.Deref())
		return next(op)
	}
	return opQmAssign(x, fp, op)
}

// opJmpzFast is JMPZ of values that are not booleans or integers.
func opJmpzFast(x *Exec, fp *Frame, op *Opline) *Opline {
	if op.Op1Kind&tmpVar == 0 {
		if is, known := plainTruth(val1(fp, op).Deref()); known {
			if is {
				return next(op)
			}
			return jump(op, op.Op2)
		}
	}
	return opJmpz(x, fp, op)
}
