package zval

import "testing"

func BenchmarkPackedGet(b *testing.B) {
	sp := newSpace(b)
	a := sp.NewTable(0)
	push(sp, a, 1024)
	var sum int64
	i := int64(0)
	for b.Loop() {
		sum += a.FindLong(i & 1023).Long()
		i++
	}
	sp.ReleaseArr(a)
}

func BenchmarkHashGetLong(b *testing.B) {
	sp := newSpace(b)
	a := sp.NewTable(0)
	for i := int64(0); i < 1024; i++ {
		set(sp, a, i*7+1000)
	}
	var sum int64
	i := int64(0)
	for b.Loop() {
		sum += a.FindLong(i&1023*7 + 1000).Long()
		i++
	}
	sp.ReleaseArr(a)
}

func BenchmarkHashGetStr(b *testing.B) {
	sp := newSpace(b)
	a := sp.NewTable(0)
	ks := make([]*String, 64)
	for i := range ks {
		ks[i] = sp.Intern("property" + utoa(uint64(i)))
		v := LongValue(int64(i))
		sp.Set(a, ks[i], &v)
	}
	var sum int64
	i := 0
	for b.Loop() {
		sum += a.Find(ks[i&63]).Long()
		i++
	}
	sp.ReleaseArr(a)
}

func BenchmarkPackedSet(b *testing.B) {
	sp := newSpace(b)
	a := sp.NewTable(0)
	push(sp, a, 1024)
	i := int64(0)
	for b.Loop() {
		v := LongValue(i)
		sp.SetLong(a, i&1023, &v)
		i++
	}
	sp.ReleaseArr(a)
}

// BenchmarkBuild is the life of an array of 100 integers.
func BenchmarkBuild(b *testing.B) {
	sp := newSpace(b)
	for b.Loop() {
		a := sp.NewTable(0)
		for i := 0; i < 100; i++ {
			v := LongValue(int64(i))
			sp.Append(a, &v)
		}
		sp.ReleaseArr(a)
	}
}

func BenchmarkRelease(b *testing.B) {
	sp := newSpace(b)
	v := StrValue(sp.NewString("some text"))
	for b.Loop() {
		v.AddRef()
		sp.Release(&v)
	}
	sp.Release(&v)
}

func BenchmarkNewString(b *testing.B) {
	sp := newSpace(b)
	for b.Loop() {
		sp.ReleaseStr(sp.NewString("some text"))
	}
}

func BenchmarkObject(b *testing.B) {
	w := newWorld(b)
	c := w.class(3, 0)
	for b.Loop() {
		w.ReleaseObj(w.NewObjectRaw(c))
	}
}

func BenchmarkSort(b *testing.B) {
	sp := newSpace(b)
	for b.Loop() {
		a := sp.NewTable(1000)
		x := int64(1)
		for i := 0; i < 1000; i++ {
			x = (x*1103515245 + 12345) & 0x7fffffff
			v := LongValue(x)
			sp.Append(a, &v)
		}
		sp.Sort(a, func(p, q *Bucket) int {
			switch {
			case p.Val.Long() < q.Val.Long():
				return -1
			case p.Val.Long() > q.Val.Long():
				return 1
			}
			return 0
		}, true)
		sp.ReleaseArr(a)
	}
}

func BenchmarkCollect(b *testing.B) {
	w := newWorld(b)
	c := w.class(2, 0)
	for b.Loop() {
		for i := 0; i < 1000; i++ {
			x, y := w.NewObjectRaw(c), w.NewObjectRaw(c)
			w.link(x, 0, y)
			w.link(y, 0, x)
			w.ReleaseObj(x)
			w.ReleaseObj(y)
		}
		if w.CollectCycles() != 2000 {
			b.Fatal("garbage left")
		}
	}
}

func BenchmarkPow(b *testing.B) {
	s := 0.0
	for b.Loop() {
		s += PowFloat(1.37, 12.3)
	}
	_ = s
}
