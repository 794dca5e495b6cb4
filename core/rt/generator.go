package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Generators. A generator's frame lies in a heap block of its own, so that it
// can outlive the call that made it and be resumed from anywhere; Frame.Return
// holds the address of the Generator object while it lives. Calls that were
// being prepared when it yielded are copied off the VM stack and back.
//
// A generator that delegates with `yield from` to another shows the other's
// values until that ends; the chain of delegates is followed at each step, so
// several generators may share one delegate.

// Gen is the state of a Generator object.
type Gen struct {
	Obj   *zval.Object   // borrowed
	Func  *code.Func     // what it runs
	Frame *vmstack.Frame // nil once finished or closed
	size  uintptr

	Value, Key zval.Value // what the last yield gave; UNDEF before the first
	Retval     zval.Value // UNDEF until it returned
	Send       mm.Addr    // slot that send() fills, 0 when nobody looks
	AutoKey    int64      // largest integer key so far

	Values  zval.Value // array or iterator being delegated to; UNDEF: none
	pos     uint32
	iter    *Iter
	started bool

	Delegate zval.Value // Generator being delegated to, owned; UNDEF: none

	Running     bool
	busy        int    // how many that delegate to it run in fibers
	path        []*Gen // from itself down the chain of delegates to the last one
	ForcedClose bool
	firstYield  bool // still at its first yield: may be rewound
	init        bool // being run to its first yield
	frozen      []frozenCall
}

// frozenCall is a prepared call's frame, copied off the VM stack.
type frozenCall struct {
	at   mm.Addr // copy on the heap
	size uintptr
	sent uint32 // arguments it has
}

// NewGenerator moves the running frame f, which is on top of the stack and has
// executed GENERATOR_CREATE, into a new Generator object. The frame is popped.
func (x *Exec) NewGenerator(f *vmstack.Frame) *zval.Object {
	fn := funcAt(f.Func)
	n := FrameBytes(fn, f.This.U)
	a := x.Heap.Alloc(n)
	copy(mm.Bytes(a, n), mm.Bytes(f.Addr(), n))
	o := x.rawObject(x.Cls.Generator)
	g := &Gen{Obj: o, Func: fn, Frame: vmstack.At(a), size: n, AutoKey: -1}
	x.SetPayload(o, g)
	g.Frame.Return = o.Addr()
	g.Frame.Prev = 0
	g.Frame.Call = 0
	info := f.This.T &^ (vmstack.CallAllocated | vmstack.CallTop)
	if zval.Type(info) == zval.ObjectT && info&(vmstack.CallClosure|vmstack.CallReleaseThis) == 0 && f.This.V != 0 {
		info |= vmstack.CallReleaseThis
		f.This.Obj().GC.RC++
	}
	g.Frame.This.T = info | vmstack.CallTop | vmstack.CallGenerator
	return o
}

// GenOf returns the state behind a Generator object.
func (x *Exec) GenOf(o *zval.Object) *Gen { return x.Payload(o).(*Gen) }

// GenOfFrame returns the generator whose frame f is.
func (x *Exec) GenOfFrame(f *vmstack.Frame) *Gen { return x.GenOf(objectAt(f.Return)) }

// genCurrent is the generator whose values g shows: the end of its chain of
// delegates, dropping those that have ended. May run PHP and throw.
func (x *Exec) genCurrent(g *Gen) *Gen {
	if len(g.path) == 0 {
		g.path = append(g.path, g)
	}
	for {
		leaf := g.path[len(g.path)-1]
		if leaf.Delegate.Type() == zval.ObjectT {
			d := x.GenOf(leaf.Delegate.Obj())
			if d.Frame != nil {
				if leaf.Frame != nil {
					d.Frame.Prev = leaf.Frame.Addr()
				}
				g.path = append(g.path, d)
				continue
			}
			if !x.genEndDelegate(leaf, d) && !d.Running {
				x.genResume(g)
				continue
			}
			return leaf
		}
		if leaf.Frame != nil || len(g.path) == 1 {
			return leaf
		}
		g.path = g.path[:len(g.path)-1]
	}
}

