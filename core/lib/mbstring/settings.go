package mbstring

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	query "github.com/ebb-vm/ebb/core/lib/strings"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnInternalEncoding(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	if !a.Has(0) || a.IsNull(0) {
		setStr(x, ret, st.internal.Name)
		return
	}
	if e := encoding(x, a, 0); e != nil {
		st.internal = e
		ret.SetBool(true)
	}
}

func fnHTTPOutput(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	if !a.Has(0) || a.IsNull(0) {
		setStr(x, ret, st.output.Name)
		return
	}
	if e := encoding(x, a, 0); e != nil {
		st.output = e
		ret.SetBool(true)
	}
}

func fnHTTPInput(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(false) }

func fnSubstitute(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	if !a.Has(0) || a.IsNull(0) {
		switch st.subMode {
		case subNone:
			setStr(x, ret, "none")
		case subLong:
			setStr(x, ret, "long")
		case subEntity:
			setStr(x, ret, "entity")
		default:
			ret.SetLong(int64(st.subRune))
		}
		return
	}
	v := a.Val(0)
	if v.Type() == zval.StringT {
		switch strings.ToLower(v.Str().View()) {
		case "none":
			st.subMode = subNone
		case "long":
			st.subMode = subLong
		case "entity":
			st.subMode = subEntity
		default:
			a.ValueError(0, "must be \"none\", \"long\", \"entity\" or a valid codepoint")
			return
		}
		ret.SetBool(true)
		return
	}
	n := v.Long()
	if n < 0 || n > 0x10ffff || n >= 0xd800 && n <= 0xdfff {
		a.ValueError(0, "is not a valid codepoint")
		return
	}
	st.subMode, st.subRune = subChar, rune(n)
	ret.SetBool(true)
}

func fnDetectOrder(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	if !a.Has(0) || a.IsNull(0) {
		ret.SetArr(nameList(x, st.order))
		return
	}
	if list := parseList(x, a, 0, a.Val(0)); list != nil {
		st.order = list
		ret.SetBool(true)
	}
}

func nameList(x *rt.Exec, list []*charset.Encoding) *zval.Table {
	t := x.Space.NewTable(len(list))
	for _, e := range list {
		v := zval.StrValue(x.Space.NewString(e.Name))
		x.Space.Append(t, &v)
	}
	return t
}

func fnListEncodings(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetArr(nameList(x, stateOf(x).list))
}

func fnAliases(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := charset.Find(stateOf(x).list, a.View(0))
	if e == nil {
		a.ValueError(0, "must be a valid encoding, \"%s\" given", cut(a.View(0)))
		return
	}
	t := x.Space.NewTable(len(e.Aliases))
	for _, n := range e.Aliases {
		v := zval.StrValue(x.Space.NewString(n))
		x.Space.Append(t, &v)
	}
	ret.SetArr(t)
}

func fnMIMEName(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := charset.Find(stateOf(x).list, a.View(0))
	switch {
	case e == nil:
		a.ValueError(0, "must be a valid encoding, \"%s\" given", cut(a.View(0)))
	case e.MIME == "":
		a.Warn("No MIME preferred name corresponding to \"%s\"", a.View(0))
		ret.SetBool(false)
	default:
		setStr(x, ret, e.MIME)
	}
}

// language is a language that mbstring knows, with its encoding of mail.
type language struct{ name, short, mail string }

func languages() []language {
	return []language{{"neutral", "neutral", "UTF-8"}, {"uni", "universal", "UTF-8"}, {"Japanese", "ja", "ISO-2022-JP"}, {"Korean", "ko", "ISO-2022-KR"},
		{"Simplified Chinese", "zh-cn", "HZ"}, {"Traditional Chinese", "zh-tw", "BIG-5"}, {"English", "en", "ISO-8859-1"}, {"German", "de", "ISO-8859-15"},
		{"Russian", "ru", "KOI8-R"}, {"Ukrainian", "ua", "KOI8-U"}, {"Armenian", "hy", "ArmSCII-8"}, {"Turkish", "tr", "ISO-8859-9"}}
}

func fnLanguage(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	if !a.Has(0) || a.IsNull(0) {
		setStr(x, ret, st.language)
		return
	}
	for _, l := range languages() {
		if strings.EqualFold(l.name, a.View(0)) || strings.EqualFold(l.short, a.View(0)) {
			st.language = l.name
			ret.SetBool(true)
			return
		}
	}
	a.ValueError(0, "must be a valid language, \"%s\" given", a.View(0))
}

func fnParseStr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewTable(8)
	query.ParseQuery(x, t, a.View(0))
	v := zval.ArrValue(t)
	if a.SetRef(1, &v) {
		ret.SetBool(true)
	}
}

func fnGetInfo(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := stateOf(x)
	mode := "char"
	if st.subMode != subChar {
		mode = [...]string{"", "none", "long", "entity"}[st.subMode]
	}
	str := func(s string) zval.Value { return zval.StrValue(x.Space.NewString(s)) }
	get := func(name string) (v zval.Value, ok bool) {
		switch name {
		case "internal_encoding":
			return str(st.internal.Name), true
		case "http_output":
			return str(st.output.Name), true
		case "http_output_conv_mimetypes":
			return str("^(text/|application/xhtml\\+xml)"), true
		case "mail_charset":
			return str("UTF-8"), true
		case "mail_header_encoding", "mail_body_encoding":
			return str("BASE64"), true
		case "illegal_chars":
			return zval.LongValue(0), true
		case "encoding_translation", "strict_detection":
			return str("Off"), true
		case "language":
			return str(st.language), true
		case "detect_order":
			return zval.ArrValue(nameList(x, st.order)), true
		case "substitute_character":
			if st.subMode == subChar {
				return zval.LongValue(int64(st.subRune)), true
			}
			return str(mode), true
		}
		return v, false
	}
	want := strings.ToLower(a.View(0))
	if !a.Has(0) || want == "all" {
		t := x.Space.NewTable(16)
		for _, n := range [...]string{"internal_encoding", "http_output", "http_output_conv_mimetypes", "mail_charset", "mail_header_encoding", "mail_body_encoding",
			"illegal_chars", "encoding_translation", "language", "detect_order", "substitute_character", "strict_detection"} {
			v, _ := get(n)
			x.Space.SetGo(t, n, &v)
		}
		ret.SetArr(t)
		return
	}
	v, ok := get(want)
	if !ok {
		if want == "http_input" {
			ret.SetNull()
			return
		}
		a.Warn("argument #1 ($type) must be a valid type")
		ret.SetBool(false)
		return
	}
	*ret = v
}
