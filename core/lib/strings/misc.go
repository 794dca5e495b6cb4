package strings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnUniqid(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !a.Bool(1) {
		x.Host.Sleep(1000) // so that two calls differ
	}
	now := x.Host.Now()
	s := fmt.Sprintf("%s%08x%05x", a.View(0), now.Unix(), now.Nanosecond()/1000)
	if a.Bool(1) {
		r := float64(x.Random().Uint32()) / (1 << 32) * 10
		s += strconv.FormatFloat(r, 'f', 8, 64)
	}
	setStr(x, ret, s)
}

// canonical splits a version into parts: separators become dots, and so do
// the borders between digits and other characters.
func canonical(v string) []string {
	var parts []string
	cur := []byte{}
	kind := func(c byte) int {
		if digit(c) {
			return 1
		}
		return 2
	}
	for i := range len(v) {
		c := v[i]
		if c == '-' || c == '_' || c == '+' || c == '.' {
			if len(cur) > 0 {
				parts = append(parts, string(cur))
				cur = cur[:0]
			}
			continue
		}
		if !isAlnum(c) {
			if len(cur) > 0 {
				parts = append(parts, string(cur))
				cur = cur[:0]
			}
			continue
		}
		if len(cur) > 0 && kind(cur[len(cur)-1]) != kind(c) {
			parts = append(parts, string(cur))
			cur = cur[:0]
		}
		cur = append(cur, c)
	}
	if len(cur) > 0 {
		parts = append(parts, string(cur))
	}
	return parts
}

// form ranks a part of a version that is no number: "dev" first, any other
// word before all, a number ("#") between release candidates and patches.
func form(s string) int {
	for i, names := range [...][]string{{"dev"}, {"alpha", "a"}, {"beta", "b"}, {"RC", "rc"}, {"#"}, {"pl", "p"}} {
		for _, n := range names {
			if strings.HasPrefix(s, n) {
				return i
			}
		}
	}
	return -1
}

func compareForms(a, b string) int { return int(sign(form(a) - form(b))) }

// CompareVersions orders version strings as version_compare does.
func CompareVersions(a, b string) int {
	switch {
	case a == "" && b == "":
		return 0
	case b == "":
		return 1
	case a == "":
		return -1
	}
	p, q := canonical(a), canonical(b)
	if a[0] == '#' {
		p = []string{a}
	}
	if b[0] == '#' {
		q = []string{b}
	}
	for i := 0; i < len(p) && i < len(q); i++ {
		m, n := digit(p[i][0]), digit(q[i][0])
		c := 0
		switch {
		case m && n:
			s, t := strings.TrimLeft(p[i], "0"), strings.TrimLeft(q[i], "0")
			if c = int(sign(len(s) - len(t))); c == 0 {
				c = strings.Compare(s, t)
			}
		case !m && !n:
			c = compareForms(p[i], q[i])
		case m:
			c = compareForms("#N#", q[i])
		default:
			c = compareForms(p[i], "#N#")
		}
		if c != 0 {
			return c
		}
	}
	switch {
	case len(p) > len(q):
		if digit(p[len(q)][0]) {
			return 1
		}
		return CompareVersions(strings.Join(p[len(q):], "."), "#N#")
	case len(q) > len(p):
		if digit(q[len(p)][0]) {
			return -1
		}
		return CompareVersions("#N#", strings.Join(q[len(p):], "."))
	}
	return 0
}

func fnVersionCompare(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := CompareVersions(a.View(0), a.View(1))
	if !a.Has(2) || a.IsNull(2) {
		ret.SetLong(int64(c))
		return
	}
	switch a.View(2) {
	case "<", "lt":
		ret.SetBool(c < 0)
	case "<=", "le":
		ret.SetBool(c <= 0)
	case ">", "gt":
		ret.SetBool(c > 0)
	case ">=", "ge":
		ret.SetBool(c >= 0)
	case "==", "eq":
		ret.SetBool(c == 0)
	case "!=", "<>", "ne":
		ret.SetBool(c != 0)
	default:
		a.ValueError(2, "must be a valid comparison operator")
	}
}

func fnIP2Long(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	parts := strings.Split(a.View(0), ".")
	ret.SetBool(false)
	if len(parts) != 4 {
		return
	}
	n := int64(0)
	for _, p := range parts {
		if p == "" || len(p) > 3 || len(p) > 1 && p[0] == '0' {
			return
		}
		k := int64(0)
		for i := range len(p) {
			if !digit(p[i]) {
				return
			}
			k = k*10 + int64(p[i]-'0')
		}
		if k > 255 {
			return
		}
		n = n<<8 | k
	}
	ret.SetLong(n)
}

func fnLong2IP(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := uint32(a.Int(0))
	setStr(x, ret, fmt.Sprintf("%d.%d.%d.%d", n>>24, n>>16&255, n>>8&255, n&255))
}

// The only locale is C's.
func fnSetlocale(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	try := func(v *zval.Value) bool {
		s := x.ToStr(v)
		name := s.String()
		x.Space.ReleaseStr(s)
		if x.HasExc() {
			return true
		}
		if len(name) >= 255 {
			x.FuncWarning("Specified locale name is too long")
			return true
		}
		switch name {
		case "", "0", "C", "POSIX":
			ret.SetStr(x.Space.Char('C'))
			return true
		}
		return false
	}
	for _, v := range a.Rest(1) {
		if v.Type() == zval.ArrayT {
			for it := v.Arr().Iter(); it.Next(); {
				if try(it.Value().Deref()) {
					return
				}
			}
			continue
		}
		if try(v) {
			return
		}
	}
}

func fnLocaleconv(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewTable(18)
	text := func(name, s string) {
		v := zval.StrValue(x.Space.NewString(s))
		x.Space.SetGo(t, name, &v)
	}
	text("decimal_point", ".")
	for _, n := range [...]string{"thousands_sep", "int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep", "positive_sign", "negative_sign"} {
		text(n, "")
	}
	for _, n := range [...]string{"int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space", "n_cs_precedes", "n_sep_by_space", "p_sign_posn", "n_sign_posn"} {
		v := zval.LongValue(127) // CHAR_MAX: not specified
		x.Space.SetGo(t, n, &v)
	}
	for _, n := range [...]string{"grouping", "mon_grouping"} {
		v := zval.ArrValue(x.Space.EmptyArray())
		x.Space.SetGo(t, n, &v)
	}
	ret.SetArr(t)
}

func fnUTF8Encode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Bytes(0)
	n := len(s)
	for _, c := range s {
		if c >= 0x80 {
			n++
		}
	}
	if n == len(s) {
		setSame(ret, a.Str(0))
		return
	}
	b := text.NewSize(x.Space, n)
	for _, c := range s {
		b.Rune(rune(c))
	}
	ret.SetStr(b.Finish())
}

func fnUTF8Decode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.View(0)
	b := text.NewSize(x.Space, len(s))
	for i := 0; i < len(s); {
		r, n := decodeRune(s[i:])
		if r < 0 || r > 0xff {
			b.Byte('?')
		} else {
			b.Byte(byte(r))
		}
		i += n
	}
	ret.SetStr(b.Finish())
}
