package syntax

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
)

// The parser's foundations: the token cursor, nesting limit, errors in PHP's words, names.
//
// It is a recursive-descent parser over the scanned tokens with one token of lookahead (two where
// PHP's grammar leaves a choice open). PHP's own parser is table-driven; where the two differ is
// which tokens are known to be possible when an error is met, and hence the "expecting" part of a
// message: each call of unexpected names the list PHP's tables produce in that place.

type parser struct {
	s     *scanner
	code  string // the source again, so that names in the tree are slices of it
	toks  []Token
	i     int
	k     Kind  // kind of the current token
	tok   Token // current token: scanned, not yet consumed
	prev  Token // last consumed token
	depth int
	doc   docRef // doc comment not yet claimed by a declaration
	nextD int    // next of s.docs to be met
	fatal *Error // first compile error that does not stop the parse
	diags []Diag
	hereI int // cursor into s.heredocs
	argKw int // index of the keyword the innermost argument begins with
	argAt int // index of the token the innermost argument begins with

	joined *StringLit // the literal that ends in join
	join   *strings.Builder
}

// bailout carries an error from the depths of the parser to Parse.
type bailout struct{ err *Error }

// Parse reads a whole file (or, with opts.Eval, a string of code). The error is an *Error.
// Diagnostics that do not stop compilation are in File.Diags.
func Parse(src []byte, opts Options) (file *File, err error) {
	s := newScanner(src, opts, true)
	s.scanAll()
	p := &parser{s: s, code: string(src), toks: s.toks, doc: docRef{off: -1}}
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bailout)
			if !ok {
				panic(r)
			}
			file, err = nil, b.err
		}
	}()
	p.load()
	f := &File{HaltOffset: -1}
	f.Stmts = p.topStatements(f, TEnd)
	f.EndLine = int(p.tok.Line)
	f.Diags = append(s.diags, p.diags...)
	if p.fatal != nil {
		return nil, p.fatal
	}
	return f, nil
}

// load makes the token at the cursor current.
func (p *parser) load() {
	t := p.toks[p.i]
	p.tok, p.k = t, t.Kind
	for p.nextD < len(p.s.docs) && int(p.s.docs[p.nextD].tok) <= p.i {
		p.doc = p.s.docs[p.nextD]
		p.nextD++
	}
	switch t.Kind {
	case '}':
		p.doc.off = -1
	case TError:
		panic(bailout{p.s.err})
	}
}

// next consumes the current token.
func (p *parser) next() {
	p.prev = p.tok
	if p.i < len(p.toks)-1 {
		p.i++
	}
	p.load()
}

// peek returns the kind of the token n places after the current one.
func (p *parser) peek(n int) Kind {
	if p.i+n < len(p.toks) {
		return p.toks[p.i+n].Kind
	}
	return TEnd
}

func (p *parser) text(t Token) string { return p.code[t.Off:t.End] }

// endLine returns the line the scanner has reached after t.
func (p *parser) endLine(t Token) int32 {
	if int(t.Off) == p.s.unclosed {
		return t.Line
	}
	switch t.Kind {
	case TConstString, TEncapsed, TInlineHTML, TYieldFrom:
		return t.Line + newlines(p.s.src[t.Off:t.End])
	case TStartHeredoc:
		return t.Line + 1
	}
	return t.Line
}

// here is the line a childless node gets when its rule is complete without lookahead.
func (p *parser) here() Pos { return Pos(p.endLine(p.prev)) }

// ahead is the line a childless node gets when the parser had to look at the next token first.
func (p *parser) ahead() Pos { return Pos(p.endLine(p.tok)) }

func (p *parser) at() Pos { return Pos(p.tok.Line) }

// takeDoc claims the pending doc comment.
func (p *parser) takeDoc() string {
	if p.doc.off < 0 {
		return ""
	}
	d := p.code[p.doc.off:p.doc.end]
	p.doc.off = -1
	return d
}

// enter counts a level of nesting; leave undoes it.
//
// On WebAssembly every Go frame is also a frame of the host's stack, which holds only about a
// megabyte. Yielding to the scheduler unwinds the host's stack (the goroutine's own stack lives in
// linear memory and is re-entered frame by frame on return), so that doing it every so many levels
// keeps the host's stack shallow whatever the depth.
func (p *parser) enter() {
	p.depth++
	if runtime.GOARCH == "wasm" && p.depth%unwindEvery == 0 {
		runtime.Gosched()
	}
	if p.depth > MaxDepth {
		p.fail(p.endLine(p.tok), "memory exhausted")
	}
}

func (p *parser) leave() { p.depth-- }

// unwindEvery is how many levels of nesting may pile up on a WebAssembly host's stack.
const unwindEvery = 32

// ---------------------------------------------------------------------------------------------
// Errors

func (p *parser) fail(line int32, format string, args ...any) {
	panic(bailout{&Error{Msg: fmt.Sprintf(format, args...), Line: int(line), Kind: ParseError}})
}

// failCompile stops with a compile error, as PHP does for errors met while reducing a rule.
func (p *parser) failCompile(format string, args ...any) {
	panic(bailout{&Error{Msg: fmt.Sprintf(format, args...), Line: int(p.ahead()), Kind: ThrownError}})
}

