package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Instance properties: read, write, pointers, isset, unset. All may run PHP
// (magic methods, hooks, error handlers, destructors).

// ReadProp reads $o->name. The result points into the object (borrowed) or is
// rv, which then holds an owned value; it is never nil. rv is dead on entry.
func (x *Exec) ReadProp(o *zval.Object, name *zval.String, kind FetchKind, cache *[3]uint64, rv *zval.Value) *zval.Value {
	rv.SetNull()
	if cache != nil && cache[0] == uint64(o.Class) && (kind == FetchR || kind == FetchIS) {
		if v := o.PropAt(uintptr(cache[1])); v.Type() != zval.Undef {
			return v
		}
	}
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.ReadProp != nil && c.Handlers.ReadProp(x, o, name, kind, rv) {
		return rv
	}
	scope := x.Scope()
	p, how := x.FindProp(c, name, scope, kind == FetchIS || c.Get != nil)
	writing := kind == FetchW || kind == FetchRW || kind == FetchUnset
	uninit := false
retry:
	switch how {
	case propSlot:
		v := o.Prop(p.Slot)
		if v.Type() != zval.Undef {
			cacheProp(cache, c, p)
			if writing && p.Flags&(code.AccReadonly|code.AccPrivateSet|code.AccProtectedSet) != 0 {
				return x.readForWrite(o, p, v, scope, rv)
			}
			return v
		}
		if v.U&propUninit != 0 {
			uninit = true
			goto undefined
		}
	case propDynamic:
		if o.Props != 0 {
			if v := tableAt(o.Props).Find(name); v != nil {
				return v
			}
		}
	case propHook:
		if p.Get == nil || p.Get.Flags&code.AccAbstract != 0 && p.Slot != noSlot {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Property %s::$%s is write-only", c.Name, name.String())
				return rv
			}
			how = propSlot
			if writing {
				if p.Set != nil && !x.inHook(o, p) {
					x.ThrowError(nil, "Indirect modification of %s::$%s is not allowed", c.Name, name.String())
					return rv
				}
			}
			cache = nil
			goto retry
		}
		if x.inHook(o, p) {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Must not read from virtual property %s::$%s", c.Name, name.String())
				return rv
			}
			how, cache = propSlot, nil
			goto retry
		}
		if writing && p.Get.Flags&code.AccReturnRef == 0 {
			x.readHook(o, p, rv)
			if !x.HasExc() && rv.Deref().Type() != zval.ObjectT && !x.bindsRef() {
				x.Space.Release(rv)
				rv.SetNull()
				x.ThrowError(nil, "Indirect modification of %s::$%s is not allowed", c.Name, name.String())
			}
			return rv
		}
		if writing && !x.checkSet(p, "indirectly modify") {
			return rv
		}
		x.readHook(o, p, rv)
		return rv
	case propWrong:
		if x.HasExc() {
			return rv
		}
	}
	if kind == FetchIS && c.Isset != nil && !x.guarded(o, name, inIsset) {
		o.GC.RC++ // __isset may drop the last reference to it
		if x.callIsset(c, o, name) && c.Get != nil && !x.guarded(o, name, inGet) {
			x.callGet(c, o, name, unsetProp(p, how), kind, rv)
		}
		x.ReleaseObj(o)
		return rv
	}
	if c.Get != nil {
		if !x.guarded(o, name, inGet) {
			return x.callGet(c, o, name, unsetProp(p, how), kind, rv)
		}
		if how == propWrong {
			x.FindProp(c, name, scope, false)
			return rv
		}
	}
undefined:
	if kind == FetchIS {
		return rv
	}
	if writing && how == propSlot && p.Flags&(code.AccReadonly|code.AccPrivateSet|code.AccProtectedSet) != 0 {
		// nothing is there yet, and it may not be made to be there like this
		switch {
		case kind == FetchUnset:
		case p.Flags&code.AccReadonly != 0:
			x.readonlyError(p, "indirectly modify")
		case !p.setAccessible(scope):
			x.checkSet(p, "indirectly modify")
		}
		return rv
	}
	if p != nil && how == propSlot && (p.Type != nil || uninit) {
		x.ThrowError(nil, "Typed property %s::$%s must not be accessed before initialization", p.Class.Name, p.Name)
	} else {
		x.Warning("Undefined property: %s::$%s", c.Name, name.String())
	}
	rv.SetNull()
	return rv
}

