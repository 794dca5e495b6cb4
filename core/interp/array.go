package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Elements of arrays, strings and array-like objects; array literals.

// dim2 returns operand 2 as a dimension: references followed; nil when the
// operand is unused, which means the next free index. An undefined variable
// stays UNDEF: rt reports it once the container is in safe keeping.
func dim2(x *Exec, fp *Frame, op *Opline) *Value {
	if op.Op2Kind == code.Unused {
		return nil
	}
	if op.Op2Kind == code.CV {
		if v := val2(fp, op); v.T == tUndef {
			return v
		}
	}
	return get2(x, fp, op)
}

// fetchElem reads an element of an array without anything to report; nil when
// the general way must be taken.
func fetchElem(t *zval.Table, d *Value) *Value {
	switch zval.Type(d.T) {
	case zval.Long:
		return t.FindLong(d.Long())
	case zval.StringT:
		s := d.Str()
		if n, is := zval.IndexKey(s); is {
			return t.FindLong(n)
		}
		return t.Find(s)
	}
	return nil
}

// opFetchDimR is FETCH_DIM_R on anything but the switch's own cases.
func opFetchDimR(x *Exec, fp *Frame, op *Opline) *Opline {
	c := val1(fp, op).Deref()
	d := val2(fp, op).Deref()
	if zval.Type(c.T) == zval.ArrayT {
		if v := fetchElem(c.Arr(), d); v != nil {
			if zval.Type(v.T) == zval.Indirect {
				v = v.Ind()
			}
			if v.T != tUndef {
				r := res(fp, op)
				if (op.Op1Kind|op.Op2Kind)&tmpVar == 0 {
					r.CopyFrom(v.Deref())
					return next(op)
				}
				var tmp Value
				t := noescape(&tmp)
				t.CopyFrom(v.Deref())
				fp.Opline = op.Addr()
				drop2(x, fp, op)
				drop1(x, fp, op)
				r.MoveFrom(t)
				return done(x, op)
			}
		}
	}
	return readDim(x, fp, op, rt.FetchR)
}

func readDim(x *Exec, fp *Frame, op *Opline, kind rt.FetchKind) *Opline {
	fp.Opline = op.Addr()
	var tmp Value
	t := noescape(&tmp)
	c := val1(fp, op)
	if zval.Type(c.T) == zval.Indirect {
		c = c.Ind()
	}
	c = c.Deref()
	if c.T == tUndef && op.Op1Kind == code.CV {
		if kind == rt.FetchR {
			c = undefined(x, fp, op.Op1)
		} else {
			c = x.VM.Null
		}
	}
	d := dim2(x, fp, op)
	if x.Ctx.Exception == 0 {
		if kind == fetchList {
			x.ReadList(t, c, d)
		} else {
			x.ReadDim(t, c, d, kind)
		}
	}
	drop2(x, fp, op)
	if kind != fetchList {
		drop1(x, fp, op)
	}
	res(fp, op).MoveFrom(t)
	return done(x, op)
}

// fetchList marks a read of destructuring among the kinds of readDim.
const fetchList = rt.FetchKind(100)

// opFetchDimIs is FETCH_DIM_IS.
func opFetchDimIs(x *Exec, fp *Frame, op *Opline) *Opline { return readDim(x, fp, op, rt.FetchIS) }

// opFetchListR is FETCH_LIST_R: operand 1 stays alive.
func opFetchListR(x *Exec, fp *Frame, op *Opline) *Opline { return readDim(x, fp, op, fetchList) }

// opFetchListValue is FETCH_LIST_W of a value that is no variable, such as the
// result of a function that does not return a reference.
func opFetchListValue(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	x.Notice("Attempting to set reference to non referenceable value")
	if x.Ctx.Exception != 0 {
		drop2(x, fp, op)
		res(fp, op).SetUndef()
		return unwind(x)
	}
	return opFetchListR(x, fp, op)
}

// opFetchDimW is FETCH_DIM_W, _RW, _UNSET and FETCH_LIST_W.
func opFetchDimW(x *Exec, fp *Frame, op *Opline) *Opline {
	kind := rt.FetchW
	switch opcode.Op(op.Code) {
	case opcode.FetchDimRw:
		kind = rt.FetchRW
	case opcode.FetchDimUnset:
		kind = rt.FetchUnset
	}
	return writeDim(x, fp, op, kind)
}

