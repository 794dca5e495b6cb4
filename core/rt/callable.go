package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Callable values: closures, names, "Class::method", [class or object, method],
// objects with __invoke.

// ResolveCallable finds what a callable value (borrowed) calls as seen from
// scope. It returns "" and fills c, or the reason why it is not callable, as
// argument errors end. It may run autoloaders, hence PHP. A successful result may own a trampoline: pass it to
// ReleaseCallable when it is not going to be called.
func (x *Exec) ResolveCallable(v *zval.Value, scope *Class, c *Callable) string {
	v = v.Deref()
	*c = Callable{}
	switch v.Type() {
	case zval.StringT:
		s := v.Str()
		if i := strings.Index(s.View(), "::"); i > 0 {
			full := s.String()
			return x.resolveStatic(nil, full[:i], full[i+2:], scope, c)
		}
		name := strings.TrimPrefix(s.View(), "\\")
		fn := x.LookupFunction(x.lower(name))
		if fn == nil {
			return sprintf("function \"%s\" not found or invalid function name", []any{s.String()})
		}
		c.Fn, c.Desc = fn, fn.Desc
		return ""
	case zval.ArrayT:
		t := v.Arr()
		if t.Count != 2 {
			return "array callback must have exactly two members"
		}
		a, b := t.FindLong(0), t.FindLong(1)
		if a == nil || b == nil {
			return "array callback must have exactly two members"
		}
		a, b = a.Deref(), b.Deref()
		if a.Type() != zval.StringT && a.Type() != zval.ObjectT {
			return "first array member is not a valid class name or object"
		}
		if b.Type() != zval.StringT {
			return "second array member is not a valid method"
		}
		if a.Type() == zval.ObjectT {
			return x.resolveMethod(a.Obj(), x.ClassOf(a.Obj()), x.ClassOf(a.Obj()), b.Str().String(), scope, false, c)
		}
		return x.resolveStatic(nil, a.Str().String(), b.Str().String(), scope, c)
	case zval.ObjectT:
		o := v.Obj()
		k := x.ClassOf(o)
		if k == x.Cls.Closure {
			x.closureCallable(o, c)
			return ""
		}
		if k.Invoke != nil {
			x.prepare(k.Invoke)
			c.Fn, c.Desc, c.This, c.Called = k.Invoke, k.Invoke.Desc, o, k
			if k.Invoke.IsStatic() {
				c.This = nil
			}
			return ""
		}
	}
	return "no array or string given"
}

// resolveStatic resolves a method of a class given by name.
func (x *Exec) resolveStatic(o *zval.Object, class, method string, scope *Class, c *Callable) string {
	var k, called *Class
	var this *zval.Object
	switch strings.ToLower(class) {
	case "self":
		if scope == nil {
			return "cannot access \"self\" when no class scope is active"
		}
		x.callableDeprecated("self")
		k, called, this = scope, x.calledIn(scope), x.userThis()
	case "parent":
		if scope == nil {
			return "cannot access \"parent\" when no class scope is active"
		}
		if scope.Parent == nil {
			return "cannot access \"parent\" when current class scope has no parent"
		}
		x.callableDeprecated("parent")
		k, called, this = scope.Parent, x.calledIn(scope.Parent), x.userThis()
	case "static":
		called = x.userCalled()
		if called == nil {
			return "cannot access \"static\" when no class scope is active"
		}
		x.callableDeprecated("static")
		k, this = called, x.userThis()
	default:
		k = x.LookupClass(class, true)
		if k == nil {
			return sprintf("class \"%s\" not found", []any{class})
		}
		called = k
		if scope != nil {
			if r := x.userThis(); r != nil && x.ClassOf(r).InstanceOf(scope) && scope.InstanceOf(k) {
				this, called = r, x.ClassOf(r)
			}
		}
	}
	if x.HasExc() {
		return "exception"
	}
	if this != nil && !x.ClassOf(this).InstanceOf(k) {
		this = nil
	}
	return x.resolveMethod(this, k, called, method, scope, strings.ToLower(class) != "self", c)
}

// userFrame is the innermost frame of user code: callables mean what they do
// there, whatever internal function was given them.
func (x *Exec) userFrame() *vmstack.Frame {
	for f := x.Frame(); f != nil; f = frameAt(f.Prev) {
		if f.Func != 0 && funcAt(f.Func).Kind == code.FuncUser {
			return f
		}
	}
	return nil
}

