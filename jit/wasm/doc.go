// Package wasm turns functions of package ir into WebAssembly modules.
//
// A module holds a batch of functions of the type (entry i32, ctx i32) -> i32.
// It imports the memory they work on ("env" "memory") and the table that makes
// them reachable ("jit" "table"), which its element segment fills: a function is
// known by its slot there. entry is the position of a label in Func.Entries, ctx
// the address of the executor's context. IP and FP are read from the context on
// the way in and written there on every way out.
//
// WebAssembly has no jumps to computed addresses. What stands for the address
// of code, in the memory cells that Dispatch, JmpR and JmpM read, is a handle:
// slot and entry in one word, 0 for no code. These three leave the function with
// a code below zero; the driver, a generated function as well, reads the handle
// and calls the next function until there is none, or until one exits. So stacks
// do not grow, and a browser, which makes a function fast only when it is called
// anew, gets to do so.
//
// Control flow has to be structured. The steps are: blocks of the flat code;
// loops with several entries, which re-entry behind an exit makes the rule, get
// a dispatcher block in front that looks at a local variable (flow.go);
// dominators; then every block is written inside the WebAssembly block or loop of
// its dominator, as Ramsey's "Beyond Relooper" shows (shape.go). The frequent way
// around a loop with a dispatcher costs one test of a local.
//
// Virtual registers become locals. Memory has 32-bit addresses although address
// words have 64 bits: registers used for nothing but addresses are locals of 32
// bits (narrow.go).
//
// What this package must not know: opcodes, layouts of PHP's data beyond the
// offsets it is given, who compiles and instantiates the modules.
package wasm
