package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// linker turns a declaration into a class. The order of its steps is PHP's,
// as it decides which of several errors is reported and in which order
// members are listed: own members; concrete methods of traits; the parent;
// what else traits bring; interfaces; the checks; the layout.
type linker struct {
	x *Exec
	c *Class
	d *code.ClassDecl // nil: internal

	ifaces []*Class // declared, in order
	traits []*Class

	defaults []zval.Value // instance slots; nil infos are slots lost to redeclaration
	statics  []zval.Value
	own      map[string]bool // properties declared here (not inherited)

	// early tells that linking happens while compiling: what cannot be decided
	// without loading further classes makes it give up (undecided) instead.
	early     bool
	undecided bool
	pending   []func() bool // checks that wait for classes to load; false: still unresolved
}

// fail reports a compile error about the class and ends the program.
func (b *linker) fail(format string, args ...any) {
	msg := sprintf(format, args)
	if b.d == nil {
		b.x.FatalError("%s", msg)
	}
	b.x.CompileErr(b.d.File, b.d.LineStart, msg)
}

// failAt is fail at a function of the class.
func (b *linker) failAt(fn *Function, format string, args ...any) {
	if fn.Op == nil {
		b.fail(format, args...)
	}
	b.x.CompileErr(fn.Op.File, fn.Op.LineStart, sprintf(format, args))
}

// declMembers adds the own members of a user class.
func (b *linker) declMembers() {
	x, c, d := b.x, b.c, b.d
	if c.IsEnum() {
		b.enumMembers()
	}
	byName := map[string]*code.EnumCase{}
	for i := range d.Cases {
		byName[d.Cases[i].Name] = &d.Cases[i]
	}
	addCase := func(e *code.EnumCase) {
		b.addCase(&ClassConst{Name: e.Name, Flags: code.AccPublic, Class: c, IsCase: true, Expr: e.Expr, Attributes: e.Attributes, DocComment: e.DocComment})
	}
	for i := range d.Consts {
		k := &d.Consts[i]
		if k.Expr != nil && k.Expr.Kind == code.CEEnumCase {
			// cases stand among the constants, in the order of declaration
			if e := byName[k.Name]; e != nil {
				delete(byName, k.Name)
				addCase(e)
				continue
			}
		}
		cc := &ClassConst{Name: k.Name, Flags: k.Flags, Type: k.Type, Class: c, Expr: k.Expr, Attributes: k.Attributes, DocComment: k.DocComment}
		v := k.Value
		if k.Expr != nil {
			v = x.constRef(k.Expr)
		}
		b.addConst(cc, v)
	}
	for i := range d.Cases {
		if byName[d.Cases[i].Name] != nil {
			addCase(&d.Cases[i])
		}
	}
	for i := range d.Props {
		b.addProp(&d.Props[i])
	}
	for _, op := range d.Methods {
		b.addMethod(op)
	}
}

func (b *linker) addMethod(op *code.OpArray) {
	fn := b.x.FuncOf(op.Desc)
	fn.Class = b.c
	if fn.Flags&code.AccPPP == 0 {
		fn.Flags |= code.AccPublic
	}
	op.Desc.Scope = b.c.Addr()
	b.c.Methods.Set(fn.LCName, fn)
}

func (b *linker) addConst(k *ClassConst, v zval.Value) {
	if k.Flags&code.AccPPP == 0 {
		k.Flags |= code.AccPublic
	}
	k.Value = valueAt(b.x.perm.Alloc(zval.ValueSize))
	*k.Value = v
	if v.Type() == zval.ConstAST {
		b.c.needsInit = true
	}
	b.c.Consts.Set(k.Name, k)
}

