package mm

import (
	"fmt"
	"slices"
)

// Looking at a heap from outside: the chunk map, the walk over blocks, the check of
// the invariants. None of it is on a fast path.

// BlockKind says which of the three ranges a block is of.
type BlockKind uint8

const (
	FreeRun  BlockKind = iota // free heap pages
	SmallRun                  // an element of a bin
	LargeRun                  // whole pages
	HugeRun                   // a mapping of its own
)

// String returns the kind as reports print it.
func (k BlockKind) String() string {
	return [...]string{"free", "small", "large", "huge"}[k]
}

// Block is a block in use.
type Block struct {
	Addr Addr
	Size uintptr
	Kind BlockKind
	Bin  int // small only
}

// Walk calls f for every block in use: chunks in list order, addresses ascending in
// each, then huge blocks, newest first. The heap's own blocks (records of huge
// blocks) are left out. f must not allocate or free.
func (h *Heap) Walk(f func(Block)) {
	skip := h.freeElements()
	for n := h.st.huge; n != 0; n = hugeAt(n).next {
		skip[n] = struct{}{}
	}
	for at := h.main; ; {
		c := chunkAt(at)
		for i := uint32(FirstPage); i < PagesPerChunk; {
			w := c.info[i]
			a := at + Addr(i)*PageSize
			switch {
			case !c.isUsed(i):
				i++
			case w&infoSmall != 0:
				bin := int(w & infoBinMask)
				for e := range BinElements(bin) {
					p := a + Addr(e)*BinSize(bin)
					if _, ok := skip[p]; !ok {
						f(Block{p, BinSize(bin), SmallRun, bin})
					}
				}
				i += uint32(BinPages(bin))
			default:
				n := w & infoPagesMask
				f(Block{Addr: a, Size: uintptr(n) * PageSize, Kind: LargeRun})
				i += n
			}
		}
		if at = c.next; at == h.main {
			break
		}
	}
	for n := h.st.huge; n != 0; n = hugeAt(n).next {
		b := hugeAt(n)
		f(Block{Addr: b.addr, Size: b.size, Kind: HugeRun})
	}
}

func (h *Heap) freeElements() map[Addr]struct{} {
	set := make(map[Addr]struct{})
	for bin := range NumBins {
		for p := h.st.free[bin]; p != 0; p = LoadAddr(p) {
			set[p] = struct{}{}
		}
	}
	return set
}

// Live counts the blocks in use and their bytes by size class: both 0 in a heap that
// ends balanced.
func (h *Heap) Live() (blocks int, bytes int64) {
	h.Walk(func(b Block) {
		blocks++
		bytes += int64(b.Size)
	})
	return
}

// PageState is what one heap page of a chunk holds.
type PageState struct {
	Kind BlockKind `json:"k"`           // FreeRun, SmallRun, or LargeRun; the header counts as LargeRun
	Bin  uint8     `json:"b,omitempty"` // SmallRun
	At   uint16    `json:"a,omitempty"` // pages from the first page of its run; 0 starts a run
	Run  uint16    `json:"n,omitempty"` // pages of the run
	Free uint16    `json:"f,omitempty"` // SmallRun, first page: elements not in use
}

// ChunkInfo describes a chunk for drawing.
type ChunkInfo struct {
	Addr     Addr                     `json:"addr"`
	Num      uint32                   `json:"num"` // ordinal given when it was added
	FreePage uint32                   `json:"free"`
	FreeTail uint32                   `json:"tail"`
	Longest  uint32                   `json:"longest"` // longest run of free pages
	Pages    [PagesPerChunk]PageState `json:"pages"`
}

// Map describes all chunks in list order, the main chunk first: the order in which
// pages are looked for.
func (h *Heap) Map() []ChunkInfo {
	freeIn := make(map[Addr]uint16) // first page of a run to its free elements
	for p := range h.freeElements() {
		off := p & (ChunkSize - 1)
		c := chunkAt(p - off)
		page := off / PageSize
		if w := c.info[page]; w&infoLarge != 0 {
			page -= Addr(infoHigh(w))
		}
		freeIn[p-off+page*PageSize]++
	}
	var out []ChunkInfo
	for at := h.main; ; {
		c := chunkAt(at)
		out = append(out, ChunkInfo{Addr: at, Num: c.num, FreePage: c.freeN, FreeTail: c.freeTail})
		ci := &out[len(out)-1]
		for i := uint32(0); i < PagesPerChunk; {
			w := c.info[i]
			s := PageState{Kind: LargeRun, Run: uint16(w & infoPagesMask)}
			switch {
			case !c.isUsed(i):
				s = PageState{Kind: FreeRun}
				for j := i; j < PagesPerChunk && !c.isUsed(j); j++ {
					s.Run++
				}
				ci.Longest = max(ci.Longest, uint32(s.Run))
			case w&infoSmall != 0:
				bin := int(w & infoBinMask)
				s = PageState{Kind: SmallRun, Bin: uint8(bin), Run: uint16(BinPages(bin)), Free: freeIn[at+Addr(i)*PageSize]}
			}
			for k := uint16(0); k < s.Run; k++ {
				ci.Pages[i] = s
				ci.Pages[i].At = k
				if k > 0 {
					ci.Pages[i].Free = 0
				}
				i++
			}
		}
		if at = c.next; at == h.main {
			return out
		}
	}
}

