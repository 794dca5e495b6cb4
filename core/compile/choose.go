package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// Below these numbers of cases comparing one after another is as fast as a jump table.
const (
	minLongCases   = 5
	minStringCases = 2
)

// tableType tells whether a jump table can decide a switch, and on what type.
func (c *compiler) tableType(cases []*syntax.Case) zval.Type {
	common := zval.Undef
	for _, k := range cases {
		if k.Cond == nil {
			continue
		}
		l, ok := c.fold(k.Cond)
		if !ok || l.T != zval.Long && l.T != zval.StringT {
			return zval.Undef
		}
		if common == zval.Undef {
			common = l.T
		} else if common != l.T {
			return zval.Undef
		}
		if l.T == zval.StringT && !notNumeric(l.S) {
			return zval.Undef
		}
	}
	return common
}

func addTarget(t *code.ArrayLit, l code.Lit, at uint32) {
	k := code.Key{N: l.N}
	if l.T == zval.StringT {
		k = code.Key{S: l.S, Str: true}
	}
	if _, have := t.Get(k); !have {
		t.Set(k, code.LongLit(int64(at)))
	}
}

func (c *compiler) switchStmt(s *syntax.Switch) {
	x := c.expr(s.X)
	c.beginLoop(opcode.Free, x, true)
	hit := node{kind: code.Tmp, n: c.temporary()}

	var table *code.ArrayLit
	var atSwitch uint32
	switch t := c.tableType(s.Cases); {
	case t == zval.Long && len(s.Cases) >= minLongCases, t == zval.StringT && len(s.Cases) >= minStringCases:
		table = code.NewArrayLit()
		o := opcode.SwitchLong
		if t == zval.StringT {
			o = opcode.SwitchString
		}
		atSwitch = c.next()
		c.emit(o, x, constNode(code.ArrLit(table)))
	}

	jumps := make([]uint32, len(s.Cases))
	hasDefault := false
	for i, k := range s.Cases {
		if k.Cond == nil {
			if hasDefault {
				c.failAt(k.Line(), "Switch statements may only contain one default clause")
			}
			hasDefault = true
			continue
		}
		cond := c.expr(k.Cond)
		switch {
		case x.is(zval.False):
			jumps[i] = c.condJump(opcode.Jmpz, cond, 0)
		case x.is(zval.True):
			jumps[i] = c.condJump(opcode.Jmpnz, cond, 0)
		default:
			o := opcode.IsEqual
			if x.temp() {
				o = opcode.Case
			}
			setResult(c.emit(o, x, cond), hit)
			jumps[i] = c.condJump(opcode.Jmpnz, hit, 0)
		}
	}
	atDefault := c.jump(0)
	for i, k := range s.Cases {
		if k.Cond != nil {
			c.land(jumps[i])
			if table != nil {
				l, _ := c.evalConst(k.Cond)
				addTarget(table, l, c.next())
			}
		} else {
			c.land(atDefault)
			if table != nil {
				c.op(atSwitch).Ext = c.next()
			}
		}
		c.caseBody(k)
	}
	if !hasDefault {
		c.land(atDefault)
		if table != nil {
			c.op(atSwitch).Ext = c.next()
		}
	}
	c.endLoop(c.next())
	if x.temp() {
		c.emit(opcode.Free, x, none).Ext = code.FreeSwitch
	}
}

func (c *compiler) caseBody(k *syntax.Case) {
	for _, s := range k.Body {
		c.stmt(s)
	}
}

