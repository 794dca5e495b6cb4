package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Inheritance of one member at a time, with its checks.

func visibilityName(flags uint32) string {
	switch {
	case flags&code.AccPrivate != 0:
		return "private"
	case flags&code.AccProtected != 0:
		return "protected"
	}
	return "public"
}

func orWeaker(flags uint32) string {
	if flags&code.AccPublic != 0 {
		return ""
	}
	return " or weaker"
}

// inheritMethod takes parent's method in, or checks the child's own against it.
func (b *linker) inheritMethod(lc string, parent *Function) {
	c := b.c
	child, ok := c.Methods.m[lc]
	if !ok {
		c.Methods.Set(lc, parent)
		return
	}
	if child != parent {
		b.checkMethod(child, b.scopeOf(child), parent, b.scopeOf(parent), checkAll)
	}
}

// Parts of checkMethod that the abstract methods of traits do not ask for.
const (
	checkVisibility = 1 << iota
	setProto
	checkAll = checkVisibility | setProto
)

// scopeOf is a method's class; one that is being copied from a trait belongs
// to the class being linked.
func (b *linker) scopeOf(fn *Function) *Class {
	if fn.Class == nil {
		return b.c
	}
	return fn.Class
}

// checkMethod checks that child may override (or implement) parent.
func (b *linker) checkMethod(child *Function, childScope *Class, parent *Function, parentScope *Class, what int) {
	if b.d == nil || child.Op == nil && childScope == b.c {
		child.Proto = parent.Proto
		if child.Proto == nil {
			child.Proto = parent
		}
		return // internal classes are trusted
	}
	pf, cf := parent.Flags, child.Flags
	if pf&(code.AccPrivate|code.AccAbstract) == code.AccPrivate && parent.LCName != "__construct" {
		child.shadows = true
		return
	}
	if pf&code.AccFinal != 0 {
		b.failAt(child, "Cannot override final method %s::%s()", b.scopeOf(parent).Name, child.Name)
	}
	if pf&(code.AccPrivate|code.AccAbstract) == code.AccPrivate {
		return // private constructor
	}
	if (pf^cf)&code.AccStatic != 0 {
		if cf&code.AccStatic != 0 {
			b.failAt(child, "Cannot make non static method %s::%s() static in class %s", b.scopeOf(parent).Name, child.Name, childScope.Name)
		}
		b.failAt(child, "Cannot make static method %s::%s() non static in class %s", b.scopeOf(parent).Name, child.Name, childScope.Name)
	}
	if cf&code.AccAbstract > pf&code.AccAbstract {
		b.failAt(child, "Cannot make non abstract method %s::%s() abstract in class %s", b.scopeOf(parent).Name, child.Name, childScope.Name)
	}
	if parent.shadows {
		child.shadows = true
	}
	proto := parent.Proto
	if proto == nil {
		proto = parent
	}
	if parent.LCName == "__construct" {
		if proto.Flags&code.AccAbstract == 0 {
			return
		}
		if parent.Flags&code.AccAbstract == 0 {
			parent, parentScope = proto, b.scopeOf(proto)
		}
		if child.Proto != nil {
			what &^= setProto
		}
	}
	if what&setProto != 0 && child.Proto != proto {
		if child.Class != nil && child.Class != b.c {
			// an inherited method keeps its own view in its own class
			cp := *child
			child = &cp
			b.c.Methods.Set(child.LCName, child)
		}
		child.Proto = proto
	}
	if what&checkVisibility != 0 && cf&code.AccPPP > pf&code.AccPPP {
		b.failAt(child, "Access level to %s::%s() must be %s (as in class %s)%s", childScope.Name, child.Name, visibilityName(pf), b.scopeOf(parent).Name, orWeaker(pf))
	}
	b.checkSignature(child, childScope, parent, parentScope)
}

