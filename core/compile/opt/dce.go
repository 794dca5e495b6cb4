package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 14 removes oplines whose results nobody wants and that do nothing
// else. It works outward from the oplines that must stay: they keep alive what
// makes their operands.

// tDestructs are the types whose release can run code.
const tDestructs = tObject | tResource | (tArray|tObject|tResource)<<tElemBase

func (t typeMask) destructs() bool {
	return t&(tObject|tResource) != 0 || t&tArray != 0 && t&((tArray|tObject|tResource)<<tElemBase|tElemRef) != 0 || t&tRef != 0
}

func (s *ssa) removeDead() {
	f := s.f
	n := len(f.Ops)
	live := make([]bool, n)
	livePhi := map[*phi]bool{}
	var work []int
	keep := func(i int) {
		if !live[i] {
			live[i] = true
			work = append(work, i)
		}
	}
	for bi := range s.g.blocks {
		b := &s.g.blocks[bi]
		if !b.reachable {
			continue
		}
		for i := b.start; i < b.end(); i++ {
			if f.Ops[i].Code == opcode.Nop || f.Ops[i].Code == opcode.OpData {
				continue
			}
			if s.acts(i) {
				keep(i)
			}
		}
	}
	var phis []*phi
	need := func(v int) {
		if v < 0 {
			return
		}
		val := &s.vals[v]
		switch {
		case val.phi != nil:
			if !livePhi[val.phi] {
				livePhi[val.phi] = true
				phis = append(phis, val.phi)
			}
		case val.def >= 0:
			d := val.def
			if f.Ops[d].Code == opcode.OpData {
				d--
			}
			keep(d)
		}
	}
	operands := func(i int) {
		o := &s.ops[i]
		if op := &f.Ops[i]; op.Code != opcode.Assign || o.def1 < 0 || o.use1 < 0 || s.vals[o.use1].typ&tRef != 0 {
			need(o.use1) // what an assignment overwrites is not needed for it
		}
		need(o.use2)
		need(o.useR)
	}
	drain := func() {
		for len(work) > 0 || len(phis) > 0 {
			if k := len(phis); k > 0 {
				p := phis[k-1]
				phis = phis[:k-1]
				for _, src := range p.sources {
					need(src)
				}
				continue
			}
			i := work[len(work)-1]
			work = work[:len(work)-1]
			operands(i)
			switch f.Ops[i].Code {
			case opcode.RopeInit, opcode.RopeAdd:
				// The pieces of a string are no value that could be dropped.
				if r := s.ops[i].defR; r >= 0 {
					for _, u := range s.vals[r].uses {
						keep(u)
					}
				}
			}
			if f.Ops[i].Code.Is(opcode.TakesData) && i+1 < n && f.Ops[i+1].Code == opcode.OpData {
				live[i+1] = true
				operands(i + 1)
			}
		}
	}
	drain()
	// Where one opline drops what several have made, either all of them stay or none.
	for again := true; again; {
		again = false
		for i := range f.Ops {
			op, o := &f.Ops[i], &s.ops[i]
			if live[i] || op.Code == opcode.Nop || !s.g.blocks[s.g.at[i]].reachable {
				continue
			}
			for k, use := range [2]int{o.use1, o.use2} {
				opd := op.Op1
				if k == 1 {
					opd = op.Op2
				}
				if !isTmp(opd) || use < 0 || s.vals[use].phi == nil || livePhi[s.vals[use].phi] || s.vals[use].typ&(tCounted|tInd) == 0 || !s.madeByLive(use, live) {
					continue
				}
				need(use)
				again = true
			}
		}
		drain()
	}
	s.dropDead(live)
	// Results that only dead oplines read.
	for bi := range s.g.blocks {
		kept := s.phis[bi][:0:0]
		for _, p := range s.phis[bi] {
			if livePhi[p] {
				kept = append(kept, p)
			}
		}
		s.phis[bi] = kept
	}
	s.chain()
	s.unusedResults()
}

