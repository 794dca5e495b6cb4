package template

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// arith is ADD, SUB and MUL: integers with a check for overflow, doubles, and
// the two mixed.
func (t *T) arith(checked, double ir.Op) bool {
	return t.numeric(
		func() {
			r := t.NewReg()
			t.checked(checked, r, One, Two, t.Slow())
			t.SetInt(Res, r)
		},
		func(a, b ir.Reg) {
			r := t.NewFloat()
			t.Op2(double, r, a, b)
			t.SetFloat(Res, r)
		})
}

// checked emits an operation on two integers that branches on overflow.
func (t *T) checked(op ir.Op, r ir.Reg, a, b int, over ir.Label) {
	if n, ok := t.constInt(b); ok {
		t.CheckedI(op, r, t.Int(a), n, over)
		return
	}
	if n, ok := t.constInt(a); ok && op != ir.SubO {
		t.CheckedI(op, r, t.Int(b), n, over)
		return
	}
	t.Checked(op, r, t.Int(a), t.Int(b), over)
}

// numeric emits ints for two integers and doubles for two numbers that are not
// both integers, each ending with the next opline. ints may be nil.
func (t *T) numeric(ints func(), doubles func(a, b ir.Reg)) bool {
	slow := t.Slow
	if t.C != nil {
		a, b := t.expect(One), t.expect(Two)
		number := func(x uint32) bool { return x == abi.Long || x == abi.Double }
		if !number(a) || !number(b) {
			return false
		}
		t.Guard(One, a, slow())
		t.Guard(Two, b, slow())
		if a == abi.Long && b == abi.Long {
			if ints == nil {
				return false
			}
			ints()
		} else {
			doubles(t.asFloat(One, a), t.asFloat(Two, b))
		}
		t.Next(1)
		return true
	}
	aT, bT := t.Mem(One).Plus(abi.ValT), t.Mem(Two).Plus(abi.ValT)
	notLong, mixed, dd, do := t.NewLabel(), t.NewLabel(), t.NewLabel(), t.NewLabel()
	x, y := t.NewFloat(), t.NewFloat()
	t.BrM32(ir.NE, aT, int64(abi.Long), notLong)
	t.BrM32(ir.NE, bT, int64(abi.Long), mixed)
	if ints != nil {
		ints()
		t.Next(1)
	} else {
		t.Jmp(slow())
	}
	t.Bind(notLong)
	t.BrM32(ir.NE, aT, int64(abi.Double), slow())
	t.LdF(x, t.Mem(One))
	t.BrM32(ir.EQ, bT, int64(abi.Double), dd)
	t.BrM32(ir.NE, bT, int64(abi.Long), slow())
	n := t.NewReg()
	t.Ld64(n, t.Mem(Two))
	t.Op1(ir.IntToF, y, n)
	t.Jmp(do)
	t.Bind(mixed)
	t.BrM32(ir.NE, bT, int64(abi.Double), slow())
	n = t.NewReg()
	t.Ld64(n, t.Mem(One))
	t.Op1(ir.IntToF, x, n)
	t.Bind(dd)
	t.LdF(y, t.Mem(Two))
	t.Bind(do)
	doubles(x, y)
	t.Next(1)
	return true
}

// asFloat is a number as a double.
func (t *T) asFloat(n int, typ uint32) ir.Reg {
	if typ == abi.Double {
		return t.Float(n)
	}
	if c, ok := t.constInt(n); ok {
		r := t.NewFloat()
		t.ConstF(r, floatBits(float64(c)))
		return r
	}
	r := t.NewFloat()
	t.Op1(ir.IntToF, r, t.Int(n))
	return r
}

// expect is the operand's type, or else the one it is guessed to have.
func (t *T) expect(n int) uint32 {
	if k := t.Type(n); k != Unknown || t.C == nil {
		return k
	}
	return t.C.guess(t, n)
}

