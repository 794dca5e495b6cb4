package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Iteration over objects: user-written Iterators and IteratorAggregates,
// internal iterators, and the properties of any other object.

// Iterator is what an internal class gives to be iterated. Rewind is called
// once before the rest. All may run PHP and leave an exception.
type Iterator interface {
	Rewind()
	Valid() bool
	// Current returns the element: a new reference in ret. With a by-reference
	// iterator it is a Reference.
	Current(ret *zval.Value)
	Key(ret *zval.Value)
	Next()
	// Close releases what the iterator holds; it is called once.
	Close()
}

// Iter is an iteration in progress over one object, which it keeps alive.
type Iter struct {
	x    *Exec
	obj  *zval.Object // owned
	impl Iterator     // nil: user methods
	c    *Class
}

// IterOf begins iterating a Traversable; nil when that threw. o is borrowed.
func (x *Exec) IterOf(o *zval.Object, byRef bool) *Iter {
	o.GC.RC++
	for depth := 0; ; depth++ {
		c := x.ClassOf(o)
		if c.Handlers != nil && c.Handlers.Iterator != nil && !x.overridesIteration(c) {
			impl := c.Handlers.Iterator(x, o, byRef)
			if impl == nil {
				x.ReleaseObj(o)
				return nil
			}
			return &Iter{x: x, obj: o, impl: impl, c: c}
		}
		if c.IterCurrent != nil {
			if byRef {
				x.ThrowError(nil, "An iterator cannot be used with foreach by reference")
				x.ReleaseObj(o)
				return nil
			}
			return &Iter{x: x, obj: o, c: c}
		}
		if c.IterNew == nil {
			x.ReleaseObj(o)
			return nil
		}
		var ret zval.Value
		ok := x.CallFn(c.IterNew, o, c, nil, &ret)
		x.ReleaseObj(o)
		if !ok {
			return nil
		}
		if ret.Type() != zval.ObjectT || !x.ClassOf(ret.Obj()).InstanceOf(x.Cls.Traversable) || depth > 1000 {
			x.Space.Release(&ret)
			x.ThrowError(x.Cls.Exception, "Objects returned by %s::getIterator() must be traversable or implement interface Iterator", c.Name)
			return nil
		}
		o = ret.Obj()
	}
}

// overridesIteration reports a user class whose own methods must be used
// although an internal ancestor has an iterator.
func (x *Exec) overridesIteration(c *Class) bool {
	if c.IsInternal() {
		return false
	}
	if c.IterCurrent != nil {
		for _, f := range [...]*Function{c.IterCurrent, c.IterKey, c.IterNext, c.IterValid, c.IterRewind} {
			if f != nil && f.Op != nil {
				return true
			}
		}
	}
	return c.IterNew != nil && c.IterNew.Op != nil
}

// ForeachIter is IterOf for foreach: an object that is not Traversable is
// iterated by its accessible properties.
func (x *Exec) ForeachIter(o *zval.Object, byRef bool) *Iter {
	c := x.ClassOf(o)
	if c.InstanceOf(x.Cls.Traversable) {
		it := x.IterOf(o, byRef)
		return it
	}
	o.GC.RC++
	return &Iter{x: x, obj: o, c: c, impl: &propIter{x: x, o: o, c: c, scope: x.Scope(), byRef: byRef}}
}

// Object borrows the object iterated.
func (it *Iter) Object() *zval.Object { return it.obj }

func (it *Iter) call(f *Function, ret *zval.Value) bool {
	return it.x.CallFn(f, it.obj, it.c, nil, ret)
}

// Rewind goes to the first element.
func (it *Iter) Rewind() {
	if it.impl != nil {
		it.impl.Rewind()
		return
	}
	it.call(it.c.IterRewind, nil)
}

// Valid reports whether there is a current element; false too after a throw.
func (it *Iter) Valid() bool {
	if it.impl != nil {
		return it.impl.Valid() && !it.x.HasExc()
	}
	var ret zval.Value
	if !it.call(it.c.IterValid, &ret) {
		return false
	}
	ok := it.x.ToBool(&ret)
	it.x.Space.Release(&ret)
	return ok
}

