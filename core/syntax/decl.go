package syntax

// Functions, parameters, types, attributes and modifiers.

// attributes parses one or more #[...] groups.
func (p *parser) attributes() []*AttrGroup {
	var groups []*AttrGroup
	for p.k == TAttribute {
		p.next()
		g := &AttrGroup{}
		for {
			a := &Attr{Pos: p.at()}
			if !isName(p.k) && p.k != TStatic {
				p.unexpected()
			}
			a.Name = p.name()
			if p.k == '(' {
				a.Args = p.argList()
			}
			g.Attrs = append(g.Attrs, a)
			if p.k == ',' {
				p.next()
				if p.k != ']' {
					if !isName(p.k) && p.k != TStatic {
						p.unexpected(xTok("]"))
					}
					continue
				}
			}
			if p.k != ']' {
				p.unexpected(xTok("]"))
			}
			break
		}
		p.next()
		g.Pos = g.Attrs[0].Pos
		groups = append(groups, g)
	}
	return groups
}

// closure parses function () use () {} and fn () => expr.
func (p *parser) closure(attrs []*AttrGroup, mods Mod) Expr {
	f := &FuncDecl{Pos: p.at(), Kind: FuncClosure, Attrs: attrs, Mods: mods}
	if p.k == TFn {
		f.Kind = FuncArrow
	}
	p.next()
	f.ByRef = p.acceptRef()
	f.Doc = p.takeDoc()
	p.must('(')
	f.Params = p.params()
	if f.Kind == FuncArrow {
		f.Return = p.returnType()
		p.must(TDoubleArrow)
		f.ExprBody = p.exprAbove(precArrow)
		f.EndLine = int(p.ahead())
		return f
	}
	if p.accept(TUse) {
		p.must('(')
		for {
			u := ClosureUse{Pos: p.at(), ByRef: p.acceptRef()}
			if p.k != TVariable {
				if u.ByRef {
					p.unexpected(xVar)
				}
				if len(f.Uses) > 0 {
					p.unexpected(xTok(")"))
				}
				p.unexpected(xVar, xTok("&"), `token "&"`)
			}
			u.Pos = p.at()
			u.Name = p.code[p.tok.Off+1 : p.tok.End]
			p.next()
			f.Uses = append(f.Uses, u)
			if p.accept(',') && p.k != ')' {
				continue
			}
			p.must(')')
			break
		}
	}
	f.Return = p.returnType()
	p.must('{')
	f.Body = p.blockRest()
	f.EndLine = int(p.here())
	return f
}

func (p *parser) acceptRef() bool { return p.accept(TAmp) || p.accept(TAmpVar) }

// function parses a function declaration; the current token is its keyword.
func (p *parser) function(attrs []*AttrGroup) Stmt {
	f := &FuncDecl{Pos: p.at(), Kind: FuncNamed, Attrs: attrs}
	p.next()
	f.ByRef = p.acceptRef()
	if p.k != TString && p.k != TReadonly {
		p.unexpected(xTok("("))
	}
	f.NamePos = p.at()
	f.Name = p.identText()
	f.Doc = p.takeDoc()
	p.must('(')
	f.Params = p.params()
	f.Return = p.returnType()
	p.must('{')
	f.Body = p.blockRest()
	f.EndLine = int(p.here())
	return f
}

// params parses parameters up to and including the closing parenthesis.
func (p *parser) params() []*Param {
	var list []*Param
	for {
		if p.k == ')' {
			p.next()
			return list
		}
		list = append(list, p.param())
		if p.k != ',' && p.k != ')' {
			p.unexpected(xTok(")"))
		}
		p.accept(',')
	}
}

func (p *parser) startsType() bool {
	switch p.k {
	case '?', '(', TArray, TCallable, TStatic:
		return true
	}
	return isName(p.k)
}

// param parses one parameter.
func (p *parser) param() *Param {
	n := &Param{Pos: p.at()}
	if p.k == TAttribute {
		n.Attrs = p.attributes()
	}
	n.Mods = p.modifiers(targetParam)
	if p.startsType() && p.k != TStatic {
		n.Type = p.typeExpr(false)
	}
	if p.k == TAmpVar {
		p.next()
		n.ByRef = true
	}
	if p.accept(TEllipsis) {
		n.Variadic = true
	}
	if p.k != TVariable {
		p.unexpected(xVar)
	}
	n.NamePos = p.at()
	n.Pos = n.NamePos
	if n.Type != nil {
		n.Pos = Pos(n.Type.Line())
	}
	n.Name = p.code[p.tok.Off+1 : p.tok.End]
	p.next()
	n.Doc = p.takeDoc()
	if p.accept('=') {
		n.Default = p.expr()
	}
	if p.k == '{' {
		n.Hooks = p.hooks()
		n.HasHooks = true
	}
	return n
}

// returnType parses an optional ": type".
func (p *parser) returnType() Type {
	if !p.accept(':') {
		return nil
	}
	return p.typeExpr(true)
}

// typeExpr parses a type; static is allowed in return types only.
func (p *parser) typeExpr(static bool) Type {
	p.enter()
	defer p.leave()
	if p.k == '?' {
		p.next()
		t := p.namedType(static)
		t.Nullable = true
		return t
	}
	first := p.typeElem(static)
	switch p.k {
	case '|':
		u := &UnionType{Pos: Pos(first.Line()), Types: []Type{first}}
		for p.accept('|') {
			u.Types = append(u.Types, p.typeElem(static))
		}
		return u
	case TAmp:
		if _, ok := first.(*NamedType); ok {
			return p.intersection(first, static)
		}
	}
	if _, ok := first.(*IntersectionType); ok {
		// (A&B) alone is not a type: a union must follow.
		p.unexpected(xTok("|"))
	}
	return first
}

