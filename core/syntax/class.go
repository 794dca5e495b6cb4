package syntax

// Classes, interfaces, traits, enums and their members.

// classDecl parses a class declaration from its modifiers on.
func (p *parser) classDecl(attrs []*AttrGroup) Stmt {
	c := &ClassDecl{Kind: KindClass, Attrs: attrs}
	for p.isClassModifier() {
		c.Mods = p.addModifier(c.Mods, modOf(p.k), targetClass)
		p.next()
	}
	if p.k != TClass {
		p.unexpected(xTok("abstract"), xTok("final"), xTok("readonly"), xTok("class"))
	}
	c.Pos = p.at()
	p.next()
	p.className(c)
	p.extends(c)
	p.implements(c)
	return p.classRest(c)
}

func (p *parser) isClassModifier() bool {
	return p.k == TAbstract || p.k == TFinal || p.k == TReadonly
}

func (p *parser) className(c *ClassDecl) {
	if p.k != TString {
		p.unexpected(xIdent)
	}
	c.NamePos = p.at()
	c.Name = p.identText()
}

func (p *parser) extends(c *ClassDecl) {
	if p.accept(TExtends) {
		c.Extends = p.classNameRef()
	}
}

func (p *parser) implements(c *ClassDecl) {
	if p.accept(TImplements) {
		c.Implements = p.classNames()
	}
}

func (p *parser) classNameRef() *Name {
	if !isName(p.k) && p.k != TStatic {
		p.unexpected()
	}
	return p.name()
}

func (p *parser) classNames() []*Name {
	list := []*Name{p.classNameRef()}
	for p.accept(',') {
		list = append(list, p.classNameRef())
	}
	return list
}

// otherClass parses an interface, trait or enum.
func (p *parser) otherClass(attrs []*AttrGroup) Stmt {
	c := &ClassDecl{Pos: p.at(), Attrs: attrs}
	k := p.k
	p.next()
	p.className(c)
	switch k {
	case TInterface:
		c.Kind = KindInterface
		if p.accept(TExtends) {
			c.Implements = p.classNames()
		}
	case TTrait:
		c.Kind = KindTrait
	default:
		c.Kind = KindEnum
		if p.accept(':') {
			c.EnumType = p.typeExpr(true)
		}
		p.implements(c)
	}
	return p.classRest(c)
}

// anonClass parses what follows new: [modifiers] class [(args)] ... { members }.
func (p *parser) anonClass(attrs []*AttrGroup) (*ArgList, *ClassDecl) {
	c := &ClassDecl{Kind: KindAnonClass, Attrs: attrs}
	for p.isClassModifier() {
		if p.k != TReadonly {
			p.failCompile("Cannot use the %s modifier on an anonymous class", kinds[p.k].text)
		}
		c.Mods = p.addModifier(c.Mods, modOf(p.k), targetAnon)
		p.next()
	}
	if p.k != TClass {
		if c.Mods != 0 {
			p.unexpected(xTok("abstract"), xTok("final"), xTok("readonly"), xTok("class"))
		}
		p.unexpected()
	}
	c.Pos = p.at()
	p.next()
	var args *ArgList
	if p.k == '(' {
		args = p.argList()
	}
	p.extends(c)
	p.implements(c)
	p.classRest(c)
	return args, c
}

// classRest parses a class body.
func (p *parser) classRest(c *ClassDecl) *ClassDecl {
	c.Doc = p.takeDoc()
	p.must('{')
	p.enter()
	for p.k != '}' {
		c.Members = append(c.Members, p.member())
	}
	p.depth--
	p.next()
	c.EndLine = int(p.here())
	return c
}

// member parses one member declaration.
func (p *parser) member() Member {
	if p.k == TUse {
		return p.traitUse()
	}
	var attrs []*AttrGroup
	if p.k == TAttribute {
		attrs = p.attributes()
	}
	if p.k == TCase {
		return p.enumCase(attrs)
	}
	isVar := p.accept(TVar)
	var toks []Kind
	if !isVar {
		toks = p.modifierTokens()
		switch p.k {
		case TFunction:
			return p.method(attrs, p.checkModifiers(toks, targetMethod))
		case TConst:
			return p.classConst(attrs, p.checkModifiers(toks, targetConst))
		}
		if len(toks) == 0 {
			p.unexpected(xTok("function"), xTok("const"))
		}
	}
	g := &PropGroup{Attrs: attrs}
	if isVar {
		g.Mods = ModVar
	} else {
		if p.k != TVariable && !p.startsType() {
			p.unexpected(xVar)
		}
		g.Mods = p.checkModifiers(toks, targetProperty)
	}
	if p.startsType() && p.k != TStatic {
		g.Type = p.typeExpr(false)
	}
	p.properties(g)
	return g
}

