package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnStrlen(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(a.Str(0).Len)) }

// mapCase returns s with every byte mapped; s itself when nothing changes.
func mapCase(x *rt.Exec, s *zval.String, ret *zval.Value, to func(byte) byte) {
	b := s.Bytes()
	for i, c := range b {
		if to(c) == c {
			continue
		}
		r := x.Space.AllocString(len(b))
		d := r.Bytes()
		copy(d, b[:i])
		for ; i < len(b); i++ {
			d[i] = to(b[i])
		}
		ret.SetStr(r)
		return
	}
	setSame(ret, s)
}

func fnToLower(x *rt.Exec, a *rt.Args, ret *zval.Value) { mapCase(x, a.Str(0), ret, toLower) }
func fnToUpper(x *rt.Exec, a *rt.Args, ret *zval.Value) { mapCase(x, a.Str(0), ret, toUpper) }

// firstCase maps the first byte only.
func firstCase(to func(byte) byte) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s := a.Str(0)
		if s.Len == 0 || to(s.At(0)) == s.At(0) {
			setSame(ret, s)
			return
		}
		if s.Len == 1 {
			ret.SetStr(x.Space.Char(to(s.At(0))))
			return
		}
		r := x.Space.NewString(s.View())
		r.SetByte(0, to(s.At(0)))
		ret.SetStr(r)
	}
}

func fnUcwords(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	if s.Len == 0 {
		setSame(ret, s)
		return
	}
	delims := setOf(x, a.View(1))
	if a.Failed() {
		return
	}
	r := x.Space.AllocString(int(s.Len))
	b := r.Bytes()
	copy(b, s.View())
	start := true
	for i, c := range b {
		if start {
			b[i] = toUpper(c)
		}
		start = delims[c]
	}
	ret.SetStr(r)
}

func fnStrrev(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	r := x.Space.AllocString(len(s))
	b := r.Bytes()
	for i := range len(s) {
		b[len(s)-1-i] = s[i]
	}
	ret.SetStr(r)
}

const blankBytes = " \n\r\t\v\x00"

// trimmer builds trim, ltrim and rtrim.
func trimmer(left, right bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		s := a.Str(0)
		v := s.View()
		from, to := 0, len(v)
		if !a.Has(1) {
			blank := func(c byte) bool {
				return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == 0)
			}
			if left {
				for from < to && blank(v[from]) {
					from++
				}
			}
			if right {
				for to > from && blank(v[to-1]) {
					to--
				}
			}
		} else {
			set := setOf(x, a.View(1))
			if a.Failed() {
				return
			}
			if left {
				for from < to && set[v[from]] {
					from++
				}
			}
			if right {
				for to > from && set[v[to-1]] {
					to--
				}
			}
		}
		setSub(x, ret, s, from, to)
	}
}

// clip turns an offset and an optional length as substr takes them into a range.
func clip(n int, offset int64, hasLen bool, length int64) (from, to int) {
	size := int64(n)
	if offset > size {
		return n, n
	}
	if offset < 0 {
		offset = max(offset+size, 0)
		if offset < 0 {
			offset = 0
		}
	}
	end := size
	if hasLen {
		if length < 0 {
			if -(length + 1) < size-offset { // -length <= size-offset, free of overflow
				end = size + length
			} else {
				end = offset
			}
		} else if length < size-offset {
			end = offset + length
		}
	}
	return int(offset), int(max(end, offset))
}

func fnSubstr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	from, to := clip(int(s.Len), a.Int(1), a.Has(2) && !a.IsNull(2), a.Int(2))
	setSub(x, ret, s, from, to)
}

