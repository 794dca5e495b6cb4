package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Constant expressions that the compiler could not fold: initial values of
// constants, properties, static variables and parameters, and attribute
// arguments. They are evaluated on first use, in the scope they were written in.

// EvalConstExpr evaluates e into the dead slot ret, owned. False: an exception
// is in flight and ret is Undef. May run PHP (autoloaders, constructors).
func (x *Exec) EvalConstExpr(e *code.ConstExpr, scope *Class, ret *zval.Value) bool {
	ret.SetNull()
	if !x.EnterNative() {
		ret.SetUndef()
		return false
	}
	ev := constEval{x: x, scope: scope}
	outer := x.constAt
	if scope != nil && scope.Decl != nil {
		x.constAt = constPlace{scope.Decl.File, e.Line, x.Ctx.FP}
	}
	ok := ev.eval(e, ret)
	x.constAt = outer
	x.LeaveNative()
	if ok && x.HasExc() {
		ok = false
	}
	if !ok {
		x.Space.Release(ret)
		ret.SetUndef()
	}
	return ok
}

// ResolveConstValue replaces a ConstAST value by what it evaluates to; other
// values are left alone. On false the slot keeps its ConstAST.
func (x *Exec) ResolveConstValue(v *zval.Value, scope *Class) bool {
	if v.Type() != zval.ConstAST {
		return true
	}
	var r zval.Value
	if !x.EvalConstExpr(x.Reg.ConstExprs[v.V], scope, &r) {
		return false
	}
	v.MoveFrom(&r)
	return true
}

// constPlace is where the constant expression being evaluated was written, and
// the frame that asked for it: code that it calls is somewhere else.
type constPlace struct {
	file string
	line int
	fp   mm.Addr
}

// constEval walks one expression. Its depth is bounded by the parser's.
type constEval struct {
	x     *Exec
	scope *Class
	short bool // a ?-> met null: the rest of its chain is null as well
	depth int
}

// eval stores into dead ret; on false ret is dead.
func (c *constEval) eval(e *code.ConstExpr, ret *zval.Value) bool { return c.evalKind(e, ret, FetchR) }

func (c *constEval) evalKind(e *code.ConstExpr, ret *zval.Value, kind FetchKind) bool {
	c.depth++
	zval.Deeper(c.depth)
	ok := c.evalNode(e, ret, kind)
	c.depth--
	return ok
}

