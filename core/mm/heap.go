package mm

import (
	"math"
	"math/bits"

	"github.com/ebb-vm/ebb/core/trace"
)

// Options configure a heap; the zero value is a heap without a limit and without a recorder.
type Options struct {
	Limit int64           // memory_limit in bytes; 0 or less means none
	Trace *trace.Recorder // nil records nothing
}

// Heap is one executor's heap. Its bookkeeping is in its first chunk; the fields
// here are what only Go needs.
type Heap struct {
	st      *heapState // in the first chunk
	main    Addr       // the first chunk
	src     PageSource
	resizer Resizer // src, if it can
	zeroed  bool    // fresh mappings are zero
	rec     *trace.Recorder
	fail    error   // why the last internal allocation returned 0
	exempt  uintptr // mapped by Fragment: memory_limit does not count it
	dbg     *debugState
}

// NewHeap maps the first chunk and returns a heap with nothing in it: Usage is 0,
// Real is one chunk. It panics with *OutOfMemoryError if the source has no chunk.
func NewHeap(src PageSource, o Options) *Heap {
	h := &Heap{src: src, rec: o.Trace}
	h.resizer, _ = src.(Resizer)
	if z, ok := src.(Zeroer); ok {
		h.zeroed = z.Zeroed()
	}
	a, ok := src.Map(ChunkSize, ChunkSize)
	if !ok {
		panic(&OutOfMemoryError{Tried: ChunkSize})
	}
	h.main = a
	h.st = stateOf(a)
	*h.st = heapState{
		realSize: ChunkSize, realPeak: ChunkSize,
		limit:     limitOf(o.Limit),
		mainChunk: a,
		chunks:    1, peakChunks: 1,
		avgChunks: 1,
	}
	h.initMain()
	if debug {
		h.dbg = newDebugState()
	}
	if h.rec != nil {
		h.rec.Event(trace.ChunkMap, 0, uint64(a), 1)
	}
	return h
}

func (h *Heap) initMain() {
	c := chunkAt(h.main)
	c.heap = h.Base() + OffState
	c.next, c.prev = h.main, h.main
	c.num = 0
	c.reset()
}

func limitOf(n int64) uintptr {
	if n <= 0 {
		return math.MaxInt64
	}
	return uintptr(n)
}

// SetTrace installs a recorder, or removes it with nil.
func (h *Heap) SetTrace(r *trace.Recorder) { h.rec = r }

// Base returns the address of the first chunk, from which generated code reaches
// the free lists: see OffFree.
func (h *Heap) Base() Addr { return h.main }

// Alloc returns a block of at least n bytes, 8-byte aligned, contents unspecified.
// n == 0 gives a block of the smallest bin. It panics as the package's errors say.
func (h *Heap) Alloc(n uintptr) Addr {
	if n <= MaxSmall && !debug {
		bin := BinOf(n)
		st := h.st
		if p := st.free[bin]; p != 0 {
			size := st.size + uintptr(binTable[bin].size)
			st.size = size
			if size > st.peak {
				st.peak = size
			}
			st.free[bin] = LoadAddr(p)
			return p
		}
	}
	return h.allocSlow(n)
}

// AllocBin returns a block of a bin: Alloc for sizes known at compile time,
// AllocBin(bin) with bin from BinOf.
func (h *Heap) AllocBin(bin int) Addr {
	st := h.st
	if p := st.free[bin]; p != 0 && !debug {
		st.size += uintptr(binTable[bin].size)
		st.peak = max(st.peak, st.size)
		st.free[bin] = LoadAddr(p)
		return p
	}
	return h.allocSlow(BinSize(bin))
}

//go:noinline
func (h *Heap) allocSlow(n uintptr) Addr {
	if debug {
		return h.debugAlloc(n)
	}
	p := h.alloc(n)
	if p == 0 {
		h.raise()
	}
	return p
}

// alloc returns 0 and sets h.fail when there is no memory.
func (h *Heap) alloc(n uintptr) Addr {
	switch {
	case n <= MaxSmall:
		return h.allocSmall(BinOf(n))
	case n <= MaxLarge:
		return h.allocLarge(n)
	default:
		return h.allocHuge(n)
	}
}

// raise panics with the error of an allocation that returned 0.
func (h *Heap) raise() {
	err := h.fail
	h.fail = nil
	panic(err)
}

// AllocZero is Alloc with the first n bytes cleared.
func (h *Heap) AllocZero(n uintptr) Addr {
	p := h.Alloc(n)
	if n > MaxLarge && h.zeroed && !debug {
		return p
	}
	Zero(p, n)
	return p
}

// AllocArray returns a block for count elements of size bytes and extra bytes
// beside them; it panics with *OverflowError if that exceeds an address.
func (h *Heap) AllocArray(count, size, extra uintptr) Addr {
	return h.Alloc(ArraySize(count, size, extra))
}

// ArraySize is count*size + extra, or a panic with *OverflowError.
func ArraySize(count, size, extra uintptr) uintptr {
	hi, lo := bits.Mul64(uint64(count), uint64(size))
	sum, carry := bits.Add64(lo, uint64(extra), 0)
	if hi != 0 || carry != 0 || sum > math.MaxUint64-ChunkSize {
		panic(&OverflowError{What: utoa(uint64(count)) + " * " + utoa(uint64(size)) + " + " + utoa(uint64(extra))})
	}
	return uintptr(sum)
}