// Current stores a new reference to the element in ret, a dead slot; false when it threw.
func (it *Iter) Current(ret *zval.Value) bool {
	ret.SetNull()
	if it.impl != nil {
		it.impl.Current(ret)
		return !it.x.HasExc()
	}
	return it.call(it.c.IterCurrent, ret)
}

// Key stores the element's key in ret, a dead slot; false when it threw.
func (it *Iter) Key(ret *zval.Value) bool {
	ret.SetNull()
	if it.impl != nil {
		it.impl.Key(ret)
		return !it.x.HasExc()
	}
	if !it.call(it.c.IterKey, ret) {
		return false
	}
	if ret.Type() == zval.ReferenceT {
		it.x.Space.DropRef(ret)
	}
	return true
}

// Next goes on to the next element.
func (it *Iter) Next() {
	if it.impl != nil {
		it.impl.Next()
		return
	}
	it.call(it.c.IterNext, nil)
}

// Free ends the iteration. May run PHP (destructors).
func (it *Iter) Free() {
	if it == nil || it.obj == nil {
		return
	}
	o := it.obj
	it.obj = nil
	if it.impl != nil {
		it.impl.Close()
	}
	it.x.ReleaseObj(o)
}

// propIter goes through an object's properties as one scope sees them:
// declared ones in order, then dynamic ones, tolerating changes meanwhile.
type propIter struct {
	x     *Exec
	o     *zval.Object
	c     *Class
	scope *Class
	byRef bool

	list  []*PropInfo // declared properties in order; nil entries are skipped
	next  int
	name  *zval.String
	info  *PropInfo // current declared property, nil for a dynamic one
	dyn   uint32    // position among dynamic properties
	iter  uint32    // registered table iterator
	has   bool
	inDyn bool
	valid bool
}

// propOrder lists the instance properties in the order in which they are
// visited: by slot, ancestors' first; a class with hooks lists virtual
// properties too, each where it was first declared. Entries may be nil.
func (c *Class) propOrder() []*PropInfo {
	if !c.HasHooks {
		return c.Slots
	}
	if c.order != nil {
		return c.order
	}
	list := make([]*PropInfo, 0, c.Props.Len())
	seen := map[*PropInfo]bool{}
	add := func(p *PropInfo) {
		if p != nil && p.Flags&code.AccStatic == 0 && !seen[p] {
			seen[p] = true
			list = append(list, p)
		}
	}
	if c.Parent != nil {
		for _, p := range c.Parent.propOrder() {
			if p != nil && p.Flags&code.AccPrivate == 0 {
				p = c.Props.m[p.Name]
			}
			add(p)
		}
	}
	for _, n := range c.Props.keys {
		add(c.Props.m[n])
	}
	c.order = list
	return list
}

func (p *propIter) Rewind() {
	p.list, p.next, p.dyn, p.inDyn = p.c.propOrder(), 0, 0, false
	p.advance()
}

func (p *propIter) seen(q *PropInfo) bool {
	r, how := p.x.FindProp(p.c, q.NameStr, p.scope, true)
	return r == q && (how == propSlot || how == propHook)
}

func (p *propIter) advance() {
	p.valid = false
	p.info, p.name = nil, nil
	for p.next < len(p.list) {
		q := p.list[p.next]
		p.next++
		if q == nil || !p.seen(q) || q.Hooked() && q.Get == nil && q.Slot == noSlot {
			continue
		}
		if !(q.Hooked() && q.Get != nil) && p.o.Prop(q.Slot).Type() == zval.Undef {
			continue
		}
		p.info, p.name, p.valid = q, q.NameStr, true
		return
	}
	if p.o.Props == 0 {
		return
	}
	if !p.inDyn {
		p.inDyn = true
		t := p.x.ownDyn(p.o)
		if !p.has {
			p.iter = p.x.Space.IterAdd(t, 0)
			p.has = true
		}
		p.dyn = 0
	}
	t := tableAt(p.o.Props)
	pos := p.x.Space.IterPos(p.iter, t)
	for ; pos < t.Used; pos++ {
		if v := t.SlotAt(pos); v.Type() != zval.Undef {
			if k, _ := t.KeyAt(pos); k != nil && p.c.Props.m[k.View()] != nil && p.scope != nil {
				if q, how := p.x.FindProp(p.c, k, p.scope, true); q != nil && how != propDynamic {
					continue // hidden by what the scope sees under that name
				}
			}
			p.dyn = pos
			p.x.Space.IterSet(p.iter, pos+1)
			p.valid = true
			return
		}
	}
	p.x.Space.IterSet(p.iter, pos)
}

