package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Finding a property: from a name, a class and the scope of the code that asks
// to a slot, a hook, a dynamic property or a refusal.

type propKind uint8

const (
	propDynamic propKind = iota
	propSlot             // declared, with a slot
	propHook             // has hooks
	propWrong            // refused
)

// FindProp finds what $o->name means for an object of class c seen from scope.
// With silent a refusal throws nothing.
func (x *Exec) FindProp(c *Class, name *zval.String, scope *Class, silent bool) (*PropInfo, propKind) {
	p := c.Props.m[name.View()]
	if p == nil || p.Flags&(code.AccPrivate|code.AccProtected) != 0 || p.shadows {
		if p == nil {
			if scope != nil && scope != c && c.Extends(scope) {
				if q := scope.Props.m[name.View()]; q != nil && q.Flags&code.AccPrivate != 0 && q.Class == scope {
					p = q
					goto found
				}
			}
			if name.Len > 0 && name.At(0) == 0 {
				if !silent {
					x.ThrowError(nil, "Cannot access property starting with \"\\0\"")
				}
				return nil, propWrong
			}
			return nil, propDynamic
		}
		if p.Class != scope {
			if p.shadows {
				if scope != nil && scope != c && c.Extends(scope) {
					if q := scope.Props.m[name.View()]; q != nil && q.Flags&code.AccPrivate != 0 && q.Class == scope &&
						(q.Flags&code.AccStatic == 0 || p.Flags&code.AccStatic != 0) {
						p = q
						goto found
					}
				}
				if p.Flags&code.AccPublic != 0 {
					goto found
				}
			}
			if p.Flags&code.AccPrivate != 0 {
				if p.Class != c {
					return nil, propDynamic
				}
				goto wrong
			}
			root := p.Class
			if p.Proto != nil {
				root = p.Proto.Class
			}
			if !protectedFrom(root, scope) {
				goto wrong
			}
		}
	}
found:
	if p.Flags&code.AccStatic != 0 {
		if !silent {
			x.Notice("Accessing static property %s::$%s as non static", c.Name, name.String())
		}
		return nil, propDynamic
	}
	if p.Hooked() || p.Slot == noSlot {
		return p, propHook
	}
	return p, propSlot
wrong:
	if !silent {
		x.ThrowError(nil, "Cannot access %s property %s::$%s", visibilityName(p.Flags), c.Name, name.String())
	}
	return p, propWrong
}

// PropInfoAt returns the property info with an ID that a cache holds.
func (x *Exec) PropInfoAt(id uint64) *PropInfo { return x.cls.propInfos[id] }

// cacheProp fills a run-time cache: class, byte offset, and the info's ID when
// writing needs a look at it.
func cacheProp(cache *[3]uint64, c *Class, p *PropInfo) {
	if cache == nil || p == nil || p.Offset == 0 {
		return
	}
	cache[0], cache[1] = uint64(c.Addr()), uint64(p.Offset)
	cache[2] = 0
	if p.guarded() {
		cache[2] = uint64(p.ID)
	}
}

// guarded reports a property that may not be written directly.
func (p *PropInfo) guarded() bool {
	return p.Type != nil || p.Flags&(code.AccReadonly|code.AccPublicSet|code.AccProtectedSet|code.AccPrivateSet) != 0
}

// guard marks an object's property while one of its magic methods runs.
// Guards are a stack, searched from its end: few are ever active.
type guard struct {
	o    mm.Addr
	name *zval.String // kept alive by who set the guard
	bit  uint8
}

// The magic methods a guard may stand for.
const (
	inGet = 1 << iota
	inSet
	inUnset
	inIsset
)

func (x *Exec) guarded(o *zval.Object, name *zval.String, bit uint8) bool {
	g := x.cls.guards
	for i := len(g) - 1; i >= 0; i-- {
		if g[i].o == o.Addr() && g[i].bit == bit && zval.Equal(g[i].name, name) {
			return true
		}
	}
	return false
}

// pushGuard marks a magic method as running until dropGuard.
func (x *Exec) pushGuard(o *zval.Object, name *zval.String, bit uint8) {
	x.cls.guards = append(x.cls.guards, guard{o.Addr(), name.AddRef(), bit})
}

// dropGuard removes the innermost guard of that kind. Fibers may interleave
// theirs, so it need not be the last.
func (x *Exec) dropGuard(o *zval.Object, name *zval.String, bit uint8) {
	g := x.cls.guards
	for i := len(g) - 1; i >= 0; i-- {
		if g[i].o == o.Addr() && g[i].bit == bit && zval.Equal(g[i].name, name) {
			n := g[i].name
			x.cls.guards = append(g[:i], g[i+1:]...)
			x.Space.ReleaseStr(n)
			return
		}
	}
}

// inHook reports whether the running code is a hook of this very property of
// this object: then the property means its backing value.
func (x *Exec) inHook(o *zval.Object, p *PropInfo) bool {
	f := x.hookFrame()
	if f == nil || zval.Type(f.This.T) != zval.ObjectT || f.This.V == 0 || f.This.Obj() != o {
		return false
	}
	q := x.FuncOf(funcAt(f.Func)).Prop
	return q != nil && q.Name == p.Name
}

func (x *Exec) hookFrame() *vmstack.Frame {
	for f := x.Frame(); f != nil; f = frameAt(f.Prev) {
		if f.Func == 0 {
			continue
		}
		if funcAt(f.Func).Kind == code.FuncUser {
			return f
		}
	}
	return nil
}

// scopeText is "global scope" or "scope X", as access errors end.
func scopeText(scope *Class) string {
	if scope == nil {
		return "global scope"
	}
	return "scope " + scope.Name
}

// setAccessible reports whether scope may write a property whose set
// visibility is narrower than its own.
func (p *PropInfo) setAccessible(scope *Class) bool {
	switch {
	case p.Flags&(code.AccPrivateSet|code.AccProtectedSet) == 0:
		return true
	case scope == p.Class:
		return true
	case p.Flags&code.AccPrivateSet != 0:
		return false
	}
	root := p.Class
	if p.Proto != nil {
		root = p.Proto.Class
	}
	return protectedFrom(root, scope)
}

// checkSet refuses writing to a property whose set visibility excludes scope.
// op is the verb: modify, indirectly modify, unset.
func (x *Exec) checkSet(p *PropInfo, op string) bool {
	scope := x.Scope()
	if p.setAccessible(scope) {
		return true
	}
	vis := "protected(set)"
	if p.Flags&code.AccPrivateSet != 0 {
		vis = "private(set)"
	}
	ro := ""
	if p.Flags&code.AccReadonly != 0 {
		ro = " readonly"
	}
	x.ThrowError(nil, "Cannot %s %s%s property %s::$%s from %s", op, vis, ro, p.Class.Name, p.Name, scopeText(scope))
	return false
}
