package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// equalFold compares two byte strings of the same length, ASCII case aside.
func equalFold(a, b string) bool {
	for i := range len(a) {
		if a[i] != b[i] && toLower(a[i]) != toLower(b[i]) {
			return false
		}
	}
	return true
}

// indexFold is strings.Index with ASCII case aside.
func indexFold(s, sub string) int {
	if sub == "" {
		return 0
	}
	lo, hi := toLower(sub[0]), toUpper(sub[0])
	for i := 0; i+len(sub) <= len(s); {
		window := s[i : len(s)-len(sub)+1]
		k := strings.IndexByte(window, lo)
		if hi != lo {
			w := window
			if k >= 0 {
				w = w[:k]
			}
			if j := strings.IndexByte(w, hi); j >= 0 {
				k = j
			}
		}
		if k < 0 {
			return -1
		}
		i += k
		if equalFold(s[i:i+len(sub)], sub) {
			return i
		}
		i++
	}
	return -1
}

func lastIndexFold(s, sub string) int {
	for i := len(s) - len(sub); i >= 0; i-- {
		if equalFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}

func notContained(a *rt.Args, i int) {
	a.ValueError(i, "must be contained in argument #1 ($haystack)")
}

// position builds strpos and stripos.
func position(index func(s, sub string) int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s, off := a.View(0), a.Int(2)
		if off < 0 {
			off += int64(len(s))
		}
		if off < 0 || off > int64(len(s)) {
			notContained(a, 2)
			return
		}
		if k := index(s[off:], a.View(1)); k >= 0 {
			ret.SetLong(off + int64(k))
			return
		}
		ret.SetBool(false)
	}
}

// lastPosition builds strrpos and strripos. A negative offset counts from the
// end and bounds where a match may start.
func lastPosition(index func(s, sub string) int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s, sub, off := a.View(0), a.View(1), a.Int(2)
		from, to := 0, len(s)
		if off >= 0 {
			if off > int64(len(s)) {
				notContained(a, 2)
				return
			}
			from = int(off)
		} else {
			if off < -int64(len(s)) {
				notContained(a, 2)
				return
			}
			if -off >= int64(len(sub)) {
				to = len(s) + int(off) + len(sub)
			}
		}
		if k := index(s[from:to], sub); k >= 0 {
			ret.SetLong(int64(from + k))
			return
		}
		ret.SetBool(false)
	}
}

// part builds strstr and stristr.
func part(index func(s, sub string) int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s := a.Str(0)
		k := index(s.View(), a.View(1))
		switch {
		case k < 0:
			ret.SetBool(false)
		case a.Bool(2):
			setSub(x, ret, s, 0, k)
		default:
			setSub(x, ret, s, k, int(s.Len))
		}
	}
}

func fnStrrchr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, c := a.Str(0), byte(0)
	if n := a.View(1); n != "" {
		c = n[0]
	}
	k := strings.LastIndexByte(s.View(), c)
	switch {
	case k < 0:
		ret.SetBool(false)
	case a.Bool(2):
		setSub(x, ret, s, 0, k)
	default:
		setSub(x, ret, s, k, int(s.Len))
	}
}

func test(f func(s, sub string) bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(f(a.View(0), a.View(1))) }
}

func fnStrpbrk(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, list := a.Str(0), a.View(1)
	if list == "" {
		a.ValueError(1, "must be a non-empty string")
		return
	}
	var set byteSet
	for i := range len(list) {
		set[list[i]] = true
	}
	for i, c := range s.Bytes() {
		if set[c] {
			setSub(x, ret, s, i, int(s.Len))
			return
		}
	}
	ret.SetBool(false)
}

// span builds strspn (want true) and strcspn.
func span(want bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s, list := a.View(0), a.View(1)
		from, to := clip(len(s), a.Int(2), a.Has(3) && !a.IsNull(3), a.Int(3))
		var set byteSet
		for i := range len(list) {
			set[list[i]] = true
		}
		i := from
		for i < to && set[s[i]] == want {
			i++
		}
		ret.SetLong(int64(i - from))
	}
}

func fnSubstrCount(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, sub, off := a.View(0), a.View(1), a.Int(2)
	if sub == "" {
		a.ValueError(1, "must not be empty")
		return
	}
	if off != 0 {
		if off < 0 {
			off += int64(len(s))
		}
		if off < 0 || off > int64(len(s)) {
			notContained(a, 2)
			return
		}
		s = s[off:]
	}
	if a.Has(3) && !a.IsNull(3) {
		n := a.Int(3)
		if n < 0 {
			n += int64(len(s))
		}
		if n < 0 || n > int64(len(s)) {
			notContained(a, 3)
			return
		}
		s = s[:n]
	}
	ret.SetLong(int64(strings.Count(s, sub)))
}