// addProp declares a property of the class itself.
func (b *linker) addProp(d *code.PropDecl) *PropInfo {
	x, c := b.x, b.c
	p := &PropInfo{Name: d.Name, NameStr: x.Space.Intern(d.Name), Flags: d.Flags, Type: d.Type, Class: c, Decl: d,
		Attributes: d.Attributes, DocComment: d.DocComment, HasDefault: d.HasDefault}
	if p.Flags&code.AccPPP == 0 {
		p.Flags |= code.AccPublic
	}
	if c.Flags&code.AccReadonlyClass != 0 && p.Flags&code.AccStatic == 0 && b.d != nil {
		p.Flags |= code.AccReadonly
	}
	if p.Flags&code.AccReadonly != 0 && p.Flags&(code.AccPublicSet|code.AccProtectedSet|code.AccPrivateSet) == 0 && p.Flags&code.AccPublic != 0 {
		p.Flags |= code.AccProtectedSet // readonly implies protected(set)
	}
	p.Mangled = x.mangle(p)
	b.register(p)
	hook := func(op *code.OpArray, name string) *Function {
		if op == nil {
			return nil
		}
		fn := x.FuncOf(op.Desc)
		fn.Class, fn.Prop = c, p
		if fn.Name == "" {
			fn.Name = "$" + d.Name + "::" + name
		}
		fn.LCName = strings.ToLower(fn.Name)
		if fn.Flags&code.AccPPP == 0 {
			fn.Flags |= p.Flags & code.AccPPP
		}
		op.Desc.Scope = c.Addr()
		return fn
	}
	p.Get, p.Set = hook(d.Get, "get"), hook(d.Set, "set")
	abstract := func(name string) *Function {
		return &Function{Name: "$" + d.Name + "::" + name, LCName: "$" + strings.ToLower(d.Name) + "::" + name, Class: c, Prop: p,
			Flags: p.Flags&code.AccPPP | code.AccAbstract}
	}
	if p.Get == nil && d.GetDecl {
		p.Get = abstract("get")
		p.Get.Return = d.Type
	}
	if p.Set == nil && d.SetDecl {
		p.Set = abstract("set")
	}
	if p.Set != nil && len(p.Set.Params) > 0 && p.Set.Params[0].Type != nil {
		p.SetType = p.Set.Params[0].Type
	} else {
		p.SetType = p.Type
	}
	v := d.Value
	switch {
	case d.Expr != nil:
		v = x.constRef(d.Expr)
	case !d.HasDefault && d.Type != nil:
		v = zval.Value{U: propUninit}
	case !d.HasDefault:
		v.SetNull()
	}
	if v.Type() == zval.ConstAST {
		c.needsInit = true
	}
	switch {
	case p.Flags&code.AccStatic != 0:
		p.Slot = uint32(len(b.statics))
		b.statics = append(b.statics, v)
		c.StaticInfos = append(c.StaticInfos, p)
	case p.Flags&code.AccVirtual != 0:
		p.Slot = noSlot
	default:
		p.Slot = uint32(len(b.defaults))
		b.defaults = append(b.defaults, v)
		c.Slots = append(c.Slots, p)
	}
	c.Props.Set(p.Name, p)
	if b.own == nil {
		b.own = make(map[string]bool)
	}
	b.own[p.Name] = true
	return p
}

// noSlot is PropInfo.Slot of a virtual property.
const noSlot = ^uint32(0)

// Flags in Value.U of a declared property's slot, PHP's values.
const (
	propUninit = 1 // never initialised: __get and __set are not asked
	propReinit = 2 // readonly, but may be written once more (clone)
)

func (b *linker) register(p *PropInfo) {
	p.ID = uint32(len(b.x.cls.propInfos))
	b.x.cls.propInfos = append(b.x.cls.propInfos, p)
}

// mangle spells a property as array casts do: "\0Class\0name" private,
// "\0*\0name" protected.
func (x *Exec) mangle(p *PropInfo) *zval.String {
	switch {
	case p.Flags&code.AccPrivate != 0:
		return x.Space.Intern("\x00" + p.Class.NameStr.String() + "\x00" + p.Name)
	case p.Flags&code.AccProtected != 0:
		return x.Space.Intern("\x00*\x00" + p.Name)
	}
	return p.NameStr
}

// link runs the steps after the own members are in.
func (b *linker) link() {
	c := b.c
	c.linking = true
	var tb *traitBinder
	if len(b.traits) > 0 {
		c.Traits = b.traits
		tb = &traitBinder{linker: b}
		tb.init()
		tb.bindMethods(false)
	}
	if c.Parent != nil {
		b.inheritParent()
	}
	if tb != nil {
		tb.bindMethods(true)
		tb.bindConstants()
		tb.bindProps()
		tb.finish()
	}
	b.finishOverrides()
	if b.d != nil {
		b.checkHooks()
	}
	if b.undecided {
		return
	}
	b.implementInterfaces()
	if b.undecided {
		return
	}
	b.checkOverrideAttributes()
	b.verifyAbstract()
	if c.IsEnum() {
		b.verifyEnum()
	}
	b.layout()
	c.linking = false
}

