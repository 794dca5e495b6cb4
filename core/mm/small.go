package mm

// Small blocks: elements of bins.

// allocSmall takes an element, cutting a new run when the bin's free list is empty.
// It returns 0 and sets h.fail when there are no pages.
func (h *Heap) allocSmall(bin int) Addr {
	st := h.st
	p := st.free[bin]
	if p != 0 {
		st.free[bin] = LoadAddr(p)
	} else if p = h.newRun(bin); p == 0 {
		return 0
	}
	h.grow(BinSize(bin))
	return p
}

func (h *Heap) freeSmall(a Addr, bin int) {
	st := h.st
	st.size -= BinSize(bin)
	StoreAddr(a, st.free[bin])
	st.free[bin] = a
}

// newRun takes the pages of a run, chains its elements in address order except the
// first, and returns that one.
func (h *Heap) newRun(bin int) Addr {
	pages := BinPages(bin)
	run := h.allocPages(uint32(pages))
	if run == 0 {
		return 0
	}
	c := chunkAt(run &^ (ChunkSize - 1))
	first := int(run & (ChunkSize - 1) / PageSize)
	c.info[first] = smallInfo(bin)
	for i := 1; i < pages; i++ {
		c.info[first+i] = innerInfo(bin, i)
	}
	size := BinSize(bin)
	last := run + size*uintptr(BinElements(bin)-1)
	for p := run + size; p < last; p += size {
		StoreAddr(p, p+size)
	}
	StoreAddr(last, 0)
	h.st.free[bin] = run + size
	if debug {
		h.poisonRun(run, bin)
	}
	return run
}
