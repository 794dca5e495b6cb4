package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Putting a known value in the place of a temporary or variable. Instructions
// differ in which operands may be literals and in what else the literal must
// bring along (lower-case names, cache slots).

// setOp1 makes a literal of op1; false leaves the opline alone.
func (f *fn) setOp1(op *code.Op, l code.Lit) bool {
	switch op.Code {
	case opcode.OpData, opcode.Free, opcode.CheckVar, opcode.SendVarEx, opcode.SendVarNoRef, opcode.SendVarNoRefEx,
		opcode.SendFuncArg, opcode.SendRef, opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimFuncArg, opcode.FetchDimUnset,
		opcode.FetchListW, opcode.FetchListR, opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjFuncArg, opcode.FetchObjUnset,
		opcode.AssignDim, opcode.Assign, opcode.AssignOp, opcode.AssignRef, opcode.AssignObj, opcode.AssignDimOp, opcode.AssignObjOp,
		opcode.ReturnByRef, opcode.MakeRef, opcode.Separate, opcode.FeFetchR, opcode.FeFetchRw, opcode.FeFree,
		opcode.FeResetRw, opcode.RopeAdd, opcode.RopeEnd, opcode.CopyTmp, opcode.EndSilence, opcode.FastRet, opcode.DiscardException,
		opcode.UnsetDim, opcode.UnsetObj, opcode.BindLexical, opcode.GetClass, opcode.SendUnpack, opcode.SendArray, opcode.SendUser,
		opcode.Yield, opcode.YieldFrom, opcode.Throw, opcode.Clone, opcode.BindGlobal, opcode.AssignObjRef,
		opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec, opcode.Catch, opcode.UnsetCv, opcode.IssetIsemptyCv,
		opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj, opcode.FetchClass, opcode.FetchClassName,
		opcode.FetchStaticPropR, opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropIs, opcode.FetchStaticPropFuncArg,
		opcode.FetchStaticPropUnset, opcode.IssetIsemptyStaticProp, opcode.UnsetStaticProp, opcode.AssignStaticProp, opcode.AssignStaticPropOp,
		opcode.AssignStaticPropRef, opcode.PreIncStaticProp, opcode.PreDecStaticProp, opcode.PostIncStaticProp, opcode.PostDecStaticProp,
		opcode.InitStaticMethodCall, opcode.FetchClassConstant, opcode.IncludeOrEval, opcode.GeneratorReturn, opcode.InitUserCall, opcode.DeclareFunction:
		switch op.Code {
		case opcode.Free:
			nop(op)
			return true
		case opcode.CheckVar:
			nop(op)
			return true
		case opcode.SendVarEx, opcode.SendFuncArg:
			return false
		case opcode.Yield:
			if f.flags&code.AccReturnRef != 0 {
				return false
			}
			op.Op1 = f.constOperand(l)
			return true
		case opcode.OpData:
			if op.Op1.Kind == code.Var && f.refData(op) {
				return false
			}
			op.Op1 = f.constOperand(l)
			return true
		case opcode.GeneratorReturn, opcode.SendUser, opcode.IncludeOrEval:
			op.Op1 = f.constOperand(l)
			return true
		}
		return false
	case opcode.Case, opcode.CaseStrict, opcode.SwitchLong, opcode.SwitchString, opcode.Match, opcode.MatchError:
		return false
	case opcode.SendVar:
		op.Code = opcode.SendVal
		op.Op1 = f.constOperand(l)
		return true
	case opcode.VerifyReturnType:
		if isTmp(op.Res) || op.Res.Kind == code.Unused {
			return false
		}
		op.Op1 = f.constOperand(l)
		return true
	case opcode.Concat, opcode.FastConcat:
		s, ok := f.s.known.String(l)
		if !ok {
			return false
		}
		op.Op1 = f.constOperand(code.StrLit(s))
		return true
	case opcode.Echo:
		if s, ok := f.s.known.String(l); ok {
			l = code.StrLit(s)
		}
	case opcode.QmAssign, opcode.Return:
	}
	op.Op1 = f.constOperand(l)
	return true
}

