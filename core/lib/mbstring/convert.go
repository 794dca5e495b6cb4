package mbstring

import (
	"encoding/base64"
	"html"
	"mime/quotedprintable"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// parseList reads encodings from an array or a comma-separated string; "auto"
// stands for the detection order's default. nil after an error.
func parseList(x *rt.Exec, a *rt.Args, i int, v *zval.Value) []*charset.Encoding {
	st := stateOf(x)
	var names []string
	if v.Type() == zval.ArrayT {
		for it := v.Arr().Iter(); it.Next(); {
			s := x.ToStr(it.Value().Deref())
			names = append(names, s.String())
			x.Space.ReleaseStr(s)
			if a.Failed() {
				return nil
			}
		}
	} else {
		for n := range strings.SplitSeq(v.Str().String(), ",") {
			names = append(names, strings.TrimSpace(n))
		}
		if len(names) == 1 && names[0] == "" {
			names = nil
		}
	}
	list := []*charset.Encoding{}
	for _, n := range names {
		if strings.EqualFold(n, "auto") {
			list = append(list, charset.Find(st.list, "ASCII"), st.utf8)
			continue
		}
		e := charset.Find(st.list, n)
		if e == nil {
			a.ValueError(i, "contains invalid encoding \"%s\"", n)
			return nil
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		a.ValueError(i, "must specify at least one encoding")
		return nil
	}
	return list
}

// decodeTransfer undoes what is no character encoding but a transfer form; the
// result is in bytes, or UTF-8 for HTML.
func decodeTransfer(e *charset.Encoding, s string) string {
	switch e.Name {
	case "BASE64":
		var clean strings.Builder
		for i := range len(s) {
			if c := s[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '+' || c == '/' {
				clean.WriteByte(c)
			}
		}
		b, _ := base64.RawStdEncoding.DecodeString(clean.String())
		return string(b)
	case "Quoted-Printable":
		b, _ := readAll(quotedprintable.NewReader(strings.NewReader(s)))
		return string(b)
	case "HTML-ENTITIES":
		return html.UnescapeString(s)
	}
	return s
}

func readAll(r *quotedprintable.Reader) ([]byte, error) {
	var out []byte
	buf := make([]byte, 512)
	for {
		n, err := r.Read(buf)
		out = append(out, buf[:n]...)
		if err != nil {
			return out, err
		}
	}
}

// convert turns a string from one encoding into another, owned.
func convert(x *rt.Exec, s *zval.String, to, from *charset.Encoding) *zval.String {
	v := s.View()
	if from == to && from.Kind == charset.UTF8 && from.Valid(v) {
		return s.AddRef()
	}
	st := stateOf(x)
	var rs []rune
	if from.Kind == charset.Transfer {
		v = decodeTransfer(from, v)
		if from.Name == "HTML-ENTITIES" {
			rs = st.utf8.Runes(v)
		} else {
			for i := range len(v) {
				rs = append(rs, rune(v[i]))
			}
		}
	} else {
		e, rest := from.Strip(st.list, v)
		if !e.Stateful() && to.Kind != charset.Transfer {
			w := newWriter(x, to, len(v))
			for rest != "" {
				r, n := e.Decode(rest)
				w.put(r)
				rest = rest[n:]
			}
			return w.finish()
		}
		rs = e.Runes(rest)
	}
	if to.Kind != charset.Transfer {
		w := newWriter(x, to, len(v))
		w.all(rs)
		return w.finish()
	}
	var b []byte
	for _, r := range rs {
		if r < 0 {
			r = '?'
		}
		if to.Name == "HTML-ENTITIES" {
			if r < 0x80 {
				b = append(b, byte(r))
			} else {
				b = append(b, entityOf(r)...)
			}
			continue
		}
		b = append(b, byte(r))
	}
	switch to.Name {
	case "BASE64":
		enc := base64.StdEncoding.EncodeToString(b)
		b = b[:0]
		for len(enc) > 76 {
			b = append(append(b, enc[:76]...), '\r', '\n')
			enc = enc[76:]
		}
		b = append(b, enc...)
	case "Quoted-Printable":
		const digits = "0123456789ABCDEF"
		var q []byte
		for _, c := range b {
			if c == '=' || c >= 0x80 || c < 0x20 && c != '\r' && c != '\n' && c != '\t' || c == 0x7f {
				q = append(q, '=', digits[c>>4], digits[c&15])
			} else {
				q = append(q, c)
			}
		}
		b = q
	}
	return x.Space.NewBytes(b)
}

// entityOf is the HTML entity of a character: the names of Latin-1, else a number.
func entityOf(r rune) string {
	const names = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
	if r >= 0xa0 && r <= 0xff {
		return "&" + strings.Fields(names)[r-0xa0] + ";"
	}
	return "&#" + decimal(int64(r)) + ";"
}

func decimal(n int64) string {
	var t [20]byte
	i := len(t)
	for {
		i--
		t[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(t[i:])
		}
	}
}

// convertValue converts strings within arrays too, keys included; owned.
func convertValue(x *rt.Exec, a *rt.Args, v *zval.Value, to *charset.Encoding, from []*charset.Encoding, ret *zval.Value) {
	v = v.Deref()
	switch v.Type() {
	case zval.StringT:
		e := from[0]
		if len(from) > 1 {
			if e = detect(stateOf(x), [][]byte{v.Str().Bytes()}, from, true); e == nil {
				a.Warn("Unable to detect character encoding")
				ret.SetBool(false)
				return
			}
		}
		ret.SetStr(convert(x, v.Str(), to, e))
	case zval.ArrayT:
		if !x.EnterNative() {
			return
		}
		defer x.LeaveNative()
		t := v.Arr()
		if !t.Immutable() {
			if t.GC.TypeInfo&zval.GCProtected != 0 {
				a.Warn("Cannot convert recursively referenced values")
				ret.SetBool(false)
				return
			}
			t.GC.TypeInfo |= zval.GCProtected
			defer func() { t.GC.TypeInfo &^= zval.GCProtected }()
		}
		out := x.Space.NewTable(t.Len())
		for it := t.Iter(); it.Next(); {
			var e zval.Value
			e.SetNull()
			convertValue(x, a, it.Value(), to, from, &e)
			if k, n := it.Key(); k == nil {
				x.Space.SetLong(out, n, &e)
			} else {
				key := convert(x, k, to, from[0])
				x.Space.SetSym(out, key, &e)
				x.Space.ReleaseStr(key)
			}
			if a.Failed() {
				break
			}
		}
		ret.SetArr(out)
	case zval.ObjectT:
		a.Warn("Object is not supported")
		ret.SetNull()
	default:
		ret.CopyFrom(v)
	}
}

func fnConvertEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	to := encoding(x, a, 1)
	if to == nil {
		return
	}
	from := []*charset.Encoding{stateOf(x).internal}
	if a.Has(2) && !a.IsNull(2) {
		if from = parseList(x, a, 2, a.Val(2)); from == nil {
			return
		}
		for _, e := range from {
			if e.Kind == charset.Transfer {
				deprecatedCodec(a, e)
				if a.Failed() {
					return
				}
			}
		}
	}
	convertValue(x, a, a.Val(0), to, from, ret)
}

func fnConvertVariables(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	to := charset.Find(st.list, a.View(0))
	if to == nil {
		a.ValueError(0, "must be a valid encoding, \"%s\" given", cut(a.View(0)))
		return
	}
	from := parseList(x, a, 1, a.Val(1))
	if from == nil {
		return
	}
	e := from[0]
	if len(from) > 1 {
		var all [][]byte
		for i := 2; i < a.Len(); i++ {
			gather(x, a.Val(i), &all, 0)
		}
		if e = detect(st, all, from, true); e == nil {
			a.Warn("Unable to detect encoding")
			ret.SetBool(false)
			return
		}
	}
	for i := 2; i < a.Len(); i++ {
		var v zval.Value
		v.SetNull()
		convertValue(x, a, a.Val(i), to, []*charset.Encoding{e}, &v)
		if a.Failed() || !a.SetRef(i, &v) {
			return
		}
	}
	setStr(x, ret, e.Name)
}

// gather collects the strings of a value.
func gather(x *rt.Exec, v *zval.Value, out *[][]byte, depth int) {
	v = v.Deref()
	switch {
	case v.Type() == zval.StringT:
		*out = append(*out, v.Str().Bytes())
	case v.Type() == zval.ArrayT && depth < 64:
		for it := v.Arr().Iter(); it.Next(); {
			gather(x, it.Value(), out, depth+1)
		}
	}
}

func validValue(x *rt.Exec, a *rt.Args, v *zval.Value, e *charset.Encoding) bool {
	v = v.Deref()
	switch v.Type() {
	case zval.StringT:
		return e.Valid(v.Str().View())
	case zval.ArrayT:
		t := v.Arr()
		if !t.Immutable() {
			if t.GC.TypeInfo&zval.GCProtected != 0 {
				a.Warn("Cannot not handle circular references")
				return false
			}
			t.GC.TypeInfo |= zval.GCProtected
			defer func() { t.GC.TypeInfo &^= zval.GCProtected }()
		}
		if !x.EnterNative() {
			return false
		}
		defer x.LeaveNative()
		for it := t.Iter(); it.Next(); {
			if k, _ := it.Key(); k != nil && !e.Valid(k.View()) {
				return false
			}
			if !validValue(x, a, it.Value(), e) {
				return false
			}
		}
		return true
	case zval.ObjectT, zval.ResourceT:
		return false
	}
	return true
}

func fnCheckEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 1)
	if e == nil {
		return
	}
	if !a.Has(0) || a.IsNull(0) {
		a.Deprecated("Calling mb_check_encoding() without argument is deprecated")
		if !a.Failed() {
			ret.SetBool(true)
		}
		return
	}
	ok := validValue(x, a, a.Val(0), e)
	if !a.Failed() {
		ret.SetBool(ok)
	}
}

