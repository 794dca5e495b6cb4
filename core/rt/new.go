package rt

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Config is what an executor is made from. The zero value of a field means its
// default.
type Config struct {
	Pages mm.PageSource // memory for the heap and permanent data; default a slab of Go memory
	Host  Host          // default the process's own world
	Ini   map[string]string
	Trace *trace.Recorder // nil: record nothing
	Watch bool            // see every push, so that the peak depth is exact
	SAPI  string          // default "cli"
	Args  []string        // $argv; Args[0] is the script
	// Script is the main script's path as given, for messages and $_SERVER.
	Script string
	// Context is where the VM context lives, ContextSize zero bytes that outlive
	// the executor; 0 lets it allocate one.
	Context mm.Addr
}

// Ini names of the engine's own settings.
const (
	IniStackPage  = "ebb.vm_stack_page_size"
	IniStackCache = "ebb.vm_stack_page_cache"
	IniVM         = "ebb.vm"
	IniWasmJIT    = "ebb.jit_wasm" // in WebAssembly: compile hot functions
)

// NewExec makes an executor with PHP's core classes, constants and settings
// declared. The caller binds Run, CompileFile and CompileString, registers
// modules, then calls Begin.
func NewExec(c Config) *Exec {
	if c.Pages == nil {
		c.Pages = mm.NewSlabSource()
	}
	if c.Host == nil {
		c.Host = NewOSHost()
	}
	if c.SAPI == "" {
		c.SAPI = "cli"
	}
	x := &Exec{
		Host: c.Host, Trace: c.Trace, SAPI: c.SAPI, Args: c.Args, ScriptPath: c.Script,
		src:       c.Pages,
		Functions: make(map[string]*Function, 256),
		ClassTab:  make(map[string]*Class, 256),
		Constants: make(map[string]*Constant, 2048),
		Std:       make(stdState),
		modByLC:   make(map[string]*Module),
		builtins:  make(map[string]builtinRef, 2048),
		Cwd:       c.Host.Cwd(),
	}
	x.perm = mm.NewArena(c.Pages)
	x.Heap = mm.NewHeap(c.Pages, mm.Options{Trace: c.Trace})
	x.Space = zval.NewSpace(x.Heap, x.perm)
	x.Reg = &code.Registry{Space: x.Space}
	if c.Context == 0 {
		c.Context = x.perm.Alloc(vmstack.ContextSize)
	}
	x.Ctx = vmstack.ContextAt(c.Context)
	x.Ctx.HeapState, x.Ctx.Sizes = x.Heap.Base(), mm.SizeTable(x.perm)
	if first := x.Space.Char(0).Addr(); x.Space.Char(255).Addr() == first+255*vmstack.CharStride {
		x.Ctx.Chars = first
	}
	x.Out = newOutput(x, c.Host.Stdout())
	x.Ini = newIni(x, c.Ini)
	x.Errors.Level = EAll
	x.included.init()
	x.handles.init()
	x.cmpObjects = x.compareObj
	x.initUnwinders()
	x.known.init(x.Space)

	ini := coreIni()
	main := &Module{Name: "Core", Version: PHPVersion}
	for i := range ini {
		x.Ini.declare(&ini[i], main)
	}
	page, _ := ParseQuantity(x.Ini.String(IniStackPage))
	cache := int(x.Ini.Int(IniStackCache))
	if cache == 0 {
		cache = -1
	}
	x.takeStartupBlocks()
	x.Stack = vmstack.New(x.Heap, x.Ctx, vmstack.Options{PageSize: int(page), CacheMax: cache, Trace: c.Trace, Watch: c.Watch})
	x.Globals = x.Space.NewTable(64)
	x.Space.FreeResource = x.freeResource
	x.initClasses()
	return x
}

// PHPVersion is the version of the language implemented.
const (
	PHPVersion   = "8.5.4"
	PHPVersionID = 80504
)

