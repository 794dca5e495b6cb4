package syntax

import (
	"fmt"
)

// The scanner. It is a state machine over bytes with a stack of states, because a string can hold
// code that holds a string. The whole source is scanned before parsing starts: tokens are 16 bytes
// and the parser then moves over a slice.
//
// In parse mode white space, comments and opening tags are dropped, ?> becomes ';', <?= becomes
// echo, brackets are checked for balance and the first error ends the scan with a TError token.
// Otherwise every byte of the source belongs to exactly one token and nothing is an error.

type scanState uint8

const (
	stInitial   scanState = iota // outside the tags
	stScript                     // code
	stProperty                   // just after -> : a label is a plain name
	stVarname                    // just after ${ in a string
	stVarOffset                  // in the brackets of "$a[...]"
	stDouble                     // "..." with interpolation
	stBackquote                  // `...`
	stHeredoc                    // body of a heredoc or nowdoc
)

// Byte classes.
const (
	clLabelStart = 1 << iota
	clDigit
	clSpace // blank, tab, CR, LF
	clHex
	clOperator // stands for itself as a one-byte token
)

// classOf is the class of each byte. Bytes above 127 all may start a label.
var classOf = [256]uint8{
	'\t': clSpace, '\n': clSpace, '\r': clSpace, ' ': clSpace, '!': clOperator, '$': clOperator, '%': clOperator, '&': clOperator, '(': clOperator,
	')': clOperator, '*': clOperator, '+': clOperator, ',': clOperator, '-': clOperator, '.': clOperator, '/': clOperator, '0': clDigit | clHex,
	'1': clDigit | clHex, '2': clDigit | clHex, '3': clDigit | clHex, '4': clDigit | clHex, '5': clDigit | clHex, '6': clDigit | clHex,
	'7': clDigit | clHex, '8': clDigit | clHex, '9': clDigit | clHex, ':': clOperator, ';': clOperator, '<': clOperator, '=': clOperator,
	'>': clOperator, '?': clOperator, '@': clOperator, 'A': clLabelStart | clHex, 'B': clLabelStart | clHex, 'C': clLabelStart | clHex,
	'D': clLabelStart | clHex, 'E': clLabelStart | clHex, 'F': clLabelStart | clHex, 'G': clLabelStart, 'H': clLabelStart, 'I': clLabelStart,
	'J': clLabelStart, 'K': clLabelStart, 'L': clLabelStart, 'M': clLabelStart, 'N': clLabelStart, 'O': clLabelStart, 'P': clLabelStart,
	'Q': clLabelStart, 'R': clLabelStart, 'S': clLabelStart, 'T': clLabelStart, 'U': clLabelStart, 'V': clLabelStart, 'W': clLabelStart,
	'X': clLabelStart, 'Y': clLabelStart, 'Z': clLabelStart, '[': clOperator, ']': clOperator, '^': clOperator, '_': clLabelStart,
	'a': clLabelStart | clHex, 'b': clLabelStart | clHex, 'c': clLabelStart | clHex, 'd': clLabelStart | clHex, 'e': clLabelStart | clHex,
	'f': clLabelStart | clHex, 'g': clLabelStart, 'h': clLabelStart, 'i': clLabelStart, 'j': clLabelStart, 'k': clLabelStart, 'l': clLabelStart,
	'm': clLabelStart, 'n': clLabelStart, 'o': clLabelStart, 'p': clLabelStart, 'q': clLabelStart, 'r': clLabelStart, 's': clLabelStart,
	't': clLabelStart, 'u': clLabelStart, 'v': clLabelStart, 'w': clLabelStart, 'x': clLabelStart, 'y': clLabelStart, 'z': clLabelStart,
	'{': clOperator, '|': clOperator, '}': clOperator, '~': clOperator, 0x80: clLabelStart, 0x81: clLabelStart, 0x82: clLabelStart, 0x83: clLabelStart,
	0x84: clLabelStart, 0x85: clLabelStart, 0x86: clLabelStart, 0x87: clLabelStart, 0x88: clLabelStart, 0x89: clLabelStart, 0x8a: clLabelStart,
	0x8b: clLabelStart, 0x8c: clLabelStart, 0x8d: clLabelStart, 0x8e: clLabelStart, 0x8f: clLabelStart, 0x90: clLabelStart, 0x91: clLabelStart,
	0x92: clLabelStart, 0x93: clLabelStart, 0x94: clLabelStart, 0x95: clLabelStart, 0x96: clLabelStart, 0x97: clLabelStart, 0x98: clLabelStart,
	0x99: clLabelStart, 0x9a: clLabelStart, 0x9b: clLabelStart, 0x9c: clLabelStart, 0x9d: clLabelStart, 0x9e: clLabelStart, 0x9f: clLabelStart,
	0xa0: clLabelStart, 0xa1: clLabelStart, 0xa2: clLabelStart, 0xa3: clLabelStart, 0xa4: clLabelStart, 0xa5: clLabelStart, 0xa6: clLabelStart,
	0xa7: clLabelStart, 0xa8: clLabelStart, 0xa9: clLabelStart, 0xaa: clLabelStart, 0xab: clLabelStart, 0xac: clLabelStart, 0xad: clLabelStart,
	0xae: clLabelStart, 0xaf: clLabelStart, 0xb0: clLabelStart, 0xb1: clLabelStart, 0xb2: clLabelStart, 0xb3: clLabelStart, 0xb4: clLabelStart,
	0xb5: clLabelStart, 0xb6: clLabelStart, 0xb7: clLabelStart, 0xb8: clLabelStart, 0xb9: clLabelStart, 0xba: clLabelStart, 0xbb: clLabelStart,
	0xbc: clLabelStart, 0xbd: clLabelStart, 0xbe: clLabelStart, 0xbf: clLabelStart, 0xc0: clLabelStart, 0xc1: clLabelStart, 0xc2: clLabelStart,
	0xc3: clLabelStart, 0xc4: clLabelStart, 0xc5: clLabelStart, 0xc6: clLabelStart, 0xc7: clLabelStart, 0xc8: clLabelStart, 0xc9: clLabelStart,
	0xca: clLabelStart, 0xcb: clLabelStart, 0xcc: clLabelStart, 0xcd: clLabelStart, 0xce: clLabelStart, 0xcf: clLabelStart, 0xd0: clLabelStart,
	0xd1: clLabelStart, 0xd2: clLabelStart, 0xd3: clLabelStart, 0xd4: clLabelStart, 0xd5: clLabelStart, 0xd6: clLabelStart, 0xd7: clLabelStart,
	0xd8: clLabelStart, 0xd9: clLabelStart, 0xda: clLabelStart, 0xdb: clLabelStart, 0xdc: clLabelStart, 0xdd: clLabelStart, 0xde: clLabelStart,
	0xdf: clLabelStart, 0xe0: clLabelStart, 0xe1: clLabelStart, 0xe2: clLabelStart, 0xe3: clLabelStart, 0xe4: clLabelStart, 0xe5: clLabelStart,
	0xe6: clLabelStart, 0xe7: clLabelStart, 0xe8: clLabelStart, 0xe9: clLabelStart, 0xea: clLabelStart, 0xeb: clLabelStart, 0xec: clLabelStart,
	0xed: clLabelStart, 0xee: clLabelStart, 0xef: clLabelStart, 0xf0: clLabelStart, 0xf1: clLabelStart, 0xf2: clLabelStart, 0xf3: clLabelStart,
	0xf4: clLabelStart, 0xf5: clLabelStart, 0xf6: clLabelStart, 0xf7: clLabelStart, 0xf8: clLabelStart, 0xf9: clLabelStart, 0xfa: clLabelStart,
	0xfb: clLabelStart, 0xfc: clLabelStart, 0xfd: clLabelStart, 0xfe: clLabelStart, 0xff: clLabelStart,
}

