package wasm

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
)

// word is the n-th word behind a register.
func word(b ir.Reg, n int) ir.Mem { return ir.At(b, int32(8*n)) }

// binaryFunc makes a function that stores op of the two words at FP behind them.
func binaryFunc(op ir.Op, imm bool, n int64) *ir.Func {
	b := ir.NewBuilder(op.String())
	start := b.NewLabel()
	b.Entry(start)
	b.Bind(start)
	x, y, r := b.NewReg(), b.NewReg(), b.NewReg()
	b.Ld64(x, word(ir.FP, 0))
	if imm {
		b.OpI(op, r, x, n)
	} else {
		b.Ld64(y, word(ir.FP, 1))
		b.Op2(op, r, x, y)
	}
	b.St64(word(ir.FP, 2), r)
	b.Exit(7)
	return b.Finish()
}

var numbers = []int64{0, 1, -1, 2, 3, -7, 63, 1 << 31, -1 << 31, 1<<31 - 1, 1 << 32, -1 << 32, 3037000500, 3037000499, -3037000500, 1 << 62, -1 << 62, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}

func TestIntegers(t *testing.T) {
	m := newMachine(t)
	for op, want := range map[ir.Op]func(x, y int64) (int64, bool){
		ir.Add: func(x, y int64) (int64, bool) { return x + y, true },
		ir.Sub: func(x, y int64) (int64, bool) { return x - y, true },
		ir.Mul: func(x, y int64) (int64, bool) { return x * y, true },
		ir.And: func(x, y int64) (int64, bool) { return x & y, true },
		ir.Or:  func(x, y int64) (int64, bool) { return x | y, true },
		ir.Xor: func(x, y int64) (int64, bool) { return x ^ y, true },
		ir.Shl: func(x, y int64) (int64, bool) { return x << uint64(y&63), y>>6 == 0 },
		ir.Shr: func(x, y int64) (int64, bool) { return int64(uint64(x) >> uint64(y&63)), y>>6 == 0 },
		ir.Sar: func(x, y int64) (int64, bool) { return x >> uint64(y&63), y>>6 == 0 },
		ir.Div: func(x, y int64) (int64, bool) {
			if y == 0 || y == -1 {
				return 0, false
			}
			return x / y, true
		},
		ir.Rem: func(x, y int64) (int64, bool) {
			if y == 0 || y == -1 {
				return 0, false
			}
			return x % y, true
		},
	} {
		regs := m.add(binaryFunc(op, false, 0))
		for _, x := range numbers {
			for _, y := range numbers {
				w, ok := want(x, y)
				if !ok {
					continue
				}
				m.setWord(dataAt, x)
				m.setWord(dataAt+8, y)
				if c := m.run(regs, 0, cellAt, dataAt); c != 7 || m.word(dataAt+16) != w || m.ip() != cellAt || m.fp() != dataAt {
					t.Fatalf("%v %d %d: %d, want %d; code %d", op, x, y, m.word(dataAt+16), w, c)
				}
			}
		}
		if op == ir.Div || op == ir.Rem {
			continue
		}
		for _, y := range []int64{0, 1, 31, 63} {
			imm := m.add(binaryFunc(op, true, y))
			for _, x := range numbers {
				w, _ := want(x, y)
				m.setWord(dataAt, x)
				if m.run(imm, 0, cellAt, dataAt); m.word(dataAt+16) != w {
					t.Fatalf("%v %d number %d: %d, want %d", op, x, y, m.word(dataAt+16), w)
				}
			}
		}
	}
}

func overflows(op ir.Op, x, y int64) bool {
	switch op {
	case ir.AddO:
		s := x + y
		return (x^s)&(y^s) < 0
	case ir.SubO:
		s := x - y
		return (x^y)&(x^s) < 0
	}
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	h := int64(hi)
	if x < 0 {
		h -= y
	}
	if y < 0 {
		h -= x
	}
	return h != int64(lo)>>63
}

