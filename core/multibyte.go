package core

import (
	"bytes"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/charset"
	"github.com/ebb-vm/ebb/core/rt"
)

// Source in other encodings than UTF-8, with zend.multibyte: a byte order
// mark, zend.script_encoding or declare(encoding=...) tells which. The parser
// reads UTF-8; the text of literals is put back into the internal encoding.

// scriptText returns source as UTF-8, and what literals must be put through
// (nil: nothing).
func scriptText(x *rt.Exec, src []byte, eval bool) ([]byte, func(string) string) {
	if !x.Ini.Bool("zend.multibyte") || eval {
		return src, nil
	}
	list := charset.List()
	internal := charset.Find(list, x.Ini.String("internal_encoding"))
	enc, rest := byBOM(list, src)
	if enc == nil {
		if name := declaredEncoding(src); name != "" {
			enc = charset.Find(list, name)
		}
	}
	if enc == nil {
		first, _, _ := strings.Cut(x.Ini.String("zend.script_encoding"), ",")
		enc = charset.Find(list, strings.TrimSpace(first))
	}
	if enc == nil {
		return rest, nil
	}
	if enc.Kind != charset.UTF8 {
		var b bytes.Buffer
		for _, r := range enc.Runes(string(rest)) {
			if r == charset.Bad {
				r = '?'
			}
			b.WriteRune(r)
		}
		rest = b.Bytes()
	}
	if internal == nil || internal.Kind == charset.UTF8 {
		return rest, nil
	}
	return rest, func(s string) string {
		var b []byte
		for _, r := range s {
			if !internal.Has(r) {
				r = '?'
			}
			b, _ = internal.Encode(b, r)
		}
		return string(b)
	}
}

// byBOM recognises a byte order mark and leaves it out.
func byBOM(list []*charset.Encoding, src []byte) (*charset.Encoding, []byte) {
	for _, m := range [...]struct{ mark, name string }{
		{"\xef\xbb\xbf", "UTF-8"}, {"\xff\xfe\x00\x00", "UTF-32LE"}, {"\x00\x00\xfe\xff", "UTF-32BE"}, {"\xff\xfe", "UTF-16LE"}, {"\xfe\xff", "UTF-16BE"},
	} {
		if bytes.HasPrefix(src, []byte(m.mark)) {
			return charset.Find(list, m.name), src[len(m.mark):]
		}
	}
	return nil, src
}

// declaredEncoding finds the name in a declare(encoding='...') that is the
// first thing in the source, as it must be; "" for none.
func declaredEncoding(src []byte) string {
	s := string(src[:min(len(src), 4096)])
	_, s, ok := strings.Cut(s, "<?php")
	if !ok {
		return ""
	}
	s = strings.TrimLeft(s, " \t\r\n")
	for _, word := range [...]string{"declare", "(", "encoding", "="} {
		if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
			return ""
		}
		s = strings.TrimLeft(s[len(word):], " \t\r\n")
	}
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return ""
	}
	name, _, _ := strings.Cut(s[1:], s[:1])
	return name
}