// Check verifies the heap's invariants and returns the first violation. It takes
// time proportional to the heap: for tests and the debug build.
func (h *Heap) Check() error {
	st := h.st
	n, size := int32(0), uintptr(0)
	free := h.freeElements()
	for at := h.main; ; {
		c := chunkAt(at)
		n++
		if c.heap != h.main+OffState || chunkAt(c.next).prev != at || chunkAt(c.prev).next != at {
			return fmt.Errorf("chunk %#x is badly linked", at)
		}
		used, lastUsed := uint32(0), uint32(0)
		for i := uint32(0); i < PagesPerChunk; i++ {
			if c.isUsed(i) {
				used++
				lastUsed = i
			}
		}
		if used+c.freeN != PagesPerChunk {
			return fmt.Errorf("chunk %#x: %d pages used, %d said to be free", at, used, c.freeN)
		}
		for i := uint32(FirstPage); i < PagesPerChunk; {
			if !c.isUsed(i) {
				i++
				continue
			}
			w := c.info[i]
			run := w & infoPagesMask
			if w&infoSmall != 0 {
				bin := int(w & infoBinMask)
				run = uint32(BinPages(bin))
				for k := 1; k < int(run); k++ {
					if c.info[int(i)+k] != innerInfo(bin, k) {
						return fmt.Errorf("chunk %#x page %d: info %#x", at, int(i)+k, c.info[int(i)+k])
					}
				}
				if infoHigh(w) != 0 || w&infoLarge != 0 {
					return fmt.Errorf("chunk %#x page %d: info %#x", at, i, w)
				}
				for e := range BinElements(bin) {
					if _, ok := free[at+Addr(i)*PageSize+Addr(e)*BinSize(bin)]; !ok {
						size += BinSize(bin)
					}
				}
			} else {
				size += uintptr(run) * PageSize
			}
			if run == 0 || w&(infoSmall|infoLarge) == 0 || i+run > PagesPerChunk {
				return fmt.Errorf("chunk %#x page %d: info %#x", at, i, w)
			}
			for k := i; k < i+run; k++ {
				if !c.isUsed(k) {
					return fmt.Errorf("chunk %#x page %d is free inside a run", at, k)
				}
			}
			// A used page behind freeTail belongs to a run that starts before it.
			if i > c.freeTail && i+run-1 == lastUsed {
				return fmt.Errorf("chunk %#x: run at page %d lies behind the free tail %d", at, i, c.freeTail)
			}
			i += run
		}
		if at = c.next; at == h.main {
			break
		}
	}
	real := uintptr(n) * ChunkSize
	cached := int32(0)
	for at := st.cached; at != 0; at = chunkAt(at).next {
		cached++
		real += ChunkSize
	}
	for b := st.huge; b != 0; b = hugeAt(b).next {
		size += hugeAt(b).size
		real += hugeAt(b).size
	}
	switch {
	case n != st.chunks || cached != st.cachedN:
		return fmt.Errorf("%d chunks and %d kept, said to be %d and %d", n, cached, st.chunks, st.cachedN)
	case size != st.size || real != st.realSize:
		return fmt.Errorf("size %d real %d, said to be %d and %d", size, real, st.size, st.realSize)
	case st.peak < st.size || st.realPeak < st.realSize:
		return fmt.Errorf("peaks %d %d below %d %d", st.peak, st.realPeak, st.size, st.realSize)
	}
	for bin := range NumBins {
		for p := st.free[bin]; p != 0; p = LoadAddr(p) {
			w := *runInfo(p)
			if int(w&infoBinMask) != bin || w&infoSmall == 0 {
				return fmt.Errorf("element %#x of bin %d lies in a run of info %#x", p, bin, w)
			}
		}
	}
	return nil
}

// HugeBlocks lists the huge blocks by address.
func (h *Heap) HugeBlocks() []Block {
	var out []Block
	for n := h.st.huge; n != 0; n = hugeAt(n).next {
		out = append(out, Block{Addr: hugeAt(n).addr, Size: hugeAt(n).size, Kind: HugeRun})
	}
	slices.SortFunc(out, func(a, b Block) int { return int(int64(a.Addr) - int64(b.Addr)) })
	return out
}
