package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Modes of array_filter.
const (
	filterBoth = 1
	filterKey  = 2
)

func fnMap(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sp := x.Space
	cb := a.Callable(0)
	if a.Len() == 2 {
		t := a.Arr(1)
		if cb == nil {
			ret.CopyFrom(a.Val(1))
			return
		}
		if t.Len() == 0 {
			sp.SetEmptyArray(ret)
			return
		}
		out := sp.NewTable(t.Len())
		if t.Packed() {
			sp.InitPacked(out)
		}
		ret.SetArr(out)
		for it := t.Iter(); it.Next(); {
			r, ok := call(x, cb, *it.Value())
			if !ok {
				return
			}
			if k, n := it.Key(); k != nil {
				sp.AddNew(out, k, &r)
			} else {
				sp.AddNewLong(out, n, &r)
			}
		}
		return
	}
	n := a.Len() - 1
	longest := 0
	for i := 1; i <= n; i++ {
		t := a.Arr(i)
		if t == nil {
			a.WrongType(i)
			return
		}
		longest = max(longest, t.Len())
	}
	out := sp.NewPacked(longest)
	ret.SetArr(out)
	its := make([]zval.Iter, n)
	for i := range its {
		its[i] = a.Arr(i + 1).Iter()
	}
	args := make([]zval.Value, n)
	for range longest {
		for i := range its {
			args[i].SetNull()
			if its[i].Next() {
				args[i] = *its[i].Value()
			}
		}
		if cb == nil {
			row := sp.NewPacked(n)
			for i := range args {
				c := share(&args[i])
				sp.Append(row, &c)
			}
			var v zval.Value
			v.SetArr(row)
			sp.Append(out, &v)
			continue
		}
		r, ok := call(x, cb, args...)
		if !ok {
			return
		}
		sp.Append(out, &r)
	}
}

func fnFilter(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, cb, mode := a.Arr(0), a.Callable(1), a.Int(2)
	if t.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	out := x.Space.NewTable(0)
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		v := it.Value()
		k, n := it.Key()
		keep := false
		if cb == nil {
			keep = x.ToBool(v.Deref())
		} else {
			kv := keyValue(k, n)
			var r zval.Value
			var ok bool
			switch mode {
			case filterKey:
				r, ok = call(x, cb, kv)
			case filterBoth:
				r, ok = call(x, cb, *v, kv)
			default:
				r, ok = call(x, cb, *v)
			}
			x.Space.Release(&kv)
			if !ok {
				return
			}
			keep = truth(x, &r)
		}
		if keep {
			put(x.Space, out, k, n, v)
		}
	}
}

func fnReduce(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	cb := a.Callable(1)
	var acc zval.Value
	acc.SetNull()
	if a.Has(2) {
		acc.CopyFrom(a.Val(2))
	}
	for it := a.Arr(0).Iter(); it.Next(); {
		r, ok := call(x, cb, acc, *it.Value())
		x.Space.Release(&acc)
		if !ok {
			return
		}
		acc = r
	}
	ret.MoveFrom(&acc)
}

// test runs a predicate on (value, key) until it answers want; the element is
// reported by position.
func test(x *rt.Exec, a *rt.Args, want bool) (pos uint32, found, ok bool) {
	cb := a.Callable(1)
	for it := a.Arr(0).Iter(); it.Next(); {
		kv := keyValue(it.Key())
		r, ok := call(x, cb, *it.Value(), kv)
		x.Space.Release(&kv)
		if !ok {
			return 0, false, false
		}
		if truth(x, &r) == want {
			return it.Pos(), true, true
		}
	}
	return 0, false, true
}

func fnFind(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if pos, found, _ := test(x, a, true); found {
		ret.CopyFrom(a.Arr(0).SlotAt(pos).Deref())
	}
}

func fnFindKey(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if pos, found, _ := test(x, a, true); found {
		*ret = keyValue(a.Arr(0).KeyAt(pos))
	}
}

func fnAny(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	_, found, _ := test(x, a, true)
	ret.SetBool(found)
}

func fnAll(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	_, found, _ := test(x, a, false)
	ret.SetBool(!found)
}

func fnWalk(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if walk(x, a, a.Raw(0), false, 0) {
		ret.SetBool(true)
	}
}

func fnWalkRecursive(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if walk(x, a, a.Raw(0), true, 0) {
		ret.SetBool(true)
	}
}

// walk calls back with each element by reference. The callback may change the
// array: the position is kept by a table iterator, which follows it. target is
// the reference slot (or, nested, the element) that holds the array.
func walk(x *rt.Exec, a *rt.Args, target *zval.Value, recursive bool, depth int) bool {
	if depth > maxNesting {
		tooDeep(x)
		return false
	}
	zval.Deeper(depth)
	sp := x.Space
	cb := a.Callable(1)
	hold := target.Deref()
	if hold.Type() == zval.ObjectT {
		return walkProperties(x, hold.Obj(), func(key, slot *zval.Value) bool {
			return walkOne(x, a, cb, key, slot, recursive, depth)
		})
	}
	if hold.Arr().Len() == 0 {
		return true
	}
	it := sp.IterAdd(sp.Separate(hold), 0)
	defer sp.IterDel(it)
	for {
		hold = target.Deref()
		if hold.Type() != zval.ArrayT {
			x.ThrowTypeError("Iterated value is no longer an array or object")
			return false
		}
		pos := sp.IterPosArr(it, hold)
		t := hold.Arr()
		pos = t.ValidPos(pos)
		if pos >= t.Used {
			return true
		}
		slot := t.SlotAt(pos)
		if slot.Type() == zval.Indirect {
			if slot = slot.Ind(); slot.Type() == zval.Undef {
				sp.IterSet(it, pos+1)
				continue
			}
		}
		var key zval.Value
		t.KeyValueAt(pos, &key)
		key.AddRef()
		sp.IterSet(it, pos+1)
		ok := walkOne(x, a, cb, &key, slot, recursive, depth)
		sp.Release(&key)
		if !ok {
			return false
		}
	}
}

// walkOne turns the element into a reference for the time of the call.
func walkOne(x *rt.Exec, a *rt.Args, cb *rt.Callable, key, slot *zval.Value, recursive bool, depth int) bool {
	sp := x.Space
	sp.MakeRef(slot)
	var held zval.Value
	held.CopyFrom(slot)
	defer func() {
		sp.Release(&held)
	}()
	if recursive && held.Deref().Type() == zval.ArrayT {
		t := sp.Separate(held.Deref())
		if t.GC.TypeInfo&zval.GCProtected != 0 {
			x.ThrowError(x.LookupClass("Error", false), "Recursion detected")
			return false
		}
		return walk(x, a, &held, true, depth+1)
	}
	args := []zval.Value{held, *key}
	if a.Has(2) {
		args = append(args, *a.Val(2))
	}
	r, ok := call(x, cb, args...)
	sp.Release(&r)
	return ok
}
