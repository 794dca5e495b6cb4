package rt

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Checks of declared types at run time and the conversions they imply.

// typeText prints a type as PHP does: class names, intersections, then the
// built-in ones in their fixed order. With a scope self and parent are resolved.
func typeText(t *code.TypeRef, scope *Class) string {
	if t == nil {
		return ""
	}
	if t.Src != "" && (scope == nil || !mentionsSelf(t)) {
		return t.Src
	}
	if t.Mask&code.TypeMaskMixed == code.TypeMaskMixed {
		return "mixed"
	}
	var parts []string
	traversable := false
	for _, p := range t.Parts {
		names := make([]string, len(p))
		for i, n := range p {
			names[i] = resolveTypeName(n, scope)
		}
		s := strings.Join(names, "&")
		if len(t.Parts)+len(t.Names) > 1 || t.Mask != 0 {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	names := parts[:len(parts):len(parts)]
	parts = nil
	for _, n := range t.Names {
		if strings.EqualFold(n, "Traversable") {
			traversable = true
		}
		parts = append(parts, resolveTypeName(n, scope))
	}
	if t.Mask&code.TypeMaskIterable != 0 && !traversable {
		parts = append(parts, "Traversable")
	}
	parts = append(parts, names...)
	for _, b := range [...]struct {
		mask uint32
		name string
	}{
		{code.TypeMaskStatic, "static"}, {code.TypeMaskCallable, "callable"}, {code.TypeMaskObject, "object"},
		{code.TypeMaskArray, "array"}, {code.TypeMaskString, "string"}, {code.TypeMaskLong, "int"}, {code.TypeMaskDouble, "float"},
		{code.TypeMaskBool, "bool"}, {code.TypeMaskFalse, "false"}, {code.TypeMaskTrue, "true"}, {code.TypeMaskVoid, "void"},
		{code.TypeMaskNever, "never"}, {code.TypeMaskResource, "resource"},
	} {
		if t.Mask&b.mask != b.mask || t.Mask&code.TypeMaskBool == code.TypeMaskBool && (b.name == "false" || b.name == "true") {
			continue
		}
		if b.name == "array" && t.Mask&code.TypeMaskIterable != 0 && len(parts) == 0 {
			parts = append(parts, "Traversable")
		}
		parts = append(parts, b.name)
	}
	if t.Mask&code.TypeMaskNull != 0 {
		if len(parts) == 1 && len(t.Parts) == 0 {
			return "?" + parts[0]
		}
		parts = append(parts, "null")
	}
	return strings.Join(parts, "|")
}

// mentionsSelf reports a type that names self or parent.
func mentionsSelf(t *code.TypeRef) bool {
	is := func(n string) bool { return strings.EqualFold(n, "self") || strings.EqualFold(n, "parent") }
	for _, n := range t.Names {
		if is(n) {
			return true
		}
	}
	for _, p := range t.Parts {
		for _, n := range p {
			if is(n) {
				return true
			}
		}
	}
	return false
}

func resolveTypeName(n string, scope *Class) string {
	if scope != nil {
		switch {
		case strings.EqualFold(n, "self"):
			return scope.Name
		case strings.EqualFold(n, "parent") && scope.Parent != nil:
			return scope.Parent.Name
		}
	}
	return n
}

// TypeText prints a declared type as PHP's reflection does.
func TypeText(t *code.TypeRef) string { return typeText(t, nil) }

// typeClass finds the class a type names without autoloading; nil when it is
// not loaded.
func (x *Exec) typeClass(n string, scope *Class) *Class {
	if len(n) == 4 && strings.EqualFold(n, "self") {
		return scope
	}
	if len(n) == 6 && strings.EqualFold(n, "parent") {
		if scope == nil {
			return nil
		}
		return scope.Parent
	}
	return x.findClass(x.lower(n))
}

// lower is strings.ToLower with a memory, for names that recur.
func (x *Exec) lower(n string) string {
	if lc, ok := x.cls.lc[n]; ok {
		return lc
	}
	lc := strings.ToLower(n)
	if x.cls.lc == nil {
		x.cls.lc = make(map[string]string)
	}
	if len(x.cls.lc) < 1<<14 {
		n = strings.Clone(n)
		x.cls.lc[n] = strings.Clone(lc)
	}
	return lc
}

// classMatch reports whether an object satisfies the class part of a type.
func (x *Exec) classMatch(t *code.TypeRef, o *zval.Object, scope *Class) bool {
	if len(t.Names) == 0 && len(t.Parts) == 0 {
		return false
	}
	c := x.ClassOf(o)
	for _, n := range t.Names {
		if c.Name == n {
			return true
		}
	}
	for _, n := range t.Names {
		if k := x.typeClass(n, scope); k != nil && c.InstanceOf(k) {
			return true
		}
	}
next:
	for _, p := range t.Parts {
		for _, n := range p {
			k := x.typeClass(n, scope)
			if k == nil || !c.InstanceOf(k) {
				continue next
			}
		}
		return true
	}
	return false
}

// CheckType makes v fit t, converting in place as weak mode (or strict) allows;
// false when it does not, or an exception is in flight. scope resolves self
// and parent, called is static (nil: scope). May run PHP (__toString, handlers of deprecations).
func (x *Exec) CheckType(t *code.TypeRef, v *zval.Value, scope, called *Class, strict bool) bool {
	v = v.Deref()
	if t.Mask&code.TypeMaskMixed&(1<<(v.T&0xf)) != 0 {
		return true
	}
	if v.Type() == zval.Undef {
		return false
	}
	if v.Type() == zval.ObjectT {
		if x.classMatch(t, v.Obj(), scope) {
			return true
		}
		if t.Mask&code.TypeMaskIterable != 0 && x.ClassOf(v.Obj()).InstanceOf(x.Cls.Traversable) {
			return true
		}
		if t.Mask&code.TypeMaskStatic != 0 {
			if called == nil {
				called = scope
			}
			if called != nil && x.ClassOf(v.Obj()).InstanceOf(called) {
				return true
			}
		}
	}
	if t.Mask&code.TypeMaskIterable != 0 && v.Type() == zval.ArrayT {
		return true
	}
	if t.Mask&code.TypeMaskCallable != 0 && x.isCallableIn(v, scope) {
		return true
	}
	if x.HasExc() {
		return false
	}
	return x.coerceScalar(t.Mask, v, strict, false)
}

// coerceScalar converts a scalar (or Stringable) to one of the scalar types
// of mask, in place. internal tells whose rules for null apply; null was
// dealt with before, so it never fits here.
func (x *Exec) coerceScalar(mask uint32, v *zval.Value, strict, internal bool) bool {
	if strict {
		if v.Type() == zval.Long && mask&code.TypeMaskDouble != 0 {
			v.SetDouble(float64(v.Long()))
			return true
		}
		return false
	}
	t := v.Type()
	if t == zval.Null || t == zval.ArrayT || t == zval.ResourceT || t == zval.Undef {
		return false
	}
	if t == zval.ObjectT {
		if mask&code.TypeMaskString == 0 {
			return false
		}
		return x.objectToString(v)
	}
	if mask&code.TypeMaskLong != 0 {
		if mask&code.TypeMaskDouble != 0 && t == zval.StringT {
			switch kind, n, f := numericArg(v.Str()); kind {
			case zval.Long:
				x.replace(v, longValue(n))
				return true
			case zval.Double:
				var d zval.Value
				d.SetDouble(f)
				x.replace(v, d)
				return true
			}
		} else if n, ok := x.weakLong(v); ok {
			x.replace(v, longValue(n))
			return true
		} else if x.HasExc() {
			return false
		}
	}
	if mask&code.TypeMaskDouble != 0 {
		if f, ok := weakDouble(v); ok {
			var d zval.Value
			d.SetDouble(f)
			x.replace(v, d)
			return true
		}
	}
	if mask&code.TypeMaskString != 0 && t < zval.StringT {
		var s zval.Value
		s.SetStr(x.ToStr(v))
		x.replace(v, s)
		return !x.HasExc()
	}
	if mask&code.TypeMaskBool == code.TypeMaskBool {
		if t == zval.Double && math.IsNaN(v.Double()) {
			if x.nanCoerced("bool"); x.HasExc() {
				return false
			}
		}
		var b zval.Value
		b.SetBool(x.ToBool(v))
		x.replace(v, b)
		return true
	}
	return false
}

// replace overwrites v with an owned value, releasing what it held.
func (x *Exec) replace(v *zval.Value, by zval.Value) {
	old := *v
	v.MoveFrom(&by)
	if old.IsRefcounted() {
		x.Space.Release(&old)
	}
}

// objectToString replaces a Stringable object by its string.
func (x *Exec) objectToString(v *zval.Value) bool {
	c := x.ClassOf(v.Obj())
	if c.ToStringFn == nil && (c.Handlers == nil || c.Handlers.Cast == nil) {
		return false
	}
	var s zval.Value
	if !x.CastObject(v.Obj(), zval.StringT, &s) {
		return false
	}
	x.replace(v, s)
	return true
}

// numericArg reads a string as a number for a parameter: the whole of it must
// be one, white space around it apart. The kind is Undef when it is none.
func numericArg(s *zval.String) (kind zval.Type, n int64, f float64) {
	p := zval.ParseNumeric(s.View())
	if p.Kind == zval.Undef || p.Trailing {
		return zval.Undef, 0, 0
	}
	return p.Kind, p.Long, p.Double
}

// weakLong converts a scalar to int as a weak parameter does, with the
// deprecation for lost fractions.
func (x *Exec) weakLong(v *zval.Value) (int64, bool) {
	switch v.Type() {
	case zval.Long:
		return v.Long(), true
	case zval.False:
		return 0, true
	case zval.True:
		return 1, true
	case zval.Double:
		f := v.Double()
		if !doubleFits(f) {
			return 0, false
		}
		if f != math.Trunc(f) {
			x.Deprecated("Implicit conversion from float %s to int loses precision", zval.FormatDouble(f, -1))
			return int64(f), !x.HasExc()
		}
		return int64(f), true
	case zval.StringT:
		kind, n, f := numericArg(v.Str())
		switch kind {
		case zval.Long:
			return n, true
		case zval.Double:
			if !doubleFits(f) {
				return 0, false
			}
			if f != math.Trunc(f) {
				x.Deprecated("Implicit conversion from float-string \"%s\" to int loses precision", v.Str().String())
				return int64(f), !x.HasExc()
			}
			return int64(f), true
		}
	}
	return 0, false
}

// ArgLong converts a value as an internal function's int parameter does; false
// when it cannot be one, or threw. May run PHP.
func (x *Exec) ArgLong(v *zval.Value, strict bool) (int64, bool) {
	if strict && v.Type() != zval.Long {
		return 0, false
	}
	return x.weakLong(v)
}

func doubleFits(f float64) bool { return f >= -9223372036854775808 && f < 9223372036854775808 }

func weakDouble(v *zval.Value) (float64, bool) {
	switch v.Type() {
	case zval.Double:
		return v.Double(), true
	case zval.Long:
		return float64(v.Long()), true
	case zval.False:
		return 0, true
	case zval.True:
		return 1, true
	case zval.StringT:
		switch kind, n, f := numericArg(v.Str()); kind {
		case zval.Long:
			return float64(n), true
		case zval.Double:
			return f, true
		}
	}
	return 0, false
}

// FuncName is how messages spell the function of a descriptor: "f" or "A::f",
// with the scope it really has.
func (x *Exec) FuncName(d *code.Func) string {
	fn := x.FuncOf(d)
	name := fn.Name
	if d.Flags&code.AccTrampoline != 0 {
		name = stringAt(d.Name).String()
	}
	if d.Scope != 0 {
		return x.ClassAt(d.Scope).Name + "::" + name
	}
	return name
}

// VerifyArg checks argument i (from 0) of the user function running in f and
// converts it in place; false when it threw. The parameter must have a type.
func (x *Exec) VerifyArg(f *vmstack.Frame, i int, v *zval.Value) bool {
	d := funcAt(f.Func)
	fn := x.FuncOf(d)
	p := &fn.Params[min(i, len(fn.Params)-1)]
	if p.Type == nil {
		return true
	}
	scope := x.ClassAt(d.Scope)
	caller := frameAt(f.Prev)
	if x.CheckType(p.Type, v, scope, nil, strictFrame(caller)) {
		return true
	}
	if !x.HasExc() {
		x.userArgError(f, d, i, p, typeText(p.Type, scope), v)
	}
	return false
}

func (x *Exec) userArgError(f *vmstack.Frame, d *code.Func, i int, p *code.Param, want string, v *zval.Value) {
	called := ""
	if c := frameAt(f.Prev); c != nil && c.Func != 0 && f.Info()&vmstack.CallTop == 0 {
		if cd := funcAt(c.Func); cd.Kind == code.FuncUser && c.Opline != 0 {
			called = sprintf(", called in %s on line %d", []any{x.Reg.Funcs[cd.ID].File, code.OplineAt(c.Opline).Line})
		}
	}
	given := "none"
	if v.Type() != zval.Undef {
		given = x.ValueName(v)
	}
	name := x.FuncName(d)
	if c := x.ClassAt(d.Scope); c != nil && c.Decl != nil && c.Flags&code.AccAnonymous != 0 {
		name = c.Name // the rest is behind the NUL in the class's name
	}
	param := " ($" + p.Name + ")"
	if p.Variadic {
		param = ""
	}
	x.ThrowTypeError("%s(): Argument #%d%s must be of type %s, %s given%s", name, i+1, param, want, given, called)
}

// TooFewArgs throws for a missing argument of the user function running in f.
func (x *Exec) TooFewArgs(f *vmstack.Frame) {
	d := funcAt(f.Func)
	how := "exactly"
	if d.Required != d.NumArgs || d.Flags&code.AccVariadic != 0 {
		how = "at least"
	}
	if c := frameAt(f.Prev); c != nil && c.Func != 0 && f.Info()&vmstack.CallTop == 0 {
		if cd := funcAt(c.Func); cd.Kind == code.FuncUser && c.Opline != 0 {
			x.ThrowArgumentCountError("Too few arguments to function %s(), %d passed in %s on line %d and %s %d expected",
				x.FuncName(d), f.NumArgs(), x.Reg.Funcs[cd.ID].File, code.OplineAt(c.Opline).Line, how, d.Required)
			return
		}
	}
	x.ThrowArgumentCountError("Too few arguments to function %s(), %d passed and %s %d expected", x.FuncName(d), f.NumArgs(), how, d.Required)
}

// VerifyReturn checks the value a user function is about to return and
// converts it in place; v Undef stands for no value. False when it threw.
func (x *Exec) VerifyReturn(f *vmstack.Frame, v *zval.Value) bool {
	d := funcAt(f.Func)
	fn := x.FuncOf(d)
	t := fn.Return
	if t == nil {
		return true
	}
	if v.Type() != zval.Undef && x.CheckType(t, v, x.ClassAt(d.Scope), x.frameCalled(f), d.Flags&code.AccStrictTypes != 0) {
		return true
	}
	if x.HasExc() {
		return false
	}
	if t.Mask&code.TypeMaskVoid != 0 {
		if v.Type() == zval.Undef || v.Type() == zval.Null {
			return true
		}
	}
	given := "none"
	if v.Type() != zval.Undef {
		given = x.ValueName(v)
	}
	x.ThrowTypeError("%s(): Return value must be of type %s, %s returned", x.FuncName(d), x.returnTypeText(t, f, d), given)
	return false
}

// returnTypeText prints a return type with self, parent and static resolved.
func (x *Exec) returnTypeText(t *code.TypeRef, f *vmstack.Frame, d *code.Func) string {
	if called := x.frameCalled(f); t.Mask&code.TypeMaskStatic != 0 && called != nil {
		w := *t
		w.Mask &^= code.TypeMaskStatic
		w.Names = append([]string{called.Name}, t.Names...)
		w.Src = ""
		t = &w
	}
	return typeText(t, x.ClassAt(d.Scope))
}

// NeverReturned throws for a never function that returns.
func (x *Exec) NeverReturned(f *vmstack.Frame) {
	what := "function"
	if funcAt(f.Func).Scope != 0 {
		what = "method"
	}
	x.ThrowTypeError("%s(): never-returning %s must not implicitly return", x.FuncName(funcAt(f.Func)), what)
}

// frameCalled is the class static:: means in a frame, nil outside classes.
func (x *Exec) frameCalled(f *vmstack.Frame) *Class {
	if f.This.V != 0 {
		if zval.Type(f.This.T) == zval.ObjectT {
			return x.ClassOf(f.This.Obj())
		}
		return x.ClassAt(uintptr(f.This.V))
	}
	return x.ClassAt(funcAt(f.Func).Scope)
}