func fnScrub(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 1)
	if e == nil {
		return
	}
	if e.Valid(a.View(0)) {
		ret.SetStr(a.Str(0).AddRef())
		return
	}
	ret.SetStr(convert(x, a.Str(0), e, e))
}

// rarity is how unlikely a character makes an encoding that yields it.
func rarity(r rune) int {
	switch {
	case r > 0xffff:
		return 40
	case r >= 0x21 && r <= 0x2f:
		return 6
	case r >= 0x80 && r < 0xa0, r >= 0x3400 && r < 0x4e00, r >= 0xe000 && r <= 0xf8ff, r >= 0xfff0, r < 0x20 && r != '\n' && r != '\r' && r != '\t', r == 0x7f:
		return 30
	}
	return 1
}

// detect picks the likeliest encoding of some strings: among those under which
// they are well formed, or have the fewest errors when strict is not set, the
// one whose characters are the most usual; earlier ones have an advantage.
func detect(st *state, strs [][]byte, list []*charset.Encoding, strict bool) *charset.Encoding {
	var best *charset.Encoding
	bestErrors, bestScore := -1, 0.0
	for i, e := range list {
		if e.Kind == charset.Transfer || e.Kind == charset.Binary || e.Name == "7bit" {
			continue // not character encodings
		}
		errors, score := 0, 0
		for _, s := range strs {
			ee, rest := e.Strip(st.list, string(s))
			for _, r := range ee.Runes(rest) {
				if r == charset.Bad {
					errors++
				} else {
					score += rarity(r)
				}
			}
		}
		if strict && errors > 0 {
			continue
		}
		weighted := float64(score) * (1 + 0.3*float64(i))
		if best == nil || errors < bestErrors || errors == bestErrors && weighted < bestScore {
			best, bestErrors, bestScore = e, errors, weighted
		}
	}
	return best
}

func fnDetectEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	list := st.order
	if a.Has(1) && !a.IsNull(1) {
		if list = parseList(x, a, 1, a.Val(1)); list == nil {
			return
		}
	}
	e := detect(st, [][]byte{a.Bytes(0)}, list, a.Bool(2))
	if e == nil {
		ret.SetBool(false)
		return
	}
	setStr(x, ret, e.Name)
}

// entityMap reads the map argument of the numeric entity functions: groups of
// first, last, offset and mask.
func entityMap(x *rt.Exec, a *rt.Args, i int) ([][4]int64, bool) {
	t := a.Arr(i)
	var flat []int64
	for it := t.Iter(); it.Next(); {
		v := it.Value().Deref()
		if v.Type() != zval.Long {
			a.TypeError(i, "must only be composed of values of type int")
			return nil, false
		}
		flat = append(flat, v.Long())
	}
	if len(flat)%4 != 0 {
		a.ValueError(i, "must have a multiple of 4 elements")
		return nil, false
	}
	var out [][4]int64
	for len(flat) > 0 {
		out = append(out, [4]int64(flat[:4]))
		flat = flat[4:]
	}
	return out, true
}

func fnEncodeNumeric(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 2)
	if e == nil {
		return
	}
	m, ok := entityMap(x, a, 1)
	if !ok {
		return
	}
	var out []rune
