package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// topStmt compiles a statement of the top level, where functions and classes
// are declared at once.
func (c *compiler) topStmt(s syntax.Stmt) {
	switch s := s.(type) {
	case nil:
		return
	case *syntax.Block:
		for _, s := range s.Stmts {
			c.topStmt(s)
		}
		return
	case *syntax.FuncDecl:
		c.line = s.Line()
		c.funcDecl(s, true)
		c.line = s.EndLine
	case *syntax.ClassDecl:
		c.line = s.Line()
		c.classDecl(s, true)
		c.line = s.EndLine
	default:
		c.stmt(s)
	}
	switch s.(type) {
	case *syntax.Namespace, *syntax.HaltCompiler:
	default:
		if c.bracketed && !c.inNS {
			c.fail("No code may exist outside of namespace {}")
		}
	}
}

// isNil tells an absent statement, which may arrive as a typed nil.
func isNil(s syntax.Stmt) bool {
	if s == nil {
		return true
	}
	b, ok := s.(*syntax.Block)
	return ok && b == nil
}

// stmt compiles a statement.
func (c *compiler) stmt(s syntax.Stmt) {
	if isNil(s) {
		return
	}
	c.enter()
	defer c.leave()
	c.line = s.Line()
	ticked := true
	switch s := s.(type) {
	case *syntax.Block:
		for _, s := range s.Stmts {
			c.stmt(s)
		}
		ticked = false
	case *syntax.ExprStmt:
		c.exprStmt(s.X)
	case *syntax.Echo:
		x := c.expr(s.X)
		c.emit(opcode.Echo, x, none)
	case *syntax.InlineHTML:
		c.emit(opcode.Echo, strNode(s.Value), none)
	case *syntax.If:
		c.ifStmt(s)
	case *syntax.While:
		c.while(s)
	case *syntax.DoWhile:
		c.doWhile(s)
	case *syntax.For:
		c.forStmt(s)
	case *syntax.Foreach:
		c.foreach(s)
	case *syntax.Switch:
		c.switchStmt(s)
	case *syntax.Break:
		c.breakContinue("break", s.Depth)
	case *syntax.Continue:
		c.breakContinue("continue", s.Depth)
	case *syntax.Return:
		c.returnStmt(s)
	case *syntax.Global:
		c.global(s)
	case *syntax.StaticVar:
		c.staticVar(s)
	case *syntax.Unset:
		for i, v := range s.Vars {
			if i > 0 {
				c.tick()
			}
			c.line = v.Line()
			c.unset(v)
		}
	case *syntax.Try:
		c.tryStmt(s)
	case *syntax.Goto:
		c.gotoStmt(s)
	case *syntax.Label:
		c.label(s)
		ticked = false
	case *syntax.Declare:
		c.declare(s)
	case *syntax.Namespace:
		c.namespace(s)
	case *syntax.Use:
		c.use(s)
	case *syntax.ConstDecl:
		c.constDecl(s)
	case *syntax.HaltCompiler:
		if c.bracketed && c.inNS {
			c.failThrown("__HALT_COMPILER() can only be used from the outermost scope")
		}
	case *syntax.FuncDecl:
		c.funcDecl(s, false)
	case *syntax.ClassDecl:
		c.classDecl(s, false)
	default:
		c.fail("Cannot use this statement here")
	}
	if ticked {
		c.tick()
	}
}

func (c *compiler) exprStmt(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.Throw:
		c.line = x.Line()
		c.throw(x, false)
		return
	case *syntax.Call:
		if isExit(x) {
			c.line = x.Line()
			c.exit(x, false)
			return
		}
	}
	c.free(c.expr(e))
}

func (c *compiler) tick() {
	if c.ticks == 0 {
		return
	}
	if n := c.next(); n > 0 && c.op(n-1).Code == opcode.Ticks {
		return
	}
	c.emit(opcode.Ticks, none, none).Ext = uint32(c.ticks)
}

