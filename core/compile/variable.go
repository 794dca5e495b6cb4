package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// access is what a variable is fetched for. Zend numbers the fetch
// instructions so that access*3 is the distance from the one that reads (1
// for static properties).
type access int

const (
	forRead access = iota
	forWrite
	forReadWrite
	forIsset
	forFuncArg
	forUnset
)

// nodeExpr stands in the tree for a value that is computed already.
type nodeExpr struct {
	syntax.Expr
	node node
	at   int
}

func (e *nodeExpr) Line() int { return e.at }

func (c *compiler) wrap(n node) *nodeExpr { return &nodeExpr{node: n, at: c.line} }

// Questions about a tree.

func isVariable(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Variable, *syntax.Index, *syntax.Prop, *syntax.StaticProp:
		return true
	}
	return false
}

func isCall(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Call:
		return !isExit(e)
	case *syntax.MethodCall, *syntax.StaticCall:
		return true
	case *syntax.Binary:
		return e.Op == syntax.OpPipe
	}
	return false
}

// isShortCircuited tells whether a chain contains a nullsafe link.
func isShortCircuited(e syntax.Expr) bool {
	for {
		switch x := e.(type) {
		case *syntax.Prop:
			if x.Nullsafe {
				return true
			}
			e = x.Obj
		case *syntax.MethodCall:
			if x.Nullsafe {
				return true
			}
			e = x.Obj
		case *syntax.Index:
			e = x.Base
		case *syntax.StaticProp:
			e = x.Class
		case *syntax.StaticCall:
			e = x.Class
		default:
			return false
		}
	}
}

func isChainLink(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Index, *syntax.Prop, *syntax.StaticProp, *syntax.MethodCall, *syntax.StaticCall:
		return true
	}
	return false
}

func canWriteTo(e syntax.Expr) bool {
	at := e
	for {
		switch x := at.(type) {
		case *syntax.Index:
			at = x.Base
			continue
		case *syntax.Prop:
			if !x.Nullsafe {
				at = x.Obj
				continue
			}
		}
		break
	}
	return (isVariable(at) || isCall(at)) && !isShortCircuited(at)
}

func simpleName(e syntax.Expr) (string, bool) {
	v, ok := e.(*syntax.Variable)
	if !ok {
		return "", false
	}
	if v.Expr == nil {
		return v.Name, true
	}
	if l, ok := plainLiteral(v.Expr); ok {
		return litString(l), true // ${1}, ${"x"}
	}
	return "", false
}

func isThis(e syntax.Expr) bool {
	name, ok := simpleName(e)
	return ok && name == "this"
}

func isGlobals(e syntax.Expr) bool {
	name, ok := simpleName(e)
	return ok && name == "GLOBALS"
}

// isGlobalDim recognises $GLOBALS['x'].
func isGlobalDim(e syntax.Expr) (*syntax.Index, bool) {
	x, ok := e.(*syntax.Index)
	if ok && isGlobals(x.Base) {
		return x, true
	}
	return nil, false
}

// refuseRefToChain reports a reference to a nullsafe chain.
func (c *compiler) refuseRefToChain(e syntax.Expr) {
	if isShortCircuited(e) {
		c.fail("Cannot take reference of a nullsafe chain")
	}
}

// thisExists tells whether $this cannot be missing: in methods that are not static.
func (c *compiler) thisExists() bool {
	return c.fn.scope != nil && c.fn.a.Flags&code.AccStatic == 0
}

func (c *compiler) usesThis() { c.fn.a.Flags |= code.AccUsesThis; c.fn.a.This = true }

// Nullsafe chains. A JMP_NULL leaves the chain for behind its outermost link;
// until that is reached its number waits in c.short.

func (c *compiler) markInner(e syntax.Expr) { c.inner = append(c.inner, e) }
func (c *compiler) unmarkInner()            { c.inner = c.inner[:len(c.inner)-1] }

