package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 6 works on static single assignment form with types: constants and dead
// code first, then values written where they belong, checks that always
// succeed, and cheaper instructions for known types.

// summary is what callers know of a function.
type summary struct {
	done  bool
	ret   typeMask
	class string
}

func passDFA(s *script) {
	if s.level&levelSSAPasses != levelSSAPasses {
		return
	}
	for _, f := range s.fns {
		f.analyze()
	}
	for _, f := range s.fns {
		if f.ssa == nil {
			continue
		}
		if s.level&LevelSCCP != 0 {
			f.ssa.propagate()
			f.ssa.searches()
		}
		if s.level&LevelDCE != 0 {
			f.ssa.removeDead()
		}
		f.ssa.jumps()
		f.ssa.rewrite()
		f.ssa.finish()
	}
}

// maxDFA bounds the size of what is analysed (values of all blocks).
const maxDFA = 64 << 20 / 8

// analyze builds the form and infers types, where that is possible.
func (f *fn) analyze() {
	if len(f.Ops) == 0 || len(f.Try) > 0 || f.indirect() {
		return
	}
	g := f.buildCFG()
	if len(g.blocks)*(len(f.CVs)+f.NumTmps) > maxDFA {
		return
	}
	g.fillPreds()
	if len(g.blocks[0].preds) > 0 {
		return
	}
	s := f.buildSSA(g)
	s.aliased = f == f.s.fns[0]
	s.ranges()
	s.infer()
	f.ssa = s
	f.info = &summary{done: true, ret: s.rets, class: s.retCls}
}

// finish turns the form back into plain oplines.
func (s *ssa) finish() {
	f := s.f
	for bi := range s.g.blocks {
		b := &s.g.blocks[bi]
		if !b.reachable && !b.freeOnly {
			for i := b.start; i < b.end(); i++ {
				nop(&f.Ops[i])
			}
		}
	}
	f.removeNops()
	f.ssa = nil
}

// kill withdraws an opline and forgets its uses.
func (s *ssa) kill(i int) {
	o := &s.ops[i]
	for _, v := range [3]int{o.use1, o.use2, o.useR} {
		s.unuse(v, i)
	}
	s.ops[i] = ssaOp{none, none, none, none, none, none}
	nop(&s.f.Ops[i])
}

// unuse forgets that opline i uses a value.
func (s *ssa) unuse(v, i int) {
	if v < 0 {
		return
	}
	u := s.vals[v].uses
	for k := range u {
		if u[k] == i {
			s.vals[v].uses = append(append([]int(nil), u[:k]...), u[k+1:]...)
			return
		}
	}
}

// addUse notes that opline i uses a value.
func (s *ssa) addUse(v, i int) {
	if v < 0 {
		return
	}
	for _, u := range s.vals[v].uses {
		if u == i {
			return
		}
	}
	s.vals[v].uses = append(s.vals[v].uses, i)
}

// rename makes every use of value v one of w.
func (s *ssa) replaceValue(v, w int) {
	for _, i := range s.vals[v].uses {
		o := &s.ops[i]
		if o.use1 == v {
			o.use1 = w
		}
		if o.use2 == v {
			o.use2 = w
		}
		if o.useR == v {
			o.useR = w
		}
		s.addUse(w, i)
	}
	for _, p := range s.vals[v].phis {
		for k := range p.sources {
			if p.sources[k] == v {
				p.sources[k] = w
			}
		}
		s.vals[w].phis = append(s.vals[w].phis, p)
	}
	s.vals[v].uses, s.vals[v].phis = nil, nil
}

func (s *ssa) typeOf(o code.Operand, use int) typeMask {
	if o.Kind == code.Const {
		return ofLit(s.f.Lits[o.N])
	}
	if use >= 0 {
		return s.vals[use].typ
	}
	return 0
}