// Begin starts the request: clocks, modules' start-up, $argv and $argc.
func (x *Exec) Begin() {
	x.StartTime = x.Host.Now().UnixNano()
	x.StartMono = x.Host.Monotonic()
	if x.Ini.MaxExecution > 0 {
		x.Deadline = x.StartMono + x.Ini.MaxExecution*1e9
	}
	x.disableFunctions(x.Ini.String("disable_functions"))
	for _, m := range x.modules {
		if m.Startup != nil {
			m.Startup(x)
		}
	}
	x.startGlobals()
}

// disableFunctions takes builtin functions away, as the setting of that name does.
func (x *Exec) disableFunctions(list string) {
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		lc := strings.ToLower(name)
		switch lc {
		case "exit", "die", "clone":
			x.Raise(EWarning, "Cannot disable function %s()", name)
			continue
		}
		delete(x.builtins, lc)
		delete(x.Functions, lc)
	}
}

// guard runs fn and reports whether it ran to its end. A fatal error inside
// ends it with false; the frames it left are abandoned.
func (x *Exec) guard(fn func()) (ok bool) {
	native := x.native
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		ok = false
		x.bailed = true
		x.native = native
		if _, is := r.(bailout); !is && !x.memoryFatal(r) {
			if x.crashed(r) {
				x.FatalCrash(r)
			} else {
				panic(r)
			}
		}
		x.afterBailout()
	}()
	fn()
	return true
}

// crashed tells apart run-time faults of the engine itself, which are reported
// as a fatal error, from panics that belong to the embedder.
func (x *Exec) crashed(r any) bool {
	if x.Ini.Bool("ebb.debug_panic") {
		return false
	}
	_, is := r.(runtime.Error)
	return is
}

// FatalCrash reports a fault of the engine in PHP's manner.
func (x *Exec) FatalCrash(r any) {
	x.ExitStatus = 255
	file, line := x.where()
	var none zval.Value
	x.show(ECoreError, file, line, fmt.Sprintf("Internal engine fault: %v", r), &none)
}

// memoryFatal reports a memory error that was panicked; false when r is none.
func (x *Exec) memoryFatal(r any) bool {
	var msg string
	switch e := r.(type) {
	case *mm.LimitError:
		msg = e.Error()
		if n, depth, ok := x.Stack.Pending(); ok {
			msg += fmt.Sprintf(" [VM stack page at depth %d, for a frame of %d bytes]", depth, n)
		}
	case *mm.OutOfMemoryError, *mm.OverflowError, *mm.CorruptError:
		msg = r.(error).Error()
	default:
		return false
	}
	x.Heap.IgnoreLimit(true)
	defer x.Heap.IgnoreLimit(false)
	file, line := x.where()
	var tr zval.Value
	ok := true
	func() {
		defer func() {
			if recover() != nil {
				ok = false
			}
		}()
		if x.Ini.FatalBacktraces {
			x.fatalTrace(&tr)
		}
	}()
	if !ok {
		tr.SetUndef()
	}
	x.ExitStatus = 255
	x.show(EError, file, line, msg, &tr)
	return true
}

// afterBailout leaves the executor fit for shutdown functions: no frames, no
// exception, no destructors of what existed.
func (x *Exec) afterBailout() {
	x.abandonFrames()
	x.Ctx.FP = 0
	x.Ctx.Exception = 0
	x.Compiling = 0
	x.Errors.AtFile = ""
	x.Errors.reporting = 0
	x.Out.running = nil
	x.unclean = true
	x.markDestructed()
}

// abandonFrames gives the VM stack back. Global variables that live in frames
// of running files move to the symbol table first; what else the frames hold is
// lost until the heap goes.
func (x *Exec) abandonFrames() {
	defer func() { recover() }() // frames may be in any state after a fault
	x.Heap.IgnoreLimit(true)
	defer x.Heap.IgnoreLimit(false)
	if x.Globals != nil {
		for f := x.Frame(); f != nil; f = frameAt(f.Prev) {
			// only the innermost file's frame is attached
			if f.Info()&vmstack.CallCode != 0 && f.Symbols == x.Globals.Addr() && isUser(f) {
				x.Detach(f)
				break
			}
		}
	}
	x.Stack.Destroy()
}

