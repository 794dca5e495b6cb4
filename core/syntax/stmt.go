package syntax

// Statements.

// topStatements parses the outermost statements of a file or of a namespace block, up to end.
func (p *parser) topStatements(f *File, end Kind) []Stmt {
	var list []Stmt
	for p.k != end {
		switch p.k {
		case TNamespace:
			list = append(list, p.namespace(f))
		case TUse:
			list = append(list, p.use())
		case TConst:
			list = append(list, p.constDecl(nil))
		case THaltCompiler:
			n := &HaltCompiler{}
			p.next()
			p.must('(')
			p.must(')')
			n.Pos = p.at()
			n.Offset = int(p.tok.End)
			p.must(';')
			f.HaltOffset = n.Offset
			list = append(list, n)
		default:
			if end == TEnd && !p.startsStatement() {
				p.unexpected(xEnd)
			}
			list = p.statement(list, inTop)
		}
	}
	return list
}

// startsStatement tells whether the current token can begin a statement.
func (p *parser) startsStatement() bool {
	switch p.k {
	case ';', '{', TIf, TWhile, TDo, TFor, TForeach, TSwitch, TBreak, TContinue, TReturn, TGlobal, TEcho,
		TInlineHTML, TUnset, TDeclare, TTry, TGoto, TAbstract, TFinal, TClass, TTrait, TInterface, TEnum,
		TVoidCast, THaltCompiler:
		return true
	}
	return p.startsExpr()
}

// blockRest parses statements up to and including the closing brace; the opening one is consumed.
func (p *parser) blockRest() *Block {
	b := &Block{Pos: p.here()}
	for p.k != '}' {
		b.Stmts = p.statement(b.Stmts, inList)
	}
	p.next()
	return b
}

// body parses one statement as the body of another; nil is the empty statement.
func (p *parser) body() Stmt {
	pos := p.at()
	list := p.statement(nil, inBody)
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &Block{Pos: pos, Stmts: list}
}

// altBody parses the statements of an alternative-syntax construct, up to one of ends.
func (p *parser) altBody(ends ...Kind) *Block {
	b := &Block{Pos: p.here()}
	for {
		for _, k := range ends {
			if p.k == k {
				return b
			}
		}
		if !p.startsStatement() {
			if len(ends) == 3 { // elseif, else, endif
				p.unexpected(xTok("elseif"), xTok("else"), xTok("endif"))
			}
			p.unexpected()
		}
		b.Stmts = p.statement(b.Stmts, inList)
	}
}

// bodyOrAlt parses a statement, or ": statements END ;".
func (p *parser) bodyOrAlt(end Kind) Stmt {
	if !p.accept(':') {
		return p.body()
	}
	b := p.altBody(end)
	p.next()
	p.must(';')
	return b
}

// place tells where a statement stands, which decides what may be declared there.
type place uint8

const (
	inBody place = iota // the sole statement of an if, a loop...: no declarations
	inList              // a list in braces: functions and classes
	inTop               // the outermost scope: attributed constants as well
)

// statement parses one statement and appends what it yields to list.
func (p *parser) statement(list []Stmt, where place) []Stmt {
	p.enter()
	list = p.statement1(list, where)
	p.depth--
	return list
}

