// Package tier compiles hot functions to WebAssembly while PHP runs in
// WebAssembly: the tier on top of the Go loop in the wasip1 core. The setting
// ebb.jit_wasm=1 turns it on; without it nothing here runs or takes memory. With 2
// every function is compiled when it is first met, which is for tests.
//
// What this package must not know: who compiles and instantiates modules (Code
// is a few functions), how instructions are encoded.
package tier
