package interp

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Classes, constants, declarations. A class in a temporary is the address of
// its descriptor with type UNDEF: it is not a value and needs no release.

// opFetchClass looks a class up.
func opFetchClass(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	var cls *rt.Class
	switch op.Op2Kind {
	case code.Unused:
		cls = fetchKind(x, fp, op.Op1)
	case code.Const:
		c := cell(fp, op.Ext)
		if *c == 0 {
			if cls = findClass(x, op.Literal(op.Op2), op.Op1); cls != nil {
				*c = uint64(cls.Addr())
			}
		} else {
			cls = x.ClassAt(mm.Addr(*c))
		}
	default:
		v := get2(x, fp, op)
		switch {
		case x.Ctx.Exception != 0:
		case zval.Type(v.T) == zval.ObjectT:
			cls = x.ClassOf(v.Obj())
		case zval.Type(v.T) == zval.StringT:
			cls = namedClass(x, fp, v.Str(), op.Op1)
		default:
			x.ThrowError(nil, "Class name must be a valid object or a string")
		}
		drop2(x, fp, op)
	}
	r.V = uint64(cls.Addr())
	return done(x, op)
}

// fetchKind returns the class self, parent or static means, nil when that threw.
func fetchKind(x *Exec, fp *Frame, n uint32) *rt.Class {
	scope := x.ScopeOf(fp)
	switch n & code.FetchClassMask {
	case code.FetchClassSelf:
		if scope == nil {
			x.ThrowError(nil, "Cannot access \"self\" when no class scope is active")
		}
		return scope
	case code.FetchClassParent:
		if scope == nil {
			x.ThrowError(nil, "Cannot access \"parent\" when no class scope is active")
			return nil
		}
		if scope.Parent == nil {
			x.ThrowError(nil, "Cannot access \"parent\" when current class scope has no parent")
		}
		return scope.Parent
	}
	if o := thisOf(fp); o != nil {
		return x.ClassOf(o)
	}
	if fp.This.V != 0 {
		return x.ClassAt(mm.Addr(fp.This.V))
	}
	if scope == nil {
		x.ThrowError(nil, "Cannot access \"static\" when no class scope is active")
	}
	return scope
}

// fetchClass finds the class a literal names, loading it; nil when that threw.
func fetchClass(x *Exec, lit *Value) *rt.Class {
	return x.FetchClass(lit.Str().View(), rt.FetchAnyClass)
}

// findClass is fetchClass with fetch flags, which may make a failure silent.
func findClass(x *Exec, lit *Value, flags uint32) *rt.Class {
	return classByName(x, lit.Str().View(), flags)
}

func classByName(x *Exec, name string, flags uint32) *rt.Class {
	if flags&(code.FetchClassSilent|code.FetchClassNoAutoload) != 0 {
		return x.LookupClass(name, flags&code.FetchClassNoAutoload == 0)
	}
	kind := rt.FetchAnyClass
	switch flags & code.FetchClassMask {
	case code.FetchClassInterface:
		kind = rt.FetchInterface
	case code.FetchClassTrait:
		kind = rt.FetchTrait
	}
	return x.FetchClass(name, kind)
}

// namedClass finds the class a computed name means, self and kin included.
func namedClass(x *Exec, fp *Frame, s *zval.String, flags uint32) *rt.Class {
	switch strings.ToLower(s.View()) {
	case "self":
		return fetchKind(x, fp, code.FetchClassSelf)
	case "parent":
		return fetchKind(x, fp, code.FetchClassParent)
	case "static":
		return fetchKind(x, fp, code.FetchClassStatic)
	}
	return classByName(x, s.String(), flags)
}

// classOperand returns the class an operand of role ClassFetch means, nil when
// that threw. cache is a cell for a constant name.
func classOperand(x *Exec, fp *Frame, op *Opline, kind code.Kind, n uint32, cache *uint64) *rt.Class {
	switch kind {
	case code.Const:
		if cache != nil && *cache != 0 {
			return x.ClassAt(mm.Addr(*cache))
		}
		cls := fetchClass(x, op.Literal(n))
		if cls != nil && cache != nil {
			*cache = uint64(cls.Addr())
		}
		return cls
	case code.Unused:
		return fetchKind(x, fp, n)
	}
	return x.ClassAt(mm.Addr(at(fp, n).V))
}

