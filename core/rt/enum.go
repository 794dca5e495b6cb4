package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Enums: cases are constants whose value, a single object, is made on first use.

// caseMark is the V of the ConstAST value of a case that has not been made.
const caseMark = ^uint64(0)

// Property slots of an enum case.
const (
	slotCaseName  = 0
	slotCaseValue = 1
)

// enumMembers declares what every enum has: its interfaces, properties and methods.
func (b *linker) enumMembers() {
	x, c := b.x, b.c
	if b.d != nil {
		c.EnumBacking = b.d.EnumType
	}
	str := &code.TypeRef{Mask: code.TypeMaskString, Src: "string"}
	b.addProp(&code.PropDecl{Name: "name", Flags: code.AccPublic | code.AccReadonly, Type: str})
	decls := []FuncDecl{{"public static function cases(): array", enumCases}}
	if c.EnumBacking != nil {
		b.addProp(&code.PropDecl{Name: "value", Flags: code.AccPublic | code.AccReadonly, Type: c.EnumBacking})
		arg := "int|string"
		if c.EnumBacking.Mask&code.TypeMaskLong != 0 {
			arg = "int"
		} else if c.EnumBacking.Mask&code.TypeMaskString != 0 {
			arg = "string"
		}
		decls = append(decls,
			FuncDecl{"public static function from(" + arg + " $value): static", enumFrom},
			FuncDecl{"public static function tryFrom(" + arg + " $value): ?static", enumTryFrom})
	}
	for i := range decls {
		fn := &Function{Decl: &decls[i], Class: c, Go: decls[i].Fn, Module: x.Module("Core")}
		x.parseFuncHead(fn)
		if b.d != nil {
			for _, op := range b.d.Methods {
				if x.lower(op.Name) == fn.LCName {
					b.fail("Cannot redeclare %s::%s()", c.Name, op.Name)
				}
			}
		}
		c.Methods.Set(fn.LCName, fn)
	}
	has := func(i *Class) bool {
		for _, k := range b.ifaces {
			if k == i {
				return true
			}
		}
		return false
	}
	if !has(x.Cls.UnitEnum) {
		b.ifaces = append(b.ifaces, x.Cls.UnitEnum)
	}
	if c.EnumBacking != nil && !has(x.Cls.BackedEnum) {
		b.ifaces = append(b.ifaces, x.Cls.BackedEnum)
	}
}

func (b *linker) addCase(k *ClassConst) {
	if old := b.c.Consts.m[k.Name]; old != nil {
		b.fail("Cannot redefine class constant %s::%s", b.c.Name, k.Name)
	}
	b.c.EnumCases = append(b.c.EnumCases, k.Name)
	b.addConst(k, zval.Value{V: caseMark, T: uint32(zval.ConstAST)})
}

// verifyEnum refuses what enums may not have, traits' contributions included.
func (b *linker) verifyEnum() {
	c := b.c
	if b.d == nil {
		return
	}
	want := 1
	if c.EnumBacking != nil {
		want = 2
	}
	n := 0
	for _, p := range c.Props.m {
		if p.Flags&code.AccStatic == 0 || p.Class == c {
			n++
		}
	}
	if n > want {
		b.fail("Enum %s cannot include properties", c.Name)
	}
	for _, m := range [...]string{"__construct", "__destruct", "__clone", "__get", "__set", "__unset", "__isset", "__tostring", "__debuginfo",
		"__serialize", "__unserialize", "__sleep", "__wakeup", "__set_state"} {
		if fn := c.Methods.m[m]; fn != nil {
			b.fail("Enum %s cannot include magic method %s", c.Name, fn.Name)
		}
	}
	if c.InstanceOf(b.x.Cls.Serializable) {
		b.fail("Enum %s cannot implement the Serializable interface", c.Name)
	}
}

// makeCase creates the object of an enum case and stores it as the constant's
// value; false when it threw.
func (x *Exec) makeCase(k *ClassConst) bool {
	c := k.Class
	var val zval.Value
	if k.Expr != nil {
		if !x.EvalConstExpr(k.Expr, c, &val) {
			return false
		}
		if t := c.EnumBacking; t != nil && t.Mask&(1<<(val.T&0xf)) == 0 {
			x.ThrowTypeError("Enum case type %s does not match enum backing type %s", x.TypeName(&val), typeText(t, nil))
			x.Space.Release(&val)
			return false
		}
	}
	o := x.rawObject(c)
	name := o.Prop(slotCaseName)
	name.SetStr(x.Space.Intern(k.Name))
	name.U = 0
	if c.EnumBacking != nil {
		v := o.Prop(slotCaseValue)
		v.MoveFrom(&val)
		v.U = 0
	}
	k.Value.SetObj(o)
	x.cls.cases = append(x.cls.cases, k)
	return true
}

