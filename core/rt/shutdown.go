package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// The end of a request, in PHP's order: shutdown functions, destructors of
// globals and then of all objects, output buffers, modules, memory.

// shutdownCall is a registered function with its arguments, all owned.
type shutdownCall struct {
	fn   zval.Value
	args []zval.Value
}

// RegisterShutdown files a function to be called at the end; values are copied.
func (x *Exec) RegisterShutdown(fn *zval.Value, args []*zval.Value) {
	c := shutdownCall{}
	var r Callable
	if fn.Type() != zval.ObjectT && x.ResolveCallable(fn, x.callerScope(), &r) == "" {
		// what it is bound to now is what it is called on
		if r.This != nil && r.Desc.Flags&code.AccTrampoline == 0 {
			if o := x.FakeClosure(&r); o != nil {
				c.fn.SetObj(o)
			}
		} else {
			x.ReleaseCallable(&r)
		}
	}
	if c.fn.Type() == zval.Undef {
		c.fn.CopyFrom(fn)
	}
	for _, a := range args {
		var v zval.Value
		v.CopyFrom(a)
		c.args = append(c.args, v)
	}
	x.shutdown = append(x.shutdown, c)
}

func (x *Exec) runShutdown() {
	for i := 0; i < len(x.shutdown); i++ {
		c := &x.shutdown[i]
		fn, args := c.fn, c.args
		var ret zval.Value
		x.callValue(&fn, args, &ret)
		x.Space.Release(&ret)
		if x.HasExc() {
			if x.Unwinding() {
				x.ClearExc()
				return
			}
			x.settleUncaught()
		}
	}
}

func (x *Exec) freeShutdown() {
	calls := x.shutdown
	x.shutdown = nil
	for i := range calls {
		x.Space.Release(&calls[i].fn)
		for j := range calls[i].args {
			x.Space.Release(&calls[i].args[j])
		}
	}
}

// destroyGlobals runs the destructors of objects that only a global variable
// holds, last variable first, until no more go, then those of all others.
func (x *Exec) destroyGlobals() {
	for {
		n := x.Globals.Len()
		for i := int(x.Globals.Used) - 1; i >= 0; i-- {
			if i >= int(x.Globals.Used) {
				continue
			}
			v := x.Globals.SlotAt(uint32(i))
			t := v
			for t.Type() == zval.Indirect {
				t = t.Ind()
			}
			if t.Type() == zval.ObjectT && t.Obj().GC.RC == 1 {
				key, num := x.Globals.KeyAt(uint32(i))
				if key != nil {
					key.AddRef()
					x.Space.Del(x.Globals, key)
					x.Space.ReleaseStr(key)
				} else {
					x.Space.DelLong(x.Globals, num)
				}
				if x.HasExc() {
					x.settleUncaught()
				}
			}
		}
		if x.Globals.Len() == n {
			break
		}
	}
	x.destroyObjects()
	if x.HasExc() {
		x.settleUncaught()
	}
}

// Shut runs what PHP still runs when the main script is over: shutdown
// functions, destructors, output handlers, modules. It returns the exit status.
// The heap and the stack are as the program left them; End takes them down. A
// cancelled program runs nothing any more.
func (x *Exec) Shut() int {
	if x.shut {
		return x.ExitStatus
	}
	x.shut = true
	x.inShut = true
	x.Deadline = 0
	if !x.Cancelled() {
		x.guard(x.runShutdown)
	}
	x.guard(x.freeShutdown)
	x.guard(x.destroyGlobals)
	flush := func() {
		x.Out.EndAll()
		x.settleUncaught()
	}
	if !x.guard(flush) && !x.guard(flush) {
		x.guard(x.Out.salvage)
	}
	for i := len(x.modules) - 1; i >= 0; i-- {
		if m := x.modules[i]; m.Shutdown != nil {
			x.guard(func() { m.Shutdown(x) })
		}
	}
	x.Out.Flush()
	return x.ExitStatus
}

// End finishes the request, Shut included, and releases everything it held. It
// returns the exit status. The executor is only good for Close afterwards.
func (x *Exec) End() int {
	if x.ended {
		return x.ExitStatus
	}
	x.Shut()
	x.ended = true
	if !x.unclean {
		x.guard(x.release)
	}
	x.Out.dead = true
	x.Out.abandon()
	return x.ExitStatus
}

// release gives back all that the request allocated, so that a heap with
// something left in it shows a leak.
func (x *Exec) release() {
	x.freeHandlers()
	x.freeShutdown()
	x.freeTicks()
	g := x.Globals
	x.Globals = x.Space.NewTable(0)
	x.clearReverse(g)
	x.Space.FreeTable(g)
	x.Space.FreeTable(x.Globals)
	x.Globals = nil
	x.freeConstants()
	x.freeFunctions()
	x.freeClasses()
	x.Space.CollectCycles()
	x.freeObjects()
	x.handles.freeAll(x)
	x.Out.release()
	x.Stack.Destroy()
	x.freeStartupBlocks()
}

// clearReverse deletes a symbol table's entries from the last to the first.
func (x *Exec) clearReverse(t *zval.Table) {
	for i := int(t.Used) - 1; i >= 0; i-- {
		if i >= int(t.Used) {
			continue
		}
		v := t.SlotAt(uint32(i))
		if v.Type() == zval.Undef {
			continue
		}
		key, num := t.KeyAt(uint32(i))
		if key != nil {
			key.AddRef()
			x.Space.Del(t, key)
			x.Space.ReleaseStr(key)
		} else {
			x.Space.DelLong(t, num)
		}
	}
}

// Balanced reports how much of the heap is still in use; 0 after End in a
// normal run.
func (x *Exec) Balanced() (blocks int, bytes int64) { return x.Heap.Live() }

// Bailed reports whether a fatal error ended some part of the run: what it held
// then is abandoned to the end of the heap, and Balanced says nothing.
func (x *Exec) Bailed() bool { return x.bailed }

// Close gives the executor's memory back to the page source.
func (x *Exec) Close() {
	if x.Heap == nil {
		return
	}
	if !x.ended {
		x.End()
	}
	x.Heap.Destroy()
	x.perm.Destroy()
	x.Heap = nil
}
