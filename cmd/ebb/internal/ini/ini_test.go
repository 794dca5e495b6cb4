package ini

import (
	"os"
	"path/filepath"
	"testing"
)

// The expectations are what `php -n -d OPERAND` gave.
func TestDefine(t *testing.T) {
	for _, c := range []struct{ operand, name, value string }{
		{"memory_limit=-1", "memory_limit", "-1"},
		{"memory_limit=1G", "memory_limit", "1G"},
		{"display_errors=off", "display_errors", ""},
		{"display_errors=On", "display_errors", "1"},
		{"display_errors=none", "display_errors", ""},
		{"display_errors=stderr", "display_errors", "stderr"},
		{"html_errors", "html_errors", "1"},
		{"precision=\"7\"", "precision", "7"},
		{"include_path=.:/x", "include_path", ".:/x"},
		{"error_reporting=E_ALL", "error_reporting", "32767"},
		{"error_reporting=E_ALL & ~E_NOTICE", "error_reporting", "32759"},
		{"error_reporting=E_ALL ^ 8", "error_reporting", "32759"},
		{"arg_separator.output=&amp;", "arg_separator.output", "&amp;"},
		{"x=", "x", ""},
		{"x=007", "x", "007"},
		{"x=a b", "x", "a b"},
		{"x='a;b'", "x", "a;b"},
		{"opcache.opt_debug_level=0x10000", "opcache.opt_debug_level", "0x10000"},
	} {
		m := map[string]string{}
		if err := Define(m, c.operand); err != nil || m[c.name] != c.value || len(m) != 1 {
			t.Errorf("%s: %v %v", c.operand, m, err)
		}
	}
	if Define(map[string]string{}, "=5") == nil {
		t.Error("a setting without a name")
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	m := map[string]string{"kept": "1"}
	if err := Load(m, dir); err != nil || len(m) != 1 {
		t.Errorf("empty directory: %v %v", m, err)
	}
	text := "; comment\n[PHP]\nmemory_limit = 64M ; half\n\ndisplay_errors=Off\nerror_prepend_string = \"<b>; \"\r\nimplicit_flush\n"
	file := filepath.Join(dir, "php.ini")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, file} {
		m := map[string]string{}
		if err := Load(m, path); err != nil {
			t.Fatal(err)
		}
		if m["memory_limit"] != "64M" || m["display_errors"] != "" || m["error_prepend_string"] != "<b>; " || m["implicit_flush"] != "1" || len(m) != 4 {
			t.Errorf("%s: %v", path, m)
		}
	}
	if Load(m, filepath.Join(dir, "none.ini")) == nil {
		t.Error("a file that is not there")
	}
}
