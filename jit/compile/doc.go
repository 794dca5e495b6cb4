// Package compile turns the oplines of a whole function into one function of
// the intermediate representation, by way of package template.
//
// It goes over the function twice. The first time the templates write into the
// void, and what they say about types is gathered at the beginnings of basic
// blocks until it no longer changes; the second time the code is kept. Values
// of variables whose types are known stay in registers, around loops too, and
// are stored when they have to be: before calls, before oplines that are done
// by a handler, and on the ways out, where it costs nothing unless it happens.
//
// Compiled code and handlers are interchangeable at every opline that has an
// Entry: an entry checks that what the code assumes of types is so, loads
// registers and goes on; if it is not so, it goes on with the opline's handler.
// Thus nothing that happens outside, be it a reference made to a variable or a
// value changed by a debugger, can make compiled code wrong.
//
// What this package must not know: instruction sets, where code is stored,
// what makes a function worth compiling.
//
// Invariants: code never assumes at an entry what the entry has not checked;
// registers hold nothing across a call or a way out.
package compile