func writeDim(x *Exec, fp *Frame, op *Opline, kind rt.FetchKind) *Opline {
	fp.Opline = op.Addr()
	var tmp Value
	t := noescape(&tmp)
	c := ptr1(fp, op)
	if c.T == tUndef && op.Op1Kind == code.CV && kind == rt.FetchRW {
		c.SetNull()
		undefined(x, fp, op.Op1)
		c = ptr1(fp, op)
	}
	d := dim2(x, fp, op)
	if x.Ctx.Exception == 0 {
		if kind == rt.FetchUnset && c.T <= tNull && op.Op1Kind == code.CV {
			if c.T == tUndef {
				undefined(x, fp, op.Op1)
			}
			t.SetNull()
		} else {
			x.WriteDim(t, c, d, kind)
		}
	}
	drop2(x, fp, op)
	if op.Code != uint8(opcode.FetchListW) {
		dropContainer(x, fp, op, t)
	}
	res(fp, op).MoveFrom(t)
	return done(x, op)
}

// dropContainer releases a temporary container; when that was the last
// reference and t points into it, t takes the value itself.
func dropContainer(x *Exec, fp *Frame, op *Opline, t *Value) {
	if op.Op1Kind&tmpVar == 0 {
		return
	}
	v := at(fp, op.Op1)
	if v.T&zval.FlagsMask == 0 {
		return
	}
	if zval.Type(t.T) == zval.Indirect && v.Counted().RC == 1 {
		e := t.Ind()
		t.CopyFrom(e)
	}
	x.Space.Release(v)
}

// sendsByRef tells what CHECK_FUNC_ARG noted.
func sendsByRef(fp *Frame) bool {
	return vmstack.At(fp.Call).This.T&vmstack.CallSendByRef != 0
}

// opFetchDimFuncArg is FETCH_DIM_W or FETCH_DIM_R, as the callee wants.
func opFetchDimFuncArg(x *Exec, fp *Frame, op *Opline) *Opline {
	if sendsByRef(fp) {
		if op.Op1Kind&(code.Const|code.Tmp) != 0 {
			fp.Opline = op.Addr()
			x.ThrowError(nil, "Cannot use temporary expression in write context")
			drop2(x, fp, op)
			drop1(x, fp, op)
			res(fp, op).SetUndef()
			return unwind(x)
		}
		return writeDim(x, fp, op, rt.FetchW)
	}
	if op.Op2Kind == code.Unused {
		fp.Opline = op.Addr()
		x.ThrowError(nil, "Cannot use [] for reading")
		drop1(x, fp, op)
		res(fp, op).SetUndef()
		return unwind(x)
	}
	return readDim(x, fp, op, rt.FetchR)
}

// data returns the operand of the OP_DATA behind op: references followed,
// UNDEF reported. Borrowed.
func data(x *Exec, fp *Frame, op *Opline) *Value { return get1(x, fp, next(op)) }

// opAssignDim is op1[op2] = value of the OP_DATA.
func opAssignDim(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	c := ptr1(fp, op)
	d := dim2(x, fp, op)
	v := val1(fp, od)
	r := result(fp, op)
	if x.Ctx.Exception == 0 {
		x.AssignDim(c, d, v, r)
	}
	drop1(x, fp, od)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done2(x, op)
}

// result returns the result's slot set to NULL, or nil when it is unused.
func result(fp *Frame, op *Opline) *Value {
	if op.ResKind == code.Unused {
		return nil
	}
	r := res(fp, op)
	r.SetNull()
	return r
}

// opAssignDimOp is op1[op2] <ext>= value of the OP_DATA.
func opAssignDimOp(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	od := next(op)
	c := ptr1(fp, op)
	if c.T == tUndef && op.Op1Kind == code.CV {
		c.SetNull()
		undefined(x, fp, op.Op1)
	}
	d := dim2(x, fp, op)
	v := val1(fp, od)
	r := result(fp, op)
	if x.Ctx.Exception == 0 {
		x.AssignDimOp(opcode.Op(op.Ext), ptr1(fp, op), d, v, r)
	}
	drop1(x, fp, od)
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done2(x, op)
}

