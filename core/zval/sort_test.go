package zval

import "testing"

// Comparison sequences of usort() on PHP 8.2: n elements from a linear congruential
// generator, modulo mod; the number of calls and an FNV hash of all arguments.
var sortSequences = []struct {
	n, mod, calls int
	hash          uint32
}{
	{2, 7, 1, 0x7b6cb14f},
	{2, 1000000, 1, 0x0b2512e7},
	{3, 7, 3, 0x6b951553},
	{3, 1000000, 3, 0x63d3ec69},
	{4, 7, 4, 0x542696b5},
	{4, 1000000, 3, 0x3dc60d72},
	{5, 7, 8, 0x8806ea3a},
	{5, 1000000, 7, 0x98571024},
	{6, 7, 10, 0xa9cc0cb6},
	{6, 1000000, 10, 0xb553cb4a},
	{7, 7, 15, 0x9a7cc3b5},
	{7, 1000000, 14, 0x3a4f3024},
	{9, 7, 24, 0x10da30cf},
	{9, 1000000, 22, 0xc1d563de},
	{12, 7, 36, 0x6c44eaf6},
	{12, 1000000, 30, 0x12c00b71},
	{15, 7, 44, 0x0c3cf24a},
	{15, 1000000, 59, 0xfeed7fc8},
	{16, 7, 50, 0x56332aca},
	{16, 1000000, 58, 0xbaa17059},
	{17, 7, 65, 0xf1bf11b6},
	{17, 1000000, 56, 0xe5b1aac9},
	{18, 7, 59, 0x0c593bf6},
	{18, 1000000, 71, 0x8737942b},
	{25, 7, 102, 0xd223b2b1},
	{25, 1000000, 101, 0xdffcd9af},
	{40, 7, 194, 0x98d9a01e},
	{40, 1000000, 201, 0x55922085},
	{100, 7, 650, 0x0a1270cd},
	{100, 1000000, 582, 0xdd74aa6c},
	{500, 7, 4452, 0x9d1d8207},
	{500, 1000000, 4305, 0x994ba49d},
	{1023, 7, 9868, 0x50d3e1be},
	{1023, 1000000, 10119, 0x20a31082},
	{1024, 7, 10365, 0x14fc7104},
	{1024, 1000000, 10235, 0x200f78ab},
	{1500, 7, 15532, 0x9c4bc234},
	{1500, 1000000, 15903, 0x345721b0},
	{5000, 7, 64520, 0x87198394},
	{5000, 1000000, 62066, 0x1217603c},
}

func TestSortSequence(t *testing.T) {
	sp := newSpace(t)
	for _, c := range sortSequences {
		a := sp.NewTable(0)
		x := int64(42 + c.n)
		for i := 0; i < c.n; i++ {
			x = (x*1103515245 + 12345) & 0x7fffffff
			v := LongValue((x >> 8) % int64(c.mod))
			sp.Append(a, &v)
		}
		h, calls := uint32(2166136261), 0
		sp.Sort(a, func(p, q *Bucket) int {
			calls++
			h = (h ^ uint32(p.Val.Long())) * 16777619
			h = (h ^ uint32(q.Val.Long())) * 16777619
			return int(p.Val.Long() - q.Val.Long())
		}, true)
		if calls != c.calls || h != c.hash {
			t.Errorf("n=%d mod=%d: %d calls, %#x; PHP has %d, %#x", c.n, c.mod, calls, h, c.calls, c.hash)
		}
		if !a.Packed() || a.NextFree != int64(c.n) {
			t.Errorf("n=%d: not a list afterwards", c.n)
		}
		for i := 1; i < c.n; i++ {
			if a.FindLong(int64(i-1)).Long() > a.FindLong(int64(i)).Long() {
				t.Fatalf("n=%d: not sorted", c.n)
			}
		}
		sp.ReleaseArr(a)
	}
}

func TestSortStableKeepsKeys(t *testing.T) {
	sp := newSpace(t)
	a := sp.NewTable(0)
	for i := 0; i < 100; i++ {
		v := LongValue(int64(i % 3))
		sp.SetGo(a, "key"+utoa(uint64(i)), &v)
	}
	for i := 0; i < 100; i += 7 {
		sp.DelGo(a, "key"+utoa(uint64(i)))
	}
	sp.Sort(a, func(p, q *Bucket) int { return int(p.Val.Long() - q.Val.Long()) }, false)
	last, lastKey, n := int64(-1), "", 0
	for it := a.Iter(); it.Next(); n++ {
		k, _ := it.Key()
		v := it.Value().Long()
		if v < last || v == last && len(k.View()) == len(lastKey) && k.View() < lastKey {
			t.Fatalf("%s after %s", k, lastKey)
		}
		last, lastKey = v, k.String()
		if w := a.Find(k); w == nil || w.Long() != v {
			t.Fatalf("%s lost", k)
		}
	}
	if n != int(a.Count) {
		t.Fatal(n, a.Count)
	}
	sp.ReleaseArr(a)
}
