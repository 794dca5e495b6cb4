package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
)

func (c *compiler) while(s *syntax.While) {
	j := c.jump(0)
	c.beginLoop(opcode.Nop, none, false)
	start := c.next()
	c.stmt(s.Body)
	at := c.next()
	c.retarget(j, at)
	cond := c.expr(s.Cond)
	c.condJump(opcode.Jmpnz, cond, start)
	c.endLoop(at)
}

func (c *compiler) doWhile(s *syntax.DoWhile) {
	c.beginLoop(opcode.Nop, none, false)
	start := c.next()
	c.stmt(s.Body)
	at := c.next()
	cond := c.expr(s.Cond)
	c.condJump(opcode.Jmpnz, cond, start)
	c.endLoop(at)
}

// exprList compiles a list of expressions; the last one's value remains.
func (c *compiler) exprList(list []syntax.Expr) node {
	n := boolNode(true)
	for _, e := range list {
		c.free(n)
		n = c.expr(e)
	}
	return n
}

func (c *compiler) forStmt(s *syntax.For) {
	c.free(c.exprList(s.Init))
	j := c.jump(0)
	c.beginLoop(opcode.Nop, none, false)
	start := c.next()
	c.stmt(s.Body)
	step := c.next()
	c.free(c.exprList(s.Step))
	c.land(j)
	if n := len(s.Cond); n > 0 {
		if x, ok := s.Cond[n-1].(*syntax.Cast); ok && x.Kind == syntax.CastVoid {
			c.fail("Cannot use (void) cast as the last condition of a for loop")
		}
	}
	cond := c.exprList(s.Cond)
	c.condJump(opcode.Jmpnz, cond, start)
	c.endLoop(step)
}

func (c *compiler) foreach(s *syntax.Foreach) {
	byRef := s.ByRef
	variable := isVariable(s.X) && canWriteTo(s.X)
	if _, ok := s.Key.(*syntax.Array); ok {
		c.fail("Cannot use list as key element")
	}
	list, isList := s.Value.(*syntax.Array)
	if isList && listRefs(list) {
		byRef = true
	}
	var x node
	if byRef && variable {
		x, _ = c.variable(s.X, forWrite, true)
	} else {
		x = c.expr(s.X)
	}
	reset, fetch := opcode.FeResetR, opcode.FeFetchR
	if byRef {
		c.separateCall(x, s.X, forWrite)
		reset, fetch = opcode.FeResetRw, opcode.FeFetchRw
	}
	atReset := c.next()
	it, _ := c.emitVar(reset, x, none)
	c.beginLoop(opcode.FeFree, it, false)
	atFetch := c.next()
	op := c.emit(fetch, it, none)

	if isThis(s.Value) {
		c.fail("Cannot re-assign $this")
	}
	if cv, ok := c.tryCV(s.Value); ok {
		op.Op2 = c.operand(&cv)
	} else {
		v := node{kind: code.Var, n: c.temporary()}
		op.Op2 = c.operand(&v)
		switch {
		case isList:
			c.list(list, v, list.Syntax)
			c.free(v)
		case byRef:
			c.storeRef(s.Value, v)
		default:
			c.store(s.Value, v)
		}
	}
	if s.Key != nil {
		k := c.tmpResult(c.op(atFetch))
		c.store(s.Key, k)
	}
	c.stmt(s.Body)

	c.line = s.Line()
	c.jump(atFetch)
	c.op(atReset).Op2.N = c.next()
	c.op(atFetch).Ext = c.next()
	c.endLoop(atFetch)
	c.emit(opcode.FeFree, it, none)
}

func (c *compiler) breakContinue(word string, depthExpr syntax.Expr) {
	depth := int64(1)
	if depthExpr != nil {
		l, ok := plainLiteral(depthExpr)
		if !ok {
			c.fail("'%s' operator with non-integer operand is no longer supported", word)
		}
		if x, isInt := depthExpr.(*syntax.IntLit); !isInt || x.Value < 1 {
			c.fail("'%s' operator accepts only positive integers", word)
		}
		depth = l.N
	}
	f := c.fn
	if f.curBrk == -1 {
		c.fail("'%s' not in the 'loop' or 'switch' context", word)
	}
	if !c.unwind(depth, nil) {
		plural := "s"
		if depth == 1 {
			plural = ""
		}
		c.fail("Cannot '%s' %d level%s", word, depth, plural)
	}
	cont := word == "continue"
	if cont {
		cur := f.curBrk
		for d := depth; d > 1; d-- {
			cur = f.brk[cur].parent
		}
		if e := f.brk[cur]; e.isSwitch {
			c.warnContinueSwitch(depth, e.parent != -1)
		}
	}
	at := c.next()
	c.emit(opcode.Jmp, none, none)
	f.jumps = append(f.jumps, pendingJump{op: at, depth: depth, brk: f.curBrk, cont: cont})
}

