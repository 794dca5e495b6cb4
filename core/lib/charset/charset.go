package charset

import (
	"strings"
	"unicode/utf8"
)

// Bad is what decoding gives for a malformed or unassigned sequence.
const Bad rune = -1

// Kind says how an encoding is built.
type Kind uint8

// Kinds of encodings.
const (
	UTF8 Kind = iota
	ASCII
	Single // one byte a character, by table or as ISO-8859-1
	UTF16
	UTF32
	UCS2
	UTF7
	Binary // 8bit: bytes stand for themselves
	EUC    // ASCII and 94 rows of two bytes from 0xa1 on
	SJIS
	ISO2022JP
	GBK
	Big5
	Transfer
)

// Encoding is a character encoding.
type Encoding struct {
	Name    string // as mbstring spells it
	MIME    string // preferred MIME name, "" for none
	Aliases []string
	Kind    Kind
	Little  bool   // byte order of UTF16, UTF32, UCS2
	BOM     bool   // a byte order mark may choose the order
	high    string // upper half of a Single
	table   *[128]rune
	rows    func() []string // of an East Asian set
	extra   string          // places that differ from rows
	cells   []rune          // the set's characters by place, made on first use
	places  map[rune]int32
}

func single(name, mime, high string, aliases ...string) Encoding {
	return Encoding{Name: name, MIME: mime, Kind: Single, high: high, Aliases: aliases}
}

