package template

import (
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// push takes a frame of so many bytes from the page and makes it the innermost
// call being prepared. A page that is too short goes to Go.
func (t *T) push(fn, bytes ir.Reg, this, info ir.Reg) {
	top, end := t.NewReg(), t.NewReg()
	t.Ld64(top, ir.At(ir.CTX, abi.CtxTop))
	t.Lea(end, ir.AtIndex(top, bytes, 0))
	lim := t.NewReg()
	t.Ld64(lim, ir.At(ir.CTX, abi.CtxEnd))
	t.Br(ir.UGT, end, lim, t.Slow())
	t.St64(ir.At(ir.CTX, abi.CtxTop), end)
	t.AddM64(ir.At(ir.CTX, abi.CtxDepth), 1)
	t.St64I(ir.At(top, abi.FrCall), 0)
	t.St64(ir.At(top, abi.FrFunc), fn)
	if this == ir.None {
		t.St64I(ir.At(top, abi.FrThis), 0)
		t.St32I(ir.At(top, abi.FrInfo), 0)
	} else {
		t.St64(ir.At(top, abi.FrThis), this)
		t.St32(ir.At(top, abi.FrInfo), info)
	}
	if n := t.Ext(false); n.Known {
		t.St32I(ir.At(top, abi.FrNumArgs), n.N)
	} else {
		t.St32(ir.At(top, abi.FrNumArgs), n.R)
	}
	prev := t.NewReg()
	t.Ld64(prev, ir.At(ir.FP, abi.FrCall))
	t.St64(ir.At(top, abi.FrPrev), prev)
	t.St64I(ir.At(top, abi.FrSymbols), 0)
	t.St64(ir.At(ir.FP, abi.FrCall), top)
}

// initFcall is INIT_FCALL once its function is known.
func (t *T) initFcall() bool {
	fn := t.NewReg()
	if t.C != nil && t.C.Callee != nil {
		t.Const(fn, int64(t.C.Callee.Func))
		t.push(fn, t.Reg(t.Num(One)), ir.None, ir.None)
		t.Next(1)
		return true
	}
	t.Ld64(fn, t.cell(t.Num(Res), -1))
	t.BrI(ir.EQ, fn, 0, t.Slow())
	t.push(fn, t.Reg(t.Num(One)), ir.None, ir.None)
	t.Next(1)
	return true
}

// initFcallByName is INIT_FCALL_BY_NAME and INIT_NS_FCALL_BY_NAME likewise, of
// a user function with no more arguments than it declares.
func (t *T) initFcallByName() bool {
	fn := t.NewReg()
	t.Ld64(fn, t.cell(t.Num(Res), -1))
	t.BrI(ir.EQ, fn, 0, t.Slow())
	t.BrM8(ir.NE, ir.At(fn, abi.FnKind), abi.FuncUser, t.Slow())
	t.fewArgs(fn)
	size := t.NewReg()
	t.Ld32(size, ir.At(fn, abi.FnFrameBytes))
	t.push(fn, size, ir.None, ir.None)
	t.Next(1)
	return true
}

// fewArgs goes to Go when more arguments are announced than fn declares.
func (t *T) fewArgs(fn ir.Reg) {
	num := t.NewReg()
	t.Ld32(num, ir.At(fn, abi.FnNumArgs))
	t.Br(ir.UGT, t.Reg(t.Ext(false)), num, t.Slow())
}

// initMethodCall is INIT_METHOD_CALL of a method the run-time cache knows.
func (t *T) initMethodCall() bool {
	if t.K2 != abi.Const || t.K1 == abi.Const {
		return false
	}
	o, info := t.NewReg(), t.NewReg()
	if t.K1 == abi.Unused {
		t.Ld64(o, ir.At(ir.FP, abi.FrThis))
		t.Const(info, int64(abi.CallThis))
	} else {
		m := t.Mem(One)
		t.guardLow(m, abi.Object)
		t.Ld64(o, m)
		t.Const(info, int64(abi.CallThis|abi.CallReleaseThis))
	}
	slot := t.Num(Res)
	c := t.cell(slot, -1)
	class, fn := t.NewReg(), t.NewReg()
	t.Ld64(class, ir.At(o, abi.ObjClass))
	t.BrM64(ir.NE, c, class, t.Slow())
	t.Ld64(fn, c.Plus(8))
	t.BrM8(ir.NE, ir.At(fn, abi.FnKind), abi.FuncUser, t.Slow())
	t.BrTestM32(ir.NE, ir.At(fn, abi.FnFlags), abi.OddMethod, t.Slow())
	t.BrM64I(ir.EQ, ir.At(fn, abi.FnCache), 0, t.Slow())
	t.fewArgs(fn)
	size := t.NewReg()
	t.Ld32(size, ir.At(fn, abi.FnFrameBytes))
	t.push(fn, size, o, info)
	if t.K1 == abi.CV {
		t.AddM32(ir.At(o, abi.RC), 1)
	}
	t.Next(1)
	return true
}

// initStaticMethodCall is INIT_STATIC_METHOD_CALL of a static method, of a class
// given by name or as self, both known to the run-time cache.
func (t *T) initStaticMethodCall() bool {
	if t.K1 != abi.Const && t.K1 != abi.Unused || t.K2 != abi.Const {
		return false
	}
	c := t.cell(t.Num(Res), -1)
	class, fn := t.NewReg(), t.NewReg()
	t.Ld64(class, c)
	t.BrI(ir.EQ, class, 0, t.Slow())
	if t.K1 == abi.Unused {
		t.isSelf(t.Num(One), class)
	}
	t.Ld64(fn, c.Plus(8))
	t.BrI(ir.EQ, fn, 0, t.Slow())
	t.BrM8(ir.NE, ir.At(fn, abi.FnKind), abi.FuncUser, t.Slow())
	t.BrTestM32(ir.EQ, ir.At(fn, abi.FnFlags), abi.AccStatic, t.Slow())
	t.BrTestM32(ir.NE, ir.At(fn, abi.FnFlags), abi.OddFunc, t.Slow())
	t.BrM64I(ir.EQ, ir.At(fn, abi.FnCache), 0, t.Slow())
	t.fewArgs(fn)
	if t.K1 == abi.Unused {
		// self means the class the caller was called on, where there is one.
		this, object, done := t.NewReg(), t.NewLabel(), t.NewLabel()
		t.Ld64(this, ir.At(ir.FP, abi.FrThis))
		t.BrI(ir.EQ, this, 0, done)
		t.BrM8(ir.EQ, ir.At(ir.FP, abi.FrInfo), int64(abi.Object), object)
		t.Mov(class, this)
		t.Jmp(done)
		t.Bind(object)
		t.Ld64(class, ir.At(this, abi.ObjClass))
		t.Bind(done)
	}
	size, info := t.NewReg(), t.NewReg()
	t.Ld32(size, ir.At(fn, abi.FnFrameBytes))
	t.Const(info, 0)
	t.push(fn, size, class, info)
	t.Next(1)
	return true
}

// arg is the place of the argument being sent; call is the prepared call.
func (t *T) arg() (call ir.Reg, m ir.Mem) {
	call = t.NewReg()
	t.Ld64(call, ir.At(ir.FP, abi.FrCall))
	if off := t.Num(Res); off.Known {
		return call, ir.At(call, int32(off.N))
	} else {
		return call, ir.AtIndex(call, off.R, 0)
	}
}

// send is SEND_VAL, SEND_VAR and their _EX forms when the function takes
// nothing by reference. Named arguments go to Go.
func (t *T) send(check bool) bool {
	if t.K2 == abi.Const {
		return false
	}
	k, plain := t.scalar(One)
	if t.C != nil && !plain && !t.C.inline {
		return false
	}
	call, m := t.arg()
	if check && !(t.C != nil && t.C.Callee != nil) {
		fn, mask, more := t.NewReg(), t.NewReg(), t.NewReg()
		t.Ld64(fn, ir.At(call, abi.FrFunc))
		t.Ld32(mask, ir.At(fn, abi.FnRefMask))
		t.Ld32(more, ir.At(fn, abi.FnPreferMask))
		t.Op2(ir.Or, mask, mask, more)
		t.BrI(ir.NE, mask, 0, t.Slow())
	}
	if plain {
		if k == abi.Long {
			if n, ok := t.constInt(One); ok && n == int64(int32(n)) {
				t.St64I(m, n)
			} else {
				t.St64(m, t.Int(One))
			}
		} else {
			t.StF(m, t.Float(One))
		}
		t.St32I(m.Plus(abi.ValT), int64(k))
	} else {
		v, ty := t.fetch(One)
		t.put(m, v, ty)
	}
	t.Next(1)
	return true
}

// doCall is DO_FCALL, DO_UCALL and DO_FCALL_BY_NAME of a user function that is
// entered as it is.
func (t *T) doCall() bool {
	if t.C != nil && t.C.Callee != nil && t.C.Callee.CVs-t.C.Callee.Args <= 16 {
		return t.callKnown()
	}
	call, fn := t.NewReg(), t.NewReg()
	t.Ld64(call, ir.At(ir.FP, abi.FrCall))
	t.Ld64(fn, ir.At(call, abi.FrFunc))
	t.BrM8(ir.NE, ir.At(fn, abi.FnKind), abi.FuncUser, t.Slow())
	flags, n, num := t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld32(flags, ir.At(fn, abi.FnFlags))
	t.BrTest(ir.NE, flags, abi.OddFunc, t.Slow())
	t.Ld32(n, ir.At(call, abi.FrNumArgs))
	t.Ld32(num, ir.At(fn, abi.FnNumArgs))
	t.Br(ir.UGT, n, num, t.Slow())
	cache := t.NewReg()
	t.Ld64(cache, ir.At(fn, abi.FnCache))
	t.BrI(ir.EQ, cache, 0, t.Slow())
	t.poll(t.Slow())
	if t.C != nil {
		t.C.home(t) // the callee, or whoever looks at this frame, finds it complete
	}
	t.St64(ir.At(ir.FP, abi.FrOpline), t.self())
	prev := t.NewReg()
	t.Ld64(prev, ir.At(call, abi.FrPrev))
	t.St64(ir.At(ir.FP, abi.FrCall), prev)
	if t.used() {
		m := t.dest(Res)
		t.St32I(m.Plus(abi.ValT), int64(abi.Null))
		r := t.NewReg()
		t.Lea(r, m)
		t.St64(ir.At(call, abi.FrReturn), r)
	} else {
		t.St64I(ir.At(call, abi.FrReturn), 0)
	}
	t.St64(ir.At(call, abi.FrPrev), ir.FP)
	t.St64(ir.At(call, abi.FrCache), cache)
	start := t.NewReg()
	t.Ld64(start, ir.At(fn, abi.FnCode))
	typed := t.NewLabel()
	t.BrTest(ir.NE, flags, abi.TypeHints, typed)
	skip := t.NewReg()
	t.OpI(ir.Shl, skip, n, 5) // abi.OpSize
	t.Op2(ir.Add, start, start, skip)
	t.Bind(typed)
	cvs, p, loop, done := t.NewReg(), t.NewReg(), t.NewLabel(), t.NewLabel()
	t.Ld32(cvs, ir.At(fn, abi.FnNumCVs))
	t.OpI(ir.Shl, p, n, 4)
	t.OpI(ir.Shl, cvs, cvs, 4)
	t.Bind(loop)
	t.Br(ir.UGE, p, cvs, done)
	t.St32I(ir.AtIndex(call, p, abi.FrSize+abi.ValT), int64(abi.Undef))
	t.OpI(ir.Add, p, p, int64(abi.ValSize))
	t.Jmp(loop)
	t.Bind(done)
	t.Mov(ir.FP, call)
	t.Mov(ir.IP, start)
	t.Dispatch(0)
	if t.C != nil {
		t.C.afterCall(t)
	}
	return true
}

// callKnown enters a function that is known.
func (t *T) callKnown() bool {
	c := t.C.Callee
	call, prev, cache := t.NewReg(), t.NewReg(), t.NewReg()
	t.poll(t.Slow())
	t.C.home(t)
	t.Ld64(call, ir.At(ir.FP, abi.FrCall))
	t.St64(ir.At(ir.FP, abi.FrOpline), t.self())
	t.Ld64(prev, ir.At(call, abi.FrPrev))
	t.St64(ir.At(ir.FP, abi.FrCall), prev)
	if t.used() {
		m := t.dest(Res)
		t.St32I(m.Plus(abi.ValT), int64(abi.Null))
		r := t.NewReg()
		t.Lea(r, m)
		t.St64(ir.At(call, abi.FrReturn), r)
	} else {
		t.St64I(ir.At(call, abi.FrReturn), 0)
	}
	t.St64(ir.At(call, abi.FrPrev), ir.FP)
	t.Const(cache, int64(c.Cache))
	t.St64(ir.At(call, abi.FrCache), cache)
	for i := c.Args; i < c.CVs; i++ {
		t.St32I(ir.At(call, int32(abi.FrSize+i*abi.ValSize)+abi.ValT), int64(abi.Undef))
	}
	start := c.Code
	if !c.Typed {
		start += uint64(c.Args) * abi.OpSize
	}
	t.Mov(ir.FP, call)
	t.Const(ir.IP, int64(start))
	t.Dispatch(0)
	t.C.afterCall(t)
	return true
}

// self is the opline's own address.
func (t *T) self() ir.Reg {
	if t.C != nil {
		r := t.NewReg()
		t.Const(r, int64(t.C.Addr))
		return r
	}
	return ir.IP
}

// recv is RECV of an argument whose type is on the opline's list.
func (t *T) recv() bool {
	n := t.Num(One)
	if n.Known {
		t.BrM32(ir.ULT, ir.At(ir.FP, abi.FrNumArgs), n.N, t.Slow())
	} else {
		have := t.NewReg()
		t.Ld32(have, ir.At(ir.FP, abi.FrNumArgs))
		t.Br(ir.UGT, n.R, have, t.Slow())
	}
	mask := t.Num(Two)
	ty, bit := t.NewReg(), t.NewReg()
	t.Ld8(ty, t.Mem(Res).Plus(abi.ValT))
	t.Op2(ir.Shr, bit, t.Reg(mask), ty)
	t.BrTest(ir.EQ, bit, 1, t.Slow())
	if t.C != nil {
		for _, k := range []uint32{abi.Long, abi.Double} {
			if mask.N == 1<<k {
				t.C.learn(t, Res, k)
			}
		}
	}
	t.Next(1)
	return true
}

// recvInit is RECV_INIT of an argument that was not passed, or was and needs
// no check.
func (t *T) recvInit() bool {
	if t.K2 != abi.Const || t.C != nil {
		return false
	}
	n := t.Num(One)
	have := t.NewReg()
	t.Ld32(have, ir.At(ir.FP, abi.FrNumArgs))
	t.Br(ir.ULE, t.Reg(n), have, t.Slow())
	lit := t.Mem(Two)
	ty, low, v := t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld32(ty, lit.Plus(abi.ValT))
	t.OpI(ir.And, low, ty, 0xff)
	t.BrI(ir.EQ, low, int64(abi.ConstAST), t.Slow())
	t.Ld64(v, lit)
	t.put(t.Mem(Res), v, ty)
	t.Next(1)
	return true
}

// ret is RETURN.
func (t *T) ret() bool {
	if t.C != nil {
		t.C.home(t)
	}
	if k, ok := t.scalar(One); ok { // both ways out below need it
		if k == abi.Long {
			t.Int(One)
		} else {
			t.Float(One)
		}
	}
	slow, counted := t.Slow(), t.NewLabel()
	t.BrTestM32(ir.NE, ir.At(ir.FP, abi.FrInfo), abi.OddFrame, slow)
	if t.C != nil && t.C.NumCVs <= 8 {
		for i := 0; i < t.C.NumCVs; i++ {
			off := int32(abi.FrSize + i*abi.ValSize)
			if !t.C.plain(off) {
				t.BrTestM32(ir.NE, ir.At(ir.FP, off+abi.ValT), abi.Counted, counted)
			}
		}
	} else {
		end := t.cvBytes()
		p, loop, done := t.NewReg(), t.NewLabel(), t.NewLabel()
		t.Const(p, 0)
		t.Bind(loop)
		t.Br(ir.UGE, p, end, done)
		t.BrTestM32(ir.NE, ir.AtIndex(ir.FP, p, abi.FrSize+abi.ValT), abi.Counted, counted)
		t.OpI(ir.Add, p, p, int64(abi.ValSize))
		t.Jmp(loop)
		t.Bind(done)
	}
	t.leaveFrame(slow)
	t.Bind(counted)
	t.giveUp(slow)
	t.leaveFrame(slow)
	if t.C != nil {
		t.C.ends()
	}
	return true
}

// cvBytes is the size of the frame's compiled variables.
func (t *T) cvBytes() ir.Reg {
	fn, n := t.NewReg(), t.NewReg()
	t.Ld64(fn, ir.At(ir.FP, abi.FrFunc))
	t.Ld32(n, ir.At(fn, abi.FnNumCVs))
	t.OpI(ir.Shl, n, n, 4) // abi.ValSize
	return n
}

// giveUp releases the frame's variables, the one being returned apart, as far
// as that frees nothing. What has been given up is undefined, so that the slow
// path may be taken at any time.
func (t *T) giveUp(slow ir.Label) {
	end, p, o, info := t.cvBytes(), t.NewReg(), t.NewReg(), t.NewReg()
	loop, done, next := t.NewLabel(), t.NewLabel(), t.NewLabel()
	t.Const(p, 0)
	t.Bind(loop)
	t.Br(ir.UGE, p, end, done)
	m := ir.AtIndex(ir.FP, p, abi.FrSize)
	t.BrTestM32(ir.EQ, m.Plus(abi.ValT), abi.Counted, next)
	if t.K1 == abi.CV {
		if off := t.Num(One); off.Known {
			t.BrI(ir.EQ, p, off.N-abi.FrSize, next)
		} else {
			at := t.NewReg()
			t.OpI(ir.Sub, at, off.R, abi.FrSize)
			t.Br(ir.EQ, p, at, next)
		}
	}
	t.Ld64(o, m)
	t.BrM32(ir.LE, ir.At(o, abi.RC), 1, slow)
	t.Ld32(info, ir.At(o, abi.GCInfo))
	t.BrTest(ir.EQ, info, int64(abi.GCInfoMask|abi.GCNotCollectable), slow)
	t.AddM32(ir.At(o, abi.RC), -1)
	t.St32I(m.Plus(abi.ValT), int64(abi.Undef))
	t.Bind(next)
	t.OpI(ir.Add, p, p, int64(abi.ValSize))
	t.Jmp(loop)
	t.Bind(done)
}

// leaveFrame hands the result to the caller and goes on there. No variable but
// the one being returned, which is moved, holds a counted value.
func (t *T) leaveFrame(slow ir.Label) {
	to, o, info, v, ty := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	noThis, kept, ok := t.NewLabel(), t.NewLabel(), t.NewLabel()
	k, plain := t.scalar(One)
	t.Ld64(to, ir.At(ir.FP, abi.FrReturn))
	t.BrTestM32(ir.EQ, ir.At(ir.FP, abi.FrInfo), abi.CallReleaseThis, noThis)
	t.Ld64(o, ir.At(ir.FP, abi.FrThis))
	t.BrM32(ir.LE, ir.At(o, abi.RC), 1, slow)
	t.Ld32(info, ir.At(o, abi.GCInfo))
	t.BrTest(ir.EQ, info, int64(abi.GCInfoMask|abi.GCNotCollectable), slow)
	t.Bind(noThis)
	if !plain {
		m := t.Mem(One)
		t.Ld64(v, m)
		t.Ld32(ty, m.Plus(abi.ValT))
		if t.K1 != abi.Const {
			low, wanted := t.NewReg(), t.NewLabel()
			t.OpI(ir.And, low, ty, 0xff)
			if t.K1 == abi.CV {
				t.BrI(ir.EQ, low, int64(abi.Undef), slow)
			}
			t.BrI(ir.UGE, low, int64(abi.Ref), slow)
			t.BrI(ir.NE, to, 0, wanted)
			t.BrTest(ir.NE, ty, abi.Counted, slow) // nobody takes it: it has to be freed
			t.Bind(wanted)
		}
	}
	t.BrTestM32(ir.EQ, ir.At(ir.FP, abi.FrInfo), abi.CallReleaseThis, kept)
	t.Ld64(o, ir.At(ir.FP, abi.FrThis))
	t.AddM32(ir.At(o, abi.RC), -1)
	t.Bind(kept)
	t.BrI(ir.EQ, to, 0, ok)
	if plain {
		if k == abi.Long {
			t.St64(ir.At(to, 0), t.Int(One))
		} else {
			t.StF(ir.At(to, 0), t.Float(One))
		}
		t.St32I(ir.At(to, abi.ValT), int64(k))
	} else {
		t.St64(ir.At(to, 0), v)
		t.St32(ir.At(to, abi.ValT), ty)
	}
	t.Bind(ok)
	t.St64(ir.At(ir.CTX, abi.CtxTop), ir.FP)
	t.AddM64(ir.At(ir.CTX, abi.CtxDepth), -1)
	prev := t.NewReg()
	t.Ld64(prev, ir.At(ir.FP, abi.FrPrev))
	t.Mov(ir.FP, prev)
	t.Ld64(ir.IP, ir.At(ir.FP, abi.FrOpline))
	t.Dispatch(abi.OpSize)
}

// checkFuncArg is CHECK_FUNC_ARG of a function that takes nothing by reference.
func (t *T) checkFuncArg() bool {
	if t.K2 == abi.Const {
		return false
	}
	call, fn, mask, more, info := t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld64(call, ir.At(ir.FP, abi.FrCall))
	t.Ld64(fn, ir.At(call, abi.FrFunc))
	t.Ld32(mask, ir.At(fn, abi.FnRefMask))
	t.Ld32(more, ir.At(fn, abi.FnPreferMask))
	t.Op2(ir.Or, mask, mask, more)
	t.BrI(ir.NE, mask, 0, t.Slow())
	t.Ld32(info, ir.At(call, abi.FrInfo))
	t.OpI(ir.And, info, info, int64(^uint32(abi.CallSendByRef)))
	t.St32(ir.At(call, abi.FrInfo), info)
	t.Next(1)
	return true
}

// byValue goes to Go if CHECK_FUNC_ARG has found that the argument goes by
// reference.
func (t *T) byValue() {
	call := t.NewReg()
	t.Ld64(call, ir.At(ir.FP, abi.FrCall))
	t.BrTestM32(ir.NE, ir.At(call, abi.FrInfo), abi.CallSendByRef, t.Slow())
}

// verifyReturn is VERIFY_RETURN_TYPE of a value whose type is among those that
// the function returns; only compiled code knows which those are.
func (t *T) verifyReturn() bool {
	if t.C == nil || t.C.ReturnMask == 0 || t.K1 == abi.Unused {
		return false
	}
	if k := t.Type(One); k != Unknown {
		if t.C.ReturnMask>>k&1 == 0 {
			return false
		}
		if t.K1 == abi.Const {
			if k != abi.Long && k != abi.Double {
				return false
			}
			t.copyFrom(Res, One, k)
		}
		t.Next(1)
		return true
	}
	m := t.Mem(One)
	ty, mask := t.NewReg(), t.NewReg()
	t.Ld8(ty, m.Plus(abi.ValT))
	t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
	t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	t.Const(mask, int64(t.C.ReturnMask))
	t.Op2(ir.Shr, mask, mask, ty)
	t.BrTest(ir.EQ, mask, 1, t.Slow())
	if t.K1 == abi.Const {
		t.move(t.dest(Res), m)
	}
	t.Next(1)
	return true
}
