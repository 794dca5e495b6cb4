package mm

import (
	"errors"
	"math"
	"testing"
)

func TestSmallRunIsHandedOutInAddressOrder(t *testing.T) {
	h := newHeap(t, Options{})
	for bin := range NumBins {
		var last Addr
		for e := range BinElements(bin) {
			a := h.Alloc(BinSize(bin))
			if e > 0 && a != last+BinSize(bin) {
				t.Fatalf("bin %d element %d at %#x after %#x", bin, e, a, last)
			}
			last = a
		}
	}
	a, b := h.Alloc(40), h.Alloc(40)
	h.Free(a)
	h.Free(b)
	if h.Alloc(40) != b || h.Alloc(33) != a {
		t.Error("the last freed block is taken first")
	}
	check(t, h)
}

func TestZeroBytesIsTheSmallestBin(t *testing.T) {
	h := newHeap(t, Options{})
	a := h.Alloc(0)
	if h.BlockSize(a) != 8 || h.Usage() != 8 {
		t.Errorf("size %d usage %d", h.BlockSize(a), h.Usage())
	}
	h.Free(a)
	h.Free(0)
	if h.Usage() != 0 || h.Peak() != 8 || h.Real() != ChunkSize {
		t.Errorf("usage %d peak %d real %d", h.Usage(), h.Peak(), h.Real())
	}
}

// str models a PHP string: 24 bytes of header, the bytes, a NUL, rounded up to 8.
func str(n uintptr) uintptr { return (24 + n + 1 + 7) &^ 7 }

// Differences of memory_get_usage() around str_repeat("x", n) in PHP 8.2. The last
// ones are huge blocks: whole pages and 24 bytes for the list.
func TestUsageOfStringsAsInPHP(t *testing.T) {
	for _, c := range []struct {
		n    uintptr
		want int64
	}{
		{7, 32}, {15, 40}, {16, 48}, {100, 128}, {231, 256}, {232, 320}, {1000, 1280}, {3047, 3072}, {3048, 4096},
		{4000, 4096}, {4071, 4096}, {4072, 8192}, {8167, 8192}, {8168, 12288}, {100000, 102400},
		{2093031, 2093056}, {2093032, 2097176}, {2097127, 2097176}, {2097152, 2101272}, {3000000, 3002392},
	} {
		h := newHeap(t, Options{})
		a := h.Alloc(str(c.n))
		if h.Usage() != c.want {
			t.Errorf("a string of %d bytes counts %d, want %d", c.n, h.Usage(), c.want)
		}
		h.Free(a)
		if h.Usage() != 0 || h.Real() != ChunkSize {
			t.Errorf("after a string of %d: usage %d real %d", c.n, h.Usage(), h.Real())
		}
		check(t, h)
	}
}

// A string that grows, shrinks and becomes huge; figures of PHP 8.2 for the same steps.
func TestUsageOfReallocAsInPHP(t *testing.T) {
	h := newHeap(t, Options{})
	usage := int64(0)
	step := func(what string, want, real int64) {
		t.Helper()
		if got := h.Usage() - usage; got != want || h.Real() != real {
			t.Errorf("%s: usage %+d real %d, want %+d and %d", what, got, h.Real(), want, real)
		}
		usage = h.Usage()
		check(t, h)
	}
	s := h.Alloc(str(5000))
	step("5000 bytes", 8192, ChunkSize)
	s = h.Realloc(s, str(8000))
	step("3000 more", 0, ChunkSize)
	short := h.Alloc(str(10))
	h.Free(s)
	step("10 bytes of it", 40-8192, ChunkSize)
	h.Free(short)
	step("freed", -40, ChunkSize)
	s = h.Alloc(str(3 << 20))
	step("3 MB", 3149848, 5246976)
	s = h.Realloc(s, str(3<<20+8))
	step("8 more", 0, 5246976)
	s = h.Realloc(s, str(3<<20+5008))
	step("5000 more", 4096, 5251072)
	h.Free(s)
	step("freed", -3153944, ChunkSize)
}

