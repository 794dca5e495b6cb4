package template

import (
	"math"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

func floatBits(f float64) uint64 { return math.Float64bits(f) }

// finish ends a comparison: br branches to a label when the condition holds
// (or does not, if negated), set computes it as 0 or 1.
func (t *T) finish(br func(negated bool, l ir.Label), set func(d ir.Reg)) {
	if t.smart() != 0 {
		t.taken()
	}
	switch t.smart() {
	case abi.JmpZ:
		br(true, t.jumpLabel(1, Two, false))
		t.Next(2)
	case abi.JmpNZ:
		if t.C != nil && t.C.backward(1, Two) {
			// The end of a loop: the jump back is the straight way.
			out := t.NewLabel()
			br(true, out)
			t.jump(1, Two, true)
			t.Bind(out)
			t.Next(2)
			return
		}
		br(false, t.jumpLabel(1, Two, true))
		t.Next(2)
	default:
		if t.used() {
			d := t.NewReg()
			set(d)
			t.setBool(d)
		}
		t.Next(1)
	}
}

// setBool makes the result false or true from 0 or 1.
func (t *T) setBool(d ir.Reg) {
	r := t.NewReg()
	t.OpI(ir.Add, r, d, int64(abi.False))
	t.St32(t.dest(Res).Plus(abi.ValT), r)
}

// less is < and <=.
func (t *T) less(c ir.Cond) bool {
	return t.compare(c)
}

// compare compares two numbers.
func (t *T) compare(c ir.Cond) bool {
	ints := func() {
		if n, ok := t.constInt(Two); ok {
			a := t.Int(One)
			t.finish(func(neg bool, l ir.Label) {
				k := c
				if neg {
					k = c.Not(false)
				}
				t.BrI(k, a, n, l)
			}, func(d ir.Reg) { t.SetI(c, d, a, n) })
			return
		}
		a, b := t.Int(One), t.Int(Two)
		t.finish(func(neg bool, l ir.Label) {
			k := c
			if neg {
				k = c.Not(false)
			}
			t.Br(k, a, b, l)
		}, func(d ir.Reg) { t.Set(c, d, a, b) })
	}
	doubles := func(a, b ir.Reg) {
		t.finish(func(neg bool, l ir.Label) {
			k := c
			if neg {
				k = c.Not(true)
			}
			t.BrF(k, a, b, l)
		}, func(d ir.Reg) { t.FSet(c, d, a, b) })
	}
	return t.numericEnds(ints, doubles)
}

// numericEnds is numeric for parts that end by themselves.
func (t *T) numericEnds(ints func(), doubles func(a, b ir.Reg)) bool {
	if t.C != nil {
		a, b := t.expect(One), t.expect(Two)
		number := func(x uint32) bool { return x == abi.Long || x == abi.Double }
		if !number(a) || !number(b) {
			return false
		}
		t.Guard(One, a, t.Slow())
		t.Guard(Two, b, t.Slow())
		if a == abi.Long && b == abi.Long {
			ints()
		} else {
			doubles(t.asFloat(One, a), t.asFloat(Two, b))
		}
		return true
	}
	aT, bT := t.Mem(One).Plus(abi.ValT), t.Mem(Two).Plus(abi.ValT)
	notLong, mixed, dd, do := t.NewLabel(), t.NewLabel(), t.NewLabel(), t.NewLabel()
	x, y := t.NewFloat(), t.NewFloat()
	t.BrM32(ir.NE, aT, int64(abi.Long), notLong)
	t.BrM32(ir.NE, bT, int64(abi.Long), mixed)
	ints()
	t.Bind(notLong)
	t.BrM32(ir.NE, aT, int64(abi.Double), t.Slow())
	t.LdF(x, t.Mem(One))
	t.BrM32(ir.EQ, bT, int64(abi.Double), dd)
	t.BrM32(ir.NE, bT, int64(abi.Long), t.Slow())
	n := t.NewReg()
	t.Ld64(n, t.Mem(Two))
	t.Op1(ir.IntToF, y, n)
	t.Jmp(do)
	t.Bind(mixed)
	t.BrM32(ir.NE, bT, int64(abi.Double), t.Slow())
	n = t.NewReg()
	t.Ld64(n, t.Mem(One))
	t.Op1(ir.IntToF, x, n)
	t.Bind(dd)
	t.LdF(y, t.Mem(Two))
	t.Bind(do)
	doubles(x, y)
	return true
}

// identical is === and !== where at least one side is of a plain type: null,
// a boolean or an integer; the rest goes to Go.
func (t *T) identical(want bool) bool {
	if t.C != nil && t.Type(One) != Unknown && t.Type(Two) != Unknown {
		a, b := t.Type(One), t.Type(Two)
		if a == abi.Long && b == abi.Long {
			c := ir.EQ
			if !want {
				c = ir.NE
			}
			x, y := t.Int(One), t.Int(Two)
			t.finish(func(neg bool, l ir.Label) {
				k := c
				if neg {
					k = c.Not(false)
				}
				t.Br(k, x, y, l)
			}, func(d ir.Reg) { t.Set(c, d, x, y) })
			return true
		}
		return false
	}
	a, b := t.Mem(One), t.Mem(Two)
	ta, tb := t.NewReg(), t.NewReg()
	t.Ld32(ta, a.Plus(abi.ValT))
	t.Ld32(tb, b.Plus(abi.ValT))
	// Both between NULL and LONG: (type - 1) < 4 unsigned.
	s := t.NewReg()
	t.OpI(ir.Sub, s, ta, 1)
	t.BrI(ir.UGE, s, 4, t.Slow())
	s = t.NewReg()
	t.OpI(ir.Sub, s, tb, 1)
	t.BrI(ir.UGE, s, 4, t.Slow())
	// d = differ: type words, or payloads of integers.
	d, same := t.NewReg(), t.NewLabel()
	t.Op2(ir.Xor, d, ta, tb)
	t.BrI(ir.NE, d, 0, same)
	t.BrI(ir.NE, ta, int64(abi.Long), same)
	x, y := t.NewReg(), t.NewReg()
	t.Ld64(x, a)
	t.Ld64(y, b)
	t.Op2(ir.Xor, d, x, y)
	t.Bind(same)
	c := ir.EQ
	if !want {
		c = ir.NE
	}
	t.finish(func(neg bool, l ir.Label) {
		k := c
		if neg {
			k = c.Not(false)
		}
		t.BrI(k, d, 0, l)
	}, func(r ir.Reg) { t.SetI(c, r, d, 0) })
	return true
}

// typeCheck is is_int and its kin, where the answer is in the type word.
func (t *T) typeCheck() bool {
	if t.C != nil && t.Type(One) != Unknown {
		return false
	}
	m := t.Mem(One)
	ty := t.NewReg()
	c := t.temporary(One)
	t.Ld8(ty, m.Plus(abi.ValT))
	if t.K1 == abi.Var {
		t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	}
	if t.K1 == abi.CV {
		t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
	}
	l := t.NewLabel()
	t.BrI(ir.NE, ty, int64(abi.Ref), l)
	p := t.NewReg()
	t.Ld64(p, m)
	t.Ld8(ty, ir.At(p, abi.RefVal+abi.ValT))
	t.Bind(l)
	t.BrI(ir.EQ, ty, int64(abi.Resource), t.Slow()) // a closed one does not count
	mask := t.Reg(t.Ext(false))
	bit := t.NewReg()
	t.Op2(ir.Shr, bit, mask, ty)
	d := t.NewReg()
	t.OpI(ir.And, d, bit, 1)
	if t.K1&abi.TmpVar != 0 && t.smart() == abi.JmpNZ {
		// What leaves for a poll begins the opline again: not behind this.
		if t.C == nil || t.C.backward(1, Two) {
			t.poll(t.Slow())
		}
		t.polled = true
	}
	t.countDown(c)
	t.finish(func(neg bool, l ir.Label) {
		c := ir.NE
		if neg {
			c = ir.EQ
		}
		t.BrI(c, d, 0, l)
	}, func(r ir.Reg) { t.Mov(r, d) })
	return true
}

// truth branches: to yes when the operand is true, to no when it is false;
// it falls through in neither case. Undefined variables and what has to be
// converted go to Go.
func (t *T) truth(n int, yes, no ir.Label) {
	if k := t.Type(n); k != Unknown {
		switch k {
		case abi.Null, abi.False:
			t.Jmp(no)
		case abi.True:
			t.Jmp(yes)
		case abi.Long:
			t.BrI(ir.NE, t.Int(n), 0, yes)
			t.Jmp(no)
		case abi.Double:
			zero := t.NewFloat()
			t.ConstF(zero, 0)
			t.BrF(ir.NE, t.Float(n), zero, yes)
			t.Jmp(no)
		default:
			t.Jmp(t.Slow())
		}
		return
	}
	m := t.Mem(n)
	ty := t.NewReg()
	t.Ld32(ty, m.Plus(abi.ValT))
	t.BrI(ir.EQ, ty, int64(abi.True), yes)
	s := t.NewReg()
	t.OpI(ir.Sub, s, ty, 1)
	t.BrI(ir.ULE, s, 1, no)
	other := t.NewLabel()
	t.BrI(ir.NE, ty, int64(abi.Long), other)
	t.BrM64I(ir.NE, m, 0, yes)
	t.Jmp(no)
	b, slow, release := t.Builder, t.Slow(), t.kind(n)&abi.TmpVar != 0
	t.Cold(func() {
		// Strings are true but for "" and "0", arrays unless they are empty. A
		// temporary that is counted has to be released, by Go.
		b.Bind(other)
		if release {
			b.BrTest(ir.NE, ty, abi.Counted, slow)
		}
		p, n, arr := b.NewReg(), b.NewReg(), b.NewLabel()
		low := b.NewReg()
		b.OpI(ir.And, low, ty, 0xff)
		b.BrI(ir.EQ, low, int64(abi.Array), arr)
		b.BrI(ir.NE, low, int64(abi.String), slow)
		b.Ld64(p, m)
		b.Ld64(n, ir.At(p, abi.StrLen))
		b.BrI(ir.EQ, n, 0, no)
		b.BrI(ir.NE, n, 1, yes)
		b.BrM8(ir.EQ, ir.At(p, abi.StrBytes), '0', no)
		b.Jmp(yes)
		b.Bind(arr)
		b.Ld64(p, m)
		b.BrM32(ir.EQ, ir.At(p, abi.TabCount), 0, no)
		b.Jmp(yes)
	})
}

// jmpz is JMPZ and JMPNZ.
func (t *T) jmpz() bool {
	next := t.NewLabel()
	if k := t.Type(One); k == abi.Long || k == abi.Double {
		want := ir.EQ // JMPZ goes where the value is 0
		if t.Code == opcode.Jmpnz {
			want = ir.NE
		}
		if k == abi.Long {
			v := t.Int(One)
			t.taken()
			t.BrI(want, v, 0, t.jumpLabel(0, Two, t.Code == opcode.Jmpnz))
		} else {
			v, zero := t.Float(One), t.NewFloat()
			t.ConstF(zero, 0)
			t.taken()
			t.BrF(want, v, zero, t.jumpLabel(0, Two, t.Code == opcode.Jmpnz))
		}
		t.Next(1)
		return true
	}
	if t.Code == opcode.Jmpz {
		t.truth(One, next, t.jumpLabel(0, Two, false))
	} else {
		t.truth(One, t.jumpLabel(0, Two, true), next)
	}
	t.Bind(next)
	t.Next(1)
	return true
}

// jmpEx is JMPZ_EX and JMPNZ_EX of booleans.
func (t *T) jmpEx() bool {
	if t.C != nil && t.Type(One) != Unknown {
		return false
	}
	ty, s := t.NewReg(), t.NewReg()
	t.Ld32(ty, t.Mem(One).Plus(abi.ValT))
	t.OpI(ir.Sub, s, ty, int64(abi.False))
	t.BrI(ir.UGT, s, 1, t.Slow())
	t.poll(t.Slow())
	t.St32(t.dest(Res).Plus(abi.ValT), ty)
	c := int64(0)
	if t.Code == opcode.JmpnzEx {
		c = 1
	}
	t.BrI(ir.EQ, s, c, t.jumpLabel(0, Two, false))
	t.Next(1)
	return true
}

// boolean is BOOL and BOOL_NOT.
func (t *T) boolean() bool {
	yes, no, done := t.NewLabel(), t.NewLabel(), t.NewLabel()
	r := t.NewReg()
	a, b := int64(1), int64(0)
	if t.Code == opcode.BoolNot {
		a, b = b, a
	}
	t.truth(One, yes, no)
	t.Bind(yes)
	t.Const(r, a)
	t.Jmp(done)
	t.Bind(no)
	t.Const(r, b)
	t.Bind(done)
	t.setBool(r)
	t.Next(1)
	return true
}
