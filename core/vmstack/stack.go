package vmstack

import (
	"slices"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/zval"
)

const (
	// DefaultCacheMax is how many freed standard pages are kept; with pages of
	// 256 KB that is at most 8 MB.
	DefaultCacheMax = 32
	// FiberPageSize is the page size of a Fiber's own stack in bytes (1,024 slots).
	FiberPageSize = 1024 * zval.ValueSize
	// MinPageSize is the smallest page that can be asked for. With it no frame
	// shares a page with another, which makes every call cross a boundary.
	MinPageSize = pageHeader + zval.ValueSize

	pageHeader = PageHeaderSlots * zval.ValueSize
)

// Options configure a Stack; the zero value takes the defaults.
type Options struct {
	PageSize int             // bytes of a standard page, a multiple of 16; 0 = DefaultPageSize
	CacheMax int             // freed pages kept; 0 = DefaultCacheMax, negative = none
	Trace    *trace.Recorder // nil: off
	// Watch makes every push come through Push's slow path, so that PeakDepth
	// is exact and not only as seen at page boundaries.
	Watch bool
}

// Counters are totals since the stack was made.
type Counters struct {
	Extensions     uint64 // pushes that opened a page
	PagesFromHeap  uint64
	PagesFromCache uint64
	PagesToHeap    uint64
	PagesToCache   uint64
	Oversized      uint64 // pages larger than the standard size, never cached
	OversizedGiven uint64 // of them, given back
	Copies         uint64 // half-built frames moved to a new page
	Scanned        uint64 // chunk bitmaps that the heap searched for these pages
	Pages          int    // in use now, all stacks of the executor together
	PeakPages      int
	PeakDepth      uint64 // frames; without Options.Watch, as seen when a page was opened or closed
}

// Stack is the chain of pages the current frames live on. An executor has one
// Stack; a Fiber swaps its own chain in and out of it with Switch.
type Stack struct {
	pending  uintptr // see Pending
	heap     *mm.Heap
	ctx      *Context
	rec      *trace.Recorder
	page     uintptr // page size of the current chain
	standard uintptr // size of the pages the cache keeps
	cache    mm.Addr // freed pages, linked through their prev
	cached   int
	cacheMax int
	watch    bool
	count    Counters
	inUse    []mm.Addr // pages in use, oldest first; kept while recording only
}

// Chain is a stack of pages that is not current: what Switch swaps.
type Chain struct {
	Top, End, Page mm.Addr
	PageSize       uintptr
	Depth          uint64
}

// New makes a stack with one page and points ctx at it.
func New(h *mm.Heap, ctx *Context, o Options) *Stack {
	size := uintptr(o.PageSize) &^ (zval.ValueSize - 1)
	if size == 0 {
		size = DefaultPageSize
	}
	size = max(size, MinPageSize)
	max := o.CacheMax
	switch {
	case max == 0:
		max = DefaultCacheMax
	case max < 0:
		max = 0
	}
	s := &Stack{heap: h, ctx: ctx, rec: o.Trace, page: size, standard: size, cacheMax: max, watch: o.Watch}
	p := s.take(size)
	pageAt(p).prev = 0
	s.enter(p, size)
	return s
}

// PageSize returns the standard page size in bytes.
func (s *Stack) PageSize() int { return int(s.standard) }

// Cached returns the number of freed pages kept.
func (s *Stack) Cached() int { return s.cached }

// Counters returns the totals so far.
func (s *Stack) Counters() Counters {
	s.count.PeakDepth = max(s.count.PeakDepth, s.ctx.Depth)
	return s.count
}

// Push reserves a frame of the given size in bytes (a multiple of 16) and
// returns it with the flag its call info must carry: CallAllocated when it
// opened a page, else 0. Nothing in the frame is initialised.
func (s *Stack) Push(bytes uintptr) (*Frame, uint32) {
	c := s.ctx
	if c.Top+bytes > c.End && !s.fits(bytes) {
		return At(s.Extend(bytes)), CallAllocated
	}
	f := c.Top
	c.Top += bytes
	c.Depth++
	return At(f), 0
}

