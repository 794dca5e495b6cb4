package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// newOp starts the metadata of a function.
func (c *compiler) newOp(d *syntax.FuncDecl) *code.OpArray {
	a := &code.OpArray{
		Unit: c.unit, File: c.file, LineStart: d.Line(), LineEnd: d.EndLine, DocComment: d.Doc,
		Flags: c.fn.a.Flags & code.AccStrictTypes,
	}
	if d.ByRef {
		a.Flags |= code.AccReturnRef
	}
	if d.Kind == syntax.FuncClosure || d.Kind == syntax.FuncArrow {
		a.Flags |= code.AccClosure
		if d.Mods&syntax.ModStatic != 0 {
			a.Flags |= code.AccStatic
		}
		if d.Kind == syntax.FuncArrow {
			a.Flags |= code.AccArrowFn
		}
	}
	return a
}

// addDynamic files a function that is declared at run time.
func (c *compiler) addDynamic(a *code.OpArray) uint32 {
	c.fn.a.Dynamic = append(c.fn.a.Dynamic, a)
	return uint32(len(c.fn.a.Dynamic) - 1)
}

const (
	seenClass = 1 << iota
	seenFunction
	seenConst
)

// funcDecl compiles a named function; a top-level one is declared at once.
func (c *compiler) funcDecl(d *syntax.FuncDecl, top bool) {
	a := c.newOp(d)
	a.Name = c.prefixNS(d.Name)
	lc := lower(a.Name)
	if to, ok := c.uses[syntax.UseFunction][lower(d.Name)]; ok && !equalFold(lc, to) {
		c.fail("Cannot redeclare function %s() (previously declared as local import)", a.Name)
	}
	if lc == "__autoload" {
		c.fail("__autoload() is no longer supported, use spl_autoload_register() instead")
	}
	if equalFold(d.Name, "assert") {
		c.fail("Defining a custom assert() function is not allowed, as the function has special semantics")
	}
	c.seen[lc] |= seenFunction
	if !top {
		id := c.addDynamic(a)
		op := c.emit(opcode.DeclareFunction, none, none)
		op.Op1 = c.litStr(lc)
		op.Op2.N = id
	}
	saved := c.class
	c.class = nil
	c.function(a, d, nil, attrFunction, func() {
		if top {
			c.refuseRedeclare(lc, a.Name, d.Line())
		}
	})
	c.class = saved
	c.unit.Funcs = append(c.unit.Funcs, a)
	if top {
		if c.topFuncs == nil {
			c.topFuncs = map[*code.OpArray]bool{}
		}
		c.topFuncs[a] = true
		c.line = d.Line()
		c.check(c.hooks.DeclareFunction(a))
	}
}

func (c *compiler) refuseRedeclare(lc, name string, line int) {
	f, m, ok := c.hooks.LookupFunction(lc)
	if !ok {
		return
	}
	c.line = line
	if f.Kind == code.FuncUser {
		c.fail("Cannot redeclare function %s() (previously declared in %s:%d)", name, m.File, m.Line)
	}
	c.fail("Cannot redeclare function %s()", name)
}

// closure compiles an anonymous or arrow function.
func (c *compiler) closure(d *syntax.FuncDecl) node {
	a := c.newOp(d)
	a.Name = c.closureName(d)
	c.seen[lower(a.Name)] |= seenFunction
	id := c.addDynamic(a)
	n, op := c.emitTmp(opcode.DeclareLambdaFunction, none, none)
	op.Op2.N = id

	var binds []string
	if d.Kind == syntax.FuncArrow {
		binds = implicitBinds(d)
		for i, name := range binds {
			op := c.emit(opcode.BindLexical, n, c.cv(name))
			op.Ext = uint32(i)<<code.BindShift | code.BindImplicit
		}
	} else {
		seen := map[string]bool{}
		for i, u := range d.Uses {
			if u.Name == "this" {
				c.fail("Cannot use $this as lexical variable")
			}
			if isAutoGlobal(u.Name) {
				c.fail("Cannot use auto-global as lexical variable")
			}
			if seen[u.Name] {
				c.fail("Cannot use variable $%s twice", u.Name)
			}
			seen[u.Name] = true
			c.line = u.Line()
			op := c.emit(opcode.BindLexical, n, c.cv(u.Name))
			op.Ext = uint32(i) << code.BindShift
			if u.ByRef {
				op.Ext |= code.BindRef
			}
		}
	}
	c.function(a, d, binds, attrFunction, nil)
	return n
}

