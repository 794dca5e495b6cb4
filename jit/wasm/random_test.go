package wasm

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/ebb-vm/ebb/jit/ir"
)

// randomFunc makes a function of blocks that go anywhere, so that loops overlap
// and have several ways in. Word 0 at FP counts blocks down; at 0 the function
// exits. Registers are kept at FP around the blocks of the entries, since nothing
// is in them at an entry.
func randomFunc(r *rand.Rand) *ir.Func {
	b := ir.NewBuilder("random")
	blocks := 2 + r.Intn(14)
	labels := make([]ir.Label, blocks)
	for i := range labels {
		labels[i] = b.NewLabel()
	}
	regs := make([]ir.Reg, 1+r.Intn(5))
	for i := range regs {
		regs[i] = b.NewReg()
	}
	out := b.NewLabel()
	reg := func() ir.Reg { return regs[r.Intn(len(regs))] }
	label := func() ir.Label { return labels[r.Intn(blocks)] }
	load := func() {
		for i, g := range regs {
			b.Ld64(g, word(ir.FP, 1+i))
		}
	}
	for i := 0; i == 0 || i < r.Intn(6); i++ {
		e, to := b.NewLabel(), label()
		b.Entry(e)
		b.Cold(func() {
			b.Bind(e)
			load()
			b.Jmp(to)
		})
		if i == 0 { // the beginning
			b.Jmp(e)
		}
	}
	// An entry in the middle needs its registers from memory: every block that is
	// one stores them first.
	for i, l := range labels {
		if r.Intn(4) == 0 {
			for k, g := range regs {
				b.St64(word(ir.FP, 1+k), g)
			}
			e := b.NewLabel()
			b.Entry(e)
			if i > 0 {
				b.Bind(e)
				load()
			} else {
				b.Cold(func() { b.Bind(e); load(); b.Jmp(labels[0]) })
			}
		}
		b.Bind(l)
		b.AddM64(word(ir.FP, 0), -1)
		b.BrM64I(ir.LE, word(ir.FP, 0), 0, out)
		for range r.Intn(4) {
			switch r.Intn(5) {
			case 0:
				b.Const(reg(), int64(r.Uint64()>>r.Intn(60)))
			case 1:
				b.Mov(reg(), reg())
			case 2:
				b.OpI([]ir.Op{ir.Add, ir.Xor, ir.Mul, ir.Shr, ir.Sar}[r.Intn(5)], reg(), reg(), int64(r.Intn(60)))
			case 3:
				b.Op2([]ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Xor, ir.And, ir.Or}[r.Intn(6)], reg(), reg(), reg())
			case 4:
				b.Set(ir.Cond(r.Intn(int(ir.UGE)+1)), reg(), reg(), reg())
			}
		}
		for range r.Intn(3) {
			switch r.Intn(4) {
			case 0:
				b.BrTest([]ir.Cond{ir.EQ, ir.NE}[r.Intn(2)], reg(), int64(1)<<r.Intn(63), label())
			case 1:
				b.Br(ir.Cond(r.Intn(int(ir.UGE)+1)), reg(), reg(), label())
			case 2:
				b.Checked([]ir.Op{ir.AddO, ir.SubO, ir.MulO}[r.Intn(3)], regs[0], reg(), reg(), out)
			case 3:
				b.PollG(label())
			}
		}
		switch r.Intn(6) {
		case 0:
			b.Exit(int64(i))
		case 1:
			for k, g := range regs {
				b.St64(word(ir.FP, 1+k), g)
			}
			b.Dispatch(int64(32 * i))
		case 2, 3:
			b.Jmp(label())
		}
	}
	b.Jmp(out)
	b.Bind(out)
	b.Exit(99)
	return b.Finish()
}