// rewrite goes through the values in order of their definition.
func (s *ssa) rewrite() {
	f := s.f
	for v := len(f.CVs); v < len(s.vals); v++ {
		i := s.vals[v].def
		if i < 0 {
			continue
		}
		op := &f.Ops[i]
		o := &s.ops[i]
		t1 := func() typeMask { return s.typeOf(op.Op1, o.use1) }
		t2 := func() typeMask { return s.typeOf(op.Op2, o.use2) }
		switch op.Code {
		case opcode.Concat:
			if o.defR == v && (t1()|t2())&(tObject|tRef) == 0 {
				op.Code = opcode.FastConcat
			}
		case opcode.Add, opcode.Sub, opcode.Mul, opcode.IsEqual, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual:
			s.toDouble(op, t1, t2)
			if op.Code == opcode.Mul {
				s.double(op, i, t1, t2)
			}
		case opcode.VerifyReturnType:
			if o.def1 == v && o.use1 >= 0 && op.Op1.Kind != code.Const && s.passesCheck(o.use1) {
				from := o.use1
				s.kill(i)
				s.replaceValue(v, from)
			}
		}
		if o.def1 == v && !s.aliased {
			switch op.Code {
			case opcode.Assign, opcode.AssignOp, opcode.PreInc, opcode.PreDec:
				s.resultInVariable(v, i)
			}
		}
		switch {
		case s.aliased:
		case op.Code == opcode.Assign && o.def1 == v && op.Op1.Kind == code.CV && op.Res.Kind == code.Unused:
			s.rewriteAssign(v, i)
		case op.Code == opcode.AssignOp && o.def1 == v && op.Op1.Kind == code.CV && op.Res.Kind == code.Unused:
			s.rewriteAssignOp(v, i)
		}
		s.toIncrement(i)
	}
}

// resultInVariable drops the result of an assignment whose one use can read
// the variable instead: up to there no opline may name the variable.
func (s *ssa) resultInVariable(v, i int) {
	f := s.f
	op, o := &f.Ops[i], &s.ops[i]
	r := o.defR
	if r < 0 || s.vals[v].typ&tRef != 0 || len(s.vals[r].uses) != 1 || len(s.vals[r].phis) != 0 {
		return
	}
	u := s.vals[r].uses[0]
	use, uo := &f.Ops[u], &s.ops[u]
	switch use.Code {
	case opcode.Free, opcode.SendVal, opcode.SendValEx, opcode.VerifyReturnType, opcode.Yield:
		return
	}
	if u <= i || uo.use1 == r && uo.use2 == r || uo.useR == r || s.touched(int(op.Op1.N), i+1, u+1) {
		return
	}
	if uo.use1 == r {
		uo.use1, use.Op1 = v, op.Op1
	} else {
		uo.use2, use.Op2 = v, op.Op1
	}
	s.addUse(v, u)
	s.vals[r].uses, s.vals[r].def = nil, none
	o.defR, op.Res = none, code.Operand{}
}

// rewriteAssign handles `CV = value` where the old value needs no release.
func (s *ssa) rewriteAssign(v, i int) {
	f := s.f
	op, o := &f.Ops[i], &s.ops[i]
	if o.use1 < 0 || s.vals[o.use1].typ&tCounted != 0 {
		return
	}
	src := o.use2
	if isTmp(op.Op2) && src >= 0 {
		sv := &s.vals[src]
		if d := sv.def; d >= 0 && sv.typ&tRef == 0 && sv.typ&(tUndef|tAny) != 0 && s.ops[d].defR == src && s.ops[d].useR < 0 &&
			len(sv.uses) == 1 && len(sv.phis) == 0 && s.contracts(&f.Ops[d], src, op.Op1.N) && !s.touched(int(op.Op1.N), d+1, i) {
			// The instruction writes the variable itself.
			dst := op.Op1
			s.kill(i)
			s.ops[d].defR = v
			f.Ops[d].Res = dst
			s.vals[v].def = d
			s.vals[v].typ = sv.typ
			sv.def, sv.uses = none, nil
			s.toIncrement(d)
			return
		}
	}
	if op.Op2.Kind == code.Const || src >= 0 && o.def2 < 0 {
		s.unuse(o.use1, i)
		*op = code.Op{Code: opcode.QmAssign, Op1: op.Op2, Res: op.Op1, Line: op.Line}
		*o = ssaOp{src, none, none, none, none, v}
		s.addUse(src, i)
	}
}

