package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// paramSpec is a parameter of an internal function, reduced to what a call needs.
type paramSpec struct {
	accept uint32 // bit t: a value of zval type t needs no look
	param  *code.Param
	def    zval.Value // literal default
	hasDef bool       // def is the default; else param.Default is evaluated
}

// newBuiltin makes an internal function ready to call: it parses the
// signature and allocates the descriptor. class is nil for a function.
func (x *Exec) newBuiltin(m *Module, d *FuncDecl, class *Class) *Function {
	fn := &Function{Decl: d, Module: m, Class: class, Go: d.Fn}
	x.prepare(fn)
	return fn
}

// prepare completes an internal function on first use; a no-op later.
func (x *Exec) prepare(fn *Function) {
	if fn.ready || fn.Decl == nil {
		return
	}
	fn.ready = true
	if err := x.parseFunc(fn); err != nil {
		x.FatalError("%s", err.Error())
	}
	sum := uint32(0)
	ref, prefer := code.ParamMasks(fn.Params)
	fn.specs = make([]paramSpec, len(fn.Params))
	for i := range fn.Params {
		p := &fn.Params[i]
		s := &fn.specs[i]
		s.param = p
		s.accept = acceptMask(p.Type)
		if p.Default != nil && p.Default.Kind == code.CELit {
			s.def, s.hasDef = p.Default.Value, true
		}
		if p.ByRef || p.PreferRef {
			s.accept &^= 1 << zval.ReferenceT
		}
		if p.Variadic {
			fn.Flags |= code.AccVariadic
			continue
		}
		sum++
		if !p.Optional {
			fn.Required = int(sum)
		}
	}
	fn.NumArgs = int(sum)
	a := x.perm.Alloc(code.FuncSize)
	f := funcAt(a)
	f.Kind = code.FuncInternal
	f.ID = uint32(len(x.cls.internals))
	f.Flags = fn.Flags
	f.NumArgs = uint32(fn.NumArgs)
	f.Required = uint32(fn.Required)
	f.FrameBytes = vmstack.FrameSize
	f.RefMask, f.PreferMask = ref, prefer
	f.Scope = fn.Class.Addr()
	fn.nameStr = x.Space.Intern(fn.Name)
	f.Name = fn.nameStr.Addr()
	fn.Desc = f
	x.cls.internals = append(x.cls.internals, fn)
	for i := range fn.Attributes {
		x.functionAttribute(fn, &fn.Attributes[i])
	}
	f.Flags = fn.Flags
}

// functionAttribute applies the attributes of functions that the engine itself heeds.
func (x *Exec) functionAttribute(fn *Function, at *code.Attribute) {
	text := func(i int, name string) string {
		for k := range at.Args {
			a := &at.Args[k]
			if (a.Name == name || a.Name == "" && k == i) && a.Expr != nil && a.Expr.Kind == code.CELit && a.Expr.Value.Type() == zval.StringT {
				return a.Expr.Value.Str().String()
			}
		}
		return ""
	}
	switch at.LCName {
	case "deprecated":
		fn.Flags |= code.AccDeprecated
		fn.DeprecatedMsg = text(0, "message")
		fn.DeprecatedSince = text(1, "since")
	case "nodiscard":
		fn.NoDiscard = true
		fn.Flags |= code.AccNoDiscard
		fn.NoDiscardMsg = text(0, "message")
	}
}

// acceptMask is the set of zval types that t accepts as they are.
func acceptMask(t *code.TypeRef) uint32 {
	if t == nil {
		return ^uint32(0) &^ (1 << zval.Undef)
	}
	if t.Mask&code.TypeMaskMixed == code.TypeMaskMixed {
		return ^uint32(0) &^ (1 << zval.Undef)
	}
	return t.Mask & code.TypeMaskMixed
}

// CallInternal runs an internal function over frame f, whose arguments have
// been gathered and which is Ctx.FP. It checks and coerces the arguments,
// calls, and leaves the result in ret (a dead slot, owned by the caller after; NULL when it threw).
// The arguments stay in the frame for the caller to release.
func (x *Exec) CallInternal(fn *Function, f *vmstack.Frame, ret *zval.Value) {
	ret.SetNull()
	n := int(f.This.U)
	if n < fn.Required || n > fn.NumArgs && fn.Flags&code.AccVariadic == 0 {
		x.badArity(fn, n)
		return
	}
	if f.This.T&vmstack.CallHasExtraNamed != 0 && !fn.takesNamed() {
		x.ThrowArgumentCountError("%s() does not accept unknown named parameters", fn.FullName())
		return
	}
	last := len(fn.specs) - 1
	var a *Args
	for i := 0; i < n; i++ {
		s := &fn.specs[min(i, last)]
		v := f.Slot(i)
		if s.accept&(1<<(v.T&0xf)) == 0 {
			if a == nil {
				a = x.getArgs(fn, f, n)
			}
			if !x.coerceArg(a, i, s, v) {
				x.putArgs(a)
				return
			}
		}
	}
	if a == nil {
		a = x.getArgs(fn, f, n)
	}
	fn.Go(x, a, ret)
	x.putArgs(a)
	if ret.T == uint32(zval.Undef) {
		ret.SetNull()
	}
}

