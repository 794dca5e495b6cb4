package strings

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c | 0x20) }
func isAlnum(c byte) bool { return isAlpha(c) || digit(c) }
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func toLower(c byte) byte {
	if isUpper(c) {
		return c + 32
	}
	return c
}

func toUpper(c byte) byte {
	if isLower(c) {
		return c - 32
	}
	return c
}

// lower and upper change the case of ASCII letters from src into dst, which
// may be the same.
func lower(dst, src []byte) {
	for i, c := range src {
		dst[i] = toLower(c)
	}
}

func upper(dst, src []byte) {
	for i, c := range src {
		dst[i] = toUpper(c)
	}
}

// setStr returns bytes as a string result.
func setStr(x *rt.Exec, ret *zval.Value, s string) { ret.SetStr(x.Space.NewString(s)) }

// setSame returns an argument as it is.
func setSame(ret *zval.Value, s *zval.String) { ret.SetStr(s.AddRef()) }

// setSub returns a part of s: s itself when it is the whole.
func setSub(x *rt.Exec, ret *zval.Value, s *zval.String, from, to int) {
	if from == 0 && to == int(s.Len) {
		setSame(ret, s)
		return
	}
	ret.SetStr(x.Space.NewStringSafe(s.View()[from:to]))
}

// byteSet is a set of bytes.
type byteSet [256]bool

// setOf reads a list of bytes in which "a..z" is a range, warning about
// malformed ranges under the running function's name.
func setOf(x *rt.Exec, s string) (set byteSet) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if i+3 < len(s) && s[i+1] == '.' && s[i+2] == '.' && s[i+3] >= c {
			for k := int(c); k <= int(s[i+3]); k++ {
				set[k] = true
			}
			i += 3
			continue
		}
		if i+1 < len(s) && c == '.' && s[i+1] == '.' {
			switch {
			case i == 0:
				x.FuncWarning("Invalid '..'-range, no character to the left of '..'")
			case i+2 >= len(s):
				x.FuncWarning("Invalid '..'-range, no character to the right of '..'")
			case s[i-1] > s[i+2]:
				x.FuncWarning("Invalid '..'-range, '..'-range needs to be incrementing")
			default:
				x.FuncWarning("Invalid '..'-range")
			}
			continue
		}
		set[c] = true
	}
	return set
}
