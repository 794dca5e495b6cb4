package interp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Jumps, tests, switches, small values. What needs a look at an arbitrary
// value's truth may run PHP (an object's cast) or warn (an undefined variable).

// truth is operand 1 as a condition; it consumes the operand. May run PHP.
func truth(x *Exec, fp *Frame, op *Opline) bool {
	v := get1(x, fp, op)
	b := x.ToBool(v)
	drop1(x, fp, op)
	return b
}

// opJmpz is JMPZ on anything but a boolean.
func opJmpz(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	b := truth(x, fp, op)
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	if b {
		return next(op)
	}
	return jumpTo(x, fp, op, op.Op2)
}

// opJmpnz is JMPNZ on anything but a boolean.
func opJmpnz(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	b := truth(x, fp, op)
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	if !b {
		return next(op)
	}
	return jumpTo(x, fp, op, op.Op2)
}

// jumpTo takes a jump, looking at the interrupt flag on the way.
func jumpTo(x *Exec, fp *Frame, op *Opline, off uint32) *Opline {
	to := jump(op, off)
	if due(x.Ctx) {
		fp.Opline = op.Addr()
		return interrupt(x, fp, to)
	}
	return to
}

// opJmpEx is JMPZ_EX and JMPNZ_EX.
func opJmpEx(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	b := truth(x, fp, op)
	r := res(fp, op)
	if x.Ctx.Exception != 0 {
		r.SetUndef()
		return unwind(x)
	}
	r.SetBool(b)
	if b == (op.Code == uint8(opcode.JmpnzEx)) {
		return jumpTo(x, fp, op, op.Op2)
	}
	return next(op)
}

// opJmpSet is the ?: without a middle.
func opJmpSet(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	b := x.ToBool(v)
	r := res(fp, op)
	if x.Ctx.Exception != 0 {
		r.SetUndef()
		drop1(x, fp, op)
		return unwind(x)
	}
	if !b {
		drop1(x, fp, op)
		return done(x, op)
	}
	moveOrCopy(x, fp, op, v, r)
	return jump(op, op.Op2)
}

// moveOrCopy stores v, operand 1 dereferenced, into r: a temporary is moved.
func moveOrCopy(x *Exec, fp *Frame, op *Opline, v, r *Value) {
	raw := val1(fp, op)
	if op.Op1Kind&tmpVar != 0 {
		if raw == v {
			r.MoveFrom(v)
			return
		}
		if zval.Type(raw.T) == zval.ReferenceT {
			unref(x, raw, r)
			return
		}
	}
	r.CopyFrom(v)
}

// opCoalesce is ??.
func opCoalesce(x *Exec, fp *Frame, op *Opline) *Opline {
	v := val1(fp, op)
	if zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
	}
	d := v.Deref()
	if d.T > tNull {
		moveOrCopy(x, fp, op, d, res(fp, op))
		return jump(op, op.Op2)
	}
	if v.T&zval.FlagsMask != 0 {
		fp.Opline = op.Addr()
		drop1(x, fp, op)
	}
	return next(op)
}

// opJmpNull is the ?-> test.
func opJmpNull(x *Exec, fp *Frame, op *Opline) *Opline {
	v := val1(fp, op)
	if zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
	}
	d := v.Deref()
	if d.T > tNull {
		return next(op)
	}
	fp.Opline = op.Addr()
	r := res(fp, op)
	switch op.Ext & code.ChainMask {
	case code.ChainExpr:
		r.SetNull()
		if d.T == tUndef && op.Op1Kind == code.CV && op.Ext&code.ChainQuietRead == 0 {
			undefined(x, fp, op.Op1)
		}
	case code.ChainIsset:
		r.SetBool(false)
	default:
		r.SetBool(true)
	}
	if v.T&zval.FlagsMask != 0 && op.Op1Kind&tmpVar != 0 {
		drop1(x, fp, op)
	}
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return jump(op, op.Op2)
}

