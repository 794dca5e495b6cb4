package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnMerge(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	total, packed, filled, last := 0, true, 0, 0
	for i := range a.Len() {
		t := a.Arr(i)
		total += t.Len()
		packed = packed && (t.Packed() || t.Len() == 0)
		if t.Len() > 0 {
			filled++
			last = i
		}
	}
	if total == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	// A lone list without holes is its own merge.
	if t := a.Arr(last); filled == 1 && t.Packed() && t.Used == t.Count {
		ret.CopyFrom(a.Val(last))
		return
	}
	var out *zval.Table
	if packed {
		out = x.Space.NewPacked(total)
	} else {
		out = x.Space.NewTable(total)
	}
	ret.SetArr(out)
	for i := range a.Len() {
		appendAll(x, out, a.Arr(i))
	}
}

// appendAll adds t's elements: string keys overwrite, integer keys are renumbered.
func appendAll(x *rt.Exec, out, t *zval.Table) {
	for it := t.Iter(); it.Next(); {
		c := share(it.Value())
		if k, _ := it.Key(); k != nil {
			x.Space.Set(out, k, &c)
		} else if x.Space.Append(out, &c) == nil {
			x.Space.Release(&c)
			x.ThrowError(x.LookupClass("Error", false), "Cannot add element to the array as the next element is already occupied")
			return
		}
	}
}

func fnMergeRecursive(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	var out *zval.Table
	if a.Arr(0).Len() == 0 {
		out = x.Space.NewTable(0)
	} else {
		out = x.Space.NewTable(a.Arr(0).Len())
		for it := a.Arr(0).Iter(); it.Next(); {
			c := share(it.Value())
			if k, _ := it.Key(); k != nil {
				x.Space.AddNew(out, k, &c)
			} else {
				x.Space.Append(out, &c)
			}
		}
	}
	ret.SetArr(out)
	for i := 1; i < a.Len(); i++ {
		if !mergeDeep(x, a, out, a.Arr(i), 0) {
			return
		}
	}
}

// maxNesting bounds the walks that follow arrays in arrays.
const maxNesting = 2000

func tooDeep(x *rt.Exec) {
	x.ThrowError(x.LookupClass("Error", false), "Nesting level too deep - recursive dependency?")
}

func mergeDeep(x *rt.Exec, a *rt.Args, out, t *zval.Table, depth int) bool {
	if depth > maxNesting {
		tooDeep(x)
		return false
	}
	zval.Deeper(depth)
	sp := x.Space
	for it := t.Iter(); it.Next(); {
		k, _ := it.Key()
		if k == nil {
			c := share(it.Value())
			if sp.Append(out, &c) == nil {
				sp.Release(&c)
				x.ThrowError(x.LookupClass("Error", false), "Cannot add element to the array as the next element is already occupied")
				return false
			}
			continue
		}
		slot := out.Find(k)
		if slot == nil {
			c := share(it.Value())
			sp.AddNew(out, k, &c)
			continue
		}
		src := it.Value().Deref()
		dst := slot.Deref()
		if dst.Type() == zval.ArrayT && src.Type() == zval.ArrayT && dst.Arr() == src.Arr() && slot.Type() == zval.ReferenceT {
			x.ThrowValueError("Recursion detected")
			return false
		}
		if slot.Type() == zval.ReferenceT {
			sp.DropRef(slot)
			dst = slot
		}
		toArray(x, dst)
		d := sp.Separate(dst)
		switch src.Type() {
		case zval.ArrayT:
			if !mergeDeep(x, a, d, src.Arr(), depth+1) {
				return false
			}
		case zval.ObjectT:
			var tmp zval.Value
			x.ToArray(src, &tmp)
			ok := mergeDeep(x, a, d, tmp.Arr(), depth+1)
			sp.Release(&tmp)
			if !ok {
				return false
			}
		default:
			c := share(it.Value())
			if sp.Append(d, &c) == nil {
				sp.Release(&c)
				x.ThrowError(x.LookupClass("Error", false), "Cannot add element to the array as the next element is already occupied")
				return false
			}
		}
	}
	return true
}

// toArray turns a slot into an array as (array) would; null becomes the empty one.
func toArray(x *rt.Exec, v *zval.Value) {
	if v.Type() == zval.ArrayT {
		return
	}
	old := *v
	x.ToArray(&old, v)
	x.Space.Release(&old)
}

func fnReplace(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	work := 0
	for i := 1; i < a.Len(); i++ {
		work += a.Arr(i).Len()
	}
	if work == 0 {
		ret.CopyFrom(a.Val(0))
		return
	}
	out := x.Space.DupTable(a.Arr(0))
	ret.SetArr(out)
	for i := 1; i < a.Len(); i++ {
		for it := a.Arr(i).Iter(); it.Next(); {
			k, n := it.Key()
			set(x.Space, out, k, n, it.Value())
		}
	}
}

func fnReplaceRecursive(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	out := x.Space.DupTable(a.Arr(0))
	ret.SetArr(out)
	for i := 1; i < a.Len(); i++ {
		if !replaceDeep(x, out, a.Arr(i), 0) {
			return
		}
	}
}

func replaceDeep(x *rt.Exec, out, t *zval.Table, depth int) bool {
	if depth > maxNesting {
		tooDeep(x)
		return false
	}
	zval.Deeper(depth)
	for it := t.Iter(); it.Next(); {
		k, n := it.Key()
		var slot *zval.Value
		if k != nil {
			slot = out.Find(k)
		} else {
			slot = out.FindLong(n)
		}
		src := it.Value().Deref()
		if src.Type() != zval.ArrayT || slot == nil || slot.Deref().Type() != zval.ArrayT {
			set(x.Space, out, k, n, it.Value())
			continue
		}
		if slot.Deref().Arr() == src.Arr() && slot.Type() == zval.ReferenceT && it.Value().Type() == zval.ReferenceT {
			x.ThrowValueError("Recursion detected")
			return false
		}
		if slot.Type() == zval.ReferenceT {
			x.Space.DropRef(slot)
		}
		if !replaceDeep(x, x.Space.Separate(slot), src.Arr(), depth+1) {
			return false
		}
	}
	return true
}
