package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// callee is a function that is known while its call is compiled.
type callee struct {
	internal   bool
	deprecated bool
	variadic   bool
	params     []code.Param
	fn         *code.Func // nil for a method still being compiled
}

func calleeOf(f *code.Func, m *FuncMeta) *callee {
	return &callee{internal: f.Kind == code.FuncInternal, deprecated: m.Deprecated, variadic: f.Flags&code.AccVariadic != 0, params: m.Params, fn: f}
}

func calleeOfOp(a *code.OpArray) *callee {
	return &callee{variadic: a.Flags&code.AccVariadic != 0, params: a.Params, fn: a.Desc}
}

// param returns the parameter that argument num (from 1) goes to, or nil.
func (f *callee) param(num int) *code.Param {
	if num <= len(f.params) {
		return &f.params[num-1]
	}
	if n := len(f.params); n > 0 && f.params[n-1].Variadic {
		return &f.params[n-1]
	}
	return nil
}

func (f *callee) mustRef(num int) bool {
	p := f.param(num)
	return p != nil && p.ByRef
}

func (f *callee) mayRef(num int) bool {
	p := f.param(num)
	return p != nil && p.PreferRef
}

func (f *callee) shouldRef(num int) bool { return f.mustRef(num) || f.mayRef(num) }

// argNum finds a parameter by name, counting from 1; 0 when there is none.
func (f *callee) argNum(name string) int {
	for i := range f.params {
		if f.params[i].Name == name && !f.params[i].Variadic {
			return i + 1
		}
	}
	return 0
}

// frameBytes is the size of the frame of a call with n arguments.
func (f *callee) frameBytes(n int) uint32 {
	slots := 5 + n
	if !f.internal {
		declared := int(f.fn.NumArgs)
		if n < declared {
			declared = n
		}
		slots += int(f.fn.NumCVs+f.fn.NumTmps) - declared
	}
	return uint32(slots) * zval.ValueSize
}

// args compiles the arguments of a prepared call. It returns how many are
// passed by position and whether named ones may be left over.
func (c *compiler) args(list *syntax.ArgList, f *callee) (count int, extra bool) {
	unpacked, named, undef := false, false, false
	for i := range list.Args {
		arg := &list.Args[i]
		num := i + 1
		if arg.Unpack {
			if named {
				c.fail("Cannot use argument unpacking after named arguments")
			}
			unpacked = true
			f = nil
			v := c.expr(arg.Value)
			op := c.emit(opcode.SendUnpack, v, none)
			op.Op2.N = uint32(count)
			op.Res.N = argOffset(count)
			undef = true
			extra = true
			continue
		}
		name := arg.Name
		if name != "" {
			named = true
			if f != nil && !unpacked {
				num = f.argNum(name)
				if num == count+1 && !undef {
					name = ""
					count++
				} else {
					undef = true
					if num == 0 && f.variadic {
						extra = true
					}
				}
			} else {
				num = 0
				undef = true
				extra = true
			}
		} else {
			if unpacked {
				c.fail("Cannot use positional argument after argument unpacking")
			}
			if named {
				c.fail("Cannot use positional argument after named argument")
			}
			count++
		}
		known := f != nil && num != 0
		v, send := c.arg(list, arg.Value, f, num, name, known)
		op := c.emit(send, v, none)
		if name != "" {
			op.Op2 = c.litStr(name)
			op.Res.N = c.fn.d.Cache(2)
		} else {
			op.Op2.N = uint32(num)
			op.Res.N = argOffset(num)
		}
	}
	if undef {
		c.emit(opcode.CheckUndefArgs, none, none)
	}
	return count, extra
}

// argOffset is where argument num (from 1) lies in the callee's frame.
func argOffset(num int) uint32 { return uint32(80 + (num-1)*zval.ValueSize) }

