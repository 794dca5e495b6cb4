package mm

import (
	"math/rand/v2"
	"testing"
)

// model is what the heap should hold: addresses with the bytes written there.
type model struct {
	t      testing.TB
	h      *Heap
	blocks []modelBlock
	serial byte
}

type modelBlock struct {
	a    Addr
	n    uintptr
	mark byte
	kept bool // reallocated: its bin need not be the one its size asks for
}

// paint writes a pattern to the edges and some bytes between: all of a small block.
func (m *model) paint(b modelBlock) {
	for i := uintptr(0); i < b.n; i += m.stride(i, b.n) {
		Store8(b.a+i, b.mark+byte(i*7))
	}
}

func (m *model) stride(i, n uintptr) uintptr {
	if i < 64 || i+64 >= n {
		return 1
	}
	return min(509, n-64-i)
}

// verify checks the first n bytes of a block's pattern.
func (m *model) verify(b modelBlock, n uintptr) {
	m.t.Helper()
	for i := uintptr(0); i < min(n, b.n); i += m.stride(i, b.n) {
		if got := Load8(b.a + i); got != b.mark+byte(i*7) {
			m.t.Fatalf("block %#x of %d bytes: byte %d is %#x", b.a, b.n, i, got)
		}
	}
}

// step does one operation chosen by op on a block chosen by pick with size n.
func (m *model) step(op uint8, pick uint16, n uintptr) {
	m.t.Helper()
	h := m.h
	i := 0
	if len(m.blocks) > 0 {
		i = int(pick) % len(m.blocks)
	}
	m.serial++
	switch {
	case op < 110 || len(m.blocks) == 0:
		var b modelBlock
		err := caught(func() { b = modelBlock{a: h.Alloc(n), n: n, mark: m.serial} })
		if err != nil {
			m.failed(err)
			return
		}
		if h.BlockSize(b.a) < n {
			m.t.Fatalf("%d bytes in a block of %d", n, h.BlockSize(b.a))
		}
		m.paint(b)
		m.blocks = append(m.blocks, b)
	case op < 210:
		b := m.blocks[i]
		m.verify(b, b.n)
		if op%2 == 0 || b.kept {
			h.Free(b.a)
		} else {
			h.FreeSize(b.a, b.n)
		}
		m.blocks[i] = m.blocks[len(m.blocks)-1]
		m.blocks = m.blocks[:len(m.blocks)-1]
	case op < 252:
		b := m.blocks[i]
		var a Addr
		if err := caught(func() { a = h.Realloc(b.a, n) }); err != nil {
			m.failed(err)
			m.verify(b, b.n)
			return
		}
		// The pattern depends on the length only in which bytes are sampled.
		m.verify(modelBlock{a: a, n: b.n, mark: b.mark}, min(n, 64))
		m.blocks[i] = modelBlock{a, n, m.serial, true}
		m.paint(m.blocks[i])
	default:
		h.GC()
	}
}

func (m *model) failed(err error) {
	m.t.Helper()
	switch err.(type) {
	case *LimitError, *OutOfMemoryError:
	default:
		m.t.Fatal(err)
	}
}

// finish frees everything and checks that nothing is left.
func (m *model) finish() {
	m.t.Helper()
	check(m.t, m.h)
	for _, b := range m.blocks {
		m.verify(b, b.n)
		m.h.Free(b.a)
	}
	check(m.t, m.h)
	if n, _ := m.h.Live(); n != 0 || m.h.Usage() != 0 {
		m.t.Fatalf("%d blocks left, usage %d", n, m.h.Usage())
	}
	m.h.GC()
	check(m.t, m.h)
	if s := m.h.Stats(); s.Chunks != 1 {
		m.t.Fatalf("after everything is freed: %v", s)
	}
}

// sizes of the three ranges, mixed so that chunks fill and empty.
func size(kind uint8, v uint32) uintptr {
	switch {
	case kind < 140:
		return uintptr(v % (MaxSmall + 1))
	case kind < 235:
		return uintptr(v % (200 << 10))
	case kind < 250:
		return uintptr(v % MaxLarge)
	default:
		return uintptr(v % (5 << 20))
	}
}

func TestRandom(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 7))
		limit := int64(0)
		if seed%2 == 1 {
			limit = 24 << 20
		}
		h := newHeap(t, Options{Limit: limit})
		m := &model{t: t, h: h}
		for i := range 30000 {
			m.step(uint8(r.Uint32()), uint16(r.Uint32()), size(uint8(r.Uint32()), r.Uint32()))
			if i%5000 == 0 {
				check(t, h)
			}
		}
		m.finish()
		if limit > 0 && h.RealPeak() > limit {
			t.Errorf("real peak %d above the limit", h.RealPeak())
		}
	}
}

func FuzzHeap(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x10\x20\xf0\x00\x02\xff\x00\xfe\x01\x00\x00\x00"))
	f.Add([]byte{0, 0, 250, 0, 0, 0, 60, 0, 230, 0, 0, 250, 0, 0, 0, 80, 0, 150, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, in []byte) {
		h := NewHeap(NewSlabSource(), Options{Limit: 16 << 20})
		defer h.Destroy()
		m := &model{t: t, h: h}
		for len(in) >= 8 {
			v := uint32(in[3]) | uint32(in[4])<<8 | uint32(in[5])<<16 | uint32(in[6])<<24
			m.step(in[0], uint16(in[1])|uint16(in[7])<<8, size(in[2], v))
			in = in[8:]
		}
		m.finish()
	})
}

func TestSlabSource(t *testing.T) {
	s := NewSlabSource()
	type m struct{ a, n uintptr }
	var all []m
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		if len(all) > 20 || len(all) > 0 && r.IntN(3) == 0 {
			i := r.IntN(len(all))
			b := all[i]
			if Load64(b.a) != uint64(b.a) || Load64(b.a+b.n-8) != uint64(b.n) {
				t.Fatal("contents changed")
			}
			switch to := b.n + uintptr(r.IntN(3))*ChunkSize; {
			case r.IntN(4) == 0 && s.Extend(b.a, b.n, to):
				all[i].n = to
				Store64(b.a+to-8, uint64(to))
			case b.n > ChunkSize && r.IntN(4) == 0:
				if !s.Truncate(b.a, b.n, ChunkSize) {
					t.Fatal("truncate")
				}
				all[i].n = ChunkSize
				Store64(b.a+ChunkSize-8, ChunkSize)
			default:
				s.Unmap(b.a, b.n)
				all = append(all[:i], all[i+1:]...)
			}
			continue
		}
		n := uintptr(1+r.IntN(3)) * ChunkSize
		a, ok := s.Map(n, ChunkSize)
		if !ok || a%ChunkSize != 0 {
			t.Fatal("map")
		}
		Store64(a, uint64(a))
		Store64(a+n-8, uint64(n))
		for _, o := range all {
			if a < o.a+o.n && o.a < a+n {
				t.Fatal("overlap")
			}
		}
		all = append(all, m{a, n})
	}
	for _, b := range all {
		s.Unmap(b.a, b.n)
	}
	if s.InUse() != 0 || len(s.slabs) > 1 {
		t.Errorf("%d bytes in use, %d slabs kept", s.InUse(), len(s.slabs))
	}
	s.SetMax(ChunkSize)
	if _, ok := s.Map(2*ChunkSize, ChunkSize); ok {
		t.Error("beyond the bound")
	}
}
