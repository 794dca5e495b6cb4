package compile

import (
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
)

// classState is a class being compiled.
type classState struct {
	decl    *code.ClassDecl
	methods map[string]*code.OpArray // by lower-case name
	consts  map[string]*classConst
	props   map[string]bool
	ast     *syntax.ClassDecl
}

type classConst struct {
	lit        code.Lit
	isCase     bool
	deprecated bool
}

func (s *classState) findConst(name string) *classConst { return s.consts[name] }

// accOf translates modifiers.
func accOf(m syntax.Mod) uint32 {
	var f uint32
	for _, p := range [...]struct {
		m syntax.Mod
		f uint32
	}{
		{syntax.ModPublic, code.AccPublic}, {syntax.ModProtected, code.AccProtected}, {syntax.ModPrivate, code.AccPrivate},
		{syntax.ModStatic, code.AccStatic}, {syntax.ModAbstract, code.AccAbstract}, {syntax.ModFinal, code.AccFinal},
		{syntax.ModReadonly, code.AccReadonly}, {syntax.ModPublicSet, code.AccPublicSet},
		{syntax.ModProtectedSet, code.AccProtectedSet}, {syntax.ModPrivateSet, code.AccPrivateSet},
		{syntax.ModVar, code.AccPublic},
	} {
		if m&p.m != 0 {
			f |= p.f
		}
	}
	return f
}

// visible adds the visibility a member has when none is written.
func visible(f uint32) uint32 {
	if f&code.AccPPP == 0 {
		f |= code.AccPublic
	}
	return f
}

var classKinds = [...]struct {
	flags uint32
	word  string
}{
	syntax.KindClass:     {0, "class"},
	syntax.KindAnonClass: {code.AccAnonymous, "class"},
	syntax.KindInterface: {code.AccInterface | code.AccAbstract, "interface"},
	syntax.KindTrait:     {code.AccTrait, "trait"},
	syntax.KindEnum:      {code.AccEnum | code.AccFinal, "enum"},
}

// classDecl compiles a class. For an anonymous one it returns the class; a
// named one is declared at once if the executor can, else by an opline.
func (c *compiler) classDecl(d *syntax.ClassDecl, top bool) node {
	k := &code.ClassDecl{
		Flags: classKinds[d.Kind].flags, File: c.file, LineStart: d.Line(), LineEnd: d.EndLine, DocComment: d.Doc, TopLevel: top,
	}
	if d.Kind != syntax.KindInterface {
		k.Flags |= accOf(d.Mods) & (code.AccAbstract | code.AccFinal)
	}
	if d.Mods&syntax.ModReadonly != 0 {
		k.Flags |= code.AccReadonlyClass
	}
	anon := d.Kind == syntax.KindAnonClass
	if anon {
		k.Name = c.anonName(d)
	} else {
		if c.class != nil {
			c.fail("Class declarations may not be nested")
		}
		if reservedClassName(d.Name) {
			what := [...]string{"a class", "a class", "an interface", "a trait", "an enum"}[d.Kind]
			c.fail("Cannot use \"%s\" as %s name as it is reserved", d.Name, what)
		}
		if d.Name == "_" {
			what := [...]string{"a class", "a class", "an interface", "a trait", "an enum"}[d.Kind]
			c.warn(Deprecated, "Using \"_\" as %s name is deprecated since 8.4", what)
		}
		k.Name = c.prefixNS(d.Name)
		if to, ok := c.uses[syntax.UseClass][lower(d.Name)]; ok && !equalFold(k.Name, to) {
			c.fail("Cannot redeclare class %s (previously declared as local import)", k.Name)
		}
		c.seen[lower(k.Name)] |= seenClass
	}
	k.LCName = lower(k.Name)
	if d.Extends != nil {
		k.Parent = c.constClassName(d.Extends, "class name")
		k.ParentLC = lower(k.Parent)
	}
	st := &classState{decl: k, ast: d, methods: map[string]*code.OpArray{}, consts: map[string]*classConst{}, props: map[string]bool{}}
	outer := c.class
	c.class = st
	k.Attributes = c.attributes(d.Attrs, attrClass, 0)
	c.checkClassAttributes(k)
	for _, n := range d.Implements {
		k.Interfaces = append(k.Interfaces, c.constClassName(n, "interface name"))
	}
	if d.Kind == syntax.KindEnum {
		c.enumHead(k, d)
	}
	for _, m := range d.Members {
		c.member(m)
	}
	c.line = d.Line()
	c.checkAbstract(st)
	c.class = outer

	k.Index = len(c.reg.Classes)
	c.reg.Classes = append(c.reg.Classes, k)
	c.unit.Classes = append(c.unit.Classes, k)

	plain := len(k.Interfaces) == 0 && len(k.Traits) == 0
	if top && plain {
		bound, err := c.hooks.DeclareClass(k)
		c.check(err)
		if bound {
			k.Hoisted = true
			return none
		}
	}

	op := c.emit(opcode.Nop, none, none)
	if k.Parent != "" {
		op.Op2 = c.litStr(k.ParentLC)
	}
	op.Op1 = c.litStr(k.LCName)
	if anon {
		op.Code = opcode.DeclareAnonClass
		op.Ext = c.fn.d.Cache(1)
		k.RTDKey = k.LCName
		return c.varResult(op)
	}
	k.RTDKey = c.definitionKey(k.LCName, d.Line())
	c.litStr(k.RTDKey)
	op.Code = opcode.DeclareClass
	if top && k.Parent != "" && c.o.Cached && plain {
		op.Code = opcode.DeclareClassDelayed
		c.unit.Delayed = append(c.unit.Delayed, k)
		op.Ext = c.fn.d.Cache(1)
	}
	return none
}