// genEndDelegate ends a yield from whose delegate has ended: the delegate's
// return value is its result, and its last value stays visible. False when it
// had none and that was thrown in outer.
func (x *Exec) genEndDelegate(outer, ended *Gen) bool {
	d := outer.Delegate
	outer.Delegate.SetUndef()
	ok := true
	if outer.Frame != nil && !x.HasExc() && outer.Obj.GC.TypeInfo&zval.ObjDestructorCalled == 0 {
		op := code.OplineAt(outer.Frame.Opline).Next(-1)
		switch {
		case op.Code != uint8(opcode.YieldFrom):
		case ended.Retval.Type() == zval.Undef:
			ok = false
			x.genThrowIn(outer, func() {
				x.ThrowError(x.Cls.ClosedGeneratorException, "Generator yielded from aborted, no return value available")
			})
		default:
			var v zval.Value
			v.CopyFrom(&ended.Value)
			old := outer.Value
			outer.Value = v
			x.Space.Release(&old)
			if op.ResKind != code.Unused {
				r := outer.Frame.Var(op.Result)
				x.Space.Release(r)
				r.CopyFrom(&ended.Retval)
			}
		}
	}
	x.Space.Release(&d)
	return ok
}

// genThrowIn throws inside a suspended generator, as though its yield had.
func (x *Exec) genThrowIn(g *Gen, throw func()) {
	fp := x.Ctx.FP
	g.Frame.Opline -= code.OplineSize
	g.Frame.Prev = fp
	x.Ctx.FP = g.Frame.Addr()
	throw()
	x.dropValues(g)
	x.Ctx.FP = fp
	if g.Frame != nil {
		g.Frame.Opline += code.OplineSize
	}
}

func (x *Exec) dropValues(g *Gen) {
	if g.iter != nil {
		it := g.iter
		g.iter = nil
		it.Free()
	}
	if g.Values.Type() != zval.Undef {
		v := g.Values
		g.Values.SetUndef()
		x.Space.Release(&v)
	}
}

// setYield replaces the current value and key; both are moved.
func (x *Exec) setYield(g *Gen, v, k zval.Value) {
	ov, ok := g.Value, g.Key
	g.Value, g.Key = v, k
	x.Space.Release(&ov)
	x.Space.Release(&ok)
}

// nextValue advances a yield from over an array or iterator; false at its end
// or when it threw.
func (x *Exec) genNextValue(g *Gen) bool {
	if g.Values.Type() == zval.ArrayT {
		t := g.Values.Arr()
		for g.pos < t.Used {
			v := t.SlotAt(g.pos)
			i := g.pos
			g.pos++
			if v.Type() == zval.Undef {
				continue
			}
			var nv, nk zval.Value
			nv.CopyFrom(v.Deref())
			if k, n := t.KeyAt(i); k != nil {
				nk.SetStr(k.AddRef())
			} else {
				nk.SetLong(n)
			}
			x.setYield(g, nv, nk)
			return true
		}
		x.dropValues(g)
		return false
	}
	it := g.iter
	if g.started {
		it.Next()
		if x.HasExc() {
			x.dropValues(g)
			return false
		}
	}
	g.started = true
	if !it.Valid() || x.HasExc() {
		x.dropValues(g)
		return false
	}
	var nv, nk zval.Value
	if !it.Current(&nv) {
		x.dropValues(g)
		return false
	}
	if !it.Key(&nk) {
		x.Space.Release(&nv)
		x.dropValues(g)
		return false
	}
	x.setYield(g, nv, nk)
	return true
}