// closureName is what an anonymous function calls itself.
func (c *compiler) closureName(d *syntax.FuncDecl) string {
	if c.o.php82 {
		return c.prefixNS("{closure}")
	}
	f := c.fn
	in := c.file
	if f.a.Name != "" {
		in = f.a.Name
		if f.scope != nil {
			in = f.scope.decl.Name + "::" + in
		}
		if f.a.Flags&code.AccClosure == 0 {
			in += "()"
		}
	}
	return "{closure:" + in + ":" + formatInt(int64(d.Line())) + "}"
}

// function compiles parameters and body. binds are the variables an arrow
// function captures; done, when given, runs after the body.
func (c *compiler) function(a *code.OpArray, d *syntax.FuncDecl, binds []string, target uint32, done func()) {
	c.pushFn(a)
	f := c.fn
	if target == attrMethod {
		f.scope = c.class
	}
	f.hookProp, f.hookGet = c.hookName, c.hookIsGet
	property := c.property
	c.hookName, c.property = "", ""
	saved := *c
	c.delayed, c.short, c.inner, c.memo, c.memoing = nil, nil, nil, nil, memoNone

	a.Attributes = c.attributes(d.Attrs, target, 0)
	f.generator = usesYield(d)
	fallback := (*code.TypeRef)(nil)
	if f.scope != nil && equalFold(a.Name, "__tostring") {
		fallback = &code.TypeRef{Mask: code.TypeMaskString, Src: "string"}
	}
	c.params(d, fallback)
	if f.generator {
		c.markGenerator()
		c.emit(opcode.GeneratorCreate, none, none)
	}
	if d.Kind == syntax.FuncArrow {
		for _, name := range binds {
			sv := code.StaticVar{Name: name, IsUse: true}
			sv.Value.SetNull()
			c.bindStatic(sv, code.BindImplicit)
		}
		a.Uses = binds
	} else {
		c.closureUses(d.Uses)
	}
	c.checkNoDiscard()
	c.body(d)
	if done != nil {
		done()
	}
	c.line = d.EndLine
	c.finalReturn(false)
	c.popFn()
	c.property = property
	c.delayed, c.short, c.inner, c.memo, c.memoing = saved.delayed, saved.short, saved.inner, saved.memo, saved.memoing
	c.finish(c.fnDone(a))
}

// body compiles a function's statements, or its expression as a return.
func (c *compiler) body(d *syntax.FuncDecl) {
	if d.ExprBody == nil {
		if d.Body != nil {
			c.stmt(d.Body)
		}
		return
	}
	line := d.ExprBody.Line()
	c.line = line
	if r := c.fn.a.Return; r != nil && r.Mask&code.TypeMaskNever != 0 {
		c.exprStmt(d.ExprBody)
	} else {
		c.returnStmt(&syntax.Return{Pos: syntax.Pos(line), X: d.ExprBody})
	}
	c.tick()
}

func (c *compiler) closureUses(uses []syntax.ClosureUse) {
	for _, u := range uses {
		if _, have := c.fn.cvs[u.Name]; have {
			if _, bound := c.fn.statics[u.Name]; !bound {
				c.fail("Cannot use lexical variable $%s as a parameter name", u.Name)
			}
		}
		c.line = u.Line()
		mode := uint32(code.BindExplicit)
		if u.ByRef {
			mode |= code.BindRef
		}
		sv := code.StaticVar{Name: u.Name, IsUse: true, ByRef: u.ByRef}
		sv.Value.SetNull()
		c.bindStatic(sv, mode)
		c.fn.a.Uses = append(c.fn.a.Uses, u.Name)
	}
}

// finish settles jumps, lets the optimizer at the draft and makes it run-time code.
func (c *compiler) finish(f *fnState) {
	c.settleJumps(f)
	if f.generator {
		for i := range f.d.Ops {
			if op := &f.d.Ops[i]; op.Code == opcode.Return || op.Code == opcode.ReturnByRef {
				op.Code = opcode.GeneratorReturn
			}
		}
	}
	if f.scope != nil {
		f.a.ScopeName = f.scope.decl.Name
	}
	if c.o.Optimize {
		c.hold(f)
	} else {
		code.Finalize(c.reg, f.d)
	}
	if f.parent == nil {
		c.unit.Main = f.a
		c.unit.Strict = f.a.Flags&code.AccStrictTypes != 0
	}
}

