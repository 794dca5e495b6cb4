// Command guest is the smallest core there can be: it speaks the page's
// protocol and runs no PHP. The tests load it to check the worker's side of
// the protocol with a real WebAssembly module.
package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"unsafe"

	"github.com/ebb-vm/ebb/core/trace"
)

//go:wasmimport ebb flush
func flush(p unsafe.Pointer, n int32)

//go:wasmimport ebb name
func name(index int32, p unsafe.Pointer, n int32)

//go:wasmimport ebb state
func state(p unsafe.Pointer, n int32)

//go:wasmimport ebb poll
func poll() int32

var input []byte

//go:wasmexport protocol
func protocol() int32 { return 1 }

//go:wasmexport alloc
func alloc(n int32) unsafe.Pointer {
	input = make([]byte, n)
	return unsafe.Pointer(unsafe.SliceData(input))
}

//go:wasmexport run
func run(_ unsafe.Pointer, n int32) int32 {
	var req struct {
		Source string
		Ini    map[string]string
	}
	if err := json.Unmarshal(input[:n], &req); err != nil {
		fmt.Println(err)
		return 255
	}
	call := func(f func(unsafe.Pointer, int32), b []byte) { f(unsafe.Pointer(unsafe.SliceData(b)), int32(len(b))) }
	fmt.Println("page size " + req.Ini["ebb.vm_stack_page_size"])
	fmt.Println("through WASI")
	call(func(p unsafe.Pointer, n int32) { name(1, p, n) }, []byte("tide"))
	if strings.Contains(req.Source, "endless") {
		for poll() == 0 {
		}
	}
	if strings.Contains(req.Source, "trap") {
		var p *int
		*p = 1
	}

	const page, size = 0x400000, 262144
	cells := strings.Repeat("1", 64) + strings.Repeat("0", 448)
	report := func(final bool, depth int, counters string) {
		call(state, fmt.Appendf(nil, `{"time":1000000,"depth":%d,"pages":[{"addr":%d,"bytes":%d,"used":5000}],"cached":0,"chunks":[[%d,"5%s"]],`+
			`"counters":%s,"final":%v,"exit":3,"functions":[{"name":"tide","line":2,"slots":9,"bytes":144,"frames_per_page":1820}],"sites":[]}`,
			depth, page, size, page, cells[1:], counters, final))
	}
	zero := `{"stack_extensions":0,"pages_from_heap":1,"pages_from_cache":0,"pages_to_heap":0,"pages_to_cache":0,"oversized_pages":0,"peak_pages":1,"peak_depth":0,"chunks_scanned":0}`
	report(false, 0, zero)
	t := int64(0)
	rec := trace.New(trace.Options{Ring: 16, Clock: func() int64 { t += 1000; return t }, Sink: func(r []trace.Record) {
		flush(unsafe.Pointer(unsafe.SliceData(r)), int32(len(r)))
	}})
	at := trace.Site{Func: 1, Line: 2, Depth: 1}
	rec.EventAt(at, trace.RunStart, 0, 0, 0)
	rec.EventAt(at, trace.PageTake, trace.FromHeap, page, size)
	for i := range uint32(100) {
		at.Depth = i
		rec.EventAt(at, trace.Depth, 0, page+32+uint64(i)*144, 0)
	}
	at.Depth = 100
	rec.EventAt(at, trace.PageTake, trace.FromHeap|trace.Oversized, page+size, 3*size)
	rec.EventAt(at, trace.PageGive, trace.ToHeap|trace.Oversized, page+size, 3*size)
	rec.EventAt(at, trace.RunEnd, 0, 3, 0)
	rec.Flush()
	report(true, 1, strings.NewReplacer(`"pages_from_heap":1`, `"pages_from_heap":2`, `"pages_to_heap":0`, `"pages_to_heap":1`,
		`"oversized_pages":0`, `"oversized_pages":1`, `"peak_depth":0`, `"peak_depth":100`).Replace(zero))
	return 3
}

func main() {}