// GenYieldFrom begins delegating to v (borrowed); r is the slot of the yield
// from's result, or nil. It reports whether the generator is suspended now:
// false means that it goes on, or that an exception was thrown.
func (x *Exec) GenYieldFrom(g *Gen, v *zval.Value, r *zval.Value) bool {
	if r != nil {
		r.SetNull()
	}
	if g.ForcedClose {
		x.ThrowError(nil, "Cannot use \"yield from\" in a force-closed generator")
		return false
	}
	switch v.Type() {
	case zval.ArrayT:
		g.Values.CopyFrom(v)
		g.pos = 0
	case zval.ObjectT:
		o := v.Obj()
		c := x.ClassOf(o)
		switch {
		case c == x.Cls.Generator:
			d := x.GenOf(o)
			if d.Retval.Type() != zval.Undef {
				if r != nil {
					r.CopyFrom(&d.Retval)
				}
				return false
			}
			if d.Frame == nil {
				x.ThrowError(nil, "Generator passed to yield from was aborted without proper return and is unable to continue")
				return false
			}
			if x.genCurrent(d) == g {
				x.ThrowError(nil, "Impossible to yield from the Generator being currently run")
				return false
			}
			o.GC.RC++
			g.Delegate.SetObj(o)
		default:
			it := x.IterOf(o, false)
			if it == nil {
				if !x.HasExc() {
					x.ThrowError(nil, "Can use \"yield from\" only with arrays and Traversables")
				}
				return false
			}
			it.Rewind()
			if x.HasExc() {
				it.Free()
				return false
			}
			g.iter, g.started = it, false
			o.GC.RC++
			g.Values.SetObj(o)
		}
	default:
		x.ThrowError(nil, "Can use \"yield from\" only with arrays and Traversables")
		return false
	}
	g.Send = 0
	return true
}

// GenResume runs a generator to its next yield or its end. May run PHP.
func (x *Exec) GenResume(orig *Gen) {
	o := orig.Obj
	o.GC.RC++
	x.genResume(orig)
	x.releaseObj(o)
}

func (x *Exec) genResume(orig *Gen) {
	g := x.genCurrent(orig)
	for {
		if g.Frame == nil {
			return
		}
		if g.Running {
			x.ThrowError(nil, "Cannot resume an already running generator")
			return
		}
		if orig.init && g.Value.Type() != zval.Undef {
			orig.init = false
			return
		}
		orig.firstYield = false
		if !x.EnterNative() {
			return
		}
		fp := x.Ctx.FP
		f := g.Frame
		if f.Prev = fp; g != orig && orig.Frame != nil {
			orig.Frame.Prev = fp
			if n := len(orig.path); n > 1 && orig.path[n-1] == g && orig.path[n-2].Frame != nil {
				f.Prev = orig.path[n-2].Frame.Addr()
			}
		}
		path := x.engage(orig)
		x.Ctx.FP = f.Addr()
		x.thaw(g)
		pending := x.HasExc()
		if !pending && g.Values.Type() != zval.Undef {
			g.Running = true
			f.Opline -= code.OplineSize // errors of the iterator belong to the yield from
			more := x.genNextValue(g)
			g.Running = false
			if g.Frame != nil {
				f.Opline += code.OplineSize
			}
			if more {
				disengage(path)
				x.freeze(g)
				x.Ctx.FP = fp
				x.LeaveNative()
				orig.init = false
				return
			}
			pending = x.HasExc()
		}
		if pending {
			f.Opline -= code.OplineSize
		}
		g.Running = true
		g.Obj.GC.RC++
		x.Run(f)
		g.Running = false
		disengage(path)
		x.Ctx.FP = fp
		if g.Frame != nil {
			x.freeze(g)
			g.Frame.Prev = 0
		}
		gObj := g.Obj
		x.LeaveNative()
		if x.HasExc() {
			if g == orig {
				x.GenClose(g, false)
				x.releaseObj(gObj)
				return
			}
			x.releaseObj(gObj)
			// The delegate threw: the exception goes on where it is delegated to.
			g = x.genCurrent(orig)
			if g.Frame != nil {
				x.dropValues(g)
			}
			orig.init = false
			continue
		}
		again := g != orig && g.Retval.Type() != zval.Undef ||
			g.Frame != nil && code.OplineAt(g.Frame.Opline).Next(-1).Code == uint8(opcode.YieldFrom)
		x.releaseObj(gObj)
		if !again {
			break
		}
		from, begun := g, g.Frame != nil
		g = x.genCurrent(orig)
		if begun && g != from && g.Value.Type() != zval.Undef {
			break // it has begun to delegate, to one that shows a value already
		}
	}
	orig.init = false
}

// inUse reports a generator whose frame a suspended fiber is in the middle of,
// at one or more removes.
func (g *Gen) inUse() bool { return g.Running || g.busy > 0 }

