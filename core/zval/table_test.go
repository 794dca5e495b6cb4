package zval

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// model is an ordered map the plain way: keys in order, values by key.
type model struct {
	keys []any // int64 or string
	vals map[any]int64
	next int64 // math.MinInt64: none used
}

func newModel() *model { return &model{vals: map[any]int64{}, next: math.MinInt64} }

// set stores; a is the table after it did the same. In a packed table, as in PHP, a new
// element sets the next key even when a higher one was used and deleted.
func (m *model) set(a *Table, k any, v int64) {
	if _, ok := m.vals[k]; !ok {
		m.keys = append(m.keys, k)
		if n, ok := k.(int64); ok && (n >= m.next || a.Packed()) {
			m.next = n
			if n < math.MaxInt64 {
				m.next = n + 1
			}
		}
	}
	m.vals[k] = v
}

func (m *model) append(a *Table, v int64) bool {
	k := max(m.next, 0)
	if m.next != math.MinInt64 {
		k = m.next
	}
	if _, ok := m.vals[k]; ok {
		return false
	}
	m.set(a, k, v)
	return true
}

func (m *model) del(k any) bool {
	if _, ok := m.vals[k]; !ok {
		return false
	}
	delete(m.vals, k)
	i := slices.Index(m.keys, k)
	m.keys = slices.Delete(m.keys, i, i+1)
	return true
}

func (m *model) clone() *model {
	c := &model{keys: slices.Clone(m.keys), vals: map[any]int64{}, next: m.next}
	for k, v := range m.vals {
		c.vals[k] = v
	}
	return c
}

// check compares a table with the model and tests the table's own invariants.
func check(t *testing.T, a *Table, m *model) {
	t.Helper()
	if int(a.Count) != len(m.keys) || a.NextFree != m.next {
		t.Fatalf("count %d, next %d; want %d, %d", a.Count, a.NextFree, len(m.keys), m.next)
	}
	if a.Used > a.Size || a.Count > a.Used || a.Pos > a.Size {
		t.Fatalf("used %d, size %d, pos %d", a.Used, a.Size, a.Pos)
	}
	i := 0
	for it := a.Iter(); it.Next(); i++ {
		k, n := it.Key()
		var key any = n
		if k != nil {
			key = k.String()
			if v := a.Find(k); v != it.Value() {
				t.Fatalf("%q not found where it is", k)
			}
		} else if v := a.FindLong(n); v != it.Value() {
			t.Fatalf("%d not found where it is", n)
		}
		if key != m.keys[i] || it.Value().Long() != m.vals[key] {
			t.Fatalf("element %d: %v => %d, want %v => %d", i, key, it.Value().Long(), m.keys[i], m.vals[m.keys[i]])
		}
	}
}