func (p *parser) intersection(first Type, static bool) *IntersectionType {
	x := &IntersectionType{Pos: Pos(first.Line()), Types: []Type{first}}
	for p.k == TAmp {
		p.next()
		x.Types = append(x.Types, p.namedType(static))
	}
	return x
}

// typeElem parses a member of a union: a name or (A&B).
func (p *parser) typeElem(static bool) Type {
	if p.k != '(' {
		return p.namedType(static)
	}
	p.next()
	first := p.namedType(static)
	if p.k != TAmp {
		p.unexpected(`token "&"`)
	}
	x := p.intersection(first, static)
	p.expect(')', `token "&"`, xTok(")"))
	return x
}

func (p *parser) namedType(static bool) *NamedType {
	switch {
	case isName(p.k), p.k == TArray, p.k == TCallable, p.k == TStatic && static:
		n := p.name()
		return &NamedType{Pos: n.Pos, Name: n}
	}
	p.unexpected()
	return nil
}

// ---------------------------------------------------------------------------------------------
// Modifiers

type modTarget uint8

const (
	targetProperty modTarget = iota
	targetMethod
	targetConst
	targetParam
	targetHook
	targetClass
	targetAnon
)

var targetNames = [...]string{"property", "method", "class constant", "parameter", "property hook", "class", "anonymous class"}

// modOf returns the flag of a modifier token, or 0.
func modOf(k Kind) Mod {
	switch k {
	case TPublic:
		return ModPublic
	case TProtected:
		return ModProtected
	case TPrivate:
		return ModPrivate
	case TPublicSet:
		return ModPublicSet
	case TProtectedSet:
		return ModProtectedSet
	case TPrivateSet:
		return ModPrivateSet
	case TStatic:
		return ModStatic
	case TAbstract:
		return ModAbstract
	case TFinal:
		return ModFinal
	case TReadonly:
		return ModReadonly
	}
	return 0
}

func (p *parser) isModifier() bool { return modOf(p.k) != 0 }

// modAllowed tells which modifiers a target takes.
func modAllowed(target modTarget) Mod {
	switch target {
	case targetProperty:
		return ModVisibility | ModVisibilitySet | ModStatic | ModAbstract | ModFinal | ModReadonly
	case targetMethod:
		return ModVisibility | ModStatic | ModAbstract | ModFinal
	case targetConst:
		return ModVisibility | ModFinal
	case targetParam:
		return ModVisibility | ModVisibilitySet | ModFinal | ModReadonly
	case targetHook:
		return ModFinal
	}
	return ModAbstract | ModFinal | ModReadonly
}

// modifiers parses modifiers of a known target and checks them.
func (p *parser) modifiers(target modTarget) Mod {
	toks := p.modifierTokens()
	return p.checkModifiers(toks, target)
}

func (p *parser) modifierTokens() []Kind {
	var toks []Kind
	for p.isModifier() {
		toks = append(toks, p.k)
		p.next()
	}
	return toks
}

// checkModifiers turns modifier tokens into flags, refusing what the target does not take.
func (p *parser) checkModifiers(toks []Kind, target modTarget) Mod {
	var mods Mod
	allowed := modAllowed(target)
	for _, k := range toks {
		m := modOf(k)
		if m&allowed == 0 {
			p.failCompile("Cannot use the %s modifier on a %s", kinds[k].text, targetNames[target])
		}
		mods = p.addModifier(mods, m, target)
	}
	return mods
}

func (p *parser) addModifier(mods, m Mod, target modTarget) Mod {
	switch {
	case m&ModVisibility != 0 && mods&ModVisibility != 0, m&ModVisibilitySet != 0 && mods&ModVisibilitySet != 0:
		p.failCompile("Multiple access type modifiers are not allowed")
	case m&mods&ModAbstract != 0:
		p.failCompile("Multiple abstract modifiers are not allowed")
	case m&mods&ModStatic != 0:
		p.failCompile("Multiple static modifiers are not allowed")
	case m&mods&ModFinal != 0:
		p.failCompile("Multiple final modifiers are not allowed")
	case m&mods&ModReadonly != 0:
		p.failCompile("Multiple readonly modifiers are not allowed")
	}
	mods |= m
	if mods&ModAbstract != 0 && mods&ModFinal != 0 {
		switch target {
		case targetClass:
			p.failCompile("Cannot use the final modifier on an abstract class")
		case targetAnon:
		default:
			p.failCompile("Cannot use the final modifier on an abstract %s", targetNames[target])
		}
	}
	return mods
}

// hooks parses { property hooks }.
func (p *parser) hooks() []*FuncDecl {
	p.enter()
	p.next()
	var list []*FuncDecl
	for p.k != '}' {
		h := &FuncDecl{Kind: FuncHook, NoParams: true}
		if p.k == TAttribute {
			h.Attrs = p.attributes()
		}
		h.Mods = p.modifiers(targetHook)
		h.ByRef = p.acceptRef()
		if p.k != TString {
			p.unexpected(xIdent)
		}
		h.Pos, h.NamePos = p.at(), p.at()
		h.Name = p.identText()
		h.Doc = p.takeDoc()
		if p.accept('(') {
			h.NoParams = false
			h.Params = p.params()
		}
		switch p.k {
		case ';':
			p.next()
		case '{':
			p.next()
			h.Body = p.blockRest()
		case TDoubleArrow:
			p.next()
			h.ExprBody = p.expr()
			p.expect(';')
		default:
			if h.NoParams {
				p.unexpected(xTok(";"), xTok("=>"), xTok("{"), xTok("("))
			}
			p.unexpected(xTok("=>"), xTok(";"), xTok("{"))
		}
		h.EndLine = int(p.here())
		list = append(list, h)
	}
	p.next()
	p.depth--
	return list
}
