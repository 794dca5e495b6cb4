package arm64

import (
	"errors"
	"fmt"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

// errFar is returned for a function whose conditional branches do not reach.
var errFar = errors.New("arm64: the function is too long")

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
	if !c.link() {
		return nil, errFar
	}
	return &ir.Assembly{Code: c.code, Labels: c.label, Ins: at, Spills: res.Spills}, nil
}

type lowering struct {
	assembler
	f   *ir.Func
	res *regalloc.Result
}

func (c *lowering) spill(r ir.Reg) int64 { return 8 + 8*int64(c.res.Locs[r].Spill) }

// use is the register a value is in; a spilled one is loaded into scratch.
func (c *lowering) use(r ir.Reg, scratch Reg) Reg {
	switch r {
	case ir.IP:
		return rIP
	case ir.FP:
		return rFP
	case ir.CTX:
		return rCTX
	}
	l := c.res.Locs[r]
	if l.InReg() {
		return Reg(l.Reg)
	}
	if c.f.IsFloat(r) {
		c.mem(ldrF, scratch, rSP, c.spill(r))
	} else {
		c.mem(ldr64, scratch, rSP, c.spill(r))
	}
	return scratch
}

// def is the register to compute a value in.
func (c *lowering) def(r ir.Reg, scratch Reg) Reg {
	switch r {
	case ir.IP:
		return rIP
	case ir.FP:
		return rFP
	}
	if l := c.res.Locs[r]; l.InReg() {
		return Reg(l.Reg)
	}
	return scratch
}

// done stores a value that was computed in scratch.
func (c *lowering) done(r ir.Reg, p Reg) {
	if r < ir.FirstVirtual {
		return
	}
	l := c.res.Locs[r]
	if l.InReg() || l.Spill < 0 {
		return
	}
	if c.f.IsFloat(r) {
		c.mem(strF, p, rSP, c.spill(r))
	} else {
		c.mem(str64, p, rSP, c.spill(r))
	}
}

// place is a memory operand made ready: base and offset, or base and index.
type place struct {
	base, index Reg
	indexed     bool
	shift       bool // of the index, by the size of the access
	off         int64
}

// address makes an operand ready for an access; t1 and t2 are used.
func (c *lowering) address(i *ir.Ins, k access) place {
	base := c.use(i.A, t1)
	if i.B == ir.None {
		if k.ok(int64(i.Off)) {
			return place{base: base, off: int64(i.Off)}
		}
		c.addImm(t1, base, int64(i.Off), t2)
		return place{base: t1}
	}
	index := c.use(i.B, t2)
	if i.Off == 0 && (i.Scale == 0 || uint32(i.Scale) == k.log) {
		return place{base: base, index: index, indexed: true, shift: i.Scale != 0}
	}
	c.addShift(t1, base, index, i.Scale)
	if k.ok(int64(i.Off)) {
		return place{base: t1, off: int64(i.Off)}
	}
	c.addImm(t1, t1, int64(i.Off), t2)
	return place{base: t1}
}

func (c *lowering) access(k access, r Reg, p place) {
	if p.indexed {
		c.memX(k, r, p.base, p.index, p.shift)
		return
	}
	c.mem(k, r, p.base, p.off)
}

// addImm computes d = n + v; scratch takes a v that is no immediate.
func (c *lowering) addImm(d, n Reg, v int64, scratch Reg) {
	if enc, ok := imm12(v); ok {
		c.addSubImm(sf|opAdd, d, n, enc)
		return
	}
	if enc, ok := imm12(-v); ok {
		c.addSubImm(sf|opSub, d, n, enc)
		return
	}
	c.movImm(scratch, uint64(v))
	c.addReg(d, n, scratch)
}

// compareImm sets the flags of n - v.
func (c *lowering) compareImm(n Reg, v int64, wide bool) {
	w := uint32(0)
	if wide {
		w = sf
	}
	if enc, ok := imm12(v); ok {
		c.addSubImm(w|opSubs, rZero, n, enc)
		return
	}
	if enc, ok := imm12(-v); ok {
		c.addSubImm(w|opAdds, rZero, n, enc)
		return
	}
	c.movImm(t3, uint64(v))
	if wide {
		c.subsReg(rZero, n, t3)
	} else {
		c.subsReg32(rZero, n, t3)
	}
}

var intConds = map[ir.Cond]cond{
	ir.EQ: ceq, ir.NE: cne, ir.LT: clt, ir.LE: cle, ir.GT: cgt, ir.GE: cge,
	ir.ULT: clo, ir.ULE: cls, ir.UGT: chi, ir.UGE: chs,
}