func (c *constEval) evalNode(e *code.ConstExpr, ret *zval.Value, kind FetchKind) bool {
	x := c.x
	ret.SetNull()
	if e.Line != 0 {
		x.constAt.line = e.Line
	}
	switch e.Kind {
	case code.CELit:
		if e.Value.Type() == zval.ConstAST {
			return c.evalKind(x.Reg.ConstExprs[e.Value.V], ret, kind)
		}
		ret.CopyFrom(&e.Value)
		return true
	case code.CEConst:
		k := x.FetchConstant(e.Name, e.Name2)
		if k == nil {
			return false
		}
		ret.CopyFrom(&k.Value)
		return true
	case code.CEClassConst:
		return c.classConst(e, ret)
	case code.CEClassName:
		if c.scope == nil && (e.Name == "self" || e.Name == "parent") {
			x.ThrowError(nil, "Cannot use \"%s\" when no class scope is active", e.Name)
			return false
		}
		if e.Name == "parent" && c.scope.Parent == nil {
			x.ThrowError(nil, "Cannot use \"parent\" when current class scope has no parent")
			return false
		}
		cl := c.class(e.Name)
		if cl == nil {
			return false
		}
		ret.SetStr(cl.NameStr.AddRef())
		return true
	case code.CEMagicClass:
		if c.scope == nil {
			ret.SetStr(x.Space.EmptyString())
		} else {
			ret.SetStr(c.scope.NameStr.AddRef())
		}
		return true
	case code.CEBinary:
		var a, b zval.Value
		if !c.eval(e.X, &a) {
			return false
		}
		if !c.eval(e.Y, &b) {
			x.Space.Release(&a)
			return false
		}
		ok := x.BinaryOp(opcode.Op(e.Op), ret, &a, &b)
		x.Space.Release(&a)
		x.Space.Release(&b)
		return ok
	case code.CEUnary:
		var a zval.Value
		if !c.eval(e.X, &a) {
			return false
		}
		ok := x.UnaryOp(opcode.Op(e.Op), ret, &a)
		x.Space.Release(&a)
		return ok
	case code.CEAnd, code.CEOr:
		t, ok := c.truth(e.X)
		if !ok {
			return false
		}
		if t == (e.Kind == code.CEAnd) {
			if t, ok = c.truth(e.Y); !ok {
				return false
			}
		}
		ret.SetBool(t)
		return true
	case code.CECoalesce:
		if !c.evalKind(e.X, ret, FetchIS) {
			return false
		}
		if ret.Type() > zval.Null {
			return true
		}
		return c.eval(e.Y, ret)
	case code.CETernary:
		if e.Y == nil {
			if !c.eval(e.X, ret) {
				return false
			}
			if x.ToBool(ret) {
				return true
			}
			x.Space.Release(ret)
			return c.eval(e.Z, ret)
		}
		t, ok := c.truth(e.X)
		switch {
		case !ok:
			return false
		case t:
			return c.eval(e.Y, ret)
		}
		return c.eval(e.Z, ret)
	case code.CEArray, code.CENamedConstArray:
		return c.array(e, ret)
	case code.CEDim:
		var a, d zval.Value
		if !c.evalKind(e.X, &a, kind) {
			return false
		}
		if c.shortCircuit(e.X) {
			return true
		}
		if !c.eval(e.Y, &d) {
			x.Space.Release(&a)
			return false
		}
		x.ReadDim(ret, &a, &d, kind)
		x.Space.Release(&a)
		x.Space.Release(&d)
		c.short = false
		return !x.HasExc()
	case code.CEProp:
		return c.prop(e, ret)
	case code.CENew:
		return c.newObject(e, ret)
	case code.CEStaticProp:
		cl := c.class(e.Name)
		if cl == nil {
			return false
		}
		v, _ := x.StaticProp(cl, x.Space.Intern(e.Name2), FetchR)
		if v == nil {
			return false
		}
		ret.CopyFrom(v.Deref())
		return true
	case code.CEClosure:
		o := x.NewClosure(e.Func.Desc, c.scope, c.scope, nil)
		if o == nil {
			return false
		}
		ret.SetObj(o)
		return true
	case code.CEFCC:
		return c.firstClass(e, ret)
	case code.CECast:
		var a zval.Value
		if !c.eval(e.X, &a) {
			return false
		}
		x.Cast(zval.Type(e.Op), &a, ret)
		x.Space.Release(&a)
		return !x.HasExc()
	case code.CEEnumCase:
		return c.enumCase(e, ret)
	}
	x.ThrowError(nil, "Unsupported constant expression")
	return false
}

func (c *constEval) truth(e *code.ConstExpr) (bool, bool) {
	var v zval.Value
	if !c.eval(e, &v) {
		return false, false
	}
	t := c.x.ToBool(&v)
	c.x.Space.Release(&v)
	return t, !c.x.HasExc()
}

// class resolves a class name in the expression's scope; nil: thrown.
func (c *constEval) class(name string) *Class {
	x := c.x
	switch x.lower(name) {
	case "self":
		if c.scope == nil {
			x.ThrowError(nil, "Cannot access \"self\" when no class scope is active")
		}
		return c.scope
	case "parent":
		switch {
		case c.scope == nil:
			x.ThrowError(nil, "Cannot access \"parent\" when no class scope is active")
		case c.scope.Parent == nil:
			x.ThrowError(nil, "Cannot access \"parent\" when current class scope has no parent")
		default:
			return c.scope.Parent
		}
		return nil
	case "static":
		if cl := x.CalledClass(); cl != nil {
			return cl
		}
		if c.scope == nil {
			x.ThrowError(nil, "Cannot access \"static\" when no class scope is active")
		}
		return c.scope
	}
	return x.FetchClass(name, FetchAnyClass)
}

