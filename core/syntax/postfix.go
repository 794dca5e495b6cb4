package syntax

// Operands: primaries and what may follow them (indexes, members, calls, assignment).

// What may be done with an operand, following the nonterminals of PHP's grammar.
type ability uint8

const (
	canAssign ability = 1 << iota // it is a variable: = += ++ and by-reference uses
	canDim                        // [ and -> may follow
	canClass                      // :: may follow
	canCall                       // ( may follow

	isVariable = canAssign | canDim | canClass | canCall
)

// operand parses a primary, its postfixes and an assignment to it.
func (p *parser) operand() Expr {
	e, can := p.primary()
	e, can = p.postfixes(e, can)
	if can&canAssign == 0 {
		return e
	}
	return p.assignment(e)
}

// assignment continues after a variable: =, =&, op=, ++ or --.
func (p *parser) assignment(v Expr) Expr {
	pos := Pos(v.Line())
	switch p.k {
	case '=':
		p.next()
		if p.k == TAmp || p.k == TAmpVar {
			p.next()
			if p.k == TNew {
				p.unexpected()
			}
			return &AssignRef{Pos: pos, Var: v, Value: p.variable()}
		}
		return &Assign{Pos: pos, Var: v, Value: p.exprAbove(precAssign)}
	case TInc, TDec:
		dec := p.k == TDec
		p.next()
		return &IncDec{Pos: pos, X: v, Dec: dec}
	}
	if op := assignOp(p.k); op != OpNone {
		p.next()
		return &AssignOp{Pos: pos, Op: op, Var: v, Value: p.exprAbove(precAssign)}
	}
	return v
}

// variable parses what PHP's grammar calls a variable.
func (p *parser) variable() Expr {
	p.enter()
	if !p.startsVariable() {
		p.unexpected()
	}
	e, can := p.primary()
	e, can = p.postfixes(e, can)
	if can&canAssign == 0 {
		// The operand would have to go on to become a variable.
		if can&canDim != 0 {
			p.unexpected(xTok("->"), xTok("?->"), xTok("["))
		}
		p.unexpected()
	}
	p.depth--
	return e
}

// startsVariable tells whether the current token can begin a variable.
func (p *parser) startsVariable() bool {
	switch p.k {
	case TVariable, '$', TString, TNameFull, TNameQualified, TNameRelative, TStatic, TReadonly, '(', '[',
		TArray, TConstString, '"', TNew, TLine, TFile, TDir, TClassC, TTraitC, TMethodC, TFuncC, TPropertyC, TNsC:
		return true
	}
	return false
}

// postfixes parses [..], ->x, ?->x, ::x and (..) as long as they may follow.
func (p *parser) postfixes(e Expr, can ability) (Expr, ability) {
	for {
		switch p.k {
		case '[':
			if can&canDim == 0 {
				return e, can
			}
			e = p.index(e)
			can = isVariable
		case TObjectOperator, TNullsafeOperator:
			if can&canDim == 0 {
				return e, can
			}
			nullsafe := p.k == TNullsafeOperator
			p.next()
			name := p.propertyName()
			pos := Pos(e.Line())
			if p.k == '(' {
				e = &MethodCall{Pos: pos, Obj: e, Name: name, Args: p.argList(), Nullsafe: nullsafe}
				can = isVariable
			} else {
				e = &Prop{Pos: pos, Obj: e, Name: name, Nullsafe: nullsafe}
				can = isVariable &^ canCall
			}
		case TDoubleColon:
			if can&canClass == 0 {
				return e, can
			}
			e, can = p.classMember(e)
		case '(':
			if can&canCall == 0 {
				return e, can
			}
			e = &Call{Pos: p.at(), Fn: e, Args: p.argList()}
			can = isVariable
		default:
			return e, can
		}
	}
}

// index parses [expr] or [] after base.
func (p *parser) index(base Expr) Expr {
	p.next()
	x := &Index{Pos: Pos(base.Line()), Base: base}
	if p.k != ']' {
		if !p.startsExpr() {
			p.unexpected(xTok("]"))
		}
		x.Index = p.expr()
		p.expect(']', xTok("]"))
		return x
	}
	p.next()
	return x
}

