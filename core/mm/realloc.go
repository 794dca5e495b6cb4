package mm

// Realloc returns a block of at least n bytes with the contents of a, which is gone
// afterwards unless the result is a itself. Realloc(0, n) is Alloc(n). On a panic
// a is untouched.
//
// A small block stays where it is while n fits its bin and is not below the size of
// the next smaller one; a large block gives its tail back or takes the free pages behind it; a
// huge block is resized by the source. Everything else is copied.
func (h *Heap) Realloc(a Addr, n uintptr) Addr { return h.realloc(a, n, ^uintptr(0)) }

// ReallocCopy is Realloc that needs to carry over only the first used bytes.
func (h *Heap) ReallocCopy(a Addr, n, used uintptr) Addr { return h.realloc(a, n, used) }

func (h *Heap) realloc(a Addr, n, used uintptr) Addr {
	if a == 0 {
		return h.Alloc(n)
	}
	off := a & (ChunkSize - 1)
	if off == 0 {
		return h.reallocHuge(a, n, used)
	}
	c := h.chunkOf(a)
	page := uint32(off / PageSize)
	info := c.info[page]
	if info&infoSmall != 0 {
		bin := int(info & infoBinMask)
		size := BinSize(bin)
		if n > size {
			return h.move(a, n, min(size, used))
		}
		if bin == 0 || n >= BinSize(bin-1) {
			return a
		}
		// Into a smaller bin: here PHP does count both blocks for the peak.
		to := h.Alloc(n)
		Copy(to, a, min(n, used))
		h.Free(a)
		return to
	}
	if info&infoLarge == 0 || off%PageSize != 0 {
		panic(&CorruptError{a, "not the start of a block"})
	}
	have := info & infoPagesMask
	if n > MaxSmall && n <= MaxLarge && h.resizeLarge(c, page, have, uint32((n+PageSize-1)/PageSize)) {
		return a
	}
	return h.move(a, n, min(uintptr(have)*PageSize, n, used))
}

// resizeLarge changes a large run in place if it can, and reports whether it did.
func (h *Heap) resizeLarge(c *chunk, page, have, want uint32) bool {
	switch {
	case want == have:
		return true
	case want < have:
		rest := have - want
		h.st.size -= uintptr(rest) * PageSize
		c.freeN += rest
		c.setFree(page+want, rest)
	default:
		more := want - have
		if page+want > PagesPerChunk || !c.isFree(page+have, more) {
			return false
		}
		h.grow(uintptr(more) * PageSize)
		c.freeN -= more
		c.setUsed(page+have, more)
		// freeTail is a hint PHP leaves as it is here: the block reaches past it in one
		// piece, so a scan that trusts it still sees no used page behind a free one.
	}
	c.info[page] = largeInfo(want)
	return true
}

func (h *Heap) reallocHuge(a Addr, n, used uintptr) Addr {
	b := h.hugeNode(a)
	if n > MaxLarge {
		if h.resizeHuge(b, n) {
			return a
		}
		if h.fail != nil {
			h.raise()
		}
	}
	return h.move(a, n, min(b.size, n, used))
}

// move allocates, copies and frees. While both blocks exist the peak is not raised:
// PHP counts a reallocation as the size it leads to.
func (h *Heap) move(a Addr, n, keep uintptr) Addr {
	peak := h.st.peak
	to := h.Alloc(n)
	Copy(to, a, keep)
	h.Free(a)
	h.st.peak = max(peak, h.st.size)
	return to
}
