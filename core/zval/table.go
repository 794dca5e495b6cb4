package zval

import "github.com/ebb-vm/ebb/core/mm"

// Tables: creation, storage, conversion between the two forms, copying.
//
// A packed table is a run of Values whose keys are their positions, behind 8
// bytes of empty hash part. A hash table is a run of Buckets behind twice as
// many chain heads as it has buckets:
//
//	packed:          [noBucket noBucket] v0 v1 v2 ...        16 a slot
//	hash:   [h-2n ... h-2 h-1] b0 b1 b2 ...          32 a bucket, 8 of heads
//	                           ^ Data
//
// Deleting leaves a hole (Undef); holes go when the table would have to grow.

// packedBytes and hashBytes are the blocks of the two forms.
func packedBytes(size uint32) uintptr { return uintptr(size)*ValueSize + 8 }
func hashBytes(size uint32) uintptr   { return uintptr(size) * (BucketSize + 8) }

// roundTable rounds a wanted number of slots up to a power of two, at least 8.
func roundTable(n int) uint32 {
	if n <= minTableSize {
		return minTableSize
	}
	if n > maxTableSize {
		panic(&mm.OverflowError{What: utoa(uint64(n)) + " * 32 + 32"})
	}
	size := uint32(minTableSize)
	for size < uint32(n) {
		size <<= 1
	}
	return size
}

func (sp *Space) initTable(t *Table, size uint32) {
	t.GC = GC{RC: 1, TypeInfo: arrayInfo}
	t.Flags = TableUninitialized
	t.Mask = minMask
	t.Data = sp.noData
	t.Used, t.Count, t.Size, t.Pos = 0, 0, size, 0
	t.NextFree = minNext
	t.Dtor = 0
}

const minNext = -1 << 63 // NextFree of a table in which no integer key was used

// NewTable returns an empty table, owned; n is the number of elements expected.
// Its storage is allocated with the first element.
func (sp *Space) NewTable(n int) *Table {
	size := uint32(minTableSize)
	if n > minTableSize {
		size = roundTable(n)
	}
	t := TableAt(sp.Heap.Alloc(TableSize))
	sp.initTable(t, size)
	return t
}

// NewPacked is NewTable with packed storage allocated at once.
func (sp *Space) NewPacked(n int) *Table {
	t := sp.NewTable(n)
	sp.InitPacked(t)
	return t
}

// NewHash is NewTable with hash storage allocated at once.
func (sp *Space) NewHash(n int) *Table {
	t := sp.NewTable(n)
	sp.InitHash(t)
	return t
}

// NewPair returns a packed table of two elements, which are moved in.
func (sp *Space) NewPair(a, b *Value) *Table {
	t := sp.NewPacked(2)
	t.packedAt(0).MoveFrom(a)
	t.packedAt(1).MoveFrom(b)
	t.Used, t.Count, t.NextFree = 2, 2, 2
	return t
}

// InitPacked gives a table that has no storage packed storage.
func (sp *Space) InitPacked(t *Table) {
	p := sp.Heap.Alloc(packedBytes(t.Size))
	mm.Store64(p, ^uint64(0))
	t.Data = p + 8
	t.Flags = t.Flags&^(tableFlagMask) | TablePacked | TableStaticKeys
}

// InitHash gives a table that has no storage hash storage.
func (sp *Space) InitHash(t *Table) {
	t.Mask = -(2 * t.Size)
	t.Data = sp.Heap.Alloc(hashBytes(t.Size)) + uintptr(t.Size)*8
	t.Flags = t.Flags&^(tableFlagMask) | TableStaticKeys
	t.resetHeads()
}

// block is the address and size of the storage.
func (t *Table) block() (mm.Addr, uintptr) {
	if t.Packed() {
		return t.Data - 8, packedBytes(t.Size)
	}
	return t.Data - uintptr(t.Size)*8, hashBytes(t.Size)
}

// resetHeads empties every collision chain of a hash table.
func (t *Table) resetHeads() {
	n := uintptr(-t.Mask) * 4
	fillOnes(mm.Bytes(t.Data-n, n))
}

