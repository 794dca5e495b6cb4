package strings

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Flags of the HTML functions, ENT_*.
const (
	entDouble     = 2 // quotes to convert
	entSingle     = 1
	entQuotes     = 3
	entIgnore     = 4
	entSubstitute = 8
	entDisallowed = 128
	docMask       = 48
	docHTML401    = 0
	docXML1       = 16
	docXHTML      = 32
	docHTML5      = 48

	htmlDefault = entQuotes | entSubstitute
)

// entityTable maps text to entity names, and names back.
type entityTable struct {
	one   map[rune]string
	two   map[[2]rune]string
	names map[string]string
}

type html4Key struct{}
type html5Key struct{}

// entities returns the table of a document type; nil for XML, which has only the five basic ones.
func entities(x *rt.Exec, doc int64) *entityTable {
	switch doc {
	case docXML1:
		return nil
	case docHTML5:
		return rt.State(x, html5Key{}, func() *entityTable { return parseEntities(html5Entities) })
	}
	return rt.State(x, html4Key{}, func() *entityTable { return parseEntities(html4Entities) })
}

func parseEntities(list string) *entityTable {
	t := &entityTable{one: map[rune]string{}, two: map[[2]rune]string{}, names: map[string]string{}}
	for item := range strings.SplitSeq(strings.TrimSuffix(list, ";"), ";") {
		f := strings.Fields(item)
		a, _ := strconv.ParseInt(f[1], 16, 32)
		if len(f) == 3 {
			b, _ := strconv.ParseInt(f[2], 16, 32)
			t.two[[2]rune{rune(a), rune(b)}] = f[0]
			t.names[f[0]] = string([]rune{rune(a), rune(b)})
			continue
		}
		t.one[rune(a)] = f[0]
		t.names[f[0]] = string(rune(a))
	}
	return t
}

// named resolves an entity name under a document type.
func (t *entityTable) named(doc int64, name string) (string, bool) {
	switch name {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return "\"", true
	case "apos":
		return "'", doc != docHTML401
	}
	if t == nil {
		return "", false
	}
	if s, ok := t.names[name]; ok {
		return s, true
	}
	if doc == docHTML5 {
		// the names that encoding does not use
		e := "&" + name + ";"
		if s := html.UnescapeString(e); s != e && (!strings.HasSuffix(s, ";") || name == "semi") {
			return s, true
		}
	}
	return "", false
}

// allowed reports whether a document type permits a code point.
func allowed(c rune, doc int64) bool {
	switch doc {
	case docHTML401:
		return c >= 0x20 && c <= 0x7e || c == 9 || c == 10 || c == 13 || c >= 0xa0 && c <= 0xd7ff || c >= 0xe000 && c <= 0x10ffff
	case docHTML5:
		return c >= 0x20 && c <= 0x7e || c >= 9 && c <= 13 && c != 11 ||
			c >= 0xa0 && c <= 0x10ffff && c&0xffff != 0xfffe && c&0xffff != 0xffff && !(c >= 0xfdd0 && c <= 0xfdef)
	}
	return c >= 0x20 && c <= 0xd7ff || c == 9 || c == 10 || c == 13 || c >= 0xe000 && c <= 0x10ffff && c != 0xfffe && c != 0xffff
}

// charsetOf returns the encoding that a function's argument names; nil stands
// for the multibyte ones of East Asia, in which only the basic characters are converted.
func charsetOf(x *rt.Exec, name string) *charset.Encoding {
	if name == "" {
		if name = x.Ini.String("internal_encoding"); name == "" {
			name = x.Ini.String("default_charset")
		}
	}
	list := rt.State(x, charsetsKey{}, func() *[]*charset.Encoding { l := charset.List(); return &l })
	find := func(n string) *charset.Encoding { return charset.Find(*list, n) }
	switch lc := strings.ToLower(name); lc {
	case "utf-8", "":
		return find("UTF-8")
	case "iso-8859-1", "iso8859-1":
		return find("ISO-8859-1")
	case "iso-8859-15", "iso8859-15":
		return find("ISO-8859-15")
	case "iso-8859-5", "iso8859-5":
		return find("ISO-8859-5")
	case "windows-1252", "1252", "cp1252":
		return find("Windows-1252")
	case "windows-1251", "1251", "cp1251", "win-1251":
		return find("Windows-1251")
	case "koi8-r", "koi8-ru", "koi8r":
		return find("KOI8-R")
	case "cp866", "866", "ibm866":
		return find("CP866")
	case "macroman":
		return find("macintosh")
	case "big5", "950", "gb2312", "936", "big5-hkscs", "shift_jis", "sjis", "932", "sjis-win", "cp932", "euc-jp", "eucjp", "eucjp-win":
		return nil
	}
	x.FuncWarning("Charset \"%s\" is not supported, assuming UTF-8", name)
	return find("UTF-8")
}

