package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// The core classes, except throwables: markers, interfaces, attributes, Closure.

// registerCore files the core classes; only those the engine names in
// KnownClasses are linked at once.
func (x *Exec) registerCore() {
	m := &Module{Name: "Core", Version: PHPVersion}
	m.Classes = append(m.Classes, coreInterfaces()...)
	m.Classes = append(m.Classes, throwableClasses()...)
	m.Classes = append(m.Classes, closureClass(), generatorSpec())
	m.Classes = append(m.Classes, ClassSpec{Decl: "class ClosedGeneratorException extends Exception"})
	m.Classes = append(m.Classes, weakReferenceClass(), weakMapClass())
	m.Classes = append(m.Classes, attributeClasses()...)
	m.Classes = append(m.Classes, fiberSpecs()...)
	spl := &Module{Name: "SPL", Version: PHPVersion, Classes: splExceptions()}
	for _, mod := range [...]*Module{m, spl} {
		for i := range mod.Classes {
			x.registerClass(mod, &mod.Classes[i])
		}
	}
}

// bind links the classes the engine refers to.
func (k *KnownClasses) bind(x *Exec) {
	for _, e := range [...]struct {
		name string
		to   **Class
	}{
		{"traversable", &k.Traversable}, {"iterator", &k.Iterator}, {"iteratoraggregate", &k.IteratorAggregate},
		{"arrayaccess", &k.ArrayAccess}, {"countable", &k.Countable}, {"stringable", &k.Stringable},
		{"serializable", &k.Serializable}, {"unitenum", &k.UnitEnum}, {"backedenum", &k.BackedEnum},
		{"throwable", &k.Throwable}, {"exception", &k.Exception}, {"error", &k.Error}, {"errorexception", &k.ErrorException},
		{"typeerror", &k.TypeError}, {"valueerror", &k.ValueError}, {"arithmeticerror", &k.ArithmeticError},
		{"divisionbyzeroerror", &k.DivisionByZeroError}, {"argumentcounterror", &k.ArgumentCountError},
		{"unhandledmatcherror", &k.UnhandledMatchError}, {"compileerror", &k.CompileError}, {"parseerror", &k.ParseError},
		{"closedgeneratorexception", &k.ClosedGeneratorException}, {"requestparsebodyexception", &k.RequestParseBodyException},
		{"stdclass", &k.StdClass}, {"closure", &k.Closure}, {"generator", &k.Generator},
		{"internaliterator", &k.InternalIterator}, {"weakreference", &k.WeakReference}, {"weakmap", &k.WeakMap},
		{"attribute", &k.Attribute}, {"sensitiveparametervalue", &k.SensitiveParameterValue},
		{"__php_incomplete_class", &k.IncompleteClass}, {"fiber", &k.Fiber}, {"fibererror", &k.FiberError},
		{"logicexception", &k.LogicException}, {"runtimeexception", &k.RuntimeException},
		{"badfunctioncallexception", &k.BadFunctionCallException}, {"badmethodcallexception", &k.BadMethodCallException},
		{"invalidargumentexception", &k.InvalidArgumentException}, {"outofboundsexception", &k.OutOfBoundsException},
		{"unexpectedvalueexception", &k.UnexpectedValueException}, {"outofrangeexception", &k.OutOfRangeException},
		{"lengthexception", &k.LengthException}, {"domainexception", &k.DomainException}, {"rangeexception", &k.RangeException},
		{"overflowexception", &k.OverflowException}, {"underflowexception", &k.UnderflowException},
		{"returntypewillchange", &k.ReturnTypeWillChange}, {"allowdynamicproperties", &k.AllowDynamicProperties},
		{"sensitiveparameter", &k.SensitiveParameter}, {"override", &k.Override}, {"deprecated", &k.Deprecated},
		{"nodiscard", &k.NoDiscard}, {"delayedtargetvalidation", &k.DelayedTargetValidation},
	} {
		*e.to = x.findClass(e.name)
	}
}

