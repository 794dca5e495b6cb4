package zval

// Lookups. They return the slot or nil, allocate nothing and never run PHP code.

// bucketStr finds a string key in a hash table. Packed and storageless tables
// have two empty chains, so they need no test.
func (t *Table) bucketStr(k *String) *Bucket {
	h := k.Hash
	if h == 0 {
		h = k.computeHash()
	}
	ka := k.Addr()
	for i := *t.head(h); i != noBucket; {
		b := t.BucketAt(i)
		if b.Key == ka {
			return b
		}
		if b.H == h && b.Key != 0 {
			if p := StringAt(b.Key); p.Len == k.Len && p.View() == k.View() {
				return b
			}
		}
		i = b.Val.U
	}
	return nil
}

func (t *Table) bucketGo(k string, h uint64) *Bucket {
	for i := *t.head(h); i != noBucket; {
		b := t.BucketAt(i)
		if b.H == h && b.Key != 0 && StringAt(b.Key).View() == k {
			return b
		}
		i = b.Val.U
	}
	return nil
}

func (t *Table) bucketLong(k int64) *Bucket {
	for i := *t.head(uint64(k)); i != noBucket; {
		b := t.BucketAt(i)
		if b.H == uint64(k) && b.Key == 0 {
			return b
		}
		i = b.Val.U
	}
	return nil
}

// PackedAt returns the slot at position k of a packed table, which may be Undef, or nil
// when the table is not packed or ends before k: the part of FindLong that is worth
// having inline.
func (t *Table) PackedAt(k int64) *Value {
	if t.Flags&TablePacked != 0 && uint64(k) < uint64(t.Used) {
		return t.packedAt(uint32(k))
	}
	return nil
}

// FindLong returns the element with an integer key.
func (t *Table) FindLong(k int64) *Value {
	if t.Flags&TablePacked != 0 {
		if uint64(k) < uint64(t.Used) {
			if v := t.packedAt(uint32(k)); v.T != uint32(Undef) {
				return v
			}
		}
		return nil
	}
	return t.findLongHash(k)
}

func (t *Table) findLongHash(k int64) *Value {
	if b := t.bucketLong(k); b != nil {
		return &b.Val
	}
	return nil
}

// Find returns the element with a string key, taken as it is: "7" is not 7.
// An Indirect slot is returned as it is.
func (t *Table) Find(k *String) *Value {
	if b := t.bucketStr(k); b != nil {
		return &b.Val
	}
	return nil
}

// FindGo is Find for a Go string.
func (t *Table) FindGo(k string) *Value {
	if b := t.bucketGo(k, Hash(k)); b != nil {
		return &b.Val
	}
	return nil
}

// followInd follows an Indirect slot; an undefined target counts as absent.
func followInd(v *Value) *Value {
	if v != nil && Type(v.T) == Indirect {
		v = v.Ind()
		if v.T == uint32(Undef) {
			return nil
		}
	}
	return v
}

// FindInd is Find in a symbol or property table: it follows Indirect slots.
func (t *Table) FindInd(k *String) *Value { return followInd(t.Find(k)) }

// FindIndGo is FindInd for a Go string.
func (t *Table) FindIndGo(k string) *Value { return followInd(t.FindGo(k)) }

// FindSym is Find with PHP's rule for array keys: a decimal integer is one.
func (t *Table) FindSym(k *String) *Value {
	if n, ok := IndexKey(k); ok {
		return t.FindLong(n)
	}
	return t.Find(k)
}

// FindSymGo is FindSym for a Go string.
func (t *Table) FindSymGo(k string) *Value {
	if n, ok := ParseIndex(k); ok {
		return t.FindLong(n)
	}
	return t.FindGo(k)
}

// IndexKey is ParseIndex for a String.
func IndexKey(k *String) (int64, bool) {
	// Most keys fail at their first byte.
	if k.Len == 0 {
		return 0, false
	}
	if c := *k.byteAt(0); c > '9' || c < '0' && c != '-' {
		return 0, false
	}
	return ParseIndex(k.View())
}

// ParseIndex reports whether a string used as an array key means an integer: a
// decimal int64 written as PHP would print it.
func ParseIndex(s string) (int64, bool) {
	digits := s
	neg := false
	if len(s) > 0 && s[0] == '-' {
		neg = true
		digits = s[1:]
	}
	if len(digits) == 0 || len(digits) > 19 || digits[0] == '0' && len(s) > 1 {
		return 0, false
	}
	var n uint64
	for i := 0; i < len(digits); i++ {
		c := digits[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + uint64(c)
	}
	if neg {
		if n > 1<<63 {
			return 0, false
		}
		return -int64(n), true
	}
	if n > 1<<63-1 {
		return 0, false
	}
	return int64(n), true
}

// KeyAt returns the key of slot i: the string, borrowed, or nil and the integer.
func (t *Table) KeyAt(i uint32) (*String, int64) {
	if t.Packed() {
		return nil, int64(i)
	}
	b := t.BucketAt(i)
	if b.Key != 0 {
		return StringAt(b.Key), 0
	}
	return nil, int64(b.H)
}

// IsList reports whether the keys are 0..n-1 in order.
func (t *Table) IsList() bool {
	if t.Count == 0 {
		return true
	}
	if t.Packed() && t.withoutHoles() {
		return true
	}
	want := int64(0)
	for i := uint32(0); i < t.Used; i++ {
		if t.SlotAt(i).T == uint32(Undef) {
			continue
		}
		if k, n := t.KeyAt(i); k != nil || n != want {
			return false
		}
		want++
	}
	return true
}

// CountInd counts the elements of a symbol table whose Indirect slots may be undefined.
func (t *Table) CountInd() int {
	if t.Flags&TableHasEmptyInd == 0 {
		return int(t.Count)
	}
	n := 0
	for i := uint32(0); i < t.Used; i++ {
		v := t.SlotAt(i)
		if Type(v.T) == Indirect {
			v = v.Ind()
		}
		if v.T != uint32(Undef) {
			n++
		}
	}
	return n
}
