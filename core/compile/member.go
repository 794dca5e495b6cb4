package compile

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// method compiles a method.
func (c *compiler) method(d *syntax.FuncDecl) {
	k := c.class.decl
	a := c.newOp(d)
	a.Name = d.Name
	c.refuseMods(d.Mods, syntax.ModReadonly|syntax.ModVisibilitySet, "method")
	flags := visible(accOf(d.Mods))
	iface := k.Flags&code.AccInterface != 0
	cls := displayClass(k.Name)
	hasBody := d.Body != nil
	if flags&code.AccPrivate != 0 && flags&code.AccFinal != 0 && !equalFold(d.Name, "__construct") {
		c.warn(CompileWarning, "Private methods cannot be final as they are never overridden by other classes")
	}
	if iface {
		switch {
		case flags&code.AccPublic == 0:
			c.fail("Access type for interface method %s::%s() must be public", cls, d.Name)
		case flags&code.AccFinal != 0:
			c.fail("Interface method %s::%s() must not be final", cls, d.Name)
		case flags&code.AccAbstract != 0:
			c.fail("Interface method %s::%s() must not be abstract", cls, d.Name)
		}
		flags |= code.AccAbstract
	}
	if flags&code.AccAbstract != 0 {
		word := "Abstract"
		if iface {
			word = "Interface"
		}
		if flags&code.AccPrivate != 0 && k.Flags&code.AccTrait == 0 {
			c.fail("%s function %s::%s() cannot be declared private", word, cls, d.Name)
		}
		if hasBody {
			c.fail("%s function %s::%s() cannot contain body", word, cls, d.Name)
		}
		if !iface {
			switch {
			case k.Flags&code.AccEnum != 0:
				c.fail("Enum method %s::%s() must not be abstract", cls, d.Name)
			case k.Flags&code.AccAnonymous != 0:
				c.fail("Anonymous class method %s() must not be abstract", d.Name)
			case k.Flags&(code.AccTrait|code.AccAbstract) == 0:
				c.fail("Class %s declares abstract method %s() and must therefore be declared abstract", cls, d.Name)
			}
		}
		k.Flags |= code.AccImplicitAbstract
	} else if !hasBody {
		c.fail("Non-abstract method %s::%s() must contain body", cls, d.Name)
	}
	a.Flags |= flags
	lc := lower(d.Name)
	if _, have := c.class.methods[lc]; have || k.Flags&code.AccEnum != 0 && enumOwnMethod(k, lc) {
		c.fail("Cannot redeclare %s::%s()", cls, d.Name)
	}
	c.class.methods[lc] = a
	if lc == "__tostring" && k.Flags&code.AccTrait == 0 {
		c.addStringable(k)
	}
	if k.Flags&code.AccEnum != 0 && enumForbidden[lc] {
		c.fail("Enum %s cannot include magic method %s", cls, d.Name)
	}
	c.function(a, d, nil, attrMethod, func() {
		c.line = d.Line()
		c.checkMagic(a, lc)
	})
	if hasAttribute(a.Attributes, "deprecated") {
		a.SetFlags(a.Flags | code.AccDeprecated)
	}
	k.Methods = append(k.Methods, a)
}

var enumForbidden = map[string]bool{
	"__construct": true, "__destruct": true, "__clone": true, "__get": true, "__set": true, "__unset": true, "__isset": true,
	"__tostring": true, "__debuginfo": true, "__serialize": true, "__unserialize": true, "__set_state": true, "__sleep": true, "__wakeup": true,
}

func enumOwnMethod(k *code.ClassDecl, lc string) bool {
	return lc == "cases" || k.EnumType != nil && (lc == "from" || lc == "tryfrom")
}

func (c *compiler) addStringable(k *code.ClassDecl) {
	for _, n := range k.Interfaces {
		if equalFold(n, "Stringable") {
			return
		}
	}
	k.Interfaces = append(k.Interfaces, "Stringable")
}

// magicRule is what the engine asks of a magic method.
type magicRule struct {
	args     int // -1: any
	static   int // 1 must be, -1 must not be, 0 either
	public   bool
	noReturn bool   // may not declare a return type
	ret      uint32 // allowed return type, 0: any
	retName  string
	argTypes []uint32
	argNames []string
}