func coreInterfaces() []ClassSpec {
	return []ClassSpec{
		{Decl: "#[AllowDynamicProperties] class stdClass"},
		{Decl: "interface Traversable"},
		{Decl: "interface IteratorAggregate extends Traversable", Methods: []FuncDecl{{"public function getIterator() tentative: Traversable", nil}}},
		{Decl: "interface Iterator extends Traversable", Methods: []FuncDecl{
			{"public function current() tentative: mixed", nil}, {"public function next() tentative: void", nil},
			{"public function key() tentative: mixed", nil}, {"public function valid() tentative: bool", nil},
			{"public function rewind() tentative: void", nil}}},
		{Decl: "interface Serializable", Methods: []FuncDecl{{"public function serialize()", nil}, {"public function unserialize(string $data)", nil}}},
		{Decl: "interface ArrayAccess", Methods: []FuncDecl{
			{"public function offsetExists(mixed $offset) tentative: bool", nil}, {"public function offsetGet(mixed $offset) tentative: mixed", nil},
			{"public function offsetSet(mixed $offset, mixed $value) tentative: void", nil}, {"public function offsetUnset(mixed $offset) tentative: void", nil}}},
		{Decl: "interface Countable", Methods: []FuncDecl{{"public function count() tentative: int", nil}}},
		{Decl: "interface Stringable", Methods: []FuncDecl{{"public function __toString(): string", nil}}},
		internalIteratorClass(),
		{Decl: "interface UnitEnum", Methods: []FuncDecl{{"public static function cases(): array", nil}}},
		{Decl: "interface BackedEnum extends UnitEnum", Methods: []FuncDecl{
			{"public static function from(int|string $value): static", nil}, {"public static function tryFrom(int|string $value): ?static", nil}}},
		{Decl: "#[AllowDynamicProperties] final class __PHP_Incomplete_Class", Handlers: incompleteHandlers()},
	}
}

func nop(x *Exec, a *Args, ret *zval.Value) {}

func attributeClasses() []ClassSpec {
	return []ClassSpec{
		{Decl: "#[Attribute(Attribute::TARGET_CLASS)] final class Attribute",
			Consts: []ConstDecl{{"int TARGET_CLASS", 1}, {"int TARGET_FUNCTION", 2}, {"int TARGET_METHOD", 4}, {"int TARGET_PROPERTY", 8},
				{"int TARGET_CLASS_CONSTANT", 16}, {"int TARGET_PARAMETER", 32}, {"int TARGET_CONSTANT", 64}, {"int TARGET_ALL", 127}, {"int IS_REPEATABLE", 128}},
			Props: []string{"public int $flags"},
			Methods: []FuncDecl{{"public function __construct(int $flags = Attribute::TARGET_ALL)", func(x *Exec, a *Args, ret *zval.Value) {
				a.This().Prop(0).SetLong(a.Int(0))
				a.This().Prop(0).U = 0
			}}}},
		{Decl: "#[Attribute(Attribute::TARGET_METHOD)] final class ReturnTypeWillChange", Methods: []FuncDecl{{"public function __construct()", nop}}},
		{Decl: "#[Attribute(Attribute::TARGET_CLASS)] final class AllowDynamicProperties", Methods: []FuncDecl{{"public function __construct()", nop}}},
		{Decl: "#[Attribute(Attribute::TARGET_PARAMETER)] final class SensitiveParameter", Methods: []FuncDecl{{"public function __construct()", nop}}},
		{Decl: "final class SensitiveParameterValue", NotSerializable: true, NoDynamic: true,
			// what it hides no dump shows
			Handlers: &Handlers{Props: func(x *Exec, o *zval.Object) *zval.Table { return x.Space.EmptyArray() }},
			Props:    []string{"private readonly mixed $value"},
			Methods: []FuncDecl{
				{"public function __construct(mixed $value)", func(x *Exec, a *Args, ret *zval.Value) {
					v := a.This().Prop(0)
					if v.Type() != zval.Undef {
						x.readonlyError(x.ClassOf(a.This()).Slots[0], "modify")
						return
					}
					v.CopyFrom(a.Val(0))
					v.U = 0
				}},
				{"public function getValue(): mixed", func(x *Exec, a *Args, ret *zval.Value) { ret.CopyDeref(a.This().Prop(0)) }},
				{"public function __debugInfo(): array", func(x *Exec, a *Args, ret *zval.Value) { x.Space.SetEmptyArray(ret) }},
			}},
		{Decl: "#[Attribute(Attribute::TARGET_METHOD | Attribute::TARGET_PROPERTY)] final class Override", Methods: []FuncDecl{{"public function __construct()", nop}}},
		{Decl: "#[Attribute(Attribute::TARGET_METHOD | Attribute::TARGET_FUNCTION | Attribute::TARGET_CLASS_CONSTANT | Attribute::TARGET_CONSTANT | Attribute::TARGET_CLASS)] final class Deprecated",
			Props: []string{"public readonly ?string $message", "public readonly ?string $since"},
			Methods: []FuncDecl{{"public function __construct(?string $message = null, ?string $since = null)", func(x *Exec, a *Args, ret *zval.Value) {
				x.setReadonly(a, 0, 0)
				x.setReadonly(a, 1, 1)
			}}}},
		{Decl: "#[Attribute(Attribute::TARGET_METHOD | Attribute::TARGET_FUNCTION)] final class NoDiscard",
			Props: []string{"public readonly ?string $message"},
			Methods: []FuncDecl{{"public function __construct(?string $message = null)", func(x *Exec, a *Args, ret *zval.Value) {
				x.setReadonly(a, 0, 0)
			}}}},
		{Decl: "#[Attribute(Attribute::TARGET_ALL)] final class DelayedTargetValidation", Methods: []FuncDecl{{"public function __construct()", nop}}},
	}
}

