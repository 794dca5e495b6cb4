package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// window clips an offset and a length, either negative, to a list of n elements.
func window(n, offset, length int64, hasLength bool) (from, count int64) {
	if offset > n {
		return n, 0
	}
	if offset < 0 {
		offset = max(0, offset+n)
	}
	if !hasLength {
		length = n
	}
	if length < 0 {
		length = n - offset + length
	} else if length > n-offset {
		length = n - offset
	}
	return offset, max(0, length)
}

func fnSlice(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, keep := a.Arr(0), a.Bool(3)
	from, count := window(int64(t.Len()), a.Int(1), a.Int(2), a.Has(2) && !a.IsNull(2))
	if count == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	list := t.Packed() && t.Used == t.Count
	if from == 0 && count == int64(t.Len()) && list && (keep || t.NextFree == int64(t.Count)) && !loneRefs(t) {
		ret.CopyFrom(a.Val(0))
		return
	}
	var out *zval.Table
	if t.Packed() && (!keep || from == 0 && list) {
		out = x.Space.NewPacked(int(count))
	} else {
		out = x.Space.NewTable(int(count))
	}
	ret.SetArr(out)
	pos := int64(0)
	for it := t.Iter(); it.Next() && pos < from+count; pos++ {
		if pos < from {
			continue
		}
		c := share(it.Value())
		k, n := it.Key()
		switch {
		case k != nil:
			x.Space.AddNew(out, k, &c)
		case keep:
			x.Space.AddNewLong(out, n, &c)
		default:
			x.Space.Append(out, &c)
		}
	}
}

// loneRefs reports references that nothing else holds: a copy drops those.
func loneRefs(t *zval.Table) bool {
	for i := uint32(0); i < t.Used; i++ {
		if v := t.SlotAt(i); v.Type() == zval.ReferenceT && v.Counted().RC == 1 {
			return true
		}
	}
	return false
}

func fnSplice(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ref := a.Ref(0)
	sp := x.Space
	t := sp.Separate(ref)
	from, count := window(int64(t.Len()), a.Int(1), a.Int(2), a.Has(2) && !a.IsNull(2))
	var repl zval.Value
	if a.Has(3) {
		x.ToArray(a.Val(3), &repl)
	} else {
		sp.SetEmptyArray(&repl)
	}
	defer sp.Release(&repl)

	removed := sp.NewTable(int(count))
	if t.Packed() && count > 0 {
		sp.InitPacked(removed)
	}
	ret.SetArr(removed)
	out := sp.NewTable(t.Len() - int(count) + repl.Arr().Len())
	if t.Packed() {
		sp.InitPacked(out)
	}
	pos := int64(0)
	insert := func() {
		for it := repl.Arr().Iter(); it.Next(); {
			c := share(it.Value())
			sp.Append(out, &c)
		}
	}
	done := false
	for it := t.Iter(); it.Next(); pos++ {
		dst := out
		if pos >= from && pos < from+count {
			dst = removed
		} else if pos >= from && !done {
			insert()
			done = true
		}
		// Elements move with their references intact.
		var c zval.Value
		c.CopyFrom(it.Value())
		if k, _ := it.Key(); k != nil {
			sp.AddNew(dst, k, &c)
		} else {
			sp.Append(dst, &c)
		}
	}
	if !done {
		insert()
	}
	// Where the elements went, for iterators: holes close, and what stood on a
	// removed element goes on behind the replacement.
	rank := make([]uint32, t.Used+1)
	n := uint32(0)
	for i := uint32(0); i < t.Used; i++ {
		rank[i] = n
		if t.SlotAt(i).Type() != zval.Undef {
			n++
		}
	}
	rank[t.Used] = n
	first, last, grown := uint32(from), uint32(from+count), uint32(repl.Arr().Len())
	sp.Adopt(t, out, func(slot uint32) uint32 {
		switch r := rank[min(slot, uint32(len(rank)-1))]; {
		case r < first:
			return r
		case r < last:
			return first + grown // behind what stands in its place
		default:
			return r - (last - first) + grown
		}
	})
}

func fnChunk(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, size, keep := a.Arr(0), a.Int(1), a.Bool(2)
	if size < 1 {
		a.ValueError(1, "must be greater than 0")
		return
	}
	if t.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	size = min(size, int64(t.Len()))
	out := x.Space.NewPacked((t.Len() + int(size) - 1) / int(size))
	ret.SetArr(out)
	var chunk *zval.Table
	for it := t.Iter(); it.Next(); {
		if chunk == nil {
			if keep {
				chunk = x.Space.NewTable(int(size))
			} else {
				chunk = x.Space.NewPacked(int(size))
			}
			var v zval.Value
			v.SetArr(chunk)
			x.Space.Append(out, &v)
		}
		if keep {
			k, n := it.Key()
			put(x.Space, chunk, k, n, it.Value())
		} else {
			c := share(it.Value())
			x.Space.Append(chunk, &c)
		}
		if int64(chunk.Len()) == size {
			chunk = nil
		}
	}
}

func fnPush(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.Separate(a.Ref(0))
	for i := 1; i < a.Len(); i++ {
		var c zval.Value
		c.CopyFrom(a.Val(i))
		if x.Space.Append(t, &c) == nil {
			x.Space.Release(&c)
			x.ThrowError(x.LookupClass("Error", false), "Cannot add element to the array as the next element is already occupied")
			return
		}
	}
	ret.SetLong(int64(t.Len()))
}

func fnPop(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ref := a.Ref(0)
	if ref.Arr().Len() == 0 {
		return
	}
	t := x.Space.Separate(ref)
	pos := t.LastPos()
	ret.CopyFrom(t.SlotAt(pos).Deref())
	if k, n := t.KeyAt(pos); k == nil && n == t.NextFree-1 && n >= 0 {
		t.NextFree--
	}
	x.Space.DelAt(t, pos)
	t.First()
}

func fnShift(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ref := a.Ref(0)
	if ref.Arr().Len() == 0 {
		return
	}
	t := x.Space.Separate(ref)
	ret.CopyFrom(t.FirstValue().Deref())
	x.Space.ShiftFront(t)
}

func fnUnshift(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sp := x.Space
	old := a.Ref(0).Arr()
	out := sp.NewTable(old.Len() + a.RestLen(1))
	if old.Packed() || old.Len() == 0 {
		sp.InitPacked(out)
	}
	for i := 1; i < a.Len(); i++ {
		var c zval.Value
		c.CopyFrom(a.Val(i))
		sp.Append(out, &c)
	}
	for it := old.Iter(); it.Next(); {
		var c zval.Value
		c.CopyFrom(it.Value())
		if k, _ := it.Key(); k != nil {
			sp.AddNew(out, k, &c)
		} else {
			sp.Append(out, &c)
		}
	}
	ret.SetLong(int64(out.Len()))
	added := uint32(a.RestLen(1))
	sp.Adopt(sp.Separate(a.Ref(0)), out, func(slot uint32) uint32 { return slot + added })
}
