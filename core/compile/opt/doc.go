// Package opt rewrites the drafts of a compiled file as Zend's optimizer does
// at its default level, so that after it the instructions and, above all, the
// number of variables and temporaries of each function are the same.
//
// Passes work on code.Draft, one file at a time: what is known of a call
// depends on the other functions and classes of the file. The order is Zend's:
// every function goes through the local passes (fold, jumps, calls, blocks);
// then, with all of them in that state, through the passes on static single
// assignment form; then temporaries, literals and variables are compacted.
//
// What this package must not know: syntax, how the compiler emits, what a
// running program has declared (a Known tells it about built-in functions).
//
// Invariants: a pass leaves a draft that means the same, warnings, exceptions
// and the order of destructors included; while passes run, jump targets are
// opline numbers and results carry no smart-branch marks (Run takes them off
// and puts them back); literals that belong together stay together.
package opt