// play runs a program of table operations, two bytes each.
func play(t *testing.T, prog []byte) {
	sp := newSpace(t)
	a, m := sp.NewTable(0), newModel()
	iter := sp.IterAdd(a, 0)
	for i := 0; i+1 < len(prog); i += 2 {
		op, arg := prog[i], int64(prog[i+1])
		v := LongValue(int64(i))
		key := fmt.Sprintf("key-%d", arg)
		switch op % 16 {
		case 0, 1, 2, 3:
			if ok := sp.Append(a, &v) != nil; ok != m.append(a, int64(i)) {
				t.Fatal("append", ok)
			}
		case 4, 5:
			sp.SetLong(a, arg, &v)
			m.set(a, arg, int64(i))
		case 6:
			sp.SetLong(a, arg*1000-5000, &v)
			m.set(a, arg*1000-5000, int64(i))
		case 7, 8:
			sp.SetGo(a, key, &v)
			m.set(a, key, int64(i))
		case 9:
			if sp.DelLong(a, arg) != m.del(arg) {
				t.Fatal("del", arg)
			}
		case 10:
			if sp.DelGo(a, key) != m.del(key) {
				t.Fatal("del", key)
			}
		case 11: // remove a run of elements
			for n := arg % 32; n > 0 && len(m.keys) > 0; n-- {
				k := m.keys[int(arg)%len(m.keys)]
				if s, ok := k.(string); ok {
					sp.DelGo(a, s)
				} else {
					sp.DelLong(a, k.(int64))
				}
				m.del(k)
			}
		case 12: // write to a copy, sometimes go on with it
			b := sp.DupTable(a)
			mb := m.clone()
			sp.SetGo(b, key, &v)
			mb.set(b, key, int64(i))
			check(t, b, mb)
			if arg%2 == 0 {
				a, b, m = b, a, mb
			}
			sp.ReleaseArr(b)
		case 13:
			k := sp.NewString(key)
			s := sp.Lookup(a, k)
			if s.Type() == Null {
				s.SetLong(int64(i))
				m.set(a, key, int64(i))
			}
			sp.ReleaseStr(k)
		case 14:
			switch arg % 4 {
			case 0:
				sp.ToHash(a)
			case 1:
				if !a.Packed() {
					sp.Rehash(a)
				}
			case 2:
				sp.ToPacked(a)
			case 3:
				s := sp.LookupLong(a, arg)
				if s.Type() == Null {
					s.SetLong(int64(i))
					m.set(a, arg, int64(i))
				}
			}
		case 15:
			pos := sp.IterPos(iter, a)
			if pos > a.Used {
				t.Fatalf("iterator at %d of %d", pos, a.Used)
			}
			if pos = a.ValidPos(pos); pos < a.Used {
				sp.IterSet(iter, pos+1)
			} else {
				sp.IterSet(iter, 0)
			}
			a.MoveForward()
			if a.Current() == nil {
				a.First()
			}
		}
		check(t, a, m)
	}
	sp.IterDel(iter)
	sp.ReleaseArr(a)
}

func FuzzTable(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 4, 9, 9, 0, 7, 1, 11, 5, 12, 2})
	seed := uint32(1)
	for range 12 {
		b := make([]byte, 600)
		for i := range b {
			seed = seed*1664525 + 1013904223
			b[i] = byte(seed >> 24)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, prog []byte) {
		if len(prog) > 2000 {
			prog = prog[:2000]
		}
		play(t, prog)
	})
}

func TestNextFree(t *testing.T) {
	sp := newSpace(t)
	a := sp.NewTable(0)
	set(sp, a, -5)
	push(sp, a, 1)
	if a.FindLong(-4) == nil {
		t.Error("after -5 comes -4")
	}
	set(sp, a, math.MaxInt64)
	v := LongValue(1)
	if sp.Append(a, &v) != nil {
		t.Error("no key is left")
	}
	sp.ReleaseArr(a)
}

// A reference that only the array holds becomes its value in a copy.
func TestDupReferences(t *testing.T) {
	sp := newSpace(t)
	a := sp.NewTable(0)
	push(sp, a, 2)
	sp.MakeRef(a.SlotAt(0))
	r := sp.MakeRef(a.SlotAt(1))
	r.GC.RC++
	b := sp.DupTable(a)
	if b.SlotAt(0).Type() != Long || b.SlotAt(1).Type() != ReferenceT || r.GC.RC != 3 {
		t.Error("copy is wrong")
	}
	sp.ReleaseRef(r)
	sp.ReleaseArr(a)
	sp.ReleaseArr(b)
}

func TestSeparate(t *testing.T) {
	sp := newSpace(t)
	var v, w Value
	v.SetArr(sp.EmptyArray())
	a := sp.Separate(&v)
	push(sp, a, 3)
	w.CopyFrom(&v)
	b := sp.Separate(&w)
	push(sp, b, 1)
	if a == b || a.Count != 3 || b.Count != 4 || a.GC.RC != 1 || b.GC.RC != 1 || sp.EmptyArray().Count != 0 {
		t.Error("not separated")
	}
	f := sp.Freeze(b)
	v2 := ArrValue(f)
	c := sp.Separate(&v2)
	if c == f || !f.Immutable() || c.Immutable() {
		t.Error("a frozen table is copied to be written")
	}
	sp.ReleaseArr(a)
	sp.ReleaseArr(c)
}

