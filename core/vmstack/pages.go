package vmstack

import (
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
)

// What reports want to know about the pages.

// PageInfo describes a VM stack page in use.
type PageInfo struct {
	Addr  mm.Addr
	Bytes uintptr // size, header included
	Used  uintptr // from the page's start to the top of its frames
}

// Pages appends the pages in use to dst, oldest first: those of the current
// chain and those of suspended Fibers. They are known only while a recorder is
// attached.
func (s *Stack) Pages(dst []PageInfo) []PageInfo {
	for _, p := range s.inUse {
		h := pageAt(p)
		top := h.top
		if p == s.ctx.Page {
			top = s.ctx.Top
		}
		dst = append(dst, PageInfo{p, h.end - p, top - p})
	}
	return dst
}

// CachedPages appends the addresses of the freed pages kept, the next to be
// served first.
func (s *Stack) CachedPages(dst []mm.Addr) []mm.Addr {
	for p := s.cache; p != 0; p = pageAt(p).prev {
		dst = append(dst, p)
	}
	return dst
}

// SetTrace replaces the recorder; nil stops recording. Pages taken from then on
// are not known to Pages.
func (s *Stack) SetTrace(r *trace.Recorder) { s.rec = r }

// Sample records the depth and the top of the stack, if anything records.
func (s *Stack) Sample() {
	if s.rec != nil && s.ctx.Page != 0 {
		s.rec.Event(trace.Depth, 0, uint64(s.ctx.Top), 0)
	}
}