// div is DIV of doubles and of integers by what is not zero.
func (t *T) div() bool {
	double := func(a, b ir.Reg) {
		zero, r := t.NewFloat(), t.NewFloat()
		t.ConstF(zero, 0)
		t.BrF(ir.EQ, b, zero, t.Slow())
		t.Op2(ir.FDiv, r, a, b)
		t.SetFloat(Res, r)
	}
	ints := func() {
		// An integer when it is exact, else a double.
		a, b := t.Int(One), t.Int(Two)
		s, r, q, x, y := t.NewReg(), t.NewReg(), t.NewReg(), t.NewFloat(), t.NewFloat()
		inexact, done := t.NewLabel(), t.NewLabel()
		t.OpI(ir.Add, s, b, 1)
		t.BrI(ir.ULE, s, 1, t.Slow()) // by 0 or -1
		m := t.dest(Res)
		t.Op2(ir.Rem, r, a, b)
		t.BrI(ir.NE, r, 0, inexact)
		t.Op2(ir.Div, q, a, b)
		t.St64(m, q)
		t.St32I(m.Plus(abi.ValT), int64(abi.Long))
		t.Jmp(done)
		t.Bind(inexact)
		t.Op1(ir.IntToF, x, a)
		t.Op1(ir.IntToF, y, b)
		t.Op2(ir.FDiv, x, x, y)
		t.StF(m, x)
		t.St32I(m.Plus(abi.ValT), int64(abi.Double))
		t.Bind(done)
	}
	return t.numeric(ints, double)
}

// longs emits an operation on two integers.
func (t *T) longs(do func(a, b ir.Reg) ir.Reg) bool {
	if t.C != nil && (t.expect(One) != abi.Long || t.expect(Two) != abi.Long) {
		return false
	}
	t.Guard(One, abi.Long, t.Slow())
	t.Guard(Two, abi.Long, t.Slow())
	t.SetInt(Res, do(t.Int(One), t.Int(Two)))
	t.Next(1)
	return true
}

func (t *T) bitwise(op ir.Op) bool {
	return t.longs(func(a, b ir.Reg) ir.Reg {
		r := t.NewReg()
		if n, ok := t.constInt(Two); ok {
			t.OpI(op, r, a, n)
		} else {
			t.Op2(op, r, a, b)
		}
		return r
	})
}

func (t *T) mod() bool {
	return t.longs(func(a, b ir.Reg) ir.Reg {
		r := t.NewReg()
		if n, ok := t.constInt(Two); !ok || n == 0 || n == -1 {
			s := t.NewReg()
			t.OpI(ir.Add, s, b, 1)
			t.BrI(ir.ULE, s, 1, t.Slow()) // by 0 or -1
		}
		t.Op2(ir.Rem, r, a, b)
		return r
	})
}

func (t *T) shift(op ir.Op) bool {
	return t.longs(func(a, b ir.Reg) ir.Reg {
		r := t.NewReg()
		if n, ok := t.constInt(Two); ok && uint64(n) < 64 {
			t.OpI(op, r, a, n)
			return r
		}
		t.BrI(ir.UGT, b, 63, t.Slow())
		t.Op2(op, r, a, b)
		return r
	})
}

// incDec is ++ and -- of a variable.
func (t *T) incDec() bool {
	if t.K1 == abi.Var {
		return t.incDecAt()
	}
	op := ir.AddO
	if t.Code == opcode.PreDec || t.Code == opcode.PostDec {
		op = ir.SubO
	}
	post := t.Code == opcode.PostInc || t.Code == opcode.PostDec
	typ := t.expect(One)
	if t.C != nil && typ == abi.Double {
		t.Guard(One, abi.Double, t.Slow())
		r, one := t.NewFloat(), t.NewFloat()
		old := t.NewFloat()
		t.MovF(old, t.Float(One))
		t.ConstF(one, floatBits(1))
		if op == ir.AddO {
			t.Op2(ir.FAdd, r, old, one)
		} else {
			t.Op2(ir.FSub, r, old, one)
		}
		t.updateFloat(One, r)
		if t.used() {
			if post {
				t.SetFloat(Res, old)
			} else {
				t.SetFloat(Res, r)
			}
		}
		t.Next(1)
		return true
	}
	if t.C != nil && typ != abi.Long {
		return false
	}
	t.Guard(One, abi.Long, t.Slow())
	old, r := t.Int(One), t.NewReg()
	t.CheckedI(op, r, old, 1, t.Slow())
	if post && t.used() {
		// The result may be the variable's own register's old value.
		keep := t.NewReg()
		t.Mov(keep, old)
		old = keep
	}
	t.updateInt(One, r)
	if t.used() {
		if post {
			t.SetInt(Res, old)
		} else {
			t.SetInt(Res, r)
		}
	}
	t.Next(1)
	return true
}

