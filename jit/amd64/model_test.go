package amd64

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Layout of the memory that the functions of the tests work on: the frame
// pointer is its address, the opline ipAt further on.
const (
	fuelAt   = 0
	targetAt = 8 // an address of code, which the model does not know
	intsAt   = 64
	floatsAt = 512
	scratch  = 1024
	ipAt     = 2048
	memSize  = 4096
)

// model runs a function in Go. Addresses count from base.
type model struct {
	f    *ir.Func
	mem  []byte
	base uint64
	regs []uint64
	at   map[ir.Label]int
}

func (m *model) addr(in *ir.Ins) int {
	a := m.regs[in.A] + uint64(int64(in.Off))
	if in.B != ir.None {
		a += m.regs[in.B] << in.Scale
	}
	return int(a - m.base)
}

func compareInts(c ir.Cond, a, b uint64) bool {
	x, y := int64(a), int64(b)
	return [...]bool{ir.EQ: a == b, ir.NE: a != b, ir.LT: x < y, ir.LE: x <= y, ir.GT: x > y, ir.GE: x >= y,
		ir.ULT: a < b, ir.ULE: a <= b, ir.UGT: a > b, ir.UGE: a >= b}[c]
}

func compareFloats(c ir.Cond, x, y float64) bool {
	return [...]bool{ir.EQ: x == y, ir.NE: x != y, ir.LT: x < y, ir.LE: x <= y, ir.GT: x > y, ir.GE: x >= y,
		ir.NLT: !(x < y), ir.NLE: !(x <= y), ir.NGT: !(x > y), ir.NGE: !(x >= y)}[c]
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// run executes the function and returns its exit code.
func (m *model) run() int64 {
	m.at = map[ir.Label]int{}
	for i := range m.f.Code {
		if m.f.Code[i].Op == ir.Bind {
			m.at[m.f.Code[i].L] = i
		}
	}
	le := binary.LittleEndian
	var known ir.Label // what LabelAddr gave last
	for pc := 0; ; pc++ {
		in := &m.f.Code[pc]
		var a, b uint64
		if in.A >= 0 {
			a = m.regs[in.A]
		}
		if b = uint64(in.Imm); in.B >= 0 {
			b = m.regs[in.B]
		}
		fa, fb := math.Float64frombits(a), math.Float64frombits(b)
		set := func(v uint64) { m.regs[in.D] = v }
		setF := func(v float64) { m.regs[in.D] = math.Float64bits(v) }
		jump := false
		switch in.Op {
		case ir.Bind, ir.PollG:
		case ir.Mov, ir.MovF, ir.FBits, ir.BitsF:
			set(a)
		case ir.Const, ir.ConstF:
			set(uint64(in.Imm))
		case ir.Zext32:
			set(uint64(uint32(a)))
		case ir.Sext32:
			set(uint64(int32(a)))
		case ir.Ld8:
			set(uint64(m.mem[m.addr(in)]))
		case ir.Ld32:
			set(uint64(le.Uint32(m.mem[m.addr(in):])))
		case ir.Ld32S:
			set(uint64(int32(le.Uint32(m.mem[m.addr(in):]))))
		case ir.Ld64, ir.LdF:
			set(le.Uint64(m.mem[m.addr(in):]))
		case ir.St8:
			m.mem[m.addr(in)] = byte(m.regs[in.D])
		case ir.St32:
			le.PutUint32(m.mem[m.addr(in):], uint32(m.regs[in.D]))
		case ir.St64, ir.StF:
			le.PutUint64(m.mem[m.addr(in):], m.regs[in.D])
		case ir.St8I:
			m.mem[m.addr(in)] = byte(in.Imm)
		case ir.St32I:
			le.PutUint32(m.mem[m.addr(in):], uint32(in.Imm))
		case ir.St64I:
			le.PutUint64(m.mem[m.addr(in):], uint64(in.Imm))
		case ir.AddM32:
			le.PutUint32(m.mem[m.addr(in):], le.Uint32(m.mem[m.addr(in):])+uint32(in.Imm))
		case ir.AddM64:
			le.PutUint64(m.mem[m.addr(in):], le.Uint64(m.mem[m.addr(in):])+uint64(in.Imm))
		case ir.Lea:
			v := a + uint64(int64(in.Off))
			if in.B >= 0 {
				v += b << in.Scale
			}
			set(v)
		case ir.Add:
			set(a + b)
		case ir.Sub:
			set(a - b)
		case ir.Mul:
			set(a * b)
		case ir.And:
			set(a & b)
		case ir.Or:
			set(a | b)
		case ir.Xor:
			set(a ^ b)
		case ir.Shl:
			set(a << b)
		case ir.Shr:
			set(a >> b)
		case ir.Sar:
			set(uint64(int64(a) >> b))
		case ir.Div:
			set(uint64(int64(a) / int64(b)))
		case ir.Rem:
			set(uint64(int64(a) % int64(b)))
		case ir.Neg:
			set(-a)
		case ir.Not:
			set(^a)
		case ir.Set:
			set(bit(compareInts(in.Cc, a, b)))
		case ir.FAdd:
			setF(fa + fb)
		case ir.FSub:
			setF(fa - fb)
		case ir.FMul:
			setF(fa * fb)
		case ir.FDiv:
			setF(fa / fb)
		case ir.FNeg:
			set(a ^ 1<<63)
		case ir.FSqrt:
			setF(math.Sqrt(fa))
		case ir.IntToF:
			setF(float64(int64(a)))
		case ir.FToInt:
			set(uint64(int64(fa)))
		case ir.FSet:
			set(bit(compareFloats(in.Cc, fa, fb)))
		case ir.Jmp:
			jump = true
		case ir.Br:
			jump = compareInts(in.Cc, a, b)
		case ir.BrTest:
			jump = (a&uint64(in.Imm) != 0) == (in.Cc == ir.NE)
		case ir.BrF:
			jump = compareFloats(in.Cc, fa, fb)
		case ir.BrM8:
			jump = compareInts(in.Cc, uint64(m.mem[m.addr(in)]), uint64(in.Imm))
		case ir.BrM32:
			jump = compareInts(in.Cc, uint64(int32(le.Uint32(m.mem[m.addr(in):]))), uint64(in.Imm))
		case ir.BrM64:
			v := uint64(in.Imm)
			if in.D >= 0 {
				v = m.regs[in.D]
			}
			jump = compareInts(in.Cc, le.Uint64(m.mem[m.addr(in):]), v)
		case ir.BrTestM32:
			jump = (le.Uint32(m.mem[m.addr(in):])&uint32(in.Imm) != 0) == (in.Cc == ir.NE)
		case ir.DecZ32:
			v := le.Uint32(m.mem[m.addr(in):]) - 1
			le.PutUint32(m.mem[m.addr(in):], v)
			jump = v == 0
		case ir.AddO:
			v := a + b
			jump = (a^v)&(b^v)>>63 != 0
			set(v)
		case ir.SubO:
			v := a - b
			jump = (a^b)&(a^v)>>63 != 0
			set(v)
		case ir.MulO:
			hi, lo := bits.Mul64(a, b)
			hi -= bit(int64(a) < 0)*b + bit(int64(b) < 0)*a
			jump = hi != uint64(int64(lo)>>63)
			set(lo)
		case ir.LabelAddr:
			known = in.L
		case ir.Dispatch:
			m.regs[ir.IP] += uint64(in.Imm)
			pc = m.at[known]
		case ir.JmpR, ir.JmpM:
			pc = m.at[known]
		case ir.Exit:
			return in.Imm
		default:
			panic("model: " + in.Op.String())
		}
		if jump {
			pc = m.at[in.L]
		}
	}
}

var someInts = []int64{0, 1, -1, 2, 3, 7, 8, 63, 64, 100, 127, 128, 255, 256, -128, -129, 65280, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1,
	1<<32 - 1, 1 << 32, 1 << 40, 0x123456789abcdef, math.MaxInt64, math.MinInt64, 0x7fffffff00000000, -4294967296}

var someFloats = []float64{0, math.Copysign(0, -1), 1, -1, 1.5, -2.25, 1e300, -1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 62, 3}

// randomFunc makes a function with every kind of operation, which counts the
// fuel at FP down and leaves, its registers stored, when there is none.
func randomFunc(r *rand.Rand) *ir.Func {
	b := ir.NewBuilder("random")
	ints := make([]ir.Reg, 2+r.Intn(18))
	floats := make([]ir.Reg, 1+r.Intn(17))
	num := func() int64 {
		switch r.Intn(3) {
		case 0:
			return int64(r.Uint64()) >> r.Intn(64)
		}
		return someInts[r.Intn(len(someInts))]
	}
	for i := range ints {
		ints[i] = b.NewReg()
		b.Const(ints[i], num())
	}
	for i := range floats {
		floats[i] = b.NewFloat()
		b.ConstF(floats[i], math.Float64bits(someFloats[r.Intn(len(someFloats))]))
	}
	d := func() ir.Reg { return ints[r.Intn(len(ints))] }
	u := func() ir.Reg {
		if r.Intn(16) == 0 {
			return ir.Reg(r.Intn(3))
		}
		return d()
	}
	f := func() ir.Reg { return floats[r.Intn(len(floats))] }
	labels := make([]ir.Label, 1+r.Intn(12))
	for i := range labels {
		labels[i] = b.NewLabel()
	}
	label := func() ir.Label { return labels[r.Intn(len(labels))] }
	out := b.NewLabel()
	word := func(size int) ir.Mem {
		m := ir.At(ir.FP, int32(scratch+r.Intn(64)*size))
		switch r.Intn(5) {
		case 0:
			m = ir.At(ir.IP, int32(-r.Intn(100)*size)-8)
		case 1: // through a register
			t := d()
			b.OpI(ir.Add, t, ir.FP, scratch+8)
			m = ir.At(t, int32(r.Intn(300)-150))
		case 2:
			t := d()
			b.OpI(ir.And, t, u(), 31)
			m = ir.Mem{Base: ir.FP, Index: t, Scale: uint8(r.Intn(4)), Off: scratch}
		case 3:
			t := d()
			b.OpI(ir.Shl, t, ir.FP, 1)
			b.Op2(ir.Sub, t, t, ir.FP)
			m = ir.At(t, scratch)
			if s := d(); s != t {
				b.OpI(ir.And, s, u(), 15)
				m.Index, m.Scale = s, 2
			}
		}
		return m
	}
	cond := func() ir.Cond { return ir.Cond(r.Intn(int(ir.UGE) + 1)) }
	condF := func() ir.Cond {
		c := []ir.Cond{ir.EQ, ir.NE, ir.LT, ir.LE, ir.GT, ir.GE, ir.NLT, ir.NLE, ir.NGT, ir.NGE}
		return c[r.Intn(len(c))]
	}
	zero := func() ir.Cond { return ir.Cond(r.Intn(2)) }
	alu := []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor}
	one := func() {
		switch r.Intn(34) {
		case 0:
			b.Mov(d(), u())
		case 1:
			b.MovF(f(), f())
		case 2:
			b.Const(d(), num())
		case 3:
			b.ConstF(f(), math.Float64bits(someFloats[r.Intn(len(someFloats))]))
		case 4:
			b.Op1([]ir.Op{ir.Zext32, ir.Sext32, ir.Neg, ir.Not}[r.Intn(4)], d(), u())
		case 5:
			m := word(8)
			b.Emit(ir.Ins{Op: []ir.Op{ir.Ld8, ir.Ld32, ir.Ld32S, ir.Ld64, ir.Lea}[r.Intn(5)], D: d(), A: m.Base, B: m.Index, Scale: m.Scale, Off: m.Off})
		case 6:
			m := word(8)
			b.Emit(ir.Ins{Op: []ir.Op{ir.St8, ir.St32, ir.St64}[r.Intn(3)], D: u(), A: m.Base, B: m.Index, Scale: m.Scale, Off: m.Off})
		case 7:
			switch m := word(8); r.Intn(5) {
			case 0:
				b.St8I(m, num())
			case 1:
				b.St32I(m, num())
			case 2:
				b.St64I(m, int64(int32(num())))
			case 3:
				b.AddM32(m, int64(int32(num())))
			case 4:
				b.AddM64(m, num())
			}
		case 8, 9, 10:
			b.Op2(alu[r.Intn(len(alu))], d(), u(), u())
		case 11, 12, 13:
			b.OpI(alu[r.Intn(len(alu))], d(), u(), num())
		case 14:
			t := d()
			b.OpI(ir.And, t, u(), 63)
			b.Op2([]ir.Op{ir.Shl, ir.Shr, ir.Sar}[r.Intn(3)], d(), u(), t)
		case 15:
			b.OpI([]ir.Op{ir.Shl, ir.Shr, ir.Sar}[r.Intn(3)], d(), u(), int64(r.Intn(64)))
		case 16:
			t := d()
			b.OpI(ir.Shr, t, u(), 1)
			b.OpI(ir.Or, t, t, 2)
			b.Op2([]ir.Op{ir.Div, ir.Rem}[r.Intn(2)], d(), u(), t)
		case 17:
			b.Set(cond(), d(), u(), u())
		case 18:
			b.SetI(cond(), d(), u(), num())
		case 19, 20:
			b.Op2([]ir.Op{ir.FAdd, ir.FSub, ir.FMul, ir.FDiv}[r.Intn(4)], f(), f(), f())
		case 21:
			b.Op1([]ir.Op{ir.FNeg, ir.FSqrt}[r.Intn(2)], f(), f())
		case 22:
			b.Op1(ir.IntToF, f(), u())
		case 23:
			b.Op1(ir.FToInt, d(), f())
		case 24: // bits of NaNs depend on the order of operands: not looked at
			x := f()
			b.ConstF(x, uint64(num()))
			b.Op1(ir.FBits, d(), x)
			b.Op1(ir.BitsF, f(), u())
		case 25:
			b.FSet(condF(), d(), f(), f())
		case 26:
			m := word(8)
			if m.Base != ir.FP || m.Index != ir.None {
				m = ir.At(ir.FP, floatsAt+256)
			}
			b.StF(ir.At(ir.FP, floatsAt+256), f())
			b.LdF(f(), ir.At(ir.FP, floatsAt+256))
		case 27:
			b.Br(cond(), u(), u(), label())
		case 28:
			b.BrI(cond(), u(), num(), label())
		case 29:
			b.BrTest(zero(), u(), num(), label())
		case 30:
			b.BrF(condF(), f(), f(), label())
		case 31:
			switch m := word(8); r.Intn(6) {
			case 0:
				b.BrM8(cond(), m, num(), label())
			case 1:
				b.BrM32(cond(), m, num(), label())
			case 2:
				b.BrM64(cond(), m, u(), label())
			case 3:
				b.BrM64I(cond(), m, num(), label())
			case 4:
				b.BrTestM32(zero(), m, []int64{num(), 1 << r.Intn(32), 255 << r.Intn(24)}[r.Intn(3)], label())
			case 5:
				b.DecZ32(m, label())
			}
		case 32:
			x, slow, back := d(), b.NewLabel(), b.NewLabel()
			op := []ir.Op{ir.AddO, ir.SubO, ir.MulO}[r.Intn(3)]
			if r.Intn(2) == 0 {
				b.Checked(op, x, u(), u(), slow)
			} else {
				b.CheckedI(op, x, u(), num(), slow)
			}
			if r.Intn(2) == 0 {
				b.Mov(d(), x)
			}
			b.Bind(back)
			b.Cold(func() { // the result is undefined here
				b.Bind(slow)
				b.Const(x, 77)
				b.Jmp(back)
			})
		case 33:
			next := b.NewLabel()
			if r.Intn(2) == 0 {
				b.PollG(next)
				b.Bind(next)
			} else {
				b.Br(cond(), u(), u(), next)
				b.Jmp(label())
				b.Bind(next)
			}
		}
	}
	for i, l := range labels {
		b.Bind(l)
		b.AddM64(ir.At(ir.FP, fuelAt), -1)
		b.BrM64I(ir.LE, ir.At(ir.FP, fuelAt), 0, out)
		if r.Intn(6) == 0 {
			b.Jmp(labels[(i+1)%len(labels)])
			continue
		}
		for range 1 + r.Intn(14) {
			one()
		}
	}
	b.Jmp(label())
	b.Bind(out)
	for i, x := range ints {
		b.St64(ir.At(ir.FP, int32(intsAt+8*i)), x)
	}
	for i, x := range floats {
		b.StF(ir.At(ir.FP, int32(floatsAt+8*i)), x)
	}
	t, last := b.NewReg(), b.NewLabel()
	b.Entry(last)
	b.LabelAddr(t, last)
	switch r.Intn(3) {
	case 0:
		b.JmpR(t)
	case 1:
		b.St64(ir.At(ir.FP, targetAt), t)
		b.JmpM(ir.At(ir.FP, targetAt))
	case 2:
		b.St64(ir.At(ir.FP, targetAt), t)
		delta := []int64{0, 32, -64, 1 << 20, 1 << 33}[r.Intn(5)]
		b.OpI(ir.Add, ir.IP, ir.FP, targetAt)
		b.OpI(ir.Sub, ir.IP, ir.IP, delta)
		b.Dispatch(delta)
	}
	b.Bind(last)
	b.Exit(int64(r.Intn(1000)))
	return b.Finish()
}
