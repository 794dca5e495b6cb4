package vmstack

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Frame is the call header (zend_execute_data), 80 bytes; compiled variables,
// then temporaries, then extra arguments follow it as Values.
//
//	 0 Opline      8 Call      16 Return     24 Func
//	32 This (16: V object/class desc, T call info, U number of arguments)
//	48 Prev       56 Symbols   64 Cache      72 Named
type Frame struct {
	Opline  mm.Addr    // *code.Opline being executed
	Call    mm.Addr    // *Frame being prepared, innermost first
	Return  mm.Addr    // *zval.Value for the result, or 0
	Func    mm.Addr    // *code.Func
	This    zval.Value // object or called class; T = call info, U = args passed
	Prev    mm.Addr    // caller, or the outer prepared call
	Symbols mm.Addr    // *zval.Table when a symbol table is attached
	Cache   mm.Addr    // run-time cache of the function
	Named   mm.Addr    // *zval.Table of extra named arguments
}

const (
	FrameSize  = 80
	FrameSlots = 5
	// DefaultPageSize is the size of a standard VM stack page in bytes.
	DefaultPageSize = 256 << 10
	// PageHeaderSlots is what a page's own header takes, in 16-byte slots.
	PageHeaderSlots = 2
)

// Call info: bits of Frame.This.T above the type byte. Values are Zend's.
const (
	CallThis          = uint32(zval.ObjectT) | zval.Refcounted | zval.Collectable // This holds an object
	CallFunction      = 0 << 16
	CallNested        = 0 << 16
	CallCode          = 1 << 16 // include, eval, main script
	CallTop           = 1 << 17 // returns to Go, not to a caller's loop
	CallAllocated     = 1 << 18 // first frame of its page
	CallFreeExtra     = 1 << 19 // extra arguments must be released
	CallHasSymbols    = 1 << 20
	CallReleaseThis   = 1 << 21
	CallClosure       = 1 << 22
	CallFakeClosure   = 1 << 23
	CallGenerator     = 1 << 24
	CallDynamic       = 1 << 25
	CallMayHaveUndef  = 1 << 26
	CallHasExtraNamed = 1 << 27
	CallObserved      = 1 << 28
	CallLeave         = 1 << 29 // WebAssembly: on return the Go loop looks up
	CallSendByRef     = 1 << 31
)

const _ = uint(FrameSize-unsafe.Sizeof(Frame{})) + uint(unsafe.Sizeof(Frame{})-FrameSize)

// pageHead is the header of a VM stack page, 24 bytes that take two slots.
//
//	 0 top: first free byte, while another page is on top of this one
//	 8 end: first byte behind the page
//	16 prev: the page below, or 0; the next freed page inside the cache
type pageHead struct {
	top, end, prev mm.Addr
}

const _ = uint(pageHeader - unsafe.Sizeof(pageHead{}))

func pageAt(a mm.Addr) *pageHead { return (*pageHead)(mm.Ptr(a)) }

// copyWords copies n bytes, a multiple of 8, between disjoint blocks.
func copyWords(dst, src mm.Addr, n uintptr) {
	copy(unsafe.Slice((*uint64)(mm.Ptr(dst)), n/8), unsafe.Slice((*uint64)(mm.Ptr(src)), n/8))
}

// At returns the frame at an address.
func At(a mm.Addr) *Frame { return (*Frame)(mm.Ptr(a)) }

// Addr returns the frame's address.
func (f *Frame) Addr() mm.Addr { return uintptr(unsafe.Pointer(f)) }

// Var returns the Value at a byte offset from the frame, as operands encode it.
func (f *Frame) Var(off uint32) *zval.Value {
	return (*zval.Value)(unsafe.Add(unsafe.Pointer(f), uintptr(off)))
}

// Slot returns compiled variable or temporary i (CVs first).
func (f *Frame) Slot(i int) *zval.Value {
	return (*zval.Value)(unsafe.Add(unsafe.Pointer(f), FrameSize+uintptr(i)*zval.ValueSize))
}

// NumArgs is the number of arguments passed.
func (f *Frame) NumArgs() uint32 { return f.This.U }

// Info is the call info word.
func (f *Frame) Info() uint32 { return f.This.T }

// Context is the off-heap block shared by every tier of one executor: what
// machine code pins a register to. Go code reads and writes the same fields.
type Context struct {
	IP        mm.Addr // opline on entry and exit of machine code
	FP        mm.Addr // current frame (EG(current_execute_data))
	Top       mm.Addr // first free byte of the current VM stack page
	End       mm.Addr // end of the current VM stack page: push if Top+size <= End (never End-Top: End is below Top while pushes are watched)
	Page      mm.Addr // current page's header
	Interrupt uint32  // non-zero: look at timeouts, cancellation, signals
	ExitInfo  uint32
	Fuel      int64
	Exception mm.Addr // *zval.Object in flight, or 0
	HeapState mm.Addr // allocator state for inline allocation
	Depth     uint64  // frames on the stack
	Scratch   [8]uint64
	Chars     mm.Addr // first of 256 strings of one byte, 32 bytes each, or 0
	Sizes     mm.Addr // mm.SizeTable, for inline allocation; 0: there is none
}

// CharStride is the distance of the strings at Context.Chars in bytes.
const CharStride = 32

// ContextSize is the size of a Context in bytes.
const ContextSize = unsafe.Sizeof(Context{})

// ContextAt returns the context at an address.
func ContextAt(a mm.Addr) *Context { return (*Context)(mm.Ptr(a)) }
