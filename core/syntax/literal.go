package syntax

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// Values of literals: numbers, escapes, heredoc indentation.

// parseInt reads an integer literal of any base. over tells that it exceeds 63 bits.
func parseInt(lit []byte) (v int64, over bool) {
	base := uint64(10)
	digits := lit
	if len(lit) > 1 && lit[0] == '0' {
		switch lit[1] {
		case 'x', 'X':
			base, digits = 16, lit[2:]
		case 'b', 'B':
			base, digits = 2, lit[2:]
		case 'o', 'O':
			base, digits = 8, lit[2:]
		default:
			base, digits = 8, lit[1:]
		}
	}
	var u uint64
	for _, c := range digits {
		if c == '_' {
			continue
		}
		d := uint64(hexDigit(c))
		if u > (math.MaxInt64-d)/base {
			return 0, true
		}
		u = u*base + d
	}
	return int64(u), false
}

// parseFloat reads a floating-point literal, or an integer literal too large for an int. Bases
// other than ten are accumulated digit by digit, rounding at each step as PHP does.
func parseFloat(lit []byte) float64 {
	clean := lit
	for i, c := range lit {
		if c == '_' {
			clean = append([]byte(nil), lit[:i]...)
			for _, c := range lit[i:] {
				if c != '_' {
					clean = append(clean, c)
				}
			}
			break
		}
	}
	base := 0.0
	digits := clean
	if len(clean) > 1 && clean[0] == '0' {
		switch clean[1] {
		case 'x', 'X':
			base, digits = 16, clean[2:]
		case 'b', 'B':
			base, digits = 2, clean[2:]
		case 'o', 'O':
			base, digits = 8, clean[2:]
		default:
			octal := true
			for _, c := range clean {
				octal = octal && c >= '0' && c <= '7'
			}
			if octal {
				base, digits = 8, clean[1:]
			}
		}
	}
	if base == 0 {
		f, _ := strconv.ParseFloat(string(clean), 64) // out of range yields ±Inf or 0, as wanted
		return f
	}
	f := 0.0
	for _, c := range digits {
		if base == 16 {
			f = f*base + float64(hexDigit(c))
		} else {
			f = f*base + float64(c) // the digit's code goes in first, then '0' out: each rounds
			f -= '0'
		}
	}
	return f
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unescapeSingle resolves \\ and \' of a single-quoted string.
func unescapeSingle(b []byte) string {
	i := 0
	for i < len(b) && b[i] != '\\' {
		i++
	}
	if i == len(b) {
		return string(b)
	}
	out := make([]byte, i, len(b))
	copy(out, b)
	for ; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && (b[i+1] == '\\' || b[i+1] == '\'') {
			i++
		}
		out = append(out, b[i])
	}
	return string(out)
}

const (
	msgCodepoint    = "Invalid UTF-8 codepoint escape sequence"
	msgCodepointBig = "Invalid UTF-8 codepoint escape sequence: Codepoint too large"
)

// parseCodepoint reads u{HEX} at the start of b and returns the code point and the bytes read.
func parseCodepoint(b []byte) (r rune, n int, msg string) {
	i := 2
	v := 0
	for ; i < len(b) && hexDigit(b[i]) >= 0; i++ {
		if v <= 0x10ffff {
			v = v*16 + hexDigit(b[i])
		}
	}
	if i == 2 || i >= len(b) || b[i] != '}' {
		return 0, 0, msgCodepoint
	}
	if v > 0x10ffff {
		return 0, 0, msgCodepointBig
	}
	return rune(v), i + 1, ""
}

// appendCodepoint encodes r as UTF-8, surrogates included (Go's own encoder refuses them).
func appendCodepoint(out []byte, r rune) []byte {
	if r >= 0xd800 && r <= 0xdfff {
		return append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
	}
	return utf8.AppendRune(out, r)
}

