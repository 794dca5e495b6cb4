package text

import (
	"strconv"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/zval"
)

// Sizes with which Zend's own string builder grows, in bytes: a first block of
// 256, then whole pages; both include the string's header and NUL.
const (
	startBlock = 256
	pageBlock  = 4096
	overhead   = zval.StringHeader + 1
)

// Builder gathers bytes in a string of the PHP heap. The zero Builder is not
// usable: call New. Growing may end the program at memory_limit.
type Builder struct {
	sp  *zval.Space
	s   *zval.String
	buf []byte // the string's bytes, as far as allocated
	n   int
}

// New returns an empty Builder; nothing is allocated before the first byte.
func New(sp *zval.Space) *Builder { return &Builder{sp: sp} }

// NewSize is New with room for n bytes, allocated at once.
func NewSize(sp *zval.Space, n int) *Builder {
	b := &Builder{sp: sp}
	if n > 0 {
		b.s = sp.AllocString(n)
		b.buf = b.s.Bytes()
	}
	return b
}

// Len is the number of bytes gathered.
func (b *Builder) Len() int { return b.n }

// Bytes borrows what has been gathered, until the next call that adds.
func (b *Builder) Bytes() []byte { return b.buf[:b.n] }

// grow makes room for n more bytes.
func (b *Builder) grow(n int) {
	want := b.n + n
	if b.s == nil {
		size := startBlock - overhead
		if want > size {
			size = (want+overhead+pageBlock-1)/pageBlock*pageBlock - overhead
		}
		b.s = b.sp.AllocString(size)
	} else {
		size := (want+overhead+pageBlock-1)/pageBlock*pageBlock - overhead
		b.s = b.sp.Extend(b.s, size)
	}
	b.buf = b.s.Bytes()
}

// Room returns n writable bytes at the end, which count as added.
func (b *Builder) Room(n int) []byte {
	if b.n+n > len(b.buf) {
		b.grow(n)
	}
	b.n += n
	return b.buf[b.n-n : b.n]
}

// Byte adds one byte.
func (b *Builder) Byte(c byte) {
	if b.n == len(b.buf) {
		b.grow(1)
	}
	b.buf[b.n] = c
	b.n++
}

// Str adds a Go string.
func (b *Builder) Str(s string) {
	if b.n+len(s) > len(b.buf) {
		b.grow(len(s))
	}
	copy(b.buf[b.n:], s)
	b.n += len(s)
}

// Write adds bytes; it makes a Builder an io.Writer and never fails.
func (b *Builder) Write(p []byte) (int, error) {
	if b.n+len(p) > len(b.buf) {
		b.grow(len(p))
	}
	copy(b.buf[b.n:], p)
	b.n += len(p)
	return len(p), nil
}

// Int adds an integer in decimal.
func (b *Builder) Int(n int64) {
	var t [20]byte
	b.Write(strconv.AppendInt(t[:0], n, 10))
}

// Rune adds a code point in UTF-8.
func (b *Builder) Rune(r rune) {
	var t [utf8.UTFMax]byte
	b.Write(utf8.AppendRune(t[:0], r))
}

// Fill adds n times byte c.
func (b *Builder) Fill(c byte, n int) {
	if n <= 0 {
		return
	}
	p := b.Room(n)
	for i := range p {
		p[i] = c
	}
}

// Repr adds a float as var_export and serialize spell it: precision as in
// serialize_precision, with ".0" after a whole number when zeroFrac is set.
func (b *Builder) Repr(f float64, precision int, zeroFrac bool) { b.Str(Repr(f, precision, zeroFrac)) }

// Repr renders a float; see Builder.Repr.
func Repr(f float64, precision int, zeroFrac bool) string {
	s := zval.FormatDouble(f, precision)
	if !zeroFrac {
		return s
	}
	for i := range len(s) {
		switch s[i] {
		case '.', 'E', 'N', 'I':
			return s
		}
	}
	return s + ".0"
}

// Cut drops what was added beyond n bytes.
func (b *Builder) Cut(n int) { b.n = min(b.n, n) }

// Finish returns the string, owned, in a block of its exact size. The Builder
// is empty afterwards.
func (b *Builder) Finish() *zval.String {
	s, n := b.s, b.n
	b.s, b.buf, b.n = nil, nil, 0
	if s == nil {
		return b.sp.EmptyString()
	}
	return b.sp.Truncate(s, n)
}

// Free drops what was gathered.
func (b *Builder) Free() {
	if b.s != nil {
		b.sp.FreeString(b.s)
	}
	b.s, b.buf, b.n = nil, nil, 0
}
