package mm

import (
	"slices"
	"testing"

	"github.com/ebb-vm/ebb/core/trace"
)

// holes makes free runs of the given lengths in the main chunk, separated by one used
// page each, from page 1 on, and returns their first pages. What lies behind is free
// or, when full, taken.
func holes(h *Heap, full bool, lens ...int) (at []int) {
	var free []Addr
	used := 0
	for _, n := range lens {
		a := h.Alloc(uintptr(n) * PageSize)
		_, p := place(h, a)
		at = append(at, p)
		free = append(free, a)
		h.Alloc(PageSize)
		used += n + 1
	}
	if full {
		h.Alloc(uintptr(usablePages-used) * PageSize)
	}
	for _, a := range free {
		h.Free(a)
	}
	return at
}

func TestBestFit(t *testing.T) {
	for _, c := range []struct {
		name  string
		holes []int
		full  bool
		want  int
		at    int // index of the hole that is hit; -1 the tail, -2 a new chunk
	}{
		{"the exact one", []int{5, 3, 4}, true, 3, 1},
		{"the first exact one", []int{3, 5, 3}, true, 3, 0},
		{"the shortest that fits", []int{9, 6, 7}, true, 5, 1},
		{"the lowest of equals", []int{7, 6, 6}, true, 5, 1},
		{"a hole rather than the tail", []int{20, 2}, false, 5, 0},
		{"the tail when no hole fits", []int{3, 2}, false, 5, -1},
		{"a hole across a word of the bitmap", []int{50, 40, 100}, true, 39, 1},
		{"a hole of more than a word", []int{30, 130, 140}, true, 64, 1},
		{"a VM stack page among holes too short", []int{63, 63, 63, 63}, true, 64, -2},
		{"nothing is long enough", []int{2, 2, 2}, true, 3, -2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHeap(t, Options{})
			at := holes(h, c.full, c.holes...)
			tail := 1
			for _, n := range c.holes {
				tail += n + 1
			}
			a := h.Alloc(uintptr(c.want) * PageSize)
			chunk, page := place(h, a)
			switch {
			case c.at >= 0 && (chunk != 0 || page != at[c.at]):
				t.Errorf("placed at chunk %d page %d, want page %d", chunk, page, at[c.at])
			case c.at == -1 && (chunk != 0 || page != tail):
				t.Errorf("placed at chunk %d page %d, want the tail at %d", chunk, page, tail)
			case c.at == -2 && chunk != 1:
				t.Errorf("placed at chunk %d page %d, want a new chunk", chunk, page)
			}
			check(t, h)
		})
	}
}

// bestFit against a plain search over the pages, on bitmaps of all densities.
func TestBestFitAgainstPlainSearch(t *testing.T) {
	h := newHeap(t, Options{})
	a := h.Alloc(ChunkSize - PageSize)
	_ = a
	c := chunkAt(h.addChunk(1))
	rnd := uint64(1)
	next := func() uint64 {
		rnd ^= rnd << 13
		rnd ^= rnd >> 7
		rnd ^= rnd << 17
		return rnd
	}
	for round := range 20000 {
		c.reset()
		last := 0
		for i := 1; i < PagesPerChunk; {
			free := int(next() % uint64(1+round%97))
			used := int(next()%uint64(1+round%13)) + 1
			i += free
			if i+used > PagesPerChunk || next()%50 == 0 {
				break
			}
			c.setUsed(uint32(i), uint32(used))
			i += used
			last = i
		}
		c.freeTail = max(uint32(last), FirstPage)
		if next()%4 == 0 {
			c.freeTail += uint32(next() % uint64(PagesPerChunk-c.freeTail+1)) // the hint may be too high
		}
		n := int(next()%70) + 1
		best, bestLen := 0, PagesPerChunk
		for i := 1; i < PagesPerChunk; {
			if c.isUsed(uint32(i)) {
				i++
				continue
			}
			j := i
			for j < PagesPerChunk && !c.isUsed(uint32(j)) {
				j++
			}
			if l := j - i; l >= n && l < bestLen {
				best, bestLen = i, l
			}
			i = j
		}
		if got := int(c.bestFit(uint32(n))); got != best {
			t.Fatalf("round %d: %d pages at %d, want %d (free tail %d)", round, n, got, best, c.freeTail)
		}
	}
	c.reset()
}

func TestRanges(t *testing.T) {
	var c chunk
	for _, r := range [][2]uint32{{1, 1}, {63, 1}, {63, 2}, {64, 64}, {1, 511}, {10, 200}, {448, 64}, {511, 1}} {
		clear(c.used[:])
		c.setUsed(r[0], r[1])
		for i := range uint32(PagesPerChunk) {
			if want := i >= r[0] && i < r[0]+r[1]; c.isUsed(i) != want {
				t.Fatalf("range %v page %d used %v", r, i, !want)
			}
		}
		if c.isFree(r[0], r[1]) || r[0] > 1 && !c.isFree(1, r[0]-1) {
			t.Errorf("isFree of %v", r)
		}
		c.setFree(r[0], r[1])
		if c.used != [mapWords]uint64{} {
			t.Errorf("range %v not cleared", r)
		}
	}
}

// order lists the chunks by their ordinal, in list order.
func order(h *Heap) (nums []uint32) {
	for _, c := range h.Map() {
		nums = append(nums, c.Num)
	}
	return
}

