package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Calling PHP from Go. Each such call re-enters the engine, so their nesting is bounded.

// CallFunction calls a resolved callable with borrowed arguments. ret is a dead slot
// that gets the owned result, NULL when it threw; it may be nil. It reports
// whether the call returned normally.
func (x *Exec) CallFunction(c *Callable, args []zval.Value, ret *zval.Value) bool {
	return x.invoke(c.Desc, c.This, c.Called, c.Closure, args, nil, ret)
}

// CallNamed is CallFunction with further arguments by name (string keys of
// named, borrowed, nil for none).
func (x *Exec) CallNamed(c *Callable, args []zval.Value, named *zval.Table, ret *zval.Value) bool {
	return x.invoke(c.Desc, c.This, c.Called, c.Closure, args, named, ret)
}

// CallFn calls a function or method.
func (x *Exec) CallFn(fn *Function, this *zval.Object, called *Class, args []zval.Value, ret *zval.Value) bool {
	x.prepare(fn)
	if fn.Flags&code.AccStatic != 0 {
		this = nil
	}
	if called == nil && this != nil {
		called = x.ClassOf(this)
	}
	return x.invoke(fn.Desc, this, called, nil, args, nil, ret)
}

// CallMethod calls a method of o by lower-case name, whatever its visibility.
func (x *Exec) CallMethod(o *zval.Object, lc string, args []zval.Value, ret *zval.Value) bool {
	c := x.ClassOf(o)
	if f := c.Methods.m[lc]; f != nil {
		o.GC.RC++
		ok := x.CallFn(f, o, c, args, ret)
		x.ReleaseObj(o)
		return ok
	}
	if ret != nil {
		ret.SetNull()
	}
	if c.Call != nil {
		name := x.Space.NewString(lc)
		d := x.newTrampoline(c.Call, name, false)
		ok := x.invoke(d, o, c, nil, args, nil, ret)
		x.FreeTrampoline(d)
		x.Space.ReleaseStr(name)
		return ok
	}
	x.ThrowError(nil, "Call to undefined method %s::%s()", c.Name, lc)
	return false
}

// retSlot hands out off-heap slots for results: a frame's return address must
// not lie in Go memory.
func (x *Exec) retSlot() *zval.Value {
	if n := len(x.cls.rets); n > 0 {
		a := x.cls.rets[n-1]
		x.cls.rets = x.cls.rets[:n-1]
		return valueAt(a)
	}
	return valueAt(x.perm.Alloc(zval.ValueSize))
}

func (x *Exec) freeRetSlot(v *zval.Value) { x.cls.rets = append(x.cls.rets, v.Addr()) }

