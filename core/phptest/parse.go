package phptest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Test is one .phpt file.
type Test struct {
	Path     string
	Name     string // from the TEST section
	Sections map[string][]byte
}

// sections that make a test depend on what a command-line engine is not.
var unsupported = []string{"GET", "POST", "POST_RAW", "GZIP_POST", "DEFLATE_POST", "PUT", "COOKIE", "CGI", "PHPDBG", "EXPECTHEADERS", "REDIRECTTEST", "HEADERS"}

// Parse reads a .phpt file.
func Parse(path string) (*Test, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := &Test{Path: path, Sections: map[string][]byte{}}
	current := ""
	var body []byte
	flush := func() {
		if current != "" {
			t.Sections[current] = body
		}
	}
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line = data[:i+1]
		}
		data = data[len(line):]
		if name, ok := header(line); ok {
			flush()
			current, body = name, []byte{}
			continue
		}
		if current == "" && len(bytes.TrimSpace(line)) > 0 {
			return nil, fmt.Errorf("%s: text before the first section", path)
		}
		body = append(body, line...)
	}
	flush()
	if src, ok := t.Sections["FILEEOF"]; ok {
		// FILE without the newline that the section marker needs.
		t.Sections["FILE"] = bytes.TrimRight(src, "\r\n")
	}
	for _, ext := range []string{"FILE", "EXPECT", "EXPECTF", "EXPECTREGEX"} {
		if ref, ok := t.Sections[ext+"_EXTERNAL"]; ok {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(path), strings.TrimSpace(string(ref))))
			if err != nil {
				return nil, err
			}
			t.Sections[ext] = text
		}
	}
	t.Name = strings.TrimSpace(string(t.Sections["TEST"]))
	if _, ok := t.Sections["FILE"]; !ok {
		return nil, fmt.Errorf("%s: no FILE section", path)
	}
	return t, nil
}

// header recognises "--NAME--".
func header(line []byte) (string, bool) {
	s := strings.TrimRight(string(line), "\r\n")
	if len(s) < 5 || !strings.HasPrefix(s, "--") || !strings.HasSuffix(s, "--") {
		return "", false
	}
	name := s[2 : len(s)-2]
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < 'A' || c > 'Z') {
			return "", false
		}
	}
	return name, true
}

func (t *Test) text(section string) string { return strings.TrimSpace(string(t.Sections[section])) }

// Expected names the section that says what the output must be: EXPECT,
// EXPECTF or EXPECTREGEX; "" when there is none.
func (t *Test) Expected() string {
	for _, s := range []string{"EXPECT", "EXPECTF", "EXPECTREGEX"} {
		if _, ok := t.Sections[s]; ok {
			return s
		}
	}
	return ""
}
