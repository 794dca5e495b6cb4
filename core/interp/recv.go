package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Parameters and return values as the callee sees them.

// opRecv checks that a parameter was passed and fits its type.
func opRecv(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if op.Op1 > fp.This.U {
		x.TooFewArgs(fp)
		return unwind(x)
	}
	return checkParam(x, fp, op, int(op.Op1)-1)
}

// checkParam verifies parameter i in the result's variable.
func checkParam(x *Exec, fp *Frame, op *Opline, i int) *Opline {
	if !x.VerifyArg(fp, i, res(fp, op)) {
		return unwind(x)
	}
	return next(op)
}

// opRecvInit gives a parameter that was not passed its default, and checks it.
func opRecvInit(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := res(fp, op)
	if op.Op1 > fp.This.U || v.T == tUndef {
		lit := op.Literal(op.Op2)
		if zval.Type(lit.T) != zval.ConstAST {
			v.CopyFrom(lit)
		} else {
			c := valueAtAddr(fp.Cache + uintptr(lit.U))
			if c.T != tUndef {
				v.CopyFrom(c)
			} else {
				v.SetNull()
				var tmp Value
				if !x.EvalConstExpr(x.Reg.ConstExprs[lit.V], x.ScopeOf(fp), noescape(&tmp)) {
					v.SetUndef()
					return unwind(x)
				}
				v.MoveFrom(&tmp)
				if v.T&zval.FlagsMask == 0 && constant(x.Reg.ConstExprs[lit.V], 0) {
					c.MoveFrom(v)
				}
			}
			if code.FuncAt(fp.Func).Flags&code.AccHasTypeHints != 0 {
				return checkParam(x, fp, op, int(op.Op1)-1)
			}
		}
		if code.FuncAt(fp.Func).Flags&code.AccHasTypeHints == 0 {
			return next(op)
		}
		// a literal default was checked against the type while compiling
		return next(op)
	}
	if code.FuncAt(fp.Func).Flags&code.AccHasTypeHints != 0 {
		return checkParam(x, fp, op, int(op.Op1)-1)
	}
	return next(op)
}

// opRecvVariadic collects the rest of the arguments.
func opRecvVariadic(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	fn := code.FuncAt(fp.Func)
	f := x.FuncOf(fn)
	first, n := int(op.Op1), int(fp.This.U)
	v := res(fp, op)
	var t *zval.Table
	var typ *code.TypeRef
	if first-1 < len(f.Params) {
		typ = f.Params[first-1].Type
	}
	if n >= first {
		t = x.Space.NewPacked(n - first + 1)
		v.SetArr(t)
		base := int(fn.NumCVs + fn.NumTmps)
		for i := first; i <= n; i++ {
			a := fp.Slot(base + i - first)
			if typ != nil && typ.Mask&(1<<(a.T&0xf)) == 0 && !x.VerifyArg(fp, i-1, a) {
				return unwind(x)
			}
			if a.T&zval.FlagsMask != 0 {
				fp.This.T |= vmstack.CallFreeExtra // it may have become counted by its type
			}
			var w Value
			w.CopyFrom(a)
			x.Space.Append(t, noescape(&w))
		}
	} else {
		v.SetArr(x.Space.EmptyArray())
	}
	if fp.This.T&vmstack.CallHasExtraNamed != 0 {
		named := zval.TableAt(fp.Named)
		t = x.Space.Separate(v)
		for i := uint32(0); i < named.Used; i++ {
			s := named.SlotAt(i)
			if s.T == tUndef {
				continue
			}
			k, _ := named.KeyAt(i)
			if typ != nil && typ.Mask&(1<<(s.T&0xf)) == 0 && !x.VerifyArg(fp, max(n, first-1), s) {
				return unwind(x)
			}
			var w Value
			w.CopyFrom(s)
			x.Space.Set(t, k, noescape(&w))
		}
	}
	return next(op)
}

// opVerifyReturnType checks (and may convert) the value about to be returned.
func opVerifyReturnType(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if op.Op1Kind == code.Unused {
		var none Value
		x.VerifyReturn(fp, noescape(&none))
		return done(x, op)
	}
	v := val1(fp, op)
	if op.Op1Kind == code.Const {
		r := res(fp, op)
		r.CopyFrom(v)
		v = r
	} else if zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
	}
	t := x.FuncOf(code.FuncAt(fp.Func)).Return
	if t == nil {
		return next(op)
	}
	d := v.Deref()
	if t.Mask&(1<<(d.T&0xf)) != 0 && d.T != tUndef {
		return next(op)
	}
	if v.T == tUndef && op.Op1Kind == code.CV {
		n := *undefined(x, fp, op.Op1)
		if x.Ctx.Exception != 0 || t.Mask&code.TypeMaskNull != 0 {
			return done(x, op)
		}
		x.VerifyReturn(fp, noescape(&n))
		return done(x, op)
	}
	if d != v && zval.Type(d.T) < zval.ArrayT && code.FuncAt(fp.Func).Flags&code.AccReturnRef == 0 {
		// The conversion must not reach the variable behind the reference.
		old := *v
		v.CopyFrom(d)
		x.Space.Release(noescape(&old))
		d = v
	}
	x.VerifyReturn(fp, d)
	return done(x, op)
}

