package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Finding methods, with visibility, __call and __callStatic.

// MethodOf finds method name (lc its lower-case form) of *o as the running code may
// call it. It is nil when there is none (nothing thrown) or access was refused (thrown).
func (x *Exec) MethodOf(o **zval.Object, name *zval.String, lc string) *code.Func {
	c := x.ClassOf(*o)
	if c.Handlers != nil && c.Handlers.GetMethod != nil {
		if d := c.Handlers.GetMethod(x, *o, name, lc); d != nil || x.HasExc() {
			return d
		}
	}
	f := c.Methods.m[lc]
	if f == nil {
		if c.Call != nil {
			return x.newTrampoline(c.Call, name, false)
		}
		return nil
	}
	if c == x.Cls.Closure && lc == "__invoke" {
		return x.closureInvoke(*o).Desc
	}
	if f.Flags&(code.AccPrivate|code.AccProtected) != 0 || f.shadows {
		scope := x.Scope()
		if f.Class != scope {
			if f.shadows {
				if p := parentPrivate(scope, c, lc); p != nil {
					f = p
					goto found
				}
				if f.Flags&code.AccPublic != 0 {
					goto found
				}
			}
			if f.Flags&code.AccPrivate != 0 || !protectedFrom(protoClass(f), scope) {
				if c.Call != nil {
					return x.newTrampoline(c.Call, name, false)
				}
				x.badMethodCall(f, f.Class, name, scope)
				return nil
			}
		}
	}
found:
	if f.Flags&code.AccAbstract != 0 {
		x.ThrowError(nil, "Cannot call abstract method %s::%s()", f.Class.Name, f.Name)
		return nil
	}
	x.prepare(f)
	return f.Desc
}

// parentPrivate is scope's private method of that name, when c descends from scope.
func parentPrivate(scope, c *Class, lc string) *Function {
	if scope == nil || scope == c || !c.Extends(scope) {
		return nil
	}
	if p := scope.Methods.m[lc]; p != nil && p.Flags&code.AccPrivate != 0 && p.Class == scope {
		return p
	}
	return nil
}

func (x *Exec) badMethodCall(f *Function, class *Class, name *zval.String, scope *Class) {
	x.ThrowError(nil, "Call to %s method %s::%s() from %s", visibilityName(f.Flags), class.Name, name.String(), scopeText(scope))
}

// FindMethod is MethodOf that also throws for a method that does not exist.
func (x *Exec) FindMethod(o *zval.Object, name, lc *zval.String) *code.Func {
	key := ""
	if lc != nil {
		key = lc.View()
	} else {
		key = strings.ToLower(name.View())
	}
	d := x.MethodOf(&o, name, key)
	if d == nil && !x.HasExc() {
		x.ThrowError(nil, "Call to undefined method %s::%s()", x.ClassOf(o).Name, name.String())
	}
	return d
}

// CacheableMethod reports whether a call site may remember the method for a
// class: what was found does not depend on more than class and scope.
func (x *Exec) CacheableMethod(d *code.Func) bool {
	if d.Flags&(code.AccTrampoline|code.AccClosure) != 0 || d.Scope == x.Cls.Closure.Addr() {
		return false
	}
	return d.Scope == 0 || classDescAt(d.Scope).Flags&code.AccTrait == 0
}

// StaticMethodOf finds c::name() as the running code may call it: nil when
// there is none (nothing thrown) or access was refused (thrown).
func (x *Exec) StaticMethodOf(c *Class, name *zval.String, lc string) *code.Func {
	f := c.Methods.m[lc]
	if f == nil {
		return x.staticFallback(c, name)
	}
	if f.Flags&code.AccPublic == 0 {
		scope := x.Scope()
		if f.Class != scope && (f.Flags&code.AccPrivate != 0 || !protectedFrom(protoClass(f), scope)) {
			if d := x.staticFallback(c, name); d != nil {
				return d
			}
			x.badMethodCall(f, f.Class, name, scope)
			return nil
		}
	}
	if f.Flags&code.AccAbstract != 0 {
		x.ThrowError(nil, "Cannot call abstract method %s::%s()", f.Class.Name, f.Name)
		return nil
	}
	if f.Class.IsTrait() {
		x.Deprecated("Calling static trait method %s::%s is deprecated, it should only be called on a class using the trait", f.Class.Name, f.Name)
		if x.HasExc() {
			return nil
		}
	}
	x.prepare(f)
	return f.Desc
}

