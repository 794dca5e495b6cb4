package strings

import (
	"math"
	"strconv"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// scanSpec is one conversion of a sscanf format.
type scanSpec struct {
	suppress bool
	pos      int // "n$", from 0; -1 when sequential
	width    int // 0: none
	conv     byte
	set      byteSet // of [
}

// parseScan reads the conversion that follows a percent sign at i. msg tells what is wrong.
func parseScan(f string, i int) (s scanSpec, end int, msg string) {
	s.pos = -1
	number := func() int {
		n := 0
		for i < len(f) && digit(f[i]) {
			n = min(n*10+int(f[i]-'0'), math.MaxInt32)
			i++
		}
		return n
	}
	if i < len(f) && f[i] == '*' {
		s.suppress = true
		i++
	} else if i < len(f) && digit(f[i]) {
		start := i
		n := number()
		if i < len(f) && f[i] == '$' {
			if n == 0 || n >= math.MaxInt32 {
				return s, i, "\"%n$\" argument index out of range"
			}
			s.pos = n - 1
			i++
		} else {
			i = start
		}
	}
	if i < len(f) && digit(f[i]) {
		s.width = number()
	}
	if i < len(f) && (f[i] == 'l' || f[i] == 'L' || f[i] == 'h') {
		i++
	}
	if i >= len(f) {
		return s, i, "Bad scan conversion character \""
	}
	s.conv = f[i]
	i++
	switch s.conv {
	case 'n', 'd', 'D', 'i', 'o', 'x', 'X', 'u', 'f', 'e', 'E', 'g', 's', 'c':
	case '[':
		not := false
		if i < len(f) && f[i] == '^' {
			not = true
			i++
		}
		first := i
		for {
			if i >= len(f) {
				return s, i, "Unmatched [ in format string"
			}
			c := f[i]
			if c == ']' && i > first {
				i++
				break
			}
			if i+2 < len(f) && f[i+1] == '-' && f[i+2] != ']' {
				lo, hi := c, f[i+2]
				if lo > hi {
					lo, hi = hi, lo
				}
				for k := int(lo); k <= int(hi); k++ {
					s.set[k] = true
				}
				i += 3
				continue
			}
			s.set[c] = true
			i++
		}
		if not {
			for k := range s.set {
				s.set[k] = !s.set[k]
			}
		}
	default:
		return s, i, "Bad scan conversion character \"" + string([]byte{s.conv}) + "\""
	}
	return s, i, ""
}

// checkScan validates a format and counts the values it produces; vars is how
// many variables were given, 0 for none.
func checkScan(f string, vars int) (total int, msg string) {
	seq, positional := 0, false
	var used []int
	for i := 0; i < len(f); {
		if f[i] != '%' {
			i++
			continue
		}
		if i++; i < len(f) && f[i] == '%' {
			i++
			continue
		}
		s, end, msg := parseScan(f, i)
		if msg != "" {
			return 0, msg
		}
		i = end
		if s.suppress {
			continue
		}
		if s.pos >= 0 {
			if seq > 0 {
				return 0, "cannot mix \"%\" and \"%n$\" conversion specifiers"
			}
			positional = true
			if vars > 0 && s.pos >= vars || s.pos >= 1<<20 {
				return 0, "\"%n$\" argument index out of range"
			}
			for len(used) <= s.pos {
				used = append(used, 0)
			}
			if used[s.pos]++; used[s.pos] > 1 {
				return 0, "Variable is assigned by multiple \"%n$\" conversion specifiers"
			}
			total = max(total, s.pos+1)
			continue
		}
		if positional {
			return 0, "cannot mix \"%\" and \"%n$\" conversion specifiers"
		}
		seq++
		total = seq
	}
	if vars > 0 {
		if !positional && vars > total {
			return 0, "Variable is not assigned by any conversion specifiers"
		}
		if positional {
			for k := range vars {
				if k >= len(used) || used[k] == 0 {
					return 0, "Variable is not assigned by any conversion specifiers"
				}
			}
		}
		if vars < total {
			return 0, "Different numbers of variable names and field specifiers"
		}
	}
	return total, ""
}

// Scan reads s by a sscanf format. With vars arguments from argument first on
// given, it assigns them and ret is the number of values; else ret is an array.
func Scan(x *rt.Exec, a *rt.Args, s, f string, first int, ret *zval.Value) {
	vars := a.RestLen(first)
	total, msg := checkScan(f, vars)
	if msg != "" {
		x.ThrowValueError("%s", msg)
		return
	}
	var list *zval.Table
	if vars == 0 {
		list = x.Space.NewPacked(total)
		for range total {
			x.Space.AppendNull(list)
		}
	}
	done, next, short := int64(0), 0, false
	store := func(sp *scanSpec, v zval.Value) bool {
		k := sp.pos
		if k < 0 {
			k = next
			next++
		}
		if list != nil {
			x.Space.SetLong(list, int64(k), &v)
			return true
		}
		return a.SetRef(first+k, &v)
	}
	at := 0
scan:
	for i := 0; i < len(f); {
		c := f[i]
		if isSpace(c) {
			for at < len(s) && isSpace(s[at]) {
				at++
			}
			i++
			continue
		}
		if c == '%' && i+1 < len(f) && f[i+1] != '%' {
			sp, end, _ := parseScan(f, i+1)
			i = end
			if sp.conv == 'n' {
				if !sp.suppress {
					if !store(&sp, zval.LongValue(int64(at))) {
						return
					}
				}
				done++
				continue
			}
			if at >= len(s) {
				short = true
				break scan
			}
			if sp.conv != 'c' && sp.conv != '[' {
				for at < len(s) && isSpace(s[at]) {
					at++
				}
				if at >= len(s) {
					short = true
					break scan
				}
			}
			v, n, ok := scanOne(x, &sp, s[at:])
			at += n
			if !ok {
				break scan
			}
			done++
			if sp.suppress {
				x.Space.Release(&v)
				continue
			}
			if !store(&sp, v) {
				return
			}
			continue
		}
		if c == '%' {
			i++
		}
		if at >= len(s) {
			short = true
			break
		}
		at++
		if s[at-1] != c {
			break
		}
		i++
	}
	switch {
	case short && done == 0:
		if list != nil {
			x.Space.ReleaseArr(list)
			ret.SetNull()
		} else {
			ret.SetLong(-1)
		}
	case list != nil:
		ret.SetArr(list)
	default:
		ret.SetLong(done)
	}
}

// scanOne converts the beginning of s: the value, owned, and how much it took.
func scanOne(x *rt.Exec, sp *scanSpec, s string) (v zval.Value, n int, ok bool) {
	width := sp.width
	if width == 0 {
		width = len(s)
		if sp.conv == 'c' {
			width = 1
		}
	}
	switch sp.conv {
	case 's', 'c':
		for n < len(s) && n < width && !isSpace(s[n]) {
			n++
		}
		v.SetStr(x.Space.NewString(s[:n]))
		return v, n, true
	case '[':
		for n < len(s) && n < width && sp.set[s[n]] {
			n++
		}
		if n == 0 {
			return v, 0, false
		}
		v.SetStr(x.Space.NewString(s[:n]))
		return v, n, true
	case 'f', 'e', 'E', 'g':
		s = s[:min(width, len(s))]
		n = floatPrefix(s)
		if n == 0 {
			return v, 0, false
		}
		f, _ := strconv.ParseFloat(s[:n], 64)
		v.SetDouble(f)
		return v, n, true
	}
	base := 10
	switch sp.conv {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	case 'i':
		base = 0
	}
	s = s[:min(width, len(s))]
	i := 0
	neg := false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		neg = s[i] == '-'
		i++
	}
	if i < len(s) && s[i] == '0' && (base == 0 || base == 16) {
		if i == 0 && i+2 < len(s) && s[i+1]|0x20 == 'x' && hexDigit(s[i+2]) >= 0 {
			base = 16
			i += 2
		} else if base == 0 {
			base = 8
		}
	}
	if base == 0 {
		base = 10
	}
	start := i
	m := uint64(0)
	over := false
	for ; i < len(s); i++ {
		d := hexDigit(s[i])
		if d < 0 || d >= base {
			break
		}
		if m > (math.MaxUint64-uint64(d))/uint64(base) {
			over = true
		}
		m = m*uint64(base) + uint64(d)
	}
	if i == start {
		return v, 0, false
	}
	if sp.conv == 'u' {
		if over {
			m = math.MaxUint64
		} else if neg {
			m = -m
		}
		if m > math.MaxInt64 {
			v.SetStr(x.Space.NewString(strconv.FormatUint(m, 10)))
		} else {
			v.SetLong(int64(m))
		}
		return v, i, true
	}
	switch {
	case neg && (over || m > 1<<63):
		v.SetLong(math.MinInt64)
	case neg:
		v.SetLong(-int64(m))
	case over || m > math.MaxInt64:
		v.SetLong(math.MaxInt64)
	default:
		v.SetLong(int64(m))
	}
	return v, i, true
}

// floatPrefix is the length of the decimal number at the start of s; 0 for none.
func floatPrefix(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	digits := 0
	for i < len(s) && digit(s[i]) {
		i++
		digits++
	}
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && digit(s[i]) {
			i++
			digits++
		}
	}
	if digits == 0 {
		return 0
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		k := i + 1
		if k < len(s) && (s[k] == '-' || s[k] == '+') {
			k++
		}
		if k < len(s) && digit(s[k]) {
			for k < len(s) && digit(s[k]) {
				k++
			}
			i = k
		}
	}
	return i
}

func fnSscanf(x *rt.Exec, a *rt.Args, ret *zval.Value) { Scan(x, a, a.View(0), a.View(1), 2, ret) }
