package rt

import (
	"encoding/binary"
	"math/bits"
)

// Random is PHP's shared generator, the Mersenne Twister MT19937 of Matsumoto
// and Nishimura (1998), with the ways PHP draws ranges from it. mt_rand, rand,
// shuffle, array_rand and str_shuffle all use the executor's one.
type Random struct {
	state  [mtSize]uint32
	next   int
	seeded bool
	legacy bool // MT_RAND_PHP: the twist as PHP before 7.1 had it
}

const (
	mtSize   = 624
	mtPeriod = 397
)

// Seed starts the sequence that belongs to a seed.
func (r *Random) Seed(seed uint32, legacy bool) {
	s := &r.state
	s[0] = seed
	for i := uint32(1); i < mtSize; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + i
	}
	r.legacy, r.seeded = legacy, true
	r.reload()
}

func (r *Random) reload() {
	s := &r.state
	for i := range s {
		u, v := s[i], s[(i+1)%mtSize]
		odd := v
		if r.legacy {
			odd = u
		}
		t := s[(i+mtPeriod)%mtSize] ^ (u&0x80000000|v&0x7fffffff)>>1
		if odd&1 != 0 {
			t ^= 0x9908b0df
		}
		s[i] = t
	}
	r.next = 0
}

// Uint32 draws 32 bits.
func (r *Random) Uint32() uint32 {
	if r.next == mtSize {
		r.reload()
	}
	y := r.state[r.next]
	r.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (r *Random) uint64() uint64 { return uint64(r.Uint32())<<32 | uint64(r.Uint32()) }

// Range draws an integer between low and high, both included, without bias.
func (r *Random) Range(low, high int64) int64 {
	span := uint64(high) - uint64(low)
	return int64(uint64(low) + uniform(span, r.Uint32, r.uint64))
}

// uniform draws from 0 to span by rejection, from 32 bits where they do.
func uniform(span uint64, next32 func() uint32, next64 func() uint64) uint64 {
	switch {
	case span == 0:
		return 0
	case span < 1<<32-1:
		n := uint32(span) + 1
		x := next32()
		if bits.OnesCount32(n) == 1 {
			return uint64(x & (n - 1))
		}
		for limit := ^uint32(0) - ^uint32(0)%n - 1; x > limit; {
			x = next32()
		}
		return uint64(x % n)
	case span == 1<<32-1:
		return uint64(next32())
	case span == 1<<64-1:
		return next64()
	}
	n := span + 1
	x := next64()
	if bits.OnesCount64(n) == 1 {
		return x & (n - 1)
	}
	for limit := ^uint64(0) - ^uint64(0)%n - 1; x > limit; {
		x = next64()
	}
	return x % n
}

// Random returns the executor's generator, seeded from the host on first use.
func (x *Exec) Random() *Random {
	if x.random == nil {
		x.random = &Random{}
	}
	if !x.random.seeded {
		var b [4]byte
		if x.Host.Random(b[:]) != nil {
			binary.LittleEndian.PutUint32(b[:], uint32(x.Host.Now().UnixNano()))
		}
		x.random.Seed(binary.LittleEndian.Uint32(b[:]), false)
	}
	return x.random
}

// SeedRandom restarts the executor's generator.
func (x *Exec) SeedRandom(seed uint32, legacy bool) {
	if x.random == nil {
		x.random = &Random{}
	}
	x.random.Seed(seed, legacy)
}

// LegacyRandom reports whether the generator was seeded in the old mode, in
// which rand() scales instead of rejecting.
func (x *Exec) LegacyRandom() bool { return x.random != nil && x.random.legacy }

// SecureRange draws from the host's entropy between low and high, both
// included; false when the host has none.
func (x *Exec) SecureRange(low, high int64) (int64, bool) {
	ok := true
	draw := func() uint64 {
		var b [8]byte
		if x.Host.Random(b[:]) != nil {
			ok = false
		}
		return binary.LittleEndian.Uint64(b[:])
	}
	v := uniform(uint64(high)-uint64(low), func() uint32 { return uint32(draw()) }, draw)
	return int64(uint64(low) + v), ok
}
