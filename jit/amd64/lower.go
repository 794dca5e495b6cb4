package amd64

import (
	"fmt"
	"math"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

// Compile makes machine code of a function.
func Compile(f *ir.Func) (*ir.Assembly, error) {
	res, err := regalloc.Allocate(f, target)
	if err != nil {
		return nil, err
	}
	c := &lowering{f: f, res: res}
	c.label = make([]int32, f.Labels)
	for i := range c.label {
		c.label[i] = -1
	}
	at := make([]int32, len(f.Code))
	for i := range f.Code {
		at[i] = c.pos()
		in := &f.Code[i]
		if in.Op == ir.Jmp && i+1 < len(f.Code) && f.Code[i+1].Op == ir.Bind && f.Code[i+1].L == in.L {
			continue
		}
		if err := c.lower(in); err != nil {
			return nil, err
		}
	}
	c.link()
	return &ir.Assembly{Code: c.code, Labels: c.label[:f.Labels], Ins: at, Spills: res.Spills}, nil
}

type lowering struct {
	assembler
	f   *ir.Func
	res *regalloc.Result
}

func (c *lowering) spill(r ir.Reg) mem {
	return mem{rsp, none, 0, 8 + 8*int32(c.res.Locs[r].Spill)}
}

// use is the register a value is in; a spilled one is loaded into scratch.
func (c *lowering) use(r ir.Reg, scratch Reg) Reg {
	switch r {
	case ir.IP:
		return rsi
	case ir.FP:
		return rbx
	case ir.CTX:
		return rdi
	}
	if l := c.res.Locs[r]; l.InReg() {
		return Reg(l.Reg)
	}
	if c.f.IsFloat(r) {
		c.mems(sse(0xf2, 0x10), scratch, c.spill(r))
	} else {
		c.mems(op1(0x8b).w(), scratch, c.spill(r))
	}
	return scratch
}

// def is the register to compute a value in.
func (c *lowering) def(r ir.Reg, scratch Reg) Reg {
	switch r {
	case ir.IP:
		return rsi
	case ir.FP:
		return rbx
	}
	if l := c.res.Locs[r]; l.InReg() {
		return Reg(l.Reg)
	}
	return scratch
}

// done stores a value that was computed in scratch. The flags stay.
func (c *lowering) done(r ir.Reg, p Reg) {
	if r < ir.FirstVirtual {
		return
	}
	if l := c.res.Locs[r]; l.InReg() || l.Spill < 0 {
		return
	}
	if c.f.IsFloat(r) {
		c.mems(sse(0xf2, 0x11), p, c.spill(r))
	} else {
		c.mems(op1(0x89).w(), p, c.spill(r))
	}
}

// mem is an instruction's memory operand; RCX and RDX may be used.
func (c *lowering) mem(i *ir.Ins) mem {
	m := mem{c.use(i.A, rcx), none, 0, i.Off}
	if i.B != ir.None {
		m.index, m.scale = c.use(i.B, rdx), i.Scale
	}
	return m
}

func small(v int64) bool { return v == int64(int32(v)) }

var intConds = map[ir.Cond]cc{
	ir.EQ: ce, ir.NE: cne, ir.LT: cl, ir.LE: cle, ir.GT: cg, ir.GE: cge,
	ir.ULT: cb, ir.ULE: cbe, ir.UGT: ca, ir.UGE: cae,
}

// Bytes are compared unsigned.
var byteConds = map[ir.Cond]cc{
	ir.EQ: ce, ir.NE: cne, ir.LT: cb, ir.LE: cbe, ir.GT: ca, ir.GE: cae,
	ir.ULT: cb, ir.ULE: cbe, ir.UGT: ca, ir.UGE: cae,
}

func (c *lowering) compare(i *ir.Ins) {
	a := c.use(i.A, rcx)
	switch {
	case i.B != ir.None:
		c.regs(op1(0x39).w(), c.use(i.B, rdx), a)
	case i.Imm == 0 && (i.Cc == ir.EQ || i.Cc == ir.NE):
		c.regs(op1(0x85).w(), a, a)
	case small(i.Imm):
		c.aluImm(extCmp, a, int32(i.Imm))
	default:
		c.movImm(rdx, i.Imm)
		c.regs(op1(0x39).w(), rdx, a)
	}
}

// compareF compares doubles so that the condition it returns is false for a
// NaN; exact says that it is, and negated that the opposite is meant. EQ and
// NE need the parity flag too, which is for the caller.
func (c *lowering) compareF(i *ir.Ins) cc {
	a, b := c.use(i.A, x14), c.use(i.B, x15)
	ucomisd := sse(0x66, 0x2e)
	switch i.Cc {
	case ir.LT, ir.NLT, ir.LE, ir.NLE:
		c.regs(ucomisd, b, a) // b above a: CF says less or unordered
	default:
		c.regs(ucomisd, a, b)
	}
	switch i.Cc {
	case ir.LT, ir.GT:
		return ca
	case ir.LE, ir.GE:
		return cae
	case ir.NLT, ir.NGT:
		return cbe
	case ir.NLE, ir.NGE:
		return cb
	case ir.EQ:
		return ce
	}
	return cne
}

var alu = map[ir.Op]struct {
	op  byte
	ext Reg
}{
	ir.Add: {0x01, extAdd}, ir.AddO: {0x01, extAdd}, ir.Sub: {0x29, extSub}, ir.SubO: {0x29, extSub},
	ir.And: {0x21, extAnd}, ir.Or: {0x09, extOr}, ir.Xor: {0x31, extXor},
}

var binaryF = map[ir.Op]byte{ir.FAdd: 0x58, ir.FSub: 0x5c, ir.FMul: 0x59, ir.FDiv: 0x5e}

func (c *lowering) lower(i *ir.Ins) error {
	switch i.Op {
	case ir.Bind:
		c.label[i.L] = c.pos()
	case ir.Mov:
		d := c.def(i.D, rax)
		c.mov(d, c.use(i.A, d))
		c.done(i.D, d)
	case ir.MovF:
		d := c.def(i.D, x15)
		c.movF(d, c.use(i.A, d))
		c.done(i.D, d)
	case ir.Const:
		d := c.def(i.D, rax)
		c.movImm(d, i.Imm)
		c.done(i.D, d)
	case ir.ConstF:
		d := c.def(i.D, x15)
		if i.Imm == 0 {
			c.regs(op2(0x57), d, d) // xorps
		} else {
			c.movImm(rax, i.Imm)
			c.regs(sse(0x66, 0x6e).w(), d, rax)
		}
		c.done(i.D, d)
	case ir.Zext32:
		d := c.def(i.D, rax)
		c.regs(op1(0x89), c.use(i.A, rcx), d)
		c.done(i.D, d)
	case ir.Sext32:
		d := c.def(i.D, rax)
		c.regs(op1(0x63).w(), d, c.use(i.A, rcx))
		c.done(i.D, d)
	case ir.Ld8:
		c.load(i, op2(0xb6), rax)
	case ir.Ld32:
		c.load(i, op1(0x8b), rax)
	case ir.Ld32S:
		c.load(i, op1(0x63).w(), rax)
	case ir.Ld64:
		c.load(i, op1(0x8b).w(), rax)
	case ir.LdF:
		c.load(i, sse(0xf2, 0x10), x15)
	case ir.Lea:
		c.load(i, op1(0x8d).w(), rax)
	case ir.St8:
		c.store(i, op1(0x88).b8(), rax)
	case ir.St32:
		c.store(i, op1(0x89), rax)
	case ir.St64:
		c.store(i, op1(0x89).w(), rax)
	case ir.StF:
		c.store(i, sse(0xf2, 0x11), x15)
	case ir.St8I:
		c.mems(op1(0xc6), 0, c.mem(i))
		c.bytes(byte(i.Imm))
	case ir.St32I:
		c.mems(op1(0xc7), 0, c.mem(i))
		c.imm32(int32(i.Imm))
	case ir.St64I:
		c.mems(op1(0xc7).w(), 0, c.mem(i))
		c.imm32(int32(i.Imm))
	case ir.AddM32, ir.AddM64:
		c.aluMemImm(extAdd, c.mem(i), int32(i.Imm), i.Op == ir.AddM64)
	case ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.AddO, ir.SubO:
		c.binary(i)
	case ir.Mul, ir.MulO:
		// RAX takes the product: D may be an operand.
		a := c.use(i.A, rcx)
		switch {
		case i.B != ir.None:
			b := c.use(i.B, rdx)
			c.mov(rax, a)
			c.regs(op2(0xaf).w(), rax, b)
		case i.Imm == int64(int8(i.Imm)):
			c.regs(op1(0x6b).w(), rax, a)
			c.bytes(byte(i.Imm))
		case small(i.Imm):
			c.regs(op1(0x69).w(), rax, a)
			c.imm32(int32(i.Imm))
		default:
			c.movImm(rax, i.Imm)
			c.regs(op2(0xaf).w(), rax, a)
		}
		d := c.def(i.D, rax)
		c.mov(d, rax)
		c.done(i.D, d)
		if i.Op == ir.MulO {
			c.jcc(co, i.L)
		}
	case ir.Shl, ir.Shr, ir.Sar:
		ext := map[ir.Op]Reg{ir.Shl: 4, ir.Shr: 5, ir.Sar: 7}[i.Op]
		d := c.def(i.D, rax)
		if i.B == ir.None {
			c.mov(d, c.use(i.A, d))
			c.regs(op1(0xc1).w(), ext, d)
			c.bytes(byte(i.Imm & 63))
		} else {
			c.mov(rax, c.use(i.A, rax))
			c.mov(rcx, c.use(i.B, rcx))
			c.regs(op1(0xd3).w(), ext, rax)
			c.mov(d, rax)
		}
		c.done(i.D, d)
	case ir.Div, ir.Rem:
		b := c.use(i.B, rcx)
		c.mov(rax, c.use(i.A, rax))
		c.bytes(0x48, 0x99) // cqo
		c.regs(op1(0xf7).w(), 7, b)
		d := c.def(i.D, rax)
		if i.Op == ir.Div {
			c.mov(d, rax)
		} else {
			c.mov(d, rdx)
		}
		c.done(i.D, d)
	case ir.Neg, ir.Not:
		d := c.def(i.D, rax)
		c.mov(d, c.use(i.A, d))
		ext := Reg(3)
		if i.Op == ir.Not {
			ext = 2
		}
		c.regs(op1(0xf7).w(), ext, d)
		c.done(i.D, d)
	case ir.Set:
		c.compare(i)
		c.set(i, intConds[i.Cc])
	case ir.FSet:
		k := c.compareF(i)
		if i.Cc == ir.EQ || i.Cc == ir.NE {
			// Equal, and ordered: or the opposite.
			p, join := cc(cp^1), byte(0x21)
			if i.Cc == ir.NE {
				p, join = cp, 0x09
			}
			c.regs(op2(0x90|byte(p)), 0, rcx)
			c.regs(op2(0x90|byte(k)), 0, rax)
			c.regs(op1(join), rcx, rax)
			c.regs(op2(0xb6), rax, rax)
			d := c.def(i.D, rax)
			c.mov(d, rax)
			c.done(i.D, d)
			break
		}
		c.set(i, k)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		d := c.def(i.D, x15)
		a, b := c.use(i.A, x15), c.use(i.B, x14)
		if d == b && d != a {
			if i.Op == ir.FAdd || i.Op == ir.FMul {
				a, b = b, a
			} else {
				c.movF(x14, b)
				b = x14
			}
		}
		c.movF(d, a)
		c.regs(sse(0xf2, binaryF[i.Op]), d, b)
		c.done(i.D, d)
	case ir.FNeg:
		d := c.def(i.D, x15)
		a := c.use(i.A, x15)
		c.movImm(rax, math.MinInt64)
		c.regs(sse(0x66, 0x6e).w(), x14, rax)
		c.movF(d, a)
		c.regs(op2(0x57), d, x14)
		c.done(i.D, d)
	case ir.FSqrt:
		d := c.def(i.D, x15)
		c.regs(sse(0xf2, 0x51), d, c.use(i.A, x15))
		c.done(i.D, d)
	case ir.IntToF:
		d := c.def(i.D, x15)
		a := c.use(i.A, rax)
		c.regs(op2(0x57), d, d) // cvtsi2sd keeps half of its destination
		c.regs(sse(0xf2, 0x2a).w(), d, a)
		c.done(i.D, d)
	case ir.FToInt:
		d := c.def(i.D, rax)
		c.regs(sse(0xf2, 0x2c).w(), d, c.use(i.A, x15))
		c.done(i.D, d)
	case ir.FBits:
		d := c.def(i.D, rax)
		c.regs(sse(0x66, 0x7e).w(), c.use(i.A, x15), d)
		c.done(i.D, d)
	case ir.BitsF:
		d := c.def(i.D, x15)
		c.regs(sse(0x66, 0x6e).w(), d, c.use(i.A, rax))
		c.done(i.D, d)
	case ir.Jmp:
		c.jmp(i.L)
	case ir.Br:
		c.compare(i)
		c.jcc(intConds[i.Cc], i.L)
	case ir.BrTest:
		a := c.use(i.A, rcx)
		if i.Imm >= 0 && i.Imm < 1<<32 {
			c.regs(op1(0xf7), 0, a)
			c.imm32(int32(uint32(i.Imm)))
		} else {
			c.movImm(rax, i.Imm)
			c.regs(op1(0x85).w(), rax, a)
		}
		c.jcc(intConds[i.Cc], i.L)
	case ir.BrF:
		k := c.compareF(i)
		switch i.Cc {
		case ir.EQ:
			c.bytes(0x7a, 6) // jp over the branch, whose form is fixed
			c.bytes(0x0f, 0x80|byte(ce))
			c.fixes = append(c.fixes, fix{c.pos(), i.L})
			c.imm32(0)
		case ir.NE:
			c.jcc(cp, i.L)
			c.jcc(cne, i.L)
		default:
			c.jcc(k, i.L)
		}
	case ir.BrM8:
		c.mems(op1(0x80), extCmp, c.mem(i))
		c.bytes(byte(i.Imm))
		c.jcc(byteConds[i.Cc], i.L)
	case ir.BrM32:
		c.aluMemImm(extCmp, c.mem(i), int32(i.Imm), false)
		c.jcc(intConds[i.Cc], i.L)
	case ir.BrM64:
		if i.D != ir.None {
			v := c.use(i.D, rax)
			c.mems(op1(0x39).w(), v, c.mem(i))
		} else {
			c.aluMemImm(extCmp, c.mem(i), int32(i.Imm), true)
		}
		c.jcc(intConds[i.Cc], i.L)
	case ir.BrTestM32:
		m := c.mem(i)
		if v := uint32(i.Imm); v&^0xff00 == 0 { // the flags of a type word: a byte will do
			m.off++
			c.mems(op1(0xf6), 0, m)
			c.bytes(byte(v >> 8))
		} else {
			c.mems(op1(0xf7), 0, m)
			c.imm32(int32(v))
		}
		c.jcc(intConds[i.Cc], i.L)
	case ir.DecZ32:
		c.aluMemImm(extSub, c.mem(i), 1, false)
		c.jcc(ce, i.L)
	case ir.PollG:
		c.mems(op1(0x3b).w(), rsp, mem{r14, none, 0, 16})
		c.jcc(cbe, i.L)
	case ir.Dispatch:
		if i.Imm != 0 {
			c.aluImm(extAdd, rsi, int32(i.Imm))
		}
		c.mems(op1(0xff), 4, mem{rsi, none, 0, 0})
	case ir.Exit:
		c.movImm(rax, i.Imm)
		c.ret()
	case ir.JmpR:
		c.regs(op1(0xff), 4, c.use(i.A, rax))
	case ir.JmpM:
		c.mems(op1(0xff), 4, c.mem(i))
	case ir.LabelAddr:
		d := c.def(i.D, rax)
		c.leaLabel(d, i.L)
		c.done(i.D, d)
	default:
		return fmt.Errorf("amd64: no code for %s", i.Op)
	}
	return nil
}

func (c *lowering) load(i *ir.Ins, f form, scratch Reg) {
	m := c.mem(i)
	d := c.def(i.D, scratch)
	c.mems(f, d, m)
	c.done(i.D, d)
}

func (c *lowering) store(i *ir.Ins, f form, scratch Reg) {
	v := c.use(i.D, scratch)
	c.mems(f, v, c.mem(i))
}

// set makes D 0 or 1 of the flags.
func (c *lowering) set(i *ir.Ins, k cc) {
	c.regs(op2(0x90|byte(k)), 0, rax)
	d := c.def(i.D, rax)
	c.regs(op2(0xb6), d, rax)
	c.done(i.D, d)
}

func (c *lowering) binary(i *ir.Ins) {
	o := alu[i.Op]
	d := c.def(i.D, rax)
	a := c.use(i.A, rcx)
	switch {
	case i.B == ir.None && small(i.Imm):
		if d != a && i.Op == ir.Add {
			c.mems(op1(0x8d).w(), d, mem{a, none, 0, int32(i.Imm)})
			break
		}
		c.mov(d, a)
		c.aluImm(o.ext, d, int32(i.Imm))
	case i.B == ir.None:
		c.movImm(rdx, i.Imm)
		c.mov(d, a)
		c.regs(op1(o.op).w(), rdx, d)
	default:
		b := c.use(i.B, rdx)
		if d == b && d != a {
			if i.Op != ir.Sub && i.Op != ir.SubO {
				a, b = b, a
			} else {
				c.mov(rdx, b)
				b = rdx
			}
		}
		c.mov(d, a)
		c.regs(op1(o.op).w(), b, d)
	}
	c.done(i.D, d)
	if i.Op == ir.AddO || i.Op == ir.SubO {
		c.jcc(co, i.L)
	}
}
