package hash

import (
	"encoding/binary"
	"math/bits"
)

// The MurmurHash3 functions are Austin Appleby's, the XXH ones Yann Collet's:
// both public specifications.

func mix32(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

func mix64(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// tail reads the rest of a block, little-endian; missing bytes are 0.
func tail32(p []byte) uint32 {
	var t [4]byte
	copy(t[:], p)
	return binary.LittleEndian.Uint32(t[:])
}

func tail64(p []byte) uint64 {
	var t [8]byte
	copy(t[:], p)
	return binary.LittleEndian.Uint64(t[:])
}

func murmur3a(p []byte, seed uint64) []byte {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	h, n := uint32(seed), len(p)
	for ; len(p) >= 4; p = p[4:] {
		h ^= bits.RotateLeft32(binary.LittleEndian.Uint32(p)*c1, 15) * c2
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
	}
	if len(p) > 0 {
		h ^= bits.RotateLeft32(tail32(p)*c1, 15) * c2
	}
	return binary.BigEndian.AppendUint32(nil, mix32(h^uint32(n)))
}

func murmur3c(p []byte, seed uint64) []byte {
	c := [4]uint32{0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93}
	r1 := [4]int{15, 16, 17, 18}
	r2 := [4]int{19, 17, 15, 13}
	add := [4]uint32{0x561ccd1b, 0x0bcaa747, 0x96cd1c35, 0x32ac3b17}
	s := uint32(seed)
	h := [4]uint32{s, s, s, s}
	n := uint32(len(p))
	for ; len(p) >= 16; p = p[16:] {
		for i := range h {
			k := binary.LittleEndian.Uint32(p[4*i:])
			h[i] ^= bits.RotateLeft32(k*c[i], r1[i]) * c[(i+1)%4]
			h[i] = (bits.RotateLeft32(h[i], r2[i])+h[(i+1)%4])*5 + add[i]
		}
	}
	for i := 3; i >= 0; i-- {
		if len(p) > 4*i {
			h[i] ^= bits.RotateLeft32(tail32(p[4*i:min(4*i+4, len(p))])*c[i], r1[i]) * c[(i+1)%4]
		}
	}
	for i := range h {
		h[i] ^= n
	}
	h[0] += h[1] + h[2] + h[3]
	for i := 1; i < 4; i++ {
		h[i] += h[0]
	}
	for i := range h {
		h[i] = mix32(h[i])
	}
	h[0] += h[1] + h[2] + h[3]
	var out []byte
	for i := range h {
		if i > 0 {
			h[i] += h[0]
		}
		out = binary.BigEndian.AppendUint32(out, h[i])
	}
	return out
}

func murmur3f(p []byte, seed uint64) []byte {
	const c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	a, b, n := uint64(uint32(seed)), uint64(uint32(seed)), uint64(len(p))
	for ; len(p) >= 16; p = p[16:] {
		a ^= bits.RotateLeft64(binary.LittleEndian.Uint64(p)*c1, 31) * c2
		a = (bits.RotateLeft64(a, 27)+b)*5 + 0x52dce729
		b ^= bits.RotateLeft64(binary.LittleEndian.Uint64(p[8:])*c2, 33) * c1
		b = (bits.RotateLeft64(b, 31)+a)*5 + 0x38495ab5
	}
	if len(p) > 8 {
		b ^= bits.RotateLeft64(tail64(p[8:])*c2, 33) * c1
	}
	if len(p) > 0 {
		a ^= bits.RotateLeft64(tail64(p[:min(8, len(p))])*c1, 31) * c2
	}
	a ^= n
	b ^= n
	a += b
	b += a
	a, b = mix64(a), mix64(b)
	a += b
	b += a
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, a), b)
}

func xxh32(p []byte, seed uint64) []byte {
	const (
		p1 = 2654435761
		p2 = 2246822519
		p3 = 3266489917
		p4 = 668265263
		p5 = 374761393
	)
	s, n := uint32(seed), uint32(len(p))
	var h uint32
	if len(p) >= 16 {
		v := [4]uint32{s, s, s, s}
		v[0] += p1
		v[0] += p2
		v[1] += p2
		v[3] -= p1
		for ; len(p) >= 16; p = p[16:] {
			for i := range v {
				v[i] = bits.RotateLeft32(v[i]+binary.LittleEndian.Uint32(p[4*i:])*p2, 13) * p1
			}
		}
		h = bits.RotateLeft32(v[0], 1) + bits.RotateLeft32(v[1], 7) + bits.RotateLeft32(v[2], 12) + bits.RotateLeft32(v[3], 18)
	} else {
		h = s + p5
	}
	h += n
	for ; len(p) >= 4; p = p[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(p)*p3, 17) * p4
	}
	for _, c := range p {
		h = bits.RotateLeft32(h+uint32(c)*p5, 11) * p1
	}
	h ^= h >> 15
	h *= p2
	h ^= h >> 13
	h *= p3
	return binary.BigEndian.AppendUint32(nil, h^h>>16)
}

func xxh64(p []byte, seed uint64) []byte {
	const (
		p1 = 11400714785074694791
		p2 = 14029467366897019727
		p3 = 1609587929392839161
		p4 = 9650029242287828579
		p5 = 2870177450012600261
	)
	round := func(acc, in uint64) uint64 { return bits.RotateLeft64(acc+in*p2, 31) * p1 }
	n := uint64(len(p))
	var h uint64
	if len(p) >= 32 {
		v := [4]uint64{seed, seed, seed, seed}
		v[0] += p1
		v[0] += p2
		v[1] += p2
		v[3] -= p1
		for ; len(p) >= 32; p = p[32:] {
			for i := range v {
				v[i] = round(v[i], binary.LittleEndian.Uint64(p[8*i:]))
			}
		}
		h = bits.RotateLeft64(v[0], 1) + bits.RotateLeft64(v[1], 7) + bits.RotateLeft64(v[2], 12) + bits.RotateLeft64(v[3], 18)
		for i := range v {
			h = (h^round(0, v[i]))*p1 + p4
		}
	} else {
		h = seed + p5
	}
	h += n
	for ; len(p) >= 8; p = p[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(p)), 27)*p1 + p4
	}
	if len(p) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(p))*p1, 23)*p2 + p3
		p = p[4:]
	}
	for _, c := range p {
		h = bits.RotateLeft64(h^uint64(c)*p5, 11) * p1
	}
	h ^= h >> 33
	h *= p2
	h ^= h >> 29
	h *= p3
	return binary.BigEndian.AppendUint64(nil, h^h>>32)
}
