package mm

import (
	"math/bits"

	"github.com/ebb-vm/ebb/core/trace"
)

// Runs of heap pages inside chunks, and the life of chunks.
//
// The search is what a VM stack page costs on a fragmented heap: 64 pages wanted,
// every hole shorter, so the bitmap of each chunk that has 64 free pages in total is
// scanned from start to end, each time. The order of the chunk list, the hint
// freeTail and the move behind the main chunk decide which chunk is hit, so they
// follow PHP's step for step.

// allocPages returns a run of n pages, 1 <= n < PagesPerChunk, marked as a large
// run. It returns 0 and sets h.fail when neither list, cache nor source has one.
func (h *Heap) allocPages(n uint32) Addr {
	var (
		at      = h.main
		steps   = 0
		scanned = uint64(0)
		page    uint32
		c       *chunk
		found   = trace.Placed
	)
	for {
		c = chunkAt(at)
		if c.freeN >= n {
			scanned++
			if page = c.bestFit(n); page != 0 {
				break
			}
		}
		if c.next == h.main {
			if at = h.addChunk(n); at == 0 {
				h.searched(n, steps, scanned, 0)
				return 0
			}
			c, page, found = chunkAt(at), FirstPage, 0
			break
		}
		at = c.next
		steps++
	}
	if steps > 2 && n < 8 {
		h.moveToFront(at, c)
	}
	h.searched(n, steps, scanned, found)
	c.freeN -= n
	c.setUsed(page, n)
	c.info[page] = largeInfo(n)
	if page == c.freeTail {
		c.freeTail = page + n
	}
	return at + Addr(page)*PageSize
}

func (h *Heap) searched(n uint32, steps int, scanned uint64, f trace.Flags) {
	st := h.st
	st.searches++
	st.visited += uint64(steps) + 1
	st.scanned += scanned
	if h.rec != nil {
		h.rec.Event(trace.ScanChunks, f, scanned, uint64(n))
	}
}

// moveToFront puts a chunk that took a short run after a long search right behind
// the main chunk, where the next search finds it soon.
func (h *Heap) moveToFront(at Addr, c *chunk) {
	chunkAt(c.prev).next = c.next
	chunkAt(c.next).prev = c.prev
	main := chunkAt(h.main)
	c.next = main.next
	c.prev = h.main
	main.next = at
	chunkAt(c.next).prev = at
}

// addChunk appends a chunk for a request of n pages: a kept one, or a new mapping if
// the limit allows it. Before giving up it collects empty runs, which may free chunks.
// It returns 0 and sets h.fail if there is none.
func (h *Heap) addChunk(n uint32) Addr {
	st := h.st
	at := h.takeCached()
	for at == 0 {
		if !h.fits(ChunkSize) && st.overflow == 0 {
			if h.GC() == 0 {
				h.fail = &LimitError{uint64(st.limit), uint64(n) * PageSize}
				return 0
			}
			// Collected pages in chunks that hold other blocks too do not count: PHP does
			// not search again, so neither does this.
			at = h.takeCached()
			continue
		}
		var ok bool
		if at, ok = h.src.Map(ChunkSize, ChunkSize); !ok {
			if h.GC() != 0 {
				at, ok = h.src.Map(ChunkSize, ChunkSize)
			}
			if !ok {
				h.fail = &OutOfMemoryError{uint64(st.realSize), uint64(n) * PageSize}
				return 0
			}
		}
		h.growReal(ChunkSize)
		if h.rec != nil {
			h.rec.Event(trace.ChunkMap, 0, uint64(at), uint64(st.chunks)+1)
		}
	}
	st.chunks++
	st.peakChunks = max(st.peakChunks, st.chunks)
	c := chunkAt(at)
	c.heap = h.main + OffState
	main := chunkAt(h.main)
	c.next = h.main
	c.prev = main.prev
	c.num = chunkAt(c.prev).num + 1
	chunkAt(c.prev).next = at
	main.prev = at
	c.reset()
	return at
}

func (h *Heap) takeCached() Addr {
	st := h.st
	at := st.cached
	if at != 0 {
		st.cached = chunkAt(at).next
		st.cachedN--
		if h.rec != nil {
			h.rec.Event(trace.ChunkCache, trace.FromCache, uint64(at), uint64(st.chunks)+1)
		}
	}
	return at
}

// fits reports whether n more bytes may be mapped. More than the limit can be mapped
// already, after an error was reported with the limit ignored.
func (h *Heap) fits(n uintptr) bool {
	limit := h.st.limit + h.exempt
	return h.st.realSize <= limit && n <= limit-h.st.realSize
}

// freeLarge gives back a large run and drops its chunk if that was its last. The main
// chunk stays.
func (h *Heap) freeLarge(at Addr, c *chunk, page, n uint32) {
	h.st.size -= uintptr(n) * PageSize
	c.freePages(page, n)
	if c.freeN == usablePages && at != h.main {
		h.dropChunk(at, c)
	}
}

func (h *Heap) allocLarge(n uintptr) Addr {
	pages := uint32((n + PageSize - 1) / PageSize)
	a := h.allocPages(pages)
	if a != 0 {
		h.grow(uintptr(pages) * PageSize)
	}
	return a
}