// evaluate runs what randomFunc makes. mem is what is at FP; it returns the code
// and how far IP moved.
func evaluate(f *ir.Func, entry int, mem []int64, fuel *int64) (code, moved int64) {
	at := map[ir.Label]int{}
	for i := range f.Code {
		if f.Code[i].Op == ir.Bind {
			at[f.Code[i].L] = i
		}
	}
	reg := make([]int64, f.NumRegs())
	pc := at[f.Entries[entry]]
	for {
		i := &f.Code[pc]
		pc++
		var a, b int64
		m := i.Off / 8
		if i.A > ir.CTX {
			a = reg[i.A]
		}
		if b = i.Imm; i.B > ir.CTX {
			b = reg[i.B]
		}
		taken := false
		switch i.Op {
		case ir.Const:
			reg[i.D] = i.Imm
		case ir.Mov:
			reg[i.D] = a
		case ir.Add:
			reg[i.D] = a + b
		case ir.Sub:
			reg[i.D] = a - b
		case ir.Mul:
			reg[i.D] = a * b
		case ir.And:
			reg[i.D] = a & b
		case ir.Or:
			reg[i.D] = a | b
		case ir.Xor:
			reg[i.D] = a ^ b
		case ir.Shr:
			reg[i.D] = int64(uint64(a) >> uint(b))
		case ir.Sar:
			reg[i.D] = a >> uint(b)
		case ir.Set:
			reg[i.D] = 0
			if holds(i.Cc, a, b) {
				reg[i.D] = 1
			}
		case ir.Ld64:
			reg[i.D] = mem[m]
		case ir.St64:
			mem[m] = reg[i.D]
		case ir.AddM64:
			mem[m] += i.Imm
		case ir.Jmp:
			taken = true
		case ir.Br:
			taken = holds(i.Cc, a, b)
		case ir.BrTest:
			taken = (a&i.Imm != 0) == (i.Cc == ir.NE)
		case ir.BrM64:
			taken = holds(i.Cc, mem[m], i.Imm)
		case ir.AddO, ir.SubO, ir.MulO:
			if taken = overflows(i.Op, a, b); !taken {
				reg[i.D] = map[ir.Op]int64{ir.AddO: a + b, ir.SubO: a - b, ir.MulO: a * b}[i.Op]
			}
		case ir.PollG:
			*fuel--
			taken = *fuel < 0
		case ir.Dispatch:
			return CodeDispatch, i.Imm
		case ir.Exit:
			return i.Imm, 0
		case ir.Bind:
		default:
			panic(fmt.Sprint("evaluate: ", i.Op))
		}
		if taken {
			pc = at[i.L]
		}
	}
}

func holds(c ir.Cond, a, b int64) bool {
	switch c {
	case ir.EQ:
		return a == b
	case ir.NE:
		return a != b
	case ir.LT:
		return a < b
	case ir.LE:
		return a <= b
	case ir.GT:
		return a > b
	case ir.GE:
		return a >= b
	case ir.ULT:
		return uint64(a) < uint64(b)
	case ir.ULE:
		return uint64(a) <= uint64(b)
	case ir.UGT:
		return uint64(a) > uint64(b)
	}
	return uint64(a) >= uint64(b)
}

// Random functions, with loops that are entered anywhere, do what an evaluator
// says, from each of their entries.
func TestRandomFunctions(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	m := newMachine(t)
	for seed := range rounds {
		r := rand.New(rand.NewSource(int64(seed)))
		batch := NewBatch(offsets, m.slots(50))
		var list []*ir.Func
		for range 50 {
			f := randomFunc(r)
			add := batch.Add
			if r.Intn(2) == 0 {
				add = batch.AddRecursive
			}
			if _, err := add(f); err != nil {
				t.Fatalf("%v\n%s", err, f)
			}
			list = append(list, f)
		}
		m.load(batch)
		for k, f := range list {
			for entry := range f.Entries {
				mem := make([]int64, 8)
				mem[0] = 60
				for i := 1; i < len(mem); i++ {
					mem[i] = int64(r.Uint64() >> r.Intn(64))
				}
				fuel := int64(r.Intn(30))
				for i, v := range mem {
					m.setWord(uint32(dataAt+8*i), v)
				}
				m.setWord(ctxAt+offsets.Fuel, fuel)
				code, moved := evaluate(f, entry, mem, &fuel)
				got := int64(m.run(batch.base+k, entry, cellAt, dataAt))
				if got != code || m.ip() != cellAt+moved || !slices.Equal(m.words(dataAt, len(mem)), mem) || m.word(ctxAt+offsets.Fuel) != fuel {
					t.Fatalf("seed %d, entry %d: code %d, want %d; IP moved %d, want %d; fuel %d, want %d\n%v\n%v\n%s", seed, entry, got, code,
						m.ip()-cellAt, moved, m.word(ctxAt+offsets.Fuel), fuel, m.words(dataAt, len(mem)), mem, f)
				}
			}
		}
	}
}