// engage marks the generators between g and the end of its chain while that
// runs in a fiber, which may be suspended meanwhile.
func (x *Exec) engage(g *Gen) []*Gen {
	if x.VM.fiber == nil {
		return nil
	}
	path := append([]*Gen(nil), g.path...)
	for _, d := range path {
		d.busy++
	}
	return path
}

func disengage(path []*Gen) {
	for _, d := range path {
		d.busy--
	}
}

// freeze copies the calls being prepared in a suspended frame off the VM stack.
func (x *Exec) freeze(g *Gen) {
	f := g.Frame
	if f.Call == 0 {
		return
	}
	x.VM.Pending(f, code.OplineAt(f.Opline).Next(-1), func(c *vmstack.Frame, sent uint32) {
		n := FrameBytes(funcAt(c.Func), c.This.U)
		a := x.Heap.Alloc(n)
		copy(mm.Bytes(a, n), mm.Bytes(c.Addr(), n))
		g.frozen = append(g.frozen, frozenCall{a, n, sent})
	})
	for f.Call != 0 {
		c := vmstack.At(f.Call)
		f.Call = c.Prev
		x.PopFrame(c)
	}
}

// callChildren visits what a call being prepared owns.
func (x *Exec) callChildren(c *vmstack.Frame, sent uint32, visit func(*zval.Value)) {
	for i := 0; i < int(sent); i++ {
		visit(c.Slot(i))
	}
	x.ownerChild(c, visit)
}

// thaw puts them back.
func (x *Exec) thaw(g *Gen) {
	for i := len(g.frozen) - 1; i >= 0; i-- {
		z := g.frozen[i]
		c, fl := x.Stack.Push(z.size)
		copy(mm.Bytes(c.Addr(), z.size), mm.Bytes(z.at, z.size))
		x.Heap.FreeSize(z.at, z.size)
		c.This.T = c.This.T&^vmstack.CallAllocated | fl
		c.Prev = g.Frame.Call
		g.Frame.Call = c.Addr()
	}
	g.frozen = g.frozen[:0]
}

// GenClose ends a generator and releases its frame. finished tells that its
// code ran to the end, so that no temporaries are left. May run PHP.
func (x *Exec) GenClose(g *Gen, finished bool) {
	f := g.Frame
	if f == nil {
		return
	}
	g.Frame = nil
	if f.This.T&vmstack.CallHasSymbols != 0 {
		x.ReleaseSymbols(f)
	}
	x.ReleaseCVs(f)
	if !finished {
		if f.Opline != funcAt(f.Func).Code && x.VM.CleanUp != nil {
			g.Frame = f
			x.thaw(g)
			g.Frame = nil
			x.VM.CleanUp(f, code.OplineAt(f.Opline).Next(-1), 0)
		}
	}
	x.ReleaseExtra(f)
	x.ReleaseOwner(f)
	x.Heap.FreeSize(f.Addr(), g.size)
}

// GenReturned ends a generator that executed its return; the value was put
// into Retval.
func (x *Exec) GenReturned(g *Gen) { x.GenClose(g, true) }

