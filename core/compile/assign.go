package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
)

// requireWritable reports targets that cannot be written to.
func (c *compiler) requireWritable(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.Call:
		if isExit(x) {
			break
		}
		c.fail("Can't use function return value in write context")
	case *syntax.Binary:
		if x.Op == syntax.OpPipe {
			c.fail("Can't use function return value in write context")
		}
	case *syntax.MethodCall, *syntax.StaticCall:
		c.fail("Can't use method return value in write context")
	}
	if isShortCircuited(e) {
		c.fail("Can't use nullsafe operator in write context")
	}
	if isGlobals(e) {
		c.fail("$GLOBALS can only be modified using the $GLOBALS[$name] = $value syntax")
	}
}

// assignsToSelf recognises $a[...] = $a and the like, whose right side must be
// read before the left is written.
func assignsToSelf(v, value syntax.Expr) bool {
	name, ok := simpleName(value)
	if !ok {
		return false
	}
	for {
		switch x := v.(type) {
		case *syntax.Index:
			v = x.Base
			continue
		case *syntax.Prop:
			v = x.Obj
			continue
		case *syntax.StaticProp:
			v = x.Class
			continue
		}
		break
	}
	target, ok := simpleName(v)
	return ok && target == name
}

// readFirst compiles a variable into a temporary copy.
func (c *compiler) readFirst(e *syntax.Variable) node {
	if cv, ok := c.tryCV(e); ok {
		n, _ := c.emitTmp(opcode.QmAssign, cv, none)
		return n
	}
	n, _ := c.namedVar(e, forRead, false)
	return n
}

func (c *compiler) valueBeside(value, target syntax.Expr) node {
	if assignsToSelf(target, value) && !isThis(value) {
		return c.readFirst(value.(*syntax.Variable))
	}
	return c.expr(value)
}

// becomes turns the fetch emitted last into an instruction that stores.
func becomes(op *code.Op, o opcode.Op, n *node) {
	op.Code = o
	op.Res.Kind = code.Tmp
	n.kind = code.Tmp
}

func (c *compiler) assign(e *syntax.Assign) node { return c.assignTo(e.Var, e.Value) }

func (c *compiler) assignTo(target, value syntax.Expr) node {
	if isThis(target) {
		c.fail("Cannot re-assign $this")
	}
	c.requireWritable(target)
	_, global := isGlobalDim(target)
	mark := len(c.delayed)
	switch t := target.(type) {
	case *syntax.StaticProp:
		n, _ := c.delayedVar(t, forWrite, false)
		v := c.expr(value)
		becomes(c.undelay(mark), opcode.AssignStaticProp, &n)
		c.emitData(v)
		return n
	case *syntax.Prop:
		n, _ := c.delayedProp(t, forWrite)
		v := c.expr(value)
		becomes(c.undelay(mark), opcode.AssignObj, &n)
		c.emitData(v)
		return n
	case *syntax.Array:
		return c.assignList(t, value)
	case *syntax.Index:
		if !global {
			n, _ := c.delayedDim(t, forWrite, false)
			v := c.valueBeside(value, target)
			becomes(c.undelay(mark), opcode.AssignDim, &n)
			c.emitData(v)
			return n
		}
	case *syntax.Variable:
	default:
		c.fail("Assignments can only happen to writable values")
	}
	n, _ := c.delayedVar(target, forWrite, false)
	v := c.expr(value)
	c.undelay(mark)
	c.line = target.Line()
	r, _ := c.emitTmp(opcode.Assign, n, v)
	return r
}

// store assigns a computed value to a variable.
func (c *compiler) store(target syntax.Expr, v node) {
	w := c.wrap(v)
	c.line = target.Line()
	c.free(c.assignTo(target, w))
}

func (c *compiler) storeRef(target syntax.Expr, v node) {
	w := c.wrap(v)
	c.line = target.Line()
	c.free(c.assignRefTo(target, w))
}

