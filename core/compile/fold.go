package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// binaryOps gives the instruction of a binary operator; > and >= exchange
// their operands.
var binaryOps = [...]opcode.Op{
	syntax.OpAdd: opcode.Add, syntax.OpSub: opcode.Sub, syntax.OpMul: opcode.Mul, syntax.OpDiv: opcode.Div,
	syntax.OpMod: opcode.Mod, syntax.OpPow: opcode.Pow, syntax.OpConcat: opcode.Concat,
	syntax.OpBitOr: opcode.BwOr, syntax.OpBitAnd: opcode.BwAnd, syntax.OpBitXor: opcode.BwXor,
	syntax.OpShiftLeft: opcode.Sl, syntax.OpShiftRight: opcode.Sr, syntax.OpBoolXor: opcode.BoolXor,
	syntax.OpIdentical: opcode.IsIdentical, syntax.OpNotIdentical: opcode.IsNotIdentical,
	syntax.OpEqual: opcode.IsEqual, syntax.OpNotEqual: opcode.IsNotEqual,
	syntax.OpSmaller: opcode.IsSmaller, syntax.OpSmallerEqual: opcode.IsSmallerOrEqual,
	syntax.OpGreater: opcode.IsSmaller, syntax.OpGreaterEqual: opcode.IsSmallerOrEqual,
	syntax.OpSpaceship: opcode.Spaceship,
}

// fold evaluates an expression that is constant, and remembers the value for
// when the expression is compiled.
func (c *compiler) fold(e syntax.Expr) (code.Lit, bool) {
	l, ok := c.evalConst(e)
	if ok {
		c.remember(e, l)
	}
	return l, ok
}

// folding is a value found out ahead of compiling, and the line it was found
// on: Zend charges it to that.
type folding struct {
	lit  code.Lit
	line int
}

func (c *compiler) remember(e syntax.Expr, l code.Lit) {
	switch e.(type) {
	case *syntax.IntLit, *syntax.FloatLit, *syntax.StringLit:
		return
	}
	if _, have := c.folded[e]; have {
		return
	}
	if c.folded == nil {
		c.folded = map[syntax.Expr]folding{}
	}
	c.folded[e] = folding{l, c.line}
}

// evalConst evaluates what can be evaluated without running code.
func (c *compiler) evalConst(e syntax.Expr) (code.Lit, bool) {
	c.enter()
	defer c.leave()
	no := code.Lit{}
	switch e := e.(type) {
	case nil:
		return no, false
	case *syntax.IntLit:
		return code.LongLit(e.Value), true
	case *syntax.FloatLit:
		return code.DoubleLit(e.Value), true
	case *syntax.StringLit:
		return code.StrLit(e.Value), true
	case *nodeExpr:
		return e.node.lit, e.node.isConst()
	}
	if f, ok := c.folded[e]; ok {
		return f.lit, true
	}
	switch e := e.(type) {
	case *syntax.Binary:
		return c.evalSpine(e)
	case *syntax.Unary:
		x, ok := c.evalConst(e.X)
		if !ok {
			return no, false
		}
		v, ok := foldUnaryOp(e.Op, x)
		if !ok {
			c.remember(e.X, x)
		}
		return v, ok
	case *syntax.Ternary:
		x, ok := c.evalConst(e.Cond)
		if !ok {
			// What is constant below is found out all the same.
			if e.Then != nil {
				c.fold(e.Then)
			}
			c.fold(e.Else)
			return no, false
		}
		if litBool(x) {
			if e.Then == nil {
				return x, true
			}
			return c.evalConst(e.Then)
		}
		return c.evalConst(e.Else)
	case *syntax.Index:
		return c.evalDim(e)
	case *syntax.Array:
		return c.evalArray(e)
	case *syntax.Magic:
		return c.magic(e)
	case *syntax.ConstFetch:
		name, full := c.symbolName(e.Name, syntax.UseConst)
		return c.knownConst(name, full)
	case *syntax.ClassConst:
		class, ok := c.constClass(e.Class)
		name, nok := c.evalConst(e.Name)
		if !ok || !nok || name.T != zval.StringT {
			return no, false
		}
		return c.knownClassConst(class, name.S)
	case *syntax.ClassName:
		return c.knownClassName(e.Class)
	case *syntax.New:
		// Not constant itself, but its arguments may be.
		for i := range e.Args.Args {
			if !e.Args.Args[i].Unpack {
				c.fold(e.Args.Args[i].Value)
			}
		}
	case *syntax.Prop:
		c.fold(e.Obj)
		c.fold(e.Name)
	}
	return no, false
}

// constClass resolves a class given by name or by a constant string.
func (c *compiler) constClass(e syntax.Expr) (string, bool) {
	if n, ok := e.(*syntax.Name); ok {
		return c.resolveClass(n), true
	}
	l, ok := c.fold(e)
	if !ok || l.T != zval.StringT {
		return "", false
	}
	return c.resolveFullClass(l.S), true
}