// arg compiles one argument and picks the instruction that sends it.
func (c *compiler) arg(list *syntax.ArgList, e syntax.Expr, f *callee, num int, name string, known bool) (node, opcode.Op) {
	if isCall(e) || isGlobals(e) {
		v, _ := c.variable(e, forRead, false)
		if v.kind&(code.Const|code.Tmp) != 0 {
			// The call became an instruction of its own.
			if f == nil || num == 0 || f.mustRef(num) {
				return v, opcode.SendValEx
			}
			return v, opcode.SendVal
		}
		return v, sendResult(f, num, known)
	}
	if isVariable(e) && !isShortCircuited(e) {
		if known {
			if f.shouldRef(num) {
				v, _ := c.variable(e, forWrite, true)
				return v, opcode.SendRef
			}
			v, _ := c.variable(e, forRead, false)
			if v.kind == code.Tmp {
				return v, opcode.SendVal
			}
			return v, opcode.SendVar
		}
		if _, ok := e.(*syntax.Variable); ok {
			if len(list.Args) > 0 {
				c.line = list.Args[0].Line()
			}
			if isThis(e) {
				v, _ := c.emitVar(opcode.FetchThis, none, none)
				c.usesThis()
				return v, opcode.SendVarEx
			}
			if v, ok := c.tryCV(e); ok {
				return v, opcode.SendVarEx
			}
		}
		op := c.emit(opcode.CheckFuncArg, none, none)
		if name != "" {
			op.Op2 = c.litStr(name)
			op.Res.N = c.fn.d.Cache(2)
		} else {
			op.Op2.N = uint32(num)
		}
		v, _ := c.variable(e, forFuncArg, true)
		return v, opcode.SendFuncArg
	}
	v := c.expr(e)
	switch v.kind {
	case code.Var:
		return v, sendResult(f, num, known)
	case code.CV:
		if !known {
			return v, opcode.SendVarEx
		}
		if f.shouldRef(num) {
			return v, opcode.SendRef
		}
		return v, opcode.SendVar
	}
	if known && !f.mustRef(num) {
		return v, opcode.SendVal
	}
	return v, opcode.SendValEx
}

// sendResult picks how a VAR that is no variable is sent.
func sendResult(f *callee, num int, known bool) opcode.Op {
	switch {
	case !known:
		return opcode.SendVarNoRefEx
	case f.mustRef(num):
		return opcode.SendVarNoRef
	case f.mayRef(num):
		return opcode.SendVal
	}
	return opcode.SendVar
}

// callOp picks the instruction that makes the call.
func callOp(init opcode.Op, f *callee) opcode.Op {
	if f != nil {
		if f.internal {
			if init == opcode.InitFcall {
				if !f.deprecated {
					return opcode.DoIcall
				}
				return opcode.DoFcallByName
			}
			return opcode.DoFcall
		}
		return opcode.DoUcall
	}
	if init == opcode.InitFcallByName || init == opcode.InitNsFcallByName {
		return opcode.DoFcallByName
	}
	return opcode.DoFcall
}

// callCommon compiles the arguments and the call for the INIT emitted last.
func (c *compiler) callCommon(list *syntax.ArgList, f *callee, line int) node {
	init := c.next() - 1
	if list.FCC {
		op := c.op(init)
		op.Ext = 0
		if op.Code == opcode.New {
			c.fail("Cannot create Closure for new expression")
		}
		if op.Code == opcode.InitFcall {
			op.Op1.N = f.frameBytes(0)
		}
		n, _ := c.emitTmp(opcode.CallableConvert, none, none)
		return n
	}
	count, extra := c.args(list, f)
	op := c.op(init)
	op.Ext = uint32(count)
	if op.Code == opcode.InitFcall {
		op.Op1.N = f.frameBytes(count)
	}
	n, op := c.emitVar(callOp(op.Code, f), none, none)
	if extra {
		op.Ext = code.MayHaveExtraNamed
	}
	op.Line = uint32(line)
	return n
}

// lookup finds a function that can be called by INIT_FCALL: declared and finished.
func (c *compiler) lookup(lc string) *callee {
	if f, m, ok := c.hooks.LookupFunction(lc); ok {
		if c.o.Cached && f.Kind == code.FuncUser && m.File != c.file {
			return nil
		}
		return calleeOf(f, m)
	}
	return nil
}

