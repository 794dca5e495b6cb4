//go:build !(linux && (amd64 || arm64))

package vm

// Supported says whether machine code is meant to work on this system.
const Supported = false
