package mm

import "testing"

const vmPage = 262144 // a VM stack page: 64 heap pages

func newHeap(t testing.TB, o Options) *Heap {
	t.Helper()
	h := NewHeap(NewSlabSource(), o)
	t.Cleanup(h.Destroy)
	return h
}

// check fails the test when the heap's invariants do not hold.
func check(t testing.TB, h *Heap) {
	t.Helper()
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
}

// place returns the chunk's position in list order and the page of an address.
func place(h *Heap, a Addr) (chunk, page int) {
	at := h.main
	for ; at != a&^(ChunkSize-1); at = chunkAt(at).next {
		chunk++
	}
	return chunk, int(a & (ChunkSize - 1) / PageSize)
}

// pagesAt allocates n heap pages and reports where they are in the main chunk.
func pagesAt(h *Heap, n int) int {
	_, p := place(h, h.Alloc(uintptr(n)*PageSize))
	return p
}

func pageAddr(h *Heap, page int) Addr { return h.main + Addr(page)*PageSize }

// caught runs f and returns what it panicked with, as an error.
func caught(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	f()
	return nil
}
