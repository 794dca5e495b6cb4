package report

import (
	"cmp"
	"slices"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// Pages is what a run did with its VM stack pages.
type Pages struct {
	StackExtensions uint64 `json:"stack_extensions"` // pushes that opened a page
	PagesFromHeap   uint64 `json:"pages_from_heap"`  // the first page and oversized ones included
	PagesFromCache  uint64 `json:"pages_from_cache"`
	PagesToHeap     uint64 `json:"pages_to_heap"`
	PagesToCache    uint64 `json:"pages_to_cache"`
	OversizedPages  uint64 `json:"oversized_pages"` // for frames larger than a page; never cached
	PeakPages       uint64 `json:"peak_pages"`      // in use at once
	PeakDepth       uint64 `json:"peak_depth"`      // frames, the main script's included
	ChunksScanned   uint64 `json:"chunks_scanned"`  // chunk bitmaps the heap searched to place these pages
	Sites           []Site `json:"sites"`           // where pages were opened, most first
	Churn           int64  `json:"-"`               // nanoseconds spent taking pages from the heap and giving them back; 0 without a recorder
}

// Site is a place in the program whose calls opened VM stack pages.
type Site struct {
	Function string `json:"function"`
	Line     uint32 `json:"line"`
	Opcode   string `json:"opcode"`
	Count    uint64 `json:"count"`
}

// FromRun makes the report from a stack's counters, taken when the program was
// over and its stack not yet destroyed, and from the recorder, which may be nil.
func FromRun(c vmstack.Counters, rec *trace.Recorder) Pages {
	p := Pages{
		StackExtensions: c.Extensions,
		PagesFromHeap:   c.PagesFromHeap + c.Oversized,
		PagesFromCache:  c.PagesFromCache,
		PagesToHeap:     c.PagesToHeap + c.OversizedGiven,
		PagesToCache:    c.PagesToCache,
		OversizedPages:  c.Oversized,
		PeakPages:       uint64(c.PeakPages),
		PeakDepth:       c.PeakDepth,
		ChunksScanned:   c.Scanned,
		Sites:           []Site{},
	}
	if rec == nil {
		return p
	}
	t := rec.Counters()
	p.PeakDepth = max(p.PeakDepth, t.PeakDepth)
	p.Churn = int64(t.PageChurnNanos)
	for _, s := range rec.Sites() {
		if s.Extensions == 0 || s.Line == 0 && !s.Other { // line 0: the first page, before any program
			continue
		}
		p.Sites = append(p.Sites, Site{rec.FuncName(s.Func), s.Line, opcode.Op(s.Op).String(), s.Extensions})
	}
	slices.SortStableFunc(p.Sites, func(a, b Site) int { return cmp.Compare(b.Count, a.Count) })
	return p
}

// ScansPerPage is how many chunk bitmaps the heap searched for each page it
// gave the stack, 0 when it gave none.
func (p Pages) ScansPerPage() float64 {
	if p.PagesFromHeap == 0 {
		return 0
	}
	return float64(p.ChunksScanned) / float64(p.PagesFromHeap)
}