// EnumCase borrows the object of an enum's case; nil when there is none or it threw.
func (x *Exec) EnumCase(c *Class, name string) *zval.Object {
	k := c.Consts.m[name]
	if k == nil || !k.IsCase {
		return nil
	}
	if k.Value.Type() == zval.ConstAST && !x.evalConst(k) {
		return nil
	}
	return k.Value.Obj()
}

// EnumCaseName is the name of a case's object.
func (x *Exec) EnumCaseName(o *zval.Object) string { return o.Prop(slotCaseName).Str().String() }

// EnumCaseValue borrows the backing value of a case; nil for a pure enum.
func (x *Exec) EnumCaseValue(o *zval.Object) *zval.Value {
	if x.ClassOf(o).EnumBacking == nil {
		return nil
	}
	return o.Prop(slotCaseValue)
}

func enumCases(x *Exec, a *Args, ret *zval.Value) {
	c := a.Fn.Class
	t := x.Space.NewPacked(len(c.EnumCases))
	ret.SetArr(t)
	for _, name := range c.EnumCases {
		o := x.EnumCase(c, name)
		if o == nil {
			x.Space.Release(ret)
			ret.SetNull()
			return
		}
		o.GC.RC++
		v := zval.ObjValue(o)
		x.Space.Append(t, &v)
	}
}

// enumTable builds the index from backing values to cases.
func (x *Exec) enumTable(c *Class) bool {
	if c.enumByLong != nil || c.enumByStr != nil {
		return true
	}
	if c.building {
		return true
	}
	c.building = true
	defer func() { c.building = false }()
	byLong, byStr := map[int64]*ClassConst{}, map[string]*ClassConst{}
	failed := true
	defer func() {
		if !failed {
			return
		}
		// as though no case had been made: the next access fails again
		for _, name := range c.EnumCases {
			if k := c.Consts.m[name]; k.Value.Type() == zval.ObjectT {
				v := *k.Value
				*k.Value = zval.Value{V: caseMark, T: uint32(zval.ConstAST)}
				x.Space.Release(&v)
			}
		}
	}()
	for _, name := range c.EnumCases {
		o := x.EnumCase(c, name)
		if o == nil {
			return false
		}
		k := c.Consts.m[name]
		var old *ClassConst
		switch v := o.Prop(slotCaseValue); v.Type() {
		case zval.Long:
			old = byLong[v.Long()]
			byLong[v.Long()] = k
		case zval.StringT:
			s := v.Str().String()
			old = byStr[s]
			byStr[s] = k
		}
		if old != nil {
			x.ThrowError(nil, "Duplicate value in enum %s for cases %s and %s", c.Name, old.Name, name)
			return false
		}
	}
	c.enumByLong, c.enumByStr = byLong, byStr
	failed = false
	return true
}

func enumFind(x *Exec, a *Args, ret *zval.Value, try bool) {
	c := a.Fn.Class
	v := a.Val(0)
	if c.EnumBacking.Mask&code.TypeMaskLong == 0 && v.Type() == zval.Long {
		// int|string of the interface's own signature
		s := zval.StrValue(x.ToStr(v))
		x.replace(v, s)
	}
	if !x.enumTable(c) {
		return
	}
	var k *ClassConst
	if v.Type() == zval.Long {
		k = c.enumByLong[v.Long()]
	} else {
		k = c.enumByStr[v.Str().View()]
	}
	if k != nil {
		ret.CopyFrom(k.Value)
		return
	}
	if try {
		return
	}
	if v.Type() == zval.Long {
		x.ThrowValueError("%d is not a valid backing value for enum %s", v.Long(), c.Name)
	} else {
		x.ThrowValueError("\"%s\" is not a valid backing value for enum %s", v.Str().String(), c.Name)
	}
}

func enumFrom(x *Exec, a *Args, ret *zval.Value)    { enumFind(x, a, ret, false) }
func enumTryFrom(x *Exec, a *Args, ret *zval.Value) { enumFind(x, a, ret, true) }
