package tier

import (
	"math"

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

// trial is the one in progress.
type trial struct {
	u       *unit
	slices  int
	fastest int64
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
	u := e.unitOf(fp)
	if u.settled || !u.installed {
		return
	}
	if exits < manyExits {
		u.bad = 0
		return
	}
	if u.bad == 0 {
		u.fastest = math.MaxInt64
	}
	u.fastest = min(u.fastest, took)
	if u.bad++; u.bad < suspects {
		return
	}
	e.remove(u)
	e.trial = &trial{u: u, fastest: math.MaxInt64}
}

// judge ends a trial.
func (e *Engine) judge(t *trial) {
	u := t.u
	u.settled = true
	if t.fastest < u.fastest-u.fastest*keep/100 {
		e.Stats.Dropped++
	} else {
		e.install(u)
	}
	e.trial = nil
}
