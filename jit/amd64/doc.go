// Package amd64 turns the intermediate representation into machine code for
// the x86-64 architecture.
//
// Registers: RSI is the opline, RBX the frame, RDI the context; Go's g in R14
// and the stack pointer are never written. RAX, RCX and RDX, and XMM14 and
// XMM15, are scratch; package regalloc gives out the rest, RBP included, which
// the function that calls the code saves. Spilled values lie above the return
// address, in the frame of that function.
//
// What this package must not know: PHP, layouts of data, where code is stored.
//
// Invariants: no call is ever made and nothing is pushed, so that the word at
// the stack pointer is the way back to Go; every form that the encoder makes
// is one that x/arch's decoder reads back.
package amd64
