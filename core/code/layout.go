package code

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Opline is one VM instruction in its run-time form, 32 bytes off the Go heap:
//
//	 0 handler   8 op1   12 op2   16 result   20 extended value
//	24 line     28 opcode   29 op1 kind   30 op2 kind   31 result kind
//
// Operands by kind: Const is a byte offset from this opline to a literal
// Value; TMP, Var and CV are byte offsets from the frame; a jump target is a
// byte offset from this opline to the target; anything else is a number.
type Opline struct {
	Handler uintptr
	Op1     uint32
	Op2     uint32
	Result  uint32
	Ext     uint32
	Line    uint32
	Code    uint8
	Op1Kind Kind
	Op2Kind Kind
	ResKind Kind
}

// Kind says what an operand is.
type Kind uint8

// Operand kinds, Zend's values.
const (
	Unused Kind = 0
	Const  Kind = 1 << 0
	Tmp    Kind = 1 << 1
	Var    Kind = 1 << 2
	CV     Kind = 1 << 3

	SmartJmpZ  Kind = 1 << 4 // in ResKind: fused with the JMPZ that follows
	SmartJmpNZ Kind = 1 << 5
)

// OplineSize is the size of an Opline in bytes.
const OplineSize = 32

// Func is the off-heap face of a function, 128 bytes: all that a call needs
// without Go metadata. Func.ID indexes Registry.Funcs (user) or the
// executor's internal functions.
type Func struct {
	Kind       uint8 // FuncUser, FuncInternal
	_          [3]uint8
	ID         uint32
	Flags      uint32 // Acc* flags
	NumArgs    uint32 // declared parameters, the variadic one not counted
	Required   uint32
	NumCVs     uint32
	NumTmps    uint32
	FrameBytes uint32  // (5 + NumCVs + NumTmps) * 16 for a user function, 80 for an internal one
	Code       mm.Addr // first Opline
	Cache      mm.Addr // run-time cache, allocated on first call; 0 before
	CacheSize  uint32
	RefMask    uint32 // bit i: parameter i (of the first 31) is by reference; bit 31: all further ones are
	PreferMask uint32 // likewise, prefer-ref parameters
	_          uint32
	Scope      mm.Addr // *zval.ClassDesc of the declaring class, or 0
	Name       mm.Addr // *zval.String or 0
	JIT        mm.Addr // compiled entry, or 0
	Counter    uint64  // calls, for tier-up
	Statics    mm.Addr // *zval.Table of static variables, or 0
	Proto      mm.Addr
	_          [2]uint64
}

// Kinds of function.
const (
	FuncUser     = 2
	FuncInternal = 1
)

// FuncSize is the size of Func in bytes.
const FuncSize = 128

const (
	_ = uint(OplineSize-unsafe.Sizeof(Opline{})) + uint(unsafe.Sizeof(Opline{})-OplineSize)
	_ = uint(FuncSize-unsafe.Sizeof(Func{})) + uint(unsafe.Sizeof(Func{})-FuncSize)
)

// OplineAt returns the opline at an address.
func OplineAt(a mm.Addr) *Opline { return (*Opline)(mm.Ptr(a)) }

// FuncAt returns the function descriptor at an address.
func FuncAt(a mm.Addr) *Func { return (*Func)(mm.Ptr(a)) }

// Addr returns the opline's address.
func (o *Opline) Addr() mm.Addr { return uintptr(unsafe.Pointer(o)) }

// Addr returns the descriptor's address.
func (f *Func) Addr() mm.Addr { return uintptr(unsafe.Pointer(f)) }

// Next returns the opline n places on (n may be negative).
func (o *Opline) Next(n int) *Opline {
	return (*Opline)(unsafe.Add(unsafe.Pointer(o), n*OplineSize))
}

// Jump returns the opline at a relative byte offset, as jump operands encode it.
func (o *Opline) Jump(off uint32) *Opline {
	return (*Opline)(unsafe.Add(unsafe.Pointer(o), int(int32(off))))
}

// Literal returns the literal at a Const operand's offset.
func (o *Opline) Literal(off uint32) *zval.Value {
	return (*zval.Value)(unsafe.Add(unsafe.Pointer(o), int(int32(off))))
}
