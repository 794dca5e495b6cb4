package zval

// Insertion and deletion. Values are moved in: after the call the source is
// dead. String keys are borrowed, and a reference is taken when one is stored.
// A value that is replaced or deleted is released last, when the table is in
// order again, since its destructor may look at it.

// insert modes of the integer path.
const (
	modeUpdate = iota // replace when present
	modeAdd           // leave alone when present: result nil
	modeLookup        // existing slot, or a new Null one
	modeNext          // modeAdd with the next free key
	modeNew           // known to be absent
)

// SetLong stores *v (moved) under an integer key and returns the slot.
func (sp *Space) SetLong(t *Table, k int64, v *Value) *Value {
	if t.Flags&TablePacked != 0 && uint64(k) < uint64(t.Used) {
		if slot := t.packedAt(uint32(k)); slot.T != uint32(Undef) {
			sp.replace(slot, v)
			return slot
		}
	}
	return sp.insertLong(t, k, v, modeUpdate)
}

// AddLong is SetLong that leaves an existing element alone and returns nil then.
func (sp *Space) AddLong(t *Table, k int64, v *Value) *Value {
	return sp.insertLong(t, k, v, modeAdd)
}

// AddNewLong is AddLong for a key known to be absent.
func (sp *Space) AddNewLong(t *Table, k int64, v *Value) *Value {
	return sp.insertLong(t, k, v, modeNew)
}

// LookupLong returns the slot of an integer key, a new Null one when it was absent.
func (sp *Space) LookupLong(t *Table, k int64) *Value {
	if t.Flags&TablePacked != 0 && uint64(k) < uint64(t.Used) {
		if slot := t.packedAt(uint32(k)); slot.T != uint32(Undef) {
			return slot
		}
	}
	return sp.insertLong(t, k, nil, modeLookup)
}

// Append stores *v (moved) under the next free integer key. It returns nil, and
// v stays the caller's, when there is none left.
func (sp *Space) Append(t *Table, v *Value) *Value {
	if t.Flags&TablePacked != 0 && t.Used < t.Size && t.NextFree == int64(t.Used) {
		i := t.Used
		slot := t.packedAt(i)
		slot.V, slot.T = v.V, v.T
		t.Used = i + 1
		t.Count++
		t.NextFree = int64(i) + 1
		return slot
	}
	return sp.appendSlow(t, v)
}

func (sp *Space) appendSlow(t *Table, v *Value) *Value {
	k := t.NextFree
	if k == minNext {
		k = 0
	}
	return sp.insertLong(t, k, v, modeNext)
}

// AppendNull appends Null and returns the slot, or nil when no key is left.
func (sp *Space) AppendNull(t *Table) *Value {
	v := Value{T: uint32(Null)}
	return sp.Append(t, &v)
}

// replace overwrites a live slot with *v (moved) and releases what was in it.
func (sp *Space) replace(slot, v *Value) {
	if slot.T&FlagsMask == 0 {
		slot.V, slot.T = v.V, v.T
		return
	}
	old := *slot
	slot.V, slot.T = v.V, v.T
	sp.ReleaseCounted(old.Counted())
}

func (sp *Space) present(slot, v *Value, mode int) *Value {
	switch mode {
	case modeUpdate:
		sp.replace(slot, v)
		return slot
	case modeLookup:
		return slot
	}
	return nil
}

// insertLong is the whole of Zend's rule for integer keys: which tables stay
// packed, when they grow, when they turn into hashes.
func (sp *Space) insertLong(t *Table, k int64, v *Value, mode int) *Value {
	h := uint64(k)
	switch {
	case t.Flags&TablePacked != 0:
		switch {
		case h < uint64(t.Used):
			if slot := t.packedAt(uint32(h)); slot.T != uint32(Undef) {
				return sp.present(slot, v, mode)
			}
			// A hole: filling it would put the element in the wrong place.
			sp.packedToHash(t, t.Size)
		case h < uint64(t.Size):
			return t.addPacked(uint32(h), v)
		case h>>1 < uint64(t.Size) && t.Size>>1 < t.Count:
			sp.growPacked(t)
			return t.addPacked(uint32(h), v)
		default:
			size := t.Size
			if t.Used >= size {
				if size >= maxTableSize {
					sp.tooBig(t)
				}
				size *= 2
			}
			sp.packedToHash(t, size)
		}
	case t.Flags&TableUninitialized != 0:
		if h < uint64(t.Size) {
			sp.InitPacked(t)
			return t.addPacked(uint32(h), v)
		}
		sp.InitHash(t)
	default:
		if mode != modeNew {
			if b := t.bucketLong(k); b != nil {
				return sp.present(&b.Val, v, mode)
			}
		}
		if t.Used >= t.Size {
			sp.growHash(t)
		}
	}
	i := t.Used
	b := t.BucketAt(i)
	b.H, b.Key = h, 0
	t.chain(i, b)
	t.Used = i + 1
	t.Count++
	if k >= t.NextFree {
		if k < 1<<63-1 {
			t.NextFree = k + 1
		} else {
			t.NextFree = 1<<63 - 1
		}
	}
	return fillSlot(&b.Val, v)
}

