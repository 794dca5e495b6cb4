package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// expr compiles an expression to read its value, and finishes its chain.
func (c *compiler) expr(e syntax.Expr) node {
	c.enter()
	mark := len(c.short)
	n := c.exprInner(e)
	c.commitShort(mark, n, e, code.ChainExpr)
	c.leave()
	return n
}

func (c *compiler) exprInner(e syntax.Expr) node {
	c.line = e.Line()
	if c.memoing != memoNone {
		return c.memoExpr(e)
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		return longNode(e.Value)
	case *syntax.FloatLit:
		return constNode(code.DoubleLit(e.Value))
	case *syntax.StringLit:
		return strNode(e.Value)
	case *nodeExpr:
		return e.node
	}
	if len(c.folded) > 0 {
		if f, ok := c.folded[e]; ok {
			c.line = f.line
			return constNode(f.lit)
		}
	}
	switch e := e.(type) {
	case *syntax.Variable, *syntax.Index, *syntax.Prop, *syntax.StaticProp, *syntax.MethodCall, *syntax.StaticCall:
		n, _ := c.variable(e, forRead, false)
		return n
	case *syntax.Call:
		if isExit(e) {
			return c.exit(e, true)
		}
		n, _ := c.variable(e, forRead, false)
		return n
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Assign:
		return c.assign(e)
	case *syntax.AssignRef:
		return c.assignRef(e)
	case *syntax.AssignOp:
		return c.assignOp(e)
	case *syntax.IncDec:
		return c.incDec(e)
	case *syntax.Unary:
		return c.unary(e)
	case *syntax.Interp:
		return c.interp(e)
	case *syntax.Array:
		return c.array(e)
	case *syntax.ConstFetch:
		return c.constFetch(e)
	case *syntax.ClassConst:
		return c.classConst(e)
	case *syntax.ClassName:
		return c.className_(e)
	case *syntax.Magic:
		if l, ok := c.magic(e); ok {
			return constNode(l)
		}
		n, op := c.emitTmp(opcode.FetchClassName, none, none)
		op.Op1.N = code.FetchClassSelf
		return n
	case *syntax.New:
		return c.new(e)
	case *syntax.Clone:
		x := c.expr(e.X)
		n, _ := c.emitTmp(opcode.Clone, x, none)
		return n
	case *syntax.Ternary:
		return c.ternary(e)
	case *syntax.Cast:
		return c.cast(e)
	case *syntax.Isset:
		return c.isset(e)
	case *syntax.Empty:
		return c.empty(e)
	case *syntax.Silence:
		return c.silence(e)
	case *syntax.Include:
		return c.include(e)
	case *syntax.Print:
		x := c.expr(e.X)
		c.emit(opcode.Echo, x, none).Ext = 1
		return longNode(1)
	case *syntax.InstanceOf:
		return c.instanceOf(e)
	case *syntax.ShellExec:
		return c.shellExec(e)
	case *syntax.Yield:
		return c.yield(e)
	case *syntax.YieldFrom:
		return c.yieldFrom(e)
	case *syntax.Throw:
		return c.throw(e, true)
	case *syntax.Match:
		return c.match(e)
	case *syntax.FuncDecl:
		return c.closure(e)
	case *syntax.ClassDecl:
		return c.classDecl(e, false)
	case *syntax.Name:
		return strNode(e.Value)
	}
	c.fail("Cannot use this expression here")
	return none
}

// binary compiles a chain of operators, which leans to the left, with a loop.
func (c *compiler) binary(e *syntax.Binary) node {
	if e.Op == syntax.OpCoalesce {
		return c.coalesce(e)
	}
	spine := []*syntax.Binary{e}
	left := e.L
	for {
		b, ok := left.(*syntax.Binary)
		if !ok || b.Op == syntax.OpCoalesce {
			break
		}
		if len(c.folded) > 0 {
			if _, known := c.folded[b]; known {
				break
			}
		}
		spine = append(spine, b)
		left = b.L
	}
	n := c.expr(left)
	for i := len(spine) - 1; i >= 0; i-- {
		n = c.operator(spine[i], n)
	}
	return n
}

