package amd64

import (
	"fmt"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

// Compile turns a function into machine code.
func Compile(f *ir.Func) (*ir.Assembly, error) {
	res, err := regalloc.Allocate(f, target)
	if err != nil {
		return nil, err
	}
	return lowerWith(f, res)
}

// lowerWith emits the code of a function whose registers have been placed.
func lowerWith(f *ir.Func, res *regalloc.Result) (*ir.Assembly, error) {
	l := &lowering{f: f, locs: res.Locs}
	l.buf = make([]byte, 8*len(f.Code)+room)
	l.labels = make([]place, f.Labels)
	for i := range l.labels {
		l.labels[i].raw = unbound
	}
	ins := make([]place, len(f.Code))
	l.thread()
	dead := false // control does not get here
	for i := range f.Code {
		in := &f.Code[i]
		ins[i] = l.here()
		if in.Op == ir.Bind {
			l.labels[in.L] = l.here()
			dead = false
			continue
		}
		if dead || i < l.skip || res.Dead[i] {
			continue
		}
		l.reserve()
		l.at = i
		l.lower(in)
		dead = in.Op.Is(ir.NoFall) && i >= l.skip
	}
	if l.err != nil {
		return nil, l.err
	}
	code, labels, offsets, err := l.finish(l.buf[:l.n], ins)
	if err != nil {
		return nil, err
	}
	return &ir.Assembly{Code: code, Labels: labels[:f.Labels], Ins: offsets, Spills: res.Spills}, nil
}

// lowering is the state of one translation.
type lowering struct {
	encoder
	branches
	f     *ir.Func
	locs  []regalloc.Loc
	alias []ir.Label // where a jump to a label ends up
	at    int        // the instruction being lowered
	skip  int        // instructions before this one have been dealt with
	err   error
}

func (l *lowering) here() place { return place{int32(l.n), int32(len(l.sites))} }

func (l *lowering) fail(in *ir.Ins) {
	if l.err == nil {
		l.err = fmt.Errorf("amd64: cannot lower %q", l.f.Format(in))
	}
}

// loc is where a register is kept.
func (l *lowering) loc(r ir.Reg) operand {
	if r < ir.FirstVirtual {
		return inReg(pinned[r])
	}
	p := l.locs[r]
	if p.Reg >= 0 {
		return inReg(reg(p.Reg))
	}
	return inMem(spillWord(p.Spill))
}

// use returns the general register that has the value of r: its own, or
// scratch, loaded.
func (l *lowering) use(r ir.Reg, scratch reg) reg {
	o := l.loc(r)
	if !o.isMem {
		return o.r
	}
	l.rm(opMov, true, scratch, o.m)
	return scratch
}

// result returns the general register to compute the value of r in.
func (l *lowering) result(r ir.Reg, scratch reg) reg {
	if o := l.loc(r); !o.isMem {
		return o.r
	}
	return scratch
}

// keep moves a result to where r is kept.
func (l *lowering) keep(r ir.Reg, from reg) {
	o := l.loc(r)
	if o.isMem {
		l.rm(opMovTo, true, from, o.m)
	} else {
		l.move(o.r, from)
	}
}

// load moves the value of an operand to a general register.
func (l *lowering) load(d reg, o operand) {
	if o.isMem {
		l.rm(opMov, true, d, o.m)
	} else {
		l.move(d, o.r)
	}
}

// memory makes the operand of an instruction that has one. Spilled parts are
// loaded to RAX and RCX.
func (l *lowering) memory(in *ir.Ins) mem {
	m := mem{base: noReg, index: noReg, off: in.Off}
	if in.A != ir.None {
		m.base = l.use(in.A, rax)
	}
	if in.B != ir.None {
		m.index = l.use(in.B, rcx)
		m.scale = in.Scale
	}
	return m
}

func fits32(v int64) bool { return v == int64(int32(v)) }

// same reports whether two operands are one place.
func same(a, b operand) bool {
	return a == b
}

// lower emits the code of one instruction.
func (l *lowering) lower(in *ir.Ins) {
	switch in.Op {
	case ir.Mov:
		l.mov(l.loc(in.D), l.loc(in.A))
	case ir.Const:
		l.constTo(l.loc(in.D), in.Imm)
	case ir.Zext32:
		d := l.result(in.D, rax)
		l.ro(opMov, false, d, l.loc(in.A))
		l.keep(in.D, d)
	case ir.Sext32:
		d := l.result(in.D, rax)
		l.ro(opMovsxd, true, d, l.loc(in.A))
		l.keep(in.D, d)
	case ir.LabelAddr:
		d := l.result(in.D, rax)
		l.put(uint64(0x48|d>>3<<2)|0x8D<<8|uint64(d&7<<3|5)<<16, 3)
		l.addrs = append(l.addrs, address{l.here(), in.L})
		l.imm32(0)
		l.keep(in.D, d)

	case ir.Ld8:
		l.loadMem(in, opMovzx8, false)
	case ir.Ld32:
		l.loadMem(in, opMov, false)
	case ir.Ld32S:
		l.loadMem(in, opMovsxd, true)
	case ir.Ld64:
		l.loadMem(in, opMov, true)
	case ir.Lea:
		l.lea(in)
	case ir.St8:
		m := l.memory(in)
		l.rm(opMovTo8, false, l.use(in.D, rdx), m)
	case ir.St32:
		m := l.memory(in)
		l.rm(opMovTo, false, l.use(in.D, rdx), m)
	case ir.St64:
		m := l.memory(in)
		l.rm(opMovTo, true, l.use(in.D, rdx), m)
	case ir.St8I:
		l.rm(opMovTo8I, false, 0, l.memory(in))
		l.byte(uint8(in.Imm))
	case ir.St32I:
		l.rm(opMovToI, false, 0, l.memory(in))
		l.imm32(int32(in.Imm))
	case ir.St64I:
		m := l.memory(in)
		if fits32(in.Imm) {
			l.rm(opMovToI, true, 0, m)
			l.imm32(int32(in.Imm))
		} else {
			l.constant(rdx, in.Imm)
			l.rm(opMovTo, true, rdx, m)
		}
	case ir.AddM32:
		l.aluI(aluAdd, false, inMem(l.memory(in)), int32(in.Imm))
	case ir.AddM64:
		m := l.memory(in)
		if fits32(in.Imm) {
			l.aluI(aluAdd, true, inMem(m), int32(in.Imm))
		} else {
			l.constant(rdx, in.Imm)
			l.aluTo(aluAdd, true, inMem(m), rdx)
		}

	case ir.Add:
		l.add(in)
	case ir.Sub:
		l.sub(in)
	case ir.Mul:
		l.mul(in)
	case ir.And:
		l.and(in)
	case ir.Or:
		l.binary(in, aluOr, true)
	case ir.Xor:
		if in.B == ir.None && in.Imm == -1 {
			l.unary(in, unNot)
		} else {
			l.binary(in, aluXor, true)
		}
	case ir.Shl:
		l.shift(in, shShl)
	case ir.Shr:
		l.shift(in, shShr)
	case ir.Sar:
		l.shift(in, shSar)
	case ir.Div:
		l.divide(in, rax)
	case ir.Rem:
		l.divide(in, rdx)
	case ir.Neg:
		l.unary(in, unNeg)
	case ir.Not:
		l.unary(in, unNot)
	case ir.Set:
		l.set(in)

	case ir.MovF, ir.ConstF, ir.LdF, ir.StF, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.FSqrt,
		ir.IntToF, ir.FToInt, ir.FBits, ir.BitsF, ir.FSet:
		l.float(in)

	case ir.Jmp, ir.Br, ir.BrTest, ir.BrF, ir.BrM8, ir.BrM32, ir.BrM64, ir.BrTestM32, ir.DecZ32,
		ir.AddO, ir.SubO, ir.MulO, ir.PollG:
		l.branch(in)

	case ir.Dispatch:
		if in.Imm != 0 {
			if fits32(in.Imm) {
				l.aluI(aluAdd, true, inReg(rsi), int32(in.Imm))
			} else {
				l.constant(rax, in.Imm)
				l.alu(aluAdd, true, rsi, inReg(rax))
			}
		}
		l.rm(opJmp, false, jmpNear, mem{base: rsi, index: noReg})
	case ir.Exit:
		l.constant(rax, in.Imm)
		l.ret()
	case ir.JmpR:
		l.ro(opJmp, false, jmpNear, l.loc(in.A))
	case ir.JmpM:
		l.rm(opJmp, false, jmpNear, l.memory(in))
	default:
		l.fail(in)
	}
}

// mov copies a general register or a spill word.
func (l *lowering) mov(d, s operand) {
	switch {
	case same(d, s):
	case !d.isMem:
		l.load(d.r, s)
	case !s.isMem:
		l.rm(opMovTo, true, s.r, d.m)
	default:
		l.rm(opMov, true, rax, s.m)
		l.rm(opMovTo, true, rax, d.m)
	}
}

func (l *lowering) constTo(d operand, v int64) {
	switch {
	case !d.isMem:
		l.constant(d.r, v)
	case fits32(v):
		l.rm(opMovToI, true, 0, d.m)
		l.imm32(int32(v))
	default:
		l.constant(rax, v)
		l.rm(opMovTo, true, rax, d.m)
	}
}

func (l *lowering) loadMem(in *ir.Ins, op opcode, w bool) {
	m := l.memory(in)
	d := l.result(in.D, rax)
	l.rm(op, w, d, m)
	l.keep(in.D, d)
}

func (l *lowering) lea(in *ir.Ins) {
	if in.B == ir.None && in.A != ir.None {
		l.addI(l.loc(in.D), l.loc(in.A), in.Off)
		return
	}
	m := l.memory(in)
	d := l.result(in.D, rax)
	l.rm(opLea, true, d, m)
	l.keep(in.D, d)
}
