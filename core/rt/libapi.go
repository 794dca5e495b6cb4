package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// What library code asks about classes, scopes and callers.

// CallerScope is the class scope of the code that called the running internal
// function, nil outside classes.
func (x *Exec) CallerScope() *Class { return x.callerScope() }

// CallerCalledClass is what static:: means in the code that called the running
// internal function, nil outside classes.
func (x *Exec) CallerCalledClass() *Class {
	f := x.Frame()
	if f == nil {
		return nil
	}
	for f = frameAt(f.Prev); f != nil; f = frameAt(f.Prev) {
		if f.Func == 0 {
			continue
		}
		if d := funcAt(f.Func); d.Kind == code.FuncUser || d.Scope != 0 {
			return x.frameCalled(f)
		}
	}
	return nil
}

// InScope runs fn with another class scope in force for access checks.
func (x *Exec) InScope(c *Class, fn func()) { x.withScope(c, fn) }

// VisibleFrom reports whether code in scope may use a member with these flags
// that class declares.
func (x *Exec) VisibleFrom(flags uint32, class, scope *Class) bool {
	return visibleFrom(flags, class, scope)
}

// DefaultOf borrows the default value of a property of class c, or the live
// value of a static one; nil for a virtual property. The class must be initialised.
func (x *Exec) DefaultOf(c *Class, p *PropInfo) *zval.Value {
	if p.Static() {
		return x.StaticSlot(c, p)
	}
	if p.Slot == noSlot || c.Desc.Defaults == 0 {
		return nil
	}
	return valueIndex(c.Desc.Defaults, p.Slot)
}

// KeepCallable tells that a copy of callable argument i outlives the call: the
// trampoline it may need is not given back.
func (a *Args) KeepCallable(i int) {
	for k, n := range a.cbIndex {
		if int(n) == i {
			a.callables[k].Desc = nil
		}
	}
}

// SetByKey stores v (moved) under a key of any type, by the rules of array
// keys; false when that threw, and v is released.
func (x *Exec) SetByKey(t *zval.Table, k, v *zval.Value) bool {
	s, n, ok := x.ArrayKey(k.Deref())
	if !ok {
		x.Space.Release(v)
		return false
	}
	if s != nil {
		x.Space.Set(t, s, v)
	} else {
		x.Space.SetLong(t, n, v)
	}
	return true
}

// IncludeIfFound includes a file found on the include path once, quietly doing
// nothing when there is none. It reports whether it ran.
func (x *Exec) IncludeIfFound(name string) bool {
	if _, ok := x.ResolvePath(name); !ok {
		return false
	}
	v := zval.StrValue(x.Space.NewString(name))
	var ret zval.Value
	u, _ := x.IncludeUnit(&v, IncRequireOnce, &ret)
	x.Space.Release(&v)
	if u != nil {
		x.ExecUnit(u, &ret)
	}
	x.Space.Release(&ret)
	return u != nil && !x.HasExc()
}

// constRef is the Value that stands for an expression not evaluated yet; an
// expression is filed once.
func (x *Exec) constRef(e *code.ConstExpr) zval.Value {
	if v, ok := x.cls.exprs[e]; ok {
		return v
	}
	if x.cls.exprs == nil {
		x.cls.exprs = make(map[*code.ConstExpr]zval.Value)
	}
	v := x.Reg.AddConstExpr(e)
	x.cls.exprs[e] = v
	return v
}

// Dynamic reports that the function was called by a computed name. Functions
// that reach into their caller's variables refuse that: they throw and return.
func (a *Args) Dynamic() bool {
	if a.Frame.Info()&vmstack.CallDynamic == 0 {
		return false
	}
	a.X.ThrowError(nil, "Cannot call %s() dynamically", a.Fn.Name)
	return true
}

// Prepare completes an internal function (parameters, types, descriptor), as
// looking it up for a call does; reflection needs it too.
func (x *Exec) Prepare(fn *Function) { x.prepare(fn) }