// takesNamed reports a variadic function that takes further named arguments:
// those that pass them on call their variadic parameter $args.
func (f *Function) takesNamed() bool {
	n := len(f.specs)
	return n > 0 && f.specs[n-1].param.Variadic && f.specs[n-1].param.Name == "args"
}

func (x *Exec) getArgs(fn *Function, f *vmstack.Frame, n int) *Args {
	var a *Args
	if k := len(x.cls.args); k > 0 {
		a = x.cls.args[k-1]
		x.cls.args = x.cls.args[:k-1]
	} else {
		a = &Args{X: x}
	}
	a.Fn, a.Frame, a.n = fn, f, n
	return a
}

func (x *Exec) putArgs(a *Args) {
	if len(a.cbIndex) != 0 {
		for i := range a.callables {
			x.releaseCallable(&a.callables[i])
		}
		a.callables, a.cbIndex = nil, a.cbIndex[:0]
	}
	if len(a.defIndex) != 0 {
		for i := range a.defaults {
			x.Space.Release(a.defaults[i])
		}
		a.defaults, a.defIndex = a.defaults[:0], a.defIndex[:0]
	}
	x.cls.args = append(x.cls.args, a)
}

// def returns the default of argument i; NULL when it has none.
func (a *Args) def(i int) *zval.Value {
	if i >= len(a.Fn.specs) {
		return &a.X.cls.null
	}
	s := &a.Fn.specs[i]
	if s.hasDef {
		return &s.def
	}
	for k, n := range a.defIndex {
		if int(n) == i {
			return a.defaults[k]
		}
	}
	v := &zval.Value{}
	v.SetNull()
	if s.param.Default != nil {
		if !a.X.EvalConstExpr(s.param.Default, a.Fn.Class, v) {
			v.SetNull()
		}
		if !v.IsRefcounted() {
			s.def, s.hasDef = *v, true // constants do not change
			return &s.def
		}
	}
	a.defaults = append(a.defaults, v)
	a.defIndex = append(a.defIndex, int32(i))
	return v
}

// badArity throws for a wrong number of arguments.
func (x *Exec) badArity(fn *Function, n int) {
	how, want := "exactly", fn.Required
	if fn.Required != fn.NumArgs || fn.Variadic() {
		if n < fn.Required {
			how = "at least"
		} else {
			how, want = "at most", fn.NumArgs
		}
	}
	if want != fn.Required {
		want = fn.NumArgs
	}
	plural := "s"
	if want == 1 {
		plural = ""
	}
	x.ThrowArgumentCountError("%s() expects %s %d argument%s, %d given", fn.FullName(), how, want, plural, n)
}

// coerceArg makes argument v fit its parameter, in place; false when it threw.
func (x *Exec) coerceArg(a *Args, i int, s *paramSpec, v *zval.Value) bool {
	fn, p := a.Fn, s.param
	if v.Type() == zval.Undef { // skipped by named arguments
		if p.Optional {
			if p.ByRef || p.PreferRef {
				return true
			}
			v.CopyFrom(a.def(i))
			return true
		}
		x.ThrowArgumentCountError("%s(): Argument #%d ($%s) not passed", fn.FullName(), i+1, p.Name)
		return false
	}
	if v.Type() == zval.ReferenceT {
		if !p.ByRef && !p.PreferRef {
			x.Space.DropRef(v)
		}
		v = v.Deref()
		if s.accept&(1<<(v.T&0xf)) != 0 {
			return true
		}
	}
	t := p.Type
	if t == nil {
		return true
	}
	if v.Type() == zval.ObjectT && x.classMatch(t, v.Obj(), fn.Class) {
		return true
	}
	if t.Mask&code.TypeMaskCallable != 0 {
		var c Callable
		msg := x.ResolveCallable(v, x.callerScope(), &c)
		if msg == "" {
			a.addCallable(i, c)
			return true
		}
		if x.HasExc() {
			return false
		}
		if t.Mask&^(code.TypeMaskCallable|code.TypeMaskNull) == 0 {
			orNull := ""
			if t.Mask&code.TypeMaskNull != 0 {
				orNull = " or null"
			}
			x.ArgError(fn, i, "must be a valid callback%s, %s", orNull, msg)
			return false
		}
	}
	strict := x.CallerStrict()
	if t.Mask&code.TypeMaskIterable != 0 && v.Type() == zval.ObjectT && x.ClassOf(v.Obj()).InstanceOf(x.Cls.Traversable) {
		return true
	}
	if v.Type() == zval.Null && !strict && t.Mask&(code.TypeMaskLong|code.TypeMaskDouble|code.TypeMaskString|code.TypeMaskBool) != 0 &&
		!p.ByRef {
		x.Deprecated("%s(): Passing null to parameter #%d%s of type %s is deprecated", fn.FullName(), i+1, x.paramName(fn, i), typeText(t, nil))
		if x.HasExc() {
			return false
		}
		switch { // as the weak conversions of null, the narrowest first
		case t.Mask&code.TypeMaskLong != 0 && t.Mask&code.TypeMaskString == 0:
			v.SetLong(0)
		case t.Mask&code.TypeMaskString != 0:
			v.SetStr(x.Space.EmptyString())
		case t.Mask&code.TypeMaskDouble != 0:
			v.SetDouble(0)
		default:
			v.SetBool(false)
		}
		return true
	}
	if x.coerceScalar(t.Mask, v, strict, true) {
		return true
	}
	if !x.HasExc() {
		x.ArgTypeError(fn, i, v)
	}
	return false
}