// operator compiles one link of a chain, whose left value is there already.
func (c *compiler) operator(e *syntax.Binary, l node) node {
	switch e.Op {
	case syntax.OpBoolAnd, syntax.OpBoolOr:
		return c.shortCircuit(e.Op == syntax.OpBoolAnd, l, func() node { return c.expr(e.R) })
	case syntax.OpPipe:
		return c.pipe(e, l)
	}
	r := c.expr(e.R)
	if l.isConst() && r.isConst() {
		if v, ok := foldBinaryOp(e.Op, l.lit, r.lit); ok {
			return constNode(v)
		}
	}
	o := binaryOps[e.Op]
	if e.Op == syntax.OpGreater || e.Op == syntax.OpGreaterEqual {
		n, _ := c.emitTmp(o, r, l)
		return n
	}
	isBool := func(n node) (val, ok bool) {
		return n.is(zval.True), n.is(zval.True) || n.is(zval.False)
	}
	switch o {
	case opcode.IsEqual, opcode.IsNotEqual:
		known, other := l, r
		if !l.isConst() {
			known, other = r, l
		}
		if val, ok := isBool(known); ok {
			b := opcode.BoolNot
			if val == (o == opcode.IsEqual) {
				b = opcode.Bool
			}
			n, _ := c.emitTmp(b, other, none)
			return n
		}
	case opcode.IsIdentical, opcode.IsNotIdentical:
		known, other := l, r
		if !l.isConst() {
			known, other = r, l
		}
		if known.isConst() && known.lit.T <= zval.True {
			n, op := c.emitTmp(opcode.TypeCheck, other, none)
			op.Ext = 1 << known.lit.T
			if o == opcode.IsNotIdentical {
				op.Ext = maskAny - op.Ext
			}
			return n
		}
	case opcode.Concat:
		for _, n := range [...]*node{&l, &r} {
			if !n.isConst() {
				continue
			}
			if n.lit.T == zval.ArrayT {
				t, op := c.emitTmp(opcode.Cast, *n, none)
				op.Ext = uint32(zval.StringT)
				*n = t
			} else {
				c.constToString(n)
			}
		}
		if l.isConst() && r.isConst() {
			o = opcode.FastConcat
		}
	}
	n, _ := c.emitTmp(o, l, r)
	return n
}

// maskAny is every type a value can have, as TYPE_CHECK counts them.
const maskAny = code.TypeMaskMixed

// shortCircuit joins a left value with a right one that may not be reached.
func (c *compiler) shortCircuit(and bool, l node, right func() node) node {
	if l.isConst() {
		if litBool(l.lit) != and {
			return boolNode(!and)
		}
		r := right()
		if r.isConst() {
			return boolNode(litBool(r.lit))
		}
		n, _ := c.emitTmp(opcode.Bool, r, none)
		return n
	}
	o := opcode.JmpnzEx
	if and {
		o = opcode.JmpzEx
	}
	at := c.next()
	op := c.emit(o, l, none)
	n := l
	if l.kind == code.Tmp {
		setResult(op, l)
	} else {
		n = c.tmpResult(op)
	}
	r := right()
	setResult(c.emit(opcode.Bool, r, none), n)
	c.land(at)
	return n
}

func (c *compiler) unary(e *syntax.Unary) node {
	x := c.expr(e.X)
	if x.isConst() {
		if v, ok := foldUnaryOp(e.Op, x.lit); ok {
			return constNode(v)
		}
	}
	var n node
	switch e.Op {
	case syntax.OpNot:
		n, _ = c.emitTmp(opcode.BoolNot, x, none)
	case syntax.OpBitNot:
		n, _ = c.emitTmp(opcode.BwNot, x, none)
	case syntax.OpPlus:
		n, _ = c.emitTmp(opcode.Mul, x, longNode(1))
	default:
		n, _ = c.emitTmp(opcode.Mul, x, longNode(-1))
	}
	return n
}

var castTypes = map[syntax.CastKind]zval.Type{
	syntax.CastInt: zval.Long, syntax.CastFloat: zval.Double, syntax.CastString: zval.StringT,
	syntax.CastArray: zval.ArrayT, syntax.CastObject: zval.ObjectT,
}

func (c *compiler) cast(e *syntax.Cast) node {
	if e.Kind == syntax.CastVoid {
		// the value counts as used: FREE takes it, whatever made it
		if n := c.expr(e.X); n.kind == code.Var || n.kind == code.Tmp {
			c.emit(opcode.Free, n, none)
		} else {
			c.free(n)
		}
		return constNode(code.NullLit())
	}
	x := c.expr(e.X)
	switch e.Kind {
	case syntax.CastBool:
		n, _ := c.emitTmp(opcode.Bool, x, none)
		return n
	case syntax.CastUnset:
		c.fail("The (unset) cast is no longer supported")
	}
	n, op := c.emitTmp(opcode.Cast, x, none)
	op.Ext = uint32(castTypes[e.Kind])
	return n
}