// Chunks while 30 strings of 260,000 bytes come and go, as memory_get_usage(true) of
// PHP 8.2 counted them; the script itself held some 96 pages.
func TestChunkCountsAsInPHP(t *testing.T) {
	h := newHeap(t, Options{})
	h.Alloc(130 * PageSize)
	var all []Addr
	up := []int64{1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5}
	down := []int64{5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	for i, want := range up {
		all = append(all, h.Alloc(str(260000)))
		if got := h.Real() / ChunkSize; got != want {
			t.Errorf("%d strings: %d chunks, want %d", i+1, got, want)
		}
	}
	for i, want := range down {
		h.Free(all[len(all)-1-i])
		if got := h.Real() / ChunkSize; got != want {
			t.Errorf("%d strings freed: %d chunks, want %d", i+1, got, want)
		}
	}
	check(t, h)
	if s := h.Stats(); s.Chunks != 1 || s.Cached != 1 || s.PeakChunks != 5 {
		t.Errorf("%+v", s)
	}
}

func TestRealloc(t *testing.T) {
	h := newHeap(t, Options{})
	if a := h.Realloc(0, 100); h.BlockSize(a) != 112 {
		t.Error("Realloc of nothing allocates")
	}
	a := h.Alloc(200) // bin 224
	for n, same := range map[uintptr]bool{193: true, 224: true, 192: true} {
		if b := h.Realloc(a, n); (b == a) != same {
			t.Errorf("224 -> %d moved: %v", n, b != a)
		}
	}
	peak := h.Peak()
	b := h.Realloc(a, 191)
	if b == a || h.BlockSize(b) != 192 {
		t.Error("a block that fits the next smaller bin with room moves there")
	}
	if h.Peak() != peak+192 {
		t.Errorf("going to a smaller bin counts both for the peak: %d, want %d", h.Peak(), peak+192)
	}
	peak = h.Peak()
	if b = h.Realloc(b, 300); h.Peak() != max(peak, h.Usage()) {
		t.Error("growing counts the result only")
	}
	Store64(b, 1234)
	Store64(b+312, 5678)
	if b = h.ReallocCopy(b, 5000, 8); Load64(b) != 1234 || Load64(b+312) == 5678 {
		t.Error("only the used bytes are carried over")
	}
	check(t, h)

	// Large: the tail goes back, and comes again while it is free.
	c := h.Alloc(10 * PageSize)
	u := h.Usage()
	if h.Realloc(c, 3*PageSize) != c || h.Usage() != u-7*PageSize {
		t.Error("shrinking a large block")
	}
	if h.Realloc(c, 8*PageSize) != c || h.Usage() != u-2*PageSize {
		t.Error("growing a large block")
	}
	d := h.Alloc(2 * PageSize)
	if d != c+8*PageSize {
		t.Fatalf("placed at %#x", d)
	}
	if e := h.Realloc(c, 9*PageSize); e == c {
		t.Error("grew into the next block")
	}
	check(t, h)

	// Huge: in place while blocks behind are free, else moved with its contents.
	g := h.Alloc(5 << 20)
	Store64(g+5<<20-8, 42)
	g2 := h.Realloc(g, 9<<20)
	if Load64(g2+5<<20-8) != 42 || h.BlockSize(g2) != 9<<20 {
		t.Error("huge block lost its contents")
	}
	if g3 := h.Realloc(g2, 3<<20); g3 != g2 || h.BlockSize(g3) != 3<<20 {
		t.Error("huge block shrinks in place")
	}
	if g4 := h.Realloc(g2, 1<<20); g4 == g2 || h.BlockSize(g4) != 1<<20 {
		t.Error("huge to large")
	}
	check(t, h)
}

func TestLimit(t *testing.T) {
	const limit = 4 << 20
	h := newHeap(t, Options{Limit: limit})
	var le *LimitError
	if err := caught(func() { h.Alloc(str(5000000)) }); !errors.As(err, &le) || le.Tried != 5000032 ||
		err.Error() != "Allowed memory size of 4194304 bytes exhausted (tried to allocate 5000032 bytes)" {
		t.Errorf("huge: %v", err)
	}
	var all []Addr
	err := caught(func() {
		for {
			all = append(all, h.Alloc(vmPage))
		}
	})
	if len(all) != 14 || err == nil ||
		err.Error() != "Allowed memory size of 4194304 bytes exhausted (tried to allocate 262144 bytes)" {
		t.Errorf("%d VM stack pages, then %v", len(all), err)
	}
	if h.Real() != limit || h.Usage() != 14*vmPage {
		t.Errorf("real %d usage %d", h.Real(), h.Usage())
	}
	check(t, h)
	h.IgnoreLimit(true)
	all = append(all, h.Alloc(vmPage))
	h.IgnoreLimit(false)
	if h.Real() != limit+ChunkSize {
		t.Errorf("real %d with the limit ignored", h.Real())
	}
	if err := caught(func() { h.Alloc(ChunkSize) }); err == nil {
		t.Error("the limit holds again")
	}
	for _, a := range all {
		h.Free(a)
	}
	check(t, h)
	if h.Usage() != 0 {
		t.Errorf("usage %d", h.Usage())
	}
}

// Before it gives up, the heap collects runs that hold nothing.
func TestLimitCollectsFirst(t *testing.T) {
	h := newHeap(t, Options{Limit: 4 << 20})
	var all []Addr
	for range 500 {
		all = append(all, h.Alloc(2560), h.Alloc(2560), h.Alloc(64))
	}
	if h.Stats().Chunks != 2 {
		t.Fatal("this should take two chunks")
	}
	for _, a := range all {
		h.Free(a)
	}
	if h.Stats().Chunks != 2 {
		t.Fatal("free elements keep their chunk")
	}
	// A huge block needs the second chunk's room.
	if err := caught(func() { h.Alloc(2 << 20) }); err == nil {
		t.Error("the collected chunk is kept, so 2 MB do not fit below the limit")
	}
	check(t, h)
	if s := h.Stats(); s.Chunks != 1 || s.Cached != 1 {
		t.Errorf("%v", s)
	}
	if err := h.SetLimit(2 << 20); err != nil {
		t.Errorf("kept chunks go when the limit is lowered: %v", err)
	}
	if h.Real() != 2<<20 || h.Limit() != 2<<20 {
		t.Errorf("real %d limit %d", h.Real(), h.Limit())
	}
	err := h.SetLimit(1 << 20)
	if err == nil || err.Error() != "Failed to set memory limit to 1048576 bytes (Current memory usage is 2097152 bytes)" {
		t.Errorf("%v", err)
	}
	if h.SetLimit(-1) != nil || h.Limit() != 0 {
		t.Error("-1 lifts the limit")
	}
}

func TestSourceExhausted(t *testing.T) {
	src := NewSlabSource()
	src.SetMax(6 << 20)
	h := NewHeap(src, Options{})
	defer h.Destroy()
	a := h.Alloc(3 << 20)
	err := caught(func() { h.Alloc(3 << 20) })
	if err == nil || err.Error() != "Out of memory (allocated 5242880 bytes) (tried to allocate 3145728 bytes)" {
		t.Errorf("%v", err)
	}
	check(t, h)
	h.Free(a)
	h.Free(h.Alloc(4 << 20))
	if h.Usage() != 0 || src.InUse() != ChunkSize {
		t.Errorf("usage %d, source %d", h.Usage(), src.InUse())
	}
}

func TestOverflow(t *testing.T) {
	h := newHeap(t, Options{Limit: 128 << 20})
	err := caught(func() { h.Alloc(math.MaxUint64 - 169) })
	if err == nil || err.Error() != "Possible integer overflow in memory allocation (18446744073709551446 + 4096)" {
		t.Errorf("%v", err)
	}
	err = caught(func() { h.Alloc(1 << 63) })
	if err == nil || err.Error() != "Allowed memory size of 134217728 bytes exhausted (tried to allocate 9223372036854775808 bytes)" {
		t.Errorf("%v", err)
	}
	err = caught(func() { h.AllocArray(1<<60, 32, 56) })
	if err == nil || err.Error() != "Possible integer overflow in memory allocation (1152921504606846976 * 32 + 56)" {
		t.Errorf("%v", err)
	}
	if a := h.AllocArray(8, 16, 8); h.BlockSize(a) != 160 {
		t.Errorf("%d", h.BlockSize(a))
	}
	check(t, h)
}

func TestForeignBlocks(t *testing.T) {
	h, other := newHeap(t, Options{}), newHeap(t, Options{})
	a := other.Alloc(100)
	big := other.Alloc(3 << 20)
	var ce *CorruptError
	for _, f := range []func(){
		func() { h.Free(a) }, func() { h.Free(big) }, func() { h.BlockSize(a) }, func() { h.Realloc(a, 5000) },
	} {
		if err := caught(f); !errors.As(err, &ce) {
			t.Errorf("%v", err)
		}
	}
	if h.Owns(a) || h.Owns(big) || !other.Owns(a) || !other.Owns(big+5) || !other.InChunk(a) || other.InChunk(big) {
		t.Error("owns")
	}
}

func TestResetKeepsTheAverage(t *testing.T) {
	h := newHeap(t, Options{})
	for round := range 4 {
		for range 30 {
			h.Alloc(vmPage) // 5 chunks
		}
		h.Alloc(3 << 20)
		h.Reset()
		check(t, h)
		s := h.Stats()
		// averages 3, 4, 4.5, 4.75; kept chunks + 0.9 must not exceed them
		if want := []int{2, 3, 3, 3}[round]; s.Cached != want || h.Real() != int64(want+1)*ChunkSize || h.Usage() != 0 || h.Peak() != 0 {
			t.Errorf("round %d: %v, real %d", round, s, h.Real())
		}
	}
	h.Alloc(100)
	h.ResetPeak()
	if h.Peak() != 112 || h.RealPeak() != h.Real() {
		t.Error("ResetPeak")
	}
}
