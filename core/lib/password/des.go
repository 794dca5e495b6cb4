package password

import "strings"

// The permutations of the Data Encryption Standard, bits counted from 1 at the
// most significant.
const (
	desP   = "\x10\x07\x14\x15\x1d\x0c\x1c\x11\x01\x0f\x17\x1a\x05\x12\x1f\x0a\x02\x08\x18\x0e\x20\x1b\x03\x09\x13\x0d\x1e\x06\x16\x0b\x04\x19"
	desPC1 = "\x39\x31\x29\x21\x19\x11\x09\x01\x3a\x32\x2a\x22\x1a\x12\x0a\x02\x3b\x33\x2b\x23\x1b\x13\x0b\x03\x3c\x34\x2c\x24" +
		"\x3f\x37\x2f\x27\x1f\x17\x0f\x07\x3e\x36\x2e\x26\x1e\x16\x0e\x06\x3d\x35\x2d\x25\x1d\x15\x0d\x05\x1c\x14\x0c\x04"
	desPC2 = "\x0e\x11\x0b\x18\x01\x05\x03\x1c\x0f\x06\x15\x0a\x17\x13\x0c\x04\x1a\x08\x10\x07\x1b\x14\x0d\x02" +
		"\x29\x34\x1f\x25\x2f\x37\x1e\x28\x33\x2d\x21\x30\x2c\x31\x27\x38\x22\x35\x2e\x2a\x32\x24\x1d\x20"
	desShifts = "\x01\x01\x02\x02\x02\x02\x02\x02\x01\x02\x02\x02\x02\x02\x02\x01"
)

// permute picks bits of v, which has size bits, in the order of a table.
func permute(v uint64, size int, table string) (out uint64) {
	for i := range len(table) {
		out = out<<1 | v>>(size-int(table[i]))&1
	}
	return out
}

// des is a keyed cipher with crypt's salt.
type des struct {
	keys [16]uint64
	sp   [8][64]uint32 // boxes and permutation in one
}

func newDES() *des {
	d := new(des)
	for box := range 8 {
		for in := range 64 {
			row, col := in>>4&2|in&1, in>>1&15
			v := strings.IndexByte("0123456789abcdef", desBoxes[box*64+row*16+col])
			d.sp[box][in] = uint32(permute(uint64(v)<<(28-4*box), 32, desP))
		}
	}
	return d
}

func (d *des) setKey(key uint64) {
	cd := permute(key, 64, desPC1)
	c, r := uint32(cd>>28), uint32(cd&(1<<28-1))
	rot := func(v uint32, n byte) uint32 { return (v<<n | v>>(28-n)) & (1<<28 - 1) }
	for i := range d.keys {
		c, r = rot(c, desShifts[i]), rot(r, desShifts[i])
		d.keys[i] = permute(uint64(c)<<28|uint64(r), 56, desPC2)
	}
}

// run encrypts a block count times in a row, with the salt's bits swapping
// outputs of the expansion between its halves.
func (d *des) run(block uint64, salt uint32, count int) uint64 {
	// the initial permutation: columns of bits from the right, even ones first
	var ip uint64
	for _, first := range [8]int{58, 60, 62, 64, 57, 59, 61, 63} {
		for b := first; b > 0; b -= 8 {
			ip = ip<<1 | block>>(64-b)&1
		}
	}
	// salt bit i stands for expansion bits i+1 and i+25 from the left
	var mask uint64
	for i := range 24 {
		mask |= uint64(salt>>i&1) << (23 - i)
	}
	l, r := uint32(ip>>32), uint32(ip)
	for range count {
		for i := range 16 {
			wide := uint64(r)<<1 | uint64(r>>31) | uint64(r&1)<<33 // 34 bits: 32, 1 ... 32, 1
			hi := uint32(wide>>28&63<<18 | wide>>24&63<<12 | wide>>20&63<<6 | wide>>16&63)
			lo := uint32(wide>>12&63<<18 | wide>>8&63<<12 | wide>>4&63<<6 | wide&63)
			swap := (hi ^ lo) & uint32(mask)
			k := d.keys[i]
			hi ^= swap ^ uint32(k>>24)
			lo ^= swap ^ uint32(k&0xffffff)
			f := d.sp[0][hi>>18&63] | d.sp[1][hi>>12&63] | d.sp[2][hi>>6&63] | d.sp[3][hi&63] |
				d.sp[4][lo>>18&63] | d.sp[5][lo>>12&63] | d.sp[6][lo>>6&63] | d.sp[7][lo&63]
			l, r = r, l^f
		}
		l, r = r, l
	}
	pre := uint64(l)<<32 | uint64(r)
	var out uint64
	at := 63
	for _, first := range [8]int{58, 60, 62, 64, 57, 59, 61, 63} {
		for b := first; b > 0; b -= 8 {
			out |= pre >> at & 1 << (64 - b)
			at--
		}
	}
	return out
}

// keyOf packs eight characters, seven bits each.
func keyOf(s string) (key uint64) {
	for i := range 8 {
		key <<= 8
		if i < len(s) {
			key |= uint64(s[i]<<1) & 0xff
		}
	}
	return key
}

// desCrypt is the traditional scheme, and the extended one when the setting
// begins with "_"; "" for a malformed setting.
func desCrypt(pass, setting string) string {
	if i := strings.IndexByte(pass, 0); i >= 0 {
		pass = pass[:i]
	}
	d := newDES()
	d.setKey(keyOf(pass))
	number := func(s string) (n uint32, ok bool) {
		for i := range len(s) {
			v := strings.IndexByte(cryptChars, s[i])
			if v < 0 {
				return 0, false
			}
			n |= uint32(v) << (6 * i)
		}
		return n, true
	}
	count, prefix := 25, ""
	var salt uint32
	var ok bool
	if strings.HasPrefix(setting, "_") {
		if len(setting) < 9 {
			return ""
		}
		n, fine := number(setting[1:5])
		if !fine || n == 0 {
			return ""
		}
		if salt, ok = number(setting[5:9]); !ok {
			return ""
		}
		count, prefix = int(n), setting[:9]
		d.longKey(pass)
	} else {
		if len(setting) < 2 {
			return ""
		}
		if salt, ok = number(setting[:2]); !ok {
			return ""
		}
		prefix = setting[:2]
	}
	v := d.run(0, salt, count)
	out := []byte(prefix)
	for shift := 58; shift >= 0; shift -= 6 {
		out = append(out, cryptChars[v>>shift&63])
	}
	return string(append(out, cryptChars[v<<2&63]))
}

// longKey folds a password of more than eight characters into the key: the key
// so far encrypts itself, and the next eight characters are added.
func (d *des) longKey(pass string) {
	key := keyOf(pass)
	d.setKey(key)
	for rest := pass; len(rest) > 8; {
		rest = rest[8:]
		key = d.run(key, 0, 1) ^ keyOf(rest)
		d.setKey(key)
	}
}
