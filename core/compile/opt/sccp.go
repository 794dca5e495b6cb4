package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 8: sparse conditional constant propagation. Values start out as
// "nothing yet" and can become one constant or "varies"; blocks are entered
// only by edges that can be taken with what is known so far.

type latticeKind uint8

const (
	top latticeKind = iota
	constant
	varies
)

type lattice struct {
	kind latticeKind
	lit  code.Lit
}

type propagator struct {
	*ssa
	val    []lattice
	edges  map[[2]int]bool
	live   []bool
	blocks []int
	vals   []int
	calls  map[int]int // DO_ICALL -> its INIT_FCALL
	sent   map[int]int // SEND_* -> the DO_ICALL that gets the argument
}

// propagate finds constants and puts them where they are used.
func (s *ssa) propagate() {
	if len(s.g.blocks) == 0 {
		return
	}
	p := &propagator{ssa: s, val: make([]lattice, len(s.vals)), edges: map[[2]int]bool{}, live: make([]bool, len(s.g.blocks)), calls: s.f.callStarts()}
	for v := range s.vals {
		if v < len(s.f.CVs) || s.aliased && s.vals[v].v < len(s.f.CVs) {
			p.val[v].kind = varies
		}
	}
	p.sent = map[int]int{}
	for do, init := range p.calls {
		if s.f.Ops[do].Code == opcode.DoIcall {
			for _, at := range s.f.sends(init, do) {
				p.sent[at] = do
			}
		}
	}
	p.live[0] = true
	p.blocks = append(p.blocks, 0)
	for len(p.blocks) > 0 || len(p.vals) > 0 {
		if n := len(p.vals); n > 0 {
			v := p.vals[n-1]
			p.vals = p.vals[:n-1]
			for _, i := range s.ssaVals(v).uses {
				if p.live[s.g.at[i]] {
					p.visit(i)
				}
			}
			for _, ph := range s.ssaVals(v).phis {
				if p.live[ph.block] {
					p.visitPhi(ph)
				}
			}
			continue
		}
		bi := p.blocks[0]
		p.blocks = p.blocks[1:]
		for _, ph := range s.phis[bi] {
			p.visitPhi(ph)
		}
		b := &s.g.blocks[bi]
		for i := b.start; i < b.end(); i++ {
			p.visit(i)
		}
		if b.n == 0 || len(b.succ) == 1 {
			for _, t := range b.succ {
				p.edge(bi, t)
			}
		}
	}
	p.replace()
}

func (s *ssa) ssaVals(v int) *ssaValue { return &s.vals[v] }

// edge makes a way from one block to another possible.
func (p *propagator) edge(from, to int) {
	if p.edges[[2]int{from, to}] {
		return
	}
	p.edges[[2]int{from, to}] = true
	if p.live[to] {
		for _, ph := range p.phis[to] {
			p.visitPhi(ph)
		}
		return
	}
	p.live[to] = true
	p.blocks = append(p.blocks, to)
}

func (p *propagator) same(a, b code.Lit) bool {
	return a.T == b.T && p.f.s.known.Identical(a, b) && !(a.T == zval.Double && a.F == 0)
}

func (p *propagator) set(v int, l lattice) {
	if v < 0 || p.val[v].kind == varies {
		return
	}
	switch l.kind {
	case top:
		return
	case constant:
		if p.val[v].kind == constant {
			if p.same(p.val[v].lit, l.lit) {
				return
			}
			l = lattice{kind: varies}
		}
	}
	p.val[v] = l
	p.vals = append(p.vals, v)
}

func (p *propagator) setLit(v int, l code.Lit) { p.set(v, lattice{constant, l}) }
func (p *propagator) vary(vs ...int) {
	for _, v := range vs {
		p.set(v, lattice{kind: varies})
	}
}

