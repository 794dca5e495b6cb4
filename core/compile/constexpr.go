package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// constExpr compiles an initialiser: to a literal where its value is known,
// else to an expression that is evaluated when first needed. dynamic allows
// what may differ at each evaluation (new).
func (c *compiler) constExpr(e syntax.Expr, dynamic bool) code.Lit {
	if l, ok := c.evalConst(e); ok {
		return l
	}
	saved := c.exprMode
	c.exprMode = dynamic
	x := c.buildConst(e)
	c.exprMode = saved
	x.Src = exportExpr(e)
	if c.class != nil {
		x.Scope = c.class.decl.Name
	}
	return code.ExprLit(x)
}

// constInit compiles a static variable's initialiser if it is one that need
// not be compiled to code.
func (c *compiler) constInit(e syntax.Expr) (code.Lit, bool) {
	ok := true
	walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.IntLit, *syntax.FloatLit, *syntax.StringLit, *syntax.Unary, *syntax.Ternary,
			*syntax.Index, *syntax.Array, *syntax.ConstFetch, *syntax.Magic, *syntax.Name, *syntax.Prop:
		case *syntax.Binary:
			ok = ok && n.Op != syntax.OpPipe
		case *syntax.ClassConst:
			cn, named := n.Class.(*syntax.Name)
			ok = ok && named && fetchTypeOf(cn) != code.FetchClassStatic
		case *syntax.ClassName:
			cn, named := n.Class.(*syntax.Name)
			ok = ok && named && fetchTypeOf(cn) != code.FetchClassStatic
		case *syntax.New:
			cn, named := n.Class.(*syntax.Name)
			ok = ok && named && fetchTypeOf(cn) != code.FetchClassStatic && !n.Args.FCC
			for i := range n.Args.Args {
				ok = ok && !n.Args.Args[i].Unpack
			}
		default:
			ok = false
		}
		return ok
	})
	if !ok {
		return code.Lit{}, false
	}
	return c.constExpr(e, true), true
}

func (c *compiler) lit2expr(l code.Lit, line int) *code.ConstExpr {
	return &code.ConstExpr{Kind: code.CELit, Value: c.reg.Value(l), Line: line}
}