// setReadonly initialises readonly slot i of $this from argument n, once.
func (x *Exec) setReadonly(a *Args, i uint32, n int) {
	if x.HasExc() {
		return
	}
	v := a.This().Prop(i)
	if v.Type() != zval.Undef {
		x.readonlyError(x.ClassOf(a.This()).Slots[i], "modify")
		return
	}
	v.CopyFrom(a.Val(n))
	v.U = 0
}

// internalIter is the payload of an InternalIterator.
type internalIter struct {
	it      *Iter
	rewound bool
	moved   bool
}

// InternalIteratorOf wraps an internal Traversable's iteration in an object
// that has Iterator's methods; a reference for the caller.
func (x *Exec) InternalIteratorOf(o *zval.Object) *zval.Object {
	c := x.ClassOf(o)
	impl := c.Handlers.Iterator(x, o, false)
	if impl == nil {
		return x.rawObject(x.Cls.InternalIterator)
	}
	o.GC.RC++
	r := x.rawObject(x.Cls.InternalIterator)
	x.SetPayload(r, &internalIter{it: &Iter{x: x, obj: o, impl: impl, c: c}})
	return r
}

func internalIteratorClass() ClassSpec {
	with := func(fn func(x *Exec, w *internalIter, ret *zval.Value)) GoFunc {
		return func(x *Exec, a *Args, ret *zval.Value) {
			w, ok := x.Payload(a.This()).(*internalIter)
			if !ok {
				x.ThrowError(nil, "The InternalIterator object has not been properly initialized")
				return
			}
			fn(x, w, ret)
		}
	}
	ready := func(w *internalIter) {
		if !w.rewound {
			w.rewound = true
			w.it.Rewind()
		}
	}
	return ClassSpec{
		Decl:            "final class InternalIterator implements Iterator",
		NotSerializable: true,
		Methods: []FuncDecl{
			{"private function __construct()", nop},
			{"public function current(): mixed", with(func(x *Exec, w *internalIter, ret *zval.Value) {
				if ready(w); w.it.Valid() {
					w.it.Current(ret)
				}
			})},
			{"public function key(): mixed", with(func(x *Exec, w *internalIter, ret *zval.Value) {
				if ready(w); w.it.Valid() {
					w.it.Key(ret)
				}
			})},
			{"public function next(): void", with(func(x *Exec, w *internalIter, ret *zval.Value) {
				ready(w)
				w.moved = true
				w.it.Next()
			})},
			{"public function valid(): bool", with(func(x *Exec, w *internalIter, ret *zval.Value) {
				ready(w)
				ret.SetBool(w.it.Valid())
			})},
			{"public function rewind(): void", with(func(x *Exec, w *internalIter, ret *zval.Value) {
				w.rewound = true
				w.it.Rewind()
			})},
		},
		Handlers: &Handlers{
			NoClone: true,
			Free: func(x *Exec, o *zval.Object) {
				if w, ok := x.Payload(o).(*internalIter); ok {
					w.it.Free()
				}
			},
		},
	}
}