// bindsRef reports that the running instruction is an assignment by reference
// to a property, which has an error of its own.
func (x *Exec) bindsRef() bool {
	f := x.Frame()
	return f != nil && f.Opline != 0 && opcode.Op(code.OplineAt(f.Opline).Code) == opcode.AssignObjRef
}

// unsetProp is the declared property that __get stands in for, nil when the
// property is not accessible.
func unsetProp(p *PropInfo, how propKind) *PropInfo {
	if how != propSlot {
		return nil
	}
	return p
}

// readForWrite is a fetch for writing of a property that may not be modified
// here: an object is given as a copy of the handle, anything else is refused.
func (x *Exec) readForWrite(o *zval.Object, p *PropInfo, v *zval.Value, scope *Class, rv *zval.Value) *zval.Value {
	if p.Flags&code.AccReadonly == 0 && p.setAccessible(scope) {
		return v
	}
	if v.Deref().Type() == zval.ObjectT {
		rv.CopyFrom(v.Deref())
		return rv
	}
	if p.Flags&code.AccReadonly != 0 {
		if p.setAccessible(scope) || v.Type() != zval.Undef {
			x.readonlyError(p, "indirectly modify")
		} else {
			x.checkSet(p, "indirectly modify")
		}
		return rv
	}
	x.checkSet(p, "indirectly modify")
	return rv
}

func (x *Exec) readonlyError(p *PropInfo, op string) {
	x.ThrowError(nil, "Cannot %s readonly property %s::$%s", op, p.Class.Name, p.Name)
}

// readHook calls a get hook.
func (x *Exec) readHook(o *zval.Object, p *PropInfo, rv *zval.Value) {
	if p.Get.Flags&code.AccAbstract != 0 {
		x.ThrowError(nil, "Cannot call abstract method %s::%s()", p.Get.Class.Name, p.Get.Name)
		return
	}
	o.GC.RC++
	x.CallFn(p.Get, o, x.ClassOf(o), nil, rv)
	x.ReleaseObj(o)
	if rv.Type() == zval.Undef {
		rv.SetNull()
	}
}

// callGet runs __get.
func (x *Exec) callGet(c *Class, o *zval.Object, name *zval.String, p *PropInfo, kind FetchKind, rv *zval.Value) *zval.Value {
	x.pushGuard(o, name, inGet)
	o.GC.RC++
	arg := [1]zval.Value{zval.StrValue(name)}
	ok := x.CallFn(c.Get, o, c, arg[:], rv)
	x.dropGuard(o, name, inGet)
	if !ok || rv.Type() == zval.Undef {
		x.Space.Release(rv)
		rv.SetNull()
	} else if rv.Type() != zval.ReferenceT && (kind == FetchW || kind == FetchRW || kind == FetchUnset) && rv.Type() != zval.ObjectT {
		x.Notice("Indirect modification of overloaded property %s::$%s has no effect", c.Name, name.String())
	}
	if ok && p != nil && p.Type != nil && !x.HasExc() {
		x.verifyGot(p, rv)
	}
	x.ReleaseObj(o)
	return rv
}

// verifyGot checks what __get returned for an unset typed property.
func (x *Exec) verifyGot(p *PropInfo, rv *zval.Value) {
	if !x.CheckType(p.Type, rv, p.Class, nil, x.Strict()) && !x.HasExc() {
		x.ThrowTypeError("Value of type %s returned from %s::__get() must be compatible with unset property %s::$%s of type %s",
			x.ValueName(rv), p.Class.Name, p.Class.Name, p.Name, typeText(p.Type, nil))
	}
}

func (x *Exec) callIsset(c *Class, o *zval.Object, name *zval.String) bool {
	x.pushGuard(o, name, inIsset)
	o.GC.RC++
	arg := [1]zval.Value{zval.StrValue(name)}
	var ret zval.Value
	ok := x.CallFn(c.Isset, o, c, arg[:], &ret)
	x.dropGuard(o, name, inIsset)
	r := ok && x.ToBool(&ret)
	x.Space.Release(&ret)
	x.ReleaseObj(o)
	return r
}