// checkSignature runs the variance check now or when the classes it needs are there.
func (b *linker) checkSignature(child *Function, childScope *Class, parent *Function, parentScope *Class) {
	b.x.prepare(parent)
	b.x.prepare(child)
	v := &variance{x: b.x, building: b}
	run := func(final bool) bool {
		v.unresolved = ""
		switch v.methods(child, childScope, parent, parentScope) {
		case varOK:
		case varBad:
			b.failAt(child, "Declaration of %s must be compatible with %s", b.x.declaration(child, childScope), b.x.declaration(parent, parentScope))
		case varWarn:
			if !hasAttribute(child.Attributes, "returntypewillchange") {
				file, line := b.d.File, b.d.LineStart
				if child.Op != nil {
					file, line = child.Op.File, child.Op.LineStart
				}
				b.x.RaiseAt(EDeprecated, file, line, sprintf("Return type of %s should either be compatible with %s, or the #[\\ReturnTypeWillChange] attribute should be used to temporarily suppress the notice",
					[]any{b.x.declaration(child, childScope), b.x.declaration(parent, parentScope)}))
			}
		case varUnresolved:
			if final {
				b.failAt(child, "Could not check compatibility between %s and %s, because class %s is not available",
					b.x.declaration(child, childScope), b.x.declaration(parent, parentScope), v.unresolved)
			}
			return false
		}
		return true
	}
	if !run(false) {
		b.delay(func() string { return v.unresolved }, run)
	}
}

// delay keeps a check that could not be decided for want of a class. While
// compiling that ends the attempt to bind early; at run time the
// class is autoloaded after linking and the check repeated.
func (b *linker) delay(missing func() string, run func(final bool) bool) {
	if b.early {
		b.undecided = true
		return
	}
	b.pending = append(b.pending, func() bool {
		for i := 0; i < 64; i++ {
			if run(false) {
				return true
			}
			name := missing()
			if c := b.x.LookupClass(name, true); c == nil {
				if b.x.HasExc() {
					b.x.fatalInheritance(b.c, name)
				}
				run(true)
				return false
			}
		}
		return run(true)
	})
}

// fatalInheritance ends the program for an exception thrown while a class that
// the check of c needs was loaded: c is in use already and cannot be taken back.
func (x *Exec) fatalInheritance(c *Class, loading string) {
	o := x.TakeExc()
	if o == nil {
		x.Bailout() // exit, or a fiber that ends
	}
	text := x.ClassOf(o).Name
	var ret zval.Value
	if x.CallMethod(o, "__tostring", nil, &ret) && ret.Deref().Type() == zval.StringT {
		text = ret.Deref().Str().String()
	}
	x.Space.Release(&ret)
	x.ClearExc()
	x.RaiseAt(EError, x.excString(o, SlotFile), x.excLine(o), sprintf("During inheritance of %s, while autoloading %s: Uncaught %s", []any{c.Name, loading, text}))
	x.Bailout()
}

func hasAttribute(at []code.Attribute, lc string) bool {
	for i := range at {
		if at[i].LCName == lc {
			return true
		}
	}
	return false
}

// inheritConst takes a parent's constant in, or checks the child's own against it.
func (b *linker) inheritConst(k *ClassConst) {
	c := b.c
	own := c.Consts.m[k.Name]
	if own == nil {
		if k.Flags&code.AccPrivate == 0 {
			c.Consts.Set(k.Name, k)
		}
		return
	}
	if own == k || b.d == nil {
		return
	}
	if k.Flags&code.AccPrivate == 0 && own.Flags&code.AccPPP > k.Flags&code.AccPPP {
		b.fail("Access level to %s::%s must be %s (as in class %s)%s", c.Name, k.Name, visibilityName(k.Flags), k.Class.Name, orWeaker(k.Flags))
	}
	b.constCompatible(own, k)
}