// List returns all encodings in mbstring's order; tables are filled in.
func List() []*Encoding {
	list := []Encoding{
		{Name: "BASE64", MIME: "BASE64", Kind: Transfer},
		{Name: "UUENCODE", MIME: "x-uuencode", Kind: Transfer},
		{Name: "HTML-ENTITIES", Kind: Transfer, Aliases: []string{"HTML", "html"}},
		{Name: "Quoted-Printable", MIME: "Quoted-Printable", Kind: Transfer, Aliases: []string{"qprint"}},
		{Name: "7bit", MIME: "7bit", Kind: ASCII},
		{Name: "8bit", MIME: "8bit", Kind: Binary, Aliases: []string{"binary"}},
		{Name: "UCS-4", MIME: "UCS-4", Kind: UTF32, BOM: true, Aliases: []string{"ISO-10646-UCS-4", "UCS4"}},
		{Name: "UCS-4BE", MIME: "UCS-4BE", Kind: UTF32, Aliases: []string{"byte4be"}},
		{Name: "UCS-4LE", MIME: "UCS-4LE", Kind: UTF32, Little: true, Aliases: []string{"byte4le"}},
		{Name: "UCS-2", MIME: "UCS-2", Kind: UCS2, BOM: true, Aliases: []string{"ISO-10646-UCS-2", "UCS2", "UNICODE"}},
		{Name: "UCS-2BE", MIME: "UCS-2BE", Kind: UCS2, Aliases: []string{"byte2be"}},
		{Name: "UCS-2LE", MIME: "UCS-2LE", Kind: UCS2, Little: true, Aliases: []string{"byte2le"}},
		{Name: "UTF-32", MIME: "UTF-32", Kind: UTF32, BOM: true, Aliases: []string{"utf32"}},
		{Name: "UTF-32BE", MIME: "UTF-32BE", Kind: UTF32},
		{Name: "UTF-32LE", MIME: "UTF-32LE", Kind: UTF32, Little: true},
		{Name: "UTF-16", MIME: "UTF-16", Kind: UTF16, BOM: true, Aliases: []string{"utf16"}},
		{Name: "UTF-16BE", MIME: "UTF-16BE", Kind: UTF16},
		{Name: "UTF-16LE", MIME: "UTF-16LE", Kind: UTF16, Little: true},
		{Name: "UTF-8", MIME: "UTF-8", Kind: UTF8, Aliases: []string{"utf8"}},
		{Name: "UTF-7", MIME: "UTF-7", Kind: UTF7, Aliases: []string{"utf7"}},
		{Name: "ASCII", MIME: "US-ASCII", Kind: ASCII, Aliases: []string{"ANSI_X3.4-1968", "iso-ir-6", "ANSI_X3.4-1986", "ISO_646.irv:1991", "US-ASCII", "ISO646-US", "us", "IBM367", "IBM-367", "cp367", "csASCII"}},
		single("Windows-1252", "Windows-1252", cp1252, "cp1252"),
		single("Windows-1254", "Windows-1254", cp1254, "CP1254", "CP-1254", "WINDOWS-1254"),
		single("ISO-8859-1", "ISO-8859-1", "", "ISO8859-1", "latin1"),
		single("ISO-8859-2", "ISO-8859-2", iso2, "ISO8859-2", "latin2"),
		single("ISO-8859-3", "ISO-8859-3", iso3, "ISO8859-3", "latin3"),
		single("ISO-8859-4", "ISO-8859-4", iso4, "ISO8859-4", "latin4"),
		single("ISO-8859-5", "ISO-8859-5", iso5, "ISO8859-5", "cyrillic"),
		single("ISO-8859-6", "ISO-8859-6", iso6, "ISO8859-6", "arabic"),
		single("ISO-8859-7", "ISO-8859-7", iso7, "ISO8859-7", "greek"),
		single("ISO-8859-8", "ISO-8859-8", iso8, "ISO8859-8", "hebrew"),
		single("ISO-8859-9", "ISO-8859-9", iso9, "ISO8859-9", "latin5"),
		single("ISO-8859-10", "ISO-8859-10", iso10, "ISO8859-10", "latin6"),
		single("ISO-8859-13", "ISO-8859-13", iso13, "ISO8859-13"),
		single("ISO-8859-14", "ISO-8859-14", iso14, "ISO8859-14", "latin8"),
		single("ISO-8859-15", "ISO-8859-15", iso15, "ISO8859-15"),
		single("ISO-8859-16", "ISO-8859-16", iso16, "ISO8859-16"),
		single("Windows-1251", "Windows-1251", cp1251, "CP1251", "CP-1251", "WINDOWS-1251"),
		single("CP866", "CP866", cp866, "CP-866", "IBM866", "IBM-866"),
		single("KOI8-R", "KOI8-R", koi8r, "KOI8", "koi8r"),
		single("KOI8-U", "KOI8-U", koi8u, "koi8u"),
		single("CP850", "CP850", cp850, "CP-850", "IBM850", "IBM-850"),
		{Name: "EUC-JP", MIME: "EUC-JP", Kind: EUC, rows: jis0208, Aliases: []string{"EUC", "EUC_JP", "eucJP", "x-euc-jp"}},
		{Name: "SJIS", MIME: "Shift_JIS", Kind: SJIS, rows: jis0208, Aliases: []string{"x-sjis", "SHIFT-JIS"}},
		{Name: "eucJP-win", MIME: "EUC-JP", Kind: EUC, rows: jis0208, extra: cp932, Aliases: []string{"eucJP-open", "eucJP-ms"}},
		{Name: "SJIS-win", MIME: "Shift_JIS", Kind: SJIS, rows: jis0208, extra: cp932, Aliases: []string{"SJIS-ms", "SJIS-open"}},
		{Name: "CP932", MIME: "Shift_JIS", Kind: SJIS, rows: jis0208, extra: cp932, Aliases: []string{"MS932", "Windows-31J", "MS_Kanji"}},
		{Name: "JIS", MIME: "ISO-2022-JP", Kind: ISO2022JP, rows: jis0208},
		{Name: "ISO-2022-JP", MIME: "ISO-2022-JP", Kind: ISO2022JP, rows: jis0208},
		{Name: "EUC-CN", MIME: "CN-GB", Kind: GBK, rows: gbk, Aliases: []string{"CN-GB", "EUC_CN", "eucCN", "x-euc-cn", "gb2312"}},
		{Name: "CP936", MIME: "CP936", Kind: GBK, rows: gbk, Aliases: []string{"CP-936", "GBK"}},
		{Name: "BIG-5", MIME: "BIG5", Kind: Big5, rows: big5, Aliases: []string{"CN-BIG5", "BIG-FIVE", "BIGFIVE"}},
		{Name: "EUC-KR", MIME: "EUC-KR", Kind: EUC, rows: ksx1001, Aliases: []string{"EUC_KR", "eucKR", "x-euc-kr"}},
		single("macintosh", "macintosh", macroman, "MacRoman", "mac"),
	}
	out := make([]*Encoding, len(list))
	for i := range list {
		e := &list[i]
		if e.Kind == Single {
			e.table = new([128]rune)
			k := 0
			for _, r := range e.high {
				e.table[k] = r
				k++
			}
			for ; k < 128; k++ {
				e.table[k] = rune(0x80 + k)
			}
		}
		out[i] = e
	}
	return out
}

