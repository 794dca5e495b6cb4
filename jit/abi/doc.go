// Package abi is what generated code and the Go program agree on: where the
// fields of an executor's data lie, what the types and flags are called, and
// the codes with which machine code comes back.
//
// It defines no layout of its own. Every offset is an alias of a field in the
// packages that own the data, derived by the compiler, so that moving a field
// moves the generated code with it.
//
// What this package must not know: instructions, opcodes' semantics, the
// engine.
//
// Invariant: the values here are the same on every 64-bit host and in wasip1,
// where addresses have 8 bytes too.
package abi
