package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Declaring what has been compiled: functions and classes.

// bindUser makes the Go face of a compiled function.
func (x *Exec) bindUser(op *code.OpArray) *Function {
	fn := &Function{Desc: op.Desc, Op: op, Name: op.Name, LCName: strings.ToLower(op.Name), Params: op.Params, Return: op.Return,
		Flags: op.Flags, NumArgs: int(op.Desc.NumArgs), Required: int(op.Desc.Required), Attributes: op.Attributes, ready: true}
	fn.nameStr = x.Space.Intern(op.Name)
	flags := fn.Flags
	for i := range op.Attributes {
		x.functionAttribute(fn, &op.Attributes[i])
	}
	if fn.Flags != flags {
		op.SetFlags(fn.Flags)
	}
	x.setUser(op.Desc.ID, fn)
	return fn
}

func (x *Exec) setUser(id uint32, fn *Function) {
	for int(id) >= len(x.cls.users) {
		x.cls.users = append(x.cls.users, make([]*Function, max(64, len(x.cls.users)))...)
	}
	x.cls.users[id] = fn
}

// DeclareFunction enters a compiled function in the function table. A name
// that is taken is a fatal error.
func (x *Exec) DeclareFunction(op *code.OpArray) error {
	lc := strings.ToLower(op.Name)
	if old := x.LookupFunction(lc); old != nil {
		where := ""
		if old.Op != nil {
			where = sprintf(" (previously declared in %s:%d)", []any{old.Op.File, old.Op.LineStart})
		}
		file, line := op.File, op.LineStart
		if f := x.Frame(); f != nil && x.Errors.AtFile == "" {
			if wf, wl := x.where(); wf == op.File {
				line = wl
			}
		}
		x.CompileErr(file, line, sprintf("Cannot redeclare function %s()%s", []any{op.Name, where}))
	}
	fn := x.FuncOf(op.Desc)
	x.Functions[lc] = fn
	x.FuncOrder = append(x.FuncOrder, fn)
	return nil
}

// DeclareClass is the compiler's attempt to declare a class before the
// program runs: possible without interfaces and traits, when the parent is
// there and compatible as far as loaded classes tell.
func (x *Exec) DeclareClass(d *code.ClassDecl) (bound bool, err error) {
	if len(d.Interfaces) > 0 || len(d.Traits) > 0 || d.Flags&code.AccEnum != 0 {
		return false, nil
	}
	for _, m := range d.Methods {
		if strings.EqualFold(m.Name, "__toString") && d.Flags&code.AccTrait == 0 {
			return false, nil // implements Stringable
		}
	}
	if old := x.findClass(d.LCName); old != nil {
		if d.Parent == "" {
			x.redeclared(d, old)
		}
		return false, nil
	}
	var parent *Class
	if d.Parent != "" {
		parent = x.findClass(d.ParentLC)
		if parent == nil || parent.linking {
			return false, nil
		}
	}
	return x.linkUser(d, parent, nil, nil, true) != nil, nil
}

func (x *Exec) redeclared(d *code.ClassDecl, old *Class) {
	x.CompileErr(d.File, d.LineStart, sprintf("Cannot redeclare %s %s%s", []any{old.Kind(), old.Name, previously(old)}))
}

func declName(d *code.ClassDecl) string {
	n, _, _ := strings.Cut(d.Name, "\x00")
	return n
}

