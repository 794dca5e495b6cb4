package regalloc

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
)

func target(ints, floats int) Target {
	var t Target
	for i := 0; i < ints; i++ {
		t.Ints = append(t.Ints, uint8(20+i))
	}
	for i := 0; i < floats; i++ {
		t.Floats = append(t.Floats, uint8(3+i))
	}
	return t
}

// random makes code of any shape; registers may be read before they are
// written, which the checks below take into account.
func random(rnd *rand.Rand, size, regs, labels int) *ir.Func {
	b := ir.NewBuilder("random")
	var ints, floats []ir.Reg
	for i := 0; i < regs; i++ {
		if i%4 == 3 {
			floats = append(floats, b.NewFloat())
		} else {
			ints = append(ints, b.NewReg())
		}
	}
	ls := make([]ir.Label, labels)
	for i := range ls {
		ls[i] = b.NewLabel()
	}
	r := func() ir.Reg {
		if rnd.Intn(12) == 0 {
			return ir.Reg(rnd.Intn(3))
		}
		return ints[rnd.Intn(len(ints))]
	}
	d := func() ir.Reg { return ints[rnd.Intn(len(ints))] }
	f := func() ir.Reg { return floats[rnd.Intn(len(floats))] }
	l := func() ir.Label { return ls[rnd.Intn(len(ls))] }
	next := 0
	for b.Len() < size || next < labels {
		if next < labels && rnd.Intn(size/labels+1) == 0 || b.Len() >= size {
			b.Bind(ls[next])
			next++
		}
		switch rnd.Intn(16) {
		case 0, 1, 2:
			b.Mov(d(), r())
		case 3:
			b.MovF(f(), f())
		case 4:
			b.Const(d(), rnd.Int63())
		case 5:
			b.Op2(ir.Sub, d(), r(), r())
		case 6:
			b.OpI(ir.Add, d(), r(), 5)
		case 7:
			b.Ld64(d(), ir.AtIndex(r(), r(), 8))
		case 8:
			b.St64(ir.AtIndex(r(), r(), 8), r())
		case 9:
			b.Br(ir.LT, r(), r(), l())
		case 10:
			b.CheckedI(ir.AddO, d(), r(), 3, l())
		case 11:
			b.Checked(ir.MulO, d(), r(), r(), l())
		case 12:
			b.Op2(ir.FMul, f(), f(), f())
		case 13:
			b.BrF(ir.LE, f(), f(), l())
		case 14:
			b.Op1(ir.IntToF, f(), r())
		case 15:
			switch rnd.Intn(4) {
			case 0:
				b.Jmp(l())
			case 1:
				b.Exit(1)
			default:
				b.PollG(l())
			}
		}
	}
	b.Exit(0)
	return b.Finish()
}

// naive computes what is live behind each instruction on its fall-through and
// on its branch, by the textbook; what only dead code reads is not live.
func naive(f *ir.Func, dead []bool) (in, fall, taken []map[ir.Reg]bool) {
	n := len(f.Code)
	at := map[ir.Label]int{}
	for i := range f.Code {
		if f.Code[i].Op == ir.Bind {
			at[f.Code[i].L] = i
		}
	}
	in = make([]map[ir.Reg]bool, n+1)
	fall, taken = make([]map[ir.Reg]bool, n), make([]map[ir.Reg]bool, n)
	for i := range in {
		in[i] = map[ir.Reg]bool{}
	}
	for again := true; again; {
		again = false
		for i := n - 1; i >= 0; i-- {
			ins := &f.Code[i]
			fall[i], taken[i] = map[ir.Reg]bool{}, map[ir.Reg]bool{}
			now := map[ir.Reg]bool{}
			if !ins.Op.Is(ir.NoFall) {
				fall[i] = in[i+1]
			}
			if ins.Op.Is(ir.Branch) {
				taken[i] = in[at[ins.L]]
			}
			for r := range fall[i] {
				now[r] = true
			}
			for r := range taken[i] {
				now[r] = true
			}
			if d := ins.Def(); d >= 0 {
				delete(now, d)
			}
			ins.Uses(func(r ir.Reg) {
				if r >= ir.FirstVirtual && !(dead[i] && harmless(ins.Op)) {
					now[r] = true
				}
			})
			if len(now) != len(in[i]) {
				in[i], again = now, true
			}
		}
	}
	return in, fall, taken
}