func (b *linker) constCompatible(own, k *ClassConst) {
	if k.Flags&code.AccPrivate != 0 {
		return
	}
	if k.Flags&code.AccFinal != 0 {
		b.fail("%s::%s cannot override final constant %s::%s", own.Class.Name, k.Name, k.Class.Name, k.Name)
	}
	if k.Type == nil {
		return
	}
	v := &variance{x: b.x, building: b}
	bad := func() {
		b.fail("Type of %s::%s must be compatible with %s::%s of type %s", b.c.Name, k.Name, k.Class.Name, k.Name, typeText(k.Type, nil))
	}
	if own.Type == nil {
		bad()
	}
	run := func(final bool) bool {
		v.unresolved = ""
		switch v.covariant(own.Type, own.Class, k.Type, k.Class) {
		case varBad:
			bad()
		case varUnresolved:
			if final {
				bad()
			}
			return false
		}
		return true
	}
	if !run(false) {
		b.delay(func() string { return v.unresolved }, run)
	}
}

// inheritProp takes the parent's property in, or matches the child's own to it.
func (b *linker) inheritProp(p *PropInfo) {
	c := b.c
	q := c.Props.m[p.Name]
	if q == nil || !b.own[p.Name] {
		c.Props.Set(p.Name, p)
		return
	}
	if p.Flags&code.AccPrivate != 0 || p.shadows {
		q.shadows = true
	}
	if p.Flags&code.AccPrivate != 0 {
		return
	}
	if b.d != nil {
		b.checkProp(q, p)
	}
	q.Proto = p.Proto
	if q.Proto == nil {
		q.Proto = p
	}
	if q.Flags&code.AccStatic != 0 {
		return
	}
	// what is declared without hooks, or backed, satisfies abstract ones by itself
	if h := p.Get; q.Get == nil && h != nil && (h.Flags&code.AccAbstract == 0 || q.Slot == noSlot) {
		q.Get = h
	}
	if h := p.Set; q.Set == nil && h != nil && (h.Flags&code.AccAbstract == 0 || q.Slot == noSlot || q.Flags&code.AccReadonly != 0) {
		q.Set = h
		q.SetType = p.SetType
	}
	if p.Slot == noSlot {
		return
	}
	if q.Slot == noSlot {
		// a virtual property over a backed one keeps the slot the parent's methods know
		q.Flags &^= code.AccVirtual
		q.Slot = p.Slot
		c.Slots[p.Slot] = q
		if d := q.Decl; d != nil {
			v := d.Value
			switch {
			case d.Expr != nil:
				v = b.x.constRef(d.Expr)
				c.needsInit = true
			case !d.HasDefault:
				v = zval.Value{U: propUninit}
			}
			v.AddRef()
			b.defaults[p.Slot] = v
		}
		return
	}
	// the child's default moves to the slot that the parent's code knows
	b.defaults[p.Slot] = b.defaults[q.Slot]
	b.defaults[q.Slot] = zval.Value{}
	c.Slots[p.Slot] = q
	c.Slots[q.Slot] = nil
	q.Slot = p.Slot
}

func setVisibility(flags uint32) uint32 {
	if s := flags & (code.AccPublicSet | code.AccProtectedSet | code.AccPrivateSet); s != 0 {
		return s >> 8
	}
	return 0
}

