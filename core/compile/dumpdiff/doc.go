// Package dumpdiff compares two opcode dumps in PHP's format, function by
// function: frames (args, vars, tmps), sequences of instructions, whole text.
//
// It knows text only; where the dumps come from is no concern of its own.
//
// Invariant: a Report can be added to from any number of dumps; it keeps
// counts and a bounded number of examples.
package dumpdiff