// invoke makes one call from Go.
func (x *Exec) invoke(d *code.Func, this *zval.Object, called *Class, closure *zval.Object, args []zval.Value, named *zval.Table, ret *zval.Value) bool {
	if ret != nil {
		ret.SetNull()
	}
	if x.Ctx.Exception != 0 {
		return false
	}
	if d.Flags&code.AccTrampoline != 0 {
		return x.invokeTrampoline(d, this, called, args, named, ret)
	}
	if d.Flags&(code.AccAbstract|code.AccDeprecated) != 0 {
		if d.Flags&code.AccAbstract != 0 {
			x.ThrowError(nil, "Cannot call abstract method %s()", x.FuncName(d))
			return false
		}
		x.DeprecatedCall(d)
		if x.HasExc() {
			return false
		}
	}
	if !x.EnterNative() {
		return false
	}
	defer x.LeaveNative()

	info := uint32(vmstack.CallTop | vmstack.CallDynamic)
	var target mm.Addr
	switch {
	case this != nil:
		target = this.Addr()
		info |= vmstack.CallThis
	case called != nil:
		target = called.Addr()
	}
	switch {
	case closure != nil:
		closure.GC.RC++
		info |= vmstack.CallClosure
		if d.Flags&code.AccFakeClosure != 0 {
			info |= vmstack.CallFakeClosure
		}
	case this != nil:
		this.GC.RC++
		info |= vmstack.CallReleaseThis
	}
	if d.Kind == code.FuncUser && d.Cache == 0 {
		x.RuntimeCache(d)
	}
	f := x.PushFrame(d, uint32(len(args)), target, info)
	f.Prev = x.Ctx.FP
	for i := range args {
		slot := f.Slot(i)
		a := &args[i]
		if x.byRefArg(d, i) {
			switch {
			case a.Type() == zval.ReferenceT:
				slot.CopyFrom(a)
			default:
				if !x.preferRefArg(d, i) {
					x.mustBeRef(d, i)
				}
				slot.CopyFrom(a)
				x.Space.MakeRef(slot)
			}
		} else {
			slot.CopyFrom(a.Deref())
		}
		slot.U = 0
		if x.Ctx.Exception != 0 {
			f.This.U = uint32(i + 1)
			x.dropCall(f)
			return false
		}
	}
	if named != nil && named.Count > 0 {
		var ok bool
		if f, ok = x.addNamed(f, d, named); !ok {
			x.dropCall(f)
			return false
		}
	}
	if d.Kind == code.FuncInternal {
		r := x.retSlot()
		prev := f.Prev
		x.Ctx.FP = f.Addr()
		x.CallInternal(x.FuncOf(d), f, r)
		x.Ctx.FP = prev
		x.ReleaseArgs(f)
		x.ReleaseOwner(f)
		x.PopFrame(f)
		return x.finishCall(r, ret)
	}
	fp := x.Ctx.FP
	r := x.retSlot()
	r.SetNull()
	f.Return = r.Addr()
	x.Run(f)
	x.Ctx.FP = fp
	return x.finishCall(r, ret)
}

// finishCall moves a call's result from its off-heap slot to ret and reports
// whether the call returned normally.
func (x *Exec) finishCall(r, ret *zval.Value) bool {
	if r.Type() == zval.Undef {
		r.SetNull()
	}
	if x.Ctx.Exception == 0 && ret != nil {
		ret.MoveFrom(r)
		x.freeRetSlot(r)
		return true
	}
	x.Space.Release(r)
	x.freeRetSlot(r)
	return x.Ctx.Exception == 0
}

// dropCall releases a frame that will not be entered.
func (x *Exec) dropCall(f *vmstack.Frame) {
	x.ReleaseArgs(f)
	x.ReleaseOwner(f)
	x.PopFrame(f)
}

// invokeTrampoline calls __call or __callStatic with the arguments packed.
func (x *Exec) invokeTrampoline(d *code.Func, this *zval.Object, called *Class, args []zval.Value, named *zval.Table, ret *zval.Value) bool {
	magic, name := x.TrampolineTarget(d)
	t := x.Space.NewPacked(len(args))
	for i := range args {
		var v zval.Value
		v.CopyFrom(&args[i])
		x.Space.Append(t, &v)
	}
	if named != nil {
		for it := named.Iter(); it.Next(); {
			if k, _ := it.Key(); k != nil {
				var v zval.Value
				v.CopyDeref(it.Value())
				x.Space.Set(t, k, &v)
			}
		}
	}
	pack := [2]zval.Value{zval.StrValue(name), zval.ArrValue(t)}
	if d.Flags&code.AccStatic != 0 {
		this = nil
	}
	name.AddRef()
	ok := x.invoke(magic, this, called, nil, pack[:], nil, ret)
	x.Space.ReleaseStr(name)
	x.Space.ReleaseArr(t)
	return ok
}

// byRefArg reports whether parameter i (from 0) takes a reference, must or may.
func (x *Exec) byRefArg(d *code.Func, i int) bool {
	bit := uint32(1) << min(i, 31)
	if (d.RefMask|d.PreferMask)&bit == 0 {
		return false
	}
	if i < 31 {
		return true
	}
	p := x.paramOf(d, i)
	return p != nil && (p.ByRef || p.PreferRef)
}

func (x *Exec) preferRefArg(d *code.Func, i int) bool {
	p := x.paramOf(d, i)
	return p != nil && p.PreferRef
}