// contracts reports whether an instruction may write its result into a
// variable at once: not where the result is written before operands are read,
// or released when the call has written it.
func (s *ssa) contracts(d *code.Op, src int, cv uint32) bool {
	isCV := func(o code.Operand) bool { return o.Kind == code.CV && o.N == cv }
	switch d.Code {
	case opcode.New, opcode.FastCall, opcode.RopeInit, opcode.RopeAdd, opcode.BindInitStaticOrJmp, opcode.JmpNull, opcode.Yield, opcode.YieldFrom, opcode.IncludeOrEval,
		opcode.CallableConvert:
		return d.Code == opcode.Yield || d.Code == opcode.YieldFrom
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName:
		return s.vals[src].typ&(tString|tArray|tObject|tResource) == 0
	case opcode.PostInc, opcode.PostDec:
		return !isCV(d.Op1)
	case opcode.InitArray:
		return !isCV(d.Op1) && !isCV(d.Op2)
	case opcode.Cast:
		if d.Ext == uint32(zval.ArrayT) || d.Ext == uint32(zval.ObjectT) {
			return !isCV(d.Op1)
		}
	case opcode.AddArrayElement, opcode.AddArrayUnpack:
		return false
	}
	return true
}

// touched reports whether a variable is named by any opline of a range.
func (s *ssa) touched(cv, from, to int) bool {
	for i := from; i < to; i++ {
		op := &s.f.Ops[i]
		for _, o := range [3]code.Operand{op.Op1, op.Op2, op.Res} {
			if o.Kind == code.CV && int(o.N) == cv {
				return true
			}
		}
	}
	return false
}

// rewriteAssignOp makes `CV op= x` a plain operation with the result in CV.
func (s *ssa) rewriteAssignOp(v, i int) {
	f := s.f
	op, o := &f.Ops[i], &s.ops[i]
	if o.use1 < 0 || s.vals[o.use1].typ&tCounted != 0 {
		return
	}
	switch opcode.Op(op.Ext) {
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor:
	default:
		return
	}
	op.Code = opcode.Op(op.Ext)
	op.Ext = 0
	op.Res = op.Op1
	o.defR, o.def1 = v, none
}

// toIncrement makes `CV = CV + 1` an increment.
func (s *ssa) toIncrement(i int) {
	f := s.f
	op, o := &f.Ops[i], &s.ops[i]
	if op.Code != opcode.Add && op.Code != opcode.Sub || op.Res.Kind != code.CV || op.Res != op.Op1 || !f.isLit(op.Op2, zval.Long) || f.lit(op.Op2).N != 1 {
		return
	}
	if o.use1 < 0 || s.vals[o.use1].typ&(tAny|tUndef|tRef)&^(tLong|tDouble) != 0 {
		return
	}
	if op.Code == opcode.Add {
		op.Code = opcode.PreInc
	} else {
		op.Code = opcode.PreDec
	}
	op.Op2, op.Res = code.Operand{}, code.Operand{}
	o.def1, o.defR = o.defR, none
}

// toDouble makes an integer literal a float where the other side is one.
func (s *ssa) toDouble(op *code.Op, t1, t2 func() typeMask) {
	f := s.f
	if f.isLit(op.Op1, zval.Long) && t2()&(tAny|tUndef|tRef) == tDouble {
		op.Op1 = f.constOperand(code.DoubleLit(float64(f.lit(op.Op1).N)))
	} else if f.isLit(op.Op2, zval.Long) && t1()&(tAny|tUndef|tRef) == tDouble {
		op.Op2 = f.constOperand(code.DoubleLit(float64(f.lit(op.Op2).N)))
	}
}

