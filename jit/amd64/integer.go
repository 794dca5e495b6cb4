package amd64

import (
	"math/bits"

	"github.com/ebb-vm/ebb/jit/ir"
)

// second returns the second operand of an integer operation; ok if it is the
// number imm instead. A number that no instruction takes is loaded to RCX.
func (l *lowering) second(in *ir.Ins) (o operand, imm int32, ok bool) {
	if in.B != ir.None {
		return l.loc(in.B), 0, false
	}
	if fits32(in.Imm) {
		return operand{}, int32(in.Imm), true
	}
	l.constant(rcx, in.Imm)
	return inReg(rcx), 0, false
}

// addI computes d = a + imm.
func (l *lowering) addI(d, a operand, imm int32) {
	switch {
	case imm == 0:
		l.mov(d, a)
	case same(d, a):
		l.aluI(aluAdd, true, d, imm)
	case !a.isMem:
		t := rax
		if !d.isMem {
			t = d.r
		}
		l.rm(opLea, true, t, mem{base: a.r, index: noReg, off: imm})
		if d.isMem {
			l.rm(opMovTo, true, t, d.m)
		}
	default:
		t := rax
		if !d.isMem {
			t = d.r
		}
		l.rm(opMov, true, t, a.m)
		l.aluI(aluAdd, true, inReg(t), imm)
		if d.isMem {
			l.rm(opMovTo, true, t, d.m)
		}
	}
}

func (l *lowering) add(in *ir.Ins) {
	if in.B == ir.None && fits32(in.Imm) {
		l.addI(l.loc(in.D), l.loc(in.A), int32(in.Imm))
		return
	}
	d, a := l.loc(in.D), l.loc(in.A)
	if in.B != ir.None && !d.isMem && !a.isMem && d != a {
		if b := l.loc(in.B); !b.isMem && b != d {
			l.rm(opLea, true, d.r, mem{base: a.r, index: b.r})
			return
		}
	}
	l.binary(in, aluAdd, true)
}

func (l *lowering) sub(in *ir.Ins) {
	if in.B == ir.None && in.Imm != -1<<31 && fits32(in.Imm) {
		l.addI(l.loc(in.D), l.loc(in.A), -int32(in.Imm))
		return
	}
	l.binary(in, aluSub, false)
}

// binary computes D = A op B by an operation of group 1. The flags are those
// of the operation; only moves follow it.
func (l *lowering) binary(in *ir.Ins, n uint8, commutes bool) {
	d, a := l.loc(in.D), l.loc(in.A)
	b, imm, isImm := l.second(in)
	if isImm {
		if same(d, a) {
			l.aluI(n, true, d, imm)
			return
		}
		t := l.result(in.D, rax)
		l.load(t, a)
		l.aluI(n, true, inReg(t), imm)
		l.keep(in.D, t)
		return
	}
	if d.isMem && same(d, a) && !b.isMem {
		l.aluTo(n, true, d, b.r)
		return
	}
	if d.isMem && commutes && same(d, b) && !a.isMem {
		l.aluTo(n, true, d, a.r)
		return
	}
	t := l.result(in.D, rax)
	if b.is(t) && !a.is(t) {
		if commutes {
			a, b = b, a
		} else {
			t = rax
		}
	}
	l.load(t, a)
	l.alu(n, true, t, b)
	l.keep(in.D, t)
}

// and differs from its like in that a mask without the high bits needs only
// half of the register.
func (l *lowering) and(in *ir.Ins) {
	if in.B != ir.None || in.Imm < 0 || in.Imm > 1<<32-1 {
		l.binary(in, aluAnd, true)
		return
	}
	d := l.result(in.D, rax)
	a := l.loc(in.A)
	switch {
	case in.Imm == 0xffffffff:
		l.ro(opMov, false, d, a)
	case in.Imm == 0xff && (!a.isMem || a.m.base == rsp):
		l.ro(opMovzx8, false, d, a)
	default:
		if !a.is(d) {
			l.ro(opMov, false, d, a)
		}
		l.aluI(aluAnd, false, inReg(d), int32(uint32(in.Imm)))
	}
	l.keep(in.D, d)
}

