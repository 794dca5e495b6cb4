package arrays

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// maxTable is the number of elements beyond which PHP refuses to make an array.
const maxTable = 0x40000000

func fnFill(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	start, n, v := a.Int(0), a.Int(1), a.Val(2)
	switch {
	case n < 0:
		a.ValueError(1, "must be greater than or equal to 0")
		return
	case n >= maxTable:
		a.ValueError(1, "is too large")
		return
	case n == 0:
		x.Space.SetEmptyArray(ret)
		return
	case start > math.MaxInt64-n+1:
		x.ThrowError(x.LookupClass("Error", false), "Cannot add element to the array as the next element is already occupied")
		return
	}
	var t *zval.Table
	if start >= 0 && start < n {
		t = x.Space.NewPacked(int(start + n))
	} else {
		t = x.Space.NewTable(int(n))
	}
	ret.SetArr(t)
	for i := range n {
		c := share(v)
		x.Space.AddNewLong(t, start+i, &c)
	}
}

func fnFillKeys(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	keys, v := a.Arr(0), a.Val(1)
	t := x.Space.NewTable(keys.Len())
	ret.SetArr(t)
	for it := keys.Iter(); it.Next(); {
		c := share(v)
		setByValue(x, t, it.Value().Deref(), &c)
		if a.Failed() {
			return
		}
	}
}

// setByValue stores v (consumed) under a key given as a value: integers as they are, all else by its string.
func setByValue(x *rt.Exec, t *zval.Table, key, v *zval.Value) {
	if key.Type() == zval.Long {
		x.Space.SetLong(t, key.Long(), v)
		return
	}
	s := text(x, key)
	if s == nil {
		x.Space.Release(v)
		return
	}
	x.Space.SetSym(t, s, v)
	x.Space.ReleaseStr(s)
}

func fnCombine(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	keys, values := a.Arr(0), a.Arr(1)
	if keys.Len() != values.Len() {
		x.ThrowValueError("array_combine(): Argument #1 ($keys) and argument #2 ($values) must have the same number of elements")
		return
	}
	if keys.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	t := x.Space.NewTable(values.Len())
	ret.SetArr(t)
	vi := values.Iter()
	for ki := keys.Iter(); ki.Next() && vi.Next(); {
		c := share(vi.Value())
		setByValue(x, t, ki.Value().Deref(), &c)
		if a.Failed() {
			return
		}
	}
}

func fnPad(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, size, v := a.Arr(0), a.Int(1), a.Val(2)
	want := size
	if want < 0 {
		want = -want
	}
	if want < 0 || want-int64(t.Len()) > 1048576 {
		a.ValueError(1, "must be less than or equal to 1048576")
		return
	}
	if want <= int64(t.Len()) {
		ret.CopyFrom(a.Val(0))
		return
	}
	n := want - int64(t.Len())
	out := x.Space.NewTable(int(want))
	ret.SetArr(out)
	pad := func() {
		for range n {
			c := share(v)
			x.Space.Append(out, &c)
		}
	}
	if size < 0 {
		pad()
	}
	for it := t.Iter(); it.Next(); {
		c := share(it.Value())
		if k, _ := it.Key(); k != nil {
			x.Space.AddNew(out, k, &c)
		} else {
			x.Space.Append(out, &c)
		}
	}
	if size > 0 {
		pad()
	}
}

func fnFlip(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(0)
	out := x.Space.NewTable(t.Len())
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		k, n := it.Key()
		kv := keyValue(k, n)
		switch v := it.Value().Deref(); v.Type() {
		case zval.Long:
			x.Space.SetLong(out, v.Long(), &kv)
		case zval.StringT:
			x.Space.SetSym(out, v.Str(), &kv)
		default:
			x.Space.Release(&kv)
			a.Warn("Can only flip string and integer values, entry skipped")
		}
	}
}

