package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
)

// The class table: looking classes up, registering internal ones.

// lazyClass is an internal class that has been declared but not linked:
// linking waits for the first look-up, which keeps start-up short.
type lazyClass struct {
	spec   *ClassSpec
	module *Module
	class  *Class
}

// registerClass files an internal class under its name.
func (x *Exec) registerClass(m *Module, s *ClassSpec) {
	l := &lazyClass{spec: s, module: m}
	x.cls.lazy[strings.ToLower(specName(s.Decl))] = l
	x.cls.lazyOrder = append(x.cls.lazyOrder, l)
}

// specName cuts the class name out of a ClassSpec.Decl.
func specName(decl string) string {
	for strings.HasPrefix(decl, "#[") {
		end := strings.Index(decl, "] ")
		if end < 0 {
			break
		}
		decl = decl[end+2:]
	}
	words := strings.Fields(decl)
	for i, w := range words {
		if (w == "class" || w == "interface" || w == "trait" || w == "enum") && i+1 < len(words) {
			return strings.TrimSuffix(words[i+1], ":")
		}
	}
	return decl
}

// findClass looks a class up by lower-case name without autoloading.
func (x *Exec) findClass(lc string) *Class {
	if c, ok := x.ClassTab[lc]; ok {
		return c
	}
	if l, ok := x.cls.lazy[lc]; ok {
		if l.class == nil {
			x.linkInternal(l)
		}
		return l.class
	}
	return nil
}

// LookupClass finds a class by name in any case, with or without the leading
// backslash. It returns nil when there is none; an autoloader, which runs PHP, may have thrown.
func (x *Exec) LookupClass(name string, autoload bool) *Class {
	if c := x.findClass(x.lower(name)); c != nil && !c.linking {
		return c
	}
	if len(name) > 0 && name[0] == '\\' {
		name = name[1:]
		if c := x.findClass(x.lower(name)); c != nil && !c.linking {
			return c
		}
	}
	if !autoload || name == "" {
		return nil
	}
	return x.autoloadClass(name)
}

// ClassKind words the error of FetchClass.
type ClassKind uint8

// What FetchClass is asked for.
const (
	FetchAnyClass ClassKind = iota
	FetchInterface
	FetchTrait
)

// FetchClass finds a class, autoloading it, or throws an Error and returns nil.
func (x *Exec) FetchClass(name string, kind ClassKind) *Class {
	if c := x.LookupClass(name, true); c != nil {
		return c
	}
	if !x.HasExc() {
		what := "Class"
		switch kind {
		case FetchInterface:
			what = "Interface"
		case FetchTrait:
			what = "Trait"
		}
		x.ThrowError(nil, "%s \"%s\" not found", what, strings.TrimPrefix(name, "\\"))
	}
	return nil
}

// FetchScoped resolves a class name that may be self, parent or static in the running
// code; it throws and returns nil on failure.
func (x *Exec) FetchScoped(name string) *Class {
	switch x.lower(name) {
	case "self":
		if c := x.Scope(); c != nil {
			return c
		}
		x.ThrowError(nil, "Cannot access \"self\" when no class scope is active")
		return nil
	case "parent":
		c := x.Scope()
		if c == nil {
			x.ThrowError(nil, "Cannot access \"parent\" when no class scope is active")
			return nil
		}
		if c.Parent == nil {
			x.ThrowError(nil, "Cannot access \"parent\" when current class scope has no parent")
			return nil
		}
		return c.Parent
	case "static":
		if c := x.CalledClass(); c != nil {
			return c
		}
		x.ThrowError(nil, "Cannot access \"static\" when no class scope is active")
		return nil
	}
	return x.FetchClass(name, FetchAnyClass)
}

// ForceClasses links every internal class, so that Declared is complete.
func (x *Exec) ForceClasses() {
	for i := 0; i < len(x.cls.lazyOrder); i++ {
		if l := x.cls.lazyOrder[i]; l.class == nil {
			x.linkInternal(l)
		}
	}
}

// DeclaredClasses calls fn for each class in the order of declaration: the
// internal ones as their modules list them, then the program's. name is the
// table key's spelling: an alias gives its own name.
func (x *Exec) DeclaredClasses(fn func(name string, c *Class)) {
	x.ForceClasses()
	for _, l := range x.cls.lazyOrder {
		fn(l.class.NameStr.String(), l.class)
	}
	for _, d := range x.cls.declared {
		fn(d.name, d.class)
	}
}

// declaredClass is an entry of the class table in order of declaration.
type declaredClass struct {
	name  string
	class *Class
}

// addClass enters a class under a lower-case name.
func (x *Exec) addClass(lc string, name string, c *Class) {
	x.ClassTab[lc] = c
	if c.Spec == nil || c.LCName != lc {
		x.cls.declared = append(x.cls.declared, declaredClass{name, c})
	}
}

// ClassAlias makes alias another name of c. It reports false, having warned,
// when the name is taken.
func (x *Exec) ClassAlias(c *Class, alias string) bool {
	alias = strings.TrimPrefix(alias, "\\")
	lc := strings.ToLower(alias)
	if reservedClassName(lc) {
		x.FatalError("Cannot use \"%s\" as a class alias as it is reserved", alias)
	}
	if alias == "_" {
		x.Deprecated("Using \"_\" as a class alias is deprecated since 8.4")
		if x.HasExc() {
			return false
		}
	}
	if old := x.findClass(lc); old != nil {
		x.Warning("Cannot redeclare %s %s%s", c.Kind(), alias, previously(old))
		return false
	}
	x.addClass(lc, lc, c)
	return true
}

