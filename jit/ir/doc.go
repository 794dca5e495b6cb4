// Package ir is the portable low-level intermediate representation in which
// the fast paths of opcodes are written, once for every tier.
//
// A Func is a straight list of instructions on virtual registers, with labels;
// it is not in SSA form: a register may be written many times, which spares
// phi functions where values of PHP variables are kept in registers around
// loops. Registers hold a 64-bit integer (addresses are integers) or a double.
// Three are pinned and always hold what their names say: IP, the opline; FP,
// the frame; CTX, the executor's context. Nothing else is live at an entry.
//
// An instruction is a three-address operation, a memory access of the form
// [A + B<<Scale + Off], a branch, or one of the few ways of leaving: Dispatch
// jumps to the handler of an opline, Exit returns to the Go program.
//
// The table in ops.go is the only place that says what an operation reads,
// writes and may do; builder, verifier, printer, parser, register allocator
// and evaluators read it. Back ends turn a Func into machine code or
// WebAssembly; package ireval runs it in Go.
//
// What this package must not know: opcodes, layouts of PHP's data, any
// instruction set.
//
// Invariants (checked by Verify): every label that is branched to is bound
// exactly once; the last instruction does not fall through; registers are of
// the class the table asks for; a register is written before it is read on
// every path; only IP and FP of the pinned registers are ever written; no
// register but the pinned ones is live at an entry.
package ir
