package zend

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Functions about classes and objects.

func classFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "class_exists(string $class, bool $autoload = true): bool", Fn: existsAs(func(c *rt.Class) bool {
			return c.Flags&(code.AccInterface|code.AccTrait) == 0
		})},
		{Sig: "interface_exists(string $interface, bool $autoload = true): bool", Fn: existsAs((*rt.Class).IsInterface)},
		{Sig: "trait_exists(string $trait, bool $autoload = true): bool", Fn: existsAs((*rt.Class).IsTrait)},
		{Sig: "enum_exists(string $enum, bool $autoload = true): bool", Fn: existsAs((*rt.Class).IsEnum)},
		{Sig: "get_class(object $object = UNKNOWN): string", Fn: getClass},
		{Sig: "get_called_class(): string", Fn: getCalledClass},
		{Sig: "get_parent_class($object_or_class = UNKNOWN): string|false", Fn: getParentClass},
		{Sig: "is_subclass_of(mixed $object_or_class, string $class, bool $allow_string = true): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			isA(x, a, ret, true)
		}},
		{Sig: "is_a(mixed $object_or_class, string $class, bool $allow_string = false): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			isA(x, a, ret, false)
		}},
		{Sig: "get_class_vars(string $class): array", Fn: getClassVars},
		{Sig: "get_object_vars(object $object): array", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			t := x.VisibleProps(a.Obj(0), x.CallerScope())
			if a.Failed() {
				x.Space.ReleaseArr(t)
				return
			}
			ret.SetArr(t)
		}},
		{Sig: "get_mangled_object_vars(object $object): array", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			ret.SetArr(x.MangledVars(a.Obj(0)))
		}},
		{Sig: "get_class_methods($object_or_class): array", Fn: getClassMethods},
		{Sig: "method_exists($object_or_class, string $method): bool", Fn: methodExists},
		{Sig: "property_exists($object_or_class, string $property): bool", Fn: propertyExists},
		{Sig: "class_alias(string $class, string $alias, bool $autoload = true): bool", Fn: classAlias},
		{Sig: "get_declared_classes(): array", Fn: declared(func(c *rt.Class) bool { return c.Flags&(code.AccInterface|code.AccTrait) == 0 })},
		{Sig: "get_declared_traits(): array", Fn: declared((*rt.Class).IsTrait)},
		{Sig: "get_declared_interfaces(): array", Fn: declared((*rt.Class).IsInterface)},
		{Sig: "clone(object $object, array $withProperties = []): object", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			with := a.Arr(1)
			if with != nil && with.Len() == 0 {
				with = nil
			}
			var o *zval.Object
			x.InScope(x.CallerScope(), func() { o = x.Clone(a.Obj(0), with) })
			if o != nil {
				ret.SetObj(o)
			}
		}},
	}
}

func existsAs(is func(*rt.Class) bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		c := x.LookupClass(a.Str(0).String(), a.Bool(1))
		ret.SetBool(c != nil && is(c))
	}
}

func getClass(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Len() > 0 {
		ret.SetStr(x.ClassOf(a.Obj(0)).NameStr)
		return
	}
	if c := x.CallerScope(); c != nil {
		ret.SetStr(c.NameStr)
		x.Deprecated("Calling get_class() without arguments is deprecated")
		return
	}
	x.ThrowError(nil, "get_class() without arguments must be called from within a class")
}

func getCalledClass(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if c := x.CallerCalledClass(); c != nil {
		ret.SetStr(c.NameStr)
		return
	}
	x.ThrowError(nil, "get_called_class() must be called from within a class")
}

// classArg resolves an object or class name argument; nil when there is no such class.
func classArg(x *rt.Exec, v *zval.Value, autoload bool) *rt.Class {
	switch v.Type() {
	case zval.ObjectT:
		return x.ClassOf(v.Obj())
	case zval.StringT:
		return x.LookupClass(v.Str().String(), autoload)
	}
	return nil
}

func getParentClass(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	var c *rt.Class
	if a.Len() == 0 {
		if c = x.CallerScope(); c != nil {
			x.Deprecated("Calling get_parent_class() without arguments is deprecated")
		}
	} else if c = classArg(x, a.Val(0), true); c == nil {
		if !a.Failed() {
			a.TypeError(0, "must be an object or a valid class name, %s given", x.ValueName(a.Val(0)))
		}
		return
	}
	if c != nil && c.Parent != nil {
		ret.SetStr(c.Parent.NameStr)
	}
}

