package mmap

import (
	"testing"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
)

const vmPage = 262144 // a VM stack page

// fragmented builds the heap of this script, without the strings' bytes:
//
//	for ($i = 0; $i < $n; $i++) $a[] = str_repeat("x", 5500);
//	for ($i = 1; $i < $n; $i += 2) $a[$i] = null;
//
// A string takes two heap pages (24 + 5,500 + 1 bytes); the array's buckets double
// from 8 to 2^20 entries of 16 bytes, with 8 bytes of hash part; the script itself and
// PHP's tables hold some 96 pages of the main chunk.
func fragmented(t testing.TB, n int) *mm.Heap {
	h := mm.NewHeap(New(), mm.Options{})
	t.Cleanup(h.Destroy)
	h.Alloc(96 * mm.PageSize)
	buckets := func(n int) uintptr { return uintptr(n)*16 + 8 }
	array, room := h.Alloc(buckets(8)), 8
	strs := make([]mm.Addr, n)
	for i := range strs {
		strs[i] = h.Alloc(5528)
		if i == room {
			room *= 2
			array = h.Realloc(array, buckets(room))
		}
	}
	for i := 1; i < n; i += 2 {
		h.Free(strs[i])
	}
	return h
}

// scans takes VM stack pages as a deep call does and returns the chunks scanned for each.
func scans(h *mm.Heap, pages int) (per []uint64) {
	var taken []mm.Addr
	for range pages {
		before := h.Stats().Scanned
		taken = append(taken, h.Alloc(vmPage))
		per = append(per, h.Stats().Scanned-before)
	}
	for i := range taken {
		h.Free(taken[len(taken)-1-i])
	}
	return
}

// The same program is fast or slow by how full the newest chunk happened to be. It
// stands right behind the main chunk: with 600,000 strings it has room for several VM
// stack pages, with 599,900 for one, and each further page scans every chunk of the heap.
func TestFragmentedHeapScansEveryChunk(t *testing.T) {
	if testing.Short() {
		t.Skip("maps 4.7 GB of addresses")
	}
	full := fragmented(t, 599_900)
	chunks := uint64(full.Stats().Chunks)
	if chunks < 2340 || chunks > 2365 {
		t.Fatalf("%d chunks", chunks)
	}
	for round := range 5 {
		per := scans(full, 4)
		if per[0] > 2 {
			t.Errorf("round %d: the first page scanned %d chunks", round, per[0])
		}
		// Every later page goes through the whole list: the main chunk may lack 64 free
		// pages in total, and chunks added for earlier pages count too.
		for i, n := range per[1:] {
			if n < chunks-2 || n > chunks+2 {
				t.Errorf("round %d: page %d scanned %d of %d chunks", round, i+2, n, chunks)
			}
		}
	}
	roomy := fragmented(t, 600_000)
	for round := range 5 {
		for i, n := range scans(roomy, 4) {
			if n > 2 {
				t.Errorf("600,000 strings, round %d: page %d scanned %d chunks", round, i+1, n)
			}
		}
	}
	for _, h := range []*mm.Heap{full, roomy} {
		if err := h.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The recorder sees what the counters saw.
func TestScansAreRecorded(t *testing.T) {
	h := fragmented(t, 20_000)
	r := trace.New(trace.Options{})
	h.SetTrace(r)
	before := h.Stats()
	scans(h, 8)
	c, after := r.Counters(), h.Stats()
	if c.PageSearches != 8 || c.PageSearches != after.Searches-before.Searches || c.ChunksScanned != after.Scanned-before.Scanned {
		t.Errorf("recorded %+v, counted %v", c, after)
	}
	if c.ScannedAtStretch == 0 || c.ChunksMapped == 0 {
		t.Errorf("%+v", c)
	}
}

// What one VM stack page costs there: the page cache saves this.
func BenchmarkFragmentedPage(b *testing.B) {
	h := fragmented(b, 599_900)
	defer h.Free(h.Alloc(vmPage))
	before := h.Stats().Scanned
	for b.Loop() {
		h.Free(h.Alloc(vmPage))
	}
	scanned := float64(h.Stats().Scanned-before) / float64(b.N)
	b.ReportMetric(scanned, "chunks/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/scanned, "ns/chunk")
}
