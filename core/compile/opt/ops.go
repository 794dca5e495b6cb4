package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

const tmpVar = code.Tmp | code.Var

func isTmp(o code.Operand) bool   { return o.Kind&tmpVar != 0 }
func isCV(o code.Operand) bool    { return o.Kind == code.CV }
func isConst(o code.Operand) bool { return o.Kind == code.Const }

func (f *fn) lit(o code.Operand) code.Lit { return f.Lits[o.N] }

// nop withdraws an opline.
func nop(op *code.Op) { *op = code.Op{Code: opcode.Nop, Line: op.Line} }

// constOperand files a literal.
func (f *fn) constOperand(l code.Lit) code.Operand {
	l.Extra = 0
	return code.Operand{Kind: code.Const, N: f.AddLit(l)}
}

// targets calls visit with the address of each jump target of an opline that
// is held in its fields. Jump tables are apart.
func targets(op *code.Op, visit func(*uint32)) {
	info := op.Code.Info()
	if info.Op1 == opcode.Jump && op.Op1.Kind == code.Unused && op.Code != opcode.FastCall {
		visit(&op.Op1.N)
	}
	if info.Op2 == opcode.Jump && op.Op2.Kind == code.Unused && !(op.Code == opcode.Catch && op.Ext&code.LastCatch != 0) {
		visit(&op.Op2.N)
	}
	if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
		visit(&op.Ext)
	}
}

// table is the jump table of a switch or match, or nil.
func (f *fn) table(op *code.Op) *code.ArrayLit {
	switch op.Code {
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		return f.Lits[op.Op2.N].A
	}
	return nil
}

// ends reports whether control does not fall through to the next opline.
func ends(op *code.Op) bool {
	switch op.Code {
	case opcode.Return, opcode.ReturnByRef, opcode.GeneratorReturn, opcode.Exit, opcode.Jmp, opcode.Jmpznz,
		opcode.FastRet, opcode.VerifyNeverType, opcode.Match:
		return true
	case opcode.Throw, opcode.MatchError:
		return op.Ext&code.ThrowIsExpr == 0
	}
	return false
}

// leaves reports whether the opline ends its block.
func leaves(op *code.Op) bool {
	if ends(op) {
		return true
	}
	switch op.Code {
	case opcode.Jmpz, opcode.Jmpnz, opcode.JmpzEx, opcode.JmpnzEx, opcode.JmpSet, opcode.Coalesce, opcode.JmpNull,
		opcode.AssertCheck, opcode.FeResetR, opcode.FeResetRw, opcode.FeFetchR, opcode.FeFetchRw,
		opcode.SwitchLong, opcode.SwitchString, opcode.FastCall, opcode.BindInitStaticOrJmp, opcode.JmpFrameless:
		return true
	case opcode.Catch:
		return op.Ext&code.LastCatch == 0
	}
	return false
}

// bodyless reports whether nothing can be said about the values of named
// variables, because code reaches them by other ways than operands.
func (f *fn) indirect() bool {
	for i := range f.Ops {
		op := &f.Ops[i]
		switch op.Code {
		case opcode.IncludeOrEval:
			return true
		case opcode.FetchR, opcode.FetchW, opcode.FetchRw, opcode.FetchFuncArg, opcode.FetchIs, opcode.FetchUnset,
			opcode.UnsetVar, opcode.IssetIsemptyVar:
			if op.Ext&code.FetchLocal != 0 {
				return true
			}
			if op.Ext&(code.FetchGlobal|code.FetchGlobalLock) == 0 && op.Code != opcode.FetchGlobals {
				return true
			}
		case opcode.InitFcall:
			if isConst(op.Op2) && looksAtVariables(f.lit(op.Op2).S) {
				return true
			}
		case opcode.InitFcallByName, opcode.InitNsFcallByName:
			if isConst(op.Op2) {
				i := op.Op2.N + 1
				if op.Code == opcode.InitNsFcallByName {
					i++
				}
				if looksAtVariables(f.Lits[i].S) {
					return true
				}
			}
		}
	}
	return false
}

// looksAtVariables lists the functions that see or set the variables of their caller.
func looksAtVariables(lc string) bool {
	switch lc {
	case "extract", "compact", "get_defined_vars", "parse_str", "mb_parse_str", "func_get_args", "func_get_arg":
		return lc != "func_get_args" && lc != "func_get_arg"
	}
	return false
}

// isLit reports whether o is a literal of type t.
func (f *fn) isLit(o code.Operand, t zval.Type) bool {
	return o.Kind == code.Const && f.Lits[o.N].T == t
}
