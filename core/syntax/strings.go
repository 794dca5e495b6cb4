package syntax

import (
	"bytes"
	"strconv"
)

// Literals as expressions: numbers, strings, interpolation, heredocs, shell commands.

func (p *parser) numberLit() Expr {
	pos := p.at()
	lit := p.s.src[p.tok.Off:p.tok.End]
	isInt := p.k == TLNumber
	p.next()
	if isInt {
		v, _ := parseInt(lit)
		return &IntLit{Pos: pos, Value: v}
	}
	return &FloatLit{Pos: pos, Value: parseFloat(lit)}
}

// constString parses a quoted string without interpolation.
func (p *parser) constString() *StringLit {
	t := p.tok
	raw := p.s.src[t.Off:t.End]
	n := &StringLit{Pos: Pos(t.Line)}
	if raw[0] == 'b' || raw[0] == 'B' {
		raw = raw[1:]
	}
	body := raw[1 : len(raw)-1]
	n.Kind = StringSingle
	if raw[0] != '\'' {
		n.Kind = StringDouble
	}
	switch {
	case bytes.IndexByte(body, '\\') < 0:
		end := int(t.End) - 1
		n.Value = p.code[end-len(body) : end]
	case n.Kind == StringSingle:
		n.Value = unescapeSingle(body)
	default:
		n.Value = p.unescape(t, body, '"')
	}
	p.next()
	return n
}

// unescape resolves escapes and records the warnings they cause.
func (p *parser) unescape(t Token, body []byte, quote byte) string {
	return unescapeDouble(body, quote, func(at int, msg string) {
		line := int(t.Line + newlines(body[:at]))
		p.diags = append(p.diags, Diag{Msg: msg, Line: line, Kind: CompileWarning})
	})
}

// interp parses "..." with interpolation; the current token is its opening quote.
func (p *parser) interp() Expr {
	p.next()
	n := &Interp{}
	p.parts(n, '"', nil)
	return n
}

// shellExec parses `...`.
func (p *parser) shellExec() Expr {
	p.next()
	if p.k == '`' {
		n := &ShellExec{Pos: p.at(), X: &StringLit{Pos: p.at()}}
		p.next()
		return n
	}
	in := &Interp{}
	p.parts(in, '`', nil)
	var x Expr = in
	if lit, ok := in.Parts[0].(*StringLit); ok && len(in.Parts) == 1 {
		x = lit
	}
	return &ShellExec{Pos: Pos(x.Line()), X: x}
}

// heredoc parses a heredoc or nowdoc; the current token is its start.
func (p *parser) heredoc() Expr {
	for p.hereI < len(p.s.heredocs)-1 && int(p.s.heredocs[p.hereI].start) < p.i {
		p.hereI++
	}
	h := &p.s.heredocs[p.hereI]
	kind := StringHeredoc
	if h.nowdoc {
		kind = StringNowdoc
	}
	p.next()
	if p.k == TEndHeredoc {
		n := &StringLit{Pos: p.at(), Kind: kind}
		p.next()
		return n
	}
	in := &Interp{Heredoc: true}
	p.parts(in, TEndHeredoc, h)
	if lit, ok := in.Parts[0].(*StringLit); ok && len(in.Parts) == 1 {
		lit.Kind = kind
		return lit
	}
	return in
}

// parts parses the pieces of an interpolated string up to and including its end token.
func (p *parser) parts(in *Interp, end Kind, h *heredoc) {
	p.enter()
	for p.k != end {
		switch p.k {
		case TEncapsed:
			lit := &StringLit{Pos: p.at()}
			raw := p.s.src[p.tok.Off:p.tok.End]
			quote := byte(0)
			switch {
			case h != nil:
				raw = p.s.heredocPart(h, p.tok)
			default:
				quote = byte(end)
			}
			if h != nil && h.nowdoc {
				lit.Value = string(raw)
			} else {
				lit.Value = p.unescape(p.tok, raw, quote)
			}
			in.Parts = append(in.Parts, lit)
			p.next()
		case TVariable:
			in.Parts = append(in.Parts, p.encapsVariable())
		case TDollarCurly:
			in.Parts = append(in.Parts, p.encapsDollar())
		case TCurlyOpen:
			p.next()
			if !p.startsVariable() {
				p.unexpected()
			}
			in.Parts = append(in.Parts, p.variable())
			p.expectAfterVar('}')
		default:
			p.badPart(in, end)
		}
	}
	if len(in.Parts) > 0 {
		in.Pos = Pos(in.Parts[0].Line())
	}
	p.next()
	p.depth--
}

