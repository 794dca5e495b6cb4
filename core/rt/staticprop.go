package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// StaticProp finds c::$name as the running code may use it and returns its
// slot, which keeps its address, and declaration. It is nil when that threw,
// or silently for FetchIS. May run PHP (initial values).
func (x *Exec) StaticProp(c *Class, name *zval.String, kind FetchKind) (*zval.Value, *PropInfo) {
	p := c.Props.m[name.View()]
	if p == nil || p.Flags&code.AccStatic == 0 {
		if kind != FetchIS {
			x.ThrowError(nil, "Access to undeclared static property %s::$%s", c.Name, name.String())
		}
		return nil, nil
	}
	scope := x.Scope()
	if p.Flags&code.AccPublic == 0 && p.Class != scope {
		root := p.Class
		if p.Proto != nil {
			root = p.Proto.Class
		}
		if p.Flags&code.AccPrivate != 0 || !protectedFrom(root, scope) {
			if kind != FetchIS {
				x.ThrowError(nil, "Cannot access %s property %s::$%s", visibilityName(p.Flags), c.Name, name.String())
			}
			return nil, nil
		}
	}
	if c.needsInit && !x.InitClass(c) {
		return nil, nil
	}
	if c.Static == 0 {
		return nil, nil
	}
	v := valueIndex(c.Static, p.Slot)
	for v.Type() == zval.Indirect {
		v = v.Ind()
	}
	if v.Type() == zval.ConstAST && !x.initMember(p.Class, p, v) {
		return nil, nil
	}
	switch kind {
	case FetchR, FetchRW:
		if v.Type() == zval.Undef && p.Type != nil {
			x.ThrowError(nil, "Typed static property %s::$%s must not be accessed before initialization", p.Class.Name, p.Name)
			return nil, nil
		}
	}
	if kind == FetchW || kind == FetchRW || kind == FetchUnset {
		if !p.setAccessible(scope) && !x.onlyEntered(v) {
			verb := "indirectly modify"
			if f := x.Frame(); f != nil && f.Opline != 0 && opcode.Op(code.OplineAt(f.Opline).Code) == opcode.AssignStaticProp {
				verb = "modify"
			}
			x.checkSet(p, verb)
			return nil, nil
		}
	}
	if c.IsTrait() {
		x.Deprecated("Accessing static trait property %s::$%s is deprecated, it should only be accessed on a class using the trait", c.Name, name.String())
		if x.HasExc() {
			return nil, nil
		}
	}
	return v, p
}

// onlyEntered reports that the running fetch for writing is of an object (or
// of nothing, to unset in it) whose own property is what changes.
func (x *Exec) onlyEntered(v *zval.Value) bool {
	f := x.Frame()
	if f == nil || f.Opline == 0 || v.Deref().Type() != zval.ObjectT && v.Type() != zval.Undef {
		return false
	}
	o := code.OplineAt(f.Opline)
	switch opcode.Op(o.Code) {
	case opcode.FetchStaticPropW, opcode.FetchStaticPropRw, opcode.FetchStaticPropUnset, opcode.FetchStaticPropFuncArg:
	default:
		return false
	}
	n := code.OplineAt(f.Opline + code.OplineSize)
	if n.Op1Kind != code.Var || n.Op1 != o.Result {
		return false
	}
	switch opcode.Op(n.Code) {
	case opcode.AssignObj, opcode.AssignObjOp, opcode.AssignObjRef, opcode.PreIncObj, opcode.PreDecObj, opcode.PostIncObj, opcode.PostDecObj,
		opcode.FetchObjW, opcode.FetchObjRw, opcode.FetchObjFuncArg:
		return v.Type() != zval.Undef
	case opcode.UnsetObj, opcode.FetchObjUnset:
		return true
	}
	return false
}

// StaticSlot borrows the slot of a static property for library code: no access
// checks. nil when there is none.
func (x *Exec) StaticSlot(c *Class, p *PropInfo) *zval.Value {
	if p == nil || p.Flags&code.AccStatic == 0 || c.Static == 0 {
		return nil
	}
	if !x.InitClass(c) {
		return nil
	}
	v := valueIndex(c.Static, p.Slot)
	for v.Type() == zval.Indirect {
		v = v.Ind()
	}
	return v
}

// CacheableStatic reports whether a place in the code may remember the slot of
// a static property: each access to a trait's own is reported, and set
// visibility is checked at each write.
func (x *Exec) CacheableStatic(c *Class, p *PropInfo) bool {
	return !c.IsTrait() && p.Flags&(code.AccPrivateSet|code.AccProtectedSet) == 0
}