func (x *Exec) userThis() *zval.Object {
	f := x.userFrame()
	if f == nil || zval.Type(f.This.T) != zval.ObjectT || f.This.V == 0 {
		return nil
	}
	return f.This.Obj()
}

// thisIs reports whether the calling code's $this is an instance of k.
func (x *Exec) thisIs(k *Class) bool {
	o := x.userThis()
	return o != nil && x.ClassOf(o).InstanceOf(k)
}

func (x *Exec) userCalled() *Class {
	f := x.userFrame()
	if f == nil {
		return nil
	}
	return x.frameCalled(f)
}

func (x *Exec) calledIn(scope *Class) *Class {
	if c := x.userCalled(); c != nil && c.InstanceOf(scope) {
		return c
	}
	return scope
}

func (x *Exec) callableDeprecated(word string) {
	x.Deprecated("Use of \"%s\" in callables is deprecated", word)
}

// resolveMethod resolves a method of class k, on object o when not nil. strict
// rules out that scope's private method of that name is meant.
func (x *Exec) resolveMethod(o *zval.Object, k, called *Class, method string, scope *Class, strict bool, c *Callable) string {
	org := k
	if i := strings.Index(method, "::"); i > 0 {
		// [$object, "parent::method"]
		cls := method[:i]
		var first string
		if o != nil {
			first = org.Name
		} else {
			first = k.Name
		}
		written := method
		method = method[i+2:]
		strict = true
		var t *Class
		switch strings.ToLower(cls) {
		case "self":
			t = k
			called = x.calledIn(t)
		case "parent":
			t = k.Parent
			if t == nil {
				return "cannot access \"parent\" when current class scope has no parent"
			}
			called = x.calledIn(t)
		case "static":
			t = called
		default:
			t = x.LookupClass(cls, true)
			if t == nil {
				return sprintf("class \"%s\" not found", []any{cls})
			}
		}
		if !k.InstanceOf(t) {
			return sprintf("class %s is not a subclass of %s", []any{k.Name, t.Name})
		}
		x.Deprecated("Callables of the form [\"%s\", \"%s\"] are deprecated", first, written)
		if x.HasExc() {
			return "exception"
		}
		k = t
	}
	lc := strings.ToLower(method)
	f := k.Methods.m[lc]
	var d *code.Func
	via := false
	if f != nil {
		if f.shadows && !strict {
			if p := parentPrivate(scope, k, lc); p != nil {
				f = p
			}
		}
		if f.Flags&code.AccPublic == 0 && (o != nil && k.Call != nil || o == nil && k.CallStatic != nil) &&
			f.Class != scope && (f.Flags&code.AccPrivate != 0 || !protectedFrom(protoClass(f), scope)) {
			f = nil
		}
	}
	if f == nil {
		name := x.Space.NewString(method)
		switch {
		case o != nil && k.Call != nil:
			d, via = x.newTrampoline(k.Call, name, false), true
		case o == nil && k.Call != nil && x.thisIs(k):
			o, called = x.userThis(), x.ClassOf(x.userThis())
			d, via = x.newTrampoline(k.Call, name, false), true
		case o == nil && k.CallStatic != nil:
			d, via = x.newTrampoline(k.CallStatic, name, true), true
		}
		if d == nil && o != nil && k.Handlers != nil && k.Handlers.GetMethod != nil {
			d = k.Handlers.GetMethod(x, o, name, lc)
		}
		x.Space.ReleaseStr(name)
		if d == nil {
			return sprintf("class %s does not have a method \"%s\"", []any{k.Name, method})
		}
	} else {
		if o != nil && k == x.Cls.Closure && lc == "__invoke" {
			f = x.closureInvoke(o)
		}
		x.prepare(f)
		d = f.Desc
	}
	if !via && f != nil {
		if f.Flags&code.AccAbstract != 0 {
			return sprintf("cannot call abstract method %s::%s()", []any{k.Name, f.Name})
		}
		if o == nil && f.Flags&code.AccStatic == 0 {
			return sprintf("non-static method %s::%s() cannot be called statically", []any{k.Name, f.Name})
		}
		if f.Flags&code.AccPublic == 0 && f.Class != scope && (f.Flags&code.AccPrivate != 0 || !protectedFrom(protoClass(f), scope)) {
			return sprintf("cannot access %s method %s::%s()", []any{visibilityName(f.Flags), k.Name, f.Name})
		}
	}
	c.Desc = d
	c.Fn = x.FuncOf(d)
	c.This, c.Called = o, called
	if o != nil {
		c.Called = x.ClassOf(o)
		if d.Flags&code.AccStatic != 0 {
			c.This = nil
		}
	}
	return ""
}

