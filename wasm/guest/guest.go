package guest

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/wasm/guest/tier"
)

// crashStatus is the exit status of a run that never became a program: a request
// that cannot be read, or a fault of the guest itself.
const crashStatus = 255

// batch is how many records are gathered at most.
const batch = 4096

// Guest runs programs for an embedder, one at a time.
type Guest struct {
	home  Home
	ctx   *contextBlock
	input []byte
	tier  *tier.Tier
}

// New returns a guest. Streams that home leaves nil swallow what they get.
func New(home Home) *Guest {
	if home.Stdout == nil {
		home.Stdout = io.Discard
	}
	if home.Stderr == nil {
		home.Stderr = io.Discard
	}
	return &Guest{home: home, ctx: newContextBlock(), tier: tier.New(home.Code)}
}

// InterruptAddress is where the embedder writes 2 to stop the program. It is
// the same for all of the guest's runs.
func (g *Guest) InterruptAddress() mm.Addr { return g.ctx.interrupt() }

// Buffer returns n bytes for the next request. They are the guest's, and good
// until the next call.
func (g *Guest) Buffer(n int) []byte {
	g.input = make([]byte, max(n, 0))
	return g.input
}

// Run runs one request and returns the exit status. A request that is no
// request gives status 255 and a message on the error stream.
func (g *Guest) Run(raw []byte) (status int) {
	req, err := decode(raw)
	if err != nil {
		fmt.Fprintf(g.home.Stderr, "ebb: %v\n", err)
		return crashStatus
	}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(g.home.Stderr, "ebb: internal fault: %v\n", r)
			status = crashStatus
		}
	}()
	r := &run{guest: g, req: req}
	defer r.host.flush()
	return r.run()
}

// run is one program on its way.
type run struct {
	guest *Guest
	req   *Request
	host  *host
	x     *rt.Exec
	rec   *trace.Recorder
	rep   reporter
	start time.Time
	tier  *tier.Engine // nil: the Go loop alone runs

	named    int    // names sent
	shown    uint64 // records made when the last state was sent
	top      mm.Addr
	limit    time.Duration
	flushed  time.Duration
	output   time.Duration
	sampled  time.Duration
	polled   time.Duration
	stateDue time.Duration
}

func (h *host) flush() {
	if h != nil {
		h.out.Flush()
	}
}

func (r *run) run() int {
	req := r.req
	r.start = time.Now()
	script := core.Script{Path: req.Path, Args: req.Args}
	if !req.Read {
		script.Source = []byte(req.Source)
		if _, taken := req.Files[req.Path]; !taken {
			req.Files[req.Path] = req.Source
		}
	}
	r.host = newHost(&r.guest.home, req.Files)
	r.limit = time.Duration(req.TimeLimitMs) * time.Millisecond
	cfg := core.Config{Ini: req.Ini, Host: r.host, Pages: pages(req.MaxMemory), Context: r.guest.ctx.fresh(), Watch: req.Trace,
		Tier: func(x *rt.Exec) { r.tier = r.guest.tier.Bind(x) }}
	if req.Trace {
		o := trace.Options{Ring: batch}
		if req.Stream {
			o.Sink = r.records
		}
		r.rec = trace.New(o)
		cfg.Trace = r.rec
	}
	e := core.New(cfg)
	x := e.Start(script)
	r.x = x
	r.rep = reporter{x: x, sent: map[mm.Addr]cells{}, next: map[mm.Addr]cells{}}
	if f := req.Prefragment; f != nil && f.Blocks > 0 && f.Size > 0 {
		x.Heap.Fragment(f.Blocks, uintptr(f.Size))
	}
	x.OnPoll = r.poll
	r.host.wake = func() bool { r.poll(); return x.Cancelled() }
	if req.Stream {
		r.state()
	}
	e.Execute(context.Background(), script)
	x.OnPoll = nil
	r.host.flush()
	r.flush()
	if r.guest.home.State != nil {
		s := r.rep.state(r.now(), req.Trace, func(o *object) {
			o.key("final")
			o.sep()
			o.b = append(o.b, "true"...)
			o.num("exit", int64(x.ExitStatus))
			o.num("memory_peak", x.Heap.Peak())
			if r.tier != nil {
				t := &r.tier.Stats
				o.key("tier")
				o.open('{')
				o.num("compiled", int64(t.Compiled))
				o.num("refused", int64(t.Refused))
				o.num("dropped", int64(t.Dropped))
				o.num("bytes", int64(t.Bytes))
				o.num("inlined", int64(t.Inlined))
				o.num("oplines", int64(t.Total))
				o.num("entered", int64(t.Entered))
				o.key("slow")
				o.open('{')
				for op, n := range t.Slow {
					if n > 0 {
						o.num(opcode.Op(op).String(), int64(n))
					}
				}
				o.close('}')
				o.close('}')
			}
			o.key("functions")
			r.rep.functions(o)
			o.key("sites")
			r.rep.sites(o)
		})
		r.names()
		r.guest.home.State(s)
	}
	return e.Finish().ExitCode
}

