package zend

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

func callFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "call_user_func(callable $callback, mixed ...$args): mixed", Fn: callUserFunc},
		{Sig: "call_user_func_array(callable $callback, array $args): mixed", Fn: callUserFuncArray},
		{Sig: "forward_static_call(callable $callback, mixed ...$args): mixed", Fn: forwardStatic(callUserFunc, true)},
		{Sig: "forward_static_call_array(callable $callback, array $args): mixed", Fn: forwardStatic(callUserFuncArray, false)},
	}
}

// forwarding makes a call keep the caller's static:: when that is a descendant
// of the class called.
func forwarding(call rt.GoFunc) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		if x.CallerScope() == nil {
			x.ThrowError(nil, "Cannot call %s() when no class scope is active", a.Fn.Name)
			return
		}
		if c := a.Callable(0); c != nil && c.Called != nil {
			if k := callerCalled(x, a); k != nil && k.InstanceOf(c.Called) {
				c.Called = k
			}
		}
		call(x, a, ret)
	}
}

// callerCalled is what static:: means in the code that called the builtin.
func callerCalled(x *rt.Exec, a *rt.Args) *rt.Class {
	if a.Frame.Prev == 0 {
		return nil
	}
	f := vmstack.At(a.Frame.Prev)
	if f.This.V == 0 {
		return nil
	}
	if zval.Type(f.This.T) == zval.ObjectT {
		return x.ClassOf(f.This.Obj())
	}
	return x.ClassAt(uintptr(f.This.V))
}

func callUserFunc(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := a.Callable(0)
	if c == nil {
		return
	}
	args := make([]zval.Value, 0, a.RestLen(1))
	for _, v := range a.Rest(1) {
		args = append(args, *v)
	}
	var r zval.Value
	r.SetNull()
	if named := a.NamedExtra(); named != nil {
		x.CallNamed(c, args, named, &r)
	} else {
		x.CallFunction(c, args, &r)
	}
	finish(x, ret, &r)
}

// forwardStatic makes static:: in the callee mean what it means in the caller,
// when that is a descendant of the class called.
func forwardStatic(call rt.GoFunc, inClass bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		if inClass && x.CallerScope() == nil {
			x.ThrowError(nil, "Cannot call %s() when no class scope is active", a.Fn.Name)
			return
		}
		if c := a.Callable(0); c != nil && c.Called != nil {
			if k := x.CallerCalledClass(); k != nil && k.InstanceOf(c.Called) {
				c.Called = k
			}
		}
		call(x, a, ret)
	}
}

// finish moves a call's result into the result slot, references resolved.
func finish(x *rt.Exec, ret, r *zval.Value) {
	switch r.Type() {
	case zval.Undef:
	case zval.ReferenceT:
		ret.CopyFrom(r.Deref())
		x.Space.Release(r)
	default:
		ret.MoveFrom(r)
	}
}

func callUserFuncArray(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := a.Callable(0)
	t := a.Arr(1)
	if c == nil || t == nil {
		return
	}
	var args []zval.Value
	var named *zval.Table
	for it := t.Iter(); it.Next(); {
		k, _ := it.Key()
		v := it.Value()
		if k == nil {
			if named != nil {
				x.Space.FreeTable(named)
				x.ThrowError(nil, "Cannot use positional argument after named argument")
				return
			}
			args = append(args, *v)
			continue
		}
		if named == nil {
			named = x.Space.NewHash(t.Len())
		}
		var e zval.Value
		e.CopyFrom(v)
		x.Space.Set(named, k, &e)
	}
	var r zval.Value
	r.SetNull()
	if named != nil {
		x.CallNamed(c, args, named, &r)
		x.Space.FreeTable(named)
	} else {
		x.CallFunction(c, args, &r)
	}
	finish(x, ret, &r)
}