// ReleaseCallable frees what a resolved callable owns, if it is not called
// through a frame that does.
func (x *Exec) ReleaseCallable(c *Callable) { x.releaseCallable(c) }

func (x *Exec) releaseCallable(c *Callable) {
	if c.Desc != nil && c.Desc.Flags&code.AccTrampoline != 0 && c.Closure == nil {
		x.FreeTrampoline(c.Desc)
	}
	c.Desc = nil
}

// IsCallable reports whether v can be called from the running code.
func (x *Exec) IsCallable(v *zval.Value) bool { return x.isCallableIn(v, x.Scope()) }

func (x *Exec) isCallableIn(v *zval.Value, scope *Class) bool {
	switch v.Deref().Type() {
	case zval.StringT, zval.ArrayT, zval.ObjectT:
	default:
		return false
	}
	var c Callable
	if x.ResolveCallable(v, scope, &c) != "" {
		return false
	}
	x.releaseCallable(&c)
	return true
}

// DynamicCallable resolves the callee of $f(...) and throws when there is none.
func (x *Exec) DynamicCallable(v *zval.Value, c *Callable) bool {
	v = v.Deref()
	*c = Callable{}
	switch v.Type() {
	case zval.StringT:
		s := v.Str().String()
		if i := strings.LastIndexByte(s, ':') - 1; i >= 0 && s[i] == ':' {
			return x.dynamicStatic(s[:i], s[i+2:], c)
		}
		fn := x.LookupFunction(x.lower(strings.TrimPrefix(s, "\\")))
		if fn == nil {
			x.ThrowError(nil, "Call to undefined function %s()", s)
			return false
		}
		c.Fn, c.Desc = fn, fn.Desc
		return true
	case zval.ObjectT:
		o := v.Obj()
		k := x.ClassOf(o)
		if k == x.Cls.Closure {
			x.closureCallable(o, c)
			return true
		}
		if k.Invoke != nil {
			x.prepare(k.Invoke)
			c.Fn, c.Desc, c.This, c.Called = k.Invoke, k.Invoke.Desc, o, k
			if k.Invoke.IsStatic() {
				c.This = nil
			}
			return true
		}
		x.ThrowError(nil, "Object of type %s is not callable", k.Name)
		return false
	case zval.ArrayT:
		t := v.Arr()
		a, b := t.FindLong(0), t.FindLong(1)
		if t.Count != 2 {
			x.ThrowError(nil, "Array callback must have exactly two elements")
			return false
		}
		if a == nil || b == nil {
			x.ThrowError(nil, "Array callback has to contain indices 0 and 1")
			return false
		}
		a, b = a.Deref(), b.Deref()
		if a.Type() != zval.StringT && a.Type() != zval.ObjectT {
			x.ThrowError(nil, "First array member is not a valid class name or object")
			return false
		}
		if b.Type() != zval.StringT {
			x.ThrowError(nil, "Second array member is not a valid method")
			return false
		}
		if a.Type() == zval.StringT {
			return x.dynamicStatic(a.Str().String(), b.Str().String(), c)
		}
		o := a.Obj()
		d := x.FindMethod(o, b.Str(), nil)
		if d == nil {
			return false
		}
		x.fillMethod(c, d, o)
		return true
	}
	x.ThrowError(nil, "Value of type %s is not callable", x.ValueName(v))
	return false
}

func (x *Exec) fillMethod(c *Callable, d *code.Func, o *zval.Object) {
	c.Desc, c.Fn, c.Called = d, x.FuncOf(d), x.ClassOf(o)
	if d.Flags&code.AccClosure != 0 && d.Addr() == x.funcOfClosure(o) {
		x.closureCallable(o, c)
		return
	}
	if d.Flags&code.AccStatic == 0 {
		c.This = o
	}
}