var magicRules = map[string]magicRule{
	"__construct":   {args: -1, static: -1, noReturn: true},
	"__destruct":    {args: 0, static: -1, noReturn: true},
	"__clone":       {args: 0, static: -1, ret: code.TypeMaskVoid, retName: "void"},
	"__get":         {args: 1, static: -1, public: true, argTypes: []uint32{code.TypeMaskString}, argNames: []string{"string"}},
	"__set":         {args: 2, static: -1, public: true, ret: code.TypeMaskVoid, retName: "void", argTypes: []uint32{code.TypeMaskString}, argNames: []string{"string"}},
	"__unset":       {args: 1, static: -1, public: true, ret: code.TypeMaskVoid, retName: "void", argTypes: []uint32{code.TypeMaskString}, argNames: []string{"string"}},
	"__isset":       {args: 1, static: -1, public: true, ret: code.TypeMaskBool, retName: "bool", argTypes: []uint32{code.TypeMaskString}, argNames: []string{"string"}},
	"__call":        {args: 2, static: -1, public: true, argTypes: []uint32{code.TypeMaskString, code.TypeMaskArray}, argNames: []string{"string", "array"}},
	"__callstatic":  {args: 2, static: 1, public: true, argTypes: []uint32{code.TypeMaskString, code.TypeMaskArray}, argNames: []string{"string", "array"}},
	"__tostring":    {args: 0, static: -1, public: true, ret: code.TypeMaskString, retName: "string"},
	"__debuginfo":   {args: 0, static: -1, public: true, ret: code.TypeMaskArray | code.TypeMaskNull, retName: "?array"},
	"__serialize":   {args: 0, static: -1, public: true, ret: code.TypeMaskArray, retName: "array"},
	"__unserialize": {args: 1, static: -1, public: true, ret: code.TypeMaskVoid, retName: "void", argTypes: []uint32{code.TypeMaskArray}, argNames: []string{"array"}},
	"__set_state":   {args: 1, static: 1, public: true, ret: code.TypeMaskObject, retName: "object", argTypes: []uint32{code.TypeMaskArray}, argNames: []string{"array"}},
	"__invoke":      {args: -1, static: -1, public: true},
	"__sleep":       {args: 0, static: -1, public: true, ret: code.TypeMaskArray, retName: "array"},
	"__wakeup":      {args: 0, static: -1, public: true, ret: code.TypeMaskVoid, retName: "void"},
}

func (c *compiler) checkMagic(a *code.OpArray, lc string) {
	r, ok := magicRules[lc]
	if !ok {
		return
	}
	who := displayClass(c.class.decl.Name) + "::" + a.Name + "()"
	if r.args >= 0 {
		if len(a.Params) != r.args || a.Flags&code.AccVariadic != 0 && r.args != len(a.Params) {
			switch r.args {
			case 0:
				c.fail("Method %s cannot take arguments", who)
			case 1:
				c.fail("Method %s must take exactly 1 argument", who)
			}
			c.fail("Method %s must take exactly %d arguments", who, r.args)
		}
		for _, p := range a.Params {
			if p.ByRef {
				c.fail("Method %s cannot take arguments by reference", who)
			}
		}
	}
	static := a.Flags&code.AccStatic != 0
	if r.static < 0 && static {
		c.fail("Method %s cannot be static", who)
	}
	if r.static > 0 && !static {
		c.fail("Method %s must be static", who)
	}
	if r.public && a.Flags&code.AccPublic == 0 {
		c.warn(Warning, "The magic method %s must have public visibility", who)
	}
	for i, mask := range r.argTypes {
		if t := a.Params[i].Type; t != nil && t.Mask&mask == 0 {
			c.fail("%s: Parameter #%d ($%s) must be of type %s when declared", who, i+1, a.Params[i].Name, r.argNames[i])
		}
	}
	if a.Return == nil || lc == "__tostring" && a.Return.Mask == code.TypeMaskString {
		return
	}
	if r.noReturn {
		c.fail("Method %s cannot declare a return type", who)
	}
	if r.ret == 0 || a.Return.Mask&code.TypeMaskNever != 0 {
		return
	}
	okMask := a.Return.Mask&^r.ret == 0
	if r.ret == code.TypeMaskObject {
		okMask = a.Return.Mask&^(code.TypeMaskObject|code.TypeMaskStatic) == 0
	} else if complexType(a.Return) {
		okMask = false
	}
	if !okMask {
		c.fail("%s: Return type must be %s when declared", who, r.retName)
	}
}