// WriteProp assigns v (borrowed, references followed) to $o->name. It returns
// the value as assigned, borrowed until PHP next runs, or nil when it threw.
func (x *Exec) WriteProp(o *zval.Object, name *zval.String, v *zval.Value, cache *[3]uint64) *zval.Value {
	v = v.Deref()
	if cache != nil && cache[0] == uint64(o.Class) {
		// seen here before: a plain slot, perhaps with a type
		slot := o.PropAt(uintptr(cache[1]))
		if t := slot.Type(); t != zval.Undef && t != zval.ReferenceT {
			if cache[2] == 0 {
				x.Space.Assign(slot, v)
				return v
			}
			const special = code.AccReadonly | code.AccPublicSet | code.AccProtectedSet | code.AccPrivateSet
			p := x.cls.propInfos[cache[2]]
			if p.Flags&special == 0 && (p.Type.Mask&(1<<v.Type()) != 0 || v.Type() == zval.ObjectT && len(p.Type.Names) == 1 && p.Type.Names[0] == x.ClassOf(v.Obj()).Name) {
				x.Space.Assign(slot, v)
				return v
			}
		}
	}
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.WriteProp != nil && c.Handlers.WriteProp(x, o, name, v) {
		if x.HasExc() {
			return nil
		}
		return v
	}
	scope := x.Scope()
	p, how := x.FindProp(c, name, scope, c.Set != nil)
retry:
	switch how {
	case propSlot:
		slot := o.Prop(p.Slot)
		if slot.Type() != zval.Undef {
			cacheProp(cache, c, p)
			return x.writeSlot(o, p, slot, v, scope)
		}
		if slot.U&propUninit != 0 {
			return x.initSlot(o, p, slot, v)
		}
	case propDynamic:
		if o.Props != 0 {
			t := x.ownDyn(o)
			if slot := t.Find(name); slot != nil {
				return x.assignSlot(slot, v)
			}
		}
	case propHook:
		if p.Set == nil || p.Set.Flags&code.AccAbstract != 0 && p.Slot != noSlot {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Property %s::$%s is read-only", c.Name, name.String())
				return nil
			}
			how, cache = propSlot, nil
			goto retry
		}
		if x.inHook(o, p) {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Must not write to virtual property %s::$%s", c.Name, name.String())
				return nil
			}
			how, cache = propSlot, nil
			goto retry
		}
		if !x.checkSet(p, "modify") {
			return nil
		}
		return x.writeHook(o, p, v)
	case propWrong:
		if x.HasExc() {
			return nil
		}
	}
	if c.Set != nil {
		if !x.guarded(o, name, inSet) {
			return x.callSet(c, o, name, v)
		}
		if how == propWrong {
			x.FindProp(c, name, scope, false)
			return nil
		}
	}
	if how == propSlot {
		return x.initSlot(o, p, o.Prop(p.Slot), v)
	}
	return x.addDynamic(c, o, name, v)
}

// writeSlot assigns to an initialised declared property.
func (x *Exec) writeSlot(o *zval.Object, p *PropInfo, slot, v *zval.Value, scope *Class) *zval.Value {
	if !p.guarded() {
		return x.assignSlot(slot, v)
	}
	if p.Flags&code.AccReadonly != 0 {
		if slot.U&propReinit == 0 {
			x.readonlyError(p, "modify")
			return nil
		}
		if !x.checkSet(p, "modify") {
			return nil
		}
	} else if !x.checkSet(p, "modify") {
		return nil
	}
	if p.Type == nil {
		return x.assignSlot(slot, v)
	}
	var tmp zval.Value
	tmp.CopyFrom(v)
	if !x.verifyHeld(o, p, &tmp) {
		return nil
	}
	// the check may have run code that unset or rebound the property
	slot = o.Prop(p.Slot)
	slot.U &^= propReinit
	if slot.Type() == zval.ReferenceT {
		if !x.AssignToRef(slot, &tmp, x.Strict()) {
			return nil
		}
		return slot.Deref()
	}
	return x.store(slot, &tmp, v)
}

// store puts the checked value tmp (moved) into a slot and returns it as the
// result of the assignment: v itself when nothing had to be converted, which is safe
// from the destructor of the old value.
func (x *Exec) store(slot, tmp, v *zval.Value) *zval.Value {
	same := tmp.V == v.V && tmp.T == v.T
	x.Space.Replace(slot, tmp)
	if same {
		return v
	}
	return slot
}