func (b *linker) checkProp(q, p *PropInfo) {
	c := b.c
	kind := func(p *PropInfo) string {
		if p.Flags&code.AccStatic != 0 {
			return "static "
		}
		return "non static "
	}
	if p.Flags&code.AccFinal != 0 {
		b.fail("Cannot override final property %s::$%s", p.Class.Name, p.Name)
	}
	if p.Flags&code.AccPrivateSet != 0 && p.Flags&code.AccReadonly == 0 {
		b.fail("Cannot override final property %s::$%s", p.Class.Name, p.Name) // private(set) is implicitly final
	}
	if (p.Flags^q.Flags)&code.AccStatic != 0 {
		b.fail("Cannot redeclare %s%s::$%s as %s%s::$%s", kind(p), p.Class.Name, p.Name, kind(q), c.Name, q.Name)
	}
	if (p.Flags^q.Flags)&code.AccReadonly != 0 && p.Flags&code.AccAbstract == 0 {
		word := func(f uint32) string {
			if f&code.AccReadonly != 0 {
				return "readonly"
			}
			return "non-readonly"
		}
		b.fail("Cannot redeclare %s property %s::$%s as %s %s::$%s", word(p.Flags), p.Class.Name, p.Name, word(q.Flags), c.Name, q.Name)
	}
	if q.Flags&code.AccPPP > p.Flags&code.AccPPP {
		b.fail("Access level to %s::$%s must be %s (as in class %s)%s", c.Name, q.Name, visibilityName(p.Flags), p.Class.Name, orWeaker(p.Flags))
	}
	// a virtual property without a set hook cannot be written: its set visibility does not matter
	if ps, qs := setVisibility(p.Flags), setVisibility(q.Flags); qs != 0 && !(p.Flags&code.AccVirtual != 0 && p.Set == nil) {
		if ps == 0 && qs > p.Flags&code.AccPPP {
			b.fail("Set access level of %s::$%s must be omitted (as in class %s)", c.Name, q.Name, p.Class.Name)
		}
		if ps != 0 && qs > ps {
			b.fail("Set access level of %s::$%s must be %s(set) (as in class %s)%s", c.Name, q.Name, visibilityName(ps), p.Class.Name, orWeaker(ps))
		}
	}
	for _, h := range [...][2]*Function{{q.Get, p.Get}, {q.Set, p.Set}} {
		child, parent := h[0], h[1]
		if child == nil || parent == nil || child == parent {
			continue
		}
		if parent.Flags&code.AccFinal != 0 {
			b.failAt(child, "Cannot override final property hook %s::%s()", parent.Class.Name, parent.Name)
		}
		child.Proto = parent
		b.checkSignature(child, c, parent, parent.Class)
	}
	b.checkSetType(q, p)
	b.checkPropType(q, p)
}

// checkSetType demands that what the parent's set hook accepts can be set.
func (b *linker) checkSetType(q, p *PropInfo) {
	if p.Set == nil || p.SetType == nil || q.SetType == nil || q.Set != nil {
		return
	}
	v := &variance{x: b.x, building: b}
	run := func(final bool) bool {
		v.unresolved = ""
		switch v.covariant(p.SetType, p.Class, q.SetType, b.c) {
		case varBad:
			b.fail("Set type of %s::$%s must be supertype of %s (as in %s %s)", b.c.Name, q.Name, typeText(p.SetType, p.Class), p.Class.Kind(), p.Class.Name)
		case varUnresolved:
			return false
		}
		return true
	}
	if !run(false) {
		b.delay(func() string { return v.unresolved }, run)
	}
}

// checkHooks checks the own hooked properties once the parent is known: a
// default needs a backing slot, a set hook must accept the property's type.
func (b *linker) checkHooks() {
	c := b.c
	for _, name := range c.Props.keys {
		q := c.Props.m[name]
		if q.Class != c || q.Decl == nil || q.Flags&code.AccStatic != 0 {
			continue
		}
		if d := q.Decl; q.Slot == noSlot && d.HasDefault && (d.Expr != nil || d.Value.Type() != zval.Null) {
			b.fail("Cannot specify default value for virtual hooked property %s::$%s", c.Name, q.Name)
		}
		if q.Set == nil || q.Set.Class != c || q.Type == nil || q.SetType == nil || q.SetType == q.Type || len(q.Set.Params) == 0 {
			continue
		}
		v := &variance{x: b.x, building: b}
		run := func(final bool) bool {
			v.unresolved = ""
			st := v.covariant(q.Type, c, q.SetType, c)
			if st == varBad || st == varUnresolved && final {
				b.fail("Type of parameter $%s of hook %s::%s must be compatible with property type", q.Set.Params[0].Name, c.Name, q.Set.Name)
			}
			return st == varOK
		}
		if !run(false) {
			b.delay(func() string { return v.unresolved }, run)
		}
	}
}