func foldUnaryOp(op syntax.Op, x code.Lit) (code.Lit, bool) {
	switch op {
	case syntax.OpNot:
		return foldUnary(opcode.BoolNot, x)
	case syntax.OpBitNot:
		return foldUnary(opcode.BwNot, x)
	case syntax.OpPlus:
		return foldBinary(opcode.Mul, x, code.LongLit(1))
	default:
		return foldBinary(opcode.Mul, x, code.LongLit(-1))
	}
}

// foldBinaryOp folds any operator but ??, && and ||.
func foldBinaryOp(op syntax.Op, x, y code.Lit) (code.Lit, bool) {
	switch op {
	case syntax.OpGreater, syntax.OpGreaterEqual:
		return foldBinary(binaryOps[op], y, x)
	case syntax.OpPipe:
		return code.Lit{}, false
	}
	return foldBinary(binaryOps[op], x, y)
}

// evalSpine walks a left-deep chain of operators without recursion.
func (c *compiler) evalSpine(e *syntax.Binary) (code.Lit, bool) {
	var spine []*syntax.Binary
	var left syntax.Expr = e
	for {
		b, ok := left.(*syntax.Binary)
		if !ok {
			break
		}
		spine = append(spine, b)
		left = b.L
	}
	x, ok := c.evalConst(left)
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		if !ok {
			c.fold(b.R)
			continue
		}
		switch b.Op {
		case syntax.OpCoalesce:
			if x.T == zval.Null {
				x, ok = c.evalConst(b.R)
			}
			continue
		case syntax.OpBoolAnd, syntax.OpBoolOr:
			if litBool(x) == (b.Op == syntax.OpBoolOr) {
				x = code.BoolLit(b.Op == syntax.OpBoolOr)
				continue
			}
			y, yok := c.evalConst(b.R)
			if !yok {
				c.remember(b.L, x)
				ok = false
				continue
			}
			x = code.BoolLit(litBool(y))
			continue
		}
		y, yok := c.evalConst(b.R)
		if yok {
			var v code.Lit
			if v, ok = foldBinaryOp(b.Op, x, y); ok {
				x = v
				continue
			}
			c.remember(b.R, y)
		}
		c.remember(b.L, x)
		ok = false
	}
	return x, ok
}

func (c *compiler) evalDim(e *syntax.Index) (code.Lit, bool) {
	no := code.Lit{}
	if e.Index == nil {
		c.fail("Cannot use [] for reading")
	}
	x, ok := c.evalConst(e.Base)
	k, kok := c.evalConst(e.Index)
	if !ok || !kok {
		if ok {
			c.remember(e.Base, x)
		}
		if kok {
			c.remember(e.Index, k)
		}
		return no, false
	}
	switch x.T {
	case zval.ArrayT:
		switch k.T {
		case zval.Long:
			return x.A.Get(code.Key{N: k.N})
		case zval.StringT:
			return x.A.Get(strKey(k.S))
		}
	case zval.StringT:
		at := k.N
		if k.T == zval.StringT {
			kind, n, _ := numeric(k.S)
			if kind != zval.Long {
				return no, false
			}
			at = n
		} else if k.T != zval.Long {
			return no, false
		}
		if at >= 0 && at < int64(len(x.S)) {
			return code.StrLit(x.S[at : at+1]), true
		}
	}
	return no, false
}

// evalArray builds a constant array. Elements that are constant although the
// whole is not are remembered.
func (c *compiler) evalArray(e *syntax.Array) (code.Lit, bool) {
	no := code.Lit{}
	if e.Syntax == syntax.ArrayList {
		c.fail("Cannot use list() as standalone expression")
	}
	if c.unfolded[e] {
		return no, false
	}
	constant := true
	var last *syntax.ArrayElem
	vals := make([]code.Lit, len(e.Elems))
	keys := make([]code.Lit, len(e.Elems))
	okVal := make([]bool, len(e.Elems))
	okKey := make([]bool, len(e.Elems))
	for i, el := range e.Elems {
		if el == nil {
			if last != nil {
				c.line = last.Line()
			}
			c.fail("Cannot use empty array elements in arrays")
		}
		vals[i], okVal[i] = c.evalConst(el.Value)
		if !okVal[i] || el.ByRef {
			constant = false
		}
		if el.Key != nil {
			if keys[i], okKey[i] = c.evalConst(el.Key); !okKey[i] {
				constant = false
			}
		}
		last = el
	}
	a := code.NewArrayLit()
	if constant {
		constant = c.fillArray(a, e, vals, keys)
	}
	if !constant {
		for i, el := range e.Elems {
			if okVal[i] && !el.ByRef {
				c.remember(el.Value, vals[i])
			}
			if okKey[i] {
				c.remember(el.Key, keys[i])
			}
		}
		if c.unfolded == nil {
			c.unfolded = map[*syntax.Array]bool{}
		}
		c.unfolded[e] = true
		return no, false
	}
	return code.ArrLit(a), true
}