func (c *compiler) call(e *syntax.Call, a access) node {
	name, ok := nameOf(e.Fn)
	if !ok {
		return c.dynamicCall(c.expr(e.Fn), e.Args, e.Line())
	}
	resolved, full := c.symbolName(name, syntax.UseFunction)
	lc := lower(resolved)
	isAssert := false
	if !full && c.ns != "" {
		if !equalFold(name.Value, "assert") || e.Args.FCC {
			op := c.emit(opcode.InitNsFcallByName, none, none)
			op.Op2 = c.nsFuncName(resolved)
			op.Res.N = c.fn.d.Cache(1)
			return c.callCommon(e.Args, nil, e.Line())
		}
		isAssert = true
	}
	var f *callee
	if !isAssert {
		f = c.lookup(lc)
		isAssert = f != nil && lc == "assert" && !e.Args.FCC
	}
	if isAssert {
		if c.memoing == memoNone {
			if f != nil {
				resolved = lc
			}
			return c.assert(e, resolved, f)
		}
		// Remembered as a whole: its arguments may never be computed.
		return c.memoExpr(e)
	}
	if f == nil {
		return c.dynamicCall(strNode(resolved), e.Args, e.Line())
	}
	if !e.Args.FCC {
		if n, ok := c.specialCall(lc, e.Args, f, a); ok {
			return n
		}
	}
	op := c.emit(opcode.InitFcall, none, strNode(lc))
	op.Res.N = c.fn.d.Cache(1)
	return c.callCommon(e.Args, f, e.Line())
}

// nameOf takes a written name, or a literal string where a name may stand:
// 'f'() calls what \f() calls.
func nameOf(e syntax.Expr) (*syntax.Name, bool) {
	switch n := e.(type) {
	case *syntax.Name:
		return n, true
	case *syntax.StringLit:
		return &syntax.Name{Pos: n.Pos, Kind: syntax.NameFull, Value: strings.TrimPrefix(n.Value, "\\")}, true
	}
	return nil, false
}

// dynamicCall calls what a value names.
func (c *compiler) dynamicCall(fn node, args *syntax.ArgList, line int) node {
	if !fn.is(zval.StringT) {
		c.emit(opcode.InitDynamicCall, none, fn)
		return c.callCommon(args, nil, line)
	}
	s := fn.lit.S
	if i := strings.LastIndexByte(s, ':'); i > 0 && s[i-1] == ':' {
		op := c.emit(opcode.InitStaticMethodCall, none, none)
		op.Op1 = c.className(s[:i-1])
		op.Op2 = c.funcName(s[i+1:])
		op.Res.N = c.fn.d.Cache(2)
	} else {
		op := c.emit(opcode.InitFcallByName, none, none)
		op.Op2 = c.funcName(s)
		op.Res.N = c.fn.d.Cache(1)
	}
	return c.callCommon(args, nil, line)
}

func (c *compiler) methodCall(e *syntax.MethodCall, a access) node {
	mark := len(c.short)
	var obj node
	if isThis(e.Obj) {
		if !c.thisExists() {
			obj, _ = c.emitVar(opcode.FetchThis, none, none)
		}
		c.usesThis()
	} else {
		c.markInner(e.Obj)
		obj = c.expr(e.Obj)
		c.unmarkInner()
		if e.Nullsafe {
			c.jmpNull(obj, a)
		}
	}
	name := c.expr(e.Name)
	op := c.emit(opcode.InitMethodCall, obj, none)
	if name.isConst() {
		if name.lit.T != zval.StringT {
			c.fail("Method name must be a string")
		}
		op.Op2 = c.funcName(name.lit.S)
		op.Res.N = c.fn.d.Cache(2)
	} else {
		op.Op2 = code.Operand{Kind: name.kind, N: name.n}
	}
	// A private or final method of the class itself cannot be another's.
	var f *callee
	if op.Op1.Kind == code.Unused && name.isConst() && c.class != nil && c.scopeKnown() {
		if m := c.class.methods[lower(name.lit.S)]; m != nil && m.Flags&(code.AccPrivate|code.AccFinal) != 0 {
			f = calleeOfOp(m)
		}
	}
	n := c.callCommon(e.Args, f, e.Name.Line())
	if e.Args.FCC && mark != len(c.short) {
		c.fail("Cannot combine nullsafe operator with Closure creation")
	}
	return n
}

