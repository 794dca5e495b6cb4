package strings

import (
	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// similar counts the bytes that two strings share, by their longest common
// runs and those on either side. The stack of ranges is explicit: strings may be long.
func similar(a, b string) int {
	type span struct{ a, b string }
	sum := 0
	for todo := []span{{a, b}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		best, pa, pb, count := 0, 0, 0, 0
		for i := 0; i+best < len(s.a); i++ {
			for j := 0; j+best < len(s.b); j++ {
				k := 0
				for i+k < len(s.a) && j+k < len(s.b) && s.a[i+k] == s.b[j+k] {
					k++
				}
				if k > best {
					best, pa, pb = k, i, j
					count++
				}
			}
		}
		if best == 0 {
			continue
		}
		sum += best
		if pa > 0 && pb > 0 && count > 1 {
			todo = append(todo, span{s.a[:pa], s.b[:pb]})
		}
		if pa+best < len(s.a) && pb+best < len(s.b) {
			todo = append(todo, span{s.a[pa+best:], s.b[pb+best:]})
		}
	}
	return sum
}

func fnSimilarText(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, t := a.View(0), a.View(1)
	n, percent := 0, 0.0
	if len(s)+len(t) > 0 {
		n = similar(s, t)
		percent = float64(n) * 2 * 100 / float64(len(s)+len(t))
	}
	if a.Has(2) {
		v := zval.DoubleValue(percent)
		if !a.SetRef(2, &v) {
			return
		}
	}
	ret.SetLong(int64(n))
}

func fnLevenshtein(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, t := a.View(0), a.View(1)
	ins, rep, del := a.Int(2), a.Int(3), a.Int(4)
	if s == "" {
		ret.SetLong(int64(len(t)) * ins)
		return
	}
	if t == "" {
		ret.SetLong(int64(len(s)) * del)
		return
	}
	if ins == rep && rep == del && len(s) < len(t) {
		s, t = t, s // the rows are as long as the second string
	}
	prev, cur := make([]int64, len(t)+1), make([]int64, len(t)+1)
	for j := range prev {
		prev[j] = int64(j) * ins
	}
	for i := range len(s) {
		cur[0] = prev[0] + del
		for j := range len(t) {
			c := prev[j]
			if s[i] != t[j] {
				c += rep
			}
			c = min(c, prev[j+1]+del, cur[j]+ins)
			cur[j+1] = c
		}
		prev, cur = cur, prev
	}
	ret.SetLong(prev[len(t)])
}

func fnSoundex(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	// by letter: 0 for vowels, which separate equal codes, 255 for H and W, which do not
	const sep, skip = 0, 255
	codes := [26]byte{sep, '1', '2', '3', sep, '1', '2', skip, sep, '2', '2', '4', '5', '5', sep, '1', '2', '6', '2', '3', sep, '1', skip, '2', sep, '2'}
	var out [4]byte
	n := 0
	last := byte(254)
	for _, c := range a.Bytes(0) {
		c = toUpper(c)
		if !isUpper(c) {
			continue
		}
		code := codes[c-'A']
		if n == 0 {
			out[0] = c
			n = 1
			last = code
			continue
		}
		if code == last {
			continue
		}
		if code != skip {
			last = code
		}
		if code != sep && code != skip {
			out[n] = code
			if n++; n == 4 {
				break
			}
		}
	}
	for ; n < 4; n++ {
		out[n] = '0'
	}
	ret.SetStr(x.Space.NewBytes(out[:]))
}

func fnMetaphone(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	most := a.Int(1)
	if most < 0 {
		a.ValueError(1, "must be greater than or equal to 0")
		return
	}
	b := text.New(x.Space)
	metaphone(b, a.View(0), int(most))
	ret.SetStr(b.Finish())
}

func vowel(c byte) bool { return c == 'A' || c == 'E' || c == 'I' || c == 'O' || c == 'U' }

// frontVowel softens C, G and others before it.
func frontVowel(c byte) bool { return c == 'E' || c == 'I' || c == 'Y' }

// noGhF are letters that, two before GH, keep it from sounding as F.
func noGhF(c byte) bool { return c == 'B' || c == 'D' || c == 'H' }

// metaphone writes Lawrence Philips' phonetic key of an English word, "0"
// standing for "th" and "X" for "sh"; at most most phonemes unless 0.
func metaphone(b *text.Builder, word string, most int) {
	at := func(i int) byte {
		if i < 0 || i >= len(word) {
			return 0
		}
		return toUpper(word[i])
	}
	letter := func(c byte) bool { return isUpper(c) }
	i := 0
	for i < len(word) && !isAlpha(word[i]) {
		i++
	}
	if i >= len(word) {
		return
	}
	put := func(s string) { b.Str(s) }
	switch at(i) {
	case 'A':
		if at(i+1) == 'E' {
			put("E")
			i += 2
		} else {
			put("A")
			i++
		}
	case 'G', 'K', 'P':
		if at(i+1) == 'N' {
			put("N")
			i += 2
		}
	case 'X':
		put("S")
		i++
	case 'E', 'I', 'O', 'U':
		put(string([]byte{at(i)}))
		i++
	case 'W':
		if at(i+1) == 'R' {
			put("R")
			i += 2
		} else if at(i+1) == 'H' || vowel(at(i+1)) {
			put("W")
			i += 2
		}
	}
	for ; i < len(word) && (most <= 0 || b.Len() < most); i++ {
		c := at(i)
		if !letter(c) {
			continue
		}
		prev, next, after := at(i-1), at(i+1), at(i+2)
		if next == 0 {
			after = 0
		}
		if c == prev && c != 'C' {
			continue // doubled letters count once, but for C
		}
		skip := 0
		switch c {
		case 'B':
			if !(prev == 'M' && !letter(next)) { // silent in "-mb"
				put("B")
			}
		case 'C':
			switch {
			case frontVowel(next):
				switch {
				case next == 'I' && after == 'A':
					put("X")
				case prev == 'S':
				default:
					put("S")
				}
			case next == 'H':
				if after == 'R' || prev == 'S' {
					put("K")
				} else {
					put("X")
				}
				skip++
			default:
				put("K")
			}
		case 'D':
			if next == 'G' && frontVowel(after) {
				put("J")
				skip++
			} else {
				put("T")
			}
		case 'G':
			switch {
			case next == 'H':
				if !(noGhF(at(i-3)) || at(i-4) == 'H') {
					put("F")
					skip++
				}
			case next == 'N':
				if !letter(after) || after == 'E' && at(i+3) == 'D' {
					// silent
				} else {
					put("K")
				}
			case frontVowel(next) && prev != 'G':
				put("J")
			default:
				put("K")
			}
		case 'H':
			if vowel(next) && !(prev == 'C' || prev == 'G' || prev == 'P' || prev == 'S' || prev == 'T') {
				put("H")
			}
		case 'K':
			if prev != 'C' {
				put("K")
			}
		case 'P':
			if next == 'H' {
				put("F")
			} else {
				put("P")
			}
		case 'Q':
			put("K")
		case 'S':
			switch {
			case next == 'I' && (after == 'O' || after == 'A'):
				put("X")
			case next == 'H':
				put("X")
				skip++
			case next == 'C' && after == 'H' && at(i+3) == 'W':
				put("X")
				skip += 2
			default:
				put("S")
			}
		case 'T':
			switch {
			case next == 'I' && (after == 'O' || after == 'A'):
				put("X")
			case next == 'H':
				put("0")
				skip++
			case !(next == 'C' && after == 'H'):
				put("T")
			}
		case 'V':
			put("F")
		case 'W':
			if vowel(next) {
				put("W")
			}
		case 'X':
			put("KS")
		case 'Y':
			if vowel(next) {
				put("Y")
			}
		case 'Z':
			put("S")
		case 'F', 'J', 'L', 'M', 'N', 'R':
			put(string([]byte{c}))
		}
		i += skip
	}
}