// verify checks a result against naive liveness: where a register is written,
// nothing else that is live has its place.
func verify(f *ir.Func, t Target, res *Result) error {
	isInt, isFloat := map[int16]bool{}, map[int16]bool{}
	for _, r := range t.Ints {
		isInt[int16(r)] = true
	}
	for _, r := range t.Floats {
		isFloat[int16(r)] = true
	}
	type place struct {
		class string
		n     int16
	}
	where := func(r ir.Reg) place {
		l := res.Locs[r]
		if l.Reg < 0 {
			return place{"spill", l.Spill}
		}
		if f.Float[r] {
			return place{"float", l.Reg}
		}
		return place{"int", l.Reg}
	}
	in, fall, taken := naive(f, res.Dead)
	for i := range f.Code {
		ins := &f.Code[i]
		check := func(r ir.Reg) error {
			if r < ir.FirstVirtual {
				return nil
			}
			p := where(r)
			if p.n < 0 || p.class == "int" && !isInt[p.n] || p.class == "float" && !isFloat[p.n] || p.class == "spill" && int(p.n) >= res.Spills {
				return fmt.Errorf("%d: %s: no good place %v for %d", i, f.Format(ins), p, r)
			}
			return nil
		}
		var err error
		ins.Uses(func(r ir.Reg) {
			if e := check(r); e != nil {
				err = e
			}
		})
		if err != nil && !(res.Dead[i] && harmless(ins.Op)) {
			return err
		}
		d := ins.Def()
		if d < ir.FirstVirtual {
			continue
		}
		if err := check(d); err != nil {
			return err
		}
		for _, set := range []map[ir.Reg]bool{fall[i], taken[i]} {
			for r := range set {
				if r != d && where(r) == where(d) {
					return fmt.Errorf("%d: %s: writes %v, where %d is live", i, f.Format(ins), where(d), r)
				}
			}
		}
	}
	// What is live at the start was never written; it may still not overlap.
	seen := map[place]ir.Reg{}
	for r := range in[0] {
		if o, ok := seen[where(r)]; ok {
			return fmt.Errorf("%d and %d share %v at the start", r, o, where(r))
		}
		seen[where(r)] = r
	}
	return nil
}

// walk follows a random path through the code and checks that each register
// read has the value that was last written to it.
func walk(f *ir.Func, res *Result, rnd *rand.Rand, steps int) error {
	at := map[ir.Label]int{}
	for i := range f.Code {
		if f.Code[i].Op == ir.Bind {
			at[f.Code[i].L] = i
		}
	}
	type place struct {
		float bool
		l     Loc
	}
	where := func(r ir.Reg) place {
		l := res.Locs[r]
		return place{f.Float[r] && l.Reg >= 0, l}
	}
	value := map[ir.Reg]int{}
	held := map[place]int{}
	pc, serial := 0, 0
	for ; steps > 0; steps-- {
		ins := &f.Code[pc]
		var err error
		if res.Dead[pc] && harmless(ins.Op) {
			delete(value, ins.D) // need not be carried out
			pc++
			continue
		}
		ins.Uses(func(r ir.Reg) {
			if v, ok := value[r]; ok && held[where(r)] != v {
				err = fmt.Errorf("%d: %s: %d is lost", pc, f.Format(ins), r)
			}
		})
		if err != nil {
			return err
		}
		if d := ins.Def(); d >= ir.FirstVirtual {
			serial++
			v := serial
			if ins.Op == ir.Mov || ins.Op == ir.MovF {
				if s, ok := value[ins.A]; ok && ins.A >= ir.FirstVirtual {
					v = s
				}
			}
			value[d] = v
			held[where(d)] = v
		}
		switch {
		case ins.Op.Is(ir.NoFall | ir.Branch):
			pc = at[ins.L]
		case ins.Op.Is(ir.NoFall):
			return nil
		case ins.Op.Is(ir.Branch) && rnd.Intn(2) == 0:
			pc = at[ins.L]
		default:
			pc++
		}
	}
	return nil
}

func TestRandom(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	failed := 0
	for k := 0; k < rounds; k++ {
		f := random(rnd, 10+rnd.Intn(120), 4+rnd.Intn(30), 1+rnd.Intn(10))
		tg := target(2+rnd.Intn(8), 1+rnd.Intn(4))
		tg.TwoAddress = k%2 == 0
		res, err := Allocate(f, tg)
		if err != nil {
			failed++
			continue
		}
		if err := verify(f, tg, res); err != nil {
			t.Fatalf("round %d: %v\n%v\n%s", k, err, res.Locs, f)
		}
		for w := 0; w < 8; w++ {
			if err := walk(f, res, rnd, 400); err != nil {
				t.Fatalf("round %d: %v\n%v\n%s", k, err, res.Locs, f)
			}
		}
	}
	if failed > rounds/10 {
		t.Errorf("%d of %d did not fit", failed, rounds)
	}
}