// inheritParent takes over the parent's members.
func (b *linker) inheritParent() {
	c, p := b.c, b.c.Parent
	if b.d != nil {
		switch {
		case p.IsInterface():
			b.fail("Class %s cannot extend interface %s", c.Name, p.Name)
		case p.IsTrait():
			b.fail("Class %s cannot extend trait %s", c.Name, p.Name)
		case p.IsEnum():
			b.fail("Class %s cannot extend enum %s", c.Name, p.Name)
		case p.IsFinal():
			b.fail("Class %s cannot extend final class %s", c.Name, p.Name)
		}
		if p.Flags&code.AccReadonlyClass != c.Flags&code.AccReadonlyClass {
			if p.Flags&code.AccReadonlyClass != 0 {
				b.fail("Non-readonly class %s cannot extend readonly class %s", c.Name, p.Name)
			}
			b.fail("Readonly class %s cannot extend non-readonly class %s", c.Name, p.Name)
		}
	}
	if c.Interfaces == nil {
		c.Interfaces = append([]*Class(nil), p.Interfaces...)
	}
	c.needsInit = c.needsInit || p.needsInit
	b.inheritProps()
	for _, name := range p.Consts.keys {
		b.inheritConst(p.Consts.m[name])
	}
	for _, lc := range p.Methods.keys {
		b.inheritMethod(lc, p.Methods.m[lc])
	}
	c.AllowDynamic = c.AllowDynamic || p.AllowDynamic
	c.NoDynamic = c.NoDynamic || p.NoDynamic
	c.NotSerial = c.NotSerial || p.NotSerial && p.IsInternal()
	c.HasHooks = c.HasHooks || p.HasHooks
}

// inheritProps lays the parent's slots before the own ones and matches redeclarations.
func (b *linker) inheritProps() {
	c, p := b.c, b.c.Parent
	if n := len(p.Slots); n > 0 {
		slots := make([]*PropInfo, 0, n+len(c.Slots))
		slots = append(append(slots, p.Slots...), c.Slots...)
		def := make([]zval.Value, 0, n+len(b.defaults))
		for i := range p.Slots {
			v := *valueIndex(p.Desc.Defaults, uint32(i))
			v.AddRef()
			def = append(def, v)
		}
		b.defaults = append(def, b.defaults...)
		for _, q := range c.Slots {
			q.Slot += uint32(n)
		}
		c.Slots = slots
	}
	if n := len(p.StaticInfos); n > 0 {
		st := make([]zval.Value, 0, n+len(b.statics))
		for i := range p.StaticInfos {
			v := valueIndex(p.Static, uint32(i))
			if v.Type() == zval.Indirect {
				v = v.Ind()
			}
			st = append(st, zval.Value{V: uint64(v.Addr()), T: uint32(zval.Indirect)})
		}
		b.statics = append(st, b.statics...)
		for _, q := range c.StaticInfos {
			q.Slot += uint32(n)
		}
		c.StaticInfos = append(append(make([]*PropInfo, 0, n+len(c.StaticInfos)), p.StaticInfos...), c.StaticInfos...)
	}
	for _, name := range p.Props.keys {
		b.inheritProp(p.Props.m[name])
	}
}