type charsetsKey struct{}

// encodeRune adds a code point; false when the encoding has no place for it.
func encodeRune(b *text.Builder, cs *charset.Encoding, c rune) bool {
	if cs == nil {
		if c < 0x80 {
			b.Byte(byte(c))
		}
		return c < 0x80
	}
	var t [8]byte
	p, ok := cs.Encode(t[:0], c)
	b.Write(p)
	return ok
}

func utf8Lead(c byte) bool { return c < 0x80 || c >= 0xc2 && c <= 0xf4 }

// badUTF8 is how many bytes at the start of s make one malformed character.
func badUTF8(s string) int {
	c := s[0]
	more := 0
	switch {
	case c < 0xc2 || c > 0xf4:
		return 1
	case c < 0xe0:
		more = 1
	case c < 0xf0:
		more = 2
	default:
		more = 3
	}
	for k := 1; k <= more; k++ {
		if k >= len(s) || utf8Lead(s[k]) {
			return k
		}
	}
	return more + 1
}

// entityAt measures a well-formed entity at the start of s, "&" included; 0
// when there is none.
func entityAt(s string, t *entityTable, doc int64, disallowed bool) int {
	if len(s) > 2 && s[1] == '#' {
		i, base := 2, 10
		if s[2]|0x20 == 'x' {
			i, base = 3, 16
		}
		n, start := rune(0), i
		for ; i < len(s) && hexDigit(s[i]) >= 0 && hexDigit(s[i]) < base; i++ {
			if n <= 0x10ffff {
				n = n*rune(base) + rune(hexDigit(s[i]))
			}
		}
		if i == start || i >= len(s) || s[i] != ';' || n > 0x10ffff {
			return 0
		}
		if disallowed && doc != docHTML401 && (!allowed(n, doc) || doc == docHTML5 && n == 13) {
			return 0
		}
		return i + 1
	}
	i := 1
	for i < len(s) && isAlnum(s[i]) {
		i++
	}
	if i == 1 || i >= len(s) || s[i] != ';' {
		return 0
	}
	name := s[1:i]
	if _, ok := t.named(doc, name); !ok && name != "apos" {
		return 0
	} else if !ok {
		return 0
	}
	return i + 1
}

func basicOnly(a *rt.Args) {
	a.Notice("Only basic entities substitution is supported for multi-byte encodings other than UTF-8; functionality is equivalent to htmlspecialchars")
}

func escape(x *rt.Exec, a *rt.Args, ret *zval.Value, all bool) {
	s := a.Str(0)
	flags := int64(htmlDefault)
	if a.Has(1) {
		flags = a.Int(1)
	}
	cs := charsetOf(x, a.View(2))
	if cs == nil && all && !a.Failed() {
		basicOnly(a)
	}
	if a.Failed() {
		return
	}
	r := escapeHTML(x, s, flags, cs, !a.Has(3) || a.Bool(3), all)
	ret.SetStr(r)
}

