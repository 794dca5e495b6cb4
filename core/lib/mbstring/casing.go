package mbstring

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Modes of mb_convert_case, MB_CASE_*.
const (
	caseUpper = iota
	caseLower
	caseTitle
	caseFold
	caseUpperSimple
	caseLowerSimple
	caseTitleSimple
	caseFoldSimple
)

// special holds the mappings of one character to several.
type special struct{ upper, title, fold map[rune]string }

func specials(st *state) *special {
	if st.fold == nil {
		parse := func(s string) map[rune]string {
			m := map[rune]string{}
			for item := range strings.SplitSeq(strings.TrimSuffix(s, ";"), ";") {
				r, n := utf8.DecodeRuneInString(item)
				m[r] = item[n:]
			}
			return m
		}
		st.fold = &special{parse(specialUpper), parse(specialTitle), parse(specialFold)}
	}
	return st.fold
}

// foldSimple is Unicode's one-to-one case folding.
func foldSimple(r rune) rune {
	switch {
	case r < 0x80:
		if r >= 'A' && r <= 'Z' {
			return r + 32
		}
		return r
	case r == 'ı' || r == 'İ': // Turkish only
		return r
	case r >= 0x13a0 && r <= 0x13f5: // Cherokee folds to capitals
		return r
	case r >= 0x13f8 && r <= 0x13fd:
		return r - 8
	case r >= 0xab70 && r <= 0xabbf:
		return r - 0xab70 + 0x13a0
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// cased and ignorable are the properties that decide where words begin and
// where a sigma is final.
func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

func ignorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '^', '`', 0xa8, 0xad, 0xaf, 0xb4, 0xb7, 0xb8, 0x387, 0x55f, 0x5f4, 0x2018, 0x2019, 0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a:
		return true
	}
	return r >= 0x80 && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// finalSigma reports whether the capital sigma at i ends a word.
func finalSigma(rs []rune, i int) bool {
	k := i - 1
	for k >= 0 && rs[k] != charset.Bad && ignorable(rs[k]) {
		k--
	}
	if k < 0 || rs[k] == charset.Bad || !cased(rs[k]) {
		return false
	}
	k = i + 1
	for k < len(rs) && rs[k] != charset.Bad && ignorable(rs[k]) {
		k++
	}
	return k >= len(rs) || rs[k] == charset.Bad || !cased(rs[k])
}

// convertCase maps code points by a mode; out is appended to.
func convertCase(st *state, e *charset.Encoding, rs []rune, mode int) []rune {
	turkish := e.Name == "ISO-8859-9" || e.Name == "Windows-1254"
	out := make([]rune, 0, len(rs))
	sp := specials(st)
	add := func(s string) {
		for _, r := range s {
			out = append(out, r)
		}
	}
	lower := func(i int, simple bool) {
		r := rs[i]
		switch {
		case turkish && r == 'I':
			out = append(out, 'ı')
		case turkish && r == 'İ':
			out = append(out, 'i')
		case !simple && r == 'İ':
			add("i̇")
		case !simple && r == 'Σ' && finalSigma(rs, i):
			out = append(out, 'ς')
		case r == 'İ':
			out = append(out, 'i')
		default:
			out = append(out, unicode.ToLower(r))
		}
	}
	word := false
	for i, r := range rs {
		if r == charset.Bad {
			out = append(out, r)
			word = false
			continue
		}
		if turkish {
			switch {
			case r == 'i' && (mode == caseUpper || mode == caseUpperSimple || (mode == caseTitle || mode == caseTitleSimple) && !word):
				out = append(out, 'İ')
				word = true
				continue
			case (r == 'I' || r == 'İ') && (mode == caseFold || mode == caseFoldSimple):
				lower(i, true)
				continue
			}
		}
		switch mode {
		case caseUpper:
			if s, ok := sp.upper[r]; ok {
				add(s)
			} else {
				out = append(out, unicode.ToUpper(r))
			}
		case caseUpperSimple:
			out = append(out, unicode.ToUpper(r))
		case caseLower, caseLowerSimple:
			lower(i, mode == caseLowerSimple)
		case caseFold:
			if s, ok := sp.fold[r]; ok {
				add(s)
			} else {
				out = append(out, foldSimple(r))
			}
		case caseFoldSimple:
			out = append(out, foldSimple(r))
		case caseTitle, caseTitleSimple:
			if word {
				lower(i, mode == caseTitleSimple)
			} else if s, ok := sp.title[r]; ok && mode == caseTitle {
				add(s)
			} else {
				out = append(out, unicode.ToTitle(r))
			}
			if !ignorable(r) {
				word = cased(r)
			}
		}
	}
	return out
}

// changeCase sets ret to s in another case. ASCII is worked on in place.
func changeCase(x *rt.Exec, ret *zval.Value, e *charset.Encoding, s *zval.String, mode int) {
	v := s.View()
	if e.Kind == charset.UTF8 && (mode == caseUpper || mode == caseLower || mode == caseUpperSimple || mode == caseLowerSimple) && ascii(v) {
		low, high, diff := byte('a'), byte('z'), byte(0xe0)
		if mode == caseLower || mode == caseLowerSimple {
			low, high, diff = 'A', 'Z', 0x20
		}
		for i := range len(v) {
			if v[i] >= low && v[i] <= high {
				r := x.Space.NewString(v)
				if r.Interned() {
					ret.SetStr(x.Space.Char(v[i] + diff))
					return
				}
				b := r.Bytes()
				for ; i < len(b); i++ {
					if b[i] >= low && b[i] <= high {
						b[i] += diff
					}
				}
				ret.SetStr(r)
				return
			}
		}
		ret.SetStr(s.AddRef())
		return
	}
	st := stateOf(x)
	w := newWriter(x, e, len(v))
	if e.Stateful() {
		w.all(convertCase(st, e, e.Runes(v), mode))
		ret.SetStr(w.finish())
		return
	}
	// a piece at a time, between words: what is gathered in Go memory stays small
	var piece []rune
	for v != "" {
		r, n := e.Decode(v)
		v = v[n:]
		piece = append(piece, r)
		if r == ' ' && len(piece) >= 1<<14 {
			w.all(convertCase(st, e, piece, mode))
			piece = piece[:0]
		}
	}
	w.all(convertCase(st, e, piece, mode))
	ret.SetStr(w.finish())
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func caseFunc(mode int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		if e := encoding(x, a, 1); e != nil {
			changeCase(x, ret, e, a.Str(0), mode)
		}
	}
}

func fnConvertCase(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 2)
	if e == nil {
		return
	}
	mode := a.Int(1)
	if mode < caseUpper || mode > caseFoldSimple {
		a.ValueError(1, "must be one of the MB_CASE_* constants")
		return
	}
	changeCase(x, ret, e, a.Str(0), int(mode))
}

// firstCase builds mb_ucfirst and mb_lcfirst.
func firstCase(mode int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		e := encoding(x, a, 1)
		if e == nil {
			return
		}
		s := a.Str(0)
		rs := e.Runes(s.View())
		if len(rs) == 0 {
			ret.SetStr(s.AddRef())
			return
		}
		first := convertCase(stateOf(x), e, rs[:1], mode)
		if len(first) == 1 && first[0] == rs[0] {
			ret.SetStr(s.AddRef())
			return
		}
		fromRunes(x, ret, e, append(first, rs[1:]...))
	}
}

// folded prepares strings for a search without case.
func folded(st *state, e *charset.Encoding, s string) []rune {
	return convertCase(st, e, e.Runes(s), caseFoldSimple)
}