// checkPropType checks a redeclared property's type: the same, or narrower
// where the parent's can only be read, wider where it can only be written.
func (b *linker) checkPropType(q, p *PropInfo) {
	if p.Type == nil && q.Type == nil {
		return
	}
	how := ""
	readable, writable := true, true
	if p.Flags&code.AccAbstract != 0 || p.Flags&code.AccVirtual != 0 {
		if p.Get == nil {
			readable = false
			how = "supertype of "
		}
		if p.Set == nil {
			writable = false
			how = "subtype of "
		}
		if readable == writable {
			how = ""
		}
	}
	if p.Type == nil {
		if writable {
			b.fail("Type of %s::$%s must be omitted to match the parent definition in class %s", b.c.Name, q.Name, p.Class.Name)
		}
		return
	}
	bad := func() {
		b.fail("Type of %s::$%s must be %s%s (as in class %s)", b.c.Name, q.Name, how, typeText(p.Type, p.Class), p.Class.Name)
	}
	if q.Type == nil {
		if !readable {
			return
		}
		bad()
	}
	v := &variance{x: b.x, building: b}
	run := func(final bool) bool {
		v.unresolved = ""
		st := varOK
		if readable {
			st = max(st, v.covariant(q.Type, b.c, p.Type, p.Class))
		}
		if writable {
			st = max(st, v.covariant(p.Type, p.Class, q.Type, b.c))
		}
		switch st {
		case varBad:
			bad()
		case varUnresolved:
			if final {
				bad()
			}
			return false
		}
		return true
	}
	if !run(false) {
		b.delay(func() string { return v.unresolved }, run)
	}
}

// implementInterfaces adds the declared interfaces, what they extend, and their members.
func (b *linker) implementInterfaces() {
	c := b.c
	inherited := len(c.Interfaces)
	if c.Parent != nil {
		inherited = len(c.Parent.Interfaces)
	}
	list := c.Interfaces
	has := func(i *Class) bool {
		for _, k := range list {
			if k == i {
				return true
			}
		}
		return false
	}
	seen := map[*Class]bool{}
	for _, i := range b.ifaces {
		if b.d != nil {
			if !i.IsInterface() {
				b.fail("%s cannot implement %s - it is not an interface", c.Name, i.Name)
			}
			if seen[i] {
				if c.IsInterface() {
					b.fail("Interface %s cannot implement previously implemented interface %s", c.Name, i.Name)
				}
				kind := "Class"
				if c.IsEnum() {
					kind = "Enum"
				}
				b.fail("%s %s cannot implement previously implemented interface %s", kind, c.Name, i.Name)
			}
		}
		seen[i] = true
		if !has(i) {
			list = append(list, i)
		} else if b.d != nil {
			// already inherited: constants may still clash
			b.interfaceConsts(i)
		}
	}
	for k := inherited; k < len(list); k++ {
		for _, j := range list[k].Interfaces {
			if !has(j) {
				list = append(list, j)
			}
		}
	}
	c.Interfaces = list
	for _, i := range list[inherited:] {
		b.implement(i)
	}
	if b.d != nil {
		for k, i := range list {
			b.implemented(i, k >= inherited)
		}
	}
}

func (b *linker) interfaceConsts(i *Class) {
	c := b.c
	for _, name := range i.Consts.keys {
		k := i.Consts.m[name]
		own := c.Consts.m[name]
		switch {
		case own == nil:
			c.Consts.Set(name, k)
		case own.Class == k.Class:
		case own.Class != c:
			kind := c.Kind()
			b.fail("%s %s inherits both %s::%s and %s::%s, which is ambiguous", string(kind[0]-32)+kind[1:], c.Name, own.Class.Name, name, k.Class.Name, name)
		default:
			if b.d != nil {
				if own.Flags&code.AccPublic == 0 {
					b.fail("Access level to %s::%s must be %s (as in %s %s)%s", c.Name, name, visibilityName(k.Flags), k.Class.Kind(), k.Class.Name, orWeaker(k.Flags))
				}
				b.constCompatible(own, k)
			}
		}
	}
	c.needsInit = c.needsInit || i.needsInit
}

