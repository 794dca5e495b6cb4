package core

import (
	"cmp"
	"context"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/interp"
	"github.com/ebb-vm/ebb/core/lib"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// Config is what an Engine is made from. The zero value is a PHP CLI without
// php.ini whose output goes to the process's standard output.
type Config struct {
	// Ini are settings by PHP's names, as -d gives them.
	Ini map[string]string
	// Host is the outside world; nil means the process's own.
	Host rt.Host
	// Out, when set, receives the output instead of the host's.
	Out io.Writer
	// Pages is where memory comes from; nil means Go's.
	Pages mm.PageSource
	// Trace records what the VM stack and the heap do; nil records nothing.
	Trace *trace.Recorder
	// Watch makes Result.Stack.PeakDepth exact at some cost for every call;
	// otherwise it is what was seen when a VM stack page was opened or closed.
	Watch bool
	// FlushEvery hands gathered output to the host this often while the script
	// computes; 0 leaves it to the end, full buffers and flush(). Builds without
	// timers ignore it.
	FlushEvery time.Duration
	// Modules are extensions beyond the core ones.
	Modules []*rt.Module
	// Tier, when set, binds an engine on top of the Go loop: it is called after
	// the loop has been bound.
	Tier func(x *rt.Exec)
	// Compiled, when set, sees every unit as it is compiled, before it runs.
	Compiled func(u *code.Unit)
	// SAPI is what PHP_SAPI says; "cli" by default.
	SAPI string
	// Context is where the VM context lives: vmstack.ContextSize zero bytes that
	// outlive the engine. 0 lets the executor allocate one.
	Context mm.Addr
}

// Script is one program. With Source nil the file at Path is read.
type Script struct {
	Path   string
	Source []byte
	Args   []string // $argv without the script itself
	Argv0  string   // $argv[0]; Path when empty
}

// Result is how a run went.
type Result struct {
	ExitCode int
	// LiveBlocks and LiveBytes are what the heap still held at the end: 0 unless
	// something leaked or the run ended with a fatal error.
	LiveBlocks int
	// Bailed says that a fatal error ended the run: memory was abandoned, so that
	// LiveBlocks does not speak of leaks.
	Bailed    bool
	LiveBytes int64
	// PeakBytes is memory_get_peak_usage() at the end, without and with the
	// heap's own reserve.
	PeakBytes, PeakReal int64
	Stack               vmstack.Counters
	Trace               trace.Counters // zero without a recorder
}

// Engine runs one script in an executor of its own. Engines share nothing and
// may run side by side; one Engine is for one goroutine.
type Engine struct {
	x   *rt.Exec
	cfg Config
}

// New makes an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Exec returns the executor of the run in progress or just done, nil before.
func (e *Engine) Exec() *rt.Exec { return e.x }

// outHost replaces a host's standard output.
type outHost struct {
	rt.Host
	out io.Writer
}

func (h outHost) Stdout() io.Writer { return h.out }

// Start makes the executor for a script and begins the request.
func (e *Engine) Start(s Script) *rt.Exec {
	host := e.cfg.Host
	if host == nil {
		host = rt.NewOSHost()
	}
	if e.cfg.Out != nil {
		host = outHost{host, e.cfg.Out}
	}
	x := rt.NewExec(rt.Config{
		Pages: e.cfg.Pages, Host: host, Ini: e.cfg.Ini, Trace: e.cfg.Trace, Watch: e.cfg.Watch, SAPI: e.cfg.SAPI,
		Args: append([]string{cmp.Or(s.Argv0, s.Path)}, s.Args...), Script: s.Path, Context: e.cfg.Context,
	})
	e.x = x
	bindCompiler(x)
	if f := e.cfg.Compiled; f != nil {
		file, str := x.CompileFile, x.CompileString
		note := func(u *code.Unit) *code.Unit {
			if u != nil {
				f(u)
			}
			return u
		}
		x.CompileFile = func(path string, src []byte) *code.Unit { return note(file(path, src)) }
		x.CompileString = func(src []byte, where string) *code.Unit { return note(str(src, where)) }
	}
	interp.Bind(x)
	if e.cfg.Tier != nil {
		e.cfg.Tier(x)
	}
	for _, m := range lib.Modules() {
		x.Register(m)
	}
	for _, m := range e.cfg.Modules {
		x.Register(m)
	}
	x.Begin()
	return x
}

// Run runs a script to its end and takes everything down.
func (e *Engine) Run(s Script) Result { return e.RunContext(context.Background(), s) }

// Quit, as the cause with which a context is cancelled, ends the script without
// a message. Its number, not 0, becomes the exit status.
type Quit int

func (q Quit) Error() string { return "quit" }

// RunContext is Run that stops the script with a fatal error when ctx ends.
func (e *Engine) RunContext(ctx context.Context, s Script) Result {
	// A fault in off-heap memory is the engine's, not the process's, to report.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	e.Start(s)
	e.Execute(ctx, s)
	return e.Finish()
}

// Execute runs the script that Start was given, with its shutdown functions and
// destructors, and ends the recording. Heap and stack stay as the program left
// them, to be looked at, until Finish.
func (e *Engine) Execute(ctx context.Context, s Script) {
	x := e.x
	stop := watch(ctx, x, e.cfg.FlushEvery)
	defer stop()
	rec := e.cfg.Trace
	if rec != nil {
		rec.Event(trace.RunStart, 0, 0, 0)
	}
	if s.Source != nil {
		x.RunSource(s.Path, s.Source)
	} else {
		x.RunFile(s.Path)
	}
	status := x.Shut()
	if rec != nil {
		rec.NoteDepth(uint32(x.Stack.Counters().PeakDepth))
		rec.Event(trace.RunEnd, 0, uint64(status), 0)
		rec.Flush()
		x.Heap.SetTrace(nil)
		x.Stack.SetTrace(nil)
	}
}

// Finish ends the request and gives all memory back.
func (e *Engine) Finish() Result {
	x := e.x
	x.Shut()
	r := Result{PeakBytes: int64(x.Heap.Peak()), PeakReal: int64(x.Heap.RealPeak())}
	r.Stack = x.Stack.Counters()
	r.ExitCode = x.End()
	x.Reg.Release()
	r.LiveBlocks, r.LiveBytes = x.Balanced()
	r.Bailed = x.Bailed()
	if e.cfg.Trace != nil {
		e.cfg.Trace.Flush()
		r.Trace = e.cfg.Trace.Counters()
	}
	x.Close()
	return r
}

// watch arranges for the executor to be interrupted at its deadline, which the
// program may move, every so often so that output does not wait, and when ctx
// ends. Builds that count fuel look at the clock themselves, since no timer
// would fire. Once stop has returned nobody touches the executor any more.
func watch(ctx context.Context, x *rt.Exec, every time.Duration) (stop func()) {
	var mu sync.Mutex
	over := false
	alive := func(f func()) func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			if !over {
				f()
			}
		}
	}
	var deadline, tick *time.Timer
	if !rt.CountsFuel {
		x.OnDeadline = func() {
			if deadline != nil {
				deadline.Stop()
			}
			if x.Deadline != 0 {
				deadline = time.AfterFunc(time.Duration(x.Deadline-x.Host.Monotonic()), alive(x.Interrupt))
			}
		}
		x.OnDeadline()
		if every > 0 {
			mu.Lock()
			tick = time.AfterFunc(every, alive(func() {
				x.Interrupt()
				tick.Reset(every)
			}))
			mu.Unlock()
		}
	}
	off := func() bool { return true }
	if ctx.Done() != nil {
		off = context.AfterFunc(ctx, alive(func() {
			if q, ok := context.Cause(ctx).(Quit); ok {
				x.Quit(int(q))
			} else {
				x.Cancel()
			}
		}))
	}
	return func() {
		mu.Lock()
		over = true
		mu.Unlock()
		x.OnDeadline = nil
		if deadline != nil {
			deadline.Stop()
		}
		if tick != nil {
			tick.Stop()
		}
		off()
	}
}