func (c *compiler) markGenerator() {
	f := c.fn
	if f.a.Name == "" {
		c.fail("The \"yield\" expression can only be used inside a function")
	}
	if t := f.a.Return; t != nil && !generatorType(t) {
		c.fail("Generator return type must be a supertype of Generator, %s given", typeString(t))
	}
	f.a.Flags |= code.AccGenerator
	f.generator = true
}

func (c *compiler) yield(e *syntax.Yield) node {
	c.markGenerator()
	byRef := c.fn.a.Flags&code.AccReturnRef != 0
	var k, v node
	if e.Key != nil {
		k = c.expr(e.Key)
	}
	if e.Value != nil {
		if byRef && isVariable(e.Value) {
			c.refuseRefToChain(e.Value)
			v, _ = c.variable(e.Value, forWrite, true)
		} else {
			v = c.expr(e.Value)
		}
	}
	n, op := c.emitVar(opcode.Yield, v, k)
	if byRef && e.Value != nil && isCall(e.Value) {
		op.Ext = code.ReturnsFunction
	}
	return n
}

func (c *compiler) yieldFrom(e *syntax.YieldFrom) node {
	c.markGenerator()
	if c.fn.a.Flags&code.AccReturnRef != 0 {
		c.fail("Cannot use \"yield from\" inside a by-reference generator")
	}
	x := c.expr(e.X)
	n, _ := c.emitTmp(opcode.YieldFrom, x, none)
	return n
}

// params compiles the parameter list and the return type.
func (c *compiler) params(d *syntax.FuncDecl, fallback *code.TypeRef) {
	f := c.fn
	a := f.a
	if d.Return != nil || fallback != nil {
		a.Flags |= code.AccHasReturnType
		if d.Return != nil {
			a.Return = c.typeName(d.Return, false)
		} else {
			a.Return = fallback
		}
		if a.Return.Mask&code.TypeMaskVoid != 0 && d.ByRef {
			c.warn(Deprecated, "%sReturning by reference from a void function is deprecated", c.funcPrefix())
		}
	}
	lastRequired := -1
	for i, p := range d.Params {
		if p.Default == nil && !p.Variadic {
			lastRequired = i
		}
	}
	params := make([]code.Param, 0, len(d.Params))
	for i, p := range d.Params {
		params = append(params, c.param(d, i, p, lastRequired))
	}
	a.Params = params
	f.d.NumArgs = len(params)
	if a.Flags&code.AccVariadic != 0 {
		f.d.NumArgs--
	}
	for _, p := range d.Params {
		if !promoted(p) {
			continue
		}
		o := opcode.AssignObj
		if p.ByRef {
			o = opcode.AssignObjRef
		}
		v := c.cv(p.Name)
		c.emit(o, none, strNode(p.Name)).Ext = f.d.Cache(3)
		c.emitData(v)
	}
}

func promoted(p *syntax.Param) bool { return p.Mods != 0 || p.HasHooks }