// unescapeDouble resolves the escapes of a double-quoted string, a heredoc (quote 0) or a
// backquoted command. warn is told the text of an octal escape above \377 and its offset.
func unescapeDouble(b []byte, quote byte, warn func(at int, msg string)) string {
	i := 0
	for i < len(b) && b[i] != '\\' {
		i++
	}
	if i == len(b) {
		return string(b)
	}
	out := make([]byte, i, len(b))
	copy(out, b)
	for i < len(b) {
		c := b[i]
		if c != '\\' || i+1 == len(b) {
			out = append(out, c)
			i++
			continue
		}
		i++
		c = b[i]
		i++
		switch c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'f':
			out = append(out, '\f')
		case 'v':
			out = append(out, '\v')
		case 'e':
			out = append(out, 0x1b)
		case '\\', '$':
			out = append(out, c)
		case '"', '`':
			if c != quote {
				out = append(out, '\\')
			}
			out = append(out, c)
		case 'x', 'X':
			if i < len(b) && hexDigit(b[i]) >= 0 {
				v := hexDigit(b[i])
				i++
				if i < len(b) && hexDigit(b[i]) >= 0 {
					v = v*16 + hexDigit(b[i])
					i++
				}
				out = append(out, byte(v))
			} else {
				out = append(out, '\\', c)
			}
		case 'u':
			if i < len(b) && b[i] == '{' {
				if r, n, msg := parseCodepoint(b[i-1:]); msg == "" {
					out = appendCodepoint(out, r)
					i += n - 1
					break
				}
			}
			out = append(out, '\\', c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v := int(c - '0')
			start := i - 1
			for n := 1; n < 3 && i < len(b) && b[i] >= '0' && b[i] <= '7'; n++ {
				v = v*8 + int(b[i]-'0')
				i++
			}
			if v > 0xff && warn != nil {
				warn(start, fmt.Sprintf("Octal escape sequence overflow \\%s is greater than \\377", b[start:i]))
			}
			out = append(out, byte(v))
		default:
			out = append(out, '\\', c)
		}
	}
	return string(out)
}

// cutNewline removes one trailing newline.
func cutNewline(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
		if n := len(b); n > 0 && b[n-1] == '\r' {
			b = b[:n-1]
		}
	} else if n > 0 && b[n-1] == '\r' {
		b = b[:n-1]
	}
	return b
}

// indentRun walks the lines of a heredoc part and calls keep with each stretch that stays once
// the indentation is removed. A line needs its full indentation unless it is blank to its end.
func (s *scanner) indentRun(h *heredoc, text []byte, startsLine, last bool, keep func([]byte)) (at int, msg string) {
	i := 0
	skip := startsLine
	for {
		nl := i
		for nl < len(text) && text[nl] != '\n' && text[nl] != '\r' {
			nl++
		}
		end := nl
		if nl < len(text) {
			end++
			if text[nl] == '\r' && end < len(text) && text[end] == '\n' {
				end++
			}
		}
		if skip {
			for n := 0; n < h.indent; n++ {
				if i == nl && (nl < len(text) || last) {
					break // blank line
				}
				if i == nl || text[i] != ' ' && text[i] != '\t' {
					return i, fmt.Sprintf("Invalid body indentation level (expecting an indentation level of at least %d)", h.indent)
				}
				if h.spaces != (text[i] == ' ') {
					return i, "Invalid indentation - tabs and spaces cannot be mixed"
				}
				i++
			}
		}
		if keep != nil {
			keep(text[i:end])
		}
		if nl == len(text) {
			return 0, ""
		}
		i = end
		skip = true
	}
}

// partText returns the text of a heredoc part before indentation is removed, and its flags.
func (s *scanner) partText(h *heredoc, t Token) (text []byte, startsLine, last bool) {
	text = s.src[t.Off:t.End]
	startsLine = t.Off > 0 && (s.src[t.Off-1] == '\n' || s.src[t.Off-1] == '\r')
	if t.Off == h.last {
		return cutNewline(text), startsLine, true
	}
	return text, startsLine, false
}

// checkIndent validates one part against the closing label's indentation.
func (s *scanner) checkIndent(h *heredoc, t Token) (line int32, msg string) {
	text, startsLine, last := s.partText(h, t)
	at, msg := s.indentRun(h, text, startsLine, last, nil)
	if msg == "" {
		return 0, ""
	}
	return t.Line + newlines(text[:at]), msg
}

// heredocPart returns the value of a part, indentation removed, escapes not yet resolved.
func (s *scanner) heredocPart(h *heredoc, t Token) []byte {
	text, startsLine, last := s.partText(h, t)
	if h.indent == 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	s.indentRun(h, text, startsLine, last, func(b []byte) { out = append(out, b...) })
	return out
}
