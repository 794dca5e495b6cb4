package zval

import (
	"strings"
	"testing"
)

// world is a small runtime: classes by slot count, destructors that append the
// object's name (slot 0, an int or char) to out.
type world struct {
	*Space
	out  strings.Builder
	hook func(*Object) // run after the name is written
	gone int
}

const dtorFlag = 1

func newWorld(t testing.TB) *world {
	w := &world{Space: newSpace(t)}
	w.NeedsDestructor = func(o *Object) bool { return o.Desc().Flags&dtorFlag != 0 }
	w.CallDestructor = func(o *Object) {
		if v := o.Prop(0); v.Type() == StringT {
			w.out.WriteString(v.Str().View())
		}
		if w.hook != nil {
			w.hook(o)
		}
	}
	w.ObjectGone = func(*Object) { w.gone++ }
	return w
}

func (w *world) class(slots int, flags uint32) *ClassDesc {
	c := ClassDescAt(w.Perm.Alloc(48))
	c.PropCount = uint32(slots)
	c.Flags = flags
	c.Defaults = w.Perm.Alloc(uintptr(slots)*ValueSize + 1)
	for i := range slots {
		c.Default(uint32(i)).SetNull()
	}
	return c
}

func (w *world) named(c *ClassDesc, name string) *Object {
	o := w.NewObjectRaw(c)
	o.Prop(0).SetStr(w.Intern(name))
	return o
}

// link stores a new reference to o in slot i of p.
func (w *world) link(p *Object, i uint32, o *Object) {
	v := ObjValue(o)
	v.AddRef()
	w.AssignMove(p.Prop(i), &v)
}

// own stores a new object in slot i of p and returns it, borrowed.
func (w *world) own(p *Object, i uint32, o *Object) *Object {
	v := ObjValue(o)
	w.AssignMove(p.Prop(i), &v)
	return o
}

func (w *world) list(vs ...Value) Value {
	t := w.NewTable(len(vs))
	for i := range vs {
		w.Append(t, &vs[i])
	}
	return ArrValue(t)
}

func (w *world) ref(o *Object) Value {
	v := ObjValue(o)
	v.AddRef()
	return v
}

// expect collects and checks PHP's count and destructor output.
func (w *world) expect(t *testing.T, n int, out string) {
	t.Helper()
	w.out.Reset()
	if got := w.CollectCycles(); got != n || w.out.String() != out {
		t.Errorf("collected %d, destructors %q; PHP has %d, %q", got, w.out.String(), n, out)
	}
}

