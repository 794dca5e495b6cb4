package interp

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Calls: INIT_* find the function and push its frame onto the frame's list of
// calls being prepared; DO_* enter it.

// prepare pushes a call of fn for the arguments announced, and makes it the
// innermost one being prepared.
func prepare(x *Exec, fp *Frame, fn *code.Func, n uint32, this mm.Addr, info uint32) *Frame {
	if fn.Cache == 0 && fn.Kind == code.FuncUser {
		x.RuntimeCache(fn)
	}
	call := x.PushFrame(fn, n, this, info)
	call.Prev = fp.Call
	fp.Call = call.Addr()
	return call
}

// opInitFcall is INIT_FCALL on its first execution, or when the page is full.
func opInitFcall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := cell(fp, op.Result)
	if *c == 0 {
		name := val2(fp, op).Str()
		f := x.LookupFunction(name.View())
		if f == nil {
			x.ThrowError(nil, "Call to undefined function %s()", name.String())
			return unwind(x)
		}
		if f.Desc.Kind == code.FuncUser {
			x.RuntimeCache(f.Desc)
		}
		*c = uint64(f.Desc.Addr())
	}
	fn := code.FuncAt(mm.Addr(*c))
	f, fl := x.Stack.Push(uintptr(op.Op1))
	initHeader(f, fn, fl, op.Ext)
	f.Prev = fp.Call
	fp.Call = f.Addr()
	return next(op)
}

func initHeader(f *Frame, fn *code.Func, info, n uint32) {
	f.Opline, f.Call, f.Return = 0, 0, 0
	f.Func = fn.Addr()
	f.This = Value{T: info, U: n}
	f.Symbols, f.Cache, f.Named = 0, 0, 0
}

// opInitFcallByName is INIT_FCALL_BY_NAME and INIT_NS_FCALL_BY_NAME.
func opInitFcallByName(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := cell(fp, op.Result)
	if *c == 0 {
		lit := op.Literal(op.Op2)
		f := x.LookupFunction(valueAfter(lit, 1).Str().View())
		if f == nil && op.Code == uint8(opcode.InitNsFcallByName) {
			f = x.LookupFunction(valueAfter(lit, 2).Str().View())
		}
		if f == nil {
			x.ThrowError(nil, "Call to undefined function %s()", lit.Str().String())
			return unwind(x)
		}
		*c = uint64(f.Desc.Addr())
	}
	prepare(x, fp, code.FuncAt(mm.Addr(*c)), op.Ext, 0, 0)
	return next(op)
}

// opInitMethodCall prepares $op1->op2().
func opInitMethodCall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var nameV *Value
	if op.Op2Kind == code.Const {
		nameV = op.Literal(op.Op2)
	} else {
		nameV = get2(x, fp, op)
		if zval.Type(nameV.T) != zval.StringT {
			if x.Ctx.Exception == 0 {
				x.ThrowError(nil, "Method name must be a string")
			}
			drop2(x, fp, op)
			drop1(x, fp, op)
			return unwind(x)
		}
	}
	var o *zval.Object
	if op.Op1Kind == code.Unused {
		o = fp.This.Obj()
	} else {
		v := val1(fp, op)
		if op.Op1Kind == code.Var && zval.Type(v.T) == zval.Indirect {
			v = v.Ind()
		}
		d := v.Deref()
		if zval.Type(d.T) != zval.ObjectT {
			if d.T == tUndef && op.Op1Kind == code.CV {
				d = undefined(x, fp, op.Op1)
			}
			if x.Ctx.Exception == 0 {
				x.ThrowError(nil, "Call to a member function %s() on %s", nameV.Str().String(), typeName(x, d))
			}
			drop2(x, fp, op)
			drop1(x, fp, op)
			return unwind(x)
		}
		o = d.Obj()
	}
	var fn *code.Func
	called := o
	if op.Op2Kind == code.Const {
		c := cell(fp, op.Result)
		if *c == uint64(o.Class) {
			fn = code.FuncAt(mm.Addr(*cell(fp, op.Result+8)))
		} else {
			lc := valueAfter(nameV, 1).Str()
			fn = x.MethodOf(&called, nameV.Str(), lc.View())
			if fn != nil && called == o && fn.Flags&code.AccFakeClosure == 0 && !isTrampoline(fn) && x.CacheableMethod(fn) {
				*c = uint64(o.Class)
				*cell(fp, op.Result+8) = uint64(fn.Addr())
			}
		}
	} else {
		name := nameV.Str()
		fn = x.MethodOf(&called, name, strings.ToLower(name.View()))
	}
	if fn == nil {
		if x.Ctx.Exception == 0 {
			x.ThrowError(nil, "Call to undefined method %s::%s()", x.ClassOf(o).Name, nameV.Str().String())
		}
		drop2(x, fp, op)
		drop1(x, fp, op)
		return unwind(x)
	}
	drop2(x, fp, op)
	if fn.Flags&code.AccStatic != 0 {
		cls := called.Class
		drop1(x, fp, op)
		if x.Ctx.Exception != 0 {
			if isTrampoline(fn) {
				x.FreeTrampoline(fn)
			}
			return unwind(x)
		}
		prepare(x, fp, fn, op.Ext, cls, 0)
		return next(op)
	}
	info := uint32(vmstack.CallThis)
	switch {
	case op.Op1Kind == code.Unused && called == o:
	case op.Op1Kind == code.CV || called != o:
		called.GC.RC++
		info |= vmstack.CallReleaseThis
		if called != o {
			drop1(x, fp, op)
		}
	default: // the temporary's reference becomes the call's
		v := at(fp, op.Op1)
		info |= vmstack.CallReleaseThis
		switch zval.Type(v.T) {
		case zval.ReferenceT:
			o.GC.RC++
			x.Space.Release(v)
		case zval.Indirect:
			o.GC.RC++
		}
	}
	if fn.Flags&code.AccClosure != 0 {
		// a closure called by name __invoke: the frame owns it
		info = info&^vmstack.CallReleaseThis | 0
	}
	prepare(x, fp, fn, op.Ext, called.Addr(), info)
	return next(op)
}

