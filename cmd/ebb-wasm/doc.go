// Command ebb-wasm builds the core as a WebAssembly module: compiled, baked,
// compressed.
//
//	ebb-wasm [-root dir] [-o wasm/core.wasm.br] [-quality 11] [-raw file] [-nobake]
//
// Compiled for wasip1, the same package is that module, a reactor: initialised
// once and then called. playground/src/protocol.ts describes its exports and
// imports. It expects the directory "/" as descriptor 3, if there are files at
// all: a module whose memory was saved after initialisation does not look for others.
package main
