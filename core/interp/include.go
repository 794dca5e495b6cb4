package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// unitBytes is what a file or a string of code is charged on the heap while it
// runs, beside its oplines. PHP keeps compiled code there; ebb's lies elsewhere,
// but code that includes or evaluates itself must meet memory_limit all the
// same, and early: the compiler's own memory is many times the oplines'.
// The block hangs on the frame's Named, which such a frame has no use for.
const unitBytes = 16 << 10

// opIncludeOrEval runs a file or a string of code in the current scope.
func opIncludeOrEval(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	if op.ResKind != code.Unused {
		res(fp, op).SetUndef()
	}
	if x.Ctx.Exception != 0 {
		drop1(x, fp, op)
		return unwind(x)
	}
	var u *code.Unit
	if op.Ext == code.IncludeEval {
		u = x.EvalUnit(v)
	} else {
		var tmp Value
		t := noescape(&tmp)
		var ready bool
		u, ready = x.IncludeUnit(v, op.Ext, t)
		if ready {
			drop1(x, fp, op)
			if op.ResKind != code.Unused {
				res(fp, op).MoveFrom(t)
			}
			return done(x, op)
		}
	}
	drop1(x, fp, op)
	if u == nil || x.Ctx.Exception != 0 {
		if op.ResKind != code.Unused && x.Ctx.Exception == 0 {
			res(fp, op).SetBool(false)
		}
		return done(x, op)
	}
	t := x.SymbolTableOf(fp)
	fn := u.Main.Desc
	info := fp.This.T&uint32(vmstack.CallThis) | vmstack.CallCode | vmstack.CallHasSymbols
	fn.Scope = code.FuncAt(fp.Func).Scope
	call := x.PushFrame(fn, 0, uintptr(fp.This.V), info)
	call.Symbols = t.Addr()
	call.Prev = fp.Addr()
	call.Cache = x.RuntimeCache(fn)
	call.Named = x.Heap.Alloc(unitBytes + uintptr(len(u.Main.Ops))*code.OplineSize)
	x.Attach(call)
	if op.ResKind != code.Unused {
		r := res(fp, op)
		r.SetNull()
		call.Return = uintptrOf(r)
	}
	x.Ctx.FP = call.Addr()
	if poll(x.Ctx) {
		call.Opline = fn.Code
		return interrupt(x, call, code.OplineAt(fn.Code))
	}
	return code.OplineAt(fn.Code)
}
