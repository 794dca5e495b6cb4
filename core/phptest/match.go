package phptest

import (
	"bytes"
	"regexp"
	"strings"
)

// Match compares a test's output with what it expects, after the trimming that
// php-src's runner does.
func (t *Test) Match(output []byte) bool {
	kind := t.Expected()
	got, want := normalize(output), normalize(t.Sections[kind])
	switch kind {
	case "EXPECT":
		return bytes.Equal(got, want)
	case "EXPECTF":
		if bytes.Equal(got, want) {
			return true
		}
		return matches(expectf(latin1(want)), got)
	case "EXPECTREGEX":
		return matches(latin1(want), got)
	}
	return false
}

func normalize(b []byte) []byte {
	return bytes.Trim(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), " \t\n\r\x00\x0b")
}

func matches(pattern string, got []byte) bool {
	re, err := regexp.Compile(`(?s)\A(?:` + pattern + `)\z`)
	return err == nil && re.MatchString(latin1(got))
}

// latin1 makes a rune of each byte, so that any bytes can be matched one by one.
func latin1(b []byte) string {
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}

var placeholders = map[byte]string{
	'e': `/`, 's': `[^\r\n]+`, 'S': `[^\r\n]*`, 'a': `.+?`, 'A': `.*?`, 'w': `\s*`, 'i': `[+-]?\d+`, 'd': `\d+`,
	'x': `[0-9a-fA-F]+`, 'f': `[+-]?(?:\d+|\d*\.\d+|\d+\.)(?:[Ee][+-]?\d+)?`, 'c': `.`, '0': `\x00`,
}

// expectf turns placeholders into a regular expression; text between a pair of
// %r is one already.
func expectf(s string) string {
	var b strings.Builder
	literal := strings.Builder{}
	flush := func() {
		b.WriteString(regexp.QuoteMeta(literal.String()))
		literal.Reset()
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+1 == len(s) {
			literal.WriteByte(s[i])
			continue
		}
		if p, ok := placeholders[s[i+1]]; ok {
			flush()
			b.WriteString(p)
			i++
			continue
		}
		if s[i+1] == 'r' {
			if end := strings.Index(s[i+2:], "%r"); end >= 0 {
				flush()
				b.WriteString("(?:" + s[i+2:i+2+end] + ")")
				i += 3 + end
				continue
			}
		}
		literal.WriteByte('%')
	}
	flush()
	return b.String()
}