// layout fixes the class's memory: slots, statics, magic methods, sizes.
func (b *linker) layout() {
	x, c := b.x, b.c
	d := c.Desc
	for i, p := range c.Slots {
		if p != nil && p.Class == c {
			p.Offset = uint32(zval.PropOffset(uint32(i)))
		}
		if p != nil && p.Type != nil {
			c.HasTypedProps = true
		}
	}
	d.PropCount = uint32(len(b.defaults))
	if n := len(b.defaults); n > 0 {
		d.Defaults = x.perm.Alloc(uintptr(n) * zval.ValueSize)
		for i := range b.defaults {
			*valueIndex(d.Defaults, uint32(i)) = b.defaults[i]
		}
	}
	if n := len(b.statics); n > 0 {
		c.Static = x.perm.Alloc(uintptr(n) * zval.ValueSize)
		for i := range b.statics {
			*valueIndex(c.Static, uint32(i)) = b.statics[i]
		}
	}
	d.Parent = c.Parent.Addr()
	b.magic()
	if s := c.Spec; s != nil && s.Handlers != nil {
		c.Handlers = s.Handlers
	} else if c.Parent != nil {
		c.Handlers = c.Parent.Handlers
	}
	for _, p := range c.Props.m {
		if p.Hooked() {
			c.HasHooks = true
		}
	}
	d.ExtraSize = 0
	if c.Parent != nil {
		d.ExtraSize = c.Parent.Desc.ExtraSize
	}
	if c.Handlers != nil && c.Handlers.ExtraSize != 0 {
		d.ExtraSize = c.Handlers.ExtraSize
	}
	if c.Get != nil || c.Set != nil || c.Isset != nil || c.Unset != nil {
		if c.Parent == nil || !c.Parent.UsesGuards {
			c.guardOffset = d.ExtraSize
			d.ExtraSize += zval.ValueSize
		} else {
			c.guardOffset = c.Parent.guardOffset
		}
		c.UsesGuards = true
	}
	d.Flags = c.Flags
	for i := range c.Attributes {
		b.classAttribute(&c.Attributes[i])
	}
	if c.IsEnum() {
		c.NoDynamic = true
	}
	if c.Flags&code.AccReadonlyClass != 0 {
		c.NoDynamic = true
	}
}

// classAttribute applies the class attributes that the engine itself heeds.
func (b *linker) classAttribute(at *code.Attribute) {
	c := b.c
	if at.LCName != "allowdynamicproperties" {
		return
	}
	if b.d != nil {
		switch {
		case c.IsTrait():
			b.fail("Cannot apply #[\\AllowDynamicProperties] to trait %s", c.Name)
		case c.IsInterface():
			b.fail("Cannot apply #[\\AllowDynamicProperties] to interface %s", c.Name)
		case c.IsEnum():
			b.fail("Cannot apply #[\\AllowDynamicProperties] to enum %s", c.Name)
		case c.Flags&code.AccReadonlyClass != 0:
			b.fail("Cannot apply #[\\AllowDynamicProperties] to readonly class %s", c.Name)
		}
	}
	c.AllowDynamic = true
}

// magic looks the magic methods up once.
func (b *linker) magic() {
	c := b.c
	m := c.Methods.m
	c.Ctor, c.Dtor, c.CloneFn = m["__construct"], m["__destruct"], m["__clone"]
	c.Get, c.Set, c.Isset, c.Unset = m["__get"], m["__set"], m["__isset"], m["__unset"]
	c.Call, c.CallStatic = m["__call"], m["__callstatic"]
	c.ToStringFn, c.Invoke, c.DebugInfo = m["__tostring"], m["__invoke"], m["__debuginfo"]
	c.Serialize, c.Unserialize = m["__serialize"], m["__unserialize"]
	if c.IsInterface() || c.IsTrait() {
		return
	}
	x := b.x
	if x.Cls.Iterator != nil && c.InstanceOf(x.Cls.Iterator) {
		c.IterCurrent, c.IterKey, c.IterNext, c.IterValid, c.IterRewind = m["current"], m["key"], m["next"], m["valid"], m["rewind"]
	}
	if x.Cls.IteratorAggregate != nil && c.InstanceOf(x.Cls.IteratorAggregate) {
		c.IterNew = m["getiterator"]
	}
	if x.Cls.ArrayAccess != nil && c.InstanceOf(x.Cls.ArrayAccess) {
		c.OffsetGet, c.OffsetSet, c.OffsetExists, c.OffsetUnst = m["offsetget"], m["offsetset"], m["offsetexists"], m["offsetunset"]
	}
	if x.Cls.Countable != nil && c.InstanceOf(x.Cls.Countable) {
		c.CountFn = m["count"]
	}
}