// propGroup compiles a property declaration.
func (c *compiler) propGroup(g *syntax.PropGroup) {
	k := c.class.decl
	cls := displayClass(k.Name)
	flags := visible(accOf(g.Mods))
	iface := k.Flags&code.AccInterface != 0
	if k.Flags&code.AccEnum != 0 {
		c.fail("Enum %s cannot include properties", cls)
	}
	for _, it := range g.Props {
		c.line = it.Line()
		p := code.PropDecl{Name: it.Name, Flags: flags, DocComment: it.Doc, Line: it.Line()}
		if iface {
			c.checkInterfaceProp(it, &p)
		} else if flags&code.AccAbstract != 0 {
			if !it.HasHooks {
				c.fail("Only hooked properties may be declared abstract")
			}
		}
		if g.Type != nil {
			p.Type = c.typeName(g.Type, false)
			if p.Type.Mask&(code.TypeMaskVoid|code.TypeMaskNever|code.TypeMaskCallable) != 0 {
				c.fail("Property %s::$%s cannot have type %s", cls, it.Name, typeString(p.Type))
			}
		}
		if flags&code.AccFinal != 0 && flags&code.AccPrivate != 0 {
			c.fail("Property cannot be both final and private")
		}
		if c.class.props[it.Name] {
			c.fail("Cannot redeclare %s::$%s", cls, it.Name)
		}
		if k.Flags&code.AccReadonlyClass != 0 {
			p.Flags |= code.AccReadonly
		}
		if it.HasHooks && p.Flags&code.AccReadonly != 0 {
			c.fail("Hooked properties cannot be readonly")
		}
		c.property = it.Name
		c.propDefault(it, &p)
		c.checkReadonly(&p)
		c.setVisibility(&p)
		p.Attributes = c.attributes(g.Attrs, attrProperty, 0)
		c.property = ""
		c.class.props[it.Name] = true
		if it.HasHooks {
			if flags&code.AccStatic != 0 {
				c.fail("Cannot declare hooks for static property")
			}
			c.propHooks(&p, it.Hooks, g.Type)
			if p.Flags&code.AccVirtual != 0 && it.Default != nil && c.class.decl.Parent == "" { // a parent may back it: linking decides
				c.fail("Cannot specify default value for virtual hooked property %s::$%s", cls, it.Name)
			}
			c.checkVirtualSet(&p)
		}
		k.Props = append(k.Props, p)
	}
}

func (c *compiler) checkInterfaceProp(it *syntax.PropItem, p *code.PropDecl) {
	cls := displayClass(c.class.decl.Name)
	switch {
	case !it.HasHooks:
		c.fail("Interfaces may only include hooked properties")
	case p.Flags&code.AccPublic == 0:
		c.fail("Property in interface cannot be protected or private")
	case p.Flags&code.AccFinal != 0:
		c.fail("Property in interface cannot be final")
	case p.Flags&code.AccAbstract != 0:
		c.fail("Property in interface cannot be explicitly abstract. All interface members are implicitly abstract")
	}
	_ = cls
	p.Flags |= code.AccAbstract
}

func (c *compiler) propDefault(it *syntax.PropItem, p *code.PropDecl) {
	cls := displayClass(c.class.decl.Name)
	if it.Default == nil {
		if p.Type == nil {
			p.HasDefault = true
			p.Value.SetNull()
		}
		return
	}
	l := c.constExpr(it.Default, false)
	if p.Type != nil && !l.HasExpr() && !fitsDefault(p.Type, &l) {
		if l.T == zval.Null && len(p.Type.Parts) == 0 {
			wider := *p.Type
			wider.Mask |= code.TypeMaskNull
			c.fail("Default value for property of type %s may not be null. Use the nullable type %s to allow null default value", typeString(p.Type), typeString(&wider))
		}
		c.fail("Cannot use %s as default value for property %s::$%s of type %s", litValueName(l), cls, it.Name, typeString(p.Type))
	}
	p.HasDefault = true
	if l.HasExpr() {
		p.Expr = l.X
	} else {
		p.Value = c.reg.Value(l)
	}
}

func (c *compiler) checkReadonly(p *code.PropDecl) {
	if p.Flags&code.AccReadonly == 0 {
		return
	}
	cls := displayClass(c.class.decl.Name)
	switch {
	case p.Type == nil:
		c.fail("Readonly property %s::$%s must have type", cls, p.Name)
	case p.HasDefault:
		c.fail("Readonly property %s::$%s cannot have default value", cls, p.Name)
	case p.Flags&code.AccStatic != 0:
		c.fail("Static property %s::$%s cannot be readonly", cls, p.Name)
	}
}

