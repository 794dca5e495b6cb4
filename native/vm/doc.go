// Package vm runs PHP in machine code: the tail-call VM and the JIT.
//
// At first every opline's handler is a stub that comes back to Go, which then
// has the handler for the opline's opcode and operand kinds made, if this is
// the first of its sort, and puts it into the opline. So code is made for what
// runs, and for nothing else. Handlers jump from opline to opline until one
// has work for Go: its slow path is a case of the Go loop (interp.Step), after
// which machine code goes on.
//
// A VM's code is shared by all executors that are bound to it; they may run at
// the same time on goroutines of their own.
//
// Two kinds of addresses of code are kept apart by the type checker: Handler, an
// address that may stand in an opline, whether a handler's or an entry of a
// compiled function, expects IP at the opline, FP in the frame, and everything
// else in memory; Stub is code that is reached otherwise.
//
// Compiled code has no handlers of its own to call, non-dispatching ones, which
// return: it jumps to the dispatching one, whose last jump leads to the next
// opline's handler, which in a compiled function is the entry where compiled code
// goes on. Compared with a second set of handlers that return, or with one set
// that returns through a register, this costs a load of an address from the opline
// and what the entry checks; it saves the second set, it needs no place for a
// return address, so that a fault is still one of the function that entered the
// code and becomes an ordinary panic, and an opline that calls, returns or throws
// needs no other treatment than one that does not. The third way, more of the
// intermediate representation inlined into compiled code, is taken wherever a
// template exists: on Zend/bench.php 90 of 100 opcodes begin in compiled code, 10
// in handlers, and 0.3 leave to Go (ebb run --tier-stats).
//
// What this package must not know: how instructions are encoded.
//
// Invariants: whenever machine code comes back, the frame is complete in
// memory; a handler never runs Go; what Go's runtime is taken to do is tested
// by Supported before any of it is relied on.
package vm
