package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Assignment to variables, and the reference-making instructions.

// strict tells whether the frame's code is under strict_types.
func strict(fp *Frame) bool {
	return code.FuncAt(fp.Func).Flags&code.AccStrictTypes != 0
}

// opAssign is op1 = op2 on anything the switch does not do itself.
func opAssign(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var v Value
	src := noescape(&v)
	take2(x, fp, op, src)
	assignResult(x, ptr1(fp, op), src, strict(fp), result(fp, op))
	drop1(x, fp, op)
	return done(x, op)
}

// assignSlot moves v into the variable p, following a reference and honouring
// its types. The old value goes last. May run PHP.
func assignSlot(x *Exec, p, v *Value, strict bool) {
	if zval.Type(p.T) == zval.ReferenceT {
		if p.Ref().Sources != 0 {
			x.AssignToRef(p, v, strict)
			return
		}
		p = &p.Ref().Val
	}
	if p.T&zval.FlagsMask == 0 {
		p.MoveFrom(v)
		return
	}
	g := p.Counted()
	p.MoveFrom(v)
	x.Space.ReleaseCounted(g)
}

// assignResult is assignSlot that copies what was assigned into r (NULL before,
// or nil), before a destructor of the old value can change it.
func assignResult(x *Exec, p, v *Value, strict bool, r *Value) {
	if r == nil {
		assignSlot(x, p, v, strict)
		return
	}
	var old Value
	hold := noescape(&old)
	hold.CopyFrom(p.Deref())
	if zval.Type(p.T) == zval.ReferenceT {
		p.Ref().GC.RC++ // the destructor may drop the variable
		var ref Value
		w := noescape(&ref)
		w.SetRef(p.Ref())
		assignSlot(x, w, v, strict)
		if x.Ctx.Exception == 0 {
			r.CopyFrom(&w.Ref().Val)
		}
		x.Space.Release(w)
	} else {
		assignSlot(x, p, v, strict)
		r.CopyFrom(p)
	}
	x.Space.Release(hold)
}

// opAssignRef makes op1 and op2 one reference.
func opAssignRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	raw2 := at(fp, op.Op2)
	p := ptr1(fp, op)
	if op.Op2Kind == code.Var && op.Ext == code.ReturnsFunction && zval.Type(raw2.T) != zval.Indirect && zval.Type(raw2.T) != zval.ReferenceT {
		// a function that did not return a reference: assign by value
		x.Notice("Only variables should be assigned by reference")
		if x.Ctx.Exception != 0 {
			drop2(x, fp, op)
			if op.ResKind != code.Unused {
				res(fp, op).SetUndef()
			}
			drop1(x, fp, op)
			return unwind(x)
		}
		var v Value
		src := noescape(&v)
		src.MoveFrom(raw2)
		assignResult(x, p, src, strict(fp), result(fp, op))
		drop1(x, fp, op)
		return done(x, op)
	}
	v := ptr2(fp, op)
	if op.ResKind != code.Unused {
		// the reference itself: it may be passed on as one; taken first, as the
		// destructor of the old value may move the slot
		if v.T == tUndef {
			v.SetNull()
		}
		ref := x.Space.MakeRef(v)
		ref.GC.RC++
		res(fp, op).SetRef(ref)
	}
	bindRef(x, p, v)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}

// bindRef makes slot p the same reference as variable v.
func bindRef(x *Exec, p, v *Value) {
	if v.T == tUndef {
		v.SetNull()
	}
	r := x.Space.MakeRef(v)
	if zval.Type(p.T) == zval.ReferenceT && p.Ref() == r {
		return
	}
	r.GC.RC++
	var w Value
	w.SetRef(r)
	x.Space.Replace(p, noescape(&w))
}

// opMakeRef stores a reference to variable op1 in the result.
func opMakeRef(x *Exec, fp *Frame, op *Opline) *Opline {
	v := val1(fp, op)
	r := res(fp, op)
	if op.Op1Kind == code.CV {
		if v.T == tUndef {
			v.SetNull()
		}
		ref := x.Space.MakeRef(v)
		ref.GC.RC++
		r.SetRef(ref)
		return next(op)
	}
	if zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
		if v.T == tUndef {
			v.SetNull()
		}
		ref := x.Space.MakeRef(v)
		ref.GC.RC++
		r.SetRef(ref)
		return next(op)
	}
	r.MoveFrom(v)
	return next(op)
}

// opSeparate makes the variable's value unshared unless it is a reference.
func opSeparate(x *Exec, fp *Frame, op *Opline) *Opline {
	v := at(fp, op.Op1)
	if zval.Type(v.T) == zval.ReferenceT {
		if v.Ref().GC.RC == 1 {
			var w Value
			t := noescape(&w)
			unref(x, v, t)
			v.MoveFrom(t)
		}
	}
	return next(op)
}

// opUnsetCv unsets a compiled variable.
func opUnsetCv(x *Exec, fp *Frame, op *Opline) *Opline {
	v := at(fp, op.Op1)
	if v.T&zval.FlagsMask == 0 {
		v.SetUndef()
		return next(op)
	}
	fp.Opline = op.Addr()
	g := v.Counted()
	v.SetUndef()
	x.Space.ReleaseCounted(g)
	return done(x, op)
}