func (p *propagator) visitPhi(ph *phi) {
	var r lattice
	preds := p.g.blocks[ph.block].preds
	for k, src := range ph.sources {
		if ph.from >= 0 {
			if !p.edges[[2]int{ph.from, ph.block}] {
				continue
			}
		} else if !p.edges[[2]int{preds[k], ph.block}] {
			continue
		}
		if src < 0 {
			r = lattice{kind: varies}
			break
		}
		l := p.val[src]
		switch {
		case l.kind == top:
		case l.kind == varies || r.kind == varies:
			r = lattice{kind: varies}
		case r.kind == top:
			r = l
		case !p.same(r.lit, l.lit):
			r = lattice{kind: varies}
		}
	}
	p.set(ph.value, r)
}

// operand is what is known of one.
func (p *propagator) operand(o code.Operand, use int) lattice {
	if o.Kind == code.Const {
		l := p.f.Lits[o.N]
		if l.HasExpr() {
			return lattice{kind: varies}
		}
		return lattice{constant, l}
	}
	if use >= 0 {
		return p.val[use]
	}
	return lattice{kind: varies}
}

// visit evaluates an opline.
func (p *propagator) visit(i int) {
	f := p.f
	op, o := &f.Ops[i], &p.ops[i]
	bi := p.g.at[i]
	b := &p.g.blocks[bi]
	if op.Code == opcode.OpData {
		if o.def1 >= 0 {
			p.vary(o.def1)
		}
		if i > b.start {
			p.visit(i - 1)
		}
		return
	}
	if do, ok := p.sent[i]; ok && p.live[p.g.at[do]] {
		p.visit(do)
	}
	a, c := p.operand(op.Op1, o.use1), p.operand(op.Op2, o.use2)
	if op.Op1.Kind == code.Unused {
		a = lattice{kind: varies}
	}
	if i == b.end()-1 && len(b.succ) > 1 {
		p.branch(bi, b, op, a)
	}
	p.value(i, op, o, a, c)
}

// branch decides which ways out of a block are possible.
func (p *propagator) branch(bi int, b *block, op *code.Op, a lattice) {
	all := func() {
		for _, t := range b.succ {
			p.edge(bi, t)
		}
	}
	if a.kind == top && op.Op1.Kind != code.Unused {
		return
	}
	switch op.Code {
	case opcode.Jmpz, opcode.JmpzEx, opcode.Jmpnz, opcode.JmpnzEx, opcode.JmpSet:
		if a.kind != constant {
			all()
			return
		}
		jump := p.f.s.known.Bool(a.lit)
		if op.Code == opcode.Jmpz || op.Code == opcode.JmpzEx {
			jump = !jump
		}
		if jump {
			p.edge(bi, b.succ[0])
		} else {
			p.edge(bi, b.succ[1])
		}
	case opcode.Coalesce:
		if a.kind != constant {
			all()
		} else if a.lit.T != zval.Null {
			p.edge(bi, b.succ[0])
		} else {
			p.edge(bi, b.succ[1])
		}
	case opcode.JmpNull:
		if a.kind != constant {
			all()
		} else if a.lit.T == zval.Null {
			p.edge(bi, b.succ[0])
		} else {
			p.edge(bi, b.succ[1])
		}
	case opcode.FeResetR, opcode.FeResetRw:
		if a.kind == constant && a.lit.T == zval.ArrayT {
			if a.lit.A.Len() > 0 {
				p.edge(bi, b.succ[1])
			} else {
				p.edge(bi, b.succ[0])
			}
			return
		}
		all()
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		t := p.f.table(op)
		if a.kind != constant || t == nil {
			all()
			return
		}
		match := op.Code == opcode.Match
		right := a.lit.T == zval.Long && op.Code != opcode.SwitchString || a.lit.T == zval.StringT && op.Code != opcode.SwitchLong
		if !right {
			if match {
				p.edge(bi, b.succ[len(t.Keys)])
			} else {
				p.edge(bi, b.succ[len(b.succ)-1])
			}
			return
		}
		k := code.Key{N: a.lit.N}
		if a.lit.T == zval.StringT {
			if match {
				k = code.Key{S: a.lit.S, Str: true}
				if n, ok := p.f.s.known.Key(a.lit); ok && !n.Str {
					k = n
				}
			} else {
				k = code.Key{S: a.lit.S, Str: true}
				if n, ok := p.f.s.known.Key(a.lit); ok && !n.Str {
					k = n
				}
			}
		}
		for n := range t.Keys {
			if t.Keys[n] == k {
				p.edge(bi, b.succ[n])
				return
			}
		}
		p.edge(bi, b.succ[len(t.Keys)])
	default:
		all()
	}
}