func (p *parser) statement1(list []Stmt, where place) []Stmt {
	pos := p.at()
	switch p.k {
	case '{':
		p.next()
		return append(list, p.blockRest())
	case ';':
		p.next()
		return list
	case TInlineHTML:
		n := &InlineHTML{Pos: pos, Value: p.text(p.tok)}
		p.next()
		return append(list, n)
	case TEcho:
		p.next()
		for {
			x := p.expr()
			list = append(list, &Echo{Pos: Pos(x.Line()), X: x})
			if !p.accept(',') {
				break
			}
		}
		p.expect(';', xTok(","), xTok(";"))
		return list
	case TReturn:
		p.next()
		n := &Return{Pos: pos}
		if p.startsExpr() {
			n.X = p.expr()
			n.Pos = Pos(n.X.Line())
		} else {
			n.Pos = p.ahead()
		}
		p.expect(';', xTok(";"))
		return append(list, n)
	case TIf:
		return append(list, p.ifStmt())
	case TWhile:
		p.next()
		p.must('(')
		n := &While{Cond: p.expr()}
		n.Pos = Pos(n.Cond.Line())
		p.expect(')')
		n.Body = p.bodyOrAlt(TEndwhile)
		return append(list, n)
	case TDo:
		p.next()
		n := &DoWhile{Body: p.body()}
		p.must(TWhile)
		p.must('(')
		n.Cond = p.expr()
		n.Pos = Pos(n.Cond.Line())
		if n.Body != nil {
			n.Pos = Pos(n.Body.Line())
		}
		p.expect(')')
		p.must(';')
		return append(list, n)
	case TFor:
		return append(list, p.forStmt())
	case TForeach:
		return append(list, p.foreachStmt())
	case TSwitch:
		return append(list, p.switchStmt())
	case TBreak, TContinue:
		k := p.k
		p.next()
		var x Expr
		if p.startsExpr() {
			x = p.expr()
			pos = Pos(x.Line())
		} else {
			pos = p.ahead()
		}
		p.expect(';', xTok(";"))
		if k == TBreak {
			return append(list, &Break{Pos: pos, Depth: x})
		}
		return append(list, &Continue{Pos: pos, Depth: x})
	case TGlobal:
		p.next()
		for {
			v := p.globalVar()
			list = append(list, &Global{Pos: v.Pos, Var: v})
			if !p.accept(',') {
				break
			}
		}
		p.expect(';', xTok(","), xTok(";"))
		return list
	case TStatic:
		if p.peek(1) == TVariable {
			return p.staticVars(list)
		}
	case TUnset:
		return append(list, p.unsetStmt())
	case TTry:
		return append(list, p.tryStmt())
	case TGoto:
		p.next()
		if p.k != TString {
			p.unexpected(xIdent)
		}
		n := &Goto{Pos: p.at(), Label: p.identText()}
		p.must(';')
		return append(list, n)
	case TDeclare:
		return append(list, p.declareStmt())
	case TVoidCast:
		p.next()
		x := p.expr()
		c := &Cast{Pos: Pos(x.Line()), Kind: CastVoid, X: x}
		p.expect(';')
		return append(list, &ExprStmt{Pos: c.Pos, X: c})
	case THaltCompiler:
		if where == inBody {
			p.unexpected()
		}
		p.next()
		p.must('(')
		p.must(')')
		if p.k != ';' {
			p.must(';')
		}
		p.failCompile("__HALT_COMPILER() can only be used from the outermost scope")
	case TString:
		if p.peek(1) == ':' {
			n := &Label{Pos: pos, Name: p.identText()}
			p.next()
			return append(list, n)
		}
	case TFunction:
		if where != inBody && p.declaresFunction() {
			return append(list, p.function(nil))
		}
	case TClass, TAbstract, TFinal, TReadonly:
		if where != inBody && !(p.k == TReadonly && p.peek(1) == '(') {
			return append(list, p.classDecl(nil))
		}
	case TTrait, TInterface, TEnum:
		if where != inBody {
			return append(list, p.otherClass(nil))
		}
	case TAttribute:
		if where != inBody {
			return append(list, p.attributed(where))
		}
	}
	if !p.startsExpr() {
		p.unexpected()
	}
	x := p.expr()
	if p.k != ';' {
		p.unexpected()
	}
	p.next()
	return append(list, &ExprStmt{Pos: Pos(x.Line()), X: x})
}

// declaresFunction tells a function declaration from a closure.
func (p *parser) declaresFunction() bool {
	k := p.peek(1)
	if k == TAmp || k == TAmpVar {
		k = p.peek(2)
	}
	return k == TString || k == TReadonly
}

// attributed parses a declaration or a closure that begins with attributes.
func (p *parser) attributed(where place) Stmt {
	attrs := p.attributes()
	var x Expr
	switch p.k {
	case TFunction:
		if p.declaresFunction() {
			return p.function(attrs)
		}
		x = p.closure(attrs, 0)
	case TFn:
		x = p.closure(attrs, 0)
	case TStatic:
		p.next()
		if p.k != TFn && p.k != TFunction {
			p.unexpected(xTok("function"), xTok("fn"))
		}
		x = p.closure(attrs, ModStatic)
	case TClass, TAbstract, TFinal, TReadonly:
		return p.classDecl(attrs)
	case TTrait, TInterface, TEnum:
		return p.otherClass(attrs)
	case TConst:
		if where == inTop {
			return p.constDecl(attrs)
		}
		p.unexpected()
	default:
		p.unexpected()
	}
	x = p.binary(x, precLowest)
	p.expect(';')
	return &ExprStmt{Pos: Pos(x.Line()), X: x}
}