// fits reports that a frame that did not fit below Context.End fits into the
// page all the same, because the stack is being watched, and notes how deep it is.
func (s *Stack) fits(bytes uintptr) bool {
	c := s.ctx
	if !s.watch || c.Page == 0 || c.Top+bytes > pageAt(c.Page).end {
		return false
	}
	s.count.PeakDepth = max(s.count.PeakDepth, c.Depth+1)
	return true
}

// limit is what Context.End is for a page: its end, or its start when every
// push is to be seen.
func (s *Stack) limit(p mm.Addr) mm.Addr {
	if s.watch {
		return p
	}
	return pageAt(p).end
}

// Pop gives the frame's memory back: the page when the frame opened it, else
// everything from the frame on.
func (s *Stack) Pop(f *Frame) {
	if f.This.T&CallAllocated != 0 {
		s.PopPage(f)
		return
	}
	s.ctx.Top = f.Addr()
	s.ctx.Depth--
}

// Extend opens a page for a frame of the given size, which becomes its first,
// and returns the frame's address. Push calls it when the current page is too
// short; tiers call Push, which knows whether it is.
func (s *Stack) Extend(bytes uintptr) mm.Addr {
	c := s.ctx
	size := s.page
	if bytes >= s.page-min(s.page, pageHeader) {
		size = (bytes + pageHeader + s.page - 1) / s.page * s.page
	}
	s.pending = bytes
	if s.rec != nil {
		s.rec.Event(trace.Depth, 0, uint64(c.Top), 0)
	}
	p := s.take(size)
	s.pending = 0
	if c.Page != 0 {
		pageAt(c.Page).top = c.Top
	}
	pageAt(p).prev = c.Page
	s.enter(p, size)
	f := c.Top
	c.Top += bytes
	c.Depth++
	s.count.Extensions++
	s.count.PeakDepth = max(s.count.PeakDepth, c.Depth)
	if s.rec != nil {
		s.rec.Event(trace.EdgePush, 0, uint64(f), uint64(bytes))
	}
	return f
}

// Pending reports a page that was asked for and not obtained, because the heap
// panicked: the size of the frame it was to hold, and the depth of the stack.
func (s *Stack) Pending() (frame uintptr, depth uint64, ok bool) {
	return s.pending, s.ctx.Depth, s.pending != 0
}

// PopPage pops a frame that opened its page.
func (s *Stack) PopPage(f *Frame) {
	c := s.ctx
	s.count.PeakDepth = max(s.count.PeakDepth, c.Depth)
	if s.rec != nil {
		s.rec.Event(trace.EdgePop, 0, uint64(f.Addr()), uint64(c.Top-f.Addr()))
	}
	p := c.Page
	prev := pageAt(p).prev
	c.Page = prev
	if prev != 0 {
		c.Top = pageAt(prev).top
		c.End = s.limit(prev)
	} else {
		c.Top, c.End = 0, 0
	}
	c.Depth--
	s.give(p)
}

// Grow makes room for extra more bytes behind f, the frame on top of the stack
// and still being built, whose header and first used bytes are live. It returns
// f, or the copy of it on a page of its own (with CallAllocated set).
func (s *Stack) Grow(f *Frame, used, extra uintptr) *Frame {
	c := s.ctx
	if c.Top+extra <= pageAt(c.Page).end {
		c.Top += extra
		return f
	}
	old := f.Addr()
	size := c.Top - old + extra
	wasFirst := f.This.T&CallAllocated != 0
	s.count.Copies++
	n := At(s.Extend(size))
	c.Depth--
	copyWords(n.Addr(), old, used)
	n.This.T |= CallAllocated
	prev := pageAt(c.Page).prev
	if wasFirst || old == prev+pageHeader {
		pageAt(c.Page).prev = pageAt(prev).prev
		s.give(prev)
	} else {
		pageAt(prev).top = old
	}
	return n
}

// NewChain makes a chain of one page for a Fiber, without making it current.
func (s *Stack) NewChain(pageSize int) Chain {
	size := max(uintptr(pageSize)&^(zval.ValueSize-1), MinPageSize)
	if size > s.standard {
		size = s.standard
	}
	p := s.take(size)
	h := pageAt(p)
	h.prev, h.top, h.end = 0, p+pageHeader, p+size
	return Chain{Top: h.top, End: s.limit(p), Page: p, PageSize: size}
}

