package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// exporter writes a tree back as source, the way PHP prints the condition of
// a failed assert: canonical spacing, parentheses by precedence.
type exporter struct {
	b     strings.Builder
	depth int
}

func exportExpr(e syntax.Expr) string {
	var x exporter
	x.expr(e, 0, 0)
	return x.b.String()
}

func (x *exporter) s(t string) { x.b.WriteString(t) }

func (x *exporter) indent(n int) {
	for ; n > 0; n-- {
		x.s("    ")
	}
}

func quote(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\'') < 0 {
		return "'" + s + "'"
	}
	b := make([]byte, 0, len(s)+8)
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' || s[i] == '\'' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(append(b, '\''))
}

// quoted escapes text inside double quotes or backquotes.
func quoted(s string, quote byte) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case ch == '\n':
			b.WriteString(`\n`)
		case ch == '\r':
			b.WriteString(`\r`)
		case ch == '\t':
			b.WriteString(`\t`)
		case ch == '\f':
			b.WriteString(`\f`)
		case ch == '\v':
			b.WriteString(`\v`)
		case ch == 0x1b:
			b.WriteString(`\e`)
		case ch < ' ':
			b.WriteString(`\0`)
			b.WriteByte('0' + ch/8)
			b.WriteByte('0' + ch%8)
		case ch == quote || ch == '$' || ch == '\\':
			b.WriteByte('\\')
			b.WriteByte(ch)
		default:
			b.WriteByte(ch)
		}
	}
	return b.String()
}

type binOp struct {
	text       string
	prec, l, r int
}

var exportOps = map[syntax.Op]binOp{
	syntax.OpAdd: {" + ", 200, 200, 201}, syntax.OpSub: {" - ", 200, 200, 201}, syntax.OpMul: {" * ", 210, 210, 211},
	syntax.OpDiv: {" / ", 210, 210, 211}, syntax.OpMod: {" % ", 210, 210, 211}, syntax.OpShiftLeft: {" << ", 190, 190, 191},
	syntax.OpShiftRight: {" >> ", 190, 190, 191}, syntax.OpConcat: {" . ", 185, 185, 186}, syntax.OpBitOr: {" | ", 140, 140, 141},
	syntax.OpBitAnd: {" & ", 160, 160, 161}, syntax.OpBitXor: {" ^ ", 150, 150, 151}, syntax.OpIdentical: {" === ", 170, 171, 171},
	syntax.OpNotIdentical: {" !== ", 170, 171, 171}, syntax.OpEqual: {" == ", 170, 171, 171}, syntax.OpNotEqual: {" != ", 170, 171, 171},
	syntax.OpSmaller: {" < ", 180, 181, 181}, syntax.OpSmallerEqual: {" <= ", 180, 181, 181}, syntax.OpGreater: {" > ", 180, 181, 181},
	syntax.OpGreaterEqual: {" >= ", 180, 181, 181}, syntax.OpPow: {" ** ", 250, 251, 250}, syntax.OpBoolXor: {" xor ", 40, 40, 41},
	syntax.OpSpaceship: {" <=> ", 180, 181, 181}, syntax.OpBoolAnd: {" && ", 130, 130, 131}, syntax.OpBoolOr: {" || ", 120, 120, 121},
	syntax.OpCoalesce: {" ?? ", 110, 111, 110}, syntax.OpPipe: {" |> ", 183, 183, 184},
}

var assignTexts = map[syntax.Op]string{
	syntax.OpAdd: " += ", syntax.OpSub: " -= ", syntax.OpMul: " *= ", syntax.OpDiv: " /= ", syntax.OpMod: " %= ",
	syntax.OpShiftLeft: " <<= ", syntax.OpShiftRight: " >>= ", syntax.OpConcat: " .= ", syntax.OpBitOr: " |= ",
	syntax.OpBitAnd: " &= ", syntax.OpBitXor: " ^= ", syntax.OpPow: " **= ", syntax.OpCoalesce: " ??= ",
}

// group writes a part in parentheses when its context binds tighter.
func (x *exporter) group(need bool, f func()) {
	if need {
		x.s("(")
	}
	f()
	if need {
		x.s(")")
	}
}