// funcOfClosure is the address of a closure's own descriptor, 0 for other objects.
func (x *Exec) funcOfClosure(o *zval.Object) mm.Addr {
	if x.ClassOf(o) != x.Cls.Closure {
		return 0
	}
	return x.ClosureFunc(o).Addr()
}

func (x *Exec) dynamicStatic(class, method string, c *Callable) bool {
	k := x.FetchScoped(class)
	if k == nil {
		return false
	}
	name := x.Space.NewString(method)
	defer x.Space.ReleaseStr(name)
	return x.staticCallable(k, name, c)
}

// staticCallable resolves k::name() and throws when there is none.
func (x *Exec) staticCallable(k *Class, name *zval.String, c *Callable) bool {
	d := x.FindStaticMethod(k, name, nil)
	if d == nil {
		return false
	}
	c.Desc, c.Fn, c.Called = d, x.FuncOf(d), k
	if d.Flags&code.AccStatic == 0 {
		x.NonStaticCall(d)
		x.FreeTrampoline(d)
		return false
	}
	return true
}

// trustedScope is the scope from which a callable that was checked when it was
// registered may be called again: that of the method itself.
func (x *Exec) trustedScope(v *zval.Value) *Class {
	v = v.Deref()
	var c *Class
	method := ""
	switch v.Type() {
	case zval.ArrayT:
		a, b := v.Arr().FindLong(0), v.Arr().FindLong(1)
		if a == nil || b == nil || b.Deref().Type() != zval.StringT {
			return nil
		}
		method = b.Deref().Str().String()
		switch a = a.Deref(); a.Type() {
		case zval.ObjectT:
			c = x.ClassOf(a.Obj())
		case zval.StringT:
			c = x.LookupClass(a.Str().String(), false)
		}
	case zval.StringT:
		s := v.Str().String()
		if i := strings.Index(s, "::"); i > 0 {
			c, method = x.LookupClass(s[:i], false), s[i+2:]
		}
	}
	if c == nil {
		return nil
	}
	if f := c.Methods.m[strings.ToLower(method)]; f != nil {
		return f.Class
	}
	return nil
}

// Settle makes a callable argument independent of the scope it was given in:
// [self, method] and the like become a closure. The result is a new reference.
func (x *Exec) Settle(v *zval.Value, c *Callable) (out zval.Value) {
	v = v.Deref()
	if v.Type() == zval.ArrayT {
		if a := v.Arr().FindLong(0); a != nil && a.Deref().Type() == zval.StringT {
			switch strings.ToLower(a.Deref().Str().String()) {
			case "self", "parent", "static":
				out.SetObj(x.FakeClosure(c))
				return out
			}
		}
	}
	out.CopyFrom(v)
	return out
}

// CallableName names a callable value as is_callable's third argument does.
func (x *Exec) CallableName(v *zval.Value) string {
	v = v.Deref()
	switch v.Type() {
	case zval.StringT:
		return v.Str().String()
	case zval.ArrayT:
		t := v.Arr()
		a, b := t.FindLong(0), t.FindLong(1)
		if t.Count == 2 && a != nil && b != nil {
			a, b = a.Deref(), b.Deref()
			if b.Type() == zval.StringT {
				switch a.Type() {
				case zval.ObjectT:
					return x.ClassOf(a.Obj()).NameStr.String() + "::" + b.Str().String()
				case zval.StringT:
					return a.Str().String() + "::" + b.Str().String()
				}
			}
		}
		return "Array"
	case zval.ObjectT:
		return x.ClassOf(v.Obj()).NameStr.String() + "::__invoke"
	}
	s := x.ToStr(v)
	defer x.Space.ReleaseStr(s)
	return s.String()
}

// IsCallableName is CallableName as is_callable gives it: a closure by the
// name of its function.
func (x *Exec) IsCallableName(v *zval.Value) string {
	v = v.Deref()
	if v.Type() != zval.ObjectT || x.ClassOf(v.Obj()) != x.Cls.Closure {
		return x.CallableName(v)
	}
	d := x.ClosureFunc(v.Obj())
	if d.Flags&code.AccFakeClosure != 0 {
		return x.FuncName(d)
	}
	return x.FuncOf(d).Name
}