func (c *compiler) param(d *syntax.FuncDecl, i int, p *syntax.Param, lastRequired int) code.Param {
	f := c.fn
	a := f.a
	if !c.o.php82 {
		c.line = p.Line()
	}
	if isAutoGlobal(p.Name) {
		c.fail("Cannot re-assign auto-global variable %s", p.Name)
	}
	cv := c.cv(p.Name)
	if int(cv.n) != i {
		c.fail("Redefinition of parameter $%s", p.Name)
	}
	if p.Name == "this" {
		c.fail("Cannot use $this as parameter")
	}
	if a.Flags&code.AccVariadic != 0 {
		c.fail("Only the last parameter can be variadic")
	}
	flags := c.promotedFlags(p)
	out := code.Param{Name: p.Name, ByRef: p.ByRef, Variadic: p.Variadic, Promoted: flags}
	o := opcode.Recv
	var def node
	defType := zval.Undef
	switch {
	case p.Variadic:
		o = opcode.RecvVariadic
		a.Flags |= code.AccVariadic
		if p.Default != nil {
			c.fail("Variadic parameter cannot have a default value")
		}
	case p.Default != nil:
		saved := c.noSubst
		c.noSubst = true // reflection wants to see the constants
		l := c.constExpr(p.Default, true)
		c.noSubst = saved
		out.DefaultSrc = exportExpr(p.Default)
		out.Optional = true
		o = opcode.RecvInit
		def = constNode(l)
		defType = l.T
		if i < lastRequired {
			nullType := false
			if p.Type != nil && !writtenNullable(p.Type) {
				nullType = l.T == zval.Null
			}
			c.warnOptionalBefore(p, d.Params[lastRequired], nullType)
			o = opcode.Recv
			def = none
			out.Optional = false
		}
	default:
		f.d.Required = i + 1
	}
	out.Attributes = c.attributes(p.Attrs, attrParameter, promotedTarget(flags))
	if p.Type != nil {
		addNull := defType == zval.Null && flags == 0
		a.Flags |= code.AccHasTypeHints
		t := c.typeName(p.Type, addNull)
		out.Type = t
		if addNull && o == opcode.RecvInit {
			c.warnImplicitNull(p, t)
		}
		if t.Mask&code.TypeMaskVoid != 0 {
			c.fail("void cannot be used as a parameter type")
		}
		if t.Mask&code.TypeMaskNever != 0 {
			c.fail("never cannot be used as a parameter type")
		}
		if defType != zval.Undef && defType != zval.ConstAST && !addNull {
			l := def.lit
			if !def.isConst() {
				l = code.Lit{T: defType}
			}
			if !fitsDefault(t, &l) {
				c.fail("Cannot use %s as default value for parameter $%s of type %s", litValueName(l), p.Name, typeString(t))
			}
			if def.isConst() {
				def.lit = l
			}
		}
	}
	if def.isConst() {
		out.Default = c.asExpr(def.lit)
	}
	op := c.emit(o, numNode(uint32(i+1)), def)
	setResult(op, cv)
	if p.Type != nil {
		op.Ext = c.typeCache(out.Type)
	}
	if o == opcode.Recv {
		op.Op2.N = code.TypeMaskMixed
		if out.Type != nil {
			op.Op2.N = out.Type.Mask
			if complexType(out.Type) {
				op.Op2.N |= recvComplex
			}
		}
	}
	if flags != 0 {
		c.promote(d, p, out.Type, flags)
	}
	return out
}

// recvComplex in RECV's op2 says that the type names classes, so that the
// mask alone cannot refuse a value.
const recvComplex = 1 << 24

func (c *compiler) warnOptionalBefore(p, required *syntax.Param, nullType bool) {
	if nullType {
		c.warnImplicitNull(p, nil)
		return
	}
	c.warn(Deprecated, "%sOptional parameter $%s declared before required parameter $%s is implicitly treated as a required parameter", c.funcPrefix(), p.Name, required.Name)
}

// funcPrefix is "f(): " or "C::m(): " in front of deprecations.
func (c *compiler) funcPrefix() string {
	a := c.fn.a
	if c.fn.scope != nil {
		return c.fn.scope.decl.Name + "::" + a.Name + "(): "
	}
	return a.Name + "(): "
}

// writtenNullable tells whether a type takes null by what is written.
func writtenNullable(t syntax.Type) bool {
	switch x := t.(type) {
	case *syntax.NamedType:
		return x.Nullable || x.Name.Kind == syntax.NameUnqualified && (equalFold(x.Name.Value, "mixed") || equalFold(x.Name.Value, "null"))
	case *syntax.UnionType:
		for _, part := range x.Types {
			if nt, ok := part.(*syntax.NamedType); ok && equalFold(nt.Name.Value, "null") {
				return true
			}
		}
	}
	return false
}

func (c *compiler) warnImplicitNull(p *syntax.Param, t *code.TypeRef) {
	if writtenNullable(p.Type) {
		return
	}
	c.warn(Deprecated, "%sImplicitly marking parameter $%s as nullable is deprecated, the explicit nullable type must be used instead", c.funcPrefix(), p.Name)
}

// asExpr makes a constant expression of a literal.
func (c *compiler) asExpr(l code.Lit) *code.ConstExpr {
	if l.HasExpr() {
		return l.X
	}
	return &code.ConstExpr{Kind: code.CELit, Value: c.reg.Value(l), Line: c.line}
}