// closureClass declares Closure.
func closureClass() ClassSpec {
	scopeArg := func(x *Exec, a *Args, i int) (*Class, bool, bool) {
		if !a.Has(i) {
			return nil, true, true
		}
		v := a.Val(i)
		switch v.Type() {
		case zval.ObjectT:
			return x.ClassOf(v.Obj()), false, true
		case zval.Null:
			return nil, false, true
		}
		s := v.Str().String()
		if s == "static" {
			return nil, true, true
		}
		c := x.LookupClass(s, true)
		if c == nil {
			if !x.HasExc() {
				x.Warning("Class \"%s\" not found", s)
			}
			return nil, false, false
		}
		return c, false, true
	}
	bind := func(x *Exec, a *Args, o *zval.Object, this int, ret *zval.Value) {
		scope, keep, ok := scopeArg(x, a, this+1)
		if !ok {
			return
		}
		if n := x.BindClosure(o, a.Obj(this), scope, keep); n != nil {
			ret.SetObj(n)
		}
	}
	return ClassSpec{
		Decl:            "final class Closure",
		NotSerializable: true,
		NoDynamic:       true,
		Methods: []FuncDecl{
			{"private function __construct()", nop},
			{"public static function bind(Closure $closure, ?object $newThis, object|string|null $newScope = \"static\"): ?Closure",
				func(x *Exec, a *Args, ret *zval.Value) { bind(x, a, a.Obj(0), 1, ret) }},
			{"public function bindTo(?object $newThis, object|string|null $newScope = \"static\"): ?Closure",
				func(x *Exec, a *Args, ret *zval.Value) { bind(x, a, a.This(), 0, ret) }},
			{"public function call(object $newThis, mixed ...$args): mixed", func(x *Exec, a *Args, ret *zval.Value) {
				o, n := a.This(), a.Obj(0)
				k := x.ClassOf(n)
				b := x.BindClosure(o, n, k, x.ClosureFunc(o).Flags&code.AccFakeClosure != 0)
				if b == nil {
					return
				}
				var args []zval.Value
				for _, v := range a.Rest(1) {
					args = append(args, *v)
				}
				var c Callable
				x.closureCallable(b, &c)
				x.CallNamed(&c, args, a.NamedExtra(), ret)
				x.ReleaseObj(b)
			}},
			{"public static function fromCallable(mixed $callback): Closure", func(x *Exec, a *Args, ret *zval.Value) {
				var c Callable
				if msg := x.ResolveCallable(a.Val(0), x.callerScope(), &c); msg != "" {
					if !x.HasExc() {
						x.ThrowTypeError("Failed to create closure from callable: %s", msg)
					}
					return
				}
				ret.SetObj(x.FakeClosure(&c))
				x.releaseCallable(&c)
			}},
			{"public static function getCurrent(): Closure", func(x *Exec, a *Args, ret *zval.Value) {
				f := frameAt(a.Frame.Prev)
				if f != nil && f.Func != 0 && funcAt(f.Func).Flags&(code.AccClosure|code.AccFakeClosure) == code.AccClosure {
					o := x.ClosureOf(funcAt(f.Func))
					o.GC.RC++
					ret.SetObj(o)
					return
				}
				x.ThrowError(nil, "Current function is not a closure")
			}},
			{"public function __invoke(mixed ...$args): mixed", func(x *Exec, a *Args, ret *zval.Value) {
				var args []zval.Value
				for i := 0; i < a.Len(); i++ {
					args = append(args, *a.Raw(i)) // references stay what they are
				}
				var c Callable
				x.closureCallable(a.This(), &c)
				x.CallNamed(&c, args, a.NamedExtra(), ret)
			}},
		},
		Handlers: &Handlers{
			ExtraSize: closureExtra,
			NoNew:     "Instantiation of class Closure is not allowed",
			Clone: func(x *Exec, fresh, old *zval.Object) {
				x.copyClosure(fresh, old)
			},
			Compare:   closureCompare,
			DebugInfo: closureDebug,
		},
	}
}