// A short run found after more than two chunks moves its chunk behind the main one;
// a long run, or an early hit, does not.
func TestChunkMovesToTheFront(t *testing.T) {
	h := newHeap(t, Options{})
	var tail []Addr
	for range 5 {
		h.Alloc(400 * PageSize)
		tail = append(tail, h.Alloc(111*PageSize))
	}
	if got := order(h); !slices.Equal(got, []uint32{0, 1, 2, 3, 4}) {
		t.Fatalf("order %v", got)
	}
	h.Free(tail[2])
	h.Alloc(PageSize) // two steps
	if got := order(h); !slices.Equal(got, []uint32{0, 1, 2, 3, 4}) {
		t.Errorf("two steps moved a chunk: %v", got)
	}
	h.Alloc(110 * PageSize)
	h.Free(tail[3])
	h.Alloc(8 * PageSize) // three steps, but eight pages
	if got := order(h); !slices.Equal(got, []uint32{0, 1, 2, 3, 4}) {
		t.Errorf("eight pages moved a chunk: %v", got)
	}
	h.Alloc(7 * PageSize)
	if got := order(h); !slices.Equal(got, []uint32{0, 3, 1, 2, 4}) {
		t.Errorf("order %v", got)
	}
	// A new chunk moves too when a short run called for it.
	h.Alloc(96 * PageSize)
	h.Alloc(2 * PageSize)
	if got := order(h); !slices.Equal(got, []uint32{0, 5, 3, 1, 2, 4}) {
		t.Errorf("order %v", got)
	}
	check(t, h)
}

// Going up and down across a chunk boundary unmaps the chunk five times and keeps it
// from then on.
func TestDelayedDeletion(t *testing.T) {
	var kinds []trace.Kind
	r := trace.New(trace.Options{Ring: 1, Sink: func(b []trace.Record) {
		if k := b[0].Kind; k == trace.ChunkMap || k == trace.ChunkUnmap || k == trace.ChunkCache {
			kinds = append(kinds, k)
		}
	}})
	h := newHeap(t, Options{Trace: r})
	h.Alloc(400 * PageSize)
	h.Alloc(400 * PageSize)
	h.Alloc(400 * PageSize) // three chunks, above the average of one
	kinds = nil
	var real []int64
	for range 8 {
		a := h.Alloc(400 * PageSize)
		h.Free(a)
		real = append(real, h.Real()/ChunkSize)
	}
	if !slices.Equal(real, []int64{3, 3, 3, 3, 3, 4, 4, 4}) {
		t.Errorf("chunks after each round: %v", real)
	}
	var maps, unmaps, cached int
	for _, k := range kinds {
		switch k {
		case trace.ChunkMap:
			maps++
		case trace.ChunkUnmap:
			unmaps++
		case trace.ChunkCache:
			cached++
		}
	}
	if maps != 6 || unmaps != 5 || cached != 5 {
		t.Errorf("%d mapped, %d unmapped, %d moves in and out of the cache", maps, unmaps, cached)
	}
	check(t, h)
}

func TestGC(t *testing.T) {
	h := newHeap(t, Options{})
	keep := h.Alloc(320)
	var all []Addr
	for range 64*3 - 1 {
		all = append(all, h.Alloc(320))
	}
	for range 600 {
		all = append(all, h.Alloc(2048))
	}
	for _, a := range all {
		h.Free(a)
	}
	// Two runs of 5 pages are empty, and 75 of 4.
	if got, want := h.GC(), uintptr((2*5+75*4)*PageSize); got != want {
		t.Errorf("collected %d, want %d", got, want)
	}
	check(t, h)
	if h.GC() != 0 {
		t.Error("nothing is left to collect")
	}
	if n, b := h.Live(); n != 1 || b != 320 {
		t.Errorf("%d blocks, %d bytes", n, b)
	}
	h.Free(keep)
	if h.GC() != 5*PageSize || h.Usage() != 0 {
		t.Error("the last run")
	}
	check(t, h)
}

func TestMapAndWalk(t *testing.T) {
	h := newHeap(t, Options{})
	a, b, c := h.Alloc(640), h.Alloc(5*PageSize), h.Alloc(3<<20)
	h.Free(h.Alloc(640))
	m := h.Map()
	if len(m) != 1 || m[0].Addr != h.Base() {
		t.Fatalf("%d chunks", len(m))
	}
	p := m[0].Pages
	if p[0].Kind != LargeRun || p[1] != (PageState{SmallRun, 20, 0, 5, 31}) || p[5] != (PageState{SmallRun, 20, 4, 5, 0}) ||
		p[6] != (PageState{LargeRun, 0, 0, 5, 0}) || p[10].At != 4 ||
		// page 11 is the run of the huge block's record
		p[11] != (PageState{SmallRun, 2, 0, 1, 169}) || p[12].Kind != FreeRun || p[12].Run != 500 || m[0].Longest != 500 {
		t.Errorf("pages %+v", p[:14])
	}
	var got []Block
	h.Walk(func(x Block) { got = append(got, x) })
	want := []Block{{a, 640, SmallRun, 20}, {b, 5 * PageSize, LargeRun, 0}, {c, 3 << 20, HugeRun, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("walk %v", got)
	}
	if hb := h.HugeBlocks(); len(hb) != 1 || hb[0].Addr != c {
		t.Errorf("huge %v", hb)
	}
	if l := h.Leaks(); len(l) != 3 || debug && (l[0].Addr != a || l[2].Requested != 3<<20) {
		t.Errorf("leaks %v", l)
	}
}
