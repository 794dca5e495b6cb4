package strings

import (
	"strings"
	"unicode/utf8"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// maxCommand is the longest command line, in bytes, that the escapes allow.
const maxCommand = 2 << 20

func noNUL(a *rt.Args, i int) bool {
	if strings.IndexByte(a.View(i), 0) >= 0 {
		a.ValueError(i, "must not contain any null bytes")
		return false
	}
	return true
}

// fnEscapeShellArg quotes a word for a POSIX shell. What is no UTF-8 is left out.
func fnEscapeShellArg(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !noNUL(a, 0) {
		return
	}
	if a.Str(0).Len > maxCommand-3 {
		x.ThrowValueError("Argument exceeds the allowed length of %d bytes", maxCommand)
		return
	}
	b := text.New(x.Space)
	b.Byte('\'')
	for s := a.View(0); s != ""; {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n <= 1:
		case s[0] == '\'':
			b.Str(`'\''`)
		default:
			b.Str(s[:n])
		}
		s = s[n:]
	}
	b.Byte('\'')
	ret.SetStr(b.Finish())
}

// fnEscapeShellCmd puts a backslash before what a shell would not take
// literally; quotes only when they have no partner.
func fnEscapeShellCmd(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !noNUL(a, 0) {
		return
	}
	s := a.View(0)
	if len(s) > maxCommand-1 {
		x.ThrowValueError("Command exceeds the allowed length of %d bytes", maxCommand)
		return
	}
	b := text.New(x.Space)
	partner := -1
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := s[i]
		switch {
		case r == utf8.RuneError && n <= 1:
		case c == '\'' || c == '"':
			switch {
			case partner == i:
				partner = -1
			case partner < 0:
				if k := strings.IndexByte(s[i+1:], c); k >= 0 {
					partner = i + 1 + k
				} else {
					b.Byte('\\')
				}
			case s[partner] != c:
				b.Byte('\\')
			}
			b.Byte(c)
		case strings.IndexByte("#&;`|*?~<>^()[]{}$\\\n", c) >= 0:
			b.Byte('\\')
			b.Byte(c)
		default:
			b.Str(s[i : i+n])
		}
		i += n
	}
	ret.SetStr(b.Finish())
}
