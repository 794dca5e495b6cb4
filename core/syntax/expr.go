package syntax

import (
	"strconv"
	"strings"
)

// Expressions: operator precedence. The loop in expr climbs binary operators; prefix handles what
// an expression may begin with; postfix.go handles the rest of an operand.

// Precedence levels, loosest first, as PHP's grammar declares them.
const (
	precLowest = iota
	precThrow
	precArrow
	precInclude
	precOr
	precXor
	precAnd
	precPrint
	precYield
	precDoubleArrow
	precYieldFrom
	precAssign
	precTernary
	precCoalesce
	precBoolOr
	precBoolAnd
	precBitOr
	precBitXor
	precBitAnd
	precEquality
	precComparison
	precPipe
	precConcat
	precShift
	precAdd
	precMul
	precNot
	precInstanceof
	precUnary
	precPow
	precClone
)

// binaryOp returns the precedence and operator of a binary operator token; 0 if it is none.
func binaryOp(k Kind) (prec int, op Op) {
	switch k {
	case '.':
		return precConcat, OpConcat
	case '+':
		return precAdd, OpAdd
	case '-':
		return precAdd, OpSub
	case '*':
		return precMul, OpMul
	case '/':
		return precMul, OpDiv
	case '%':
		return precMul, OpMod
	case '<':
		return precComparison, OpSmaller
	case '>':
		return precComparison, OpGreater
	case '|':
		return precBitOr, OpBitOr
	case '^':
		return precBitXor, OpBitXor
	case '?':
		return precTernary, OpNone
	case TAmp, TAmpVar:
		return precBitAnd, OpBitAnd
	case TLogicalOr:
		return precOr, OpBoolOr
	case TLogicalXor:
		return precXor, OpBoolXor
	case TLogicalAnd:
		return precAnd, OpBoolAnd
	case TCoalesce:
		return precCoalesce, OpCoalesce
	case TBooleanOr:
		return precBoolOr, OpBoolOr
	case TBooleanAnd:
		return precBoolAnd, OpBoolAnd
	case TIsEqual:
		return precEquality, OpEqual
	case TIsNotEqual:
		return precEquality, OpNotEqual
	case TIsIdentical:
		return precEquality, OpIdentical
	case TIsNotIdentical:
		return precEquality, OpNotIdentical
	case TSpaceship:
		return precEquality, OpSpaceship
	case TIsSmallerOrEqual:
		return precComparison, OpSmallerEqual
	case TIsGreaterOrEqual:
		return precComparison, OpGreaterEqual
	case TPipe:
		return precPipe, OpPipe
	case TSl:
		return precShift, OpShiftLeft
	case TSr:
		return precShift, OpShiftRight
	case TPow:
		return precPow, OpPow
	case TInstanceof:
		return precInstanceof, OpNone
	}
	return 0, OpNone
}

// assignOp returns the operator of a compound assignment token.
func assignOp(k Kind) Op {
	switch k {
	case TPlusEqual:
		return OpAdd
	case TMinusEqual:
		return OpSub
	case TMulEqual:
		return OpMul
	case TDivEqual:
		return OpDiv
	case TConcatEqual:
		return OpConcat
	case TModEqual:
		return OpMod
	case TAndEqual:
		return OpBitAnd
	case TOrEqual:
		return OpBitOr
	case TXorEqual:
		return OpBitXor
	case TSlEqual:
		return OpShiftLeft
	case TSrEqual:
		return OpShiftRight
	case TPowEqual:
		return OpPow
	case TCoalesceEqual:
		return OpCoalesce
	}
	return OpNone
}

// expr parses an expression.
func (p *parser) expr() Expr { return p.exprAbove(precLowest) }

// exprAbove parses an expression whose binary operators bind tighter than min.
func (p *parser) exprAbove(min int) Expr {
	p.enter()
	e := p.binary(p.prefix(), min)
	p.depth--
	return e
}

// binary continues an expression after its first operand.
func (p *parser) binary(left Expr, min int) Expr {
	for {
		prec, op := binaryOp(p.k)
		if prec <= min {
			return left
		}
		p.next()
		pos := Pos(left.Line())
		switch prec {
		case precTernary:
			left = p.ternary(left, pos)
		case precInstanceof:
			left = &InstanceOf{Pos: pos, X: left, Class: p.classRef()}
		case precPow, precCoalesce:
			left = &Binary{Pos: pos, Op: op, L: left, R: p.exprAbove(prec - 1)}
		case precEquality, precComparison:
			left = &Binary{Pos: pos, Op: op, L: left, R: p.exprAbove(prec)}
			if again, _ := binaryOp(p.k); again == prec {
				p.unexpected()
			}
		case precPipe:
			r := p.exprAbove(prec)
			if fn, ok := r.(*FuncDecl); ok && fn.Kind == FuncArrow && !fn.Paren {
				p.later(Pos(fn.Line()), "Arrow functions on the right hand side of |> must be parenthesized")
			}
			left = &Binary{Pos: pos, Op: op, L: left, R: r}
		default:
			r := p.exprAbove(prec)
			if op == OpConcat {
				if lit := p.concat(left, r); lit != nil {
					left = lit
					continue
				}
			}
			left = &Binary{Pos: pos, Op: op, L: left, R: r}
		}
	}
}