// opUnsetDim is unset(op1[op2]).
func opUnsetDim(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	c := ptr1(fp, op)
	if c.T == tUndef && op.Op1Kind == code.CV {
		undefined(x, fp, op.Op1)
		c = ptr1(fp, op)
	}
	d := dim2(x, fp, op)
	if x.Ctx.Exception == 0 {
		x.UnsetDim(c, d)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return done(x, op)
}

// opIssetIsemptyDim is isset(op1[op2]) and empty(op1[op2]).
func opIssetIsemptyDim(x *Exec, fp *Frame, op *Opline) *Opline {
	c := val1(fp, op)
	if zval.Type(c.T) == zval.Indirect {
		c = c.Ind()
	}
	c = c.Deref()
	d := val2(fp, op).Deref()
	empty := op.Ext&code.IsEmpty != 0
	if zval.Type(c.T) == zval.ArrayT && !empty && (op.Op1Kind|op.Op2Kind)&tmpVar == 0 && (zval.Type(d.T) == zval.Long || zval.Type(d.T) == zval.StringT) {
		v := fetchElem(c.Arr(), d)
		if v != nil && zval.Type(v.T) == zval.Indirect {
			v = v.Ind()
		}
		return branch(x, fp, op, v != nil && v.Deref().T > tNull)
	}
	fp.Opline = op.Addr()
	d = dim2(x, fp, op)
	has := false
	if x.Ctx.Exception == 0 {
		has = x.HasDim(c, d, empty)
	}
	drop2(x, fp, op)
	drop1(x, fp, op)
	return branch(x, fp, op, has != empty)
}

// opInitArray starts an array literal.
func opInitArray(x *Exec, fp *Frame, op *Opline) *Opline {
	r := res(fp, op)
	if op.Op1Kind == code.Unused {
		// A spread comes first. Not the shared empty array: elements may follow.
		r.SetArr(x.Space.NewTable(int(op.Ext >> code.ArraySizeShift)))
		return next(op)
	}
	n := int(op.Ext >> code.ArraySizeShift)
	t := x.Space.NewTable(n)
	if op.Ext&code.ArrayNotPacked != 0 {
		x.Space.InitHash(t)
	}
	r.SetArr(t)
	return opAddArrayElement(x, fp, op)
}

// opAddArrayElement adds operand 1 to the array being built in the result.
func opAddArrayElement(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	var tmp Value
	v := noescape(&tmp)
	if op.Ext&code.ArrayElementRef != 0 && op.Op1Kind&(code.CV|code.Var) != 0 {
		p := ptr1(fp, op)
		if p.T == tUndef {
			p.SetNull()
		}
		ref := x.Space.MakeRef(p)
		ref.GC.RC++
		v.SetRef(ref)
		drop1(x, fp, op)
	} else {
		take1(x, fp, op, v)
	}
	t := res(fp, op).Arr()
	if op.Op2Kind == code.Unused {
		if x.Space.Append(t, v) == nil {
			x.Space.Release(v)
			x.ThrowError(nil, "Cannot add element to the array as the next element is already occupied")
		}
		return done(x, op)
	}
	k := val2(fp, op)
	switch {
	case zval.Type(k.T) == zval.Long:
		x.Space.SetLong(t, k.Long(), v)
	case zval.Type(k.T) == zval.StringT:
		if op.Op2Kind == code.Const {
			x.Space.Set(t, k.Str(), v)
		} else {
			x.Space.SetSym(t, k.Str(), v)
		}
	default:
		k = get2(x, fp, op)
		if x.Ctx.Exception != 0 {
			x.Space.Release(v)
			break
		}
		if s, n, ok := x.ArrayKey(k); !ok {
			x.Space.Release(v)
		} else if s != nil {
			x.Space.Set(t, s, v)
		} else {
			x.Space.SetLong(t, n, v)
		}
	}
	drop2(x, fp, op)
	return done(x, op)
}

// opAddArrayUnpack adds the elements of operand 1 to the array being built.
func opAddArrayUnpack(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	r := res(fp, op)
	v := get1(x, fp, op)
	switch zval.Type(v.T) {
	case zval.ArrayT:
		src := v.Arr()
		for i := uint32(0); i < src.Used; i++ {
			e := src.SlotAt(i)
			if zval.Type(e.T) == zval.Indirect {
				e = e.Ind()
			}
			if e.T == tUndef {
				continue
			}
			var tmp Value
			w := noescape(&tmp)
			if zval.Type(e.T) == zval.ReferenceT && e.Ref().GC.RC == 1 {
				w.CopyFrom(&e.Ref().Val)
			} else {
				w.CopyFrom(e.Deref())
			}
			if k, _ := src.KeyAt(i); k != nil {
				x.Space.Set(x.Space.Separate(r), k, w)
			} else if x.Space.Append(x.Space.Separate(r), w) == nil {
				x.Space.Release(w)
				x.ThrowError(nil, "Cannot add element to the array as the next element is already occupied")
				break
			}
		}
	case zval.ObjectT:
		it := x.IterOf(v.Obj(), false)
		if it == nil {
			if x.Ctx.Exception == 0 {
				x.ThrowError(nil, "Only arrays and Traversables can be unpacked, %s given", typeName(x, v))
			}
			break
		}
		unpackIter(x, it, r)
		it.Free()
	default:
		if x.Ctx.Exception == 0 {
			x.ThrowError(nil, "Only arrays and Traversables can be unpacked, %s given", typeName(x, v))
		}
	}
	drop1(x, fp, op)
	return done(x, op)
}

func unpackIter(x *Exec, it *rt.Iter, r *Value) {
	var vv, kk Value
	v, k := noescape(&vv), noescape(&kk)
	for it.Rewind(); x.Ctx.Exception == 0 && it.Valid(); it.Next() {
		if !it.Current(v) {
			return
		}
		if zval.Type(v.T) == zval.ReferenceT {
			tmp := *v
			unref(x, noescape(&tmp), v)
		}
		if !it.Key(k) {
			x.Space.Release(v)
			return
		}
		t := x.Space.Separate(r)
		switch zval.Type(k.T) {
		case zval.StringT:
			x.Space.SetSym(t, k.Str(), v)
			x.Space.Release(k)
		case zval.Long:
			if x.Space.Append(t, v) == nil {
				x.Space.Release(v)
				x.ThrowError(nil, "Cannot add element to the array as the next element is already occupied")
			}
		default:
			x.Space.Release(v)
			x.Space.Release(k)
			x.ThrowError(nil, "Keys must be of type int|string during array unpacking")
		}
	}
}

// opInArray is in_array() with a literal haystack, compiled.
func opInArray(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	t := op.Literal(op.Op2).Arr()
	v := get1(x, fp, op)
	found := false
	switch {
	case zval.Type(v.T) == zval.StringT:
		found = t.Find(v.Str()) != nil
	case zval.Type(v.T) == zval.Long:
		found = t.FindLong(v.Long()) != nil
	case op.Ext == 0 && x.Ctx.Exception == 0:
		if v.T <= tFalse {
			found = t.Find(x.Space.EmptyString()) != nil
			if found || v.T == tFalse {
				break
			}
		}
		for i := uint32(0); i < t.Used && !found; i++ {
			if t.SlotAt(i).T == tUndef {
				continue
			}
			var tmp Value
			k := noescape(&tmp)
			t.KeyValueAt(i, k)
			found = x.LooseEqual(v, k)
			if k.T&zval.FlagsMask != 0 {
				x.Space.Release(k)
			}
		}
	}
	drop1(x, fp, op)
	return branch(x, fp, op, found)
}

// opCount is count(), compiled.
func opCount(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	v := get1(x, fp, op)
	r := res(fp, op)
	n := int64(0)
	if zval.Type(v.T) == zval.ArrayT {
		n = int64(v.Arr().CountInd())
	} else if x.Ctx.Exception == 0 {
		n = x.CountOf(v)
	}
	drop1(x, fp, op)
	r.SetLong(n)
	return done(x, op)
}

// opArrayKeyExists is array_key_exists(), compiled.
func opArrayKeyExists(x *Exec, fp *Frame, op *Opline) *Opline {
	fp.Opline = op.Addr()
	k := get1(x, fp, op)
	a := get2(x, fp, op)
	found := false
	switch {
	case x.Ctx.Exception != 0:
	case zval.Type(a.T) != zval.ArrayT:
		x.ThrowTypeError("array_key_exists(): Argument #2 ($array) must be of type array, %s given", typeName(x, a))
	default:
		switch zval.Type(k.T) {
		case zval.Long, zval.StringT:
			v := fetchElem(a.Arr(), k)
			found = v != nil && (zval.Type(v.T) != zval.Indirect || v.Ind().T != tUndef)
		case zval.Undef, zval.Null:
			x.Deprecated("Using null as the key parameter for array_key_exists() is deprecated, use an empty string instead")
			found = x.Ctx.Exception == 0 && zval.Type(a.T) == zval.ArrayT && a.Arr().FindInd(x.Space.EmptyString()) != nil
		default:
			// The conversion may warn, and the handler drop the array: then nothing is found.
			var keep Value
			keep.CopyFrom(a)
			if s, n, ok := x.ArrayKey(k); ok && (keep.Arr().GC.RC > 1 || keep.Arr().Immutable()) {
				if s != nil {
					found = keep.Arr().FindInd(s) != nil
				} else {
					found = keep.Arr().FindLong(n) != nil
				}
			}
			x.Space.Release(&keep)
		}
	}
	drop1(x, fp, op)
	drop2(x, fp, op)
	return branch(x, fp, op, found)
}