// value computes what the opline defines.
func (p *propagator) value(i int, op *code.Op, o *ssaOp, a, c lattice) {
	f := p.f
	k := f.s.known
	all := func() { p.vary(o.def1, o.def2, o.defR) }
	if o.def1 < 0 && o.def2 < 0 && o.defR < 0 {
		return
	}
	waiting := a.kind == top && op.Op1.Kind != code.Unused || c.kind == top && op.Op2.Kind != code.Unused && o.use2 >= 0
	result := func(l code.Lit, ok bool) {
		if ok {
			p.setLit(o.defR, l)
		} else {
			p.vary(o.defR)
		}
	}
	switch op.Code {
	case opcode.Assign:
		if o.def1 >= 0 && p.vals1(o.use1)&tRef != 0 {
			all()
			return
		}
		if c.kind == top {
			return
		}
		p.set(o.def1, c)
		p.set(o.defR, c)
		return
	case opcode.QmAssign, opcode.CopyTmp:
		p.set(o.defR, a)
		return
	case opcode.Recv, opcode.RecvInit, opcode.RecvVariadic:
		all()
		return
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor,
		opcode.Concat, opcode.FastConcat, opcode.IsEqual, opcode.IsNotEqual, opcode.IsIdentical, opcode.IsNotIdentical, opcode.IsSmaller, opcode.IsSmallerOrEqual,
		opcode.Spaceship, opcode.BoolXor, opcode.Case, opcode.CaseStrict:
		if waiting {
			if a.kind == varies || c.kind == varies {
				p.vary(o.defR)
			}
			return
		}
		if a.kind == varies || c.kind == varies {
			p.vary(o.defR)
			return
		}
		cc := op.Code
		switch cc {
		case opcode.Case:
			cc = opcode.IsEqual
		case opcode.CaseStrict:
			cc = opcode.IsIdentical
		}
		l, ok := k.Binary(cc, a.lit, c.lit)
		result(l, ok)
		return
	case opcode.AssignOp:
		if p.vals1(o.use1)&tRef != 0 {
			all()
			return
		}
		if waiting {
			return
		}
		if a.kind == constant && c.kind == constant {
			if l, ok := k.Binary(opcode.Op(op.Ext), a.lit, c.lit); ok {
				p.setLit(o.def1, l)
				p.setLit(o.defR, l)
				return
			}
		}
		all()
		return
	case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
		if waiting {
			return
		}
		if a.kind == constant && (a.lit.T == zval.Long || a.lit.T == zval.Double) && p.vals1(o.use1)&tRef == 0 {
			c := opcode.Add
			if op.Code == opcode.PreDec || op.Code == opcode.PostDec {
				c = opcode.Sub
			}
			if l, ok := k.Binary(c, a.lit, code.LongLit(1)); ok {
				p.setLit(o.def1, l)
				if op.Code == opcode.PostInc || op.Code == opcode.PostDec {
					l = a.lit
				}
				p.setLit(o.defR, l)
				return
			}
		}
		all()
		return
	}
	// The others have one result, and are evaluated only on constants.
	if o.def1 >= 0 || o.def2 >= 0 {
		if op.Code == opcode.AssignDim {
			p.assignDim(i, op, o, a, c)
			return
		}
		all()
		return
	}
	switch op.Code {
	case opcode.InitArray, opcode.AddArrayElement, opcode.AddArrayUnpack:
		p.initArray(op, o, a, c, waiting)
		return
	case opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd:
		p.rope(op, o, c)
		return
	case opcode.DoIcall:
		p.call(i, o)
		return
	}
	if waiting {
		return
	}
	if a.kind == varies && op.Op1.Kind != code.Unused || c.kind == varies && op.Op2.Kind != code.Unused && !isJump(op) {
		p.vary(o.defR)
		return
	}
	switch op.Code {
	case opcode.Bool, opcode.JmpzEx, opcode.JmpnzEx:
		result(code.BoolLit(k.Bool(a.lit)), true)
	case opcode.BoolNot, opcode.BwNot:
		l, ok := k.Unary(op.Code, a.lit)
		result(l, ok)
	case opcode.JmpSet:
		result(a.lit, true)
	case opcode.Coalesce:
		result(a.lit, true)
	case opcode.Cast:
		l, ok := f.castLit(a.lit, op.Ext)
		result(l, ok)
	case opcode.Strlen:
		result(code.LongLit(int64(len(a.lit.S))), a.lit.T == zval.StringT)
	case opcode.Count:
		n := 0
		if a.lit.A != nil {
			n = a.lit.A.Len()
		}
		result(code.LongLit(int64(n)), a.lit.T == zval.ArrayT)
	case opcode.TypeCheck:
		result(code.BoolLit(op.Ext>>uint(a.lit.T)&1 != 0), true)
	case opcode.GetType:
		result(code.StrLit(typeName(a.lit.T)), true)
	case opcode.FetchDimR, opcode.FetchDimIs, opcode.FetchListR:
		result(p.element(a.lit, c.lit, op.Code == opcode.FetchDimIs))
	case opcode.IssetIsemptyDimObj:
		result(p.issetElement(op, a.lit, c.lit))
	case opcode.IssetIsemptyCv:
		if op.Ext&code.IsEmpty != 0 {
			result(code.BoolLit(!k.Bool(a.lit)), true)
		} else {
			result(code.BoolLit(a.lit.T != zval.Null), true)
		}
	case opcode.InArray:
		result(p.inArray(op, a.lit, c.lit))
	case opcode.ArrayKeyExists:
		if key, ok := k.Key(a.lit); ok && c.lit.T == zval.ArrayT {
			_, have := c.lit.A.Get(key)
			result(code.BoolLit(have), true)
		} else {
			p.vary(o.defR)
		}
	default:
		p.vary(o.defR)
	}
}