// LinkClass declares a class at run time: it loads what the class builds on,
// links it and enters it in the class table. It may run PHP (autoloaders).
// It returns nil when an exception was thrown; other failures are fatal.
func (x *Exec) LinkClass(d *code.ClassDecl) *Class {
	if old := x.findClass(d.LCName); old != nil {
		if old.Decl == d && d.Flags&code.AccAnonymous != 0 {
			return old
		}
		x.redeclared(d, old)
	}
	// while its ancestors are loaded the class can already be reasoned about
	if x.cls.linking == nil {
		x.cls.linking = make(map[string]*code.ClassDecl)
	}
	x.cls.linking[d.LCName] = d
	defer delete(x.cls.linking, d.LCName)
	var parent *Class
	if d.Parent != "" {
		if parent = x.FetchClass(d.Parent, FetchAnyClass); parent == nil {
			return nil
		}
	}
	var traits []*Class
	for i := range d.Traits {
		for _, n := range d.Traits[i].Names {
			t := x.FetchClass(n, FetchTrait)
			if t == nil {
				return nil
			}
			if !t.IsTrait() {
				x.ThrowError(nil, "%s cannot use %s - it is not a trait", declName(d), t.Name)
				return nil
			}
			if hasAttribute(t.Attributes, "deprecated") {
				x.deprecatedTrait(d, t)
				if x.HasExc() {
					return nil
				}
			}
			dup := false
			for _, o := range traits {
				dup = dup || o == t
			}
			if !dup {
				traits = append(traits, t)
			}
		}
	}
	var ifaces []*Class
	for _, n := range d.Interfaces {
		i := x.FetchClass(n, FetchInterface)
		if i == nil {
			return nil
		}
		ifaces = append(ifaces, i)
	}
	if old := x.findClass(d.LCName); old != nil {
		x.redeclared(d, old) // an autoloader declared it meanwhile
	}
	return x.linkUser(d, parent, ifaces, traits, false)
}

func (x *Exec) deprecatedTrait(d *code.ClassDecl, t *Class) {
	tail, ok := x.deprecatedTail(t.Attributes, t)
	if !ok {
		return
	}
	x.RaiseAt(EUserDeprecated, d.File, d.LineStart, sprintf("Trait %s used by %s is deprecated%s", []any{t.Name, declName(d), tail}))
}

// deprecatedTail is what follows "is deprecated" for #[Deprecated(message, since)];
// not ok when making the attribute threw. May run PHP.
func (x *Exec) deprecatedTail(at []code.Attribute, scope *Class) (string, bool) {
	v, ok := x.attributeArgs(at, "deprecated", scope)
	return deprecatedText(v[0], v[1]), ok
}

func deprecatedText(msg, since string) string {
	t := ""
	if since != "" {
		t += " since " + since
	}
	if msg != "" {
		t += ", " + msg
	}
	return t
}

// linkUser links a declaration whose dependencies are at hand. Early linking
// gives up with nil when it would need classes that are not loaded.
func (x *Exec) linkUser(d *code.ClassDecl, parent *Class, ifaces, traits []*Class, early bool) *Class {
	ids := len(x.Classes)
	c := x.newClass(d.Name, d.Flags)
	c.Decl, c.Attributes, c.DocComment = d, d.Attributes, d.DocComment
	c.Parent = parent
	c.linking = true
	b := &linker{x: x, c: c, d: d, ifaces: ifaces, traits: traits, early: early}
	b.declMembers()
	if c.Methods.m["__tostring"] != nil && !c.IsTrait() {
		b.addStringable()
	}
	b.link()
	if b.undecided {
		b.undo()
		if len(x.Classes) == ids+1 {
			x.Classes = x.Classes[:ids]
		}
		return nil
	}
	x.addClass(d.LCName, d.Name, c)
	for _, check := range b.pending {
		if !check() && x.HasExc() {
			return nil
		}
	}
	return c
}

// addStringable makes a class with __toString implement Stringable.
func (b *linker) addStringable() {
	s := b.x.Cls.Stringable
	for _, i := range b.ifaces {
		if i == s {
			return
		}
	}
	if b.c.Parent != nil && b.c.Parent.InstanceOf(s) {
		return
	}
	b.ifaces = append(b.ifaces, s)
}

// undo takes a class that could not be bound early out of its functions again.
func (b *linker) undo() {
	for _, op := range b.d.Methods {
		b.forget(op)
	}
	for i := range b.d.Props {
		b.forget(b.d.Props[i].Get)
		b.forget(b.d.Props[i].Set)
	}
}

func (b *linker) forget(op *code.OpArray) {
	if op != nil {
		op.Desc.Scope = 0
		b.x.cls.users[op.Desc.ID] = nil
	}
}