func allocate(t *testing.T, f *ir.Func, tg Target) *Result {
	t.Helper()
	res, err := Allocate(f, tg)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(f, tg, res); err != nil {
		t.Fatalf("%v\n%v\n%s", err, res.Locs, f)
	}
	return res
}

func TestMovesCoalesce(t *testing.T) {
	b := ir.NewBuilder("loop")
	v, u, top, slow := b.NewReg(), b.NewReg(), b.NewLabel(), b.NewLabel()
	b.Const(v, 0)
	b.Bind(top)
	b.OpI(ir.Add, u, v, 1)
	b.Mov(v, u)
	b.BrI(ir.LT, v, 100, top)
	b.Bind(slow)
	b.St64(ir.At(ir.FP, 0), v)
	b.Exit(0)
	res := allocate(t, b.Finish(), target(4, 1))
	if res.Locs[v] != res.Locs[u] {
		t.Errorf("a move stays: %v", res.Locs)
	}
}

func TestOverflowKeepsOperand(t *testing.T) {
	b := ir.NewBuilder("checked")
	v, u, top, slow := b.NewReg(), b.NewReg(), b.NewLabel(), b.NewLabel()
	b.Const(v, 0)
	b.Bind(top)
	b.CheckedI(ir.AddO, u, v, 1, slow)
	b.Mov(v, u)
	b.Jmp(top)
	b.Bind(slow)
	b.St64(ir.At(ir.FP, 0), v)
	b.Exit(0)
	res := allocate(t, b.Finish(), target(4, 1))
	if res.Locs[v] == res.Locs[u] {
		t.Errorf("the operand is lost on overflow: %v", res.Locs)
	}
}

func TestHoles(t *testing.T) {
	// x is dead while y lives, and written again behind: one register is enough.
	b := ir.NewBuilder("holes")
	x, y := b.NewReg(), b.NewReg()
	for i := 0; i < 3; i++ {
		b.Const(x, 1)
		b.St64(ir.At(ir.FP, 0), x)
		b.Const(y, 2)
		b.St64(ir.At(ir.FP, 8), y)
	}
	b.Exit(0)
	res := allocate(t, b.Finish(), target(1, 1))
	if res.Spills != 0 || res.Locs[x] != res.Locs[y] {
		t.Errorf("holes are not used: %v", res.Locs)
	}
}

func TestHotStaysInRegister(t *testing.T) {
	// Four values live through; two of them are used in the loop, one only
	// before and behind it, one only in the cold part.
	b := ir.NewBuilder("hot")
	i, n, out, cold := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg()
	top, slow, back := b.NewLabel(), b.NewLabel(), b.NewLabel()
	b.Const(out, 7)
	b.Const(cold, 8)
	b.Const(i, 0)
	b.Ld64(n, ir.At(ir.FP, 8))
	b.Bind(top)
	b.CheckedI(ir.AddO, i, i, 1, slow)
	b.Bind(back)
	b.Br(ir.LT, i, n, top)
	b.St64(ir.At(ir.FP, 0), out)
	b.St64(ir.At(ir.FP, 0), cold)
	b.Exit(0)
	b.Bind(slow)
	b.Const(i, 0)
	for k := 0; k < 20; k++ {
		b.St64(ir.At(ir.FP, 16), cold)
	}
	b.Jmp(back)
	res := allocate(t, b.Finish(), target(2, 1))
	if res.Locs[i].Reg < 0 || res.Locs[n].Reg < 0 {
		t.Errorf("loop variables are spilled: %v", res.Locs)
	}
	if res.Locs[out].Spill < 0 || res.Locs[cold].Spill < 0 {
		t.Errorf("the others have no spill words: %v", res.Locs)
	}
}