// genDestroy is the destructor of a suspended generator: finally blocks it is
// inside of run, then it is closed.
func (x *Exec) genDestroy(g *Gen) {
	if g.inUse() { // in a fiber that is suspended, which unwinds it
		return
	}
	x.dropValues(g)
	if g.Delegate.Type() != zval.Undef {
		d := g.Delegate
		g.Delegate.SetUndef()
		x.Space.Release(&d)
	}
	f := g.Frame
	if f == nil {
		return
	}
	fn := funcAt(f.Func)
	if fn.Flags&code.AccHasFinally == 0 || f.Opline == fn.Code || x.unclean {
		x.GenClose(g, false)
		return
	}
	held := x.Ctx.Exception
	x.Ctx.Exception = 0
	defer func() {
		if held != 0 {
			cur := x.Ctx.Exception
			x.Ctx.Exception = held
			if cur != 0 {
				x.ThrowObj(objectAt(cur))
			}
		}
	}()
	a := x.Reg.Funcs[fn.ID]
	n := uint32((f.Opline-fn.Code)/code.OplineSize) - 1
	inner := -1
	for i := range a.TryCatch {
		tc := &a.TryCatch[i]
		if tc.Try > n {
			break
		}
		if n < tc.Catch || n < tc.FinallyEnd {
			inner = i
		}
	}
	for ; inner >= 0; inner-- {
		tc := &a.TryCatch[inner]
		if n < tc.Finally {
			fc := f.Var(a.Ops[tc.FinallyEnd].Op1)
			x.thaw(g)
			x.VM.CleanUp(f, code.OplineAt(f.Opline).Next(-1), tc.Finally)
			fc.V = 0
			fc.T = uint32(zval.Undef)
			fc.U = ^uint32(0)
			f.Opline = a.Ops[tc.Finally].Addr()
			g.ForcedClose = true
			g.AutoKey = max(g.AutoKey, -1)
			x.GenResume(g)
			break
		}
		if n < tc.FinallyEnd {
			fc := f.Var(a.Ops[tc.FinallyEnd].Op1)
			if fc.U != ^uint32(0) {
				if o := &a.Ops[fc.U]; o.Op2Kind&(code.Tmp|code.Var) != 0 {
					x.Space.ReleaseUndef(f.Var(o.Op2))
				}
			}
			if fc.V != 0 {
				o := objectAt(mm.Addr(fc.V))
				fc.V = 0
				x.releaseObj(o)
			}
		}
	}
	x.GenClose(g, false)
}

// generatorExtra is what a zend_generator (272 bytes) has beyond its object header.
const generatorExtra = 272 - zval.ObjectHeader

func generatorHandlers() *Handlers {
	return &Handlers{
		ExtraSize: generatorExtra,
		Create: func(x *Exec, c *Class, o *zval.Object) {
			x.SetPayload(o, &Gen{Obj: o})
			x.ThrowError(nil, "The \"Generator\" class is reserved for internal use and cannot be manually instantiated")
		},
		Destroy:  func(x *Exec, o *zval.Object) { x.genDestroy(x.GenOf(o)) },
		Free:     func(x *Exec, o *zval.Object) { x.genFree(x.GenOf(o)) },
		Children: func(x *Exec, o *zval.Object, visit func(*zval.Value)) { x.genChildren(x.GenOf(o), visit) },
		NoClone:  true,
		DebugInfo: func(x *Exec, o *zval.Object) *zval.Table {
			t := x.Space.NewTable(1)
			if g := x.GenOf(o); g.Func != nil {
				name := x.FuncOf(g.Func).Name
				if c := x.ClassAt(g.Func.Scope); c != nil && g.Func.Flags&code.AccClosure == 0 {
					name = c.NameStr.String() + "::" + name
				}
				v := zval.StrValue(x.Space.NewString(name))
				x.Space.SetGo(t, "function", &v)
			}
			return t
		},
		Iterator: func(x *Exec, o *zval.Object, byRef bool) Iterator {
			g := x.GenOf(o)
			if !x.genForeach(g, byRef) {
				return nil
			}
			return &genIter{x: x, g: g, byRef: byRef}
		},
	}
}

// genIter iterates a generator for foreach and unpacking.
type genIter struct {
	x     *Exec
	g     *Gen
	byRef bool
}

func (it *genIter) Rewind()     { it.x.GenRewind(it.g) }
func (it *genIter) Valid() bool { return it.x.GenValid(it.g) }
func (it *genIter) Next()       { it.x.GenNext(it.g) }
func (it *genIter) Close()      {}

func (it *genIter) Key(ret *zval.Value) { it.x.GenKey(it.g, ret) }

func (it *genIter) Current(ret *zval.Value) {
	if it.byRef {
		it.x.GenCurrentRef(it.g, ret)
	} else {
		it.x.GenCurrent(it.g, ret)
	}
}

// genFree releases what a dead generator still holds.
func (x *Exec) genFree(g *Gen) {
	if g.inUse() {
		return
	}
	x.GenClose(g, false)
	x.dropValues(g)
	for _, v := range []*zval.Value{&g.Value, &g.Key, &g.Retval, &g.Delegate} {
		w := *v
		v.SetUndef()
		x.Space.Release(&w)
	}
}