func fillOnes(b []byte) {
	for i := range b {
		b[i] = 0xff
	}
}

// Without holes every slot below Used is live.
func (t *Table) withoutHoles() bool { return t.Used == t.Count }

// chain puts bucket i at the head of its collision chain.
func (t *Table) chain(i uint32, b *Bucket) {
	head := t.head(b.H)
	b.Val.U = *head
	*head = i
}

// Reserve makes room for n elements in all: packed and uninitialised tables stay
// so. A table that is not empty keeps its form.
func (sp *Space) Reserve(t *Table, n int, packed bool) {
	switch {
	case n == 0:
	case t.Flags&TableUninitialized != 0:
		if uint32(n) > t.Size {
			t.Size = roundTable(n)
		}
		if packed {
			sp.InitPacked(t)
		} else {
			sp.InitHash(t)
		}
	case t.Packed():
		if uint32(n) > t.Size {
			sp.resizePacked(t, roundTable(n))
		}
	case uint32(n) > t.Size:
		sp.resizeHash(t, roundTable(n))
	}
}

func (sp *Space) resizePacked(t *Table, size uint32) {
	a, _ := t.block()
	p := sp.Heap.ReallocCopy(a, packedBytes(size), uintptr(t.Used)*ValueSize+8)
	t.Data = p + 8
	t.Size = size
}

func (sp *Space) growPacked(t *Table) {
	if t.Size >= maxTableSize {
		sp.tooBig(t)
	}
	sp.resizePacked(t, t.Size*2)
}

func (sp *Space) resizeHash(t *Table, size uint32) {
	old, oldBytes := t.block()
	src := t.Data
	p := sp.Heap.Alloc(hashBytes(size))
	t.Size = size
	t.Mask = -(2 * size)
	t.Data = p + uintptr(size)*8
	mm.Copy(t.Data, src, uintptr(t.Used)*BucketSize)
	sp.Heap.FreeSize(old, oldBytes)
	sp.Rehash(t)
}

// growHash makes room for one more bucket: by closing holes when there are
// enough of them, else by doubling.
func (sp *Space) growHash(t *Table) {
	if t.Used > t.Count+t.Count>>5 {
		sp.Rehash(t)
		return
	}
	if t.Size >= maxTableSize {
		sp.tooBig(t)
	}
	sp.resizeHash(t, t.Size*2)
}

func (sp *Space) tooBig(t *Table) {
	panic(&mm.OverflowError{What: utoa(uint64(t.Size)*2) + " * 32 + 32"})
}

// Rehash closes the holes of a hash table and rebuilds its chains. Internal
// pointer and iterators move with their elements.
func (sp *Space) Rehash(t *Table) {
	if t.Count == 0 {
		if t.Flags&TableUninitialized == 0 {
			if t.Flags&tableIterMask != 0 {
				sp.itersAfter(t, 0, 0)
			}
			t.Used, t.Pos = 0, 0
			t.resetHeads()
		}
		return
	}
	t.resetHeads()
	n := t.Used
	if t.withoutHoles() {
		for i := uint32(0); i < n; i++ {
			t.chain(i, t.BucketAt(i))
		}
		return
	}
	iters := t.Flags&tableIterMask != 0
	j, seen := uint32(0), uint32(0)
	pos := t.Pos
	for i := uint32(0); i < n; i++ {
		b := t.BucketAt(i)
		if b.Val.T == uint32(Undef) {
			continue
		}
		if i != j {
			to := t.BucketAt(j)
			*to = *b
			b = to
			if pos == i {
				t.Pos = j
			}
			if iters {
				sp.itersMove(t, seen, i, j)
			}
		}
		t.chain(j, b)
		j++
		seen = i + 1
	}
	t.Used = j
	if pos >= n {
		t.Pos = j
	}
	if iters {
		// One past the end stays one past the end, so that what is inserted next is met.
		sp.itersAfter(t, n, j)
	}
}

// ToHash turns a packed table into a hash table of the same size.
func (sp *Space) ToHash(t *Table) {
	if t.Flags&TableUninitialized != 0 {
		sp.InitHash(t)
		return
	}
	if t.Packed() {
		sp.packedToHash(t, t.Size)
	}
}

