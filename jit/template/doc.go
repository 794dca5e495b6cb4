// Package template holds the fast path of each hot opcode, written once, as
// code in the intermediate representation.
//
// A T emits one opline. It works in one of two modes. As a handler, operands
// are read from the opline at run time and only their kinds are known; the
// code ends by dispatching to the next opline's handler. Compiled, the opline
// is known: operands are constants or slots whose types and values the
// compiler may know to be in registers (State), jumps go straight to the code
// of their targets, and the end falls through. A template says what an opcode
// does in terms of Type, Guard, Int, Float, SetInt and so on, which do the
// right thing in either mode.
//
// Whatever is not a fast path goes to Slow: the frame is completed in memory
// and control returns to the Go program, which executes that one opline.
//
// The files mirror core/interp: what they leave out, or how they decide, must
// agree with the Go loop, which is the reference.
//
// What this package must not know: instruction sets, how code is entered or
// patched, Go metadata of functions and classes.
//
// Invariants: before a branch to Slow nothing has been written that the slow
// path would do again; a consumed temporary is never written back.
package template