// setVisibility checks and completes the visibility for writing.
func (c *compiler) setVisibility(p *code.PropDecl) {
	const setMask = code.AccPublicSet | code.AccProtectedSet | code.AccPrivateSet
	cls := displayClass(c.class.decl.Name)
	if p.Flags&setMask != 0 {
		if p.Type == nil {
			c.fail("Property with asymmetric visibility %s::$%s must have type", cls, p.Name)
		}
		rank := func(pub, prot uint32) int {
			switch {
			case p.Flags&pub != 0:
				return 0
			case p.Flags&prot != 0:
				return 1
			}
			return 2
		}
		if rank(code.AccPublicSet, code.AccProtectedSet) < rank(code.AccPublic, code.AccProtected) {
			c.fail("Visibility of property %s::$%s must not be weaker than set visibility", cls, p.Name)
		}
		// The same for both says nothing.
		switch {
		case p.Flags&code.AccPublicSet != 0 && p.Flags&code.AccPublic != 0 && p.Flags&code.AccReadonly == 0:
			p.Flags &^= code.AccPublicSet
		case p.Flags&code.AccProtectedSet != 0 && p.Flags&code.AccProtected != 0:
			p.Flags &^= code.AccProtectedSet
		case p.Flags&code.AccPrivateSet != 0 && p.Flags&code.AccPrivate != 0:
			p.Flags &^= code.AccPrivateSet
		}
	}
	if p.Flags&code.AccReadonly != 0 && p.Flags&setMask == 0 && p.Flags&code.AccPublic != 0 {
		p.Flags |= code.AccProtectedSet
	}
	if p.Flags&code.AccPrivateSet != 0 && p.Flags&code.AccPrivate == 0 {
		p.Flags |= code.AccFinal
	}
}

func (c *compiler) checkVirtualSet(p *code.PropDecl) {
	const setMask = code.AccPublicSet | code.AccProtectedSet | code.AccPrivateSet
	if p.Flags&code.AccVirtual == 0 || p.Flags&setMask == 0 {
		return
	}
	cls := displayClass(c.class.decl.Name)
	if p.Set == nil && !p.SetDecl {
		c.fail("Read-only virtual property %s::$%s must not specify asymmetric visibility", cls, p.Name)
	}
	if p.Get == nil && !p.GetDecl {
		c.fail("Write-only virtual property %s::$%s must not specify asymmetric visibility", cls, p.Name)
	}
}

// propHooks compiles the hooks of a property.
func (c *compiler) propHooks(p *code.PropDecl, hooks []*syntax.FuncDecl, t syntax.Type) {
	cls := displayClass(c.class.decl.Name)
	iface := c.class.decl.Flags&code.AccInterface != 0
	if len(hooks) == 0 {
		c.fail("Property hook list must not be empty")
	}
	used, anyAbstract := false, false
	for _, h := range hooks {
		c.line = h.Line()
		lc := lower(h.Name)
		if lc != "get" && lc != "set" {
			c.fail("Unknown hook \"%s\" for property %s::$%s, expected \"get\" or \"set\"", h.Name, cls, p.Name)
		}
		if lc == "get" && (p.Get != nil || p.GetDecl) || lc == "set" && (p.Set != nil || p.SetDecl) {
			c.fail("Cannot redeclare property hook \"%s\"", lc)
		}
		c.refuseHookMods(h)
		flags := p.Flags & (code.AccPPP | code.AccAbstract) &^ code.AccAbstract
		if h.Mods&syntax.ModFinal != 0 {
			flags |= code.AccFinal
		}
		noBody := h.Body == nil && h.ExprBody == nil
		if flags&code.AccFinal != 0 && flags&code.AccPrivate != 0 {
			c.fail("Property hook cannot be both final and private")
		}
		if noBody {
			if !iface && p.Flags&code.AccAbstract == 0 {
				c.fail("Non-abstract property hook must have a body")
			}
			flags |= code.AccAbstract
			anyAbstract = true
			if flags&code.AccFinal != 0 {
				c.fail("Property hook cannot be both abstract and final")
			}
			if flags&code.AccPrivate != 0 {
				c.fail("Property hook cannot be both abstract and private")
			}
		} else {
			if iface {
				c.fail("Interface property hook must not have a body")
			}
		}
		if hasNoDiscard(c, h.Attrs) {
			c.fail("#[\\NoDiscard] is not supported for property hooks")
		}
		a, uses := c.hook(p, h, lc, t, flags)
		used = used || uses
		if lc == "get" {
			p.Get = a
			p.GetDecl = noBody
		} else {
			p.Set = a
			p.SetDecl = noBody
		}
	}
	if p.Flags&code.AccAbstract != 0 && !iface && !anyAbstract {
		c.fail("Abstract property %s::$%s must specify at least one abstract hook", cls, p.Name)
	}
	if !used {
		p.Flags |= code.AccVirtual
	}
	if used && p.Get != nil && p.Get.Flags&code.AccReturnRef != 0 && p.Set != nil {
		c.fail("Get hook of backed property %s::%s with set hook may not return by reference", cls, p.Name)
	}
	if anyAbstract {
		c.class.decl.Flags |= code.AccImplicitAbstract
	}
}

