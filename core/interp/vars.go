package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Variables by name: $$name, globals in functions that cannot be bound, and
// the variables of code without compiled ones.

// symbols returns the symbol table an instruction's flags mean.
func symbols(x *Exec, fp *Frame, ext uint32) *zval.Table {
	if ext&(code.FetchGlobal|code.FetchGlobalLock) != 0 {
		return x.Globals
	}
	return x.SymbolTableOf(fp)
}

// name1 returns operand 1 as an owned string, nil when that threw.
func name1(x *Exec, fp *Frame, op *Opline) *zval.String {
	v := val1(fp, op)
	if op.Op1Kind == code.Const && zval.Type(v.T) == zval.StringT {
		return v.Str().AddRef()
	}
	return x.ToStr(get1(x, fp, op))
}

// opFetchVar is FETCH_R, _W, _RW, _IS, _UNSET and _FUNC_ARG.
func opFetchVar(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	c := opcode.Op(op.Code)
	if c == opcode.FetchFuncArg {
		if sendsByRef(fp) {
			c = opcode.FetchW
		} else {
			c = opcode.FetchR
		}
	}
	name := name1(x, fp, op)
	if name == nil || x.Ctx.Exception != 0 {
		if name != nil {
			x.Space.ReleaseStr(name)
		}
		dropName(x, fp, op)
		r.SetUndef()
		return unwind(x)
	}
	t := symbols(x, fp, op.Ext)
	v := t.Find(name)
	if v != nil && zval.Type(v.T) == zval.Indirect {
		v = v.Ind()
	}
	if v == nil || v.T == tUndef {
		if zval.EqualGo(name, "this") {
			if o := thisOf(fp); c == opcode.FetchR || c == opcode.FetchIs || c == opcode.FetchUnset {
				x.Space.ReleaseStr(name)
				dropName(x, fp, op)
				if o != nil {
					o.GC.RC++
					r.SetObj(o)
				} else {
					r.SetNull()
					if c == opcode.FetchR {
						x.Warning("Undefined variable $this")
					}
				}
				return done(x, op)
			}
			x.ThrowError(nil, "Cannot re-assign $this")
			x.Space.ReleaseStr(name)
			dropName(x, fp, op)
			r.SetUndef()
			return unwind(x)
		}
		switch c {
		case opcode.FetchW:
			v = newVar(x, t, name, v)
		case opcode.FetchRw:
			undefinedName(x, op.Ext, name)
			// the handler may have changed the table
			if v = t.Find(name); v != nil && zval.Type(v.T) == zval.Indirect {
				v = v.Ind()
			}
			if x.Ctx.Exception == 0 && (v == nil || v.T == tUndef) {
				v = newVar(x, t, name, v)
			}
		case opcode.FetchR:
			undefinedName(x, op.Ext, name)
			v = x.VM.Null
		default:
			v = x.VM.Null
		}
		if x.Ctx.Exception != 0 {
			v = nil
		}
	}
	dropName(x, fp, op)
	x.Space.ReleaseStr(name)
	if v == nil {
		r.SetUndef()
		return unwind(x)
	}
	switch c {
	case opcode.FetchR, opcode.FetchIs:
		r.CopyFrom(v.Deref())
	default:
		if v == x.VM.Null {
			r.SetNull()
		} else {
			setIndirect(r, v)
		}
	}
	return done(x, op)
}

// dropName releases the name of a variable that was fetched, unless the code
// needs it again (global ${...}).
func dropName(x *Exec, fp *Frame, op *Opline) {
	if op.Ext&code.FetchGlobalLock == 0 {
		drop1(x, fp, op)
	}
}

func undefinedName(x *Exec, ext uint32, name *zval.String) {
	if ext&(code.FetchGlobal|code.FetchGlobalLock) != 0 {
		x.Warning("Undefined global variable $%s", name.String())
	} else {
		x.Warning("Undefined variable $%s", name.String())
	}
}

// newVar makes the variable exist, as NULL. v is its UNDEF slot, or nil.
func newVar(x *Exec, t *zval.Table, name *zval.String, v *Value) *Value {
	if v != nil {
		v.SetNull()
		return v
	}
	n := Value{T: tNull}
	return x.Space.Set(t, name, noescape(&n))
}

// setIndirect points a temporary at a variable.
func setIndirect(r, v *Value) {
	r.V = uint64(uintptrOf(v))
	r.T = uint32(zval.Indirect)
}

// opUnsetVar unsets a variable by name.
func opUnsetVar(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	name := name1(x, fp, op)
	if name != nil && x.Ctx.Exception == 0 {
		if zval.EqualGo(name, "this") && op.Ext&(code.FetchGlobal|code.FetchGlobalLock) == 0 && op.Op1Kind != code.Const {
			x.ThrowError(nil, "Cannot unset $this")
		} else {
			x.Space.DelInd(symbols(x, fp, op.Ext), name)
		}
	}
	if name != nil {
		x.Space.ReleaseStr(name)
	}
	drop1(x, fp, op)
	return done(x, op)
}

// opIssetIsemptyVar is isset($$name) and empty($$name).
func opIssetIsemptyVar(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	name := name1(x, fp, op)
	var b bool
	if name != nil {
		v := symbols(x, fp, op.Ext).FindInd(name)
		if v != nil {
			v = v.Deref()
		}
		if op.Ext&code.IsEmpty == 0 {
			b = v != nil && v.T > tNull
		} else {
			b = v == nil || v.T <= tNull || !x.ToBool(v)
		}
		x.Space.ReleaseStr(name)
	}
	drop1(x, fp, op)
	return branch(x, fp, op, b)
}

// opFetchGlobals is a read of $GLOBALS as a whole: a copy.
func opFetchGlobals(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	res(fp, op).SetArr(x.GlobalsCopy())
	return done(x, op)
}