// opBool is BOOL and BOOL_NOT.
func opBool(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if op.Code == uint8(opcode.Bool) {
		b := x.CastBool(get1(x, fp, op))
		drop1(x, fp, op)
		res(fp, op).SetBool(b)
		return done(x, op)
	}
	res(fp, op).SetBool(!truth(x, fp, op))
	return done(x, op)
}

// opBoolXor is xor.
func opBoolXor(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	a := x.ToBool(get1(x, fp, op))
	b := x.ToBool(get2(x, fp, op))
	res(fp, op).SetBool(a != b)
	drop1(x, fp, op)
	drop2(x, fp, op)
	return done(x, op)
}

// opSwitch is SWITCH_LONG, SWITCH_STRING and MATCH.
func opSwitch(x *Exec, fp *Frame, op *Opline) *Opline {
	v := quiet1(fp, op)
	t := op.Literal(op.Op2).Arr()
	var to *Value
	switch zval.Type(v.T) {
	case zval.Long:
		if op.Code == uint8(opcode.SwitchString) {
			return next(op)
		}
		to = t.FindLong(v.Long())
	case zval.StringT:
		if op.Code == uint8(opcode.SwitchLong) {
			return next(op)
		}
		to = t.Find(v.Str())
	default:
		if op.Code != uint8(opcode.Match) {
			return next(op)
		}
		if v.T == tUndef && op.Op1Kind == code.CV {
			fp.Opline = op.Addr()
			undefined(x, fp, op.Op1)
			if x.Ctx.Exception != 0 {
				return unwind(x)
			}
		}
	}
	if to == nil {
		return jump(op, op.Ext)
	}
	return op.Next(int(to.Long() / code.OplineSize))
}

// opMatchError throws for a subject no arm of a match took.
func opMatchError(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	if x.Ctx.Exception == 0 {
		what := "of type " + x.TypeName(v)
		if zval.Type(v.T) == zval.ObjectT {
			if c := x.ClassOf(v.Obj()); c.IsEnum() {
				what = c.Name + "::" + x.EnumCaseName(v.Obj())
			}
		}
		limit := int(x.Ini.Int("zend.exception_string_param_max_len"))
		if zval.Type(v.T) <= zval.StringT && !x.Ini.Bool("zend.exception_ignore_args") && (zval.Type(v.T) < zval.StringT || limit > 0) {
			what = scalarText(x, v, limit)
		}
		x.ThrowError(x.Cls.UnhandledMatchError, "Unhandled match case %s", what)
	}
	return unwind(x)
}

// scalarText spells a scalar as messages quote values: strings in single
// quotes, escaped, and cut after limit bytes.
func scalarText(x *Exec, v *Value, limit int) string {
	switch zval.Type(v.T) {
	case zval.Undef, zval.Null:
		return "NULL"
	case zval.False:
		return "false"
	case zval.True:
		return "true"
	case zval.Long:
		return strconv.FormatInt(v.Long(), 10)
	case zval.Double:
		s := zval.FormatDouble(v.Double(), -1)
		if strings.Trim(s, "-0123456789") == "" {
			s += ".0"
		}
		return s
	}
	s := v.Str().View()
	tail := ""
	if len(s) > limit {
		s, tail = s[:limit], "..."
	}
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\f':
			b.WriteString(`\f`)
		case c == '\v':
			b.WriteString(`\v`)
		case c == '\\':
			b.WriteString(`\\`)
		case c == 0x1b:
			b.WriteString(`\e`)
		case c < 32 || c > 126:
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString(tail)
	b.WriteByte('\'')
	return b.String()
}

// opJmpznz is the withdrawn JMPZNZ.
func opJmpznz(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	b := truth(x, fp, op)
	switch {
	case x.Ctx.Exception != 0:
		return unwind(x)
	case b:
		return jumpTo(x, fp, op, op.Ext)
	}
	return jumpTo(x, fp, op, op.Op2)
}

// opFree drops a temporary.
func opFree(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	drop1(x, fp, op)
	return done(x, op)
}

