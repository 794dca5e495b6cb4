package rt

import "github.com/ebb-vm/ebb/core/zval"

// Functions called at ticks (declare(ticks=N)).

// tickCall is a registered function; busy while it runs, when ticks pass it over.
type tickCall struct {
	shutdownCall
	busy bool
}

// AddTick registers a function; values are copied.
func (x *Exec) AddTick(fn *zval.Value, args []*zval.Value) {
	t := &tickCall{}
	t.fn.CopyFrom(fn)
	for _, a := range args {
		var v zval.Value
		v.CopyFrom(a)
		t.args = append(t.args, v)
	}
	x.tickFns = append(x.tickFns, t)
}

// DropTick removes a function; it throws for one that is running.
func (x *Exec) DropTick(fn *zval.Value) {
	for i, t := range x.tickFns {
		if !x.LooseEqual(&t.fn, fn) {
			continue
		}
		if t.busy {
			x.ThrowError(nil, "Registered tick function cannot be unregistered while it is being executed")
			return
		}
		x.tickFns = append(x.tickFns[:i:i], x.tickFns[i+1:]...)
		x.freeTick(t)
		return
	}
}

func (x *Exec) freeTick(t *tickCall) {
	x.Space.Release(&t.fn)
	for i := range t.args {
		x.Space.Release(&t.args[i])
	}
}

func (x *Exec) freeTicks() {
	all := x.tickFns
	x.tickFns = nil
	for _, t := range all {
		x.freeTick(t)
	}
}

// RunTicks calls the registered tick functions. May run PHP.
func (x *Exec) RunTicks() {
	for _, t := range x.tickFns {
		if t.busy {
			continue
		}
		t.busy = true
		var ret zval.Value
		x.callValue(&t.fn, t.args, &ret)
		x.Space.Release(&ret)
		t.busy = false
		if x.HasExc() {
			return
		}
	}
}
