//go:build unix

package mmap

import (
	"golang.org/x/sys/unix"

	"github.com/ebb-vm/ebb/core/mm"
)

// Source maps anonymous private memory.
type Source struct {
	huge bool // ask for transparent huge pages
}

// New returns a page source over mmap.
func New() mm.PageSource { return &Source{} }

// NewHuge is New that also asks the system to back chunks with huge pages, as PHP
// does when USE_ZEND_ALLOC_HUGE_PAGES is set. Where it cannot ask it is New.
func NewHuge() mm.PageSource { return &Source{huge: true} }

// Zeroed reports true: the system hands out cleared pages.
func (s *Source) Zeroed() bool { return true }

// Map returns size bytes aligned to align. The system aligns to its own pages only, but
// it tends to place mappings next to each other, so the first try often fits; otherwise
// a larger piece is mapped and its ends are given back.
func (s *Source) Map(size, align uintptr) (mm.Addr, bool) {
	if size == 0 || size > 1<<47 || align > 1<<30 {
		return 0, false
	}
	a, ok := mapAnon(0, size)
	if !ok {
		return 0, false
	}
	if a&(align-1) != 0 {
		unmap(a, size)
		wide := size + align - mm.PageSize
		if a, ok = mapAnon(0, wide); !ok {
			return 0, false
		}
		start := (a + align - 1) &^ (align - 1)
		if head := start - a; head > 0 {
			unmap(a, head)
		}
		if tail := a + wide - (start + size); tail > 0 {
			unmap(start+size, tail)
		}
		a = start
	}
	if s.huge {
		adviseHuge(a, size)
	}
	return a, true
}

// Unmap gives a mapping back.
func (s *Source) Unmap(a mm.Addr, size uintptr) { unmap(a, size) }

// Truncate gives back a mapping's tail.
func (s *Source) Truncate(a mm.Addr, from, to uintptr) bool {
	if to == 0 || to > from {
		return false
	}
	if to < from {
		unmap(a+to, from-to)
	}
	return true
}

// Extend maps the addresses right behind a mapping if nothing is there. The system
// takes the address as a wish: if it grants another, the block cannot grow in place.
func (s *Source) Extend(a mm.Addr, from, to uintptr) bool {
	if to <= from {
		return to == from
	}
	got, ok := mapAnon(a+from, to-from)
	if !ok {
		return false
	}
	if got != a+from {
		unmap(got, to-from)
		return false
	}
	return true
}

func mapAnon(wish mm.Addr, size uintptr) (mm.Addr, bool) {
	p, err := unix.MmapPtr(-1, 0, mm.Ptr(wish), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return 0, false
	}
	return mm.Addr(p), true
}

// unmap fails only for ranges that are not page-aligned or when the system cannot
// split a mapping; then the memory stays mapped, which is harmless.
func unmap(a mm.Addr, size uintptr) { _ = unix.MunmapPtr(mm.Ptr(a), size) }