func fnStrRepeat(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, n := a.Str(0), a.Int(1)
	if n < 0 {
		a.ValueError(1, "must be greater than or equal to 0")
		return
	}
	if s.Len == 0 || n == 0 {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	r := x.Space.AllocStringSafe(product(x, int(s.Len), n))
	b := r.Bytes()
	if s.Len == 1 {
		fill(b, s.At(0))
	} else {
		k := copy(b, s.View())
		for k < len(b) {
			k += copy(b[k:], b[:k])
		}
	}
	ret.SetStr(r)
}

func fill(b []byte, c byte) {
	if len(b) == 0 {
		return
	}
	b[0] = c
	for k := 1; k < len(b); {
		k += copy(b[k:], b[:k])
	}
}

// product is a length of n times size bytes; beyond what memory can address
// the program ends as PHP's does.
func product(x *rt.Exec, size int, n int64) int {
	const most = 1<<63 - 1 - 64
	if n != 0 && int64(size) > most/n {
		x.FatalError("Possible integer overflow in memory allocation (%d * %d + %d)", n, size, zval.StringHeader+8)
	}
	return size * int(n)
}

// The sides to pad, STR_PAD_*.
const (
	padLeft = iota
	padRight
	padBoth
)

func fnStrPad(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, width, with, kind := a.Str(0), a.Int(1), " ", a.Int(3)
	if a.Has(2) {
		with = a.View(2)
	}
	if width < 0 || uint64(width) <= s.Len {
		setSame(ret, s)
		return
	}
	if len(with) == 0 {
		a.ValueError(2, "must not be empty")
		return
	}
	if kind < padLeft || kind > padBoth {
		a.ValueError(3, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH")
		return
	}
	total := int(width) - int(s.Len)
	left := 0
	switch kind {
	case padLeft:
		left = total
	case padBoth:
		left = total / 2
	}
	r := x.Space.AllocStringSafe(int(width))
	b := r.Bytes()
	cycle(b[:left], with)
	copy(b[left:], s.View())
	cycle(b[left+int(s.Len):], with)
	ret.SetStr(r)
}

// cycle fills b with repetitions of s.
func cycle(b []byte, s string) {
	for len(b) > 0 {
		b = b[copy(b, s):]
	}
}

func fnChr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Int(0)
	if n < 0 || n > 255 {
		a.Deprecated("Providing a value not in-between 0 and 255 is deprecated, this is because a byte value must be in the [0, 255] interval. The value used will be constrained using % 256")
	}
	ret.SetStr(x.Space.Char(byte(n)))
}

func fnOrd(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	if s.Len != 1 {
		if s.Len == 0 {
			a.Deprecated("Providing an empty string is deprecated")
			ret.SetLong(0)
			return
		}
		a.Deprecated("Providing a string that is not one byte long is deprecated. Use ord($str[0]) instead")
	}
	ret.SetLong(int64(s.At(0)))
}

func fnRot13(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	mapCase(x, a.Str(0), ret, func(c byte) byte {
		if !isAlpha(c) {
			return c
		}
		base := c & 0x20
		return (c-base-'A'+13)%26 + 'A' + base
	})
}

func fnShuffle(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	if s.Len <= 1 {
		setSame(ret, s)
		return
	}
	r := x.Space.NewString(s.View())
	b := r.Bytes()
	for n := len(b) - 1; n > 0; n-- {
		if k := x.Random().Range(0, int64(n)); int(k) != n {
			b[n], b[k] = b[k], b[n]
		}
	}
	ret.SetStr(r)
}

func fnNl2br(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	v := s.View()
	br := "<br />"
	if a.Has(1) && !a.Bool(1) {
		br = "<br>"
	}
	pair := func(i int) bool {
		return i+1 < len(v) && (v[i] == '\r' && v[i+1] == '\n' || v[i] == '\n' && v[i+1] == '\r')
	}
	n := 0
	for i := 0; i < len(v); i++ {
		if v[i] == '\n' || v[i] == '\r' {
			if pair(i) {
				i++
			}
			n++
		}
	}
	if n == 0 {
		setSame(ret, s)
		return
	}
	b := text.NewSize(x.Space, len(v)+n*len(br))
	for i := 0; i < len(v); i++ {
		if v[i] == '\n' || v[i] == '\r' {
			b.Str(br)
			if pair(i) {
				b.Byte(v[i])
				i++
			}
		}
		b.Byte(v[i])
	}
	ret.SetStr(b.Finish())
}

func fnWordwrap(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, width, br, cut := a.Str(0), int(a.Int(1)), "\n", a.Bool(3)
	if !a.Has(1) {
		width = 75
	}
	if a.Has(2) {
		br = a.View(2)
	}
	if s.Len == 0 {
		setSame(ret, s)
		return
	}
	if br == "" {
		a.ValueError(2, "must not be empty")
		return
	}
	if width == 0 && cut {
		a.ValueError(3, "cannot be true when argument #2 ($width) is 0")
		return
	}
	v := s.View()
	// room for a break after each line, as PHP allots beforehand
	lines := int64(len(v))
	if width > 0 {
		lines = int64(len(v)/width) + 1
	}
	b := text.NewSize(x.Space, len(v)+product(x, len(br), lines))
	start, space := 0, 0 // where the line begins, the last place to break it
	for i := 0; i < len(v); i++ {
		switch {
		case i+len(br) < len(v) && v[i] == br[0] && strings.HasPrefix(v[i:], br):
			b.Str(v[start : i+len(br)])
			i += len(br) - 1
			start = i + 1
			space = start
		case v[i] == ' ':
			if i-start >= width {
				b.Str(v[start:i])
				b.Str(br)
				start = i + 1
			}
			space = i
		case i-start >= width && cut && start >= space:
			b.Str(v[start:i])
			b.Str(br)
			start, space = i, i
		case i-start >= width && start < space:
			b.Str(v[start:space])
			b.Str(br)
			start = space + 1
			space = start
		}
	}
	b.Str(v[start:])
	ret.SetStr(b.Finish())
}

func fnCountChars(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	mode := a.Int(1)
	if mode < 0 || mode > 4 {
		a.ValueError(1, "must be between 0 and 4 (inclusive)")
		return
	}
	var n [256]int64
	for _, c := range a.Bytes(0) {
		n[c]++
	}
	if mode >= 3 {
		b := text.New(x.Space)
		for c := range n {
			if (n[c] != 0) == (mode == 3) {
				b.Byte(byte(c))
			}
		}
		ret.SetStr(b.Finish())
		return
	}
	t := x.Space.NewTable(8)
	for c := range n {
		if mode == 1 && n[c] == 0 || mode == 2 && n[c] != 0 {
			continue
		}
		v := zval.LongValue(n[c])
		x.Space.SetLong(t, int64(c), &v)
	}
	ret.SetArr(t)
}

func fnWordCount(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, format := a.View(0), a.Int(1)
	var extra byteSet
	if a.Has(2) && !a.IsNull(2) {
		extra = setOf(x, a.View(2))
		if a.Failed() {
			return
		}
	}
	if format < 0 || format > 2 {
		a.ValueError(1, "must be a valid format value")
		return
	}
	from, to := 0, len(s)
	// no word begins with a hyphen or apostrophe, none ends with a hyphen, unless listed
	for from < to && (s[from] == '\'' && !extra['\''] || s[from] == '-' && !extra['-']) {
		from++
	}
	if to > from && s[to-1] == '-' && !extra['-'] {
		to--
	}
	var t *zval.Table
	if format != 0 {
		t = x.Space.NewTable(8)
	}
	n := int64(0)
	for i := from; i < to; {
		start := i
		for i < to && (isAlpha(s[i]) || extra[s[i]] || s[i] == '\'' || s[i] == '-') {
			i++
		}
		if i == start {
			i++
			continue
		}
		n++
		if t == nil {
			continue
		}
		v := zval.StrValue(x.Space.NewString(s[start:i]))
		if format == 1 {
			x.Space.Append(t, &v)
		} else {
			x.Space.SetLong(t, int64(start), &v)
		}
	}
	if t == nil {
		ret.SetLong(n)
		return
	}
	ret.SetArr(t)
}

func fnIncrement(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if alnumArg(a) {
		ret.SetStr(x.StrIncrement(a.View(0)))
	}
}

// alnumArg checks argument 0 of str_increment and str_decrement.
func alnumArg(a *rt.Args) bool {
	s := a.View(0)
	if s == "" {
		a.ValueError(0, "must not be empty")
		return false
	}
	for i := range len(s) {
		if !isAlnum(s[i]) {
			a.ValueError(0, "must be composed only of alphanumeric ASCII characters")
			return false
		}
	}
	return true
}

func fnDecrement(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !alnumArg(a) {
		return
	}
	s := a.View(0)
	out := func() { a.ValueError(0, "\"%s\" is out of decrement range", s) }
	if s[0] == '0' {
		out()
		return
	}
	b := []byte(s)
	i := len(b) - 1
	borrow := false
	for ; i >= 0; i-- {
		borrow = false
		switch b[i] {
		case '0':
			b[i], borrow = '9', true
		case 'a':
			b[i], borrow = 'z', true
		case 'A':
			b[i], borrow = 'Z', true
		default:
			b[i]--
		}
		if !borrow {
			break
		}
	}
	if borrow || b[0] == '0' && len(b) > 1 {
		if len(b) == 1 {
			out()
			return
		}
		b = b[1:]
	}
	ret.SetStr(x.Space.NewBytes(b))
}