// genChildren visits what a suspended generator owns, for the collector.
func (x *Exec) genChildren(g *Gen, visit func(*zval.Value)) {
	visit(&g.Value)
	visit(&g.Key)
	visit(&g.Retval)
	visit(&g.Delegate)
	visit(&g.Values)
	if f := g.Frame; f != nil && !g.inUse() { // a running one's frame is on a fiber's stack
		x.frameChildren(f, -1, visit)
		for i := range g.frozen {
			x.callChildren(vmstack.At(g.frozen[i].at), g.frozen[i].sent, visit)
		}
	}
}

// frameChildren visits what a user frame owns, for the collector: variables,
// extra arguments, $this or the closure, and the temporaries alive at the
// opline back places from the one it stands at.
func (x *Exec) frameChildren(f *vmstack.Frame, back int, visit func(*zval.Value)) {
	fn := funcAt(f.Func)
	if f.This.T&vmstack.CallCode == 0 {
		for i := 0; i < int(fn.NumCVs); i++ {
			visit(f.Slot(i))
		}
		if f.This.T&vmstack.CallFreeExtra != 0 && f.This.U > fn.NumArgs {
			base := int(fn.NumCVs + fn.NumTmps)
			for i := 0; i < int(f.This.U-fn.NumArgs); i++ {
				visit(f.Slot(base + i))
			}
		}
	}
	x.ownerChild(f, visit)
	if f.Opline == 0 || back != 0 && f.Opline == fn.Code {
		return
	}
	n := uint32(int((f.Opline-fn.Code)/code.OplineSize) + back)
	a := x.Reg.Funcs[fn.ID]
	for i := range a.Ranges {
		r := &a.Ranges[i]
		if r.Start > n {
			break
		}
		if n < r.End {
			switch r.Var & code.LiveMask {
			case code.LiveTmpVar, code.LiveLoop, code.LiveNew:
				visit(f.Var(r.Var &^ code.LiveMask))
			}
		}
	}
}

// ownerChild visits the object or closure that a frame keeps alive, and the
// table of its extra named arguments.
func (x *Exec) ownerChild(f *vmstack.Frame, visit func(*zval.Value)) {
	var v zval.Value
	if f.This.T&vmstack.CallHasExtraNamed != 0 {
		v.SetArr(tableAt(f.Named))
		visit(&v)
	}
	switch {
	case f.This.T&vmstack.CallReleaseThis != 0:
		v.SetObj(f.This.Obj())
	case f.This.T&vmstack.CallClosure != 0:
		v.SetObj(x.ClosureOf(funcAt(f.Func)))
	default:
		return
	}
	visit(&v)
}

// genStart runs a fresh generator to its first yield.
func (x *Exec) genStart(g *Gen) {
	if g.Value.Type() == zval.Undef && g.Frame != nil && g.Delegate.Type() == zval.Undef && g.Values.Type() == zval.Undef {
		g.init = true
		x.GenResume(g)
		g.init = false
		g.firstYield = true
	}
}

// GenRewind, GenValid, GenCurrent, GenKey and GenNext are the iterator
// interface of a generator. Current and Key write an owned value.

// GenRewind starts the generator; one that has gone on throws.
func (x *Exec) GenRewind(g *Gen) {
	x.genStart(g)
	if x.HasExc() {
		return
	}
	if !g.firstYield {
		x.ThrowError(x.Cls.Exception, "Cannot rewind a generator that was already run")
	}
}

// GenValid reports whether there is a current value.
func (x *Exec) GenValid(g *Gen) bool {
	x.genStart(g)
	if x.HasExc() {
		return false
	}
	x.genCurrent(g)
	return g.Frame != nil
}

// GenCurrent stores the current value, or NULL.
func (x *Exec) GenCurrent(g *Gen, ret *zval.Value) {
	x.genStart(g)
	x.genShow(g, ret, false)
}

func (x *Exec) genShow(g *Gen, ret *zval.Value, key bool) {
	ret.SetNull()
	if x.HasExc() {
		return
	}
	root := x.genCurrent(g)
	if g.Frame == nil {
		return
	}
	v := &root.Value
	if key {
		v = &root.Key
	}
	if v.Type() != zval.Undef {
		ret.CopyFrom(v.Deref())
	}
}

