// Package bake builds the core for WebAssembly and saves it as it is after
// initialisation: the Go runtime started, every package-level variable set. An
// instance of a baked core has nothing to initialise, and its memory is filled
// from a few hundred large data segments instead of the linker's many thousand.
//
// It knows wazero and the binary format, nothing of the core but the names of
// its exports. What is baked must not depend on where it happened: clocks, random
// numbers, environment and files are fixed stand-ins. A baked core therefore
// expects "/" as its only preopened directory, descriptor 3, and asks for its
// environment when it runs.
package bake
