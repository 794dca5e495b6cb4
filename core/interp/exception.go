package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Exceptions: finding the handler, running finally blocks, cleaning up what
// the interrupted code left in its temporaries and half-made calls.
//
// The slot of a FAST_CALL carries, while its finally block runs, the exception
// held back (V, 0 for none) and the number of the opline to return to (U, all
// ones when it was entered by an exception).

const noOpline = ^uint32(0)

// unwind finds where the exception in flight leads: a catch or finally block
// of the current frame or of one of its callers. It returns nil when a frame
// flagged CallTop has ended. May run PHP.
func unwind(x *Exec) *Opline {
	for {
		fp := vmstack.At(x.Ctx.FP)
		fn := code.FuncAt(fp.Func)
		a := x.Reg.Funcs[fn.ID]
		throw := code.OplineAt(fp.Opline)
		n := oplineNum(fn, throw)

		// Exceptions from the destruction of a loop variable on the way out
		// belong to the end of its loop.
		if c := opcode.Op(throw.Code); (c == opcode.FeFree || c == opcode.Free) && throw.Ext&code.FreeOnReturn != 0 {
			for i := range a.Ranges {
				r := &a.Ranges[i]
				if r.Var&^code.LiveMask == throw.Op1 && r.Start <= n && n < r.End {
					n = r.End
					break
				}
			}
		}
		inner := -1
		for i := range a.TryCatch {
			tc := &a.TryCatch[i]
			if tc.Try > n {
				break
			}
			if n < tc.Catch || n < tc.FinallyEnd {
				inner = i
			}
		}
		dropCalls(x, fp, n)
		if throw.ResKind&tmpVar != 0 && throw.ResKind&(code.SmartJmpZ|code.SmartJmpNZ) == 0 {
			switch opcode.Op(throw.Code) {
			case opcode.AddArrayElement, opcode.AddArrayUnpack, opcode.RopeInit, opcode.RopeAdd,
				opcode.FetchClass, opcode.DeclareAnonClass, opcode.FastCall:
				// released by their live range, or nothing to release
			default:
				release(x, res(fp, throw))
			}
		}
		if op, how := dispatchTry(x, fp, a, inner, n); how != thrown {
			return op
		}
	}
}

// outcome is where control goes after a frame may have been left.
type outcome uint8

const (
	goOn     outcome = iota // at the opline that comes with it
	exitLoop                // the frame was flagged CallTop: out of the loop
	thrown                  // an exception is in flight in the frame now current
)

// release drops a slot's value and leaves it UNDEF.
func release(x *Exec, v *Value) {
	if v.T&zval.FlagsMask == 0 {
		v.SetUndef()
		return
	}
	x.Space.Release(v)
	v.SetUndef()
}

// dispatchTry goes through the try blocks from i outwards for opline n. It
// returns the block to enter, or leaves the frame and returns what leave said.
func dispatchTry(x *Exec, fp *Frame, a *code.OpArray, i int, n uint32) (*Opline, outcome) {
	for ; i >= 0; i-- {
		tc := &a.TryCatch[i]
		ex := x.Exc()
		switch {
		case n < tc.Catch && ex != nil:
			dropLive(x, fp, a, n, tc.Catch)
			return &a.Ops[tc.Catch], goOn
		case n < tc.Finally:
			if ex != nil && x.IsExit(ex) {
				continue
			}
			fc := at(fp, a.Ops[tc.FinallyEnd].Op1)
			dropLive(x, fp, a, n, tc.Finally)
			fc.V = uint64(x.Ctx.Exception)
			fc.T = tUndef
			fc.U = noOpline
			x.Ctx.Exception = 0
			return &a.Ops[tc.Finally], goOn
		case n < tc.FinallyEnd:
			fc := at(fp, a.Ops[tc.FinallyEnd].Op1)
			dropDelayedReturn(x, fp, a, fc)
			if fc.V != 0 {
				held := mm.Addr(fc.V)
				fc.V = 0
				if cur := x.Exc(); cur != nil {
					h := (&Value{V: uint64(held)}).Obj()
					if x.IsUnwind(cur) || x.IsUnwind(h) {
						if !x.IsUnwind(h) {
							x.ReleaseObj(h)
						}
					} else {
						x.Ctx.Exception = held
						x.ThrowObj(cur)
					}
				} else {
					x.Ctx.Exception = held
				}
			}
		}
	}
	dropLive(x, fp, a, n, 0)
	if fp.This.T&vmstack.CallGenerator != 0 {
		generatorFailed(x, fp)
		return nil, exitLoop
	}
	if fp.Return != 0 {
		(&Value{V: uint64(fp.Return)}).Ind().SetUndef()
	}
	return leave(x, fp)
}

// dropDelayedReturn releases the value of a return statement that a finally
// block overtook.
func dropDelayedReturn(x *Exec, fp *Frame, a *code.OpArray, fc *Value) {
	if fc.U == noOpline {
		return
	}
	if o := &a.Ops[fc.U]; o.Op2Kind&tmpVar != 0 {
		release(x, at(fp, o.Op2))
	}
}