// Switch makes another chain current and returns the one that was.
func (s *Stack) Switch(to Chain) Chain {
	c := s.ctx
	was := Chain{Top: c.Top, End: c.End, Page: c.Page, PageSize: s.page, Depth: c.Depth}
	if c.Page != 0 {
		pageAt(c.Page).top = c.Top
	}
	c.Top, c.End, c.Page, s.page, c.Depth = to.Top, to.End, to.Page, to.PageSize, to.Depth
	return was
}

// FreeChain gives back all pages of a chain that is not current.
func (s *Stack) FreeChain(c Chain) {
	for p := c.Page; p != 0; {
		prev := pageAt(p).prev
		s.give(p)
		p = prev
	}
}

// Destroy gives back every page of the current chain and the cache.
func (s *Stack) Destroy() {
	c := s.ctx
	for p := c.Page; p != 0; {
		prev := pageAt(p).prev
		s.give(p)
		p = prev
	}
	c.Page, c.Top, c.End, c.Depth = 0, 0, 0, 0
	s.Flush()
}

// Flush empties the page cache.
func (s *Stack) Flush() {
	for s.cache != 0 {
		p := s.cache
		s.cache = pageAt(p).prev
		s.cached--
		s.heap.FreeSize(p, s.standard)
	}
}

func (s *Stack) enter(p mm.Addr, size uintptr) {
	h := pageAt(p)
	h.top, h.end = p+pageHeader, p+size
	s.ctx.Page, s.ctx.Top, s.ctx.End = p, h.top, s.limit(p)
}

// take returns a page, from the cache when it is of the standard size.
func (s *Stack) take(size uintptr) mm.Addr {
	var p mm.Addr
	var fl trace.Flags
	switch {
	case size == s.standard && s.cache != 0:
		p = s.cache
		s.cache = pageAt(p).prev
		s.cached--
		s.count.PagesFromCache++
		fl = trace.FromCache
	default:
		fl = trace.FromHeap
		before := s.heap.Scanned()
		if s.rec == nil {
			p = s.heap.Alloc(size)
		} else {
			t := s.rec.Now()
			p = s.heap.Alloc(size)
			s.rec.Churn(s.rec.Now() - t)
		}
		s.count.Scanned += s.heap.Scanned() - before
		if size > s.standard {
			fl |= trace.Oversized
			s.count.Oversized++
		} else {
			s.count.PagesFromHeap++
		}
	}
	s.count.Pages++
	s.count.PeakPages = max(s.count.PeakPages, s.count.Pages)
	if s.rec != nil {
		s.inUse = append(s.inUse, p)
		s.rec.Event(trace.PageTake, fl, uint64(p), uint64(size))
	}
	return p
}

// give returns a page to the cache when it is of the standard size and there is room.
func (s *Stack) give(p mm.Addr) {
	size := pageAt(p).end - p
	s.count.Pages--
	for i := len(s.inUse) - 1; i >= 0; i-- {
		if s.inUse[i] == p {
			s.inUse = slices.Delete(s.inUse, i, i+1)
			break
		}
	}
	if size == s.standard && s.cached < s.cacheMax {
		s.count.PagesToCache++
		if s.rec != nil {
			s.rec.Event(trace.PageGive, trace.ToCache, uint64(p), uint64(size))
		}
		pageAt(p).prev = s.cache
		s.cache = p
		s.cached++
		return
	}
	fl := trace.ToHeap
	if size > s.standard {
		fl |= trace.Oversized
		s.count.OversizedGiven++
	} else {
		s.count.PagesToHeap++
	}
	if s.rec == nil {
		s.heap.FreeSize(p, size)
		return
	}
	s.rec.Event(trace.PageGive, fl, uint64(p), uint64(size))
	t := s.rec.Now()
	s.heap.FreeSize(p, size)
	s.rec.Churn(s.rec.Now() - t)
}
