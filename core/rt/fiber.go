package rt

import (
	"runtime/debug"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Fibers. A fiber has a chain of VM stack pages of its own and a goroutine of
// its own for what lies between its PHP frames in Go. Exactly one goroutine of
// an executor runs at any time: switching hands control over on a channel and
// waits on another, so nothing here needs a lock.

type fiberState uint8

const (
	fiberInit fiberState = iota
	fiberRunning
	fiberSuspended
	fiberReturned
	fiberThrew
	fiberBailed // a fatal error ended it
)

// Fiber is the state of a Fiber object.
type Fiber struct {
	obj    *zval.Object // borrowed
	call   zval.Value   // the callable, owned
	state  fiberState
	chain  vmstack.Chain
	bottom mm.Addr // its first frame, which is linked to whoever resumes it
	fp     mm.Addr // its current frame while it is suspended
	prev   *Fiber  // who resumed it, nil for the main program
	native int
	level  int // error_reporting while it does not run

	value    zval.Value // handed over at a switch, owned
	result   zval.Value // what it returned
	throwIn  *zval.Object
	closing  bool // being destroyed: unwinding
	killed   bool // the executor is going away: just leave
	panicked any  // a panic to be continued in the resumer

	resume chan struct{}
	yield  chan struct{}
}

// fiberKilled ends the goroutine of a fiber whose executor is closed.
type fiberKilled struct{}

func (x *Exec) fiberOf(o *zval.Object) *Fiber { return x.Payload(o).(*Fiber) }

// fiberSwitch runs f until it suspends or ends, and stores what it handed
// over in ret. args are for its start (borrowed).
func (x *Exec) fiberSwitch(f *Fiber, args []zval.Value, ret *zval.Value) {
	c := x.Ctx
	f.prev = x.VM.fiber
	x.VM.fiber = f
	fp, native, level := c.FP, x.native, x.Errors.Level
	if f.state == fiberInit {
		f.chain = x.Stack.NewChain(vmstack.FiberPageSize)
		f.bottom = f.chain.Top
		f.resume, f.yield = make(chan struct{}), make(chan struct{})
		x.VM.fibers++
		f.state = fiberRunning
		x.Errors.Level = int(x.Ini.Int("error_reporting"))
		was := x.Stack.Switch(f.chain)
		go x.fiberBody(f, args)
		f.resume <- struct{}{}
		<-f.yield
		f.chain = x.Stack.Switch(was)
	} else {
		f.state = fiberRunning
		vmstack.At(f.bottom).Prev = fp
		was := x.Stack.Switch(f.chain)
		c.FP, x.native, x.Errors.Level = f.fp, f.native, f.level
		f.resume <- struct{}{}
		<-f.yield
		f.chain = x.Stack.Switch(was)
	}
	f.level = x.Errors.Level
	c.FP, x.native, x.Errors.Level = fp, native, level
	x.VM.fiber = f.prev
	f.prev = nil
	if f.state >= fiberReturned {
		x.VM.fibers--
		x.Stack.FreeChain(f.chain)
		f.chain = vmstack.Chain{}
	}
	if p := f.panicked; p != nil {
		f.panicked = nil
		panic(p)
	}
	if f.state == fiberSuspended && ret != nil {
		ret.MoveFrom(&f.value)
		f.value.SetUndef()
	}
}

// fiberBody is a fiber's goroutine.
func (x *Exec) fiberBody(f *Fiber, args []zval.Value) {
	<-f.resume
	debug.SetPanicOnFault(true)
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(fiberKilled); !is {
				f.panicked = r
			}
			f.state = fiberBailed
		}
		f.yield <- struct{}{}
	}()
	x.native = 0
	var ret zval.Value
	ok := x.callValue(&f.call, args, &ret)
	if !ok || x.HasExc() {
		x.Space.Release(&ret)
		f.state = fiberThrew
		if f.closing && x.Unwinding() && x.Exc() == x.unwind.graceful {
			x.Ctx.Exception = 0
		}
		return
	}
	f.result.MoveFrom(&ret)
	f.state = fiberReturned
}