func isA(x *rt.Exec, a *rt.Args, ret *zval.Value, subclass bool) {
	ret.SetBool(false)
	v := a.Val(0)
	var c *rt.Class
	switch {
	case v.Type() == zval.ObjectT:
		c = x.ClassOf(v.Obj())
	case v.Type() == zval.StringT && a.Bool(2):
		if !subclass {
			// is_a compares names before it loads anything
			if c = x.LookupClass(v.Str().String(), true); c == nil {
				return
			}
			break
		}
		c = x.LookupClass(v.Str().String(), true)
	}
	if c == nil {
		return
	}
	t := x.LookupClass(a.Str(1).String(), false)
	if t == nil {
		return
	}
	ret.SetBool(c.InstanceOf(t) && !(subclass && c == t))
}

func getClassVars(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := x.LookupClass(a.Str(0).String(), true)
	if c == nil {
		if !a.Failed() {
			a.TypeError(0, "must be a valid class name, %s given", a.Str(0).String())
		}
		return
	}
	if !x.InitClass(c) {
		return
	}
	scope := x.CallerScope()
	t := x.Space.NewTable(c.Props.Len())
	ret.SetArr(t)
	for _, static := range [...]bool{false, true} {
		for _, p := range c.Props.All() {
			if p.Static() != static || !x.VisibleFrom(p.Flags, p.Class, scope) {
				continue
			}
			if p.Flags&code.AccPrivate != 0 && p.Class != c && p.Class != scope {
				continue
			}
			v := x.DefaultOf(c, p)
			if v == nil {
				continue
			}
			var w zval.Value
			if w.CopyFrom(v.Deref()); w.Type() == zval.Undef {
				w.SetNull()
			}
			x.Space.Set(t, p.NameStr, &w)
		}
	}
}

func getClassMethods(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := classArg(x, a.Val(0), true)
	if c == nil {
		if !a.Failed() {
			a.TypeError(0, "must be an object or a valid class name, %s given", x.ValueName(a.Val(0)))
		}
		return
	}
	scope := x.CallerScope()
	t := x.Space.NewPacked(c.Methods.Len())
	ret.SetArr(t)
	for _, f := range c.Methods.All() {
		if x.VisibleFrom(f.Flags, f.Class, scope) {
			push(x, t, f.Name)
		}
	}
}

func methodExists(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	v := a.Val(0)
	if v.Type() != zval.ObjectT && v.Type() != zval.StringT {
		a.TypeError(0, "must be of type object|string, %s given", x.ValueName(v))
		return
	}
	c := classArg(x, v, true)
	if c == nil {
		return
	}
	lc := strings.ToLower(a.View(1))
	if f := c.Method(lc); f != nil {
		// a private method of an ancestor is not the class's own
		ret.SetBool(v.Type() == zval.ObjectT || f.Flags&code.AccPrivate == 0 || f.Class == c)
		return
	}
	if v.Type() == zval.ObjectT && c == x.Cls.Closure && lc == "__invoke" {
		ret.SetBool(true)
	}
}

func propertyExists(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	v := a.Val(0)
	var c *rt.Class
	switch v.Type() {
	case zval.StringT:
		c = x.LookupClass(v.Str().String(), true)
		if c == nil {
			return
		}
	case zval.ObjectT:
		c = x.ClassOf(v.Obj())
	default:
		a.TypeError(0, "must be of type object|string, %s given", x.ValueName(v))
		return
	}
	if p := c.Prop(a.View(1)); p != nil && (p.Flags&code.AccPrivate == 0 || p.Class == c) {
		ret.SetBool(true)
		return
	}
	if v.Type() == zval.ObjectT && x.HasProp(v.Obj(), a.Str(1), rt.HasExists, nil) {
		ret.SetBool(true)
	}
}

func classAlias(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	c := x.LookupClass(a.Str(0).String(), a.Bool(2))
	if c == nil {
		if !a.Failed() {
			x.Warning("Class \"%s\" not found", a.Str(0).String())
		}
		return
	}
	ret.SetBool(x.ClassAlias(c, a.Str(1).String()))
}

func declared(is func(*rt.Class) bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		t := x.Space.NewPacked(256)
		ret.SetArr(t)
		x.DeclaredClasses(func(name string, c *rt.Class) {
			if is(c) {
				push(x, t, name)
			}
		})
	}
}