// packedToHash converts to a hash table of size slots (size >= Used).
func (sp *Space) packedToHash(t *Table, size uint32) {
	old, oldBytes := t.block()
	src := t.Data
	p := sp.Heap.Alloc(hashBytes(size))
	t.Flags &^= TablePacked
	t.Size = size
	t.Mask = -(2 * size)
	t.Data = p + uintptr(size)*8
	for i := uint32(0); i < t.Used; i++ {
		b := t.BucketAt(i)
		b.Val = *ValueAt(src + uintptr(i)*ValueSize)
		b.H = uint64(i)
		b.Key = 0
	}
	sp.Heap.FreeSize(old, oldBytes)
	sp.Rehash(t)
}

// ToPacked turns a hash table whose keys are 0..Used-1 in order, without holes,
// into a packed one of the same size. It reports false when they are not.
func (sp *Space) ToPacked(t *Table) bool {
	if t.Packed() {
		return true
	}
	if t.Flags&TableUninitialized != 0 {
		sp.InitPacked(t)
		return true
	}
	for i := uint32(0); i < t.Used; i++ {
		b := t.BucketAt(i)
		if b.Key != 0 || b.H != uint64(i) || b.Val.T == uint32(Undef) {
			return false
		}
	}
	sp.hashToPacked(t)
	return true
}

// hashToPacked drops the keys, which the caller has found to be positions or does not want.
func (sp *Space) hashToPacked(t *Table) {
	old, oldBytes := t.block()
	src := t.Data
	p := sp.Heap.Alloc(packedBytes(t.Size))
	mm.Store64(p, ^uint64(0))
	t.Flags |= TablePacked | TableStaticKeys
	t.Mask = minMask
	t.Data = p + 8
	for i := uint32(0); i < t.Used; i++ {
		*t.packedAt(i) = BucketFrom(src, i).Val
	}
	sp.Heap.FreeSize(old, oldBytes)
}

// BucketFrom returns bucket i of a run of buckets.
func BucketFrom(data mm.Addr, i uint32) *Bucket {
	return bucketAt(data + uintptr(i)*BucketSize)
}

// DupTable returns a copy of t with one reference, its elements shared. A
// reference held only by t is dissolved into its value, as PHP does. A packed
// copy keeps t's size and holes; a hash copy keeps the size and closes the holes.
func (sp *Space) DupTable(t *Table) *Table {
	d := TableAt(sp.Heap.Alloc(TableSize))
	sp.initTable(d, minTableSize)
	d.NextFree = t.NextFree
	if t.Count == 0 {
		return d
	}
	d.Size = t.Size
	if t.Pos < t.Used {
		d.Pos = t.Pos
	}
	iters := t.Flags&tableIterMask != 0
	if t.Packed() {
		sp.InitPacked(d)
		d.Flags |= t.Flags & TableHasEmptyInd
		if iters {
			sp.itersDup(t, d)
		}
		d.Used, d.Count = t.Used, t.Count
		for i := uint32(0); i < t.Used; i++ {
			v := t.packedAt(i)
			to := d.packedAt(i)
			if v.T&FlagsMask != 0 {
				v = sharedElement(v, t)
			}
			to.V, to.T = v.V, v.T
		}
		return d
	}
	sp.InitHash(d)
	d.Flags = d.Flags&^tableFlagMask | t.Flags&tableFlagMask
	if iters {
		sp.itersDup(t, d)
	}
	j, seen := uint32(0), uint32(0)
	for i := uint32(0); i < t.Used; i++ {
		b := t.BucketAt(i)
		v := &b.Val
		if Type(v.T) == Indirect {
			v = v.Ind()
		}
		if v.T == uint32(Undef) {
			continue
		}
		if v.T&FlagsMask != 0 {
			v = sharedElement(v, t)
		}
		to := d.BucketAt(j)
		to.Val.V, to.Val.T = v.V, v.T
		to.H, to.Key = b.H, b.Key
		if b.Key != 0 {
			StringAt(b.Key).AddRef()
		}
		d.chain(j, to)
		if i != j {
			if t.Pos == i {
				d.Pos = j
			}
			if iters {
				sp.itersMove(d, seen, i, j)
			}
		}
		j++
		seen = i + 1
	}
	d.Used, d.Count = j, j
	if iters {
		sp.itersAfter(d, t.Used, j)
	}
	return d
}

