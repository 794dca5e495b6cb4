package arrays

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/natural"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Sort flags and orders, PHP's values.
const (
	sortRegular  = 0
	sortNumeric  = 1
	sortString   = 2
	sortDesc     = 3
	sortAsc      = 4
	sortLocale   = 5
	sortNatural  = 6
	sortFlagCase = 8
)

// comparer returns the order that sort flags ask for.
func comparer(x *rt.Exec, flags int64) func(a, b *zval.Value) int {
	fold := flags&sortFlagCase != 0
	switch flags &^ sortFlagCase {
	case sortNumeric:
		return func(a, b *zval.Value) int {
			if a.Type() == zval.Long && b.Type() == zval.Long {
				return order(a.Long(), b.Long())
			}
			return order(x.ToDouble(a), x.ToDouble(b))
		}
	case sortString, sortLocale, sortNatural:
		cmp := func(s, t string) int {
			if fold {
				return strings.Compare(foldCase(s, false), foldCase(t, false))
			}
			return strings.Compare(s, t)
		}
		if flags&^sortFlagCase == sortNatural {
			cmp = func(s, t string) int { return natural.Compare(s, t, fold) }
		}
		return func(a, b *zval.Value) int {
			if a.Type() == zval.StringT && b.Type() == zval.StringT {
				return cmp(a.Str().View(), b.Str().View())
			}
			s, t := x.ToStr(a), x.ToStr(b)
			c := cmp(s.View(), t.View())
			x.Space.ReleaseStr(s)
			x.Space.ReleaseStr(t)
			return c
		}
	}
	return func(a, b *zval.Value) int {
		if a.Type() == zval.Long && b.Type() == zval.Long {
			return order(a.Long(), b.Long())
		}
		return x.Compare(a, b)
	}
}

func order[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// sortSpec tells the sort functions apart.
type sortSpec struct {
	keys     bool
	reverse  bool
	renumber bool
}

func bucketKey(b *zval.Bucket) (v zval.Value) {
	if b.Key == 0 {
		v.SetLong(int64(b.H))
	} else {
		v.SetStr(zval.StringAt(b.Key))
	}
	return v
}

func sorts(spec sortSpec) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		ret.SetBool(true)
		cmp := comparer(x, a.Int(1))
		if mayRunCode(a.Ref(0).Arr()) && !spec.keys {
			sortCopy(x, a, cmp, spec)
			return
		}
		t := x.Space.Separate(a.Ref(0))
		if spec.keys && !spec.reverse && a.Int(1) == sortRegular && t.Packed() {
			return // integer keys in order already
		}
		x.Space.Sort(t, func(p, q *zval.Bucket) int {
			if spec.reverse {
				p, q = q, p
			}
			if spec.keys {
				kp, kq := bucketKey(p), bucketKey(q)
				return cmp(&kp, &kq)
			}
			return cmp(p.Val.Deref(), q.Val.Deref())
		}, spec.renumber)
	}
}

// mayRunCode reports objects, whose comparison may run PHP code.
func mayRunCode(t *zval.Table) bool {
	for i := uint32(0); i < t.Used; i++ {
		if v := t.SlotAt(i).Deref(); v.Type() == zval.ObjectT {
			return true
		}
	}
	return false
}

// sortCopy sorts a copy of the array, as the comparisons may run code that
// uses the variable; what that assigned to it stays.
func sortCopy(x *rt.Exec, a *rt.Args, cmp func(p, q *zval.Value) int, spec sortSpec) {
	var hold, work zval.Value
	hold.CopyFrom(a.Ref(0))
	work.SetArr(x.Space.DupTable(hold.Arr()))
	x.Space.Sort(work.Arr(), func(p, q *zval.Bucket) int {
		if spec.reverse {
			p, q = q, p
		}
		return cmp(p.Val.Deref(), q.Val.Deref())
	}, spec.renumber)
	if v := a.Ref(0).Deref(); v.Type() == zval.ArrayT && v.Arr() == hold.Arr() {
		x.Space.Release(&hold)
		a.SetRef(0, &work)
		return
	}
	x.Space.Release(&hold)
	x.Space.Release(&work)
}

func fnNatsort(x *rt.Exec, a *rt.Args, ret *zval.Value) { natsort(x, a, ret, sortNatural) }
func fnNatcasesort(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	natsort(x, a, ret, sortNatural|sortFlagCase)
}

func natsort(x *rt.Exec, a *rt.Args, ret *zval.Value, flags int64) {
	ret.SetBool(true)
	cmp := comparer(x, flags)
	x.Space.Sort(x.Space.Separate(a.Ref(0)), func(p, q *zval.Bucket) int { return cmp(p.Val.Deref(), q.Val.Deref()) }, false)
}

