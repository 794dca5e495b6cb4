package vmstack

import (
	"testing"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
)

type rig struct {
	h   *mm.Heap
	ctx Context
	s   *Stack
	rec *trace.Recorder
}

func newRig(t testing.TB, o Options) *rig {
	t.Helper()
	r := &rig{h: mm.NewHeap(mm.NewSlabSource(), mm.Options{})}
	r.rec = o.Trace
	base := r.h.Usage()
	r.s = New(r.h, &r.ctx, o)
	t.Cleanup(func() {
		r.s.Destroy()
		if got := r.h.Usage(); got != base {
			t.Errorf("heap not balanced: %d bytes before, %d after", base, got)
		}
		if r.s.Cached() != 0 {
			t.Errorf("%d pages still cached", r.s.Cached())
		}
	})
	return r
}

func (r *rig) push(slots int) *Frame {
	f, fl := r.s.Push(uintptr(slots) * 16)
	f.This.T = fl
	return f
}

// descend pushes depth+1 frames, pops them all, and returns the extensions.
func (r *rig) descend(slots, depth int) uint64 {
	before := r.s.Counters().Extensions
	fs := make([]*Frame, 0, depth+1)
	for i := 0; i <= depth; i++ {
		fs = append(fs, r.push(slots))
	}
	n := r.s.Counters().Extensions - before
	for i := len(fs) - 1; i >= 0; i-- {
		r.s.Pop(fs[i])
	}
	return n
}

func TestUsableSlots(t *testing.T) {
	r := newRig(t, Options{})
	if got := (r.ctx.End - r.ctx.Top) / 16; got != 16382 {
		t.Fatalf("usable slots = %d, want 16382", got)
	}
}

// The figures were counted with a debugger on PHP 8.2: frames of 9 and 10
// slots below the script's own frame of 6.
func TestExtensionsAsPHP(t *testing.T) {
	for _, c := range []struct {
		slots, depth int
		want         uint64
	}{
		{9, 1500, 0}, {9, 1637, 0}, {9, 1638, 0}, {9, 1700, 0}, {9, 1820, 1}, {9, 1900, 1}, {9, 2000, 1}, {9, 2100, 1},
		{9, 2340, 1}, {9, 2400, 1}, {9, 3000, 1}, {9, 3276, 1}, {9, 3300, 1}, {9, 4500, 2}, {9, 6000, 3}, {9, 9000, 4},
		{10, 1500, 0}, {10, 1637, 1}, {10, 1638, 1}, {10, 1700, 1}, {10, 1820, 1}, {10, 1900, 1}, {10, 2000, 1}, {10, 2100, 1},
		{10, 2340, 1}, {10, 2400, 1}, {10, 3000, 1}, {10, 3276, 2}, {10, 3300, 2}, {10, 4500, 2}, {10, 6000, 3}, {10, 9000, 5},
	} {
		r := newRig(t, Options{})
		main := r.push(6)
		if got := r.descend(c.slots, c.depth); got != c.want {
			t.Errorf("%d slots, depth %d: %d extensions, want %d", c.slots, c.depth, got, c.want)
		}
		r.s.Pop(main)
		if r.ctx.Depth != 0 {
			t.Errorf("depth %d after popping all", r.ctx.Depth)
		}
	}
}

func TestCacheServesOscillation(t *testing.T) {
	for _, c := range []struct {
		max       int
		fromHeap  uint64
		fromCache uint64
	}{{0, 1 + 4, 9 * 4}, {-1, 1 + 40, 0}, {2, 1 + 4 + 9*2, 9 * 2}} {
		r := newRig(t, Options{CacheMax: c.max})
		main := r.push(6)
		for i := 0; i < 10; i++ {
			r.descend(9, 9000)
		}
		r.s.Pop(main)
		n := r.s.Counters()
		if n.PagesFromHeap != c.fromHeap || n.PagesFromCache != c.fromCache {
			t.Errorf("max %d: %d pages from the heap and %d from the cache, want %d and %d", c.max, n.PagesFromHeap, n.PagesFromCache, c.fromHeap, c.fromCache)
		}
		if n.PeakPages != 5 || n.Pages != 1 {
			t.Errorf("max %d: peak %d pages, now %d", c.max, n.PeakPages, n.Pages)
		}
	}
}

func TestCacheKeeps32(t *testing.T) {
	r := newRig(t, Options{})
	r.descend(16382, 40)
	if r.s.Cached() != 32 {
		t.Fatalf("cached %d pages, want 32", r.s.Cached())
	}
	if n := r.s.Counters(); n.PagesToHeap != 40-32 {
		t.Errorf("%d pages went to the heap, want 8", n.PagesToHeap)
	}
	base := r.h.Usage()
	r.s.Flush()
	if got := base - r.h.Usage(); got != 32*DefaultPageSize {
		t.Errorf("flush gave %d bytes back", got)
	}
}

