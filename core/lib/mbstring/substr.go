package mbstring

import (
	"slices"
	"unicode"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnStrlen(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if e := encoding(x, a, 1); e != nil {
		ret.SetLong(int64(length(e, a.View(0))))
	}
}

func fnSubstr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 3)
	if e == nil {
		return
	}
	s := a.Str(0)
	v := s.View()
	from, n, hasLen := a.Int(1), a.Int(2), a.Has(2) && !a.IsNull(2)
	total := int64(-1)
	if from < 0 || hasLen && n < 0 {
		total = int64(length(e, v))
	}
	if from < 0 {
		from = max(total+from, 0)
	}
	if hasLen && n < 0 {
		n = max(total-from+n, 0)
	}
	if !hasLen {
		n = int64(len(v))
	}
	if n == 0 || from >= int64(len(v)) {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	switch w := e.Width(); {
	case w != 0:
		size := int64(len(v)) / int64(w)
		from = min(from, size)
		to := min(from+min(n, size), size)
		setStr(x, ret, v[from*int64(w):to*int64(w)])
	case e.Kind == charset.UTF8:
		i := offset(v, int(from))
		j := i + offset(v[i:], int(min(n, int64(len(v)))))
		if i == 0 && j == len(v) {
			ret.SetStr(s.AddRef())
			return
		}
		setStr(x, ret, v[i:j])
	default:
		rs := e.Runes(v)
		from = min(from, int64(len(rs)))
		to := min(from+min(n, int64(len(rs))), int64(len(rs)))
		fromRunes(x, ret, e, rs[from:to])
	}
}

func fnStrSplit(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Int(1)
	if n <= 0 {
		a.ValueError(1, "must be greater than 0")
		return
	}
	e := encoding(x, a, 2)
	if e == nil {
		return
	}
	v := a.View(0)
	if v == "" {
		ret.SetArr(x.Space.EmptyArray())
		return
	}
	t := x.Space.NewTable(8)
	add := func(s *zval.String) {
		e := zval.StrValue(s)
		x.Space.Append(t, &e)
	}
	switch {
	case e.Kind == charset.UTF8:
		for v != "" {
			k := offset(v, int(min(n, int64(len(v)))))
			add(x.Space.NewString(v[:k]))
			v = v[k:]
		}
	case e.Width() != 0:
		w := int64(e.Width())
		for v != "" {
			k := int64(len(v))
			if n < k/w+1 {
				k = min(n*w, k)
			}
			add(x.Space.NewString(v[:k]))
			v = v[k:]
		}
	default:
		for part := range slices.Chunk(e.Runes(v), int(min(n, int64(len(v))))) {
			w := newWriter(x, e, len(part))
			w.all(part)
			add(w.finish())
		}
	}
	ret.SetArr(t)
}

// fnStrcut cuts by bytes, but never within a character.
func fnStrcut(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 3)
	if e == nil {
		return
	}
	v := a.View(0)
	size := int64(len(v))
	from, n := a.Int(1), size
	if a.Has(2) && !a.IsNull(2) {
		n = a.Int(2)
	}
	if from < 0 {
		from = max(size+from, 0)
	}
	if n < 0 {
		n = max(size-from+n, 0)
	}
	if from > size {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	to := size
	if n < size-from {
		to = from + n
	}
	switch {
	case e.Kind == charset.UTF8:
		for from > 0 && from < size && v[from]&0xc0 == 0x80 {
			from--
		}
		to = min(from+n, size)
		if to < size {
			for to > from && v[to]&0xc0 == 0x80 {
				to--
			}
		}
	case e.Width() > 1:
		w := int64(e.Width())
		from -= from % w
		to -= (to - from) % w
	case e.Kind == charset.UTF16:
		from -= from % 2
		to -= (to - from) % 2
		if r, k := e.Decode(v[from:] + "\x00"); from >= 2 && r == charset.Bad && k == 2 {
			from -= 2
		}
		if to-from >= 2 && to < size {
			if r, k := e.Decode(v[to-2:]); r != charset.Bad && k == 4 {
				to -= 2
			}
		}
	}
	setStr(x, ret, v[from:max(to, from)])
}