// dropDead withdraws dead oplines, last first, so that a temporary's reader
// goes before its maker.
func (s *ssa) dropDead(live []bool) {
	f := s.f
	for i := len(f.Ops) - 1; i >= 0; i-- {
		op, o := &f.Ops[i], &s.ops[i]
		if live[i] || op.Code == opcode.Nop || op.Code == opcode.OpData || !s.g.blocks[s.g.at[i]].reachable {
			continue
		}
		// Operands made by oplines that stay must still be dropped.
		var drop []code.Operand
		var uses []int
		collect := func(opd code.Operand, use int) {
			if !isTmp(opd) || use < 0 || op.Code.Is(opcode.KeepsOp1) && opd == op.Op1 {
				return
			}
			if s.madeByLive(use, live) && !s.canGoUnused(use) && s.vals[use].typ&(tCounted|tInd) != 0 {
				drop = append(drop, opd)
				uses = append(uses, use)
			}
		}
		collect(op.Op1, o.use1)
		collect(op.Op2, o.use2)
		data := op.Code.Is(opcode.TakesData)
		if data {
			collect(f.Ops[i+1].Op1, s.ops[i+1].use1)
		}
		slots := 1
		if data {
			slots = 2
		}
		if len(drop) > slots {
			continue // no room for what would have to be put here
		}
		if (op.Code == opcode.Free || op.Code == opcode.FeFree) && len(drop) == 1 {
			continue
		}
		line := op.Line
		if o.def1 >= 0 && o.use1 >= 0 {
			s.replaceValue(o.def1, o.use1)
		}
		if o.def2 >= 0 && o.use2 >= 0 {
			s.replaceValue(o.def2, o.use2)
		}
		s.kill(i)
		if data {
			s.kill(i + 1)
		}
		for k := range drop {
			f.Ops[i+k] = code.Op{Code: opcode.Free, Op1: drop[k], Line: line}
			s.ops[i+k].use1 = uses[k]
		}
	}
}

// madeByLive reports whether the opline behind a temporary stays.
func (s *ssa) madeByLive(v int, live []bool) bool {
	val := &s.vals[v]
	if val.phi != nil {
		for _, src := range val.phi.sources {
			if src >= 0 && src != v && (s.vals[src].phi != nil || s.madeByLive(src, live)) {
				return true
			}
		}
		return false
	}
	return val.def >= 0 && live[val.def] && s.f.Ops[val.def].Code != opcode.Nop
}

// canGoUnused reports whether the maker of a value can do without a result.
func (s *ssa) canGoUnused(v int) bool {
	val := &s.vals[v]
	if val.def < 0 || len(val.phis) > 0 || len(val.uses) > 1 {
		return false
	}
	if s.mustUse(val.def) {
		return false
	}
	switch s.f.Ops[val.def].Code {
	case opcode.Assign, opcode.AssignOp, opcode.AssignDim, opcode.AssignObj, opcode.AssignStaticProp, opcode.AssignDimOp, opcode.AssignObjOp,
		opcode.AssignStaticPropOp, opcode.PreInc, opcode.PreDec, opcode.PreIncObj, opcode.PreDecObj, opcode.AssignRef,
		opcode.PostInc, opcode.PostDec, opcode.PostIncObj, opcode.PostDecObj,
		opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.IncludeOrEval:
		return true
	}
	return false
}

// mustUse reports whether opline i calls a function that complains when its
// result is not used (#[NoDiscard]).
func (s *ssa) mustUse(i int) bool {
	switch s.f.Ops[i].Code {
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName:
	default:
		return false
	}
	if s.calls == nil {
		s.calls = s.f.callMap()
	}
	c := s.calls[i]
	switch {
	case c == nil || c.proto:
		return true
	case c.op != nil:
		for k := range c.op.Attributes {
			if c.op.Attributes[k].LCName == "nodiscard" {
				return true
			}
		}
		return false
	}
	return c.method || c.name == "flock"
}

// unusedResults takes results away that are not read.
func (s *ssa) unusedResults() {
	f := s.f
	for i := range f.Ops {
		op, o := &f.Ops[i], &s.ops[i]
		if o.defR < 0 || !isTmp(op.Res) || len(s.vals[o.defR].uses) > 0 || len(s.vals[o.defR].phis) > 0 {
			continue
		}
		if s.mustUse(i) {
			continue
		}
		switch op.Code {
		case opcode.Assign, opcode.AssignOp, opcode.AssignDim, opcode.AssignObj, opcode.AssignStaticProp, opcode.AssignDimOp, opcode.AssignObjOp,
			opcode.AssignStaticPropOp, opcode.PreInc, opcode.PreDec, opcode.PreIncObj, opcode.PreDecObj, opcode.PreIncStaticProp, opcode.PreDecStaticProp,
			opcode.AssignRef, opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.IncludeOrEval:
		case opcode.PostInc, opcode.PostDec, opcode.PostIncObj, opcode.PostDecObj, opcode.PostIncStaticProp, opcode.PostDecStaticProp:
			op.Code -= 2
		case opcode.JmpzEx, opcode.JmpnzEx:
			op.Code -= 3
		case opcode.FeFetchR, opcode.FeFetchRw:
		default:
			continue
		}
		op.Res = code.Operand{}
		o.defR = none
	}
}

