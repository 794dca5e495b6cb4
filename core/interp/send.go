package interp

import (
	"math"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Passing arguments. Each SEND_* fills one slot of the innermost call being
// prepared; a named one first finds its parameter.

// byRef tells whether the callee takes argument n (from 1) by reference, or
// takes a reference when it can get one.
func byRef(x *Exec, fn *code.Func, n uint32) (must, may bool) {
	i := n - 1
	if i < 31 {
		bit := uint32(1) << i
		return fn.RefMask&bit != 0, fn.PreferMask&bit != 0
	}
	if (fn.RefMask|fn.PreferMask)>>31 == 0 {
		return false, false
	}
	ps := x.FuncOf(fn).Params
	if int(i) >= len(ps) {
		if len(ps) == 0 || !ps[len(ps)-1].Variadic {
			return false, false
		}
		i = uint32(len(ps) - 1)
	}
	return ps[i].ByRef, ps[i].PreferRef
}

// slotFor returns the argument slot a SEND_* fills and the argument's number,
// nil when that threw. A named argument may move the call's frame.
func slotFor(x *Exec, fp *Frame, op *Opline) (*Value, uint32) {
	if op.Op2Kind == code.Const {
		return namedSlot(x, fp, op.Literal(op.Op2).Str())
	}
	return at(vmstack.At(fp.Call), op.Result), op.Op2
}

// namedSlot makes room for the argument of that name.
func namedSlot(x *Exec, fp *Frame, name *zval.String) (*Value, uint32) {
	call := vmstack.At(fp.Call)
	fn := code.FuncAt(call.Func)
	f := x.FuncOf(fn)
	pos := -1
	for i := range f.Params {
		if p := &f.Params[i]; p.Name == name.View() && !p.Variadic {
			pos = i
			break
		}
	}
	if isTrampoline(fn) {
		pos = -1
	}
	if pos < 0 {
		if fn.Flags&code.AccVariadic == 0 && !isTrampoline(fn) {
			x.ThrowError(nil, "Unknown named parameter $%s", name.String())
			return nil, 0
		}
		if call.This.T&vmstack.CallHasExtraNamed == 0 {
			call.Named = x.Space.NewTable(0).Addr()
			call.This.T |= vmstack.CallHasExtraNamed
		}
		t := zval.TableAt(call.Named)
		if t.Find(name) != nil {
			x.ThrowError(nil, "Named parameter $%s overwrites previous argument", name.String())
			return nil, 0
		}
		n := Value{T: tNull}
		return x.Space.Set(t, name, &n), uint32(len(f.Params))
	}
	cur := call.This.U
	if uint32(pos) < cur {
		v := call.Slot(pos)
		if v.T != tUndef {
			x.ThrowError(nil, "Named parameter $%s overwrites previous argument", name.String())
			return nil, 0
		}
		return v, uint32(pos) + 1
	}
	extra := uint32(pos) + 1 - cur
	call = growCall(x, fp, call, cur, extra)
	for i := cur; i <= uint32(pos); i++ {
		call.Slot(int(i)).SetUndef()
	}
	if extra > 1 {
		call.This.T |= vmstack.CallMayHaveUndef
	}
	call.This.U = uint32(pos) + 1
	return call.Slot(pos), uint32(pos) + 1
}

// growCall makes room for extra more arguments behind the passed ones of the
// innermost call, which may move to a page of its own.
func growCall(x *Exec, fp, call *Frame, passed, extra uint32) *Frame {
	n := x.Stack.Grow(call, vmstack.FrameSize+uintptr(passed)*zval.ValueSize, uintptr(extra)*zval.ValueSize)
	fp.Call = n.Addr()
	return n
}

// opSendVal passes a constant or temporary.
func opSendVal(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, _ := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	if op.Op1Kind == code.Const {
		arg.CopyFrom(op.Literal(op.Op1))
	} else {
		arg.MoveFrom(at(fp, op.Op1))
	}
	return next(op)
}

// opSendValEx passes a value to a callee not known while compiling.
func opSendValEx(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, n := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	fn := code.FuncAt(vmstack.At(fp.Call).Func)
	if must, _ := byRef(x, fn, n); must {
		arg.SetUndef()
		cannotPass(x, fn, n)
		drop1(x, fp, op)
		return unwind(x)
	}
	if op.Op1Kind == code.Const {
		arg.CopyFrom(op.Literal(op.Op1))
	} else {
		arg.MoveFrom(at(fp, op.Op1))
	}
	return next(op)
}

// cannotPass throws for a value where a reference is wanted.
func cannotPass(x *Exec, fn *code.Func, n uint32) {
	f := x.FuncOf(fn)
	name := ""
	if i := int(n) - 1; i < len(f.Params) && !f.Params[i].Variadic {
		name = f.Params[i].Name
	}
	x.ThrowError(nil, "%s(): Argument #%d%s could not be passed by reference", f.FullName(), n, parenName(name))
}

func parenName(s string) string {
	if s == "" {
		return ""
	}
	return " ($" + s + ")"
}

// sendVar passes variable op1 by value into arg.
func sendVar(x *Exec, fp *Frame, op *Opline, arg *Value) *Opline {
	v := val1(fp, op)
	if op.Op1Kind == code.CV {
		if v.T == tUndef {
			arg.SetNull()
			undefined(x, fp, op.Op1)
			return done(x, op)
		}
		arg.CopyFrom(v.Deref())
		return next(op)
	}
	if zval.Type(v.T) == zval.Indirect {
		arg.CopyFrom(v.Ind().Deref())
		return next(op)
	}
	if zval.Type(v.T) == zval.ReferenceT {
		unref(x, v, arg)
		return done(x, op)
	}
	arg.MoveFrom(v)
	return next(op)
}

// sendRef passes variable op1 by reference into arg.
func sendRef(x *Exec, fp *Frame, op *Opline, arg *Value) *Opline {
	v := ptr1(fp, op)
	if v.T == tUndef {
		v.SetNull()
	}
	r := x.Space.MakeRef(v)
	r.GC.RC++
	arg.SetRef(r)
	drop1(x, fp, op)
	return done(x, op)
}

// opSendVar passes a variable by value.
func opSendVar(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, _ := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	return sendVar(x, fp, op, arg)
}

// opSendRef passes a variable by reference.
func opSendRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, _ := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	return sendRef(x, fp, op, arg)
}