// opInitStaticMethodCall prepares op1::op2().
func opInitStaticMethodCall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var cls *rt.Class
	var fn *code.Func
	cached := op.Op1Kind == code.Const && op.Op2Kind == code.Const
	switch {
	case op.Op1Kind == code.Const:
		c := cell(fp, op.Result)
		if *c != 0 {
			cls = x.ClassAt(mm.Addr(*c))
			if op.Op2Kind == code.Const {
				fn = code.FuncAt(mm.Addr(*cell(fp, op.Result+8)))
			}
		} else {
			cls = fetchClass(x, op.Literal(op.Op1))
			if cls == nil {
				drop2(x, fp, op)
				return unwind(x)
			}
			if op.Op2Kind != code.Const {
				*c = uint64(cls.Addr())
			}
		}
	case op.Op1Kind == code.Unused:
		cls = fetchKind(x, fp, op.Op1)
		if cls == nil {
			drop2(x, fp, op)
			return unwind(x)
		}
	default:
		cls = x.ClassAt(mm.Addr(at(fp, op.Op1).V))
	}
	this := thisOf(fp)
	if op.Op2Kind == code.Const && op.Op1Kind != code.Const {
		if *cell(fp, op.Result) == uint64(cls.Addr()) {
			fn = code.FuncAt(mm.Addr(*cell(fp, op.Result+8)))
		}
	}
	if fn == nil {
		switch {
		case op.Op2Kind == code.Unused:
			if cls.Ctor == nil {
				x.ThrowError(nil, "Cannot call constructor")
				return unwind(x)
			}
			if this != nil && x.ClassOf(this) != cls.Ctor.Class && cls.Ctor.Flags&code.AccPrivate != 0 {
				if sc := x.ScopeOf(fp); sc != cls.Ctor.Class {
					x.ThrowError(nil, "Cannot call private %s::%s()", cls.Name, cls.Ctor.Name)
					return unwind(x)
				}
			}
			fn = x.DescOf(cls.Ctor)
			if cls.Ctor.Flags&code.AccAbstract != 0 {
				x.ThrowError(nil, "Cannot call abstract method %s::%s()", cls.Ctor.Class.Name, cls.Ctor.Name)
				return unwind(x)
			}
		default:
			var nameV *Value
			var lc string
			if op.Op2Kind == code.Const {
				nameV = op.Literal(op.Op2)
				lc = valueAfter(nameV, 1).Str().View()
			} else {
				nameV = get2(x, fp, op)
				if zval.Type(nameV.T) != zval.StringT {
					if x.Ctx.Exception == 0 {
						x.ThrowError(nil, "Method name must be a string")
					}
					drop2(x, fp, op)
					return unwind(x)
				}
				lc = strings.ToLower(nameV.Str().View())
			}
			fn = x.StaticMethodOf(cls, nameV.Str(), lc)
			if fn == nil {
				if x.Ctx.Exception == 0 {
					x.ThrowError(nil, "Call to undefined method %s::%s()", cls.Name, nameV.Str().String())
				}
				drop2(x, fp, op)
				return unwind(x)
			}
			if op.Op2Kind == code.Const && !isTrampoline(fn) {
				if cached || op.Op1Kind != code.Const {
					*cell(fp, op.Result) = uint64(cls.Addr())
					*cell(fp, op.Result+8) = uint64(fn.Addr())
				}
			}
			drop2(x, fp, op)
			if x.Ctx.Exception != 0 {
				return unwind(x)
			}
		}
	}
	target := cls.Addr()
	info := uint32(0)
	if fn.Flags&code.AccStatic == 0 {
		if this != nil && x.ClassOf(this).InstanceOf(cls) {
			target, info = this.Addr(), vmstack.CallThis
		} else {
			x.ThrowError(nil, "Non-static method %s cannot be called statically", x.FuncOf(fn).FullName()+"()")
			if isTrampoline(fn) {
				x.FreeTrampoline(fn)
			}
			return unwind(x)
		}
	} else if op.Op1Kind == code.Unused {
		if k := op.Op1 & code.FetchClassMask; k == code.FetchClassParent || k == code.FetchClassSelf {
			if this != nil {
				target = this.Class
			} else if fp.This.V != 0 {
				target = mm.Addr(fp.This.V)
			}
		}
	}
	prepare(x, fp, fn, op.Ext, target, info)
	return next(op)
}

