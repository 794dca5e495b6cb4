package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Closures. A Closure object is as large as Zend's, 336 bytes. After the
// header lie a function descriptor of its own (scope, cache, static
// variables), the bound object, the called class and the table of static and
// captured variables:
//
//	40 code.Func   168 $this   184 called class   192 original code.Func   200 statics (Value)
//
// Address arithmetic leads from the descriptor in a frame back to the object.
const (
	closureBytes   = 336
	closureFunc    = zval.ObjectHeader
	closureThis    = closureFunc + code.FuncSize
	closureCalled  = closureThis + zval.ValueSize
	closureOrigin  = closureCalled + 8
	closureStatics = closureOrigin + 8
	closureExtra   = closureBytes - zval.ObjectHeader
	_              = uint(closureBytes - closureStatics - zval.ValueSize)
)

// ClosureFunc borrows a closure's own function descriptor.
func (x *Exec) ClosureFunc(o *zval.Object) *code.Func { return funcAt(o.Addr() + closureFunc) }

// ClosureOf is the closure whose descriptor d is.
func (x *Exec) ClosureOf(d *code.Func) *zval.Object { return objectAt(d.Addr() - closureFunc) }

// ClosureThis borrows a closure's bound object: a Value that holds it or is Undef.
func (x *Exec) ClosureThis(o *zval.Object) *zval.Value { return valueAt(o.Addr() + closureThis) }

// ClosureCalled is the class that static:: means in a closure, nil for none.
func (x *Exec) ClosureCalled(o *zval.Object) *Class {
	return x.ClassAt(mm.Addr(valueAt(o.Addr() + closureCalled).V))
}

// ClosureScope is the class scope of a closure.
func (x *Exec) ClosureScope(o *zval.Object) *Class { return x.ClassAt(x.ClosureFunc(o).Scope) }

// closureStaticsOf borrows the slot that owns a closure's variables.
func (x *Exec) closureStaticsOf(o *zval.Object) *zval.Value {
	return valueAt(o.Addr() + closureStatics)
}

// NewClosure makes a closure of a function descriptor, which may itself be a
// closure's (its variables are copied then). this is borrowed, nil for none.
func (x *Exec) NewClosure(d *code.Func, scope, called *Class, this *zval.Object) *zval.Object {
	return x.makeClosure(d, scope, called, this, false)
}

func (x *Exec) makeClosure(d *code.Func, scope, called *Class, this *zval.Object, fake bool) *zval.Object {
	if scope == nil && this != nil {
		// a bound closure has a scope, if only that of Closure itself
		scope = x.Cls.Closure
	}
	x.FuncOf(d) // completes the flags
	o := x.rawObject(x.Cls.Closure)
	o.Internal = internalMark
	f := x.ClosureFunc(o)
	*f = *d
	f.Flags |= code.AccClosure
	if fake {
		f.Flags |= code.AccFakeClosure
	}
	f.Scope = scope.Addr()
	origin := d.Addr()
	if d.Kind == code.FuncUser && d.Flags&code.AccTrampoline == 0 {
		op := x.Reg.Funcs[d.ID]
		base := op.Desc
		if base.Addr() != d.Addr() && d.Flags&code.AccClosure == 0 {
			base = d
		}
		switch {
		case fake:
			f.Cache = x.RuntimeCache(d)
			if len(op.StaticVars) > 0 {
				f.Statics = x.StaticsOf(d).Addr() // shared with the function
			}
		default:
			if base.Scope == 0 && base.Cache == 0 {
				base.Scope = f.Scope // the scope it is first met in gets the function's own cache
			}
			if base.Scope == f.Scope {
				f.Cache = x.RuntimeCache(base)
			} else {
				f.Cache = x.scopedCache(base, f.Scope)
			}
			f.Statics = 0
			if len(op.StaticVars) > 0 {
				var t *zval.Table
				if d.Flags&code.AccClosure != 0 && d.Statics != 0 && d.Addr() != base.Addr() {
					t = x.dupStatics(tableAt(d.Statics))
				} else {
					t = x.newStatics(op)
				}
				x.closureStaticsOf(o).SetArr(t)
				f.Statics = t.Addr()
			}
		}
	} else if d.Flags&code.AccTrampoline != 0 {
		stringAt(d.Name).AddRef()
	}
	if this != nil && f.Flags&code.AccStatic == 0 {
		this.GC.RC++
		x.ClosureThis(o).SetObj(this)
		if called == nil {
			called = x.ClassOf(this)
		}
	}
	if this != nil {
		called = x.ClassOf(this)
	}
	if called == nil {
		called = scope
	}
	valueAt(o.Addr() + closureCalled).V = uint64(called.Addr())
	*(*uint64)(mm.Ptr(o.Addr() + closureOrigin)) = uint64(origin)
	return o
}

