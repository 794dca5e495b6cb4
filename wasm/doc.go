// Package wasm runs PHP inside a Go program: ebb's core, compiled to
// WebAssembly and embedded here, under wazero. Nothing has to be installed, no
// cgo is used, and a script sees only what it is given.
//
//	rt, err := wasm.NewRuntime(ctx, wasm.Config{})
//	defer rt.Close(ctx)
//	res, err := rt.Run(ctx, wasm.Script{Source: []byte(`<?php echo "hello\n";`)})
//	fmt.Print(string(res.Stdout), res.ExitStatus)
//
// A Runtime compiles the core once, or takes it from a cache directory; every
// Run gets an instance, memory and file system of its own, so that scripts
// running side by side do not see each other.
//
// Cancelling the context, or reaching Script.TimeLimit, stops a script within
// some milliseconds wherever it is: the core polls a flag in its own memory on
// loops and calls. wazero's own WithCloseOnContextDone, which slows all code
// down, is not used.
//
// With the setting ebb.jit_wasm=1 in Script.Ini the core compiles functions that
// run hot to WebAssembly, which is compiled and instantiated beside it while the
// script runs; Result.JIT tells what came of it. It is off by default. With
// Config.CacheDir the cache holds such modules too.
//
// The package does not import the core; it knows only the protocol that
// cmd/ebb-wasm speaks, which playground/src/protocol.ts describes.
package wasm
