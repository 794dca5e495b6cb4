package zval

import "github.com/ebb-vm/ebb/core/mm"

// MaxString is the greatest length of a string in bytes.
const MaxString = 1<<63 - 1 - StringHeader - 8 - mm.ChunkSize

// stringSize is the block asked for a string of n bytes, PHP's alignment included.
func stringSize(n uint64) uintptr { return uintptr((StringHeader + n + 1 + 7) &^ 7) }

// Hash is PHP's string hash (DJB, times 33), with the top bit set so that 0
// can mean "not computed".
func Hash(s string) uint64 {
	const (
		p2 = 33 * 33
		p3 = p2 * 33
		p4 = p3 * 33
		p5 = p4 * 33
		p6 = p5 * 33
		p7 = p6 * 33
		p8 = p7 * 33
	)
	h := uint64(5381)
	for len(s) >= 8 {
		h = h*p8 + uint64(s[0])*p7 + uint64(s[1])*p6 + uint64(s[2])*p5 + uint64(s[3])*p4 +
			uint64(s[4])*p3 + uint64(s[5])*p2 + uint64(s[6])*33 + uint64(s[7])
		s = s[8:]
	}
	for i := 0; i < len(s); i++ {
		h = h*33 + uint64(s[i])
	}
	return h | 1<<63
}

// HashCode returns the string's hash, computing it once.
func (s *String) HashCode() uint64 {
	if s.Hash != 0 {
		return s.Hash
	}
	return s.computeHash()
}

//go:noinline
func (s *String) computeHash() uint64 {
	s.Hash = Hash(s.View())
	return s.Hash
}

// ForgetHash must follow any write to the bytes.
func (s *String) ForgetHash() { s.Hash = 0 }

// AddRef adds a reference and returns s.
func (s *String) AddRef() *String {
	if s.GC.TypeInfo&GCImmutable == 0 {
		s.GC.RC++
	}
	return s
}

// Equal reports whether two strings have the same bytes.
func Equal(a, b *String) bool { return a == b || a.Len == b.Len && a.View() == b.View() }

// EqualGo reports whether s has the bytes of g.
func EqualGo(s *String, g string) bool { return s.View() == g }

// AllocString returns a new string of n bytes, which are for the caller to fill;
// the NUL behind them is set.
func (sp *Space) AllocString(n int) *String {
	s := StringAt(sp.Heap.Alloc(stringSize(uint64(n))))
	s.GC = GC{RC: 1, TypeInfo: stringInfo}
	s.Hash = 0
	s.Len = uint64(n)
	s.terminate()
	return s
}

// NewString returns a string with the bytes of s, owned; texts of no or one
// byte are interned.
func (sp *Space) NewString(s string) *String {
	if len(s) <= 1 {
		if len(s) == 0 {
			return sp.empty
		}
		return sp.chars[s[0]]
	}
	p := sp.AllocString(len(s))
	copy(p.Bytes(), s)
	return p
}

// NewBytes is NewString for a byte slice.
func (sp *Space) NewBytes(b []byte) *String { return sp.NewString(viewOf(b)) }

// AllocStringSafe is AllocString for functions whose result's length is a
// product, checked for overflow in PHP (str_repeat() and others): PHP rounds the
// header instead of the sum there, so the block may be up to 7 bytes longer.
func (sp *Space) AllocStringSafe(n int) *String {
	s := StringAt(sp.Heap.Alloc((StringHeader+1+7)&^7 + uintptr(n)))
	s.GC = GC{RC: 1, TypeInfo: stringInfo}
	s.Hash = 0
	s.Len = uint64(n)
	s.terminate()
	return s
}

// NewStringSafe is NewString in a block as AllocStringSafe takes it: substr(),
// explode(), json_encode() and others, measured on PHP 8.2.
func (sp *Space) NewStringSafe(s string) *String {
	switch len(s) {
	case 0:
		return sp.empty
	case 1:
		return sp.chars[s[0]]
	}
	r := sp.AllocStringSafe(len(s))
	copy(r.Bytes(), s)
	return r
}

// FreeString frees a string whatever its count; it must not be interned. The
// block's size does not follow from the length: see AllocStringSafe.
func (sp *Space) FreeString(s *String) { sp.Heap.Free(s.Addr()) }