func (c *compiler) commitShort(mark int, result node, e syntax.Expr, kind uint32) {
	if len(c.short) == mark {
		return
	}
	if kind == code.ChainExpr {
		if !isChainLink(e) {
			return
		}
		if n := len(c.inner); n > 0 && c.inner[n-1] == e {
			return
		}
	}
	for len(c.short) > mark {
		op := c.op(c.short[len(c.short)-1])
		op.Op2.N = c.next()
		if result.isConst() {
			op.Res = c.operand(&result)
		} else {
			setResult(op, result)
		}
		op.Ext |= kind
		c.short = c.short[:len(c.short)-1]
	}
}

func (c *compiler) jmpNull(obj node, a access) {
	c.short = append(c.short, c.next())
	op := c.emit(opcode.JmpNull, obj, none)
	if a == forIsset {
		op.Ext |= code.ChainQuietRead
	}
}

// adjust turns a reading fetch into the one for the access.
func adjust(op *code.Op, n *node, a access) {
	factor := opcode.Op(3)
	if op.Code == opcode.FetchStaticPropR {
		factor = 1
	}
	if a == forRead || a == forIsset {
		op.Res.Kind = code.Tmp
		n.kind = code.Tmp
	}
	op.Code += opcode.Op(a) * factor
}

// variable compiles a variable or call for the given access, and finishes its chain.
func (c *compiler) variable(e syntax.Expr, a access, byRef bool) (node, *code.Op) {
	c.enter()
	mark := len(c.short)
	n, op := c.variableInner(e, a, byRef)
	c.commitShort(mark, n, e, code.ChainExpr)
	c.leave()
	return n, op
}

func (c *compiler) variableInner(e syntax.Expr, a access, byRef bool) (node, *code.Op) {
	c.line = e.Line()
	if c.memoing != memoNone && isCall(e) && !c.o.php82 {
		return c.memoExpr(e), nil
	}
	switch e := e.(type) {
	case *syntax.Variable:
		return c.simpleVar(e, a, false)
	case *syntax.Index:
		return c.dim(e, a, byRef)
	case *syntax.Prop:
		return c.prop(e, a, byRef)
	case *syntax.StaticProp:
		return c.staticProp(e, a, byRef, false)
	case *syntax.Call:
		if isExit(e) {
			break
		}
		return c.call(e, a), nil
	case *syntax.MethodCall:
		return c.methodCall(e, a), nil
	case *syntax.StaticCall:
		return c.staticCall(e), nil
	case *nodeExpr:
		return e.node, nil
	case *syntax.Binary:
		if e.Op == syntax.OpPipe {
			return c.expr(e), nil
		}
	}
	if a == forWrite || a == forReadWrite || a == forUnset {
		c.fail("Cannot use temporary expression in write context")
	}
	return c.expr(e), nil
}

// delayedVar compiles a link of a write chain; the fetches go to c.delayed.
func (c *compiler) delayedVar(e syntax.Expr, a access, byRef bool) (node, *code.Op) {
	c.enter()
	defer c.leave()
	switch e := e.(type) {
	case *syntax.Variable:
		return c.simpleVar(e, a, true)
	case *syntax.Index:
		return c.delayedDim(e, a, byRef)
	case *syntax.Prop:
		n, op := c.delayedProp(e, a)
		if byRef {
			op.Ext |= code.FetchRef
		}
		return n, op
	case *syntax.StaticProp:
		return c.staticProp(e, a, byRef, true)
	}
	return c.variable(e, a, false)
}

// tryCV gives the compiled variable of a plain $name.
func (c *compiler) tryCV(e syntax.Expr) (node, bool) {
	name, ok := simpleName(e)
	if !ok || isAutoGlobal(name) {
		return none, false
	}
	return c.cv(name), true
}