// paramOf is the declaration of parameter i, the variadic one for those beyond it.
func (x *Exec) paramOf(d *code.Func, i int) *code.Param {
	fn := x.FuncOf(d)
	if i < len(fn.Params) {
		return &fn.Params[i]
	}
	if n := len(fn.Params); n > 0 && fn.Params[n-1].Variadic {
		return &fn.Params[n-1]
	}
	return nil
}

func (x *Exec) mustBeRef(d *code.Func, i int) {
	fn := x.FuncOf(d)
	x.Warning("%s(): Argument #%d%s must be passed by reference, value given", x.FuncName(d), i+1, x.paramName(fn, i))
}

// addNamed places named arguments of a call being prepared. The frame may move.
func (x *Exec) addNamed(f *vmstack.Frame, d *code.Func, named *zval.Table) (*vmstack.Frame, bool) {
	fn := x.FuncOf(d)
	for it := named.Iter(); it.Next(); {
		k, _ := it.Key()
		if k == nil {
			x.ThrowError(nil, "Cannot use positional argument after named argument")
			return f, false
		}
		i := -1
		for n := range fn.Params {
			if fn.Params[n].Name == k.View() && !fn.Params[n].Variadic {
				i = n
				break
			}
		}
		src := it.Value()
		if i < 0 {
			if !fn.Variadic() {
				x.ThrowError(nil, "Unknown named parameter $%s", k.String())
				return f, false
			}
			if f.This.T&vmstack.CallHasExtraNamed == 0 {
				f.Named = x.Space.NewHash(8).Addr()
				f.This.T |= vmstack.CallHasExtraNamed
			}
			var v zval.Value
			v.CopyDeref(src)
			x.Space.Set(tableAt(f.Named), k, &v)
			continue
		}
		for uint32(i) >= f.This.U {
			n := f.This.U
			f = x.Stack.Grow(f, uintptr(FrameBytes(d, n)), zval.ValueSize)
			f.Slot(int(n)).SetUndef()
			f.This.U++
			if uint32(i) >= f.This.U {
				f.This.T |= vmstack.CallMayHaveUndef
			}
		}
		slot := f.Slot(i)
		if slot.Type() != zval.Undef {
			x.ThrowError(nil, "Named parameter $%s overwrites previous argument", k.String())
			return f, false
		}
		if x.byRefArg(d, i) {
			slot.CopyFrom(src)
			if slot.Type() != zval.ReferenceT {
				x.Space.MakeRef(slot)
				if !x.preferRefArg(d, i) {
					x.mustBeRef(d, i)
				}
				if x.HasExc() {
					return f, false
				}
			}
		} else {
			slot.CopyFrom(src.Deref())
		}
	}
	return f, x.FillSkippedArgs(f)
}

// FillSkippedArgs gives arguments that named passing left out their defaults,
// before the call f is entered; false when one has none (thrown).
func (x *Exec) FillSkippedArgs(f *vmstack.Frame) bool {
	if f.This.T&vmstack.CallMayHaveUndef == 0 {
		return true
	}
	d := funcAt(f.Func)
	fn := x.FuncOf(d)
	for i := 0; i < int(f.This.U); i++ {
		slot := f.Slot(i)
		if slot.Type() != zval.Undef {
			continue
		}
		if i >= len(fn.Params) || fn.Params[i].Variadic {
			continue
		}
		p := &fn.Params[i]
		if !p.Optional || i < fn.Required {
			prev := x.Ctx.FP
			f.Prev = prev
			x.Ctx.FP = f.Addr()
			x.ThrowArgumentCountError("%s(): Argument #%d ($%s) not passed", x.FuncName(d), i+1, p.Name)
			x.Ctx.FP = prev
			return false
		}
		if fn.Op != nil {
			if p.Default == nil {
				continue
			}
			if p.Default.Kind == code.CELit {
				slot.CopyFrom(&p.Default.Value)
			} else {
				// errors belong to the parameter, in the function being called
				fp := x.Ctx.FP
				f.Prev, f.Opline = fp, fn.Op.Ops[i].Addr()
				x.Ctx.FP = f.Addr()
				ok := x.EvalConstExpr(p.Default, x.ClassAt(d.Scope), slot)
				x.Ctx.FP, f.Opline = fp, 0
				if !ok {
					slot.SetUndef()
					return false
				}
			}
		} else {
			s := &fn.specs[min(i, len(fn.specs)-1)]
			if s.hasDef {
				slot.CopyFrom(&s.def)
			} else if p.Default == nil {
				x.ThrowArgumentCountError("%s(): Argument #%d%s must be passed explicitly, because the default value is not known", x.FuncName(d), i+1, x.paramName(fn, i))
				return false
			} else if !x.EvalConstExpr(p.Default, fn.Class, slot) {
				slot.SetUndef()
				return false
			}
		}
		if p.ByRef {
			x.Space.MakeRef(slot)
		}
	}
	return true
}

