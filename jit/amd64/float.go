package amd64

import "github.com/ebb-vm/ebb/jit/ir"

// useX is use for doubles.
func (l *lowering) useX(r ir.Reg, scratch reg) reg {
	o := l.loc(r)
	if !o.isMem {
		return o.r
	}
	l.rm(opMovsd, false, scratch, o.m)
	return scratch
}

// keepX is keep for doubles.
func (l *lowering) keepX(r ir.Reg, from reg) {
	o := l.loc(r)
	if o.isMem {
		l.rm(opMovsdTo, false, from, o.m)
	} else {
		l.moveX(o.r, from)
	}
}

// loadX moves the value of an operand to an SSE register.
func (l *lowering) loadX(d reg, o operand) {
	if o.isMem {
		l.rm(opMovsd, false, d, o.m)
	} else {
		l.moveX(d, o.r)
	}
}

func (l *lowering) float(in *ir.Ins) {
	switch in.Op {
	case ir.MovF:
		d, a := l.loc(in.D), l.loc(in.A)
		switch {
		case same(d, a):
		case d.isMem && a.isMem:
			l.mov(d, a)
		case d.isMem:
			l.rm(opMovsdTo, false, a.r, d.m)
		default:
			l.loadX(d.r, a)
		}
	case ir.ConstF:
		d := l.loc(in.D)
		switch {
		case d.isMem:
			l.constTo(d, in.Imm)
		case in.Imm == 0:
			l.rr(opXorps, false, d.r, d.r)
		default:
			l.constant(rax, in.Imm)
			l.rr(opMovqX, true, d.r, rax)
		}
	case ir.LdF:
		m := l.memory(in)
		d := l.result(in.D, xmm15)
		l.rm(opMovsd, false, d, m)
		l.keepX(in.D, d)
	case ir.StF:
		m := l.memory(in)
		l.rm(opMovsdTo, false, l.useX(in.D, xmm15), m)
	case ir.FAdd:
		l.floatBinary(in, opAddsd, true)
	case ir.FSub:
		l.floatBinary(in, opSubsd, false)
	case ir.FMul:
		l.floatBinary(in, opMulsd, true)
	case ir.FDiv:
		l.floatBinary(in, opDivsd, false)
	case ir.FNeg: // the sign bit is changed, of zeros and NaNs too
		l.rr(opPcmpeqd, false, xmm14, xmm14)
		l.rr(opPsllqI, false, 6, xmm14)
		l.byte(63)
		d := l.result(in.D, xmm15)
		l.loadX(d, l.loc(in.A))
		l.rr(opXorps, false, d, xmm14)
		l.keepX(in.D, d)
	case ir.FSqrt:
		d := l.result(in.D, xmm15)
		l.ro(opSqrtsd, false, d, l.loc(in.A))
		l.keepX(in.D, d)
	case ir.IntToF:
		d := l.result(in.D, xmm15)
		l.rr(opXorps, false, d, d) // the conversion keeps the upper half, hence waits for it
		l.ro(opCvtsi2sd, true, d, l.loc(in.A))
		l.keepX(in.D, d)
	case ir.FToInt:
		d := l.result(in.D, rax)
		l.ro(opCvttsd2i, true, d, l.loc(in.A))
		l.keep(in.D, d)
	case ir.FBits:
		d, a := l.loc(in.D), l.loc(in.A)
		switch {
		case a.isMem:
			l.mov(d, a)
		case d.isMem:
			l.rm(opMovsdTo, false, a.r, d.m)
		default:
			l.rr(opMovqG, true, a.r, d.r)
		}
	case ir.BitsF:
		d, a := l.loc(in.D), l.loc(in.A)
		switch {
		case d.isMem:
			l.mov(d, a)
		case a.isMem:
			l.rm(opMovsd, false, d.r, a.m)
		default:
			l.rr(opMovqX, true, d.r, a.r)
		}
	case ir.FSet:
		l.floatSet(in)
	}
}

func (l *lowering) floatBinary(in *ir.Ins, op opcode, commutes bool) {
	a, b := l.loc(in.A), l.loc(in.B)
	t := l.result(in.D, xmm15)
	if b.is(t) && !a.is(t) {
		if commutes {
			a, b = b, a
		} else {
			t = xmm15
		}
	}
	l.loadX(t, a)
	l.ro(op, false, t, b)
	l.keepX(in.D, t)
}

// floatTest is how to test a comparison of doubles after UCOMISD, which sets
// ZF, PF and CF when an operand is a NaN, CF alone for less, ZF alone for
// equal. Swapping the operands spares a look at PF.
type floatTest struct {
	cc   cc
	swap bool
	par  bool // PF counts too
}

var floatTests = [...]floatTest{
	ir.EQ: {ccE, false, true}, ir.NE: {ccNE, false, true},
	ir.GT: {ccA, false, false}, ir.GE: {ccAE, false, false}, ir.LT: {ccA, true, false}, ir.LE: {ccAE, true, false},
	ir.NGT: {ccBE, false, false}, ir.NGE: {ccB, false, false}, ir.NLT: {ccBE, true, false}, ir.NLE: {ccB, true, false},
}

// floatCompare sets the flags and says what to look at.
func (l *lowering) floatCompare(in *ir.Ins) floatTest {
	if int(in.Cc) >= len(floatTests) || in.Cc >= ir.ULT && in.Cc <= ir.UGE {
		l.fail(in)
		return floatTest{}
	}
	t := floatTests[in.Cc]
	a, b := in.A, in.B
	if t.swap {
		a, b = b, a
	}
	l.ro(opUcomisd, false, l.useX(a, xmm15), l.loc(b))
	return t
}

func (l *lowering) floatSet(in *ir.Ins) {
	t := l.floatCompare(in)
	d := l.result(in.D, rax)
	l.setcc(t.cc, d)
	if t.par {
		if in.Cc == ir.EQ {
			l.setcc(ccNP, rcx)
			l.alu(aluAnd, false, d, inReg(rcx))
		} else {
			l.setcc(ccP, rcx)
			l.alu(aluOr, false, d, inReg(rcx))
		}
	}
	l.rr(opMovzx8, false, d, d)
	l.keep(in.D, d)
}
