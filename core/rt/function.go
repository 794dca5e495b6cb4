package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// GoFunc is the body of an internal function. ret is a NULL slot that receives
// the owned result. On error the body raises (x.Throw..., a.Warn...) and returns.
type GoFunc func(x *Exec, a *Args, ret *zval.Value)

// Function is the Go face of a function or method. One exists per
// code.OpArray or internal function; closures share the one of their body.
type Function struct {
	Desc *code.Func
	Op   *code.OpArray // user function, else nil
	Go   GoFunc        // internal function, else nil

	Name   string // as declared, without class
	LCName string
	Class  *Class // declaring class; the using class for a trait's method
	Params []code.Param
	Return *code.TypeRef
	Flags  uint32

	NumArgs  int // declared parameters, the variadic one not counted
	Required int

	Decl       *FuncDecl // internal
	Module     *Module
	Proto      *Function // method this one implements or overrides, at the root
	Trait      *Class    // trait it was copied from
	TraitFn    *Function // the trait's own method
	Prop       *PropInfo // property whose hook this is
	Attributes []code.Attribute
	// DeprecatedMsg and DeprecatedSince come from #[Deprecated]; NoDiscard from #[NoDiscard].
	DeprecatedMsg   string
	DeprecatedSince string
	NoDiscard       bool
	NoDiscardMsg    string
	TentativeReturn bool // internal method whose return type only warns when missing in a child

	shadows bool // a private method of an ancestor has the same name
	nameStr *zval.String
	specs   []paramSpec
	ready   bool
	checked bool // argument metadata complete (lazily parsed signature)
}

// IsStatic reports a static method or closure.
func (f *Function) IsStatic() bool { return f.Flags&code.AccStatic != 0 }

// Variadic reports a function whose last parameter collects the rest.
func (f *Function) Variadic() bool { return f.Flags&code.AccVariadic != 0 }

// FullName is "name" or "Class::name", as messages spell it. For a function
// bound elsewhere (closures) use x.FuncName.
func (f *Function) FullName() string {
	if f.Class != nil {
		return f.Class.Name + "::" + f.Name
	}
	return f.Name
}

// Module is an extension: functions, constants, classes and settings, all
// declared as data. Register makes it part of one executor.
type Module struct {
	Name    string
	Version string
	Funcs   []FuncDecl
	Consts  []ConstDecl
	Classes []ClassSpec
	Ini     []IniDecl

	// Startup runs when a request starts, after registration; Shutdown when
	// it ends, before memory is taken down. Both may be nil.
	Startup  func(x *Exec)
	Shutdown func(x *Exec)
}

// ConstDecl declares a constant. Value is an int, int64, float64, string,
// bool or nil, a *code.ConstExpr, or a func(*Exec) zval.Value for what the host decides.
type ConstDecl struct {
	Name  string
	Value any
}

// FuncDecl declares an internal function or method by PHP signature:
//
//	strlen(string $string): int
//	sort(array &$array, int $flags = SORT_REGULAR): true
//	array_multisort(mixed &?$array, mixed &?...$rest): bool   (&? takes a reference when it can)
//	public static function from(int|string $value): static   (methods)
//	#[Deprecated(since: "8.1", message: "use x() instead")] f(): int
//
// A return type after "tentative:" instead of ":" is PHP's tentative type:
// `public function count() tentative: int`.
type FuncDecl struct {
	Sig string
	Fn  GoFunc
}

// ClassSpec declares an internal class.
type ClassSpec struct {
	// Decl is the head: "abstract class Foo extends Bar implements Baz, Qux",
	// "interface I extends J", "enum E: string implements K"; attributes may precede.
	Decl    string
	Consts  []ConstDecl // Name may carry modifiers and a type: "protected int FOO"
	Cases   []ConstDecl // of an enum
	Props   []string    // "protected string $message = ''", "public readonly int $x"
	Methods []FuncDecl  // Fn nil: abstract
	// Implemented, for an interface, vets a user class that implements it and
	// returns the compile error, or "".
	Implemented func(x *Exec, iface, c *Class) string
	// Handlers override the standard object behaviour; inherited by subclasses.
	Handlers *Handlers
	// NotSerializable, NoDynamic: what the class forbids.
	NotSerializable bool
	NoDynamic       bool
}

// Callable is a resolved callable value.
type Callable struct {
	Fn   *Function
	Desc *code.Func // Fn's descriptor, or a closure's or trampoline's own
	// Called is the class that static:: means in the call.
	Called *Class
	This   *zval.Object // bound object, borrowed from the callable value
	// Closure keeps a closure alive while it runs; borrowed.
	Closure *zval.Object
}
