package mm

// Fragment makes the heap look as if a long-running program had used it: it
// allocates blocks of size bytes, fills nothing, and frees every other one, so
// that whatever is longer than the holes between them has to be searched for in
// every chunk. The chunks that takes are outside memory_limit, and nothing of it
// is recorded. It returns the blocks that are still allocated. When the source
// has no more memory, it stops with fewer.
func (h *Heap) Fragment(count int, size uintptr) (kept []Addr) {
	rec, overflow, real := h.rec, h.st.overflow, h.st.realSize
	h.rec, h.st.overflow = nil, 1
	defer func() {
		h.rec, h.st.overflow = rec, overflow
		if h.st.realSize > real {
			h.exempt += h.st.realSize - real
		}
		if e := recover(); e != nil {
			if _, is := e.(*OutOfMemoryError); !is {
				panic(e)
			}
		}
	}()
	var odd []Addr
	defer func() {
		for _, a := range odd {
			h.Free(a)
		}
	}()
	for i := range count {
		a := h.Alloc(size)
		if i%2 == 0 {
			odd = append(odd, a)
		} else {
			kept = append(kept, a)
		}
	}
	return kept
}

// EachChunk calls f for every chunk in list order, the main chunk first, with
// what each of its heap pages holds: FreeRun, SmallRun or LargeRun, the header
// counting as LargeRun. The array is reused. Unlike Map it allocates nothing and
// looks at nothing but the chunks' headers.
func (h *Heap) EachChunk(f func(chunk Addr, pages *[PagesPerChunk]BlockKind)) {
	var pages [PagesPerChunk]BlockKind
	for at := h.main; ; {
		c := chunkAt(at)
		for i := uint32(0); i < PagesPerChunk; {
			if i%64 == 0 && c.used[i/64] == 0 {
				clear(pages[i : i+64])
				i += 64
				continue
			}
			if !c.isUsed(i) {
				pages[i] = FreeRun
				i++
				continue
			}
			// Only a run's first page can be trusted to say what it is.
			kind, n, w := LargeRun, uint32(1), c.info[i]
			if w&infoSmall != 0 {
				kind, n = SmallRun, uint32(BinPages(int(w&infoBinMask)))
			} else {
				n = max(1, w&infoPagesMask)
			}
			for ; n > 0 && i < PagesPerChunk; n-- {
				pages[i] = kind
				i++
			}
		}
		f(at, &pages)
		if at = c.next; at == h.main {
			return
		}
	}
}
