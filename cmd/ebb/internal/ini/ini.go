package ini

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Define reads the operand of -d, "name", "name=value" or `name="value"`, into
// settings. A name alone is turned on. As in PHP a value that starts with a
// letter, a digit or a quote is an expression of the ini language, and any
// other is taken as it stands.
func Define(settings map[string]string, operand string) error {
	name, value, has := strings.Cut(operand, "=")
	name = strings.TrimSpace(name)
	if name == "" {
		return fmt.Errorf("-d %s: no name", operand)
	}
	switch {
	case !has:
		value = "1"
	case value != "" && (alnum(value[0]) || value[0] == '"' || value[0] == '\''):
		value = Value(value)
	}
	settings[name] = value
	return nil
}

// Load reads a php.ini file, or the php.ini of a directory, into settings. A
// directory without one leaves them as they are.
func Load(settings map[string]string, path string) error {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, "php.ini")
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return nil
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ';' || line[0] == '#' || line[0] == '[' {
			continue
		}
		name, value, has := strings.Cut(line, "=")
		if !has {
			value = "1"
		}
		settings[strings.TrimSpace(name)] = Value(value)
	}
	return nil
}

// Value evaluates the right side of a setting: quoted text, the words for on
// and off, constants such as E_ALL joined by | & ^ ~, or plain text. A
// semicolon outside quotes starts a comment.
func Value(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
		return s[1:]
	}
	if i := strings.IndexByte(s, ';'); i >= 0 {
		s = strings.TrimSpace(s[:i])
	}
	switch strings.ToLower(s) {
	case "on", "yes", "true":
		return "1"
	case "off", "no", "false", "none", "null":
		return ""
	}
	if v, ok := evaluate(s); ok {
		return strconv.FormatInt(int64(v), 10)
	}
	return s
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func constant(name string) (int32, bool) {
	switch name {
	case "E_ERROR":
		return 1, true
	case "E_WARNING":
		return 2, true
	case "E_PARSE":
		return 4, true
	case "E_NOTICE":
		return 8, true
	case "E_CORE_ERROR":
		return 16, true
	case "E_CORE_WARNING":
		return 32, true
	case "E_COMPILE_ERROR":
		return 64, true
	case "E_COMPILE_WARNING":
		return 128, true
	case "E_USER_ERROR":
		return 256, true
	case "E_USER_WARNING":
		return 512, true
	case "E_USER_NOTICE":
		return 1024, true
	case "E_STRICT":
		return 2048, true
	case "E_RECOVERABLE_ERROR":
		return 4096, true
	case "E_DEPRECATED":
		return 8192, true
	case "E_USER_DEPRECATED":
		return 16384, true
	case "E_ALL":
		return 32767, true
	}
	return 0, false
}

// evaluate computes an expression of error-level constants and numbers, from
// left to right without precedence, as the ini language does. It declines what
// names no constant: a plain number keeps its spelling ("1G", "007").
func evaluate(s string) (int32, bool) {
	e := expr{s: s}
	v, ok := e.sum()
	if !ok || e.i != len(e.s) || !e.named {
		return 0, false
	}
	return v, true
}

type expr struct {
	s     string
	i     int
	named bool
}

func (e *expr) space() {
	for e.i < len(e.s) && (e.s[e.i] == ' ' || e.s[e.i] == '\t') {
		e.i++
	}
}

func (e *expr) sum() (int32, bool) {
	v, ok := e.atom(0)
	for ok {
		e.space()
		if e.i == len(e.s) || !strings.ContainsRune("|&^", rune(e.s[e.i])) {
			return v, true
		}
		op := e.s[e.i]
		e.i++
		var w int32
		if w, ok = e.atom(0); !ok {
			return 0, false
		}
		switch op {
		case '|':
			v |= w
		case '&':
			v &= w
		default:
			v ^= w
		}
	}
	return 0, false
}

// atom reads an operand; depth bounds a row of tildes or parentheses.
func (e *expr) atom(depth int) (int32, bool) {
	e.space()
	if e.i == len(e.s) || depth > 100 {
		return 0, false
	}
	switch c := e.s[e.i]; {
	case c == '~':
		e.i++
		v, ok := e.atom(depth + 1)
		return ^v, ok
	case alnum(c):
		start := e.i
		for e.i < len(e.s) && (alnum(e.s[e.i]) || e.s[e.i] == '_') {
			e.i++
		}
		word := e.s[start:e.i]
		if v, ok := constant(word); ok {
			e.named = true
			return v, true
		}
		n, err := strconv.ParseInt(word, 10, 32)
		return int32(n), err == nil
	}
	return 0, false
}
