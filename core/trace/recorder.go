package trace

import "time"

// Defaults of Options.
const (
	DefaultRing  = 65536 // records; 3 MB
	DefaultSites = 4096
	DefaultNames = 16384
)

// Options configure a Recorder; the zero value takes the defaults.
type Options struct {
	Ring  int // records kept, or the length of a batch when Sink is set
	Sites int // rows of the site table; further places are counted together
	Names int // function names kept; further ones share index 0

	// Sink, when set, receives every record in batches instead of the ring. The
	// slice is reused after the call returns.
	Sink func([]Record)

	// Clock returns nanoseconds since the recorder started; nil means the
	// monotonic clock. Tests set it to get the same records each time.
	Clock func() int64
}

// Recorder takes events from one executor. A nil *Recorder records nothing and
// callers test for it before they call; methods do not accept nil.
type Recorder struct {
	// At tells where the executor is. It is set by the executor, called once per
	// event and never otherwise; nil leaves the site zero. It must not touch the
	// heap and must not record.
	At func() Site

	buf   []Record // ring, or the batch being filled when sink is set
	seq   uint64   // number of the last record
	fill  int      // records in the batch (sink only)
	sink  func([]Record)
	clock func() int64
	start time.Time

	counters Counters
	sites    siteTable
	names    []string // names[0] stands for all names that were not kept
	byName   map[string]uint32
	nameCap  int
}

// New returns a recorder. Its ring is allocated at once, so recording does not
// allocate except for new sites and names.
func New(o Options) *Recorder {
	if o.Ring <= 0 {
		o.Ring = DefaultRing
	}
	if o.Sites <= 0 {
		o.Sites = DefaultSites
	}
	if o.Names <= 0 {
		o.Names = DefaultNames
	}
	r := &Recorder{
		buf:     make([]Record, o.Ring),
		sink:    o.Sink,
		clock:   o.Clock,
		start:   time.Now(),
		sites:   siteTable{rows: make(map[siteKey]*SiteCount), cap: o.Sites},
		names:   []string{"{other}"},
		byName:  make(map[string]uint32),
		nameCap: o.Names,
	}
	return r
}

// Now returns nanoseconds since the recorder started.
func (r *Recorder) Now() int64 {
	if r.clock != nil {
		return r.clock()
	}
	return int64(time.Since(r.start))
}

// Event records one event at the executor's current site.
func (r *Recorder) Event(k Kind, f Flags, a, b uint64) {
	var s Site
	if r.At != nil {
		s = r.At()
	}
	r.EventAt(s, k, f, a, b)
}

// EventAt records one event at a given site.
func (r *Recorder) EventAt(s Site, k Kind, f Flags, a, b uint64) {
	r.seq++
	var rec *Record
	if r.sink != nil {
		rec = &r.buf[r.fill]
		r.fill++
	} else {
		rec = &r.buf[(r.seq-1)%uint64(len(r.buf))]
		if r.seq > uint64(len(r.buf)) {
			r.counters.Dropped++
		}
	}
	*rec = Record{Seq: r.seq, Time: r.Now(), Kind: k, Op: s.Op, Flags: f,
		Line: s.Line, Func: s.Func, Depth: s.Depth, A: a, B: b}
	r.counters.count(k, f, a)
	r.counters.PeakDepth = max(r.counters.PeakDepth, uint64(s.Depth))
	if r.sites.count(s, k, f, a) {
		r.counters.SitesFolded++
	}
	if r.sink != nil && r.fill == len(r.buf) {
		r.Flush()
	}
}

// Churn adds time spent taking VM stack pages from the allocator or giving them back.
func (r *Recorder) Churn(ns int64) {
	if ns > 0 {
		r.counters.PageChurnNanos += uint64(ns)
	}
}

// NoteDepth raises the recorded peak of the call depth without an event.
func (r *Recorder) NoteDepth(frames uint32) {
	r.counters.PeakDepth = max(r.counters.PeakDepth, uint64(frames))
}

// Flush hands the records gathered so far to the sink. Without a sink it does nothing.
func (r *Recorder) Flush() {
	if r.sink == nil || r.fill == 0 {
		return
	}
	n := r.fill
	r.fill = 0
	r.sink(r.buf[:n])
}

// Name returns the index of a function's name, adding it if there is room.
// Executors keep the index with the function, so that an event costs no lookup.
func (r *Recorder) Name(fn string) uint32 {
	if i, ok := r.byName[fn]; ok {
		return i
	}
	if len(r.names) >= r.nameCap {
		r.counters.FunctionsFolded++
		return 0
	}
	i := uint32(len(r.names))
	r.names = append(r.names, fn)
	r.byName[fn] = i
	return i
}

// FuncName returns the name at an index of Record.Func.
func (r *Recorder) FuncName(i uint32) string {
	if int(i) < len(r.names) {
		return r.names[i]
	}
	return r.names[0]
}

// Names returns the name table; the index of an entry is a Record's Func. The
// slice is the recorder's own and grows at its end only.
func (r *Recorder) Names() []string { return r.names }

// Counters returns the totals so far.
func (r *Recorder) Counters() Counters { return r.counters }

// Sites returns the site table, busiest place first, "other" last.
func (r *Recorder) Sites() []SiteCount { return r.sites.list() }

// Records returns a copy of the ring, oldest first. With a sink it returns the
// records not yet flushed.
func (r *Recorder) Records() []Record {
	if r.sink != nil {
		return append([]Record(nil), r.buf[:r.fill]...)
	}
	n := uint64(len(r.buf))
	if r.seq <= n {
		return append([]Record(nil), r.buf[:r.seq]...)
	}
	cut := r.seq % n
	return append(append(make([]Record, 0, n), r.buf[cut:]...), r.buf[:cut]...)
}