// incDecAt is ++ and -- of an integer that the operand points to.
func (t *T) incDecAt() bool {
	m := t.Mem(One)
	p, old, r := t.NewReg(), t.NewReg(), t.NewReg()
	t.BrM32(ir.NE, m.Plus(abi.ValT), int64(abi.Indirect), t.Slow())
	t.Ld64(p, m)
	t.BrM32(ir.NE, ir.At(p, abi.ValT), int64(abi.Long), t.Slow())
	t.Ld64(old, ir.At(p, 0))
	op := ir.AddO
	if t.Code == opcode.PreDec || t.Code == opcode.PostDec {
		op = ir.SubO
	}
	t.CheckedI(op, r, old, 1, t.Slow())
	t.St64(ir.At(p, 0), r)
	if t.used() {
		if t.Code == opcode.PostInc || t.Code == opcode.PostDec {
			r = old
		}
		t.SetInt(Res, r)
	}
	t.Next(1)
	return true
}

// assignOp is op= on a variable that holds a number.
func (t *T) assignOp(op opcode.Op) bool {
	if t.K1 != abi.CV || t.used() {
		return false
	}
	if op == opcode.Concat {
		return t.appendString()
	}
	var ints func(r ir.Reg)
	var double ir.Op
	switch op {
	case opcode.Add:
		ints = func(r ir.Reg) { t.checked(ir.AddO, r, One, Two, t.Slow()) }
		double = ir.FAdd
	case opcode.Sub:
		ints = func(r ir.Reg) { t.checked(ir.SubO, r, One, Two, t.Slow()) }
		double = ir.FSub
	case opcode.Mul:
		ints = func(r ir.Reg) { t.checked(ir.MulO, r, One, Two, t.Slow()) }
		double = ir.FMul
	case opcode.Div:
		double = ir.FDiv
	case opcode.BwAnd:
		ints = func(r ir.Reg) { t.Op2(ir.And, r, t.Int(One), t.Int(Two)) }
	case opcode.BwOr:
		ints = func(r ir.Reg) { t.Op2(ir.Or, r, t.Int(One), t.Int(Two)) }
	case opcode.BwXor:
		ints = func(r ir.Reg) { t.Op2(ir.Xor, r, t.Int(One), t.Int(Two)) }
	case opcode.Sl, opcode.Sr:
		ints = func(r ir.Reg) {
			o := ir.Shl
			if op == opcode.Sr {
				o = ir.Sar
			}
			n := t.Int(Two)
			t.BrI(ir.UGT, n, 63, t.Slow())
			t.Op2(o, r, t.Int(One), n)
		}
	case opcode.Mod:
		ints = func(r ir.Reg) {
			s, n := t.NewReg(), t.Int(Two)
			t.OpI(ir.Add, s, n, 1)
			t.BrI(ir.ULE, s, 1, t.Slow())
			t.Op2(ir.Rem, r, t.Int(One), n)
		}
	default:
		return false
	}
	doInts := func() {
		r := t.NewReg()
		ints(r)
		t.updateInt(One, r)
	}
	doDoubles := func(a, b ir.Reg) {
		if double == ir.FDiv {
			zero := t.NewFloat()
			t.ConstF(zero, 0)
			t.BrF(ir.EQ, b, zero, t.Slow())
		}
		r := t.NewFloat()
		t.Op2(double, r, a, b)
		t.SetFloat(One, r)
	}
	if double == ir.Invalid {
		if t.C != nil && (t.expect(One) != abi.Long || t.expect(Two) != abi.Long) {
			return false
		}
		t.Guard(One, abi.Long, t.Slow())
		t.Guard(Two, abi.Long, t.Slow())
		doInts()
		t.Next(1)
		return true
	}
	if ints == nil {
		return t.numeric(nil, doDoubles)
	}
	return t.numeric(doInts, doDoubles)
}