// verifyAbstract refuses a concrete class with abstract methods left.
func (b *linker) verifyAbstract() {
	c := b.c
	if c.Flags&(code.AccInterface|code.AccTrait) != 0 {
		return
	}
	explicit := c.Flags&code.AccAbstract != 0
	var list []string
	n := 0
	add := func(fn *Function) {
		if fn == nil || fn.Flags&code.AccAbstract == 0 {
			return
		}
		if explicit && fn.Flags&code.AccPrivate == 0 {
			return
		}
		if n++; n <= 3 {
			list = append(list, fn.Class.Name+"::"+fn.Name)
		}
	}
	for _, lc := range c.Methods.keys {
		add(c.Methods.m[lc])
	}
	if !explicit {
		for _, name := range c.Props.keys {
			p := c.Props.m[name]
			add(p.Get)
			add(p.Set)
		}
	}
	if n == 0 {
		return
	}
	names := strings.Join(list, ", ")
	if n > 3 {
		names += ", ..."
	}
	kind := strings.ToUpper(c.Kind()[:1]) + c.Kind()[1:]
	s := ""
	if n != 1 {
		s = "s"
	}
	if explicit || c.IsEnum() || c.Flags&code.AccAnonymous != 0 {
		b.fail("%s %s must implement %d abstract method%s (%s)", kind, c.Name, n, s, names)
	}
	b.fail("%s %s contains %d abstract method%s and must therefore be declared abstract or implement the remaining method%s (%s)", kind, c.Name, n, s, s, names)
}

// checkOverrideAttributes refuses #[Override] on what overrides nothing.
func (b *linker) checkOverrideAttributes() {
	if b.d == nil || b.c.IsTrait() {
		return
	}
	c := b.c
	has := func(at []code.Attribute) bool {
		for i := range at {
			if at[i].LCName == "override" {
				return true
			}
		}
		return false
	}
	for _, lc := range c.Methods.keys {
		fn := c.Methods.m[lc]
		if fn.Class != c || !has(fn.Attributes) {
			continue
		}
		if !b.overrides(lc) {
			b.failAt(fn, "%s::%s() has #[\\Override] attribute, but no matching parent method exists", c.Name, fn.Name)
		}
	}
	for _, name := range c.Props.keys {
		p := c.Props.m[name]
		if p.Class != c {
			continue
		}
		if has(p.Attributes) && !b.overridesProp(name) {
			b.fail("%s::$%s has #[\\Override] attribute, but no matching parent property exists", c.Name, p.Name)
		}
		for _, h := range [...]*Function{p.Get, p.Set} {
			if h == nil || !has(h.Attributes) {
				continue
			}
			if !b.overridesHook(name, h == p.Get) {
				b.failAt(h, "%s::%s() has #[\\Override] attribute, but no matching parent method exists", c.Name, h.Name)
			}
		}
	}
}

func (b *linker) overrides(lc string) bool {
	c := b.c
	if c.Parent != nil {
		if p := c.Parent.Methods.m[lc]; p != nil && p.Flags&code.AccPrivate == 0 && (lc != "__construct" || p.Flags&code.AccAbstract != 0 || p.Proto != nil && p.Proto.Flags&code.AccAbstract != 0) {
			return true
		}
	}
	for _, i := range c.Interfaces {
		if i.Methods.m[lc] != nil {
			return true
		}
	}
	if fn := c.Methods.m[lc]; fn != nil {
		for _, t := range c.Traits {
			if m := t.Methods.m[lc]; m != nil && m.Flags&code.AccAbstract != 0 && fn.Trait == nil {
				return true
			}
		}
	}
	return false
}

func (b *linker) overridesProp(name string) bool {
	c := b.c
	if c.Parent != nil {
		if p := c.Parent.Props.m[name]; p != nil && p.Flags&code.AccPrivate == 0 {
			return true
		}
	}
	for _, i := range c.Interfaces {
		if i.Props.m[name] != nil {
			return true
		}
	}
	return false
}

func (b *linker) overridesHook(name string, get bool) bool {
	has := func(p *PropInfo) bool {
		if p == nil || p.Flags&code.AccPrivate != 0 {
			return false
		}
		if p.Flags&code.AccVirtual == 0 && !p.Hooked() {
			return true
		}
		if get {
			return p.Get != nil || p.Flags&code.AccVirtual == 0
		}
		return p.Set != nil || p.Flags&code.AccVirtual == 0
	}
	if b.c.Parent != nil && has(b.c.Parent.Props.m[name]) {
		return true
	}
	for _, i := range b.c.Interfaces {
		if has(i.Props.m[name]) {
			return true
		}
	}
	return false
}