// previously is the tail of a redeclaration error that tells where.
func previously(c *Class) string {
	if c == nil || c.Decl == nil {
		return ""
	}
	return sprintf(" (previously declared in %s:%d)", []any{c.Decl.File, c.Decl.LineStart})
}

func reservedClassName(lc string) bool {
	switch lc {
	case "self", "parent", "static", "bool", "false", "float", "int", "null", "string", "true", "void", "never", "iterable", "object", "mixed", "array", "callable":
		return true
	}
	return false
}

// newClass allocates both faces of a class. name may end in NUL and a suffix
// that makes it unique (anonymous classes); Name keeps what messages show.
func (x *Exec) newClass(name string, flags uint32) *Class {
	d := classDescAt(x.perm.Alloc(classDescSize))
	d.ID = uint32(len(x.Classes))
	d.Flags = flags
	c := &Class{Desc: d, Name: name, LCName: strings.ToLower(name), NameStr: x.Space.Intern(name), Flags: flags}
	if i := strings.IndexByte(name, 0); i >= 0 {
		c.Name = name[:i]
	}
	x.Classes = append(x.Classes, c)
	return c
}

const classDescSize = 64

// linkInternal builds an internal class from its declaration.
func (x *Exec) linkInternal(l *lazyClass) {
	p := newSigParser(x, l.spec.Decl)
	attrs := p.attributes()
	var flags uint32
	for {
		switch p.tok {
		case "abstract":
			flags |= code.AccAbstract
		case "final":
			flags |= code.AccFinal
		case "readonly":
			flags |= code.AccReadonlyClass
		default:
			goto kind
		}
		p.next()
	}
kind:
	switch k := p.ident(); k {
	case "interface":
		flags |= code.AccInterface
	case "trait":
		flags |= code.AccTrait
	case "enum":
		flags |= code.AccEnum | code.AccFinal
	case "class":
	default:
		p.fail("class")
	}
	c := x.newClass(p.ident(), flags)
	c.Spec, c.Module, c.Attributes = l.spec, l.module, attrs
	l.class = c
	x.ClassTab[c.LCName] = c
	c.NoDynamic, c.NotSerial = l.spec.NoDynamic, l.spec.NotSerializable
	if p.accept(":") {
		c.EnumBacking = p.typ()
	}
	b := &linker{x: x, c: c}
	if p.tok == "extends" {
		p.next()
		if c.IsInterface() {
			b.ifaces = p.classList(x)
		} else if c.Parent = x.findClass(x.lower(p.ident())); c.Parent == nil {
			p.fail("a known parent class")
		}
	}
	if p.accept("implements") {
		b.ifaces = p.classList(x)
	}
	b.specMembers(l.spec)
	if p.err != nil {
		x.FatalError("%s", p.err.Error())
	}
	b.link()
}

func (p *sigParser) classList(x *Exec) []*Class {
	var out []*Class
	for p.err == nil {
		c := x.findClass(x.lower(p.ident()))
		if c == nil {
			p.fail("a known interface")
			break
		}
		out = append(out, c)
		if !p.accept(",") {
			break
		}
	}
	return out
}

// specMembers adds an internal class's own constants, properties and methods.
func (b *linker) specMembers(s *ClassSpec) {
	x, c := b.x, b.c
	if c.IsEnum() {
		b.enumMembers()
		for _, d := range s.Cases {
			k := &ClassConst{Name: d.Name, Flags: code.AccPublic, Class: c, IsCase: true}
			if d.Value != nil {
				k.Expr = lit(x.goValue(d.Value))
			}
			b.addCase(k)
		}
	}
	for i := range s.Consts {
		d := &s.Consts[i]
		p := newSigParser(x, d.Name)
		k := &ClassConst{Class: c}
		k.Attributes = p.attributes()
		k.Flags = p.modifiers()
		p.accept("const")
		if p.peekIdent() {
			k.Type = p.typ()
		}
		k.Name = p.ident()
		if e, ok := d.Value.(*code.ConstExpr); ok {
			k.Expr = e
			b.addConst(k, x.constRef(e))
		} else {
			b.addConst(k, x.goValue(d.Value))
		}
	}
	for _, src := range s.Props {
		p := newSigParser(x, src)
		d := &code.PropDecl{Flags: p.modifiers()}
		if p.tok != "" && p.tok[0] != '$' {
			d.Type = p.typ()
		}
		if p.tok == "" || p.tok[0] != '$' {
			p.fail("a property")
			x.FatalError("%s", p.err.Error())
		}
		d.Name = p.tok[1:]
		p.next()
		if p.accept("=") {
			d.HasDefault = true
			e := p.expr()
			if e.Kind == code.CELit {
				d.Value = e.Value
			} else {
				d.Value = x.constRef(e)
			}
		} else if d.Type == nil {
			d.HasDefault = true
			d.Value.SetNull()
		}
		if p.err != nil {
			x.FatalError("%s", p.err.Error())
		}
		b.addProp(d)
	}
	for i := range s.Methods {
		d := &s.Methods[i]
		fn := &Function{Decl: d, Module: c.Module, Class: c, Go: d.Fn}
		x.parseFuncHead(fn)
		if fn.Flags&code.AccPPP == 0 {
			fn.Flags |= code.AccPublic
		}
		if d.Fn == nil || c.IsInterface() {
			fn.Flags |= code.AccAbstract
		}
		c.Methods.Set(fn.LCName, fn)
	}
}

// peekIdent reports whether another name follows the current token, so that
// the current one is a type.
func (p *sigParser) peekIdent() bool {
	if p.tok == "?" {
		return true
	}
	c := p.peek()
	return c == '|' || c != 0 && isIdent(c)
}