// implement takes in one interface's members.
func (b *linker) implement(i *Class) {
	c := b.c
	b.interfaceConsts(i)
	for _, lc := range i.Methods.keys {
		m := i.Methods.m[lc]
		own, ok := c.Methods.m[lc]
		if !ok {
			c.Methods.Set(lc, m)
			continue
		}
		if own == m {
			continue
		}
		// an inherited method is checked in the class that now must satisfy the interface
		b.checkMethod(own, b.scopeOf(own), m, m.Class, checkAll)
	}
	for _, name := range i.Props.keys {
		p := i.Props.m[name]
		q := c.Props.m[name]
		if q == nil {
			c.Props.Set(name, p)
			continue
		}
		if q == p || b.d == nil {
			continue
		}
		if q.Flags&code.AccAbstract == 0 || q.Class == c {
			b.checkInterfaceProp(q, p)
		}
	}
}

// checkInterfaceProp checks a property against an interface's hooks; a plain
// property satisfies both.
func (b *linker) checkInterfaceProp(q, p *PropInfo) {
	b.checkProp(q, p)
	if q.Hooked() || q.Flags&code.AccVirtual != 0 {
		plain := q.Flags&code.AccVirtual == 0
		if p.Get != nil && q.Get == nil && !plain {
			q.Get = p.Get
		}
		if p.Set != nil && q.Set == nil && !plain {
			q.Set = p.Set
		}
		return
	}
	if p.Set != nil && q.Flags&code.AccReadonly != 0 {
		b.fail("Set access level of %s::$%s must be omitted (as in class %s)", b.c.Name, q.Name, p.Class.Name)
	}
}

// implemented enforces the rules of interfaces that the engine knows.
func (b *linker) implemented(i *Class, fresh bool) {
	c, k := b.c, &b.x.Cls
	if s := i.Spec; s != nil && s.Implemented != nil {
		if msg := s.Implemented(b.x, i, c); msg != "" {
			b.fail("%s", msg)
		}
	}
	if c.IsInterface() {
		return
	}
	switch i {
	case k.Traversable:
		if c.Flags&code.AccAbstract == 0 && !c.InstanceOf(k.Iterator) && !c.InstanceOf(k.IteratorAggregate) {
			b.core("%s %s must implement interface %s as part of either %s or %s", titleKind(c), c.Name, i.Name, k.Iterator.Name, k.IteratorAggregate.Name)
		}
	case k.IteratorAggregate:
		if c.InstanceOf(k.Iterator) {
			b.core("Class %s cannot implement both %s and %s at the same time", c.Name, k.Iterator.Name, k.IteratorAggregate.Name)
		}
	case k.Throwable:
		if !c.Extends(k.Exception) && !c.Extends(k.Error) {
			if c.IsEnum() {
				b.fail("%s %s cannot implement interface %s", titleKind(c), c.Name, i.Name)
			}
			b.fail("%s %s cannot implement interface %s, extend %s or %s instead", titleKind(c), c.Name, i.Name, k.Exception.Name, k.Error.Name)
		}
	case k.Serializable:
		if c.Flags&code.AccAbstract == 0 && (c.Methods.m["__serialize"] == nil || c.Methods.m["__unserialize"] == nil) {
			b.x.RaiseAt(EDeprecated, b.d.File, b.d.LineStart, sprintf("%s implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary)", []any{c.Name}))
		}
	case k.UnitEnum, k.BackedEnum:
		if !c.IsEnum() {
			b.fail("Non-enum class %s cannot implement interface %s", c.Name, i.Name)
		}
		if i == k.BackedEnum && c.EnumBacking == nil {
			b.fail("Non-backed enum %s cannot implement interface %s", c.Name, i.Name)
		}
	}
}

// core reports what PHP files under core errors, which have no place.
func (b *linker) core(format string, args ...any) {
	b.x.RaiseAt(ECoreError, "Unknown", 0, sprintf(format, args))
	b.x.Bailout()
}

func titleKind(c *Class) string {
	k := c.Kind()
	return string(k[0]-32) + k[1:]
}

// finishOverrides completes hooks that came with the parent.
func (b *linker) finishOverrides() {
	for _, q := range b.c.Props.m {
		if q.SetType == nil {
			q.SetType = q.Type
		}
	}
}