next:
	for _, r := range e.Runes(a.View(0)) {
		for _, g := range m {
			if int64(r) >= g[0] && int64(r) <= g[1] {
				n := (int64(r) + g[2]) & g[3]
				s := "&#" + decimal(max(n, 0)) + ";"
				if a.Bool(3) {
					s = "&#x" + hex(rune(n)) + ";"
				}
				out = append(out, []rune(s)...)
				continue next
			}
		}
		out = append(out, r)
	}
	fromRunes(x, ret, e, out)
}

func fnDecodeNumeric(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := encoding(x, a, 2)
	if e == nil {
		return
	}
	m, ok := entityMap(x, a, 1)
	if !ok {
		return
	}
	rs := e.Runes(a.View(0))
	var out []rune
	for i := 0; i < len(rs); {
		if rs[i] != '&' || i+2 >= len(rs) || rs[i+1] != '#' {
			out = append(out, rs[i])
			i++
			continue
		}
		k, base := i+2, int64(10)
		if rs[k] == 'x' || rs[k] == 'X' {
			k, base = k+1, 16
		}
		n, start := int64(0), k
		for k < len(rs) && k-start < 10 {
			d := int64(-1)
			switch c := rs[k]; {
			case c >= '0' && c <= '9':
				d = int64(c - '0')
			case base == 16 && c|0x20 >= 'a' && c|0x20 <= 'f':
				d = int64(c|0x20-'a') + 10
			}
			if d < 0 {
				break
			}
			n = n*base + d
			k++
		}
		found := false
		if k < len(rs) && k-start == 10 && rs[k] != ';' && (hexRune(rs[k]) >= 0 && (base == 16 || hexRune(rs[k]) < 10)) {
			// too many digits for any character
			for k < len(rs) && hexRune(rs[k]) >= 0 && (base == 16 || hexRune(rs[k]) < 10) {
				k++
			}
		} else if k > start {
			for _, g := range m {
				if c := n - g[2]; c >= g[0] && c <= g[1] {
					out = append(out, rune(c))
					found = true
					break
				}
			}
		}
		if !found {
			out = append(out, rs[i:k]...)
			i = k
			continue
		}
		if i = k; i < len(rs) && rs[i] == ';' {
			i++
		}
	}
	fromRunes(x, ret, e, out)
}

func hexRune(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0')
	case r|0x20 >= 'a' && r|0x20 <= 'f':
		return int(r|0x20-'a') + 10
	}
	return -1
}