func TestOverflow(t *testing.T) {
	m := newMachine(t)
	build := func(op ir.Op, imm bool, n int64) *ir.Func {
		b := ir.NewBuilder(op.String())
		l := b.NewLabel()
		x, y := b.NewReg(), b.NewReg()
		b.Ld64(x, word(ir.FP, 0))
		if imm {
			b.CheckedI(op, x, x, n, l)
		} else {
			b.Ld64(y, word(ir.FP, 1))
			b.Checked(op, x, x, y, l)
		}
		b.St64(word(ir.FP, 2), x)
		b.Exit(0)
		b.Bind(l)
		b.Exit(1)
		return b.Finish()
	}
	for _, op := range []ir.Op{ir.AddO, ir.SubO, ir.MulO} {
		regs := m.add(build(op, false, 0))
		for _, y := range numbers {
			imm := m.add(build(op, true, y))
			for _, x := range numbers {
				m.setWord(dataAt, x)
				m.setWord(dataAt+8, y)
				want := int32(0)
				if overflows(op, x, y) {
					want = 1
				}
				r := map[ir.Op]int64{ir.AddO: x + y, ir.SubO: x - y, ir.MulO: x * y}[op]
				for _, slot := range []int{regs, imm} {
					m.setWord(dataAt+16, ^r)
					if c := m.run(slot, 0, 0, dataAt); c != want || c == 0 && m.word(dataAt+16) != r {
						t.Fatalf("%v %d %d: code %d, want %d; %d", op, x, y, c, want, m.word(dataAt+16))
					}
				}
			}
		}
	}
}

func TestConditions(t *testing.T) {
	m := newMachine(t)
	for c := ir.EQ; c <= ir.UGE; c++ {
		b := ir.NewBuilder(c.String())
		x, y, r := b.NewReg(), b.NewReg(), b.NewReg()
		b.Ld64(x, word(ir.FP, 0))
		b.Ld64(y, word(ir.FP, 1))
		b.Set(c, r, x, y)
		b.St64(word(ir.FP, 2), r)
		yes, no := b.NewLabel(), b.NewLabel()
		b.Br(c.Not(false), x, y, no)
		b.BrM64(c, word(ir.FP, 0), y, yes)
		b.Exit(9)
		b.Bind(no)
		b.Br(c, x, y, yes)
		b.Exit(0)
		b.Bind(yes)
		b.Exit(1)
		slot := m.add(b.Finish())
		for _, x := range numbers {
			for _, y := range numbers {
				want := map[ir.Cond]bool{ir.EQ: x == y, ir.NE: x != y, ir.LT: x < y, ir.LE: x <= y, ir.GT: x > y, ir.GE: x >= y,
					ir.ULT: uint64(x) < uint64(y), ir.ULE: uint64(x) <= uint64(y), ir.UGT: uint64(x) > uint64(y), ir.UGE: uint64(x) >= uint64(y)}[c]
				m.setWord(dataAt, x)
				m.setWord(dataAt+8, y)
				n := m.run(slot, 0, 0, dataAt)
				if (n == 1) != want || (m.word(dataAt+16) == 1) != want || n == 9 {
					t.Fatalf("%v %d %d: code %d, set %d", c, x, y, n, m.word(dataAt+16))
				}
			}
		}
	}
	floats := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), 1e300}
	for c := ir.EQ; c <= ir.NGE; c++ {
		if c >= ir.ULT && c <= ir.UGE {
			continue
		}
		b := ir.NewBuilder(c.String())
		x, y, r := b.NewFloat(), b.NewFloat(), b.NewReg()
		b.LdF(x, word(ir.FP, 0))
		b.LdF(y, word(ir.FP, 1))
		b.FSet(c, r, x, y)
		b.St64(word(ir.FP, 2), r)
		yes := b.NewLabel()
		b.BrF(c, x, y, yes)
		b.Exit(0)
		b.Bind(yes)
		b.Exit(1)
		slot := m.add(b.Finish())
		for _, x := range floats {
			for _, y := range floats {
				want := map[ir.Cond]bool{ir.EQ: x == y, ir.NE: x != y, ir.LT: x < y, ir.LE: x <= y, ir.GT: x > y, ir.GE: x >= y,
					ir.NLT: !(x < y), ir.NLE: !(x <= y), ir.NGT: !(x > y), ir.NGE: !(x >= y)}[c]
				m.setWord(dataAt, int64(math.Float64bits(x)))
				m.setWord(dataAt+8, int64(math.Float64bits(y)))
				if n := m.run(slot, 0, 0, dataAt); (n == 1) != want || (m.word(dataAt+16) == 1) != want {
					t.Fatalf("%v %v %v: code %d, set %d", c, x, y, n, m.word(dataAt+16))
				}
			}
		}
	}
}