// addPacked stores at position i >= Used of a packed table that has room.
func (t *Table) addPacked(i uint32, v *Value) *Value {
	for j := t.Used; j < i; j++ {
		t.packedAt(j).T = uint32(Undef)
	}
	t.Used = i + 1
	t.NextFree = int64(i) + 1
	t.Count++
	return fillSlot(t.packedAt(i), v)
}

func fillSlot(slot, v *Value) *Value {
	if v == nil {
		slot.T = uint32(Null)
		return slot
	}
	slot.V, slot.T = v.V, v.T
	return slot
}

// Set stores *v (moved) under a string key, taken as it is, and returns the slot.
func (sp *Space) Set(t *Table, k *String, v *Value) *Value {
	if b := t.bucketStr(k); b != nil {
		sp.replace(&b.Val, v)
		return &b.Val
	}
	return sp.addStr(t, k, v)
}

// SetInd is Set in a symbol or property table: an Indirect slot's target is overwritten.
func (sp *Space) SetInd(t *Table, k *String, v *Value) *Value {
	if b := t.bucketStr(k); b != nil {
		slot := &b.Val
		if Type(slot.T) == Indirect {
			slot = slot.Ind()
		}
		sp.replace(slot, v)
		return slot
	}
	return sp.addStr(t, k, v)
}

// Add is Set that leaves an existing element alone and returns nil then.
func (sp *Space) Add(t *Table, k *String, v *Value) *Value {
	if t.bucketStr(k) != nil {
		return nil
	}
	return sp.addStr(t, k, v)
}

// AddNew is Add for a key known to be absent.
func (sp *Space) AddNew(t *Table, k *String, v *Value) *Value { return sp.addStr(t, k, v) }

// Lookup returns the slot of a string key, a new Null one when it was absent.
func (sp *Space) Lookup(t *Table, k *String) *Value {
	if b := t.bucketStr(k); b != nil {
		return &b.Val
	}
	return sp.addStr(t, k, nil)
}

// LookupInd is Lookup in a symbol or property table: Indirect slots are
// followed, and an undefined target becomes Null.
func (sp *Space) LookupInd(t *Table, k *String) *Value {
	if b := t.bucketStr(k); b != nil {
		slot := &b.Val
		if Type(slot.T) == Indirect {
			slot = slot.Ind()
			if slot.T == uint32(Undef) {
				slot.SetNull()
			}
		}
		return slot
	}
	return sp.addStr(t, k, nil)
}

// room makes t a hash table with a free bucket.
func (sp *Space) room(t *Table) {
	switch {
	case t.Flags&(TablePacked|TableUninitialized) == 0:
		if t.Used >= t.Size {
			sp.growHash(t)
		}
	case t.Flags&TableUninitialized != 0:
		sp.InitHash(t)
	default:
		sp.packedToHash(t, t.Size)
		if t.Used >= t.Size {
			sp.growHash(t)
		}
	}
}

func (sp *Space) addStr(t *Table, k *String, v *Value) *Value {
	h := k.HashCode()
	sp.room(t)
	if k.GC.TypeInfo&GCImmutable == 0 {
		k.GC.RC++
		t.Flags &^= TableStaticKeys
	}
	return t.link(k, h, v)
}

// link puts a bucket with a string key, whose reference is moved in, at the end.
func (t *Table) link(k *String, h uint64, v *Value) *Value {
	i := t.Used
	b := t.BucketAt(i)
	b.H, b.Key = h, k.Addr()
	t.chain(i, b)
	t.Used = i + 1
	t.Count++
	return fillSlot(&b.Val, v)
}

// SetGo is Set for a Go string, which is copied when the key is new.
func (sp *Space) SetGo(t *Table, k string, v *Value) *Value {
	h := Hash(k)
	if b := t.bucketGo(k, h); b != nil {
		sp.replace(&b.Val, v)
		return &b.Val
	}
	return sp.addGo(t, k, h, v)
}

// AddNewGo is AddNew for a Go string.
func (sp *Space) AddNewGo(t *Table, k string, v *Value) *Value {
	return sp.addGo(t, k, Hash(k), v)
}

// LookupGo is Lookup for a Go string.
func (sp *Space) LookupGo(t *Table, k string) *Value {
	h := Hash(k)
	if b := t.bucketGo(k, h); b != nil {
		return &b.Val
	}
	return sp.addGo(t, k, h, nil)
}

func (sp *Space) addGo(t *Table, k string, h uint64, v *Value) *Value {
	s := sp.NewString(k)
	sp.room(t)
	if !s.Interned() {
		s.Hash = h
		t.Flags &^= TableStaticKeys
	}
	return t.link(s, h, v)
}

