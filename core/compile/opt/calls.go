package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 4 makes use of knowing which function is called: arguments need not
// ask how they are to be passed, and a function that returns a constant need
// not be called at all.

// knows reports whether it is certain how argument n is passed. An overriding
// method may take more arguments than the one that is known.
func (p *preparing) knows(n int) bool {
	return p != nil && p.target != nil && (!p.target.proto || n <= p.target.NumArgs || p.target.Variadic)
}

type preparing struct {
	target *callee
	init   int
	inline bool // nothing stands against inlining yet
	arg    int  // argument that CHECK_FUNC_ARG announced, 0 none
}

func passCalls(f *fn) {
	var stack []preparing
	for i := range f.Ops {
		op := &f.Ops[i]
		var top *preparing
		if n := len(stack); n > 0 {
			top = &stack[n-1]
		}
		switch op.Code {
		case opcode.InitFcallByName, opcode.InitNsFcallByName, opcode.InitStaticMethodCall, opcode.InitMethodCall, opcode.InitFcall, opcode.New:
			c := f.callTarget(op)
			stack = append(stack, preparing{target: c, init: i, inline: c != nil && !c.proto})
		case opcode.InitDynamicCall, opcode.InitUserCall, opcode.InitParentPropertyHookCall:
			stack = append(stack, preparing{init: i})
		case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.CallableConvert:
			if top == nil {
				return // not a shape this pass knows
			}
			p := *top
			stack = stack[:len(stack)-1]
			if op.Code == opcode.CallableConvert || p.target == nil {
				continue
			}
			f.knownCall(op, i, &p)
		case opcode.FetchFuncArg, opcode.FetchStaticPropFuncArg, opcode.FetchObjFuncArg, opcode.FetchDimFuncArg:
			if top == nil || top.target == nil || top.arg == 0 {
				continue
			}
			f.fetchArg(op, top.target.mustRef(top.arg) || top.target.mayRef(top.arg), top)
		case opcode.SendValEx:
			if !isConst(op.Op2) && top.knows(int(op.Op2.N)) {
				n := int(op.Op2.N)
				if top.target.mustRef(n) {
					top.inline = false
				} else {
					op.Code = opcode.SendVal
				}
			}
		case opcode.CheckFuncArg:
			if !isConst(op.Op2) && top.knows(int(op.Op2.N)) {
				n := int(op.Op2.N)
				if !f.argument(i, top.target.mustRef(n) || top.target.mayRef(n)) {
					top.inline = false
					continue
				}
				top.arg = n
				nop(op)
			}
		case opcode.SendVarEx, opcode.SendFuncArg:
			if op.Code == opcode.SendFuncArg && (top == nil || top.arg == 0) {
				continue
			}
			if !isConst(op.Op2) && top.knows(int(op.Op2.N)) {
				top.arg = 0
				if n := int(op.Op2.N); top.target.mustRef(n) || top.target.mayRef(n) {
					op.Code = opcode.SendRef
				} else {
					op.Code = opcode.SendVar
				}
			}
		case opcode.SendVarNoRefEx:
			if !isConst(op.Op2) && top.knows(int(op.Op2.N)) {
				switch n := int(op.Op2.N); {
				case top.target.mustRef(n):
					op.Code = opcode.SendVarNoRef
				case top.target.mayRef(n):
					op.Code = opcode.SendVal
				default:
					op.Code = opcode.SendVar
				}
			}
		case opcode.SendUnpack, opcode.SendUser, opcode.SendArray:
			if top != nil {
				top.inline = false
			}
		}
		if op.Code.Is(opcode.SendsArg) && isConst(op.Op2) && top != nil {
			top.inline = false
		}
	}
}

// argument reports whether the fetches for the argument that opline i
// announces can all be settled: not those that throw when they run.
func (f *fn) argument(i int, ref bool) bool {
	depth := 0
	for i++; i < len(f.Ops); i++ {
		op := &f.Ops[i]
		switch {
		case op.Code.Is(opcode.StartsCall):
			depth++
		case op.Code == opcode.DoFcall || op.Code == opcode.DoIcall || op.Code == opcode.DoUcall || op.Code == opcode.DoFcallByName || op.Code == opcode.CallableConvert:
			depth--
		case depth == 0 && op.Code == opcode.SendFuncArg:
			return true
		case depth == 0 && (op.Code == opcode.FetchDimFuncArg || op.Code == opcode.FetchObjFuncArg || op.Code == opcode.FetchStaticPropFuncArg):
			if ref && op.Op1.Kind&(code.Const|code.Tmp) != 0 && op.Code != opcode.FetchStaticPropFuncArg {
				return false
			}
			if !ref && op.Code == opcode.FetchDimFuncArg && op.Op2.Kind == code.Unused {
				return false
			}
		}
	}
	return false
}