func (p *parser) globalVar() *Variable {
	if p.k != TVariable && p.k != '$' {
		p.unexpected(xVar, xTok("$"))
	}
	return p.simpleVariable()
}

func (p *parser) staticVars(list []Stmt) []Stmt {
	p.next()
	for {
		if p.k != TVariable {
			p.unexpected(xVar)
		}
		n := &StaticVar{Pos: p.at(), Name: p.code[p.tok.Off+1 : p.tok.End]}
		p.next()
		if p.accept('=') {
			n.Default = p.expr()
		}
		list = append(list, n)
		if !p.accept(',') {
			break
		}
	}
	p.expect(';', xTok(","), xTok(";"))
	return list
}

func (p *parser) ifStmt() Stmt {
	n := &If{}
	alt := false
	for first := true; ; first = false {
		p.next() // if or elseif
		p.must('(')
		c := &IfClause{Cond: p.expr()}
		c.Pos = Pos(c.Cond.Line())
		p.expect(')')
		if first {
			n.Pos = c.Pos
			alt = p.k == ':'
		}
		if alt {
			p.must(':')
			c.Body = p.altBody(TElseif, TElse, TEndif)
		} else {
			c.Body = p.body()
		}
		n.Clauses = append(n.Clauses, c)
		if p.k != TElseif {
			break
		}
	}
	if p.k == TElse {
		p.next()
		c := &IfClause{Pos: p.here()}
		if alt {
			p.must(':')
			b := p.altBody(TEndif)
			c.Body = b
		} else {
			c.Body = p.body()
		}
		if c.Body != nil {
			c.Pos = Pos(c.Body.Line())
		}
		n.Clauses = append(n.Clauses, c)
	}
	if alt {
		p.must(TEndif)
		p.must(';')
	}
	return n
}

func (p *parser) forStmt() Stmt {
	p.next()
	p.must('(')
	n := &For{}
	n.Init = p.exprList(';', false)
	p.expect(';', xTok(";"))
	n.Cond = p.exprList(';', true)
	p.expect(';', xTok(";"))
	n.Step = p.exprList(')', false)
	n.Pos = p.ahead()
	p.expect(')', xTok(")"))
	n.Body = p.bodyOrAlt(TEndfor)
	for _, l := range [][]Expr{n.Init, n.Cond, n.Step} {
		if len(l) > 0 {
			n.Pos = Pos(l[0].Line())
			return n
		}
	}
	if n.Body != nil {
		n.Pos = Pos(n.Body.Line())
	}
	return n
}

func (p *parser) foreachStmt() Stmt {
	p.next()
	p.must('(')
	n := &Foreach{X: p.expr()}
	n.Pos = Pos(n.X.Line())
	p.expect(TAs)
	var byRef bool
	n.Value, byRef = p.foreachTarget()
	p.foreachEnd(n.Value, true)
	if p.k == TDoubleArrow {
		p.next()
		n.Key = n.Value
		switch k := n.Key.(type) {
		case *Array:
			p.later(k.Pos, "Cannot use list as key element")
		default:
			if byRef {
				p.later(Pos(k.Line()), "Key element cannot be a reference")
			}
		}
		n.Value, byRef = p.foreachTarget()
		p.foreachEnd(n.Value, false)
	}
	n.ByRef = byRef
	p.must(')')
	n.Body = p.bodyOrAlt(TEndforeach)
	return n
}

// foreachTarget parses the key or value of foreach.
func (p *parser) foreachTarget() (Expr, bool) {
	switch p.k {
	case TAmp, TAmpVar:
		p.next()
		return p.variable(), true
	case TList:
		p.enter()
		a := p.list()
		p.depth--
		return a, false
	case '[':
		p.enter()
		e, can := p.primary()
		if a, ok := e.(*Array); ok && p.k != '[' && p.k != '(' && p.k != TDoubleColon && p.k != TObjectOperator && p.k != TNullsafeOperator {
			p.depth--
			return a, false
		}
		if _, ok := e.(*Assign); ok {
			p.unexpected()
		}
		e, can = p.postfixes(e, can)
		if can&canAssign == 0 {
			p.unexpected()
		}
		p.depth--
		return e, false
	}
	return p.variable(), false
}