// definitionKey names one declaration of a class, of which a file may hold several.
func (c *compiler) definitionKey(lc string, line int) string {
	c.anonymous++
	return fmt.Sprintf("\x00%s%s:%d$%x", lc, c.file, line, c.reg.NextKey())
}

func (c *compiler) anonName(d *syntax.ClassDecl) string {
	prefix := "class"
	if d.Extends != nil {
		prefix = c.constClassName(d.Extends, "class name")
	} else if len(d.Implements) > 0 {
		prefix = c.constClassName(d.Implements[0], "interface name")
	}
	return fmt.Sprintf("%s@anonymous\x00%s:%d$%x", prefix, c.file, d.Line(), c.reg.NextKey())
}

func (c *compiler) enumHead(k *code.ClassDecl, d *syntax.ClassDecl) {
	if d.EnumType != nil {
		t := c.typeName(d.EnumType, false)
		if complexType(t) || t.Mask != code.TypeMaskLong && t.Mask != code.TypeMaskString {
			c.fail("Enum backing type must be int or string, %s given", typeString(t))
		}
		k.EnumType = t
	}
	k.Interfaces = append(k.Interfaces, "UnitEnum")
	if k.EnumType != nil {
		k.Interfaces = append(k.Interfaces, "BackedEnum")
	}
}

// member compiles one member of a class.
func (c *compiler) member(m syntax.Member) {
	c.line = m.Line()
	switch m := m.(type) {
	case *syntax.PropGroup:
		c.propGroup(m)
	case *syntax.ConstGroup:
		c.constGroup(m)
	case *syntax.FuncDecl:
		c.method(m)
	case *syntax.TraitUse:
		c.traitUse(m)
	case *syntax.EnumCase:
		c.enumCase(m)
	}
}

func (c *compiler) declareConst(name string, k *classConst) {
	if equalFold(name, "class") {
		c.fail("A class constant must not be called 'class'; it is reserved for class name fetching")
	}
	if _, have := c.class.consts[name]; have {
		c.fail("Cannot redefine class constant %s::%s", c.class.decl.Name, name)
	}
	c.class.consts[name] = k
}