// scopeKey finds the run-time cache of a closure's body for one scope.
type scopeKey struct {
	fn, scope mm.Addr
}

// scopedCache is the run-time cache of fn when run in another scope than its own.
func (x *Exec) scopedCache(fn *code.Func, scope mm.Addr) mm.Addr {
	k := scopeKey{fn.Addr(), scope}
	if a, ok := x.cls.caches[k]; ok {
		return a
	}
	if x.cls.caches == nil {
		x.cls.caches = make(map[scopeKey]mm.Addr)
	}
	a := x.perm.Alloc(uintptr(max(fn.CacheSize, 8)))
	x.cls.caches[k] = a
	return a
}

// dupStatics copies the table of a closure's variables, every one in its
// place: a captured variable that was undefined stays so.
func (x *Exec) dupStatics(t *zval.Table) *zval.Table {
	var undef []uint32
	for i := uint32(0); i < t.Used; i++ {
		if v := t.SlotAt(i); v.Type() == zval.Undef {
			v.SetNull()
			undef = append(undef, i)
		}
	}
	d := x.Space.DupTable(t)
	for _, i := range undef {
		t.SlotAt(i).SetUndef()
		d.SlotAt(i).SetUndef()
	}
	return d
}

// newStatics makes the table of a function's static variables from their
// initial values, in the order of declaration.
func (x *Exec) newStatics(op *code.OpArray) *zval.Table {
	t := x.Space.NewHash(len(op.StaticVars))
	for i := range op.StaticVars {
		s := &op.StaticVars[i]
		v := s.Value
		v.U = 0
		switch {
		case s.Expr != nil:
			v = x.constRef(s.Expr)
		case v.Type() == zval.Undef:
			v.SetNull()
		default:
			v.AddRef()
		}
		x.Space.AddNew(t, x.Space.Intern(s.Name), &v)
	}
	return t
}

// StaticsOf borrows the table of static variables of a user function, made on
// first use.
func (x *Exec) StaticsOf(d *code.Func) *zval.Table {
	if d.Statics == 0 {
		t := x.newStatics(x.Reg.Funcs[d.ID])
		d.Statics = t.Addr()
		x.cls.statics = append(x.cls.statics, d.Addr())
	}
	return tableAt(d.Statics)
}

// freeFunctionStatics releases the static variables of all functions at the end.
func (x *Exec) freeFunctionStatics() {
	list := x.cls.statics
	x.cls.statics = nil
	for _, a := range list {
		d := funcAt(a)
		if t := d.Statics; t != 0 {
			d.Statics = 0
			x.Space.ReleaseArr(tableAt(t))
		}
	}
}

// BindClosureVar gives captured variable i (in order of declaration) of a
// fresh closure its value, which is moved.
func (x *Exec) BindClosureVar(o *zval.Object, i uint32, v *zval.Value) {
	t := tableAt(x.ClosureFunc(o).Statics)
	slot := t.SlotAt(i)
	old := *slot
	slot.MoveFrom(v)
	x.Space.Release(&old)
}

func (x *Exec) freeClosure(o *zval.Object) {
	f := x.ClosureFunc(o)
	if f.Flags&code.AccTrampoline != 0 {
		x.Space.ReleaseStr(stringAt(f.Name))
	}
	for _, v := range [...]*zval.Value{x.closureStaticsOf(o), x.ClosureThis(o)} {
		w := *v
		v.SetUndef()
		x.Space.Release(&w)
	}
	f.Statics = 0
}

func (x *Exec) closureChildren(o *zval.Object, visit func(*zval.Value)) {
	visit(x.ClosureThis(o))
	if v := x.closureStaticsOf(o); v.Type() == zval.ArrayT {
		// the table is part of the closure, no value of its own
		t := v.Arr()
		for i := uint32(0); i < t.Used; i++ {
			visit(t.SlotAt(i))
		}
	}
}

// closureCallable describes the call of a closure.
func (x *Exec) closureCallable(o *zval.Object, c *Callable) {
	d := x.ClosureFunc(o)
	c.Desc, c.Fn, c.Closure = d, x.FuncOf(d), o
	c.Called = x.ClosureCalled(o)
	if v := x.ClosureThis(o); v.Type() == zval.ObjectT {
		c.This = v.Obj()
	}
}

// FakeClosure makes the closure of a resolved callable, as f(...) does. It owns nothing of c.
func (x *Exec) FakeClosure(c *Callable) *zval.Object {
	if c.Closure != nil {
		c.Closure.GC.RC++
		return c.Closure
	}
	o := x.makeClosure(c.Desc, x.ClassAt(c.Desc.Scope), c.Called, c.This, true)
	if c.Desc.Scope == 0 && c.This == nil {
		x.ClosureFunc(o).Scope = 0
	}
	return o
}