func (p *propIter) Valid() bool { return p.valid }

func (p *propIter) Current(ret *zval.Value) {
	var slot *zval.Value
	switch {
	case p.info != nil && p.info.Hooked():
		if p.byRef {
			if p.info.Get == nil || p.info.Get.Flags&code.AccReturnRef == 0 {
				p.x.ThrowError(nil, "Cannot create reference to property %s::$%s", p.c.Name, p.info.Name)
				return
			}
			p.x.readHook(p.o, p.info, ret)
			return
		}
		if v := p.x.ReadProp(p.o, p.name, FetchR, nil, ret); v != nil && v != ret {
			ret.CopyFrom(v.Deref()) // the backing value: only writing is hooked
		}
		return
	case p.info != nil:
		slot = p.o.Prop(p.info.Slot)
	default:
		if p.o.Props == 0 {
			return
		}
		t := tableAt(p.o.Props)
		if p.dyn >= t.Used {
			return
		}
		slot = t.SlotAt(p.dyn)
	}
	if slot.Type() == zval.Undef {
		return
	}
	if !p.byRef {
		ret.CopyFrom(slot.Deref())
		return
	}
	if p.info != nil && p.info.Flags&code.AccReadonly != 0 {
		p.x.ThrowError(nil, "Cannot acquire reference to readonly property %s::$%s", p.info.Class.Name, p.info.Name)
		return
	}
	if p.info != nil && !p.info.setAccessible(p.scope) {
		p.x.checkSet(p.info, "indirectly modify")
		return
	}
	if slot.Type() != zval.ReferenceT {
		r := p.x.Space.MakeRef(slot)
		if p.info != nil {
			p.x.RefAddSource(r, p.info)
		}
	}
	ret.CopyFrom(slot)
}

func (p *propIter) Key(ret *zval.Value) {
	if p.info != nil {
		ret.SetStr(p.name)
		return
	}
	if p.o.Props == 0 {
		return
	}
	t := tableAt(p.o.Props)
	if p.dyn >= t.Used {
		return
	}
	if k, n := t.KeyAt(p.dyn); k != nil {
		if name, ok := unmangled(k); ok {
			ret.SetStr(p.x.Space.NewString(name))
			return
		}
		ret.SetStr(k.AddRef())
	} else {
		ret.SetLong(n)
	}
}

func (p *propIter) Next() { p.advance() }

func (p *propIter) Close() {
	if p.has {
		p.x.Space.IterDel(p.iter)
		p.has = false
	}
}

// Iterate visits the elements of an array or Traversable. key and val are
// borrowed for the call of fn, which may stop by returning false. It reports
// whether it went through without an exception; what is neither array nor Traversable
// is not visited at all and gives false.
func (x *Exec) Iterate(v *zval.Value, fn func(key, val *zval.Value) bool) bool {
	v = v.Deref()
	switch v.Type() {
	case zval.ArrayT:
		hold := *v
		hold.AddRef()
		t := hold.Arr()
		for i := uint32(0); i < t.Used; i++ {
			e := t.SlotAt(i)
			for e.Type() == zval.Indirect {
				e = e.Ind()
			}
			if e.Type() == zval.Undef {
				continue
			}
			var k zval.Value
			t.KeyValueAt(i, &k)
			ok := fn(&k, e.Deref())
			if !ok || x.HasExc() {
				break
			}
		}
		x.Space.Release(&hold)
		return !x.HasExc()
	case zval.ObjectT:
		it := x.IterOf(v.Obj(), false)
		if it == nil {
			return false
		}
		defer it.Free()
		for it.Rewind(); !x.HasExc() && it.Valid(); it.Next() {
			var val, key zval.Value
			if !it.Current(&val) {
				return false
			}
			if !it.Key(&key) {
				x.Space.Release(&val)
				return false
			}
			ok := fn(&key, val.Deref())
			x.Space.Release(&key)
			x.Space.Release(&val)
			if !ok || x.HasExc() {
				break
			}
		}
		return !x.HasExc()
	}
	return false
}
