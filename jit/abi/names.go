package abi

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Types of values (the low byte of a type word).
const (
	Undef    = uint32(zval.Undef)
	Null     = uint32(zval.Null)
	False    = uint32(zval.False)
	True     = uint32(zval.True)
	Long     = uint32(zval.Long)
	Double   = uint32(zval.Double)
	String   = uint32(zval.StringT)
	Array    = uint32(zval.ArrayT)
	Object   = uint32(zval.ObjectT)
	Resource = uint32(zval.ResourceT)
	Ref      = uint32(zval.ReferenceT)
	ConstAST = uint32(zval.ConstAST)
	Indirect = uint32(zval.Indirect)

	Counted    = zval.FlagsMask                               // bits of a type word that say its payload is counted
	StringInfo = uint32(zval.StringT) | zval.GCNotCollectable // header of a new string

	ArrayEx  = zval.ArrayEx
	StringEx = zval.StringEx
	ObjectEx = zval.ObjectEx

	GCNotCollectable = zval.GCNotCollectable
	GCImmutable      = zval.GCImmutable
	GCInfoMask       = ^uint32(1<<zval.GCInfoShift - 1)

	TablePacked        = zval.TablePacked
	TableUninitialized = zval.TableUninitialized
	TableStaticKeys    = zval.TableStaticKeys
)

// Kind is the kind of an operand.
type Kind = code.Kind

// Kinds of operands.
const (
	Unused = code.Unused
	Const  = code.Const
	Tmp    = code.Tmp
	Var    = code.Var
	CV     = code.CV
	TmpVar = code.Tmp | code.Var
	JmpZ   = code.SmartJmpZ
	JmpNZ  = code.SmartJmpNZ
)

// Function flags and call information that fast paths leave to Go.
const (
	FuncUser = code.FuncUser

	// OddFunc: calls that do more than enter the function.
	OddFunc = code.AccAbstract | code.AccDeprecated | code.AccNoDiscard | code.AccTrampoline
	// OddMethod: methods that are not called with an object as it is.
	OddMethod = code.AccStatic | code.AccClosure
	AccStatic = code.AccStatic
	TypeHints = code.AccHasTypeHints

	// OddFrame: frames whose end does more than drop variables.
	OddFrame = vmstack.CallCode | vmstack.CallTop | vmstack.CallAllocated | vmstack.CallFreeExtra | vmstack.CallHasSymbols |
		vmstack.CallClosure | vmstack.CallGenerator | vmstack.CallHasExtraNamed
	CallThis        = vmstack.CallThis
	CallReleaseThis = vmstack.CallReleaseThis
	CallSendByRef   = vmstack.CallSendByRef

	FetchObjFlags = code.FetchObjFlags
	IsEmpty       = code.IsEmpty

	FetchClassMask = code.FetchClassMask
	FetchClassSelf = code.FetchClassSelf
)

// Codes with which machine code returns to Go. IP and FP of the context say
// where.
const (
	ExitSlow    = iota // execute the opline at IP, then go on
	ExitHot            // the function's counter ran out at the opline at IP
	ExitResolve        // the opline at IP has no handler yet
)
