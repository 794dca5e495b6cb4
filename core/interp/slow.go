package interp

import (
	"math/bits"

	"github.com/ebb-vm/ebb/core/opcode"
)

// slow executes any instruction by its general path. It is where the loop goes
// for the opcodes it has no fast path for, and what tiers with fast paths of
// their own fall back to.
func slow(x *Exec, fp *Frame, op *Opline) *Opline {
	switch opcode.Op(op.Code) {
	case opcode.Nop, opcode.ExtStmt, opcode.ExtFcallBegin, opcode.ExtFcallEnd, opcode.ExtNop:
		return next(op)
	case opcode.Add, opcode.Sub, opcode.Mul:
		return opArith(x, fp, op)
	case opcode.Div, opcode.Mod, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor, opcode.Pow:
		return opBinary(x, fp, op)
	case opcode.Concat, opcode.FastConcat:
		return opConcat(x, fp, op)
	case opcode.BwNot:
		return opBwNot(x, fp, op)
	case opcode.Bool, opcode.BoolNot:
		return opBool(x, fp, op)
	case opcode.BoolXor:
		return opBoolXor(x, fp, op)
	case opcode.IsIdentical, opcode.IsNotIdentical, opcode.CaseStrict:
		return opIdentical(x, fp, op)
	case opcode.IsEqual, opcode.IsNotEqual, opcode.Case:
		return opEqual(x, fp, op)
	case opcode.IsSmaller, opcode.IsSmallerOrEqual:
		return opCompare(x, fp, op)
	case opcode.Spaceship:
		return opSpaceship(x, fp, op)
	case opcode.Assign:
		return opAssign(x, fp, op)
	case opcode.AssignDim:
		return opAssignDimFast(x, fp, op)
	case opcode.AssignObj:
		return opAssignObjFast(x, fp, op)
	case opcode.AssignStaticProp:
		return opAssignStaticPropFast(x, fp, op)
	case opcode.AssignOp:
		return opAssignOpFast(x, fp, op)
	case opcode.AssignDimOp:
		return opAssignDimOpFast(x, fp, op)
	case opcode.AssignObjOp:
		return opAssignObjOpFast(x, fp, op)
	case opcode.AssignStaticPropOp:
		return opAssignStaticPropOp(x, fp, op)
	case opcode.AssignRef:
		return opAssignRef(x, fp, op)
	case opcode.AssignObjRef:
		return opAssignObjRef(x, fp, op)
	case opcode.AssignStaticPropRef:
		return opAssignStaticPropRef(x, fp, op)
	case opcode.QmAssign:
		return opQmAssign(x, fp, op)
	case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
		return opIncDec(x, fp, op)
	case opcode.PreIncStaticProp, opcode.PreDecStaticProp, opcode.PostIncStaticProp, opcode.PostDecStaticProp:
		return opIncDecStaticProp(x, fp, op)
	case opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj:
		return opIncDecObjFast(x, fp, op)
	case opcode.Jmp:
		return jumpTo(x, fp, op, op.Op1)
	case opcode.Jmpz:
		return opJmpz(x, fp, op)
	case opcode.Jmpnz:
		return opJmpnz(x, fp, op)
	case opcode.Jmpznz:
		return opJmpznz(x, fp, op)
	case opcode.JmpzEx, opcode.JmpnzEx:
		return opJmpEx(x, fp, op)
	case opcode.JmpSet:
		return opJmpSetFast(x, fp, op)
	case opcode.JmpNull:
		return opJmpNull(x, fp, op)
	case opcode.Coalesce:
		return opCoalesce(x, fp, op)
	case opcode.CheckVar:
		return opCheckVar(x, fp, op)
	case opcode.Cast:
		return opCast(x, fp, op)
	case opcode.RopeInit:
		return opRopeInit(x, fp, op)
	case opcode.RopeAdd:
		return opRopeAdd(x, fp, op)
	case opcode.RopeEnd:
		return opRopeEnd(x, fp, op)
	case opcode.BeginSilence:
		return opBeginSilence(x, fp, op)
	case opcode.EndSilence:
		return opEndSilence(x, fp, op)
	case opcode.InitFcall:
		return opInitFcall(x, fp, op)
	case opcode.InitFcallByName, opcode.InitNsFcallByName:
		return opInitFcallByName(x, fp, op)
	case opcode.InitMethodCall:
		return opInitMethodCall(x, fp, op)
	case opcode.InitStaticMethodCall:
		return opInitStaticMethodCallFast(x, fp, op)
	case opcode.InitDynamicCall:
		return opInitDynamicCall(x, fp, op)
	case opcode.InitUserCall:
		return opInitUserCall(x, fp, op)
	case opcode.InitParentPropertyHookCall:
		return opInitParentHook(x, fp, op)
	case opcode.New:
		return opNew(x, fp, op)
	case opcode.SendVal:
		return opSendVal(x, fp, op)
	case opcode.SendValEx:
		return opSendValEx(x, fp, op)
	case opcode.SendVar:
		return opSendVar(x, fp, op)
	case opcode.SendVarEx:
		return opSendVarEx(x, fp, op)
	case opcode.SendRef:
		return opSendRef(x, fp, op)
	case opcode.SendFuncArg:
		return opSendFuncArg(x, fp, op)
	case opcode.SendVarNoRef:
		return opSendVarNoRef(x, fp, op)
	case opcode.SendVarNoRefEx:
		return opSendVarNoRefEx(x, fp, op)
	case opcode.SendUser:
		return opSendUser(x, fp, op)
	case opcode.SendArray:
		return opSendArray(x, fp, op)
	case opcode.SendUnpack:
		return opSendUnpack(x, fp, op)
	case opcode.CheckFuncArg:
		return opCheckFuncArg(x, fp, op)
	case opcode.CheckUndefArgs:
		return opCheckUndefArgs(x, fp, op)
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName:
		return opDoCall(x, fp, op)
	case opcode.CallableConvert:
		return opCallableConvert(x, fp, op)
	case opcode.Recv:
		return opRecv(x, fp, op)
	case opcode.RecvInit:
		return opRecvInit(x, fp, op)
	case opcode.RecvVariadic:
		return opRecvVariadic(x, fp, op)
	case opcode.VerifyReturnType:
		return opVerifyReturnType(x, fp, op)
	case opcode.VerifyNeverType:
		return opVerifyNeverType(x, fp, op)
	case opcode.Return:
		return opReturn(x, fp, op)
	case opcode.ReturnByRef:
		return opReturnByRef(x, fp, op)
	case opcode.FuncNumArgs:
		return opFuncNumArgs(fp, op)
	case opcode.FuncGetArgs:
		return opFuncGetArgs(x, fp, op)
	case opcode.Free:
		return opFree(x, fp, op)
	case opcode.FeFree:
		return opFeFree(x, fp, op)
	case opcode.InitArray:
		return opInitArray(x, fp, op)
	case opcode.AddArrayElement:
		return opAddArrayElement(x, fp, op)
	case opcode.AddArrayUnpack:
		return opAddArrayUnpack(x, fp, op)
	case opcode.IncludeOrEval:
		return opIncludeOrEval(x, fp, op)
	case opcode.UnsetVar:
		return opUnsetVar(x, fp, op)
	case opcode.UnsetDim:
		return opUnsetDim(x, fp, op)
	case opcode.UnsetObj:
		return opUnsetObj(x, fp, op)
	case opcode.UnsetCv:
		return opUnsetCv(x, fp, op)
	case opcode.UnsetStaticProp:
		return opUnsetStaticProp(x, fp, op)
	case opcode.FeResetR:
		return opFeResetR(x, fp, op)
	case opcode.FeResetRw:
		return opFeResetRw(x, fp, op)
	case opcode.FeFetchR:
		return opFeFetchR(x, fp, op)
	case opcode.FeFetchRw:
		return opFeFetchRw(x, fp, op)
	case opcode.Exit:
		return opExit(x, fp, op)
	case opcode.FetchR, opcode.FetchW, opcode.FetchRw, opcode.FetchIs, opcode.FetchUnset, opcode.FetchFuncArg:
		return opFetchVarFast(x, fp, op)
	case opcode.FetchDimR:
		return opFetchDimRFast(x, fp, op)
	case opcode.FetchDimIs:
		return opFetchDimIs(x, fp, op)
	case opcode.FetchListR:
		return opFetchListR(x, fp, op)
	case opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimUnset, opcode.FetchListW:
		return opFetchDimWFast(x, fp, op)
	case opcode.FetchDimFuncArg:
		return opFetchDimFuncArg(x, fp, op)
	case opcode.FetchObjR:
		return opFetchObjR(x, fp, op)
	case opcode.FetchObjIs:
		return opFetchObjIs(x, fp, op)
	case opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjUnset:
		return opFetchObjW(x, fp, op)
	case opcode.FetchObjFuncArg:
		return opFetchObjFuncArg(x, fp, op)
	case opcode.FetchStaticPropR, opcode.FetchStaticPropIs:
		return opFetchStaticPropRFast(x, fp, op)
	case opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropUnset, opcode.FetchStaticPropFuncArg:
		return opFetchStaticPropW(x, fp, op)
	case opcode.FetchConstant:
		return opFetchConstant(x, fp, op)
	case opcode.FetchClassConstant:
		return opFetchClassConstantFast(x, fp, op)
	case opcode.FetchClass:
		return opFetchClassFast(x, fp, op)
	case opcode.FetchClassName:
		return opFetchClassName(x, fp, op)
	case opcode.FetchThis:
		return opFetchThis(x, fp, op)
	case opcode.FetchGlobals:
		return opFetchGlobals(x, fp, op)
	case opcode.IssetIsemptyVar:
		return opIssetIsemptyVar(x, fp, op)
	case opcode.IssetIsemptyCv:
		return opIssetIsemptyCv(x, fp, op)
	case opcode.IssetIsemptyDimObj:
		return opIssetIsemptyDim(x, fp, op)
	case opcode.IssetIsemptyPropObj:
		return opIssetIsemptyPropFast(x, fp, op)
	case opcode.IssetIsemptyStaticProp:
		return opIssetIsemptyStaticPropFast(x, fp, op)
	case opcode.IssetIsemptyThis:
		return opIssetIsemptyThis(x, fp, op)
	case opcode.Ticks:
		return opTicks(x, fp, op)
	case opcode.Catch:
		return opCatch(x, fp, op)
	case opcode.Throw:
		return opThrow(x, fp, op)
	case opcode.FastCall:
		return opFastCall(fp, op)
	case opcode.FastRet:
		return opFastRet(x, fp, op)
	case opcode.DiscardException:
		return opDiscardException(x, fp, op)
	case opcode.HandleException:
		return unwind(x)
	case opcode.Clone:
		return opClone(x, fp, op)
	case opcode.Strlen:
		return opStrlen(x, fp, op)
	case opcode.Count:
		return opCount(x, fp, op)
	case opcode.InArray:
		return opInArray(x, fp, op)
	case opcode.ArrayKeyExists:
		return opArrayKeyExists(x, fp, op)
	case opcode.Defined:
		return opDefined(x, fp, op)
	case opcode.GetClass:
		return opGetClass(x, fp, op)
	case opcode.GetCalledClass:
		return opGetCalledClass(x, fp, op)
	case opcode.GetType:
		return opGetType(x, fp, op)
	case opcode.TypeCheck:
		return opTypeCheck(x, fp, op)
	case opcode.Instanceof:
		return opInstanceof(x, fp, op)
	case opcode.Echo:
		return opEcho(x, fp, op)
	case opcode.MakeRef:
		return opMakeRef(x, fp, op)
	case opcode.Separate:
		return opSeparate(x, fp, op)
	case opcode.CopyTmp:
		return opCopyTmp(fp, op)
	case opcode.BindGlobal:
		return opBindGlobal(x, fp, op)
	case opcode.BindLexical:
		return opBindLexical(x, fp, op)
	case opcode.BindStatic:
		return opBindStatic(x, fp, op)
	case opcode.BindInitStaticOrJmp:
		return opBindInitStatic(x, fp, op)
	case opcode.DeclareFunction:
		return opDeclareFunction(x, fp, op)
	case opcode.DeclareLambdaFunction:
		return opDeclareLambda(x, fp, op)
	case opcode.DeclareConst, opcode.DeclareAttributedConst:
		return opDeclareConst(x, fp, op)
	case opcode.DeclareClass, opcode.DeclareClassDelayed:
		return opDeclareClass(x, fp, op)
	case opcode.DeclareAnonClass:
		return opDeclareAnonClass(x, fp, op)
	case opcode.AssertCheck:
		return opAssertCheck(x, fp, op)
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		return opSwitch(x, fp, op)
	case opcode.MatchError:
		return opMatchError(x, fp, op)
	case opcode.GeneratorCreate:
		return opGeneratorCreate(x, fp, op)
	case opcode.Yield:
		return opYield(x, fp, op)
	case opcode.YieldFrom:
		return opYieldFrom(x, fp, op)
	case opcode.GeneratorReturn:
		return opGeneratorReturn(x, fp, op)
	}
	fp.Opline = op.Addr()
	x.FatalError("Instruction %s is not executable", opcode.Op(op.Code).String())
	return nil
}

// mulLong multiplies; false when the product is no int64.
func mulLong(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	h := int64(hi)
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return int64(lo), h == int64(lo)>>63
}