// opFetchClassName is Foo::class where Foo is self, static or an object.
func opFetchClassName(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	if op.Op1Kind != code.Unused {
		v := get1(x, fp, op)
		if zval.Type(v.T) == zval.ObjectT {
			r.SetStr(x.ClassOf(v.Obj()).NameStr)
		} else if x.Ctx.Exception == 0 {
			x.ThrowTypeError("Cannot use \"::class\" on %s", typeName(x, v))
		}
		drop1(x, fp, op)
		return done(x, op)
	}
	kind := op.Op1 & code.FetchClassMask
	word := map[uint32]string{code.FetchClassSelf: "self", code.FetchClassParent: "parent", code.FetchClassStatic: "static"}[kind]
	switch scope := x.ScopeOf(fp); {
	case word != "" && scope == nil:
		x.ThrowError(nil, "Cannot use \"%s\" in the global scope", word)
		return unwind(x)
	case kind == code.FetchClassParent && scope.Parent == nil:
		x.ThrowError(nil, "Cannot use \"parent\" when current class scope has no parent")
		return unwind(x)
	}
	if cls := fetchKind(x, fp, op.Op1); cls != nil {
		r.SetStr(cls.NameStr)
	}
	return done(x, op)
}

// opFetchClassConstant is Foo::BAR.
func opFetchClassConstant(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	if op.Op1Kind == code.Const && op.Op2Kind == code.Const {
		if c := *cell(fp, op.Ext+8); c != 0 {
			r.CopyFrom(valueAtAddr(mm.Addr(c)))
			return next(op)
		}
	}
	var cc *uint64
	if op.Op1Kind == code.Const {
		cc = cell(fp, op.Ext)
	}
	cls := classOperand(x, fp, op, op.Op1Kind, op.Op1, cc)
	if cls == nil {
		drop2(x, fp, op)
		return unwind(x)
	}
	var name *zval.String
	if op.Op2Kind == code.Const && zval.Type(op.Literal(op.Op2).T) == zval.StringT {
		name = op.Literal(op.Op2).Str()
		if op.Op1Kind != code.Const && *cell(fp, op.Ext) == uint64(cls.Addr()) {
			r.CopyFrom(valueAtAddr(mm.Addr(*cell(fp, op.Ext+8))))
			return next(op)
		}
	} else {
		v := get2(x, fp, op)
		if zval.Type(v.T) != zval.StringT {
			if x.Ctx.Exception == 0 {
				x.ThrowTypeError("Cannot use value of type %s as class constant name", typeName(x, v))
			}
			drop2(x, fp, op)
			return unwind(x)
		}
		name = v.Str()
		if zval.EqualGo(name, "class") {
			r.SetStr(cls.NameStr)
			drop2(x, fp, op)
			return done(x, op)
		}
	}
	v, cacheable := x.ClassConstant(cls, name.String(), x.ScopeOf(fp))
	if v != nil {
		r.CopyFrom(v)
		if op.Op2Kind == code.Const && cacheable {
			*cell(fp, op.Ext) = uint64(cls.Addr())
			*cell(fp, op.Ext+8) = uint64(uintptrOf(v))
		}
	}
	drop2(x, fp, op)
	return done(x, op)
}

// opFetchConstant is a global constant.
func opFetchConstant(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	lit := op.Literal(op.Op2)
	fallback := ""
	if op.Op1&code.ConstUnqualifiedInNamespace != 0 {
		fallback = lastSegment(lit.Str().View())
	}
	if c := x.FetchConstant(lit.Str().View(), fallback); c != nil {
		r.CopyFrom(&c.Value)
		if !c.NoCache && !c.IsDepr && c.Value.T&zval.FlagsMask == 0 || zval.Type(c.Value.T) == zval.StringT && !c.NoCache && !c.IsDepr {
			cacheConst(x, fp, op, &c.Value)
		}
	}
	return done(x, op)
}