// acts reports whether an opline does more than make values.
func (s *ssa) acts(i int) bool {
	op, o := &s.f.Ops[i], &s.ops[i]
	if op.Code == opcode.Free && o.use1 >= 0 && s.vals[o.use1].phi != nil && s.vals[o.use1].typ&(tCounted|tInd) != 0 {
		return true // each of the makers must go on making a value to be freed
	}
	switch op.Code {
	case opcode.IsIdentical, opcode.IsNotIdentical, opcode.QmAssign, opcode.Free, opcode.FeFree, opcode.TypeCheck, opcode.Defined,
		opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor, opcode.BwNot,
		opcode.Concat, opcode.FastConcat, opcode.BoolXor, opcode.BoolNot, opcode.Bool, opcode.IsEqual, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual,
		opcode.Spaceship, opcode.Case, opcode.CaseStrict, opcode.Cast, opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd, opcode.InitArray, opcode.AddArrayElement,
		opcode.Strlen, opcode.Count, opcode.GetType, opcode.IssetIsemptyThis, opcode.IssetIsemptyCv, opcode.IssetIsemptyDimObj,
		opcode.FetchDimIs, opcode.FetchDimR, opcode.FetchListR, opcode.InArray, opcode.FuncNumArgs, opcode.FuncGetArgs, opcode.CopyTmp, opcode.ArrayKeyExists,
		opcode.Instanceof, opcode.GetCalledClass, opcode.CheckVar, opcode.FetchThis:
		return s.throws(i)
	case opcode.JmpSet, opcode.Coalesce, opcode.JmpNull, opcode.JmpzEx, opcode.JmpnzEx:
		return true
	case opcode.Assign:
		return s.badChange(o.use1, o.def1) || s.throws(i) ||
			op.Op2.Kind != code.Const && s.typeOf(op.Op2, o.use2).destructs()
	case opcode.UnsetCv:
		return s.badChange(o.use1, o.def1) || s.typeOf(op.Op1, o.use1)&tCounted != 0
	case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec, opcode.AssignOp:
		if op.Code == opcode.AssignOp && opcode.Op(op.Ext) == opcode.Concat {
			return true // it may run out of memory, which can be what ends a loop
		}
		return s.badChange(o.use1, o.def1) || s.throws(i)
	case opcode.BindStatic:
		n := int(op.Ext >> code.BindShift)
		return op.Ext&(code.BindImplicit|code.BindExplicit) != 0 || s.aliased || n >= len(s.f.A.StaticVars) || s.f.A.StaticVars[n].Expr != nil
	}
	return true
}

// badChange reports whether a change of a variable can be seen other than by
// reading its new value.
func (s *ssa) badChange(use, def int) bool {
	if def < 0 || use < 0 {
		return true
	}
	return s.vals[use].typ&tRef != 0 || s.vals[def].typ&tRef != 0 || s.aliased && s.vals[def].v < len(s.f.CVs) ||
		s.seesArgs() && s.vals[def].v < len(s.f.A.Params)
}

// seesArgs reports whether the function asks for its arguments by number,
// and so sees the parameters' values.
func (s *ssa) seesArgs() bool {
	for i := range s.f.Ops {
		switch op := &s.f.Ops[i]; op.Code {
		case opcode.FuncGetArgs:
			return true
		case opcode.InitFcall, opcode.InitFcallByName, opcode.InitNsFcallByName:
			at := op.Op2.N
			if op.Code != opcode.InitFcall {
				at = op.Op2.N + 1
			}
			for k := at; k < at+2 && int(k) < len(s.f.Lits); k++ {
				switch s.f.Lits[k].S {
				case "func_get_args", "func_get_arg", "debug_backtrace", "debug_print_backtrace":
					return true
				}
			}
		}
	}
	return false
}

