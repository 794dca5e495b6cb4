package tier

import (
	"math"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// Trials. Every opline that generated code leaves to Go costs more than the Go
// loop takes for it, so that code which does so all the time is a loss, as long as
// there is no better. The tier looks at the clock when fuel has run out, that is
// after the same number of calls and jumps back each time: a slice. A function
// in whose slices too much was left to Go is set aside for some slices; if they
// take less time, it stays there.

const (
	// manyExits is what makes a slice of two thousand polls suspicious.
	manyExits = 1200
	// suspects is how many suspicious slices in a row lead to a trial.
	suspects = 6
	// trialSlices is how long one lasts.
	trialSlices = 6
	// keep is how much faster generated code has to be to stay, in percent.
	keep = 3
)

// made is what is known of a function that has been compiled.
type made struct {
	entries []entry
	bad     int   // suspicious slices in a row
	fastest int64 // of them, nanoseconds
	settled bool  // no more trials
}

// entry is a place where control may come into generated code.
type entry struct {
	opline int
	handle uintptr
}

// trial is the one in progress.
type trial struct {
	fn      *code.Func
	slices  int
	fastest int64
}

// install makes the entries of a function's code the way to go on.
func (e *Engine) install(fn *code.Func, m *made) {
	fn.Flags |= code.AccCompiled
	ops := e.x.Reg.Funcs[fn.ID].Ops
	for _, p := range m.entries {
		ops[p.opline].Handler = p.handle
	}
}

// remove leaves a function to the Go loop.
func (e *Engine) remove(fn *code.Func, m *made) {
	fn.Flags &^= code.AccCompiled
	ops := e.x.Reg.Funcs[fn.ID].Ops
	for _, p := range m.entries {
		ops[p.opline].Handler = 0
	}
}

// slice is called when the fuel was found to have run out, in a frame.
func (e *Engine) slice(fp *vmstack.Frame) {
	now := e.x.Host.Monotonic()
	took, exits := now-e.last, e.exits
	e.last, e.exits = now, 0
	if e.eager {
		return
	}
	if t := e.trial; t != nil {
		if t.slices++; t.slices > 1 { // the first one began before
			t.fastest = min(t.fastest, took)
		}
		if t.slices == trialSlices {
			e.judge(t)
		}
		return
	}
	fn := code.FuncAt(fp.Func)
	m := e.made[fn]
	if m == nil || m.settled || fn.Flags&code.AccCompiled == 0 {
		return
	}
	if exits < manyExits {
		m.bad = 0
		return
	}
	if m.bad == 0 {
		m.fastest = math.MaxInt64
	}
	m.fastest = min(m.fastest, took)
	if m.bad++; m.bad < suspects {
		return
	}
	e.remove(fn, m)
	e.trial = &trial{fn: fn, fastest: math.MaxInt64}
}

// judge ends a trial.
func (e *Engine) judge(t *trial) {
	m := e.made[t.fn]
	m.settled = true
	if t.fastest < m.fastest-m.fastest*keep/100 {
		e.Stats.Dropped++
	} else {
		e.install(t.fn, m)
	}
	e.trial = nil
}