// opEcho prints operand 1.
func opEcho(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	x.Echo(v)
	drop1(x, fp, op)
	return done(x, op)
}

// opQmAssign copies operand 1 into the result.
func opQmAssign(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	take1(x, fp, op, res(fp, op))
	return done(x, op)
}

// opCopyTmp copies a temporary that stays alive.
func opCopyTmp(fp *Frame, op *Opline) *Opline {
	res(fp, op).CopyFrom(val1(fp, op))
	return next(op)
}

// opCheckVar warns when a compiled variable is undefined.
func opCheckVar(x *Exec, fp *Frame, op *Opline) *Opline {
	if v := val1(fp, op); v.T == tUndef {
		fp.Opline = op.Addr()
		undefined(x, fp, op.Op1)
		return done(x, op)
	}
	return next(op)
}

// opBeginSilence and opEndSilence are the two ends of an @ expression.
func opBeginSilence(x *Exec, fp *Frame, op *Opline) *Opline {
	res(fp, op).SetLong(int64(x.Silence()))
	return next(op)
}

func opEndSilence(x *Exec, fp *Frame, op *Opline) *Opline {
	x.Unsilence(int(at(fp, op.Op1).Long()))
	return next(op)
}

// opTicks counts a tick.
func opTicks(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	x.VM.Ticks++
	if x.VM.Ticks >= op.Ext {
		x.VM.Ticks = 0
		x.RunTicks()
	}
	return done(x, op)
}

// opExit ends the program.
func opExit(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if op.Op1Kind != code.Unused {
		v := get1(x, fp, op)
		if x.Ctx.Exception == 0 {
			x.Exit(v)
		}
		drop1(x, fp, op)
	} else {
		x.Exit(nil)
	}
	return unwind(x)
}

// opAssertCheck skips an assertion when assertions are off.
func opAssertCheck(x *Exec, fp *Frame, op *Opline) *Opline {
	if x.Ini.Assertions > 0 {
		return next(op)
	}
	if op.ResKind&tmpVar != 0 {
		res(fp, op).SetBool(true)
	}
	return jump(op, op.Op2)
}

// opTypeCheck is is_int() and kin, compiled.
func opTypeCheck(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := val1(fp, op).Deref()
	if v.T == tUndef && op.Op1Kind == code.CV {
		v = undefined(x, fp, op.Op1)
	}
	ok := op.Ext>>(v.T&0xff)&1 != 0
	if ok && zval.Type(v.T) == zval.ResourceT {
		kind, _ := x.Resource(v.Res())
		ok = kind != "" // a closed one does not count
	}
	drop1(x, fp, op)
	return branch(x, fp, op, ok)
}

// opCast converts operand 1 to the type in ext.
func opCast(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	r := res(fp, op)
	t := zval.Type(op.Ext)
	if op.Ext == code.CastBool {
		t = zval.True
	}
	if zval.Type(v.T) == t {
		moveOrCopy(x, fp, op, v, r)
		return done(x, op)
	}
	r.SetNull()
	x.Cast(t, v, r)
	drop1(x, fp, op)
	return done(x, op)
}

// poll reports whether the executor has to look up from its work; every back
// edge and every call asks. Where no timer can set the flag it also counts the
// fuel down.
func poll(ctx *vmstack.Context) bool {
	if rt.CountsFuel {
		ctx.Fuel--
	}
	return due(ctx)
}

// due is poll without the counting.
func due(ctx *vmstack.Context) bool {
	return ctx.Interrupt != 0 || rt.CountsFuel && ctx.Fuel < 0
}

// interrupt deals with what made a poll come out true, at a safe point where op
// is next. It returns where to go on. May run PHP.
func interrupt(x *Exec, fp *Frame, op *Opline) *Opline {
	if rt.CountsFuel {
		x.Ctx.ExitInfo = 1 // loop looks up
	}
	x.OnInterrupt()
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return op
}