func (c *compiler) simpleVar(e *syntax.Variable, a access, delayed bool) (node, *code.Op) {
	reading := a == forRead || a == forIsset
	if isThis(e) {
		n, op := c.emitVar(opcode.FetchThis, none, none)
		if reading {
			op.Res.Kind, n.kind = code.Tmp, code.Tmp
		}
		c.usesThis()
		return n, op
	}
	if isGlobals(e) {
		n, op := c.emitVar(opcode.FetchGlobals, none, none)
		if reading {
			op.Res.Kind, n.kind = code.Tmp, code.Tmp
		}
		return n, op
	}
	if n, ok := c.tryCV(e); ok {
		return n, nil
	}
	return c.namedVar(e, a, delayed)
}

// varName compiles the name of a variable.
func (c *compiler) varName(e *syntax.Variable) node {
	if e.Expr == nil {
		return strNode(e.Name)
	}
	n := c.expr(e.Expr)
	c.constToString(&n)
	return n
}

// constToString converts a literal node.
func (c *compiler) constToString(n *node) {
	if n.isConst() && n.lit.T != zval.StringT {
		if n.lit.T == zval.ArrayT {
			c.warn(Warning, "Array to string conversion")
		}
		n.lit = code.StrLit(litString(n.lit))
	}
}

// namedVar fetches a variable by name: variable variables and superglobals.
func (c *compiler) namedVar(e *syntax.Variable, a access, delayed bool) (node, *code.Op) {
	name := c.varName(e)
	var n node
	var op *code.Op
	if delayed {
		n, op = c.delay(opcode.FetchR, name, none)
	} else {
		n, op = c.emitVar(opcode.FetchR, name, none)
	}
	if name.isConst() && isAutoGlobal(name.lit.S) {
		op.Ext = code.FetchGlobal
	} else {
		op.Ext = code.FetchLocal
	}
	adjust(op, &n, a)
	return n, op
}

// separateCall unshares a call's result that is about to be written into.
func (c *compiler) separateCall(n node, e syntax.Expr, a access) {
	if a == forRead || a == forIsset || a == forFuncArg || !isCall(e) {
		return
	}
	if n.kind != code.Var {
		c.fail("Cannot use result of built-in function in write context")
	}
	op := c.emit(opcode.Separate, n, none)
	setResult(op, n)
}

func dimFetchForWrite(op *code.Op) bool {
	switch op.Code {
	case opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimFuncArg, opcode.FetchDimUnset:
		return true
	}
	return false
}

func (c *compiler) delayedDim(e *syntax.Index, a access, byRef bool) (node, *code.Op) {
	if isGlobals(e.Base) {
		if e.Index == nil {
			c.fail("Cannot append to $GLOBALS")
		}
		name := c.expr(e.Index)
		c.constToString(&name)
		n, op := c.delay(opcode.FetchR, name, none)
		op.Ext = code.FetchGlobal
		adjust(op, &n, a)
		return n, op
	}
	c.markInner(e.Base)
	base, op := c.delayedVar(e.Base, a, false)
	c.unmarkInner()
	if op != nil {
		if a == forWrite && (op.Code == opcode.FetchStaticPropW || op.Code == opcode.FetchObjW) {
			op.Ext |= code.FetchDimWrite
		} else if dimFetchForWrite(op) {
			op.Ext = code.FetchDimDim
		}
	}
	c.separateCall(base, e.Base, a)

	var dim node
	if e.Index == nil {
		switch a {
		case forRead, forIsset:
			c.fail("Cannot use [] for reading")
		case forUnset:
			c.fail("Cannot use [] for unsetting")
		}
	} else {
		dim = c.expr(e.Index)
	}
	n, op := c.delay(opcode.FetchDimR, base, dim)
	adjust(op, &n, a)
	if byRef {
		op.Ext = code.FetchDimRef
	}
	c.numericDim(op, dim)
	return n, op
}

