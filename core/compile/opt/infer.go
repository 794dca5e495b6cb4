package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Type inference: the set of types each value can have, found by widening
// from nothing until all oplines agree.

// inference is the state of one function's inference.
type inference struct {
	*ssa
	calls map[int]*callee // by DO_* opline
	recv  map[int]int     // FREE-able loops: FE_RESET by value of its result
	queue []int
	inQ   []bool
}

// infer computes types of all values and of what the function returns.
func (s *ssa) infer() {
	x := &inference{ssa: s, calls: s.f.callMap(), inQ: make([]bool, len(s.vals))}
	f := s.f
	for v := range f.CVs {
		s.vals[v].typ = tUndef
		if s.aliased {
			s.vals[v].typ = tUndef | tRef | tAnyValue
		}
	}
	for v := range s.vals {
		x.push(v)
	}
	for len(x.queue) > 0 {
		v := x.queue[0]
		x.queue = x.queue[1:]
		x.inQ[v] = false
		val := &s.vals[v]
		switch {
		case val.phi != nil:
			x.phi(val.phi)
		case val.def >= 0:
			x.op(val.def)
		}
	}
	// What was never reached by the inference can be anything.
	for v := range s.vals {
		if s.vals[v].typ == 0 {
			s.vals[v].typ = tUndef | tRef | tAnyValue
		}
	}
	x.returns()
}

func (x *inference) push(v int) {
	if !x.inQ[v] {
		x.inQ[v] = true
		x.queue = append(x.queue, v)
	}
}

// set widens the type of a value.
func (x *inference) set(v int, t typeMask) { x.setObj(v, t, "", false) }

// setObj is set with the class of an object.
func (x *inference) setObj(v int, t typeMask, class string, sub bool) {
	if v < 0 {
		return
	}
	if x.aliased && x.vals[v].v < len(x.f.CVs) {
		t |= tUndef | tRef | tAnyValue
		class = ""
	}
	if t&tAny&^tUndef == 0 && t&tRef == 0 && t&tUndef == 0 && t != 0 && t&tInd == 0 {
		t = 0
	}
	val := &x.vals[v]
	nt := val.typ | t
	nc, ns := val.class, val.sub
	if val.typ&tObject == 0 {
		nc, ns = class, sub
	} else if t&tObject != 0 && nc != class {
		nc, ns = "", false
	} else if t&tObject != 0 && sub {
		ns = true
	}
	if nc == "" {
		ns = false
	}
	if nt == val.typ && nc == val.class && ns == val.sub {
		return
	}
	val.typ, val.class, val.sub = nt, nc, ns
	for _, i := range val.uses {
		x.requeueOp(i)
	}
	for _, p := range val.phis {
		x.push(p.value)
	}
}

// requeueOp has everything that opline i defines computed again.
func (x *inference) requeueOp(i int) {
	o := &x.ops[i]
	for _, v := range [3]int{o.def1, o.def2, o.defR} {
		if v >= 0 {
			x.push(v)
		}
	}
	if x.f.Ops[i].Code == opcode.OpData && i > 0 {
		x.requeueOp(i - 1)
	}
}

func (x *inference) phi(p *phi) {
	var t typeMask
	class, sub, first := "", false, true
	for _, src := range p.sources {
		if src < 0 {
			continue
		}
		s := &x.vals[src]
		t |= s.typ
		if s.typ&tObject != 0 {
			if first {
				class, sub, first = s.class, s.sub, false
			} else if class != s.class {
				class, sub = "", false
			} else {
				sub = sub || s.sub
			}
		}
	}
	if p.from >= 0 && p.mask != typeNone {
		t &= p.mask
	}
	x.setObj(p.value, t, class, sub)
}

// in is the type of an operand.
func (x *inference) in(o code.Operand, use int) typeMask {
	if o.Kind == code.Const {
		return ofLit(x.f.Lits[o.N])
	}
	if use >= 0 {
		return x.vals[use].typ
	}
	return 0
}

