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
// There are three kinds of addresses of code, which the type checker keeps
// apart: Handler, an address that may stand in an opline, expects IP at it and
// FP in the frame, everything else in memory; Entry, the same inside compiled
// code, also valid only there; and Stub, code that is reached by none of them.
//
// What this package must not know: how instructions are encoded.
//
// Invariants: whenever machine code comes back, the frame is complete in
// memory; a handler never runs Go; what Go's runtime is taken to do is tested
// by Supported before any of it is relied on.
package vm
