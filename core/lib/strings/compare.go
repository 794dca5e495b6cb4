package strings

import (
	"bytes"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func sign(n int) int64 {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// Compare orders byte strings: the difference of the first bytes that differ,
// else 1 or -1 by length.
func Compare(a, b string, fold bool) int64 {
	n := min(len(a), len(b))
	if fold {
		for i := range n {
			if a[i] != b[i] {
				if ca, cb := toLower(a[i]), toLower(b[i]); ca != cb {
					return int64(ca) - int64(cb)
				}
			}
		}
		return sign(len(a) - len(b))
	}
	if a[:n] == b[:n] {
		return sign(len(a) - len(b))
	}
	i := 0
	for a[i] == b[i] {
		i++
	}
	return int64(a[i]) - int64(b[i])
}

func comparer(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(Compare(a.View(0), a.View(1), fold)) }
}

func comparerN(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		n := a.Int(2)
		if n < 0 {
			a.ValueError(2, "must be greater than or equal to 0")
			return
		}
		ret.SetLong(Compare(head(a.View(0), n), head(a.View(1), n), fold))
	}
}

func head(s string, n int64) string {
	if int64(len(s)) > n {
		return s[:n]
	}
	return s
}

func fnSubstrCompare(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, t, off := a.View(0), a.View(1), a.Int(2)
	n := int64(max(len(s), len(t)))
	if a.Has(3) && !a.IsNull(3) {
		if n = a.Int(3); n == 0 {
			ret.SetLong(0)
			return
		}
		if n < 0 {
			a.ValueError(3, "must be greater than or equal to 0")
			return
		}
	}
	if off < 0 {
		off = max(off+int64(len(s)), 0)
	}
	if off > int64(len(s)) {
		a.ValueError(2, "must be contained in argument #1 ($haystack)")
		return
	}
	ret.SetLong(Compare(head(s[off:], n), head(t, n), a.Bool(4)))
}

func naturalComparer(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		ret.SetLong(int64(NaturalCompare(a.View(0), a.View(1), fold)))
	}
}

// NaturalCompare orders strings as people do: runs of digits by their value,
// or as fractions when they begin with zero. The order is Martin Pool's.
func NaturalCompare(a, b string, fold bool) int {
	if a == "" || b == "" {
		return int(sign(len(a) - len(b)))
	}
	at := func(s string, i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	i, j := 0, 0
	// leading zeros do not count, but one before something else than a digit
	skip := func(s string, i int) int {
		for at(s, i) == '0' && i+1 < len(s) && digit(s[i+1]) {
			i++
		}
		return i
	}
	i, j = skip(a, i), skip(b, j)
	for {
		ca, cb := at(a, i), at(b, j)
		for isSpace(ca) {
			i++
			ca = at(a, i)
		}
		for isSpace(cb) {
			j++
			cb = at(b, j)
		}
		if digit(ca) && digit(cb) {
			fraction := ca == '0' || cb == '0'
			var c int
			if fraction {
				c, i, j = leftDigits(a, b, i, j)
			} else {
				c, i, j = rightDigits(a, b, i, j)
			}
			if c != 0 {
				return c
			}
			if i >= len(a) && j >= len(b) {
				return 0
			}
			if i >= len(a) {
				return -1
			}
			if j >= len(b) {
				return 1
			}
			ca, cb = a[i], b[j]
		}
		if fold {
			ca, cb = toUpper(ca), toUpper(cb)
		}
		if ca != cb {
			if ca < cb {
				return -1
			}
			return 1
		}
		i++
		j++
		if i >= len(a) && j >= len(b) {
			return 0
		}
		if i >= len(a) {
			return -1
		}
		if j >= len(b) {
			return 1
		}
	}
}

// rightDigits compares two runs as whole numbers: the longer wins, else the
// first digit that differs.
func rightDigits(a, b string, i, j int) (c, ni, nj int) {
	for ; ; i, j = i+1, j+1 {
		da, db := i < len(a) && digit(a[i]), j < len(b) && digit(b[j])
		switch {
		case !da && !db:
			return c, i, j
		case !da:
			return -1, i, j
		case !db:
			return 1, i, j
		case c == 0 && a[i] < b[j]:
			c = -1
		case c == 0 && a[i] > b[j]:
			c = 1
		}
	}
}

// leftDigits compares two runs as digits after a point.
func leftDigits(a, b string, i, j int) (c, ni, nj int) {
	for ; ; i, j = i+1, j+1 {
		da, db := i < len(a) && digit(a[i]), j < len(b) && digit(b[j])
		switch {
		case !da && !db:
			return 0, i, j
		case !da:
			return -1, i, j
		case !db:
			return 1, i, j
		case a[i] < b[j]:
			return -1, i, j
		case a[i] > b[j]:
			return 1, i, j
		}
	}
}

func fnStrcoll(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetLong(int64(bytes.Compare(cstr(a.Bytes(0)), cstr(a.Bytes(1)))))
}

// cstr cuts at the first NUL, as C's functions see strings.
func cstr(b []byte) []byte {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return b[:i]
	}
	return b
}