// escapeHTML converts characters with meaning in HTML to entities, or all that
// have one. The result is owned.
func escapeHTML(x *rt.Exec, s *zval.String, flags int64, cs *charset.Encoding, double, all bool) *zval.String {
	v := s.View()
	doc := flags & docMask
	utf := cs != nil && cs.Kind == charset.UTF8
	// for htmlspecialchars what higher bytes of other charsets mean is not looked up
	unchecked := !all && (cs == nil || !utf && cs.Name != "ISO-8859-1")
	if v == "" {
		return s.AddRef()
	}
	single := "&#039;"
	if doc != docHTML401 {
		single = "&apos;"
	}
	var t *entityTable
	if all || !double {
		t = entities(x, doc)
	}
	if all && doc == docXHTML {
		single = "&#039;"
	}
	if all && doc == docXML1 {
		all = false
	}
	b := text.NewSize(x.Space, len(v)+len(v)/4)
	done := 0 // what has been added
	put := func(upTo, next int, e string) {
		b.Str(v[done:upTo])
		b.Str(e)
		done = next
	}
	substitute := "\uFFFD"
	if !utf {
		substitute = "&#xFFFD;"
	}
	for i := 0; i < len(v); {
		c := v[i]
		if c < 0x80 {
			if all && utf && doc == docHTML5 && (c == '<' || c == '=' || c == '>') {
				if next, n := utf8.DecodeRuneInString(v[i+1:]); next >= 0x80 {
					if name := t.two[[2]rune{rune(c), next}]; name != "" {
						put(i, i+1+n, "&"+name+";")
						i += 1 + n
						continue
					}
				}
			}
			e := ""
			switch c {
			case '&':
				e = "&amp;"
				if !double {
					if n := entityAt(v[i:], t, doc, flags&entDisallowed != 0); n > 0 {
						i += n
						continue
					}
				}
			case '<':
				e = "&lt;"
			case '>':
				e = "&gt;"
			case '"':
				if flags&entDouble != 0 {
					e = "&quot;"
				}
			case '\'':
				if flags&entSingle != 0 {
					e = single
				}
			default:
				if flags&entDisallowed != 0 && !allowed(rune(c), doc) && !(unchecked && c > 0x7d) {
					e = substitute
				} else if all && doc == docHTML5 {
					if i+1 < len(v) && v[i+1] >= 0x80 || c == 'f' && i+1 < len(v) && v[i+1] == 'j' {
						if next, n := utf8.DecodeRuneInString(v[i+1:]); utf {
							if name := t.two[[2]rune{rune(c), next}]; name != "" {
								put(i, i+1+n, "&"+name+";")
								i += 1 + n
								continue
							}
						}
					}
					if name := t.one[rune(c)]; name != "" {
						e = "&" + name + ";"
					}
				}
			}
			if e != "" {
				put(i, i+1, e)
			}
			i++
			continue
		}
		if !utf {
			r := rune(charset.Bad)
			if cs != nil {
				r, _ = cs.Decode(v[i:])
			}
			if all && r >= 0 {
				if name := t.one[r]; name != "" {
					put(i, i+1, "&"+name+";")
				}
			} else if flags&entDisallowed != 0 && !unchecked && r >= 0 && !allowed(r, doc) {
				put(i, i+1, substitute)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(v[i:])
		if r == utf8.RuneError && n <= 1 {
			n = badUTF8(v[i:])
			switch {
			case flags&entIgnore != 0:
				put(i, i+n, "")
			case flags&entSubstitute != 0:
				put(i, i+n, substitute)
			default:
				b.Free()
				return x.Space.EmptyString()
			}
			i += n
			continue
		}
		if all {
			if doc == docHTML5 && i+n < len(v) {
				if next, k := utf8.DecodeRuneInString(v[i+n:]); k > 0 {
					if name := t.two[[2]rune{r, next}]; name != "" {
						put(i, i+n+k, "&"+name+";")
						i += n + k
						continue
					}
				}
			}
			if name := t.one[r]; name != "" {
				put(i, i+n, "&"+name+";")
				i += n
				continue
			}
		}
		if flags&entDisallowed != 0 && !allowed(r, doc) {
			put(i, i+n, substitute)
		}
		i += n
	}
	if done == 0 {
		b.Free()
		return s.AddRef()
	}
	b.Str(v[done:])
	return b.Finish()
}

func fnHTMLSpecialChars(x *rt.Exec, a *rt.Args, ret *zval.Value) { escape(x, a, ret, false) }
func fnHTMLEntities(x *rt.Exec, a *rt.Args, ret *zval.Value)     { escape(x, a, ret, true) }

func fnHTMLEntityDecode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := int64(htmlDefault)
	if a.Has(1) {
		flags = a.Int(1)
	}
	cs := charsetOf(x, a.View(2))
	if a.Failed() {
		return
	}
	ret.SetStr(unescapeHTML(x, a.Str(0), flags, cs, true))
}

func fnHTMLSpecialDecode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	flags := int64(htmlDefault)
	if a.Has(1) {
		flags = a.Int(1)
	}
	ret.SetStr(unescapeHTML(x, a.Str(0), flags, charsetOf(x, "UTF-8"), false))
}

