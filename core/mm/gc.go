package mm

import "fmt"

// GC gives back runs of bins whose elements are all free, and the chunks that
// become empty: gc_mem_caches(). It returns the bytes of the collected pages.
//
// Elements are counted per run in the run's page info word; when a bin has at least
// one run that is wholly free, its free list is filtered, keeping its order.
func (h *Heap) GC() uintptr {
	st := h.st
	for bin := range NumBins {
		whole := false
		for p := st.free[bin]; p != 0; p = LoadAddr(p) {
			w := runInfo(p)
			n := int(infoHigh(*w)) + 1
			*w = smallInfoFree(bin, n)
			whole = whole || n == BinElements(bin)
		}
		if !whole {
			continue
		}
		for link := &st.free[bin]; *link != 0; {
			if int(infoHigh(*runInfo(*link))) == BinElements(bin) {
				*link = LoadAddr(*link)
			} else {
				link = (*Addr)(Ptr(*link))
			}
		}
	}
	pages := 0
	for at := h.main; ; {
		c := chunkAt(at)
		pages += c.collect()
		next := c.next
		if at != h.main && c.freeN == usablePages {
			h.dropChunk(at, c)
		}
		if at = next; at == h.main {
			return uintptr(pages) * PageSize
		}
	}
}

// runInfo returns the page info word of the first page of the run an element is in.
func runInfo(p Addr) *uint32 {
	off := p & (ChunkSize - 1)
	c := chunkAt(p - off)
	page := uint32(off / PageSize)
	if w := c.info[page]; w&infoLarge != 0 {
		page -= infoHigh(w)
	}
	return &c.info[page]
}

// collect frees the runs marked as wholly free, clears the marks of the others and
// returns the number of pages freed.
func (c *chunk) collect() int {
	pages := 0
	for i := uint32(FirstPage); i < PagesPerChunk; {
		w := c.info[i]
		switch {
		case !c.isUsed(i):
			i++
		case w&infoSmall != 0:
			bin := int(w & infoBinMask)
			n := uint32(BinPages(bin))
			if int(infoHigh(w)) == BinElements(bin) {
				c.freePages(i, n)
				pages += int(n)
			} else {
				c.info[i] = smallInfo(bin)
			}
			i += n
		default:
			i += w & infoPagesMask
		}
	}
	return pages
}

// SetLimit sets memory_limit in bytes; a negative n means none. If more is mapped already it drops
// kept chunks to get below, and returns *SetLimitError if that is not enough.
func (h *Heap) SetLimit(n int64) error {
	st := h.st
	limit := uintptr(n)
	if n < 0 {
		limit = limitOf(0)
	}
	if limit+h.exempt < st.realSize {
		if limit+h.exempt < st.realSize-uintptr(st.cachedN)*ChunkSize {
			return &SetLimitError{uint64(limit), uint64(st.realSize)}
		}
		for limit+h.exempt < st.realSize {
			h.dropCached()
		}
	}
	st.limit = limit
	return nil
}

// Limit returns memory_limit in bytes, 0 for none.
func (h *Heap) Limit() int64 {
	if l := h.st.limit; l < uintptr(limitOf(0)) {
		return int64(l)
	}
	return 0
}

// IgnoreLimit lets allocations pass the limit while an error about it is being
// reported, or stops that.
func (h *Heap) IgnoreLimit(on bool) {
	h.st.overflow = 0
	if on {
		h.st.overflow = 1
	}
}

func (h *Heap) dropCached() {
	st := h.st
	at := st.cached
	st.cached = chunkAt(at).next
	st.cachedN--
	st.realSize -= ChunkSize
	h.unmapChunk(at)
}

// Reset ends a request: every block is gone, the chunks are kept up to the running
// average of the requests' peaks, and the heap is as new. Peaks start over.
func (h *Heap) Reset() {
	st := h.st
	for st.huge != 0 {
		h.freeHuge(hugeAt(st.huge).addr)
	}
	for at := chunkAt(h.main).next; at != h.main; {
		c := chunkAt(at)
		next := c.next
		c.next = st.cached
		st.cached = at
		st.cachedN++
		at = next
	}
	st.avgChunks = (st.avgChunks + float64(st.peakChunks)) / 2
	st.chunks = 1
	for st.cached != 0 && float64(st.cachedN)+0.9 > st.avgChunks {
		h.dropCached()
	}
	h.initMain()
	real := uintptr(st.cachedN+1) * ChunkSize
	st.size, st.peak = 0, 0
	st.realSize, st.realPeak = real, real
	st.peakChunks = 1
	st.boundary, st.boundaryCount = 0, 0
	st.overflow = 0
	clear(st.free[:])
	if debug {
		h.dbg.reset()
	}
}

// Destroy gives all memory back to the source. The heap must not be used afterwards;
// a second Destroy does nothing.
func (h *Heap) Destroy() {
	if h.st == nil {
		return
	}
	st := h.st
	for n := st.huge; n != 0; {
		b := *hugeAt(n)
		h.src.Unmap(b.addr, b.size)
		n = b.next
	}
	for _, list := range []struct{ from, end Addr }{{chunkAt(h.main).next, h.main}, {st.cached, 0}} {
		for at := list.from; at != list.end; {
			next := chunkAt(at).next
			h.src.Unmap(at, ChunkSize)
			at = next
		}
	}
	h.src.Unmap(h.main, ChunkSize)
	h.st, h.main = nil, 0
}

// Stats are counts of the heap's own work. Searches are for heap pages; a chunk
// visited is one looked at, a chunk scanned one whose bitmap was searched.
type Stats struct {
	Chunks, PeakChunks, Cached int
	AvgChunks                  float64
	Searches, Visited, Scanned uint64
	HugeBlocks                 int
	HugeBytes                  int64
}

// Stats returns the counts so far.
func (h *Heap) Stats() Stats {
	st := h.st
	s := Stats{
		Chunks: int(st.chunks), PeakChunks: int(st.peakChunks), Cached: int(st.cachedN), AvgChunks: st.avgChunks,
		Searches: st.searches, Visited: st.visited, Scanned: st.scanned,
	}
	for n := st.huge; n != 0; n = hugeAt(n).next {
		s.HugeBlocks++
		s.HugeBytes += int64(hugeAt(n).size)
	}
	return s
}

// Scanned returns how many chunk bitmaps have been searched for free pages so far.
func (h *Heap) Scanned() uint64 { return h.st.scanned }

func (s Stats) String() string {
	return fmt.Sprintf("chunks %d (peak %d, kept %d, average %.2f), page searches %d, chunks visited %d, scanned %d, huge blocks %d (%d bytes)",
		s.Chunks, s.PeakChunks, s.Cached, s.AvgChunks, s.Searches, s.Visited, s.Scanned, s.HugeBlocks, s.HugeBytes)
}