// cacheConst remembers a constant's value in the two cells at ext: the value
// needs a place off the Go heap.
func cacheConst(x *Exec, fp *Frame, op *Opline, v *Value) {
	a := x.Perm().Alloc(zval.ValueSize)
	c := valueAtAddr(a)
	*c = *v
	*cell(fp, op.Ext) = uint64(a)
}

func lastSegment(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '\\' {
			return s[i+1:]
		}
	}
	return s
}

// opInstanceof is instanceof.
func opInstanceof(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	is := false
	if zval.Type(v.T) == zval.ObjectT {
		var cls *rt.Class
		switch op.Op2Kind {
		case code.Const:
			c := cell(fp, op.Ext)
			if *c != 0 {
				cls = x.ClassAt(mm.Addr(*c))
			} else if cls = x.LookupClass(op.Literal(op.Op2).Str().View(), false); cls != nil {
				*c = uint64(cls.Addr())
			}
		case code.Unused:
			if cls = fetchKind(x, fp, op.Op2); cls == nil {
				drop1(x, fp, op)
				return unwindBranch(x, fp, op)
			}
		default:
			cls = x.ClassAt(mm.Addr(at(fp, op.Op2).V))
		}
		is = cls != nil && x.ClassOf(v.Obj()).InstanceOf(cls)
	}
	drop1(x, fp, op)
	return branch(x, fp, op, is)
}

// unwindBranch is unwind for an instruction with a boolean result.
func unwindBranch(x *Exec, fp *Frame, op *Opline) *Opline { return branch(x, fp, op, false) }

// instanceOf tests an object against the class at an address.
func instanceOf(x *Exec, o *zval.Object, cls mm.Addr) bool {
	return x.ClassOf(o).InstanceOf(x.ClassAt(cls))
}

// opClone is clone.
func opClone(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	var o *zval.Object
	if op.Op1Kind == code.Unused {
		o = fp.This.Obj()
	} else {
		v := get1(x, fp, op)
		if zval.Type(v.T) != zval.ObjectT {
			if x.Ctx.Exception == 0 {
				x.ThrowTypeError("clone(): Argument #1 ($object) must be of type object, %s given", x.ValueName(v))
			}
			drop1(x, fp, op)
			return unwind(x)
		}
		o = v.Obj()
	}
	if n := x.CloneObject(o); n != nil {
		if x.Ctx.Exception != 0 {
			x.ReleaseObj(n)
		} else {
			r.SetObj(n)
		}
	}
	drop1(x, fp, op)
	return done(x, op)
}

// opDeclareFunction declares a function that is not at the top level.
func opDeclareFunction(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	x.DeclareFunction(opArray(x, fp).Dynamic[op.Op2])
	return done(x, op)
}

// opDeclareLambda makes a closure.
func opDeclareLambda(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	x.ClosureHere(opArray(x, fp).Dynamic[op.Op2], fp, r)
	return done(x, op)
}

// opDeclareConst is const FOO = ...; at the top level.
func opDeclareConst(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := op.Literal(op.Op2)
	var tmp Value
	t := noescape(&tmp)
	if zval.Type(v.T) == zval.ConstAST {
		t.SetNull()
		if !x.EvalConstExpr(x.Reg.ConstExprs[v.V], x.ScopeOf(fp), t) {
			return unwind(x)
		}
		v = t
	}
	x.DefineConstant(op.Literal(op.Op1).Str().String(), v)
	if t.T&zval.FlagsMask != 0 {
		x.Space.Release(t)
	}
	if op.Code == uint8(opcode.DeclareAttributedConst) {
		return done2(x, op)
	}
	return done(x, op)
}

// opDeclareClass is DECLARE_CLASS and DECLARE_CLASS_DELAYED.
func opDeclareClass(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	x.DeclareClassOp(fp, op, op.Code == uint8(opcode.DeclareClassDelayed))
	return done(x, op)
}

