// Package ireval runs functions of package ir in Go, one instruction at a time:
// the oracle that back ends are compared with, on any host.
//
// It keeps to the letter of ir's table. What the table leaves undefined (a
// divisor of 0, a shift by 64, a double out of the range of integers) is an
// error here rather than a value, and the result of a checked operation that
// overflows is a value no program will expect, as is a register at an entry.
//
// What this package must not know: opcodes, layouts of PHP's data, where memory
// really is; it gets a Memory.
//
// Invariants: a Machine's IP and FP are those at the time control left; the
// function is not changed; registers are 64 bits, doubles being kept as theirs,
// so that moves keep the bits of a NaN.
package ireval