// declByKey finds a class declaration by its run-time definition key.
func (x *Exec) declByKey(key string) *code.ClassDecl {
	if x.cls.decls == nil {
		x.cls.decls = make(map[string]*code.ClassDecl)
	}
	for ; x.cls.declsSeen < len(x.Reg.Classes); x.cls.declsSeen++ {
		d := x.Reg.Classes[x.cls.declsSeen]
		if d != nil && d.RTDKey != "" {
			x.cls.decls[d.RTDKey] = d
		}
	}
	return x.cls.decls[key]
}

// DeclaredIn tells whether a class (by lower-case name) is there and was declared by a file.
func (x *Exec) DeclaredIn(lc, file string) bool {
	c := x.findClass(lc)
	return c != nil && c.Decl != nil && c.Decl.File == file
}

// BindDelayed declares a class ahead of its DECLARE_CLASS_DELAYED if its parent
// is declared and its name is free.
func (x *Exec) BindDelayed(d *code.ClassDecl) {
	if x.findClass(d.LCName) == nil {
		x.DeclareClass(d)
	}
}

// DeclareClassOp executes DECLARE_CLASS (delayed: DECLARE_CLASS_DELAYED) in
// frame fp: operand 1 is the lower-case name, the literal behind it the
// definition key.
func (x *Exec) DeclareClassOp(fp *vmstack.Frame, op *code.Opline, delayed bool) {
	lit := op.Literal(op.Op1)
	d := x.declByKey(valueAt(lit.Addr() + zval.ValueSize).Str().View())
	if d == nil {
		d = x.declByKey(lit.Str().View())
	}
	if d == nil {
		return
	}
	if delayed {
		if c := x.findClass(d.LCName); c != nil && c.Decl == d {
			return
		}
	}
	x.LinkClass(d)
}

// DeclareAnonClass executes DECLARE_ANON_CLASS; nil when it threw.
func (x *Exec) DeclareAnonClass(fp *vmstack.Frame, op *code.Opline) *Class {
	d := x.declByKey(op.Literal(op.Op1).Str().View())
	if d == nil {
		return nil
	}
	return x.LinkClass(d)
}

// InitClass evaluates what the class still holds as expressions: constants,
// static members and property defaults. It may run PHP; false when it threw.
func (x *Exec) InitClass(c *Class) bool {
	if !c.needsInit {
		return true
	}
	if !x.EnterNative() {
		return false
	}
	was := c.initing
	c.initing = true
	ok := x.initClass(c)
	c.initing = was
	x.LeaveNative()
	if ok {
		c.needsInit = false
	}
	return ok
}

func (x *Exec) initClass(c *Class) bool {
	if c.Parent != nil && !x.InitClass(c.Parent) {
		return false
	}
	for _, name := range c.Consts.keys {
		k := c.Consts.m[name]
		if k.Class == c && k.Value.Type() == zval.ConstAST && !k.IsCase && !x.evalConst(k) {
			return false
		}
	}
	for i, p := range c.StaticInfos {
		v := valueIndex(c.Static, uint32(i))
		if v.Type() == zval.ConstAST && !x.initMember(c, p, v) {
			return false
		}
	}
	for i, p := range c.Slots {
		v := valueIndex(c.Desc.Defaults, uint32(i))
		if v.Type() == zval.ConstAST && p != nil && !x.initMember(c, p, v) {
			return false
		}
	}
	return true
}

// initMember evaluates the initial value of a property in place.
func (x *Exec) initMember(c *Class, p *PropInfo, v *zval.Value) bool {
	var r zval.Value
	if !x.EvalConstExpr(x.Reg.ConstExprs[v.V], p.Class, &r) {
		return false
	}
	if p.Type != nil && !x.VerifyProp(p, &r, true) {
		x.Space.Release(&r)
		return false
	}
	if v.Type() != zval.ConstAST {
		x.Space.Release(&r) // evaluated meanwhile by PHP that ran
		return true
	}
	v.MoveFrom(&r)
	v.U = 0
	return true
}

