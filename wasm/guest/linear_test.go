package guest

import (
	"math/rand"
	"testing"

	"github.com/ebb-vm/ebb/core/mm"
)

// fakeMemory stands for a linear memory that others grow too.
func fakeMemory(start, max int64) (*linearSource, *int64) {
	size := start
	return &linearSource{max: max, size: func() int64 { return size }, grow: func(n int32) int32 {
		was := size / wasmPage
		size += int64(n) * wasmPage
		return int32(was)
	}}, &size
}

func TestLinearSource(t *testing.T) {
	const chunk = mm.ChunkSize
	s, size := fakeMemory(3*chunk+5*wasmPage, 40*chunk)
	a, ok := s.Map(chunk, chunk)
	if !ok || a != 4*chunk || *size != 5*chunk {
		t.Fatalf("%#x %v, memory %#x", a, ok, *size)
	}
	b, _ := s.Map(chunk+1, mm.PageSize)
	if b != 5*chunk || *size != 7*chunk {
		t.Fatalf("%#x, memory %#x", b, *size)
	}
	s.Unmap(a, chunk)
	if c, _ := s.Map(mm.PageSize, mm.PageSize); c != a {
		t.Errorf("the free chunk is not used again: %#x", c)
	}
	if !s.Extend(b, chunk+1, 4*chunk) || *size != 9*chunk {
		t.Errorf("a mapping at the end does not grow: memory %#x", *size)
	}
	*size += 3 * wasmPage // somebody else grows
	if s.Extend(b, 4*chunk, 5*chunk) {
		t.Error("a mapping grew over what is not ours")
	}
	if !s.Truncate(b, 4*chunk, chunk) || len(s.free) != 1 || s.free[0] != (span{6 * chunk, 9 * chunk}) {
		t.Errorf("free %v", s.free)
	}
	if !s.Extend(b, chunk, 2*chunk) || s.free[0].from != 7*chunk {
		t.Errorf("free %v", s.free)
	}
	if _, ok := s.Map(31*chunk, chunk); ok {
		t.Error("the memory grew beyond its maximum")
	}
	if d, ok := s.Map(30*chunk, chunk); !ok || d != 10*chunk {
		t.Errorf("%#x %v", d, ok)
	}
}

// Mappings never overlap, and everything given back becomes one run again.
func TestLinearSourceRandom(t *testing.T) {
	const chunk = mm.ChunkSize
	r := rand.New(rand.NewSource(1))
	s, size := fakeMemory(chunk, 1<<40)
	type block struct {
		a mm.Addr
		n uintptr
	}
	var live []block
	owner := map[mm.Addr]int{}
	mark := func(a mm.Addr, n uintptr, by int) {
		for p := a; p < a+roundUp(n, chunk); p += chunk {
			if by != 0 && owner[p] != 0 {
				t.Fatalf("%#x belongs to two", p)
			}
			owner[p] = by
		}
	}
	for i := range 4000 {
		switch k := r.Intn(10); {
		case k < 5 || len(live) == 0:
			n := uintptr(1+r.Intn(5))*chunk - uintptr(r.Intn(2)*100)
			a, ok := s.Map(n, chunk)
			if !ok || a%chunk != 0 || int64(a+n) > *size {
				t.Fatal(a, ok)
			}
			mark(a, n, i+1)
			live = append(live, block{a, n})
		case k < 7:
			j := r.Intn(len(live))
			b := &live[j]
			to := b.n + uintptr(r.Intn(3))*chunk
			if s.Extend(b.a, b.n, to) {
				mark(b.a+roundUp(b.n, chunk), roundUp(to, chunk)-roundUp(b.n, chunk), i+1)
				b.n = to
			}
		case k < 8:
			*size += int64(r.Intn(40)) * wasmPage
		default:
			j := r.Intn(len(live))
			b := live[j]
			mark(b.a, b.n, 0)
			s.Unmap(b.a, b.n)
			live = append(live[:j], live[j+1:]...)
		}
	}
	for _, b := range live {
		s.Unmap(b.a, b.n)
	}
	for i := 1; i < len(s.free); i++ {
		if s.free[i-1].to >= s.free[i].from {
			t.Fatalf("runs %v and %v", s.free[i-1], s.free[i])
		}
	}
}