// pages returns the source of PHP's memory. It takes three quarters of what linear
// memory can grow to, so that running out of it is PHP's fatal error and not Go's,
// which would be the end of the instance; the rest is for the engine's own data.
func pages(max int64) mm.PageSource {
	const most = 4 << 30
	if max <= 0 || max > most {
		max = most
	}
	// Short runs should not meet the collector at all.
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(max - max/8)
	s := mm.NewSlabSource()
	s.Retain(uintptr(max - max/4))
	return s
}

// now is the time on the records' clock, in nanoseconds.
func (r *run) now() int64 {
	if r.rec != nil {
		return r.rec.Now()
	}
	return int64(time.Since(r.start))
}

// poll does what has to be done while PHP runs.
func (r *run) poll() {
	now := time.Since(r.start)
	if r.tier != nil {
		r.tier.Polled()
	}
	if r.limit > 0 && now >= r.limit {
		r.x.CancelWith(fmt.Sprintf("Time limit of %v reached", r.limit))
		r.limit = 0
	}
	if r.rec != nil && r.req.Stream {
		r.watch(now)
	}
	if now-r.output >= outputEvery {
		r.output = now
		r.x.Out.Flush() // what left PHP's own buffers
		r.host.out.Flush()
	}
	if now-r.polled >= pollEvery {
		r.polled = now
		if p := r.guest.home.Poll; p != nil && p() {
			r.x.Cancel()
		}
	}
}

// watch records how deep the stack is and sends what has been recorded.
func (r *run) watch(now time.Duration) {
	if top := r.x.Ctx.Top; top != r.top && now-r.sampled >= sampleEvery {
		r.top, r.sampled = top, now
		r.x.Stack.Sample()
	}
	if now-r.flushed >= recordsEvery {
		r.flushed = now
		r.flush()
	}
	if now >= r.stateDue && r.rec.Counters().Events != r.shown {
		r.flush()
		r.state()
	}
}

func (r *run) flush() {
	if r.rec != nil {
		r.rec.Flush()
	}
}

// state sends a state. A heap so large that this takes long is shown less often.
func (r *run) state() {
	if r.guest.home.State == nil {
		return
	}
	from := time.Since(r.start)
	s := r.rep.state(r.now(), true, nil)
	r.names()
	r.guest.home.State(s)
	if r.rec != nil {
		r.shown = r.rec.Counters().Events
	}
	end := time.Since(r.start)
	r.stateDue = from + max(stateEvery, 8*(end-from))
}

// records is the recorder's sink.
func (r *run) records(recs []trace.Record) {
	r.names()
	if r.guest.home.Flush != nil {
		r.guest.home.Flush(trace.Bytes(recs), len(recs))
	}
}

// names sends the names that are new.
func (r *run) names() {
	if r.rec == nil || r.guest.home.Name == nil {
		return
	}
	for all := r.rec.Names(); r.named < len(all); r.named++ {
		r.guest.home.Name(uint32(r.named), all[r.named])
	}
}
