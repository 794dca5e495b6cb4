package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/template"
)

// Roots are the oplines that control comes to from outside: beginnings of
// handlers of exceptions, and the targets of switch tables. See Input.Roots.
func Roots(a *code.OpArray) []int {
	var r []int
	add := func(i int) {
		if i > 0 && i < len(a.Ops) {
			r = append(r, i)
		}
	}
	for _, t := range a.TryCatch {
		add(int(t.Catch))
		add(int(t.Finally))
	}
	for i := range a.Ops {
		switch opcode.Op(a.Ops[i].Code) {
		case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
			t := a.Ops[i].Literal(a.Ops[i].Op2).Arr()
			for j := uint32(0); j < t.Used; j++ {
				if s := t.SlotAt(j); s.T == uint32(zval.Long) {
					add(i + int(s.Long()/code.OplineSize))
				}
			}
		}
	}
	return r
}

// CalleeOf is the function that opline i prepares a call of, if its run-time
// cache has it: a function found by name is the same for good.
func CalleeOf(fp *vmstack.Frame, ops []code.Opline, i int) *template.Callee {
	op := &ops[i]
	switch opcode.Op(op.Code) {
	case opcode.InitFcall, opcode.InitFcallByName, opcode.InitNsFcallByName:
	default:
		return nil
	}
	if fp.Cache == 0 {
		return nil
	}
	a := uintptr(zval.ValueAt(fp.Cache + uintptr(op.Result)).V)
	if a == 0 {
		return nil
	}
	fn := code.FuncAt(a)
	if fn.Kind != code.FuncUser || fn.Flags&abi.OddFunc != 0 || fn.Cache == 0 || fn.RefMask|fn.PreferMask != 0 || op.Ext > fn.NumArgs {
		return nil
	}
	// An argument that is named, or unpacked, may be any.
	depth := 0
	for j := i + 1; j < len(ops); j++ {
		o := opcode.Op(ops[j].Code)
		switch {
		case o.Is(opcode.StartsCall):
			depth++
		case o == opcode.DoFcall || o == opcode.DoUcall || o == opcode.DoIcall || o == opcode.DoFcallByName:
			if depth--; depth < 0 {
				return &template.Callee{
					Func: uint64(a), Code: uint64(fn.Code), Cache: uint64(fn.Cache),
					Args: int(op.Ext), CVs: int(fn.NumCVs), Typed: fn.Flags&code.AccHasTypeHints != 0,
				}
			}
		case depth == 0 && (o == opcode.SendUnpack || o == opcode.SendArray || o == opcode.CheckUndefArgs || o.Is(opcode.SendsArg) && ops[j].Op2Kind == code.Const):
			return nil
		}
	}
	return nil
}
