package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Args gives an internal function its arguments. Scalars, strings, arrays and
// objects have been coerced to the declared types. The values live in
// the frame, which releases them when the call ends: what the function returns
// or stores it must copy. Args are recycled: none may be kept after the call.
type Args struct {
	X     *Exec
	Fn    *Function
	Frame *vmstack.Frame

	n         int
	callables []Callable
	cbIndex   []int32
	defaults  []*zval.Value // owned values of evaluated defaults
	defIndex  []int32
}

// Len is the number of arguments passed.
func (a *Args) Len() int { return a.n }

// Has reports whether argument i (from 0) was passed.
func (a *Args) Has(i int) bool {
	return i < a.n && a.Frame.Slot(i).Type() != zval.Undef
}

// Raw returns argument i's frame slot, references not followed; i must be passed.
func (a *Args) Raw(i int) *zval.Value { return a.Frame.Slot(i) }

// Val returns argument i, references followed, or its default.
// The result is borrowed.
func (a *Args) Val(i int) *zval.Value {
	if i < a.n {
		if v := a.Frame.Slot(i); v.Type() != zval.Undef {
			return v.Deref()
		}
	}
	return a.def(i)
}

// IsNull reports whether argument i is null, given or by default.
func (a *Args) IsNull(i int) bool { return a.Val(i).Type() <= zval.Null }

// Int returns argument i as an integer; null gives 0.
func (a *Args) Int(i int) int64 {
	v := a.Val(i)
	switch v.Type() {
	case zval.Long:
		return v.Long()
	case zval.True:
		return 1
	case zval.Double:
		return zval.DoubleToLong(v.Double())
	}
	return 0
}

// Float returns argument i as a float; null gives 0.
func (a *Args) Float(i int) float64 {
	v := a.Val(i)
	switch v.Type() {
	case zval.Double:
		return v.Double()
	case zval.Long:
		return float64(v.Long())
	case zval.True:
		return 1
	}
	return 0
}

// Bool returns argument i as a boolean; null gives false.
func (a *Args) Bool(i int) bool {
	v := a.Val(i)
	switch v.Type() {
	case zval.True:
		return true
	case zval.Long:
		return v.Long() != 0
	}
	return false
}

// Str returns argument i as a borrowed string; null gives the empty string.
func (a *Args) Str(i int) *zval.String {
	v := a.Val(i)
	if v.Type() == zval.StringT {
		return v.Str()
	}
	return a.X.Space.EmptyString()
}

// Bytes borrows the bytes of string argument i; null gives none.
func (a *Args) Bytes(i int) []byte {
	v := a.Val(i)
	if v.Type() == zval.StringT {
		return v.Str().Bytes()
	}
	return nil
}

// View borrows string argument i as a Go string; it must not outlive the call.
func (a *Args) View(i int) string {
	v := a.Val(i)
	if v.Type() == zval.StringT {
		return v.Str().View()
	}
	return ""
}

// Arr borrows array argument i; nil when it is not an array (null, an object).
func (a *Args) Arr(i int) *zval.Table {
	v := a.Val(i)
	if v.Type() == zval.ArrayT {
		return v.Arr()
	}
	return nil
}

// Obj borrows object argument i; nil when it is not an object.
func (a *Args) Obj(i int) *zval.Object {
	v := a.Val(i)
	if v.Type() == zval.ObjectT {
		return v.Obj()
	}
	return nil
}

// Ref returns the variable behind by-reference argument i: read it, or write
// it with SetRef, which also honours typed properties bound to the reference.
// It is nil when the argument was not passed.
func (a *Args) Ref(i int) *zval.Value {
	if i >= a.n {
		return nil
	}
	v := a.Frame.Slot(i)
	if v.Type() == zval.Undef {
		return nil
	}
	return v.Deref()
}

// SetRef assigns v (consumed) to the variable behind by-reference argument i,
// coercing to the types of properties it is bound to. It reports false when
// that threw. An argument that was not passed is ignored.
func (a *Args) SetRef(i int, v *zval.Value) bool {
	if !a.Has(i) {
		a.X.Space.Release(v)
		return true
	}
	return a.X.AssignToRef(a.Frame.Slot(i), v, a.X.CallerStrict())
}

// Callable returns callable argument i, resolved; nil when null.
func (a *Args) Callable(i int) *Callable {
	for k, n := range a.cbIndex {
		if int(n) == i {
			return &a.callables[k]
		}
	}
	v := a.Val(i)
	if v.Type() <= zval.Null {
		return nil
	}
	var c Callable
	if msg := a.X.ResolveCallable(v, a.X.callerScope(), &c); msg != "" {
		return nil
	}
	return a.addCallable(i, c)
}

func (a *Args) addCallable(i int, c Callable) *Callable {
	if a.callables == nil {
		a.callables = make([]Callable, 0, 4)
	}
	if len(a.callables) == cap(a.callables) {
		// earlier *Callable results must stay valid: they point into the old array, which they keep alive
		a.callables = append(make([]Callable, 0, 2*cap(a.callables)), a.callables...)
	}
	a.callables = append(a.callables, c)
	a.cbIndex = append(a.cbIndex, int32(i))
	return &a.callables[len(a.callables)-1]
}

// RestLen is the number of variadic arguments, of which the first is argument from.
func (a *Args) RestLen(from int) int { return max(0, a.n-from) }

// Rest returns the arguments from position from on, references followed. The
// slice is fresh; the values are borrowed.
func (a *Args) Rest(from int) []*zval.Value {
	if from >= a.n {
		return nil
	}
	r := make([]*zval.Value, 0, a.n-from)
	for i := from; i < a.n; i++ {
		r = append(r, a.Frame.Slot(i).Deref())
	}
	return r
}

// NamedExtra returns extra named arguments collected by a variadic, or nil.
func (a *Args) NamedExtra() *zval.Table {
	if a.Frame.Info()&vmstack.CallHasExtraNamed == 0 || a.Frame.Named == 0 {
		return nil
	}
	return tableAt(a.Frame.Named)
}

// This returns the object a method was called on; nil in functions and static methods.
func (a *Args) This() *zval.Object {
	if zval.Type(a.Frame.This.T) == zval.ObjectT && a.Frame.This.V != 0 {
		return a.Frame.This.Obj()
	}
	return nil
}

// Called is the class a static method was called on, or This's class.
func (a *Args) Called() *Class {
	if o := a.This(); o != nil {
		return a.X.ClassOf(o)
	}
	if a.Frame.This.V != 0 {
		return a.X.ClassAt(uintptr(a.Frame.This.V))
	}
	return a.Fn.Class
}

// Name is the function's name as messages spell it: "strlen" or "Foo::bar".
func (a *Args) Name() string { return a.Fn.FullName() }

// Param returns the declaration of argument i, the variadic one for those beyond it.
func (a *Args) Param(i int) *code.Param {
	if i >= len(a.Fn.Params) {
		if n := len(a.Fn.Params); n > 0 && a.Fn.Params[n-1].Variadic {
			return &a.Fn.Params[n-1]
		}
		return nil
	}
	return &a.Fn.Params[i]
}