// opDeclareAnonClass declares an anonymous class when first reached.
func opDeclareAnonClass(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	c := cell(fp, op.Ext)
	if *c == 0 {
		cls := x.DeclareAnonClass(fp, op)
		if cls == nil {
			return unwind(x)
		}
		*c = uint64(cls.Addr())
	}
	r.V = *c
	return done(x, op)
}

// opDefined is defined("FOO"), compiled.
func opDefined(x *Exec, fp *Frame, op *Opline) *Opline {
	return branch(x, fp, op, x.LookupConstant(op.Literal(op.Op1).Str().View()) != nil)
}

// opGetClass is get_class(), compiled.
func opGetClass(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	if op.Op1Kind == code.Unused {
		if cls := x.ScopeOf(fp); cls != nil {
			x.Deprecated("Calling get_class() without arguments is deprecated")
			r.SetStr(cls.NameStr)
		} else {
			x.ThrowError(nil, "get_class() without arguments must be called from within a class")
		}
		return done(x, op)
	}
	v := get1(x, fp, op)
	if zval.Type(v.T) == zval.ObjectT {
		r.SetStr(x.ClassOf(v.Obj()).NameStr)
	} else if x.Ctx.Exception == 0 {
		x.ThrowTypeError("get_class(): Argument #1 ($object) must be of type object, %s given", typeName(x, v))
	}
	drop1(x, fp, op)
	return done(x, op)
}

// opGetCalledClass is get_called_class(), compiled.
func opGetCalledClass(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	r.SetUndef()
	switch {
	case thisOf(fp) != nil:
		r.SetStr(x.ClassOf(thisOf(fp)).NameStr)
	case fp.This.V != 0:
		r.SetStr(x.ClassAt(mm.Addr(fp.This.V)).NameStr)
	case x.ScopeOf(fp) == nil:
		x.ThrowError(nil, "get_called_class() must be called from within a class")
	default:
		r.SetBool(false)
	}
	return done(x, op)
}

// opGetType is gettype(), compiled.
func opGetType(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	s := x.Space.Intern(getType(x, v))
	drop1(x, fp, op)
	res(fp, op).SetStr(s)
	return done(x, op)
}

// typeName names a value's type as messages do.
func typeName(x *Exec, v *Value) string { return x.ValueName(v) }

// getType is gettype()'s name of a value's type.
func getType(x *Exec, v *Value) string {
	switch zval.Type(v.T) {
	case zval.False, zval.True:
		return "boolean"
	case zval.Long:
		return "integer"
	case zval.Double:
		return "double"
	case zval.StringT:
		return "string"
	case zval.ArrayT:
		return "array"
	case zval.ObjectT:
		return "object"
	case zval.ResourceT:
		if kind, _ := x.Resource(v.Res()); kind == "" {
			return "resource (closed)"
		}
		return "resource"
	}
	return "NULL"
}

// opInitParentHook prepares parent::$op1::get() or set().
func opInitParentHook(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	name := op.Literal(op.Op1).Str()
	scope := x.ScopeOf(fp)
	if scope == nil || scope.Parent == nil {
		x.ThrowError(nil, "Cannot use \"parent\" when current class scope has no parent")
		return unwind(x)
	}
	p := scope.Parent.Prop(name.View())
	switch {
	case p == nil:
		x.ThrowError(nil, "Undefined property %s::$%s", scope.Parent.Name, name.String())
		return unwind(x)
	case p.Flags&code.AccPrivate != 0:
		x.ThrowError(nil, "Cannot access private property %s::$%s", scope.Parent.Name, name.String())
		return unwind(x)
	}
	set := op.Op2 != 0
	hook := p.Get
	if set {
		hook = p.Set
	}
	var fn *code.Func
	if hook != nil {
		fn = x.DescOf(hook)
	} else {
		fn = x.PlainHook(p, set)
	}
	prepare(x, fp, fn, op.Ext, mm.Addr(fp.This.V), vmstack.CallThis)
	return next(op)
}