// numericDim makes the literal of a numeric string index an integer, and puts
// the string behind it for ArrayAccess.
func (c *compiler) numericDim(op *code.Op, dim node) {
	if !dim.is(zval.StringT) {
		return
	}
	if n, ok := parseIndex(dim.lit.S); ok {
		c.fn.d.AddLit(dim.lit)
		l := code.LongLit(n)
		l.Extra = code.ExtraValue
		c.fn.d.Lits[op.Op2.N] = l
	}
}

func (c *compiler) dim(e *syntax.Index, a access, byRef bool) (node, *code.Op) {
	mark := len(c.delayed)
	n, _ := c.delayedDim(e, a, byRef)
	return n, c.undelay(mark)
}

func (c *compiler) delayedProp(e *syntax.Prop, a access) (node, *code.Op) {
	var obj node
	if isThis(e.Obj) {
		if !c.thisExists() {
			obj, _ = c.emitVar(opcode.FetchThis, none, none)
		}
		c.usesThis()
	} else {
		var op *code.Op
		c.markInner(e.Obj)
		obj, op = c.delayedVar(e.Obj, a, false)
		c.unmarkInner()
		if op != nil && dimFetchForWrite(op) {
			op.Ext = code.FetchDimObj
		}
		c.separateCall(obj, e.Obj, a)
		if e.Nullsafe {
			if obj.kind == code.Tmp {
				c.flushDelayed(obj)
			}
			c.jmpNull(obj, a)
		}
	}
	name := c.expr(e.Name)
	c.constToString(&name)
	if c.fn.hookProp != "" && isThis(e.Obj) && name.is(zval.StringT) && name.lit.S == c.fn.hookProp {
		c.fn.hookUsed = true
	}
	n, op := c.delay(opcode.FetchObjR, obj, name)
	if name.isConst() {
		op.Ext = c.fn.d.Cache(3)
	}
	adjust(op, &n, a)
	return n, op
}

// flushDelayed emits the delayed fetches that compute v before a JMP_NULL tests it.
func (c *compiler) flushDelayed(v node) {
	n := v.n
	i := len(c.delayed)
	for i > 0 && c.delayed[i-1].Res.Kind == code.Tmp && c.delayed[i-1].Res.N == n {
		i--
		if c.delayed[i].Op1.Kind != code.Tmp {
			break
		}
		n = c.delayed[i].Op1.N
	}
	for ; i < len(c.delayed); i++ {
		d := &c.delayed[i]
		if d.Code != opcode.Nop {
			c.fn.d.Ops = append(c.fn.d.Ops, *d)
			d.Code = opcode.Nop
			d.Ext = c.next() - 1
		}
	}
}

func (c *compiler) prop(e *syntax.Prop, a access, byRef bool) (node, *code.Op) {
	mark := len(c.delayed)
	n, op := c.delayedProp(e, a)
	if byRef {
		op.Ext |= code.FetchRef
	}
	return n, c.undelay(mark)
}

func (c *compiler) staticProp(e *syntax.StaticProp, a access, byRef, delayed bool) (node, *code.Op) {
	c.markInner(e.Class)
	class := c.classRef(e.Class, code.FetchClassException)
	c.unmarkInner()
	name := c.expr(e.Name)
	c.constToString(&name)
	var n node
	var op *code.Op
	if delayed {
		n, op = c.delay(opcode.FetchStaticPropR, name, none)
	} else {
		n, op = c.emitVar(opcode.FetchStaticPropR, name, none)
	}
	if name.isConst() {
		op.Ext = c.fn.d.Cache(3)
	}
	if class.isConst() {
		op.Op2 = c.className(class.lit.S)
		if !name.isConst() {
			op.Ext = c.fn.d.Cache(1)
		}
	} else {
		op.Op2 = code.Operand{Kind: class.kind, N: class.n}
	}
	if byRef && (a == forWrite || a == forFuncArg) {
		op.Ext |= code.FetchRef
	}
	adjust(op, &n, a)
	return n, op
}
