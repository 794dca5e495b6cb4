package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Generators as the running code sees them: creation, yield, return. What
// resumes and closes them is in rt.

// opGeneratorCreate moves the frame into a Generator, which becomes the call's
// result.
func opGeneratorCreate(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if fp.Return == 0 {
		return leaveTo(x, fp)
	}
	fp.Opline = next(op).Addr()
	r := valueAtAddr(fp.Return)
	prev, info := fp.Prev, fp.This.T
	o := x.NewGenerator(fp)
	r.SetObj(o)
	x.Ctx.FP = prev
	x.Stack.Pop(fp)
	if info&vmstack.CallTop != 0 {
		return nil
	}
	return next(code.OplineAt(vmstack.At(prev).Opline))
}

// opYield suspends the generator.
func opYield(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	g := x.GenOfFrame(fp)
	if op.ResKind != code.Unused {
		res(fp, op).SetUndef()
	}
	if g.ForcedClose {
		x.ThrowError(nil, "Cannot yield from finally in a force-closed generator")
		drop2(x, fp, op)
		drop1(x, fp, op)
		return unwind(x)
	}
	x.Space.ReleaseUndef(&g.Value)
	x.Space.ReleaseUndef(&g.Key)
	if op.Op1Kind == code.Unused {
		g.Value.SetNull()
	} else if code.FuncAt(fp.Func).Flags&code.AccReturnRef != 0 {
		yieldRef(x, fp, op, &g.Value)
	} else {
		take1(x, fp, op, &g.Value)
	}
	if op.Op2Kind == code.Unused {
		g.AutoKey++
		g.Key.SetLong(g.AutoKey)
	} else {
		take2(x, fp, op, &g.Key)
		if zval.Type(g.Key.T) == zval.Long && g.Key.Long() > g.AutoKey {
			g.AutoKey = g.Key.Long()
		}
	}
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	if op.ResKind != code.Unused {
		r := res(fp, op)
		r.SetNull()
		g.Send = uintptrOf(r)
	} else {
		g.Send = 0
	}
	fp.Opline = next(op).Addr()
	return nil
}

// yieldRef stores a reference to operand 1 in v.
func yieldRef(x *Exec, fp *Frame, op *Opline, v *Value) {
	raw := val1(fp, op)
	temp := op.Op1Kind&(code.Const|code.Tmp) != 0 ||
		op.Op1Kind == code.Var && op.Ext == code.ReturnsFunction && zval.Type(raw.T) != zval.Indirect && zval.Type(raw.T) != zval.ReferenceT
	if temp {
		x.Notice("Only variable references should be yielded by reference")
		take1(x, fp, op, v)
		return
	}
	p := ptr1(fp, op)
	if p.T == tUndef {
		p.SetNull()
	}
	r := x.Space.MakeRef(p)
	r.GC.RC++
	v.SetRef(r)
	drop1(x, fp, op)
}

// opYieldFrom delegates to operand 1.
func opYieldFrom(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	g := x.GenOfFrame(fp)
	var r *Value
	if op.ResKind != code.Unused {
		r = res(fp, op)
		r.SetUndef()
	}
	v := get1(x, fp, op)
	if x.Ctx.Exception != 0 {
		drop1(x, fp, op)
		return unwind(x)
	}
	suspended := x.GenYieldFrom(g, v, r)
	drop1(x, fp, op)
	if x.Ctx.Exception != 0 || !suspended {
		return done(x, op)
	}
	fp.Opline = next(op).Addr()
	return nil
}

// opGeneratorReturn ends the generator.
func opGeneratorReturn(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	g := x.GenOfFrame(fp)
	x.Space.ReleaseUndef(&g.Retval)
	raw := val1(fp, op)
	if zval.Type(raw.T) == zval.ReferenceT && op.Op1Kind == code.CV {
		g.Retval.CopyFrom(raw.Deref())
	} else {
		take1(x, fp, op, &g.Retval)
	}
	x.Ctx.FP = fp.Prev
	x.GenReturned(g)
	return nil
}

// generatorFailed closes a generator that an exception leaves.
func generatorFailed(x *Exec, fp *Frame) {
	g := x.GenOfFrame(fp)
	x.Ctx.FP = fp.Prev
	x.GenClose(g, true)
}