// Find returns the encoding of a name, alias or MIME name in any case; nil when there is none.
func Find(list []*Encoding, name string) *Encoding {
	for _, e := range list {
		if strings.EqualFold(e.Name, name) {
			return e
		}
	}
	for _, e := range list {
		if e.MIME != "" && strings.EqualFold(e.MIME, name) {
			return e
		}
	}
	for _, e := range list {
		for _, a := range e.Aliases {
			if strings.EqualFold(a, name) {
				return e
			}
		}
	}
	return nil
}

// BadUTF8 is how many bytes at the start of s, which is malformed, make one
// error: those before the first that cannot go on.
func BadUTF8(s string) int {
	c := s[0]
	more := 0
	lo, hi := byte(0x80), byte(0xbf) // of the second byte
	switch {
	case c < 0xc2 || c > 0xf4:
		return 1
	case c < 0xe0:
		more = 1
	case c < 0xf0:
		more = 2
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	default:
		more = 3
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	}
	for k := 1; k <= more; k++ {
		if k >= len(s) || s[k] < lo || s[k] > hi {
			return k
		}
		lo, hi = 0x80, 0xbf
	}
	return more + 1
}

// Decode reads the first character of s, which is not empty.
func (e *Encoding) Decode(s string) (r rune, n int) {
	switch e.Kind {
	case UTF8:
		if s[0] < 0x80 {
			return rune(s[0]), 1
		}
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n <= 1 {
			return Bad, BadUTF8(s)
		}
		return r, n
	case ASCII:
		if s[0] < 0x80 {
			return rune(s[0]), 1
		}
		return Bad, 1
	case Single:
		if s[0] < 0x80 {
			return rune(s[0]), 1
		}
		if r := e.table[s[0]-0x80]; r != utf8.RuneError {
			return r, 1
		}
		return Bad, 1
	case EUC, SJIS, GBK, Big5:
		return e.decodeDouble(s)
	case UTF16:
		if len(s) < 2 {
			return Bad, len(s)
		}
		u := e.unit(s)
		switch {
		case u >= 0xd800 && u < 0xdc00:
			if len(s) < 4 {
				return Bad, len(s)
			}
			w := e.unit(s[2:])
			if w < 0xdc00 || w > 0xdfff {
				return Bad, 2
			}
			return (u-0xd800)<<10 + (w - 0xdc00) + 0x10000, 4
		case u >= 0xdc00 && u < 0xe000:
			return Bad, 2
		}
		return u, 2
	case UCS2:
		if len(s) < 2 {
			return Bad, len(s)
		}
		return e.unit(s), 2
	case UTF32:
		if len(s) < 4 {
			return Bad, len(s)
		}
		var u uint32
		if e.Little {
			u = uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		} else {
			u = uint32(s[3]) | uint32(s[2])<<8 | uint32(s[1])<<16 | uint32(s[0])<<24
		}
		if u > 0x10ffff || u >= 0xd800 && u < 0xe000 {
			return Bad, 4
		}
		return rune(u), 4
	}
	return rune(s[0]), 1
}

func (e *Encoding) unit(s string) rune {
	if e.Little {
		return rune(s[0]) | rune(s[1])<<8
	}
	return rune(s[1]) | rune(s[0])<<8
}