// thisOf borrows $this of a frame, or nil.
func thisOf(fp *Frame) *zval.Object {
	if zval.Type(fp.This.T) == zval.ObjectT && fp.This.V != 0 {
		return fp.This.Obj()
	}
	return nil
}

// opInitDynamicCall prepares a call of a callable value: a function's name,
// "Class::method", [object or class, method], a closure, an object with __invoke.
func opInitDynamicCall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get2(x, fp, op)
	if x.Ctx.Exception != 0 {
		drop2(x, fp, op)
		return unwind(x)
	}
	var c rt.Callable
	ok := x.DynamicCallable(v, &c)
	if !ok {
		drop2(x, fp, op)
		return unwind(x)
	}
	pushCallable(x, fp, &c, op.Ext, vmstack.CallDynamic)
	drop2(x, fp, op)
	if x.Ctx.Exception != 0 {
		discardCall(x, fp)
		return unwind(x)
	}
	return next(op)
}

// pushCallable prepares a call of a resolved callable, which it keeps alive.
func pushCallable(x *Exec, fp *Frame, c *rt.Callable, n, info uint32) *Frame {
	var this mm.Addr
	switch {
	case c.Closure != nil:
		c.Closure.GC.RC++
		info |= vmstack.CallClosure
		if c.Desc.Flags&code.AccFakeClosure != 0 {
			info |= vmstack.CallFakeClosure
		}
		if c.This != nil {
			this = c.This.Addr()
			info |= vmstack.CallThis
		} else if c.Called != nil {
			this = c.Called.Addr()
		}
	case c.This != nil:
		c.This.GC.RC++
		this = c.This.Addr()
		info |= vmstack.CallThis | vmstack.CallReleaseThis
	case c.Called != nil:
		this = c.Called.Addr()
	}
	return prepare(x, fp, c.Desc, n, this, info)
}

// discardCall takes back the call that the running instruction has prepared:
// unwinding takes it for one that was not begun.
func discardCall(x *Exec, fp *Frame) {
	call := vmstack.At(fp.Call)
	fp.Call = call.Prev
	fn := code.FuncAt(call.Func)
	x.ReleaseOwner(call)
	if x.IsTrampoline(fn) {
		x.FreeTrampoline(fn)
	}
	x.Stack.Pop(call)
}

// opInitUserCall prepares a call of a callable for call_user_func and its kin.
func opInitUserCall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get2(x, fp, op)
	var c rt.Callable
	msg := x.ResolveCallable(v, x.ScopeOf(fp), &c)
	if msg != "" {
		if x.Ctx.Exception == 0 {
			x.ThrowTypeError("%s(): Argument #1 ($callback) must be a valid callback, %s", op.Literal(op.Op1).Str().String(), msg)
		}
		drop2(x, fp, op)
		return unwind(x)
	}
	pushCallable(x, fp, &c, op.Ext, vmstack.CallDynamic)
	drop2(x, fp, op)
	if x.Ctx.Exception != 0 {
		discardCall(x, fp)
		return unwind(x)
	}
	return next(op)
}

