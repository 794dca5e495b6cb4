package hash

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// mdHash is the frame that MD4 and RIPEMD-160 share: little-endian blocks of
// 64 bytes, padded with the length in bits.
type mdHash struct {
	h     [5]uint32
	words int // of the state
	buf   [64]byte
	n     uint64
	block func(h *[5]uint32, w *[16]uint32)
}

var mdInit = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

func newMD4() hash.Hash       { return &mdHash{h: mdInit, words: 4, block: md4Block} }
func newRipemd160() hash.Hash { return &mdHash{h: mdInit, words: 5, block: ripemdBlock} }

func (m *mdHash) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		at := int(m.n % 64)
		k := copy(m.buf[at:], p)
		p = p[k:]
		m.n += uint64(k)
		if at+k == 64 {
			var w [16]uint32
			for i := range w {
				w[i] = binary.LittleEndian.Uint32(m.buf[4*i:])
			}
			m.block(&m.h, &w)
		}
	}
	return n, nil
}

func (m *mdHash) Sum(b []byte) []byte {
	c := *m
	size := c.n * 8
	pad := [64]byte{0x80}
	c.Write(pad[:1+(119-c.n%64)%64])
	c.Write(binary.LittleEndian.AppendUint64(nil, size))
	for _, h := range c.h[:c.words] {
		b = binary.LittleEndian.AppendUint32(b, h)
	}
	return b
}

func (m *mdHash) Reset()                      { m.h, m.n = mdInit, 0 }
func (m *mdHash) Size() int                   { return 4 * m.words }
func (m *mdHash) BlockSize() int              { return 64 }
func (m *mdHash) Clone() (hash.Cloner, error) { c := *m; return &c, nil }

func md4Block(h *[5]uint32, w *[16]uint32) {
	a, b, c, d := h[0], h[1], h[2], h[3]
	step := func(f, k uint32, x, s int) {
		a, b, c, d = d, bits.RotateLeft32(a+f+k+w[x], s), b, c
	}
	for i := range 16 {
		step(b&c|^b&d, 0, i, [4]int{3, 7, 11, 19}[i%4])
	}
	for i := range 16 {
		step(b&c|b&d|c&d, 0x5a827999, i%4*4+i/4, [4]int{3, 5, 9, 13}[i%4])
	}
	order := [16]int{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}
	for i := range 16 {
		step(b^c^d, 0x6ed9eba1, order[i], [4]int{3, 9, 11, 15}[i%4])
	}
	h[0] += a
	h[1] += b
	h[2] += c
	h[3] += d
}

// The schedules of RIPEMD-160: message words and rotations of both lines.
const (
	ripeR  = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x07\x04\x0d\x01\x0a\x06\x0f\x03\x0c\x00\x09\x05\x02\x0e\x0b\x08\x03\x0a\x0e\x04\x09\x0f\x08\x01\x02\x07\x00\x06\x0d\x0b\x05\x0c\x01\x09\x0b\x0a\x00\x08\x0c\x04\x0d\x03\x07\x0f\x0e\x05\x06\x02\x04\x00\x05\x09\x07\x0c\x02\x0a\x0e\x01\x03\x08\x0b\x06\x0f\x0d"
	ripeRR = "\x05\x0e\x07\x00\x09\x02\x0b\x04\x0d\x06\x0f\x08\x01\x0a\x03\x0c\x06\x0b\x03\x07\x00\x0d\x05\x0a\x0e\x0f\x08\x0c\x04\x09\x01\x02\x0f\x05\x01\x03\x07\x0e\x06\x09\x0b\x08\x0c\x02\x0a\x00\x04\x0d\x08\x06\x04\x01\x03\x0b\x0f\x00\x05\x0c\x02\x0d\x09\x07\x0a\x0e\x0c\x0f\x0a\x04\x01\x05\x08\x07\x06\x02\x0d\x0e\x00\x03\x09\x0b"
	ripeS  = "\x0b\x0e\x0f\x0c\x05\x08\x07\x09\x0b\x0d\x0e\x0f\x06\x07\x09\x08\x07\x06\x08\x0d\x0b\x09\x07\x0f\x07\x0c\x0f\x09\x0b\x07\x0d\x0c\x0b\x0d\x06\x07\x0e\x09\x0d\x0f\x0e\x08\x0d\x06\x05\x0c\x07\x05\x0b\x0c\x0e\x0f\x0e\x0f\x09\x08\x09\x0e\x05\x06\x08\x06\x05\x0c\x09\x0f\x05\x0b\x06\x08\x0d\x0c\x05\x0c\x0d\x0e\x0b\x08\x05\x06"
	ripeSS = "\x08\x09\x09\x0b\x0d\x0f\x0f\x05\x07\x07\x08\x0b\x0e\x0e\x0c\x06\x09\x0d\x0f\x07\x0c\x08\x09\x0b\x07\x07\x0c\x07\x06\x0f\x0d\x0b\x09\x07\x0f\x0b\x08\x06\x06\x0e\x0c\x0d\x05\x0e\x0d\x0d\x07\x05\x0f\x05\x08\x0b\x0e\x0e\x06\x0e\x06\x09\x0c\x09\x0c\x05\x0f\x08\x08\x05\x0c\x09\x0c\x05\x0e\x06\x08\x0d\x06\x05\x0f\x0d\x0b\x0b"
)

func ripemdBlock(h *[5]uint32, w *[16]uint32) {
	f := func(j int, x, y, z uint32) uint32 {
		switch j {
		case 0:
			return x ^ y ^ z
		case 1:
			return x&y | ^x&z
		case 2:
			return (x | ^y) ^ z
		case 3:
			return x&z | y&^z
		}
		return x ^ (y | ^z)
	}
	k := [5]uint32{0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e}
	kk := [5]uint32{0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0}
	line := func(r, s string, k [5]uint32, mirror bool) [5]uint32 {
		a, b, c, d, e := h[0], h[1], h[2], h[3], h[4]
		for j := range 80 {
			g := j / 16
			if mirror {
				g = 4 - g
			}
			t := bits.RotateLeft32(a+f(g, b, c, d)+w[r[j]]+k[j/16], int(s[j])) + e
			a, e, d, c, b = e, d, bits.RotateLeft32(c, 10), b, t
		}
		return [5]uint32{a, b, c, d, e}
	}
	x := line(ripeR, ripeS, k, false)
	y := line(ripeRR, ripeSS, kk, true)
	h[0], h[1], h[2], h[3], h[4] = h[1]+x[2]+y[3], h[2]+x[3]+y[4], h[3]+x[4]+y[0], h[4]+x[0]+y[1], h[0]+x[1]+y[2]
}