// Encode appends a code point to b; false, with b as it was, when the encoding has no place for it.
func (e *Encoding) Encode(b []byte, r rune) ([]byte, bool) {
	if r < 0 {
		return b, false
	}
	switch e.Kind {
	case UTF8:
		if r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
			return b, false
		}
		return utf8.AppendRune(b, r), true
	case ASCII:
		if r < 0x80 {
			return append(b, byte(r)), true
		}
		return b, false
	case Single:
		if r < 0x80 {
			return append(b, byte(r)), true
		}
		for i, t := range e.table {
			if t == r && r != utf8.RuneError {
				return append(b, byte(0x80+i)), true
			}
		}
		return b, false
	case EUC, SJIS, GBK, Big5:
		return e.encodeDouble(b, r)
	case UTF16, UCS2:
		if r > 0xffff {
			if e.Kind == UCS2 || r > 0x10ffff {
				return b, false
			}
			r -= 0x10000
			b = e.putUnit(b, 0xd800+r>>10)
			return e.putUnit(b, 0xdc00+r&0x3ff), true
		}
		if r >= 0xd800 && r < 0xe000 {
			return b, false
		}
		return e.putUnit(b, r), true
	case UTF32:
		if r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
			return b, false
		}
		if e.Little {
			return append(b, byte(r), byte(r>>8), byte(r>>16), byte(r>>24)), true
		}
		return append(b, byte(r>>24), byte(r>>16), byte(r>>8), byte(r)), true
	}
	if r > 0xff {
		return b, false
	}
	return append(b, byte(r)), true
}

func (e *Encoding) putUnit(b []byte, r rune) []byte {
	if e.Little {
		return append(b, byte(r), byte(r>>8))
	}
	return append(b, byte(r>>8), byte(r))
}

// Strip reads a byte order mark at the start of s where the encoding allows
// one: the encoding of the rest, and the rest.
func (e *Encoding) Strip(list []*Encoding, s string) (*Encoding, string) {
	if !e.BOM {
		return e, s
	}
	switch e.Kind {
	case UTF16, UCS2:
		if len(s) >= 2 && s[0] == 0xfe && s[1] == 0xff {
			return e, s[2:]
		}
		if len(s) >= 2 && s[0] == 0xff && s[1] == 0xfe {
			return Find(list, e.Name+"LE"), s[2:]
		}
	case UTF32:
		if len(s) >= 4 && s[:4] == "\x00\x00\xfe\xff" {
			return e, s[4:]
		}
		if len(s) >= 4 && s[:4] == "\xff\xfe\x00\x00" {
			return Find(list, e.Name+"LE"), s[4:]
		}
	}
	return e, s
}

// Runes decodes all of s; malformed sequences are Bad.
func (e *Encoding) Runes(s string) []rune {
	out := make([]rune, 0, len(s))
	switch e.Kind {
	case UTF7:
		return decodeUTF7(s)
	case ISO2022JP:
		return e.decodeJIS(s)
	}
	for len(s) > 0 {
		r, n := e.Decode(s)
		out = append(out, r)
		s = s[n:]
	}
	return out
}

// Valid reports whether all of s is well formed.
func (e *Encoding) Valid(s string) bool {
	switch e.Kind {
	case UTF8:
		return utf8.ValidString(s)
	case Binary:
		return true
	case UTF7, ISO2022JP:
		for _, r := range e.Runes(s) {
			if r == Bad {
				return false
			}
		}
		return true
	}
	for len(s) > 0 {
		r, n := e.Decode(s)
		if r == Bad {
			return false
		}
		s = s[n:]
	}
	return true
}

// Width is the bytes of every character: 1, 2 or 4, or 0 when it varies.
func (e *Encoding) Width() int {
	switch e.Kind {
	case ASCII, Single, Binary:
		return 1
	case UCS2:
		return 2
	case UTF32:
		return 4
	}
	return 0
}

// Stateful reports an encoding with shifts between states: text is encoded as
// a whole, by EncodeAll.
func (e *Encoding) Stateful() bool { return e.Kind == UTF7 || e.Kind == ISO2022JP }

// Has reports whether the encoding has a place for a code point.
func (e *Encoding) Has(r rune) bool {
	switch e.Kind {
	case UTF7:
		return r >= 0 && r <= 0x10ffff
	case ISO2022JP:
		return r >= 0 && (r < 0x80 || r >= 0xff61 && r <= 0xff9f || e.place(r) >= 0)
	}
	_, ok := e.Encode(nil, r)
	return ok
}

// EncodeAll appends code points, all of which the encoding has, to b.
func (e *Encoding) EncodeAll(b []byte, rs []rune) []byte {
	switch e.Kind {
	case UTF7:
		return EncodeUTF7(b, rs)
	case ISO2022JP:
		return e.encodeJIS(b, rs)
	}
	for _, r := range rs {
		b, _ = e.Encode(b, r)
	}
	return b
}