// The counts and orders are what PHP 8.2 prints for the same programs.
func TestCollect(t *testing.T) {
	run := func(name string, f func(t *testing.T, w *world, n, d *ClassDesc)) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			f(t, w, w.class(2, 0), w.class(2, dtorFlag))
		})
	}
	run("array in itself", func(t *testing.T, w *world, n, d *ClassDesc) {
		a := w.list()
		r := w.MakeRef(&a) // $a[0] = &$a
		r.GC.RC++
		e := Value{}
		e.SetRef(r)
		w.Append(w.Separate(&r.Val), &e)
		w.Release(&a)
		w.expect(t, 1, "")
	})
	run("object in itself", func(t *testing.T, w *world, n, d *ClassDesc) {
		o := w.NewObjectRaw(n)
		w.link(o, 0, o)
		w.ReleaseObj(o)
		w.expect(t, 1, "")
	})
	run("strings count", func(t *testing.T, w *world, n, d *ClassDesc) {
		o := w.NewObjectRaw(n)
		w.link(o, 0, o)
		o.Prop(1).SetStr(w.NewString("ababab"))
		w.ReleaseObj(o)
		w.expect(t, 2, "")
	})
	run("ring", func(t *testing.T, w *world, n, d *ClassDesc) {
		x, y, z := w.NewObjectRaw(n), w.NewObjectRaw(n), w.NewObjectRaw(n)
		w.link(x, 0, y)
		w.link(y, 0, z)
		w.link(z, 0, x)
		v := w.list(w.ref(x), w.list(w.ref(y)))
		w.AssignMove(z.Prop(1), &v)
		w.ReleaseObj(x)
		w.ReleaseObj(y)
		w.ReleaseObj(z)
		w.expect(t, 5, "")
	})
	run("held from outside", func(t *testing.T, w *world, n, d *ClassDesc) {
		x, y := w.NewObjectRaw(n), w.NewObjectRaw(n)
		w.link(x, 0, y)
		w.link(y, 0, x)
		k := w.ref(y)
		w.ReleaseObj(x)
		w.ReleaseObj(y)
		w.expect(t, 0, "")
		w.Release(&k)
		w.expect(t, 2, "")
	})
	run("destructors", func(t *testing.T, w *world, n, d *ClassDesc) {
		for _, s := range []string{"0", "1", "2", "3", "4"} {
			o := w.named(d, s)
			w.link(o, 1, o)
			w.ReleaseObj(o)
		}
		w.expect(t, 5, "01234")
	})
	run("destructor and nested data", func(t *testing.T, w *world, n, d *ClassDesc) {
		o, e := w.named(d, "x"), w.NewObjectRaw(n)
		w.link(o, 1, e)
		w.link(e, 0, o)
		v := w.list(LongValue(1), w.list(LongValue(2), StrValue(w.NewString("qqqq"))))
		w.AssignMove(e.Prop(1), &v)
		w.ReleaseObj(o)
		w.ReleaseObj(e)
		w.expect(t, 6, "x")
	})
	run("resurrection", func(t *testing.T, w *world, n, d *ClassDesc) {
		o := w.named(d, "r")
		w.link(o, 1, o)
		w.ReleaseObj(o)
		var keep Value
		w.hook = func(o *Object) { keep = w.ref(o) }
		w.expect(t, 0, "r")
		if o.Prop(0).Str().View() != "r" {
			t.Error("object damaged")
		}
		w.Release(&keep)
		w.expect(t, 1, "")
	})
	run("dynamic properties", func(t *testing.T, w *world, n, d *ClassDesc) {
		c := w.class(0, 0)
		o := w.NewObjectRaw(c)
		p := w.NewTable(0)
		o.Props = p.Addr()
		self := w.ref(o)
		w.Set(p, w.Intern("self"), &self)
		lit := w.list(LongValue(1))
		w.FreezeValue(&lit)
		arr := w.list(w.ref(o), lit, LongValue(5))
		w.Set(p, w.Intern("arr"), &arr)
		w.ReleaseObj(o)
		w.expect(t, 2, "")
	})
	run("shared table of dynamic properties", func(t *testing.T, w *world, n, d *ClassDesc) {
		o := w.NewObjectRaw(w.class(0, 0))
		p := w.NewTable(0)
		o.Props = p.Addr()
		p.GC.RC++
		cast := ArrValue(p) // (array) $o
		self := w.ref(o)
		w.Set(p, w.Intern("self"), &self)
		w.ReleaseObj(o)
		w.expect(t, 0, "")
		w.Release(&cast)
		w.expect(t, 2, "") // the table was buffered itself
	})
	run("order of destructors", func(t *testing.T, w *world, n, d *ClassDesc) {
		x, y, z := w.named(d, "X"), w.named(d, "Y"), w.named(d, "Z")
		v := w.list(w.ref(y), w.ref(z))
		w.AssignMove(x.Prop(1), &v)
		w.link(y, 1, x)
		w.link(z, 1, x)
		w.ReleaseObj(z)
		w.ReleaseObj(y)
		w.ReleaseObj(x)
		w.expect(t, 4, "ZYX")
	})
	run("order below one root", func(t *testing.T, w *world, n, d *ClassDesc) {
		m := w.class(4, dtorFlag)
		r := w.named(m, "r")
		w.own(r, 1, w.named(m, "a"))
		b := w.own(r, 2, w.named(m, "b"))
		w.own(r, 3, w.named(m, "c"))
		w.own(b, 1, w.named(m, "d"))
		e := w.own(b, 2, w.named(m, "e"))
		w.link(e, 1, r)
		w.ReleaseObj(r)
		w.expect(t, 6, "racbde")
	})
	run("order through dynamic properties", func(t *testing.T, w *world, n, d *ClassDesc) {
		p := w.class(3, dtorFlag)
		dyn := func(o *Object, k string, v *Object) {
			if o.Props == 0 {
				o.Props = w.NewTable(0).Addr()
			}
			e := ObjValue(v)
			w.Set(o.DynProps(), w.Intern(k), &e)
		}
		r := w.named(p, "r")
		w.own(r, 1, w.named(p, "a"))
		w.own(r, 2, w.named(p, "b"))
		x, y, z := w.named(p, "x"), w.named(p, "y"), w.named(p, "z")
		dyn(r, "x", x)
		dyn(r, "y", y)
		dyn(r, "z", z)
		w.link(x, 2, r)
		dyn(y, "q", w.named(p, "q"))
		w.own(y, 1, w.named(p, "i"))
		w.ReleaseObj(r)
		w.expect(t, 8, "razyiqxb")
	})
	run("references", func(t *testing.T, w *world, n, d *ClassDesc) {
		a := w.list(LongValue(1))
		slot := a.Arr().SlotAt(0)
		r := w.MakeRef(slot)
		r.GC.RC++ // $r = &$a[0]
		self := Value{}
		self.SetRef(r)
		self.AddRef()
		inner := w.list(self, ObjValue(w.NewObjectRaw(n)))
		w.AssignMove(slot, &inner)
		w.ReleaseRef(r)
		w.Release(&a)
		w.expect(t, 2, "")
	})
	run("destructor frees other garbage", func(t *testing.T, w *world, n, d *ClassDesc) {
		x, y := w.named(d, "x"), w.named(d, "y")
		w.link(x, 1, y)
		w.link(y, 1, x)
		w.ReleaseObj(x)
		w.ReleaseObj(y)
		w.hook = func(o *Object) { w.ReleaseNull(o.Prop(1)) }
		w.expect(t, 1, "xy")
		if w.gone != 2 {
			t.Error("objects left:", 2-w.gone)
		}
	})
}

