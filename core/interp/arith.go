package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Operators whose operands are not the plain numbers the switch handles.

// opBinary is any binary operator.
func opBinary(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	binary(x, fp, op, op.Code)
	return done(x, op)
}

func binary(x *Exec, fp *Frame, op *Opline, code uint8) {
	a := get1(x, fp, op)
	b := get2(x, fp, op)
	r := res(fp, op)
	// The result's temporary may be an operand's: compute aside.
	var tmp Value
	t := noescape(&tmp)
	x.BinaryOp(opcode.Op(code), t, a, b)
	drop1(x, fp, op)
	drop2(x, fp, op)
	r.MoveFrom(t)
}

// opArith is ADD, SUB and MUL with a float among the operands; what is not a
// number goes to opBinary.
func opArith(x *Exec, fp *Frame, op *Opline) *Opline {
	a, b := val1(fp, op), val2(fp, op)
	var p, q float64
	switch a.T {
	case tDouble:
		p = a.Double()
	case tLong:
		p = float64(a.Long())
	default:
		return opBinary(x, fp, op)
	}
	switch b.T {
	case tDouble:
		q = b.Double()
	case tLong:
		q = float64(b.Long())
	default:
		return opBinary(x, fp, op)
	}
	if a.T == tLong && b.T == tLong { // an integer result that overflowed
		return opBinary(x, fp, op)
	}
	r := res(fp, op)
	switch opcode.Op(op.Code) {
	case opcode.Add:
		r.SetDouble(p + q)
	case opcode.Sub:
		r.SetDouble(p - q)
	default:
		r.SetDouble(p * q)
	}
	return next(op)
}

// opBwNot is ~.
func opBwNot(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	var tmp Value
	x.UnaryOp(opcode.BwNot, noescape(&tmp), v)
	drop1(x, fp, op)
	res(fp, op).MoveFrom(&tmp)
	return done(x, op)
}

// opCompare is the comparisons on anything: ==, !=, <, <=, and CASE.
func opCompare(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	a := get1(x, fp, op)
	b := get2(x, fp, op)
	var r bool
	switch opcode.Op(op.Code) {
	case opcode.IsEqual, opcode.Case:
		r = x.LooseEqual(a, b)
	case opcode.IsNotEqual:
		r = !x.LooseEqual(a, b)
	case opcode.IsSmaller:
		r = x.Compare(a, b) < 0
	case opcode.IsSmallerOrEqual:
		r = x.Compare(a, b) <= 0
	}
	if op.Code != uint8(opcode.Case) {
		drop1(x, fp, op)
	}
	drop2(x, fp, op)
	return branch(x, fp, op, r)
}

// opSpaceship is <=>.
func opSpaceship(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := x.Compare(get1(x, fp, op), get2(x, fp, op))
	drop1(x, fp, op)
	drop2(x, fp, op)
	if c > 1 {
		c = 1
	}
	res(fp, op).SetLong(int64(c))
	return done(x, op)
}

// opIdentical is ===, !== and CASE_STRICT.
func opIdentical(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	a := get1(x, fp, op)
	b := get2(x, fp, op)
	r := x.Identical(a, b)
	if op.Code != uint8(opcode.CaseStrict) {
		drop1(x, fp, op)
	}
	drop2(x, fp, op)
	return branch(x, fp, op, r != (op.Code == uint8(opcode.IsNotIdentical)))
}

// opIncDec is ++ and -- of a variable, before or after.
func opIncDec(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	p := ptr1(fp, op)
	c := opcode.Op(op.Code)
	inc := c == opcode.PreInc || c == opcode.PostInc
	post := c == opcode.PostInc || c == opcode.PostDec
	if p.T == tUndef {
		if op.Op1Kind == code.CV {
			p.SetNull()
			undefined(x, fp, op.Op1)
			if x.Ctx.Exception != 0 {
				if op.ResKind != code.Unused {
					res(fp, op).SetUndef()
				}
				return unwind(x)
			}
			if p.T == tUndef { // the message's handler unset it
				p.SetNull()
			}
		} else { // a fetch that failed
			if op.ResKind != code.Unused {
				res(fp, op).SetNull()
			}
			return done(x, op)
		}
	}
	var r *Value
	if op.ResKind != code.Unused {
		r = res(fp, op)
		r.SetUndef()
	}
	incDecSlot(x, p, inc, post, r)
	drop1(x, fp, op)
	return done(x, op)
}

// incDecSlot steps the variable p (a reference is followed and its types
// honoured); r, when not nil, receives the new value, or the old one when post.
func incDecSlot(x *Exec, p *Value, inc, post bool, r *Value) {
	d := p.Deref()
	if d != p && p.Ref().Sources != 0 {
		incDecTypedRef(x, p, inc, post, r)
		return
	}
	if d.T == tLong {
		n := d.Long()
		if post && r != nil {
			r.SetLong(n)
		}
		if inc {
			if n == maxLong {
				d.SetDouble(maxLongPlus1)
			} else {
				d.SetLong(n + 1)
			}
		} else if n == minLong {
			d.SetDouble(minLongMinus1)
		} else {
			d.SetLong(n - 1)
		}
		if !post && r != nil {
			r.MoveFrom(d)
		}
		return
	}
	if post && r != nil {
		r.CopyFrom(d)
	}
	x.IncDec(d, inc)
	if !post && r != nil {
		r.CopyFrom(d)
	}
}

const (
	maxLong       = 1<<63 - 1
	minLong       = -1 << 63
	maxLongPlus1  = 9223372036854775808.0
	minLongMinus1 = -9223372036854775809.0
)

// opAssignOp is op1 <ext>= op2 on a variable.
func opAssignOp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	b := get2(x, fp, op)
	p := ptr1(fp, op)
	if p.T == tUndef && op.Op1Kind == code.CV {
		p.SetNull()
		undefined(x, fp, op.Op1)
	}
	var r *Value
	if op.ResKind != code.Unused {
		r = res(fp, op)
		r.SetNull()
	}
	if x.Ctx.Exception == 0 {
		x.AssignOpSlot(opcode.Op(op.Ext), p, b)
		if r != nil && x.Ctx.Exception == 0 {
			r.CopyFrom(p.Deref())
		}
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}
