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
func (f *function) Edge(b *ir.Builder, s template.State, target int, poll bool) {
	if !f.final {
		f.merge(f.at, target, s)
		return
	}
	in := f.state[target]
	if in == nil { // the analysis found no way here: the way is never taken
		template.EmitSlow(b)
		return
	}
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
	b.Jmp(f.label[target])
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
	in := f.state[target]
	if in == nil {
		return 0, false
	}
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
	return f.label[target], true
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
	f.label = make([]ir.Label, len(ops)+1)
	f.wanted = make([]bool, len(ops)+1)
	f.entries = map[int]ir.Label{}
	for i := range f.label {
		f.label[i] = ir.NoLabel
		if f.state[i] != nil {
			f.label[i] = f.b.NewLabel()
		}
	}
	for i := range ops {
		if f.state[i] == nil {
			continue
		}
		f.b.Bind(f.label[i])
		f.stub(i, f.state[i], f.label[i])
		f.block(i)
	}
	// A block that the void ends with: nothing falls out of the function.
	f.out.Func = f.b.Finish()
	f.out.Entries = f.entries
	return f.out
}

// entry makes opline i, in the middle of a block, a place to come in at.
func (f *function) entry(i int, s template.State) {
	l := f.b.NewLabel()
	f.b.Bind(l)
	f.stub(i, s, l)
}

// stub is the code by which control comes in at opline i from outside, to the
// code at l that assumes state s.
func (f *function) stub(i int, s template.State, l ir.Label) {
	if _, ok := f.entries[i]; ok {
		return
	}
	e := f.b.NewLabel()
	f.entries[i] = e
	f.b.Entry(e)
	s = s.Clone()
	b := f.b
	b.Cold(func() {
		b.Bind(e)
		bad := ir.NoLabel
		for j := range s {
			if s[j].Typ != template.Unknown {
				if bad == ir.NoLabel {
					bad = b.NewLabel()
				}
				b.BrM32(ir.NE, place(j).Plus(abi.ValT), int64(s[j].Typ), bad)
			}
		}
		for j := range s {
			if s[j].InReg {
				x := s.Clone()
				x[j].InReg = false
				f.c.Load(b, x, j)
			}
		}
		b.Jmp(l)
		if bad != ir.NoLabel {
			b.Bind(bad)
			f.toHandler(b, i)
		}
	})
}

// describe names opline i for listings.
func (f *function) describe(i int) string {
	op := &f.in.Ops[i]
	return fmt.Sprintf("%04d %s", i, opcode.Op(op.Code))
}