func (c *compiler) buildConst(e syntax.Expr) *code.ConstExpr {
	c.enter()
	defer c.leave()
	line := e.Line()
	if l, ok := c.evalConst(e); ok {
		return c.lit2expr(l, line)
	}
	x := &code.ConstExpr{Line: line}
	switch e := e.(type) {
	case *syntax.Binary:
		return c.buildConstSpine(e)
	case *syntax.Unary:
		x.X = c.buildConst(e.X)
		x.Kind = code.CEUnary
		switch e.Op {
		case syntax.OpNot:
			x.Op = uint8(opcode.BoolNot)
		case syntax.OpBitNot:
			x.Op = uint8(opcode.BwNot)
		default:
			n := int64(1)
			if e.Op == syntax.OpMinus {
				n = -1
			}
			x.Kind, x.Op, x.Y = code.CEBinary, uint8(opcode.Mul), c.lit2expr(code.LongLit(n), line)
		}
	case *syntax.Ternary:
		x.Kind = code.CETernary
		x.X = c.buildConst(e.Cond)
		if e.Then != nil {
			x.Y = c.buildConst(e.Then)
		}
		x.Z = c.buildConst(e.Else)
	case *syntax.Index:
		if e.Index == nil {
			c.fail("Cannot use [] for reading")
		}
		x.Kind, x.X, x.Y = code.CEDim, c.buildConst(e.Base), c.buildConst(e.Index)
	case *syntax.Array:
		x.Kind = code.CEArray
		for _, el := range e.Elems {
			if el.ByRef {
				c.fail("Constant expression contains invalid operations")
			}
			it := code.ConstItem{Value: c.buildConst(el.Value), Spread: el.Unpack}
			if el.Key != nil {
				it.Key = c.buildConst(el.Key)
			}
			x.Items = append(x.Items, it)
		}
	case *syntax.ConstFetch:
		name, full := c.symbolName(e.Name, syntax.UseConst)
		x.Kind, x.Name = code.CEConst, name
		if !full && c.ns != "" {
			x.Name2 = unqualified(name)
		}
	case *syntax.ClassConst:
		c.buildClassConst(x, e)
	case *syntax.ClassName:
		n, ok := e.Class.(*syntax.Name)
		if !ok {
			c.fail("(expression)::class cannot be used in constant expressions")
		}
		if fetchType(n.Value) == code.FetchClassStatic {
			c.fail("static::class cannot be used for compile-time class name resolution")
		}
		x.Kind, x.Name = code.CEClassName, lower(n.Value)
	case *syntax.Magic:
		x.Kind = code.CEMagicClass
	case *syntax.Prop:
		x.Kind, x.X, x.NullSafe = code.CEProp, c.buildConst(e.Obj), e.Nullsafe
		if s, ok := e.Name.(*syntax.StringLit); ok {
			x.Name = s.Value
		} else {
			x.Y = c.buildConst(e.Name)
		}
	case *syntax.New:
		c.buildNew(x, e)
	case *syntax.Cast:
		if e.Kind == syntax.CastUnset {
			c.fail("The (unset) cast is no longer supported")
		}
		if e.Kind == syntax.CastVoid {
			c.fail("Constant expression contains invalid operations")
		}
		if e.Kind == syntax.CastObject && !c.exprMode {
			c.fail("Object casts are not supported in this context")
		}
		x.Kind, x.X = code.CECast, c.buildConst(e.X)
		x.Op = uint8(castTypes[e.Kind])
		if e.Kind == syntax.CastBool {
			x.Op = code.CastBool
		}
	case *syntax.FuncDecl:
		if e.Kind != syntax.FuncClosure {
			c.fail("Constant expression contains invalid operations")
		}
		if !e.Static() {
			c.fail("Closures in constant expressions must be static")
		}
		if len(e.Uses) > 0 {
			c.fail("Cannot use(...) variables in constant expression")
		}
		a := c.newOp(e)
		a.Name = c.closureName(e)
		c.function(a, e, nil, attrFunction, nil)
		c.unit.Funcs = append(c.unit.Funcs, a)
		x.Kind, x.Func = code.CEClosure, a
	case *syntax.Call:
		n, ok := nameOf(e.Fn)
		if !e.Args.FCC {
			c.fail("Constant expression contains invalid operations")
		}
		if l, lit := c.evalConst(e.Fn); lit && l.T != zval.StringT {
			c.fail("Illegal function name")
		}
		if !ok {
			c.fail("Cannot use dynamic function name in constant expression")
		}
		name, full := c.symbolName(n, syntax.UseFunction)
		x.Kind, x.Name = code.CEFCC, name
		x.NullSafe = !full && c.ns != "" // the global function is tried too
	case *syntax.StaticCall:
		if !e.Args.FCC {
			c.fail("Constant expression contains invalid operations")
		}
		n, ok := e.Class.(*syntax.Name)
		if !ok {
			c.fail("Cannot use dynamic class name in constant expression")
		}
		m, ok := e.Name.(*syntax.StringLit)
		if !ok {
			c.fail("Cannot use dynamic method name in constant expression")
		}
		if fetchTypeOf(n) == code.FetchClassStatic {
			c.fail("\"static\" is not allowed in compile-time constants")
		}
		x.Kind, x.Name, x.Name2 = code.CEFCC, c.resolveClass(n), m.Value
	default:
		c.fail("Constant expression contains invalid operations")
	}
	return x
}