func (x *exporter) name(n *syntax.Name) {
	switch n.Kind {
	case syntax.NameFull:
		x.s("\\")
	case syntax.NameRelative:
		x.s("namespace\\")
	}
	x.s(n.Value)
}

// expr writes an expression in a context of precedence prec, statements in it
// indented by in.
func (x *exporter) expr(e syntax.Expr, prec, in int) {
	x.depth++
	zval.Deeper(x.depth)
	defer func() { x.depth-- }()
	if x.depth > 2*syntax.MaxDepth {
		return
	}
	pre := func(text string, p int, v syntax.Expr, vp int) {
		x.group(prec > p, func() { x.s(text); x.expr(v, vp, in) })
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		x.s(formatInt(e.Value))
	case *syntax.FloatLit:
		t := formatDouble(e.Value)
		if !strings.ContainsAny(t, ".EN") {
			t += ".0"
		}
		x.s(t)
	case *syntax.StringLit:
		x.s(quote(e.Value))
	case *nodeExpr:
	case *syntax.Name:
		x.name(e)
	case *syntax.Interp:
		x.s("\"")
		x.parts(e.Parts, '"', in)
		x.s("\"")
	case *syntax.ShellExec:
		x.s("`")
		switch v := e.X.(type) {
		case *syntax.Interp:
			x.parts(v.Parts, '`', in)
		case *syntax.StringLit:
			x.s(v.Value)
		}
		x.s("`")
	case *syntax.Array:
		x.s("[")
		x.elems(e, in)
		x.s("]")
	case *syntax.Magic:
		x.s([...]string{"__LINE__", "__FILE__", "__DIR__", "__FUNCTION__", "__CLASS__", "__TRAIT__", "__METHOD__", "__NAMESPACE__", "__PROPERTY__"}[e.Kind])
	case *syntax.Variable:
		x.s("$")
		x.varName(e, in)
	case *syntax.Index:
		x.expr(e.Base, 260, in)
		x.s("[")
		if e.Index != nil {
			x.expr(e.Index, 0, in)
		}
		x.s("]")
	case *syntax.Prop:
		x.expr(e.Obj, 0, in)
		if e.Nullsafe {
			x.s("?")
		}
		x.s("->")
		x.memberName(e.Name, in)
	case *syntax.StaticProp:
		x.class(e.Class, in)
		x.s("::$")
		if s, ok := e.Name.(*syntax.StringLit); ok {
			x.s(s.Value)
		} else if v, ok := e.Name.(*syntax.Variable); ok {
			x.expr(v, 0, in)
		} else {
			x.s("{")
			x.expr(e.Name, 0, in)
			x.s("}")
		}
	case *syntax.ConstFetch:
		x.name(e.Name)
	case *syntax.ClassConst:
		x.class(e.Class, in)
		x.s("::")
		x.memberName(e.Name, in)
	case *syntax.ClassName:
		x.class(e.Class, in)
		x.s("::class")
	case *syntax.Call:
		if n, ok := e.Fn.(*syntax.Name); ok {
			x.name(n)
		} else {
			x.class(e.Fn, in)
		}
		x.args(e.Args, in)
	case *syntax.MethodCall:
		x.expr(e.Obj, 0, in)
		if e.Nullsafe {
			x.s("?")
		}
		x.s("->")
		x.memberName(e.Name, in)
		x.args(e.Args, in)
	case *syntax.StaticCall:
		x.class(e.Class, in)
		x.s("::")
		x.memberName(e.Name, in)
		x.args(e.Args, in)
	case *syntax.New:
		x.s("new ")
		if d, ok := e.Class.(*syntax.ClassDecl); ok {
			x.attrs(d.Attrs, in, false)
			x.s("class")
			if len(e.Args.Args) > 0 {
				x.args(e.Args, in)
			}
			x.classBody(d, in)
			return
		}
		x.class(e.Class, in)
		x.args(e.Args, in)
	case *syntax.Clone:
		x.s("\\clone(")
		x.expr(e.X, 0, in)
		x.s(")")
	case *syntax.Binary:
		o := exportOps[e.Op]
		x.group(prec > o.prec, func() {
			x.spine(e, o, in)
		})
	case *syntax.Unary:
		switch e.Op {
		case syntax.OpNot:
			pre("!", 240, e.X, 240)
		case syntax.OpBitNot:
			pre("~", 240, e.X, 240)
		case syntax.OpPlus:
			pre("+", 240, e.X, 240)
		default:
			pre("-", 240, e.X, 240)
		}
	case *syntax.Assign:
		x.group(prec > 90, func() { x.expr(e.Var, 90, in); x.s(" = "); x.expr(e.Value, 91, in) })
	case *syntax.AssignRef:
		x.group(prec > 90, func() { x.expr(e.Var, 90, in); x.s(" =& "); x.expr(e.Value, 91, in) })
	case *syntax.AssignOp:
		x.group(prec > 90, func() { x.expr(e.Var, 90, in); x.s(assignTexts[e.Op]); x.expr(e.Value, 91, in) })
	case *syntax.IncDec:
		op := "++"
		if e.Dec {
			op = "--"
		}
		if e.Prefix {
			pre(op, 240, e.X, 230)
		} else {
			x.group(prec > 260, func() { x.expr(e.X, 241, in); x.s(op) })
		}
	case *syntax.Silence:
		pre("@", 240, e.X, 240)
	case *syntax.Cast:
		pre("("+[...]string{"int", "double", "string", "array", "object", "bool", "unset", "void"}[e.Kind]+")", 240, e.X, 240)
	case *syntax.Isset:
		for i, v := range e.Vars {
			if i > 0 {
				x.s(" && ")
			}
			x.s("isset(")
			x.expr(v, 0, in)
			x.s(")")
		}
	case *syntax.Empty:
		x.s("empty(")
		x.expr(e.X, 0, in)
		x.s(")")
	case *syntax.Include:
		x.s([...]string{"eval", "include", "include_once", "require", "require_once"}[e.Kind] + "(")
		x.expr(e.X, 0, in)
		x.s(")")
	case *syntax.Print:
		pre("print ", 60, e.X, 61)
	case *syntax.InstanceOf:
		x.group(prec > 230, func() {
			x.expr(e.X, 0, in)
			x.s(" instanceof ")
			x.class(e.Class, in)
		})
	case *syntax.Ternary:
		x.group(prec > 100, func() {
			x.expr(e.Cond, 100, in)
			if e.Then != nil {
				x.s(" ? ")
				x.expr(e.Then, 101, in)
				x.s(" : ")
			} else {
				x.s(" ?: ")
			}
			x.expr(e.Else, 101, in)
		})
	case *syntax.Yield:
		x.group(prec > 70, func() {
			x.s("yield ")
			if e.Value != nil {
				if e.Key != nil {
					x.expr(e.Key, 70, in)
					x.s(" => ")
				}
				x.expr(e.Value, 70, in)
			}
		})
	case *syntax.YieldFrom:
		pre("yield from ", 85, e.X, 86)
	case *syntax.Throw:
		x.s("throw ")
		x.expr(e.X, 0, in)
	case *syntax.Match:
		x.s("match (")
		x.expr(e.Subject, 0, in)
		x.s(") {\n")
		for _, a := range e.Arms {
			x.indent(in + 1)
			if a.Conds == nil {
				x.s("default")
			} else {
				x.list(a.Conds, in)
			}
			x.s(" => ")
			x.expr(a.Body, 0, in)
			x.s(",\n")
		}
		x.indent(in)
		x.s("}")
	case *syntax.FuncDecl:
		x.function(e, in)
	case *syntax.ClassDecl:
		x.s("class")
		x.classBody(e, in)
	}
}

