// Package corpus holds the PHP programs that the tests and benchmarks of every
// home run: bench (the Benchmarks Game programs), hot (programs that spend their
// time in what a compiling tier compiles, with what PHP 8.2 prints beside them),
// memory (programs that print differences of memory_get_usage, likewise), hostile
// (programs that must end in a clean message, never in a crash) and rules (a
// program for each rule of the language, with what it prints; the first line
// marks those that PHP 8.2 cannot run).
//
// It knows nothing of how programs are run. Hostile programs carry their
// expectations in leading comments; Expect reads them.
package corpus
