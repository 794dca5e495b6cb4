package zend

import (
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// The functions of SPL: object identity, autoloading, class relations, iteration.

func splFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "class_implements($object_or_class, bool $autoload = true): array|false", Fn: relation(func(c *rt.Class, add func(*rt.Class)) {
			for _, i := range c.Interfaces {
				add(i)
			}
		})},
		{Sig: "class_parents($object_or_class, bool $autoload = true): array|false", Fn: relation(func(c *rt.Class, add func(*rt.Class)) {
			for p := c.Parent; p != nil; p = p.Parent {
				add(p)
			}
		})},
		{Sig: "class_uses($object_or_class, bool $autoload = true): array|false", Fn: relation(func(c *rt.Class, add func(*rt.Class)) {
			for _, t := range c.Traits {
				add(t)
			}
		})},
		{Sig: "spl_object_hash(object $object): string", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			setStr(x, ret, fmt.Sprintf("%032x", a.Obj(0).Handle))
		}},
		{Sig: "spl_object_id(object $object): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			ret.SetLong(int64(a.Obj(0).Handle))
		}},
		{Sig: "spl_autoload_register(?callable $callback = null, bool $throw = true, bool $prepend = false): bool", Fn: autoloadRegister},
		{Sig: "spl_autoload_unregister(callable $callback): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			if c := a.Callable(0); c != nil {
				ret.SetBool(x.UnregisterAutoloader(c))
			}
		}},
		{Sig: "spl_autoload_functions(): array", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetArr(x.Autoloaders()) }},
		{Sig: "spl_autoload_call(string $class): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			x.LookupClass(a.Str(0).String(), true)
		}},
		{Sig: "spl_autoload_extensions(?string $file_extensions = null)", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			e := rt.State(x, extensionsKey{}, func() *string { s := ".inc,.php"; return &s })
			if !a.IsNull(0) {
				*e = a.Str(0).String()
				return
			}
			setStr(x, ret, *e)
		}},
		{Sig: "spl_autoload(string $class, ?string $file_extensions = null): void", Fn: splAutoload},
		{Sig: "spl_classes(): array", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			t := x.Space.NewTable(64)
			ret.SetArr(t)
			x.DeclaredClasses(func(name string, c *rt.Class) {
				if c.Module != nil && strings.EqualFold(c.Module.Name, "SPL") {
					addStr(x, t, name, name)
				}
			})
		}},
		{Sig: "iterator_apply(Traversable $iterator, callable $callback, ?array $args = null): int", Fn: iteratorApply},
		{Sig: "iterator_count(Traversable|array $iterator): int", Fn: iteratorCount},
		{Sig: "iterator_to_array(Traversable|array $iterator, bool $preserve_keys = true): array", Fn: iteratorToArray},
	}
}

type extensionsKey struct{}

func relation(visit func(c *rt.Class, add func(*rt.Class))) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		v := a.Val(0)
		ret.SetBool(false)
		if v.Type() != zval.ObjectT && v.Type() != zval.StringT {
			a.TypeError(0, "must be of type object|string, %s given", x.ValueName(v))
			return
		}
		c := classArg(x, v, a.Bool(1))
		if c == nil {
			if !a.Failed() {
				tail := ""
				if a.Bool(1) {
					tail = " and could not be loaded"
				}
				a.Warn("Class %s does not exist%s", v.Str().String(), tail)
			}
			return
		}
		t := x.Space.NewTable(8)
		ret.SetArr(t)
		visit(c, func(k *rt.Class) { add(x, t, k.NameStr.String(), zval.StrValue(k.NameStr)) })
	}
}

func autoloadRegister(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(true)
	if a.Has(1) && !a.Bool(1) {
		a.Notice("Argument #2 ($do_throw) has been ignored, spl_autoload_register() will always throw")
		if a.Failed() {
			return
		}
	}
	if a.IsNull(0) {
		v := zval.StrValue(x.Space.Intern("spl_autoload"))
		var c rt.Callable
		if x.ResolveCallable(&v, nil, &c) == "" {
			x.RegisterAutoloader(&v, &c, a.Bool(2))
		}
		return
	}
	c := a.Callable(0)
	if c == nil {
		return
	}
	x.RegisterAutoloader(a.Val(0), c, a.Bool(2))
	a.KeepCallable(0)
}

func splAutoload(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	exts := *rt.State(x, extensionsKey{}, func() *string { s := ".inc,.php"; return &s })
	if !a.IsNull(1) {
		exts = a.Str(1).String()
	}
	base := strings.ReplaceAll(strings.ToLower(a.Str(0).String()), "\\", "/")
	for _, e := range strings.Split(exts, ",") {
		if x.IncludeIfFound(base + e) {
			if x.LookupClass(a.Str(0).String(), false) != nil {
				return
			}
		}
		if a.Failed() {
			return
		}
	}
}

func iteratorApply(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := a.Callable(1)
	if c == nil {
		return
	}
	var args []zval.Value
	if t := a.Arr(2); t != nil {
		for it := t.Iter(); it.Next(); {
			args = append(args, *it.Value())
		}
	}
	it := x.IterOf(a.Obj(0), false)
	if it == nil {
		return
	}
	defer it.Free()
	n := int64(0)
	for it.Rewind(); !a.Failed() && it.Valid(); it.Next() {
		n++
		var r zval.Value
		if !x.CallFunction(c, args, &r) {
			break
		}
		more := r.Type() == zval.True
		x.Space.Release(&r)
		if !more {
			break
		}
	}
	ret.SetLong(n)
}

func iteratorCount(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if t := a.Arr(0); t != nil {
		ret.SetLong(int64(t.Len()))
		return
	}
	it := x.IterOf(a.Obj(0), false)
	if it == nil {
		return
	}
	defer it.Free()
	n := int64(0)
	for it.Rewind(); !a.Failed() && it.Valid(); it.Next() {
		n++
	}
	ret.SetLong(n)
}

func iteratorToArray(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	keys := a.Bool(1)
	if t := a.Arr(0); t != nil && keys {
		ret.CopyFrom(a.Val(0))
		return
	}
	t := x.Space.NewTable(0)
	ok := x.Iterate(a.Val(0), func(k, v *zval.Value) bool {
		var w zval.Value
		w.CopyFrom(v)
		if !keys {
			x.Space.Append(t, &w)
			return true
		}
		return x.SetByKey(t, k, &w)
	})
	if !ok {
		x.Space.ReleaseArr(t)
		return
	}
	ret.SetArr(t)
}
