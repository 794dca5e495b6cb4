package trace

// Counters are exact totals since the recorder started. The JSON names are what
// the playground and `--report=json` show.
type Counters struct {
	PagesFromHeap    uint64 `json:"pages_from_heap"`   // standard VM stack pages the allocator served
	PagesFromCache   uint64 `json:"pages_from_cache"`  // standard pages served from the page cache
	PagesToHeap      uint64 `json:"pages_to_heap"`     // standard pages given back to the allocator
	PagesToCache     uint64 `json:"pages_to_cache"`    // standard pages kept in the page cache
	OversizedTaken   uint64 `json:"oversized_taken"`   // pages bigger than the standard size, never cached
	OversizedGiven   uint64 `json:"oversized_given"`   //
	StackExtensions  uint64 `json:"stack_extensions"`  // times a push did not fit into the current page
	PagesNow         uint64 `json:"pages_now"`         // VM stack pages in use (the cached ones not counted)
	PeakPages        uint64 `json:"peak_pages"`        //
	PeakDepth        uint64 `json:"peak_depth"`        // frames
	PageSearches     uint64 `json:"page_searches"`     // times the heap looked for pages
	ChunksScanned    uint64 `json:"chunks_scanned"`    // chunk bitmaps scanned by those searches
	ChunksMapped     uint64 `json:"chunks_mapped"`     //
	ChunksUnmapped   uint64 `json:"chunks_unmapped"`   //
	ChunksCached     uint64 `json:"chunks_cached"`     // empty chunks kept instead of unmapped
	ChunksReused     uint64 `json:"chunks_reused"`     // kept chunks put to use again
	HugeMapped       uint64 `json:"huge_mapped"`       // huge blocks mapped or grown
	HugeUnmapped     uint64 `json:"huge_unmapped"`     // huge blocks unmapped or shrunk
	PageChurnNanos   uint64 `json:"page_churn_ns"`     // time spent taking pages from and giving them to the allocator
	Events           uint64 `json:"events"`            // records made
	Dropped          uint64 `json:"dropped"`           // records the ring has overwritten
	SitesFolded      uint64 `json:"sites_folded"`      // events counted under the "other" site
	FunctionsFolded  uint64 `json:"functions_folded"`  // names not kept because the table was full
	ScannedAtStretch uint64 `json:"scanned_at_growth"` // chunk bitmaps scanned in searches that ended with a new chunk
}

// count folds one event into the totals.
func (c *Counters) count(k Kind, f Flags, a uint64) {
	c.Events++
	switch k {
	case PageTake:
		switch {
		case f&Oversized != 0:
			c.OversizedTaken++
		case f&FromCache != 0:
			c.PagesFromCache++
		default:
			c.PagesFromHeap++
		}
		c.PagesNow++
		c.PeakPages = max(c.PeakPages, c.PagesNow)
	case PageGive:
		switch {
		case f&Oversized != 0:
			c.OversizedGiven++
		case f&ToCache != 0:
			c.PagesToCache++
		default:
			c.PagesToHeap++
		}
		if c.PagesNow > 0 {
			c.PagesNow--
		}
	case EdgePush:
		c.StackExtensions++
	case ChunkMap:
		c.ChunksMapped++
	case ChunkUnmap:
		c.ChunksUnmapped++
	case ChunkCache:
		if f&FromCache != 0 {
			c.ChunksReused++
		} else {
			c.ChunksCached++
		}
	case ScanChunks:
		c.PageSearches++
		c.ChunksScanned += a
		if f&Placed == 0 {
			c.ScannedAtStretch += a
		}
	case HugeMap:
		c.HugeMapped++
	case HugeUnmap:
		c.HugeUnmapped++
	}
}
