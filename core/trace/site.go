package trace

import (
	"cmp"
	"slices"
)

// Site is a place in a PHP program: where the executor was when an event happened.
type Site struct {
	Func  uint32 // index in the recorder's name table
	Line  uint32 // source line, 0 when unknown
	Op    uint8  // opcode number
	Depth uint32 // frames on the VM stack
}

// SiteCount is a row of the site table: how often which event happened at a place.
type SiteCount struct {
	Func  uint32 `json:"func"`
	Line  uint32 `json:"line"`
	Op    uint8  `json:"op"`
	Other bool   `json:"other,omitempty"` // the row of all places beyond the table's cap

	Extensions uint64 `json:"extensions"` // VM stack pages taken
	FromHeap   uint64 `json:"from_heap"`  // of them, served by the allocator
	Returns    uint64 `json:"returns"`    // VM stack pages given back
	ToHeap     uint64 `json:"to_heap"`    // of them, given back to the allocator
	Searches   uint64 `json:"searches"`   // page searches in the heap
	Scanned    uint64 `json:"scanned"`    // chunk bitmaps scanned by them
	Chunks     uint64 `json:"chunks"`     // chunks and huge blocks mapped
}

func (s *SiteCount) weight() uint64 {
	return s.Extensions + s.Returns + s.Searches + s.Chunks
}

type siteKey struct {
	fn, line uint32
	op       uint8
}

// siteTable counts events by place. Its cap bounds memory; places beyond it share one row.
type siteTable struct {
	rows  map[siteKey]*SiteCount
	other SiteCount
	cap   int
}

func (t *siteTable) at(s Site) (row *SiteCount, folded bool) {
	k := siteKey{s.Func, s.Line, s.Op}
	if r := t.rows[k]; r != nil {
		return r, false
	}
	if len(t.rows) >= t.cap {
		return &t.other, true
	}
	r := &SiteCount{Func: s.Func, Line: s.Line, Op: s.Op}
	t.rows[k] = r
	return r, false
}

// count reports whether the event went to the "other" row.
func (t *siteTable) count(s Site, k Kind, f Flags, a uint64) bool {
	var row *SiteCount
	var folded bool
	switch k {
	case PageTake:
		row, folded = t.at(s)
		row.Extensions++
		if f&FromCache == 0 {
			row.FromHeap++
		}
	case PageGive:
		row, folded = t.at(s)
		row.Returns++
		if f&ToCache == 0 {
			row.ToHeap++
		}
	case ScanChunks:
		row, folded = t.at(s)
		row.Searches++
		row.Scanned += a
	case ChunkMap, HugeMap:
		row, folded = t.at(s)
		row.Chunks++
	}
	return folded
}

// list returns the rows, busiest first, in an order that does not depend on map iteration.
func (t *siteTable) list() []SiteCount {
	out := make([]SiteCount, 0, len(t.rows)+1)
	for _, r := range t.rows {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b SiteCount) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.Func, b.Func),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Op, b.Op))
	})
	if t.other.weight() > 0 {
		o := t.other
		o.Other = true
		out = append(out, o)
	}
	return out
}
