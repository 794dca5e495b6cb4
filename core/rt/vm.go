package rt

import (
	"cmp"
	"sync/atomic"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// VMState is what the tiers that execute oplines share in one executor.
type VMState struct {
	// Null is a permanent NULL off the Go heap, for reads of what is not there.
	Null *zval.Value
	// Pass is an internal function that takes anything and does nothing: the
	// call of a constructor that does not exist.
	Pass *code.Func
	// Ticks counts statements towards declare(ticks).
	Ticks uint32
	// CleanUp releases the half-made calls and the temporaries that are alive
	// after opline op in frame f but not at opline number catch (0: none). The
	// engine binds it.
	CleanUp func(f *vmstack.Frame, op *code.Opline, catch uint32)

	// Pending visits the calls that frame f is preparing at opline op, innermost
	// first, with the number of arguments each has so far. The engine binds it.
	Pending func(f *vmstack.Frame, op *code.Opline, visit func(call *vmstack.Frame, sent uint32))

	cancelled atomic.Bool
	why       string // message of the cancellation, "" for the usual one
	told      bool   // it was shown
	quit      atomic.Int32
	hooks     map[hookKey]*code.Func

	fiber  *Fiber // the one that runs, nil in the main program
	fibers int    // started and not ended

	iters []IterState
	freed []uint32
}

// IterState is a foreach over an object.
type IterState struct {
	It      *Iter
	Started bool
}

// Init makes the state's permanent parts.
func (s *VMState) Init(x *Exec) {
	if s.Null != nil {
		return
	}
	s.Null = valueAt(x.perm.Alloc(zval.ValueSize))
	s.Null.SetNull()
	nop := func(x *Exec, a *Args, ret *zval.Value) {}
	s.Pass = x.newBuiltin(nil, &FuncDecl{Sig: "pass(): void", Fn: nop}, nil).Desc
}

// AddIter files a foreach's iterator and returns its number.
func (s *VMState) AddIter(it *Iter) uint32 {
	if n := len(s.freed); n > 0 {
		i := s.freed[n-1]
		s.freed = s.freed[:n-1]
		s.iters[i] = IterState{It: it}
		return i
	}
	s.iters = append(s.iters, IterState{It: it})
	return uint32(len(s.iters) - 1)
}

// Iter returns a filed iterator. The pointer is good until the next AddIter.
func (s *VMState) Iter(i uint32) *IterState { return &s.iters[i] }

// DropIter frees a filed iterator. May run PHP.
func (s *VMState) DropIter(i uint32) {
	it := s.iters[i].It
	s.iters[i] = IterState{}
	s.freed = append(s.freed, i)
	it.Free()
}

// Values of Context.Interrupt; any that is not 0 makes the executor look. A
// WebAssembly host writes them into linear memory itself.
const (
	InterruptLook   = 1 // look at the deadline
	InterruptCancel = 2 // stop
)

// Cancel asks the executor to stop at its next safe point, for good: nothing of
// the program runs any more, shutdown functions and destructors included. It
// may be called from any goroutine, once the executor runs or before.
func (x *Exec) Cancel() {
	x.VM.cancelled.Store(true)
	x.Interrupt()
}

// CancelWith is Cancel with a message of its own. Only the goroutine that runs
// the executor may call it.
func (x *Exec) CancelWith(why string) {
	x.VM.why = why
	x.Cancel()
}

// Quit is Cancel without a message, for a process that was told to go or whose
// output nobody reads; status, not 0, becomes the exit status. It may be called
// from any goroutine.
func (x *Exec) Quit(status int) {
	x.VM.quit.Store(int32(status))
	x.Cancel()
}

// Cancelled reports that the program was cancelled.
func (x *Exec) Cancelled() bool {
	return x.VM.cancelled.Load() || atomic.LoadUint32(&x.Ctx.Interrupt)&InterruptCancel != 0
}

// Interrupt makes the executor look at its deadline at the next safe point. It
// may be called from any goroutine.
func (x *Exec) Interrupt() { atomic.StoreUint32(&x.Ctx.Interrupt, InterruptLook) }

// Burn counts the call of an internal function as polls; see CountsFuel.
func (x *Exec) Burn() {
	if CountsFuel {
		x.Ctx.Fuel -= fuelOfBuiltin
	}
}

// OnInterrupt is called at a safe point when the interrupt flag is set or the
// fuel has run out. It clears both and deals with what they stand for: the end
// of the time allowed or a wish to stop, which end the program, or a moment to
// hand over what was printed.
func (x *Exec) OnInterrupt() {
	if CountsFuel && x.Ctx.Fuel < 0 {
		x.Ctx.Fuel = fuelSlice
		if x.OnPoll != nil {
			x.OnPoll()
		}
	}
	why := atomic.SwapUint32(&x.Ctx.Interrupt, 0)
	if !CountsFuel {
		x.Out.Flush()
	}
	if why&InterruptCancel != 0 || x.VM.cancelled.Load() {
		x.VM.cancelled.Store(true)
		x.Interrupt() // whatever else may run stops as well
		if q := x.VM.quit.Load(); q != 0 {
			x.ExitStatus = int(q)
			x.Bailout()
		}
		if x.VM.told {
			x.Bailout()
		}
		x.VM.told = true
		x.FatalError("%s", cmp.Or(x.VM.why, "Execution was cancelled"))
	}
	if x.Deadline != 0 && x.Host.Monotonic() >= x.Deadline {
		n := x.Ini.MaxExecution
		x.Deadline = 0
		s := "s"
		if n == 1 {
			s = ""
		}
		x.FatalError("Maximum execution time of %d second%s exceeded", n, s)
	}
}

// hookKey names a stand-in for a hook that a property does not have.
type hookKey struct {
	prop uint32
	set  bool
}

// PlainHook returns an internal function that does what a hook of p would do
// if it had one: read or write the property's own slot.
func (x *Exec) PlainHook(p *PropInfo, set bool) *code.Func {
	k := hookKey{p.ID, set}
	if f := x.VM.hooks[k]; f != nil {
		return f
	}
	d := &FuncDecl{Sig: "get(): mixed", Fn: func(x *Exec, a *Args, ret *zval.Value) {
		var rv zval.Value
		v := x.ReadProp(a.This(), p.NameStr, FetchR, nil, &rv)
		if v == &rv {
			ret.MoveFrom(v)
		} else {
			ret.CopyFrom(v.Deref())
		}
	}}
	if set {
		d = &FuncDecl{Sig: "set(mixed $value): mixed", Fn: func(x *Exec, a *Args, ret *zval.Value) {
			if v := x.WriteProp(a.This(), p.NameStr, a.Val(0), nil); v != nil {
				ret.CopyFrom(v.Deref())
			}
		}}
	}
	if x.VM.hooks == nil {
		x.VM.hooks = make(map[hookKey]*code.Func)
	}
	h := x.newBuiltin(nil, d, p.Class)
	h.Name = "$" + p.Name + "::" + h.Name
	f := h.Desc
	x.VM.hooks[k] = f
	return f
}

// GlobalsCopy makes the array that reading $GLOBALS as a whole gives, owned.
func (x *Exec) GlobalsCopy() *zval.Table {
	t := x.Space.NewTable(x.Globals.Len())
	for it := x.Globals.Iter(); it.Next(); {
		v := it.Value()
		if v.Type() == zval.Indirect {
			v = v.Ind()
		}
		if v.Type() == zval.Undef {
			continue
		}
		var w zval.Value
		if v.Type() == zval.ReferenceT && v.Ref().GC.RC == 1 {
			v = v.Deref()
		}
		w.CopyFrom(v)
		if k, n := it.Key(); k != nil {
			x.Space.SetSym(t, k, &w)
		} else {
			x.Space.SetLong(t, n, &w)
		}
	}
	return t
}

// CountOf is count() of anything but an array; 0 after a throw. May run PHP.
func (x *Exec) CountOf(v *zval.Value) int64 {
	if v.Type() == zval.ObjectT {
		o := v.Obj()
		c := x.ClassOf(o)
		if c.Handlers != nil && c.Handlers.Count != nil {
			if n, ok := c.Handlers.Count(x, o); ok || x.HasExc() {
				return n
			}
		}
		if c.InstanceOf(x.Cls.Countable) {
			var ret zval.Value
			if !x.CallMethod(o, "count", nil, &ret) {
				return 0
			}
			n := x.ToLong(&ret)
			x.Space.Release(&ret)
			return n
		}
	}
	x.ThrowTypeError("count(): Argument #1 ($value) must be of type Countable|array, %s given", x.TypeName(v))
	return 0
}

// DescOf returns a function's descriptor, completing a builtin first.
func (x *Exec) DescOf(f *Function) *code.Func {
	x.prepare(f)
	return f.Desc
}

// SlotOf returns the slot of a declared property that the running code can
// reach, nil when there is none. It says nothing and runs nothing.
func (x *Exec) SlotOf(o *zval.Object, name *zval.String) *zval.Value {
	p, how := x.FindProp(x.ClassOf(o), name, x.Scope(), true)
	if how != propSlot {
		if o.Props != 0 && how == propDynamic {
			return tableAt(o.Props).Find(name)
		}
		return nil
	}
	return o.Prop(p.Slot)
}

// TypedOnly reports a property whose type is all that restricts writing it.
func (p *PropInfo) TypedOnly() bool {
	return p.Type != nil && p.Flags&(code.AccReadonly|code.AccPublicSet|code.AccProtectedSet|code.AccPrivateSet) == 0 && !p.Hooked()
}