func (c *compiler) warnContinueSwitch(depth int64, nested bool) {
	switch {
	case depth == 1 && !nested:
		c.warn(Warning, "\"continue\" targeting switch is equivalent to \"break\"")
	case depth == 1:
		c.warn(Warning, "\"continue\" targeting switch is equivalent to \"break\". Did you mean to use \"continue %d\"?", depth+1)
	case !nested:
		c.warn(Warning, "\"continue %d\" targeting switch is equivalent to \"break %d\"", depth, depth)
	default:
		c.warn(Warning, "\"continue %d\" targeting switch is equivalent to \"break %d\". Did you mean to use \"continue %d\"?", depth, depth, depth+1)
	}
}

func (c *compiler) gotoStmt(s *syntax.Goto) {
	f := c.fn
	start := c.next()
	c.unwindAll(nil)
	at := c.next()
	c.emit(opcode.Jmp, none, none)
	f.jumps = append(f.jumps, pendingJump{op: at, brk: f.curBrk, label: s.Label, unwind: int(at - start)})
}

func (c *compiler) label(s *syntax.Label) {
	f := c.fn
	if f.labels == nil {
		f.labels = map[string]label{}
	}
	if _, have := f.labels[s.Name]; have {
		c.fail("Label '%s' already defined", s.Name)
	}
	f.labels[s.Name] = label{brk: f.curBrk, op: c.next()}
	f.lastLabel = int(c.next())
}

// settleJumps gives every break, continue and goto of a finished function its target.
func (c *compiler) settleJumps(f *fnState) {
	for _, j := range f.jumps {
		op := &f.d.Ops[j.op]
		if j.label != "" {
			c.settleGoto(f, j, op)
		} else {
			at := j.brk
			for d := j.depth; d > 1; d-- {
				at = f.brk[at].parent
			}
			op.Op1.N = f.brk[at].brk
			if j.cont {
				op.Op1.N = f.brk[at].cont
			}
		}
		if f.a.Flags&code.AccHasFinally != 0 {
			c.checkFinallyJump(f, j.op, op.Op1.N)
		}
	}
}

func (c *compiler) settleGoto(f *fnState, j pendingJump, op *code.Op) {
	dest, ok := f.labels[j.label]
	if !ok {
		c.failAt(int(op.Line), "'goto' to undefined label '%s'", j.label)
	}
	// What was emitted left all loops and try blocks; some are not left.
	remove := j.unwind
	for at := j.brk; at != dest.brk; at = f.brk[at].parent {
		if at == -1 {
			c.failAt(int(op.Line), "'goto' into loop or switch statement is disallowed")
		}
		if f.brk[at].start >= 0 {
			remove--
		}
	}
	for _, t := range f.d.Try {
		if t.Try > j.op {
			break
		}
		if t.Finally != 0 && j.op < t.Finally-1 && (dest.op > t.FinallyEnd || dest.op < t.Try) {
			remove--
		}
	}
	op.Op1.N = dest.op
	for i := int(j.op) - 1; remove > 0 && i >= 0; i, remove = i-1, remove-1 {
		f.d.Ops[i] = code.Op{Code: opcode.Nop, Line: f.d.Ops[i].Line}
	}
}

func (c *compiler) checkFinallyJump(f *fnState, from, to uint32) {
	for _, t := range f.d.Try {
		inside := func(n uint32) bool { return n >= t.Finally && n <= t.FinallyEnd }
		line := int(f.d.Ops[from].Line)
		if (from < t.Finally || from >= t.FinallyEnd) && inside(to) {
			c.failAt(line, "jump into a finally block is disallowed")
		}
		if inside(from) && !inside(to) {
			c.failAt(line, "jump out of a finally block is disallowed")
		}
	}
}
