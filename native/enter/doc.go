// Package enter is the way into machine code and back: the trampolines, and
// the test of what they take for granted of Go's runtime.
//
// Machine code is called from an assembly function with a small frame. It gets
// the context in a register, runs for as long as it likes, and returns with an
// exit code. It never calls Go. The assembly function is not NOSPLIT: its
// prologue is where the goroutine yields when the code has come back because
// the scheduler wanted the thread.
//
// What is assumed, and tested by Check at start-up: which register holds g
// while assembly runs; that the word at g+16 is the stack guard, by which the
// scheduler asks for the thread; that a fault in called code outside Go's text
// becomes an ordinary panic of the goroutine.
//
// What this package must not know: PHP, the intermediate representation,
// layouts other than the first two words of the context (opline and frame).
package enter