// double makes `x * 2` a sum.
func (s *ssa) double(op *code.Op, i int, t1, t2 func() typeMask) {
	f := s.f
	two := func(o code.Operand) bool {
		return f.isLit(o, zval.Long) && f.lit(o).N == 2 || f.isLit(o, zval.Double) && f.lit(o).F == 2
	}
	o := &s.ops[i]
	number := func(t typeMask) bool { return t&(tAny|tUndef|tRef)&^(tLong|tDouble) == 0 && t != 0 }
	if two(op.Op2) && op.Op1.Kind != code.Const && number(t1()) {
		op.Code, op.Op2 = opcode.Add, op.Op1
		o.use2 = o.use1
	} else if two(op.Op1) && op.Op2.Kind != code.Const && number(t2()) {
		op.Code, op.Op1 = opcode.Add, op.Op2
		o.use1 = o.use2
	}
}

// passesCheck reports whether a value is of the function's return type for sure.
func (s *ssa) passesCheck(v int) bool {
	f := s.f
	t := f.A.Return
	if t == nil {
		return false
	}
	val := &s.vals[v]
	if val.typ&tRef != 0 {
		return false
	}
	have := val.typ & tAny
	if val.typ&tUndef != 0 {
		have |= tNull
	}
	allowed := typeMask(t.Mask) & tAny
	if t.Nullable {
		allowed |= tNull
	}
	over := have &^ allowed
	if over == 0 {
		return true
	}
	if over == tObject && val.class != "" {
		for _, n := range t.Names {
			if strings.EqualFold(strings.TrimPrefix(t.Src, "?"), "self") {
				break // resolved when it runs
			}
			if lc := lower(n); lc == val.class || f.s.linkedSub(val.class, lc) {
				return true
			}
		}
	}
	return false
}

// linkedSub reports whether class lc is below want, going by linked classes.
func (s *script) linkedSub(lc, want string) bool {
	for n := 0; n < 64; n++ {
		c := s.class[lc]
		if c == nil || !c.Hoisted {
			return false
		}
		if c.ParentLC == want {
			return true
		}
		lc = c.ParentLC
	}
	return false
}

// searches turns in_array over a literal array of strings, or in strict mode
// of strings and integers, into a look-up by key.
func (s *ssa) searches() {
	f := s.f
	var starts map[int]int
	for i := range f.Ops {
		if f.Ops[i].Code != opcode.DoIcall || !s.g.blocks[s.g.at[i]].reachable {
			continue
		}
		if starts == nil {
			starts = f.callStarts()
		}
		init, ok := starts[i]
		if !ok || f.Ops[init].Code != opcode.InitFcall || f.lit(f.Ops[init].Op2).S != "in_array" {
			continue
		}
		sends := f.sends(init, i)
		strict := false
		switch {
		case len(sends) == 3 && f.Ops[sends[2]].Code == opcode.SendVal && isConst(f.Ops[sends[2]].Op1):
			strict = f.s.known.Bool(f.lit(f.Ops[sends[2]].Op1))
		case len(sends) != 2:
			continue
		}
		if array := &f.Ops[sends[1]]; array.Code == opcode.SendVal && isConst(array.Op1) && f.lit(array.Op1).T == zval.ArrayT {
			if keys := searchKeys(f.lit(array.Op1).A, strict); keys != nil {
				s.search(i, init, sends, keys, strict)
			}
		}
	}
}

// searchKeys makes keys of an array's values, nil where that is another search.
func searchKeys(a *code.ArrayLit, strict bool) *code.ArrayLit {
	keys := code.NewArrayLit()
	for _, v := range a.Vals {
		switch v.T {
		case zval.StringT:
			// What looks like a number has other spellings that equal it.
			if !strict && v.S != "" && strings.IndexByte("0123456789.+- \t\n\r\v\f", v.S[0]) >= 0 {
				return nil
			}
			keys.Set(code.Key{S: v.S, Str: true}, code.BoolLit(true))
		case zval.Long:
			if !strict {
				return nil
			}
			keys.Set(code.Key{N: v.N}, code.BoolLit(true))
		default:
			return nil
		}
	}
	return keys
}