func (c *compiler) assignRef(e *syntax.AssignRef) node {
	if n, ok := e.Value.(*syntax.New); ok {
		c.line = n.Line()
		c.fail("Cannot assign reference to non referenceable value")
	}
	return c.assignRefTo(e.Var, e.Value)
}

func (c *compiler) assignRefTo(target, source syntax.Expr) node {
	if isThis(target) {
		c.fail("Cannot re-assign $this")
	}
	c.requireWritable(target)
	c.refuseRefToChain(source)
	if isGlobals(source) {
		c.fail("Cannot acquire reference to $GLOBALS")
	}
	mark := len(c.delayed)
	t, _ := c.delayedVar(target, forWrite, true)
	s, _ := c.variable(source, forWrite, true)
	_, computed := source.(*nodeExpr)
	tv, simple := target.(*syntax.Variable)
	simple = simple && tv.Expr == nil
	if !simple && !computed && s.kind != code.CV {
		// The right side may move what the left side's pointer refers to.
		s, _ = c.emitVar(opcode.MakeRef, s, none)
	}
	op := c.undelay(mark)
	if s.kind != code.Var && isCall(source) {
		c.fail("Cannot use result of built-in function in write context")
	}
	var flags uint32
	if isCall(source) {
		flags = code.ReturnsFunction
	}
	if op != nil && (op.Code == opcode.FetchObjW || op.Code == opcode.FetchStaticPropW) {
		if op.Code == opcode.FetchObjW {
			op.Code = opcode.AssignObjRef
		} else {
			op.Code = opcode.AssignStaticPropRef
		}
		op.Ext = op.Ext&^code.FetchRef | flags
		c.emitData(s)
		return t
	}
	n, op := c.emitVar(opcode.AssignRef, t, s)
	op.Ext = flags
	return n
}

func (c *compiler) assignOp(e *syntax.AssignOp) node {
	if e.Op == syntax.OpCoalesce {
		return c.assignCoalesce(e)
	}
	c.requireWritable(e.Var)
	which := uint32(binaryOps[e.Op])
	_, global := isGlobalDim(e.Var)
	mark := len(c.delayed)
	switch t := e.Var.(type) {
	case *syntax.StaticProp, *syntax.Prop:
		n, _ := c.delayedVar(t.(syntax.Expr), forReadWrite, false)
		v := c.expr(e.Value)
		op := c.undelay(mark)
		slot := op.Ext
		o := opcode.AssignObjOp
		if _, static := t.(*syntax.StaticProp); static {
			o = opcode.AssignStaticPropOp
		}
		becomes(op, o, &n)
		op.Ext = which
		c.emitData(v).Ext = slot
		return n
	case *syntax.Index:
		if !global {
			n, _ := c.delayedDim(t, forReadWrite, false)
			v := c.valueBeside(e.Value, e.Var)
			op := c.undelay(mark)
			becomes(op, opcode.AssignDimOp, &n)
			op.Ext = which
			c.emitData(v)
			return n
		}
	case *syntax.Variable:
	default:
		c.fail("Cannot use temporary expression in write context")
	}
	n, _ := c.delayedVar(e.Var, forReadWrite, false)
	v := c.expr(e.Value)
	c.undelay(mark)
	r, op := c.emitTmp(opcode.AssignOp, n, v)
	op.Ext = which
	return r
}