// SetSym is Set with PHP's rule for array keys: a decimal integer is one.
func (sp *Space) SetSym(t *Table, k *String, v *Value) *Value {
	if n, ok := IndexKey(k); ok {
		return sp.SetLong(t, n, v)
	}
	return sp.Set(t, k, v)
}

// SetSymGo is SetSym for a Go string.
func (sp *Space) SetSymGo(t *Table, k string, v *Value) *Value {
	if n, ok := ParseIndex(k); ok {
		return sp.SetLong(t, n, v)
	}
	return sp.SetGo(t, k, v)
}

// LookupSym is Lookup with PHP's rule for array keys.
func (sp *Space) LookupSym(t *Table, k *String) *Value {
	if n, ok := IndexKey(k); ok {
		return sp.LookupLong(t, n)
	}
	return sp.Lookup(t, k)
}

// DelLong removes an integer key and reports whether it was there.
func (sp *Space) DelLong(t *Table, k int64) bool {
	if t.Packed() {
		if uint64(k) >= uint64(t.Used) || t.packedAt(uint32(k)).T == uint32(Undef) {
			return false
		}
		sp.delPacked(t, uint32(k))
		return true
	}
	prev := uint32(noBucket)
	for i := *t.head(uint64(k)); i != noBucket; {
		b := t.BucketAt(i)
		if b.H == uint64(k) && b.Key == 0 {
			sp.delBucket(t, i, b, prev)
			return true
		}
		prev, i = i, b.Val.U
	}
	return false
}

// Del removes a string key, taken as it is, and reports whether it was there.
func (sp *Space) Del(t *Table, k *String) bool { return sp.delStr(t, k.View(), k.HashCode(), false) }

// DelGo is Del for a Go string.
func (sp *Space) DelGo(t *Table, k string) bool { return sp.delStr(t, k, Hash(k), false) }

// DelInd is Del in a symbol or property table: the target of an Indirect slot
// becomes undefined and the slot stays.
func (sp *Space) DelInd(t *Table, k *String) bool { return sp.delStr(t, k.View(), k.HashCode(), true) }

// DelSym is Del with PHP's rule for array keys.
func (sp *Space) DelSym(t *Table, k *String) bool {
	if n, ok := IndexKey(k); ok {
		return sp.DelLong(t, n)
	}
	return sp.Del(t, k)
}

func (sp *Space) delStr(t *Table, k string, h uint64, ind bool) bool {
	prev := uint32(noBucket)
	for i := *t.head(h); i != noBucket; {
		b := t.BucketAt(i)
		if b.H == h && b.Key != 0 && StringAt(b.Key).View() == k {
			if ind && Type(b.Val.T) == Indirect {
				v := b.Val.Ind()
				if v.T == uint32(Undef) {
					return false
				}
				old := *v
				v.T = uint32(Undef)
				t.Flags |= TableHasEmptyInd
				sp.Release(&old)
				return true
			}
			sp.delBucket(t, i, b, prev)
			return true
		}
		prev, i = i, b.Val.U
	}
	return false
}

// DelAt removes the element in slot i, which must be live.
func (sp *Space) DelAt(t *Table, i uint32) {
	if t.Packed() {
		sp.delPacked(t, i)
		return
	}
	b := t.BucketAt(i)
	prev := uint32(noBucket)
	for j := *t.head(b.H); j != i; j = t.BucketAt(j).Val.U {
		prev = j
	}
	sp.delBucket(t, i, b, prev)
}

func (sp *Space) delPacked(t *Table, i uint32) {
	v := t.packedAt(i)
	old := *v
	v.T = uint32(Undef)
	sp.shrunk(t, i)
	sp.Release(&old)
}

func (sp *Space) delBucket(t *Table, i uint32, b *Bucket, prev uint32) {
	if prev == noBucket {
		*t.head(b.H) = b.Val.U
	} else {
		t.BucketAt(prev).Val.U = b.Val.U
	}
	old, key := b.Val, b.Key
	b.Val.T = uint32(Undef)
	b.Key = 0
	sp.shrunk(t, i)
	if key != 0 {
		sp.ReleaseStr(StringAt(key))
	}
	sp.Release(&old)
}

// shrunk keeps counts, internal pointer and iterators right after slot i became a hole.
func (sp *Space) shrunk(t *Table, i uint32) {
	t.Count--
	iters := t.Flags&tableIterMask != 0
	if t.Pos == i || iters {
		next := i + 1
		for next < t.Used && t.SlotAt(next).T == uint32(Undef) {
			next++
		}
		if t.Pos == i {
			t.Pos = next
		}
		if iters {
			sp.itersMove(t, i, i, next)
		}
	}
	if t.Used-1 == i {
		for t.Used > 0 && t.SlotAt(t.Used-1).T == uint32(Undef) {
			t.Used--
		}
		if t.Pos > t.Used {
			t.Pos = t.Used
		}
		if iters {
			sp.itersClamp(t)
		}
	}
}
