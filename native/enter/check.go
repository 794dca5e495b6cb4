package enter

import "errors"

// ErrRuntime is what Check returns when Go's runtime is not as it is assumed to be.
var ErrRuntime = errors.New("the goroutine's descriptor is not laid out as expected")

// Check looks at the running goroutine's descriptor: the stack's bounds in its
// first two words, and the guard, which is a little above the lower bound
// unless the scheduler has just asked for the thread, in the third.
func Check() error {
	gp, lo, hi, guard := g()
	sp := here()
	if gp == 0 || lo >= hi || sp <= lo || sp > hi {
		return ErrRuntime
	}
	const most = 4096 // the guard is 928 bytes up, more under race detectors
	if (guard < lo || guard-lo > most) && guard < ^uintptr(0xffff) {
		return ErrRuntime
	}
	return nil
}
