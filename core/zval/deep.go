package zval

import "runtime"

// unwindEvery is how many levels of a Go recursion may pile up on a WebAssembly
// host's stack.
const unwindEvery = 32

// Deeper is called by what recurses in Go over PHP's data, once a level, with the
// level's depth. It costs nothing in a native build.
//
// On WebAssembly every Go frame is also a frame of the host's stack, and a browser's
// worker has about half a megabyte of that: some thousand frames before the compiler
// has optimised them. Yielding to Go's scheduler unwinds it, because the goroutine's own
// stack lies in linear memory and is re-entered frame by frame on return. So the host's
// stack stays shallow whatever the depth, and the limits on depth are those of a
// native build.
func Deeper(depth int) {
	if runtime.GOARCH == "wasm" && depth%unwindEvery == 0 {
		runtime.Gosched()
	}
}
