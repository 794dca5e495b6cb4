package wasm

import (
	"fmt"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Options say where in the context the words are that generated code uses, as
// offsets in bytes.
type Options struct {
	IP, FP uint32 // words of 64 bits
	Target uint32 // 64 bits: the handle a JmpR or JmpM goes to
	// Fuel, 64 bits and signed, is what a poll takes one of; it branches below 0.
	// Nothing preempts code in WebAssembly: the program looks up by itself.
	Fuel uint32
}

// What functions return besides the numbers of Exit, which must not be below 0.
const (
	// CodeDispatch: go on at the handle that the cell at IP holds.
	CodeDispatch = -1
	// CodeJump: go on at the handle in Options.Target.
	CodeJump = -2
)

// Names in modules.
const (
	ImportMemory = "env" // "memory"
	ImportTable  = "jit" // "table"
)

// Handle is what stands for the address of an entry of the function in a slot.
// Slot 0 holds no function, so that 0 is no handle.
func Handle(slot, entry int) uint64 { return uint64(uint32(slot))<<32 | uint64(uint32(entry)) }

// maxLocals is less than what engines allow (50,000).
const maxLocals = 20000

// Batch gathers functions for one module.
type Batch struct {
	o     Options
	base  int
	codes [][]byte
	size  int
}

// NewBatch starts a module whose functions go into the table's slots from base on.
func NewBatch(o Options, base int) *Batch { return &Batch{o: o, base: base} }

// Len is the number of functions so far, Size about what they take in bytes.
func (b *Batch) Len() int  { return len(b.codes) }
func (b *Batch) Size() int { return b.size }

// Add compiles a function and returns its slot. After an error, which says that
// the function is too large or no correct one, the batch is as it was.
func (b *Batch) Add(f *ir.Func) (slot int, err error) { return b.add(f, false) }

// AddRecursive is Add for a function that will often dispatch to itself: it then
// goes there without leaving.
func (b *Batch) AddRecursive(f *ir.Func) (slot int, err error) { return b.add(f, true) }

func (b *Batch) add(f *ir.Func, recursive bool) (slot int, err error) {
	slot = b.base + len(b.codes)
	code, err := compile(f, &b.o, slot, recursive)
	if err != nil {
		return 0, err
	}
	b.codes = append(b.codes, code)
	b.size += len(code)
	return slot, nil
}

// AddDriver adds the function that runs others. It has their type; entry is not
// looked at. From the handle in the cell at IP on it calls functions for as long
// as their codes lead to a handle. It returns CodeDispatch at an IP whose cell is
// 0, CodeJump at a Target of 0, or what Exit said.
func (b *Batch) AddDriver() (slot int) {
	slot = b.base + len(b.codes)
	w := &body{}
	const handle, result = 2, 3 // locals: i64, i32
	w.b = append(w.b, 2, 1, typeI64, 1, typeI32)
	at := func() { // the handle at IP
		w.get(paramCtx)
		w.mem(opI32Load, 2, b.o.IP)
		w.mem(opI64Load, 3, 0)
		w.set(handle)
	}
	w.i32(CodeDispatch)
	w.set(result)
	at()
	w.block(opLoop, noResult)
	w.get(handle)
	w.op(opI64Eqz)
	w.block(opIf, noResult)
	w.get(result)
	w.op(opReturn)
	w.op(opEnd)
	w.get(handle)
	w.op(opI32Wrap)
	w.get(paramCtx)
	w.get(handle)
	w.i64(32)
	w.op(opI64ShrU)
	w.op(opI32Wrap)
	w.b = append(w.b, opCallIndirect, 0, 0)
	w.tee(result)
	w.i32(CodeDispatch)
	w.op(opI32Eq)
	w.block(opIf, noResult)
	at()
	w.br(1)
	w.op(opEnd)
	w.get(result)
	w.i32(CodeJump)
	w.op(opI32Eq)
	w.block(opIf, noResult)
	w.get(paramCtx)
	w.mem(opI64Load, 3, b.o.Target)
	w.set(handle)
	w.br(1)
	w.op(opEnd)
	w.get(result)
	w.op(opReturn)
	w.op(opEnd)
	w.op(opUnreachable)
	w.op(opEnd)
	b.codes = append(b.codes, w.b)
	b.size += len(w.b)
	return slot
}

// Module returns the module.
func (b *Batch) Module() []byte {
	out := append(make([]byte, 0, b.size+128+len(b.codes)*8), header...)
	out = appendSection(out, secType, []byte{1, typeFunc, 2, typeI32, typeI32, 1, typeI32})
	imports := appendName([]byte{2}, ImportMemory)
	imports = append(appendName(imports, "memory"), 2, 0, 0)
	imports = appendName(imports, ImportTable)
	imports = append(appendName(imports, "table"), 1, funcref, 0, 0)
	out = appendSection(out, secImport, imports)
	n := uint32(len(b.codes))
	out = appendSection(out, secFunction, append(appendU32(nil, n), make([]byte, n)...))
	elem := appendS64([]byte{1, 0, opI32Const}, int64(b.base))
	elem = appendU32(append(elem, opEnd), n)
	for i := range n {
		elem = appendU32(elem, i)
	}
	out = appendSection(out, secElement, elem)
	code := make([]byte, 0, b.size+8+5*len(b.codes))
	code = appendU32(code, n)
	for _, c := range b.codes {
		code = append(appendU32(code, uint32(len(c))), c...)
	}
	return appendSection(out, secCode, code)
}

// compile returns a function's entry of the code section, without its size.
func compile(f *ir.Func, o *Options, slot int, recursive bool) ([]byte, error) {
	if f.NumRegs() > maxLocals {
		return nil, fmt.Errorf("wasm: %s: %d registers are too many", f.Name, f.NumRegs())
	}
	g, err := buildFlow(f)
	if err != nil {
		return nil, err
	}
	if len(g.nodes) > maxNodes {
		return nil, fmt.Errorf("wasm: %s: %d blocks are too many", f.Name, len(g.nodes))
	}
	if recursive {
		g.recurse()
	}
	blocks := len(g.nodes)
	g.reduce()
	s, err := newShape(g)
	if err != nil {
		return nil, err
	}
	l := newLowering(f, o, slot)
	l.recursive = recursive
	l.multi = len(g.nodes) > blocks
	l.b = make([]byte, 0, 16*len(f.Code)+64)
	l.b = appendU32(l.b, uint32(len(l.groups)))
	for _, t := range l.groups {
		l.b = append(appendU32(l.b, t[0]), byte(t[1]))
	}
	w := &writer{lowering: l, s: s}
	w.write()
	return w.b, w.err
}

// Trampoline is the module through which the core reaches generated code. It
// exports
//
//	table                            the functions, by slot; slot 0 stays empty
//	slots(n i32) -> i32              makes room for n more and returns the first, or -1
//	call(slot, entry, ctx i32) -> i32
//
// It exists before the core does, which imports the two functions; every core
// needs one of its own.
func Trampoline() []byte {
	out := append([]byte(nil), header...)
	out = appendSection(out, secType, []byte{3,
		typeFunc, 2, typeI32, typeI32, 1, typeI32,
		typeFunc, 3, typeI32, typeI32, typeI32, 1, typeI32,
		typeFunc, 1, typeI32, 1, typeI32})
	out = appendSection(out, secFunction, []byte{2, 1, 2})
	out = appendSection(out, secTable, []byte{1, funcref, 0, 1})
	exports := append(appendName([]byte{3}, "table"), 1, 0)
	exports = append(appendName(exports, "call"), 0, 0)
	exports = append(appendName(exports, "slots"), 0, 1)
	out = appendSection(out, secExport, exports)
	var call, slots body
	call.op(0) // no locals
	call.get(1)
	call.get(2)
	call.get(0)
	call.b = append(call.b, opCallIndirect, 0, 0, opEnd)
	slots.op(0)
	slots.b = append(slots.b, opRefNull, funcref)
	slots.get(0)
	slots.b = append(slots.b, opPrefixFC, fcTableGrow, 0, opEnd)
	code := []byte{2}
	for _, b := range [2][]byte{call.b, slots.b} {
		code = append(appendU32(code, uint32(len(b))), b...)
	}
	return appendSection(out, secCode, code)
}
