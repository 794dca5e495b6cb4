package irtest

import (
	"math"

	"github.com/ebb-vm/ebb/jit/ir"
)

// instruction emits one, and what it needs.
func (g *gen) instruction() {
	r := g.r
	switch r.Intn(16) {
	case 0, 1, 2:
		g.arithmetic()
	case 3:
		g.division()
	case 4:
		g.shift()
	case 5:
		g.move()
	case 6, 7:
		g.loadStore()
	case 8:
		g.update()
	case 9, 10:
		g.double()
	case 11:
		g.convert()
	case 12:
		g.checked()
	case 13:
		g.set()
	case 14:
		g.pinned()
	case 15:
		// A branch over a few instructions; what they define is not known behind.
		over := g.NewLabel()
		g.branch(over)
		n, nf := len(g.temps), len(g.tempsF)
		for range 1 + r.Intn(3) {
			g.instruction()
		}
		g.temps, g.tempsF = g.temps[:n], g.tempsF[:nf]
		g.Bind(over)
	}
}

func (g *gen) arithmetic() {
	if g.r.Intn(8) == 0 {
		d := g.dest(false)
		g.Op1(pick(g, ir.Neg, ir.Not, ir.Zext32, ir.Sext32), d, g.any())
		g.wrote(d)
		return
	}
	op := pick(g, ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor)
	a := g.any()
	if g.r.Intn(2) == 0 {
		d := g.dest(false)
		g.OpI(op, d, a, g.imm())
		g.wrote(d)
		return
	}
	b := g.any()
	d := g.dest(false)
	g.Op2(op, d, a, b)
	g.wrote(d)
}

// division keeps away from divisors 0 and -1.
func (g *gen) division() {
	op := pick(g, ir.Div, ir.Rem)
	a, b := g.any(), g.any()
	if g.r.Intn(2) == 0 {
		n := g.NewReg()
		g.OpI(ir.And, n, b, ^int64(1))
		g.OpI(ir.Or, n, n, 2)
		d := g.dest(false)
		g.Op2(op, d, a, n)
		g.wrote(d)
		return
	}
	over := g.NewLabel()
	g.BrI(ir.EQ, b, 0, over)
	g.BrI(ir.EQ, b, -1, over)
	g.Op2(op, pick(g, g.ints...), a, b)
	g.Bind(over)
}

func (g *gen) shift() {
	op := pick(g, ir.Shl, ir.Shr, ir.Sar)
	a := g.any()
	if g.r.Intn(2) == 0 {
		d := g.dest(false)
		g.OpI(op, d, a, int64(g.r.Intn(64)))
		g.wrote(d)
		return
	}
	n := g.NewReg()
	g.OpI(ir.And, n, g.any(), 63)
	d := g.dest(false)
	if g.r.Intn(4) == 0 {
		a, d = n, n // all the same
	}
	g.Op2(op, d, a, n)
	g.wrote(d)
}

func (g *gen) move() {
	switch g.r.Intn(5) {
	case 0, 1:
		a := g.any()
		d := g.dest(false)
		g.Mov(d, a)
		g.wrote(d)
	case 2:
		a := g.anyF()
		d := g.dest(true)
		g.MovF(d, a)
		g.wrote(d)
	case 3:
		d := g.dest(false)
		g.Const(d, g.imm())
		g.wrote(d)
	case 4:
		d := g.dest(true)
		g.ConstF(d, math.Float64bits(double(g.r)))
		g.wrote(d)
	}
}

func (g *gen) loadStore() {
	switch g.r.Intn(12) {
	case 0:
		g.load(g.Ld8, 1, false)
	case 1:
		g.load(g.Ld32, 4, false)
	case 2:
		g.load(g.Ld32S, 4, false)
	case 3:
		g.load(g.Ld64, 8, false)
	case 4:
		g.load(g.LdF, 8, true)
	case 5:
		g.St8(g.place(1), g.any())
	case 6:
		g.St32(g.place(4), g.any())
	case 7:
		g.St64(g.place(8), g.any())
	case 8:
		g.StF(g.place(8), g.anyF())
	case 9:
		g.St8I(g.place(1), int64(uint8(g.imm())))
	case 10:
		g.St32I(g.place(4), g.imm32())
	case 11:
		g.St64I(g.place(8), g.imm32())
	}
}

func (g *gen) load(emit func(ir.Reg, ir.Mem), size int32, float bool) {
	m := g.place(size)
	d := g.dest(float)
	if !float && m.Index != ir.None && g.r.Intn(3) == 0 {
		d = m.Index
	}
	emit(d, m)
	g.wrote(d)
}

func (g *gen) update() {
	switch g.r.Intn(4) {
	case 0:
		g.AddM32(g.place(4), g.imm32())
	case 1:
		g.AddM64(g.place(8), g.imm32())
	case 2:
		l := g.NewLabel()
		g.DecZ32(g.place(4), l)
		g.Bind(l)
	case 3:
		// An address as a number: relative to the base, since that is elsewhere each time.
		m := g.place(8)
		d, x := g.NewReg(), g.NewReg()
		g.Lea(d, m)
		g.Op2(ir.Sub, x, d, ir.FP)
		if m.Base == ir.CTX {
			g.Op2(ir.Sub, x, d, ir.CTX)
		}
		g.wrote(x)
		// And of numbers.
		b, i := g.any(), g.any()
		d = g.dest(false)
		g.Lea(d, ir.Mem{Base: b, Index: i, Scale: uint8(g.r.Intn(4)), Off: int32(g.imm32())})
		g.wrote(d)
	}
}