// verifyHeld is VerifyProp while o is kept alive: the conversion may run code
// that drops it, which is an Error. On false tmp has been released.
func (x *Exec) verifyHeld(o *zval.Object, p *PropInfo, tmp *zval.Value) bool {
	if tmp.Type() != zval.ObjectT && p.Type.Mask&(1<<tmp.Type()) != 0 {
		return true
	}
	o.GC.RC++
	ok := x.VerifyProp(p, tmp, x.Strict())
	if o.GC.RC == 1 || o.GC.RC == 2 && x.Assigning == o {
		x.ReleaseObj(o)
		if ok {
			x.ThrowError(nil, "Object was released while assigning to property %s::$%s", p.Class.Name, p.Name)
			ok = false
		}
	} else {
		o.GC.RC--
	}
	if !ok {
		x.Space.Release(tmp)
	}
	return ok
}

// initSlot gives an unset declared property its value.
func (x *Exec) initSlot(o *zval.Object, p *PropInfo, slot, v *zval.Value) *zval.Value {
	if !x.checkSet(p, "modify") {
		return nil
	}
	var tmp zval.Value
	tmp.CopyFrom(v)
	if p.Type != nil && !x.verifyHeld(o, p, &tmp) {
		return nil
	}
	slot = o.Prop(p.Slot)
	if p.Flags&code.AccReadonly != 0 && slot.Type() != zval.Undef {
		x.Space.Release(&tmp)
		x.readonlyError(p, "modify")
		return nil
	}
	slot.U = 0
	return x.store(slot, &tmp, v)
}

// assignSlot is an ordinary assignment to a property's slot; typed references are honoured.
func (x *Exec) assignSlot(slot, v *zval.Value) *zval.Value {
	if slot.Type() == zval.ReferenceT && slot.Ref().Sources != 0 {
		var tmp zval.Value
		tmp.CopyFrom(v)
		if !x.AssignToRef(slot, &tmp, x.Strict()) {
			return nil
		}
		return slot.Deref()
	}
	x.Space.Assign(slot, v)
	return v // not the slot: the old value's destructor may have moved it
}

func (x *Exec) writeHook(o *zval.Object, p *PropInfo, v *zval.Value) *zval.Value {
	if p.Set.Flags&code.AccAbstract != 0 {
		x.ThrowError(nil, "Cannot call abstract method %s::%s()", p.Set.Class.Name, p.Set.Name)
		return nil
	}
	arg := [1]zval.Value{*v}
	var ret zval.Value
	o.GC.RC++
	ok := x.CallFn(p.Set, o, x.ClassOf(o), arg[:], &ret)
	x.Space.Release(&ret)
	x.ReleaseObj(o)
	if !ok {
		return nil
	}
	return v
}

func (x *Exec) callSet(c *Class, o *zval.Object, name *zval.String, v *zval.Value) *zval.Value {
	x.pushGuard(o, name, inSet)
	o.GC.RC++
	args := [2]zval.Value{zval.StrValue(name), *v}
	var ret zval.Value
	ok := x.CallFn(c.Set, o, c, args[:], &ret)
	x.dropGuard(o, name, inSet)
	x.Space.Release(&ret)
	x.ReleaseObj(o)
	if !ok {
		return nil
	}
	return v
}

// mayCreate reports whether a dynamic property may be made; it throws or
// reports the deprecation.
func (x *Exec) mayCreate(c *Class, o *zval.Object, name *zval.String) bool {
	if c.NoDynamic {
		x.ThrowError(nil, "Cannot create dynamic property %s::$%s", c.Name, name.String())
		return false
	}
	if !c.AllowDynamic {
		o.GC.RC++
		x.Deprecated("Creation of dynamic property %s::$%s is deprecated", c.Name, name.String())
		if o.GC.RC == 1 {
			x.ReleaseObj(o)
			if !x.HasExc() {
				x.ThrowError(nil, "Cannot create dynamic property %s::$%s", c.Name, name.String())
			}
			return false
		}
		o.GC.RC--
		if x.HasExc() {
			return false
		}
	}
	return true
}

