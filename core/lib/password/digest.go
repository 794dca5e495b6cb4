package password

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"strconv"
	"strings"
)

// cryptChars is the alphabet of the schemes but Blowfish's.
const cryptChars = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// threeBytes encodes bytes in groups of three, the least significant first,
// n characters of each.
func threeBytes(out []byte, a, b, c byte, n int) []byte {
	v := uint32(a)<<16 | uint32(b)<<8 | uint32(c)
	for ; n > 0; n-- {
		out = append(out, cryptChars[v&63])
		v >>= 6
	}
	return out
}

// md5Crypt is Poul-Henning Kamp's scheme, "$1$".
func md5Crypt(pass, setting string) string {
	salt := strings.TrimPrefix(setting, "$1$")
	if i := strings.IndexByte(salt, '$'); i >= 0 {
		salt = salt[:i]
	}
	salt = salt[:min(len(salt), 8)]
	alt := md5.Sum([]byte(pass + salt + pass))
	h := md5.New()
	h.Write([]byte(pass + "$1$" + salt))
	for n := len(pass); n > 0; n -= 16 {
		h.Write(alt[:min(n, 16)])
	}
	for n := len(pass); n > 0; n >>= 1 {
		if n&1 != 0 {
			h.Write([]byte{0})
		} else {
			h.Write([]byte(pass + "\x00")[:1])
		}
	}
	sum := h.Sum(nil)
	for i := range 1000 {
		h.Reset()
		put := func(odd bool) {
			if odd {
				h.Write([]byte(pass))
			} else {
				h.Write(sum)
			}
		}
		put(i&1 != 0)
		if i%3 != 0 {
			h.Write([]byte(salt))
		}
		if i%7 != 0 {
			h.Write([]byte(pass))
		}
		put(i&1 == 0)
		sum = h.Sum(sum[:0:0])
	}
	out := []byte("$1$" + salt + "$")
	for i := range 5 {
		k := i + 12
		if k == 16 {
			k = 5
		}
		out = threeBytes(out, sum[i], sum[i+6], sum[k], 4)
	}
	return string(threeBytes(out, 0, 0, sum[11], 2))
}

// shaCrypt is Ulrich Drepper's scheme over SHA-256 ("$5$") or SHA-512 ("$6$");
// "" for a malformed setting.
func shaCrypt(pass, setting string) string {
	id := setting[:3]
	fresh := sha256.New
	if id == "$6$" {
		fresh = sha512.New
	}
	rest := setting[3:]
	rounds, custom := 5000, false
	if t, ok := strings.CutPrefix(rest, "rounds="); ok {
		end := strings.IndexByte(t, '$')
		if end < 0 {
			return ""
		}
		n, err := strconv.ParseUint(t[:end], 10, 64)
		if err != nil || n < 1000 || n > 999999999 {
			return ""
		}
		rounds, custom, rest = int(n), true, t[end+1:]
	}
	if i := strings.IndexByte(rest, '$'); i >= 0 {
		rest = rest[:i]
	}
	salt := rest[:min(len(rest), 16)]
	if strings.ContainsAny(salt, ":\n") {
		return ""
	}
	// fill repeats a digest to n bytes
	fill := func(h hash.Hash, sum []byte, n int) {
		for ; n > len(sum); n -= len(sum) {
			h.Write(sum)
		}
		h.Write(sum[:n])
	}
	repeat := func(sum []byte, n int) []byte {
		out := make([]byte, 0, n)
		for len(out)+len(sum) <= n {
			out = append(out, sum...)
		}
		return append(out, sum[:n-len(out)]...)
	}
	b := fresh()
	b.Write([]byte(pass + salt + pass))
	alt := b.Sum(nil)
	a := fresh()
	a.Write([]byte(pass + salt))
	fill(a, alt, len(pass))
	for n := len(pass); n > 0; n >>= 1 {
		if n&1 != 0 {
			a.Write(alt)
		} else {
			a.Write([]byte(pass))
		}
	}
	sum := a.Sum(nil)
	dp := fresh()
	for range len(pass) {
		dp.Write([]byte(pass))
	}
	p := repeat(dp.Sum(nil), len(pass))
	ds := fresh()
	for range 16 + int(sum[0]) {
		ds.Write([]byte(salt))
	}
	s := repeat(ds.Sum(nil), len(salt))
	c := fresh()
	for i := range rounds {
		c.Reset()
		if i&1 != 0 {
			c.Write(p)
		} else {
			c.Write(sum)
		}
		if i%3 != 0 {
			c.Write(s)
		}
		if i%7 != 0 {
			c.Write(p)
		}
		if i&1 != 0 {
			c.Write(sum)
		} else {
			c.Write(p)
		}
		sum = c.Sum(sum[:0:0])
	}
	out := []byte(id)
	if custom {
		out = append(append(append(out, "rounds="...), strconv.Itoa(rounds)...), '$')
	}
	out = append(append(out, salt...), '$')
	if id == "$5$" {
		i, j, k := 0, 10, 20
		for range 10 {
			out = threeBytes(out, sum[i], sum[j], sum[k], 4)
			i, j, k = k+1, i+1, j+1
		}
		return string(threeBytes(out, 0, sum[31], sum[30], 3))
	}
	i, j, k := 0, 21, 42
	for range 21 {
		out = threeBytes(out, sum[i], sum[j], sum[k], 4)
		i, j, k = j+1, k+1, i+1
	}
	return string(threeBytes(out, 0, 0, sum[63], 2))
}
