package mm

import (
	"testing"

	"github.com/ebb-vm/ebb/core/trace"
)

func TestFragment(t *testing.T) {
	rec := trace.New(trace.Options{Ring: 64})
	h := NewHeap(NewSlabSource(), Options{Limit: 8 << 20, Trace: rec})
	events := rec.Counters().Events
	kept := h.Fragment(4000, 5500)
	if len(kept) != 2000 || h.Usage() != 2000*8192 {
		t.Errorf("%d blocks kept, %d bytes in use", len(kept), h.Usage())
	}
	if rec.Counters().Events != events {
		t.Error("what Fragment does was recorded")
	}
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	// No hole takes a VM stack page, so the limit's 6 MB are there for new chunks.
	big, err := 0, error(nil)
	func() {
		defer func() { err, _ = recover().(error) }()
		for {
			h.Alloc(256 << 10)
			big++
		}
	}()
	limit, is := err.(*LimitError)
	if !is || limit.Limit != 8<<20 || big < 3*7 || big > 5*7 {
		t.Errorf("%d big blocks, then %v", big, err)
	}
	if h.SetLimit(8<<20) != nil {
		t.Error("the limit cannot be set again")
	}
	for _, a := range kept {
		h.Free(a)
	}
}

func TestEachChunkAgreesWithMap(t *testing.T) {
	h := NewHeap(NewSlabSource(), Options{})
	var live []Addr
	for i := range 3000 {
		live = append(live, h.Alloc(uintptr(i*37%20000+1)))
		if i%3 == 0 {
			h.Free(live[i/2])
			live[i/2] = h.Alloc(8)
		}
	}
	m := h.Map()
	n := 0
	h.EachChunk(func(a Addr, pages *[PagesPerChunk]BlockKind) {
		if a != m[n].Addr {
			t.Fatalf("chunk %d is %#x, not %#x", n, a, m[n].Addr)
		}
		for i, k := range pages {
			if k != m[n].Pages[i].Kind {
				t.Fatalf("chunk %d page %d: %v, not %v", n, i, k, m[n].Pages[i].Kind)
			}
		}
		n++
	})
	if n != len(m) || n < 2 {
		t.Errorf("%d chunks of %d", n, len(m))
	}
}

func TestRetain(t *testing.T) {
	s := NewSlabSource()
	s.Retain(20 * ChunkSize)
	var got []Addr
	for {
		a, ok := s.Map(ChunkSize, ChunkSize)
		if !ok {
			break
		}
		got = append(got, a)
	}
	if len(got) < 15 || len(got) > 20 {
		t.Fatalf("%d chunks of 20", len(got))
	}
	for _, a := range got {
		s.Unmap(a, ChunkSize)
	}
	for range got {
		if _, ok := s.Map(ChunkSize, ChunkSize); !ok {
			t.Fatal("memory that was given back is gone")
		}
	}
	if _, ok := s.Map(ChunkSize, ChunkSize); ok {
		t.Fatal("the source grew beyond its capacity")
	}
}