// isTrampoline recognises the stand-in for __call and __callStatic.
func isTrampoline(fn *code.Func) bool { return fn.Flags&code.AccTrampoline != 0 }

// opDoCall enters the prepared call, whatever it is.
func opDoCall(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	call := vmstack.At(fp.Call)
	fn := code.FuncAt(call.Func)
	fp.Call = call.Prev
	if fn.Flags&(code.AccAbstract|code.AccDeprecated|code.AccNoDiscard) != 0 {
		if !checkCallee(x, fp, call, fn, op.ResKind == code.Unused) {
			if op.ResKind&tmpVar != 0 {
				res(fp, op).SetUndef()
			}
			return unwind(x)
		}
	}
	if fn.Kind == code.FuncInternal {
		return doInternal(x, fp, op, call, fn)
	}
	if isTrampoline(fn) {
		return doTrampoline(x, fp, op, call, fn)
	}
	if op.ResKind != code.Unused {
		r := res(fp, op)
		r.SetNull()
		call.Return = uintptrOf(r)
	} else {
		call.Return = 0
	}
	op = enter(x, fp, call, fn)
	if rt.CountsFuel && fn.Flags&code.AccCompiled != 0 {
		x.Ctx.ExitInfo = 1 // loop looks up
	}
	return op
}

// checkCallee refuses abstract methods and reports deprecated functions and
// results that are thrown away but should not be. On false the call is gone
// and an exception is in flight.
func checkCallee(x *Exec, fp, call *Frame, fn *code.Func, discards bool) bool {
	if fn.Flags&code.AccAbstract != 0 {
		f := x.FuncOf(fn)
		x.ThrowError(nil, "Cannot call abstract method %s()", f.FullName())
	} else if fn.Flags&code.AccDeprecated != 0 {
		x.DeprecatedCall(fn)
	}
	if x.Ctx.Exception == 0 && fn.Flags&code.AccNoDiscard != 0 && discards {
		x.DiscardedCall(fn)
	}
	if x.Ctx.Exception == 0 {
		return true
	}
	x.ReleaseArgs(call)
	dropCallee(x, call)
	x.PopFrame(call)
	return false
}

// enter makes a prepared call of a user function the current frame, with fp as
// its caller, and returns its first opline.
func enter(x *Exec, fp, call *Frame, fn *code.Func) *Opline {
	call.Prev = fp.Addr()
	op := initFrame(x, call, fn)
	x.Ctx.FP = call.Addr()
	if poll(x.Ctx) {
		call.Opline = op.Addr()
		return interrupt(x, call, op)
	}
	return op
}

// initFrame makes the gathered arguments of a user function its parameters:
// extra ones move behind the temporaries, the other compiled variables become
// UNDEF. It returns the first opline worth executing.
func initFrame(x *Exec, call *Frame, fn *code.Func) *Opline {
	n, num, cvs := call.This.U, fn.NumArgs, fn.NumCVs
	start := fn.Code
	if n > num {
		extra := n - num
		if cvs+fn.NumTmps != num {
			flags := uint32(0)
			to := int(cvs + fn.NumTmps)
			for i := int(extra) - 1; i >= 0; i-- {
				s, d := call.Slot(int(num)+i), call.Slot(to+i)
				flags |= s.T
				*d = *s
				s.SetUndef()
			}
			if flags&zval.FlagsMask != 0 {
				call.This.T |= vmstack.CallFreeExtra
			}
		} else {
			call.This.T |= vmstack.CallFreeExtra
		}
		n = num
		for i := num; i < cvs; i++ {
			call.Slot(int(i)).SetUndef()
		}
	} else {
		for i := n; i < cvs; i++ {
			call.Slot(int(i)).SetUndef()
		}
	}
	if fn.Flags&code.AccHasTypeHints == 0 {
		start += uintptr(n) * code.OplineSize
	}
	if fn.Cache == 0 {
		x.RuntimeCache(fn)
	}
	call.Cache = fn.Cache
	return code.OplineAt(start)
}

