//go:build wasip1

package main

import (
	"bytes"
	"io"
	"time"
	"unsafe"

	"github.com/ebb-vm/ebb/wasm/guest"
	"github.com/ebb-vm/ebb/wasm/guest/tier"
)

// Exports.

//go:wasmexport protocol
func protocol() int32 { return guest.Protocol }

//go:wasmexport alloc
func alloc(n int32) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(instance.Buffer(int(n))))
}

//go:wasmexport run
func run(p unsafe.Pointer, n int32) int32 {
	return int32(instance.Run(unsafe.Slice((*byte)(p), n)))
}

//go:wasmexport interrupt_address
func interruptAddress() int32 { return int32(instance.InterruptAddress()) }

// Imports.

//go:wasmimport ebb flush
func flush(p unsafe.Pointer, n int32)

//go:wasmimport ebb name
func name(index int32, p unsafe.Pointer, n int32)

//go:wasmimport ebb state
func state(p unsafe.Pointer, n int32)

//go:wasmimport ebb poll
func poll() int32

//go:wasmimport ebb compile
func compile(p unsafe.Pointer, n int32) int32

//go:wasmimport jit slots
func slots(n int32) int32

//go:wasmimport jit call
func call(slot, entry, ctx int32) int32

// generated is how code made at run time is loaded and called.
var generated = tier.Code{
	Slots: func(n int) int { return int(slots(int32(n))) },
	Load: func(module []byte) bool {
		return compile(unsafe.Pointer(unsafe.SliceData(module)), int32(len(module))) == 0
	},
	Call: func(slot, entry int, ctx uintptr) int { return int(call(int32(slot), int32(entry), int32(ctx))) },
}

func flushRecords(b []byte, n int) { flush(unsafe.Pointer(unsafe.SliceData(b)), int32(n)) }

func sendName(index uint32, text string) {
	name(int32(index), unsafe.Pointer(unsafe.StringData(text)), int32(len(text)))
}

func sendState(json []byte) { state(unsafe.Pointer(unsafe.SliceData(json)), int32(len(json))) }

// The environment is asked for here, at run time: Go's own copy is made when the
// module is initialised, which may have been long before, elsewhere.

//go:wasmimport wasi_snapshot_preview1 environ_sizes_get
//go:noescape
func environSizesGet(count, size *uint32) uint32

//go:wasmimport wasi_snapshot_preview1 environ_get
//go:noescape
func environGet(list *uint32, text *byte) uint32

func environ() []string {
	var count, size uint32
	if environSizesGet(&count, &size) != 0 || count == 0 || size == 0 {
		return nil
	}
	list, text := make([]uint32, count), make([]byte, size)
	if environGet(&list[0], &text[0]) != 0 {
		return nil
	}
	base := uint32(uintptr(unsafe.Pointer(&text[0])))
	env := make([]string, 0, count)
	for _, p := range list {
		if at := p - base; at < size {
			entry, _, _ := bytes.Cut(text[at:], []byte{0})
			env = append(env, string(entry))
		}
	}
	return env
}

var eof = io.EOF

// wait lets a descriptor that is not ready have a moment.
func wait() { time.Sleep(time.Millisecond) }