func hasNoDiscard(c *compiler, groups []*syntax.AttrGroup) bool {
	found := false
	for _, g := range groups {
		for _, a := range g.Attrs {
			switch lower(c.resolveClass(a.Name)) {
			case "nodiscard":
				found = true
			case "delayedtargetvalidation":
				return false
			}
		}
	}
	return found
}

func (c *compiler) refuseHookMods(h *syntax.FuncDecl) {
	for _, w := range [...]struct {
		m syntax.Mod
		w string
	}{{syntax.ModPublic, "public"}, {syntax.ModProtected, "protected"}, {syntax.ModPrivate, "private"}} {
		if h.Mods&w.m != 0 {
			c.fail("Cannot use the %s modifier on a property hook", w.w)
		}
	}
	c.refuseMods(h.Mods, syntax.ModStatic|syntax.ModAbstract|syntax.ModReadonly|syntax.ModVisibilitySet, "property hook")
}

// hook compiles one hook as a method named $prop::get or $prop::set. It
// reports whether the hook touches the property itself.
func (c *compiler) hook(p *code.PropDecl, h *syntax.FuncDecl, lc string, t syntax.Type, flags uint32) (*code.OpArray, bool) {
	cls := displayClass(c.class.decl.Name)
	d := *h
	d.Kind = syntax.FuncHook
	void := &syntax.NamedType{Pos: h.Pos, Name: &syntax.Name{Pos: h.Pos, Value: "void"}}
	if lc == "get" {
		if !h.NoParams {
			c.fail("get hook of property %s::$%s must not have a parameter list", cls, p.Name)
		}
		d.Return = t
	} else {
		if h.NoParams {
			d.Params = []*syntax.Param{{Pos: h.Pos, Name: "value", Type: t}}
		} else {
			if len(h.Params) != 1 {
				c.fail("set hook of property %s::$%s must accept exactly one parameters", cls, p.Name)
			}
			q := h.Params[0]
			bad := func(what string) {
				c.fail("Parameter $%s of set hook %s::$%s must not %s", q.Name, cls, p.Name, what)
			}
			switch {
			case q.ByRef:
				bad("be pass-by-reference")
			case q.Variadic:
				bad("be variadic")
			case q.Default != nil:
				bad("have a default value")
			case q.Type == nil && t != nil, q.Type != nil && t == nil && !isMixed(q.Type):
				c.fail("Type of parameter $%s of hook %s::$%s::set must be compatible with property type", q.Name, cls, p.Name)
			}
		}
		d.Return = void
		if h.ExprBody != nil {
			line := syntax.Pos(h.ExprBody.Line())
			target := &syntax.Prop{Pos: line, Obj: &syntax.Variable{Pos: line, Name: "this"}, Name: &syntax.StringLit{Pos: line, Value: p.Name}}
			d.ExprBody = nil
			d.Body = &syntax.Block{Pos: line, Stmts: []syntax.Stmt{&syntax.ExprStmt{Pos: line, X: &syntax.Assign{Pos: line, Var: target, Value: h.ExprBody}}}}
		}
	}
	a := c.newOp(&d)
	a.Name = fmt.Sprintf("$%s::%s", p.Name, lc)
	a.Flags |= flags
	c.hookName, c.hookIsGet = p.Name, lc == "get"
	used := false
	c.function(a, &d, nil, attrMethod, func() { used = c.fn.hookUsed })
	return a, used
}

