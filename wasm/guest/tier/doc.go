// Package tier compiles hot functions to WebAssembly while PHP runs in
// WebAssembly: the tier on top of the Go loop in the wasip1 core. The setting
// ebb.jit_wasm=1 turns it on; without it nothing here runs or takes memory. With 2
// every function is compiled when it is first met, which is for tests.
//
// The Go loop does not count. It looks up when fuel runs out, every two thousand
// calls and jumps back, and the function found running then is the hot one; after
// the second time it is compiled, by packages compile and jit/wasm, and the
// embedder makes a module of it. Oplines with an entry carry its handle for a
// handler (jit/wasm explains handles). From then on
//
//	the Go loop   leaves when it has entered such a function (code.AccCompiled) or
//	              when one it was called from is returned to (vmstack.CallLeave)
//	loop          calls the driver, which goes from function to function
//	generated     code exits with the opline it has no path for, and loop has it
//	code          done by interp.Step; most oplines behind one are entries
//
// Generated code never calls into Go, so nothing of Go's is below it on the stack:
// fibers, panics and the stack's growth do not meet it.
//
// What an opline left to Go costs is more than the Go loop takes for it. Guessed
// types that turn out wrong have the function compiled again (compile.Profile);
// a function that still leaves too much is tried against the Go loop by the clock,
// and dropped if it loses (trial.go).
//
// What this package must not know: who compiles and instantiates modules (Code
// is a few functions), how instructions are encoded.
package tier