// expectAfterVar consumes k after a variable, which could also have gone on.
func (p *parser) expectAfterVar(k Kind) {
	p.expect(k, xTok("->"), xTok("?->"), xTok("["))
}

// foreachEnd checks what follows a foreach target: => or ), or the variable going on.
func (p *parser) foreachEnd(target Expr, arrow bool) {
	if p.k == ')' || arrow && p.k == TDoubleArrow {
		return
	}
	if a, ok := target.(*Array); ok && a.Syntax == ArrayList {
		if arrow {
			p.unexpected(xTok("=>"), xTok(")"))
		}
		p.unexpected(xTok(")"))
	}
	p.unexpected(xTok("->"), xTok("?->"), xTok("["))
}

func (p *parser) switchStmt() Stmt {
	p.next()
	p.must('(')
	n := &Switch{X: p.expr()}
	n.Pos = Pos(n.X.Line())
	p.expect(')')
	end := Kind('}')
	switch p.k {
	case '{':
	case ':':
		end = TEndswitch
	default:
		p.unexpected(xTok(":"), xTok("{"))
	}
	p.next()
	p.accept(';')
	for p.k != end {
		c := &Case{}
		switch p.k {
		case TCase:
			p.next()
			c.Cond = p.expr()
			c.Pos = Pos(c.Cond.Line())
			if p.k != ':' && p.k != ';' {
				p.unexpected()
			}
		case TDefault:
			p.next()
			c.Pos = p.at()
			if p.k != ':' && p.k != ';' {
				p.unexpected(xTok(":"), xTok(";"))
			}
		default:
			if end == '}' {
				p.unexpected(xTok("case"), xTok("default"), xTok("}"))
			}
			p.unexpected(xTok("endswitch"), xTok("case"), xTok("default"))
		}
		c.Semicolon = p.k == ';'
		p.next()
		for p.k != TCase && p.k != TDefault && p.k != end {
			if !p.startsStatement() {
				break
			}
			c.Body = p.statement(c.Body, inList)
		}
		n.Cases = append(n.Cases, c)
	}
	p.next()
	if end == TEndswitch {
		p.must(';')
	}
	return n
}

func (p *parser) unsetStmt() Stmt {
	p.next()
	p.must('(')
	n := &Unset{}
	for {
		n.Vars = append(n.Vars, p.variable())
		if p.accept(',') {
			if p.accept(')') {
				break
			}
			if !p.startsVariable() {
				p.unexpected(xTok(")"))
			}
			continue
		}
		p.expectAfterVar(')')
		break
	}
	n.Pos = Pos(n.Vars[0].Line())
	p.must(';')
	return n
}

func (p *parser) tryStmt() Stmt {
	p.next()
	n := &Try{}
	p.must('{')
	n.Body = p.blockRest()
	n.Pos = n.Body.Pos
	for p.accept(TCatch) {
		c := &Catch{}
		p.must('(')
		for {
			c.Types = append(c.Types, p.classNameRef())
			if !p.accept('|') {
				break
			}
		}
		c.Pos = c.Types[0].Pos
		if p.k == TVariable {
			c.Var = p.code[p.tok.Off+1 : p.tok.End]
			p.next()
		}
		p.must(')')
		p.must('{')
		c.Body = p.blockRest()
		n.Catches = append(n.Catches, c)
	}
	if p.accept(TFinally) {
		p.must('{')
		n.Finally = p.blockRest()
	}
	return n
}

func (p *parser) declareStmt() Stmt {
	p.next()
	p.must('(')
	n := &Declare{Items: p.constItems()}
	n.Pos = n.Items[0].Pos
	p.expect(')', xTok(","), xTok(")"))
	n.HasBody = p.k != ';'
	n.Body = p.bodyOrAlt(TEnddeclare)
	return n
}