// DeprecatedCall reports the call of a function marked #[Deprecated]. May run
// PHP; the attribute's arguments are evaluated, and may throw.
func (x *Exec) DeprecatedCall(d *code.Func) {
	fn := x.FuncOf(d)
	tail := deprecatedText(fn.DeprecatedMsg, fn.DeprecatedSince)
	level := EDeprecated
	if fn.Op != nil {
		level = EUserDeprecated
		var ok bool
		if tail, ok = x.deprecatedTail(fn.Attributes, x.ClassAt(d.Scope)); !ok {
			return
		}
	}
	what := "Function"
	if d.Scope != 0 && fn.Class != nil {
		what = "Method"
	}
	x.Raise(level, "%s %s() is deprecated%s", what, x.calledName(d, fn), tail)
}

// DiscardedCall reports that the result of a function marked #[NoDiscard] is
// not used. May run PHP.
func (x *Exec) DiscardedCall(d *code.Func) {
	fn := x.FuncOf(d)
	msg := fn.NoDiscardMsg
	level := EWarning
	if fn.Op != nil {
		level = EUserWarning
		v, ok := x.attributeArgs(fn.Attributes, "nodiscard", x.ClassAt(d.Scope))
		if !ok {
			return
		}
		msg = v[0]
	}
	what := "function"
	if d.Scope != 0 && fn.Class != nil {
		what = "method"
	}
	if msg != "" {
		msg = ", " + msg
	}
	x.Raise(level, "The return value of %s %s() should either be used or intentionally ignored by casting it as (void)%s", what, x.calledName(d, fn), msg)
}

// calledName is the function's name in those reports: a closure's has no class.
func (x *Exec) calledName(d *code.Func, fn *Function) string {
	if fn.Class == nil && d.Flags&code.AccTrampoline == 0 {
		return fn.Name
	}
	return x.FuncName(d)
}

// attributeArgs makes the instance of an engine attribute that stands in list
// and reads its string properties; not ok when that threw.
func (x *Exec) attributeArgs(list []code.Attribute, lc string, scope *Class) (v [2]string, ok bool) {
	for i := range list {
		at := &list[i]
		if at.LCName != lc {
			continue
		}
		o := x.NewAttribute(at, scope)
		if o == nil {
			return v, false
		}
		for k := uint32(0); k < 2 && k < o.Desc().PropCount; k++ {
			if p := o.Prop(k).Deref(); p.Type() == zval.StringT {
				v[k] = p.Str().String()
			}
		}
		x.ReleaseObj(o)
		break
	}
	return v, true
}

// NewAttribute instantiates an attribute: its arguments are evaluated in
// scope and given to its constructor. nil when that threw. May run PHP.
func (x *Exec) NewAttribute(at *code.Attribute, scope *Class) *zval.Object {
	c := x.FetchClass(at.Name, FetchAnyClass)
	if c == nil {
		return nil
	}
	pos, named, ok := x.EvalArgs(at.Args, scope)
	if !ok {
		return nil
	}
	defer x.FreeArgs(pos, named)
	o := x.NewObject(c)
	if o == nil {
		return nil
	}
	if c.Ctor != nil {
		x.prepare(c.Ctor)
		x.invoke(c.Ctor.Desc, o, c, nil, pos, named, nil)
	}
	if x.HasExc() {
		o.GC.TypeInfo |= zval.ObjDestructorCalled
		x.ReleaseObj(o)
		return nil
	}
	return o
}
