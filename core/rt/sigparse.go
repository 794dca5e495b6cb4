package rt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// sigParser reads the small language in which builtins are declared: PHP's
// own syntax for heads of functions, classes, properties and constants.
type sigParser struct {
	x   *Exec
	src string
	pos int
	tok string // current token; "" at the end
	at  int    // offset of tok
	err error
}

func newSigParser(x *Exec, src string) *sigParser {
	p := &sigParser{x: x, src: src}
	p.next()
	return p
}

func (p *sigParser) fail(what string) {
	if p.err == nil {
		p.err = fmt.Errorf("signature %q at %d: expected %s, found %q", p.src, p.at, what, p.tok)
	}
	p.tok, p.pos = "", len(p.src)
}

func isIdent(c byte) bool {
	return c == '_' || c == '\\' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func (p *sigParser) next() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\n' || p.src[p.pos] == '\t') {
		p.pos++
	}
	start := p.pos
	p.at = start
	if start >= len(p.src) {
		p.tok = ""
		return
	}
	c := p.src[start]
	switch {
	case c >= '0' && c <= '9':
		for p.pos < len(p.src) && (isIdent(p.src[p.pos]) || p.src[p.pos] == '.' && p.pos+1 < len(p.src) && p.src[p.pos+1] != '.') {
			p.pos++
			if e := p.src[p.pos-1]; (e == 'e' || e == 'E') && p.pos < len(p.src) && (p.src[p.pos] == '-' || p.src[p.pos] == '+') && !strings.HasPrefix(p.src[start:], "0x") {
				p.pos++
			}
		}
	case c == '$' || isIdent(c):
		p.pos++
		for p.pos < len(p.src) && isIdent(p.src[p.pos]) {
			p.pos++
		}
	case c == '\'' || c == '"':
		p.pos++
		for p.pos < len(p.src) && p.src[p.pos] != c {
			if p.src[p.pos] == '\\' {
				p.pos++
			}
			p.pos++
		}
		p.pos++
	default:
		p.pos++
		for _, op := range [...]string{"...", "#[", "::", "=>", "||", "&&", "<<", ">>"} {
			if strings.HasPrefix(p.src[start:], op) {
				p.pos = start + len(op)
				break
			}
		}
	}
	p.pos = min(p.pos, len(p.src))
	p.tok = p.src[start:p.pos]
}

func (p *sigParser) accept(t string) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

func (p *sigParser) expect(t string) {
	if !p.accept(t) {
		p.fail(t)
	}
}

func (p *sigParser) ident() string {
	if p.tok == "" || !isIdent(p.tok[0]) {
		p.fail("a name")
		return ""
	}
	t := strings.TrimPrefix(p.tok, "\\")
	p.next()
	return t
}

var sigModifiers = map[string]uint32{
	"public": code.AccPublic, "protected": code.AccProtected, "private": code.AccPrivate,
	"static": code.AccStatic, "final": code.AccFinal, "abstract": code.AccAbstract, "readonly": code.AccReadonly,
}

func (p *sigParser) modifiers() uint32 {
	var fl uint32
	for {
		m, ok := sigModifiers[p.tok]
		if !ok {
			return fl
		}
		fl |= m
		p.next()
		if p.tok == "(" && m&code.AccPPP != 0 { // private(set)
			p.next()
			if p.tok == "set" {
				fl = fl&^m | m<<8
			}
			p.next()
			p.expect(")")
		}
	}
}

// attributes reads any number of #[...] groups.
func (p *sigParser) attributes() []code.Attribute {
	var out []code.Attribute
	for p.accept("#[") {
		for p.err == nil {
			at := code.Attribute{Name: p.ident()}
			at.LCName = strings.ToLower(at.Name)
			if p.accept("(") {
				at.Args = p.args()
			}
			out = append(out, at)
			if !p.accept(",") || p.tok == "]" {
				break
			}
		}
		p.expect("]")
	}
	return out
}