func (c *constEval) classConst(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	var cl *Class
	written, name := e.Name, e.Name2
	if e.Y != nil {
		var v zval.Value
		if !c.eval(e.Y, &v) {
			return false
		}
		if v.Type() != zval.StringT {
			x.ThrowTypeError("Cannot use value of type %s as class constant name", x.ValueName(&v))
		} else {
			name = v.Str().String()
		}
		x.Space.Release(&v)
		if x.HasExc() {
			return false
		}
	}
	if e.X != nil {
		var v zval.Value
		if !c.eval(e.X, &v) {
			return false
		}
		switch {
		case v.Type() == zval.ObjectT:
			cl = x.ClassOf(v.Obj())
		case v.Type() == zval.StringT:
			cl = x.FetchClass(v.Str().String(), FetchAnyClass)
		default:
			x.ThrowError(nil, "Class name must be a valid object or a string")
		}
		x.Space.Release(&v)
	} else {
		cl = c.class(e.Name)
	}
	if cl == nil {
		return false
	}
	if x.lower(name) == "class" {
		ret.SetStr(cl.NameStr.AddRef())
		return true
	}
	if written == "" {
		written = cl.Name
	}
	v, ok := x.classConstant(cl, written, name, c.scope, true)
	if !ok || v == nil {
		return false
	}
	ret.CopyFrom(v)
	return true
}

func (c *constEval) array(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	sp := x.Space
	t := sp.NewTable(len(e.Items))
	fail := func() bool {
		sp.FreeTable(t)
		return false
	}
	for i := range e.Items {
		it := &e.Items[i]
		if it.Spread {
			var v zval.Value
			if !c.eval(it.Value, &v) {
				return fail()
			}
			ok := c.spread(t, &v)
			sp.Release(&v)
			if !ok {
				return fail()
			}
			continue
		}
		if it.Key == nil {
			var v zval.Value
			if !c.eval(it.Value, &v) {
				return fail()
			}
			if sp.Append(t, &v) == nil {
				sp.Release(&v)
				x.cannotAppend()
				return fail()
			}
			continue
		}
		var k, v zval.Value
		if !c.eval(it.Key, &k) {
			return fail()
		}
		if !c.eval(it.Value, &v) {
			sp.Release(&k)
			return fail()
		}
		key, ok := x.arrayKey(&k, FetchW)
		switch {
		case !ok:
			sp.Release(&v)
		case key.str != nil:
			sp.Set(t, key.str, &v)
		default:
			sp.SetLong(t, key.n, &v)
		}
		sp.Release(&k)
		if !ok {
			return fail()
		}
	}
	ret.SetArr(t)
	return true
}

// spread adds the elements of an array (only arrays are allowed here).
func (c *constEval) spread(t *zval.Table, v *zval.Value) bool {
	x := c.x
	if v.Type() != zval.ArrayT {
		x.ThrowError(nil, "Only arrays and Traversables can be unpacked")
		return false
	}
	for it := v.Arr().Iter(); it.Next(); {
		var e zval.Value
		e.CopyFrom(it.Value().Deref())
		if k, _ := it.Key(); k != nil {
			x.Space.Set(t, k, &e)
		} else if x.Space.Append(t, &e) == nil {
			x.Space.Release(&e)
			x.cannotAppend()
			return false
		}
	}
	return true
}

// shortCircuit reports whether base, just evaluated, ended at a ?-> on null.
func (c *constEval) shortCircuit(base *code.ConstExpr) bool {
	return c.short && (base.Kind == code.CEProp || base.Kind == code.CEDim)
}

// prop reads a property; in constants only those of enum cases may be read.
func (c *constEval) prop(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	var o zval.Value
	if !c.eval(e.X, &o) {
		return false
	}
	defer x.Space.Release(&o)
	if c.shortCircuit(e.X) {
		return true
	}
	if e.NullSafe && o.Type() <= zval.Null {
		c.short = true
		return true
	}
	name := e.Name
	if e.Y != nil {
		var n zval.Value
		if !c.eval(e.Y, &n) {
			return false
		}
		s := x.ToStr(&n)
		name = s.String()
		x.Space.ReleaseStr(s)
		x.Space.Release(&n)
		if x.HasExc() {
			return false
		}
	}
	c.short = false
	if o.Type() != zval.ObjectT {
		x.Warning("Attempt to read property \"%s\" on %s", name, x.ValueName(&o))
		return !x.HasExc()
	}
	if !x.ClassOf(o.Obj()).IsEnum() {
		x.ThrowError(nil, "Fetching properties on non-enums in constant expressions is not allowed")
		return false
	}
	var rv zval.Value
	p := x.ReadProp(o.Obj(), x.Space.Intern(name), FetchR, nil, &rv)
	if p == &rv {
		ret.MoveFrom(&rv)
	} else {
		ret.CopyFrom(p.Deref())
	}
	return !x.HasExc()
}