func isJump(op *code.Op) bool {
	return op.Code.Info().Op2 == opcode.Jump
}

// vals1 is the inferred type of a used value.
func (p *propagator) vals1(v int) typeMask {
	if v < 0 {
		return tRef
	}
	return p.ssa.vals[v].typ
}

func typeName(t zval.Type) string {
	switch t {
	case zval.Null:
		return "NULL"
	case zval.False, zval.True:
		return "boolean"
	case zval.Long:
		return "integer"
	case zval.Double:
		return "double"
	case zval.StringT:
		return "string"
	}
	return "array"
}

// element reads an element of a constant; missing ones warn and are left alone.
func (p *propagator) element(a, key code.Lit, quiet bool) (code.Lit, bool) {
	switch a.T {
	case zval.ArrayT:
		k, ok := p.f.s.known.Key(key) // not null: deprecated as a key
		if !ok || key.T == zval.Double && float64(k.N) != key.F {
			return code.Lit{}, false
		}
		l, have := a.A.Get(k)
		if have {
			return l, !l.HasExpr()
		}
		return code.NullLit(), quiet
	case zval.StringT:
		if key.T == zval.Long && key.N >= 0 && key.N < int64(len(a.S)) {
			return code.StrLit(a.S[key.N : key.N+1]), true
		}
	case zval.Null:
		if quiet {
			return code.NullLit(), true
		}
	}
	return code.Lit{}, false
}

func (p *propagator) issetElement(op *code.Op, a, key code.Lit) (code.Lit, bool) {
	if a.T != zval.ArrayT {
		return code.Lit{}, false
	}
	l, ok := p.element(a, key, true)
	if !ok {
		return code.Lit{}, false
	}
	if op.Ext&code.IsEmpty != 0 {
		return code.BoolLit(!p.f.s.known.Bool(l)), true
	}
	return code.BoolLit(l.T != zval.Null), true
}