// opSendVarEx passes a variable as the callee wants it.
func opSendVarEx(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, n := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	must, may := byRef(x, code.FuncAt(vmstack.At(fp.Call).Func), n)
	if must || may {
		return sendRef(x, fp, op, arg)
	}
	return sendVar(x, fp, op, arg)
}

// opSendFuncArg passes op1 as CHECK_FUNC_ARG noted.
func opSendFuncArg(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, _ := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	if vmstack.At(fp.Call).This.T&vmstack.CallSendByRef != 0 {
		return sendRef(x, fp, op, arg)
	}
	return sendVar(x, fp, op, arg)
}

// opCheckFuncArg notes in the call whether the next argument goes by reference.
func opCheckFuncArg(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	n := op.Op2
	if op.Op2Kind == code.Const {
		var arg *Value
		if arg, n = namedSlot(x, fp, op.Literal(op.Op2).Str()); arg == nil {
			return unwind(x)
		}
		// the slot is taken for good by the SEND_FUNC_ARG that follows
		if t := vmstack.At(fp.Call); t.This.T&vmstack.CallHasExtraNamed != 0 {
			x.Space.Del(zval.TableAt(t.Named), op.Literal(op.Op2).Str())
		}
	}
	call := vmstack.At(fp.Call)
	must, may := byRef(x, code.FuncAt(call.Func), n)
	if must || may {
		call.This.T |= vmstack.CallSendByRef
	} else {
		call.This.T &^= vmstack.CallSendByRef
	}
	return next(op)
}

// opSendVarNoRef passes the result of a call where a reference is wanted.
func opSendVarNoRef(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, _ := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	return sendNoRef(x, fp, op, arg)
}

func sendNoRef(x *Exec, fp *Frame, op *Opline, arg *Value) *Opline {
	v := val1(fp, op)
	if zval.Type(v.T) == zval.Indirect {
		return sendRef(x, fp, op, arg)
	}
	if zval.Type(v.T) == zval.ReferenceT {
		arg.MoveFrom(v)
		return next(op)
	}
	var r *zval.Reference
	arg.MoveFrom(v)
	r = x.Space.MakeRef(arg)
	_ = r
	x.Notice("Only variables should be passed by reference")
	return done(x, op)
}

// opSendVarNoRefEx is SEND_VAR_NO_REF for a callee not known while compiling.
func opSendVarNoRefEx(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg, n := slotFor(x, fp, op)
	if arg == nil {
		drop1(x, fp, op)
		return unwind(x)
	}
	must, may := byRef(x, code.FuncAt(vmstack.At(fp.Call).Func), n)
	if !must && !may {
		return sendVar(x, fp, op, arg)
	}
	v := val1(fp, op)
	if may && !must && zval.Type(v.T) != zval.ReferenceT && zval.Type(v.T) != zval.Indirect {
		arg.MoveFrom(v)
		return next(op)
	}
	return sendNoRef(x, fp, op, arg)
}