// dropChunk takes an empty chunk out of the list and keeps or unmaps it.
//
// It is kept when the heap has become smaller than requests were on average, or when
// deletions kept coming back to the same number of chunks: a program that
// goes up and down across a chunk boundary would map and unmap each time.
func (h *Heap) dropChunk(at Addr, c *chunk) {
	st := h.st
	chunkAt(c.next).prev = c.prev
	chunkAt(c.prev).next = c.next
	st.chunks--
	if float64(st.chunks+st.cachedN) < st.avgChunks+0.1 ||
		st.chunks == st.boundary && st.boundaryCount >= 4 {
		st.cachedN++
		c.next = st.cached
		st.cached = at
		if h.rec != nil {
			h.rec.Event(trace.ChunkCache, trace.ToCache, uint64(at), uint64(st.chunks))
		}
		return
	}
	st.realSize -= ChunkSize
	if st.cached == 0 {
		if st.chunks != st.boundary {
			st.boundary, st.boundaryCount = st.chunks, 0
		} else {
			st.boundaryCount++
		}
	} else if old := chunkAt(st.cached); c.num <= old.num {
		// Keep the older of the two: the younger one goes.
		c.next = old.next
		at, st.cached = st.cached, at
	}
	h.unmapChunk(at)
}

func (h *Heap) unmapChunk(at Addr) {
	h.src.Unmap(at, ChunkSize)
	if h.rec != nil {
		h.rec.Event(trace.ChunkUnmap, 0, uint64(at), uint64(h.st.chunks))
	}
}

// reset makes all pages but the header free.
func (c *chunk) reset() {
	c.freeN = usablePages
	c.freeTail = FirstPage
	clear(c.used[:])
	clear(c.info[:])
	c.used[0] = 1<<FirstPage - 1
	c.info[0] = largeInfo(FirstPage)
}

// bestFit returns the first page of the shortest free run of at least n pages, the
// lowest one among equals, or 0. A run of exactly n ends the search at once.
//
// The run that reaches the end of the chunk is special: it is taken only when no
// shorter one was seen, and scanning stops at the first word boundary inside it that
// lies at or behind freeTail, which is set right on the way.
func (c *chunk) bestFit(n uint32) uint32 {
	best, bestLen := uint32(0), uint32(PagesPerChunk)
	k := uint32(0)
	free := ^c.used[0]
	for {
		// Runs that begin and end inside the word. Adding the lowest free bit carries
		// through its run: the sum's lowest bit is the first used page behind the run,
		// and the sum is 0 if the run reaches the end of the word.
		for free != 0 {
			sum := free + free&-free
			if sum == 0 {
				break
			}
			start := uint32(bits.TrailingZeros64(free))
			if l := uint32(bits.TrailingZeros64(sum)) - start; l >= n {
				if l == n {
					return k*64 + start
				}
				if l < bestLen {
					best, bestLen = k*64+start, l
				}
			}
			free &= sum
		}
		if free == 0 {
			if k++; k == mapWords {
				return best
			}
			free = ^c.used[k]
			continue
		}
		// A run that goes on, perhaps, in the words behind.
		start := k*64 + uint32(bits.TrailingZeros64(free))
		w := uint64(0)
		for w == 0 {
			k++
			if k*64 >= c.freeTail || k == mapWords {
				if rest := PagesPerChunk - start; rest >= n && rest < bestLen {
					c.freeTail = start + n
					return start
				}
				c.freeTail = start
				return best
			}
			w = c.used[k&(mapWords-1)]
		}
		free = ^w &^ (w&-w - 1)
		if l := k*64 + uint32(bits.TrailingZeros64(w)) - start; l >= n {
			if l == n {
				return start
			}
			if l < bestLen {
				best, bestLen = start, l
			}
		}
	}
}

// freePages marks pages free. The chunk may be empty afterwards; that is the caller's.
func (c *chunk) freePages(page, n uint32) {
	c.freeN += n
	c.setFree(page, n)
	c.info[page] = 0
	if c.freeTail == page+n {
		c.freeTail = page // perhaps free pages lie before it too: a hint
	}
}

// wordMask returns the bits of word k that the range [from, to) covers.
func wordMask(k, from, to uint32) uint64 {
	m := ^uint64(0)
	if lo := k * 64; from > lo {
		m <<= from - lo
	}
	if hi := k*64 + 64; to < hi {
		m &= ^uint64(0) >> (hi - to)
	}
	return m
}

func (c *chunk) setUsed(page, n uint32) {
	for k, last := page/64, (page+n-1)/64; k <= last; k++ {
		c.used[k] |= wordMask(k, page, page+n)
	}
}

func (c *chunk) setFree(page, n uint32) {
	for k, last := page/64, (page+n-1)/64; k <= last; k++ {
		c.used[k] &^= wordMask(k, page, page+n)
	}
}

func (c *chunk) isFree(page, n uint32) bool {
	for k, last := page/64, (page+n-1)/64; k <= last; k++ {
		if c.used[k]&wordMask(k, page, page+n) != 0 {
			return false
		}
	}
	return true
}

func (c *chunk) isUsed(page uint32) bool { return c.used[page/64]>>(page%64)&1 != 0 }