func (c *compiler) match(e *syntax.Match) node {
	x := c.expr(e.Subject)
	hit := node{kind: code.Tmp, n: c.temporary()}

	conds := 0
	table := code.NewArrayLit()
	hasDefault := false
	tableable := true
	for _, arm := range e.Arms {
		conds += len(arm.Conds)
		for _, k := range arm.Conds {
			if !tableable {
				break
			}
			if l, ok := c.fold(k); !ok || l.T != zval.Long && l.T != zval.StringT {
				tableable = false
			}
		}
	}
	for _, arm := range e.Arms {
		if arm.Conds == nil {
			if hasDefault {
				c.failAt(arm.Line(), "Match expressions may only contain one default arm")
			}
			hasDefault = true
		}
	}
	var jumps []uint32
	var atMatch, atDefault uint32
	if tableable && conds >= 2 {
		atMatch = c.next()
		c.emit(opcode.Match, x, constNode(code.ArrLit(table)))
	} else {
		table = nil
		for _, arm := range e.Arms {
			for _, k := range arm.Conds {
				cond := c.expr(k)
				o := opcode.IsIdentical
				if x.temp() {
					o = opcode.CaseStrict
				}
				setResult(c.emit(o, x, cond), hit)
				jumps = append(jumps, c.condJump(opcode.Jmpnz, hit, 0))
			}
		}
		atDefault = c.jump(0)
	}
	landDefault := func() {
		if table != nil {
			c.op(atMatch).Ext = c.next()
		} else {
			c.land(atDefault)
		}
	}
	// The arm that throws goes first, so that no temporary of the result lives across it.
	if !hasDefault {
		landDefault()
		op := c.emit(opcode.MatchError, x, none)
		if len(e.Arms) == 0 {
			op.Ext = code.ThrowIsExpr
		}
	}
	var result node
	ends := make([]uint32, len(e.Arms))
	n := 0
	for i, arm := range e.Arms {
		if arm.Conds == nil {
			landDefault()
		}
		for _, k := range arm.Conds {
			if table != nil {
				l, _ := c.evalConst(k)
				addTarget(table, l, c.next())
			} else {
				c.land(jumps[n])
			}
			n++
		}
		body := c.expr(arm.Body)
		if i == 0 {
			result, _ = c.emitTmp(opcode.QmAssign, body, none)
		} else {
			setResult(c.emit(opcode.QmAssign, body, none), result)
		}
		ends[i] = c.jump(0)
	}
	if len(e.Arms) == 0 {
		result = constNode(code.NullLit())
	}
	for _, j := range ends {
		c.land(j)
	}
	if x.temp() {
		c.emit(opcode.Free, x, none).Ext = code.FreeSwitch
	}
	return result
}

func (c *compiler) tryStmt(s *syntax.Try) {
	f := c.fn
	if len(s.Catches) == 0 && s.Finally == nil {
		c.fail("Cannot use try without catch or finally")
	}
	savedCall, savedTry := f.fastCall, f.try
	// A label before the block must not be one inside it.
	if f.lastLabel == int(c.next()) {
		c.emit(opcode.Nop, none, none)
	}
	id := uint32(len(f.d.Try))
	f.d.Try = append(f.d.Try, code.TryCatch{Try: c.next()})
	if s.Finally != nil {
		f.a.Flags |= code.AccHasFinally
		f.fastCall = c.temporary()
		c.loops = append(c.loops, loopVar{op: opcode.FastCall, kind: code.Tmp, n: f.fastCall, try: id})
	}
	f.try = id
	c.stmt(s.Body)

	var jumps []uint32
	if len(s.Catches) > 0 {
		jumps = append(jumps, c.jump(0))
	}
	for i, k := range s.Catches {
		last := i == len(s.Catches)-1
		c.line = k.Line()
		var multi []uint32
		var at uint32
		for j, class := range k.Types {
			lastClass := j == len(k.Types)-1
			if fetchTypeOf(class) != code.FetchClassDefault {
				c.fail("Bad class name in the catch statement")
			}
			at = c.next()
			if i == 0 && j == 0 {
				f.d.Try[id].Catch = at
			}
			op := c.emit(opcode.Catch, none, none)
			op.Op1 = c.className(c.resolveClass(class))
			op.Ext = c.fn.d.Cache(1)
			if k.Var == "this" {
				c.fail("Cannot re-assign $this")
			}
			if k.Var != "" {
				setResult(op, c.cv(k.Var))
			}
			if last && lastClass {
				op.Ext |= code.LastCatch
			}
			if !lastClass {
				multi = append(multi, c.jump(0))
				c.op(at).Op2.N = c.next()
			}
		}
		for _, j := range multi {
			c.land(j)
		}
		c.stmt(k.Body)
		if !last {
			jumps = append(jumps, c.jump(0))
			c.op(at).Op2.N = c.next()
		}
	}
	for _, j := range jumps {
		c.land(j)
	}

	if s.Finally != nil {
		atJump := c.next() + 1
		c.loops[len(c.loops)-1] = loopVar{op: opcode.DiscardException, kind: code.Tmp, n: f.fastCall}
		c.line = s.Finally.Line()
		ret := node{kind: code.Tmp, n: f.fastCall}
		op := c.emit(opcode.FastCall, none, none)
		op.Op1.N = id
		setResult(op, ret)
		c.emit(opcode.Jmp, none, none)
		c.stmt(s.Finally)
		f.d.Try[id].Finally = atJump + 1
		f.d.Try[id].FinallyEnd = c.next()
		c.emit(opcode.FastRet, ret, none).Op2.N = savedTry
		c.land(atJump)
		f.fastCall = savedCall
		c.loops = c.loops[:len(c.loops)-1]
	}
	f.try = savedTry
}
