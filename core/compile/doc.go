// Package compile turns a syntax tree into oplines, opline for opline as
// Zend's compiler does: same instructions, same operand kinds, same order,
// same number of temporaries, same line numbers.
//
// It works in one pass over the tree, emitting into a code.Draft per
// function; when a function is complete its jumps are settled, the optimizer
// may rewrite the draft, and code.Finalize moves it off the Go heap.
//
// What this package must not know: how instructions are carried out, the
// run-time model of classes, files and their contents. What Zend looks up
// while it compiles (functions, constants, classes that exist already) comes
// through Hooks.
//
// Invariants: a compile error is a panic with *Error that File turns into a
// returned error, never anything else; left-deep operator chains are walked
// with a loop, everything else under a depth limit; nothing survives a
// compilation but what is in the Registry and the returned Unit.
package compile