// constItems parses NAME = value, ...
func (p *parser) constItems() []*ConstItem {
	var list []*ConstItem
	for {
		if p.k != TString {
			p.unexpected(xIdent)
		}
		it := &ConstItem{Pos: p.at()}
		it.Name = p.identText()
		p.must('=')
		it.Value = p.expr()
		it.Doc = p.takeDoc()
		list = append(list, it)
		if !p.accept(',') {
			return list
		}
	}
}

func (p *parser) constDecl(attrs []*AttrGroup) Stmt {
	p.next()
	n := &ConstDecl{Items: p.constItems(), Attrs: attrs}
	n.Pos = n.Items[0].Pos
	p.expect(';', xTok(","), xTok(";"))
	return n
}

// namespace parses namespace A; namespace A { } and namespace { }.
func (p *parser) namespace(f *File) Stmt {
	n := &Namespace{Pos: p.at()}
	p.next()
	if p.k != '{' {
		if p.k != TNameQualified && !p.isIdentifier() {
			p.unexpected(xTok("{"))
		}
		n.Name = &Name{Pos: p.at(), Value: p.text(p.tok)}
		if p.k == TNameQualified {
			n.Name.Kind = NameQualified
		}
		p.noShortEcho()
		n.Pos = n.Name.Pos
		p.next()
		if p.accept(';') {
			return n
		}
	}
	if p.k != '{' {
		p.unexpected(xTok("{"))
	}
	b := &Block{Pos: p.at()}
	p.enter()
	p.next()
	b.Stmts = p.topStatements(f, '}')
	p.next()
	p.depth--
	if n.Name == nil {
		n.Pos = b.Pos
	}
	n.Body = b
	return n
}

// use parses use declarations of the outermost scope.
func (p *parser) use() Stmt {
	p.next()
	n := &Use{Kind: UseClass}
	typed := true
	switch p.k {
	case TFunction:
		n.Kind = UseFunction
		p.next()
	case TConst:
		n.Kind = UseConst
		p.next()
	default:
		typed = false
	}
	for {
		if p.k != TString && p.k != TNameQualified && p.k != TNameFull {
			if typed || len(n.Items) > 0 {
				p.unexpected(xIdent, xFullName, xName)
			}
			p.unexpected()
		}
		first := p.tok
		p.next()
		if p.k == TNsSeparator && len(n.Items) == 0 {
			n.Prefix = &Name{Pos: Pos(first.Line), Kind: NameQualified, Value: trimSlash(p.text(first))}
			if first.Kind == TString {
				n.Prefix.Kind = NameUnqualified
			}
			n.Pos = n.Prefix.Pos
			p.groupUse(n, typed)
			p.must(';')
			return n
		}
		n.Items = append(n.Items, p.useItem(n.Kind, first))
		if p.accept(',') {
			continue
		}
		n.Pos = n.Items[0].Pos
		p.expect(';', xTok(","), xTok(";"))
		return n
	}
}

func trimSlash(s string) string {
	if s != "" && s[0] == '\\' {
		return s[1:]
	}
	return s
}

// useItem makes an import of the name token just consumed, with its alias if any.
func (p *parser) useItem(kind UseKind, t Token) *UseItem {
	it := &UseItem{Pos: Pos(t.Line), Kind: kind, Name: trimSlash(p.text(t))}
	if p.accept(TAs) {
		if p.k != TString {
			p.unexpected(xIdent)
		}
		it.Alias = p.identText()
	}
	return it
}

// groupUse parses \{ items } of a group use.
func (p *parser) groupUse(n *Use, typed bool) {
	p.next()
	p.must('{')
	for {
		kind := n.Kind
		if !typed {
			switch p.k {
			case TFunction:
				kind = UseFunction
				p.next()
			case TConst:
				kind = UseConst
				p.next()
			}
		}
		if p.k != TString && p.k != TNameQualified {
			switch {
			case len(n.Items) > 0 && kind == n.Kind:
				p.unexpected(xTok("}"))
			case typed || kind != n.Kind:
				p.unexpected(xIdent, xName)
			}
			p.unexpected(xIdent, xName, xTok("function"), xTok("const"))
		}
		t := p.tok
		p.next()
		n.Items = append(n.Items, p.useItem(kind, t))
		if p.accept(',') && p.k != '}' {
			continue
		}
		p.must('}')
		return
	}
}