// columns is the width of a character on a terminal.
func columns(table [][2]rune, r rune) int {
	if r < 0x1100 {
		return 1
	}
	lo, hi := 0, len(table)
	for lo < hi {
		m := (lo + hi) / 2
		if table[m][1] < r {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(table) && table[lo][0] <= r {
		return 2
	}
	return 1
}

func fnStrwidth(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 1)
	if e == nil {
		return
	}
	table := wide()
	n := int64(0)
	if e.Stateful() {
		for _, r := range e.Runes(a.View(0)) {
			n += int64(columns(table, r))
		}
	} else {
		for v := a.View(0); v != ""; {
			r, k := e.Decode(v)
			n += int64(columns(table, r))
			v = v[k:]
		}
	}
	ret.SetLong(n)
}

func fnStrimwidth(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 4)
	if e == nil {
		return
	}
	table := wide()
	rs, marker := e.Runes(a.View(0)), e.Runes(a.View(3))
	total := func(rs []rune) (n int64) {
		for _, r := range rs {
			n += int64(columns(table, r))
		}
		return n
	}
	from, width := a.Int(1), a.Int(2)
	if from < 0 {
		from += int64(len(rs))
		if from < 0 {
			a.ValueError(1, "is out of range")
			return
		}
	}
	if from > int64(len(rs)) {
		a.ValueError(1, "is out of range")
		return
	}
	if width < 0 {
		a.Deprecated("passing a negative integer to argument #3 ($width) is deprecated")
		if a.Failed() {
			return
		}
		width = total(rs) + width - total(rs[:from])
		if width < 0 {
			a.ValueError(2, "is out of range")
			return
		}
	}
	rs = rs[from:]
	fits := func(room int64) int {
		n := int64(0)
		for i, r := range rs {
			if n += int64(columns(table, r)); n > room {
				return i
			}
		}
		return len(rs)
	}
	if fits(width) == len(rs) {
		fromRunes(x, ret, e, rs)
		return
	}
	room := width - total(marker)
	if room < 0 {
		// the marker alone is too wide
		fromRunes(x, ret, e, marker)
		return
	}
	k := fits(room)
	fromRunes(x, ret, e, append(slices.Clone(rs[:k]), marker...))
}

func fnStrPad(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 4)
	if e == nil {
		return
	}
	width, kind := a.Int(1), a.Int(3)
	pad := " "
	if a.Has(2) {
		pad = a.View(2)
	}
	size := int64(length(e, a.View(0)))
	if width < 0 || width <= size {
		ret.SetStr(a.Str(0).AddRef())
		return
	}
	if pad == "" {
		a.ValueError(2, "must not be empty")
		return
	}
	if kind < 0 || kind > 2 {
		a.ValueError(3, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH")
		return
	}
	need := width - size
	left, right := int64(0), need
	switch kind {
	case 0:
		left, right = need, 0
	case 2:
		left = need / 2
		right = need - left
	}
	if e.Stateful() {
		rs, pad := e.Runes(a.View(0)), e.Runes(pad)
		var out []rune
		for i := range left {
			out = append(out, pad[i%int64(len(pad))])
		}
		out = append(out, rs...)
		for i := range right {
			out = append(out, pad[i%int64(len(pad))])
		}
		fromRunes(x, ret, e, out)
		return
	}
	// the pad's characters, as bytes
	var chars []string
	if e.Kind == charset.UTF8 {
		for v := pad; v != ""; {
			k := min(utf8Len(v[0]), len(v))
			chars = append(chars, v[:k])
			v = v[k:]
		}
	} else {
		for _, r := range e.Runes(pad) {
			p, _ := e.Encode(nil, r)
			chars = append(chars, string(p))
		}
	}
	b := text.NewSize(x.Space, len(a.View(0))+int(need))
	fill := func(n int64) {
		for i := int64(0); i < n; i++ {
			b.Str(chars[i%int64(len(chars))])
		}
	}
	fill(left)
	b.Str(a.View(0))
	fill(right)
	ret.SetStr(b.Finish())
}

// trimDefault are the characters that mb_trim removes when none are given.
func trimDefault(r rune) bool {
	switch r {
	case ' ', '\f', '\n', '\r', '\t', '\v', 0, 0x85, 0xa0, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

func trimmer(left, right bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		e := encoding(x, a, 2)
		if e == nil {
			return
		}
		in := trimDefault
		if a.Has(1) && !a.IsNull(1) {
			set := map[rune]bool{}
			for _, r := range e.Runes(a.View(1)) {
				set[r] = true
			}
			in = func(r rune) bool { return set[r] }
		}
		rs := e.Runes(a.View(0))
		i, j := 0, len(rs)
		if left {
			for i < j && in(rs[i]) {
				i++
			}
		}
		if right {
			for j > i && in(rs[j-1]) {
				j--
			}
		}
		if i == 0 && j == len(rs) {
			ret.SetStr(a.Str(0).AddRef())
			return
		}
		if e.Kind == charset.UTF8 && e.Valid(a.View(0)) {
			from := offset(a.View(0), i)
			to := from + offset(a.View(0)[from:], j-i)
			setStr(x, ret, a.View(0)[from:to])
			return
		}
		fromRunes(x, ret, e, rs[i:j])
	}
}

func fnOrd(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 1)
	if e == nil {
		return
	}
	s := a.View(0)
	if s == "" {
		a.ValueError(0, "must not be empty")
		return
	}
	r, _ := e.Decode(s)
	if r == charset.Bad {
		ret.SetBool(false)
		return
	}
	ret.SetLong(int64(r))
}

func fnChr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 1)
	if e == nil {
		return
	}
	n := a.Int(0)
	ret.SetBool(false)
	if n < 0 || n > unicode.MaxRune {
		return
	}
	if p, ok := e.Encode(nil, rune(n)); ok {
		ret.SetStr(x.Space.NewBytes(p))
	}
}
