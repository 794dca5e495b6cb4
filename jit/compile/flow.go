package compile

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
)

// The methods by which templates ask about the function; see template.Flow.

// Edge goes from state s to the beginning of a leader.
func (f *function) Edge(b *ir.Builder, from int, s template.State, target int) {
	if !f.final {
		f.merge(from, target, s)
		return
	}
	v := f.find(from, target, s)
	if v == nil { // the analysis found no way here: the way is never taken
		s = s.Clone()
		for i := range s {
			f.c.Flush(b, s, i)
		}
		b.Const(ir.IP, int64(f.in.Ops[target].Addr()))
		f.toHandler(b, target)
		return
	}
	in := v.s
	s = s.Clone()
	// What is not known is checked first: until then nothing has changed.
	for i := range in {
		if in[i].Typ != template.Unknown && s[i].Typ == template.Unknown {
			out := b.NewLabel()
			b.BrM32(ir.NE, place(i).Plus(abi.ValT), int64(in[i].Typ), out)
			was := s.Clone()
			b.Cold(func() {
				b.Bind(out)
				for j := range was {
					f.c.Flush(b, was, j)
				}
				b.Const(ir.IP, int64(f.in.Ops[target].Addr()))
				f.toHandler(b, target)
			})
			s[i] = template.Slot{Typ: in[i].Typ, Mem: in[i].Typ}
		}
	}
	for i := range in {
		if in[i].InReg {
			if !s[i].InReg {
				f.c.Load(b, s, i)
			}
			if s[i].Dirty && !in[i].Dirty || in[i].Mem == in[i].Typ && s[i].Mem != s[i].Typ {
				f.c.Flush(b, s, i)
			}
		} else {
			f.c.Flush(b, s, i)
		}
	}
	b.Jmp(v.label)
}

// Reach is Edge in the first pass, for code that is emitted later.
func (f *function) Reach(s template.State, target int) {
	if !f.final {
		f.merge(f.at, target, s)
	}
}

// Direct is the label of a leader that state s fits as it is.
func (f *function) Direct(s template.State, target int) (ir.Label, bool) {
	if !f.final {
		return 0, false
	}
	v := f.find(f.at, target, s)
	if v == nil {
		return 0, false
	}
	in := v.s
	for i := range in {
		x, y := in[i], s[i]
		switch {
		case x.Typ != template.Unknown && y.Typ == template.Unknown,
			x.InReg && !y.InReg,
			x.InReg && (y.Dirty && !x.Dirty || x.Mem == x.Typ && y.Mem != y.Typ),
			!x.InReg && (y.Dirty || y.Typ != template.Unknown && y.Mem != y.Typ):
			return 0, false
		}
	}
	return v.label, true
}

// Leave completes the frame and returns to Go; IP is set.
func (f *function) Leave(b *ir.Builder, s template.State) { template.EmitSlow(b) }

// Guess is the probable type of an operand of the opline at hand.
func (f *function) Guess(n int) uint32 { return f.in.Guess(f.at, n) }

// Literal reads a literal. Literals never change.
func (f *function) Literal(addr uint64) (uint32, uint64) {
	v := zval.ValueAt(uintptr(addr))
	return v.T, v.V
}

// Backward reports a jump back.
func (f *function) Backward(target int) bool { return target <= f.at }

func place(i int) ir.Mem { return ir.At(ir.FP, int32(abi.FrSize+i*abi.ValSize)) }

func (f *function) want(i int) {
	if i < len(f.wanted) {
		f.wanted[i] = true
	}
}

// emit is the second pass.
func (f *function) emit() Output {
	ops := f.in.Ops
	f.final = true
	f.b = ir.NewBuilder(f.in.Name)
	f.c = f.compiled()
	f.wanted = make([]bool, len(ops)+1)
	f.entries, f.more = map[int]ir.Label{}, map[int]*[]*version{}
	for _, vs := range f.versions {
		for _, v := range vs {
			v.label = f.b.NewLabel()
		}
	}
	for i := range ops {
		if vs := f.versions[i]; vs != nil {
			f.stubs(i, vs)
			for _, v := range vs {
				f.b.Bind(v.label)
				f.block(v)
			}
		}
	}
	// A block that the void ends with: nothing falls out of the function.
	f.out.Func = f.b.Finish()
	f.out.Entries = f.entries
	return f.out
}

// entry makes opline i, in the middle of a block, a place to come in at. Each
// version of the block has its own.
func (f *function) entry(i int, s template.State) {
	l := f.b.NewLabel()
	f.b.Bind(l)
	f.stubs(i, []*version{{at: i, s: s.Clone(), label: l}})
}

// stubs is the code by which control comes in at opline i from outside: to the
// first of several versions that what is in memory fits.
func (f *function) stubs(i int, vs []*version) {
	b := f.b
	e := b.NewLabel()
	if _, ok := f.entries[i]; ok {
		if prev := f.more[i]; prev != nil {
			*prev = append(*prev, vs...)
		}
		return
	}
	f.entries[i] = e
	b.Entry(e)
	all := append([]*version(nil), vs...)
	f.more[i] = &all
	b.Cold(func() {
		b.Bind(e)
		open := true
		for _, v := range all {
			bad := ir.NoLabel
			for j := range v.s {
				if v.s[j].Typ != template.Unknown {
					if bad == ir.NoLabel {
						bad = b.NewLabel()
					}
					b.BrM32(ir.NE, place(j).Plus(abi.ValT), int64(v.s[j].Typ), bad)
				}
			}
			for j := range v.s {
				if v.s[j].InReg {
					x := v.s.Clone()
					x[j].InReg = false
					f.c.Load(b, x, j)
				}
			}
			b.Jmp(v.label)
			if bad == ir.NoLabel {
				open = false
				break
			}
			b.Bind(bad)
		}
		if open {
			f.toHandler(b, i)
		}
	})
}

// describe names opline i for listings.
func (f *function) describe(i int) string {
	op := &f.in.Ops[i]
	return fmt.Sprintf("%04d %s", i, opcode.Op(op.Code))
}