// FiberSuspend is Fiber::suspend(): v (borrowed) goes to the resumer.
func (x *Exec) FiberSuspend(v, ret *zval.Value) {
	f := x.VM.fiber
	switch {
	case f == nil:
		x.ThrowError(x.Cls.FiberError, "Cannot suspend outside of a fiber")
		return
	case f.closing:
		x.ThrowError(x.Cls.FiberError, "Cannot suspend in a force-closed fiber")
		return
	}
	f.value.CopyFrom(v)
	f.state = fiberSuspended
	f.fp, f.native = x.Ctx.FP, x.native
	f.yield <- struct{}{}
	<-f.resume
	if f.killed {
		panic(fiberKilled{})
	}
	if f.closing {
		x.ThrowGraceful()
		return
	}
	if o := f.throwIn; o != nil {
		f.throwIn = nil
		x.ThrowObj(o)
		return
	}
	ret.MoveFrom(&f.value)
	f.value.SetUndef()
}

// fiberDestroy unwinds a suspended fiber, running its finally blocks.
func (x *Exec) fiberDestroy(f *Fiber) {
	if f.state != fiberSuspended {
		return
	}
	f.closing = true
	held := x.Ctx.Exception
	x.Ctx.Exception = 0
	x.Space.ReleaseUndef(&f.value)
	x.fiberSwitch(f, nil, nil)
	if held != 0 {
		cur := x.Ctx.Exception
		x.Ctx.Exception = held
		if cur != 0 {
			x.ThrowObj(objectAt(cur))
		}
	}
}

// fiberFree releases what a dead fiber holds; a goroutine that still waits is
// sent home.
func (x *Exec) fiberFree(f *Fiber) {
	if f.state == fiberSuspended {
		f.killed = true
		f.resume <- struct{}{}
		<-f.yield
		f.panicked = nil
		x.VM.fibers--
		if !x.unclean {
			x.Stack.FreeChain(f.chain)
		}
		f.chain = vmstack.Chain{}
	}
	for _, v := range []*zval.Value{&f.call, &f.value, &f.result} {
		x.Space.ReleaseUndef(v)
	}
}

// KillFibers ends the goroutines of all fibers that are still suspended.
func (x *Exec) KillFibers() {
	if x.VM.fibers == 0 {
		return
	}
	for _, p := range x.internal.items {
		if f, ok := p.(*Fiber); ok && f.state == fiberSuspended {
			f.killed = true
			f.resume <- struct{}{}
			<-f.yield
			x.VM.fibers--
			f.state = fiberThrew
		}
	}
}

