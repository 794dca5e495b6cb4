package wasm

import (
	"io"
	"io/fs"
	"time"
)

// Script is one PHP program and what it is given.
type Script struct {
	// Source is the program's text, opening tag included. Path names it in
	// messages and is __FILE__ (default "/script.php"); with a nil Source the
	// program is read from Path in one of the Mounts.
	Source []byte
	Path   string
	// Args follow the script's name in $argv.
	Args []string

	Stdin  io.Reader // nil: empty
	Stdout io.Writer // nil: collected in Result.Stdout
	Stderr io.Writer // nil: collected in Result.Stderr

	// Env holds "KEY=value" pairs for getenv. The host's environment is not passed on.
	Env []string
	// Mounts are the directories the script can see; none by default.
	Mounts []Mount
	// Ini sets PHP settings by name, such as "precision" or "ebb.vm_stack_page_cache".
	Ini map[string]string

	// MemoryLimit bounds PHP's heap in bytes, as memory_limit does: reaching
	// it is a fatal error in the script. 0 means 128 MB, negative no limit of
	// PHP's own; Config.MaxMemory bounds the instance in any case.
	MemoryLimit int64
	// TimeLimit bounds the wall-clock time of the run; reaching it ends the
	// script and Run returns an error that wraps ErrTimeLimit. 0 means none.
	TimeLimit time.Duration

	// Trace asks for VM stack events; Result.Pages is filled, and Events, when
	// set, receives the records in batches, in the order in which they happened.
	Trace  bool
	Events func([]Event)
}

// Mount makes a directory visible to the script.
type Mount struct {
	Guest    string // where the script sees it, such as "/data"
	Dir      string // a directory of the host, or
	FS       fs.FS  // any file system, read-only
	Writable bool   // Dir only: the script may change it
}

// Result is the outcome of a run that the script itself ended, with or
// without a PHP error.
type Result struct {
	// ExitStatus is what php would exit with: 0, exit()'s, or 255 after a fatal error.
	ExitStatus int
	// Stdout and Stderr hold the output that was not sent elsewhere.
	Stdout, Stderr []byte
	// Pages tells what the VM stack did; nil without Script.Trace.
	Pages *Pages
	// JIT tells what became of the program's functions; nil unless the setting
	// ebb.jit_wasm was on.
	JIT *JIT
	// MemoryPeak is memory_get_peak_usage() at the end, in bytes.
	MemoryPeak int64
	// Duration is the time from entry to exit, instantiation not included.
	Duration time.Duration
}

// JIT counts what compiling functions to WebAssembly at run time did.
type JIT struct {
	Compiled int `json:"compiled"` // functions
	Refused  int `json:"refused"`  // hot functions that were left to the interpreter
	Dropped  int `json:"dropped"`  // compiled ones that the interpreter turned out to run faster
	Bytes    int `json:"bytes"`    // of WebAssembly
	Inlined  int `json:"inlined"`  // oplines with code of their own, of
	Oplines  int `json:"oplines"`  // those of the compiled functions
	Entered  int `json:"entered"`  // calls of generated code
	// Slow counts the oplines that generated code left to the interpreter, by opcode.
	Slow map[string]int `json:"slow"`
}

// Pages counts the traffic of VM stack pages of one run. The names are those
// of `ebb pages --json`.
type Pages struct {
	StackExtensions int64  `json:"stack_extensions"`
	PagesFromHeap   int64  `json:"pages_from_heap"`
	PagesFromCache  int64  `json:"pages_from_cache"`
	PagesToHeap     int64  `json:"pages_to_heap"`
	PagesToCache    int64  `json:"pages_to_cache"`
	OversizedPages  int64  `json:"oversized_pages"`
	PeakPages       int64  `json:"peak_pages"`
	PeakDepth       int64  `json:"peak_depth"`
	ChunksScanned   int64  `json:"chunks_scanned"`
	Sites           []Site `json:"sites"`
}

// Site is a place in the program that took VM stack pages.
type Site struct {
	Func       string `json:"func"`
	Line       int    `json:"line"`
	Op         string `json:"op"`
	Extensions int64  `json:"extensions"`
	FromHeap   int64  `json:"from_heap"`
}
