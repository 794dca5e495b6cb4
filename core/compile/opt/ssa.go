package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Static single assignment form. Variables are numbered compiled variables
// first, then temporaries; each definition of one is a value. Values 0 to
// len(CVs)-1 are the variables as the function is entered.

const none = -1

// use and definition of values by one opline; none where there is no such operand.
type ssaOp struct {
	use1, use2, useR int
	def1, def2, defR int
}

// phi joins the values of a variable where paths meet. A phi with from >= 0
// is a pi instead: it renames a value on the way from that block, where a
// condition says more about it.
type phi struct {
	value   int
	v       int // variable
	block   int
	sources []int
	from    int
	mask    typeMask // pi: types the value can have, typeNone when it says nothing
	rng     *piRange
}

// piRange is what a comparison says about an integer.
type piRange struct {
	neg            bool
	min, max       int64
	minVar, maxVar int // values the bounds are relative to, none for plain bounds
	minOff, maxOff int64
	under, over    bool // unbounded
}

type ssaValue struct {
	v     int // variable
	def   int // opline, none
	phi   *phi
	uses  []int  // oplines, each once
	phis  []*phi // phis and pis that use it
	typ   typeMask
	class string // lower-case class name when the object's class is known
	sub   bool   // ... or a class below it
	rng   rangeInfo
}

type ssa struct {
	f       *fn
	g       *cfg
	nvars   int
	ops     []ssaOp
	vals    []ssaValue
	phis    [][]*phi // by block
	rets    typeMask
	retCls  string
	retSub  bool
	calls   map[int]*callee
	aliased bool // variables are visible to the outside: the main script
}

// variable numbers an operand, or none.
func (f *fn) variable(o code.Operand) int {
	switch {
	case o.Kind == code.CV:
		return int(o.N)
	case isTmp(o):
		return len(f.CVs) + int(o.N)
	}
	return none
}

// writes tells what an opline does to its operands: whether it redefines
// op1, op2, and reads the result before.
func (f *fn) writes(i int) (def1, def2, useR bool) {
	op := &f.Ops[i]
	cv1 := op.Op1.Kind == code.CV
	switch op.Code {
	case opcode.Assign, opcode.AssignOp, opcode.AssignDim, opcode.AssignObj, opcode.AssignDimOp, opcode.AssignObjOp, opcode.AssignObjRef,
		opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec, opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj,
		opcode.BindGlobal, opcode.BindStatic, opcode.BindInitStaticOrJmp, opcode.SendVarEx, opcode.SendFuncArg, opcode.SendRef, opcode.SendVarNoRef, opcode.SendVarNoRefEx,
		opcode.SendUnpack, opcode.FeResetRw, opcode.MakeRef, opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimFuncArg, opcode.FetchDimUnset,
		opcode.FetchListW, opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjFuncArg, opcode.FetchObjUnset,
		opcode.UnsetDim, opcode.UnsetObj, opcode.UnsetCv, opcode.Separate:
		return cv1, false, false
	case opcode.AssignRef:
		return cv1, op.Op2.Kind == code.CV, false
	case opcode.BindLexical:
		return false, op.Op2.Kind == code.CV && op.Ext&code.BindRef != 0, false
	case opcode.FeFetchR:
		return false, op.Op2.Kind != code.Unused, false
	case opcode.FeFetchRw:
		return false, op.Op2.Kind != code.Unused, false
	case opcode.InitArray:
		return cv1 && op.Ext&code.ArrayElementRef != 0, false, false
	case opcode.AddArrayElement:
		return cv1 && op.Ext&code.ArrayElementRef != 0, false, true
	case opcode.AddArrayUnpack, opcode.RopeAdd:
		return false, false, true
	case opcode.VerifyReturnType:
		return op.Op1.Kind&(code.CV|tmpVar) != 0 && op.Res.Kind == code.Unused, false, false
	case opcode.Yield:
		return cv1 && f.flags&code.AccReturnRef != 0, false, false
	case opcode.OpData:
		if i > 0 {
			switch f.Ops[i-1].Code {
			case opcode.AssignObjRef, opcode.AssignStaticPropRef:
				return cv1, false, false
			}
		}
	}
	return false, false, false
}

// buildSSA brings a function into the form.
func (f *fn) buildSSA(g *cfg) *ssa {
	s := &ssa{f: f, g: g, nvars: len(f.CVs) + f.NumTmps}
	g.fillPreds()
	g.dominators()
	g.loops()
	in := s.liveIn()
	s.place(in)
	s.rename()
	s.chain()
	return s
}

type bits []uint64

