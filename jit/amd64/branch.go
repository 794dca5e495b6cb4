package amd64

import (
	"math/bits"

	"github.com/ebb-vm/ebb/jit/ir"
)

// thread finds where jumps to labels end up when an unconditional jump is all
// there is at a label.
func (l *lowering) thread() {
	code := l.f.Code
	l.alias = make([]ir.Label, l.f.Labels)
	for i := range l.alias {
		l.alias[i] = ir.Label(i)
	}
	for i := len(code) - 1; i > 0; i-- {
		if code[i].Op != ir.Jmp {
			continue
		}
		for j := i - 1; j >= 0 && code[j].Op == ir.Bind; j-- {
			l.alias[code[j].L] = code[i].L
		}
	}
}

// goal follows aliases; a few steps, as jumps may go round in circles.
func (l *lowering) goal(t ir.Label) ir.Label {
	for k := 0; k < 4 && l.alias[t] != t; k++ {
		t = l.alias[t]
	}
	return t
}

// next reports whether label t is bound at instruction i, with nothing but
// other labels before it.
func (l *lowering) next(i int, t ir.Label) bool {
	for code := l.f.Code; i < len(code) && code[i].Op == ir.Bind; i++ {
		if code[i].L == t {
			return true
		}
	}
	return false
}

func (l *lowering) site(c cc, t ir.Label) {
	l.sites = append(l.sites, site{raw: int32(l.n), label: l.goal(t), cc: c})
}

// jcc branches. A branch over a jump becomes the opposite branch.
func (l *lowering) jcc(c cc, t ir.Label) {
	code := l.f.Code
	if i := l.at + 1; i < len(code) && code[i].Op == ir.Jmp && l.next(i+1, t) {
		l.skip = i + 1
		if !l.next(i+1, code[i].L) {
			l.site(c^1, code[i].L)
		}
		return
	}
	l.site(c, t)
}

func (l *lowering) branch(in *ir.Ins) {
	switch in.Op {
	case ir.Jmp:
		if !l.next(l.at+1, in.L) {
			l.site(ccAlways, in.L)
		}
	case ir.Br:
		c := l.condition(in)
		l.compare(in)
		l.jcc(c, in.L)
	case ir.BrTest:
		l.test(in)
	case ir.BrF:
		l.branchFloat(in)
	case ir.BrM8:
		l.compareByte(in)
	case ir.BrM32:
		c := l.condition(in)
		m := l.memory(in)
		if fits32(in.Imm) {
			l.aluI(aluCmp, false, inMem(m), int32(in.Imm))
		} else {
			l.rm(opMovsxd, true, rax, m)
			l.constant(rcx, in.Imm)
			l.alu(aluCmp, true, rax, inReg(rcx))
		}
		l.jcc(c, in.L)
	case ir.BrM64:
		c := l.condition(in)
		m := l.memory(in)
		switch {
		case in.D != ir.None:
			l.aluTo(aluCmp, true, inMem(m), l.use(in.D, rdx))
		case fits32(in.Imm):
			l.aluI(aluCmp, true, inMem(m), int32(in.Imm))
		default:
			l.constant(rdx, in.Imm)
			l.aluTo(aluCmp, true, inMem(m), rdx)
		}
		l.jcc(c, in.L)
	case ir.BrTestM32:
		c := l.zeroCondition(in)
		l.testMem(l.memory(in), uint32(in.Imm))
		l.jcc(c, in.L)
	case ir.DecZ32:
		l.rm(opIncDec, false, idDec, l.memory(in))
		l.jcc(ccE, in.L)
	case ir.AddO:
		l.binary(in, aluAdd, true)
		l.jcc(ccO, in.L)
	case ir.SubO:
		l.binary(in, aluSub, false)
		l.jcc(ccO, in.L)
	case ir.MulO:
		l.mul(in)
		l.jcc(ccO, in.L)
	case ir.PollG:
		l.rm(opcode(aluCmp<<3|3), true, rsp, mem{base: r14, index: noReg, off: stackGuard})
		l.jcc(ccBE, in.L)
	}
}

// zeroCondition is the condition of the tests, EQ for zero.
func (l *lowering) zeroCondition(in *ir.Ins) cc {
	if in.Cc != ir.EQ && in.Cc != ir.NE {
		l.fail(in)
	}
	return l.condition(in)
}

// test branches on bits of a register.
func (l *lowering) test(in *ir.Ins) {
	c := l.zeroCondition(in)
	a := l.loc(in.A)
	mask := in.Imm
	switch {
	case mask == -1 && !a.isMem:
		l.rr(opTest, true, a.r, a.r)
	case mask == int64(uint8(mask)):
		l.ro(opTestI8, false, 0, a)
		l.byte(uint8(mask))
	case mask == int64(uint32(mask)):
		l.ro(opTestI, false, 0, a)
		l.imm32(int32(uint32(mask)))
	case fits32(mask):
		l.ro(opTestI, true, 0, a)
		l.imm32(int32(mask))
	case mask&(mask-1) == 0: // one bit of the high half: BT puts it in CF
		l.ro(opBtI, true, 4, a)
		l.byte(uint8(bits.TrailingZeros64(uint64(mask))))
		if in.Cc == ir.NE {
			c = ccB
		} else {
			c = ccAE
		}
	default:
		l.constant(rcx, mask)
		l.ro(opTest, true, rcx, a)
	}
	l.jcc(c, in.L)
}

// testMem sets ZF for bits of a word, looking at one byte of it if they are
// all there.
func (l *lowering) testMem(m mem, mask uint32) {
	for k := int32(0); k < 4; k++ {
		if rest := mask >> (8 * k); mask != 0 && rest<<(8*k) == mask && rest <= 0xff && m.off <= 1<<31-1-k {
			m.off += k
			l.rm(opTestI8, false, 0, m)
			l.byte(uint8(rest))
			return
		}
	}
	l.rm(opTestI, false, 0, m)
	l.imm32(int32(mask))
}

// unsigned has the condition for bytes, which are never negative.
var unsigned = [...]ir.Cond{ir.EQ: ir.EQ, ir.NE: ir.NE, ir.LT: ir.ULT, ir.LE: ir.ULE, ir.GT: ir.UGT, ir.GE: ir.UGE,
	ir.ULT: ir.ULT, ir.ULE: ir.ULE, ir.UGT: ir.UGT, ir.UGE: ir.UGE}

func (l *lowering) compareByte(in *ir.Ins) {
	c := l.condition(in)
	m := l.memory(in)
	switch {
	case in.Imm == int64(uint8(in.Imm)):
		c = ccOf[unsigned[in.Cc]]
		l.rm(opGroup1M8, false, aluCmp, m)
		l.byte(uint8(in.Imm))
	default:
		l.rm(opMovzx8, false, rax, m)
		if fits32(in.Imm) {
			l.aluI(aluCmp, true, inReg(rax), int32(in.Imm))
		} else {
			l.constant(rcx, in.Imm)
			l.alu(aluCmp, true, rax, inReg(rcx))
		}
	}
	l.jcc(c, in.L)
}

func (l *lowering) branchFloat(in *ir.Ins) {
	t := l.floatCompare(in)
	if !t.par {
		l.jcc(t.cc, in.L)
		return
	}
	if in.Cc == ir.NE {
		l.site(ccP, in.L)
		l.site(ccNE, in.L)
		return
	}
	// Equal and not unordered: a label of our own behind.
	over := ir.Label(len(l.labels))
	l.labels = append(l.labels, place{raw: unbound})
	l.alias = append(l.alias, over)
	l.site(ccP, over)
	l.site(ccE, in.L)
	l.labels[over] = l.here()
}