func (c *compiler) returnStmt(s *syntax.Return) {
	f := c.fn
	byRef := f.a.Flags&code.AccReturnRef != 0 && !f.generator
	var v node
	switch {
	case s.X == nil:
		v = constNode(code.NullLit())
	case byRef && isVariable(s.X):
		c.refuseRefToChain(s.X)
		v, _ = c.variable(s.X, forWrite, true)
	default:
		v = c.expr(s.X)
	}
	if f.a.Flags&code.AccHasFinally != 0 && (v.kind == code.CV || byRef && v.kind == code.Var) && c.hasFinally() {
		// What the finally block does to the variable must not change the value.
		if byRef {
			v, _ = c.emitVar(opcode.MakeRef, v, none)
		} else {
			v, _ = c.emitTmp(opcode.QmAssign, v, none)
		}
	}
	if !f.generator && f.a.Return != nil {
		if s.X != nil {
			c.checkReturn(&v, false)
		} else {
			c.checkReturn(nil, false)
		}
	}
	before := c.next()
	if v.temp() {
		c.unwindAll(&v)
	} else {
		c.unwindAll(nil)
	}
	if byRef && !f.generator && f.a.Return != nil && c.next() != before {
		// A finally block may have changed what the reference refers to.
		if s.X != nil {
			c.checkReturn(&v, false)
		} else {
			c.checkReturn(nil, false)
		}
	}
	o := opcode.Return
	if byRef {
		o = opcode.ReturnByRef
	}
	op := c.emit(o, v, none)
	if byRef && s.X != nil {
		if isCall(s.X) {
			op.Ext = code.ReturnsFunction
		} else if !isVariable(s.X) || isShortCircuited(s.X) {
			op.Ext = code.ReturnsValue
		}
	}
}

// checkReturn emits the check of a returned value (nil: none is returned).
func (c *compiler) checkReturn(v *node, implicit bool) {
	t := c.fn.a.Return
	if t.Mask&code.TypeMaskVoid != 0 {
		if v != nil {
			if v.is(zval.Null) {
				c.fail("A void %s must not return a value (did you mean \"return;\" instead of \"return null;\"?)", c.funcKind())
			}
			c.fail("A void %s must not return a value", c.funcKind())
		}
		return
	}
	if t.Mask&code.TypeMaskNever != 0 {
		c.fail("A never-returning %s must not return", c.funcKind())
	}
	if v == nil && !implicit {
		if t.Mask&code.TypeMaskNull != 0 {
			c.fail("A %s with return type must return a value (did you mean \"return null;\" instead of \"return;\"?)", c.funcKind())
		}
		c.fail("A %s with return type must return a value", c.funcKind())
	}
	if v != nil && t.Mask&code.TypeMaskMixed == code.TypeMaskMixed {
		return
	}
	if v != nil && v.isConst() && v.lit.T != zval.ConstAST && typeHas(t, v.lit.T) {
		return
	}
	var op *code.Op
	if v == nil {
		op = c.emit(opcode.VerifyReturnType, none, none)
	} else {
		op = c.emit(opcode.VerifyReturnType, *v, none)
		if v.isConst() {
			*v = c.tmpResult(op)
		}
	}
	op.Op2.N = c.typeCache(t)
}

// funcKind is how messages name the function being compiled.
func (c *compiler) funcKind() string {
	if c.class != nil {
		return "method"
	}
	return "function"
}

// finalReturn emits the return at the end of a function.
func (c *compiler) finalReturn(one bool) {
	f := c.fn
	if f.a.Return != nil && !f.generator {
		if f.a.Return.Mask&code.TypeMaskNever != 0 {
			c.emit(opcode.VerifyNeverType, none, none)
			return
		}
		c.checkReturn(nil, true)
	}
	v := constNode(code.NullLit())
	if one {
		v = longNode(1)
	}
	o := opcode.Return
	if f.a.Flags&code.AccReturnRef != 0 {
		o = opcode.ReturnByRef
	}
	c.emit(o, v, none).Ext = ^uint32(0)
}

func (c *compiler) global(s *syntax.Global) {
	name := c.varName(s.Var)
	if isThis(s.Var) {
		c.fail("Cannot use $this as global variable")
	}
	if isAutoGlobalVar(s.Var) {
		c.fail("Cannot use auto-global as global variable")
	}
	if cv, ok := c.tryCV(s.Var); ok {
		c.emit(opcode.BindGlobal, cv, name).Ext = c.fn.d.Cache(1)
		return
	}
	r, op := c.emitVar(opcode.FetchW, name, none)
	op.Ext = code.FetchGlobalLock
	c.storeRef(&syntax.Variable{Pos: syntax.Pos(c.line), Expr: c.wrap(name)}, r)
}