func (x *Exec) addDynamic(c *Class, o *zval.Object, name *zval.String, v *zval.Value) *zval.Value {
	if !x.mayCreate(c, o, name) {
		return nil
	}
	var tmp zval.Value
	tmp.CopyFrom(v)
	return x.Space.Set(x.ownDyn(o), name, &tmp)
}

// ownDyn returns the object's table of dynamic properties, made or unshared
// for writing.
func (x *Exec) ownDyn(o *zval.Object) *zval.Table {
	if o.Props == 0 {
		o.Props = x.Space.NewTable(0).Addr()
		return tableAt(o.Props)
	}
	t := tableAt(o.Props)
	if t.GC.RC > 1 {
		d := x.Space.DupTable(t)
		x.Space.ReleaseArr(t)
		o.Props = d.Addr()
		return d
	}
	return t
}

// PropPtr returns the slot behind $o->name for writing or referencing it. It
// is nil with ok when reading and writing must go through ReadProp and
// WriteProp (magic, hooks, readonly); nil without ok when it threw.
func (x *Exec) PropPtr(o *zval.Object, name *zval.String, kind FetchKind, cache *[3]uint64) (slot *zval.Value, ok bool) {
	c := x.ClassOf(o)
	if c.Handlers != nil && (c.Handlers.NoPropPtr || c.Handlers.ReadProp != nil || c.Handlers.WriteProp != nil) {
		if c.Handlers.NoWrite != nil && kind != FetchUnset {
			c.Handlers.NoWrite(x, o)
			return nil, false
		}
		return nil, true
	}
	scope := x.Scope()
	p, how := x.FindProp(c, name, scope, c.Get != nil)
	switch how {
	case propSlot:
		v := o.Prop(p.Slot)
		if v.Type() == zval.Undef {
			if c.Get != nil && !x.guarded(o, name, inGet) && v.U&propUninit == 0 {
				return nil, true
			}
			switch {
			case kind == FetchRW || kind == FetchR:
				if p.Type != nil {
					x.ThrowError(nil, "Typed property %s::$%s must not be accessed before initialization", p.Class.Name, p.Name)
					return nil, false
				}
				v.SetNull()
				x.Warning("Undefined property: %s::$%s", c.Name, name.String())
			case p.Flags&(code.AccReadonly|code.AccPrivateSet|code.AccProtectedSet) != 0:
				if p.Flags&code.AccReadonly == 0 && p.setAccessible(scope) {
					if p.Type == nil {
						v.SetNull()
					}
					return v, true
				}
				return nil, true // only a direct assignment initialises a readonly property
			case p.Type == nil:
				v.SetNull()
			}
			return v, true
		}
		if p.Flags&code.AccReadonly != 0 || !p.setAccessible(scope) {
			return nil, true
		}
		cacheProp(cache, c, p)
		return v, true
	case propHook:
		if x.inHook(o, p) && p.Slot != noSlot {
			v := o.Prop(p.Slot)
			if v.Type() == zval.Undef && p.Type == nil {
				v.SetNull()
			}
			return v, true
		}
		return nil, true
	case propWrong:
		if x.HasExc() || c.Get == nil {
			return nil, false
		}
		return nil, true
	}
	if o.Props != 0 {
		if v := x.ownDyn(o).Find(name); v != nil {
			return v, true
		}
	}
	if c.Get != nil && !x.guarded(o, name, inGet) {
		return nil, true
	}
	if !x.mayCreate(c, o, name) {
		return nil, false
	}
	if kind == FetchRW || kind == FetchR {
		o.GC.RC++
		x.Warning("Undefined property: %s::$%s", c.Name, name.String())
		if o.GC.RC == 1 {
			x.ReleaseObj(o)
			return nil, false
		}
		o.GC.RC--
		if x.HasExc() {
			return nil, false
		}
	}
	return x.Space.Lookup(x.ownDyn(o), name), true
}

