package zval

import "github.com/ebb-vm/ebb/core/mm"

// Space is the store of one executor's values: the heap they live in, the arena
// of permanent ones, the interned strings, the collector, and the hooks through
// which classes take part. It is not safe for concurrent use.
type Space struct {
	Heap *mm.Heap
	Perm *mm.Arena

	// Precision is PHP's ini setting of that name: significant digits of a float
	// made text, -1 for the shortest that reads back. 14 by default.
	Precision int

	// FreeObject, when bound, is called with an object whose count has reached 0
	// instead of DestroyObject. It may call DestroyObject as its last act.
	FreeObject func(*Object)
	// FreeResource closes and forgets a resource whose count has reached 0; the
	// Space frees the header afterwards.
	FreeResource func(*Resource)

	// NeedsDestructor reports whether CallDestructor would do anything (nil: never).
	NeedsDestructor func(*Object) bool
	// CallDestructor runs the object's destructor. The Space holds a reference
	// during the call and has set ObjDestructorCalled. May run PHP code.
	CallDestructor func(*Object)
	// FreeInternal releases what the payload of an object with Internal != 0
	// holds. It is called once, before the properties are released.
	FreeInternal func(*Object)
	// WeakGone tells that an object flagged ObjWeaklyReferenced is going.
	WeakGone func(*Object)
	// RefSourceGone tells that property slot i of o, which holds a reference with
	// typed sources, is going; the slot still holds it.
	RefSourceGone func(o *Object, i uint32, r *Reference)
	// ObjectGone recycles the handle; the Space frees the memory afterwards.
	ObjectGone func(*Object)
	// ObjectChildren visits the Values that the payload of an object with
	// Internal != 0 owns, for the collector: declared slots and dynamic
	// properties are not to be visited. Each owned Value exactly once, the same
	// ones each time, in the same order; nil when there are none.
	ObjectChildren func(o *Object, visit func(*Value))
	// WeakChildren visits the Values that live no longer than an object flagged
	// ObjWeaklyReferenced, on the same terms: those of weak maps that have it as key.
	WeakChildren func(o *Object, visit func(*Value))

	empty    *String
	chars    [256]*String
	emptyArr *Table
	noData   mm.Addr // data of tables without storage: two empty chain heads
	interned internTable

	work  []work
	depth int       // of destroyNow
	later []mm.Addr // what lay deeper than maxReleases, with a count of 1
	gc    collector
	iters []iterator
	iterN uint32 // entries of iters in use, free ones below it included
}

// NewSpace returns a Space over a heap and an arena, with the permanent strings made.
func NewSpace(h *mm.Heap, perm *mm.Arena) *Space {
	sp := &Space{Heap: h, Perm: perm, Precision: 14}
	sp.gc.init()
	sp.interned.init()
	p := perm.Alloc(8)
	mm.Store32(p, noBucket)
	mm.Store32(p+4, noBucket)
	sp.noData = p + 8
	sp.empty = sp.Intern("")
	const step = 32 // header, byte, NUL
	block := perm.Alloc(256 * step)
	for i := range sp.chars {
		s := StringAt(block + uintptr(i)*step)
		s.GC = GC{RC: 1, TypeInfo: internedInfo}
		s.Len = 1
		*s.byteAt(0) = byte(i)
		s.HashCode()
		sp.interned.add(s)
		sp.chars[i] = s
	}
	t := TableAt(perm.Alloc(TableSize))
	sp.initTable(t, minTableSize)
	t.GC = GC{RC: 2, TypeInfo: arrayInfo | GCImmutable}
	sp.emptyArr = t
	return sp
}

// EmptyString returns the interned "".
func (sp *Space) EmptyString() *String { return sp.empty }

// Char returns the interned string of one byte.
func (sp *Space) Char(c byte) *String { return sp.chars[c] }

// EmptyArray returns the immutable empty table, which every [] starts as.
func (sp *Space) EmptyArray() *Table { return sp.emptyArr }

// internTable finds interned strings by content: open addressing, linear probing.
type internTable struct {
	slots []mm.Addr
	n     int
}

func (t *internTable) init() { t.slots = make([]mm.Addr, 1024) }

func (t *internTable) find(s string, h uint64) *String {
	mask := uint64(len(t.slots) - 1)
	for i := mix(h) & mask; ; i = (i + 1) & mask {
		a := t.slots[i]
		if a == 0 {
			return nil
		}
		if p := StringAt(a); p.Hash == h && p.View() == s {
			return p
		}
	}
}

func (t *internTable) add(s *String) {
	if t.n*2 >= len(t.slots) {
		old := t.slots
		t.slots = make([]mm.Addr, 2*len(old))
		for _, a := range old {
			if a != 0 {
				t.put(a)
			}
		}
	}
	t.put(s.Addr())
	t.n++
}

func (t *internTable) put(a mm.Addr) {
	mask := uint64(len(t.slots) - 1)
	i := mix(StringAt(a).Hash) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = a
}

// mix spreads the hash: neighbours in it are texts that differ in the last byte.
func mix(h uint64) uint64 { return h * 0x9e3779b97f4a7c15 >> 20 }

// Intern returns the permanent, uncounted string with this text.
func (sp *Space) Intern(s string) *String {
	h := Hash(s)
	if p := sp.interned.find(s, h); p != nil {
		return p
	}
	p := StringAt(sp.Perm.Alloc(StringHeader + uintptr(len(s)) + 1))
	p.GC = GC{RC: 1, TypeInfo: internedInfo}
	p.Hash, p.Len = h, uint64(len(s))
	copy(p.Bytes(), s)
	sp.interned.add(p)
	return p
}

// InternStr returns the interned string equal to s and consumes the caller's reference to s.
func (sp *Space) InternStr(s *String) *String {
	if s.Interned() {
		return s
	}
	p := sp.Intern(s.View())
	sp.ReleaseStr(s)
	return p
}

// FindInterned returns the interned string with this text, or nil.
func (sp *Space) FindInterned(s string) *String { return sp.interned.find(s, Hash(s)) }

// InternedCount returns how many strings are interned.
func (sp *Space) InternedCount() int { return sp.interned.n }