// closureCompare equates closures made from the same function or method.
func closureCompare(x *Exec, a, b *zval.Value) int {
	if a.Type() != zval.ObjectT || b.Type() != zval.ObjectT || x.ClassOf(a.Obj()) != x.ClassOf(b.Obj()) {
		return 1
	}
	oa, ob := a.Obj(), b.Obj()
	fa, fb := x.ClosureFunc(oa), x.ClosureFunc(ob)
	const fake = code.AccFakeClosure
	if fa.Flags&fb.Flags&fake == 0 || fa.Kind != fb.Kind || fa.ID != fb.ID || fa.Scope != fb.Scope ||
		x.ClosureThis(oa).V != x.ClosureThis(ob).V || x.ClosureCalled(oa) != x.ClosureCalled(ob) {
		return 1
	}
	if fa.Flags&code.AccTrampoline != 0 && !zval.Equal(stringAt(fa.Name), stringAt(fb.Name)) {
		return 1
	}
	return 0
}

// closureDebug shows a closure as var_dump does.
func closureDebug(x *Exec, o *zval.Object) *zval.Table {
	d := x.ClosureFunc(o)
	fn := x.FuncOf(d)
	t := x.Space.NewTable(8)
	put := func(k string, v zval.Value) { x.Space.SetGo(t, k, &v) }
	if d.Flags&code.AccFakeClosure != 0 {
		name := fn.Name
		if d.Flags&code.AccTrampoline != 0 {
			name = stringAt(d.Name).String()
		}
		if d.Scope != 0 {
			name = x.ClassAt(d.Scope).Name + "::" + name
		}
		put("function", zval.StrValue(x.Space.NewString(name)))
	} else if fn.Op != nil {
		put("name", zval.StrValue(x.Space.NewString(fn.Name)))
		put("file", zval.StrValue(x.Space.NewString(fn.Op.File)))
		put("line", zval.LongValue(int64(fn.Op.LineStart)))
	}
	if d.Statics != 0 && fn.Op != nil && tableAt(d.Statics).Count > 0 {
		s := x.Space.NewTable(4)
		for it := tableAt(d.Statics).Iter(); it.Next(); {
			k, _ := it.Key()
			if src := it.Value(); src.Type() == zval.Null && fn.Op.Flags&code.AccArrowFn != 0 {
				continue // a variable that was not there to be captured
			}
			var v zval.Value
			switch src := it.Value(); {
			case src.Type() == zval.ConstAST:
				v.SetNull()
			case src.Type() == zval.ReferenceT && src.Ref().GC.RC == 1:
				v.CopyFrom(&src.Ref().Val)
			default:
				v.CopyFrom(src)
			}
			x.Space.Set(s, k, &v)
		}
		if s.Count > 0 {
			put("static", zval.ArrValue(s))
		} else {
			x.Space.ReleaseArr(s)
		}
	}
	if v := x.ClosureThis(o); v.Type() == zval.ObjectT {
		var w zval.Value
		w.CopyFrom(v)
		put("this", w)
	}
	if len(fn.Params) > 0 && d.Flags&code.AccTrampoline == 0 {
		ps := x.Space.NewTable(len(fn.Params))
		for i := range fn.Params {
			p := &fn.Params[i]
			name := "$" + p.Name
			if p.ByRef {
				name = "&" + name
			}
			what := "<required>"
			if i >= fn.Required {
				what = "<optional>"
			}
			v := zval.StrValue(x.Space.NewString(what))
			x.Space.SetGo(ps, name, &v)
		}
		put("parameter", zval.ArrValue(ps))
	}
	return t
}

// copyClosure makes fresh (just allocated) a copy of closure old.
func (x *Exec) copyClosure(fresh, old *zval.Object) {
	f, d := x.ClosureFunc(fresh), x.ClosureFunc(old)
	*f = *d
	fresh.Internal = internalMark
	if d.Flags&code.AccTrampoline != 0 {
		stringAt(d.Name).AddRef()
	}
	if s := x.closureStaticsOf(old); s.Type() == zval.ArrayT {
		t := x.dupStatics(s.Arr())
		x.closureStaticsOf(fresh).SetArr(t)
		f.Statics = t.Addr()
	}
	x.ClosureThis(fresh).CopyFrom(x.ClosureThis(old))
	valueAt(fresh.Addr() + closureCalled).V = valueAt(old.Addr() + closureCalled).V
}
