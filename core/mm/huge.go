package mm

import "github.com/ebb-vm/ebb/core/trace"

// Huge blocks: mappings of their own. Their list is searched from the newest, as
// PHP does; there are few of them.

// allocHuge returns 0 and sets h.fail when limit or source say no, and panics with
// *OverflowError when the size does not fit.
func (h *Heap) allocHuge(n uintptr) Addr {
	st := h.st
	size := roundHuge(n)
	if !h.fits(size) && !(h.GC() != 0 && h.fits(size)) && st.overflow == 0 {
		h.fail = &LimitError{uint64(st.limit), uint64(n)}
		return 0
	}
	a, ok := h.src.Map(size, ChunkSize)
	if !ok {
		if h.GC() != 0 {
			a, ok = h.src.Map(size, ChunkSize)
		}
		if !ok {
			h.fail = &OutOfMemoryError{uint64(st.realSize), uint64(n)}
			return 0
		}
	}
	node := h.allocSmall(hugeBin)
	if node == 0 {
		h.src.Unmap(a, size)
		return 0
	}
	*hugeAt(node) = hugeNode{addr: a, size: size, next: st.huge}
	st.huge = node
	h.growReal(size)
	h.grow(size)
	if h.rec != nil {
		h.rec.Event(trace.HugeMap, 0, uint64(a), uint64(size))
	}
	return a
}

// hugeBin serves the 24 bytes of a hugeNode; memory_get_usage() counts them.
const hugeBin = 2

func roundHuge(n uintptr) uintptr {
	size := roundPage(n)
	if size < n {
		panic(&OverflowError{What: utoa(uint64(n)) + " + " + utoa(PageSize)})
	}
	return size
}

// hugeNode returns the record of a huge block.
func (h *Heap) hugeNode(a Addr) *hugeNode {
	for n := h.st.huge; n != 0; {
		b := hugeAt(n)
		if b.addr == a {
			return b
		}
		n = b.next
	}
	panic(&CorruptError{a, "no huge block"})
}

func (h *Heap) freeHuge(a Addr) {
	st := h.st
	for link := &st.huge; *link != 0; link = &hugeAt(*link).next {
		node := *link
		b := hugeAt(node)
		if b.addr != a {
			continue
		}
		size := b.size
		*link = b.next
		if debug {
			fill(node, BinSize(hugeBin), poisonFreed)
		}
		h.freeSmall(node, hugeBin)
		h.src.Unmap(a, size)
		st.realSize -= size
		st.size -= size
		if h.rec != nil {
			h.rec.Event(trace.HugeUnmap, 0, uint64(a), uint64(size))
		}
		return
	}
	panic(&CorruptError{a, "no huge block"})
}

// resizeHuge changes a huge block in place if the source can, and reports whether
// it did. Growing beyond the limit sets h.fail.
func (h *Heap) resizeHuge(b *hugeNode, n uintptr) bool {
	st := h.st
	from, to := b.size, roundHuge(n)
	switch {
	case to == from:
		return true
	case to < from:
		if h.resizer == nil || !h.resizer.Truncate(b.addr, from, to) {
			return false
		}
		st.realSize -= from - to
		st.size -= from - to
		if h.rec != nil {
			h.rec.Event(trace.HugeUnmap, 0, uint64(b.addr), uint64(from-to))
		}
	default:
		if !h.fits(to-from) && !(h.GC() != 0 && h.fits(to-from)) && st.overflow == 0 {
			h.fail = &LimitError{uint64(st.limit), uint64(n)}
			return false
		}
		if h.resizer == nil || !h.resizer.Extend(b.addr, from, to) {
			return false
		}
		h.growReal(to - from)
		h.grow(to - from)
		if h.rec != nil {
			h.rec.Event(trace.HugeMap, 0, uint64(b.addr), uint64(to))
		}
	}
	b.size = to
	return true
}