// After a comparison with a NaN, C and V are set and N and Z clear.
var floatConds = map[ir.Cond]cond{
	ir.EQ: ceq, ir.NE: cne, ir.LT: cmi, ir.LE: cls, ir.GT: cgt, ir.GE: cge,
	ir.NLT: cpl, ir.NLE: chi, ir.NGT: cle, ir.NGE: clt,
}

// A byte is compared unsigned.
var byteConds = map[ir.Cond]cond{
	ir.EQ: ceq, ir.NE: cne, ir.LT: clo, ir.LE: cls, ir.GT: chi, ir.GE: chs,
	ir.ULT: clo, ir.ULE: cls, ir.UGT: chi, ir.UGE: chs,
}

func (c *lowering) compare(i *ir.Ins) {
	a := c.use(i.A, t1)
	if i.B != ir.None {
		c.subsReg(rZero, a, c.use(i.B, t2))
		return
	}
	c.compareImm(a, i.Imm, true)
}

func (c *lowering) lower(i *ir.Ins) error {
	switch i.Op {
	case ir.Bind:
		c.label[i.L] = c.pos()
	case ir.Mov:
		d := c.def(i.D, t0)
		if n := c.use(i.A, d); n != d {
			c.mov(d, n)
		}
		c.done(i.D, d)
	case ir.MovF:
		d := c.def(i.D, f0)
		if n := c.use(i.A, d); n != d {
			c.fun(opFMov, d, n)
		}
		c.done(i.D, d)
	case ir.Const:
		d := c.def(i.D, t0)
		c.movImm(d, uint64(i.Imm))
		c.done(i.D, d)
	case ir.ConstF:
		d := c.def(i.D, f0)
		if i.Imm == 0 {
			c.fun(opXToF, d, rZero)
		} else {
			c.movImm(t0, uint64(i.Imm))
			c.fun(opXToF, d, t0)
		}
		c.done(i.D, d)
	case ir.Zext32:
		d := c.def(i.D, t0)
		c.mov32(d, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.Sext32:
		d := c.def(i.D, t0)
		c.sxtw(d, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.Ld8:
		c.load(i, ldr8, t0)
	case ir.Ld32:
		c.load(i, ldr32, t0)
	case ir.Ld32S:
		c.load(i, ldrs32, t0)
	case ir.Ld64:
		c.load(i, ldr64, t0)
	case ir.LdF:
		c.load(i, ldrF, f0)
	case ir.St8:
		c.store(i, str8, t0)
	case ir.St32:
		c.store(i, str32, t0)
	case ir.St64:
		c.store(i, str64, t0)
	case ir.StF:
		c.store(i, strF, f0)
	case ir.St8I:
		c.storeImm(i, str8, uint64(i.Imm)&0xff)
	case ir.St32I:
		c.storeImm(i, str32, uint64(i.Imm)&0xffffffff)
	case ir.St64I:
		c.storeImm(i, str64, uint64(i.Imm))
	case ir.AddM32, ir.AddM64:
		ld, st := ldr32, str32
		if i.Op == ir.AddM64 {
			ld, st = ldr64, str64
		}
		p := c.address(i, ld)
		c.access(ld, t0, p)
		c.addImm(t0, t0, i.Imm, t3)
		c.access(st, t0, p)
	case ir.Lea:
		d := c.def(i.D, t0)
		n := c.use(i.A, t1)
		if i.B != ir.None {
			c.addShift(t1, n, c.use(i.B, t2), i.Scale)
			n = t1
		}
		c.addImm(d, n, int64(i.Off), t2)
		c.done(i.D, d)
	case ir.Add, ir.Sub, ir.AddO, ir.SubO:
		c.addSub(i)
	case ir.Mul, ir.MulO:
		n := c.use(i.A, t1)
		m := t2
		if i.B != ir.None {
			m = c.use(i.B, t2)
		} else {
			c.movImm(t2, uint64(i.Imm))
		}
		d := c.def(i.D, t0)
		if i.Op == ir.Mul {
			c.mul(d, n, m)
			c.done(i.D, d)
			break
		}
		c.smulh(t3, n, m)
		c.mul(t0, n, m)
		c.cmpSign(t3, t0)
		if d != t0 {
			c.mov(d, t0)
		}
		c.done(i.D, d)
		c.bcond(cne, i.L)
	case ir.And, ir.Or, ir.Xor:
		c.logic(i)
	case ir.Shl, ir.Shr, ir.Sar:
		d := c.def(i.D, t0)
		n := c.use(i.A, t1)
		if i.B == ir.None {
			s := uint32(i.Imm & 63)
			switch i.Op {
			case ir.Shl:
				c.lsl(d, n, s)
			case ir.Shr:
				c.lsr(d, n, s)
			default:
				c.asr(d, n, s)
			}
		} else {
			m := c.use(i.B, t2)
			switch i.Op {
			case ir.Shl:
				c.lslv(d, n, m)
			case ir.Shr:
				c.lsrv(d, n, m)
			default:
				c.asrv(d, n, m)
			}
		}
		c.done(i.D, d)
	case ir.Div:
		d := c.def(i.D, t0)
		c.sdiv(d, c.use(i.A, t1), c.use(i.B, t2))
		c.done(i.D, d)
	case ir.Rem:
		d := c.def(i.D, t0)
		n, m := c.use(i.A, t1), c.use(i.B, t2)
		c.sdiv(t3, n, m)
		c.msub(d, t3, m, n)
		c.done(i.D, d)
	case ir.Neg:
		d := c.def(i.D, t0)
		c.subReg(d, rZero, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.Not:
		d := c.def(i.D, t0)
		c.ornReg(d, rZero, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.Set:
		c.compare(i)
		d := c.def(i.D, t0)
		c.cset(d, intConds[i.Cc])
		c.done(i.D, d)
	case ir.FSet:
		c.fcmp(c.use(i.A, f0), c.use(i.B, f1))
		d := c.def(i.D, t0)
		c.cset(d, floatConds[i.Cc])
		c.done(i.D, d)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		op := map[ir.Op]uint32{ir.FAdd: opFAdd, ir.FSub: opFSub, ir.FMul: opFMul, ir.FDiv: opFDiv}[i.Op]
		d := c.def(i.D, f0)
		c.fop(op, d, c.use(i.A, f0), c.use(i.B, f1))
		c.done(i.D, d)
	case ir.FNeg, ir.FSqrt:
		op := opFNeg
		if i.Op == ir.FSqrt {
			op = opFSqrt
		}
		d := c.def(i.D, f0)
		c.fun(op, d, c.use(i.A, f0))
		c.done(i.D, d)
	case ir.IntToF:
		d := c.def(i.D, f0)
		c.fun(opScvtf, d, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.FToInt:
		d := c.def(i.D, t0)
		c.fun(opFcvtzs, d, c.use(i.A, f0))
		c.done(i.D, d)
	case ir.FBits:
		d := c.def(i.D, t0)
		c.fun(opFToX, d, c.use(i.A, f0))
		c.done(i.D, d)
	case ir.BitsF:
		d := c.def(i.D, f0)
		c.fun(opXToF, d, c.use(i.A, t1))
		c.done(i.D, d)
	case ir.Jmp:
		c.b(i.L)
	case ir.Br:
		if i.B == ir.None && i.Imm == 0 && (i.Cc == ir.EQ || i.Cc == ir.NE) {
			c.cbz(c.use(i.A, t1), i.L, i.Cc == ir.NE)
			break
		}
		c.compare(i)
		c.bcond(intConds[i.Cc], i.L)
	case ir.BrTest:
		c.test(c.use(i.A, t1), i.Imm)
		c.bcond(intConds[i.Cc], i.L)
	case ir.BrF:
		c.fcmp(c.use(i.A, f0), c.use(i.B, f1))
		c.bcond(floatConds[i.Cc], i.L)
	case ir.BrM8:
		c.access(ldr8, t0, c.address(i, ldr8))
		c.compareImm(t0, i.Imm&0xff, false)
		c.bcond(byteConds[i.Cc], i.L)
	case ir.BrM32:
		c.access(ldr32, t0, c.address(i, ldr32))
		c.compareImm(t0, int64(int32(i.Imm)), false)
		c.bcond(intConds[i.Cc], i.L)
	case ir.BrM64:
		p := c.address(i, ldr64)
		c.access(ldr64, t0, p)
		if i.D != ir.None {
			c.subsReg(rZero, t0, c.use(i.D, t1))
		} else {
			c.compareImm(t0, i.Imm, true)
		}
		c.bcond(intConds[i.Cc], i.L)
	case ir.BrTestM32:
		c.access(ldr32, t0, c.address(i, ldr32))
		c.test(t0, i.Imm&0xffffffff)
		c.bcond(intConds[i.Cc], i.L)
	case ir.DecZ32:
		p := c.address(i, ldr32)
		c.access(ldr32, t0, p)
		enc, _ := imm12(1)
		c.addSubImm(opSubs, t0, t0, enc)
		c.access(str32, t0, p)
		c.bcond(ceq, i.L)
	case ir.PollG:
		c.mem(ldr64, t1, rG, 16)
		enc, _ := imm12(0)
		c.addSubImm(sf|opAdd, t2, rSP, enc)
		c.subsReg(rZero, t2, t1)
		c.bcond(cls, i.L)
	case ir.Dispatch:
		if i.Imm >= -256 && i.Imm < 256 && i.Imm != 0 {
			c.preLoad(t1, rIP, i.Imm)
		} else {
			if i.Imm != 0 {
				c.addImm(rIP, rIP, i.Imm, t1)
			}
			c.mem(ldr64, t1, rIP, 0)
		}
		c.br(t1)
	case ir.Exit:
		c.movImm(0, uint64(i.Imm))
		c.ret()
	case ir.JmpR:
		c.br(c.use(i.A, t1))
	case ir.JmpM:
		c.access(ldr64, t1, c.address(i, ldr64))
		c.br(t1)
	case ir.LabelAddr:
		d := c.def(i.D, t0)
		c.adr(d, i.L)
		c.done(i.D, d)
	default:
		return fmt.Errorf("arm64: no code for %s", i.Op)
	}
	return nil
}

func (c *lowering) load(i *ir.Ins, k access, scratch Reg) {
	p := c.address(i, k)
	d := c.def(i.D, scratch)
	c.access(k, d, p)
	c.done(i.D, d)
}

func (c *lowering) store(i *ir.Ins, k access, scratch Reg) {
	p := c.address(i, k)
	c.access(k, c.use(i.D, scratch), p)
}

func (c *lowering) storeImm(i *ir.Ins, k access, v uint64) {
	p := c.address(i, k)
	r := rZero
	if v != 0 {
		r = t0
		c.movImm(t0, v)
	}
	c.access(k, r, p)
}

// test sets the flags of n & mask.
func (c *lowering) test(n Reg, mask int64) {
	if enc, ok := bitmask(uint64(mask)); ok {
		c.logicImm(opAnds, rZero, n, enc)
		return
	}
	c.movImm(t3, uint64(mask))
	c.andsReg(rZero, n, t3)
}

func (c *lowering) addSub(i *ir.Ins) {
	d := c.def(i.D, t0)
	n := c.use(i.A, t1)
	sub := i.Op == ir.Sub || i.Op == ir.SubO
	flags := i.Op == ir.AddO || i.Op == ir.SubO
	if i.B == ir.None {
		op, inverse := opAdd, opSub
		if sub {
			op, inverse = opSub, opAdd
		}
		s := uint32(0)
		if flags {
			s = 1 << 29
		}
		if enc, ok := imm12(i.Imm); ok {
			c.addSubImm(sf|op|s, d, n, enc)
		} else if enc, ok := imm12(-i.Imm); ok && i.Imm != -1<<63 {
			c.addSubImm(sf|inverse|s, d, n, enc)
		} else {
			c.movImm(t2, uint64(i.Imm))
			c.addSubReg(sub, flags, d, n, t2)
		}
	} else {
		c.addSubReg(sub, flags, d, n, c.use(i.B, t2))
	}
	c.done(i.D, d) // does not touch the flags
	if flags {
		c.bcond(cvs, i.L)
	}
}

func (c *lowering) addSubReg(sub, flags bool, d, n, m Reg) {
	switch {
	case sub && flags:
		c.subsReg(d, n, m)
	case sub:
		c.subReg(d, n, m)
	case flags:
		c.addsReg(d, n, m)
	default:
		c.addReg(d, n, m)
	}
}

func (c *lowering) logic(i *ir.Ins) {
	d := c.def(i.D, t0)
	n := c.use(i.A, t1)
	imm := map[ir.Op]uint32{ir.And: opAnd, ir.Or: opOrr, ir.Xor: opEor}[i.Op]
	if i.B == ir.None {
		if enc, ok := bitmask(uint64(i.Imm)); ok {
			c.logicImm(imm, d, n, enc)
			c.done(i.D, d)
			return
		}
		c.movImm(t2, uint64(i.Imm))
	}
	m := t2
	if i.B != ir.None {
		m = c.use(i.B, t2)
	}
	switch i.Op {
	case ir.And:
		c.andReg(d, n, m)
	case ir.Or:
		c.orrReg(d, n, m)
	default:
		c.eorReg(d, n, m)
	}
	c.done(i.D, d)
}
