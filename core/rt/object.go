package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Handlers override how instances of an internal class (and of classes below
// it) behave. Nil members mean the standard behaviour.
type Handlers struct {
	// ExtraSize is what an instance carries after its property slots, in bytes.
	ExtraSize uint32
	// Create prepares a fresh instance (sets its payload).
	Create func(x *Exec, c *Class, o *zval.Object)
	// Destroy runs instead of __destruct when the last reference goes. May run PHP.
	Destroy func(x *Exec, o *zval.Object)
	// Free releases what the payload owns. It must not run PHP.
	Free func(x *Exec, o *zval.Object)
	// Children visits the Values that the payload owns, for the cycle collector.
	Children func(x *Exec, o *zval.Object, visit func(*zval.Value))
	// Clone copies the payload of old into fresh; properties are copied already.
	Clone func(x *Exec, fresh, old *zval.Object)
	// NoClone makes cloning an Error.
	NoClone bool
	// NoNew, when set, is the Error of `new` on the class itself.
	NoNew string

	// Property access; handled false falls through to the standard behaviour.
	ReadProp  func(x *Exec, o *zval.Object, name *zval.String, kind FetchKind, rv *zval.Value) (handled bool)
	WriteProp func(x *Exec, o *zval.Object, name *zval.String, v *zval.Value) (handled bool)
	HasProp   func(x *Exec, o *zval.Object, name *zval.String, mode HasMode) (result, handled bool)
	UnsetProp func(x *Exec, o *zval.Object, name *zval.String) (handled bool)
	// NoPropPtr forbids pointers to properties: fetches for writing go through Read and Write.
	NoPropPtr bool
	// NoWrite throws for every fetch for writing, if not nil.
	NoWrite func(x *Exec, o *zval.Object)

	// Dimensions; dim nil is []. ReadDim leaves its owned result in rv.
	ReadDim  func(x *Exec, o *zval.Object, dim *zval.Value, kind FetchKind, rv *zval.Value)
	WriteDim func(x *Exec, o *zval.Object, dim, v *zval.Value)
	HasDim   func(x *Exec, o *zval.Object, dim *zval.Value, notEmpty bool) bool
	UnsetDim func(x *Exec, o *zval.Object, dim *zval.Value)

	Count   func(x *Exec, o *zval.Object) (int64, bool)
	Cast    func(x *Exec, o *zval.Object, t zval.Type, ret *zval.Value) bool
	Compare func(x *Exec, a, b *zval.Value) int // one of them is an instance
	// DoOp is operator overloading: handled false means an ordinary operand error.
	DoOp func(x *Exec, op uint8, ret, a, b *zval.Value) (handled bool)
	// Props returns the owned table that casts to array and var_dump show, nil
	// for the standard one.
	Props func(x *Exec, o *zval.Object) *zval.Table
	// DebugInfo returns the owned table for var_dump and print_r.
	DebugInfo func(x *Exec, o *zval.Object) *zval.Table
	// Iterator returns an iterator over o for foreach, nil after a throw.
	Iterator func(x *Exec, o *zval.Object, byRef bool) Iterator
	// GetMethod intercepts method look-up; nil falls through.
	GetMethod func(x *Exec, o *zval.Object, name *zval.String, lc string) *code.Func
}

// FetchKind says what a fetched property or element is wanted for.
type FetchKind uint8

// Kinds of fetch, PHP's numbers.
const (
	FetchR       FetchKind = 0
	FetchW       FetchKind = 1
	FetchRW      FetchKind = 2
	FetchIS      FetchKind = 3
	FetchFuncArg FetchKind = 4
	FetchUnset   FetchKind = 5
)

// HasMode says what is asked of a property's existence.
type HasMode uint8

// Modes of HasProp.
const (
	HasIsset    HasMode = 0 // set and not null
	HasNotEmpty HasMode = 1
	HasExists   HasMode = 2
)

// objectStore hands out object handles; a freed handle is the next one given.
type objectStore struct {
	slots   []mm.Addr // by handle; 0: free
	free    []uint32
	noDtors bool // shutting down after a fatal error
	noReuse bool // shutting down: new objects come after all others
}

func (s *objectStore) init() { s.slots = append(s.slots[:0], 0) }

func (s *objectStore) put(o *zval.Object) {
	if n := len(s.free); n > 0 && !s.noReuse {
		o.Handle = s.free[n-1]
		s.free = s.free[:n-1]
		s.slots[o.Handle] = o.Addr()
		return
	}
	o.Handle = uint32(len(s.slots))
	s.slots = append(s.slots, o.Addr())
}

func (s *objectStore) drop(o *zval.Object) {
	s.slots[o.Handle] = 0
	s.free = append(s.free, o.Handle)
}

// payloads keep the Go side of internal objects, by Object.Internal.
type payloads struct {
	items []any
	free  []uint64
}

// internalMark is Object.Internal of an object that has internals (a
// closure's) but no Go payload.
const internalMark = 1

func (p *payloads) set(o *zval.Object, v any) {
	if o.Internal > internalMark {
		p.items[o.Internal] = v
		return
	}
	if n := len(p.free); n > 0 {
		o.Internal = p.free[n-1]
		p.free = p.free[:n-1]
		p.items[o.Internal] = v
		return
	}
	if len(p.items) == 0 {
		p.items = make([]any, internalMark+1, 16)
	}
	o.Internal = uint64(len(p.items))
	p.items = append(p.items, v)
}

func (p *payloads) drop(o *zval.Object) {
	if o.Internal > internalMark {
		p.items[o.Internal] = nil
		p.free = append(p.free, o.Internal)
	}
	o.Internal = 0
}

// SetPayload attaches the Go side of an internal object.
func (x *Exec) SetPayload(o *zval.Object, v any) { x.internal.set(o, v) }

// Payload returns the Go side of an internal object, nil when there is none.
func (x *Exec) Payload(o *zval.Object) any {
	if o.Internal <= internalMark {
		return nil
	}
	return x.internal.items[o.Internal]
}

// rawObject makes an instance with its handle and defaults, nothing else.
func (x *Exec) rawObject(c *Class) *zval.Object {
	o := x.Space.NewObjectRaw(c.Desc)
	x.objects.put(o)
	return o
}

// NewObject makes an instance without running its constructor: one reference,
// owned by the caller. nil when it threw. May run PHP (default expressions).
func (x *Exec) NewObject(c *Class) *zval.Object {
	if c.Flags&(code.AccInterface|code.AccTrait|code.AccEnum|code.AccAbstract|code.AccImplicitAbstract) != 0 {
		x.cannotInstantiate(c)
		return nil
	}
	if c.Handlers != nil && c.Handlers.NoNew != "" {
		x.ThrowError(nil, "%s", c.Handlers.NoNew)
		return nil
	}
	if c.needsInit && !x.InitClass(c) {
		return nil
	}
	o := x.rawObject(c)
	if c.Handlers != nil && c.Handlers.Create != nil {
		c.Handlers.Create(x, c, o)
	}
	return o
}

func (x *Exec) cannotInstantiate(c *Class) {
	kind := c.Kind()
	if kind == "class" {
		kind = "abstract class"
	}
	x.ThrowError(nil, "Cannot instantiate %s %s", kind, c.Name)
}

// New makes an instance and runs its constructor with borrowed arguments; nil
// when it threw. May run PHP.
func (x *Exec) New(c *Class, args ...zval.Value) *zval.Object {
	o := x.NewObject(c)
	if o == nil {
		return nil
	}
	if !x.Construct(o, args) {
		o.GC.TypeInfo |= zval.ObjDestructorCalled
		x.ReleaseObj(o)
		return nil
	}
	return o
}

// Construct runs the constructor of a fresh object; false when it threw.
func (x *Exec) Construct(o *zval.Object, args []zval.Value) bool {
	c := x.ClassOf(o)
	if c.Ctor == nil {
		return true
	}
	if x.Constructor(o) == nil {
		return !x.HasExc()
	}
	var ret zval.Value
	ok := x.CallFn(c.Ctor, o, c, args, &ret)
	x.Space.Release(&ret)
	return ok
}

// Constructor returns the constructor that the running code may call on a
// fresh object; nil when there is none, or when it threw for want of access.
func (x *Exec) Constructor(o *zval.Object) *code.Func {
	c := x.ClassOf(o)
	f := c.Ctor
	if f == nil {
		return nil
	}
	x.prepare(f)
	if f.Flags&code.AccPublic == 0 {
		scope := x.Scope()
		if !(scope == f.Class || f.Flags&code.AccPrivate == 0 && protectedFrom(protoClass(f), scope)) {
			if scope != nil {
				x.ThrowError(nil, "Call to %s %s::%s() from scope %s", visibilityName(f.Flags), f.Class.Name, f.Name, scope.Name)
			} else {
				x.ThrowError(nil, "Call to %s %s::%s() from global scope", visibilityName(f.Flags), f.Class.Name, f.Name)
			}
			o.GC.TypeInfo |= zval.ObjDestructorCalled // never constructed, never destructed
			return nil
		}
	}
	return f.Desc
}

// protoClass is the class at the root of a method, for protected access.
func protoClass(f *Function) *Class {
	if f.Proto != nil && f.Proto.Class != nil {
		return f.Proto.Class
	}
	return f.Class
}

// bindSpace connects the value space's object hooks.
func (x *Exec) bindSpace() {
	sp := x.Space
	sp.NeedsDestructor = func(o *zval.Object) bool {
		c := x.ClassOf(o)
		return !x.objects.noDtors && (c.Dtor != nil || c.Handlers != nil && c.Handlers.Destroy != nil)
	}
	sp.CallDestructor = x.callDestructor
	sp.FreeInternal = x.freeInternal
	sp.WeakGone = x.weakGone
	sp.WeakChildren = x.weakChildren
	sp.RefSourceGone = func(o *zval.Object, i uint32, r *zval.Reference) {
		if c := x.ClassOf(o); int(i) < len(c.Slots) && c.Slots[i] != nil {
			x.RefDelSource(r, c.Slots[i])
		}
	}
	sp.ObjectGone = func(o *zval.Object) { x.objects.drop(o) }
	sp.ObjectChildren = x.objectChildren
}

// callDestructor runs an object's destructor. An exception in flight waits;
// one thrown by the destructor gets it as previous.
func (x *Exec) callDestructor(o *zval.Object) {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.Destroy != nil {
		c.Handlers.Destroy(x, o)
	}
	f := c.Dtor
	if f == nil {
		return
	}
	if f.Flags&code.AccPublic == 0 {
		scope := x.Scope()
		if x.Frame() == nil {
			x.Warning("Call to %s %s::%s() from global scope during shutdown ignored", visibilityName(f.Flags), c.Name, f.Name)
			return
		}
		if !(scope == f.Class || f.Flags&code.AccPrivate == 0 && protectedFrom(protoClass(f), scope)) {
			from := "global scope"
			if scope != nil {
				from = "scope " + scope.Name
			}
			x.ThrowError(nil, "Call to %s %s::%s() from %s", visibilityName(f.Flags), c.Name, f.Name, from)
			return
		}
	}
	old := x.Ctx.Exception
	if old == o.Addr() {
		x.FatalError("Attempt to destruct pending exception")
	}
	x.Ctx.Exception = 0
	var ret zval.Value
	x.CallFn(f, o, c, nil, &ret)
	x.Space.Release(&ret)
	if old == 0 {
		return
	}
	if x.Ctx.Exception == 0 {
		x.Ctx.Exception = old
		return
	}
	prev := objectAt(old)
	if n := x.Exc(); !x.IsUnwind(n) && !x.IsUnwind(prev) {
		x.setPrevious(n, prev)
	} else if x.IsUnwind(n) && !x.IsUnwind(prev) {
		x.ReleaseObj(prev)
	} else if x.IsUnwind(prev) {
		x.ReleaseObj(n)
		x.Ctx.Exception = old
	}
}

func (x *Exec) freeInternal(o *zval.Object) {
	c := x.ClassOf(o)
	if c == x.Cls.Closure {
		x.freeClosure(o)
	} else if c.Handlers != nil && c.Handlers.Free != nil {
		c.Handlers.Free(x, o)
	}
	x.internal.drop(o)
}

func (x *Exec) objectChildren(o *zval.Object, visit func(*zval.Value)) {
	c := x.ClassOf(o)
	if c == x.Cls.Closure {
		x.closureChildren(o, visit)
	} else if c.Handlers != nil && c.Handlers.Children != nil {
		c.Handlers.Children(x, o, visit)
	}
}

// EachObject visits the live objects in order of their handles.
func (x *Exec) EachObject(fn func(o *zval.Object)) {
	for i := 1; i < len(x.objects.slots); i++ {
		if a := x.objects.slots[i]; a != 0 {
			fn(objectAt(a))
		}
	}
}

// destroyObjects runs the destructors of all objects alive, in order of creation.
func (x *Exec) destroyObjects() {
	x.objects.noReuse = true
	for i := 1; i < len(x.objects.slots); i++ {
		a := x.objects.slots[i]
		if a == 0 {
			continue
		}
		o := objectAt(a)
		if o.GC.TypeInfo&zval.ObjDestructorCalled != 0 {
			continue
		}
		o.GC.TypeInfo |= zval.ObjDestructorCalled
		if x.objects.noDtors {
			continue
		}
		o.GC.RC++
		x.callDestructor(o)
		x.ReleaseObj(o)
	}
}

// markDestructed makes sure that no destructor of what exists runs, after a fatal error.
func (x *Exec) markDestructed() {
	x.EachObject(func(o *zval.Object) { o.GC.TypeInfo |= zval.ObjDestructorCalled })
}

// freeFunctions releases what functions hold at the end: static variables, autoloaders.
func (x *Exec) freeFunctions() {
	x.freeFunctionStatics()
	x.freeAutoloaders()
}

// freeClasses releases what classes hold at the end.
func (x *Exec) freeClasses() { x.freeStatics() }

// freeObjects takes down what objects are left, without running PHP: first
// what they hold, then their memory.
func (x *Exec) freeObjects() {
	x.objects.noDtors = true
	var left []mm.Addr
	for i := len(x.objects.slots) - 1; i > 0; i-- {
		a := x.objects.slots[i]
		if a == 0 {
			continue
		}
		o := objectAt(a)
		if o.GC.TypeInfo&zval.ObjFreeCalled != 0 {
			continue
		}
		o.GC.TypeInfo |= zval.ObjDestructorCalled | zval.ObjFreeCalled
		o.GC.RC++
		left = append(left, a)
		if o.Internal != 0 {
			x.freeInternal(o)
		}
		if o.Props != 0 {
			t := tableAt(o.Props)
			o.Props = 0
			x.Space.ReleaseArr(t)
		}
		for k := uint32(0); k < o.Desc().PropCount; k++ {
			v := o.Prop(k)
			if v.IsRefcounted() {
				w := *v
				v.SetUndef()
				x.Space.Release(&w)
			}
		}
	}
	for _, a := range left {
		o := objectAt(a)
		x.objects.drop(o)
		x.Space.FreeObjectMem(o)
	}
}

// freeStatics releases what static members, constants and enum cases hold, at
// the end of the program.
func (x *Exec) freeStatics() {
	for _, c := range x.Classes {
		if c == nil {
			continue
		}
		for i := range c.StaticInfos {
			if c.Static == 0 {
				break
			}
			v := valueIndex(c.Static, uint32(i))
			if v.Type() == zval.Indirect {
				continue
			}
			w := *v
			v.SetNull()
			x.Space.Release(&w)
		}
		for i := range c.Slots {
			if c.Desc.Defaults == 0 {
				break
			}
			v := valueIndex(c.Desc.Defaults, uint32(i))
			w := *v
			v.SetNull()
			x.Space.Release(&w)
		}
		for _, k := range c.Consts.m {
			if k.Class == c && k.Value.IsRefcounted() {
				w := *k.Value
				k.Value.SetNull()
				x.Space.Release(&w)
			}
		}
	}
}

// Clone makes a copy of o and runs __clone; nil when it threw. with, when not
// nil, holds properties to assign to the copy.
func (x *Exec) Clone(o *zval.Object, with *zval.Table) *zval.Object {
	c := x.ClassOf(o)
	if c.Handlers != nil && c.Handlers.NoClone || c.IsEnum() {
		x.ThrowError(nil, "Trying to clone an uncloneable object of class %s", c.Name)
		return nil
	}
	if f := c.CloneFn; f != nil && f.Flags&code.AccPublic == 0 {
		scope := x.Scope()
		if !(scope == f.Class || f.Flags&code.AccPrivate == 0 && protectedFrom(protoClass(f), scope)) {
			from := "global scope"
			if scope != nil {
				from = "scope " + scope.Name
			}
			x.ThrowError(nil, "Call to %s %s::%s() from %s", visibilityName(f.Flags), f.Class.Name, f.Name, from)
			return nil
		}
	}
	n := x.rawCopy(o, c)
	if c.Handlers != nil && c.Handlers.Clone != nil {
		c.Handlers.Clone(x, n, o)
	}
	if c.CloneFn == nil && with == nil {
		return n
	}
	x.setReinit(n, c, true)
	ok := true
	if c.CloneFn != nil {
		var ret zval.Value
		ok = x.CallFn(c.CloneFn, n, c, nil, &ret)
		x.Space.Release(&ret)
	}
	if ok && with != nil {
		x.setReinit(n, c, true)
		for it := with.Iter(); ok && it.Next(); {
			k, num := it.Key()
			if k == nil {
				k = x.Space.LongString(num)
			} else {
				k.AddRef()
			}
			if v := it.Value(); v.Type() == zval.ReferenceT && v.Ref().GC.RC > 1 {
				x.ThrowError(nil, "Cannot assign by reference when cloning with updated properties")
			} else {
				x.WriteProp(n, k, v.Deref(), nil)
			}
			x.Space.ReleaseStr(k)
			ok = !x.HasExc()
		}
	}
	x.setReinit(n, c, false)
	if !ok {
		n.GC.TypeInfo |= zval.ObjDestructorCalled
		x.ReleaseObj(n)
		return nil
	}
	return n
}

// CloneObject is Clone without properties to assign.
func (x *Exec) CloneObject(o *zval.Object) *zval.Object { return x.Clone(o, nil) }

// rawCopy copies an object's properties into a fresh instance.
func (x *Exec) rawCopy(o *zval.Object, c *Class) *zval.Object {
	n := x.rawObject(c)
	for i := uint32(0); i < c.Desc.PropCount; i++ {
		d, s := n.Prop(i), o.Prop(i)
		old := *d
		if s.Type() == zval.ReferenceT && s.Ref().GC.RC == 1 {
			d.CopyFrom(&s.Ref().Val)
		} else {
			d.CopyFrom(s)
		}
		d.U = s.U
		if d.Type() == zval.ReferenceT && int(i) < len(c.Slots) && c.Slots[i] != nil && c.Slots[i].Type != nil {
			x.RefAddSource(d.Ref(), c.Slots[i])
		}
		if old.IsRefcounted() {
			x.Space.Release(&old)
		}
	}
	if o.Props != 0 {
		if t := tableAt(o.Props); c.Desc.PropCount == 0 && c.CloneFn == nil && c.Handlers == nil {
			// Shared until one of the two is written to.
			t.GC.RC++
			n.Props = o.Props
		} else {
			n.Props = x.Space.DupTable(t).Addr()
		}
	}
	return n
}

// setReinit lets __clone (and only it) write the copy's readonly properties once more.
func (x *Exec) setReinit(o *zval.Object, c *Class, on bool) {
	for i, p := range c.Slots {
		if p == nil || p.Flags&code.AccReadonly == 0 {
			continue
		}
		v := o.Prop(uint32(i))
		if on && v.Type() != zval.Undef {
			v.U |= propReinit
		} else {
			v.U &^= propReinit
		}
	}
}
