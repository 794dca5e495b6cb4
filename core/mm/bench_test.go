package mm

import "testing"

func BenchmarkSmallPair(b *testing.B) {
	h := newHeap(b, Options{})
	h.Alloc(56)
	b.Run("Alloc/Free", func(b *testing.B) {
		for b.Loop() {
			h.Free(h.Alloc(56))
		}
	})
	b.Run("Alloc/FreeSize", func(b *testing.B) {
		for b.Loop() {
			h.FreeSize(h.Alloc(56), 56)
		}
	})
	b.Run("AllocBin/FreeBin", func(b *testing.B) {
		bin := BinOf(56)
		for b.Loop() {
			h.FreeBin(h.AllocBin(bin), bin)
		}
	})
}

func BenchmarkLarge(b *testing.B) {
	h := newHeap(b, Options{})
	for b.Loop() {
		h.Free(h.Alloc(vmPage))
	}
}

// A VM stack page on a heap whose holes are all two pages long: every chunk is scanned.
func BenchmarkFragmented(b *testing.B) {
	h := newHeap(b, Options{})
	var odd []Addr
	for i := range 255 * 100 {
		a := h.Alloc(5525)
		if i%2 == 1 {
			odd = append(odd, a)
		}
	}
	for _, a := range odd {
		h.Free(a)
	}
	h.Alloc(h.longestFree())
	before := h.Stats().Scanned
	n := 0
	for b.Loop() {
		h.Free(h.Alloc(vmPage))
		n++
	}
	scanned := float64(h.Stats().Scanned-before) / float64(n)
	b.ReportMetric(scanned, "chunks/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n)/scanned, "ns/chunk")
}

func (h *Heap) longestFree() uintptr {
	n := uint32(1)
	for _, c := range h.Map() {
		n = max(n, c.Longest)
	}
	return uintptr(n) * PageSize
}