// doInternal makes a prepared call of an internal function.
func doInternal(x *Exec, fp *Frame, op *Opline, call *Frame, fn *code.Func) *Opline {
	f := x.FuncOf(fn)
	call.Prev = fp.Addr()
	if fn == x.VM.Pass {
		endInternal(x, call, fn)
		if op.ResKind != code.Unused {
			res(fp, op).SetNull()
		}
		return done(x, op)
	}
	x.Ctx.FP = call.Addr()
	if op.ResKind != code.Unused {
		r := res(fp, op)
		x.CallInternal(f, call, r)
		x.Ctx.FP = fp.Addr()
		endInternal(x, call, fn)
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
	} else {
		var tmp Value
		x.CallInternal(f, call, noescape(&tmp))
		x.Ctx.FP = fp.Addr()
		endInternal(x, call, fn)
		if tmp.T&zval.FlagsMask != 0 {
			x.Space.Release(&tmp)
		}
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
	}
	x.Burn()
	if due(x.Ctx) {
		return interrupt(x, fp, next(op))
	}
	return next(op)
}

// endInternal releases the arguments and the owner of an internal function's
// frame and pops it.
func endInternal(x *Exec, call *Frame, fn *code.Func) {
	n := int(call.This.U)
	for i := 0; i < n; i++ {
		if v := call.Slot(i); v.T&zval.FlagsMask != 0 {
			x.Space.Release(v)
		}
	}
	const rest = vmstack.CallHasExtraNamed | vmstack.CallReleaseThis | vmstack.CallClosure | vmstack.CallAllocated
	if call.This.T&rest != 0 {
		call.This.U = 0
		x.ReleaseArgs(call)
		x.ReleaseOwner(call)
	}
	x.Stack.Pop(call)
}

// doTrampoline calls __call or __callStatic in place of a method that does not
// exist: the frame of the trampoline gives its arguments to the magic method's.
func doTrampoline(x *Exec, fp *Frame, op *Opline, call *Frame, fn *code.Func) *Opline {
	magic, name := x.TrampolineTarget(fn)
	args := x.Space.NewPacked(int(call.This.U))
	for i := 0; i < int(call.This.U); i++ {
		v := call.Slot(i)
		x.Space.Append(args, v)
	}
	if call.This.T&vmstack.CallHasExtraNamed != 0 {
		for it := zval.TableAt(call.Named).Iter(); it.Next(); {
			k, _ := it.Key()
			v := *it.Value()
			v.AddRef()
			x.Space.Set(args, k, noescape(&v))
		}
		x.Space.ReleaseArr(zval.TableAt(call.Named))
	}
	this, info := mm.Addr(call.This.V), call.This.T&(vmstack.CallThis|vmstack.CallReleaseThis)
	name.AddRef()
	x.FreeTrampoline(fn)
	x.PopFrame(call)
	m := x.PushFrame(magic, 2, this, info)
	m.Slot(0).SetStr(name)
	m.Slot(1).SetArr(args)
	if magic.Kind == code.FuncInternal {
		return doInternal(x, fp, op, m, magic)
	}
	if op.ResKind != code.Unused {
		r := res(fp, op)
		r.SetNull()
		m.Return = uintptrOf(r)
	}
	return enter(x, fp, m, magic)
}

// opNew makes an object and prepares its constructor's call.
func opNew(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	var cls *rt.Class
	switch op.Op1Kind {
	case code.Const:
		c := cell(fp, op.Op2)
		if *c != 0 {
			cls = x.ClassAt(mm.Addr(*c))
		} else {
			cls = fetchClass(x, op.Literal(op.Op1))
			if cls == nil {
				return unwind(x)
			}
			*c = uint64(cls.Addr())
		}
	case code.Unused:
		if cls = fetchKind(x, fp, op.Op1); cls == nil {
			return unwind(x)
		}
	default:
		cls = x.ClassAt(mm.Addr(at(fp, op.Op1).V))
	}
	o := x.NewObject(cls)
	if o == nil {
		return unwind(x)
	}
	r.SetObj(o)
	ctor := x.Constructor(o)
	if ctor == nil {
		if x.Ctx.Exception != 0 {
			return unwind(x)
		}
		n := next(op)
		if op.Ext == 0 && n.Code == uint8(opcode.DoFcall) {
			return skip(op)
		}
		prepare(x, fp, x.VM.Pass, op.Ext, 0, 0)
		return n
	}
	o.GC.RC++
	prepare(x, fp, ctor, op.Ext, o.Addr(), vmstack.CallThis|vmstack.CallReleaseThis)
	return next(op)
}

// opCallableConvert is f(...): it makes a closure of the prepared call.
func opCallableConvert(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	call := vmstack.At(fp.Call)
	r := res(fp, op)
	r.SetUndef()
	x.ClosureFromFrame(call, r)
	fp.Call = call.Prev
	x.ReleaseOwner(call)
	x.PopFrame(call)
	return done(x, op)
}
