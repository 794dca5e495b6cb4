package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// interp compiles an interpolated string: a cast, a concatenation of two, or
// a rope. Places for literal parts are reserved before it is known whether
// they are needed.
func (c *compiler) interp(e *syntax.Interp) node {
	const unset = ^uint32(0)
	var result node
	parts := uint32(0)
	first, reserved := -1, -1
	var text node
	lastOp := -1
	put := func(at int, v node) {
		op := c.op(uint32(at))
		op.Code = opcode.RopeAdd
		if parts == 0 {
			op.Code = opcode.RopeInit
		} else {
			op.Op1 = code.Operand{Kind: code.Tmp, N: unset}
		}
		op.Op2 = c.operand(&v)
		op.Res = code.Operand{Kind: code.Tmp, N: unset}
		op.Ext = parts
		parts++
		lastOp = at
	}
	for _, p := range e.Parts {
		c.warnEncaps(p)
		v := c.expr(p)
		if v.isConst() {
			c.constToString(&v)
			switch {
			case v.lit.S == "":
			case text.isConst():
				text.lit.S += v.lit.S
			default:
				text = v
				reserved = int(c.next())
				c.emit(opcode.Nop, none, none)
				lastOp = reserved
			}
			continue
		}
		if parts == 0 {
			first = int(c.next())
			if text.isConst() {
				first = reserved
			}
		}
		if text.isConst() {
			put(reserved, text)
			text = none
		}
		at := int(c.next())
		c.emit(opcode.Nop, none, none)
		put(at, v)
	}
	if parts == 0 {
		if reserved >= 0 {
			// Zend withdraws one opline more than it reserved, unless it is the first.
			c.fn.d.Ops = c.fn.d.Ops[:reserved]
		}
		if text.isConst() {
			return text
		}
		return strNode("")
	}
	if text.isConst() {
		put(reserved, text)
	}
	op := c.op(uint32(lastOp))
	init := c.op(uint32(first))
	switch parts {
	case 1:
		op.Code = opcode.Cast
		op.Ext = uint32(zval.StringT)
		op.Op1, op.Op2 = op.Op2, code.Operand{}
		return c.tmpResult(op)
	case 2:
		op.Code = opcode.FastConcat
		op.Ext = 0
		op.Op1 = init.Op2
		result = c.tmpResult(op)
		line := init.Line
		*init = code.Op{Code: opcode.Nop, Line: line}
		return result
	}
	init.Ext = parts
	op.Code = opcode.RopeEnd
	result = c.tmpResult(op)
	rope := c.temporary()
	for slots := (parts*8 + 15) / 16; slots > 1; slots-- {
		c.temporary()
	}
	op.Op1 = code.Operand{Kind: code.Tmp, N: rope}
	for i := lastOp - 1; i >= first; i-- {
		o := c.op(uint32(i))
		if (o.Code == opcode.RopeAdd || o.Code == opcode.RopeInit) && o.Res.N == unset {
			o.Res.N = rope
			if o.Code == opcode.RopeAdd {
				o.Op1.N = rope
			}
		}
	}
	return result
}

// warnEncaps reports the forms of interpolation that PHP wants to be rid of.
func (c *compiler) warnEncaps(p syntax.Expr) {
	form := syntax.EncapsNone
	switch p := p.(type) {
	case *syntax.Variable:
		form = p.Encaps
	case *syntax.Index:
		form = p.Encaps
	}
	switch form {
	case syntax.EncapsDollar:
		c.warn(Deprecated, "Using ${var} in strings is deprecated, use {$var} instead")
	case syntax.EncapsExpr:
		c.warn(Deprecated, "Using ${expr} (variable variables) in strings is deprecated, use {${expr}} instead")
	}
}
