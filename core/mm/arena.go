package mm

// Arena hands out memory that lives as long as its owner: compiled code,
// interned strings, class tables. Nothing in it is freed singly, nothing of it
// counts in the heap's usage. Blocks are zeroed and aligned to 16 bytes.
type Arena struct {
	src   PageSource
	zero  bool // fresh mappings are zero already
	at    Addr // next free byte of the current mapping
	end   Addr
	maps  []arenaMap
	inUse uintptr
}

type arenaMap struct {
	addr Addr
	size uintptr
}

// ArenaStep is the size of an arena's ordinary mapping, in bytes. It is that of
// a chunk because that is what a SlabSource deals in; a source of the operating
// system commits only what is touched.
const ArenaStep = ChunkSize

// NewArena returns an empty arena; nothing is mapped before the first Alloc.
func NewArena(src PageSource) *Arena {
	a := &Arena{src: src}
	if z, ok := src.(Zeroer); ok {
		a.zero = z.Zeroed()
	}
	return a
}

// Alloc returns n zeroed bytes. It panics with *OutOfMemoryError when the source has no more.
func (a *Arena) Alloc(n uintptr) Addr {
	n = (n + 15) &^ 15
	if n == 0 {
		n = 16
	}
	if n > a.end-a.at {
		if n >= ArenaStep/4 {
			return a.alone(n)
		}
		at := a.mapping(ArenaStep)
		a.at, a.end = at, at+ArenaStep
	}
	p := a.at
	a.at += n
	a.inUse += n
	if !a.zero {
		Zero(p, n)
	}
	return p
}

// alone gives a big block a mapping of its own, so that the current one goes on being used.
func (a *Arena) alone(n uintptr) Addr {
	p := a.mapping(roundPage(n))
	a.inUse += n
	if !a.zero {
		Zero(p, n)
	}
	return p
}

func (a *Arena) mapping(size uintptr) Addr {
	p, ok := a.src.Map(size, PageSize)
	if !ok {
		panic(&OutOfMemoryError{Allocated: uint64(a.inUse), Tried: uint64(size)})
	}
	a.maps = append(a.maps, arenaMap{p, size})
	return p
}

// InUse is the number of bytes handed out.
func (a *Arena) InUse() uintptr { return a.inUse }

// Owns reports whether an address lies in the arena.
func (a *Arena) Owns(p Addr) bool {
	for _, m := range a.maps {
		if p-m.addr < m.size {
			return true
		}
	}
	return false
}

// Destroy gives everything back; the arena is empty afterwards and may be used again.
func (a *Arena) Destroy() {
	for _, m := range a.maps {
		a.src.Unmap(m.addr, m.size)
	}
	*a = Arena{src: a.src, zero: a.zero}
}