// fiberSpecs declares Fiber and FiberError.
func fiberSpecs() []ClassSpec {
	m := func(fn func(x *Exec, f *Fiber, a *Args, ret *zval.Value)) GoFunc {
		return func(x *Exec, a *Args, ret *zval.Value) { fn(x, x.fiberOf(a.This()), a, ret) }
	}
	return []ClassSpec{
		{
			Decl:            "final class Fiber",
			NotSerializable: true,
			NoDynamic:       true,
			Methods: []FuncDecl{
				{"public function __construct(callable $callback)", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) {
					if f.state != fiberInit || f.call.Type() != zval.Undef {
						x.ThrowError(x.Cls.FiberError, "Cannot call constructor twice")
						return
					}
					f.call.CopyFrom(a.Val(0))
				})},
				{"public function start(mixed ...$args): mixed", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) {
					if f.state != fiberInit || f.call.Type() == zval.Undef {
						x.ThrowError(x.Cls.FiberError, "Cannot start a fiber that has already been started")
						return
					}
					args := make([]zval.Value, 0, a.Len())
					for _, v := range a.Rest(0) {
						args = append(args, *v)
					}
					x.fiberGo(f, args, ret)
				})},
				{"public function resume(mixed $value = null): mixed", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) {
					if f.state != fiberSuspended {
						x.ThrowError(x.Cls.FiberError, "Cannot resume a fiber that is not suspended")
						return
					}
					f.value.CopyFrom(a.Val(0))
					x.fiberGo(f, nil, ret)
				})},
				{"public function throw(Throwable $exception): mixed", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) {
					if f.state != fiberSuspended {
						x.ThrowError(x.Cls.FiberError, "Cannot resume a fiber that is not suspended")
						return
					}
					f.throwIn = a.Obj(0)
					f.throwIn.GC.RC++
					x.fiberGo(f, nil, ret)
				})},
				{"public function isStarted(): bool", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) { ret.SetBool(f.state != fiberInit) })},
				{"public function isSuspended(): bool", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) { ret.SetBool(f.state == fiberSuspended) })},
				{"public function isRunning(): bool", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) { ret.SetBool(f.state == fiberRunning) })},
				{"public function isTerminated(): bool", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) { ret.SetBool(f.state >= fiberReturned) })},
				{"public function getReturn(): mixed", m(func(x *Exec, f *Fiber, a *Args, ret *zval.Value) {
					why := "The fiber has not returned"
					switch f.state {
					case fiberReturned:
						ret.CopyFrom(&f.result)
						return
					case fiberInit:
						why = "The fiber has not been started"
					case fiberThrew:
						why = "The fiber threw an exception"
					case fiberBailed:
						why = "The fiber exited with a fatal error"
					}
					x.ThrowError(x.Cls.FiberError, "Cannot get fiber return value: %s", why)
				})},
				{"public static function suspend(mixed $value = null): mixed", func(x *Exec, a *Args, ret *zval.Value) { x.FiberSuspend(a.Val(0), ret) }},
				{"public static function getCurrent(): ?Fiber", func(x *Exec, a *Args, ret *zval.Value) {
					if f := x.VM.fiber; f != nil {
						f.obj.GC.RC++
						ret.SetObj(f.obj)
					}
				}},
			},
			Handlers: &Handlers{
				Create:  func(x *Exec, c *Class, o *zval.Object) { x.SetPayload(o, &Fiber{obj: o}) },
				Destroy: func(x *Exec, o *zval.Object) { x.fiberDestroy(x.fiberOf(o)) },
				Free:    func(x *Exec, o *zval.Object) { x.fiberFree(x.fiberOf(o)) },
				Children: func(x *Exec, o *zval.Object, visit func(*zval.Value)) {
					f := x.fiberOf(o)
					visit(&f.call)
					visit(&f.value)
					visit(&f.result)
					if f.state == fiberSuspended {
						x.stackChildren(f, visit)
					}
				},
				NoClone: true,
			},
		},
		{
			Decl: "final class FiberError extends Error",
			Methods: []FuncDecl{
				{"public function __construct()", func(x *Exec, a *Args, ret *zval.Value) {
					x.ThrowError(nil, "The \"FiberError\" class is reserved for internal use and cannot be manually instantiated")
				}},
			},
		},
	}
}

// stackChildren visits what the frames of a suspended fiber own. Values that
// only Go code or half-made calls hold are left out, which keeps them alive.
func (x *Exec) stackChildren(f *Fiber, visit func(*zval.Value)) {
	for a := f.fp; a != 0; {
		fr := vmstack.At(a)
		if funcAt(fr.Func).Kind == code.FuncUser {
			x.frameChildren(fr, 0, visit)
			if fr.Call != 0 {
				x.VM.Pending(fr, code.OplineAt(fr.Opline), func(c *vmstack.Frame, sent uint32) { x.callChildren(c, sent, visit) })
			}
		} else {
			for i := 0; i < int(fr.This.U); i++ {
				visit(fr.Slot(i))
			}
			x.ownerChild(fr, visit)
		}
		if a == f.bottom {
			return
		}
		a = fr.Prev
	}
}

// fiberGo switches to f on behalf of one of its methods.
func (x *Exec) fiberGo(f *Fiber, args []zval.Value, ret *zval.Value) {
	f.obj.GC.RC++
	x.fiberSwitch(f, args, ret)
	x.releaseObj(f.obj)
}
