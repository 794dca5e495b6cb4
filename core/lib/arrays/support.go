package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// needCallable resolves an argument that was declared without a type; nil after throwing.
func needCallable(a *rt.Args, i int) *rt.Callable {
	c := a.Callable(i)
	if c == nil && !a.Failed() {
		var k rt.Callable
		msg := a.X.ResolveCallable(a.Val(i), a.X.Scope(), &k)
		if msg == "" {
			a.X.ReleaseCallable(&k)
		}
		a.TypeError(i, "must be a valid callback, %s", msg)
	}
	return c
}

// forbidDynamic refuses functions that touch the caller's variables when they
// are called through a value.
func forbidDynamic(x *rt.Exec, a *rt.Args, what string) bool {
	if a.Frame.Info()&vmstack.CallDynamic == 0 {
		return false
	}
	x.ThrowError(nil, "Cannot call %s dynamically", what)
	return true
}

// walkProperties calls fn with each property of an object that the running
// code can see; the slot may be turned into a reference.
func walkProperties(x *rt.Exec, o *zval.Object, fn func(key, slot *zval.Value) bool) bool {
	var names []zval.Value
	x.EachVisible(o, x.Scope(), func(name *zval.String, p *rt.PropInfo, v *zval.Value) bool {
		names = append(names, keyValue(name, 0))
		return true
	})
	ok := true
	for i := range names {
		if ok {
			slot, found := x.PropPtr(o, names[i].Str(), rt.FetchW, nil)
			if found && slot != nil && slot.Type() != zval.Undef {
				ok = fn(&names[i], slot)
			}
			ok = ok && !x.HasExc()
		}
		x.Space.Release(&names[i])
	}
	return ok
}

// objectPositions holds the internal pointers of objects, by handle: next() and
// its kin on objects are deprecated, but they move.
type objectPositions struct{ at map[uint32]uint32 }

type positionsKey struct{}

func positions(x *rt.Exec) *objectPositions {
	return rt.State(x, positionsKey{}, func() *objectPositions { return &objectPositions{map[uint32]uint32{}} })
}