// propertyName parses what follows ->.
func (p *parser) propertyName() Expr {
	switch p.k {
	case TString:
		return p.str()
	case '{':
		return p.braced()
	case TVariable, '$':
		return p.simpleVariable()
	}
	p.unexpected(xIdent, xVar, xTok("{"), xTok("$"))
	return nil
}

// braced parses { expr }.
func (p *parser) braced() Expr {
	p.next()
	e := p.expr()
	p.expect('}')
	return e
}

// simpleVariable parses $x, $$x and ${expr}.
func (p *parser) simpleVariable() *Variable {
	if p.k == TVariable {
		v := &Variable{Pos: p.at(), Name: p.code[p.tok.Off+1 : p.tok.End]}
		p.next()
		return v
	}
	if p.k != '$' {
		p.unexpected(xVar, xTok("{"), xTok("$"))
	}
	p.enter()
	p.next()
	var x Expr
	if p.k == '{' {
		x = p.braced()
	} else {
		x = p.simpleVariable()
	}
	p.depth--
	return variableOf(x)
}

// variableOf makes the variable named by x.
func variableOf(x Expr) *Variable {
	if s, ok := x.(*StringLit); ok {
		return &Variable{Pos: s.Pos, Name: s.Value}
	}
	return &Variable{Pos: Pos(x.Line()), Expr: x}
}

// classMember parses ::member after class.
func (p *parser) classMember(class Expr) (Expr, ability) {
	p.next()
	pos := Pos(class.Line())
	switch {
	case p.k == TVariable || p.k == '$':
		v := p.simpleVariable()
		if p.k == '(' {
			return &StaticCall{Pos: pos, Class: class, Name: v, Args: p.argList()}, isVariable
		}
		return &StaticProp{Pos: pos, Class: class, Name: propNameOf(v)}, isVariable &^ canCall
	case p.k == '{':
		name := p.braced()
		if p.k == '(' {
			return &StaticCall{Pos: pos, Class: class, Name: name, Args: p.argList()}, isVariable
		}
		return &ClassConst{Pos: pos, Class: class, Name: name}, canDim | canClass
	case p.k == TClass && p.peek(1) != '(':
		p.next()
		return &ClassName{Pos: pos, Class: class}, canDim | canClass
	case p.isIdentifier():
		name := p.str()
		if p.k == '(' {
			return &StaticCall{Pos: pos, Class: class, Name: name, Args: p.argList()}, isVariable
		}
		return &ClassConst{Pos: pos, Class: class, Name: name}, canDim | canClass
	}
	p.unexpected()
	return nil, 0
}

// propNameOf turns the variable of A::$x into the property's name.
func propNameOf(v *Variable) Expr {
	if v.Expr == nil {
		return &StringLit{Pos: v.Pos, Value: v.Name}
	}
	return v.Expr
}

// argList parses ( arguments ).
func (p *parser) argList() *ArgList {
	list := &ArgList{Pos: p.at()}
	p.next()
	switch {
	case p.k == ')':
		p.next()
		return list
	case p.k == TEllipsis && p.peek(1) == ')':
		p.next()
		p.next()
		list.FCC = true
		return list
	}
	p.restArgs(list)
	return list
}

// restArgs parses arguments up to and including the closing parenthesis.
func (p *parser) restArgs(list *ArgList) {
	for p.k != ')' || len(list.Args) == 0 {
		a := Arg{Pos: p.at()}
		p.argKw = 0
		p.argAt = p.i
		if p.k.semiReserved() {
			switch p.k {
			case TFn, TFunction, TYield, TExit, TLine, TFile, TDir, TClassC, TTraitC, TMethodC, TFuncC, TPropertyC, TNsC:
			default:
				p.argKw = p.i
				if !p.startsExpr() && p.peek(1) != ':' {
					p.next()
					p.unexpected()
				}
			}
		}
		switch {
		case p.k == TEllipsis:
			p.next()
			a.Unpack = true
			a.Value = p.expr()
		case p.peek(1) == ':' && p.isIdentifier():
			a.Name = p.identText()
			p.next()
			a.Value = p.expr()
		default:
			a.Value = p.expr()
			a.Pos = Pos(a.Value.Line())
		}
		list.Args = append(list.Args, a)
		if p.k == ',' {
			p.next()
			if p.k != ')' && !p.startsArg() {
				p.unexpected(xTok(")"))
			}
			continue
		}
		if p.k != ')' {
			p.unexpected(xTok(")"))
		}
	}
	p.next()
}