func TestCollectAutomatic(t *testing.T) {
	w := newWorld(t)
	c := w.class(2, 0)
	garbage := func(n int) {
		var last *Object
		for range n {
			o := w.NewObjectRaw(c)
			w.link(o, 0, o)
			if last != nil {
				w.ReleaseObj(last) // the loop's variable is overwritten
			}
			last = o
		}
		w.ReleaseObj(last)
	}
	check := func(runs, collected uint64, threshold, roots uint32) {
		t.Helper()
		s := w.GCStatus()
		if s.Runs != runs || s.Collected != collected || s.Threshold != threshold || s.Roots != roots {
			t.Errorf("%+v; PHP has runs %d, collected %d, threshold %d, roots %d", s, runs, collected, threshold, roots)
		}
	}
	garbage(25000)
	check(2, 20000, 10001, 5000) // PHP's script still holds the last one
	if n := w.CollectCycles(); n != 5000 {
		t.Error(n)
	}

	w.GCReset()
	keep := w.NewTable(0)
	for range 45000 {
		o := w.NewObjectRaw(c)
		w.link(o, 0, o)
		v := w.ref(o)
		w.Append(keep, &v)
		p := w.ref(o)
		w.Release(&p)
		w.ReleaseObj(o)
	}
	check(2, 0, 30001, 15000)
	w.ReleaseArr(keep)
	w.CollectCycles()
}

// Long chains are freed, and collected, without recursion.
func TestLongChains(t *testing.T) {
	const n = 100000
	w := newWorld(t)
	c := w.class(2, 0)
	chain := func() (first, last *Object) {
		first = w.NewObjectRaw(c)
		last = first
		for range n {
			last = w.own(last, 0, w.NewObjectRaw(c))
		}
		return first, last
	}
	first, _ := chain()
	w.ReleaseObj(first)
	if w.gone != n+1 {
		t.Error(w.gone)
	}
	first, last := chain()
	w.link(last, 0, first)
	w.ReleaseObj(first)
	w.expect(t, n+1, "")

	v := w.list()
	for range n {
		v = w.list(v)
	}
	w.Release(&v)
}

// A destructor sees the objects of its owner in the state PHP has them in.
func TestReleaseOrder(t *testing.T) {
	w := newWorld(t)
	d := w.class(3, dtorFlag)
	// ["a", ["b" => {c}], "d"] with every letter an object
	v := w.list(ObjValue(w.named(d, "a")), w.list(ObjValue(w.named(d, "b")), ObjValue(w.named(d, "c"))), ObjValue(w.named(d, "d")))
	x := w.named(d, "x")
	w.own(x, 1, w.named(d, "y"))
	w.AssignMove(x.Prop(2), &v)
	w.ReleaseObj(x)
	if got := w.out.String(); got != "xyabcd" {
		t.Error(got)
	}
}

// Buffers beyond 512 K entries keep only part of the index in the header.
func TestLargeBuffer(t *testing.T) {
	w := newWorld(t)
	w.GCEnable(false)
	const n = 1100000
	all := make([]*Table, n)
	for i := range all {
		all[i] = w.NewTable(0)
		all[i].GC.RC++
		w.ReleaseArr(all[i])
	}
	if r := w.GCStatus().Roots; r != n {
		t.Fatal(r)
	}
	for _, a := range all[:n/2] {
		w.ReleaseArr(a)
	}
	if got := w.CollectCycles(); got != 0 {
		t.Error(got)
	}
	if r := w.GCStatus().Roots; r != 0 {
		t.Error(r)
	}
	for _, a := range all[n/2:] {
		w.ReleaseArr(a)
	}
}
