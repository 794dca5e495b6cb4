package charset

import "unicode/utf8"

// Double-byte encodings. A character's place is its row times the row's length
// plus its column.

func (e *Encoding) columns() int {
	switch e.Kind {
	case GBK:
		return 190
	case Big5:
		return 157
	}
	return 94
}

// load makes the tables of the set.
func (e *Encoding) load() {
	if e.cells != nil {
		return
	}
	n := e.columns()
	rows := e.rows()
	e.cells = make([]rune, max(len(rows), 120)*n)
	e.places = make(map[rune]int32, 8000)
	set := func(r rune, at int) {
		e.cells[at] = r
		if _, dup := e.places[r]; !dup {
			e.places[r] = int32(at)
		}
	}
	for extra := e.extra; extra != ""; {
		r, k := utf8.DecodeRuneInString(extra)
		at, m := utf8.DecodeRuneInString(extra[k:])
		set(r, int(at-0x100))
		extra = extra[k+m:]
	}
	for i, row := range rows {
		at := i * n
		for _, r := range row {
			if r != ' ' && e.cells[at] == 0 {
				set(r, at)
			}
			at++
		}
	}
}

func (e *Encoding) cell(row, col int) rune {
	e.load()
	if at := row*e.columns() + col; row >= 0 && col >= 0 && col < e.columns() && at < len(e.cells) && e.cells[at] != 0 {
		return e.cells[at]
	}
	return Bad
}

// place is where a character is in the set, -1 for nowhere.
func (e *Encoding) place(r rune) int {
	e.load()
	if at, ok := e.places[r]; ok {
		return int(at)
	}
	return -1
}

// japanese reports an encoding with half-width kana of one byte.
func (e *Encoding) japanese() bool { return e.Kind == SJIS || e.Kind == EUC && e.Name != "EUC-KR" }

func (e *Encoding) decodeDouble(s string) (rune, int) {
	c := s[0]
	if c < 0x80 {
		return rune(c), 1
	}
	second := func() (byte, bool) {
		if len(s) < 2 {
			return 0, false
		}
		return s[1], true
	}
	switch e.Kind {
	case EUC:
		if c == 0x8e && e.japanese() {
			if t, ok := second(); ok && t >= 0xa1 && t <= 0xdf {
				return 0xff61 + rune(t-0xa1), 2
			}
			return Bad, min(2, len(s))
		}
		if c == 0x8f && e.japanese() {
			return Bad, min(3, len(s))
		}
		if c < 0xa1 || c == 0xff {
			return Bad, 1
		}
		t, ok := second()
		if !ok {
			return Bad, 1
		}
		if t < 0xa1 || t == 0xff {
			return Bad, 2
		}
		return e.cell(int(c-0xa1), int(t-0xa1)), 2
	case SJIS:
		if c >= 0xa1 && c <= 0xdf {
			return 0xff61 + rune(c-0xa1), 1
		}
		if c == 0x80 || c == 0xa0 || c > 0xfc {
			return Bad, 1
		}
		t, ok := second()
		if !ok {
			return Bad, 1
		}
		if t < 0x40 || t == 0x7f || t > 0xfc {
			return Bad, 2
		}
		row := int(c) - 0x81
		if c >= 0xe0 {
			row -= 0x40
		}
		row *= 2
		col := int(t) - 0x40
		switch {
		case t >= 0x9f:
			row++
			col = int(t) - 0x9f
		case t > 0x7f:
			col--
		}
		return e.cell(row, col), 2
	case GBK:
		if c == 0x80 || c == 0xff {
			return Bad, 1
		}
		t, ok := second()
		if !ok {
			return Bad, 1
		}
		if t < 0x40 || t == 0x7f || t == 0xff || e.Name == "EUC-CN" && (c < 0xa1 || t < 0xa1) {
			return Bad, 2
		}
		col := int(t) - 0x40
		if t > 0x7f {
			col--
		}
		return e.cell(int(c)-0x81, col), 2
	}
	if c < 0xa1 || c > 0xf9 {
		return Bad, 1
	}
	t, ok := second()
	if !ok {
		return Bad, 1
	}
	switch {
	case t >= 0x40 && t <= 0x7e:
		return e.cell(int(c)-0xa1, int(t)-0x40), 2
	case t >= 0xa1 && t <= 0xfe:
		return e.cell(int(c)-0xa1, int(t)-0xa1+63), 2
	}
	return Bad, 2
}