// throws reports whether an opline can warn, throw or run code for what is
// known of its operands' types.
func (s *ssa) throws(i int) bool {
	f := s.f
	op, o := &f.Ops[i], &s.ops[i]
	t1, t2 := s.typeOf(op.Op1, o.use1), s.typeOf(op.Op2, o.use2)
	switch op.Code {
	case opcode.Free, opcode.FeFree:
		return t1.destructs() && s.f.Ops[i].Code == opcode.FeFree
	case opcode.UnsetCv, opcode.IssetIsemptyCv, opcode.IssetIsemptyThis, opcode.FuncNumArgs, opcode.FuncGetArgs, opcode.BindStatic:
		return false
	case opcode.CheckVar:
		return t1&tUndef != 0
	case opcode.Assign:
		return t2&tUndef != 0 || t1&(tObject|tResource) != 0 || t1&tArray != 0 && t1.destructs() || t1&tRef != 0
	}
	if (t1|t2)&tUndef != 0 {
		return true
	}
	v1, v2 := t1.value()&tAny, t2.value()&tAny
	if (t1|t2)&tRef != 0 && op.Code != opcode.QmAssign && op.Code != opcode.TypeCheck && op.Code != opcode.IsIdentical && op.Code != opcode.IsNotIdentical &&
		op.Code != opcode.Bool && op.Code != opcode.BoolNot && op.Code != opcode.Instanceof && op.Code != opcode.CopyTmp && op.Code != opcode.GetType {
		return true
	}
	const scalar = tNull | tBool | tLong | tDouble
	switch op.Code {
	case opcode.QmAssign, opcode.CopyTmp, opcode.TypeCheck, opcode.IsIdentical, opcode.IsNotIdentical, opcode.CaseStrict, opcode.Defined, opcode.GetType, opcode.InArray,
		opcode.GetCalledClass:
		return false
	case opcode.Instanceof:
		return op.Op2.Kind != code.Const
	case opcode.FetchThis:
		return false
	case opcode.Bool, opcode.BoolNot, opcode.BoolXor:
		return (v1|v2)&(tObject|tDouble) != 0 // NAN warns as of 8.5
	case opcode.Add:
		if v1 == tArray && v2 == tArray {
			return false
		}
		return (v1|v2)&^scalar != 0
	case opcode.Sub, opcode.Mul:
		return (v1|v2)&^scalar != 0
	case opcode.Pow, opcode.Div:
		if (v1|v2)&^scalar != 0 {
			return true
		}
		return !(f.isLit(op.Op2, zval.Long) && f.lit(op.Op2).N != 0 || f.isLit(op.Op2, zval.Double) && f.lit(op.Op2).F != 0)
	case opcode.Mod, opcode.Sl, opcode.Sr:
		if (v1|v2)&^(tNull|tBool|tLong) != 0 {
			return true
		}
		return !(f.isLit(op.Op2, zval.Long) && f.lit(op.Op2).N > 0)
	case opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		if v1 == tString && v2 == tString {
			return false
		}
		return (v1|v2)&^(tNull|tBool|tLong) != 0
	case opcode.BwNot:
		return v1&^(tLong|tString) != 0
	case opcode.Concat, opcode.FastConcat, opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd:
		if op.Code == opcode.RopeAdd || op.Code == opcode.RopeEnd || op.Code == opcode.RopeInit {
			v1 = 0
		}
		return (v1|v2)&(tArray|tObject|tDouble) != 0
	case opcode.IsEqual, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.Spaceship, opcode.Case:
		if v1 == tNull || v2 == tNull {
			return false
		}
		return (v1|v2)&tObject != 0 || (t1|t2)&tArray != 0 && ((t1.elems()|t2.elems())&(tObject|tArray) != 0)
	case opcode.Cast:
		switch op.Ext {
		case uint32(zval.Long):
			return v1&(tObject|tDouble|tString) != 0 // what is no integer, as of 8.5
		case uint32(zval.Double):
			return v1&tObject != 0
		case uint32(zval.StringT):
			return v1&(tArray|tObject|tDouble) != 0
		}
		return v1&tObject != 0
	case opcode.Strlen:
		return v1 != tString
	case opcode.Count:
		return v1 != tArray
	case opcode.InitArray, opcode.AddArrayElement:
		if op.Ext&code.ArrayElementRef != 0 {
			return true
		}
		if op.Code == opcode.AddArrayElement && op.Op2.Kind == code.Unused {
			return false
		}
		return v2&(tNull|tArray|tObject|tResource|tDouble) != 0 && op.Op2.Kind != code.Unused
	case opcode.IssetIsemptyDimObj:
		return v1&tObject != 0 || v2&(tNull|tArray|tObject|tDouble) != 0
	case opcode.FetchDimIs:
		return v1&tObject != 0 || v2&(tNull|tArray|tObject|tResource|tDouble) != 0
	case opcode.ArrayKeyExists:
		return v2 != tArray || v1&(tNull|tArray|tObject|tResource|tDouble) != 0
	case opcode.PreInc, opcode.PostInc:
		return v1&^(tNull|tLong|tDouble) != 0
	case opcode.PreDec, opcode.PostDec:
		return v1&^(tLong|tDouble) != 0
	case opcode.AssignOp:
		if t1&tRef != 0 {
			return true
		}
		c := opcode.Op(op.Ext)
		switch c {
		case opcode.Add, opcode.Sub, opcode.Mul:
			return (v1|v2)&^scalar != 0
		case opcode.Concat:
			return (v1|v2)&(tArray|tObject) != 0
		case opcode.BwAnd, opcode.BwOr, opcode.BwXor:
			return (v1|v2)&^(tNull|tBool|tLong) != 0
		}
		return true
	}
	return true
}