// args reads the rest of an argument list, its ')' included.
func (p *sigParser) args() []code.ConstArg {
	var out []code.ConstArg
	for p.tok != ")" && p.err == nil {
		var a code.ConstArg
		if isIdent(p.tok[0]) && p.peek() == ':' {
			a.Name = p.ident()
			p.expect(":")
		}
		a.Expr = p.expr()
		out = append(out, a)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}

// peek returns the character after the current token, a single ':' only.
func (p *sigParser) peek() byte {
	i := p.pos
	for i < len(p.src) && p.src[i] == ' ' {
		i++
	}
	if i < len(p.src) && (p.src[i] != ':' || i+1 >= len(p.src) || p.src[i+1] != ':') {
		return p.src[i]
	}
	return 0
}

var sigTypes = map[string]uint32{
	"null": code.TypeMaskNull, "false": code.TypeMaskFalse, "true": code.TypeMaskTrue, "bool": code.TypeMaskBool,
	"int": code.TypeMaskLong, "float": code.TypeMaskDouble, "string": code.TypeMaskString, "array": code.TypeMaskArray,
	"object": code.TypeMaskObject, "callable": code.TypeMaskCallable, "void": code.TypeMaskVoid, "never": code.TypeMaskNever,
	"static": code.TypeMaskStatic, "mixed": code.TypeMaskMixed, "iterable": code.TypeMaskArray | code.TypeMaskIterable,
	"resource": code.TypeMaskResource,
}

// typ reads a type; nil when none stands here.
func (p *sigParser) typ() *code.TypeRef {
	if p.tok == "" || !(p.tok == "?" || p.tok == "(" || isIdent(p.tok[0])) {
		return nil
	}
	t := &code.TypeRef{}
	if p.accept("?") {
		t.Nullable = true
		t.Mask |= code.TypeMaskNull
	}
	for p.err == nil {
		if p.accept("(") {
			var part []string
			for p.err == nil {
				part = append(part, p.ident())
				if !p.accept("&") {
					break
				}
			}
			p.expect(")")
			t.Parts = append(t.Parts, part)
		} else {
			name := p.ident()
			if m, ok := sigTypes[name]; ok {
				t.Mask |= m
				if name == "iterable" {
					t.Names = append(t.Names, "Traversable")
				}
			} else {
				t.Names = append(t.Names, name)
			}
		}
		if !p.accept("|") {
			break
		}
	}
	t.Src = typeText(t, nil)
	return t
}

// params reads a parameter list after its '('.
func (p *sigParser) params() []code.Param {
	var out []code.Param
	for p.tok != ")" && p.err == nil {
		var q code.Param
		q.Attributes = p.attributes()
		if fl := p.modifiers(); fl != 0 {
			q.Promoted = fl
		}
		if p.tok != "" && p.tok[0] != '$' && p.tok != "&" && p.tok != "..." {
			q.Type = p.typ()
		}
		if p.accept("&") {
			q.ByRef = true
			if p.accept("?") {
				q.ByRef, q.PreferRef = false, true
			}
		}
		if p.accept("...") {
			q.Variadic = true
		}
		if p.tok == "" || p.tok[0] != '$' {
			p.fail("a parameter name")
			break
		}
		q.Name = p.tok[1:]
		p.next()
		if p.accept("=") {
			start := p.at
			q.Default = p.expr()
			end := p.at
			if p.tok == "" {
				end = len(p.src)
			}
			q.DefaultSrc = strings.TrimSpace(p.src[start:end])
			if q.DefaultSrc == "UNKNOWN" {
				q.Default, q.DefaultSrc = nil, "<default>" // tells passed from left out by Has
			}
			q.Optional = true
		}
		if q.Variadic {
			q.Optional = true
		}
		out = append(out, q)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}

// expr reads a default value: literals, constants, arrays, new, and the operators stubs use.
func (p *sigParser) expr() *code.ConstExpr {
	l := p.unary()
	for p.err == nil {
		var op uint8
		switch p.tok {
		case "|":
			op = uint8(opcode.BwOr)
		case "&":
			op = uint8(opcode.BwAnd)
		case "<<":
			op = uint8(opcode.Sl)
		case "+":
			op = uint8(opcode.Add)
		case "-":
			op = uint8(opcode.Sub)
		case "*":
			op = uint8(opcode.Mul)
		case ".":
			op = uint8(opcode.Concat)
		default:
			return l
		}
		p.next()
		r := p.unary()
		l = &code.ConstExpr{Kind: code.CEBinary, Op: op, X: l, Y: r}
	}
	return l
}

func (p *sigParser) unary() *code.ConstExpr {
	switch {
	case p.accept("-"):
		e := p.unary()
		if e.Kind == code.CELit && e.Value.Type() == zval.Long {
			e.Value.SetLong(-e.Value.Long())
			return e
		}
		if e.Kind == code.CELit && e.Value.Type() == zval.Double {
			e.Value.SetDouble(-e.Value.Double())
			return e
		}
		return &code.ConstExpr{Kind: code.CEBinary, Op: uint8(opcode.Mul), X: e, Y: lit(longValue(-1))}
	case p.accept("~"):
		return &code.ConstExpr{Kind: code.CEUnary, Op: uint8(opcode.BwNot), X: p.unary()}
	case p.accept("("):
		e := p.expr()
		p.expect(")")
		return e
	case p.accept("["):
		e := &code.ConstExpr{Kind: code.CEArray}
		for p.tok != "]" && p.err == nil {
			it := code.ConstItem{Value: p.expr()}
			if p.accept("=>") {
				it.Key, it.Value = it.Value, p.expr()
			}
			e.Items = append(e.Items, it)
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
		if len(e.Items) == 0 {
			var v zval.Value
			v.SetArr(p.x.Space.EmptyArray())
			return lit(v)
		}
		return e
	}
	return p.primary()
}

func lit(v zval.Value) *code.ConstExpr { return &code.ConstExpr{Kind: code.CELit, Value: v} }

func longValue(n int64) zval.Value { var v zval.Value; v.SetLong(n); return v }

func (p *sigParser) primary() *code.ConstExpr {
	t := p.tok
	if t == "" {
		p.fail("a value")
		return lit(zval.Value{T: uint32(zval.Null)})
	}
	var v zval.Value
	switch c := t[0]; {
	case c >= '0' && c <= '9':
		p.next()
		if n, err := strconv.ParseInt(t, 0, 64); err == nil {
			v.SetLong(n)
		} else if f, err := strconv.ParseFloat(t, 64); err == nil {
			v.SetDouble(f)
		} else {
			p.fail("a number")
		}
		return lit(v)
	case c == '\'' || c == '"':
		p.next()
		v.SetStr(p.x.Space.Intern(unquote(t)))
		return lit(v)
	}
	name := p.ident()
	switch strings.ToLower(name) {
	case "null":
		v.SetNull()
		return lit(v)
	case "true", "false":
		v.SetBool(len(name) == 4)
		return lit(v)
	case "new":
		e := &code.ConstExpr{Kind: code.CENew, Name: p.ident()}
		if p.accept("(") {
			e.Args = p.args()
		}
		return e
	}
	if p.accept("::") {
		c := p.ident()
		if lc := strings.ToLower(name); lc == "self" || lc == "static" || lc == "parent" {
			name = lc
		}
		return &code.ConstExpr{Kind: code.CEClassConst, Name: name, Name2: c}
	}
	return &code.ConstExpr{Kind: code.CEConst, Name: name}
}

// unquote resolves a quoted literal of a signature.
func unquote(t string) string {
	q := t[0]
	t = t[1 : len(t)-1]
	if strings.IndexByte(t, '\\') < 0 {
		return t
	}
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c != '\\' || i+1 >= len(t) {
			b.WriteByte(c)
			continue
		}
		i++
		c = t[i]
		if q == '\'' {
			if c != '\'' && c != '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
			continue
		}
		switch c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'v':
			b.WriteByte('\v')
		case 'f':
			b.WriteByte('\f')
		case '0':
			b.WriteByte(0)
		case 'x':
			if i+2 < len(t) {
				if n, err := strconv.ParseUint(t[i+1:i+3], 16, 8); err == nil {
					b.WriteByte(byte(n))
					i += 2
					continue
				}
			}
			b.WriteString("\\x")
		default:
			if c != '"' && c != '\\' && c != '$' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// parseFuncHead fills fn's modifiers, attributes and name from its signature;
// cheap enough to run for every method of a class when the class is linked.
func (x *Exec) parseFuncHead(fn *Function) *sigParser {
	p := newSigParser(x, fn.Decl.Sig)
	fn.Attributes = p.attributes()
	fn.Flags |= p.modifiers()
	p.accept("function")
	if p.accept("&") {
		fn.Flags |= code.AccReturnRef
	}
	fn.Name = p.ident()
	fn.LCName = strings.ToLower(fn.Name)
	return p
}

// parseFunc completes an internal function from its signature text.
func (x *Exec) parseFunc(fn *Function) error {
	p := x.parseFuncHead(fn)
	p.expect("(")
	fn.Params = p.params()
	if p.tok == "tentative" {
		fn.TentativeReturn = true
		p.next()
	}
	if p.accept(":") {
		fn.Return = p.typ()
		if fn.Return == nil {
			p.fail("a type")
		}
		fn.Flags |= code.AccHasReturnType
	}
	if p.tok != "" && p.err == nil {
		p.fail("the end")
	}
	return p.err
}