func TestLoops(t *testing.T) {
	b := ir.NewBuilder("nest")
	i, j := b.NewReg(), b.NewReg()
	outer, inner, slow, back := b.NewLabel(), b.NewLabel(), b.NewLabel(), b.NewLabel()
	b.Const(i, 0)
	b.Bind(outer)
	b.Const(j, 0)
	b.Bind(inner)
	b.CheckedI(ir.AddO, j, j, 1, slow)
	b.Bind(back)
	b.BrI(ir.LT, j, 10, inner)
	b.OpI(ir.Add, i, i, 1)
	b.BrI(ir.LT, i, 10, outer)
	b.Exit(0)
	b.Bind(slow)
	b.St64(ir.At(ir.FP, 0), j)
	b.Const(j, 0)
	b.Jmp(back)
	a := &allocator{f: b.Finish()}
	a.operands()
	a.runs()
	a.frequencies()
	// The last run of the main line holds both branches back and the exit.
	want := []struct {
		label ir.Label
		depth uint8
		cold  bool
	}{{outer, 1, false}, {inner, 2, false}, {slow, 2, true}}
	for _, w := range want {
		r := a.run[a.label[w.label]]
		if r.depth != w.depth || r.cold != w.cold {
			t.Errorf("label %d: depth %d, cold %v", w.label, r.depth, r.cold)
		}
	}
}

func TestDead(t *testing.T) {
	b := ir.NewBuilder("dead")
	x, y, z, w := b.NewReg(), b.NewReg(), b.NewReg(), b.NewReg()
	over := b.NewLabel()
	b.Const(x, 3)                      // for y alone
	b.OpI(ir.Add, y, x, 1)             // for nobody
	b.Const(z, 5)                      // needed on overflow
	b.CheckedI(ir.AddO, w, z, 1, over) // branches
	b.Ld64(w, ir.At(ir.FP, 0))         // for nobody
	b.Op1(ir.Not, ir.IP, ir.IP)        // a pinned register
	b.Bind(over)
	b.St64(ir.At(ir.FP, 0), z)
	b.Exit(0)
	res := allocate(t, b.Finish(), target(4, 1))
	for i, want := range []bool{true, true, false, false, true, false} {
		if res.Dead[i] != want {
			t.Errorf("%d: dead is %v", i, res.Dead[i])
		}
	}
}

func TestTooMany(t *testing.T) {
	b := ir.NewBuilder("many")
	var regs []ir.Reg
	for i := 0; i < ir.MaxSpills+5; i++ {
		regs = append(regs, b.NewReg())
		b.Const(regs[i], int64(i))
	}
	for _, r := range regs {
		b.St64(ir.At(ir.FP, 0), r)
	}
	b.Exit(0)
	if _, err := Allocate(b.Finish(), target(4, 1)); err != ErrSpills {
		t.Errorf("err = %v", err)
	}
	b.F.Code = b.F.Code[:0]
	for _, r := range regs[:ir.MaxSpills+4] {
		b.Const(r, 1)
	}
	for _, r := range regs[:ir.MaxSpills+4] {
		b.St64(ir.At(ir.FP, 0), r)
	}
	b.Exit(0)
	res, err := Allocate(b.F, target(4, 1))
	if err != nil || res.Spills != ir.MaxSpills {
		t.Errorf("%v, %v", res, err)
	}
}

// typical makes code like a compiled PHP function: variables kept in
// registers around a loop, guards, temporaries, cold parts that write the
// variables back.
func typical(size int) *ir.Func {
	rnd := rand.New(rand.NewSource(2))
	b := ir.NewBuilder("typical")
	vars := make([]ir.Reg, 24)
	for i := range vars {
		vars[i] = b.NewReg()
		b.Ld64(vars[i], ir.At(ir.FP, int32(80+16*i)))
	}
	v := func() ir.Reg { return vars[rnd.Intn(len(vars))] }
	for b.Len() < size {
		top := b.NewLabel()
		b.Bind(top)
		for k := 0; k < 12; k++ {
			t := b.NewReg()
			x, y, d := v(), v(), v()
			slow, join := b.NewLabel(), b.NewLabel()
			b.BrM8(ir.NE, ir.At(ir.FP, 88), 4, slow)
			b.Checked(ir.AddO, t, x, y, slow)
			b.Mov(d, t)
			b.Bind(join)
			b.Cold(func() {
				b.Bind(slow)
				b.St64(ir.At(ir.FP, 80), x)
				b.St64(ir.At(ir.FP, 96), y)
				b.Exit(int64(b.Len()))
			})
			s := b.NewReg()
			b.Ld64(s, ir.At(ir.FP, 128))
			b.AddM32(ir.At(s, 0), 1)
			b.St64(ir.At(ir.FP, 144), s)
		}
		b.BrI(ir.LT, v(), 1000, top)
	}
	b.Exit(0)
	return b.Finish()
}

func BenchmarkAllocate(b *testing.B) {
	for _, n := range []int{100, 2000, 20000} {
		f := typical(n)
		tg := target(8, 14)
		tg.TwoAddress = true
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; i < b.N; i++ {
				if _, err := Allocate(f, tg); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.Code)), "ns/ins")
		})
	}
}
