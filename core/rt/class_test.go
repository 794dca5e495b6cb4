package rt

import (
	"testing"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// TestSignatures reads signatures of every form and prints them back.
func TestSignatures(t *testing.T) {
	x, h := newTest(t)
	for _, c := range []struct {
		sig, text      string
		required, nums int
		ref, prefer    uint32
	}{
		{"f(): void", "f(): void", 0, 0, 0, 0},
		{"f(string $string): int", "f(string $string): int", 1, 1, 0, 0},
		{"f(array &$array, int $flags = SORT_REGULAR): true", "f(array &$array, int $flags = SORT_REGULAR): true", 1, 2, 1, 0},
		{"f(mixed &?$a, mixed &?...$rest): bool", "f(mixed &$a, mixed &...$rest): bool", 1, 1, 0, 0xffffffff},
		{"f(?callable $c = null, int|string|null $x = -1): ?array", "f(?callable $c = null, string|int|null $x = -1): ?array", 0, 2, 0, 0},
		{"f(iterable $i, float $f = 1.5, string $s = \"a\\n\", array $a = []): static", "f(Traversable|array $i, float $f = 1.5, string $s = \"a\\n\", array $a = []): static", 1, 4, 0, 0},
		{"#[Deprecated(since: \"8.1\", message: \"use g()\")] f(Foo\\Bar $x = new Baz(1), int $y = A::B | 4)", "f(Foo\\Bar $x = new Baz(1), int $y = A::B | 4)", 0, 2, 0, 0},
		{"f(mixed $a = UNKNOWN)", "f(mixed $a = <default>)", 0, 1, 0, 0},
	} {
		fn := x.newBuiltin(nil, &FuncDecl{c.sig, func(*Exec, *Args, *zval.Value) {}}, nil)
		if got := x.declaration(fn, nil); got != c.text {
			t.Errorf("%s: prints %s", c.sig, got)
		}
		if fn.Required != c.required || fn.NumArgs != c.nums {
			t.Errorf("%s: %d required of %d", c.sig, fn.Required, fn.NumArgs)
		}
		if fn.Desc.RefMask != c.ref || fn.Desc.PreferMask != c.prefer {
			t.Errorf("%s: masks %x %x", c.sig, fn.Desc.RefMask, fn.Desc.PreferMask)
		}
	}
	dep := x.newBuiltin(nil, &FuncDecl{"#[Deprecated(since: \"8.1\", message: \"use g()\")] f()", nop}, nil)
	if dep.Flags&code.AccDeprecated == 0 || deprecatedText(dep.DeprecatedMsg, dep.DeprecatedSince) != " since 8.1, use g()" {
		t.Errorf("deprecated: %q %q", dep.DeprecatedMsg, dep.DeprecatedSince)
	}
	finish(t, x, h)
}

// TestMalformedSignature demands an error, not a panic.
func TestMalformedSignature(t *testing.T) {
	x, h := newTest(t)
	for _, sig := range []string{"", "f", "f(", "f(int)", "f($a =)", "f($a", "f() x", "f():", "f(int|$a)", "f($a, , $b)", "#[X f()"} {
		fn := &Function{Decl: &FuncDecl{sig, nop}}
		if x.parseFunc(fn) == nil {
			t.Errorf("%q was accepted", sig)
		}
	}
	finish(t, x, h)
}

// TestHandles checks that a freed handle is the next one given, as
// spl_object_id shows it.
func TestHandles(t *testing.T) {
	x, h := newTest(t)
	a, b, c := x.NewObject(x.Cls.StdClass), x.NewObject(x.Cls.StdClass), x.NewObject(x.Cls.StdClass)
	first := a.Handle
	if b.Handle != first+1 || c.Handle != first+2 {
		t.Fatal("handles", a.Handle, b.Handle, c.Handle)
	}
	x.ReleaseObj(a)
	x.ReleaseObj(b)
	d := x.NewObject(x.Cls.StdClass)
	e := x.NewObject(x.Cls.StdClass)
	if d.Handle != first+1 || e.Handle != first {
		t.Error("reuse", d.Handle, e.Handle)
	}
	for _, o := range []*zval.Object{c, d, e} {
		x.ReleaseObj(o)
	}
	finish(t, x, h)
}

// TestObjectSizes checks the blocks of instances against Zend's.
func TestObjectSizes(t *testing.T) {
	x, h := newTest(t)
	for _, c := range []struct {
		class *Class
		bytes uintptr
	}{
		{x.Cls.StdClass, 40}, {x.Cls.Exception, 40 + 7*16}, {x.Cls.ErrorException, 40 + 8*16}, {x.Cls.Closure, 336},
	} {
		if got := c.class.Desc.ObjectBytes(); got != c.bytes {
			t.Errorf("%s: %d bytes, want %d", c.class.Name, got, c.bytes)
		}
	}
	finish(t, x, h)
}

// TestDynamicProps goes through the life of a dynamic property.
func TestDynamicProps(t *testing.T) {
	x, h := newTest(t)
	o := x.NewObject(x.Cls.StdClass)
	name := x.Space.NewString("a b")
	v := x.val("text")
	x.WriteProp(o, name, &v, nil)
	if !x.HasProp(o, name, HasIsset, nil) || !x.HasProp(o, name, HasNotEmpty, nil) {
		t.Error("written but not there")
	}
	n := x.CloneObject(o)
	x.UnsetProp(o, name, nil)
	if x.HasProp(o, name, HasExists, nil) {
		t.Error("unset but there")
	}
	var rv zval.Value
	if got := x.ReadProp(n, name, FetchR, nil, &rv); got.Type() != zval.StringT || got.Str().View() != "text" {
		t.Error("the clone lost it")
	}
	x.Space.Release(&v)
	x.Space.ReleaseStr(name)
	x.ReleaseObj(o)
	x.ReleaseObj(n)
	finish(t, x, h)
}

// TestThrowableChain checks previous exceptions and their text.
func TestThrowableChain(t *testing.T) {
	x, h := newTest(t)
	x.ThrowTypeError("first")
	x.ThrowValueError("second")
	o := x.TakeExc()
	if o == nil || x.ClassOf(o) != x.Cls.ValueError {
		t.Fatal("wrong exception")
	}
	p := o.Prop(SlotPrevious)
	if p.Type() != zval.ObjectT || x.ClassOf(p.Obj()) != x.Cls.TypeError {
		t.Error("no previous")
	}
	var ret zval.Value
	if !x.CallMethod(o, "getmessage", nil, &ret) || ret.Str().View() != "second" {
		t.Error("getMessage")
	}
	x.Space.Release(&ret)
	if !x.CallMethod(o, "__tostring", nil, &ret) {
		t.Fatal("__toString")
	}
	want := "TypeError: first in [no active file]:0\nStack trace:\n#0 {main}\n\nNext ValueError: second in [no active file]:0\nStack trace:\n#0 {main}"
	if got := ret.Str().String(); got != want {
		t.Errorf("__toString: %q", got)
	}
	x.Space.Release(&ret)
	x.ReleaseObj(o)
	finish(t, x, h)
}
