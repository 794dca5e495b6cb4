package mm

// PageSource is where a heap gets its memory: an operating system, or the linear
// memory of a wasm module.
type PageSource interface {
	// Map returns size bytes aligned to align, both multiples of PageSize, align a
	// power of two up to ChunkSize. The bytes may hold anything.
	Map(size, align uintptr) (Addr, bool)
	// Unmap gives back a whole mapping.
	Unmap(a Addr, size uintptr)
}

// Resizer is implemented by sources that can change a mapping in place. Without
// it huge blocks are resized by copying.
type Resizer interface {
	// Extend grows a mapping without moving it and reports whether it could.
	Extend(a Addr, from, to uintptr) bool
	// Truncate gives back the tail of a mapping and reports whether it could.
	Truncate(a Addr, from, to uintptr) bool
}

// Zeroer is implemented by sources whose fresh mappings are known to be zero.
type Zeroer interface{ Zeroed() bool }

// SlabSource is a PageSource made of Go slices: blocks of ChunkSize cut out of big
// slabs that hold no pointers, so the collector keeps but never scans them. It serves
// wherever there is no mmap; in a wasm module, linear memory belongs to Go.
type SlabSource struct {
	slabs []*slab
	grow  int     // blocks of the next slab
	max   uintptr // ceiling on bytes in use, 0 for none
	inUse uintptr

	retain          bool
	capacity, taken uintptr // bytes of slabs: at most, now; only with retain
}

type slab struct {
	mem  []byte // keeps the memory alive
	base Addr   // first aligned block
	busy []bool // one a block
	left int    // blocks not busy
}

// Slabs double in size, so that a small script costs one of 4 MB and what alignment
// wastes (up to one block a slab) stays small against a big heap.
const (
	firstSlab = 2  // blocks
	lastSlab  = 32 // blocks
)

// NewSlabSource returns an empty source.
func NewSlabSource() *SlabSource { return &SlabSource{grow: firstSlab} }

// SetMax bounds the bytes the source has given out at any time; 0 lifts the bound.
func (s *SlabSource) SetMax(n uintptr) { s.max = n }

// Retain makes the source keep its slabs for good, all of them together no larger
// than capacity bytes. Where memory cannot be given back and running out of it is
// the end of the process, as in a wasm module, that leaves the collector nothing
// to be late with, and a request beyond the capacity is refused.
func (s *SlabSource) Retain(capacity uintptr) {
	s.retain = true
	s.capacity = capacity
	s.grow = firstSlab + 1 // a heap and an arena, however the slab is aligned
}

// InUse returns the bytes given out, in whole blocks.
func (s *SlabSource) InUse() uintptr { return s.inUse }

func blocks(n uintptr) int { return int((n + ChunkSize - 1) / ChunkSize) }

// Map takes the first free run of blocks that is long enough, or a new slab.
func (s *SlabSource) Map(size, align uintptr) (Addr, bool) {
	n := blocks(size)
	if align > ChunkSize || size == 0 || size > 1<<40 {
		return 0, false
	}
	need := uintptr(n) * ChunkSize
	if s.max != 0 && (s.inUse > s.max || need > s.max-s.inUse) {
		return 0, false
	}
	for _, b := range s.slabs {
		if i := b.find(n); i >= 0 {
			b.mark(i, n, true)
			s.inUse += need
			return b.base + Addr(i)*ChunkSize, true
		}
	}
	b := s.newSlab(n)
	if b == nil {
		return 0, false
	}
	b.mark(0, n, true)
	s.inUse += need
	return b.base, true
}

func (s *SlabSource) newSlab(n int) *slab {
	// One block more than wanted covers whatever alignment the slice comes with.
	total := max(n+1, s.grow)
	if s.retain {
		room := int((s.capacity - s.taken) / ChunkSize)
		if n+1 > room {
			return nil
		}
		total = min(total, room)
		s.taken += uintptr(total) * ChunkSize
	}
	s.grow = min(s.grow*2, lastSlab)
	mem := make([]byte, total*ChunkSize)
	base := (addrOf(mem) + ChunkSize - 1) &^ (ChunkSize - 1)
	have := total
	if base != addrOf(mem) {
		have--
	}
	b := &slab{mem: mem, base: base, busy: make([]bool, have), left: have}
	s.slabs = append(s.slabs, b)
	return b
}

// find returns the first run of n free blocks, or -1.
func (b *slab) find(n int) int {
	if b.left < n {
		return -1
	}
	run := 0
	for i, busy := range b.busy {
		if busy {
			run = 0
		} else if run++; run == n {
			return i - n + 1
		}
	}
	return -1
}

func (b *slab) mark(i, n int, busy bool) {
	for j := i; j < i+n; j++ {
		b.busy[j] = busy
	}
	if busy {
		b.left -= n
	} else {
		b.left += n
	}
}

// holding returns the slab an address belongs to, its place among the slabs and the block's number.
func (s *SlabSource) holding(a Addr) (b *slab, at, block int) {
	for at, b = range s.slabs {
		if a >= b.base && a < b.base+Addr(len(b.busy))*ChunkSize {
			return b, at, int((a - b.base) / ChunkSize)
		}
	}
	return nil, 0, 0
}

// Unmap marks the blocks free. A slab without busy blocks goes back to Go's
// collector, except one, kept so that a heap going up and down by a chunk does
// not allocate and drop a slab each time.
func (s *SlabSource) Unmap(a Addr, size uintptr) {
	b, at, i := s.holding(a)
	if b == nil {
		return
	}
	n := blocks(size)
	b.mark(i, n, false)
	s.inUse -= uintptr(n) * ChunkSize
	if b.left < len(b.busy) || s.retain {
		return
	}
	for j, other := range s.slabs {
		if j != at && other.left == len(other.busy) {
			// Keep the smaller of the two free ones.
			if len(other.busy) > len(b.busy) {
				at = j
			}
			s.slabs = append(s.slabs[:at], s.slabs[at+1:]...)
			return
		}
	}
}

// Extend takes the blocks behind a mapping if they are free.
func (s *SlabSource) Extend(a Addr, from, to uintptr) bool {
	b, _, i := s.holding(a)
	if b == nil {
		return false
	}
	have, want := blocks(from), blocks(to)
	extra := uintptr(want-have) * ChunkSize
	if i+want > len(b.busy) || s.max != 0 && extra > 0 && (s.inUse > s.max || extra > s.max-s.inUse) {
		return false
	}
	for j := i + have; j < i+want; j++ {
		if b.busy[j] {
			return false
		}
	}
	b.mark(i+have, want-have, true)
	s.inUse += extra
	return true
}

// Truncate frees the whole blocks of the tail.
func (s *SlabSource) Truncate(a Addr, from, to uintptr) bool {
	b, _, i := s.holding(a)
	if b == nil || to == 0 {
		return false
	}
	have, keep := blocks(from), blocks(to)
	b.mark(i+keep, have-keep, false)
	s.inUse -= uintptr(have-keep) * ChunkSize
	return true
}