// fetchArg settles a fetch for an argument as reading or writing.
func (f *fn) fetchArg(op *code.Op, ref bool, p *preparing) {
	switch {
	case ref && op.Code == opcode.FetchStaticPropFuncArg:
		op.Code = opcode.FetchStaticPropW
	case op.Code == opcode.FetchStaticPropFuncArg:
		op.Code = opcode.FetchStaticPropR
		op.Ext &^= code.FetchObjFlags
	case ref:
		op.Code -= 9
	case op.Code == opcode.FetchDimFuncArg && op.Op2.Kind == code.Unused:
		// $a[] cannot be read; the run-time check stays.
		p.inline = false
	default:
		if op.Code == opcode.FetchObjFuncArg {
			op.Ext &^= code.FetchObjFlags
		}
		op.Code -= 12
	}
}

// knownCall finishes a call of a known function at its DO_*.
func (f *fn) knownCall(op *code.Op, i int, p *preparing) {
	c := p.target
	init := &f.Ops[p.init]
	plain := true
	switch init.Code {
	case opcode.InitNsFcallByName, opcode.InitFcallByName:
		at := init.Op2.N + 1
		init.Code = opcode.InitFcall
		init.Op1.N = c.frameBytes(int(init.Ext))
		init.Op2 = f.constOperand(f.Lits[at])
		f.callOp(op, c)
	case opcode.InitFcall:
		f.callOp(op, c)
	case opcode.InitStaticMethodCall, opcode.InitMethodCall, opcode.New:
		plain = false
	}
	if f.s.level&LevelInline != 0 && p.inline {
		f.inline(op, p, plain)
	}
}

// callOp picks the instruction that makes a known call.
func (f *fn) callOp(op *code.Op, c *callee) {
	if op.Ext&code.MayHaveExtraNamed != 0 {
		return
	}
	// A frame that passes no argument by unpacking needs no general DO_FCALL.
	switch {
	case c.Internal:
		if op.Code == opcode.DoFcallByName {
			op.Code = opcode.DoIcall
		}
	case op.Code == opcode.DoFcallByName:
		op.Code = opcode.DoUcall
	}
}

// frameBytes is the size of the frame of a call with n arguments.
func (c *callee) frameBytes(n int) uint32 {
	slots := 5 + n
	if !c.Internal {
		slots += c.NumSlots - min(n, c.NumArgs)
	}
	return uint32(slots) * zval.ValueSize
}

// inline replaces a call of a function that does nothing but return a constant.
func (f *fn) inline(do *code.Op, p *preparing, plain bool) {
	c := p.target
	u := c.user
	if u == nil || u == f || u.flags&(code.AccAbstract|code.AccHasTypeHints|code.AccReturnRef|code.AccGenerator|code.AccVariadic|code.AccDeprecated) != 0 ||
		u.flags&code.AccHasReturnType != 0 || hasDeprecated(u.A.Attributes) {
		return
	}
	init := &f.Ops[p.init]
	if init.Code == opcode.New || init.Code == opcode.InitMethodCall && (init.Op1.Kind != code.Unused || u.flags&code.AccStatic != 0) {
		return
	}
	if init.Code == opcode.InitStaticMethodCall && u.flags&code.AccStatic == 0 {
		return
	}
	if int(init.Ext) < u.Required || len(u.Ops) <= u.NumArgs {
		return
	}
	ret := &u.Ops[u.NumArgs]
	if ret.Code != opcode.Return || !isConst(ret.Op1) {
		return
	}
	for i := 0; i < u.NumArgs; i++ {
		switch r := &u.Ops[i]; r.Code {
		case opcode.Recv:
		case opcode.RecvInit:
			if u.lit(r.Op2).T == zval.ConstAST {
				return
			}
		default:
			return
		}
		if u.A.Params[i].ByRef {
			return
		}
	}
	if do.Res.Kind != code.Unused && u.lit(ret.Op1).T == zval.ConstAST {
		return
	}
	depth := 0
	for i := p.init + 1; &f.Ops[i] != do; i++ {
		op := &f.Ops[i]
		switch {
		case op.Code.Is(opcode.StartsCall):
			depth++
			continue
		case op.Code.Is(opcode.EntersCall) && op.Code != opcode.IncludeOrEval:
			depth--
			continue
		}
		if depth != 0 || !op.Code.Is(opcode.SendsArg) {
			continue
		}
		switch {
		case isCV(op.Op1):
			op.Code, op.Op2 = opcode.CheckVar, code.Operand{}
		case isTmp(op.Op1):
			op.Code, op.Op2 = opcode.Free, code.Operand{}
		default:
			nop(op)
		}
	}
	nop(init)
	if do.Res.Kind == code.Unused {
		nop(do)
		return
	}
	*do = code.Op{Code: opcode.QmAssign, Op1: f.constOperand(u.lit(ret.Op1)), Res: do.Res, Line: do.Line}
}

func hasDeprecated(as []code.Attribute) bool {
	for i := range as {
		if as[i].LCName == "deprecated" {
			return true
		}
	}
	return false
}

// passStack writes the final frame sizes into calls of the file's functions.
func passStack(s *script) {
	for _, f := range s.fns {
		for i := range f.Ops {
			op := &f.Ops[i]
			if op.Code != opcode.InitFcall || !isConst(op.Op2) {
				continue
			}
			if c := f.s.function(f.lit(op.Op2).S); c != nil && !c.Internal {
				op.Op1.N = c.frameBytes(int(op.Ext))
			}
		}
	}
}