func TestMemory(t *testing.T) {
	m := newMachine(t)
	b := ir.NewBuilder("memory")
	i, v, n, l := b.NewReg(), b.NewReg(), b.NewReg(), b.NewLabel()
	f := b.NewFloat()
	b.Ld8(i, word(ir.FP, 0))
	b.Ld8(v, ir.AtIndex(ir.FP, i, 1))
	b.St64(word(ir.FP, 10), v)
	b.Ld32(v, word(ir.FP, 1))
	b.St64(word(ir.FP, 11), v)
	b.Ld32S(v, word(ir.FP, 1))
	b.St64(word(ir.FP, 12), v)
	b.LdF(f, ir.Mem{Base: ir.FP, Index: i, Scale: 3, Off: -8})
	b.Op1(ir.FSqrt, f, f)
	b.StF(word(ir.FP, 13), f)
	b.Op1(ir.FToInt, n, f)
	b.St32(word(ir.FP, 14), n)
	b.St8(word(ir.FP, 14).Plus(5), n)
	b.St32I(word(ir.FP, 15), -2)
	b.AddM32(word(ir.FP, 15), 5)
	b.St64I(word(ir.FP, 16), -2)
	b.AddM64(word(ir.FP, 16), 1)
	b.St8I(word(ir.FP, 17), 0x1ff)
	b.Lea(v, ir.Mem{Base: ir.FP, Index: i, Scale: 4, Off: -3})
	b.St64(word(ir.FP, 18), v)
	b.St32I(word(ir.FP, 19), 2)
	b.DecZ32(word(ir.FP, 19), l)
	b.DecZ32(word(ir.FP, 19), l)
	b.Exit(1)
	b.Bind(l)
	b.BrM8(ir.NE, word(ir.FP, 17), 255, l)
	b.BrM32(ir.NE, word(ir.FP, 16), -1, l)
	b.BrM64I(ir.GE, word(ir.FP, 16), 0, l)
	b.BrTestM32(ir.EQ, word(ir.FP, 16), 1<<31, l)
	b.BrTest(ir.NE, v, 1<<40, l)
	b.BrTest(ir.EQ, v, -1, l)
	b.Exit(3)
	slot := m.add(b.Finish())
	m.setWord(dataAt, 2|200<<24)
	m.setWord(dataAt+8, -9) // as a double: no number
	for k := 10; k < 20; k++ {
		m.setWord(uint32(dataAt+8*k), 0)
	}
	if c := m.run(slot, 0, 0, dataAt); c != 3 {
		t.Fatal("code", c)
	}
	got := m.words(dataAt+80, 10)
	nan := got[3]
	got[3] = 0
	want := []int64{200, int64(uint32(0xfffffff7)), -9, 0, got[4], 3, -1, 255, dataAt + 32 - 3, 0}
	if !slices.Equal(got, want) || !math.IsNaN(math.Float64frombits(uint64(nan))) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// loopFunc sums 1..n at FP in a loop that is also entered in its middle, once
// for each of the entries, and that polls.
func loopFunc() *ir.Func {
	b := ir.NewBuilder("loop")
	start, head, middle, end, poll := b.NewLabel(), b.NewLabel(), b.NewLabel(), b.NewLabel(), b.NewLabel()
	b.Entry(start)
	b.Entry(middle)
	b.Bind(start)
	b.St64I(word(ir.FP, 1), 0)
	b.St64I(word(ir.FP, 2), 0)
	b.Bind(head)
	n := b.NewReg()
	b.AddM64(word(ir.FP, 1), 1)
	b.Ld64(n, word(ir.FP, 1))
	b.BrM64(ir.LT, word(ir.FP, 0), n, end)
	b.Bind(middle)
	i, s := b.NewReg(), b.NewReg()
	b.Ld64(i, word(ir.FP, 1))
	b.Ld64(s, word(ir.FP, 2))
	b.Op2(ir.Add, s, s, i)
	b.St64(word(ir.FP, 2), s)
	b.PollG(poll)
	b.Jmp(head)
	b.Bind(end)
	b.Exit(0)
	b.Cold(func() {
		b.Bind(poll)
		b.Exit(1)
	})
	return b.Finish()
}

func TestLoopEnteredTwice(t *testing.T) {
	m := newMachine(t)
	slot := m.add(loopFunc())
	m.setWord(ctxAt+offsets.Fuel, 1<<40)
	m.setWord(dataAt, 100)
	if c := m.run(slot, 0, 0, dataAt); c != 0 || m.word(dataAt+16) != 5050 {
		t.Errorf("code %d, sum %d", c, m.word(dataAt+16))
	}
	m.setWord(dataAt+8, 50) // from 50 on
	m.setWord(dataAt+16, 0)
	if c := m.run(slot, 1, 0, dataAt); c != 0 || m.word(dataAt+16) != 5050-49*50/2 {
		t.Errorf("code %d, sum %d", c, m.word(dataAt+16))
	}
	m.setWord(ctxAt+offsets.Fuel, 9)
	if c := m.run(slot, 0, 0, dataAt); c != 1 || m.word(dataAt+8) != 10 {
		t.Errorf("fuel: code %d after %d", c, m.word(dataAt+8))
	}
}

// Cells lead the driver from function to function.
func TestDriver(t *testing.T) {
	m := newMachine(t)
	b := NewBatch(offsets, m.slots(3))
	driver := b.AddDriver()
	one := ir.NewBuilder("one") // counts at FP and dispatches to the next cell
	l, again := one.NewLabel(), one.NewLabel()
	one.Entry(l)
	one.Entry(again)
	one.Bind(l)
	one.AddM64(word(ir.FP, 0), 1)
	one.Dispatch(32)
	one.Bind(again)
	one.AddM64(word(ir.FP, 0), 100)
	a := one.NewReg()
	one.LabelAddr(a, l)
	one.JmpR(a)
	slot1, err := b.Add(one.Finish())
	if err != nil {
		t.Fatal(err)
	}
	two := ir.NewBuilder("two") // jumps to the handle at FP+8, moving FP
	two.OpI(ir.Add, ir.FP, ir.FP, 8)
	two.JmpM(word(ir.FP, 0))
	slot2, err := b.Add(two.Finish())
	if err != nil {
		t.Fatal(err)
	}
	m.load(b)
	for i, h := range []uint64{Handle(slot1, 0), Handle(slot1, 1), Handle(slot2, 0), 0} {
		m.setWord(uint32(cellAt+32*i), int64(h))
	}
	m.setWord(dataAt, 0)
	m.setWord(dataAt+8, 0)
	// 0: +1; 1: +100, then +1 and on to 2, whose target is 0
	if c := m.run(driver, 0, cellAt, dataAt); c != CodeJump || m.word(dataAt) != 102 || m.ip() != cellAt+64 || m.fp() != dataAt+8 {
		t.Errorf("code %d, count %d, ip %d, fp %d", c, m.word(dataAt), m.ip()-cellAt, m.fp()-dataAt)
	}
	m.setWord(cellAt+32, 0)
	if c := m.run(driver, 0, cellAt, dataAt); c != CodeDispatch || m.word(dataAt) != 103 || m.ip() != cellAt+32 {
		t.Errorf("code %d, count %d, ip %d", c, m.word(dataAt), m.ip()-cellAt)
	}
}

// A function that dispatches to itself runs on without leaving, until a cell leads
// elsewhere.
func TestRecursive(t *testing.T) {
	m := newMachine(t)
	b := ir.NewBuilder("recursive")
	first, second := b.NewLabel(), b.NewLabel()
	b.Entry(first)
	b.Entry(second)
	b.Bind(first)
	b.AddM64(word(ir.FP, 0), 1)
	b.Dispatch(32)
	b.Bind(second)
	b.AddM64(word(ir.FP, 0), 100)
	b.Dispatch(-64)
	batch := NewBatch(offsets, m.slots(1))
	slot, err := batch.AddRecursive(b.Finish())
	if err != nil {
		t.Fatal(err)
	}
	m.load(batch)
	for i, h := range []uint64{0, 0, Handle(slot, 0), Handle(slot, 1)} {
		m.setWord(uint32(cellAt+32*i), int64(h))
	}
	m.setWord(dataAt, 0)
	// From cell 2 to 3, and back to 1, which leads nowhere.
	if c := m.run(slot, 0, cellAt+64, dataAt); c != CodeDispatch || m.word(dataAt) != 101 || m.ip() != cellAt+32 {
		t.Errorf("code %d, count %d, ip %d", c, m.word(dataAt), m.ip()-cellAt)
	}
}

func TestRefused(t *testing.T) {
	b := ir.NewBuilder("falls")
	b.AddM64(word(ir.FP, 0), 1)
	c := ir.NewBuilder("unbound")
	c.Jmp(c.NewLabel())
	d := ir.NewBuilder("address")
	l, r := d.NewLabel(), d.NewReg()
	d.Bind(l)
	d.LabelAddr(r, l)
	d.JmpR(r)
	batch := NewBatch(offsets, 1)
	before := batch.Module()
	for want, f := range map[string]*ir.Func{"falls off": b.Finish(), "not bound": c.Finish(), "no entry": d.Finish()} {
		if _, err := batch.Add(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if !bytes.Equal(before, batch.Module()) {
		t.Error("refused functions left something")
	}
}
