package interp

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Operands. The names here are short because every case uses them: val1 and
// val2 give an operand's slot whatever its kind, get1 and get2 what a reader
// sees (references followed, undefined variables reported), ptr1 the variable
// a writer means, drop1 and drop2 end a temporary's life.

type (
	// Exec, Frame and Opline are what every handler works on.
	Exec   = rt.Exec
	Frame  = vmstack.Frame
	Opline = code.Opline
	Value  = zval.Value
)

// tmpVar is the mask of the kinds an instruction consumes.
const tmpVar = code.Tmp | code.Var

// Full type words of values without a counted payload.
const (
	tUndef  = uint32(zval.Undef)
	tNull   = uint32(zval.Null)
	tFalse  = uint32(zval.False)
	tTrue   = uint32(zval.True)
	tLong   = uint32(zval.Long)
	tDouble = uint32(zval.Double)
)

// val1 returns operand 1's slot or literal. Borrowed.
func val1(fp *Frame, op *Opline) *Value {
	base := unsafe.Pointer(fp)
	if op.Op1Kind == code.Const {
		base = unsafe.Pointer(op)
	}
	return (*Value)(unsafe.Add(base, int(int32(op.Op1))))
}

// val2 returns operand 2's slot or literal. Borrowed.
func val2(fp *Frame, op *Opline) *Value {
	base := unsafe.Pointer(fp)
	if op.Op2Kind == code.Const {
		base = unsafe.Pointer(op)
	}
	return (*Value)(unsafe.Add(base, int(int32(op.Op2))))
}

// at returns the slot at a byte offset from the frame.
func at(fp *Frame, off uint32) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(fp), uintptr(off)))
}

// res returns the result's slot.
func res(fp *Frame, op *Opline) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(fp), uintptr(op.Result)))
}

// next returns the opline behind op.
func next(op *Opline) *Opline {
	return (*Opline)(unsafe.Add(unsafe.Pointer(op), code.OplineSize))
}

// skip returns the opline two places on, behind an OP_DATA or a fused jump.
func skip(op *Opline) *Opline {
	return (*Opline)(unsafe.Add(unsafe.Pointer(op), 2*code.OplineSize))
}

// jump returns the opline at a relative offset.
func jump(op *Opline, off uint32) *Opline {
	return (*Opline)(unsafe.Add(unsafe.Pointer(op), int(int32(off))))
}

// cell returns a run-time cache cell of the frame's function.
func cell(fp *Frame, off uint32) *uint64 {
	return (*uint64)(mm.Ptr(fp.Cache + uintptr(off)))
}

// opArray returns the metadata of the frame's user function.
func opArray(x *Exec, fp *Frame) *code.OpArray {
	return x.Reg.Funcs[code.FuncAt(fp.Func).ID]
}

// undefined reports a read of an undefined compiled variable and returns NULL.
// May run PHP (an error handler).
func undefined(x *Exec, fp *Frame, off uint32) *Value {
	cv := int((off - vmstack.FrameSize) / zval.ValueSize)
	x.Warning("Undefined variable $%s", opArray(x, fp).CVs[cv])
	return x.VM.Null
}

// get1 returns what operand 1 reads as: references followed, UNDEF reported
// and read as NULL. Borrowed. May run PHP.
func get1(x *Exec, fp *Frame, op *Opline) *Value {
	v := val1(fp, op)
	if zval.Type(v.T) == zval.ReferenceT {
		return &v.Ref().Val
	}
	if v.T == tUndef && op.Op1Kind == code.CV {
		return undefined(x, fp, op.Op1)
	}
	return v
}

// get2 is get1 for operand 2.
func get2(x *Exec, fp *Frame, op *Opline) *Value {
	v := val2(fp, op)
	if zval.Type(v.T) == zval.ReferenceT {
		return &v.Ref().Val
	}
	if v.T == tUndef && op.Op2Kind == code.CV {
		return undefined(x, fp, op.Op2)
	}
	if v.U == code.ExtraValue && op.Op2Kind == code.Const && zval.Type(v.T) == zval.Long && op.Op1Kind&(code.Tmp|code.Var|code.CV) != 0 &&
		zval.Type(ptr1(fp, op).Deref().T) == zval.ObjectT {
		// A numeric string as an index: objects get it as it was written.
		return (*Value)(unsafe.Add(unsafe.Pointer(v), zval.ValueSize))
	}
	return v
}

// quiet1 is get1 without the report.
func quiet1(fp *Frame, op *Opline) *Value { return val1(fp, op).Deref() }

// ptr1 returns the variable operand 1 means, for writing: the compiled
// variable, or what an earlier fetch pointed its temporary at. References are
// not followed.
func ptr1(fp *Frame, op *Opline) *Value {
	v := at(fp, op.Op1)
	if zval.Type(v.T) == zval.Indirect {
		return v.Ind()
	}
	return v
}

// ptr2 is ptr1 for operand 2.
func ptr2(fp *Frame, op *Opline) *Value {
	v := at(fp, op.Op2)
	if zval.Type(v.T) == zval.Indirect {
		return v.Ind()
	}
	return v
}