// sharedElement adds the reference that a copy of table src takes of v and
// returns the value to be stored.
func sharedElement(v *Value, src *Table) *Value {
	if Type(v.T) == ReferenceT {
		if r := v.Ref(); r.GC.RC == 1 && (Type(r.Val.T) != ArrayT || r.Val.Arr() != src) {
			v = &r.Val
			if v.T&FlagsMask == 0 {
				return v
			}
		}
	}
	v.Counted().RC++
	return v
}

// FreeTable frees a table and releases its elements, whatever its count.
func (sp *Space) FreeTable(t *Table) {
	if t.Immutable() {
		return
	}
	t.GC.RC = 0
	sp.destroy(&t.GC)
}

// ReleaseArr drops one reference to t.
func (sp *Space) ReleaseArr(t *Table) {
	if t.GC.TypeInfo&GCImmutable == 0 {
		sp.ReleaseCounted(&t.GC)
	}
}

// Clear empties a table and keeps its storage, as PHP's hash clean does.
func (sp *Space) Clear(t *Table) {
	n := t.Used
	for i := uint32(0); i < n && i < t.Used; i++ {
		v := t.SlotAt(i)
		if v.T == uint32(Undef) {
			continue
		}
		old := *v
		v.T = uint32(Undef)
		if !t.Packed() {
			if b := t.BucketAt(i); b.Key != 0 {
				k := b.Key
				b.Key = 0
				sp.ReleaseStr(StringAt(k))
			}
		}
		sp.Release(&old)
	}
	if t.Flags&TableUninitialized == 0 && !t.Packed() {
		t.resetHeads()
	}
	t.Used, t.Count, t.Pos = 0, 0, 0
	t.NextFree = minNext
}

// Freeze consumes t and returns an equal permanent, uncounted table: what a
// literal array of compiled code is. Strings in it become interned, nested
// arrays are frozen; t must hold nothing else that is counted. The limit on
// nesting is the compiler's.
func (sp *Space) Freeze(t *Table) *Table {
	if t.Immutable() {
		return t
	}
	d := TableAt(sp.Perm.Alloc(TableSize))
	*d = *t
	d.GC = GC{RC: 2, TypeInfo: arrayInfo | GCImmutable}
	if t.Flags&TableUninitialized == 0 {
		from, n := t.block()
		to := sp.Perm.Alloc(n)
		used := t.Data - from + uintptr(t.Used)<<t.shift()
		mm.Copy(to, from, used)
		d.Data = to + (t.Data - from)
		for i := uint32(0); i < d.Used; i++ {
			v := d.SlotAt(i)
			if v.T&FlagsMask != 0 {
				sp.freezeValue(v)
			}
			if !d.Packed() {
				if b := d.BucketAt(i); b.Key != 0 && v.T != uint32(Undef) {
					b.Key = sp.Intern(StringAt(b.Key).View()).Addr()
				}
			}
		}
		d.Flags |= TableStaticKeys
	}
	sp.ReleaseArr(t)
	return d
}

// freezeValue replaces a borrowed counted value by an uncounted equal.
func (sp *Space) freezeValue(v *Value) {
	switch v.Type() {
	case StringT:
		v.SetStr(sp.Intern(v.Str().View()))
	case ArrayT:
		t := v.Arr()
		t.GC.RC++
		v.SetArr(sp.Freeze(t))
	}
}

// FreezeValue makes v permanent in place: a string is interned, an array frozen.
func (sp *Space) FreezeValue(v *Value) {
	if v.T&FlagsMask == 0 {
		return
	}
	old := *v
	sp.freezeValue(v)
	if v.T != old.T {
		sp.Release(&old)
	}
}

func utoa(n uint64) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}
