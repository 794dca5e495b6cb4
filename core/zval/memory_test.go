package zval

import (
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core/mm"
)

// newSpace returns a Space whose heap must be empty when the test ends.
func newSpace(t testing.TB) *Space {
	src := mm.NewSlabSource()
	h := mm.NewHeap(src, mm.Options{})
	perm := mm.NewArena(src)
	t.Cleanup(func() {
		if blocks, bytes := h.Live(); blocks != 0 {
			t.Errorf("%d blocks, %d bytes leaked", blocks, bytes)
		}
		perm.Destroy()
		h.Destroy()
	})
	return NewSpace(h, perm)
}

func push(sp *Space, a *Table, n int) {
	for i := 0; i < n; i++ {
		v := LongValue(int64(i))
		sp.Append(a, &v)
	}
}

func set(sp *Space, a *Table, k int64) {
	v := LongValue(k)
	sp.SetLong(a, k, &v)
}

// keys sets interned string keys, as a program's literals are.
func keys(sp *Space, a *Table, names ...string) {
	for _, k := range names {
		v := LongValue(1)
		sp.Set(a, sp.Intern(k), &v)
	}
}

func pair(sp *Space, a, b *Table) *Table {
	v, w := ArrValue(a), ArrValue(b)
	return sp.NewPair(&v, &w)
}

// TestMemory builds arrays and compares the heap's usage with what memory_get_usage()
// rises by when PHP 8.2 does the same.
func TestMemory(t *testing.T) {
	cases := []struct {
		name  string
		bytes int64
		build func(sp *Space, a *Table) *Table
	}{
		{"empty push1", 216, func(sp *Space, a *Table) *Table {
			push(sp, a, 1)
			return a
		}},
		{"push8", 216, func(sp *Space, a *Table) *Table {
			push(sp, a, 8)
			return a
		}},
		{"push9", 376, func(sp *Space, a *Table) *Table {
			push(sp, a, 9)
			return a
		}},
		{"push100", 2616, func(sp *Space, a *Table) *Table {
			push(sp, a, 100)
			return a
		}},
		{"push1000", 20536, func(sp *Space, a *Table) *Table {
			push(sp, a, 1000)
			return a
		}},
		{"push100000", 2101328, func(sp *Space, a *Table) *Table {
			push(sp, a, 100000)
			return a
		}},
		{"hash1", 376, func(sp *Space, a *Table) *Table {
			keys(sp, a, "x")
			return a
		}},
		{"hash8", 376, func(sp *Space, a *Table) *Table {
			keys(sp, a, "aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh")
			return a
		}},
		{"hash9", 696, func(sp *Space, a *Table) *Table {
			keys(sp, a, "aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii")
			return a
		}},
		{"key1000", 376, func(sp *Space, a *Table) *Table {
			set(sp, a, 1000)
			return a
		}},
		{"key7", 216, func(sp *Space, a *Table) *Table {
			set(sp, a, 7)
			return a
		}},
		{"key8", 376, func(sp *Space, a *Table) *Table {
			set(sp, a, 8)
			return a
		}},
		{"window", 376, func(sp *Space, a *Table) *Table {
			push(sp, a, 5)
			set(sp, a, 15)
			return a
		}},
		{"nowindow", 376, func(sp *Space, a *Table) *Table {
			push(sp, a, 4)
			set(sp, a, 15)
			return a
		}},
		{"gap16", 696, func(sp *Space, a *Table) *Table {
			push(sp, a, 8)
			set(sp, a, 16)
			return a
		}},
		{"desc", 376, func(sp *Space, a *Table) *Table {
			for i := int64(7); i >= 0; i-- {
				set(sp, a, i)
			}
			return a
		}},
		{"pack+str", 696, func(sp *Space, a *Table) *Table {
			push(sp, a, 8)
			keys(sp, a, "k")
			return a
		}},
		{"hole refill", 8248, func(sp *Space, a *Table) *Table {
			push(sp, a, 100)
			sp.DelLong(a, 50)
			set(sp, a, 50)
			return a
		}},
		{"unset all", 2616, func(sp *Space, a *Table) *Table {
			push(sp, a, 100)
			for i := int64(0); i < 100; i++ {
				sp.DelLong(a, i)
			}
			return a
		}},
		{"queue", 376, func(sp *Space, a *Table) *Table {
			keys(sp, a, "x")
			for i := int64(0); i < 1000; i++ {
				push(sp, a, 1)
				sp.DelLong(a, i)
			}
			return a
		}},
		{"fill keys", 41016, func(sp *Space, a *Table) *Table {
			for i := int64(0); i < 1000; i++ {
				set(sp, a, i*3)
			}
			return a
		}},
		{"nested", 24216, func(sp *Space, a *Table) *Table {
			for i := int64(0); i < 100; i++ {
				b := sp.NewTable(1)
				push(sp, b, 1)
				v := ArrValue(b)
				sp.Append(a, &v)
			}
			return a
		}},
		{"strings", 22600, func(sp *Space, a *Table) *Table {
			for i := 0; i < 100; i++ {
				s := sp.AllocStringSafe(i*3 + 2)
				copy(s.Bytes(), strings.Repeat("x", i*3+2))
				v := StrValue(s)
				sp.Append(a, &v)
			}
			return a
		}},
		{"refs", 696, func(sp *Space, a *Table) *Table {
			push(sp, a, 10)
			for i := uint32(0); i < 10; i++ {
				sp.MakeRef(a.SlotAt(i))
			}
			return a
		}},
		{"dup packed", 5448, func(sp *Space, a *Table) *Table {
			push(sp, a, 100)
			for i := int64(50); i < 100; i++ {
				sp.DelLong(a, i)
			}
			b := sp.DupTable(a)
			push(sp, b, 1)
			return pair(sp, a, b)
		}},
		{"dup hash", 2888, func(sp *Space, a *Table) *Table {
			keys(sp, a, "k")
			for i := int64(0); i < 20; i++ {
				set(sp, a, i+1000)
			}
			for i := int64(0); i < 15; i++ {
				sp.DelLong(a, i+1000)
			}
			b := sp.DupTable(a)
			keys(sp, b, "k")
			return pair(sp, a, b)
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sp := newSpace(t)
			before := sp.Heap.Usage()
			a := c.build(sp, sp.NewTable(0))
			if got := sp.Heap.Usage() - before; got != c.bytes {
				t.Errorf("%d bytes, PHP takes %d", got, c.bytes)
			}
			sp.ReleaseArr(a)
		})
	}
}

func TestStringGrowth(t *testing.T) {
	sp := newSpace(t)
	for _, c := range []struct {
		n     int
		add   string
		bytes int64
	}{{1000, "abcde", 8192}, {100000, "abcdefghij", 1003520}} {
		before := sp.Heap.Usage()
		s := sp.EmptyString()
		for i := 0; i < c.n; i++ {
			s = sp.AppendGo(s, c.add)
		}
		if got := sp.Heap.Usage() - before; got != c.bytes {
			t.Errorf("%d times %d bytes: %d bytes, PHP takes %d", c.n, len(c.add), got, c.bytes)
		}
		if int(s.Len) != c.n*len(c.add) || !strings.HasSuffix(s.View(), c.add) || *s.byteAt(s.Len) != 0 {
			t.Error("wrong text")
		}
		sp.ReleaseStr(s)
	}
}