func (c *compiler) constGroup(g *syntax.ConstGroup) {
	k := c.class.decl
	flags := visible(accOf(g.Mods))
	for _, it := range g.Items {
		c.constModifiers(g.Mods, flags, it.Name)
		cc := code.ClassConst{Name: it.Name, Flags: flags, DocComment: it.Doc, Line: it.Line()}
		if g.Type != nil {
			cc.Type = c.typeName(g.Type, false)
			if m := cc.Type.Mask; m&(code.TypeMaskVoid|code.TypeMaskNever|code.TypeMaskCallable) != 0 {
				c.fail("Class constant %s::%s cannot have type %s", k.Name, it.Name, typeString(cc.Type))
			}
		}
		if k.Flags&code.AccInterface != 0 && flags&code.AccPublic == 0 {
			c.fail("Access type for interface constant %s::%s must be public", k.Name, it.Name)
		}
		cc.Attributes = c.attributes(g.Attrs, attrClassConst, 0)
		l := c.constExpr(it.Value, false)
		if cc.Type != nil && !l.HasExpr() && !fitsDefault(cc.Type, &l) {
			c.fail("Cannot use %s as value for class constant %s::%s of type %s", litValueName(l), k.Name, it.Name, typeString(cc.Type))
		}
		if l.HasExpr() {
			cc.Expr = l.X
		} else {
			cc.Value = c.reg.Value(l)
		}
		c.declareConst(it.Name, &classConst{lit: l, deprecated: hasAttribute(cc.Attributes, "deprecated")})
		k.Consts = append(k.Consts, cc)
	}
}

func (c *compiler) constModifiers(m syntax.Mod, flags uint32, name string) {
	c.refuseMods(m, syntax.ModStatic|syntax.ModAbstract|syntax.ModReadonly|syntax.ModVisibilitySet, "class constant")
	if flags&code.AccPrivate != 0 && flags&code.AccFinal != 0 {
		c.fail("Private constant %s::%s cannot be final as it is not visible to other classes", c.class.decl.Name, name)
	}
}

var modWords = [...]struct {
	m syntax.Mod
	w string
}{
	{syntax.ModStatic, "static"}, {syntax.ModAbstract, "abstract"}, {syntax.ModFinal, "final"}, {syntax.ModReadonly, "readonly"},
	{syntax.ModPublicSet, "public(set)"}, {syntax.ModProtectedSet, "protected(set)"}, {syntax.ModPrivateSet, "private(set)"},
}

// refuseMods reports modifiers that a kind of member cannot have.
func (c *compiler) refuseMods(m, refused syntax.Mod, what string) {
	for _, w := range modWords {
		if m&refused&w.m != 0 {
			c.fail("Cannot use the %s modifier on a %s", w.w, what)
		}
	}
}

func (c *compiler) enumCase(e *syntax.EnumCase) {
	k := c.class.decl
	if k.Flags&code.AccEnum == 0 {
		c.fail("Case can only be used in enums")
	}
	if k.EnumType != nil && e.Value == nil {
		c.fail("Case %s of backed enum %s must have a value", e.Name, k.Name)
	}
	if k.EnumType == nil && e.Value != nil {
		c.fail("Case %s of non-backed enum %s must not have a value", e.Name, k.Name)
	}
	ec := code.EnumCase{Name: e.Name, DocComment: e.Doc, Line: e.Line()}
	if e.Value != nil {
		ec.Expr = c.asExpr(c.constExpr(e.Value, false))
	}
	c.declareConst(e.Name, &classConst{isCase: true})
	ec.Attributes = c.attributes(e.Attrs, attrClassConst, 0)
	k.Cases = append(k.Cases, ec)
	// Cases are constants, in the order of declaration with the others.
	k.Consts = append(k.Consts, code.ClassConst{
		Name: e.Name, Flags: code.AccPublic, DocComment: e.Doc, Line: e.Line(), Attributes: ec.Attributes,
		Expr: &code.ConstExpr{Kind: code.CEEnumCase, Name: k.Name, Name2: e.Name, X: ec.Expr, Line: e.Line()},
	})
}