// spine writes a left-deep chain of operators without recursing down its left side.
func (x *exporter) spine(e *syntax.Binary, o binOp, in int) {
	type link struct {
		b     *syntax.Binary
		o     binOp
		paren bool
	}
	links := []link{{e, o, false}}
	left := e.L
	for {
		b, ok := left.(*syntax.Binary)
		if !ok {
			break
		}
		bo := exportOps[b.Op]
		links = append(links, link{b, bo, links[len(links)-1].o.l > bo.prec})
		left = b.L
	}
	for _, l := range links {
		if l.paren {
			x.s("(")
		}
	}
	x.operand(left, links[len(links)-1].o.l, in)
	for i := len(links) - 1; i >= 0; i-- {
		x.s(links[i].o.text)
		x.operand(links[i].b.R, links[i].o.r, in)
		if links[i].paren {
			x.s(")")
		}
	}
}

// operand writes an operand; an arrow function would swallow what follows it.
func (x *exporter) operand(e syntax.Expr, prec, in int) {
	d, ok := e.(*syntax.FuncDecl)
	x.group(ok && d.Kind == syntax.FuncArrow, func() { x.expr(e, prec, in) })
}

func (x *exporter) list(es []syntax.Expr, in int) {
	for i, e := range es {
		if i > 0 {
			x.s(", ")
		}
		x.expr(e, 80, in)
	}
}