func (c *compiler) ternary(e *syntax.Ternary) node {
	if inner, ok := e.Cond.(*syntax.Ternary); ok && !inner.Paren {
		switch {
		case inner.Then != nil && e.Then != nil:
			c.fail("Unparenthesized `a ? b : c ? d : e` is not supported. Use either `(a ? b : c) ? d : e` or `a ? b : (c ? d : e)`")
		case inner.Then != nil:
			c.fail("Unparenthesized `a ? b : c ?: d` is not supported. Use either `(a ? b : c) ?: d` or `a ? b : (c ?: d)`")
		case e.Then != nil:
			c.fail("Unparenthesized `a ?: b ? c : d` is not supported. Use either `(a ?: b) ? c : d` or `a ?: (b ? c : d)`")
		}
	}
	cond := c.expr(e.Cond)
	if e.Then == nil {
		at := c.next()
		n, _ := c.emitTmp(opcode.JmpSet, cond, none)
		f := c.expr(e.Else)
		setResult(c.emit(opcode.QmAssign, f, none), n)
		c.land(at)
		return n
	}
	jz := c.condJump(opcode.Jmpz, cond, 0)
	t := c.expr(e.Then)
	n, _ := c.emitTmp(opcode.QmAssign, t, none)
	j := c.jump(0)
	c.land(jz)
	f := c.expr(e.Else)
	setResult(c.emit(opcode.QmAssign, f, none), n)
	c.land(j)
	return n
}

func (c *compiler) coalesce(e *syntax.Binary) node {
	l, _ := c.variable(e.L, forIsset, false)
	at := c.next()
	n, _ := c.emitTmp(opcode.Coalesce, l, none)
	r := c.expr(e.R)
	setResult(c.emit(opcode.QmAssign, r, none), n)
	c.land(at)
	return n
}

func (c *compiler) isset(e *syntax.Isset) node {
	n := c.issetOrEmpty(e, e.Vars[0], false)
	for _, v := range e.Vars[1:] {
		n = c.shortCircuit(true, n, func() node {
			c.line = v.Line()
			return c.issetOrEmpty(e, v, false)
		})
	}
	return n
}

func (c *compiler) empty(e *syntax.Empty) node {
	return c.issetOrEmpty(e, e.X, true)
}

func (c *compiler) issetOrEmpty(e, v syntax.Expr, empty bool) node {
	if !isVariable(v) {
		if !empty {
			c.fail("Cannot use isset() on the result of an expression (you can use \"null !== expression\" instead)")
		}
		return c.unary(&syntax.Unary{Pos: syntax.Pos(v.Line()), Op: syntax.OpNot, X: v})
	}
	if isGlobals(v) {
		return boolNode(!empty)
	}
	var flag uint32
	kind := uint32(code.ChainIsset)
	if empty {
		flag = code.IsEmpty
		kind = code.ChainEmpty
	}
	if x, ok := isGlobalDim(v); ok {
		if x.Index == nil {
			c.fail("Cannot use [] for reading")
		}
		name := c.expr(x.Index)
		c.constToString(&name)
		n, op := c.emitTmp(opcode.IssetIsemptyVar, name, none)
		op.Ext = code.FetchGlobal | flag
		return n
	}
	mark := len(c.short)
	var n node
	var op *code.Op
	switch v := v.(type) {
	case *syntax.Variable:
		if isThis(v) {
			n, op = c.emitVar(opcode.IssetIsemptyThis, none, none)
			c.usesThis()
		} else if cv, ok := c.tryCV(v); ok {
			n, op = c.emitVar(opcode.IssetIsemptyCv, cv, none)
		} else {
			n, op = c.namedVar(v, forIsset, false)
			op.Code = opcode.IssetIsemptyVar
		}
	case *syntax.Index:
		n, op = c.dim(v, forIsset, false)
		op.Code = opcode.IssetIsemptyDimObj
	case *syntax.Prop:
		n, op = c.prop(v, forIsset, false)
		op.Code = opcode.IssetIsemptyPropObj
	case *syntax.StaticProp:
		n, op = c.staticProp(v, forIsset, false, false)
		op.Code = opcode.IssetIsemptyStaticProp
	}
	n.kind, op.Res.Kind = code.Tmp, code.Tmp
	op.Ext |= flag
	c.commitShort(mark, n, e, kind)
	return n
}