// op computes the types of what an opline defines.
func (x *inference) op(i int) {
	f := x.f
	op := &f.Ops[i]
	o := &x.ops[i]
	t1, t2 := x.in(op.Op1, o.use1), x.in(op.Op2, o.use2)
	// Wait until the operands are known.
	if o.use1 >= 0 && t1 == 0 || o.use2 >= 0 && t2 == 0 && !op.Code.Is(opcode.DefinesOp2) {
		return
	}
	v1, v2 := t1.value(), t2.value()
	res := o.defR
	switch op.Code {
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		x.set(res, x.binary(op.Code, v1, v2, res))
	case opcode.Concat, opcode.FastConcat, opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd, opcode.GetType:
		x.set(res, tString)
	case opcode.BwNot:
		t := typeMask(0)
		if v1&tString != 0 {
			t |= tString
		}
		if v1&(tLong|tDouble) != 0 {
			t |= tLong
		}
		if v1&tObject != 0 {
			t |= tObject
		}
		if t == 0 {
			t = tLong
		}
		x.set(res, t)
	case opcode.BoolNot, opcode.BoolXor, opcode.Bool, opcode.JmpzEx, opcode.JmpnzEx, opcode.IsEqual, opcode.IsNotEqual, opcode.IsIdentical,
		opcode.IsNotIdentical, opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.Case, opcode.CaseStrict, opcode.Instanceof, opcode.TypeCheck,
		opcode.Defined, opcode.InArray, opcode.ArrayKeyExists, opcode.IssetIsemptyCv, opcode.IssetIsemptyVar, opcode.IssetIsemptyDimObj,
		opcode.IssetIsemptyPropObj, opcode.IssetIsemptyStaticProp, opcode.IssetIsemptyThis:
		x.set(res, tBool)
	case opcode.Spaceship:
		x.set(res, tAnyValue)
	case opcode.Strlen:
		t := tLong
		if v1&^tString&tAny != 0 {
			t |= tNull
		}
		x.set(res, t)
	case opcode.Count, opcode.FuncNumArgs:
		x.set(res, tLong)
	case opcode.FuncGetArgs:
		x.set(res, tArray|tKeyLong|tAny<<tElemBase)
	case opcode.GetClass, opcode.GetCalledClass:
		x.set(res, tFalse|tString)
	case opcode.BeginSilence:
		x.set(res, tLong)
	case opcode.Cast:
		x.set(res, x.cast(op, v1))
	case opcode.QmAssign, opcode.CopyTmp:
		t := v1
		x.setObj(res, t, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.JmpSet:
		x.setObj(res, v1&^(tNull|tFalse), x.classOf(o.use1), x.subOf(o.use1))
	case opcode.Coalesce:
		x.setObj(res, v1&^tNull, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.JmpNull:
		switch op.Ext & code.ChainMask {
		case code.ChainIsset:
			x.set(res, tFalse)
		case code.ChainEmpty:
			x.set(res, tTrue)
		default:
			x.set(res, tNull)
		}
	case opcode.Assign:
		x.assign(o, v1, t1, t2)
	case opcode.AssignOp:
		t := x.binary(opcode.Op(op.Ext), v1, v2, o.def1)
		if opcode.Op(op.Ext) == opcode.Concat {
			t = tString
		}
		d := t
		if t1&tRef != 0 {
			d |= tRef | tAnyValue
			t = tAnyValue
		}
		x.set(o.def1, d)
		x.set(res, t)
	case opcode.AssignDim:
		x.assignDim(op, i, t1)
	case opcode.AssignDimOp:
		t := x.arrayFrom(t1)
		if t&tArray != 0 {
			t |= x.keyOf(op, v2) | tAny<<tElemBase
			t &^= tUndef | tNull | tFalse
		}
		x.setObj(o.def1, t|t1&tRef, x.classOf(o.use1), x.subOf(o.use1))
		x.set(res, tAnyValue)
	case opcode.AssignObj, opcode.AssignObjOp, opcode.AssignObjRef, opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj:
		x.assignObj(op, i, t1)
	case opcode.AssignStaticProp, opcode.AssignStaticPropOp, opcode.AssignStaticPropRef, opcode.PreIncStaticProp, opcode.PreDecStaticProp,
		opcode.PostIncStaticProp, opcode.PostDecStaticProp:
		x.set(res, tAnyValue)
		if op.Code == opcode.AssignStaticPropRef {
			x.set(x.ops[i+1].def1, tRef|tAnyValue)
		}
	case opcode.AssignRef:
		x.set(o.def1, tRef|tAnyValue)
		x.set(o.def2, tRef|tAnyValue)
		x.set(res, tRef|tAnyValue)
	case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
		x.incDec(op, o, t1)
	case opcode.BindGlobal, opcode.BindInitStaticOrJmp:
		x.set(o.def1, tRef|tAnyValue)
	case opcode.BindStatic:
		x.set(o.def1, x.bound(op))
	case opcode.SendVarEx, opcode.SendFuncArg, opcode.SendRef, opcode.SendVarNoRef, opcode.SendVarNoRefEx, opcode.MakeRef, opcode.FeResetRw, opcode.SendUnpack:
		t := tRef | tAnyValue
		if op.Code == opcode.SendUnpack {
			t = t1
		}
		if op.Code == opcode.SendVarEx || op.Code == opcode.SendFuncArg {
			t |= t1 & tUndef
		}
		x.setObj(o.def1, t, "", false)
		x.set(res, tRef|tAnyValue)
	case opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimFuncArg, opcode.FetchDimUnset, opcode.FetchListW:
		x.fetchDimW(op, o, t1, v2)
	case opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjFuncArg, opcode.FetchObjUnset:
		x.setObj(o.def1, t1, x.classOf(o.use1), x.subOf(o.use1))
		x.set(res, tInd|tRef|tAnyValue)
	case opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropFuncArg, opcode.FetchStaticPropUnset,
		opcode.FetchW, opcode.FetchRw, opcode.FetchFuncArg, opcode.FetchUnset:
		x.set(res, tInd|tRef|tAnyValue)
	case opcode.UnsetDim, opcode.UnsetObj:
		x.setObj(o.def1, t1, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.UnsetCv:
		x.set(o.def1, tUndef)
	case opcode.Separate:
		x.setObj(o.def1, t1, x.classOf(o.use1), x.subOf(o.use1))
		x.setObj(res, t1, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.FetchDimR, opcode.FetchDimIs, opcode.FetchListR:
		x.set(res, fetchDimR(op.Code, v1, v2))
	case opcode.FetchObjR, opcode.FetchObjIs:
		t, class := x.propType(op, o, t1)
		if op.Code == opcode.FetchObjIs {
			t |= tNull
		}
		x.setObj(res, t, class, class != "")
	case opcode.FetchStaticPropR, opcode.FetchStaticPropIs, opcode.FetchConstant, opcode.FetchClassConstant, opcode.FetchClassName,
		opcode.FetchGlobals, opcode.DeclareLambdaFunction, opcode.FetchR, opcode.FetchIs, opcode.Yield, opcode.YieldFrom, opcode.CallableConvert:
		x.set(res, tAnyValue)
		if op.Code == opcode.Yield {
			x.set(res, tRef)
			x.set(o.def1, tRef|tAnyValue)
		}
	case opcode.FetchThis:
		class := ""
		if f.cls != nil && f.cls.Flags&code.AccTrait == 0 && f.flags&code.AccClosure == 0 {
			class = f.cls.LCName
		}
		x.setObj(res, tObject, class, class != "")
	case opcode.New:
		class, sub := "", false
		switch {
		case isConst(op.Op1):
			lc := f.Lits[op.Op1.N+1].S
			if f.s.classNamed(lc) != nil || f.cls != nil && f.cls.LCName == lc {
				class = lc
			}
		case op.Op1.Kind == code.Unused && op.Op1.N&code.FetchClassMask == code.FetchClassSelf && f.cls != nil && f.cls.Flags&code.AccTrait == 0 && f.flags&code.AccClosure == 0:
			class = f.cls.LCName
		}
		x.setObj(res, tObject, class, sub)
	case opcode.Clone:
		x.setObj(res, tObject, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.InitArray, opcode.AddArrayElement:
		x.arrayElement(op, o, t1, v2)
	case opcode.AddArrayUnpack:
		t := x.vals[o.useR].typ | tArray
		if v1&tArray != 0 {
			t |= v1 & (tElems | tKeys)
		}
		if v1&tObject != 0 {
			t |= tKeys | tAny<<tElemBase
		}
		x.set(res, t)
	case opcode.FeResetR:
		t := v1 & (tArray | tElems | tKeys | tObject)
		if v1&tArray == 0 {
			t &^= tElems | tKeys
		}
		x.setObj(res, t|tUndef, x.classOf(o.use1), x.subOf(o.use1))
	case opcode.FeFetchR, opcode.FeFetchRw:
		x.feFetch(op, o, t1)
	case opcode.Catch:
		x.set(res, tObject)
	case opcode.Recv, opcode.RecvInit, opcode.RecvVariadic:
		x.recv1(op, o)
	case opcode.VerifyReturnType:
		d, class := f.s.ofDeclared(f.A.Return, f.cls)
		if o.def1 >= 0 {
			x.setObj(o.def1, d, class, class != "")
		} else {
			x.setObj(res, d, class, class != "")
		}
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName:
		t, class := x.callType(i)
		x.setObj(res, t, class, class != "")
	case opcode.OpData:
		// With the instruction before it.
		if o.def1 >= 0 {
			x.set(o.def1, tRef|tAnyValue)
		}
	case opcode.BindLexical:
		x.set(o.def2, tRef|tAnyValue)
	case opcode.FetchClass, opcode.DeclareAnonClass, opcode.FastCall:
		x.set(res, tAnyValue)
	default:
		x.set(res, tRef|tAnyValue)
		x.set(o.def1, tRef|tAnyValue)
		x.set(o.def2, tRef|tAnyValue)
	}
}

func (x *inference) classOf(v int) string {
	if v < 0 {
		return ""
	}
	return x.vals[v].class
}

func (x *inference) subOf(v int) bool { return v >= 0 && x.vals[v].sub }

// binary is the type of an operator's result.
func (x *inference) binary(op opcode.Op, a, b typeMask, res int) typeMask {
	a, b = a&tAny, b&tAny|b&(tElems|tKeys)
	only := func(t, m typeMask) bool { return t&tAny&^m == 0 }
	objects := typeMask(0)
	if (a|b)&tObject != 0 {
		objects = tObject | tFalse
	}
	switch op {
	case opcode.Add:
		if only(a, tArray) && only(b, tArray) {
			return tArray | tElems | tKeys
		}
		t := arithType(x, a, b, res) | objects
		if a&tArray != 0 && b&tArray != 0 {
			t |= tAnyArray
		}
		return t
	case opcode.Sub, opcode.Mul:
		return arithType(x, a, b, res) | objects
	case opcode.Div, opcode.Pow:
		if only(a, tDouble) || only(b, tDouble) {
			return tDouble
		}
		if op == opcode.Div && only(a, tDouble) {
			return tDouble
		}
		if only(a, tDouble) || only(b, tDouble) {
			return tDouble | objects
		}
		return tLong | tDouble | objects
	case opcode.Mod, opcode.Sl, opcode.Sr:
		return tLong | objects
	case opcode.BwAnd, opcode.BwOr, opcode.BwXor:
		if only(a, tString) && only(b, tString) {
			return tString
		}
		t := tLong | objects
		if a&tString != 0 && b&tString != 0 {
			t |= tString
		}
		return t
	case opcode.Concat, opcode.FastConcat:
		return tString
	}
	return tAnyValue
}

// arithType is for + - *.
func arithType(x *inference, a, b typeMask, res int) typeMask {
	a &= tAny
	b &= tAny
	switch {
	case a == tLong && b == tLong:
		if res >= 0 && x.vals[res].rng.noOverflow() {
			return tLong
		}
		return tLong | tDouble
	case a == tDouble && b&(tObject) == 0, b == tDouble && a&(tObject) == 0:
		return tDouble
	case a == tDouble || b == tDouble:
		return tDouble
	}
	return tLong | tDouble
}

func (x *inference) cast(op *code.Op, v typeMask) typeMask {
	switch op.Ext {
	case uint32(zval.Null):
		return tNull
	case uint32(zval.Long):
		return tLong
	case uint32(zval.Double):
		return tDouble
	case uint32(zval.StringT):
		return tString
	case uint32(zval.ArrayT):
		t := tArray
		if v&tArray != 0 {
			t |= v & (tElems | tKeys)
		}
		if v&tObject != 0 {
			t |= tElems | tKeys
		}
		if r := v & tAny &^ (tArray | tObject | tNull); r != 0 {
			t |= tKeyLong | r.asElem()
		}
		return t
	case uint32(zval.ObjectT):
		return tObject
	}
	return tBool
}

func (x *inference) assign(o *ssaOp, v1, t1, t2 typeMask) {
	t := t2.value()
	class, sub := x.classOf(o.use2), x.subOf(o.use2)
	if t2&tRef != 0 {
		class, sub = "", false
	}
	d := t
	if t1&tRef != 0 {
		// A typed reference may convert.
		d |= tRef | tAnyValue
		x.setObj(o.def1, d, "", false)
		x.set(o.defR, tAnyValue)
		return
	}
	x.setObj(o.def1, d, class, sub)
	x.setObj(o.defR, t, class, sub)
}

// arrayFrom is the type of a variable in which an element is about to be stored.
func (x *inference) arrayFrom(t typeMask) typeMask {
	r := t
	if t&tRef != 0 {
		return tRef | tAnyValue
	}
	if t&(tUndef|tNull|tFalse) != 0 {
		r |= tArray
		r &^= tUndef | tNull | tFalse
	}
	return r
}

// keyOf is the kind of key a dimension stands for.
func (x *inference) keyOf(op *code.Op, v2 typeMask) typeMask {
	if op.Op2.Kind == code.Unused {
		return tKeyLong
	}
	if op.Op2.Kind == code.Const {
		if k, ok := x.f.s.known.Key(x.f.lit(op.Op2)); ok {
			if k.Str {
				return tKeyStr
			}
			return tKeyLong
		}
	}
	var t typeMask
	if v2&(tLong|tDouble|tBool|tResource) != 0 {
		t |= tKeyLong
	}
	if v2&tNull != 0 {
		t |= tKeyStr
	}
	if v2&tString != 0 {
		t |= tKeys
	}
	return t
}

func (x *inference) assignDim(op *code.Op, i int, t1 typeMask) {
	o := &x.ops[i]
	d := &x.ops[i+1]
	td := x.in(x.f.Ops[i+1].Op1, d.use1)
	if d.use1 >= 0 && td == 0 {
		return
	}
	_, v2 := t1, x.in(op.Op2, o.use2).value()
	t := x.arrayFrom(t1)
	if t&tArray != 0 && t1&tRef == 0 {
		t |= x.keyOf(op, v2) | td.value().asElem()
	}
	x.setObj(o.def1, t, x.classOf(o.use1), x.subOf(o.use1))
	if o.defR >= 0 {
		r := typeMask(0)
		if t&(tArray) != 0 || t1&tRef != 0 {
			r |= td.value()
		}
		if t1.value()&tObject != 0 {
			r |= td.value()
		}
		if t1.value()&tString != 0 {
			r |= tString
		}
		if t1.value()&(tTrue|tLong|tDouble|tResource|tString) != 0 {
			r |= tNull
		}
		x.set(o.defR, r)
	}
}

func (x *inference) assignObj(op *code.Op, i int, t1 typeMask) {
	o := &x.ops[i]
	t := t1
	if t1&tRef == 0 && o.def1 >= 0 {
		x.setObj(o.def1, t, x.classOf(o.use1), x.subOf(o.use1))
	} else if o.def1 >= 0 {
		x.set(o.def1, tRef|tAnyValue)
	}
	if op.Code == opcode.AssignObjRef {
		x.set(x.ops[i+1].def1, tRef|tAnyValue)
	}
	if o.defR < 0 {
		return
	}
	pt, class := x.propType(op, o, t1)
	if pt == tAnyValue {
		class = ""
	}
	x.setObj(o.defR, pt, class, class != "")
}

func (x *inference) incDec(op *code.Op, o *ssaOp, t1 typeMask) {
	v := t1.value()
	var t typeMask
	if v&tLong != 0 {
		t |= tLong
		if o.def1 < 0 || !x.vals[o.def1].rng.noOverflow() || o.def1 >= 0 && v&^tLong != 0 && !x.vals[o.def1].rng.noOverflow() {
			t |= tDouble
		}
	}
	if v&tDouble != 0 {
		t |= tDouble
	}
	if v&tNull != 0 {
		if op.Code == opcode.PreInc || op.Code == opcode.PostInc {
			t |= tLong
		} else {
			t |= tNull
		}
	}
	if v&tString != 0 {
		t |= tLong | tDouble | tString
	}
	t |= v & (tBool | tArray | tElems | tKeys | tObject | tResource)
	d := t
	if t1&tRef != 0 {
		d |= tRef | tAnyValue
	}
	x.set(o.def1, d)
	if op.Code == opcode.PostInc || op.Code == opcode.PostDec {
		x.set(o.defR, v)
	} else if t1&tRef != 0 {
		x.set(o.defR, tAnyValue)
	} else {
		x.set(o.defR, t)
	}
}

// bound is the type of a static variable or captured one.
func (x *inference) bound(op *code.Op) typeMask {
	if op.Ext&(code.BindImplicit|code.BindExplicit) != 0 && op.Ext&code.BindRef == 0 {
		return tUndef | tAnyValue
	}
	return tRef | tAnyValue
}

func (x *inference) fetchDimW(op *code.Op, o *ssaOp, t1, v2 typeMask) {
	if o.def1 >= 0 {
		t := t1
		if op.Code != opcode.FetchDimUnset && op.Code != opcode.FetchDimFuncArg && op.Code != opcode.FetchListW {
			t = x.arrayFrom(t1)
		} else if op.Code == opcode.FetchDimFuncArg || op.Code == opcode.FetchListW {
			if t1&(tUndef|tNull|tFalse) != 0 {
				t |= tArray
			}
			if t1&tUndef != 0 {
				t |= tNull
			}
		}
		if t&tArray != 0 && t1&tRef == 0 {
			t |= tAny<<tElemBase | tElemRef | tKeys
		}
		x.setObj(o.def1, t, x.classOf(o.use1), x.subOf(o.use1))
	}
	x.set(o.defR, tInd|tRef|tAnyValue)
}

// fetchDimR is the type of an element read.
func fetchDimR(c opcode.Op, v1, v2 typeMask) typeMask {
	var t typeMask
	if v1&tArray != 0 {
		t |= v1.elems() | tNull
	}
	if v1&tString != 0 {
		t |= tString
		if c != opcode.FetchDimR {
			t |= tNull
		} else {
			t |= tNull
		}
	}
	if v1&tObject != 0 {
		t |= tAnyValue
	}
	if v1&(tNull|tBool|tLong|tDouble|tResource) != 0 {
		t |= tNull
	}
	return t
}

// propType is the declared type of the property an opline names.
func (x *inference) propType(op *code.Op, o *ssaOp, t1 typeMask) (typeMask, string) {
	f := x.f
	if !f.isLit(op.Op2, zval.StringT) {
		return tAnyValue, ""
	}
	var cls *code.ClassDecl
	if op.Op1.Kind == code.Unused {
		if f.cls != nil && f.cls.Flags&code.AccTrait == 0 && f.flags&code.AccClosure == 0 {
			cls = f.cls
		}
	} else if c := x.classOf(o.use1); c != "" && t1&tAny == tObject {
		cls = f.s.classNamed(c)
		if cls == nil && f.cls != nil && f.cls.LCName == c {
			cls = f.cls
		}
	}
	if cls == nil {
		return tAnyValue, ""
	}
	p, owner := f.s.property(cls, f.lit(op.Op2).S)
	if p == nil || p.Flags&code.AccStatic != 0 || p.Type == nil {
		return tAnyValue, ""
	}
	if p.Flags&code.AccPrivate != 0 && owner != f.cls || p.Flags&code.AccProtected != 0 && (f.cls == nil || owner != f.cls && !f.s.isSub(f.cls.LCName, owner.LCName)) {
		return tAnyValue, ""
	}
	t, class := f.s.ofDeclared(p.Type, owner)
	return t, class
}

func (x *inference) arrayElement(op *code.Op, o *ssaOp, t1, v2 typeMask) {
	t := tArray
	if op.Code == opcode.AddArrayElement {
		t |= x.vals[o.useR].typ
	}
	if op.Op1.Kind != code.Unused {
		if op.Ext&code.ArrayElementRef != 0 {
			t |= tElemRef | tAny<<tElemBase
			x.set(o.def1, tRef|tAnyValue)
		} else {
			t |= t1.value().asElem()
		}
		t |= x.keyOf(op, v2)
	}
	x.set(o.defR, t)
}

func (x *inference) feFetch(op *code.Op, o *ssaOp, t1 typeMask) {
	var val, key typeMask
	if t1&tRef != 0 || op.Code == opcode.FeFetchRw {
		val, key = tRef|tAnyValue, tAnyValue
	} else {
		if t1&tArray != 0 {
			val |= t1.elems()
			if t1&tKeyLong != 0 {
				key |= tLong
			}
			if t1&tKeyStr != 0 {
				key |= tString
			}
			if key == 0 {
				key = tLong | tString
			}
		}
		if t1&tObject != 0 {
			val |= tAnyValue
			key |= tAnyValue
		}
		if val == 0 {
			val = tAnyValue
		}
	}
	if op.Op2.Kind == code.CV {
		old := x.vals[o.use2].typ
		if old == 0 {
			return
		}
		if old&tRef != 0 && op.Code == opcode.FeFetchR {
			val |= tRef | tAnyValue
		}
	}
	x.set(o.def2, val)
	x.set(o.defR, key)
}

func (x *inference) recv1(op *code.Op, o *ssaOp) {
	f := x.f
	n := int(op.Op1.N) - 1
	if op.Code == opcode.RecvVariadic {
		t := tArray | tKeys
		if n < len(f.A.Params) {
			p := &f.A.Params[n]
			d, _ := f.s.ofDeclared(p.Type, f.cls)
			t |= d.asElem()
			if p.ByRef {
				t |= tElemRef
			}
		}
		x.set(o.defR, t)
		return
	}
	if n >= len(f.A.Params) {
		x.set(o.defR, tRef|tAnyValue)
		return
	}
	p := &f.A.Params[n]
	t, class := f.s.ofDeclared(p.Type, f.cls)
	if op.Code == opcode.RecvInit && p.Type != nil && f.isLit(op.Op2, zval.Null) {
		t |= tNull
	}
	if p.ByRef {
		t |= tRef | tAnyValue
		class = ""
	}
	x.setObj(o.defR, t, class, class != "")
}

// callType is what a call is known to return.
func (x *inference) callType(i int) (typeMask, string) {
	c := x.calls[i]
	if c == nil || c.proto {
		return tRef | tAnyValue, ""
	}
	if c.user != nil && !c.proto && c.user.info != nil && c.user.info.done && c.user.info.ret != 0 {
		return c.user.info.ret, c.user.info.class
	}
	byRef := c.op != nil && c.op.Flags&code.AccReturnRef != 0
	if c.op != nil && c.op.Flags&code.AccGenerator != 0 {
		return tObject, ""
	}
	if c.Return == nil {
		if c.Internal || byRef {
			return tRef | tAnyValue, ""
		}
		return tAnyValue, ""
	}
	var scope *code.ClassDecl
	if c.op != nil {
		scope = x.f.s.classOfMethod(c.op)
	}
	t, class := x.f.s.ofDeclared(c.Return, scope)
	if byRef {
		t |= tRef
	}
	if c.Internal && t&tArray != 0 && !c.method {
		if in := arrayOf(c.name); in != 0 {
			t = t&^(tElems|tKeys) | in
		}
	}
	return t, class
}

// arrayOf is what the arrays that some built-in functions return hold; 0 is not known.
func arrayOf(name string) typeMask {
	switch name {
	case "explode", "str_split", "get_class_methods", "get_included_files", "get_declared_classes", "get_declared_traits", "get_declared_interfaces",
		"get_loaded_extensions", "scandir", "file", "glob", "hash_algos", "hash_hmac_algos", "mb_split", "mb_list_encodings", "mb_encoding_aliases",
		"timezone_identifiers_list", "ob_list_handlers":
		return tKeyLong | tString<<tElemBase
	case "array_keys":
		return tKeyLong | (tLong|tString)<<tElemBase
	case "array_values":
		return tKeyLong | tElems
	case "array_fill", "func_get_args":
		return tKeyLong | tAny<<tElemBase
	}
	return 0
}

func (s *script) classOfMethod(op *code.OpArray) *code.ClassDecl {
	if f := s.byOp[op]; f != nil {
		return f.cls
	}
	return nil
}

// returns sums up what the function returns.
func (x *inference) returns() {
	f := x.f
	first := true
	for bi := range x.g.blocks {
		b := &x.g.blocks[bi]
		if !b.reachable {
			continue
		}
		for i := b.start; i < b.end(); i++ {
			op := &f.Ops[i]
			if op.Code == opcode.ReturnByRef {
				x.rets |= tRef | tAnyValue
			}
			if op.Code != opcode.Return {
				continue
			}
			t := x.in(op.Op1, x.ops[i].use1)
			if t == 0 {
				t = tAnyValue
			}
			x.rets |= t.value()
			if t&tObject != 0 {
				c, s := x.classOf(x.ops[i].use1), x.subOf(x.ops[i].use1)
				if first {
					x.retCls, x.retSub, first = c, s, false
				} else if c != x.retCls {
					x.retCls = ""
				}
			}
		}
	}
	if f.flags&code.AccGenerator != 0 {
		x.rets, x.retCls = tObject, ""
	}
}

// callMap finds the target of each call.
func (f *fn) callMap() map[int]*callee {
	m := map[int]*callee{}
	var stack []*callee
	for i := range f.Ops {
		op := &f.Ops[i]
		switch {
		case op.Code.Is(opcode.StartsCall):
			stack = append(stack, f.callTarget(op))
		case op.Code == opcode.DoFcall || op.Code == opcode.DoIcall || op.Code == opcode.DoUcall || op.Code == opcode.DoFcallByName || op.Code == opcode.CallableConvert:
			if n := len(stack); n > 0 {
				m[i] = stack[n-1]
				stack = stack[:n-1]
			}
		}
	}
	return m
}