// opIssetIsemptyCv is isset($v) and empty($v).
func opIssetIsemptyCv(x *Exec, fp *Frame, op *Opline) *Opline {
	v := at(fp, op.Op1).Deref()
	if op.Ext&code.IsEmpty == 0 {
		return branch(x, fp, op, v.T > tNull)
	}
	fp.Opline = op.Addr()
	return branch(x, fp, op, v.T <= tNull || !x.ToBool(v))
}

// opBindGlobal makes a compiled variable a reference to a global.
func opBindGlobal(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	name := op.Literal(op.Op2).Str()
	g := x.Globals.Find(name)
	if g == nil {
		n := Value{T: tNull}
		g = x.Space.Set(x.Globals, name, noescape(&n))
	} else if zval.Type(g.T) == zval.Indirect {
		g = g.Ind()
		if g.T == tUndef {
			g.SetNull()
		}
	}
	bindRef(x, at(fp, op.Op1), g)
	return done(x, op)
}

// staticSlot returns the slot of the running function's static variable. The
// table is made when the function first reaches one.
func staticSlot(x *Exec, fp *Frame, ext uint32) *Value {
	fn := code.FuncAt(fp.Func)
	t := x.StaticsOf(fn)
	return t.SlotAt(ext >> code.BindShift)
}

// opBindStatic makes a compiled variable the function's static one, or a
// closure's captured one.
func opBindStatic(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	s := staticSlot(x, fp, op.Ext)
	v := at(fp, op.Op1)
	if op.Ext&code.BindRef == 0 {
		// captured by value
		var w Value
		t := noescape(&w)
		t.CopyFrom(s)
		x.Space.Replace(v, t)
		return done(x, op)
	}
	if op.Op2Kind != code.Unused { // the initialiser's value
		var w Value
		t := noescape(&w)
		take2(x, fp, op, t)
		s = staticSlot(x, fp, op.Ext)
		if s.T <= tNull {
			x.Space.Replace(s, t)
			s = staticSlot(x, fp, op.Ext)
		} else {
			x.Space.Release(t) // a call inside the initialiser has initialised it
			s = staticSlot(x, fp, op.Ext)
		}
	}
	if zval.Type(s.T) == zval.ConstAST {
		e := x.Reg.ConstExprs[s.V]
		var w Value
		t := noescape(&w)
		t.SetNull()
		if !x.EvalConstExpr(e, x.ScopeOf(fp), t) {
			return unwind(x)
		}
		s = staticSlot(x, fp, op.Ext)
		s.MoveFrom(t)
	}
	bindRef(x, v, s)
	return done(x, op)
}

// opBindInitStatic binds a static variable whose initialiser is code: it goes
// to op2 when that has run already.
func opBindInitStatic(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	s := staticSlot(x, fp, op.Ext)
	if s.T <= tNull { // a variable that was bound once is a reference
		return next(op)
	}
	bindRef(x, at(fp, op.Op1), s)
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return jump(op, op.Op2)
}

// opBindLexical gives the closure in op1 the variable op2.
func opBindLexical(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	closure := at(fp, op.Op1)
	v := at(fp, op.Op2)
	var w Value
	t := noescape(&w)
	switch {
	case op.Ext&code.BindRef != 0:
		if v.T == tUndef {
			v.SetNull()
		}
		r := x.Space.MakeRef(v)
		r.GC.RC++
		t.SetRef(r)
	case v.T == tUndef:
		if op.Ext&code.BindImplicit != 0 {
			// An arrow function reports it where it is used.
			x.BindClosureVar(closure.Obj(), op.Ext>>code.BindShift, t)
			return next(op)
		}
		undefined(x, fp, op.Op2)
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
		t.SetNull()
	default:
		t.CopyFrom(v.Deref())
	}
	x.BindClosureVar(closure.Obj(), op.Ext>>code.BindShift, t)
	return done(x, op)
}

// Kinds of access in FETCH_THIS's extended value.
const (
	accessRead  = 0
	accessIsset = 3
	accessUnset = 5
)

// opFetchThis is $this.
func opFetchThis(x *Exec, fp *Frame, op *Opline) *Opline {
	o := thisOf(fp)
	r := res(fp, op)
	switch {
	case op.Ext != accessRead && op.Ext != accessIsset:
		fp.Opline = op.Addr()
		r.SetUndef()
		if op.Ext == accessUnset {
			x.ThrowError(nil, "Cannot unset $this")
		} else {
			x.ThrowError(nil, "Cannot re-assign $this")
		}
		return unwind(x)
	case o != nil:
		o.GC.RC++
		r.SetObj(o)
	case op.Ext == accessIsset:
		r.SetNull()
	default:
		fp.Opline = op.Addr()
		r.SetUndef()
		x.ThrowError(nil, "Using $this when not in object context")
		return unwind(x)
	}
	return next(op)
}

// opIssetIsemptyThis is isset($this) and empty($this).
func opIssetIsemptyThis(x *Exec, fp *Frame, op *Opline) *Opline {
	return branch(x, fp, op, (op.Ext&code.IsEmpty != 0) != (thisOf(fp) != nil))
}
