package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Ways in which a set operation compares keys or values.
const (
	ignore   = iota
	byString // by string value (values) or identity (keys)
	byUser   // by a callback, last in the argument list
)

// setSpec tells the twenty functions of the array_diff and array_intersect
// families apart.
type setSpec struct {
	keys, values int
	intersect    bool
}

// setOp makes a function that keeps those elements of its first array that
// have a partner in every other array (intersect) or in none (diff).
func setOp(spec setSpec) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		op := setRun{setSpec: spec, x: x, a: a}
		if !op.callbacks() {
			return
		}
		n := a.Len() - op.ncallbacks
		for i := range n {
			if a.Arr(i) == nil {
				a.TypeError(i, "must be of type array, %s given", x.TypeName(a.Val(i)))
				return
			}
		}
		op.run(n, ret)
	}
}

type setRun struct {
	setSpec
	x          *rt.Exec
	a          *rt.Args
	ncallbacks int
	valueFn    *rt.Callable
	keyFn      *rt.Callable
}

// callbacks takes the trailing callables: the value callback comes before the key callback.
func (op *setRun) callbacks() bool {
	for _, by := range []int{op.keys, op.values} {
		if by == byUser {
			op.ncallbacks++
		}
	}
	if op.ncallbacks == 0 {
		return true
	}
	if op.a.Len() < 1+op.ncallbacks {
		op.x.ThrowArgumentCountError("At least %d arguments are required, %d passed", 1+op.ncallbacks, op.a.Len())
		return false
	}
	i := op.a.Len() - op.ncallbacks
	if op.values == byUser {
		if op.valueFn = needCallable(op.a, i); op.valueFn == nil {
			return false
		}
		i++
	}
	if op.keys == byUser {
		op.keyFn = needCallable(op.a, i)
		return op.keyFn != nil
	}
	return true
}

func (op *setRun) run(n int, ret *zval.Value) {
	sp := op.x.Space
	first := op.a.Arr(0)
	out := sp.NewTable(0)
	ret.SetArr(out)
	match := op.matcher(n)
	if match == nil {
		return
	}
	for it := first.Iter(); it.Next(); {
		k, num := it.Key()
		keep := true
		for i := 1; i < n; i++ {
			has, ok := match(i, k, num, it.Value())
			if !ok {
				return
			}
			if has != op.intersect {
				keep = false
				break
			}
		}
		if keep {
			put(sp, out, k, num, it.Value())
		}
	}
}

type matchFn func(i int, k *zval.String, n int64, v *zval.Value) (has, ok bool)

// matcher picks the way to look for a partner in array i: a hash of values, a
// key look-up, or a scan with callbacks.
func (op *setRun) matcher(n int) matchFn {
	x := op.x
	switch {
	case op.keys == ignore && op.values == byString:
		seen := make([]map[string]bool, n)
		return func(i int, k *zval.String, num int64, v *zval.Value) (bool, bool) {
			if seen[i] == nil {
				seen[i] = map[string]bool{}
				for it := op.a.Arr(i).Iter(); it.Next(); {
					s := text(x, it.Value())
					if s == nil {
						return false, false
					}
					seen[i][s.String()] = true
					x.Space.ReleaseStr(s)
				}
			}
			s := text(x, v)
			if s == nil {
				return false, false
			}
			has := seen[i][s.View()]
			x.Space.ReleaseStr(s)
			return has, true
		}
	case op.keys == byString:
		return func(i int, k *zval.String, num int64, v *zval.Value) (bool, bool) {
			var other *zval.Value
			if k != nil {
				other = op.a.Arr(i).Find(k)
			} else {
				other = op.a.Arr(i).FindLong(num)
			}
			if other == nil {
				return false, true
			}
			return op.sameValue(v, other)
		}
	}
	return func(i int, k *zval.String, num int64, v *zval.Value) (bool, bool) {
		for it := op.a.Arr(i).Iter(); it.Next(); {
			same, ok := op.sameValue(v, it.Value())
			if ok && same && op.keys == byUser {
				k1, k2 := keyValue(k, num), keyValue(it.Key())
				same, ok = op.ask(op.keyFn, k1, k2)
				x.Space.Release(&k1)
				x.Space.Release(&k2)
			}
			if !ok {
				return false, false
			}
			if same {
				return true, true
			}
		}
		return false, true
	}
}

func (op *setRun) sameValue(v, other *zval.Value) (same, ok bool) {
	switch op.values {
	case byString:
		s := text(op.x, v)
		if s == nil {
			return false, false
		}
		t := text(op.x, other)
		if t == nil {
			op.x.Space.ReleaseStr(s)
			return false, false
		}
		same = zval.Equal(s, t)
		op.x.Space.ReleaseStr(s)
		op.x.Space.ReleaseStr(t)
		return same, true
	case byUser:
		return op.ask(op.valueFn, *v.Deref(), *other.Deref())
	}
	return true, true
}

// ask calls a comparison callback; 0 means equal.
func (op *setRun) ask(fn *rt.Callable, a, b zval.Value) (same, ok bool) {
	r, ok := call(op.x, fn, a, b)
	if !ok {
		return false, false
	}
	same = op.x.ToLong(&r) == 0
	op.x.Space.Release(&r)
	return same, true
}