func isLabelStart(c byte) bool { return classOf[c]&clLabelStart != 0 }
func isLabel(c byte) bool      { return classOf[c]&(clLabelStart|clDigit) != 0 }
func isSpace(c byte) bool      { return classOf[c]&clSpace != 0 }
func isDigit(c byte) bool      { return classOf[c]&clDigit != 0 }

// bracket is an opening bracket not yet closed.
type bracket struct {
	ch   byte
	line int32
}

// heredoc is what the parser must know to decode the parts of one heredoc or nowdoc.
type heredoc struct {
	start  int32 // index of its TStartHeredoc token
	indent int   // bytes of indentation to strip from each line
	spaces bool  // indentation is made of blanks, not tabs
	nowdoc bool
	label  string
	parts  []int32 // indexes of its TEncapsed tokens
	last   int32   // offset of the part that ends in the newline before the label; -1 if none
}

// docRef is a doc comment and the index of the token that follows it.
type docRef struct{ tok, off, end int32 }

type scanner struct {
	src      []byte
	pos      int
	line     int32
	parse    bool
	short    bool
	state    scanState
	stack    []scanState
	brackets []bracket
	open     []int // indexes into heredocs of those being scanned
	heredocs []heredoc
	docs     []docRef
	diags    []Diag
	toks     []Token
	err      *Error
	// sawNewline defers counting the newline that belongs to ?>: the tag's own line is the line before.
	sawNewline bool
	unclosed   int // offset of an unterminated single-quoted string, or -1
	halted     int // tokens still to come after __halt_compiler; 0 when not seen
}

