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

	// Run executes from frame f until the frame flagged CallTop returns.
	// The engine binds it (the Go loop, or a tier on top of it).
	Run func(f *vmstack.Frame)
	// CompileFile and CompileString turn source into a unit; the facade binds
	// them. On failure they leave an exception (ParseError) or bail out.
	CompileFile   func(path string, src []byte) *code.Unit
	CompileString func(src []byte, where string) *code.Unit

	Functions map[string]*Function // by lower-case name
	FuncOrder []*Function          // declaration order
	Classes   []*Class             // by ClassDesc.ID
	ClassTab  map[string]*Class    // by lower-case name, aliases included
	Constants map[string]*Constant
	Globals   *zval.Table // $GLOBALS' symbol table

	Ini    *Ini
	Out    *Output
	Errors ErrorState
	Host   Host // files, clock, environment: what the outside gives

	objects  objectStore
	internal payloads // Go-side payloads of internal objects, by Object.Internal
	known    knownStrings
	native   int // depth of Go re-entries, bounded
}