func (x *exporter) args(a *syntax.ArgList, in int) {
	if a.FCC {
		x.s("(...)")
		return
	}
	x.s("(")
	for i := range a.Args {
		if i > 0 {
			x.s(", ")
		}
		if a.Args[i].Unpack {
			x.s("...")
		}
		if a.Args[i].Name != "" {
			x.s(a.Args[i].Name + ": ")
		}
		x.expr(a.Args[i].Value, 0, in)
	}
	x.s(")")
}

func (x *exporter) elems(a *syntax.Array, in int) {
	for i, el := range a.Elems {
		if i > 0 {
			x.s(", ")
		}
		if el == nil {
			continue
		}
		if el.Key != nil {
			x.expr(el.Key, 80, in)
			x.s(" => ")
		}
		if el.ByRef {
			x.s("&")
		}
		if el.Unpack {
			x.s("...")
		}
		x.expr(el.Value, 80, in)
	}
}

func (x *exporter) parts(ps []syntax.Expr, quote byte, in int) {
	for i, p := range ps {
		if s, ok := p.(*syntax.StringLit); ok {
			x.s(quoted(s.Value, quote))
			continue
		}
		v, simple := p.(*syntax.Variable)
		follows := false
		if i+1 < len(ps) {
			if s, ok := ps[i+1].(*syntax.StringLit); ok && s.Value != "" {
				ch := s.Value[0]
				follows = ch == '_' || ch >= 0x7f || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch == '[' || ch == '-' && strings.HasPrefix(s.Value, "->")
			}
		}
		if simple && v.Expr == nil && !follows {
			x.expr(p, 0, in)
		} else {
			x.s("{")
			x.expr(p, 0, in)
			x.s("}")
		}
	}
}

func identifier(s string) bool {
	if s == "" || isDigit(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		ch := s[i]
		if !(ch == '_' || ch >= 0x7f || isDigit(ch) || ch|0x20 >= 'a' && ch|0x20 <= 'z') {
			return false
		}
	}
	return true
}

func (x *exporter) varName(v *syntax.Variable, in int) {
	switch inner := v.Expr.(type) {
	case nil:
		if identifier(v.Name) {
			x.s(v.Name)
		} else {
			x.s("{" + v.Name + "}")
		}
	case *syntax.Variable:
		x.expr(inner, 0, in)
	default:
		x.s("{")
		x.expr(v.Expr, 0, in)
		x.s("}")
	}
}

func (x *exporter) memberName(e syntax.Expr, in int) {
	switch n := e.(type) {
	case *syntax.StringLit:
		if identifier(n.Value) {
			x.s(n.Value)
		} else {
			x.s("{" + n.Value + "}")
		}
	case *syntax.Variable:
		x.expr(n, 0, in)
	default:
		x.s("{")
		x.expr(e, 0, in)
		x.s("}")
	}
}

func (x *exporter) class(e syntax.Expr, in int) {
	switch n := e.(type) {
	case *syntax.Name:
		x.name(n)
	case *syntax.StringLit, *syntax.Variable, *syntax.Index, *syntax.Prop, *syntax.StaticProp, *syntax.Call, *syntax.MethodCall, *syntax.StaticCall:
		x.expr(e, 0, in)
	default:
		x.s("(")
		x.expr(e, 0, in)
		x.s(")")
	}
}