// badPart reports what cannot be inside a string, which is mostly the end of the file.
func (p *parser) badPart(in *Interp, end Kind) {
	onlyText := false
	if len(in.Parts) == 1 {
		_, onlyText = in.Parts[0].(*StringLit)
	}
	dollar, curly := xTok("${"), xTok("{$")
	switch {
	case len(in.Parts) == 0 && end == '"':
		p.unexpected(xVar, "string content", dollar, curly)
	case onlyText && end == '"':
		p.unexpected(xVar, dollar, curly)
	case onlyText && end == TEndHeredoc:
		p.unexpected(xVar, "heredoc end", dollar, curly)
	case end == '`':
		p.unexpected(xTok("`"))
	}
	p.unexpected()
}

// encapsVariable parses $x, $x[...], $x->y and $x?->y in a string.
func (p *parser) encapsVariable() Expr {
	v := p.simpleVariable()
	switch p.k {
	case '[':
		p.next()
		x := &Index{Pos: v.Pos, Base: v, Index: p.encapsOffset()}
		p.must(']')
		return x
	case TObjectOperator, TNullsafeOperator:
		nullsafe := p.k == TNullsafeOperator
		p.next()
		if p.k != TString {
			p.unexpected(xIdent)
		}
		return &Prop{Pos: v.Pos, Obj: v, Name: p.str(), Nullsafe: nullsafe}
	}
	return v
}

// encapsOffset parses what stands between the brackets of "$x[...]".
func (p *parser) encapsOffset() Expr {
	pos := p.at()
	switch p.k {
	case TString:
		return p.str()
	case TVariable:
		return p.simpleVariable()
	case TNumString:
		text := p.text(p.tok)
		p.next()
		if v, ok := offsetInt(text); ok {
			return &IntLit{Pos: pos, Value: v}
		}
		return &StringLit{Pos: pos, Value: text}
	case '-':
		p.next()
		if p.k != TNumString {
			p.unexpected(xNumber)
		}
		pos = p.at()
		text := p.text(p.tok)
		p.next()
		if v, ok := offsetInt(text); ok && v != 0 {
			return &IntLit{Pos: pos, Value: -v}
		}
		return &StringLit{Pos: pos, Value: "-" + text}
	}
	p.unexpected(xTok("-"), xIdent, xVar, xNumber)
	return nil
}

// offsetInt tells whether a number in "$x[...]" is a canonical decimal integer.
func offsetInt(text string) (int64, bool) {
	if len(text) > 1 && text[0] == '0' {
		return 0, false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return v, err == nil
}

// encapsDollar parses ${name}, ${name[expr]} and ${expr} in a string.
func (p *parser) encapsDollar() Expr {
	p.next()
	if p.k == TStringVarname {
		v := &Variable{Pos: p.at(), Name: p.text(p.tok), Encaps: EncapsDollar}
		p.next()
		if p.k != '[' {
			p.expect('}', xTok("["), xTok("}"))
			return v
		}
		v.Encaps = EncapsNone
		p.next()
		x := &Index{Pos: v.Pos, Base: v, Index: p.expr(), Encaps: EncapsDollar}
		p.expect(']')
		p.must('}')
		return x
	}
	v := variableOf(p.expr())
	v.Encaps = EncapsExpr
	p.expect('}')
	return v
}