func oplineNum(fn *code.Func, op *Opline) uint32 {
	return uint32((op.Addr() - fn.Code) / code.OplineSize)
}

// dropLive releases the temporaries alive at opline n that are no longer so at
// the catch opline (0: none). May run PHP.
func dropLive(x *Exec, fp *Frame, a *code.OpArray, n, catch uint32) {
	for i := range a.Ranges {
		r := &a.Ranges[i]
		if r.Start > n {
			break
		}
		if n >= r.End || catch != 0 && catch < r.End {
			continue
		}
		off := r.Var &^ code.LiveMask
		v := at(fp, off)
		switch r.Var & code.LiveMask {
		case code.LiveTmpVar:
			release(x, v)
		case code.LiveNew:
			if zval.Type(v.T) == zval.ObjectT {
				v.Obj().GC.TypeInfo |= zval.ObjDestructorCalled
			}
			release(x, v)
		case code.LiveLoop:
			endLoop(x, v)
		case code.LiveRope:
			dropRope(x, fp, a, n, off)
		case code.LiveSilence:
			x.Unsilence(int(v.Long()))
		}
	}
}

// dropRope releases the parts of a rope that have been filled at opline n.
func dropRope(x *Exec, fp *Frame, a *code.OpArray, n, off uint32) {
	i := int(n)
	for ; i >= 0; i-- {
		o := &a.Ops[i]
		if (o.Code == uint8(opcode.RopeAdd) || o.Code == uint8(opcode.RopeInit)) && o.Result == off {
			break
		}
	}
	if i < 0 {
		return
	}
	last := 0
	if a.Ops[i].Code == uint8(opcode.RopeAdd) {
		last = int(a.Ops[i].Ext)
	}
	for j := 0; j <= last; j++ {
		p := ropePart(fp, off, uint32(j))
		if *p != 0 {
			x.Space.ReleaseStr((&Value{V: *p}).Str())
			*p = 0
		}
	}
}

// dropCalls releases the calls being prepared at opline n. May run PHP.
func dropCalls(x *Exec, fp *Frame, n uint32) {
	if fp.Call == 0 {
		return
	}
	pendingCalls(x, fp, n, func(call *Frame, sent uint32) { call.This.U = sent })
	for fp.Call != 0 {
		dropCall(x, fp, vmstack.At(fp.Call))
	}
}

// pendingCalls visits the calls being prepared at opline n, innermost first,
// with the number of arguments each has so far, which is read off the code
// backwards from n.
func pendingCalls(x *Exec, fp *Frame, n uint32, visit func(call *Frame, sent uint32)) {
	a := x.Reg.Funcs[code.FuncAt(fp.Func).ID]
	i := int(n)
	if opcode.Op(a.Ops[i].Code).Is(opcode.StartsCall) {
		i--
	}
	for c := fp.Call; c != 0; {
		call := vmstack.At(c)
		sent := call.This.U // right when the last argument was a named or unpacked one
		level, found := 0, false
		for !found {
			o := &a.Ops[i]
			switch c := opcode.Op(o.Code); c {
			case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.CallableConvert:
				level++
			case opcode.SendArray, opcode.SendUnpack, opcode.CheckUndefArgs:
				found = level == 0
			default:
				if c.Is(opcode.StartsCall) {
					if level == 0 {
						sent, found = 0, true
					}
					level--
				} else if c.Is(opcode.SendsArg) && level == 0 {
					if o.Op2Kind != code.Const {
						sent = o.Op2
					}
					found = true
				}
			}
			if !found {
				i--
			}
		}
		c = call.Prev
		if c != 0 {
			level, found = 0, false
			for !found {
				switch o := opcode.Op(a.Ops[i].Code); o {
				case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.CallableConvert:
					level++
				default:
					if o.Is(opcode.StartsCall) {
						found = level == 0
						level--
					}
				}
				i--
			}
		}
		visit(call, sent)
	}
}

// dropCall releases a call that will not be made and takes it off the stack.
func dropCall(x *Exec, fp, call *Frame) {
	x.ReleaseArgs(call)
	dropCallee(x, call)
	fp.Call = call.Prev
	x.PopFrame(call)
}

// dropCallee releases what a prepared call holds of its callee.
func dropCallee(x *Exec, call *Frame) {
	fn := code.FuncAt(call.Func)
	tramp := isTrampoline(fn) && fn.Flags&code.AccFakeClosure == 0 // a closure's own goes with it
	x.ReleaseOwner(call)
	if tramp {
		x.FreeTrampoline(fn)
	}
}