// opVerifyNeverType throws for a never-returning function that returned.
func opVerifyNeverType(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	x.NeverReturned(fp)
	return unwind(x)
}

// opReturn leaves the function with operand 1.
func opReturn(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := val1(fp, op)
	if op.Op1Kind == code.CV && v.T == tUndef {
		v = undefined(x, fp, op.Op1)
		if x.Ctx.Exception != 0 {
			if fp.Return != 0 {
				valueAtAddr(fp.Return).SetUndef()
			}
			return unwind(x)
		}
		if fp.Return != 0 {
			valueAtAddr(fp.Return).SetNull()
		}
		return leaveTo(x, fp)
	}
	if fp.Return == 0 {
		drop1(x, fp, op)
		return leaveTo(x, fp)
	}
	r := valueAtAddr(fp.Return)
	switch op.Op1Kind {
	case code.Tmp:
		r.MoveFrom(v)
	case code.Const:
		r.CopyFrom(v)
	case code.Var:
		switch zval.Type(v.T) {
		case zval.ReferenceT:
			unref(x, v, r)
		case zval.Indirect:
			r.CopyFrom(v.Ind().Deref())
		default:
			r.MoveFrom(v)
		}
	default:
		if v.T&zval.FlagsMask != 0 && zval.Type(v.T) != zval.ReferenceT && fp.This.T&(vmstack.CallCode|vmstack.CallHasSymbols) == 0 {
			r.MoveFrom(v) // the variable dies with the frame
			v.SetNull()
		} else {
			r.CopyFrom(v.Deref())
		}
	}
	return leaveTo(x, fp)
}

// opReturnByRef leaves the function with a reference to operand 1.
func opReturnByRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	if op.Op1Kind&(code.Const|code.Tmp) != 0 || op.Op1Kind == code.Var && op.Ext == code.ReturnsValue {
		x.Notice("Only variable references should be returned by reference")
		v := val1(fp, op)
		if fp.Return == 0 {
			drop1(x, fp, op)
		} else {
			r := valueAtAddr(fp.Return)
			if op.Op1Kind == code.Const {
				r.CopyFrom(v)
			} else if zval.Type(v.T) == zval.ReferenceT {
				r.MoveFrom(v)
				return returned(x, fp)
			} else {
				r.MoveFrom(v)
			}
			x.Space.MakeRef(r)
		}
		return returned(x, fp)
	}
	raw := at(fp, op.Op1)
	if op.Op1Kind == code.Var && op.Ext == code.ReturnsFunction && zval.Type(raw.T) != zval.Indirect && zval.Type(raw.T) != zval.ReferenceT {
		x.Notice("Only variable references should be returned by reference")
		if fp.Return != 0 {
			r := valueAtAddr(fp.Return)
			r.MoveFrom(raw)
			x.Space.MakeRef(r)
		} else {
			drop1(x, fp, op)
		}
		return returned(x, fp)
	}
	v := ptr1(fp, op)
	if fp.Return != 0 {
		if v.T == tUndef {
			v.SetNull()
		}
		ref := x.Space.MakeRef(v)
		ref.GC.RC++
		valueAtAddr(fp.Return).SetRef(ref)
	}
	drop1(x, fp, op)
	return returned(x, fp)
}

// returned leaves the frame, unless something threw after the return value
// was put in place.
func returned(x *Exec, fp *Frame) *Opline {
	if x.Ctx.Exception != 0 {
		if fp.Return != 0 {
			release(x, valueAtAddr(fp.Return))
		}
		return unwind(x)
	}
	return leaveTo(x, fp)
}

// opFuncNumArgs is func_num_args().
func opFuncNumArgs(fp *Frame, op *Opline) *Opline {
	res(fp, op).SetLong(int64(fp.This.U))
	return next(op)
}

// opFuncGetArgs is func_get_args(), with operand 1 to skip some.
func opFuncGetArgs(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	skipN := 0
	if op.Op1Kind == code.Const {
		skipN = int(op.Literal(op.Op1).Long())
	}
	fn := code.FuncAt(fp.Func)
	n, num := int(fp.This.U), int(fn.NumArgs)
	r := res(fp, op)
	if n <= skipN {
		r.SetArr(x.Space.EmptyArray())
		return next(op)
	}
	t := x.Space.NewPacked(n - skipN)
	for i := skipN; i < n; i++ {
		v := fp.Slot(i)
		if i >= num {
			v = fp.Slot(int(fn.NumCVs+fn.NumTmps) + i - num)
		}
		var w Value
		if v.T == tUndef {
			w.SetNull()
		} else {
			w.CopyFrom(v.Deref())
		}
		x.Space.Append(t, noescape(&w))
	}
	r.SetArr(t)
	return next(op)
}

// constant tells whether an expression has the same value each time: it makes
// no object on the way.
func constant(e *code.ConstExpr, depth int) bool {
	zval.Deeper(depth)
	if e == nil {
		return true
	}
	switch e.Kind {
	case code.CENew, code.CEClosure, code.CEFCC, code.CEProp, code.CEStaticProp:
		return false
	}
	for i := range e.Items {
		if !constant(e.Items[i].Key, depth+1) || !constant(e.Items[i].Value, depth+1) {
			return false
		}
	}
	return constant(e.X, depth+1) && constant(e.Y, depth+1) && constant(e.Z, depth+1)
}
