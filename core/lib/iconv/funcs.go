package iconv

import (
	"slices"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

type listKey struct{}

// find returns a charset by name, suffixes such as //IGNORE aside; nil after a warning.
func find(x *rt.Exec, a *rt.Args, from, to, name string) *charset.Encoding {
	list := rt.State(x, listKey{}, func() *[]*charset.Encoding { l := charset.List(); return &l })
	base, _, _ := strings.Cut(name, "//")
	if base == "" {
		base = "UTF-8"
	}
	if e := charset.Find(*list, base); e != nil && e.Kind != charset.Transfer {
		return e
	}
	a.Warn("Wrong encoding, conversion from \"%s\" to \"%s\" is not allowed", from, to)
	return nil
}

// named returns the encoding of argument i, the internal one when missing.
func named(x *rt.Exec, a *rt.Args, i int) *charset.Encoding {
	name := ""
	if a.Has(i) && !a.IsNull(i) {
		name = a.View(i)
	} else if name = x.Ini.String("iconv.internal_encoding"); name == "" {
		name = x.Ini.String("default_charset")
	}
	return find(x, a, name, "UCS-4LE", name)
}

// plain gives an ASCII spelling of some characters, for //TRANSLIT.
func plain(r rune) string {
	const table = "‘'’'‚,“\"”\"„\"–-—-‐-‑-…... ·.•*€EUR©(C)®(R)™TM«<<»>>×x÷:ÄAÖOÜUäaöoüußssÀAÁAÂAÃAÅAÆAEÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOØOÙUÚUÛUÝYàaáaâaãaåaæaeçcèeéeêeëeìiíiîiïiñnòoóoôoõoøoùuúuûuýyÿyŒOEœoeŠSšsŽZžzŁLłlĄAąaĘEęeŚSśsŻZżzŹZźzĆCćcŃNńnČCčcŘRřrŮUůuĚEěeĐDđdĞGğgİIıiŞSşs"
	i := strings.IndexRune(table, r)
	if i < 0 || r < 0x80 {
		return ""
	}
	rest := table[i+len(string(r)):]
	end := 0
	for end < len(rest) && rest[end] < 0x80 {
		end++
	}
	return rest[:end]
}

func fnIconv(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	from, to := a.View(0), a.View(1)
	ret.SetBool(false)
	in := find(x, a, from, to, from)
	if in == nil {
		return
	}
	out := find(x, a, from, to, to)
	if out == nil {
		return
	}
	opts := strings.ToUpper(to)
	translit, ignore := strings.Contains(opts, "//TRANSLIT"), strings.Contains(opts, "//IGNORE")
	s := a.View(2)
	if in == out && in.Kind == charset.UTF8 && in.Valid(s) {
		ret.SetStr(a.Str(2).AddRef())
		return
	}
	list := rt.State(x, listKey{}, func() *[]*charset.Encoding { l := charset.List(); return &l })
	e, s := in.Strip(*list, s)
	b := text.NewSize(x.Space, len(s))
	var whole []rune
	bad := false
	for _, r := range e.Runes(s) {
		if r != charset.Bad && out.Has(r) {
			if out.Stateful() {
				whole = append(whole, r)
				continue
			}
			var t [8]byte
			p, _ := out.Encode(t[:0], r)
			b.Write(p)
			continue
		}
		switch {
		case r != charset.Bad && translit:
			t := plain(r)
			if t == "" {
				t = "?"
			}
			for _, c := range t {
				var buf [8]byte
				p, _ := out.Encode(buf[:0], c)
				b.Write(p)
			}
		case ignore:
			bad = true
		default:
			b.Free()
			if r == charset.Bad && len(s) > 0 && s[len(s)-1] >= 0xc2 && e.Kind == charset.UTF8 {
				a.Notice("Detected an incomplete multibyte character in input string")
			} else {
				a.Notice("Detected an illegal character in input string")
			}
			return
		}
	}
	if bad {
		a.Notice("Detected an illegal character in input string")
		b.Free()
		return
	}
	if out.Stateful() {
		b.Write(out.EncodeAll(nil, whole))
	}
	ret.SetStr(b.Finish())
}

// decode reads all of argument i, with a notice and false when it is malformed.
func decode(a *rt.Args, e *charset.Encoding, i int) ([]rune, bool) {
	rs := e.Runes(a.View(i))
	if slices.Contains(rs, charset.Bad) {
		a.Notice("Detected an illegal character in input string")
		return nil, false
	}
	return rs, true
}

func fnStrlen(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	if e := named(x, a, 1); e != nil {
		if rs, ok := decode(a, e, 0); ok {
			ret.SetLong(int64(len(rs)))
		}
	}
}

func fnSubstr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	e := named(x, a, 3)
	if e == nil {
		return
	}
	rs, ok := decode(a, e, 0)
	if !ok {
		return
	}
	size := int64(len(rs))
	from, n := a.Int(1), size
	if a.Has(2) && !a.IsNull(2) {
		n = a.Int(2)
	}
	if from < 0 {
		from = max(from+size, 0)
	}
	from = min(from, size)
	if n < 0 {
		n = max(size-from+n, 0)
	}
	n = min(n, size-from)
	ret.SetStr(x.Space.NewBytes(e.EncodeAll(nil, rs[from:from+n])))
}

func fnStrpos(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	e := named(x, a, 3)
	if e == nil {
		return
	}
	hay, ok := decode(a, e, 0)
	if !ok {
		return
	}
	needle, ok := decode(a, e, 1)
	if !ok || len(needle) == 0 {
		return
	}
	from := a.Int(2)
	if from < 0 {
		if from += int64(len(hay)); from < 0 {
			a.ValueError(2, "must be contained in argument #1 ($haystack)")
			return
		}
	}
	for i := from; i+int64(len(needle)) <= int64(len(hay)); i++ {
		if slices.Equal(hay[i:i+int64(len(needle))], needle) {
			ret.SetLong(i)
			return
		}
	}
}

func fnStrrpos(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	e := named(x, a, 2)
	if e == nil {
		return
	}
	hay, ok := decode(a, e, 0)
	if !ok {
		return
	}
	needle, ok := decode(a, e, 1)
	if !ok || len(needle) == 0 {
		return
	}
	for i := len(hay) - len(needle); i >= 0; i-- {
		if slices.Equal(hay[i:i+len(needle)], needle) {
			ret.SetLong(int64(i))
			return
		}
	}
}

func encodingOf(x *rt.Exec, name string) string {
	v := x.Ini.String("iconv." + name)
	if v == "" {
		v = x.Ini.String("default_charset")
	}
	return v
}

func fnGetEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	kinds := [...]string{"input_encoding", "output_encoding", "internal_encoding"}
	want := strings.ToLower(a.View(0))
	if !a.Has(0) || want == "all" {
		t := x.Space.NewTable(3)
		for _, k := range kinds {
			v := zval.StrValue(x.Space.NewString(encodingOf(x, k)))
			x.Space.SetGo(t, k, &v)
		}
		ret.SetArr(t)
		return
	}
	ret.SetBool(false)
	if slices.Contains(kinds[:], want) {
		ret.SetStr(x.Space.NewString(encodingOf(x, want)))
	}
}

func fnSetEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := strings.ToLower(a.View(0))
	if name != "input_encoding" && name != "output_encoding" && name != "internal_encoding" {
		ret.SetBool(false)
		return
	}
	_, ok := x.Ini.Set("iconv."+name, a.View(1), rt.IniRuntime)
	ret.SetBool(ok)
}