// unescapeHTML replaces entities by what they stand for, or only those of the
// basic characters; the result is owned.
func unescapeHTML(x *rt.Exec, s *zval.String, flags int64, cs *charset.Encoding, all bool) *zval.String {
	v := s.View()
	if strings.IndexByte(v, '&') < 0 {
		return s.AddRef()
	}
	doc := flags & docMask
	var t *entityTable
	if all {
		t = entities(x, doc)
	}
	b := text.NewSize(x.Space, len(v))
	for i := 0; i < len(v); {
		k := strings.IndexByte(v[i:], '&')
		if k < 0 {
			b.Str(v[i:])
			break
		}
		b.Str(v[i : i+k])
		i += k
		n := decodeEntity(b, v[i:], t, flags, doc, cs, all)
		if n == 0 {
			b.Byte('&')
			n = 1
		}
		i += n
	}
	return b.Finish()
}

// decodeEntity adds what the entity at the start of s stands for and returns
// its length; 0 when there is none to decode.
func decodeEntity(b *text.Builder, s string, t *entityTable, flags, doc int64, cs *charset.Encoding, all bool) int {
	quoted := func(c string) bool {
		return c == "'" && flags&entSingle == 0 || c == "\"" && flags&entDouble == 0
	}
	if len(s) > 2 && s[1] == '#' {
		i, base := 2, 10
		if s[2]|0x20 == 'x' {
			i, base = 3, 16
		}
		n, start := rune(0), i
		for ; i < len(s) && hexDigit(s[i]) >= 0 && hexDigit(s[i]) < base; i++ {
			if n <= 0x10ffff {
				n = n*rune(base) + rune(hexDigit(s[i]))
			}
		}
		if i == start || i >= len(s) || s[i] != ';' || !allowed(n, doc) || doc == docHTML5 && n == 13 {
			return 0
		}
		if !all && n != '&' && n != '<' && n != '>' && n != '"' && n != '\'' {
			return 0
		}
		if quoted(string(n)) || !encodeRune(b, cs, n) {
			return 0
		}
		return i + 1
	}
	i := 1
	for i < len(s) && isAlnum(s[i]) {
		i++
	}
	if i == 1 || i >= len(s) || s[i] != ';' {
		return 0
	}
	c, ok := t.named(doc, s[1:i])
	if !ok || quoted(c) {
		return 0
	}
	at := b.Len()
	for _, r := range c {
		if !encodeRune(b, cs, r) {
			b.Cut(at)
			return 0
		}
	}
	return i + 1
}

func fnHTMLTable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	all := a.Int(0) != 0
	flags := int64(htmlDefault)
	if a.Has(1) {
		flags = a.Int(1)
	}
	name := "UTF-8"
	if a.Has(2) {
		name = a.View(2)
	}
	cs := charsetOf(x, name)
	doc := flags & docMask
	t := x.Space.NewTable(8)
	add := func(key, entity string) {
		v := zval.StrValue(x.Space.NewString(entity))
		x.Space.SetSymGo(t, key, &v)
	}
	single := "&#039;"
	if doc != docHTML401 && !(all && doc == docXHTML) {
		single = "&apos;"
	}
	if !all || doc == docXML1 || cs == nil {
		if flags&entDouble != 0 {
			add("\"", "&quot;")
		}
		add("&", "&amp;")
		if flags&entSingle != 0 {
			add("'", single)
		}
		add("<", "&lt;")
		add(">", "&gt;")
		ret.SetArr(t)
		return
	}
	list := html4Entities
	if doc == docHTML5 {
		list = html5Entities
	}
	singleDone := false
	addSingle := func() {
		if !singleDone && flags&entSingle != 0 {
			add("'", single)
		}
		singleDone = true
	}
	for item := range strings.SplitSeq(strings.TrimSuffix(list, ";"), ";") {
		f := strings.Fields(item)
		first, _ := strconv.ParseInt(f[1], 16, 32)
		if first > '\'' {
			addSingle()
		}
		if f[0] == "quot" && flags&entDouble == 0 || f[0] == "apos" && flags&entSingle == 0 {
			continue
		}
		b := text.New(x.Space)
		ok := true
		for _, h := range f[1:] {
			c, _ := strconv.ParseInt(h, 16, 32)
			ok = ok && encodeRune(b, cs, rune(c))
		}
		if ok {
			add(string(b.Bytes()), "&"+f[0]+";")
		}
		b.Free()
	}
	ret.SetArr(t)
}

// decodeRune reads a UTF-8 character; -1 for a malformed one, with its length.
func decodeRune(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return -1, badUTF8(s)
	}
	return r, n
}