// ReleaseStr drops one reference to s.
func (sp *Space) ReleaseStr(s *String) {
	if s.GC.TypeInfo&GCImmutable == 0 {
		if s.GC.RC--; s.GC.RC == 0 {
			sp.freeString(s)
		}
	}
}

//go:noinline
func (sp *Space) freeString(s *String) { sp.FreeString(s) }

// Extend consumes s and returns a string of n >= s.Len bytes that starts with
// those of s; the others are for the caller to fill. An unshared s is resized
// where it lies when the heap can.
func (sp *Space) Extend(s *String, n int) *String {
	if s.GC.RC == 1 && s.GC.TypeInfo&GCImmutable == 0 {
		p := StringAt(sp.Heap.Realloc(s.Addr(), stringSize(uint64(n))))
		p.Len = uint64(n)
		p.Hash = 0
		p.terminate()
		return p
	}
	p := sp.AllocString(n)
	copy(p.Bytes(), s.View())
	sp.ReleaseStr(s)
	return p
}

// Truncate consumes s and returns its first n <= s.Len bytes.
func (sp *Space) Truncate(s *String, n int) *String {
	if uint64(n) == s.Len {
		return s
	}
	if n <= 1 {
		v := sp.NewString(s.View()[:n])
		sp.ReleaseStr(s)
		return v
	}
	if s.GC.RC == 1 && s.GC.TypeInfo&GCImmutable == 0 {
		p := StringAt(sp.Heap.Realloc(s.Addr(), stringSize(uint64(n))))
		p.Len = uint64(n)
		p.Hash = 0
		p.terminate()
		return p
	}
	p := sp.NewString(s.View()[:n])
	sp.ReleaseStr(s)
	return p
}

// Own consumes s and returns an unshared string with its bytes, ready to be
// written in place (ForgetHash after writing).
func (sp *Space) Own(s *String) *String {
	if s.GC.RC == 1 && s.GC.TypeInfo&GCImmutable == 0 {
		s.Hash = 0
		return s
	}
	p := sp.AllocString(int(s.Len))
	copy(p.Bytes(), s.View())
	sp.ReleaseStr(s)
	return p
}

// AppendGo consumes s and returns it with g appended: PHP's `.=`.
func (sp *Space) AppendGo(s *String, g string) *String {
	if g == "" {
		return s
	}
	at := s.Len
	p := sp.Extend(s, int(at)+len(g))
	copy(p.Bytes()[at:], g)
	return p
}

// AppendStr consumes s and returns it with b, borrowed, appended. b may be s.
func (sp *Space) AppendStr(s, b *String) *String {
	if b.Len == 0 {
		return s
	}
	if s.Len == 0 {
		b.AddRef()
		sp.ReleaseStr(s)
		return b
	}
	at, n := s.Len, b.Len
	same := s == b
	p := sp.Extend(s, int(at+n))
	dst := p.Bytes()
	if same {
		copy(dst[at:], dst[:n])
	} else {
		copy(dst[at:], b.View())
	}
	return p
}

// Concat2 returns a followed by b, owned; either itself when the other is empty.
func (sp *Space) Concat2(a, b *String) *String {
	switch {
	case b.Len == 0:
		return a.AddRef()
	case a.Len == 0:
		return b.AddRef()
	}
	p := sp.AllocString(int(a.Len + b.Len))
	dst := p.Bytes()
	copy(dst, a.View())
	copy(dst[a.Len:], b.View())
	return p
}

// Concat3 returns the three texts in a row, owned.
func (sp *Space) Concat3(a, b, c string) *String {
	n := len(a) + len(b) + len(c)
	if n <= 1 {
		return sp.NewString(a + b + c)
	}
	p := sp.AllocString(n)
	dst := p.Bytes()
	copy(dst, a)
	copy(dst[len(a):], b)
	copy(dst[len(a)+len(b):], c)
	return p
}

// ConcatGo returns two texts in a row, owned.
func (sp *Space) ConcatGo(a, b string) *String {
	n := len(a) + len(b)
	if n <= 1 {
		return sp.NewString(a + b)
	}
	p := sp.AllocString(n)
	dst := p.Bytes()
	copy(dst, a)
	copy(dst[len(a):], b)
	return p
}