// mul computes D = A * B; the overflow flag is that of the operation unless
// another than a multiplication will do, which MulO does not ask for.
func (l *lowering) mul(in *ir.Ins) {
	if in.B == ir.None && in.Op == ir.Mul && in.Imm > 0 && in.Imm&(in.Imm-1) == 0 {
		l.shiftI(in, shShl, uint8(bits.TrailingZeros64(uint64(in.Imm))))
		return
	}
	a := l.loc(in.A)
	b, imm, isImm := l.second(in)
	t := l.result(in.D, rax)
	if isImm {
		if imm == int32(int8(imm)) {
			l.ro(opImulI8, true, t, a)
			l.byte(uint8(imm))
		} else {
			l.ro(opImulI, true, t, a)
			l.imm32(imm)
		}
		l.keep(in.D, t)
		return
	}
	if b.is(t) {
		a, b = b, a
	}
	l.load(t, a)
	l.ro(opImul, true, t, b)
	l.keep(in.D, t)
}

func (l *lowering) unary(in *ir.Ins, n uint8) {
	d, a := l.loc(in.D), l.loc(in.A)
	if same(d, a) {
		l.ro(opUnary, true, n, d)
		return
	}
	t := l.result(in.D, rax)
	l.load(t, a)
	l.rr(opUnary, true, n, t)
	l.keep(in.D, t)
}

func (l *lowering) shift(in *ir.Ins, n uint8) {
	if in.B == ir.None {
		l.shiftI(in, n, uint8(in.Imm)&63)
		return
	}
	d, a := l.loc(in.D), l.loc(in.A)
	l.ro(opMov, false, rcx, l.loc(in.B))
	if same(d, a) {
		l.ro(opShiftCL, true, n, d)
		return
	}
	t := l.result(in.D, rax)
	l.load(t, a)
	l.rr(opShiftCL, true, n, t)
	l.keep(in.D, t)
}

func (l *lowering) shiftI(in *ir.Ins, n, count uint8) {
	d, a := l.loc(in.D), l.loc(in.A)
	if count == 0 {
		l.mov(d, a)
		return
	}
	t := l.result(in.D, rax)
	if n == shShl && count == 1 && !a.isMem && a != d {
		l.rm(opLea, true, t, mem{base: a.r, index: a.r})
		l.keep(in.D, t)
		return
	}
	dest := d
	if !same(d, a) {
		l.load(t, a)
		dest = inReg(t)
	}
	if count == 1 {
		l.ro(opShift1, true, n, dest)
	} else {
		l.ro(opShiftI, true, n, dest)
		l.byte(count)
	}
	if dest != d {
		l.keep(in.D, t)
	}
}

// divide leaves the quotient in RAX, the remainder in RDX.
func (l *lowering) divide(in *ir.Ins, from reg) {
	l.load(rax, l.loc(in.A))
	l.cqo()
	l.ro(opUnary, true, unIdiv, l.loc(in.B))
	l.keep(in.D, from)
}

// ccOf has the flags' condition of an integer comparison.
var ccOf = [...]cc{ir.EQ: ccE, ir.NE: ccNE, ir.LT: ccL, ir.LE: ccLE, ir.GT: ccG, ir.GE: ccGE,
	ir.ULT: ccB, ir.ULE: ccBE, ir.UGT: ccA, ir.UGE: ccAE}

// condition of an integer comparison.
func (l *lowering) condition(in *ir.Ins) cc {
	if int(in.Cc) >= len(ccOf) {
		l.fail(in)
		return ccE
	}
	return ccOf[in.Cc]
}

// compare sets the flags for A Cc B.
func (l *lowering) compare(in *ir.Ins) {
	a := l.loc(in.A)
	b, imm, isImm := l.second(in)
	switch {
	case isImm && imm == 0 && !a.isMem:
		l.rr(opTest, true, a.r, a.r)
	case isImm:
		l.aluI(aluCmp, true, a, imm)
	case !a.isMem:
		l.alu(aluCmp, true, a.r, b)
	case !b.isMem:
		l.aluTo(aluCmp, true, a, b.r)
	default:
		l.rm(opMov, true, rax, a.m)
		l.alu(aluCmp, true, rax, b)
	}
}

func (l *lowering) set(in *ir.Ins) {
	c := l.condition(in)
	d := l.result(in.D, rax)
	b := operand{r: noReg}
	if in.B != ir.None {
		b = l.loc(in.B)
	}
	if d != rax && !l.loc(in.A).is(d) && !b.is(d) {
		l.constant(d, 0)
		l.compare(in)
		l.setcc(c, d)
		return
	}
	l.compare(in)
	l.setcc(c, d)
	l.rr(opMovzx8, false, d, d)
	l.keep(in.D, d)
}