func (p *propagator) inArray(op *code.Op, a, t code.Lit) (code.Lit, bool) {
	if t.T != zval.ArrayT || a.T != zval.Long && a.T != zval.StringT || op.Ext == 0 && a.T == zval.StringT {
		return code.Lit{}, false
	}
	k := code.Key{N: a.N}
	if a.T == zval.StringT {
		k = code.Key{S: a.S, Str: true}
	}
	_, have := t.A.Get(k)
	return code.BoolLit(have), true
}

const maxConstArray = 4096

// initArray builds constant arrays element by element.
func (p *propagator) initArray(op *code.Op, o *ssaOp, a, c lattice, waiting bool) {
	base := code.NewArrayLit()
	if op.Code != opcode.InitArray {
		if o.useR < 0 || p.val[o.useR].kind == varies {
			p.vary(o.defR)
			return
		}
		if p.val[o.useR].kind == top {
			return
		}
		if p.val[o.useR].lit.T != zval.ArrayT {
			p.vary(o.defR)
			return
		}
	}
	if op.Ext&code.ArrayElementRef != 0 && op.Op1.Kind != code.Unused {
		p.vary(o.defR)
		return
	}
	if a.kind == varies && op.Op1.Kind != code.Unused || c.kind == varies && op.Op2.Kind != code.Unused {
		p.vary(o.defR)
		return
	}
	if waiting {
		return
	}
	if op.Code != opcode.InitArray {
		src := p.val[o.useR].lit.A
		if src.Len() > maxConstArray {
			p.vary(o.defR)
			return
		}
		base = copyArray(src)
	}
	if op.Op1.Kind == code.Unused {
		p.setLit(o.defR, code.ArrLit(base))
		return
	}
	if op.Code == opcode.AddArrayUnpack {
		if a.lit.T != zval.ArrayT {
			p.vary(o.defR)
			return
		}
		for i := range a.lit.A.Keys {
			if a.lit.A.Keys[i].Str {
				base.Set(a.lit.A.Keys[i], a.lit.A.Vals[i])
			} else if !base.Append(a.lit.A.Vals[i]) {
				p.vary(o.defR)
				return
			}
		}
		p.setLit(o.defR, code.ArrLit(base))
		return
	}
	if !p.store(base, op, c, a.lit) {
		p.vary(o.defR)
		return
	}
	p.setLit(o.defR, code.ArrLit(base))
}

func copyArray(a *code.ArrayLit) *code.ArrayLit {
	n := code.NewArrayLit()
	for i := range a.Keys {
		n.Set(a.Keys[i], a.Vals[i])
	}
	return n
}

// store puts a value under the key of op2.
func (p *propagator) store(base *code.ArrayLit, op *code.Op, c lattice, v code.Lit) bool {
	v.Extra = 0
	if op.Op2.Kind == code.Unused {
		return base.Append(v)
	}
	k, ok := p.f.s.known.Key(c.lit)
	if !ok {
		return false
	}
	base.Set(k, v)
	return true
}

// assignDim stores into an array that is known.
func (p *propagator) assignDim(i int, op *code.Op, o *ssaOp, a, c lattice) {
	d := p.operand(p.f.Ops[i+1].Op1, p.ops[i+1].use1)
	all := func() { p.vary(o.def1, o.defR) }
	if a.kind == top || d.kind == top || c.kind == top && op.Op2.Kind != code.Unused {
		return
	}
	if a.kind != constant || d.kind != constant || c.kind != constant && op.Op2.Kind != code.Unused || o.def1 < 0 || p.vals1(o.use1)&tRef != 0 {
		all()
		return
	}
	base := code.NewArrayLit()
	switch a.lit.T {
	case zval.ArrayT:
		if a.lit.A.Len() > maxConstArray {
			all()
			return
		}
		base = copyArray(a.lit.A)
	case zval.Null:
	default:
		all()
		return
	}
	if !p.store(base, op, c, d.lit) {
		all()
		return
	}
	p.setLit(o.def1, code.ArrLit(base))
	p.setLit(o.defR, d.lit)
}

