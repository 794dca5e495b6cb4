package rt

import (
	"cmp"
	"slices"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Weak references and weak maps: who is told when an object goes.

type weakState struct {
	refs map[mm.Addr]*zval.Object          // object → its WeakReference
	maps map[mm.Addr]map[*zval.Object]bool // object → the WeakMaps that have it as a key
}

// weakRef is the payload of a WeakReference.
type weakRef struct{ target *zval.Object }

// weakMap is the payload of a WeakMap: entries in insertion order.
type weakMap struct {
	index   map[mm.Addr]int
	keys    []*zval.Object // nil: hole
	vals    []mm.Addr      // off-heap Values, so that references and pointers may be taken
	count   int
	walking int
}

func (x *Exec) weakGone(o *zval.Object) {
	a := o.Addr()
	if r, ok := x.cls.weak.refs[a]; ok {
		delete(x.cls.weak.refs, a)
		x.Payload(r).(*weakRef).target = nil
	}
	// dropping a value may free further maps, which take themselves out of the set
	for set := x.cls.weak.maps[a]; len(set) > 0; set = x.cls.weak.maps[a] {
		var m *zval.Object
		for k := range set {
			if m == nil || k.Handle < m.Handle {
				m = k
			}
		}
		delete(set, m)
		x.weakDrop(m, o)
	}
	delete(x.cls.weak.maps, a)
}

// weakChildren visits, for the collector, what weak maps keep under key o: it
// is the key's life, not the map's, that these values share. The order is that of the maps' handles.
func (x *Exec) weakChildren(o *zval.Object, visit func(*zval.Value)) {
	set := x.cls.weak.maps[o.Addr()]
	if len(set) == 0 {
		return
	}
	maps := make([]*zval.Object, 0, len(set))
	for m := range set {
		maps = append(maps, m)
	}
	slices.SortFunc(maps, func(a, b *zval.Object) int { return cmp.Compare(a.Handle, b.Handle) })
	for _, m := range maps {
		if w, ok := x.Payload(m).(*weakMap); ok {
			if i, ok := w.index[o.Addr()]; ok {
				visit(valueAt(w.vals[i]))
			}
		}
	}
}

// weakDrop removes key o from map m; the value is released.
func (x *Exec) weakDrop(m, o *zval.Object) {
	w, ok := x.Payload(m).(*weakMap)
	if !ok {
		return // the map is going itself
	}
	i, ok := w.index[o.Addr()]
	if !ok {
		return
	}
	delete(w.index, o.Addr())
	v := valueAt(w.vals[i])
	old := *v
	x.freeRetSlot(v)
	w.keys[i], w.vals[i] = nil, 0
	w.count--
	x.Space.Release(&old)
}

// WeakRefOf returns the WeakReference of an object, one for each object; a
// reference for the caller.
func (x *Exec) WeakRefOf(o *zval.Object) *zval.Object {
	if r, ok := x.cls.weak.refs[o.Addr()]; ok {
		r.GC.RC++
		return r
	}
	r := x.rawObject(x.Cls.WeakReference)
	x.SetPayload(r, &weakRef{o})
	if x.cls.weak.refs == nil {
		x.cls.weak.refs = make(map[mm.Addr]*zval.Object)
	}
	x.cls.weak.refs[o.Addr()] = r
	o.GC.TypeInfo |= zval.ObjWeaklyReferenced
	return r
}

func weakReferenceClass() ClassSpec {
	return ClassSpec{
		Decl:            "final class WeakReference",
		NotSerializable: true,
		NoDynamic:       true,
		Methods: []FuncDecl{
			{"public function __construct()", func(x *Exec, a *Args, ret *zval.Value) {
				x.ThrowError(nil, "Direct instantiation of WeakReference is not allowed, use WeakReference::create instead")
			}},
			{"public static function create(object $object): WeakReference", func(x *Exec, a *Args, ret *zval.Value) {
				ret.SetObj(x.WeakRefOf(a.Obj(0)))
			}},
			{"public function get(): ?object", func(x *Exec, a *Args, ret *zval.Value) {
				if w, ok := x.Payload(a.This()).(*weakRef); ok && w.target != nil {
					w.target.GC.RC++
					ret.SetObj(w.target)
				}
			}},
		},
		Handlers: &Handlers{
			NoClone: true,
			Free: func(x *Exec, o *zval.Object) {
				if w, ok := x.Payload(o).(*weakRef); ok && w.target != nil {
					delete(x.cls.weak.refs, w.target.Addr())
				}
			},
			DebugInfo: func(x *Exec, o *zval.Object) *zval.Table {
				t := x.Space.NewTable(1)
				v := zval.NullValue()
				if w, ok := x.Payload(o).(*weakRef); ok && w.target != nil {
					w.target.GC.RC++
					v.SetObj(w.target)
				}
				x.Space.SetGo(t, "object", &v)
				return t
			},
		},
	}
}

func (x *Exec) weakMapOf(o *zval.Object) *weakMap { return x.Payload(o).(*weakMap) }

func (w *weakMap) find(o *zval.Object) *zval.Value {
	if i, ok := w.index[o.Addr()]; ok {
		return valueAt(w.vals[i])
	}
	return nil
}

// weakKey checks a dimension of a WeakMap.
func (x *Exec) weakKey(dim *zval.Value) *zval.Object {
	if dim == nil {
		x.ThrowError(nil, "Cannot append to WeakMap")
		return nil
	}
	dim = dim.Deref()
	if dim.Type() != zval.ObjectT {
		x.ThrowTypeError("WeakMap key must be an object")
		return nil
	}
	return dim.Obj()
}

func (x *Exec) weakSet(m, k *zval.Object, v *zval.Value) {
	w := x.weakMapOf(m)
	if slot := w.find(k); slot != nil {
		x.Space.Assign(slot, v)
		return
	}
	slot := x.retSlot()
	slot.CopyFrom(v.Deref())
	w.index[k.Addr()] = len(w.keys)
	w.keys = append(w.keys, k)
	w.vals = append(w.vals, slot.Addr())
	w.count++
	k.GC.TypeInfo |= zval.ObjWeaklyReferenced
	if x.cls.weak.maps == nil {
		x.cls.weak.maps = make(map[mm.Addr]map[*zval.Object]bool)
	}
	s := x.cls.weak.maps[k.Addr()]
	if s == nil {
		s = make(map[*zval.Object]bool)
		x.cls.weak.maps[k.Addr()] = s
	}
	s[m] = true
}

func (x *Exec) weakUnset(m, k *zval.Object) {
	if s := x.cls.weak.maps[k.Addr()]; s != nil {
		delete(s, m)
		if len(s) == 0 {
			delete(x.cls.weak.maps, k.Addr())
		}
	}
	x.weakDrop(m, k)
}

func weakMapClass() ClassSpec {
	h := &Handlers{
		Create: func(x *Exec, c *Class, o *zval.Object) {
			x.SetPayload(o, &weakMap{index: map[mm.Addr]int{}})
		},
		Free: func(x *Exec, o *zval.Object) {
			w := x.weakMapOf(o)
			for i := 0; i < len(w.keys); i++ {
				if k := w.keys[i]; k != nil {
					x.weakUnset(o, k)
				}
			}
		},
		Clone: func(x *Exec, fresh, old *zval.Object) {
			x.SetPayload(fresh, &weakMap{index: map[mm.Addr]int{}})
			w := x.weakMapOf(old)
			for i, k := range w.keys {
				if k != nil {
					x.weakSet(fresh, k, valueAt(w.vals[i]))
				}
			}
		},
		ReadDim: func(x *Exec, o *zval.Object, dim *zval.Value, kind FetchKind, rv *zval.Value) {
			k := x.weakKey(dim)
			if k == nil {
				return
			}
			v := x.weakMapOf(o).find(k)
			if v == nil {
				if kind != FetchIS {
					x.ThrowError(nil, "Object %s#%d not contained in WeakMap", x.ClassOf(k).Name, k.Handle)
				}
				return
			}
			if kind == FetchW || kind == FetchRW || kind == FetchUnset {
				x.Space.MakeRef(v)
				rv.CopyFrom(v)
				return
			}
			rv.CopyDeref(v)
		},
		WriteDim: func(x *Exec, o *zval.Object, dim, v *zval.Value) {
			if k := x.weakKey(dim); k != nil {
				x.weakSet(o, k, v)
			}
		},
		HasDim: func(x *Exec, o *zval.Object, dim *zval.Value, notEmpty bool) bool {
			k := x.weakKey(dim)
			if k == nil {
				return false
			}
			v := x.weakMapOf(o).find(k)
			if v == nil {
				return false
			}
			if notEmpty {
				return x.ToBool(v.Deref())
			}
			return v.Deref().Type() != zval.Null
		},
		UnsetDim: func(x *Exec, o *zval.Object, dim *zval.Value) {
			if k := x.weakKey(dim); k != nil {
				x.weakUnset(o, k)
			}
		},
		Count: func(x *Exec, o *zval.Object) (int64, bool) { return int64(x.weakMapOf(o).count), true },
		DebugInfo: func(x *Exec, o *zval.Object) *zval.Table {
			w := x.weakMapOf(o)
			t := x.Space.NewPacked(w.count)
			for i, k := range w.keys {
				if k == nil {
					continue
				}
				e := x.Space.NewTable(2)
				k.GC.RC++
				kv := zval.ObjValue(k)
				x.Space.SetGo(e, "key", &kv)
				var vv zval.Value
				if v := valueAt(w.vals[i]); v.Type() == zval.ReferenceT && v.Ref().GC.RC == 1 {
					vv.CopyFrom(&v.Ref().Val)
				} else {
					vv.CopyFrom(v)
				}
				x.Space.SetGo(e, "value", &vv)
				ev := zval.ArrValue(e)
				x.Space.Append(t, &ev)
			}
			return t
		},
		Iterator: func(x *Exec, o *zval.Object, byRef bool) Iterator {
			return &weakIter{x: x, w: x.weakMapOf(o), byRef: byRef}
		},
	}
	return ClassSpec{
		Decl:            "final class WeakMap implements ArrayAccess, Countable, IteratorAggregate",
		NotSerializable: true,
		NoDynamic:       true,
		Methods: []FuncDecl{
			{"public function offsetGet($object): mixed", func(x *Exec, a *Args, ret *zval.Value) {
				h.ReadDim(x, a.This(), a.Val(0), FetchR, ret)
			}},
			{"public function offsetSet($object, mixed $value): void", func(x *Exec, a *Args, ret *zval.Value) {
				h.WriteDim(x, a.This(), a.Val(0), a.Val(1))
			}},
			{"public function offsetExists($object): bool", func(x *Exec, a *Args, ret *zval.Value) {
				ret.SetBool(h.HasDim(x, a.This(), a.Val(0), false))
			}},
			{"public function offsetUnset($object): void", func(x *Exec, a *Args, ret *zval.Value) {
				h.UnsetDim(x, a.This(), a.Val(0))
			}},
			{"public function count(): int", func(x *Exec, a *Args, ret *zval.Value) {
				ret.SetLong(int64(x.weakMapOf(a.This()).count))
			}},
			{"public function getIterator(): Iterator", func(x *Exec, a *Args, ret *zval.Value) {
				ret.SetObj(x.InternalIteratorOf(a.This()))
			}},
		},
		Handlers: h,
	}
}

// weakIter goes through a WeakMap, tolerating removals.
type weakIter struct {
	x     *Exec
	w     *weakMap
	i     int
	byRef bool
}

func (it *weakIter) skip() {
	for it.i < len(it.w.keys) && it.w.keys[it.i] == nil {
		it.i++
	}
}
func (it *weakIter) Rewind()     { it.i = 0; it.skip() }
func (it *weakIter) Valid() bool { it.skip(); return it.i < len(it.w.keys) }
func (it *weakIter) Current(ret *zval.Value) {
	if !it.Valid() {
		return
	}
	v := valueAt(it.w.vals[it.i])
	if it.byRef {
		it.x.Space.MakeRef(v)
		ret.CopyFrom(v)
		return
	}
	ret.CopyDeref(v)
}
func (it *weakIter) Key(ret *zval.Value) {
	if !it.Valid() {
		return
	}
	k := it.w.keys[it.i]
	k.GC.RC++
	ret.SetObj(k)
}
func (it *weakIter) Next()  { it.i++; it.skip() }
func (it *weakIter) Close() {}