func isAutoGlobalVar(v *syntax.Variable) bool { return v.Expr == nil && isAutoGlobal(v.Name) }

func (c *compiler) staticVar(s *syntax.StaticVar) {
	sv := code.StaticVar{Name: s.Name}
	sv.Value.SetNull()
	if s.Default == nil {
		c.bindStatic(sv, code.BindRef)
		return
	}
	if s.Name == "this" {
		c.fail("Cannot use $this as static variable")
	}
	if l, ok := c.constInit(s.Default); ok {
		if l.HasExpr() {
			sv.Expr = l.X
		} else {
			sv.Value = c.reg.Value(l)
		}
		c.bindStatic(sv, code.BindRef)
		return
	}
	// Initialised by code the first time it is reached.
	i := c.addStatic(sv)
	cv := c.cv(s.Name)
	at := c.next()
	c.emit(opcode.BindInitStaticOrJmp, cv, none).Ext = uint32(i) << code.BindShift
	v := c.expr(s.Default)
	op := c.emit(opcode.BindStatic, cv, v)
	op.Ext = uint32(i)<<code.BindShift | code.BindRef
	c.op(at).Op2.N = c.next()
}

// addStatic files a static variable and returns its number.
func (c *compiler) addStatic(sv code.StaticVar) int {
	f := c.fn
	if i, ok := f.statics[sv.Name]; ok {
		if !c.o.php82 {
			c.fail("Duplicate declaration of static variable $%s", sv.Name)
		}
		f.a.StaticVars[i] = sv
		return i
	}
	if f.statics == nil {
		f.statics = map[string]int{}
	}
	i := len(f.a.StaticVars)
	f.statics[sv.Name] = i
	f.a.StaticVars = append(f.a.StaticVars, sv)
	return i
}

// bindStatic makes a variable of the function the static one.
func (c *compiler) bindStatic(sv code.StaticVar, mode uint32) {
	i := c.addStatic(sv)
	if sv.Name == "this" {
		c.fail("Cannot use $this as static variable")
	}
	op := c.emit(opcode.BindStatic, c.cv(sv.Name), none)
	op.Ext = uint32(i)<<code.BindShift | mode
}

func (c *compiler) unset(v syntax.Expr) {
	c.requireWritable(v)
	if x, ok := isGlobalDim(v); ok {
		if x.Index == nil {
			c.fail("Cannot use [] for unsetting")
		}
		name := c.expr(x.Index)
		c.constToString(&name)
		c.emit(opcode.UnsetVar, name, none).Ext = code.FetchGlobal
		return
	}
	// The fetch that the chain ends in becomes the unset, and its result goes.
	drop := func(op *code.Op, o opcode.Op) {
		op.Code = o
		op.Res = code.Operand{}
		c.fn.d.NumTmps--
	}
	switch v := v.(type) {
	case *syntax.Variable:
		if isThis(v) {
			c.fail("Cannot unset $this")
		}
		if cv, ok := c.tryCV(v); ok {
			c.emit(opcode.UnsetCv, cv, none)
			return
		}
		_, op := c.namedVar(v, forUnset, false)
		drop(op, opcode.UnsetVar)
	case *syntax.Index:
		_, op := c.dim(v, forUnset, false)
		drop(op, opcode.UnsetDim)
	case *syntax.Prop:
		_, op := c.prop(v, forUnset, false)
		drop(op, opcode.UnsetObj)
	case *syntax.StaticProp:
		_, op := c.staticProp(v, forUnset, false, false)
		drop(op, opcode.UnsetStaticProp)
	default:
		c.fail("Cannot unset this expression")
	}
}

func (c *compiler) ifStmt(s *syntax.If) {
	jumps := make([]uint32, 0, len(s.Clauses))
	for i, cl := range s.Clauses {
		if cl.Cond == nil {
			c.stmt(cl.Body)
			continue
		}
		if i > 0 {
			c.line = cl.Cond.Line()
		}
		cond := c.expr(cl.Cond)
		jz := c.condJump(opcode.Jmpz, cond, 0)
		c.stmt(cl.Body)
		if i != len(s.Clauses)-1 {
			// On the line of the condition, lest the branch's last line seem executed.
			c.line = cl.Line()
			jumps = append(jumps, c.jump(0))
		}
		c.land(jz)
	}
	for _, j := range jumps {
		c.land(j)
	}
}