// usorts sorts a copy, so that the callback never sees the array half sorted
// nor harms it, and assigns it back.
func usorts(spec sortSpec) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		ret.SetBool(true)
		t := a.Ref(0).Arr()
		if t.Len() == 0 {
			return
		}
		cb := a.Callable(1)
		warned := false
		ask := func(p, q zval.Value) (zval.Value, bool) {
			if x.HasExc() {
				return zval.Value{}, false
			}
			return call(x, cb, p, q)
		}
		cmp := func(p, q zval.Value) int {
			r, ok := ask(p, q)
			if !ok {
				return 0
			}
			if t := r.Type(); t == zval.False || t == zval.True {
				if !warned {
					warned = true
					a.Deprecated("Returning bool from comparison function is deprecated, return an integer less than, equal to, or greater than zero instead")
				}
				if t == zval.False {
					// "not greater" may mean less: ask the other way round.
					s, ok := ask(q, p)
					if !ok {
						return 0
					}
					n := x.ToLong(&s)
					x.Space.Release(&s)
					return -order(n, 0)
				}
			}
			n := x.ToLong(&r)
			x.Space.Release(&r)
			return order(n, 0)
		}
		var work zval.Value
		work.SetArr(x.Space.DupTable(t))
		x.Space.Sort(work.Arr(), func(p, q *zval.Bucket) int {
			if spec.keys {
				return cmp(bucketKey(p), bucketKey(q))
			}
			return cmp(*p.Val.Deref(), *q.Val.Deref())
		}, spec.renumber)
		a.SetRef(0, &work)
	}
}

func fnShuffle(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(true)
	t := x.Space.Separate(a.Ref(0))
	n := t.Len()
	if n < 1 {
		return
	}
	// Keys go first, then Fisher and Yates from the end, as PHP draws them.
	x.Space.Sort(t, func(p, q *zval.Bucket) int { return 0 }, true)
	r := x.Random()
	for left := n - 1; left > 0; left-- {
		if i := r.Range(0, int64(left)); int(i) != left {
			p, q := t.SlotAt(uint32(i)), t.SlotAt(uint32(left))
			v := *p
			p.MoveFrom(q)
			q.MoveFrom(&v)
		}
	}
	t.Pos = 0
}

// fnMultisort sorts several columns as the rows of one table.
func fnMultisort(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	type column struct {
		arg     int
		cmp     func(a, b *zval.Value) int
		reverse bool
	}
	var cols []column
	order, flags := int64(sortAsc), int64(sortRegular)
	orderSeen, flagsSeen := true, true // no flags before the first array
	finish := func() {
		if len(cols) > 0 {
			c := &cols[len(cols)-1]
			c.cmp, c.reverse = comparer(x, flags), order == sortDesc
		}
		order, flags, orderSeen, flagsSeen = sortAsc, sortRegular, false, false
	}
	for i := range a.Len() {
		switch v := a.Val(i); v.Type() {
		case zval.ArrayT:
			finish()
			cols = append(cols, column{arg: i})
		case zval.Long:
			switch f := v.Long(); f &^ sortFlagCase {
			case sortAsc, sortDesc:
				if orderSeen {
					a.TypeError(i, "must be an array or a sort flag that has not already been specified")
					return
				}
				order, orderSeen = f, true
			case sortRegular, sortNumeric, sortString, sortNatural, sortLocale:
				if flagsSeen {
					a.TypeError(i, "must be an array or a sort flag that has not already been specified")
					return
				}
				flags, flagsSeen = f, true
			default:
				a.ValueError(i, "must be a valid sort flag")
				return
			}
		default:
			a.TypeError(i, "must be an array or a sort flag")
			return
		}
	}
	finish()
	if len(cols) == 0 {
		return
	}
	n := a.Arr(cols[0].arg).Len()
	for _, c := range cols[1:] {
		if a.Arr(c.arg).Len() != n {
			x.ThrowValueError("Array sizes are inconsistent")
			return
		}
	}
	ret.SetBool(true)
	if n < 1 {
		return
	}
	rows := make([][]uint32, n)
	for r := range rows {
		rows[r] = make([]uint32, len(cols))
	}
	for ci, c := range cols {
		r := 0
		for it := a.Arr(c.arg).Iter(); it.Next(); r++ {
			rows[r][ci] = it.Pos()
		}
	}
	tables := make([]*zval.Table, len(cols))
	for ci, c := range cols {
		tables[ci] = a.Arr(c.arg)
	}
	mergeSort(rows, func(p, q []uint32) int {
		for ci, c := range cols {
			u, v := tables[ci].SlotAt(p[ci]).Deref(), tables[ci].SlotAt(q[ci]).Deref()
			if c.reverse {
				u, v = v, u
			}
			if d := c.cmp(u, v); d != 0 {
				return d
			}
		}
		return 0
	})
	if a.Failed() {
		return
	}
	for ci, c := range cols {
		out := x.Space.NewTable(n)
		if tables[ci].Packed() {
			x.Space.InitPacked(out)
		}
		for _, row := range rows {
			var v zval.Value
			v.CopyFrom(tables[ci].SlotAt(row[ci]))
			if k, _ := tables[ci].KeyAt(row[ci]); k != nil {
				x.Space.AddNew(out, k, &v)
			} else {
				x.Space.Append(out, &v)
			}
		}
		var v zval.Value
		v.SetArr(out)
		a.SetRef(c.arg, &v)
	}
}