// args evaluates call arguments: positional ones and a table of named ones, or nil.
func (c *constEval) args(list []code.ConstArg) (pos []zval.Value, named *zval.Table, ok bool) {
	x := c.x
	for i := range list {
		a := &list[i]
		var v zval.Value
		if !c.eval(a.Expr, &v) {
			c.freeArgs(pos, named)
			return nil, nil, false
		}
		if a.Name != "" {
			if named == nil {
				named = x.Space.NewTable(4)
			}
			if named.FindGo(a.Name) != nil {
				x.Space.Release(&v)
				x.ThrowError(nil, "Named parameter $%s overwrites previous argument", a.Name)
				c.freeArgs(pos, named)
				return nil, nil, false
			}
			x.Space.SetGo(named, a.Name, &v)
			continue
		}
		pos = append(pos, v)
	}
	return pos, named, true
}

func (c *constEval) freeArgs(pos []zval.Value, named *zval.Table) {
	for i := range pos {
		c.x.Space.Release(&pos[i])
	}
	if named != nil {
		c.x.Space.FreeTable(named)
	}
}

func (c *constEval) newObject(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	cl := c.class(e.Name)
	if cl == nil {
		return false
	}
	o := x.NewObject(cl)
	if o == nil {
		return false
	}
	pos, named, ok := c.args(e.Args)
	if ok {
		if named == nil {
			ok = x.Construct(o, pos)
		} else if x.Constructor(o) != nil {
			var r zval.Value
			call := Callable{Fn: cl.Ctor, Desc: cl.Ctor.Desc, Called: cl, This: o}
			ok = x.CallNamed(&call, pos, named, &r)
			x.Space.Release(&r)
		} else if !x.HasExc() {
			x.ThrowError(nil, "Class %s does not have a constructor, so you cannot pass any constructor arguments", cl.Name)
		}
		ok = ok && !x.HasExc()
		c.freeArgs(pos, named)
	}
	if !ok {
		x.releaseObj(o)
		return false
	}
	ret.SetObj(o)
	return true
}

// EvalArgs evaluates attribute arguments in a scope; the caller releases both
// results. False: thrown.
func (x *Exec) EvalArgs(list []code.ConstArg, scope *Class) (pos []zval.Value, named *zval.Table, ok bool) {
	ev := constEval{x: x, scope: scope}
	return ev.args(list)
}

// FreeArgs releases what EvalArgs returned.
func (x *Exec) FreeArgs(pos []zval.Value, named *zval.Table) {
	ev := constEval{x: x}
	ev.freeArgs(pos, named)
}

func (c *constEval) firstClass(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	var f zval.Value
	if e.Name2 != "" {
		cl := c.class(e.Name)
		if cl == nil {
			return false
		}
		var call Callable
		name := x.Space.NewString(e.Name2)
		ok := false
		x.withScope(c.scope, func() { ok = x.staticCallable(cl, name, &call) })
		x.Space.ReleaseStr(name)
		if ok && x.IsTrampoline(call.Desc) {
			x.FreeTrampoline(call.Desc)
			x.ThrowError(nil, "Creating a callable for the magic __callStatic() method is not supported in constant expressions")
			ok = false
		}
		if !ok {
			return false
		}
		ret.SetObj(x.FakeClosure(&call))
		return true
	} else {
		name := e.Name
		if x.LookupFunction(x.lower(name)) == nil && len(e.Args) == 0 {
			if i := lastSlash(name); i >= 0 && e.NullSafe {
				name = name[i+1:]
			}
		}
		if x.LookupFunction(x.lower(name)) == nil {
			x.ThrowError(nil, "Call to undefined function %s()", name)
			return false
		}
		f.SetStr(x.Space.NewString(name))
	}
	var call Callable
	msg := x.ResolveCallable(&f, c.scope, &call)
	if msg != "" {
		x.Space.Release(&f)
		if !x.HasExc() {
			x.ThrowError(nil, "%s", msg)
		}
		return false
	}
	o := x.FakeClosure(&call)
	x.Space.Release(&f)
	if o == nil {
		return false
	}
	ret.SetObj(o)
	return true
}

func lastSlash(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '\\' {
			return i
		}
	}
	return -1
}

func (c *constEval) enumCase(e *code.ConstExpr, ret *zval.Value) bool {
	x := c.x
	cl := c.class(e.Name)
	if cl == nil {
		return false
	}
	v, ok := x.ClassConstant(cl, e.Name2, c.scope)
	if !ok || v == nil {
		return false
	}
	ret.CopyFrom(v)
	return true
}
