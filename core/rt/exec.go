package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Exec is one executor: a PHP request with its heap, VM stack, symbol tables,
// classes, functions, settings and output. Many run side by side in one
// process and share nothing mutable.
type Exec struct {
	Heap  *mm.Heap
	Space *zval.Space
	Reg   *code.Registry
	Stack *vmstack.Stack
	Ctx   *vmstack.Context
	Trace *trace.Recorder // nil: off

	VM VMState // what the tiers share

	// Run executes from frame f until the frame flagged CallTop returns.
	// The engine binds it (the Go loop, or a tier on top of it).
	Run func(f *vmstack.Frame)
	// CompileFile and CompileString turn source into a unit; the facade binds
	// them. On failure they leave an exception (ParseError) or bail out.
	CompileFile   func(path string, src []byte) *code.Unit
	CompileString func(src []byte, where string) *code.Unit

	Functions map[string]*Function // by lower-case name; builtins enter on first use
	FuncOrder []*Function          // declaration order
	Classes   []*Class             // by ClassDesc.ID
	ClassTab  map[string]*Class    // by lower-case name, aliases included
	Constants map[string]*Constant
	Globals   *zval.Table // $GLOBALS' symbol table

	Ini    *Ini
	Out    *Output
	Errors ErrorState
	Host   Host   // files, clock, environment: what the outside gives
	Cwd    string // absolute; each executor has its own

	ScriptPath string // main script as given
	// CompilingMain is set while the main script is compiled: a first line that
	// starts with #! is skipped there and nowhere else.
	CompilingMain bool
	Args          []string
	SAPI          string // "cli"
	ExitStatus    int
	StartTime     int64 // nanoseconds of the wall clock at request start
	StartMono     int64

	// Deadline is the monotonic nanosecond at which max_execution_time ends, 0
	// for never; polled when Ctx.Interrupt is set.
	Deadline int64
	// OnDeadline, when set, is told that Deadline has changed, so that a timer
	// can be set. The facade binds it.
	OnDeadline func()
	// OnPoll, when set, is called now and then at safe points while PHP runs, in
	// builds that count fuel. It must not run PHP.
	OnPoll func()

	// Compiling counts compilations in progress: fatal errors then show the
	// include or eval that asked for one.
	Compiling int

	Std stdState // Go-side state of libraries, by key

	random *Random // seeded on first use

	bailed bool // a fatal error unwound the stack without releasing anything

	startup   []mm.Addr // see takeStartupBlocks
	perm      *mm.Arena
	src       mm.PageSource
	modules   []*Module
	modByLC   map[string]*Module
	builtins  map[string]builtinRef // builtin functions not materialised yet or already, by lower-case name
	included  includeState
	codeNames uint64 // bytes of the names of evaluated code
	shutdown  []shutdownCall
	made      map[string]bool // superglobals made on demand
	inShut    bool
	shut      bool
	ended     bool
	unclean   bool // a fatal error ended the run: nothing is destroyed in order

	constAt constPlace
	// Assigning is the object that the running ASSIGN_OBJ keeps alive.
	Assigning *zval.Object
	unwind    unwinders
	Cls       KnownClasses // core classes
	cls       classState

	objects    objectStore
	internal   payloads // Go-side payloads of internal objects, by Object.Internal
	known      knownStrings
	cmpObjects func(a, b *zval.Value) int // compareObj, bound once
	nowhere    *zval.Value                // see nowhereNull
	native     int                        // depth of Go re-entries, bounded
	handles    resources
	tickFns    []*tickCall
}

// stdState keeps a library's per-executor Go state under a key private to it,
// so that libraries need no package-level variables.
type stdState map[any]any

// State returns the value filed under key, making it on first use.
func State[T any](x *Exec, key any, make func() *T) *T {
	if v, ok := x.Std[key]; ok {
		return v.(*T)
	}
	v := make()
	x.Std[key] = v
	return v
}

// Frame returns the current frame, or nil outside of any.
func (x *Exec) Frame() *vmstack.Frame {
	if x.Ctx.FP == 0 {
		return nil
	}
	return vmstack.At(x.Ctx.FP)
}

// Perm is the arena for what lives as long as the executor.
func (x *Exec) Perm() *mm.Arena { return x.perm }