// concat joins two literals while parsing, as PHP does. A chain of them grows one buffer, of
// which every intermediate literal is a view.
func (p *parser) concat(l, r Expr) *StringLit {
	a, ok := literalText(l)
	if !ok {
		return nil
	}
	b, ok := literalText(r)
	if !ok {
		return nil
	}
	if p.joined == nil || Expr(p.joined) != l {
		p.join = new(strings.Builder)
		p.join.WriteString(a)
	}
	p.join.WriteString(b)
	p.joined = &StringLit{Pos: p.ahead(), Value: p.join.String(), Kind: StringSingle}
	return p.joined
}

func literalText(e Expr) (string, bool) {
	switch e := e.(type) {
	case *StringLit:
		return e.Value, true
	case *IntLit:
		return strconv.FormatInt(e.Value, 10), true
	}
	return "", false
}

// ternary parses the rest of a conditional after its question mark.
func (p *parser) ternary(cond Expr, pos Pos) Expr {
	t := &Ternary{Pos: pos, Cond: cond}
	if !p.accept(':') {
		t.Then = p.expr()
		p.expect(':')
	}
	t.Else = p.exprAbove(precTernary)
	if c, ok := cond.(*Ternary); ok && !c.Paren {
		switch {
		case c.Then != nil && t.Then != nil:
			p.later(pos, "Unparenthesized `a ? b : c ? d : e` is not supported. Use either `(a ? b : c) ? d : e` or `a ? b : (c ? d : e)`")
		case c.Then != nil:
			p.later(pos, "Unparenthesized `a ? b : c ?: d` is not supported. Use either `(a ? b : c) ?: d` or `a ? b : (c ?: d)`")
		case t.Then != nil:
			p.later(pos, "Unparenthesized `a ?: b ? c : d` is not supported. Use either `(a ?: b) ? c : d` or `a ?: (b ? c : d)`")
		}
	}
	return t
}

// operandOf parses the operand of a prefix operator. A chain of operators that gets too deep is
// no trouble to PHP's parser but is to its compiler, so that the error is the compiler's.
func (p *parser) operandOf(prec int) Expr {
	p.next()
	if p.depth >= MaxDepth {
		p.failFatal("Maximum call stack size of %d bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached during compilation. Try splitting expression", stackSize)
	}
	return p.exprAbove(prec)
}

// stackSize is the figure PHP reports for the customary 8 MB stack.
const stackSize = 8339456

func (p *parser) unary(op Op, prec int) Expr {
	x := p.operandOf(prec)
	return &Unary{Pos: Pos(x.Line()), Op: op, X: x}
}

func (p *parser) castTo(kind CastKind) Expr {
	x := p.operandOf(precUnary)
	return &Cast{Pos: Pos(x.Line()), Kind: kind, X: x}
}

func (p *parser) include(kind IncludeKind) Expr {
	x := p.operandOf(precInclude)
	return &Include{Pos: Pos(x.Line()), Kind: kind, X: x}
}

// prefix parses an operand with its prefix operators.
func (p *parser) prefix() Expr {
	switch p.k {
	case TVariable, '$', TString, TConstString, TLNumber, '(', '[':
		return p.operand()
	case '!':
		return p.unary(OpNot, precNot)
	case '-':
		return p.unary(OpMinus, precUnary)
	case '+':
		return p.unary(OpPlus, precUnary)
	case '~':
		return p.unary(OpBitNot, precUnary)
	case '@':
		x := p.operandOf(precUnary)
		return &Silence{Pos: Pos(x.Line()), X: x}
	case TIntCast:
		return p.castTo(CastInt)
	case TDoubleCast:
		return p.castTo(CastFloat)
	case TStringCast:
		return p.castTo(CastString)
	case TArrayCast:
		return p.castTo(CastArray)
	case TObjectCast:
		return p.castTo(CastObject)
	case TBoolCast:
		return p.castTo(CastBool)
	case TUnsetCast:
		return p.castTo(CastUnset)
	case TInc, TDec:
		dec := p.k == TDec
		p.next()
		v := p.variable()
		return &IncDec{Pos: Pos(v.Line()), X: v, Dec: dec, Prefix: true}
	case TInclude:
		return p.include(IncludeFile)
	case TIncludeOnce:
		return p.include(IncludeFileOnce)
	case TRequire:
		return p.include(IncludeRequire)
	case TRequireOnce:
		return p.include(IncludeRequireOnce)
	case TPrint:
		x := p.operandOf(precPrint)
		return &Print{Pos: Pos(x.Line()), X: x}
	case TThrow:
		x := p.operandOf(precThrow)
		return &Throw{Pos: Pos(x.Line()), X: x}
	case TYield:
		return p.yield()
	case TYieldFrom:
		x := p.operandOf(precYieldFrom)
		return &YieldFrom{Pos: Pos(x.Line()), X: x}
	case TClone:
		return p.clone()
	case TFn, TFunction:
		return p.closure(nil, 0)
	case TStatic:
		switch p.peek(1) {
		case TFn, TFunction:
			p.next()
			return p.closure(nil, ModStatic)
		}
	case TAttribute:
		attrs := p.attributes()
		switch p.k {
		case TFn, TFunction:
			return p.closure(attrs, 0)
		case TStatic:
			p.next()
			if p.k != TFn && p.k != TFunction {
				p.unexpected(xTok("function"), xTok("fn"))
			}
			return p.closure(attrs, ModStatic)
		}
		p.unexpected(xTok("function"), xTok("fn"), xTok("static"), xTok("#["))
	}
	return p.operand()
}