// ClosureFromFrame makes the closure of a call being prepared: f(...).
func (x *Exec) ClosureFromFrame(f *vmstack.Frame, ret *zval.Value) {
	d := funcAt(f.Func)
	var c Callable
	c.Desc, c.Fn = d, x.FuncOf(d)
	if f.This.T&vmstack.CallClosure != 0 {
		c.Closure = x.ClosureOf(d)
	}
	if f.This.V != 0 {
		if zval.Type(f.This.T) == zval.ObjectT {
			c.This = f.This.Obj()
			c.Called = x.ClassOf(c.This)
		} else {
			c.Called = x.ClassAt(mm.Addr(f.This.V))
		}
	}
	ret.SetObj(x.FakeClosure(&c))
	if c.Closure == nil {
		x.FreeTrampoline(d)
	}
}

// ClosureHere makes the closure that DECLARE_LAMBDA_FUNCTION asks for in frame f.
func (x *Exec) ClosureHere(op *code.OpArray, f *vmstack.Frame, ret *zval.Value) {
	scope := x.ScopeOf(f)
	var this *zval.Object
	var called *Class
	if f.This.V != 0 {
		if zval.Type(f.This.T) == zval.ObjectT {
			this = f.This.Obj()
			called = x.ClassOf(this)
		} else {
			called = x.ClassAt(mm.Addr(f.This.V))
		}
	}
	if op.Flags&code.AccStatic != 0 {
		this = nil
	}
	ret.SetObj(x.NewClosure(op.Desc, scope, called, this))
}

// BindClosure is Closure::bindTo: a copy with another object and scope. It
// warns and returns nil when that is not allowed. newScope nil with keepScope leaves it.
func (x *Exec) BindClosure(o, this *zval.Object, newScope *Class, keepScope bool) *zval.Object {
	d := x.ClosureFunc(o)
	fn := x.FuncOf(d)
	scope := newScope
	if keepScope {
		scope = x.ClosureScope(o)
	}
	fake := d.Flags&code.AccFakeClosure != 0
	old := x.ClosureScope(o)
	isMethod := fake && d.Scope != 0 && fn.Op != nil && fn.Op.Flags&code.AccClosure == 0 || fake && fn.Class != nil
	if this != nil {
		if d.Flags&code.AccStatic != 0 {
			x.Warning("Cannot bind an instance to a static closure, this will be an error in PHP 9")
			return nil
		}
		if isMethod && !x.ClassOf(this).InstanceOf(old) {
			x.Warning("Cannot bind method %s::%s() to object of class %s, this will be an error in PHP 9", old.Name, fn.Name, x.ClassOf(this).Name)
			return nil
		}
	} else if isMethod && d.Flags&code.AccStatic == 0 {
		x.Warning("Cannot unbind $this of method, this will be an error in PHP 9")
		return nil
	} else if !fake && x.ClosureThis(o).Type() == zval.ObjectT && d.Flags&code.AccUsesThis != 0 {
		x.Warning("Cannot unbind $this of closure using $this, this will be an error in PHP 9")
		return nil
	}
	if scope != nil && scope != old && scope.IsInternal() && scope != x.Cls.Closure {
		x.Warning("Cannot bind closure to scope of internal class %s, this will be an error in PHP 9", scope.Name)
		return nil
	}
	if fake && scope != old {
		if old == nil || fn.Class == nil && (fn.Op == nil || fn.Op.Flags&code.AccClosure == 0) {
			if !(old == nil && scope == x.Cls.Closure) {
				x.Warning("Cannot rebind scope of closure created from function, this will be an error in PHP 9")
				return nil
			}
		} else {
			x.Warning("Cannot rebind scope of closure created from method, this will be an error in PHP 9")
			return nil
		}
	}
	var called *Class
	if this != nil {
		called = x.ClassOf(this)
	} else {
		called = scope
	}
	return x.makeClosure(d, scope, called, this, fake)
}

// closureInvoke is the __invoke method of a closure: the class's own, or for a
// body with by-reference parameters one that takes them so.
func (x *Exec) closureInvoke(o *zval.Object) *Function {
	d := x.ClosureFunc(o)
	plain := x.Cls.Closure.Methods.m["__invoke"]
	x.prepare(plain)
	if d.RefMask|d.PreferMask == 0 || d.Kind != code.FuncUser {
		return plain
	}
	if f := x.cls.invokes[d.ID]; f != nil {
		return f
	}
	f := x.newBuiltin(plain.Module, plain.Decl, x.Cls.Closure)
	f.Desc.RefMask, f.Desc.PreferMask = d.RefMask, d.PreferMask
	f.Params = x.FuncOf(d).Params
	if x.cls.invokes == nil {
		x.cls.invokes = make(map[uint32]*Function)
	}
	x.cls.invokes[d.ID] = f
	return f
}