// staticFallback is the trampoline of __call, for parent::m() and the like
// within an instance, or of __callStatic.
func (x *Exec) staticFallback(c *Class, name *zval.String) *code.Func {
	if c.Call != nil {
		if o := x.RunningThis(); o != nil && x.ClassOf(o).InstanceOf(c) {
			return x.newTrampoline(c.Call, name, false)
		}
	}
	if c.CallStatic != nil {
		if c.CallStatic.Flags&code.AccAbstract != 0 {
			x.ThrowError(nil, "Cannot call abstract method %s::%s()", c.CallStatic.Class.Name, name.String())
			return nil
		}
		if c.CallStatic.Class.IsTrait() {
			x.Deprecated("Calling static trait method %s::%s is deprecated, it should only be called on a class using the trait", c.CallStatic.Class.Name, name.String())
			if x.HasExc() {
				return nil
			}
		}
		return x.newTrampoline(c.CallStatic, name, true)
	}
	return nil
}

// FindStaticMethod is StaticMethodOf that also throws for a method that does not exist.
func (x *Exec) FindStaticMethod(c *Class, name, lc *zval.String) *code.Func {
	key := ""
	if lc != nil {
		key = lc.View()
	} else {
		key = strings.ToLower(name.View())
	}
	d := x.StaticMethodOf(c, name, key)
	if d == nil && !x.HasExc() {
		x.ThrowError(nil, "Call to undefined method %s::%s()", c.Name, name.String())
	}
	return d
}

// NonStaticCall throws for calling an instance method without an object.
func (x *Exec) NonStaticCall(d *code.Func) {
	x.ThrowError(nil, "Non-static method %s() cannot be called statically", x.FuncName(d))
}

// newTrampoline makes a descriptor that stands for a call of magic with the
// called name and the packed arguments.
func (x *Exec) newTrampoline(magic *Function, name *zval.String, static bool) *code.Func {
	x.prepare(magic)
	var a mm.Addr
	if n := len(x.cls.tramps); n > 0 {
		a = x.cls.tramps[n-1]
		x.cls.tramps = x.cls.tramps[:n-1]
	} else {
		a = x.perm.Alloc(code.FuncSize)
	}
	d := funcAt(a)
	*d = code.Func{}
	d.Kind = code.FuncUser
	d.ID = magic.Desc.ID
	d.Flags = code.AccTrampoline | code.AccPublic | code.AccVariadic
	d.Flags |= magic.Flags & (code.AccDeprecated | code.AccNoDiscard)
	if static {
		d.Flags |= code.AccStatic
	}
	d.FrameBytes = 80
	d.Scope = magic.Desc.Scope
	d.Proto = magic.Desc.Addr()
	if i := strings.IndexByte(name.View(), 0); i >= 0 {
		name = x.Space.NewString(name.View()[:i]) // the magic method sees a C string
	} else {
		name.AddRef()
	}
	d.Name = name.Addr()
	d.Cache = d.Proto // never used; not 0 so that nobody makes one
	return d
}

// IsTrampoline reports a descriptor made for __call or __callStatic.
func (x *Exec) IsTrampoline(d *code.Func) bool { return d.Flags&code.AccTrampoline != 0 }

// TrampolineTarget gives the magic method behind a trampoline and the name
// that was called, borrowed.
func (x *Exec) TrampolineTarget(d *code.Func) (magic *code.Func, name *zval.String) {
	return funcAt(d.Proto), stringAt(d.Name)
}

// FreeTrampoline gives a trampoline back once its call has begun or failed.
func (x *Exec) FreeTrampoline(d *code.Func) {
	if d.Flags&code.AccTrampoline == 0 || d.Flags&code.AccFakeClosure != 0 {
		return // a closure owns its own
	}
	name := stringAt(d.Name)
	d.Flags = 0
	x.cls.tramps = append(x.cls.tramps, d.Addr())
	x.Space.ReleaseStr(name)
}
