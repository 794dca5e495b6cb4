package irtest

import (
	"math"
	"math/rand"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Function makes a function. Its first entry is its beginning. Entries take
// nothing but what is in memory.
func Function(r *rand.Rand, layout Layout) *ir.Func {
	g := &gen{Builder: ir.NewBuilder("random"), r: r, layout: layout}
	g.function()
	return g.Finish()
}

type gen struct {
	*ir.Builder
	r      *rand.Rand
	layout Layout

	ints, floats  []ir.Reg // live from block to block
	temps, tempsF []ir.Reg // of the block at hand
	blocks        []ir.Label
	out           ir.Label // stores everything and leaves
	saved         int32    // where the registers are kept at FP
}

// How many registers live from block to block a function may have. With the
// greatest numbers there may be more values than package regalloc can place.
const maxInts, maxFloats = 36, 44

func (g *gen) function() {
	r := g.r
	g.saved = DataSize - 8*(maxInts+maxFloats)
	n, nf := 1+r.Intn(6), 1+r.Intn(6)
	switch r.Intn(6) {
	case 0, 1:
		n, nf = 1+r.Intn(maxInts/2), 1+r.Intn(maxFloats/2)
	case 2:
		n = maxInts/2 + r.Intn(maxInts/2+1)
	case 3:
		nf = maxFloats/2 + r.Intn(maxFloats/2+1)
	}
	for range n {
		g.ints = append(g.ints, g.NewReg())
	}
	for range nf {
		g.floats = append(g.floats, g.NewFloat())
	}
	g.out = g.NewLabel()
	for range 1 + r.Intn(10) {
		g.blocks = append(g.blocks, g.NewLabel())
	}
	first := g.NewLabel()
	g.Entry(first)
	g.Bind(first)
	g.restore()
	for _, l := range g.blocks {
		if r.Intn(5) == 0 {
			g.inner()
		}
		g.Bind(l)
		g.DecZ32(ir.At(ir.CTX, g.layout.CtxOff+offBlocks), g.out)
		g.temps, g.tempsF = nil, nil
		for range 1 + r.Intn(12) {
			g.instruction()
		}
		for range r.Intn(3) {
			g.branch(g.block())
		}
		switch r.Intn(8) {
		case 0, 1:
			g.Jmp(g.block())
		case 2:
			g.save()
			g.leave()
		case 3:
			// Jump to an entry whose address is computed.
			g.save()
			e := g.NewLabel()
			g.Entry(e)
			a := g.NewReg()
			g.LabelAddr(a, e)
			g.JmpR(a)
			to := g.block()
			g.Cold(func() { g.Bind(e); g.restore(); g.Jmp(to) })
		}
	}
	g.Jmp(g.out)
	g.Bind(g.out)
	g.save()
	g.leave()
}

// inner is an entry between blocks, which code also falls into.
func (g *gen) inner() {
	g.save()
	e := g.NewLabel()
	g.Entry(e)
	g.Bind(e)
	g.restore()
}

func (g *gen) home(i int) ir.Mem { return ir.At(ir.FP, g.saved+8*int32(i)) }

func (g *gen) restore() {
	for i, v := range g.ints {
		g.Ld64(v, g.home(i))
	}
	for i, v := range g.floats {
		g.LdF(v, g.home(maxInts+i))
	}
}

func (g *gen) save() {
	for i, v := range g.ints {
		g.St64(g.home(i), v)
	}
	for i, v := range g.floats {
		g.StF(g.home(maxInts+i), v)
	}
}

func (g *gen) leave() {
	r := g.r
	stub := g.layout.CtxOff + offStub
	switch r.Intn(6) {
	case 0:
		g.Exit([]int64{0, 1, 77, 0x12345678, 0xffffffff}[r.Intn(5)])
	case 1:
		g.Dispatch(32 * int64(r.Intn(8)-4))
	case 2:
		g.Dispatch(8 * int64(r.Intn(CellSize/8)-CellSize/16))
	case 3:
		a := g.NewReg()
		g.Ld64(a, ir.At(ir.CTX, stub))
		g.JmpR(a)
	case 4:
		if r.Intn(2) == 0 {
			g.JmpM(ir.At(ir.CTX, stub))
			break
		}
		i := g.NewReg()
		g.Const(i, int64(r.Intn(100)))
		g.JmpM(ir.Mem{Base: ir.IP, Index: i, Scale: 3})
	case 5:
		// The opline and the frame as they are seen outside.
		g.OpI(ir.Add, ir.IP, ir.IP, 64)
		g.OpI(ir.Sub, ir.FP, ir.FP, int64(r.Intn(1<<14)))
		g.Dispatch(8)
	}
}

func (g *gen) block() ir.Label { return g.blocks[g.r.Intn(len(g.blocks))] }

// any is a register that has a value; pinned ones too.
func (g *gen) any() ir.Reg {
	if len(g.temps) > 0 && g.r.Intn(2) == 0 {
		return g.temps[g.r.Intn(len(g.temps))]
	}
	return g.ints[g.r.Intn(len(g.ints))]
}

func (g *gen) anyF() ir.Reg {
	if len(g.tempsF) > 0 && g.r.Intn(2) == 0 {
		return g.tempsF[g.r.Intn(len(g.tempsF))]
	}
	return g.floats[g.r.Intn(len(g.floats))]
}

// dest is a register to write, perhaps a new one. It counts as written at once:
// what writes it must not be jumped over.
func (g *gen) dest(float bool) ir.Reg {
	switch {
	case g.r.Intn(2) == 0 && float:
		return g.floats[g.r.Intn(len(g.floats))]
	case g.r.Intn(2) == 0 && !float:
		return g.ints[g.r.Intn(len(g.ints))]
	case float:
		return g.NewFloat()
	}
	return g.NewReg()
}

// wrote makes a destination one that may be read.
func (g *gen) wrote(d ir.Reg) {
	if g.F.IsFloat(d) {
		g.tempsF = append(g.tempsF, d)
	} else {
		g.temps = append(g.temps, d)
	}
}

// imm is a number of the sizes instruction sets care about.
func (g *gen) imm() int64 {
	r := g.r
	switch r.Intn(8) {
	case 0:
		return 0
	case 1:
		return int64(r.Intn(512) - 256)
	case 2:
		return int64(r.Intn(1<<13) - 1<<12)
	case 3:
		return int64(r.Intn(1<<12)) << 12
	case 4:
		return []int64{math.MaxInt32, math.MinInt32, math.MaxUint32, math.MinInt64, math.MaxInt64, -1, 1 << 12, -1 << 12, 1<<24 - 1}[r.Intn(9)]
	case 5: // a pattern of ones
		n := r.Intn(63) + 1
		v := uint64(1)<<n - 1
		return int64(v<<r.Intn(64) | v>>r.Intn(64))
	}
	return int64(value(r))
}

func (g *gen) imm32() int64 { return int64(int32(g.imm())) }

// place is an operand of size bytes. Accesses of the halves of a word are not
// confined to multiples of their size.
func (g *gen) place(size int32) ir.Mem {
	r := g.r
	room := g.saved - size
	if r.Intn(6) == 0 {
		return ir.At(ir.CTX, g.layout.CtxOff+offSpill+8*int32(r.Intn(spillWords)))
	}
	off := int32(r.Intn(int(room)))
	if r.Intn(3) != 0 {
		off &^= size - 1
	}
	switch r.Intn(6) {
	case 0, 1:
		return ir.At(ir.FP, off)
	case 2: // an offset beyond what fits, or negative
		base := g.NewReg()
		far := []int32{256, -256, 4095, 4096 << 3, -4096, 1 << 20, -1 << 20, math.MaxInt32 - DataSize, math.MinInt32 + DataSize, int32(r.Uint32()) >> 2}[r.Intn(10)]
		g.OpI(ir.Sub, base, ir.FP, int64(far))
		return ir.At(base, off+far)
	}
	// An index.
	scale := uint8(r.Intn(4))
	if r.Intn(2) == 0 {
		for scale = 0; 1<<scale < size; scale++ {
		}
	}
	i := g.NewReg()
	mask := int64(1)<<(9-scale) - 1
	g.OpI(ir.And, i, g.any(), mask)
	m := ir.Mem{Base: ir.FP, Index: i, Scale: scale}
	switch r.Intn(3) {
	case 0:
		m.Off = int32(r.Intn(int(room) - 512))
	case 1: // the index counts down
		g.Op1(ir.Neg, i, i)
		m.Off = 512 + int32(r.Intn(int(room)-512))
	}
	if r.Intn(2) == 0 {
		b := g.NewReg()
		g.Mov(b, ir.FP)
		m.Base = b
	}
	return m
}

func pick[T any](g *gen, list ...T) T { return list[g.r.Intn(len(list))] }

func (g *gen) cond() ir.Cond { return ir.Cond(g.r.Intn(int(ir.UGE) + 1)) }
func (g *gen) condF() ir.Cond {
	return pick(g, ir.EQ, ir.NE, ir.LT, ir.LE, ir.GT, ir.GE, ir.NLT, ir.NLE, ir.NGT, ir.NGE)
}

// canonical replaces a NaN.
func (g *gen) canonical(d ir.Reg) {
	ok := g.NewLabel()
	g.BrF(ir.EQ, d, d, ok)
	g.ConstF(d, 0x7ff8_0000_0000_0001)
	g.Bind(ok)
}