// Free gives a block back. Free(0) does nothing.
func (h *Heap) Free(a Addr) {
	off := a & (ChunkSize - 1)
	if off != 0 && !debug {
		c := chunkAt(a - off)
		st := h.st
		if info := c.info[off/PageSize]; info&infoSmall != 0 && c.heap == h.main+OffState {
			bin := info & infoBinMask
			st.size -= uintptr(binTable[bin].size)
			StoreAddr(a, st.free[bin])
			st.free[bin] = a
			return
		}
	}
	h.freeSlow(a)
}

// FreeSize is Free for a block that was allocated with n bytes and never reallocated
// (a reallocated one may stay in a bigger bin): a small one needs no look at its chunk.
func (h *Heap) FreeSize(a Addr, n uintptr) {
	if n <= MaxSmall && !debug {
		st := h.st
		bin := BinOf(n)
		st.size -= uintptr(binTable[bin].size)
		StoreAddr(a, st.free[bin])
		st.free[bin] = a
		return
	}
	if debug && a != 0 && h.BlockSize(a) != SizeClass(n) && n <= MaxLarge {
		panic(&CorruptError{a, "block freed with a size that is not its own"})
	}
	h.freeSlow(a)
}

// FreeBin is FreeSize by bin, for sizes known at compile time.
func (h *Heap) FreeBin(a Addr, bin int) {
	if debug {
		h.freeSlow(a)
		return
	}
	st := h.st
	st.size -= uintptr(binTable[bin].size)
	StoreAddr(a, st.free[bin])
	st.free[bin] = a
}

//go:noinline
func (h *Heap) freeSlow(a Addr) {
	if debug && a != 0 {
		h.debugFree(a)
	}
	h.freeBlock(a)
}

func (h *Heap) freeBlock(a Addr) {
	off := a & (ChunkSize - 1)
	if off == 0 {
		if a != 0 {
			h.freeHuge(a)
		}
		return
	}
	c := h.chunkOf(a)
	page := uint32(off / PageSize)
	info := c.info[page]
	switch {
	case info&infoSmall != 0:
		h.freeSmall(a, int(info&infoBinMask))
	case info&infoLarge != 0 && off%PageSize == 0:
		h.freeLarge(a-off, c, page, info&infoPagesMask)
	default:
		panic(&CorruptError{a, "not the start of a block"})
	}
}

// chunkOf returns the chunk an address inside a chunk belongs to, checking that
// it is this heap's.
func (h *Heap) chunkOf(a Addr) *chunk {
	c := chunkAt(a &^ (ChunkSize - 1))
	if c.heap != h.main+OffState {
		panic(&CorruptError{a, "block of no chunk"})
	}
	return c
}

// BlockSize returns the bytes a block is counted with: its bin's size, its pages, or
// its mapping.
func (h *Heap) BlockSize(a Addr) uintptr {
	off := a & (ChunkSize - 1)
	if off == 0 {
		return h.hugeNode(a).size
	}
	info := h.chunkOf(a).info[off/PageSize]
	if info&infoSmall != 0 {
		return BinSize(int(info & infoBinMask))
	}
	return uintptr(info&infoPagesMask) * PageSize
}

// Owns reports whether an address lies in memory mapped by this heap. It walks the
// chunk list: for tests and checks.
func (h *Heap) Owns(a Addr) bool {
	if h.InChunk(a) {
		return true
	}
	for n := h.st.huge; n != 0; n = hugeAt(n).next {
		if b := hugeAt(n); a >= b.addr && a-b.addr < b.size {
			return true
		}
	}
	return false
}

// InChunk reports whether an address lies in one of the heap's chunks.
func (h *Heap) InChunk(a Addr) bool {
	base := a &^ (ChunkSize - 1)
	for c := h.main; ; {
		if c == base {
			return true
		}
		if c = chunkAt(c).next; c == h.main {
			return false
		}
	}
}

// Usage returns the bytes in use, counted by size class: memory_get_usage().
func (h *Heap) Usage() int64 { return int64(h.st.size) }

// Real returns the bytes mapped, kept chunks included: memory_get_usage(true).
func (h *Heap) Real() int64 { return int64(h.st.realSize) }

// Peak returns the highest Usage: memory_get_peak_usage().
func (h *Heap) Peak() int64 { return int64(h.st.peak) }

// RealPeak returns the highest Real: memory_get_peak_usage(true).
func (h *Heap) RealPeak() int64 { return int64(h.st.realPeak) }

// ResetPeak sets both peaks to what is in use now: memory_reset_peak_usage().
func (h *Heap) ResetPeak() {
	h.st.peak = h.st.size
	h.st.realPeak = h.st.realSize
}

func (h *Heap) grow(n uintptr) {
	h.st.size += n
	h.st.peak = max(h.st.peak, h.st.size)
}

func (h *Heap) growReal(n uintptr) {
	h.st.realSize += n
	h.st.realPeak = max(h.st.realPeak, h.st.realSize)
}

func utoa(n uint64) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}
