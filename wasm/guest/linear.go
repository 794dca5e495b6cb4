package guest

import (
	"cmp"
	"slices"

	"github.com/ebb-vm/ebb/core/mm"
)

// wasmPage is the unit in which linear memory grows, in bytes.
const wasmPage = 64 << 10

// linearSource gives PHP's heap memory by growing linear memory itself, past
// Go's allocator: the collector neither counts nor moves nor clears it, and a
// refusal to grow is PHP's out of memory, not Go's. Go grows the same memory and
// copes with others doing so; the two never share a block.
//
// Linear memory cannot shrink, so what is given back is kept, in blocks of a
// chunk, sorted and merged, and handed out again first.
type linearSource struct {
	size func() int64            // bytes of linear memory now
	grow func(pages int32) int32 // as the instruction: the size before in pages, or -1
	max  int64                   // linear memory may not get larger for PHP's sake
	free []span
}

// span is a run of free memory, both ends on a chunk boundary.
type span struct{ from, to mm.Addr }

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) / unit * unit }

// Map takes the first free run that is long enough, or grows the memory.
func (s *linearSource) Map(size, align uintptr) (mm.Addr, bool) {
	if size == 0 || size > 1<<40 || align > mm.ChunkSize {
		return 0, false
	}
	size = roundUp(size, mm.ChunkSize)
	for i := range s.free {
		f := &s.free[i]
		if f.to-f.from < size {
			continue
		}
		a := f.from
		if f.from += size; f.from == f.to {
			s.free = slices.Delete(s.free, i, i+1)
		}
		return a, true
	}
	// A free run at the very end grows into one that is long enough.
	end := mm.Addr(s.size())
	a := roundUp(end, mm.ChunkSize)
	last := len(s.free) - 1
	if last >= 0 && s.free[last].to == end {
		a = s.free[last].from
	}
	if !s.growTo(a + size) {
		return 0, false
	}
	if last >= 0 && s.free[last].to == end {
		s.free = s.free[:last]
	}
	return a, true
}

// growTo makes linear memory reach up to end.
func (s *linearSource) growTo(end mm.Addr) bool {
	have := s.size()
	if int64(end) <= have {
		return true
	}
	if int64(end) > s.max {
		return false
	}
	return s.grow(int32((int64(end)-have+wasmPage-1)/wasmPage)) >= 0
}

// Unmap keeps the memory for the next Map.
func (s *linearSource) Unmap(a mm.Addr, size uintptr) {
	n := span{a, a + roundUp(size, mm.ChunkSize)}
	i, _ := slices.BinarySearchFunc(s.free, n, func(f, n span) int { return cmp.Compare(f.from, n.from) })
	s.free = slices.Insert(s.free, i, n)
	if i+1 < len(s.free) && s.free[i+1].from == n.to {
		s.free[i].to = s.free[i+1].to
		s.free = slices.Delete(s.free, i+1, i+2)
	}
	if i > 0 && s.free[i-1].to == s.free[i].from {
		s.free[i-1].to = s.free[i].to
		s.free = slices.Delete(s.free, i, i+1)
	}
}

// Extend takes free memory behind a mapping, or what linear memory grows by if
// the mapping is the last thing in it.
func (s *linearSource) Extend(a mm.Addr, from, to uintptr) bool {
	end, want := a+roundUp(from, mm.ChunkSize), a+roundUp(to, mm.ChunkSize)
	if want <= end {
		return true
	}
	if i := slices.IndexFunc(s.free, func(f span) bool { return f.from == end }); i >= 0 {
		f := &s.free[i]
		if f.to < want && (f.to != mm.Addr(s.size()) || !s.growTo(want)) {
			return false
		}
		if f.from = want; f.from >= f.to {
			s.free = slices.Delete(s.free, i, i+1)
		}
		return true
	}
	return end == mm.Addr(s.size()) && s.growTo(want)
}

// Truncate gives back the whole chunks of the tail.
func (s *linearSource) Truncate(a mm.Addr, from, to uintptr) bool {
	end, keep := a+roundUp(from, mm.ChunkSize), a+roundUp(to, mm.ChunkSize)
	if to == 0 {
		return false
	}
	if keep < end {
		s.Unmap(keep, end-keep)
	}
	return true
}