// opSendUser passes op1 to a callable (call_user_func).
func opSendUser(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	arg := at(vmstack.At(fp.Call), op.Result)
	fn := code.FuncAt(vmstack.At(fp.Call).Func)
	v := get1(x, fp, op)
	if must, _ := byRef(x, fn, op.Op2); must {
		x.Warning("%s(): Argument #%d%s must be passed by reference, value given", x.FuncOf(fn).FullName(), op.Op2, paramParen(x, fn, op.Op2))
		arg.CopyFrom(v)
		x.Space.MakeRef(arg)
	} else {
		arg.CopyFrom(v)
	}
	drop1(x, fp, op)
	return done(x, op)
}

func paramParen(x *Exec, fn *code.Func, n uint32) string {
	f := x.FuncOf(fn)
	if i := int(n) - 1; i < len(f.Params) {
		return parenName(f.Params[i].Name)
	}
	return ""
}

// opSendArray passes the elements of an array (call_user_func_array).
func opSendArray(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	if zval.Type(v.T) != zval.ArrayT {
		if x.Ctx.Exception == 0 {
			x.ThrowTypeError("call_user_func_array(): Argument #2 ($args) must be of type array, %s given", typeName(x, v))
		}
		drop1(x, fp, op)
		return unwind(x)
	}
	if op.Op2Kind == code.Unused {
		spreadTable(x, fp, v.Arr(), 0, math.MaxInt64, op.Op1Kind == code.CV, true)
		drop1(x, fp, op)
		return done(x, op)
	}
	// The array is array_slice(op1, <ext>, op2), which is not made.
	n := get2(x, fp, op)
	skip, count := int64(op.Ext), int64(v.Arr().Len())
	size := count - skip
	if zval.Type(n.T) != zval.Null && x.Ctx.Exception == 0 {
		var ok bool
		if size, ok = x.ArgLong(n, strict(fp)); !ok && x.Ctx.Exception == 0 {
			x.ThrowTypeError("array_slice(): Argument #3 ($length) must be of type ?int, %s given", typeName(x, n))
		}
	}
	if size < 0 {
		size += count - skip
	}
	if x.Ctx.Exception == 0 && size > 0 && skip < count {
		spreadTable(x, fp, v.Arr(), skip, size, false, true)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}

// spreadTable passes size elements of t from the skip-th on: integer keys in
// order, string keys as named arguments (in a slice as positional ones). user
// tells that values where references are wanted only warn.
func spreadTable(x *Exec, fp *Frame, t *zval.Table, skip, size int64, lvalue, user bool) {
	named := false
	slice := size != math.MaxInt64
	for i := uint32(0); i < t.Used && size > 0; i++ {
		src := t.SlotAt(i)
		if src.T == tUndef {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		size--
		key, _ := t.KeyAt(i)
		if slice {
			key = nil
		}
		var arg *Value
		var n uint32
		call := vmstack.At(fp.Call)
		if key != nil {
			named = true
			if arg, n = namedSlot(x, fp, key); arg == nil {
				return
			}
			call = vmstack.At(fp.Call)
		} else {
			if named {
				x.ThrowError(nil, "Cannot use positional argument after named argument"+spreadSuffix(user))
				return
			}
			cur := call.This.U
			call = growCall(x, fp, call, cur, 1)
			call.This.U = cur + 1
			arg, n = call.Slot(int(cur)), cur+1
			arg.SetUndef()
		}
		must, may := byRef(x, code.FuncAt(call.Func), n)
		switch {
		case user && isTrampoline(code.FuncAt(call.Func)):
			arg.CopyFrom(src) // __call sees references as references
		case !must && !may:
			arg.CopyFrom(src.Deref())
		case zval.Type(src.T) == zval.ReferenceT:
			arg.CopyFrom(src)
		case user && must:
			fn := code.FuncAt(call.Func)
			arg.CopyFrom(src)
			x.Space.MakeRef(arg)
			x.Warning("%s(): Argument #%d%s must be passed by reference, value given", x.FuncOf(fn).FullName(), n, paramParen(x, fn, n))
			if x.Ctx.Exception != 0 {
				return
			}
		case must:
			if lvalue && t.GC.RC == 1 {
				r := x.Space.MakeRef(src)
				r.GC.RC++
				arg.SetRef(r)
			} else {
				arg.CopyFrom(src)
				x.Space.MakeRef(arg)
			}
		default:
			arg.CopyFrom(src.Deref())
		}
	}
}

func spreadSuffix(user bool) string {
	if user {
		return ""
	}
	return " during unpacking"
}

// opSendUnpack passes the elements of an array or Traversable.
func opSendUnpack(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var v *Value
	if op.Op1Kind == code.CV || op.Op1Kind == code.Var {
		p := ptr1(fp, op)
		v = p.Deref()
		if v.T == tUndef && op.Op1Kind == code.CV {
			v = undefined(x, fp, op.Op1)
		}
		if zval.Type(v.T) == zval.ArrayT && wantsRefs(x, fp) && v.Arr().GC.RC > 1 {
			x.Space.Separate(v)
		}
	} else {
		v = val1(fp, op).Deref()
	}
	switch zval.Type(v.T) {
	case zval.ArrayT:
		t := v.Arr()
		spreadTable(x, fp, t, 0, math.MaxInt64, op.Op1Kind != code.Const && op.Op1Kind != code.Tmp, false)
	case zval.ObjectT:
		if !spreadTraversable(x, fp, v.Obj()) && x.Ctx.Exception == 0 {
			x.ThrowTypeError("Only arrays and Traversables can be unpacked, %s given", typeName(x, v))
		}
	default:
		if x.Ctx.Exception == 0 {
			x.ThrowTypeError("Only arrays and Traversables can be unpacked, %s given", typeName(x, v))
		}
	}
	drop1(x, fp, op)
	return done(x, op)
}

// wantsRefs tells whether the innermost call may take one of the further
// arguments by reference.
func wantsRefs(x *Exec, fp *Frame) bool {
	return code.FuncAt(vmstack.At(fp.Call).Func).RefMask != 0
}

// spreadTraversable passes what a Traversable yields; false when o is none.
func spreadTraversable(x *Exec, fp *Frame, o *zval.Object) bool {
	it := x.IterOf(o, false)
	if it == nil {
		return false
	}
	defer it.Free()
	named := false
	var v, k Value
	for it.Rewind(); it.Valid(); it.Next() {
		if x.Ctx.Exception != 0 {
			break
		}
		pv, pk := noescape(&v), noescape(&k)
		if !it.Current(pv) {
			break
		}
		if !it.Key(pk) {
			x.Space.Release(pv)
			break
		}
		var arg *Value
		var n uint32
		if zval.Type(k.T) == zval.StringT {
			if i, is := zval.IndexKey(k.Str()); is {
				x.Space.Release(pk)
				pk.SetLong(i)
			}
		}
		switch zval.Type(k.T) {
		case zval.StringT:
			named = true
			if arg, n = namedSlot(x, fp, k.Str()); arg == nil {
				x.Space.Release(pv)
				x.Space.Release(pk)
				return true
			}
		case zval.Long:
			if named {
				x.ThrowError(nil, "Cannot use positional argument after named argument during unpacking")
				x.Space.Release(pv)
				return true
			}
			call := vmstack.At(fp.Call)
			cur := call.This.U
			call = growCall(x, fp, call, cur, 1)
			call.This.U = cur + 1
			arg, n = call.Slot(int(cur)), cur+1
			arg.SetUndef()
		default:
			x.ThrowError(nil, "Keys must be of type int|string during argument unpacking")
			x.Space.Release(pv)
			x.Space.Release(pk)
			return true
		}
		fn := code.FuncAt(vmstack.At(fp.Call).Func)
		arg.MoveFrom(pv)
		x.Space.Release(pk)
		if zval.Type(arg.T) == zval.ReferenceT {
			tmp := *arg
			unref(x, noescape(&tmp), arg)
		}
		if must, _ := byRef(x, fn, n); must {
			x.Space.MakeRef(arg)
			x.Warning("Cannot pass by-reference argument %d of %s() by unpacking a Traversable, passing by-value instead", n, x.FuncOf(fn).FullName())
		}
	}
	return true
}

// opCheckUndefArgs gives arguments that named passing skipped their defaults.
func opCheckUndefArgs(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	call := vmstack.At(fp.Call)
	if call.This.T&vmstack.CallMayHaveUndef == 0 {
		return next(op)
	}
	prev := call.Prev // made the caller meanwhile, for a backtrace's sake
	ok := x.FillSkippedArgs(call)
	call.Prev = prev
	if !ok {
		return unwind(x)
	}
	return next(op)
}