func (c *compiler) incDec(e *syntax.IncDec) node {
	c.requireWritable(e.X)
	var o opcode.Op
	pick := func(preInc, preDec, postInc, postDec opcode.Op) {
		switch {
		case e.Prefix && !e.Dec:
			o = preInc
		case e.Prefix:
			o = preDec
		case !e.Dec:
			o = postInc
		default:
			o = postDec
		}
	}
	var n node
	var op *code.Op
	switch x := e.X.(type) {
	case *syntax.Prop:
		pick(opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj)
		n, op = c.prop(x, forReadWrite, false)
	case *syntax.StaticProp:
		pick(opcode.PreIncStaticProp, opcode.PreDecStaticProp, opcode.PostIncStaticProp, opcode.PostDecStaticProp)
		n, op = c.staticProp(x, forReadWrite, false, false)
	default:
		pick(opcode.PreInc, opcode.PreDec, opcode.PostInc, opcode.PostDec)
		v, op := c.variable(e.X, forReadWrite, false)
		if op != nil && op.Code == opcode.FetchDimRw {
			op.Ext = code.FetchDimIncdec
		}
		n, _ = c.emitTmp(o, v, none)
		return n
	}
	if !e.Prefix {
		// Zend asks for a temporary of its own here; the fetch's is the one
		// it had, taken back because a null result takes none.
		c.fn.d.NumTmps--
		op.Code = o
		return c.tmpResult(op)
	}
	becomes(op, o, &n)
	return n
}

// assignCoalesce compiles $v ??= x. The parts of v are computed once: while
// the variable is tested they are remembered, for the write they are recalled.
func (c *compiler) assignCoalesce(e *syntax.AssignOp) node {
	savedMemo, savedMode := c.memo, c.memoing
	c.requireWritable(e.Var)
	if isThis(e.Var) {
		c.fail("Cannot re-assign $this")
	}
	if _, ok := e.Var.(*syntax.Array); ok || !isVariable(e.Var) {
		c.fail("Cannot use temporary expression in write context")
	}
	c.memo = newMemo()
	c.memoing = memoStore
	v, _ := c.variable(e.Var, forIsset, false)
	coalesce := c.next()
	result, _ := c.emitTmp(opcode.Coalesce, v, none)

	c.memoing = memoNone
	var def node
	if _, ok := e.Var.(*syntax.Index); ok {
		def = c.valueBeside(e.Value, e.Var)
	} else {
		def = c.expr(e.Value)
	}

	c.memoing = memoFetch
	w, _ := c.variable(e.Var, forWrite, false)
	_, global := isGlobalDim(e.Var)
	op := c.last()
	var assigned node
	switch e.Var.(type) {
	case *syntax.StaticProp:
		becomes(op, opcode.AssignStaticProp, &w)
		c.emitData(def)
		assigned = w
	case *syntax.Prop:
		becomes(op, opcode.AssignObj, &w)
		c.emitData(def)
		assigned = w
	case *syntax.Index:
		if !global {
			becomes(op, opcode.AssignDim, &w)
			c.emitData(def)
			assigned = w
			break
		}
		assigned, _ = c.emitTmp(opcode.Assign, w, def)
	default:
		assigned, _ = c.emitTmp(opcode.Assign, w, def)
	}
	setResult(c.emit(opcode.QmAssign, assigned, none), result)

	if c.memo.anyTemp() {
		skip := c.jump(0)
		c.land(coalesce)
		for _, n := range c.memo.order {
			if n.temp() {
				c.emit(opcode.Free, n, none)
			}
		}
		c.land(skip)
	} else {
		c.land(coalesce)
	}
	c.memo, c.memoing = savedMemo, savedMode
	return result
}

// memo remembers what expressions inside a ??= target evaluated to.
type memo struct {
	vals  map[syntax.Expr]int
	order []node
}

type memoMode int

const (
	memoNone memoMode = iota
	memoStore
	memoFetch
)

func newMemo() *memo { return &memo{vals: map[syntax.Expr]int{}} }

func (m *memo) anyTemp() bool {
	for i := range m.order {
		if m.order[i].temp() {
			return true
		}
	}
	return false
}

// memoExpr stores or recalls an expression's value, as the mode says.
func (c *compiler) memoExpr(e syntax.Expr) node {
	if c.memoing == memoFetch {
		if i, ok := c.memo.vals[e]; ok {
			return c.memo.order[i]
		}
		saved := c.memoing
		c.memoing = memoNone
		n := c.expr(e)
		c.memoing = saved
		return n
	}
	c.memoing = memoNone
	n := c.expr(e)
	c.memoing = memoStore
	kept := n
	switch n.kind {
	case code.Var:
		kept, _ = c.emitVar(opcode.CopyTmp, n, none)
	case code.Tmp:
		kept, _ = c.emitTmp(opcode.CopyTmp, n, none)
	}
	if i, ok := c.memo.vals[e]; ok {
		c.memo.order[i] = kept
	} else {
		c.memo.vals[e] = len(c.memo.order)
		c.memo.order = append(c.memo.order, kept)
	}
	return n
}