// evalConst evaluates a class constant in place. It may run PHP; false when it threw.
func (x *Exec) evalConst(k *ClassConst) bool {
	if !x.EnterNative() {
		return false
	}
	defer x.LeaveNative()
	if k.IsCase {
		if k.Class.EnumBacking != nil && !k.Class.building {
			// all cases at once, so that equal values are found
			if !x.enumTable(k.Class) {
				return false
			}
			if k.Value.Type() != zval.ConstAST {
				return true
			}
		}
		return x.makeCase(k)
	}
	var r zval.Value
	if !x.EvalConstExpr(x.Reg.ConstExprs[k.Value.V], k.Class, &r) {
		return false
	}
	if k.Type != nil && !x.CheckType(k.Type, &r, k.Class, nil, true) {
		if !x.HasExc() {
			x.ThrowTypeError("Cannot assign %s to class constant %s::%s of type %s", x.ValueName(&r), k.Class.Name, k.Name, typeText(k.Type, nil))
		}
		x.Space.Release(&r)
		return false
	}
	if k.Value.Type() != zval.ConstAST {
		// an autoloader or handler asked for it meanwhile
		x.Space.Release(&r)
		return true
	}
	*k.Value = zval.Value{V: r.V, T: r.T}
	return true
}

// ClassConstant finds a constant of c as seen from scope, evaluating it.
// It may run PHP; not ok when it threw. The value is borrowed and keeps its address.
func (x *Exec) ClassConstant(c *Class, name string, scope *Class) (*zval.Value, bool) {
	return x.classConstant(c, c.Name, name, scope, false)
}

// classConstant is ClassConstant for a class that was written in some way
// (self, parent); inExpr: from another constant's expression, where circles show.
func (x *Exec) classConstant(c *Class, written, name string, scope *Class, inExpr bool) (*zval.Value, bool) {
	k := c.Consts.m[name]
	if k == nil {
		x.ThrowError(nil, "Undefined constant %s::%s", written, name)
		return nil, false
	}
	if k.Flags&code.AccPublic == 0 && !visibleFrom(k.Flags, k.Class, scope) {
		x.ThrowError(nil, "Cannot access %s constant %s::%s", visibilityName(k.Flags), c.Name, name)
		return nil, false
	}
	if c.IsTrait() && k.Class == c {
		x.ThrowError(nil, "Cannot access trait constant %s::%s directly", c.Name, name)
		return nil, false
	}
	if len(k.Attributes) > 0 && hasAttribute(k.Attributes, "deprecated") && !k.evaluating {
		what := "Constant"
		if k.IsCase {
			what = "Enum case"
		}
		if !k.reporting {
			k.reporting = true
			tail, ok := x.deprecatedTail(k.Attributes, k.Class)
			if ok {
				x.Raise(EUserDeprecated, "%s %s::%s is deprecated%s", what, k.Class.Name, name, tail)
			}
			k.reporting = false
		}
		if x.HasExc() {
			return nil, false
		}
	}
	if k.Value.Type() == zval.ConstAST {
		if inExpr {
			if k.evaluating {
				x.ThrowError(nil, "Cannot declare self-referencing constant %s::%s", written, name)
				return nil, false
			}
			k.evaluating = true
			defer func() { k.evaluating = false }()
		}
		if !x.evalConst(k) {
			return nil, false
		}
	}
	return k.Value, true
}

// visibleFrom reports whether code in scope may use a non-public member
// declared in class.
func visibleFrom(flags uint32, class, scope *Class) bool {
	switch {
	case flags&code.AccPublic != 0:
		return true
	case scope == nil:
		return false
	case flags&code.AccPrivate != 0:
		return scope == class
	}
	return protectedFrom(class, scope)
}

// protectedFrom reports whether scope is class, below it or above it.
func protectedFrom(class, scope *Class) bool {
	return scope != nil && class != nil && (scope.Extends(class) || class.Extends(scope))
}
