// Package amd64 is a stand-in.
package amd64

import (
	"encoding/binary"
	"math"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

const (
	rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi = 0, 1, 2, 3, 4, 5, 6, 7
)

type asm struct {
	f    *ir.Func
	res  *regalloc.Result
	b    []byte
	lab  []int32
	fix  []fix
	insn []int32
}
type fix struct {
	pos int
	l   ir.Label
}

func Compile(f *ir.Func) (*ir.Assembly, error) {
	res, err := regalloc.Allocate(f, regalloc.Target{Ints: []uint8{8, 9, 10, 11, 12, 13, 15, 5}, Floats: []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, TwoAddress: true})
	if err != nil {
		return nil, err
	}
	x := &asm{f: f, res: res, lab: make([]int32, f.Labels)}
	for i := range x.lab {
		x.lab[i] = -1
	}
	for i := range f.Code {
		x.insn = append(x.insn, int32(len(x.b)))
		if f.Code[i].Op == ir.Jmp && i+1 < len(f.Code) && f.Code[i+1].Op == ir.Bind && f.Code[i+1].L == f.Code[i].L {
			continue
		}
		x.ins(&f.Code[i])
	}
	for _, fx := range x.fix {
		binary.LittleEndian.PutUint32(x.b[fx.pos:], uint32(x.lab[fx.l]-int32(fx.pos+4)))
	}
	return &ir.Assembly{Code: x.b, Labels: x.lab, Ins: x.insn, Spills: res.Spills}, nil
}
func (x *asm) e(b ...byte) { x.b = append(x.b, b...) }
func (x *asm) e32(v int32) { x.b = binary.LittleEndian.AppendUint32(x.b, uint32(v)) }
func (x *asm) mem(w bool, reg int, base, idx int, sc uint8, off int32, pre byte, byteReg bool, ops ...byte) {
	if pre != 0 {
		x.e(pre)
	}
	rex := byte(0)
	if w {
		rex |= 8
	}
	if reg >= 8 {
		rex |= 4
	}
	if base >= 8 {
		rex |= 1
	}
	if idx >= 8 {
		rex |= 2
	}
	if rex != 0 || byteReg && reg >= 4 {
		x.e(0x40 | rex)
	}
	x.e(ops...)
	mod := byte(0x80)
	if off == 0 && base&7 != 5 {
		mod = 0
	} else if off == int32(int8(off)) {
		mod = 0x40
	}
	r := byte(reg&7) << 3
	if idx >= 0 {
		x.e(mod|r|4, sc<<6|byte(idx&7)<<3|byte(base&7))
	} else if base&7 == 4 {
		x.e(mod|r|4, 0x24)
	} else {
		x.e(mod | r | byte(base&7))
	}
	if mod == 0x40 {
		x.e(byte(off))
	} else if mod == 0x80 {
		x.e32(off)
	}
}
func (x *asm) rr(w bool, reg, rm int, pre byte, ops ...byte) {
	if pre != 0 {
		x.e(pre)
	}
	rex := byte(0)
	if w {
		rex |= 8
	}
	if reg >= 8 {
		rex |= 4
	}
	if rm >= 8 {
		rex |= 1
	}
	if rex != 0 {
		x.e(0x40 | rex)
	}
	x.e(ops...)
	x.e(0xC0 | byte(reg&7)<<3 | byte(rm&7))
}
func (x *asm) spill(r ir.Reg) int32 { return 8 + 8*int32(x.res.Locs[r].Spill) }

// in gives r in a physical register, loading to scratch if spilled.
func (x *asm) in(r ir.Reg, scratch int) int {
	switch r {
	case ir.IP:
		return rsi
	case ir.FP:
		return rbx
	case ir.CTX:
		return rdi
	case ir.None:
		return -1
	}
	l := x.res.Locs[r]
	if l.InReg() {
		return int(l.Reg)
	}
	if x.f.IsFloat(r) {
		x.mem(false, scratch, rsp, -1, 0, x.spill(r), 0xF2, false, 0x0F, 0x10)
	} else {
		x.mem(true, scratch, rsp, -1, 0, x.spill(r), 0, false, 0x8B)
	}
	return scratch
}
func (x *asm) out(r ir.Reg, scratch int) int {
	switch r {
	case ir.IP:
		return rsi
	case ir.FP:
		return rbx
	}
	if l := x.res.Locs[r]; l.InReg() {
		return int(l.Reg)
	}
	return scratch
}
func (x *asm) done(r ir.Reg, phys int) {
	if r < ir.FirstVirtual {
		return
	}
	l := x.res.Locs[r]
	if l.InReg() || l.Spill < 0 {
		return
	}
	if x.f.IsFloat(r) {
		x.mem(false, phys, rsp, -1, 0, x.spill(r), 0xF2, false, 0x0F, 0x11)
	} else {
		x.mem(true, phys, rsp, -1, 0, x.spill(r), 0, false, 0x89)
	}
}
func (x *asm) mov(d, s int) {
	if d != s {
		x.rr(true, s, d, 0, 0x89)
	}
}
func (x *asm) movf(d, s int) {
	if d != s {
		x.rr(false, d, s, 0, 0x0F, 0x28)
	}
}
func (x *asm) movi(d int, n int64) {
	switch {
	case n >= 0 && n < 1<<32:
		if d >= 8 {
			x.e(0x41)
		}
		x.e(0xB8 + byte(d&7))
		x.e32(int32(uint32(n)))
	case n == int64(int32(n)):
		x.rr(true, 0, d, 0, 0xC7)
		x.e32(int32(n))
	default:
		x.e(0x48|byte(d>>3), 0xB8+byte(d&7))
		x.b = binary.LittleEndian.AppendUint64(x.b, uint64(n))
	}
}
func (x *asm) alui(ext int, d int, n int64) {
	if n == int64(int8(n)) {
		x.rr(true, ext, d, 0, 0x83)
		x.e(byte(n))
	} else {
		x.rr(true, ext, d, 0, 0x81)
		x.e32(int32(n))
	}
}
func (x *asm) jcc(cc byte, l ir.Label) {
	x.e(0x0F, 0x80|cc)
	x.fix = append(x.fix, fix{len(x.b), l})
	x.e32(0)
}

var cc = map[ir.Cond]byte{ir.EQ: 4, ir.NE: 5, ir.LT: 0xC, ir.GE: 0xD, ir.LE: 0xE, ir.GT: 0xF, ir.ULT: 2, ir.UGE: 3, ir.ULE: 6, ir.UGT: 7}

func fits(n int64) bool { return n == int64(int32(n)) }
func (x *asm) m(i *ir.Ins) (base, idx int, sc uint8, off int32) {
	return x.in(i.A, rcx), x.in(i.B, rdx), i.Scale, i.Off
}

var aluop = map[ir.Op][2]byte{ir.Add: {0x01, 0}, ir.Sub: {0x29, 5}, ir.And: {0x21, 4}, ir.Or: {0x09, 1}, ir.Xor: {0x31, 6}, ir.AddO: {0x01, 0}, ir.SubO: {0x29, 5}}
var fop = map[ir.Op]byte{ir.FAdd: 0x58, ir.FSub: 0x5C, ir.FMul: 0x59, ir.FDiv: 0x5E}

func (x *asm) cmp(i *ir.Ins) {
	a := x.in(i.A, rcx)
	if i.B != ir.None {
		x.rr(true, x.in(i.B, rdx), a, 0, 0x39)
	} else if i.Imm == 0 && (i.Cc == ir.EQ || i.Cc == ir.NE) {
		x.rr(true, a, a, 0, 0x85)
	} else if fits(i.Imm) {
		x.alui(7, a, i.Imm)
	} else {
		x.movi(rdx, i.Imm)
		x.rr(true, rdx, a, 0, 0x39)
	}
}

// fcmp: jumps to l when cond
func (x *asm) fbr(c ir.Cond, a, b int, l ir.Label) {
	uc := func(p, q int) { x.rr(false, p, q, 0x66, 0x0F, 0x2E) }
	switch c {
	case ir.EQ:
		uc(a, b)
		x.e(0x7A, 6) // jp over
		x.jcc(4, l)
	case ir.NE:
		uc(a, b)
		x.jcc(0xA, l)
		x.jcc(5, l)
	case ir.LT:
		uc(b, a)
		x.jcc(7, l)
	case ir.LE:
		uc(b, a)
		x.jcc(3, l)
	case ir.GT:
		uc(a, b)
		x.jcc(7, l)
	case ir.GE:
		uc(a, b)
		x.jcc(3, l)
	case ir.NLT:
		uc(b, a)
		x.jcc(6, l)
	case ir.NLE:
		uc(b, a)
		x.jcc(2, l)
	case ir.NGT:
		uc(a, b)
		x.jcc(6, l)
	case ir.NGE:
		uc(a, b)
		x.jcc(2, l)
	}
}

func (x *asm) ins(i *ir.Ins) {
	switch i.Op {
	case ir.Bind:
		x.lab[i.L] = int32(len(x.b))
	case ir.Mov:
		d := x.out(i.D, rax)
		x.mov(d, x.in(i.A, d))
		x.done(i.D, d)
	case ir.MovF:
		d := x.out(i.D, 15)
		x.movf(d, x.in(i.A, d))
		x.done(i.D, d)
	case ir.Const:
		d := x.out(i.D, rax)
		x.movi(d, i.Imm)
		x.done(i.D, d)
	case ir.ConstF:
		d := x.out(i.D, 15)
		if i.Imm == 0 {
			x.rr(false, d, d, 0, 0x0F, 0x57)
		} else {
			x.movi(rax, i.Imm)
			x.rr(true, d, rax, 0x66, 0x0F, 0x6E)
		}
		x.done(i.D, d)
	case ir.Zext32:
		d := x.out(i.D, rax)
		x.rr(false, x.in(i.A, rcx), d, 0, 0x89)
		x.done(i.D, d)
	case ir.Sext32:
		d := x.out(i.D, rax)
		x.rr(true, d, x.in(i.A, rcx), 0, 0x63)
		x.done(i.D, d)
	case ir.Ld8, ir.Ld32, ir.Ld32S, ir.Ld64, ir.Lea:
		d := x.out(i.D, rax)
		b, ix, s, o := x.m(i)
		switch i.Op {
		case ir.Ld8:
			x.mem(false, d, b, ix, s, o, 0, false, 0x0F, 0xB6)
		case ir.Ld32:
			x.mem(false, d, b, ix, s, o, 0, false, 0x8B)
		case ir.Ld32S:
			x.mem(true, d, b, ix, s, o, 0, false, 0x63)
		case ir.Ld64:
			x.mem(true, d, b, ix, s, o, 0, false, 0x8B)
		case ir.Lea:
			x.mem(true, d, b, ix, s, o, 0, false, 0x8D)
		}
		x.done(i.D, d)
	case ir.LdF:
		d := x.out(i.D, 15)
		b, ix, s, o := x.m(i)
		x.mem(false, d, b, ix, s, o, 0xF2, false, 0x0F, 0x10)
		x.done(i.D, d)
	case ir.StF:
		v := x.in(i.D, 15)
		b, ix, s, o := x.m(i)
		x.mem(false, v, b, ix, s, o, 0xF2, false, 0x0F, 0x11)
	case ir.St8, ir.St32, ir.St64:
		v := x.in(i.D, rax)
		b, ix, s, o := x.m(i)
		switch i.Op {
		case ir.St8:
			x.mem(false, v, b, ix, s, o, 0, true, 0x88)
		case ir.St32:
			x.mem(false, v, b, ix, s, o, 0, false, 0x89)
		default:
			x.mem(true, v, b, ix, s, o, 0, false, 0x89)
		}
	case ir.St8I:
		b, ix, s, o := x.m(i)
		x.mem(false, 0, b, ix, s, o, 0, false, 0xC6)
		x.e(byte(i.Imm))
	case ir.St32I, ir.St64I:
		b, ix, s, o := x.m(i)
		x.mem(i.Op == ir.St64I, 0, b, ix, s, o, 0, false, 0xC7)
		x.e32(int32(i.Imm))
	case ir.AddM32, ir.AddM64:
		b, ix, s, o := x.m(i)
		x.mem(i.Op == ir.AddM64, 0, b, ix, s, o, 0, false, 0x81)
		x.e32(int32(i.Imm))
	case ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.AddO, ir.SubO:
		d := x.out(i.D, rax)
		a := x.in(i.A, rcx)
		op := aluop[i.Op]
		if i.B == ir.None {
			x.mov(d, a)
			if fits(i.Imm) {
				x.alui(int(op[1]), d, i.Imm)
			} else {
				x.movi(rdx, i.Imm)
				x.rr(true, rdx, d, 0, op[0])
			}
		} else {
			b := x.in(i.B, rdx)
			if d == b && d != a {
				x.mov(rdx, b)
				b = rdx
			}
			x.mov(d, a)
			x.rr(true, b, d, 0, op[0])
		}
		if i.Op == ir.AddO || i.Op == ir.SubO {
			x.jccStore(i, d, 0)
			return
		}
		x.done(i.D, d)
	case ir.Mul, ir.MulO:
		d := x.out(i.D, rax)
		a := x.in(i.A, rcx)
		if i.B == ir.None {
			x.movi(rdx, i.Imm)
			x.mov(rax, a)
			x.rr(true, rax, rdx, 0, 0x0F, 0xAF)
		} else {
			x.mov(rax, a)
			x.rr(true, rax, x.in(i.B, rdx), 0, 0x0F, 0xAF)
		}
		x.mov(d, rax)
		if i.Op == ir.MulO {
			x.jccStore(i, d, 0)
			return
		}
		x.done(i.D, d)
	case ir.Shl, ir.Shr, ir.Sar:
		ext := map[ir.Op]int{ir.Shl: 4, ir.Shr: 5, ir.Sar: 7}[i.Op]
		d := x.out(i.D, rax)
		if i.B == ir.None {
			x.mov(d, x.in(i.A, rdx))
			x.rr(true, ext, d, 0, 0xC1)
			x.e(byte(i.Imm & 63))
		} else {
			x.mov(rax, x.in(i.A, rax))
			x.mov(rcx, x.in(i.B, rcx))
			x.rr(true, ext, rax, 0, 0xD3)
			x.mov(d, rax)
		}
		x.done(i.D, d)
	case ir.Div, ir.Rem:
		d := x.out(i.D, rax)
		b := x.in(i.B, rcx)
		x.mov(rax, x.in(i.A, rax))
		x.e(0x48, 0x99)
		x.rr(true, 7, b, 0, 0xF7)
		if i.Op == ir.Div {
			x.mov(d, rax)
		} else {
			x.mov(d, rdx)
		}
		x.done(i.D, d)
	case ir.Neg, ir.Not:
		d := x.out(i.D, rax)
		x.mov(d, x.in(i.A, rcx))
		e := 3
		if i.Op == ir.Not {
			e = 2
		}
		x.rr(true, e, d, 0, 0xF7)
		x.done(i.D, d)
	case ir.Set:
		x.cmp(i)
		x.e(0x0F, 0x90|cc[i.Cc], 0xC0)
		d := x.out(i.D, rax)
		x.rr(false, d, rax, 0, 0x0F, 0xB6)
		x.done(i.D, d)
	case ir.FSet:
		d := x.out(i.D, rax)
		a, b := x.in(i.A, 14), x.in(i.B, 15)
		x.lab = append(x.lab, -1, -1)
		y, e := ir.Label(len(x.lab)-2), ir.Label(len(x.lab)-1)
		x.fbr(i.Cc, a, b, y)
		x.movi(d, 0)
		x.e(0xE9)
		x.fix = append(x.fix, fix{len(x.b), e})
		x.e32(0)
		x.lab[y] = int32(len(x.b))
		x.movi(d, 1)
		x.lab[e] = int32(len(x.b))
		x.done(i.D, d)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		d := x.out(i.D, 15)
		a, b := x.in(i.A, 15), x.in(i.B, 14)
		if d == b && d != a {
			x.movf(14, b)
			b = 14
		}
		x.movf(d, a)
		x.rr(false, d, b, 0xF2, 0x0F, fop[i.Op])
		x.done(i.D, d)
	case ir.FNeg:
		d := x.out(i.D, 15)
		a := x.in(i.A, 15)
		x.movi(rax, math.MinInt64)
		x.rr(true, 14, rax, 0x66, 0x0F, 0x6E)
		x.movf(d, a)
		x.rr(false, d, 14, 0x66, 0x0F, 0x57)
		x.done(i.D, d)
	case ir.FSqrt:
		d := x.out(i.D, 15)
		x.rr(false, d, x.in(i.A, 15), 0xF2, 0x0F, 0x51)
		x.done(i.D, d)
	case ir.IntToF:
		d := x.out(i.D, 15)
		a := x.in(i.A, rax)
		x.rr(false, d, d, 0, 0x0F, 0x57)
		x.rr(true, d, a, 0xF2, 0x0F, 0x2A)
		x.done(i.D, d)
	case ir.FToInt:
		d := x.out(i.D, rax)
		x.rr(true, d, x.in(i.A, 15), 0xF2, 0x0F, 0x2C)
		x.done(i.D, d)
	case ir.FBits:
		d := x.out(i.D, rax)
		x.rr(true, x.in(i.A, 15), d, 0x66, 0x0F, 0x7E)
		x.done(i.D, d)
	case ir.BitsF:
		d := x.out(i.D, 15)
		x.rr(true, d, x.in(i.A, rax), 0x66, 0x0F, 0x6E)
		x.done(i.D, d)
	case ir.Jmp:
		x.e(0xE9)
		x.fix = append(x.fix, fix{len(x.b), i.L})
		x.e32(0)
	case ir.Br:
		x.cmp(i)
		x.jcc(cc[i.Cc], i.L)
	case ir.BrTest:
		a := x.in(i.A, rcx)
		if i.Imm >= 0 && i.Imm < 1<<32 {
			x.rr(false, 0, a, 0, 0xF7)
			x.e32(int32(uint32(i.Imm)))
		} else {
			x.movi(rax, i.Imm)
			x.rr(true, rax, a, 0, 0x85)
		}
		x.jcc(cc[i.Cc], i.L)
	case ir.BrF:
		x.fbr(i.Cc, x.in(i.A, 14), x.in(i.B, 15), i.L)
	case ir.BrM8:
		b, ix, s, o := x.m(i)
		x.mem(false, 7, b, ix, s, o, 0, false, 0x80)
		x.e(byte(i.Imm))
		c := map[ir.Cond]byte{ir.LT: 2, ir.GE: 3, ir.LE: 6, ir.GT: 7}
		if k, ok := c[i.Cc]; ok {
			x.jcc(k, i.L)
		} else {
			x.jcc(cc[i.Cc], i.L)
		}
	case ir.BrM32:
		b, ix, s, o := x.m(i)
		if i.Imm == int64(int8(i.Imm)) {
			x.mem(false, 7, b, ix, s, o, 0, false, 0x83)
			x.e(byte(i.Imm))
		} else {
			x.mem(false, 7, b, ix, s, o, 0, false, 0x81)
			x.e32(int32(i.Imm))
		}
		x.jcc(cc[i.Cc], i.L)
	case ir.BrM64:
		if i.D != ir.None {
			v := x.in(i.D, rax)
			b, ix, s, o := x.m(i)
			x.mem(true, v, b, ix, s, o, 0, false, 0x39)
		} else {
			b, ix, s, o := x.m(i)
			x.mem(true, 7, b, ix, s, o, 0, false, 0x81)
			x.e32(int32(i.Imm))
		}
		x.jcc(cc[i.Cc], i.L)
	case ir.BrTestM32:
		b, ix, s, o := x.m(i)
		x.mem(false, 0, b, ix, s, o, 0, false, 0xF7)
		x.e32(int32(uint32(i.Imm)))
		x.jcc(cc[i.Cc], i.L)
	case ir.DecZ32:
		b, ix, s, o := x.m(i)
		x.mem(false, 5, b, ix, s, o, 0, false, 0x83)
		x.e(1)
		x.jcc(4, i.L)
	case ir.PollG:
		x.e(0x49, 0x3B, 0x66, 0x10)
		x.jcc(6, i.L)
	case ir.Dispatch:
		if i.Imm != 0 {
			x.alui(0, rsi, i.Imm)
		}
		x.e(0xFF, 0x26)
	case ir.Exit:
		x.movi(rax, i.Imm)
		x.e(0xC3)
	case ir.JmpR:
		x.rr(false, 4, x.in(i.A, rax), 0, 0xFF)
	case ir.JmpM:
		b, ix, s, o := x.m(i)
		x.mem(false, 4, b, ix, s, o, 0, false, 0xFF)
	case ir.LabelAddr:
		d := x.out(i.D, rax)
		x.e(0x48|byte(d>>3)<<2, 0x8D, 0x05|byte(d&7)<<3)
		x.fix = append(x.fix, fix{len(x.b), i.L})
		x.e32(0)
		x.done(i.D, d)
	default:
		panic(i.Op.String())
	}
}

// jccStore branches on overflow; a spilled result is stored only when not (flags survive the store).
func (x *asm) jccStore(i *ir.Ins, d int, c byte) {
	x.done(i.D, d)
	x.jcc(c, i.L)
}
