package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Strings: concatenation, ropes, strlen.

// opConcat is CONCAT and FAST_CONCAT.
func opConcat(x *Exec, fp *Frame, op *Opline) *Opline {
	a, b := val1(fp, op), val2(fp, op)
	if zval.Type(a.T) != zval.StringT || zval.Type(b.T) != zval.StringT {
		return opConcatSlow(x, fp, op)
	}
	r := res(fp, op)
	s, t := a.Str(), b.Str()
	sp := x.Space
	switch {
	case t.Len == 0:
		if op.Op1Kind&tmpVar != 0 {
			r.MoveFrom(a)
		} else {
			r.CopyFrom(a)
		}
		drop2(x, fp, op)
	case s.Len == 0:
		if op.Op2Kind&tmpVar != 0 {
			r.MoveFrom(b)
		} else {
			r.CopyFrom(b)
		}
		drop1(x, fp, op)
	case op.Op1Kind&tmpVar != 0 && !s.Interned() && s.GC.RC == 1:
		n := sp.AppendStr(s, t)
		drop2(x, fp, op)
		r.SetStr(n)
	default:
		n := sp.Concat2(s, t)
		drop1(x, fp, op)
		drop2(x, fp, op)
		r.SetStr(n)
	}
	return next(op)
}

func opConcatSlow(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	a := get1(x, fp, op)
	b := get2(x, fp, op)
	var tmp Value
	t := noescape(&tmp)
	x.Concat(t, a, b)
	drop1(x, fp, op)
	drop2(x, fp, op)
	res(fp, op).MoveFrom(t)
	return done(x, op)
}

// part2 returns operand 2 as an owned string, for a rope; nil when that threw.
func part2(x *Exec, fp *Frame, op *Opline) *zval.String {
	v := val2(fp, op)
	if zval.Type(v.T) == zval.StringT {
		s := v.Str()
		if op.Op2Kind&(code.Const|code.CV) != 0 {
			s.AddRef()
		}
		return s
	}
	fp.Opline = op.Addr()
	v = get2(x, fp, op)
	s := x.ToStr(v)
	drop2(x, fp, op)
	return s
}

// opRopeInit starts a rope.
func opRopeInit(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	*ropePart(fp, op.Result, 0) = strAddr(part2(x, fp, op))
	return done(x, op)
}

// opRopeAdd fills a part.
func opRopeAdd(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	*ropePart(fp, op.Op1, op.Ext) = 0
	*ropePart(fp, op.Op1, op.Ext) = strAddr(part2(x, fp, op))
	return done(x, op)
}

func strAddr(s *zval.String) uint64 {
	if s == nil {
		return 0
	}
	return uint64(s.Addr())
}

// opRopeEnd fills the last part and joins them all.
func opRopeEnd(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	n := op.Ext
	*ropePart(fp, op.Op1, n) = 0
	*ropePart(fp, op.Op1, n) = strAddr(part2(x, fp, op))
	r := res(fp, op)
	r.SetUndef()
	if x.Ctx.Exception != 0 {
		for i := uint32(0); i <= n; i++ {
			if p := ropePart(fp, op.Op1, i); *p != 0 {
				x.Space.ReleaseStr((&Value{V: *p}).Str())
			}
		}
		return unwind(x)
	}
	total := 0
	for i := uint32(0); i <= n; i++ {
		total += int((&Value{V: *ropePart(fp, op.Op1, i)}).Str().Len)
	}
	s := x.Space.AllocString(total)
	buf := s.Bytes()
	for i := uint32(0); i <= n; i++ {
		p := (&Value{V: *ropePart(fp, op.Op1, i)}).Str()
		buf = buf[copy(buf, p.Bytes()):]
		x.Space.ReleaseStr(p)
	}
	r.SetStr(s)
	return next(op)
}

// opStrlen is strlen(), compiled.
func opStrlen(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	r := res(fp, op)
	if zval.Type(v.T) == zval.StringT {
		n := int64(v.Str().Len)
		drop1(x, fp, op)
		r.SetLong(n)
		return done(x, op)
	}
	r.SetUndef()
	if x.Ctx.Exception == 0 {
		switch {
		case strict(fp) || zval.Type(v.T) > zval.StringT && zval.Type(v.T) != zval.ObjectT:
			x.ThrowTypeError("strlen(): Argument #1 ($string) must be of type string, %s given", typeName(x, v))
		case v.T <= tNull:
			x.Deprecated("strlen(): Passing null to parameter #1 ($string) of type string is deprecated")
			r.SetLong(0)
		case zval.Type(v.T) == zval.ObjectT && !x.ClassOf(v.Obj()).InstanceOf(x.Cls.Stringable):
			x.ThrowTypeError("strlen(): Argument #1 ($string) must be of type string, %s given", typeName(x, v))
		default:
			s := x.ToStr(v)
			r.SetLong(int64(s.Len))
			x.Space.ReleaseStr(s)
		}
	}
	drop1(x, fp, op)
	return done(x, op)
}
