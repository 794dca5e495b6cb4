package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// tagName reduces "</B class=x>" and "<b/>" to "<b>", the form in which allowed
// tags are listed.
func tagName(tag []byte) string {
	out := make([]byte, 0, 16)
	seen := false
	for i, c := range tag {
		switch {
		case c == '<':
			out = append(out, '<')
		case c == '>':
			return string(append(out, '>'))
		case isSpace(c):
			if seen {
				return string(append(out, '>'))
			}
		default:
			seen = true
			if c != '/' || i > 0 && tag[i-1] != '<' && i+1 < len(tag) && tag[i+1] != '>' {
				out = append(out, toLower(c))
			}
		}
	}
	return string(append(out, '>'))
}

// stripTags writes s without tags, comments, processing instructions and PHP
// code; tags whose "<name>" occurs in allow (lower case) stay.
func stripTags(b *text.Builder, s, allow string) {
	const (
		html = iota // text
		tag
		php
		doctype
		comment
	)
	state := html
	var kept []byte // the tag at hand, when some are allowed
	depth := 0      // "<" within a tag
	parens := 0
	var quote, last byte
	isXML := false
	keep := func(c byte) {
		if allow != "" {
			kept = append(kept, c)
		}
	}
	prev := func(i, n int) byte {
		if i >= n {
			return toLower(s[i-n])
		}
		return 0
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch state {
		case html:
			switch c {
			case 0:
			case '<':
				if quote != 0 {
					break
				}
				if i+1 < len(s) && isSpace(s[i+1]) {
					b.Byte(c)
					break
				}
				last = '<'
				state = tag
				kept = kept[:0]
				keep('<')
			case '>':
				if depth > 0 {
					depth--
					break
				}
				if quote != 0 {
					break
				}
				b.Byte(c)
			default:
				b.Byte(c)
			}
		case tag:
			switch c {
			case 0:
			case '<':
				if quote != 0 {
					break
				}
				if i+1 < len(s) && isSpace(s[i+1]) {
					keep(c) // a bare sign inside a tag
					break
				}
				depth++
			case '>':
				if depth > 0 {
					depth--
					break
				}
				if quote != 0 {
					break
				}
				last = '>'
				if isXML && i >= 1 && s[i-1] == '-' {
					break
				}
				quote, state, isXML = 0, html, false
				if allow != "" {
					kept = append(kept, '>')
					if strings.Contains(allow, tagName(kept)) {
						b.Write(kept)
					}
					kept = kept[:0]
				}
			case '"', '\'':
				if i > 0 && (quote == 0 || s[i] == quote) {
					if quote != 0 {
						quote = 0
					} else {
						quote = c
					}
				}
				keep(c)
			case '!':
				if last == '<' && i >= 1 && s[i-1] == '<' {
					state = doctype
					last = c
				} else {
					keep(c)
				}
			case '?':
				if i >= 1 && s[i-1] == '<' {
					parens = 0
					state = php
				} else {
					keep(c)
				}
			default:
				keep(c)
			}
		case php:
			switch c {
			case '(':
				if last != '"' && last != '\'' {
					last = '('
					parens++
				}
			case ')':
				if last != '"' && last != '\'' {
					last = ')'
					parens--
				}
			case '>':
				if depth > 0 {
					depth--
					break
				}
				if quote != 0 {
					break
				}
				if parens == 0 && i >= 1 && s[i-1] == '?' {
					quote, state, depth = 0, html, 0
					kept = kept[:0]
				}
			case '"', '\'':
				if i >= 1 && s[i-1] != '\\' {
					if last == c {
						last = 0
					} else if last != '\\' {
						last = c
					}
					if quote == 0 || c == quote {
						if quote != 0 {
							quote = 0
						} else {
							quote = c
						}
					}
				}
			case 'l', 'L':
				// "<?xml" is an instruction of XML, in which tags' rules hold
				if state == php && i > 4 && prev(i, 1) == 'm' && prev(i, 2) == 'x' && prev(i, 3) == '?' && prev(i, 4) == '<' {
					state, isXML = tag, true
				}
			}
		case doctype:
			switch c {
			case '>':
				if depth > 0 {
					depth--
					break
				}
				if quote != 0 {
					break
				}
				quote, state = 0, html
				kept = kept[:0]
			case '"', '\'':
				if i > 0 && s[i-1] != '\\' && (quote == 0 || s[i] == quote) {
					if quote != 0 {
						quote = 0
					} else {
						quote = c
					}
				}
			case '-':
				if i >= 2 && s[i-1] == '-' && s[i-2] == '!' {
					state = comment
				}
			case 'E', 'e':
				// "<!DOCTYPE" is a tag like any other
				if i > 6 && strings.EqualFold(s[i-6:i], "doctyp") {
					state = tag
				}
			}
		case comment:
			if c == '>' && quote == 0 && i >= 2 && s[i-1] == '-' && s[i-2] == '-' {
				quote, state, depth = 0, html, 0
				kept = kept[:0]
			}
		}
	}
}

func fnStripTags(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	allow := ""
	if v := a.Val(1); v.Type() == zval.ArrayT {
		var sb strings.Builder
		for it := v.Arr().Iter(); it.Next(); {
			s := x.ToStr(it.Value().Deref())
			sb.WriteString("<" + strings.ToLower(s.View()) + ">")
			x.Space.ReleaseStr(s)
			if a.Failed() {
				return
			}
		}
		allow = sb.String()
	} else if v.Type() == zval.StringT {
		allow = strings.ToLower(v.Str().View())
	}
	s := a.View(0)
	b := text.NewSize(x.Space, len(s))
	stripTags(b, s, allow)
	ret.SetStr(b.Finish())
}