func (p *parser) startsArg() bool { return p.k == TEllipsis || p.startsExpr() || p.isIdentifier() }

// magicKind returns the magic constant of a token kind.
func magicKind(k Kind) MagicKind {
	switch k {
	case TFile:
		return MagicFile
	case TDir:
		return MagicDir
	case TClassC:
		return MagicClass
	case TTraitC:
		return MagicTrait
	case TMethodC:
		return MagicMethod
	case TFuncC:
		return MagicFunction
	case TPropertyC:
		return MagicProperty
	case TNsC:
		return MagicNamespace
	}
	return MagicLine
}

// primary parses an operand without its postfixes.
func (p *parser) primary() (Expr, ability) {
	pos := p.at()
	switch p.k {
	case TVariable, '$':
		return p.simpleVariable(), isVariable
	case TString, TNameQualified, TNameFull, TNameRelative:
		n := p.name()
		switch p.k {
		case '(':
			return &Call{Pos: pos, Fn: n, Args: p.argList()}, isVariable
		case TDoubleColon:
			return n, canClass
		}
		return &ConstFetch{Pos: pos, Name: n}, canDim
	case TReadonly:
		n := p.name()
		if p.k != '(' {
			p.unexpected(xTok("("))
		}
		return &Call{Pos: pos, Fn: n, Args: p.argList()}, isVariable
	case TStatic:
		n := p.name()
		if p.k != TDoubleColon {
			p.unexpected(xTok("::"))
		}
		return n, canClass
	case TLNumber, TDNumber:
		return p.numberLit(), 0
	case TConstString:
		return p.constString(), canDim | canClass | canCall
	case '"':
		return p.interp(), canDim | canClass | canCall
	case '`':
		return p.shellExec(), 0
	case TStartHeredoc:
		return p.heredoc(), 0
	case '(':
		p.next()
		e := p.expr()
		p.expect(')')
		return markParen(e), canDim | canClass | canCall
	case '[':
		p.next()
		a := &Array{Syntax: ArrayShort}
		p.arrayElems(a, ']')
		return p.maybeDestructure(a, canDim|canClass|canCall)
	case TArray:
		p.next()
		p.must('(')
		a := &Array{Syntax: ArrayLong}
		p.arrayElems(a, ')')
		return a, canDim | canClass | canCall
	case TList:
		a := p.list()
		if p.k != '=' {
			p.unexpected(xTok("="))
		}
		return p.maybeDestructure(a, 0)
	case TLine, TFile, TDir, TClassC, TTraitC, TMethodC, TFuncC, TPropertyC, TNsC:
		m := &Magic{Pos: pos, Kind: magicKind(p.k)}
		named := p.argAt > 0 && p.i == p.argAt // could have been a named argument: PHP looked ahead
		p.next()
		if named {
			m.Pos = p.ahead()
		}
		return m, canDim
	case TNew:
		return p.new()
	case TIsset:
		return p.isset(), 0
	case TEmpty:
		p.next()
		p.must('(')
		x := p.expr()
		p.expect(')')
		return &Empty{Pos: Pos(x.Line()), X: x}, 0
	case TEval:
		p.next()
		p.must('(')
		x := p.expr()
		p.expect(')')
		return &Include{Pos: Pos(x.Line()), Kind: IncludeEval, X: x}, 0
	case TExit:
		return p.exit(), 0
	case TMatch:
		return p.match(), 0
	}
	p.unexpected()
	return nil, 0
}