func newScanner(src []byte, opts Options, parse bool) *scanner {
	s := &scanner{src: src, line: 1, unclosed: -1, parse: parse, short: opts.ShortTags}
	if opts.StartLine > 0 {
		s.line = int32(opts.StartLine)
	}
	if opts.Eval {
		s.state = stScript
	}
	if opts.Shebang && s.has(0, "#!") {
		for s.pos < len(src) && src[s.pos] != '\n' {
			s.pos++
		}
		if s.pos < len(src) {
			s.pos++
			s.line++
		}
	}
	s.toks = make([]Token, 0, len(src)/6+16)
	return s
}

func (s *scanner) emit(k Kind, off int, line int32) {
	s.toks = append(s.toks, Token{Kind: k, Line: line, Off: int32(off), End: int32(s.pos)})
}

// fail ends the scan in parse mode. The error surfaces when the parser reaches the token.
func (s *scanner) fail(off int, line int32, format string, args ...any) {
	s.err = &Error{Msg: fmt.Sprintf(format, args...), Line: int(line), Kind: ParseError}
	s.emit(TError, off, line)
}

func (s *scanner) push(st scanState) {
	s.stack = append(s.stack, s.state)
	s.state = st
}

func (s *scanner) pop() {
	if n := len(s.stack); n > 0 {
		s.state = s.stack[n-1]
		s.stack = s.stack[:n-1]
	}
}

// countLines adds the newlines of src[from:to] to the current line. CR LF is one newline.
func (s *scanner) countLines(from, to int) { s.line += newlines(s.src[from:to]) }

func newlines(b []byte) (n int32) {
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			n++
		}
	}
	return
}