// failFatal stops with a compile error that no program can catch.
func (p *parser) failFatal(format string, args ...any) {
	panic(bailout{&Error{Msg: fmt.Sprintf(format, args...), Line: int(p.ahead()), Kind: CompileError}})
}

// later records a compile error that PHP finds only after the whole file has parsed.
func (p *parser) later(line Pos, format string, args ...any) {
	if p.fatal == nil {
		p.fatal = &Error{Msg: fmt.Sprintf(format, args...), Line: int(line), Kind: CompileError}
	}
}

// Names of token classes for lists of expected tokens.
const (
	xIdent    = "identifier"
	xVar      = "variable"
	xEnd      = "end of file"
	xName     = "namespaced name"
	xFullName = "fully qualified name"
	xNumber   = "number"
)

// xTok quotes a fixed token for a list of expected tokens.
func xTok(text string) string { return `"` + text + `"` }

// unexpected stops with a syntax error at the current token. expecting lists what was possible,
// in PHP's order; PHP leaves the list out when it exceeds four.
func (p *parser) unexpected(expecting ...string) {
	if p.argKw > 0 && p.i == p.argKw+1 {
		// A keyword that begins an argument may have been meant as its name.
		expecting = []string{xTok(":")}
	}
	var b strings.Builder
	b.WriteString("syntax error, unexpected ")
	b.WriteString(p.describe(p.tok))
	for i, x := range expecting {
		if i == 0 {
			b.WriteString(", expecting ")
		} else {
			b.WriteString(" or ")
		}
		b.WriteString(x)
	}
	panic(bailout{&Error{Msg: b.String(), Line: int(p.endLine(p.tok)), Kind: ParseError}})
}

// describe names a token the way PHP's messages do.
func (p *parser) describe(t Token) string {
	if t.Kind == '"' {
		return "double-quote mark"
	}
	if t.Kind < 256 {
		return `token "` + string(rune(t.Kind)) + `"`
	}
	info := &kinds[t.Kind]
	text := p.s.src[t.Off:t.End]
	switch {
	case t.Kind == TEnd:
		return info.desc
	case t.Kind == TBadCharacter:
		return fmt.Sprintf("character 0x%02X", text[0])
	case info.text != "":
		return `token "` + info.text + `"`
	}
	desc := info.desc
	if t.Kind == TConstString && len(text) > 0 {
		switch text[0] {
		case '\'':
			desc = "single-quoted string"
		case '"':
			desc = "double-quoted string"
		}
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if len(text) > 0 && (text[0] == '\'' || text[0] == '"') {
		text = text[1:]
	}
	if n := len(text); n > 0 && (text[n-1] == '\'' || text[n-1] == '"') {
		text = text[:n-1]
	}
	if len(text) > 30+len("...") {
		return desc + ` "` + string(text[:30]) + `..."`
	}
	return desc + ` "` + string(text) + `"`
}

// expect consumes a token of kind k, or stops with the given list of expected tokens.
func (p *parser) expect(k Kind, expecting ...string) {
	if p.k != k {
		p.unexpected(expecting...)
	}
	p.next()
}

// must is expect where k alone is possible.
func (p *parser) must(k Kind) {
	if p.k != k {
		p.unexpected(expectName(k))
	}
	p.next()
}

// expectName is how k appears in a list of expected tokens.
func expectName(k Kind) string {
	if k < 256 {
		return xTok(string(rune(k)))
	}
	if t := kinds[k].text; t != "" {
		return xTok(t)
	}
	return kinds[k].desc
}

func (p *parser) accept(k Kind) bool {
	if p.k == k {
		p.next()
		return true
	}
	return false
}

// ---------------------------------------------------------------------------------------------
// Names and identifiers

// name parses a name of any kind; the caller has checked isName.
func (p *parser) name() *Name {
	n := &Name{Pos: p.at()}
	text := p.text(p.tok)
	switch p.k {
	case TString, TReadonly, TStatic, TArray, TCallable:
		n.Value = text
	case TNameQualified:
		n.Kind, n.Value = NameQualified, text
	case TNameFull:
		n.Kind, n.Value = NameFull, text[1:]
	case TNameRelative:
		n.Kind, n.Value = NameRelative, text[len("namespace\\"):]
	}
	p.next()
	return n
}

func isName(k Kind) bool {
	switch k {
	case TString, TNameQualified, TNameFull, TNameRelative:
		return true
	}
	return false
}

// isIdentifier tells whether the current token may be an identifier where keywords are allowed.
func (p *parser) isIdentifier() bool { return p.k == TString || p.k.semiReserved() }

// identText consumes the current token as an identifier and returns its text.
func (p *parser) identText() string {
	p.noShortEcho()
	t := p.text(p.tok)
	p.next()
	return t
}

// noShortEcho refuses <?= in the role of the identifier "echo".
func (p *parser) noShortEcho() {
	if p.k == TEcho && p.s.src[p.tok.Off] == '<' {
		p.fail(p.tok.Line, `Cannot use "<?=" as an identifier`)
	}
}

// str makes the string node of the current token's text and consumes it.
func (p *parser) str() *StringLit {
	n := &StringLit{Pos: p.at()}
	n.Value = p.identText()
	return n
}