// RunFile compiles and runs the main script. The exit status is in ExitStatus.
func (x *Exec) RunFile(path string) {
	x.ScriptPath = path
	x.guard(func() {
		abs := x.AbsPath(path)
		src, err := x.ReadFile(abs)
		if err != nil {
			x.Out.WriteString("Could not open input file: " + path + "\n")
			x.ExitStatus = 1
			return
		}
		if rp, err := x.Host.FS().RealPath(abs); err == nil {
			abs = rp
		}
		x.included.add(abs)
		x.runMain(x.compileMain(abs, src))
	})
	x.settle()
}

// RunSource compiles and runs source that is not in a file; name is what
// messages call it.
func (x *Exec) RunSource(name string, src []byte) {
	x.guard(func() {
		if strings.HasPrefix(name, "/") {
			x.included.add(name)
		}
		x.runMain(x.compileMain(name, src))
	})
	x.settle()
}

// RunUnit runs a compiled main script.
func (x *Exec) RunUnit(u *code.Unit) {
	x.guard(func() { x.runMain(u) })
	x.settle()
}

// Load compiles a main script without running it: what it declares at once is
// declared. nil after an error, which has been reported.
func (x *Exec) Load(path string, src []byte) (u *code.Unit) {
	x.guard(func() {
		u = x.compileMain(path, src)
		x.settleUncaught()
	})
	return u
}

func (x *Exec) compileMain(path string, src []byte) *code.Unit {
	x.CompilingMain = true
	defer func() { x.CompilingMain = false }()
	return x.CompileFile(path, src)
}

func (x *Exec) runMain(u *code.Unit) {
	if u != nil && x.runBeside("auto_prepend_file") {
		x.ExecUnit(u, nil)
		if !x.HasExc() {
			x.runBeside("auto_append_file")
		}
	}
	x.settleUncaught()
}

// runBeside runs the file that a setting names, if any, as require does; false
// when it ended the program.
func (x *Exec) runBeside(setting string) bool {
	name := x.Ini.String(setting)
	if name == "" || name == "none" {
		return true
	}
	v := strValue(x.Space.NewString(name))
	var ret zval.Value
	u, _ := x.IncludeUnit(&v, IncRequire, &ret)
	x.Space.Release(&v)
	if u != nil {
		x.ExecUnit(u, nil)
	}
	return !x.HasExc()
}

// settle makes sure that an exception left by a bailout is not seen again.
func (x *Exec) settle() { x.guard(x.settleUncaught) }

// ExecUnit runs a unit's main code in the global scope. ret, when not nil,
// receives the owned result. May run PHP; the caller looks at HasExc.
func (x *Exec) ExecUnit(u *code.Unit, ret *zval.Value) {
	if !x.EnterNative() {
		return
	}
	defer x.LeaveNative()
	fn := u.Main.Desc
	f := x.PushFrame(fn, 0, 0, vmstack.CallCode|vmstack.CallTop|vmstack.CallHasSymbols)
	f.Symbols = x.Globals.Addr()
	slot := x.Heap.Alloc(zval.ValueSize)
	res := valueAt(slot)
	res.SetNull()
	f.Return = slot
	f.Opline = fn.Code
	f.Cache = x.RuntimeCache(fn)
	f.Prev = x.Ctx.FP
	x.initVars(f)
	x.Attach(f)
	x.Ctx.FP = f.Addr()
	x.Run(f)
	if ret != nil {
		ret.MoveFrom(res)
	} else {
		x.Space.Release(res)
	}
	x.Heap.FreeSize(slot, zval.ValueSize)
}

// initVars makes a frame's compiled variables undefined.
func (x *Exec) initVars(f *vmstack.Frame) {
	n := int(code.FuncAt(f.Func).NumCVs)
	for i := 0; i < n; i++ {
		f.Slot(i).SetUndef()
	}
}
