// Package arm64 turns the intermediate representation into machine code for
// the 64-bit ARM architecture.
//
// Registers: X20 is the opline, X21 the frame, X22 the context; Go's g in X28,
// the frame pointer X29, the return address X30 and the platform's X18 are
// never written. X16, X17, X26 and X27, and D30 and D31, are scratch; package
// regalloc gives out the rest. The stack pointer does not move: spilled values
// lie above it, in the frame of the function that called the code.
//
// What this package must not know: PHP, layouts of data, where code is stored.
//
// Invariants: no call is ever made, so that X30 holds the way back to Go;
// every form that the encoder makes is one that x/arch's decoder reads back.
package arm64