func (x *exporter) typ(t syntax.Type) {
	join := func(ts []syntax.Type, sep string) {
		for i, p := range ts {
			if i > 0 {
				x.s(sep)
			}
			if _, ok := p.(*syntax.IntersectionType); ok {
				x.s("(")
				x.typ(p)
				x.s(")")
			} else {
				x.typ(p)
			}
		}
	}
	switch t := t.(type) {
	case *syntax.NamedType:
		if t.Nullable {
			x.s("?")
		}
		x.name(t.Name)
	case *syntax.UnionType:
		join(t.Types, "|")
	case *syntax.IntersectionType:
		join(t.Types, "&")
	}
}

func (x *exporter) attrs(gs []*syntax.AttrGroup, in int, lines bool) {
	for _, g := range gs {
		x.s("#[")
		for i, a := range g.Attrs {
			if i > 0 {
				x.s(", ")
			}
			x.name(a.Name)
			if a.Args != nil {
				x.args(a.Args, in)
			}
		}
		x.s("]")
		if lines {
			x.s("\n")
			x.indent(in)
		} else {
			x.s(" ")
		}
	}
}

func (x *exporter) params(ps []*syntax.Param, in int) {
	x.s("(")
	for i, p := range ps {
		if i > 0 {
			x.s(", ")
		}
		x.attrs(p.Attrs, in, false)
		x.mods(p.Mods)
		if p.Type != nil {
			x.typ(p.Type)
			x.s(" ")
		}
		if p.ByRef {
			x.s("&")
		}
		if p.Variadic {
			x.s("...")
		}
		x.s("$" + p.Name)
		if p.Default != nil {
			x.s(" = ")
			x.expr(p.Default, 0, in)
		}
		if p.HasHooks {
			x.s(" {\n")
			for _, h := range p.Hooks {
				x.indent(in + 1)
				x.hook(h, in+1)
			}
			x.indent(in)
			x.s("}")
		}
	}
	x.s(")")
}

func (x *exporter) mods(m syntax.Mod) {
	for _, w := range [...]struct {
		m syntax.Mod
		w string
	}{
		{syntax.ModPublic, "public "}, {syntax.ModProtected, "protected "}, {syntax.ModPrivate, "private "},
		{syntax.ModPublicSet, "public(set) "}, {syntax.ModProtectedSet, "protected(set) "}, {syntax.ModPrivateSet, "private(set) "},
		{syntax.ModStatic, "static "}, {syntax.ModAbstract, "abstract "}, {syntax.ModFinal, "final "}, {syntax.ModReadonly, "readonly "},
	} {
		if m&w.m != 0 {
			x.s(w.w)
		}
	}
}

func (x *exporter) function(d *syntax.FuncDecl, in int) {
	closure := d.Kind == syntax.FuncClosure || d.Kind == syntax.FuncArrow
	x.attrs(d.Attrs, in, !closure)
	if d.Kind == syntax.FuncMethod {
		m := d.Mods
		if m&syntax.ModVisibility == 0 {
			m |= syntax.ModPublic
		}
		x.mods(m)
	} else if d.Mods&syntax.ModStatic != 0 {
		x.s("static ")
	}
	if d.Kind == syntax.FuncArrow {
		x.s("fn")
	} else {
		x.s("function ")
	}
	if d.ByRef {
		x.s("&")
	}
	if !closure {
		x.s(d.Name)
	}
	x.params(d.Params, in)
	if len(d.Uses) > 0 {
		x.s(" use(")
		for i, u := range d.Uses {
			if i > 0 {
				x.s(", ")
			}
			if u.ByRef {
				x.s("&")
			}
			x.s("$" + u.Name)
		}
		x.s(")")
	}
	if d.Return != nil {
		x.s(": ")
		x.typ(d.Return)
	}
	switch {
	case d.ExprBody != nil:
		x.s(" => ")
		x.expr(d.ExprBody, 0, in)
	case d.Body != nil:
		x.s(" {\n")
		x.stmts(d.Body.Stmts, in+1)
		x.indent(in)
		x.s("}")
		if !closure {
			x.s("\n")
		}
	default:
		x.s(";\n")
	}
}
