package core

import (
	"bytes"
	"testing"
)

// TestSourceEncodings: with zend.multibyte source may be in other encodings.
func TestSourceEncodings(t *testing.T) {
	utf16 := func(s string, mark string) string {
		b := mark
		for _, r := range s {
			b += string([]byte{byte(r), byte(r >> 8)})
		}
		return b
	}
	for _, c := range []struct {
		name, src, want string
		ini             map[string]string
	}{
		{"mark of UTF-8", "\xef\xbb\xbf<?php echo 'é';", "é", nil},
		{"mark of UTF-16", utf16("<?php echo 'é', strlen('é'); ?>ü", "\xff\xfe"), "é2ü", nil},
		{"another internal encoding", utf16("<?php echo 'é', strlen('é'); ?>ü", "\xff\xfe"), "\xe91\xfc", map[string]string{"internal_encoding": "ISO-8859-1"}},
		{"setting", "<?php echo '\xe9', strlen('\xe9');", "é2", map[string]string{"zend.script_encoding": "ISO-8859-1"}},
		{"declared", "<?php declare(encoding='Shift_JIS'); echo '\x95\\', \"\x95\\\";", "表表", nil},
		{"declared, internal", "<?php declare(encoding='Shift_JIS'); echo \"\x95\\\";", "\x95\\", map[string]string{"internal_encoding": "SJIS"}},
		{"off", "<?php echo strlen('\xe9');", "1", map[string]string{"zend.multibyte": "0", "zend.script_encoding": "ISO-8859-1"}},
	} {
		ini := map[string]string{"zend.multibyte": "1"}
		for k, v := range c.ini {
			ini[k] = v
		}
		var out bytes.Buffer
		New(Config{Out: &out, Ini: ini}).Run(Script{Path: "/s.php", Source: []byte(c.src)})
		if out.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, out.String(), c.want)
		}
	}
}
