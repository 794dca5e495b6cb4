package abi

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Offsets into an opline (code.Opline).
const (
	OpHandler = int32(unsafe.Offsetof(code.Opline{}.Handler))
	OpOp1     = int32(unsafe.Offsetof(code.Opline{}.Op1))
	OpOp2     = int32(unsafe.Offsetof(code.Opline{}.Op2))
	OpResult  = int32(unsafe.Offsetof(code.Opline{}.Result))
	OpExt     = int32(unsafe.Offsetof(code.Opline{}.Ext))
	OpSize    = code.OplineSize
)

// Offsets into a function descriptor (code.Func).
const (
	FnKind       = int32(unsafe.Offsetof(code.Func{}.Kind))
	FnFlags      = int32(unsafe.Offsetof(code.Func{}.Flags))
	FnNumArgs    = int32(unsafe.Offsetof(code.Func{}.NumArgs))
	FnNumCVs     = int32(unsafe.Offsetof(code.Func{}.NumCVs))
	FnFrameBytes = int32(unsafe.Offsetof(code.Func{}.FrameBytes))
	FnCode       = int32(unsafe.Offsetof(code.Func{}.Code))
	FnCache      = int32(unsafe.Offsetof(code.Func{}.Cache))
	FnRefMask    = int32(unsafe.Offsetof(code.Func{}.RefMask))
	FnPreferMask = int32(unsafe.Offsetof(code.Func{}.PreferMask))
	FnScope      = int32(unsafe.Offsetof(code.Func{}.Scope))
	FnCounter    = int32(unsafe.Offsetof(code.Func{}.Counter))
)

// Offsets into a frame (vmstack.Frame).
const (
	FrOpline  = int32(unsafe.Offsetof(vmstack.Frame{}.Opline))
	FrCall    = int32(unsafe.Offsetof(vmstack.Frame{}.Call))
	FrReturn  = int32(unsafe.Offsetof(vmstack.Frame{}.Return))
	FrFunc    = int32(unsafe.Offsetof(vmstack.Frame{}.Func))
	FrThis    = int32(unsafe.Offsetof(vmstack.Frame{}.This))
	FrInfo    = FrThis + ValT
	FrNumArgs = FrThis + ValU
	FrPrev    = int32(unsafe.Offsetof(vmstack.Frame{}.Prev))
	FrSymbols = int32(unsafe.Offsetof(vmstack.Frame{}.Symbols))
	FrCache   = int32(unsafe.Offsetof(vmstack.Frame{}.Cache))
	FrSize    = vmstack.FrameSize
)

// Offsets into the context (vmstack.Context).
const (
	CtxIP        = int32(unsafe.Offsetof(vmstack.Context{}.IP))
	CtxFP        = int32(unsafe.Offsetof(vmstack.Context{}.FP))
	CtxTop       = int32(unsafe.Offsetof(vmstack.Context{}.Top))
	CtxEnd       = int32(unsafe.Offsetof(vmstack.Context{}.End))
	CtxInterrupt = int32(unsafe.Offsetof(vmstack.Context{}.Interrupt))
	CtxExitInfo  = int32(unsafe.Offsetof(vmstack.Context{}.ExitInfo))
	CtxFuel      = int32(unsafe.Offsetof(vmstack.Context{}.Fuel))
	CtxHeap      = int32(unsafe.Offsetof(vmstack.Context{}.HeapState))
	CtxDepth     = int32(unsafe.Offsetof(vmstack.Context{}.Depth))
	CtxChars     = int32(unsafe.Offsetof(vmstack.Context{}.Chars))
	CtxSizes     = int32(unsafe.Offsetof(vmstack.Context{}.Sizes))
	CtxScratch   = int32(unsafe.Offsetof(vmstack.Context{}.Scratch))
)

// Offsets into a value, and its size (zval.Value).
const (
	ValV    = int32(unsafe.Offsetof(zval.Value{}.V))
	ValT    = int32(unsafe.Offsetof(zval.Value{}.T))
	ValU    = int32(unsafe.Offsetof(zval.Value{}.U))
	ValSize = zval.ValueSize
)

// Offsets into counted things.
const (
	RC     = int32(unsafe.Offsetof(zval.GC{}.RC))
	GCInfo = int32(unsafe.Offsetof(zval.GC{}.TypeInfo))

	StrHash  = int32(unsafe.Offsetof(zval.String{}.Hash))
	StrLen   = int32(unsafe.Offsetof(zval.String{}.Len))
	StrBytes = zval.StringHeader

	TabFlags = int32(unsafe.Offsetof(zval.Table{}.Flags))
	TabMask  = int32(unsafe.Offsetof(zval.Table{}.Mask))
	TabData  = int32(unsafe.Offsetof(zval.Table{}.Data))
	TabUsed  = int32(unsafe.Offsetof(zval.Table{}.Used))
	TabCount = int32(unsafe.Offsetof(zval.Table{}.Count))
	TabSize  = int32(unsafe.Offsetof(zval.Table{}.Size))
	TabNext  = int32(unsafe.Offsetof(zval.Table{}.NextFree))

	BucketH   = int32(unsafe.Offsetof(zval.Bucket{}.H))
	BucketKey = int32(unsafe.Offsetof(zval.Bucket{}.Key))

	ObjClass = int32(unsafe.Offsetof(zval.Object{}.Class))
	RefVal   = int32(unsafe.Offsetof(zval.Reference{}.Val))
	RefTyped = int32(unsafe.Offsetof(zval.Reference{}.Sources))
)

// Offsets into the heap's state, from Context.HeapState.
const (
	HeapFree = int32(mm.OffFree) // + 8*bin
	HeapSize = int32(mm.OffSize)
	HeapPeak = int32(mm.OffPeak)

	ChunkInfo = int32(mm.OffInfo) // page info words, from a chunk's beginning
	ChunkSize = mm.ChunkSize
	PageShift = 12
	InfoSmall = mm.InfoSmall
	InfoBin   = mm.InfoBin
	SizesBins = mm.SizesBins
	MaxSmall  = mm.MaxSmall
)
