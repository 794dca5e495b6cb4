package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// What the compiler asks of the executor while it compiles. The facade fits
// these to the compiler's interface, since this package must not know it.

// CompileConst returns a constant whose value may be put into compiled code.
func (x *Exec) CompileConst(name string) (v zval.Value, persistent, ok bool) {
	c := x.LookupConstant(name)
	if c == nil || c.IsDepr || c.NoCache {
		return v, false, false
	}
	persistent = c.Module != nil
	if !persistent && c.Value.Type() >= zval.ArrayT {
		return v, false, false
	}
	if c.Value.Type() > zval.ArrayT {
		return v, false, false
	}
	return c.Value, persistent, true
}

// CompileClassConst returns a class constant whose value may be put into
// compiled code, if a scope (lower-case class name or "") may see it.
func (x *Exec) CompileClassConst(lcClass, name, lcScope string) (v zval.Value, ok bool) {
	cl := x.ClassTab[lcClass]
	if cl == nil || cl.linking || cl.IsTrait() {
		return v, false
	}
	k := cl.Const(name)
	if k == nil || k.IsCase || k.Value == nil || k.Value.Type() > zval.ArrayT {
		return v, false
	}
	for i := range k.Attributes {
		if k.Attributes[i].LCName == "deprecated" {
			return v, false
		}
	}
	if !x.compileVisible(k.Flags, k.Class, lcScope) {
		return v, false
	}
	return *k.Value, true
}

// CompileMethod finds a method of a linked class that a scope may call, or nil.
func (x *Exec) CompileMethod(lcClass, lcMethod, lcScope string) *Function {
	cl := x.ClassTab[lcClass]
	if cl == nil || cl.linking {
		return nil
	}
	m := cl.Method(lcMethod)
	if m == nil || !x.compileVisible(m.Flags, m.Class, lcScope) {
		return nil
	}
	x.prepare(m)
	return m
}

func (x *Exec) compileVisible(flags uint32, owner *Class, lcScope string) bool {
	const public, protected, private = 1 << 0, 1 << 1, 1 << 2
	switch {
	case flags&private != 0:
		return owner != nil && owner.LCName == lcScope
	case flags&protected != 0:
		s := x.ClassTab[lcScope]
		return s != nil && owner != nil && (s.Extends(owner) || owner.Extends(s))
	}
	return true
}

// CallQuietly calls a built-in function and shows its result to use, unless it
// warned or threw: then nothing is said, and the result is false.
func (x *Exec) CallQuietly(lc string, args []zval.Value, use func(result *zval.Value)) bool {
	f := x.LookupFunction(lc)
	if f == nil || f.Desc.Kind != code.FuncInternal || x.HasExc() || x.Errors.unsaid != nil {
		return false
	}
	unsaid := 0
	x.Errors.unsaid = &unsaid
	var ret zval.Value
	x.CallFn(f, nil, nil, args, &ret)
	x.Errors.unsaid = nil
	threw := x.HasExc()
	if threw {
		x.ClearExc()
	}
	ok := !threw && unsaid == 0
	if ok {
		use(&ret)
	}
	x.Space.Release(&ret)
	return ok
}