// drop1 releases operand 1 if it is a temporary. May run PHP.
func drop1(x *Exec, fp *Frame, op *Opline) {
	if op.Op1Kind&tmpVar != 0 {
		if v := at(fp, op.Op1); v.T&zval.FlagsMask != 0 {
			x.Space.Release(v)
		}
	}
}

// drop2 releases operand 2 if it is a temporary. May run PHP.
func drop2(x *Exec, fp *Frame, op *Opline) {
	if op.Op2Kind&tmpVar != 0 {
		if v := at(fp, op.Op2); v.T&zval.FlagsMask != 0 {
			x.Space.Release(v)
		}
	}
}

// take1 returns operand 1 as an owned value in dst: temporaries are moved,
// everything else copied; references are followed, UNDEF is reported. May run PHP.
func take1(x *Exec, fp *Frame, op *Opline, dst *Value) {
	take(x, fp, op.Op1Kind, op.Op1, val1(fp, op), dst)
}

// take2 is take1 for operand 2.
func take2(x *Exec, fp *Frame, op *Opline, dst *Value) {
	take(x, fp, op.Op2Kind, op.Op2, val2(fp, op), dst)
}

func take(x *Exec, fp *Frame, kind code.Kind, off uint32, v, dst *Value) {
	switch kind {
	case code.Tmp:
		dst.MoveFrom(v)
	case code.Var:
		if zval.Type(v.T) == zval.Indirect {
			v = v.Ind().Deref()
			dst.CopyFrom(v)
			return
		}
		if zval.Type(v.T) == zval.ReferenceT {
			unref(x, v, dst)
			return
		}
		dst.MoveFrom(v)
	default:
		if v.T == tUndef {
			v = undefined(x, fp, off)
		}
		dst.CopyFrom(v.Deref())
	}
}

// unref moves the value out of the reference v holds into dst and drops the reference.
func unref(x *Exec, v, dst *Value) {
	r := v.Ref()
	if r.GC.RC == 1 {
		w := *v
		dst.CopyFrom(&r.Val)
		x.Space.Release(&w)
		return
	}
	r.GC.RC--
	dst.CopyFrom(&r.Val)
}

// done ends an instruction that may have thrown: the opline behind it, or
// where the exception leads.
func done(x *Exec, op *Opline) *Opline {
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return next(op)
}

// done2 is done for an instruction followed by an OP_DATA.
func done2(x *Exec, op *Opline) *Opline {
	if x.Ctx.Exception != 0 {
		return unwind(x)
	}
	return skip(op)
}

// branch ends a comparison: it stores the boolean or takes the fused jump.
func branch(x *Exec, fp *Frame, op *Opline, cond bool) *Opline {
	if x.Ctx.Exception != 0 {
		if op.ResKind&(code.SmartJmpZ|code.SmartJmpNZ) == 0 && op.ResKind != code.Unused {
			res(fp, op).SetUndef()
		}
		return unwind(x)
	}
	switch {
	case op.ResKind&code.SmartJmpZ != 0:
		if cond {
			return skip(op)
		}
		n := next(op)
		return jump(n, n.Op2)
	case op.ResKind&code.SmartJmpNZ != 0:
		if !cond {
			return skip(op)
		}
		n := next(op)
		if poll(x.Ctx) {
			fp.Opline = op.Addr()
			return interrupt(x, fp, jump(n, n.Op2))
		}
		return jump(n, n.Op2)
	}
	if op.ResKind != code.Unused {
		res(fp, op).SetBool(cond)
	}
	return next(op)
}

// origin is nil for ever, which the compiler does not know.
var origin unsafe.Pointer

// noescape hides a pointer to a local from escape analysis. The callee uses it
// during the call only. Go's stack may move meanwhile, so what comes out has to be
// a pointer to the compiler and nothing else: it is not inlined, because of the sum
// below the compiler may otherwise keep the parts, for an indexed load, and the
// part that is a number stays behind when the stack moves.
//
//go:noinline
//go:nocheckptr
func noescape(v *Value) *Value {
	return (*Value)(unsafe.Add(origin, uintptr(unsafe.Pointer(v))))
}

// uintptrOf returns the address of an off-heap slot.
func uintptrOf(v *Value) mm.Addr { return uintptr(unsafe.Pointer(v)) }

// valueAfter returns the literal n places behind v.
func valueAfter(v *Value, n int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(v), n*zval.ValueSize))
}

// ropePart returns part i of the rope whose slots begin at off: a counted
// *zval.String each, two to a slot.
func ropePart(fp *Frame, off, i uint32) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(fp), uintptr(off)+uintptr(i)*8))
}

// valueAtAddr views an off-heap slot by address.
func valueAtAddr(a mm.Addr) *Value { return (*Value)(mm.Ptr(a)) }

// cells returns three run-time cache cells of the frame's function.
func cells(fp *Frame, off uint32) *[3]uint64 {
	return (*[3]uint64)(mm.Ptr(fp.Cache + uintptr(off)))
}

// dropThis drops a frame's reference to its object when that is neither the
// last one nor news to the cycle collector; false leaves it.
func dropThis(o *zval.Object) bool {
	if o.GC.RC > 1 && o.GC.TypeInfo&(^uint32(1<<zval.GCInfoShift-1)|zval.GCNotCollectable) != 0 {
		o.GC.RC--
		return true
	}
	return false
}
