package password

import (
	"math/big"
	"strings"
)

// cipher is Blowfish's key schedule: 18 subkeys and four boxes of 256.
type cipher struct {
	p [18]uint32
	s [1024]uint32
}

// piWords gives the first n 32-bit words of the fraction of pi, with which
// Blowfish's schedule begins, by Machin's formula.
func piWords(n int) []uint32 {
	const guard = 64
	bits := uint(32*n + guard)
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	arctan := func(d int64) *big.Int { // of 1/d
		sum, term := new(big.Int), new(big.Int).Quo(one, big.NewInt(d))
		sq, t := big.NewInt(d*d), new(big.Int)
		for k := int64(0); term.Sign() != 0; k++ {
			t.Quo(term, big.NewInt(2*k+1))
			if k%2 == 0 {
				sum.Add(sum, t)
			} else {
				sum.Sub(sum, t)
			}
			term.Quo(term, sq)
		}
		return sum
	}
	pi := arctan(5)
	pi.Mul(pi, big.NewInt(4)).Sub(pi, arctan(239)).Mul(pi, big.NewInt(4))
	pi.Sub(pi, new(big.Int).Mul(one, big.NewInt(3))).Rsh(pi, guard)
	b := make([]byte, 4*n)
	pi.FillBytes(b)
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(b[4*i])<<24 | uint32(b[4*i+1])<<16 | uint32(b[4*i+2])<<8 | uint32(b[4*i+3])
	}
	return words
}

func (c *cipher) encrypt(l, r uint32) (uint32, uint32) {
	l ^= c.p[0]
	for i := 1; i < 17; i += 2 {
		r ^= ((c.s[l>>24] + c.s[256+l>>16&255]) ^ c.s[512+l>>8&255]) + c.s[768+l&255] ^ c.p[i]
		l ^= ((c.s[r>>24] + c.s[256+r>>16&255]) ^ c.s[512+r>>8&255]) + c.s[768+r&255] ^ c.p[i+1]
	}
	return r ^ c.p[17], l
}

// expand mixes a key in, encrypting the words of salt (four, or none for zeros) along.
func (c *cipher) expand(key [18]uint32, salt *[4]uint32) {
	for i := range c.p {
		c.p[i] ^= key[i]
	}
	var l, r uint32
	k := 0
	next := func() {
		if salt != nil {
			l ^= salt[k]
			r ^= salt[k+1]
			k ^= 2
		}
		l, r = c.encrypt(l, r)
	}
	for i := 0; i < 18; i += 2 {
		next()
		c.p[i], c.p[i+1] = l, r
	}
	for i := 0; i < 1024; i += 2 {
		next()
		c.s[i], c.s[i+1] = l, r
	}
}

const blowfishChars = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// blowfishKey reads 18 words of a password, which repeats with its NUL. minor
// is the scheme's letter: "x" has the old bug of signed characters, "a" a
// counter-measure against collisions with it.
func blowfishKey(pass string, minor byte) (key [18]uint32, flip uint32) {
	p := pass + "\x00"
	at := 0
	var diff, sign uint32
	for i := range key {
		var good, bad uint32
		for j := range 4 {
			c := p[at]
			good = good<<8 | uint32(c)
			bad = bad<<8 | uint32(int32(int8(c)))
			if j > 0 {
				sign |= bad & 0x80
			}
			if at++; at == len(p) {
				at = 0
			}
		}
		diff |= good ^ bad
		key[i] = good
		if minor == 'x' {
			key[i] = bad
		}
	}
	if minor == 'a' && diff == 0 && sign != 0 {
		flip = 0x10000
	}
	return key, flip
}

// blowfish is crypt's "$2y$" and its variants; "" for a malformed setting.
func blowfish(words []uint32, pass, setting string) string {
	if len(setting) < 29 || setting[3] != '$' || setting[6] != '$' || strings.IndexByte("abxy", setting[2]) < 0 {
		return ""
	}
	if setting[4] < '0' || setting[4] > '3' || setting[5] < '0' || setting[5] > '9' {
		return ""
	}
	cost := int(setting[4]-'0')*10 + int(setting[5]-'0')
	if cost < 4 || cost > 31 {
		return ""
	}
	var salt [4]uint32
	var raw [17]byte
	acc, bits, n := uint32(0), 0, 0
	for i := 7; i < 29; i++ {
		d := strings.IndexByte(blowfishChars, setting[i])
		if d < 0 {
			return ""
		}
		acc = acc<<6 | uint32(d)
		if bits += 6; bits >= 8 {
			bits -= 8
			raw[n] = byte(acc >> bits)
			n++
		}
	}
	for i := range salt {
		salt[i] = uint32(raw[4*i])<<24 | uint32(raw[4*i+1])<<16 | uint32(raw[4*i+2])<<8 | uint32(raw[4*i+3])
	}
	if i := strings.IndexByte(pass, 0); i >= 0 {
		pass = pass[:i]
	}
	key, flip := blowfishKey(pass, setting[2])
	c := new(cipher)
	copy(c.p[:], words[:18])
	copy(c.s[:], words[18:])
	c.p[0] ^= flip
	c.expand(key, &salt)
	var saltKey [18]uint32
	for i := range saltKey {
		saltKey[i] = salt[i%4]
	}
	for range 1 << cost {
		c.expand(key, nil)
		c.expand(saltKey, nil)
	}
	const text = "OrpheanBeholderScryDoubt"
	var out []byte
	for i := 0; i < 24; i += 8 {
		word := func(i int) uint32 {
			return uint32(text[i])<<24 | uint32(text[i+1])<<16 | uint32(text[i+2])<<8 | uint32(text[i+3])
		}
		l, r := word(i), word(i+4)
		for range 64 {
			l, r = c.encrypt(l, r)
		}
		out = append(out, byte(l>>24), byte(l>>16), byte(l>>8), byte(l), byte(r>>24), byte(r>>16), byte(r>>8), byte(r))
	}
	// only the upper bits of the salt's last character count
	last := blowfishChars[strings.IndexByte(blowfishChars, setting[28])&0x30]
	return setting[:28] + string([]byte{last}) + blowfishBase64(out[:23])
}

// blowfishBase64 encodes with the scheme's own alphabet, without padding.
func blowfishBase64(p []byte) string {
	var out []byte
	acc, bits := uint32(0), 0
	for _, b := range p {
		acc = acc<<8 | uint32(b)
		for bits += 8; bits >= 6; {
			bits -= 6
			out = append(out, blowfishChars[acc>>bits&63])
		}
	}
	if bits > 0 {
		out = append(out, blowfishChars[acc<<(6-bits)&63])
	}
	return string(out)
}