func (c *compiler) staticCall(e *syntax.StaticCall) node {
	if sp, hook := c.parentHookCall(e); hook {
		return sp
	}
	c.markInner(e.Class)
	class := c.classRef(e.Class, code.FetchClassException)
	c.unmarkInner()
	name := c.expr(e.Name)
	if name.isConst() {
		if name.lit.T != zval.StringT {
			c.fail("Method name must be a string")
		}
		if equalFold(name.lit.S, "__construct") {
			name = none
		}
	}
	op := c.emit(opcode.InitStaticMethodCall, none, none)
	op.Op1 = c.classOperand(class)
	if name.isConst() {
		op.Op2 = c.funcName(name.lit.S)
		op.Res.N = c.fn.d.Cache(2)
	} else {
		if class.isConst() {
			op.Res.N = c.fn.d.Cache(1)
		}
		op.Op2 = code.Operand{Kind: name.kind, N: name.n}
	}
	var f *callee
	if name.isConst() {
		f = c.knownMethod(class, lower(name.lit.S))
	}
	return c.callCommon(e.Args, f, e.Name.Line())
}

// knownMethod finds the method that a static call will reach.
func (c *compiler) knownMethod(class node, lc string) *callee {
	scope := ""
	if c.class != nil {
		scope = c.class.decl.LCName
	}
	own := false
	switch {
	case class.isConst():
		lcClass := lower(class.lit.S)
		if f, m, ok := c.hooks.LookupMethod(lcClass, lc, scope); ok {
			if c.o.Cached && (f.Kind != code.FuncUser || m.File != c.file) {
				return nil
			}
			return calleeOf(f, m)
		}
		own = lcClass == scope && scope != ""
	case class.kind == code.Unused:
		own = class.n&code.FetchClassMask == code.FetchClassSelf && c.class != nil && c.scopeKnown()
	}
	if own {
		if m := c.class.methods[lc]; m != nil {
			return calleeOfOp(m)
		}
	}
	return nil
}

// assert compiles a call of assert: it is jumped over when assertions are
// off, and its condition's text becomes the message.
func (c *compiler) assert(e *syntax.Call, name string, f *callee) node {
	if c.o.NoAssert && !computed(e.Args) {
		return boolNode(true)
	}
	check := c.next()
	piped := computed(e.Args) // computed already: jumping over the call would lose it
	if !piped {
		c.emit(opcode.AssertCheck, none, none)
	}
	if f != nil {
		op := c.emit(opcode.InitFcall, none, strNode(name))
		op.Res.N = c.fn.d.Cache(1)
	} else {
		op := c.emit(opcode.InitNsFcallByName, none, none)
		op.Op2 = c.nsFuncName(name)
		op.Res.N = c.fn.d.Cache(1)
	}
	args := e.Args
	if piped {
		// A value from a pipe has no text.
	} else if len(args.Args) == 1 && !args.Args[0].Unpack {
		a := args.Args[0]
		text := "assert("
		if a.Name != "" {
			text += a.Name + ": "
		}
		text += exportExpr(a.Value) + ")"
		msg := syntax.Arg{Pos: syntax.Pos(c.line), Value: &syntax.StringLit{Pos: syntax.Pos(c.line), Value: text}}
		if a.Name != "" {
			msg.Name = "description"
		}
		args = &syntax.ArgList{Pos: args.Pos, Args: []syntax.Arg{a, msg}}
	} else if len(args.Args) == 1 {
		a := args.Args[0]
		text := "assert(..." + exportExpr(a.Value) + ")"
		msg := syntax.Arg{Pos: syntax.Pos(c.line), Value: &syntax.StringLit{Pos: syntax.Pos(c.line), Value: text}}
		args = &syntax.ArgList{Pos: args.Pos, Args: []syntax.Arg{a, msg}}
	}
	n := c.callCommon(args, f, e.Line())
	if piped {
		return n
	}
	op := c.op(check)
	op.Op2.N = c.next()
	setResult(op, n)
	return n
}

// computed tells that the only argument is a value without source.
func computed(list *syntax.ArgList) bool {
	if len(list.Args) != 1 {
		return false
	}
	_, ok := list.Args[0].Value.(*nodeExpr)
	return ok
}
