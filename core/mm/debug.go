package mm

import (
	"fmt"
	"slices"

	"github.com/ebb-vm/ebb/core/trace"
)

// The debug build keeps a Go map of live blocks beside the heap: a free of anything
// else is caught at once, and leaks are listed with the place in the PHP program that
// allocated them. Freed memory is filled with poison, which must be intact when a
// small block is taken again: a write through a stale address shows up there.

// DebugBuild reports whether the checks of this file are compiled in.
const DebugBuild = debug

const (
	poisonFreed = 0x5a
	poisonFresh = 0xa5
)

type debugState struct {
	live   map[Addr]origin
	failIn int // allocations until the one that fails; 0 when not armed
	serial uint64
}

type origin struct {
	n      uintptr // bytes asked for
	serial uint64
	site   trace.Site
}

func newDebugState() *debugState { return &debugState{live: make(map[Addr]origin)} }

func (d *debugState) reset() { clear(d.live) }

// FailNth makes the n-th allocation from now fail as if the limit were reached; 0
// disarms. It reports whether this build can.
func (h *Heap) FailNth(n int) bool {
	if h.dbg == nil {
		return false
	}
	h.dbg.failIn = n
	return true
}

func (h *Heap) debugAlloc(n uintptr) Addr {
	d := h.dbg
	if d.failIn > 0 {
		if d.failIn--; d.failIn == 0 {
			panic(&LimitError{uint64(h.st.limit), uint64(n)})
		}
	}
	a := h.alloc(n)
	if a == 0 {
		h.raise()
	}
	size := h.BlockSize(a)
	if n <= MaxSmall {
		// The first word was the list's link.
		for i, b := range Bytes(a, size)[8:] {
			if b != poisonFreed {
				panic(&CorruptError{a, fmt.Sprintf("byte %d written after free", i+8)})
			}
		}
	}
	if n <= MaxLarge {
		fill(a, size, poisonFresh)
	}
	o := origin{n: n}
	d.serial++
	o.serial = d.serial
	if h.rec != nil && h.rec.At != nil {
		o.site = h.rec.At()
	}
	d.live[a] = o
	return a
}

// debugFree checks that a is a live block, forgets it and poisons it. It runs
// before the heap frees the block.
func (h *Heap) debugFree(a Addr) {
	if _, ok := h.dbg.live[a]; !ok {
		panic(&CorruptError{a, "free of a block that is not in use"})
	}
	delete(h.dbg.live, a)
	if a&(ChunkSize-1) != 0 {
		fill(a, h.BlockSize(a), poisonFreed)
	}
}

// poisonRun poisons the elements of a new run; the links stay.
func (h *Heap) poisonRun(run Addr, bin int) {
	for e := range BinElements(bin) {
		p := run + Addr(e)*BinSize(bin)
		fill(p+8, BinSize(bin)-8, poisonFreed)
	}
}

func fill(a Addr, n uintptr, v byte) {
	b := Bytes(a, n)
	for i := range b {
		b[i] = v
	}
}

// Leak is a block in use, with its origin.
type Leak struct {
	Block
	Requested uintptr
	Serial    uint64 // number of the allocation
	Site      trace.Site
}

// Leaks lists the blocks in use in the order they were allocated. Outside the debug
// build their origins are unknown and the order is Walk's.
func (h *Heap) Leaks() []Leak {
	var out []Leak
	h.Walk(func(b Block) {
		l := Leak{Block: b}
		if h.dbg != nil {
			o := h.dbg.live[b.Addr]
			l.Requested, l.Serial, l.Site = o.n, o.serial, o.site
		}
		out = append(out, l)
	})
	slices.SortStableFunc(out, func(a, b Leak) int { return int(int64(a.Serial) - int64(b.Serial)) })
	return out
}