func (e *Encoding) encodeDouble(b []byte, r rune) ([]byte, bool) {
	if r < 0x80 {
		return append(b, byte(r)), true
	}
	if r >= 0xff61 && r <= 0xff9f && e.japanese() {
		if e.Kind == EUC {
			b = append(b, 0x8e)
		}
		return append(b, byte(r-0xff61+0xa1)), true
	}
	at := e.place(r)
	if at < 0 {
		return b, false
	}
	row, col := at/e.columns(), at%e.columns()
	switch e.Kind {
	case EUC:
		if row >= 94 {
			return b, false
		}
		return append(b, byte(0xa1+row), byte(0xa1+col)), true
	case SJIS:
		lead := row/2 + 0x81
		if lead > 0x9f {
			lead += 0x40
		}
		t := col + 0x9f
		if row%2 == 0 {
			if t = col + 0x40; t >= 0x7f {
				t++
			}
		}
		return append(b, byte(lead), byte(t)), true
	case GBK:
		t := col + 0x40
		if t >= 0x7f {
			t++
		}
		if e.Name == "EUC-CN" && (row < 0x20 || t < 0xa1) {
			return b, false
		}
		return append(b, byte(0x81+row), byte(t)), true
	}
	t := col + 0x40
	if col >= 63 {
		t = col - 63 + 0xa1
	}
	return append(b, byte(0xa1+row), byte(t)), true
}

// decodeJIS reads ISO-2022-JP with half-width kana by escape or shift.
func (e *Encoding) decodeJIS(s string) []rune {
	const (
		ascii = iota
		roman
		kana
		kanji
	)
	var out []rune
	mode := ascii
	for i := 0; i < len(s); {
		c := s[i]
		if c == 0x1b {
			rest := s[i+1:]
			next, ok := mode, true
			n := 3
			switch {
			case len(rest) >= 2 && rest[:2] == "(B":
				next = ascii
			case len(rest) >= 2 && rest[:2] == "(J":
				next = roman
			case len(rest) >= 2 && rest[:2] == "(I":
				next = kana
			case len(rest) >= 2 && (rest[:2] == "$B" || rest[:2] == "$@"):
				next = kanji
			default:
				ok = false
			}
			if !ok {
				out = append(out, Bad)
				i++
				continue
			}
			mode = next
			i += n
			continue
		}
		switch {
		case c >= 0xa1 && c <= 0xdf:
			out = append(out, 0xff61+rune(c-0xa1))
			i++
		case c >= 0x80:
			out = append(out, Bad)
			i++
		case mode == kanji && c > 0x20 && c < 0x7f:
			if i+1 >= len(s) {
				out = append(out, Bad)
				i++
				break
			}
			t := s[i+1]
			if t <= 0x20 || t >= 0x7f {
				out = append(out, Bad)
				i += 2
				break
			}
			out = append(out, e.cell(int(c-0x21), int(t-0x21)))
			i += 2
		case mode == kana && c > 0x20 && c < 0x60:
			out = append(out, 0xff61+rune(c-0x21))
			i++
		case mode == roman && c == 0x5c:
			out = append(out, 0xa5)
			i++
		case mode == roman && c == 0x7e:
			out = append(out, 0x203e)
			i++
		default:
			out = append(out, rune(c))
			i++
		}
	}
	return out
}

func (e *Encoding) encodeJIS(b []byte, rs []rune) []byte {
	mode := "(B"
	shift := func(m string) {
		if mode != m {
			b = append(append(b, 0x1b), m...)
			mode = m
		}
	}
	for _, r := range rs {
		switch {
		case r < 0x80:
			shift("(B")
			b = append(b, byte(r))
		case r >= 0xff61 && r <= 0xff9f:
			shift("(I")
			b = append(b, byte(r-0xff61+0x21))
		default:
			if at := e.place(r); at >= 0 {
				shift("$B")
				b = append(b, byte(0x21+at/94), byte(0x21+at%94))
			}
		}
	}
	shift("(B")
	return b
}
