package mmap

import (
	"testing"

	"github.com/ebb-vm/ebb/core/mm"
)

func TestAlignmentAndContents(t *testing.T) {
	s := New()
	type m struct{ a, n uintptr }
	var all []m
	for i := range 40 {
		n := uintptr(mm.ChunkSize)
		if i%3 == 0 {
			n += uintptr(i+1) * mm.PageSize
		}
		a, ok := s.Map(n, mm.ChunkSize)
		if !ok || a%mm.ChunkSize != 0 {
			t.Fatalf("mapping %d: %#x %v", i, a, ok)
		}
		for _, o := range all {
			if a < o.a+o.n && o.a < a+n {
				t.Fatalf("%#x overlaps %#x", a, o.a)
			}
		}
		if mm.Load64(a) != 0 || mm.Load64(a+n-8) != 0 {
			t.Fatal("not cleared")
		}
		mm.Store64(a, 1)
		mm.Store64(a+n-8, 2)
		all = append(all, m{a, n})
		if i%4 == 3 {
			s.Unmap(all[0].a, all[0].n)
			all = all[1:]
		}
	}
	for _, o := range all {
		if mm.Load64(o.a) != 1 || mm.Load64(o.a+o.n-8) != 2 {
			t.Fatal("contents changed")
		}
		s.Unmap(o.a, o.n)
	}
	if _, ok := s.Map(1<<50, mm.ChunkSize); ok {
		t.Error("more than an address space")
	}
}

func TestResize(t *testing.T) {
	s := New()
	r, ok := s.(mm.Resizer)
	if !ok {
		t.Skip("this source does not resize")
	}
	const n = 8 << 20
	a, ok := s.Map(n, mm.ChunkSize)
	if !ok {
		t.Fatal("map")
	}
	mm.Store64(a, 77)
	if !r.Truncate(a, n, 4<<20) {
		t.Fatal("truncate")
	}
	// The addresses behind were ours a moment ago, so growing back works unless
	// another thread mapped something in between.
	if r.Extend(a, 4<<20, 6<<20) {
		mm.Store64(a+6<<20-8, 5)
		if b, ok := s.Map(mm.ChunkSize, mm.ChunkSize); ok {
			if b >= a && b < a+6<<20 {
				t.Error("mapped over a grown mapping")
			}
			s.Unmap(b, mm.ChunkSize)
		}
		s.Unmap(a, 6<<20)
	} else {
		s.Unmap(a, 4<<20)
	}
}

// A heap over this source behaves as over any other; its memory goes back.
func TestHeap(t *testing.T) {
	h := mm.NewHeap(New(), mm.Options{Limit: 64 << 20})
	var blocks []mm.Addr
	for i := range 2000 {
		n := uintptr(i * 37 % 9000)
		if i%100 == 0 {
			n = 3 << 20
			if i > 1000 {
				continue
			}
		}
		blocks = append(blocks, h.AllocZero(n))
	}
	for _, a := range blocks {
		h.Free(a)
	}
	if n, _ := h.Live(); n != 0 || h.Usage() != 0 {
		t.Errorf("%d blocks left, usage %d", n, h.Usage())
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
	h.Destroy()
}

func BenchmarkMapChunk(b *testing.B) {
	s := New()
	for b.Loop() {
		a, ok := s.Map(mm.ChunkSize, mm.ChunkSize)
		if !ok {
			b.Fatal("map")
		}
		s.Unmap(a, mm.ChunkSize)
	}
}
