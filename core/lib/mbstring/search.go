package mbstring

import (
	"slices"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// find looks for needle in hay between characters from and to; the character at which it is, or -1.
func find(hay, needle []rune, from int) int {
	for i := from; i+len(needle) <= len(hay); i++ {
		if slices.Equal(hay[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}

func findLast(hay, needle []rune, from, last int) int {
	for i := min(last, len(hay)-len(needle)); i >= from; i-- {
		if slices.Equal(hay[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}

// pair decodes haystack and needle, folded when case does not count.
func pair(x *rt.Exec, a *rt.Args, e *charset.Encoding, fold bool) (hay, needle []rune) {
	if fold {
		st := stateOf(x)
		return folded(st, e, a.View(0)), folded(st, e, a.View(1))
	}
	return e.Runes(a.View(0)), e.Runes(a.View(1))
}

// position builds mb_strpos and mb_stripos.
func position(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		e := encoding(x, a, 3)
		if e == nil {
			return
		}
		if !fold && e.Kind == charset.UTF8 {
			positionUTF8(a, ret)
			return
		}
		hay, needle := pair(x, a, e, fold)
		off := a.Int(2)
		if off < 0 {
			off += int64(len(hay))
		}
		if off < 0 || off > int64(len(hay)) {
			a.ValueError(2, "must be contained in argument #1 ($haystack)")
			return
		}
		result(ret, find(hay, needle, int(off)))
	}
}

// positionUTF8 searches the bytes, which is the same for well-formed text.
func positionUTF8(a *rt.Args, ret *zval.Value) {
	s, off := a.View(0), a.Int(2)
	n := -1
	if off < 0 {
		n = length(&charset.Encoding{}, s)
		off += int64(n)
	}
	if off < 0 || off > int64(len(s)) {
		a.ValueError(2, "must be contained in argument #1 ($haystack)")
		return
	}
	at := offset(s, int(off))
	if at == len(s) && off > 0 {
		if n < 0 {
			n = length(&charset.Encoding{}, s)
		}
		if off > int64(n) {
			a.ValueError(2, "must be contained in argument #1 ($haystack)")
			return
		}
	}
	k := strings.Index(s[at:], a.View(1))
	if k < 0 {
		ret.SetBool(false)
		return
	}
	ret.SetLong(off + int64(length(&charset.Encoding{}, s[at:at+k])))
}

func result(ret *zval.Value, k int) {
	if k < 0 {
		ret.SetBool(false)
	} else {
		ret.SetLong(int64(k))
	}
}

// lastPosition builds mb_strrpos and mb_strripos.
func lastPosition(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		e := encoding(x, a, 3)
		if e == nil {
			return
		}
		hay, needle := pair(x, a, e, fold)
		off := a.Int(2)
		from, last := 0, len(hay)
		if off >= 0 {
			if off > int64(len(hay)) {
				a.ValueError(2, "must be contained in argument #1 ($haystack)")
				return
			}
			from = int(off)
		} else {
			if -off > int64(len(hay)) {
				a.ValueError(2, "must be contained in argument #1 ($haystack)")
				return
			}
			last = len(hay) + int(off)
		}
		result(ret, findLast(hay, needle, from, last))
	}
}

// part builds mb_strstr and its kin: the string from the match on, or what is before it.
func part(fold, last bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		e := encoding(x, a, 3)
		if e == nil {
			return
		}
		hay, needle := pair(x, a, e, fold)
		k := -1
		if last {
			k = findLast(hay, needle, 0, len(hay))
		} else {
			k = find(hay, needle, 0)
		}
		if k < 0 {
			ret.SetBool(false)
			return
		}
		whole := hay
		if fold {
			whole = e.Runes(a.View(0))
		}
		k = min(k, len(whole))
		if e.Kind == charset.UTF8 && e.Valid(a.View(0)) {
			at := offset(a.View(0), k)
			if a.Bool(2) {
				setStr(x, ret, a.View(0)[:at])
			} else {
				setStr(x, ret, a.View(0)[at:])
			}
			return
		}
		if a.Bool(2) {
			fromRunes(x, ret, e, whole[:k])
		} else {
			fromRunes(x, ret, e, whole[k:])
		}
	}
}

func fnSubstrCount(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 2)
	if e == nil {
		return
	}
	if a.View(1) == "" {
		a.ValueError(1, "must not be empty")
		return
	}
	if e.Kind == charset.UTF8 {
		ret.SetLong(int64(strings.Count(a.View(0), a.View(1))))
		return
	}
	hay, needle := pair(x, a, e, false)
	if len(needle) == 0 { // nothing but shifts between states
		a.ValueError(1, "must not be empty")
		return
	}
	n := int64(0)
	for k := find(hay, needle, 0); k >= 0; k = find(hay, needle, k+len(needle)) {
		n++
	}
	ret.SetLong(n)
}