func (g *gen) double() {
	a, b := g.anyF(), g.anyF()
	d := g.dest(true)
	switch g.r.Intn(6) {
	case 0:
		g.Op1(ir.FNeg, d, a)
	case 1:
		g.Op1(ir.FSqrt, d, a)
	default:
		g.Op2(pick(g, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv), d, a, b)
	}
	g.canonical(d)
	g.wrote(d)
}

func (g *gen) convert() {
	switch g.r.Intn(4) {
	case 0:
		a := g.any()
		d := g.dest(true)
		g.Op1(ir.IntToF, d, a)
		g.wrote(d)
	case 1:
		a := g.any()
		d := g.dest(true)
		g.Op1(ir.BitsF, d, a)
		g.wrote(d)
	case 2:
		a := g.anyF()
		d := g.dest(false)
		g.Op1(ir.FBits, d, a)
		g.wrote(d)
	case 3:
		// Only of doubles that are integers of 64 bits.
		a := g.anyF()
		least, over, skip := g.NewFloat(), g.NewFloat(), g.NewLabel()
		g.ConstF(least, math.Float64bits(-1<<63))
		g.ConstF(over, math.Float64bits(1<<63))
		g.BrF(ir.NGE, a, least, skip)
		g.BrF(ir.NLT, a, over, skip)
		g.Op1(ir.FToInt, pick(g, g.ints...), a)
		g.Bind(skip)
	}
}

// checked computes something that may overflow, and goes on with another value then.
func (g *gen) checked() {
	op := pick(g, ir.AddO, ir.SubO, ir.MulO)
	a, b := g.any(), g.any()
	d := g.dest(false)
	over := g.NewLabel()
	if g.r.Intn(2) == 0 {
		g.Checked(op, d, a, b, over)
	} else {
		g.CheckedI(op, d, a, g.imm(), over)
	}
	back := g.NewLabel()
	instead := g.imm()
	g.Bind(back)
	// a and b are as they were, unless d is one of them.
	others := g.r.Intn(2) == 0 && a != d && b != d
	g.Cold(func() {
		g.Bind(over)
		if others {
			g.Op2(ir.Xor, d, a, b)
		} else {
			g.Const(d, instead)
		}
		g.Jmp(back)
	})
	g.wrote(d)
}

func (g *gen) set() {
	if g.r.Intn(2) == 0 {
		a, b := g.anyF(), g.anyF()
		d := g.dest(false)
		g.FSet(g.condF(), d, a, b)
		g.wrote(d)
		return
	}
	a, b := g.any(), g.any()
	d := g.dest(false)
	if g.r.Intn(2) == 0 {
		g.Set(g.cond(), d, a, b)
	} else {
		g.SetI(g.cond(), d, a, g.near())
	}
	g.wrote(d)
}

// near is a number to compare with, as often as not one that some values are near.
func (g *gen) near() int64 {
	if g.r.Intn(2) == 0 {
		return int64(g.r.Intn(7) - 3)
	}
	return g.imm()
}

// pinned moves FP there and back.
func (g *gen) pinned() {
	by := g.imm32()
	g.OpI(ir.Add, ir.FP, ir.FP, by)
	m := ir.At(ir.FP, 8*int32(g.r.Intn(16)))
	if off := int64(m.Off) - by; off == int64(int32(off)) {
		m.Off = int32(off)
		g.St64(m, g.any())
	}
	back := g.NewReg()
	g.Const(back, by)
	g.Op2(ir.Sub, ir.FP, ir.FP, back)
	old := g.NewReg()
	g.Mov(old, ir.IP)
	g.OpI(ir.Add, ir.IP, ir.IP, 32)
	// Code out of line that comes back at once: it does not matter whether it is run.
	l, over := g.NewLabel(), g.NewLabel()
	g.PollG(l)
	g.Bind(over)
	g.Cold(func() { g.Bind(l); g.Jmp(over) })
	g.Mov(ir.IP, old)
}

// branch emits a conditional branch.
func (g *gen) branch(l ir.Label) {
	r := g.r
	switch r.Intn(8) {
	case 0:
		g.Br(g.cond(), g.any(), g.any(), l)
	case 1:
		g.BrI(g.cond(), g.any(), g.near(), l)
	case 2:
		g.BrTest(pick(g, ir.EQ, ir.NE), g.any(), g.imm(), l)
	case 3:
		g.BrF(g.condF(), g.anyF(), g.anyF(), l)
	case 4:
		g.BrM8(g.cond(), g.place(1), int64(uint8(g.imm())), l)
	case 5:
		g.BrM32(g.cond(), g.place(4), g.imm32(), l)
	case 6:
		if r.Intn(2) == 0 {
			g.BrM64(g.cond(), g.place(8), g.any(), l)
		} else {
			g.BrM64I(g.cond(), g.place(8), g.imm32(), l)
		}
	case 7:
		g.BrTestM32(pick(g, ir.EQ, ir.NE), g.place(4), g.imm32(), l)
	}
}