// properties parses the list of a property group, up to its semicolon or hooks.
func (p *parser) properties(g *PropGroup) {
	for {
		if p.k != TVariable {
			p.unexpected(xVar)
		}
		it := &PropItem{Pos: p.at(), Name: p.code[p.tok.Off+1 : p.tok.End]}
		p.next()
		if p.accept('=') {
			it.Default = p.expr()
		}
		it.Doc = p.takeDoc()
		g.Props = append(g.Props, it)
		if p.k == '{' && len(g.Props) == 1 {
			it.HasHooks = true
			it.Hooks = p.hooks()
			break
		}
		if p.accept(',') {
			continue
		}
		p.expect(';', xTok(","), xTok(";"))
		break
	}
	g.Pos = g.Props[0].Pos
	if g.Type != nil {
		g.Pos = Pos(g.Type.Line())
	}
}

func (p *parser) method(attrs []*AttrGroup, mods Mod) Member {
	f := &FuncDecl{Pos: p.at(), Kind: FuncMethod, Attrs: attrs, Mods: mods}
	p.next()
	f.ByRef = p.acceptRef()
	if !p.isIdentifier() {
		p.unexpected()
	}
	f.NamePos = p.at()
	f.Name = p.identText()
	f.Doc = p.takeDoc()
	p.must('(')
	f.Params = p.params()
	f.Return = p.returnType()
	if p.accept(';') {
		f.EndLine = int(p.here())
		return f
	}
	p.expect('{', xTok(";"), xTok("{"))
	f.Body = p.blockRest()
	f.EndLine = int(p.here())
	return f
}

func (p *parser) classConst(attrs []*AttrGroup, mods Mod) Member {
	g := &ConstGroup{Attrs: attrs, Mods: mods}
	p.next()
	if !(p.isIdentifier() && p.peek(1) == '=') {
		if !p.startsType() {
			if p.isIdentifier() {
				p.next()
				p.unexpected(xTok("="))
			}
			p.unexpected()
		}
		g.Type = p.typeExpr(true)
	}
	for {
		if !p.isIdentifier() {
			p.unexpected()
		}
		it := &ConstItem{Pos: p.at()}
		it.Name = p.identText()
		p.must('=')
		it.Value = p.expr()
		it.Doc = p.takeDoc()
		g.Items = append(g.Items, it)
		if p.accept(',') {
			continue
		}
		p.expect(';', xTok(","), xTok(";"))
		break
	}
	g.Pos = g.Items[0].Pos
	return g
}

func (p *parser) enumCase(attrs []*AttrGroup) Member {
	n := &EnumCase{Attrs: attrs}
	p.next()
	n.Doc = p.takeDoc()
	if !p.isIdentifier() {
		p.unexpected()
	}
	n.Pos = p.at()
	n.Name = p.identText()
	if p.accept('=') {
		n.Value = p.expr()
	}
	p.must(';')
	return n
}

// traitUse parses use A, B; and use A, B { adaptations }.
func (p *parser) traitUse() Member {
	u := &TraitUse{}
	p.next()
	u.Traits = p.classNames()
	u.Pos = u.Traits[0].Pos
	if p.accept(';') {
		return u
	}
	p.expect('{', xTok(","), xTok(";"), xTok("{"))
	for p.k != '}' {
		u.Adaptations = append(u.Adaptations, p.adaptation())
	}
	p.next()
	return u
}

func (p *parser) adaptation() *TraitAdaptation {
	a := &TraitAdaptation{Pos: p.at()}
	switch {
	case isName(p.k) && (p.k != TString || p.peek(1) == TDoubleColon), p.k == TStatic && p.peek(1) == TDoubleColon:
		a.Trait = p.name()
		p.must(TDoubleColon)
		if !p.isIdentifier() {
			p.unexpected()
		}
		a.Method = p.identText()
	case p.isIdentifier():
		a.Method = p.identText()
	default:
		p.unexpected()
	}
	if a.Trait != nil && p.accept(TInsteadof) {
		a.InsteadOf = p.classNames()
		p.must(';')
		return a
	}
	if p.k != TAs {
		p.unexpected(xTok("as"))
	}
	p.next()
	if m := modOf(p.k); m != 0 && m&ModVisibilitySet == 0 {
		k := p.k
		p.next()
		a.Mods = p.checkModifiers([]Kind{k}, targetMethod)
		if p.isIdentifier() {
			a.Alias = p.identText()
		}
	} else if p.k == TString || p.k.reservedNonModifier() {
		a.Alias = p.identText()
	} else {
		p.unexpected()
	}
	p.must(';')
	return a
}
