package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Frames as every tier and every builtin that calls back handles them: push,
// release what they hold, pop. The stack itself only knows sizes.

// FrameBytes is the size of a frame for fn with the given number of arguments.
func FrameBytes(fn *code.Func, passed uint32) uintptr {
	n := uintptr(vmstack.FrameSize) + uintptr(passed)*zval.ValueSize
	if fn.Kind == code.FuncUser {
		n += uintptr(fn.NumCVs+fn.NumTmps-min(fn.NumArgs, passed)) * zval.ValueSize
	}
	return n
}

// PushFrame pushes a frame for a call of fn with passed arguments, which the
// caller then puts into Slot(0) and on. this is 0, an object or a ClassDesc.
// info are call info bits; CallThis among them tells that this is an object.
func (x *Exec) PushFrame(fn *code.Func, passed uint32, this mm.Addr, info uint32) *vmstack.Frame {
	f, fl := x.Stack.Push(FrameBytes(fn, passed))
	f.Opline = 0
	f.Call = 0
	f.Return = 0
	f.Func = fn.Addr()
	f.This = zval.Value{V: uint64(this), T: info | fl, U: passed}
	f.Prev = 0
	f.Symbols = 0
	f.Cache = 0
	f.Named = 0
	return f
}

// PopFrame gives a frame's memory back; what it holds was released before.
func (x *Exec) PopFrame(f *vmstack.Frame) { x.Stack.Pop(f) }

// ReleaseArgs drops the arguments of a frame that has not been entered as a
// user function: they lie in its first slots. May run PHP (destructors).
func (x *Exec) ReleaseArgs(f *vmstack.Frame) {
	n := int(f.This.U)
	for i := 0; i < n; i++ {
		v := f.Slot(i)
		if v.T&zval.FlagsMask != 0 {
			w := *v
			v.SetNull()
			x.Space.Release(&w)
		}
	}
	x.releaseNamed(f)
}

func (x *Exec) releaseNamed(f *vmstack.Frame) {
	if f.This.T&vmstack.CallHasExtraNamed == 0 {
		return
	}
	f.This.T &^= vmstack.CallHasExtraNamed
	t := f.Named
	f.Named = 0
	x.Space.ReleaseArr(zval.TableAt(t))
}

// ReleaseCVs drops the compiled variables of a user frame. May run PHP.
func (x *Exec) ReleaseCVs(f *vmstack.Frame) {
	n := int(code.FuncAt(f.Func).NumCVs)
	for i := 0; i < n; i++ {
		v := f.Slot(i)
		if v.T&zval.FlagsMask != 0 {
			w := *v
			v.SetNull()
			x.Space.Release(&w)
		}
	}
}

// ReleaseExtra drops the extra arguments of an entered user frame, and extra
// named ones. May run PHP.
func (x *Exec) ReleaseExtra(f *vmstack.Frame) {
	if f.This.T&vmstack.CallFreeExtra != 0 {
		fn := code.FuncAt(f.Func)
		if n := f.This.U; n > fn.NumArgs {
			base := int(fn.NumCVs + fn.NumTmps)
			for i := 0; i < int(n-fn.NumArgs); i++ {
				v := f.Slot(base + i)
				if v.T&zval.FlagsMask != 0 {
					w := *v
					v.SetNull()
					x.Space.Release(&w)
				}
			}
		}
		f.This.T &^= vmstack.CallFreeExtra
	}
	x.releaseNamed(f)
}

// ReleaseOwner drops what the frame holds of its callee: $this of a call that
// owns it, or the closure it runs. May run PHP.
func (x *Exec) ReleaseOwner(f *vmstack.Frame) {
	switch {
	case f.This.T&vmstack.CallReleaseThis != 0:
		f.This.T &^= vmstack.CallReleaseThis
		x.ReleaseObj(f.This.Obj())
	case f.This.T&vmstack.CallClosure != 0:
		f.This.T &^= vmstack.CallClosure
		x.ReleaseObj(x.ClosureOf(code.FuncAt(f.Func)))
	}
}

// ReleaseObj drops one reference to an object. May run PHP.
func (x *Exec) ReleaseObj(o *zval.Object) {
	v := zval.Value{}
	v.SetObj(o)
	x.Space.Release(&v)
}

// RuntimeCache returns the run-time cache of a user function, making it on
// first use. It is permanent memory and does not count as PHP's.
func (x *Exec) RuntimeCache(fn *code.Func) mm.Addr {
	if fn.Cache == 0 {
		n := uintptr(fn.CacheSize)
		if n == 0 {
			n = 8
		}
		fn.Cache = x.perm.Alloc(n)
	}
	return fn.Cache
}
