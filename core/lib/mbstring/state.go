package mbstring

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// What replaces a character that cannot be converted.
const (
	subChar   = iota // a character of choice
	subNone          // nothing
	subLong          // "U+XXXX"
	subEntity        // "&#xXXXX;"
)

// state is an executor's mbstring settings.
type state struct {
	list     []*charset.Encoding
	utf8     *charset.Encoding
	internal *charset.Encoding
	order    []*charset.Encoding
	subMode  int
	subRune  rune
	language string
	output   *charset.Encoding
	fold     *special
}

type stateKey struct{}

func stateOf(x *rt.Exec) *state {
	return rt.State(x, stateKey{}, func() *state {
		st := &state{list: charset.List(), subRune: '?', language: "neutral"}
		st.utf8 = charset.Find(st.list, "UTF-8")
		st.internal = st.utf8
		for _, ini := range [...]string{"mbstring.internal_encoding", "internal_encoding", "default_charset"} {
			if e := charset.Find(st.list, x.Ini.String(ini)); e != nil {
				st.internal = e
				break
			}
		}
		st.output = st.internal
		st.order = []*charset.Encoding{charset.Find(st.list, "ASCII"), st.utf8}
		return st
	})
}

// encoding returns the encoding that argument i names, the internal one when
// it is missing or null; nil after a ValueError.
func encoding(x *rt.Exec, a *rt.Args, i int) *charset.Encoding {
	st := stateOf(x)
	if !a.Has(i) || a.IsNull(i) {
		return st.internal
	}
	e := charset.Find(st.list, a.View(i))
	if e == nil {
		a.ValueError(i, "must be a valid encoding, \"%s\" given", cut(a.View(i)))
		return nil
	}
	if e.Kind == charset.Transfer {
		deprecatedCodec(a, e)
		if a.Failed() {
			return nil
		}
	}
	return e
}

// deprecatedCodec reports the use of what is no character encoding.
func deprecatedCodec(a *rt.Args, e *charset.Encoding) {
	switch e.Name {
	case "BASE64":
		a.Deprecated("Handling Base64 via mbstring is deprecated; use base64_encode/base64_decode instead")
	case "UUENCODE":
		a.Deprecated("Handling Uuencode via mbstring is deprecated; use convert_uuencode/convert_uudecode instead")
	case "HTML-ENTITIES":
		a.Deprecated("Handling HTML entities via mbstring is deprecated; use htmlspecialchars, htmlentities, or mb_encode_numericentity/mb_decode_numericentity instead")
	case "Quoted-Printable":
		a.Deprecated("Handling QPrint via mbstring is deprecated; use quoted_printable_encode/quoted_printable_decode instead")
	}
}

func cut(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		return s[:i]
	}
	return s
}

// writer encodes code points into a PHP string, replacing what does not fit.
type writer struct {
	st  *state
	e   *charset.Encoding
	b   *text.Builder
	utf []rune // of a stateful encoding, which is written at the end
	bad int    // replacements made
}

func newWriter(x *rt.Exec, e *charset.Encoding, size int) *writer {
	return &writer{st: stateOf(x), e: e, b: text.NewSize(x.Space, size)}
}

// put adds one code point, or the replacement for a malformed or unencodable one.
func (w *writer) put(r rune) {
	if w.e.Stateful() {
		w.stateful(r)
		return
	}
	var t [16]byte
	if r >= 0 {
		if p, ok := w.e.Encode(t[:0], r); ok {
			w.b.Write(p)
			return
		}
	}
	w.bad++
	plain := func(s string) {
		for i := range len(s) {
			if p, ok := w.e.Encode(t[:0], rune(s[i])); ok {
				w.b.Write(p)
			}
		}
	}
	switch {
	case w.st.subMode == subNone:
	case w.st.subMode == subLong && r >= 0:
		plain("U+" + hex(r))
	case w.st.subMode == subEntity && r >= 0:
		plain("&#x" + hex(r) + ";")
	default:
		c := w.st.subRune
		if w.st.subMode != subChar {
			c = '?'
		}
		p, ok := w.e.Encode(t[:0], c)
		if !ok {
			p, _ = w.e.Encode(t[:0], '?')
		}
		w.b.Write(p)
	}
}

// stateful is put for encodings that are written as a whole.
func (w *writer) stateful(r rune) {
	if w.e.Has(r) {
		w.utf = append(w.utf, r)
		return
	}
	w.bad++
	switch {
	case w.st.subMode == subNone:
	case w.st.subMode == subLong && r >= 0:
		w.utf = append(w.utf, []rune("U+"+hex(r))...)
	case w.st.subMode == subEntity && r >= 0:
		w.utf = append(w.utf, []rune("&#x"+hex(r)+";")...)
	case w.st.subMode == subChar && w.e.Has(w.st.subRune):
		w.utf = append(w.utf, w.st.subRune)
	default:
		w.utf = append(w.utf, '?')
	}
}

func (w *writer) all(rs []rune) {
	for _, r := range rs {
		w.put(r)
	}
}

// finish returns the string, owned.
func (w *writer) finish() *zval.String {
	if w.e.Stateful() {
		w.b.Write(w.e.EncodeAll(nil, w.utf))
	}
	return w.b.Finish()
}

func hex(r rune) string {
	const digits = "0123456789ABCDEF"
	var t [8]byte
	i := len(t)
	for {
		i--
		t[i] = digits[r&15]
		if r >>= 4; r == 0 {
			return string(t[i:])
		}
	}
}

// runes decodes a string argument; malformed sequences are charset.Bad.
func runes(e *charset.Encoding, s string) []rune { return e.Runes(s) }

// utf8Len is how many bytes the character that begins with c takes by its
// first byte alone: how lengths and offsets are counted in UTF-8.
func utf8Len(c byte) int {
	switch {
	case c < 0xc2:
		return 1
	case c < 0xe0:
		return 2
	case c < 0xf0:
		return 3
	case c < 0xf8:
		return 4
	}
	return 1
}

// length is the number of characters of s.
func length(e *charset.Encoding, s string) int {
	if w := e.Width(); w != 0 {
		return len(s) / w
	}
	if e.Kind == charset.UTF8 {
		n := 0
		for i := 0; i < len(s); n++ {
			i += utf8Len(s[i])
		}
		return n
	}
	return len(e.Runes(s))
}

// offset is the byte at which character n of a UTF-8 string begins, its length beyond the end.
func offset(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		i += utf8Len(s[i])
	}
	return min(i, len(s))
}

func setStr(x *rt.Exec, ret *zval.Value, s string) { ret.SetStr(x.Space.NewString(s)) }

// toUTF8 gives a string in UTF-8: itself when it is well-formed UTF-8 already.
func toUTF8(e *charset.Encoding, s string) string {
	if e.Kind == charset.UTF8 && e.Valid(s) {
		return s
	}
	var b strings.Builder
	for _, r := range e.Runes(s) {
		if r == charset.Bad {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fromRunes encodes code points as a result.
func fromRunes(x *rt.Exec, ret *zval.Value, e *charset.Encoding, rs []rune) {
	w := newWriter(x, e, len(rs))
	w.all(rs)
	ret.SetStr(w.finish())
}