func newBits(n int) bits      { return make(bits, (n+63)/64) }
func (b bits) has(i int) bool { return b[i>>6]&(1<<uint(i&63)) != 0 }
func (b bits) set(i int)      { b[i>>6] |= 1 << uint(i&63) }
func (b bits) clear(i int)    { b[i>>6] &^= 1 << uint(i&63) }
func (b bits) or(c bits) (ch bool) {
	for i := range b {
		if n := b[i] | c[i]; n != b[i] {
			b[i] = n
			ch = true
		}
	}
	return ch
}

// liveIn computes for each block the variables whose value on entry matters.
func (s *ssa) liveIn() []bits {
	f, g := s.f, s.g
	n := len(g.blocks)
	in := make([]bits, n)
	def := make([]bits, n)
	for bi := range g.blocks {
		in[bi], def[bi] = newBits(s.nvars), newBits(s.nvars)
		b := &g.blocks[bi]
		if !b.reachable {
			continue
		}
		for i := b.start; i < b.end(); i++ {
			op := &f.Ops[i]
			d1, d2, useR := f.writes(i)
			v1, v2, vr := f.variable(op.Op1), f.variable(op.Op2), f.variable(op.Res)
			use := func(v int) {
				if v >= 0 && !def[bi].has(v) {
					in[bi].set(v)
				}
			}
			use(v1)
			if !(op.Code.Is(opcode.DefinesOp2) && op.Op2.Kind != code.CV) {
				use(v2)
			}
			if useR {
				use(vr)
			}
			if d1 {
				def[bi].set(v1)
			}
			if d2 {
				def[bi].set(v2)
			}
			if vr >= 0 {
				def[bi].set(vr)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for bi := n - 1; bi >= 0; bi-- {
			b := &g.blocks[bi]
			if !b.reachable {
				continue
			}
			for _, t := range b.succ {
				for w := range in[bi] {
					if x := in[bi][w] | in[t][w]&^def[bi][w]; x != in[bi][w] {
						in[bi][w] = x
						changed = true
					}
				}
			}
		}
	}
	return in
}

// place puts phis where they are needed and pis where conditions tell more.
func (s *ssa) place(in []bits) {
	f, g := s.f, s.g
	n := len(g.blocks)
	s.phis = make([][]*phi, n)
	// Blocks that define each variable.
	gen := make([]bits, n)
	for bi := range g.blocks {
		gen[bi] = newBits(s.nvars)
		b := &g.blocks[bi]
		if !b.reachable {
			continue
		}
		for i := b.start; i < b.end(); i++ {
			op := &f.Ops[i]
			d1, d2, _ := f.writes(i)
			if d1 {
				gen[bi].set(f.variable(op.Op1))
			}
			if d2 {
				gen[bi].set(f.variable(op.Op2))
			}
			if v := f.variable(op.Res); v >= 0 {
				gen[bi].set(v)
			}
		}
	}
	for v := 0; v < len(f.CVs) && n > 0; v++ {
		gen[0].set(v)
	}
	// Conditions come first: their renamings are definitions too.
	for bi := range g.blocks {
		if g.blocks[bi].reachable {
			s.placePis(bi, in)
		}
	}
	for bi := range g.blocks {
		for _, p := range s.phis[bi] {
			gen[bi].set(p.v)
		}
	}
	df := g.frontiers()
	has := make([]bits, n)
	for i := range has {
		has[i] = newBits(s.nvars)
	}
	// A pi on one of several ways into a block is joined with the others there.
	for bi := range g.blocks {
		for _, p := range s.phis[bi] {
			if len(g.blocks[bi].preds) > 1 {
				has[bi].set(p.v)
			}
		}
	}
	work := make([]int, 0, n)
	for bi := range g.blocks {
		if g.blocks[bi].reachable {
			work = append(work, bi)
		}
	}
	for len(work) > 0 {
		bi := work[0]
		work = work[1:]
		for _, t := range df[bi] {
			more := false
			for v := 0; v < s.nvars; v++ {
				if !(gen[bi].has(v) || has[bi].has(v)) || !in[t].has(v) || has[t].has(v) {
					continue
				}
				has[t].set(v)
				more = true
			}
			if more {
				work = append(work, t)
			}
		}
	}
	for bi := range g.blocks {
		for v := 0; v < s.nvars; v++ {
			if has[bi].has(v) {
				p := &phi{v: v, block: bi, from: none, value: none, sources: make([]int, len(g.blocks[bi].preds))}
				s.phis[bi] = append(s.phis[bi], p)
			}
		}
	}
}

// rename walks the dominator tree giving each definition a value.
func (s *ssa) rename() {
	f, g := s.f, s.g
	s.ops = make([]ssaOp, len(f.Ops))
	for i := range s.ops {
		s.ops[i] = ssaOp{none, none, none, none, none, none}
	}
	cur := make([]int, s.nvars)
	for v := range cur {
		cur[v] = none
	}
	for v := range f.CVs {
		s.vals = append(s.vals, ssaValue{v: v, def: none})
		cur[v] = v
	}
	fresh := func(v, op int, p *phi) int {
		s.vals = append(s.vals, ssaValue{v: v, def: op, phi: p})
		return len(s.vals) - 1
	}
	type frame struct {
		block int
		cur   []int
	}
	stack := []frame{}
	if len(g.blocks) > 0 {
		stack = append(stack, frame{0, cur})
	}
	for len(stack) > 0 {
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		cur := append([]int(nil), fr.cur...)
		bi := fr.block
		b := &g.blocks[bi]
		for _, p := range s.phis[bi] {
			if p.from < 0 {
				p.value = fresh(p.v, none, p)
				cur[p.v] = p.value
			}
		}
		for _, p := range s.phis[bi] {
			if p.from >= 0 {
				if len(b.preds) == 1 {
					p.sources = []int{cur[p.v]}
				}
				p.value = fresh(p.v, none, p)
				if len(b.preds) == 1 {
					cur[p.v] = p.value
				}
			}
		}
		for i := b.start; i < b.end(); i++ {
			op := &f.Ops[i]
			o := &s.ops[i]
			d1, d2, useR := f.writes(i)
			v1, v2, vr := f.variable(op.Op1), f.variable(op.Op2), f.variable(op.Res)
			if v1 >= 0 {
				o.use1 = cur[v1]
			}
			if v2 >= 0 && !(op.Code.Is(opcode.DefinesOp2) && op.Op2.Kind != code.CV) {
				o.use2 = cur[v2]
			}
			if vr >= 0 && useR {
				o.useR = cur[vr]
			}
			// The value of an OP_DATA is read before the instruction it belongs to writes.
			if op.Code.Is(opcode.TakesData) && i+1 < b.end() && f.Ops[i+1].Code == opcode.OpData {
				if v := f.variable(f.Ops[i+1].Op1); v >= 0 {
					s.ops[i+1].use1 = cur[v]
					if dd, _, _ := f.writes(i + 1); dd {
						cur[v] = fresh(v, i+1, nil)
						s.ops[i+1].def1 = cur[v]
					}
				}
			}
			if op.Code == opcode.OpData {
				if i > 0 && f.Ops[i-1].Code.Is(opcode.TakesData) {
					if v1 >= 0 && s.ops[i].use1 == none {
						s.ops[i].use1 = cur[v1]
					}
					continue
				}
			}
			if d2 {
				cur[v2] = fresh(v2, i, nil)
				o.def2 = cur[v2]
			}
			if d1 {
				cur[v1] = fresh(v1, i, nil)
				o.def1 = cur[v1]
			}
			if vr >= 0 {
				cur[vr] = fresh(vr, i, nil)
				o.defR = cur[vr]
			}
		}
		for _, t := range b.succ {
			tb := &g.blocks[t]
			for _, p := range s.phis[t] {
				if p.from >= 0 {
					if p.from == bi && len(tb.preds) > 1 && len(p.sources) == 0 {
						p.sources = []int{cur[p.v]}
					}
					continue
				}
				for k, pr := range tb.preds {
					if pr == bi {
						src := cur[p.v]
						// A pi on this edge comes before the phi.
						for _, q := range s.phis[t] {
							if q.from == bi && q.v == p.v && len(tb.preds) > 1 {
								src = none - 1 - indexPhi(s.phis[t], q)
							}
						}
						p.sources[k] = src
					}
				}
			}
		}
		for c := b.firstChild; c >= 0; c = g.blocks[c].nextSibling {
			stack = append(stack, frame{c, cur})
		}
	}
	// Pis on edges into joins: they rename only what the phi takes from there.
	for bi := range s.phis {
		for _, p := range s.phis[bi] {
			for k, src := range p.sources {
				if src < none {
					p.sources[k] = s.phis[bi][none-1-src].value
				}
			}
		}
	}
}

func indexPhi(l []*phi, p *phi) int {
	for i := range l {
		if l[i] == p {
			return i
		}
	}
	return 0
}

// chain lists the uses of each value.
func (s *ssa) chain() {
	for i := range s.vals {
		s.vals[i].uses = s.vals[i].uses[:0]
		s.vals[i].phis = s.vals[i].phis[:0]
	}
	add := func(v, i int) {
		if v < 0 {
			return
		}
		u := &s.vals[v].uses
		if n := len(*u); n > 0 && (*u)[n-1] == i {
			return
		}
		*u = append(*u, i)
	}
	for i := range s.ops {
		add(s.ops[i].use1, i)
		add(s.ops[i].use2, i)
		add(s.ops[i].useR, i)
	}
	for bi := range s.phis {
		for _, p := range s.phis[bi] {
			for k, src := range p.sources {
				dup := false
				for _, o := range p.sources[:k] {
					dup = dup || o == src
				}
				if src >= 0 && !dup {
					s.vals[src].phis = append(s.vals[src].phis, p)
				}
			}
		}
	}
}