// buildConstSpine builds a left-deep chain of operators without recursion.
func (c *compiler) buildConstSpine(e *syntax.Binary) *code.ConstExpr {
	var spine []*syntax.Binary
	var left syntax.Expr = e
	for {
		b, ok := left.(*syntax.Binary)
		if !ok {
			break
		}
		spine = append(spine, b)
		left = b.L
	}
	// The longest constant beginning of the chain is one literal.
	i := len(spine) - 1
	known, ok := c.evalConst(left)
	var x *code.ConstExpr
	if ok {
		for ; i >= 0; i-- {
			b := spine[i]
			if b.Op == syntax.OpCoalesce || b.Op == syntax.OpBoolAnd || b.Op == syntax.OpBoolOr {
				break
			}
			r, rok := c.evalConst(b.R)
			if !rok {
				break
			}
			v, vok := foldBinaryOp(b.Op, known, r)
			if !vok {
				break
			}
			known = v
		}
		x = c.lit2expr(known, left.Line())
	} else {
		x = c.buildConst(left)
	}
	for ; i >= 0; i-- {
		b := spine[i]
		y := &code.ConstExpr{Line: b.Line(), Kind: code.CEBinary, X: x}
		switch b.Op {
		case syntax.OpCoalesce:
			y.Kind = code.CECoalesce
		case syntax.OpBoolAnd:
			y.Kind = code.CEAnd
		case syntax.OpBoolOr:
			y.Kind = code.CEOr
		case syntax.OpPipe:
			c.fail("Constant expression contains invalid operations")
		default:
			y.Op = uint8(binaryOps[b.Op])
		}
		y.Y = c.buildConst(b.R)
		if b.Op == syntax.OpGreater || b.Op == syntax.OpGreaterEqual {
			y.X, y.Y = y.Y, y.X
		}
		x = y
	}
	return x
}

func (c *compiler) buildClassConst(x *code.ConstExpr, e *syntax.ClassConst) {
	n, ok := nameOf(e.Class)
	if l, lit := c.evalConst(e.Class); lit && l.T != zval.StringT {
		c.fail("Class name must be a valid object or a string")
	}
	if !ok {
		c.fail("Dynamic class names are not allowed in compile-time class constant references")
	}
	ft := fetchTypeOf(n)
	if ft == code.FetchClassStatic {
		c.fail("\"static::\" is not allowed in compile-time constants")
	}
	x.Kind = code.CEClassConst
	if ft == code.FetchClassDefault {
		x.Name = c.resolveClass(n)
	} else {
		x.Name = lower(n.Value)
	}
	k := c.buildConst(e.Name)
	if k.Kind == code.CELit && k.Value.Type() == zval.StringT {
		x.Name2 = k.Value.Str().String()
	} else {
		x.Y = k
	}
}

func (c *compiler) buildNew(x *code.ConstExpr, e *syntax.New) {
	if !c.exprMode {
		c.fail("New expressions are not supported in this context")
	}
	n, ok := e.Class.(*syntax.Name)
	if !ok {
		if _, anon := e.Class.(*syntax.ClassDecl); anon {
			c.fail("Cannot use anonymous class in constant expression")
		}
		c.fail("Cannot use dynamic class name in constant expression")
	}
	name := c.resolveClass(n)
	switch fetchTypeOf(n) {
	case code.FetchClassStatic:
		c.fail("\"static\" is not allowed in compile-time constants")
	case code.FetchClassSelf, code.FetchClassParent:
		name = lower(name)
	}
	if e.Args.FCC {
		c.fail("Cannot create Closure for new expression")
	}
	x.Kind, x.Name = code.CENew, name
	x.Args = c.constArgs(e.Args)
}

func (c *compiler) constArgs(list *syntax.ArgList) []code.ConstArg {
	var out []code.ConstArg
	named := false
	for i := range list.Args {
		a := &list.Args[i]
		if a.Unpack {
			c.fail("Argument unpacking in constant expressions is not supported")
		}
		if a.Name != "" {
			named = true
		} else if named {
			c.fail("Cannot use positional argument after named argument")
		}
		out = append(out, code.ConstArg{Name: a.Name, Expr: c.buildConst(a.Value)})
	}
	return out
}