func fnKeys(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(0)
	if t.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	filter := a.Has(1)
	var out *zval.Table
	if filter {
		out = x.Space.NewTable(0)
	} else {
		out = x.Space.NewPacked(t.Len())
	}
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		if filter {
			v := it.Value().Deref()
			if a.Bool(2) && !x.Identical(v, a.Val(1)) || !a.Bool(2) && !x.LooseEqual(v, a.Val(1)) {
				continue
			}
		}
		k, n := it.Key()
		kv := keyValue(k, n)
		x.Space.Append(out, &kv)
	}
}

func fnValues(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(0)
	if t.Len() == 0 {
		x.Space.SetEmptyArray(ret)
		return
	}
	if t.Packed() && t.Used == t.Count && t.NextFree == int64(t.Count) {
		ret.CopyFrom(a.Val(0))
		return
	}
	out := x.Space.NewPacked(t.Len())
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		c := share(it.Value())
		x.Space.Append(out, &c)
	}
}

func fnReverse(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, keep := a.Arr(0), a.Bool(1)
	var out *zval.Table
	if t.Packed() && !keep && t.Len() > 0 {
		out = x.Space.NewPacked(t.Len())
	} else {
		out = x.Space.NewTable(t.Len())
	}
	ret.SetArr(out)
	for i := t.Used; i > 0; i-- {
		v := t.SlotAt(i - 1)
		if v.Type() == zval.Undef {
			continue
		}
		k, n := t.KeyAt(i - 1)
		c := share(v)
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

func fnChangeKeyCase(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, upper := a.Arr(0), a.Int(1) == 1
	out := x.Space.NewTable(t.Len())
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		k, n := it.Key()
		c := share(it.Value())
		if k == nil {
			x.Space.SetLong(out, n, &c)
			continue
		}
		x.Space.SetGo(out, foldCase(k.View(), upper), &c)
	}
}

// foldCase changes ASCII letters only, as PHP 8 does in every locale.
func foldCase(s string, upper bool) string {
	return strings.Map(caseMapper(upper), s)
}

func caseMapper(upper bool) func(rune) rune {
	return func(r rune) rune {
		switch {
		case upper && r >= 'a' && r <= 'z':
			return r - 32
		case !upper && r >= 'A' && r <= 'Z':
			return r + 32
		}
		return r
	}
}

func fnCountValues(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	out := x.Space.NewTable(0)
	ret.SetArr(out)
	for it := a.Arr(0).Iter(); it.Next(); {
		var slot *zval.Value
		switch v := it.Value().Deref(); v.Type() {
		case zval.Long:
			slot = x.Space.LookupLong(out, v.Long())
		case zval.StringT:
			slot = x.Space.LookupSym(out, v.Str())
		default:
			a.Warn("Can only count string and integer values, entry skipped")
			continue
		}
		if slot.Type() == zval.Long {
			slot.SetLong(slot.Long() + 1)
		} else {
			slot.SetLong(1)
		}
	}
}

func fnColumn(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	out := x.Space.NewTable(0)
	ret.SetArr(out)
	for it := a.Arr(0).Iter(); it.Next(); {
		row := it.Value().Deref()
		var v zval.Value
		if a.IsNull(1) {
			v.CopyFrom(row)
		} else if !pickColumn(x, row, a.Val(1), &v) {
			if a.Failed() {
				return
			}
			continue
		}
		var key zval.Value
		if !a.IsNull(2) && pickColumn(x, row, a.Val(2), &key) {
			setByKey(x, out, &key, &v)
			x.Space.Release(&key)
		} else {
			x.Space.Append(out, &v)
		}
		if a.Failed() {
			return
		}
	}
}

// setByKey stores v (consumed) under a key taken from data, as $out[$key] = $v would.
func setByKey(x *rt.Exec, t *zval.Table, key, v *zval.Value) {
	switch key.Type() {
	case zval.StringT:
		x.Space.SetSym(t, key.Str(), v)
	case zval.Long:
		x.Space.SetLong(t, key.Long(), v)
	case zval.Undef, zval.Null:
		x.Space.Set(t, x.Space.EmptyString(), v)
	case zval.False:
		x.Space.SetLong(t, 0, v)
	case zval.True:
		x.Space.SetLong(t, 1, v)
	case zval.Double:
		x.Space.SetLong(t, zval.DoubleToLong(key.Double()), v)
	default:
		x.ThrowTypeError("Cannot access offset of type %s on array", x.TypeName(key))
		x.Space.Release(v)
	}
}

// pickColumn copies a row's element or property; false when it has none.
func pickColumn(x *rt.Exec, row, col, out *zval.Value) bool {
	switch row.Type() {
	case zval.ArrayT:
		var v *zval.Value
		if col.Type() == zval.Long {
			v = row.Arr().FindLong(col.Long())
		} else {
			v = row.Arr().FindSym(col.Str())
		}
		if v == nil {
			return false
		}
		out.CopyFrom(v.Deref())
		return true
	case zval.ObjectT:
		name := x.ToStr(col)
		defer x.Space.ReleaseStr(name)
		if !x.HasProp(row.Obj(), name, rt.HasExists, nil) {
			return false
		}
		var tmp zval.Value
		v := x.ReadProp(row.Obj(), name, rt.FetchR, nil, &tmp)
		if v == &tmp && v.Type() != zval.ReferenceT {
			*out = tmp
		} else {
			out.CopyFrom(v.Deref())
			if v == &tmp {
				x.Space.Release(&tmp)
			}
		}
		return !x.HasExc()
	}
	return false
}

func fnUnique(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, flags := a.Arr(0), a.Int(1)
	if t.Len() <= 1 {
		ret.CopyFrom(a.Val(0))
		return
	}
	sp := x.Space
	if flags&^sortFlagCase == sortString && flags&sortFlagCase == 0 {
		out := sp.NewTable(0)
		ret.SetArr(out)
		seen := sp.NewTable(t.Len())
		defer sp.ReleaseArr(seen)
		for it := t.Iter(); it.Next(); {
			s := text(x, it.Value())
			if s == nil {
				return
			}
			if seen.Find(s) == nil {
				var yes zval.Value
				yes.SetBool(true)
				sp.AddNew(seen, s, &yes)
				k, n := it.Key()
				put(sp, out, k, n, it.Value())
			}
			sp.ReleaseStr(s)
		}
		return
	}
	cmp := comparer(x, flags)
	// Sort positions, then drop all but the first of each run of equals.
	type entry struct {
		v   *zval.Value
		pos uint32
	}
	var entries []entry
	for it := t.Iter(); it.Next(); {
		entries = append(entries, entry{it.Value().Deref(), it.Pos()})
	}
	mergeSort(entries, func(p, q entry) int { return cmp(p.v, q.v) })
	drop := make(map[uint32]bool)
	first := entries[0]
	for _, e := range entries[1:] {
		if cmp(first.v, e.v) == 0 {
			if e.pos < first.pos {
				drop[first.pos] = true
				first = e
			} else {
				drop[e.pos] = true
			}
		} else {
			first = e
		}
	}
	if a.Failed() {
		return
	}
	out := sp.DupTable(t)
	ret.SetArr(out)
	for it := t.Iter(); it.Next(); {
		if drop[it.Pos()] {
			if k, n := it.Key(); k != nil {
				sp.Del(out, k)
			} else {
				sp.DelLong(out, n)
			}
		}
	}
}

// mergeSort is stable and tolerates an inconsistent order.
func mergeSort[T any](s []T, cmp func(a, b T) int) {
	if len(s) < 2 {
		return
	}
	mid := len(s) / 2
	l, r := append([]T(nil), s[:mid]...), append([]T(nil), s[mid:]...)
	mergeSort(l, cmp)
	mergeSort(r, cmp)
	for i := range s {
		if len(r) == 0 || len(l) > 0 && cmp(l[0], r[0]) <= 0 {
			s[i], l = l[0], l[1:]
		} else {
			s[i], r = r[0], r[1:]
		}
	}
}