// maybeDestructure turns an array followed by = into a destructuring assignment.
func (p *parser) maybeDestructure(a *Array, can ability) (Expr, ability) {
	if p.k != '=' {
		return a, can
	}
	p.next()
	return &Assign{Pos: a.Pos, Var: a, Value: p.exprAbove(precAssign)}, 0
}

// list parses list(...).
func (p *parser) list() *Array {
	p.next()
	p.must('(')
	a := &Array{Syntax: ArrayList}
	p.arrayElems(a, ')')
	return a
}

// arrayElems parses elements up to and including the closing token.
func (p *parser) arrayElems(a *Array, end Kind) {
	for {
		// A missing element before the end is a trailing comma (or an empty array), not an omission.
		if p.k == end {
			break
		}
		if p.k == ',' {
			a.Elems = append(a.Elems, nil)
			p.next()
			continue
		}
		if !p.startsElem() {
			p.unexpected(expectName(end))
		}
		a.Elems = append(a.Elems, p.arrayElem())
		if p.k == ',' {
			p.next()
			continue
		}
		if p.k != end {
			p.unexpected(expectName(end))
		}
	}
	a.Pos = p.at()
	for _, el := range a.Elems {
		if el != nil {
			if a.Elems[0] == el {
				a.Pos = el.Pos
			}
			break
		}
	}
	p.next()
}

func (p *parser) startsElem() bool {
	return p.k == TEllipsis || p.k == TAmpVar || p.k == TAmp || p.startsExpr()
}

// arrayElem parses one element: value, key => value, &ref, ...unpack, or a nested list().
func (p *parser) arrayElem() *ArrayElem {
	el := &ArrayElem{}
	switch {
	case p.k == TEllipsis:
		p.next()
		el.Unpack = true
		el.Value = p.expr()
		el.Pos = Pos(el.Value.Line())
		return el
	case p.k == TAmpVar || p.k == TAmp:
		p.next()
		el.ByRef = true
		el.Value = p.variable()
		el.Pos = Pos(el.Value.Line())
		return el
	}
	el.Value = p.elemValue()
	el.Pos = Pos(el.Value.Line())
	if a, ok := el.Value.(*Array); ok && a.Syntax == ArrayList {
		return el
	}
	if p.accept(TDoubleArrow) {
		el.Key = el.Value
		if p.k == TAmpVar || p.k == TAmp {
			p.next()
			el.ByRef = true
			el.Value = p.variable()
		} else {
			el.Value = p.elemValue()
		}
		// PHP charges the element to its value, the node's first child.
		el.Pos = Pos(el.Value.Line())
	}
	return el
}

// elemValue parses an element's value, which may be a nested list() pattern.
func (p *parser) elemValue() Expr {
	if p.k != TList {
		return p.expr()
	}
	p.enter()
	a := p.list()
	p.depth--
	if p.k != '=' {
		return a
	}
	e, _ := p.maybeDestructure(a, 0)
	return p.binary(e, precLowest)
}

// isset parses isset(a, b).
func (p *parser) isset() Expr {
	p.next()
	p.must('(')
	n := &Isset{}
	for {
		n.Vars = append(n.Vars, p.expr())
		if p.k == ',' {
			p.next()
			if p.k != ')' {
				if !p.startsExpr() {
					p.unexpected(xTok(")"))
				}
				continue
			}
		}
		if p.k != ')' {
			p.unexpected(xTok(")"))
		}
		p.next()
		n.Pos = Pos(n.Vars[0].Line())
		return n
	}
}

// exit parses exit and die, which are calls of a function.
func (p *parser) exit() Expr {
	p.next()
	// The name is made up once all has been read and gets the line reached by then.
	if p.k != '(' {
		return callOf("exit", p.ahead(), &ArgList{Pos: p.ahead()})
	}
	args := p.argList()
	return callOf("exit", p.here(), args)
}

// callOf makes a call of a global function.
func callOf(fn string, pos Pos, args *ArgList) *Call {
	return &Call{Pos: pos, Fn: &Name{Pos: pos, Kind: NameFull, Value: fn}, Args: args}
}