func (s *scanner) at(i int) byte {
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

func (s *scanner) has(i int, lit string) bool {
	return len(s.src)-i >= len(lit) && string(s.src[i:i+len(lit)]) == lit
}

// hasFold is has ignoring ASCII case; lit is lower case.
func (s *scanner) hasFold(i int, lit string) bool {
	if len(s.src)-i < len(lit) {
		return false
	}
	for j := 0; j < len(lit); j++ {
		c := s.src[i+j]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lit[j] {
			return false
		}
	}
	return true
}

// scanAll scans to the end. The last token is TEnd or TError.
func (s *scanner) scanAll() {
	for s.err == nil {
		if s.sawNewline {
			s.sawNewline = false
			s.line++
		}
		if s.pos >= len(s.src) {
			s.finish()
			return
		}
		n := len(s.toks)
		switch s.state {
		case stScript:
			s.scanScript()
		case stInitial:
			s.scanInitial()
		case stProperty:
			s.scanProperty()
		case stVarname:
			s.scanVarname()
		case stVarOffset:
			s.scanVarOffset()
		case stDouble, stBackquote:
			s.scanQuoted()
		case stHeredoc:
			s.scanHeredoc()
		}
		if s.halted > 0 && s.err == nil {
			s.afterHalt(n)
		}
	}
}

// afterHalt stops the scan once "( ) ;" has followed __halt_compiler: what comes next is data.
func (s *scanner) afterHalt(from int) {
	for i := from; i < len(s.toks); i++ {
		switch s.toks[i].Kind {
		case TWhitespace, TComment, TDocComment, THaltCompiler, TOpenTag:
			continue
		}
		s.halted--
		if s.halted == 0 {
			if s.pos < len(s.src) && !s.parse {
				off := s.pos
				s.pos = len(s.src)
				s.emit(TInlineHTML, off, s.line)
			}
			s.src = s.src[:s.pos]
			return
		}
	}
}

// finish ends the scan at the end of the source.
func (s *scanner) finish() {
	off := len(s.src)
	s.pos = off
	if s.parse && len(s.brackets) > 0 {
		b := s.brackets[len(s.brackets)-1]
		s.unbalanced(off, b, 0)
		return
	}
	s.emit(TEnd, off, s.line)
}

func (s *scanner) unbalanced(off int, b bracket, closer byte) {
	msg := "Unclosed '" + string(rune(b.ch)) + "'"
	if b.line != s.line {
		msg += fmt.Sprintf(" on line %d", b.line)
	}
	if closer != 0 {
		msg += " does not match '" + string(rune(closer)) + "'"
	}
	s.fail(off, s.line, "%s", msg)
}

func (s *scanner) enter(c byte) {
	if s.parse {
		s.brackets = append(s.brackets, bracket{c, s.line})
	}
}

// leave checks a closing bracket against the innermost open one.
func (s *scanner) leave(off int, c byte) bool {
	if !s.parse {
		return true
	}
	n := len(s.brackets)
	if n == 0 {
		s.fail(off, s.line, "Unmatched '%c'", c)
		return false
	}
	b := s.brackets[n-1]
	if b.ch == '{' && c != '}' || b.ch == '[' && c != ']' || b.ch == '(' && c != ')' {
		s.unbalanced(off, b, c)
		return false
	}
	s.brackets = s.brackets[:n-1]
	return true
}

// scanInitial scans text up to and including the next opening tag.
func (s *scanner) scanInitial() {
	off, line := s.pos, s.line
	for i := s.pos; ; {
		j := indexOpen(s.src, i)
		if j < 0 {
			s.pos = len(s.src)
			s.emit(TInlineHTML, off, line)
			s.countLines(off, s.pos)
			return
		}
		end, kind := s.openTag(j)
		if end < 0 {
			i = j + 2
			continue
		}
		if j > off {
			s.pos = j
			s.emit(TInlineHTML, off, line)
			s.countLines(off, j)
		}
		s.pos = end
		s.state = stScript
		if kind == TOpenTagEcho && s.parse {
			kind = TEcho
		}
		if kind != TOpenTag || !s.parse {
			s.emit(kind, j, s.line)
		}
		s.countLines(j, end)
		return
	}
}

func indexOpen(src []byte, from int) int {
	for i := from; i+1 < len(src); i++ {
		if src[i] == '<' && src[i+1] == '?' {
			return i
		}
	}
	return -1
}

// openTag returns the end of the opening tag at i, or -1.
func (s *scanner) openTag(i int) (int, Kind) {
	if s.at(i+2) == '=' {
		return i + 3, TOpenTagEcho
	}
	if s.hasFold(i+2, "php") {
		j := i + 5
		switch {
		case j >= len(s.src):
			return j, TOpenTag
		case s.src[j] == '\r' && s.at(j+1) == '\n':
			return j + 2, TOpenTag
		case isSpace(s.src[j]):
			return j + 1, TOpenTag
		}
	}
	if s.short {
		return i + 2, TOpenTag
	}
	return -1, 0
}

// scanProperty handles what follows -> : white space, a label, or a return to the outer state.
func (s *scanner) scanProperty() {
	c := s.src[s.pos]
	switch {
	case isSpace(c):
		s.whitespace()
	case c == '-' && s.at(s.pos+1) == '>':
		s.pos += 2
		s.emit(TObjectOperator, s.pos-2, s.line)
	case c == '?' && s.has(s.pos, "?->"):
		s.pos += 3
		s.emit(TNullsafeOperator, s.pos-3, s.line)
	case c == '#' && s.at(s.pos+1) != '[', c == '/' && s.at(s.pos+1) == '/':
		s.lineComment()
	case c == '/' && s.at(s.pos+1) == '*':
		s.blockComment()
	case isLabelStart(c):
		off := s.pos
		s.pos = s.labelEnd(off)
		s.pop()
		s.emit(TString, off, s.line)
	default:
		s.pop()
	}
}

// scanVarname handles what follows ${ in a string: a name right before [ or }, or an expression.
func (s *scanner) scanVarname() {
	off := s.pos
	s.state = stScript
	if isLabelStart(s.src[off]) {
		end := s.labelEnd(off)
		if c := s.at(end); c == '[' || c == '}' {
			s.pos = end
			s.emit(TStringVarname, off, s.line)
		}
	}
}

// scanVarOffset handles the inside of the brackets in "$a[...]".
func (s *scanner) scanVarOffset() {
	off := s.pos
	c := s.src[off]
	switch {
	case isDigit(c):
		end := s.digits(off)
		if c == '0' && end == off+1 {
			if e := s.radixEnd(off); e > 0 {
				end = e
			}
		}
		s.pos = end
		s.emit(TNumString, off, s.line)
	case c == '$' && isLabelStart(s.at(off+1)):
		s.pos = s.labelEnd(off + 1)
		s.emit(TVariable, off, s.line)
	case isLabelStart(c):
		s.pos = s.labelEnd(off)
		s.emit(TString, off, s.line)
	case c == ']':
		s.pos++
		s.pop()
		s.emit(']', off, s.line)
	case isSpace(c) || c == '\\' || c == '\'' || c == '#':
		// Not allowed here; an empty token makes the message name the place.
		s.pop()
		s.emit(TEncapsed, off, s.line)
	case classOf[c]&clOperator != 0 || c == '"' || c == '`':
		s.pos++
		s.emit(Kind(c), off, s.line)
	default:
		s.pos++
		s.emit(TBadCharacter, off, s.line)
	}
}

func (s *scanner) labelEnd(i int) int {
	for i < len(s.src) && isLabel(s.src[i]) {
		i++
	}
	return i
}

func (s *scanner) whitespace() {
	off, line := s.pos, s.line
	i := off
	for i < len(s.src) {
		c := s.src[i]
		if c == '\n' {
			s.line++
		} else if c == '\r' {
			if s.at(i+1) != '\n' {
				s.line++
			}
		} else if c != ' ' && c != '\t' {
			break
		}
		i++
	}
	s.pos = i
	if !s.parse {
		s.emit(TWhitespace, off, line)
	}
}

// lineComment scans a # or // comment: up to a newline or ?>, neither included.
func (s *scanner) lineComment() {
	off := s.pos
	i := off
	for i < len(s.src) {
		c := s.src[i]
		if c == '\n' || c == '\r' || c == '?' && s.at(i+1) == '>' {
			break
		}
		i++
	}
	s.pos = i
	if !s.parse {
		s.emit(TComment, off, s.line)
	}
}

// blockComment scans /* */ and /** */.
func (s *scanner) blockComment() {
	off, line := s.pos, s.line
	doc := s.at(off+2) == '*' && isSpace(s.at(off+3))
	i := off + 2
	for ; ; i++ {
		if i+1 >= len(s.src) {
			s.pos = len(s.src)
			if s.parse {
				s.fail(off, line, "Unterminated comment starting line %d", line)
				return
			}
			s.emit(TComment, off, line)
			s.countLines(off, s.pos)
			return
		}
		if s.src[i] == '*' && s.src[i+1] == '/' {
			break
		}
	}
	s.pos = i + 2
	s.countLines(off, s.pos)
	if s.parse {
		if doc {
			s.docs = append(s.docs, docRef{int32(len(s.toks)), int32(off), int32(s.pos)})
		}
		return
	}
	kind := TComment
	if doc {
		kind = TDocComment
	}
	s.emit(kind, off, line)
}

// skipTrivia returns the position after white space and comments from i, without side effects.
func (s *scanner) skipTrivia(i int) int {
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case isSpace(c):
			i++
		case c == '#' && s.at(i+1) != '[', c == '/' && s.at(i+1) == '/':
			for i < len(s.src) && s.src[i] != '\n' && s.src[i] != '\r' {
				if s.src[i] == '?' && s.at(i+1) == '>' {
					return i
				}
				i++
			}
		case c == '/' && s.at(i+1) == '*':
			j := i + 2
			for j+1 < len(s.src) && !(s.src[j] == '*' && s.src[j+1] == '/') {
				j++
			}
			if j+1 >= len(s.src) {
				return i
			}
			i = j + 2
		default:
			return i
		}
	}
	return i
}
