package rt

import (
	"iter"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Class is a linked class, interface, trait or enum. It has two faces: this
// struct, which belongs to Go, and Desc, the off-heap descriptor that objects
// and machine code point at. Desc.ID leads back here through Exec.Classes.
//
// Member tables hold inherited members too, own ones in declaration order
// before or after the inherited ones exactly as PHP lists them.
type Class struct {
	Desc    *zval.ClassDesc
	Name    string
	LCName  string
	NameStr *zval.String // interned
	Flags   uint32       // code.Acc*
	Parent  *Class
	// Interfaces are all interfaces implemented, inherited ones first.
	Interfaces []*Class
	Traits     []*Class // directly used
	Decl       *code.ClassDecl
	Spec       *ClassSpec
	Module     *Module // of an internal class

	Consts  ordered[*ClassConst]
	Props   ordered[*PropInfo] // by unmangled name; instance and static
	Methods ordered[*Function] // by lower-case name

	// Slots are the infos of the declared instance slots (index = slot); an
	// entry is shared with the parent unless redeclared.
	Slots []*PropInfo
	// Static is static member storage in the permanent arena, StaticInfos who
	// they are. Inherited members that are not redeclared are Indirect to the
	// parent's slot.
	StaticInfos []*PropInfo
	Static      mm.Addr

	// Magic methods and hooks, inherited.
	Ctor, Dtor, CloneFn, Get, Set, Isset, Unset    *Function
	Call, CallStatic, ToStringFn, Invoke           *Function
	DebugInfo, Serialize, Unserialize              *Function
	IterNew, IterCurrent, IterKey, IterNext        *Function // getIterator, current, key, next ...
	IterValid, IterRewind                          *Function
	OffsetGet, OffsetSet, OffsetExists, OffsetUnst *Function
	CountFn                                        *Function

	// Handlers of the nearest internal ancestor, or nil.
	Handlers *Handlers

	EnumBacking *code.TypeRef
	EnumCases   []string
	enumByLong  map[int64]*ClassConst
	enumByStr   map[string]*ClassConst

	Attributes []code.Attribute
	DocComment string

	AllowDynamic  bool // #[AllowDynamicProperties], stdClass
	NoDynamic     bool // readonly, enums, some internal classes: creating a property is an Error
	NotSerial     bool // not serializable
	UsesGuards    bool
	HasHooks      bool // some property has hooks
	InternalDesc  bool // internal class (not user-declared)
	HasTypedProps bool

	// Constants and defaults that are expressions wait for the first use.
	needsInit    bool
	initing      bool
	order        []*PropInfo // see propOrder
	building     bool        // an enum's table of backing values
	linking      bool
	guardOffset  uint32
	traitAliases map[string]string
}

// PropInfo describes a declared property as seen by one class. A child that
// does not redeclare it shares the parent's PropInfo.
type PropInfo struct {
	Name    string
	NameStr *zval.String // interned, unmangled
	Mangled *zval.String // interned, as array casts and __sleep spell it
	Flags   uint32
	Type    *code.TypeRef // nil: untyped
	Class   *Class        // declaring class
	ID      uint32        // index in Exec.propInfos, never 0
	Slot    uint32        // instance slot, or index among the class's statics
	Offset  uint32        // byte offset from the object; 0 for static and virtual ones
	Get     *Function     // hooks, nil when absent
	Set     *Function
	Proto   *PropInfo // what it overrides at the root, for protected access
	// SetType is the type a set hook accepts when it is wider than Type.
	SetType    *code.TypeRef
	Decl       *code.PropDecl
	Attributes []code.Attribute
	DocComment string
	HasDefault bool
	shadows    bool   // a private property of an ancestor has the same name
	from       *Class // trait it came from
}

// Static tells whether the property belongs to the class, not its instances.
func (p *PropInfo) Static() bool { return p.Flags&code.AccStatic != 0 }

// Hooked tells whether the property has at least one hook.
func (p *PropInfo) Hooked() bool { return p.Get != nil || p.Set != nil }

// ClassConst is a class constant or an enum case. Value is an off-heap slot
// (perm arena) whose address caches may keep; it holds a ConstAST until first use.
type ClassConst struct {
	Name       string
	Flags      uint32
	Type       *code.TypeRef
	Class      *Class // declaring class
	Value      *zval.Value
	Expr       *code.ConstExpr
	IsCase     bool
	evaluating bool
	reporting  bool   // its deprecation is being reported
	from       *Class // trait it came from
	Attributes []code.Attribute
	DocComment string
}

// ordered is a map that remembers insertion order. Deletion is not needed.
type ordered[V any] struct {
	keys []string
	m    map[string]V
}

// Get looks a key up.
func (o *ordered[V]) Get(k string) (V, bool) { v, ok := o.m[k]; return v, ok }

// At looks a key up; the zero V when absent.
func (o *ordered[V]) At(k string) V { return o.m[k] }

// Set inserts or replaces; a replaced key keeps its place.
func (o *ordered[V]) Set(k string, v V) {
	if o.m == nil {
		o.m = make(map[string]V)
	}
	if _, ok := o.m[k]; !ok {
		o.keys = append(o.keys, k)
	}
	o.m[k] = v
}

// Len is the number of entries.
func (o *ordered[V]) Len() int { return len(o.keys) }

// Keys lists the keys in order; the caller must not modify it.
func (o *ordered[V]) Keys() []string { return o.keys }

// All iterates in order.
func (o *ordered[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range o.keys {
			if !yield(k, o.m[k]) {
				return
			}
		}
	}
}

// ID returns the class's index in Exec.Classes.
func (c *Class) ID() uint32 { return c.Desc.ID }

// Addr returns the descriptor's address, as Object.Class and Func.Scope hold it.
func (c *Class) Addr() mm.Addr {
	if c == nil {
		return 0
	}
	return c.Desc.Addr()
}

// IsInterface, IsTrait, IsEnum, IsAbstract and IsFinal read the flags.
func (c *Class) IsInterface() bool { return c.Flags&code.AccInterface != 0 }

// IsTrait reports a trait.
func (c *Class) IsTrait() bool { return c.Flags&code.AccTrait != 0 }

// IsEnum reports an enum.
func (c *Class) IsEnum() bool { return c.Flags&code.AccEnum != 0 }

// IsAbstract reports a class that cannot be instantiated for being abstract.
func (c *Class) IsAbstract() bool {
	return c.Flags&(code.AccAbstract|code.AccImplicitAbstract) != 0
}

// IsFinal reports a final class.
func (c *Class) IsFinal() bool { return c.Flags&code.AccFinal != 0 }

// Kind names what the class is, as PHP's messages do: "class", "interface",
// "trait" or "enum".
func (c *Class) Kind() string {
	switch {
	case c.Flags&code.AccInterface != 0:
		return "interface"
	case c.Flags&code.AccTrait != 0:
		return "trait"
	case c.Flags&code.AccEnum != 0:
		return "enum"
	}
	return "class"
}

// InstanceOf reports whether c is t, extends it or implements it.
func (c *Class) InstanceOf(t *Class) bool {
	if c == t {
		return true
	}
	if t == nil {
		return false
	}
	if t.Flags&code.AccInterface != 0 {
		for _, i := range c.Interfaces {
			if i == t {
				return true
			}
		}
		return false
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p == t {
			return true
		}
	}
	return false
}

// Extends reports whether c is t or a descendant by parents only.
func (c *Class) Extends(t *Class) bool {
	for ; c != nil; c = c.Parent {
		if c == t {
			return true
		}
	}
	return false
}

// Method looks a method up by lower-case name, ignoring visibility; nil when absent.
func (c *Class) Method(lc string) *Function { return c.Methods.m[lc] }

// Prop looks a declared property up, ignoring visibility; nil when absent.
func (c *Class) Prop(name string) *PropInfo { return c.Props.m[name] }

// Const looks a constant up, ignoring visibility; nil when absent.
func (c *Class) Const(name string) *ClassConst { return c.Consts.m[name] }

// IsInternal reports a class declared by Go code.
func (c *Class) IsInternal() bool { return c.Spec != nil }

// ClassOf returns the class of an object.
func (x *Exec) ClassOf(o *zval.Object) *Class { return x.Classes[o.Desc().ID] }

// ClassAt returns the class whose descriptor is at a, nil for 0.
func (x *Exec) ClassAt(a mm.Addr) *Class {
	if a == 0 {
		return nil
	}
	return x.Classes[classDescAt(a).ID]
}

// FuncOf returns the Go face of a function descriptor. Closures and
// trampolines have descriptors of their own that share the face of what they
// wrap: take the scope from d.Scope, not from Function.Class.
func (x *Exec) FuncOf(d *code.Func) *Function {
	if d.Kind == code.FuncInternal {
		return x.cls.internals[d.ID]
	}
	if int(d.ID) < len(x.cls.users) {
		if f := x.cls.users[d.ID]; f != nil {
			return f
		}
	}
	return x.bindUser(x.Reg.Funcs[d.ID])
}

// Scope returns the class scope of the running code: that of the innermost
// user frame, or of an internal method; nil outside classes.
func (x *Exec) Scope() *Class {
	if x.cls.fakeScope != nil {
		return x.cls.fakeScope
	}
	return x.ClassAt(x.scopeAddr())
}

// Is is InstanceOf.
func (c *Class) Is(t *Class) bool { return c.InstanceOf(t) }