// leave ends the current frame: releases what it holds, pops it and makes its
// caller current. The return value is in place already. May run PHP.
func leave(x *Exec, fp *Frame) (*Opline, outcome) {
	info := fp.This.T
	x.Ctx.FP = fp.Prev
	if info&vmstack.CallCode == 0 {
		if info&vmstack.CallHasSymbols != 0 {
			x.ReleaseSymbols(fp)
		}
		x.ReleaseCVs(fp)
		if info&(vmstack.CallFreeExtra|vmstack.CallHasExtraNamed) != 0 {
			x.ReleaseExtra(fp)
		}
		if info&(vmstack.CallReleaseThis|vmstack.CallClosure) != 0 {
			x.ReleaseOwner(fp)
		}
	} else {
		x.Detach(fp)
		if info&vmstack.CallReleaseThis != 0 {
			x.ReleaseOwner(fp)
		}
		if fp.Named != 0 {
			x.Heap.Free(fp.Named)
			fp.Named = 0
		}
	}
	prev, table := fp.Prev, fp.Symbols
	x.Stack.Pop(fp)
	if info&vmstack.CallCode != 0 {
		reattach(x, prev, table)
	}
	if info&vmstack.CallTop != 0 {
		return nil, exitLoop
	}
	if x.Ctx.Exception != 0 {
		return nil, thrown
	}
	if rt.CountsFuel && info&vmstack.CallLeave != 0 {
		x.Ctx.ExitInfo = 1 // loop looks up
	}
	return next(code.OplineAt(vmstack.At(prev).Opline)), goOn
}

// reattach gives a symbol table back to the frame that had it before code ran
// in its scope.
func reattach(x *Exec, from, table mm.Addr) {
	for from != 0 {
		f := vmstack.At(from)
		if f.This.T&vmstack.CallHasSymbols != 0 && f.Symbols == table && f.Func != 0 && code.FuncAt(f.Func).Kind == code.FuncUser {
			x.Attach(f)
			return
		}
		from = f.Prev
	}
}

// leaveTo is leave for an instruction: it goes on with the unwinding when
// there is an exception.
func leaveTo(x *Exec, fp *Frame) *Opline {
	op, how := leave(x, fp)
	if how == thrown {
		return unwind(x)
	}
	return op
}

// opCatch takes the exception into the variable, or goes to the next catch.
func opCatch(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	ex := x.Exc()
	if ex == nil {
		if op.Ext&code.LastCatch != 0 {
			return next(op)
		}
		return jump(op, op.Op2)
	}
	if x.IsUnwind(ex) {
		return unwind(x)
	}
	lit := op.Literal(op.Op1)
	c := cell(fp, op.Ext&^code.LastCatch)
	cl := *c
	if cl == 0 {
		if k := x.LookupClass(lit.Str().View(), false); k != nil {
			cl = uint64(k.Addr())
			*c = cl
		}
	}
	if cl == 0 || cl != uint64(ex.Class) && !instanceOf(x, ex, mm.Addr(cl)) {
		if op.Ext&code.LastCatch != 0 {
			return unwind(x)
		}
		return jump(op, op.Op2)
	}
	x.Ctx.Exception = 0
	if op.ResKind != code.CV {
		x.ReleaseObj(ex)
		return done(x, op)
	}
	v := res(fp, op)
	if v.T&zval.FlagsMask != 0 && zval.Type(v.T) == zval.ReferenceT {
		var w Value
		w.SetObj(ex)
		x.AssignToRef(v, &w, true)
		return done(x, op)
	}
	var old Value
	old.MoveFrom(v)
	v.SetObj(ex)
	if old.T&zval.FlagsMask != 0 {
		x.Space.Release(&old)
	}
	return done(x, op)
}

// opThrow throws operand 1.
func opThrow(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	if zval.Type(v.T) != zval.ObjectT {
		if x.Ctx.Exception == 0 {
			x.ThrowError(nil, "Can only throw objects")
		}
		drop1(x, fp, op)
		return unwind(x)
	}
	o := v.Obj()
	if !x.ClassOf(o).InstanceOf(x.Cls.Throwable) {
		x.ThrowError(nil, "Cannot throw objects that do not implement Throwable")
		drop1(x, fp, op)
		return unwind(x)
	}
	o.GC.RC++
	drop1(x, fp, op)
	x.ThrowObj(o)
	return unwind(x)
}

// opFastCall enters a finally block.
func opFastCall(fp *Frame, op *Opline) *Opline {
	fc := res(fp, op)
	fc.V = 0
	fc.T = tUndef
	fc.U = oplineNum(code.FuncAt(fp.Func), op)
	return jump(op, op.Op1)
}

// opFastRet leaves a finally block.
func opFastRet(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	fc := at(fp, op.Op1)
	fn := code.FuncAt(fp.Func)
	if fc.U != noOpline {
		return code.OplineAt(fn.Code).Next(int(fc.U) + 1)
	}
	x.Ctx.Exception = mm.Addr(fc.V)
	fc.V = 0
	n := oplineNum(fn, op)
	to, how := dispatchTry(x, fp, x.Reg.Funcs[fn.ID], int(int32(op.Op2)), n)
	if how == thrown {
		return unwind(x)
	}
	return to
}

// opDiscardException drops what a finally block held back, when it is left by
// a jump or return of its own.
func opDiscardException(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	fc := at(fp, op.Op1)
	dropDelayedReturn(x, fp, opArray(x, fp), fc)
	if fc.V != 0 {
		o := (&Value{V: fc.V}).Obj()
		fc.V = 0
		if !x.IsUnwind(o) {
			x.ReleaseObj(o)
		}
	}
	return done(x, op)
}