func isMixed(t syntax.Type) bool {
	n, ok := t.(*syntax.NamedType)
	return ok && equalFold(n.Name.Value, "mixed")
}

// parentHookCall compiles parent::$prop::get() and ::set() inside a hook.
func (c *compiler) parentHookCall(e *syntax.StaticCall) (node, bool) {
	sp, ok := e.Class.(*syntax.StaticProp)
	if !ok || sp.Paren {
		return none, false
	}
	cn, ok := sp.Class.(*syntax.Name)
	if !ok || fetchTypeOf(cn) != code.FetchClassParent {
		return none, false
	}
	lit, ok := plainLiteral(sp.Name)
	if !ok {
		return none, false
	}
	prop := litString(lit)
	m, ok := e.Name.(*syntax.StringLit)
	if !ok {
		return none, false
	}
	lc := lower(m.Value)
	if lc != "get" && lc != "set" {
		return none, false
	}
	f := c.fn
	if c.class == nil {
		c.fail("Cannot use \"parent\" when no class scope is active")
	}
	if f.hookProp == "" {
		c.fail("Must not use parent::$%s::%s() outside a property hook", prop, m.Value)
	}
	if f.hookProp != prop {
		c.fail("Must not use parent::$%s::%s() in a different property ($%s)", prop, m.Value, f.hookProp)
	}
	if f.hookGet != (lc == "get") {
		in := "set"
		if f.hookGet {
			in = "get"
		}
		c.fail("Must not use parent::$%s::%s() in a different property hook (%s)", prop, m.Value, in)
	}
	if e.Args.FCC {
		c.fail("Cannot create Closure for parent property hook call")
	}
	// The parent's plain property stands behind it, so the property is backed.
	f.hookUsed = true
	op := c.emit(opcode.InitParentPropertyHookCall, strNode(prop), none)
	if lc == "set" {
		op.Op2.N = 1
	}
	return c.callCommon(e.Args, nil, e.Name.Line()), true
}

// promotedFlags are the flags of the property a parameter declares, 0 if none.
func (c *compiler) promotedFlags(p *syntax.Param) uint32 {
	if !promoted(p) {
		return 0
	}
	c.refuseMods(p.Mods, syntax.ModStatic|syntax.ModAbstract, "parameter")
	return visible(accOf(p.Mods)) | code.AccPromoted
}

// promote declares the property of a promoted constructor parameter.
func (c *compiler) promote(d *syntax.FuncDecl, p *syntax.Param, paramType *code.TypeRef, flags uint32) {
	a := c.fn.a
	if c.fn.scope == nil || !equalFold(a.Name, "__construct") {
		c.fail("Cannot declare promoted property outside a constructor")
	}
	k := c.class.decl
	cls := displayClass(k.Name)
	if a.Flags&code.AccAbstract != 0 || k.Flags&code.AccInterface != 0 {
		c.fail("Cannot declare promoted property in an abstract constructor")
	}
	if p.Variadic {
		c.fail("Cannot declare variadic promoted property")
	}
	if c.class.props[p.Name] {
		c.fail("Cannot redeclare %s::$%s", cls, p.Name)
	}
	if paramType != nil && paramType.Mask&code.TypeMaskCallable != 0 {
		c.fail("Property %s::$%s cannot have type %s", cls, p.Name, typeString(paramType))
	}
	if k.Flags&code.AccReadonlyClass != 0 {
		flags |= code.AccReadonly
	}
	pd := code.PropDecl{Name: p.Name, Flags: flags, DocComment: p.Doc, Line: p.Line()}
	if p.Type != nil {
		pd.Type = c.typeName(p.Type, false)
	} else {
		if flags&code.AccReadonly != 0 {
			c.fail("Readonly property %s::$%s must have type", cls, p.Name)
		}
		pd.HasDefault = true
		pd.Value.SetNull()
	}
	c.setVisibility(&pd)
	c.property = p.Name
	pd.Attributes = c.attributes(p.Attrs, attrProperty, attrParameter)
	c.property = ""
	c.class.props[p.Name] = true
	if p.HasHooks {
		if pd.Flags&code.AccReadonly != 0 {
			c.fail("Hooked properties cannot be readonly")
		}
		c.propHooks(&pd, p.Hooks, p.Type)
		c.checkVirtualSet(&pd)
	}
	k.Props = append(k.Props, pd)
}