// yield parses yield, yield v and yield k => v.
func (p *parser) yield() Expr {
	p.next()
	y := &Yield{}
	if !p.startsExpr() {
		y.Pos = p.ahead()
		return y
	}
	y.Value = p.exprAbove(precYield)
	y.Pos = Pos(y.Value.Line())
	if p.accept(TDoubleArrow) {
		y.Key = y.Value
		y.Value = p.exprAbove(precDoubleArrow)
		y.Pos = Pos(y.Value.Line())
	}
	return y
}

// startsExpr tells whether the current token can begin an expression.
func (p *parser) startsExpr() bool {
	switch p.k {
	case TLNumber, TDNumber, TString, TNameFull, TNameRelative, TNameQualified, TVariable, TConstString,
		TInclude, TIncludeOnce, TEval, TRequire, TRequireOnce, TPrint, TYield, TYieldFrom, TNew, TClone, TExit,
		TMatch, TFunction, TFn, TThrow, TStatic, TReadonly, TIsset, TEmpty, TList, TArray, TLine, TFile, TDir,
		TClassC, TTraitC, TMethodC, TFuncC, TPropertyC, TNsC, TAttribute, TInc, TDec, TIntCast, TDoubleCast,
		TStringCast, TArrayCast, TObjectCast, TBoolCast, TUnsetCast, TStartHeredoc,
		'+', '-', '!', '~', '@', '$', '(', '[', '"', '`':
		return true
	}
	return false
}

// clone parses clone x, and clone(...) with anything but one positional argument.
func (p *parser) clone() Expr {
	p.next()
	if p.k != '(' {
		x := p.exprAbove(precClone)
		return &Clone{Pos: Pos(x.Line()), X: x}
	}
	// A parenthesised expression is an operand that may go on (clone ($a)->b); only a comma, an
	// unpacking, a name or nothing at all makes it an argument list.
	switch k := p.peek(1); {
	case k == ')', k == TEllipsis, (k == TString || k.semiReserved()) && p.peek(2) == ':':
		args := p.argList()
		return callOf("clone", p.here(), args)
	}
	pos := p.at()
	p.enter()
	p.next()
	first := p.expr()
	p.depth--
	if p.k == ',' {
		list := &ArgList{Pos: pos, Args: []Arg{{Pos: Pos(first.Line()), Value: first}}}
		p.next()
		p.restArgs(list)
		return callOf("clone", p.here(), list)
	}
	p.expect(')')
	x, can := p.postfixes(markParen(first), canDim|canClass|canCall)
	if can&canAssign != 0 {
		x = p.assignment(x)
	}
	return &Clone{Pos: Pos(x.Line()), X: x}
}

// markParen notes that e stood in parentheses, where that matters later.
func markParen(e Expr) Expr {
	switch e := e.(type) {
	case *Ternary:
		e.Paren = true
	case *Binary:
		e.Paren = true
	case *FuncDecl:
		e.Paren = true
	case *StaticProp:
		e.Paren = true
	}
	return e
}

// exprList parses expressions separated by commas, possibly none; a (void) cast may stand before
// each (only the last one in the condition of a for keeps its value, which PHP checks by grammar).
func (p *parser) exprList(end Kind, cond bool) []Expr {
	var list []Expr
	if p.k == end {
		return nil
	}
	if p.k != TVoidCast && !p.startsExpr() {
		p.unexpected(expectName(end))
	}
	for {
		if p.k == TVoidCast {
			p.next()
			x := p.expr()
			list = append(list, &Cast{Pos: Pos(x.Line()), Kind: CastVoid, X: x})
			if cond && p.k != ',' {
				p.unexpected(xTok(","))
			}
		} else {
			list = append(list, p.expr())
		}
		if !p.accept(',') {
			return list
		}
	}
}