// rope joins constant parts. Only the whole counts, so nothing is known
// between the parts.
func (p *propagator) rope(op *code.Op, o *ssaOp, c lattice) {
	if c.kind == top {
		return
	}
	if c.kind == varies {
		p.vary(o.defR)
		return
	}
	s, ok := p.f.s.known.String(c.lit)
	if !ok {
		p.vary(o.defR)
		return
	}
	prev := ""
	switch op.Code {
	case opcode.RopeAdd:
		if p.val[o.useR].kind != constant {
			p.set(o.defR, p.val[o.useR])
			return
		}
		prev = p.val[o.useR].lit.S
	case opcode.RopeEnd:
		if p.val[o.use1].kind != constant {
			p.set(o.defR, p.val[o.use1])
			return
		}
		prev = p.val[o.use1].lit.S
	}
	p.setLit(o.defR, code.StrLit(prev+s))
}

// callStarts pairs each DO_* with its INIT_*.
func (f *fn) callStarts() map[int]int {
	m := map[int]int{}
	var stack []int
	for i := range f.Ops {
		op := &f.Ops[i]
		switch {
		case op.Code.Is(opcode.StartsCall):
			stack = append(stack, i)
		case op.Code == opcode.DoFcall || op.Code == opcode.DoIcall || op.Code == opcode.DoUcall || op.Code == opcode.DoFcallByName || op.Code == opcode.CallableConvert:
			if n := len(stack); n > 0 {
				m[i] = stack[n-1]
				stack = stack[:n-1]
			}
		}
	}
	return m
}

// sends lists the oplines that pass the arguments of the call made at do, in
// order; nil when they are not all plain values by position.
func (f *fn) sends(init, do int) []int {
	out := make([]int, 0, 4)
	depth := 0
	for i := init + 1; i < do; i++ {
		op := &f.Ops[i]
		switch {
		case op.Code.Is(opcode.StartsCall):
			depth++
		case op.Code == opcode.DoFcall || op.Code == opcode.DoIcall || op.Code == opcode.DoUcall || op.Code == opcode.DoFcallByName || op.Code == opcode.CallableConvert:
			depth--
		case depth == 0 && op.Code.Is(opcode.SendsArg):
			if op.Code != opcode.SendVal && op.Code != opcode.SendVar || isConst(op.Op2) {
				return nil
			}
			out = append(out, i)
		}
	}
	if uint32(len(out)) != f.Ops[init].Ext {
		return nil
	}
	return out
}

// call computes a call of a pure built-in function on constants.
func (p *propagator) call(i int, o *ssaOp) {
	init, ok := p.calls[i]
	f := p.f
	if !ok || f.Ops[init].Code != opcode.InitFcall {
		p.vary(o.defR)
		return
	}
	sends := f.sends(init, i)
	name := f.lit(f.Ops[init].Op2).S
	if sends == nil || len(sends) == 0 || !foldable(name) {
		p.vary(o.defR)
		return
	}
	args := make([]code.Lit, len(sends))
	for k, at := range sends {
		l := p.operand(f.Ops[at].Op1, p.ops[at].use1)
		switch l.kind {
		case top:
			return
		case varies:
			p.vary(o.defR)
			return
		}
		args[k] = l.lit
	}
	l, ok := f.eval(name, args)
	if !ok {
		p.vary(o.defR)
		return
	}
	p.setLit(o.defR, l)
}

// replace puts constants into the oplines that use them, and withdraws
// oplines that only made them and blocks that are never entered.
func (p *propagator) replace() {
	s, f := p.ssa, p.f
	// Last first: the end of a rope or array goes before its beginning.
	for v := len(s.vals) - 1; v >= len(f.CVs); v-- {
		if p.val[v].kind != constant {
			continue
		}
		val := &s.vals[v]
		if len(val.uses) == 0 && len(val.phis) == 0 && val.def < 0 {
			continue
		}
		lit := p.val[v].lit
		lit.Extra = 0
		for _, i := range append([]int(nil), val.uses...) {
			p.replaceUse(v, i, lit)
		}
		if val.phi == nil && val.def >= 0 && p.live[s.g.at[val.def]] {
			p.dropDefinition(v, lit)
		}
	}
	p.dropBlocks()
}

