// Package code holds compiled code: oplines, functions, class declarations
// and the registry that gives them numbers.
//
// Code is born as a Draft, a growing form in which operands are plain numbers
// (literal, variable, temporary, opline). The compiler fills it, the optimizer
// may rewrite it, and Finalize turns it into one block off the Go heap: the
// oplines, then the literals. From then on CONST operands and jumps are byte
// offsets from the opline that holds them, and variables and temporaries are
// byte offsets from the frame.
//
// What this package must not know: PHP's syntax, how instructions are carried
// out, classes as linked at run time.
//
// Invariants: an OpArray's Ops and Literals are views of the off-heap block
// and never change length; temporaries are numbered after the compiled
// variables; Ranges is sorted by start; literal strings are interned and
// literal arrays immutable.
package code