// foreach by reference: the position survives growth, deletion, copying and rehash.
func TestIterators(t *testing.T) {
	sp := newSpace(t)
	var v Value
	v.SetArr(sp.NewTable(0))
	push(sp, v.Arr(), 4)
	it := sp.IterAdd(v.Arr(), 0)
	seen := ""
	for step := 0; ; step++ {
		t1 := sp.Separate(&v)
		pos := t1.ValidPos(sp.IterPosArr(it, &v))
		if pos >= t1.Used {
			break
		}
		seen += fmt.Sprint(t1.SlotAt(pos).Long(), " ")
		sp.IterSet(it, pos+1)
		switch step {
		case 0:
			sp.DelLong(t1, 1)
		case 1: // the array is copied and the copy goes on
			var w Value
			w.CopyFrom(&v)
			set(sp, sp.Separate(&v), 10)
			sp.Release(&w)
		case 2:
			keys(sp, sp.Separate(&v), "k")
			sp.Rehash(v.Arr())
		}
		if step > 20 {
			t.Fatal("endless")
		}
	}
	sp.IterDel(it)
	if seen != "0 2 3 10 1 " {
		t.Error(seen)
	}
	sp.Release(&v)
}

func TestInternalPointer(t *testing.T) {
	sp := newSpace(t)
	a := sp.NewTable(0)
	push(sp, a, 4)
	a.MoveForward()
	sp.DelLong(a, 1) // current() is the next element now
	if v := a.Current(); v == nil || v.Long() != 2 {
		t.Error("pointer after deletion")
	}
	a.MoveBack()
	if a.Current().Long() != 0 {
		t.Error("back over a hole")
	}
	a.MoveBack()
	if a.Current() != nil {
		t.Error("before the start is nowhere")
	}
	a.Last()
	if a.Current().Long() != 3 {
		t.Error("last")
	}
	a.MoveForward()
	if a.Current() != nil {
		t.Error("past the end is nowhere")
	}
	a.First()
	if a.Current().Long() != 0 {
		t.Error("first")
	}
	sp.ReleaseArr(a)
}

func TestStrings(t *testing.T) {
	sp := newSpace(t)
	if sp.NewString("") != sp.EmptyString() || sp.NewString("x") != sp.Char('x') || sp.Intern("x") != sp.Char('x') {
		t.Error("short strings are interned")
	}
	if sp.Intern("hello") != sp.Intern("hel"+"lo") || sp.FindInterned("nope") != nil {
		t.Error("interning")
	}
	// $s .= $s, shared and unshared
	s := sp.NewString("abc")
	s = sp.AppendStr(s, s)
	other := s.AddRef()
	s = sp.AppendStr(s, other)
	if s.View() != "abcabcabcabc" || other.View() != "abcabc" || other.GC.RC != 1 {
		t.Error(s, other)
	}
	c := sp.Concat2(s, other)
	if c.View() != "abcabcabcabcabcabc" || c.At(int(c.Len)) != 0 {
		t.Error(c)
	}
	c = sp.Truncate(c, 5)
	d := sp.Concat3("ab", "ca", "b")
	if !Equal(c, d) || c.HashCode() != d.HashCode() || c.HashCode() != Hash("abcab") {
		t.Error("equality")
	}
	h := uint64(5381)
	for _, b := range []byte("a longer text, hashed") {
		h = h*33 + uint64(b)
	}
	if Hash("a longer text, hashed") != h|1<<63 {
		t.Error("hash")
	}
	for _, x := range []*String{s, other, c, d} {
		sp.ReleaseStr(x)
	}
	for i := range 5000 {
		sp.Intern(fmt.Sprint("name", i))
	}
	for i := range 5000 {
		if p := sp.FindInterned(fmt.Sprint("name", i)); p == nil || p.String() != fmt.Sprint("name", i) {
			t.Fatal(i)
		}
	}
}

func TestUnion(t *testing.T) {
	sp := newSpace(t)
	a, b := sp.NewTable(0), sp.NewTable(0)
	push(sp, a, 2)
	keys(sp, a, "x")
	push(sp, b, 4)
	keys(sp, b, "x", "y")
	v, w := ArrValue(a), ArrValue(b)
	var r Value
	if !sp.PureAdd(&r, &v, &w) || r.Arr().Count != 6 || a.Count != 3 || r.Arr().FindLong(3) == nil || r.Arr().FindGo("y") == nil {
		t.Error("union")
	}
	for _, x := range []*Value{&v, &w, &r} {
		sp.Release(x)
	}
}
