package source

import (
	"errors"
	"io/fs"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

func options(x *rt.Exec) syntax.Options {
	return syntax.Options{ShortTags: x.Ini.Bool("short_open_tag")}
}

// escape adds text as HTML.
func escape(b *text.Builder, s string) {
	from := 0
	for i := range len(s) {
		e := ""
		switch s[i] {
		case '<':
			e = "&lt;"
		case '>':
			e = "&gt;"
		case '&':
			e = "&amp;"
		case '\t':
			e = "    "
		default:
			continue
		}
		b.Str(s[from:i])
		b.Str(e)
		from = i + 1
	}
	b.Str(s[from:])
}

// plain reports tokens that stand for themselves: names, variables, numbers.
func plain(k syntax.Kind) bool {
	switch k {
	case syntax.TLNumber, syntax.TDNumber, syntax.TString, syntax.TNameFull, syntax.TNameRelative, syntax.TNameQualified,
		syntax.TVariable, syntax.TStringVarname, syntax.TNumString,
		syntax.TOpenTag, syntax.TOpenTagEcho, syntax.TCloseTag,
		syntax.TLine, syntax.TFile, syntax.TDir, syntax.TTraitC, syntax.TMethodC, syntax.TFuncC, syntax.TClassC, syntax.TNsC:
		return true
	}
	return false
}

// highlight renders source as HTML with the colours of the settings, owned.
func highlight(x *rt.Exec, src []byte) *zval.String {
	colour := func(name string) string { return x.Ini.String("highlight." + name) }
	base, comment, keyword, str, def := colour("html"), colour("comment"), colour("keyword"), colour("string"), colour("default")
	b := text.New(x.Space)
	b.Str("<pre><code style=\"color: ")
	b.Str(base)
	b.Str("\">")
	last := base
	for _, t := range syntax.Tokens(src, options(x)) {
		s := string(src[t.Off:t.End])
		next := keyword
		switch {
		case t.Kind == syntax.TInlineHTML:
			next = base
		case t.Kind == syntax.TComment || t.Kind == syntax.TDocComment:
			next = comment
		case t.Kind == '"' || t.Kind == syntax.TEncapsed || t.Kind == syntax.TConstString:
			next = str
		case t.Kind == syntax.TWhitespace:
			escape(b, s)
			continue
		case plain(t.Kind):
			next = def
		}
		if next != last {
			if last != base {
				b.Str("</span>")
			}
			if next != base {
				b.Str("<span style=\"color: ")
				b.Str(next)
				b.Str("\">")
			}
			last = next
		}
		escape(b, s)
	}
	if last != base {
		b.Str("</span>")
	}
	b.Str("</code></pre>")
	return b.Finish()
}

// show prints s (consumed) or returns it, as argument 1 asks.
func show(x *rt.Exec, a *rt.Args, s *zval.String, ret *zval.Value) {
	if a.Bool(1) {
		ret.SetStr(s)
		return
	}
	x.Out.Write(s.Bytes())
	x.Space.ReleaseStr(s)
	ret.SetBool(true)
}

func fnHighlightString(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	show(x, a, highlight(x, a.Bytes(0)), ret)
}

// read reads the file that argument 0 names; false after a warning.
func read(x *rt.Exec, a *rt.Args) ([]byte, bool) {
	name := a.View(0)
	b, err := x.ReadFile(x.AbsPath(name))
	if err == nil {
		return b, true
	}
	why := "No such file or directory"
	if errors.Is(err, fs.ErrPermission) {
		why = "Permission denied"
	}
	x.Warning("%s(%s): Failed to open stream: %s", a.Name(), name, why)
	return nil, false
}

func fnHighlightFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	src, ok := read(x, a)
	if !ok {
		if !a.Failed() {
			a.Warn("Failed opening '%s' for highlighting", a.View(0))
		}
		ret.SetBool(false)
		return
	}
	show(x, a, highlight(x, src), ret)
}

// fnStripWhitespace drops comments and reduces runs of white space to one blank.
func fnStripWhitespace(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	src, ok := read(x, a)
	if !ok {
		if !a.Failed() {
			x.Warning("%s(): Failed opening '%s' for reading", a.Name(), a.View(0))
		}
		ret.SetStr(x.Space.EmptyString())
		return
	}
	b := text.NewSize(x.Space, len(src))
	toks := syntax.Tokens(src, options(x))
	blank := false
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch t.Kind {
		case syntax.TWhitespace:
			if !blank {
				b.Byte(' ')
			}
			blank = true
		case syntax.TComment, syntax.TDocComment:
		case syntax.TEndHeredoc:
			// what follows must stay on its line
			b.Write(src[t.Off:t.End])
			if i+1 < len(toks) {
				i++
				if n := toks[i]; n.Kind != syntax.TWhitespace {
					b.Write(src[n.Off:n.End])
				}
			}
			b.Byte('\n')
			blank = true
		default:
			b.Write(src[t.Off:t.End])
			blank = false
		}
	}
	ret.SetStr(b.Finish())
}
