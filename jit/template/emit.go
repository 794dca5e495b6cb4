package template

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/ir"
)

// Emit emits the opline's fast path. It reports false, having emitted nothing
// that matters, where there is none for these operands; sub is the binary
// operation of an ASSIGN_OP and its kin, and asks for the others whether they
// test for emptiness.
func (t *T) Emit(sub opcode.Op, empty bool) bool {
	switch t.Code {
	case opcode.Nop, opcode.ExtStmt, opcode.ExtFcallBegin, opcode.ExtFcallEnd, opcode.ExtNop:
		t.Next(1)
		return true
	case opcode.Add:
		return t.arith(ir.AddO, ir.FAdd)
	case opcode.Sub:
		return t.arith(ir.SubO, ir.FSub)
	case opcode.Mul:
		return t.arith(ir.MulO, ir.FMul)
	case opcode.Div:
		return t.div()
	case opcode.Concat, opcode.FastConcat:
		return t.concat()
	case opcode.Mod:
		return t.mod()
	case opcode.BwAnd:
		return t.bitwise(ir.And)
	case opcode.BwOr:
		return t.bitwise(ir.Or)
	case opcode.BwXor:
		return t.bitwise(ir.Xor)
	case opcode.Sl:
		return t.shift(ir.Shl)
	case opcode.Sr:
		return t.shift(ir.Sar)
	case opcode.IsSmaller:
		return t.compare(ir.LT)
	case opcode.IsSmallerOrEqual:
		return t.compare(ir.LE)
	case opcode.IsEqual:
		return t.compare(ir.EQ)
	case opcode.IsNotEqual:
		return t.compare(ir.NE)
	case opcode.Case:
		return t.compare(ir.EQ)
	case opcode.IsIdentical, opcode.CaseStrict:
		return t.identical(true)
	case opcode.IsNotIdentical:
		return t.identical(false)
	case opcode.Jmp:
		t.jump(0, One, true)
		return true
	case opcode.Jmpz, opcode.Jmpnz:
		return t.jmpz()
	case opcode.JmpzEx, opcode.JmpnzEx:
		return t.jmpEx()
	case opcode.Bool, opcode.BoolNot:
		return t.boolean()
	case opcode.Assign:
		return t.assign()
	case opcode.AssignOp:
		return t.assignOp(sub)
	case opcode.QmAssign:
		return t.qmAssign()
	case opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec:
		return t.incDec()
	case opcode.Free:
		return t.free()
	case opcode.UnsetCv:
		return t.unsetCV()
	case opcode.IssetIsemptyCv:
		return t.issetCV(empty)
	case opcode.Coalesce:
		return t.coalesce()
	case opcode.JmpSet:
		return t.jmpSet()
	case opcode.Strlen:
		return t.strlen()
	case opcode.Count:
		return t.count()
	case opcode.TypeCheck:
		return t.typeCheck()
	case opcode.InitFcall:
		return t.initFcall()
	case opcode.InitFcallByName, opcode.InitNsFcallByName:
		return t.initFcallByName()
	case opcode.InitMethodCall:
		return t.initMethodCall()
	case opcode.InitStaticMethodCall:
		return t.initStaticMethodCall()
	case opcode.SendVal, opcode.SendVar:
		return t.send(false)
	case opcode.SendValEx, opcode.SendVarEx, opcode.SendVarNoRefEx:
		return t.send(true)
	case opcode.CheckFuncArg:
		return t.checkFuncArg()
	case opcode.SendFuncArg:
		t.byValue()
		return t.send(false)
	case opcode.FetchDimFuncArg:
		t.byValue()
		return t.fetchDimR(false)
	case opcode.FetchObjFuncArg:
		t.byValue()
		return t.fetchObjR()
	case opcode.VerifyReturnType:
		return t.verifyReturn()
	case opcode.DoFcall, opcode.DoUcall, opcode.DoFcallByName:
		return t.doCall()
	case opcode.Recv:
		return t.recv()
	case opcode.RecvInit:
		return t.recvInit()
	case opcode.Return:
		return t.ret()
	case opcode.FetchDimR:
		return t.fetchDimR(false)
	case opcode.FetchDimW, opcode.FetchDimRw:
		return t.fetchDimW()
	case opcode.AssignDim:
		return t.assignDim()
	case opcode.AssignDimOp:
		return t.assignDimOp(sub)
	case opcode.IssetIsemptyDimObj:
		return t.issetDim()
	case opcode.FeResetR:
		return t.feReset()
	case opcode.FeFetchR:
		return t.feFetch()
	case opcode.FetchObjR:
		return t.fetchObjR()
	case opcode.FetchObjW, opcode.FetchObjRw:
		return t.fetchObjW()
	case opcode.AssignObj:
		return t.assignObj()
	case opcode.AssignObjOp:
		return t.assignObjOp(sub)
	case opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj:
		return t.incDecObj()
	case opcode.IssetIsemptyPropObj:
		return t.issetProp(empty)
	case opcode.FetchStaticPropR:
		return t.fetchStatic()
	case opcode.AssignStaticProp:
		return t.assignStatic()
	case opcode.IssetIsemptyStaticProp:
		return t.issetStatic(empty)
	case opcode.FetchClassConstant:
		return t.classConstant()
	case opcode.FuncNumArgs:
		return t.numArgs()
	case opcode.FetchThis:
		return t.fetchThis()
	case opcode.FetchConstant:
		return t.fetchConstant()
	}
	return false
}