// GenCurrentRef is GenCurrent for iteration by reference: a reference that the
// generator yielded is kept.
func (x *Exec) GenCurrentRef(g *Gen, ret *zval.Value) {
	x.genStart(g)
	ret.SetNull()
	if x.HasExc() {
		return
	}
	root := x.genCurrent(g)
	if g.Frame != nil && root.Value.Type() != zval.Undef {
		ret.CopyFrom(&root.Value)
	}
}

// GenKey stores the current key, or NULL.
func (x *Exec) GenKey(g *Gen, ret *zval.Value) {
	x.genStart(g)
	x.genShow(g, ret, true)
}

// GenNext goes to the next value.
func (x *Exec) GenNext(g *Gen) {
	x.genStart(g)
	if !x.HasExc() {
		x.GenResume(g)
	}
}

// GenSend is send(): v (borrowed) becomes the result of the current yield.
func (x *Exec) GenSend(g *Gen, v, ret *zval.Value) {
	x.genStart(g)
	ret.SetNull()
	if x.HasExc() || g.Frame == nil {
		return
	}
	root := x.genCurrent(g)
	if root.Send != 0 && !root.Running {
		s := valueAt(root.Send)
		old := *s
		s.CopyFrom(v)
		x.Space.Release(&old)
	}
	x.GenResume(g)
	x.genShow(g, ret, false)
}

// GenThrow is throw(): the exception (borrowed) is thrown at the current yield.
func (x *Exec) GenThrow(g *Gen, exc *zval.Object, ret *zval.Value) {
	exc.GC.RC++
	ret.SetNull()
	x.genStart(g)
	if x.HasExc() {
		x.releaseObj(exc)
		return
	}
	if g.Frame == nil {
		x.ThrowObj(exc)
		return
	}
	root := x.genCurrent(g)
	if root.Running {
		x.releaseObj(exc)
		x.ThrowError(nil, "Cannot resume an already running generator")
		return
	}
	x.genThrowIn(root, func() { x.ThrowObj(exc) })
	x.GenResume(g)
	x.genShow(g, ret, false)
}

// GenReturn is getReturn().
func (x *Exec) GenReturn(g *Gen, ret *zval.Value) {
	x.genStart(g)
	ret.SetNull()
	if x.HasExc() {
		return
	}
	if g.Retval.Type() == zval.Undef {
		x.ThrowError(x.Cls.Exception, "Cannot get return value of a generator that hasn't returned")
		return
	}
	ret.CopyFrom(&g.Retval)
}

// genForeach is what foreach checks before it iterates a generator.
func (x *Exec) genForeach(g *Gen, byRef bool) bool {
	if g.Frame == nil {
		x.ThrowError(x.Cls.Exception, "Cannot traverse an already closed generator")
		return false
	}
	if byRef && funcAt(g.Frame.Func).Flags&code.AccReturnRef == 0 {
		x.ThrowError(x.Cls.Exception, "You can only iterate a generator by-reference if it declared that it yields by-reference")
		return false
	}
	return true
}

// generatorSpec declares class Generator.
func generatorSpec() ClassSpec {
	gen := func(fn func(x *Exec, g *Gen, a *Args, ret *zval.Value)) GoFunc {
		return func(x *Exec, a *Args, ret *zval.Value) { fn(x, x.GenOf(a.This()), a, ret) }
	}
	return ClassSpec{
		Decl:            "final class Generator implements Iterator",
		NotSerializable: true,
		NoDynamic:       true,
		Methods: []FuncDecl{
			{"public function rewind(): void", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenRewind(g) })},
			{"public function valid(): bool", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { ret.SetBool(x.GenValid(g)) })},
			{"public function current(): mixed", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenCurrent(g, ret) })},
			{"public function key(): mixed", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenKey(g, ret) })},
			{"public function next(): void", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenNext(g) })},
			{"public function send(mixed $value): mixed", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenSend(g, a.Val(0), ret) })},
			{"public function throw(Throwable $exception): mixed", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenThrow(g, a.Obj(0), ret) })},
			{"public function getReturn(): mixed", gen(func(x *Exec, g *Gen, a *Args, ret *zval.Value) { x.GenReturn(g, ret) })},
		},
		Handlers: generatorHandlers(),
	}
}