func (c *compiler) fillArray(a *code.ArrayLit, e *syntax.Array, vals, keys []code.Lit) bool {
	for i, el := range e.Elems {
		switch {
		case el.Unpack:
			if vals[i].T != zval.ArrayT {
				c.fail("Only arrays and Traversables can be unpacked, %s given", litTypeName(vals[i]))
			}
			for j, k := range vals[i].A.Keys {
				if k.Str {
					a.Set(k, vals[i].A.Vals[j])
				} else if !a.Append(vals[i].A.Vals[j]) {
					return false
				}
			}
		case el.Key != nil:
			if keys[i].T == zval.ArrayT {
				c.fail("Cannot access offset of type %s on array", litTypeName(keys[i]))
			}
			k, ok := arrayKey(keys[i])
			if !ok {
				return false // null keys and fractions are deprecated: reported at run time
			}
			a.Set(k, vals[i])
		default:
			if !a.Append(vals[i]) {
				return false
			}
		}
	}
	return true
}

// knownConst evaluates a constant by name when its value is fixed by now.
func (c *compiler) knownConst(name string, full bool) (code.Lit, bool) {
	look := name
	if !full {
		look = unqualified(name)
	}
	switch len(look) {
	case 4:
		switch {
		case equalFold(look, "true"):
			return code.BoolLit(true), true
		case equalFold(look, "null"):
			return code.NullLit(), true
		}
	case 5:
		if equalFold(look, "false") {
			return code.BoolLit(false), true
		}
	}
	v, persistent, ok := c.hooks.LookupConstant(name)
	if !ok || c.noSubst || c.o.Cached && !persistent {
		return code.Lit{}, false
	}
	budget := 50
	return fromValue(&v, &budget)
}

// specialConst tells whether a name is true, false or null.
func specialConst(name string) bool {
	switch lower(name) {
	case "true", "false", "null":
		return true
	}
	return false
}

// knownClassConst evaluates a class constant of the class being compiled, or
// of one that exists already.
func (c *compiler) knownClassConst(class, name string) (code.Lit, bool) {
	no := code.Lit{}
	ft := fetchType(class)
	if c.refersToActive(class, ft) {
		k := c.class.findConst(name)
		if k == nil || c.noSubst || c.class.decl.Flags&code.AccTrait != 0 || k.isCase || k.lit.HasExpr() || k.deprecated {
			return no, false
		}
		return k.lit, true
	}
	if ft != code.FetchClassDefault || c.noSubst || c.o.Cached || name == "class" {
		return no, false
	}
	scope := ""
	if c.class != nil {
		scope = c.class.decl.LCName
	}
	v, ok := c.hooks.LookupClassConstant(lower(class), name, scope)
	if !ok {
		return no, false
	}
	budget := 50
	return fromValue(&v, &budget)
}

// knownClassName evaluates X::class.
func (c *compiler) knownClassName(e syntax.Expr) (code.Lit, bool) {
	n, ok := e.(*syntax.Name)
	if !ok {
		return code.Lit{}, false
	}
	ft := fetchType(n.Value)
	c.checkFetchType(ft)
	switch ft {
	case code.FetchClassSelf:
		if c.class != nil && c.scopeKnown() {
			return code.StrLit(c.class.decl.Name), true
		}
		return code.Lit{}, false
	case code.FetchClassParent:
		if c.class != nil && c.class.decl.Parent != "" && c.scopeKnown() {
			return code.StrLit(c.class.decl.Parent), true
		}
		return code.Lit{}, false
	case code.FetchClassStatic:
		return code.Lit{}, false
	}
	return code.StrLit(c.resolveClass(n)), true
}

// magic evaluates a magic constant; __CLASS__ in a trait has no value yet.
func (c *compiler) magic(e *syntax.Magic) (code.Lit, bool) {
	str := func(s string) (code.Lit, bool) { return code.StrLit(s), true }
	f := c.fn
	switch e.Kind {
	case syntax.MagicLine:
		return code.LongLit(int64(e.Line())), true
	case syntax.MagicFile:
		return str(c.file)
	case syntax.MagicDir:
		return str(dirname(c.file))
	case syntax.MagicFunction:
		return str(f.a.Name)
	case syntax.MagicMethod:
		if c.class != nil && f.scope == nil && f.a.Flags&code.AccClosure == 0 {
			return str("")
		}
		if f.a.Name != "" && f.scope != nil {
			return str(f.scope.decl.Name + "::" + f.a.Name)
		}
		return str(f.a.Name)
	case syntax.MagicClass:
		if c.class == nil {
			return str("")
		}
		if c.class.decl.Flags&code.AccTrait != 0 {
			return code.Lit{}, false
		}
		return str(c.class.decl.Name)
	case syntax.MagicTrait:
		if c.class != nil && c.class.decl.Flags&code.AccTrait != 0 {
			return str(c.class.decl.Name)
		}
		return str("")
	case syntax.MagicNamespace:
		return str(c.ns)
	case syntax.MagicProperty:
		if c.property != "" {
			return str(c.property)
		}
		return str(f.hookProp)
	}
	return code.Lit{}, false
}

// dirname is the directory part of a path.
func dirname(p string) string {
	end := len(p)
	for end > 1 && p[end-1] == '/' {
		end--
	}
	i := strings.LastIndexByte(p[:end], '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	for i > 1 && p[i-1] == '/' {
		i--
	}
	return p[:i]
}
