package hash

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/fnv"
)

// algo is one algorithm. crypto ones serve HMAC. make takes the seed option,
// which most ignore.
type algo struct {
	name   string
	crypto bool
	make   func(seed uint64) hash.Hash
}

func plain(f func() hash.Hash) func(uint64) hash.Hash {
	return func(uint64) hash.Hash { return f() }
}

// algos lists the algorithms in the order of hash_algos().
func algos() []algo {
	return []algo{
		{"md4", true, plain(newMD4)},
		{"md5", true, plain(md5.New)},
		{"sha1", true, plain(sha1.New)},
		{"sha224", true, plain(sha256.New224)},
		{"sha256", true, plain(sha256.New)},
		{"sha384", true, plain(sha512.New384)},
		{"sha512/224", true, plain(sha512.New512_224)},
		{"sha512/256", true, plain(sha512.New512_256)},
		{"sha512", true, plain(sha512.New)},
		{"sha3-224", true, plain(func() hash.Hash { return sha3.New224() })},
		{"sha3-256", true, plain(func() hash.Hash { return sha3.New256() })},
		{"sha3-384", true, plain(func() hash.Hash { return sha3.New384() })},
		{"sha3-512", true, plain(func() hash.Hash { return sha3.New512() })},
		{"ripemd160", true, plain(newRipemd160)},
		{"adler32", false, plain(func() hash.Hash { return adler32.New() })},
		{"crc32", false, plain(func() hash.Hash { return &bzipCRC{c: 0xffffffff} })},
		{"crc32b", false, plain(func() hash.Hash { return crc32.NewIEEE() })},
		{"crc32c", false, plain(func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) })},
		{"fnv132", false, plain(func() hash.Hash { return fnv.New32() })},
		{"fnv1a32", false, plain(func() hash.Hash { return fnv.New32a() })},
		{"fnv164", false, plain(func() hash.Hash { return fnv.New64() })},
		{"fnv1a64", false, plain(func() hash.Hash { return fnv.New64a() })},
		{"joaat", false, plain(func() hash.Hash { return new(joaat) })},
		{"murmur3a", false, func(s uint64) hash.Hash { return &whole{size: 4, seed: s, sum: murmur3a} }},
		{"murmur3c", false, func(s uint64) hash.Hash { return &whole{size: 16, seed: s, sum: murmur3c} }},
		{"murmur3f", false, func(s uint64) hash.Hash { return &whole{size: 16, seed: s, sum: murmur3f} }},
		{"xxh32", false, func(s uint64) hash.Hash { return &whole{size: 4, seed: s, sum: xxh32} }},
		{"xxh64", false, func(s uint64) hash.Hash { return &whole{size: 8, seed: s, sum: xxh64} }},
	}
}

// bzipCRC is the CRC of bzip2, most significant bit first, its bytes reversed:
// what PHP calls crc32.
type bzipCRC struct{ c uint32 }

func (h *bzipCRC) Write(p []byte) (int, error) {
	c := h.c
	for _, b := range p {
		c ^= uint32(b) << 24
		for range 8 {
			if c&0x80000000 != 0 {
				c = c<<1 ^ 0x04c11db7
			} else {
				c <<= 1
			}
		}
	}
	h.c = c
	return len(p), nil
}

func (h *bzipCRC) Sum(b []byte) []byte         { return binary.LittleEndian.AppendUint32(b, ^h.c) }
func (h *bzipCRC) Reset()                      { h.c = 0xffffffff }
func (h *bzipCRC) Size() int                   { return 4 }
func (h *bzipCRC) BlockSize() int              { return 4 }
func (h *bzipCRC) Clone() (hash.Cloner, error) { c := *h; return &c, nil }

// joaat is Bob Jenkins' one-at-a-time hash.
type joaat struct{ h uint32 }

func (j *joaat) Write(p []byte) (int, error) {
	h := j.h
	for _, b := range p {
		h += uint32(b)
		h += h << 10
		h ^= h >> 6
	}
	j.h = h
	return len(p), nil
}

func (j *joaat) Sum(b []byte) []byte {
	h := j.h
	h += h << 3
	h ^= h >> 11
	h += h << 15
	return binary.BigEndian.AppendUint32(b, h)
}
func (j *joaat) Reset()                      { j.h = 0 }
func (j *joaat) Size() int                   { return 4 }
func (j *joaat) BlockSize() int              { return 4 }
func (j *joaat) Clone() (hash.Cloner, error) { c := *j; return &c, nil }

// whole is a hash whose function sees all the input at once; it gathers it.
type whole struct {
	size int
	seed uint64
	data []byte
	sum  func(p []byte, seed uint64) []byte
}

func (w *whole) Write(p []byte) (int, error) { w.data = append(w.data, p...); return len(p), nil }
func (w *whole) Sum(b []byte) []byte         { return append(b, w.sum(w.data, w.seed)...) }
func (w *whole) Reset()                      { w.data = w.data[:0] }
func (w *whole) Size() int                   { return w.size }
func (w *whole) BlockSize() int              { return 4 }
func (w *whole) Clone() (hash.Cloner, error) {
	c := *w
	c.data = append([]byte(nil), w.data...)
	return &c, nil
}