func (c *compiler) silence(e *syntax.Silence) node {
	s, _ := c.emitTmp(opcode.BeginSilence, none, none)
	var n node
	if v, ok := e.X.(*syntax.Variable); ok {
		// The access itself must happen between the two.
		if isThis(v) {
			n = c.expr(v)
		} else {
			n, _ = c.namedVar(v, forRead, false)
		}
	} else {
		n = c.expr(e.X)
	}
	c.emit(opcode.EndSilence, s, none)
	return n
}

var includeKinds = [...]uint32{
	syntax.IncludeEval: code.IncludeEval, syntax.IncludeFile: code.IncludeFile, syntax.IncludeFileOnce: code.IncludeOnce,
	syntax.IncludeRequire: code.IncludeRequire, syntax.IncludeRequireOnce: code.IncludeRequireOnce,
}

func (c *compiler) include(e *syntax.Include) node {
	x := c.expr(e.X)
	n, op := c.emitVar(opcode.IncludeOrEval, x, none)
	op.Ext = includeKinds[e.Kind]
	return n
}

func (c *compiler) instanceOf(e *syntax.InstanceOf) node {
	x := c.expr(e.X)
	if x.isConst() {
		return boolNode(false)
	}
	class := c.classRef(e.Class, code.FetchClassNoAutoload|code.FetchClassException|code.FetchClassSilent)
	n, op := c.emitTmp(opcode.Instanceof, x, none)
	op.Op2 = c.classOperand(class)
	if class.isConst() {
		op.Ext = c.fn.d.Cache(1)
	}
	return n
}

func (c *compiler) shellExec(e *syntax.ShellExec) node {
	name := &syntax.Name{Pos: e.Pos, Kind: syntax.NameUnqualified, Value: "shell_exec"}
	call := &syntax.Call{Pos: e.Pos, Fn: name, Args: &syntax.ArgList{Pos: e.Pos, Args: []syntax.Arg{{Pos: e.Pos, Value: e.X}}}}
	c.warn(Deprecated, "The backtick (`) operator is deprecated, use shell_exec() instead")
	return c.expr(call)
}

func (c *compiler) throw(e *syntax.Throw, asExpr bool) node {
	x := c.expr(e.X)
	op := c.emit(opcode.Throw, x, none)
	if asExpr {
		op.Ext = code.ThrowIsExpr
	}
	return boolNode(true)
}

// isExit recognises exit, which arrives as a call but is an instruction.
func isExit(e *syntax.Call) bool {
	n, ok := e.Fn.(*syntax.Name)
	if !ok || n.Kind != syntax.NameFull || e.Args.FCC || len(e.Args.Args) > 1 || !equalFold(n.Value, "exit") && !equalFold(n.Value, "die") {
		return false
	}
	return len(e.Args.Args) == 0 || !e.Args.Args[0].Unpack && e.Args.Args[0].Name == ""
}

func (c *compiler) exit(e *syntax.Call, asExpr bool) node {
	var x node
	if len(e.Args.Args) > 0 {
		x = c.expr(e.Args.Args[0].Value)
	}
	op := c.emit(opcode.Exit, x, none)
	if asExpr {
		op.Ext = code.ThrowIsExpr
	}
	return boolNode(true)
}

func (c *compiler) constFetch(e *syntax.ConstFetch) node {
	name, full := c.symbolName(e.Name, syntax.UseConst)
	if c.unit.HaltOffset >= 0 && (name == "__COMPILER_HALT_OFFSET__" || e.Name.Kind != syntax.NameRelative && e.Name.Value == "__COMPILER_HALT_OFFSET__") {
		return longNode(int64(c.unit.HaltOffset))
	}
	if l, ok := c.knownConst(name, full); ok {
		return constNode(l)
	}
	n, op := c.emitTmp(opcode.FetchConstant, none, none)
	if full || c.ns == "" {
		op.Op2 = c.constName(name, false)
	} else {
		op.Op1.N = code.ConstUnqualifiedInNamespace
		op.Op2 = c.constName(name, true)
	}
	op.Ext = c.fn.d.Cache(1)
	return n
}

func (c *compiler) classConst(e *syntax.ClassConst) node {
	resolved, ok := c.constClass(e.Class)
	name, known := c.fold(e.Name)
	if ok && known && name.T == zval.StringT {
		if l, ok := c.knownClassConst(resolved, name.S); ok {
			return constNode(l)
		}
	}
	class := c.classRef(e.Class, code.FetchClassException)
	k := c.expr(e.Name)
	n, op := c.emitTmp(opcode.FetchClassConstant, none, k)
	op.Op1 = c.classOperand(class)
	op.Ext = c.fn.d.Cache(2)
	return n
}