// refData reports whether an OP_DATA, one of f's oplines, belongs to a reference assignment.
func (f *fn) refData(op *code.Op) bool {
	for i := 1; i < len(f.Ops); i++ {
		if &f.Ops[i] == op {
			c := f.Ops[i-1].Code
			return c == opcode.AssignObjRef || c == opcode.AssignStaticPropRef
		}
	}
	return true
}

// setOp2 makes a literal of op2; false leaves the opline alone.
func (f *fn) setOp2(op *code.Op, l code.Lit) bool {
	switch op.Code {
	case opcode.AssignRef, opcode.FastCall, opcode.FeFetchR, opcode.FeFetchRw, opcode.BindLexical, opcode.Catch, opcode.FetchClass,
		opcode.InitFcallByName, opcode.InitNsFcallByName, opcode.InitFcall, opcode.New, opcode.FetchStaticPropR,
		opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropIs, opcode.FetchStaticPropFuncArg, opcode.FetchStaticPropUnset,
		opcode.IssetIsemptyStaticProp, opcode.UnsetStaticProp, opcode.AssignStaticProp, opcode.AssignStaticPropOp, opcode.AssignStaticPropRef,
		opcode.PreIncStaticProp, opcode.PreDecStaticProp, opcode.PostIncStaticProp, opcode.PostDecStaticProp, opcode.InitDynamicCall,
		opcode.InitMethodCall, opcode.InitStaticMethodCall, opcode.InitUserCall, opcode.Yield, opcode.FetchListW,
		opcode.AddArrayUnpack, opcode.FetchClassConstant, opcode.VerifyReturnType:
		return false
	case opcode.AssignObj, opcode.AssignObjOp, opcode.AssignObjRef, opcode.FetchObjR, opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjIs,
		opcode.FetchObjFuncArg, opcode.FetchObjUnset, opcode.UnsetObj, opcode.IssetIsemptyPropObj,
		opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj:
		// A constant name comes with a cache slot; where it goes depends on
		// the instruction, so only those without another use of ext are done.
		if l.T != zval.StringT {
			return false
		}
		switch op.Code {
		case opcode.FetchObjR, opcode.FetchObjIs, opcode.UnsetObj, opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj,
			opcode.AssignObj, opcode.FetchObjRw, opcode.FetchObjUnset:
			op.Ext = f.Cache(3)
			op.Op2 = f.constOperand(l)
			return true
		}
		return false
	case opcode.AssignOp:
		if op.Ext == uint32(opcode.Concat) {
			s, ok := f.s.known.String(l)
			if !ok {
				return false
			}
			l = code.StrLit(s)
		}
	case opcode.Concat, opcode.FastConcat, opcode.RopeInit, opcode.RopeAdd, opcode.RopeEnd:
		s, ok := f.s.known.String(l)
		if !ok {
			return false
		}
		l = code.StrLit(s)
	case opcode.FetchDimR, opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimIs, opcode.FetchDimFuncArg, opcode.FetchDimUnset,
		opcode.FetchListR, opcode.AssignDim, opcode.AssignDimOp, opcode.UnsetDim, opcode.IssetIsemptyDimObj:
		// A numeric string is looked up as an integer, and kept for ArrayAccess.
		if l.T == zval.StringT {
			if k, ok := f.s.known.Key(l); ok && !k.Str {
				at := f.AddLit(code.Lit{T: zval.Long, N: k.N, Extra: code.ExtraValue})
				f.AddLit(l)
				op.Op2 = code.Operand{Kind: code.Const, N: at}
				return true
			}
		}
	case opcode.AddArrayElement, opcode.InitArray:
		if k, ok := f.s.known.Key(l); ok && l.T == zval.StringT && !k.Str {
			l = code.LongLit(k.N)
		}
	}
	op.Op2 = f.constOperand(l)
	return true
}