// HasProp tells whether $o->name exists in the sense of mode.
func (x *Exec) HasProp(o *zval.Object, name *zval.String, mode HasMode, cache *[3]uint64) bool {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.HasProp != nil {
		if r, handled := c.Handlers.HasProp(x, o, name, mode); handled {
			return r
		}
	}
	p, how := x.FindProp(c, name, x.Scope(), true)
	var v *zval.Value
retry:
	switch how {
	case propSlot:
		v = o.Prop(p.Slot)
		if v.Type() == zval.Undef {
			if v.U&propUninit != 0 {
				return false
			}
			v = nil
		} else {
			cacheProp(cache, c, p)
		}
	case propDynamic:
		if o.Props != 0 {
			v = tableAt(o.Props).Find(name)
		}
	case propHook:
		if p.Get == nil {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Property %s::$%s is write-only", c.Name, name.String())
				return false
			}
			how, cache = propSlot, nil
			goto retry
		}
		if x.inHook(o, p) {
			if p.Slot == noSlot {
				x.ThrowError(nil, "Must not read from virtual property %s::$%s", c.Name, name.String())
				return false
			}
			how, cache = propSlot, nil
			goto retry
		}
		if mode == HasExists {
			return true
		}
		var rv zval.Value
		x.readHook(o, p, &rv)
		r := false
		if !x.HasExc() {
			if mode == HasNotEmpty {
				r = x.ToBool(rv.Deref())
			} else {
				r = rv.Deref().Type() > zval.Null
			}
		}
		x.Space.Release(&rv)
		return r
	}
	if v != nil {
		switch mode {
		case HasExists:
			return true
		case HasNotEmpty:
			return x.ToBool(v.Deref())
		}
		return v.Deref().Type() > zval.Null
	}
	if mode == HasExists || c.Isset == nil || x.guarded(o, name, inIsset) {
		return false
	}
	o.GC.RC++
	r := x.callIsset(c, o, name)
	if r && mode == HasNotEmpty && !x.HasExc() {
		r = false
		if c.Get != nil && !x.guarded(o, name, inGet) {
			var rv zval.Value
			rv.SetNull()
			x.pushGuard(o, name, inGet)
			arg := [1]zval.Value{zval.StrValue(name)}
			if x.CallFn(c.Get, o, c, arg[:], &rv) {
				r = x.ToBool(rv.Deref())
			}
			x.dropGuard(o, name, inGet)
			x.Space.Release(&rv)
		}
	}
	x.ReleaseObj(o)
	return r
}

// UnsetProp is unset($o->name).
func (x *Exec) UnsetProp(o *zval.Object, name *zval.String, cache *[3]uint64) {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.UnsetProp != nil && c.Handlers.UnsetProp(x, o, name) {
		return
	}
	scope := x.Scope()
	p, how := x.FindProp(c, name, scope, c.Unset != nil)
	switch how {
	case propSlot:
		v := o.Prop(p.Slot)
		if p.Flags&code.AccReadonly == 0 && !p.setAccessible(scope) &&
			(v.Type() != zval.Undef || v.U&propUninit != 0 || c.Unset == nil || x.guarded(o, name, inUnset)) {
			x.checkSet(p, "unset")
			return
		}
		if v.Type() != zval.Undef {
			if p.guarded() {
				if p.Flags&code.AccReadonly != 0 && v.U&propReinit == 0 {
					x.readonlyError(p, "unset")
					return
				}
				if !x.checkSet(p, "unset") {
					return
				}
			}
			if v.Type() == zval.ReferenceT && v.Ref().Sources != 0 {
				x.RefDelSource(v.Ref(), p)
			}
			old := *v
			v.SetUndef()
			v.U = 0
			x.Space.Release(&old)
			return
		}
		if v.U&propUninit != 0 {
			if p.guarded() && !x.checkSet(p, "unset") {
				return
			}
			v.U = 0
			return
		}
	case propDynamic:
		if o.Props != 0 && x.Space.Del(x.ownDyn(o), name) {
			return
		}
	case propHook:
		x.ThrowError(nil, "Cannot unset hooked property %s::$%s", c.Name, name.String())
		return
	case propWrong:
		if x.HasExc() {
			return
		}
	}
	if c.Unset == nil {
		return
	}
	if !x.guarded(o, name, inUnset) {
		x.pushGuard(o, name, inUnset)
		o.GC.RC++
		arg := [1]zval.Value{zval.StrValue(name)}
		var ret zval.Value
		x.CallFn(c.Unset, o, c, arg[:], &ret)
		x.dropGuard(o, name, inUnset)
		x.Space.Release(&ret)
		x.ReleaseObj(o)
	} else if how == propWrong {
		x.FindProp(c, name, scope, false)
	}
}