// search puts an IN_ARRAY in the place of the call made at do.
func (s *ssa) search(do, init int, sends []int, keys *code.ArrayLit, strict bool) {
	f := s.f
	needle := sends[0]
	if s.ops[needle].def1 >= 0 {
		return
	}
	v, what := s.ops[needle].use1, f.Ops[needle].Op1
	for _, at := range sends {
		s.kill(at)
	}
	s.kill(init)
	op := &f.Ops[do]
	op.Code, op.Op1, op.Op2, op.Ext = opcode.InArray, what, f.constOperand(code.ArrLit(keys)), 0
	if strict {
		op.Ext = 1
	}
	s.ops[do].use1 = v
	s.addUse(v, do)
	// A call's result is a VAR; as a TMP it can be fused with the jump behind it.
	if d := s.ops[do].defR; d >= 0 && len(s.vals[d].uses) == 1 && len(s.vals[d].phis) == 0 {
		if u := &f.Ops[s.vals[d].uses[0]]; (u.Code == opcode.Jmpz || u.Code == opcode.Jmpnz) && s.ops[s.vals[d].uses[0]].use1 == d {
			op.Res.Kind, u.Op1.Kind = code.Tmp, code.Tmp
		}
	}
}

// jumps settles jumps whose outcome is known by now.
func (s *ssa) jumps() {
	f := s.f
	for bi := range s.g.blocks {
		b := &s.g.blocks[bi]
		if !b.reachable || b.n == 0 {
			continue
		}
		i := b.end() - 1
		op := &f.Ops[i]
		switch op.Code {
		case opcode.JmpSet, opcode.Coalesce:
			if !isConst(op.Op1) || len(b.succ) != 2 {
				continue
			}
			l := f.lit(op.Op1)
			taken := l.T != zval.Null
			if op.Code == opcode.JmpSet {
				taken = f.s.known.Bool(l)
			}
			r := s.ops[i].defR
			switch {
			case !taken:
				nop(op)
				s.dropEdge(bi, b.succ[0])
				b.succ = b.succ[1:]
			case r >= 0 && len(s.vals[r].uses) == 0 && len(s.vals[r].phis) == 0:
				*op = code.Op{Code: opcode.Jmp, Op1: code.Operand{N: op.Op2.N}, Line: op.Line}
				s.dropEdge(bi, b.succ[1])
				b.succ = b.succ[:1]
			}
		case opcode.Jmpz, opcode.Jmpnz:
			if !isConst(op.Op1) {
				continue
			}
			if f.s.known.Bool(f.lit(op.Op1)) == (op.Code == opcode.Jmpnz) {
				to := op.Op2.N
				if len(b.succ) == 2 {
					s.dropEdge(bi, b.succ[1])
					b.succ = b.succ[:1]
				}
				*op = code.Op{Code: opcode.Jmp, Op1: code.Operand{N: to}, Line: op.Line}
			} else {
				nop(op)
				if len(b.succ) == 2 {
					s.dropEdge(bi, b.succ[0])
					b.succ = b.succ[1:]
				}
			}
		}
	}
	// A jump over nothing is nothing.
	for bi := range s.g.blocks {
		b := &s.g.blocks[bi]
		if !b.reachable || b.n == 0 {
			continue
		}
		op := &f.Ops[b.end()-1]
		if op.Code == opcode.Jmp && s.empty(b.end(), int(op.Op1.N)) {
			nop(op)
		}
	}
}

// empty reports whether nothing is left between two oplines.
func (s *ssa) empty(from, to int) bool {
	if to < from {
		return false
	}
	for i := from; i < to; i++ {
		b := &s.g.blocks[s.g.at[i]]
		if s.f.Ops[i].Code != opcode.Nop && (b.reachable || b.freeOnly) {
			return false
		}
	}
	return true
}