// paramName is " ($name)" of argument i, "" for a variadic's further ones.
func (x *Exec) paramName(fn *Function, i int) string {
	if i < len(fn.Params) && !fn.Params[i].Variadic {
		return " ($" + fn.Params[i].Name + ")"
	}
	return ""
}

// ArgTypeError throws the TypeError for an argument of the wrong type.
func (x *Exec) ArgTypeError(fn *Function, i int, v *zval.Value) {
	var t *code.TypeRef
	if n := len(fn.Params); n > 0 {
		t = fn.Params[min(i, n-1)].Type
	}
	x.ThrowTypeError("%s(): Argument #%d%s must be of type %s, %s given", fn.FullName(), i+1, x.paramName(fn, i), argTypeText(t), x.ValueName(v))
}

// argTypeText is the type as internal functions ask for it: one that takes an
// array or any object (for its properties) asks for an array.
func argTypeText(t *code.TypeRef) string {
	if t == nil {
		return "mixed"
	}
	if t.Mask == code.TypeMaskArray|code.TypeMaskObject && len(t.Names) == 0 {
		return "array"
	}
	return typeText(t, nil)
}

// ArgError throws a TypeError about argument i of fn: "f(): Argument #1 ($x) " and the text.
func (x *Exec) ArgError(fn *Function, i int, format string, args ...any) {
	x.ThrowTypeError("%s(): Argument #%d%s %s", fn.FullName(), i+1, x.paramName(fn, i), sprintf(format, args))
}

// ArgValueError throws a ValueError about argument i of fn.
func (x *Exec) ArgValueError(fn *Function, i int, format string, args ...any) {
	x.ThrowValueError("%s(): Argument #%d%s %s", fn.FullName(), i+1, x.paramName(fn, i), sprintf(format, args))
}

// TypeError throws a TypeError about argument i: text continues
// "f(): Argument #1 ($x) ".
func (a *Args) TypeError(i int, format string, args ...any) {
	a.X.ArgError(a.Fn, i, format, args...)
}

// ValueError throws a ValueError about argument i: text continues "f(): Argument #1 ($x) ".
func (a *Args) ValueError(i int, format string, args ...any) {
	a.X.ArgValueError(a.Fn, i, format, args...)
}

// WrongType throws the standard TypeError for argument i.
func (a *Args) WrongType(i int) { a.X.ArgTypeError(a.Fn, i, a.Val(i)) }

// Warn, Notice and Deprecated report with "name(): " before the text.
func (a *Args) Warn(format string, args ...any) {
	a.X.Raise(EWarning, "%s(): %s", a.Fn.FullName(), sprintf(format, args))
}

// Notice reports an E_NOTICE with "name(): " before the text.
func (a *Args) Notice(format string, args ...any) {
	a.X.Raise(ENotice, "%s(): %s", a.Fn.FullName(), sprintf(format, args))
}

// Deprecated reports an E_DEPRECATED with "name(): " before the text.
func (a *Args) Deprecated(format string, args ...any) {
	a.X.Raise(EDeprecated, "%s(): %s", a.Fn.FullName(), sprintf(format, args))
}

// Failed reports an exception in flight.
func (a *Args) Failed() bool { return a.X.Ctx.Exception != 0 }

// ValueName names a value's type as errors do: the class of an object,
// "true"/"false", "null", "int" and so on.
func (x *Exec) ValueName(v *zval.Value) string {
	v = v.Deref()
	switch v.Type() {
	case zval.False:
		return "false"
	case zval.True:
		return "true"
	case zval.ObjectT:
		return x.ClassOf(v.Obj()).Name
	}
	return x.TypeName(v)
}

// TypeName names a value's type: "bool", "int", ..., the class of an object.
func (x *Exec) TypeName(v *zval.Value) string {
	v = v.Deref()
	switch v.Type() {
	case zval.False, zval.True:
		return "bool"
	case zval.Long:
		return "int"
	case zval.Double:
		return "float"
	case zval.StringT:
		return "string"
	case zval.ArrayT:
		return "array"
	case zval.ObjectT:
		return x.ClassOf(v.Obj()).Name
	case zval.ResourceT:
		if x.resourceClosed(v.Res()) {
			return "resource (closed)"
		}
		return "resource"
	}
	return "null"
}