// replaceUse makes a literal of value v in opline i, if the opline takes one.
func (p *propagator) replaceUse(v, i int, l code.Lit) {
	s, f := p.ssa, p.f
	op, o := &f.Ops[i], &s.ops[i]
	if op.Code == opcode.Free && o.use1 == v && isTmp(op.Op1) {
		// Dropping a constant is nothing.
		s.kill(i)
		return
	}
	if o.use1 == v && o.def1 < 0 {
		before := *op
		if f.literalFits(op, false, l) && f.setOp1(op, l) {
			if op.Code != opcode.Nop {
				o.use1 = none
				if o.use2 != v && o.useR != v {
					s.unuse(v, i)
				}
			}
		} else {
			*op = before
		}
	}
	if o.use2 == v && o.def2 < 0 {
		before := *op
		if f.setOp2(op, l) {
			o.use2 = none
			if o.use1 != v && o.useR != v {
				s.unuse(v, i)
			}
		} else {
			*op = before
		}
	}
}

// literalFits excludes oplines whose handlers take no literal there.
func (f *fn) literalFits(op *code.Op, second bool, l code.Lit) bool {
	switch op.Code {
	case opcode.IssetIsemptyCv:
		return false
	}
	return true
}

// dropDefinition withdraws what computes a constant nobody reads any more.
func (p *propagator) dropDefinition(v int, l code.Lit) {
	s, f := p.ssa, p.f
	val := &s.vals[v]
	i := val.def
	op, o := &f.Ops[i], &s.ops[i]
	if o.defR == v {
		if len(val.uses) > 0 || len(val.phis) > 0 {
			// Still wanted, but as a constant: keep it cheap.
			p.makeConstant(v, i, l)
			return
		}
		switch op.Code {
		case opcode.JmpzEx, opcode.JmpnzEx, opcode.JmpSet, opcode.Coalesce, opcode.JmpNull:
			return
		case opcode.DoIcall:
			p.dropCall(i)
			return
		case opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd:
			s.kill(i)
			return
		}
		if o.def1 >= 0 || o.def2 >= 0 {
			switch op.Code {
			case opcode.PostInc, opcode.PostDec:
				op.Code -= 2
			}
			op.Res = code.Operand{}
			o.defR = none
			return
		}
		if o.useR >= 0 {
			s.unuse(o.useR, i)
		}
		s.kill(i)
		return
	}
	if o.def1 != v || op.Code == opcode.VerifyReturnType && (len(val.uses) > 0 || len(val.phis) > 0) {
		return
	}
	if op.Code == opcode.VerifyReturnType {
		s.kill(i)
		return
	}
	if op.Op1.Kind != code.CV || op.Code == opcode.Assign && isConst(op.Op2) {
		return
	}
	// A computed store becomes the store of a constant.
	if isTmp(op.Op2) {
		return
	}
	if isTmp(op.Res) {
		if len(s.vals[o.defR].uses) > 0 || len(s.vals[o.defR].phis) > 0 {
			return
		}
		op.Res = code.Operand{}
		o.defR = none
	}
	switch op.Code {
	case opcode.AssignDim:
		if isTmp(f.Ops[i+1].Op1) {
			return
		}
		s.kill(i + 1)
	case opcode.Assign, opcode.AssignOp, opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
	default:
		return
	}
	s.unuse(o.use2, i)
	o.use2 = none
	op.Code = opcode.Assign
	op.Ext = 0
	op.Op2 = f.constOperand(l)
}

