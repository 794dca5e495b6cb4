// Package core is the facade: it makes executors, runs scripts in them and
// tells how it went. Everything below it is wired here and nowhere else: the
// compiler to the executor's symbol tables, the executor to the engine that
// runs oplines, the libraries to both.
//
// What it must not know: machine code, memory mapping, WebAssembly. A tier on
// top of the Go loop and another source of pages come in through Config.
package core