// match parses match (x) { arms }.
func (p *parser) match() Expr {
	p.next()
	p.must('(')
	m := &Match{Subject: p.expr()}
	m.Pos = Pos(m.Subject.Line())
	p.expect(')')
	p.must('{')
	for p.k != '}' {
		arm := &MatchArm{}
		if p.k == TDefault && p.peek(1) != TDoubleColon {
			arm.Pos = p.at()
			p.next()
			if p.k == ',' {
				p.next()
			}
		} else {
			for {
				arm.Conds = append(arm.Conds, p.expr())
				if !p.accept(',') || p.k == TDoubleArrow {
					break
				}
				if !p.startsExpr() {
					p.unexpected(xTok("=>"))
				}
			}
			arm.Pos = Pos(arm.Conds[0].Line())
		}
		if p.k != TDoubleArrow {
			p.unexpected(xTok("=>"))
		}
		p.next()
		arm.Body = p.expr()
		if arm.Conds == nil {
			arm.Pos = Pos(arm.Body.Line())
		}
		m.Arms = append(m.Arms, arm)
		if p.k == ',' {
			p.next()
			if p.k != '}' && p.k != TDefault && !p.startsExpr() {
				p.unexpected(xTok("}"))
			}
			continue
		}
		if p.k != '}' {
			p.unexpected(xTok("}"))
		}
	}
	p.next()
	return m
}

// new parses new C(...), new C and new class(...) {...}.
func (p *parser) new() (Expr, ability) {
	p.next()
	n := &New{}
	var attrs []*AttrGroup
	if p.k == TAttribute {
		attrs = p.attributes()
	}
	if attrs != nil || p.k == TClass || p.classModifierAhead() {
		args, class := p.anonClass(attrs)
		n.Class, n.Args, n.HasArgs = class, args, args != nil
		if n.Args == nil {
			n.Args = &ArgList{Pos: class.Pos}
		}
		n.Pos = class.Pos
		return n, canDim | canClass | canCall
	}
	n.Class = p.classRef()
	n.Pos = Pos(n.Class.Line())
	if p.k == '(' {
		n.Args = p.argList()
		n.HasArgs = true
		return n, canDim | canClass | canCall
	}
	n.Args = &ArgList{Pos: p.ahead()}
	return n, 0
}

// classModifierAhead tells whether "readonly class" or another modified anonymous class follows.
func (p *parser) classModifierAhead() bool {
	return p.k == TReadonly || p.k == TFinal || p.k == TAbstract
}

// classRef parses the class operand of new and instanceof: a name, static, a variable with
// property fetches and indexes but no calls, or a parenthesised expression.
func (p *parser) classRef() Expr {
	var e Expr
	switch p.k {
	case TString, TNameQualified, TNameFull, TNameRelative, TStatic:
		n := p.name()
		if p.k != TDoubleColon {
			return n
		}
		p.next()
		if p.k != TVariable && p.k != '$' {
			p.unexpected(xVar, xTok("$"))
		}
		e = &StaticProp{Pos: n.Pos, Class: n, Name: propNameOf(p.simpleVariable())}
	case TVariable, '$':
		e = p.simpleVariable()
	case '(':
		p.next()
		x := p.expr()
		p.expect(')')
		return markParen(x)
	default:
		p.unexpected()
	}
	for {
		pos := Pos(e.Line())
		switch p.k {
		case '[':
			e = p.index(e)
		case TObjectOperator, TNullsafeOperator:
			nullsafe := p.k == TNullsafeOperator
			p.next()
			e = &Prop{Pos: pos, Obj: e, Name: p.propertyName(), Nullsafe: nullsafe}
		case TDoubleColon:
			p.next()
			if p.k != TVariable && p.k != '$' {
				p.unexpected(xVar, xTok("$"))
			}
			e = &StaticProp{Pos: pos, Class: e, Name: propNameOf(p.simpleVariable())}
		default:
			return e
		}
	}
}