// Destructuring.

// listRefs finds out which elements of a destructuring target hold references
// inside; el.ByRef of nested targets is set accordingly.
func listRefs(a *syntax.Array) bool {
	any := false
	for _, el := range a.Elems {
		if el == nil {
			continue
		}
		if sub, ok := el.Value.(*syntax.Array); ok {
			el.ByRef = listRefs(sub)
		}
		any = any || el.ByRef
	}
	return any
}

func (c *compiler) assignList(t *syntax.Array, value syntax.Expr) node {
	var v node
	if listRefs(t) {
		if !isVariable(value) && !isCall(value) {
			c.fail("Cannot assign reference to non referenceable value")
		}
		c.refuseRefToChain(value)
		v, _ = c.variable(value, forWrite, true)
		v, _ = c.emitVar(opcode.MakeRef, v, none)
	} else if sv, ok := value.(*syntax.Variable); ok {
		if isThis(sv) || isGlobals(sv) {
			v = c.thisOrGlobalsByName(sv)
		} else {
			v = c.readFirst(sv)
		}
	} else {
		v = c.expr(value)
	}
	c.list(t, v, t.Syntax)
	return v
}

// thisOrGlobalsByName is `list(...) = $this`: Zend looks for an ordinary variable there.
func (c *compiler) thisOrGlobalsByName(e *syntax.Variable) node {
	if isThis(e) {
		n, _ := c.simpleVar(e, forRead, false)
		return n
	}
	return c.readFirst(e)
}

func (c *compiler) checkListTarget(e syntax.Expr, style syntax.ArraySyntax) {
	if a, ok := e.(*syntax.Array); ok {
		if a.Syntax == syntax.ArrayLong {
			c.fail("Cannot assign to array(), use [] instead")
		}
		if a.Syntax != style {
			c.fail("Cannot mix [] and list()")
		}
	} else if !canWriteTo(e) {
		c.fail("Assignments can only happen to writable values")
	}
}

// list assigns the elements of v to the parts of a target. v stays alive.
func (c *compiler) list(t *syntax.Array, v node, style syntax.ArraySyntax) {
	keyed := false
	for _, el := range t.Elems {
		if el != nil {
			keyed = el.Key != nil
			break
		}
	}
	any := false
	for i, el := range t.Elems {
		if el == nil {
			if keyed {
				c.fail("Cannot use empty array entries in keyed array assignment")
			}
			continue
		}
		if el.Unpack {
			c.fail("Spread operator is not supported in assignments")
		}
		any = true
		if keyed != (el.Key != nil) {
			c.fail("Cannot mix keyed and unkeyed array entries in assignments")
		}
		dim := longNode(int64(i))
		if keyed {
			dim = c.expr(el.Key)
		}
		c.checkListTarget(el.Value, style)
		o := opcode.FetchListR
		if el.ByRef {
			o = opcode.FetchListW
			if v.kind == code.CV {
				o = opcode.FetchDimW
			}
		}
		part, op := c.emitVar(o, v, dim)
		c.numericDim(op, dim)
		if el.ByRef {
			part, _ = c.emitVar(opcode.MakeRef, part, none)
		}
		if sub, ok := el.Value.(*syntax.Array); ok {
			c.enter()
			c.list(sub, part, sub.Syntax)
			c.leave()
			c.free(part)
		} else if el.ByRef {
			c.storeRef(el.Value, part)
		} else {
			c.store(el.Value, part)
		}
	}
	if !any {
		c.fail("Cannot use empty list")
	}
}