// makeConstant turns the computation of a temporary into a QM_ASSIGN.
func (p *propagator) makeConstant(v, i int, l code.Lit) {
	s, f := p.ssa, p.f
	op, o := &f.Ops[i], &s.ops[i]
	switch op.Code {
	case opcode.DoIcall:
		res := op.Res
		p.dropCall(i)
		*op = code.Op{Code: opcode.QmAssign, Op1: f.constOperand(l), Res: res, Line: op.Line}
		o.defR = v
		return
	case opcode.QmAssign, opcode.JmpzEx, opcode.JmpnzEx, opcode.JmpSet, opcode.Coalesce, opcode.JmpNull, opcode.RopeInit, opcode.RopeAdd, opcode.CopyTmp,
		opcode.InitArray, opcode.AddArrayElement, opcode.AddArrayUnpack:
		return
	}
	if o.def1 >= 0 || o.def2 >= 0 || o.useR >= 0 || isTmp(op.Op1) && o.use1 >= 0 || isTmp(op.Op2) && o.use2 >= 0 {
		return
	}
	s.unuse(o.use1, i)
	s.unuse(o.use2, i)
	*op = code.Op{Code: opcode.QmAssign, Op1: f.constOperand(l), Res: op.Res, Line: op.Line}
	*o = ssaOp{none, none, none, none, none, v}
}

// dropCall withdraws a call with all that prepares it.
func (p *propagator) dropCall(i int) {
	init := p.calls[i]
	for _, at := range p.f.sends(init, i) {
		if isTmp(p.f.Ops[at].Op1) && p.ssa.ops[at].use1 >= 0 {
			p.f.Ops[at].Code = opcode.Free
			p.f.Ops[at].Op2 = code.Operand{}
			continue
		}
		p.ssa.kill(at)
	}
	p.ssa.kill(init)
	line := p.f.Ops[i].Line
	p.ssa.kill(i)
	p.f.Ops[i].Line = line
}

// dropBlocks removes blocks that are never entered and jumps never taken.
func (p *propagator) dropBlocks() {
	s := p.ssa
	for bi := range s.g.blocks {
		b := &s.g.blocks[bi]
		if b.reachable && !p.live[bi] {
			s.dropBlock(bi)
		}
	}
}

// dropBlock makes a block unreachable.
func (s *ssa) dropBlock(bi int) {
	f := s.f
	b := &s.g.blocks[bi]
	b.reachable = false
	for i := b.start; i < b.end(); i++ {
		op := &f.Ops[i]
		if (op.Code == opcode.FeFree || op.Code == opcode.Free) && i == b.start && isTmp(op.Op1) {
			b.freeOnly = false
		}
		s.kill(i)
	}
	for _, ph := range s.phis[bi] {
		for _, src := range ph.sources {
			s.unphi(src, ph)
		}
	}
	s.phis[bi] = nil
	for _, t := range b.succ {
		s.dropEdge(bi, t)
	}
	b.succ = nil
}

func (s *ssa) unphi(v int, ph *phi) {
	if v < 0 {
		return
	}
	l := s.vals[v].phis
	for k := range l {
		if l[k] == ph {
			s.vals[v].phis = append(append([]*phi(nil), l[:k]...), l[k+1:]...)
			return
		}
	}
}

// dropEdge forgets a way into a block.
func (s *ssa) dropEdge(from, to int) {
	tb := &s.g.blocks[to]
	for k, pr := range tb.preds {
		if pr != from {
			continue
		}
		tb.preds = append(append([]int(nil), tb.preds[:k]...), tb.preds[k+1:]...)
		kept := s.phis[to][:0:0]
		for _, ph := range s.phis[to] {
			if ph.from >= 0 {
				if ph.from == from {
					for _, src := range ph.sources {
						s.unphi(src, ph)
					}
					continue
				}
				kept = append(kept, ph)
				continue
			}
			src := ph.sources[k]
			ph.sources = append(append([]int(nil), ph.sources[:k]...), ph.sources[k+1:]...)
			still := false
			for _, x := range ph.sources {
				still = still || x == src
			}
			if !still {
				s.unphi(src, ph)
			}
			kept = append(kept, ph)
		}
		s.phis[to] = kept
		return
	}
}