func (c *compiler) traitUse(u *syntax.TraitUse) {
	k := c.class.decl
	tu := code.TraitUse{}
	for _, n := range u.Traits {
		if k.Flags&code.AccInterface != 0 {
			c.fail("Cannot use traits inside of interfaces. %s is used in %s", n.Value, k.Name)
		}
		tu.Names = append(tu.Names, c.constClassName(n, "trait name"))
	}
	for _, a := range u.Adaptations {
		r := code.TraitRule{Method: a.Method, Line: a.Line()}
		if a.Trait != nil {
			r.Trait = c.constClassName(a.Trait, "trait name")
		}
		if a.InsteadOf != nil {
			r.InsteadOf = []string{}
			for _, n := range a.InsteadOf {
				r.InsteadOf = append(r.InsteadOf, c.constClassName(n, "trait name"))
			}
		} else {
			for _, w := range modWords {
				if a.Mods&w.m != 0 && w.m != syntax.ModFinal {
					c.fail("Cannot use \"%s\" as method modifier in trait alias", w.w)
				}
			}
			r.Alias = a.Alias
			r.Flags = accOf(a.Mods)
		}
		tu.Rules = append(tu.Rules, r)
	}
	k.Traits = append(k.Traits, tu)
}

// checkClassAttributes applies the engine's own attributes to a class.
func (c *compiler) checkClassAttributes(k *code.ClassDecl) {
	kind := ""
	switch {
	case k.Flags&code.AccInterface != 0:
		kind = "interface"
	case k.Flags&code.AccTrait != 0:
		kind = "trait"
	case k.Flags&code.AccEnum != 0:
		kind = "enum"
	}
	if hasAttribute(k.Attributes, "delayedtargetvalidation") {
		return
	}
	if hasAttribute(k.Attributes, "allowdynamicproperties") {
		if kind != "" {
			c.failPlain("Cannot apply #[\\AllowDynamicProperties] to %s %s", kind, displayClass(k.Name))
		}
		if k.Flags&code.AccReadonlyClass != 0 {
			c.failPlain("Cannot apply #[\\AllowDynamicProperties] to readonly class %s", displayClass(k.Name))
		}
	}
	if hasAttribute(k.Attributes, "attribute") {
		switch {
		case kind != "":
			c.failPlain("Cannot apply #[\\Attribute] to %s %s", kind, displayClass(k.Name))
		case k.Flags&code.AccAbstract != 0:
			c.failPlain("Cannot apply #[\\Attribute] to abstract class %s", displayClass(k.Name))
		}
	}
	if hasAttribute(k.Attributes, "deprecated") && kind != "trait" {
		word := kind
		if word == "" {
			word = "class"
		}
		c.failPlain("Cannot apply #[\\Deprecated] to %s %s", word, displayClass(k.Name))
	}
}

// checkAbstract reports abstract methods and hooks in a class that is not abstract.
func (c *compiler) checkAbstract(st *classState) {
	k := st.decl
	if k.Flags&(code.AccInterface|code.AccTrait|code.AccAbstract) != 0 || k.Flags&code.AccImplicitAbstract == 0 {
		return
	}
	var names []string
	add := func(a *code.OpArray) {
		if a != nil && a.Flags&code.AccAbstract != 0 {
			names = append(names, displayClass(k.Name)+"::"+a.Name)
		}
	}
	for _, m := range k.Methods {
		add(m)
	}
	for i := range k.Props {
		add(k.Props[i].Get)
		add(k.Props[i].Set)
	}
	if len(names) == 0 {
		return
	}
	s, shown := "s", names
	if len(names) == 1 {
		s = ""
	}
	if len(shown) > 3 {
		shown = append(shown[:3:3], "...")
	}
	c.fail("%s %s contains %d abstract method%s and must therefore be declared abstract or implement the remaining method%s (%s)",
		[...]string{"Class", "Class", "Interface", "Trait", "Enum"}[st.ast.Kind], displayClass(k.Name), len(names), s, s, strings.Join(shown, ", "))
}

// displayClass cuts the part of an anonymous class's name that is not shown.
func displayClass(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] == 0 {
			return name[:i]
		}
	}
	return name
}