func TestOversizedIsNeverCached(t *testing.T) {
	r := newRig(t, Options{})
	a := r.push(16383) // one slot more than a page holds
	if got := r.ctx.End - r.ctx.Page; got != 2*DefaultPageSize {
		t.Fatalf("page of %d bytes, want two standard ones", got)
	}
	b := r.push(16)
	if b.This.T != 0 {
		t.Errorf("a small frame did not fit behind the oversized one")
	}
	r.s.Pop(b)
	r.s.Pop(a)
	if n := r.s.Counters(); r.s.Cached() != 0 || n.Oversized != 1 {
		t.Errorf("cached %d, oversized %d", r.s.Cached(), n.Oversized)
	}
	// exactly a page: standard size, so it is kept
	c := r.push(10)
	d := r.push(16382)
	r.s.Pop(d)
	r.s.Pop(c)
	if r.s.Cached() != 1 {
		t.Errorf("a page of the standard size was not kept")
	}
}

func TestGrow(t *testing.T) {
	r := newRig(t, Options{})
	fill := r.push(16382 - 20)
	f := r.push(10)
	f.Return, f.This.U = 0x1234, 5
	if g := r.s.Grow(f, 160, 160); g != f || r.ctx.Top != r.ctx.End {
		t.Fatalf("did not grow in place")
	}
	low := r.ctx.Page
	g := r.s.Grow(f, 320, 16)
	if g == f || g.This.T&CallAllocated == 0 || g.Return != 0x1234 || g.This.U != 5 {
		t.Fatalf("copy wrong: %+v", g)
	}
	if got := (r.ctx.Top - g.Addr()) / 16; got != 21 {
		t.Errorf("copy has %d slots, want 21", got)
	}
	if pageAt(low).top != f.Addr() {
		t.Errorf("the old copy still takes room below")
	}
	r.s.Pop(g)
	if r.ctx.Page != low || r.ctx.Top != f.Addr() {
		t.Errorf("pop did not return to the page below")
	}
	r.s.Pop(fill)
	if r.ctx.Depth != 0 {
		t.Errorf("depth = %d", r.ctx.Depth)
	}
}

// A frame that opened its page and outgrows it leaves nothing behind: its old
// page goes at once.
func TestGrowFirstOfPage(t *testing.T) {
	r := newRig(t, Options{})
	fill := r.push(16000)
	f := r.push(16382)
	pages := r.s.Counters().Pages
	g := r.s.Grow(f, 16382*16, 16)
	if n := r.s.Counters(); n.Pages != pages {
		t.Errorf("%d pages, want %d", n.Pages, pages)
	}
	r.s.Pop(g)
	if r.ctx.Top != fill.Addr()+16000*16 {
		t.Errorf("top is off after the pop")
	}
	r.s.Pop(fill)
}

func TestOneFramePages(t *testing.T) {
	r := newRig(t, Options{PageSize: MinPageSize})
	if got := r.descend(9, 50); got != 51 {
		t.Errorf("%d extensions, want 51", got)
	}
}

func TestChains(t *testing.T) {
	r := newRig(t, Options{})
	a := r.push(100)
	c := r.s.NewChain(FiberPageSize)
	was := r.s.Switch(c)
	b := r.push(1000)
	d := r.push(1000)
	if d.This.T&CallAllocated == 0 {
		t.Errorf("a Fiber's page of 1,024 slots held two frames of 1,000")
	}
	r.s.Pop(d)
	r.s.Pop(b)
	c = r.s.Switch(was)
	r.s.FreeChain(c)
	if r.s.Cached() != 0 {
		t.Errorf("a Fiber's page entered the cache")
	}
	if r.ctx.Top != a.Addr()+1600 {
		t.Errorf("the first chain did not come back")
	}
	r.s.Pop(a)
}

func TestEvents(t *testing.T) {
	rec := trace.New(trace.Options{})
	r := newRig(t, Options{Trace: rec})
	r.descend(9, 2000)
	r.descend(9, 2000)
	n := rec.Counters()
	if n.PagesFromHeap != 2 || n.PagesFromCache != 1 || n.PagesToCache != 2 || n.StackExtensions != 2 || n.PagesNow != 1 {
		t.Errorf("counters: %+v", n)
	}
}

func BenchmarkPushPop(b *testing.B) {
	r := newRig(b, Options{})
	for b.Loop() {
		f, fl := r.s.Push(144)
		f.This.T = fl
		r.s.Pop(f)
	}
}

// A watched stack behaves as one that is not, page for page, and knows its peak.
func TestWatch(t *testing.T) {
	for _, watch := range []bool{false, true} {
		r := newRig(t, Options{Watch: watch})
		var fs []*Frame
		for range 5000 {
			f, fl := r.s.Push(144)
			f.This.T = fl
			fs = append(fs, f)
		}
		for i := len(fs) - 1; i >= 1000; i-- {
			r.s.Pop(fs[i])
		}
		f, fl := r.s.Push(300_000)
		f.This.T = fl
		r.s.Pop(f)
		for i := 999; i >= 0; i-- {
			r.s.Pop(fs[i])
		}
		f, fl = r.s.Push(100_000)
		f.This.T = fl
		r.s.Pop(f)
		for range 600 {
			f, fl = r.s.Push(80)
			f.This.T = fl
		}
		c := r.s.Counters()
		if c.Extensions != 3 || c.Oversized != 1 || c.OversizedGiven != 1 || c.PagesFromHeap != 3 {
			t.Errorf("watch %v: %+v", watch, c)
		}
		if watch && c.PeakDepth != 5000 {
			t.Errorf("peak depth %d", c.PeakDepth)
		}
	}
}