func (c *compiler) className_(e *syntax.ClassName) node {
	switch lit := e.Class.(type) {
	case *syntax.IntLit, *syntax.FloatLit:
		c.fail("Illegal class name")
	case *syntax.StringLit:
		return strNode(c.resolveFullClass(lit.Value))
	}
	if l, ok := c.knownClassName(e.Class); ok {
		return constNode(l)
	}
	if n, ok := e.Class.(*syntax.Name); ok {
		r, op := c.emitTmp(opcode.FetchClassName, none, none)
		op.Op1.N = fetchType(n.Value)
		return r
	}
	x := c.expr(e.Class)
	if x.isConst() {
		c.fail("Cannot use \"::class\" on %s", litValueName(x.lit))
	}
	r, _ := c.emitTmp(opcode.FetchClassName, x, none)
	return r
}

func (c *compiler) array(e *syntax.Array) node {
	if l, ok := c.evalArray(e); ok {
		return constNode(l)
	}
	var result node
	init := -1
	packed := true
	for i, el := range e.Elems {
		if el.Unpack {
			v := c.expr(el.Value)
			if i == 0 {
				init = int(c.next())
				result, _ = c.emitTmp(opcode.InitArray, none, none)
			}
			setResult(c.emit(opcode.AddArrayUnpack, v, none), result)
			continue
		}
		var key node
		if el.Key != nil {
			key = c.expr(el.Key)
			if key.is(zval.StringT) {
				if n, ok := parseIndex(key.lit.S); ok {
					key = longNode(n)
				}
			}
		}
		var v node
		if el.ByRef {
			c.requireWritable(el.Value)
			v, _ = c.variable(el.Value, forWrite, true)
		} else {
			v = c.expr(el.Value)
		}
		var op *code.Op
		if i == 0 {
			init = int(c.next())
			result, op = c.emitTmp(opcode.InitArray, v, key)
			op.Ext = uint32(len(e.Elems)) << code.ArraySizeShift
		} else {
			op = c.emit(opcode.AddArrayElement, v, key)
			setResult(op, result)
		}
		if el.ByRef {
			op.Ext |= code.ArrayElementRef
		}
		if key.is(zval.StringT) {
			packed = false
		}
	}
	if !packed {
		c.op(uint32(init)).Ext |= code.ArrayNotPacked
	}
	return result
}

func (c *compiler) new(e *syntax.New) node {
	var class node
	if d, ok := e.Class.(*syntax.ClassDecl); ok {
		class = c.classDecl(d, false)
	} else {
		class = c.classRef(e.Class, code.FetchClassException)
	}
	n, op := c.emitVar(opcode.New, none, none)
	op.Op1 = c.classOperand(class)
	if class.isConst() {
		op.Op2.N = c.fn.d.Cache(1)
	}
	r := c.callCommon(e.Args, nil, e.Line())
	c.free(r)
	return n
}

func (c *compiler) pipe(e *syntax.Binary, l node) node {
	// The left value is computed once and passed by value.
	arg := c.wrap(l)
	if l.kind == code.CV {
		t, _ := c.emitTmp(opcode.QmAssign, l, none)
		arg = c.wrap(t)
	}
	args := &syntax.ArgList{Pos: e.Pos, Args: []syntax.Arg{{Pos: e.Pos, Value: arg}}}
	var call syntax.Expr
	switch r := e.R.(type) {
	case *syntax.Call:
		if r.Args.FCC {
			call = &syntax.Call{Pos: r.Pos, Fn: r.Fn, Args: args}
		}
	case *syntax.MethodCall:
		if r.Args.FCC && !r.Nullsafe {
			call = &syntax.MethodCall{Pos: r.Pos, Obj: r.Obj, Name: r.Name, Args: args}
		}
	case *syntax.StaticCall:
		if r.Args.FCC {
			call = &syntax.StaticCall{Pos: r.Pos, Class: r.Class, Name: r.Name, Args: args}
		}
	case *syntax.FuncDecl:
		if r.Kind == syntax.FuncArrow && !r.Paren {
			c.fail("Arrow functions on the right hand side of |> must be parenthesized")
		}
	}
	if call == nil {
		call = &syntax.Call{Pos: syntax.Pos(e.R.Line()), Fn: e.R, Args: args}
	}
	return c.expr(call)
}
