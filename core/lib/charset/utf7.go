package charset

import (
	"strings"
	"unicode/utf16"
)

const base64Chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeUTF7 reads RFC 2152's UTF-7.
func decodeUTF7(s string) []rune {
	var out []rune
	for i := 0; i < len(s); {
		c := s[i]
		if c != '+' {
			i++
			if c >= 0x80 {
				out = append(out, Bad)
			} else {
				out = append(out, rune(c))
			}
			continue
		}
		i++
		if i < len(s) && s[i] == '-' {
			out = append(out, '+')
			i++
			continue
		}
		var units []uint16
		acc, bits := uint32(0), 0
		for i < len(s) {
			d := strings.IndexByte(base64Chars, s[i])
			if d < 0 {
				break
			}
			acc = acc<<6 | uint32(d)
			bits += 6
			i++
			if bits >= 16 {
				bits -= 16
				units = append(units, uint16(acc>>bits))
				acc &= 1<<bits - 1
			}
		}
		for _, r := range utf16.Decode(units) {
			if r == 0xfffd {
				r = Bad
			}
			out = append(out, r)
		}
		if bits >= 6 || acc != 0 {
			out = append(out, Bad)
		}
		if i < len(s) && s[i] == '-' {
			i++
		}
	}
	return out
}

// direct7 reports a character that UTF-7 writes as itself.
func direct7(r rune) bool {
	return r == 0 || r == '\t' || r == '\n' || r == '\r' || r == ' ' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r < 0x80 && strings.ContainsRune("'(),-./:?", r)
}

// EncodeUTF7 appends code points in UTF-7.
func EncodeUTF7(b []byte, rs []rune) []byte {
	for i := 0; i < len(rs); {
		if direct7(rs[i]) {
			b = append(b, byte(rs[i]))
			i++
			continue
		}
		if rs[i] == '+' && (i+1 >= len(rs) || direct7(rs[i+1])) {
			b = append(b, '+', '-')
			i++
			continue
		}
		b = append(b, '+')
		acc, bits := uint32(0), 0
		for i < len(rs) && !direct7(rs[i]) {
			for _, u := range utf16.Encode(rs[i : i+1]) {
				acc = acc<<16 | uint32(u)
				bits += 16
				for bits >= 6 {
					bits -= 6
					b = append(b, base64Chars[acc>>bits&63])
					acc &= 1<<bits - 1
				}
			}
			i++
		}
		if bits > 0 {
			b = append(b, base64Chars[acc<<(6-bits)&63])
		}
		if i >= len(rs) || strings.IndexByte(base64Chars, byte(rs[i])) >= 0 || rs[i] == '-' {
			b = append(b, '-')
		}
	}
	return b
}
