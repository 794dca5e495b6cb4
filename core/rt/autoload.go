package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// Autoloading: the chain of loaders of spl_autoload_register.

type autoloadState struct {
	loaders []autoloader
	busy    map[string]bool // lower-case names being loaded
}

type autoloader struct {
	fn zval.Value // owned callable value
	c  Callable   // resolved; borrowed from fn
}

// autoloadClass asks the loaders for a class; nil when none provides it or one threw.
func (x *Exec) autoloadClass(name string) *Class {
	a := &x.cls.autoload
	if len(a.loaders) == 0 || x.HasExc() && x.Unwinding() {
		return nil
	}
	if !validClassName(name) {
		return nil
	}
	lc := strings.ToLower(name)
	if a.busy[lc] {
		return nil
	}
	if a.busy == nil {
		a.busy = make(map[string]bool)
	}
	name = strings.Clone(name)
	lc = strings.Clone(lc)
	a.busy[lc] = true
	defer delete(a.busy, lc)
	old := x.Ctx.Exception
	x.Ctx.Exception = 0
	scope := x.cls.fakeScope
	x.cls.fakeScope = nil
	arg := [1]zval.Value{zval.StrValue(x.Space.NewString(name))}
	var found *Class
	for i := 0; i < len(a.loaders); i++ {
		l := a.loaders[i]
		l.fn.AddRef()
		x.CallFunction(&l.c, arg[:], nil)
		x.Space.Release(&l.fn)
		if x.HasExc() {
			break
		}
		if c := x.findClass(lc); c != nil && !c.linking {
			found = c
			break
		}
	}
	x.Space.Release(&arg[0])
	x.cls.fakeScope = scope
	if old != 0 {
		if n := x.Exc(); n == nil {
			x.Ctx.Exception = old
		} else if o := objectAt(old); !x.IsUnwind(n) && !x.IsUnwind(o) {
			x.setPrevious(n, o)
		}
	}
	if found == nil && !x.HasExc() {
		if c := x.findClass(lc); c != nil && !c.linking {
			found = c
		}
	}
	return found
}

// validClassName refuses names that could not be declared, so that loaders
// that build paths from them are not fooled.
func validClassName(name string) bool {
	if name == "" {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c == '_' || c == '\\' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80) {
			return false
		}
	}
	return true
}

// sameLoader compares callables.
func sameLoader(a, b *Callable) bool {
	if a.Closure != nil || b.Closure != nil {
		return a.Closure == b.Closure
	}
	return a.Fn == b.Fn && a.This == b.This && (a.This != nil || a.Called == b.Called)
}

// RegisterAutoloader adds a loader; fn is borrowed and must be callable.
func (x *Exec) RegisterAutoloader(fn *zval.Value, c *Callable, prepend bool) {
	a := &x.cls.autoload
	for i := range a.loaders {
		if sameLoader(&a.loaders[i].c, c) {
			return
		}
	}
	l := autoloader{c: *c}
	l.fn.CopyFrom(fn.Deref())
	if prepend {
		a.loaders = append([]autoloader{l}, a.loaders...)
	} else {
		a.loaders = append(a.loaders[:len(a.loaders):len(a.loaders)], l)
	}
}

// UnregisterAutoloader removes a loader; false when it was not there.
func (x *Exec) UnregisterAutoloader(c *Callable) bool {
	a := &x.cls.autoload
	for i := range a.loaders {
		if sameLoader(&a.loaders[i].c, c) {
			v := a.loaders[i].fn
			a.loaders = append(append([]autoloader(nil), a.loaders[:i]...), a.loaders[i+1:]...)
			x.Space.Release(&v)
			return true
		}
	}
	return false
}

// Autoloaders copies the loaders' callable values into a fresh list.
func (x *Exec) Autoloaders() *zval.Table {
	t := x.Space.NewPacked(len(x.cls.autoload.loaders))
	for i := range x.cls.autoload.loaders {
		var v zval.Value
		v.CopyFrom(&x.cls.autoload.loaders[i].fn)
		x.Space.Append(t, &v)
	}
	return t
}

func (x *Exec) freeAutoloaders() {
	l := x.cls.autoload.loaders
	x.cls.autoload.loaders = nil
	for i := range l {
		x.Space.Release(&l[i].fn)
	}
}
