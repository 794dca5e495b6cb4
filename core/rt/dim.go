package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Element access of arrays, with PHP's rules for keys, missing elements and
// things that are no arrays. String offsets are in strdim.go; objects answer
// for themselves (ReadDimObj and its kin).

// dimKey is an array key: a string, or an integer when str is nil.
type dimKey struct {
	str *zval.String
	n   int64
}

// arrayKey turns a value into an array key. False: an exception is in flight.
// Messages may run PHP, which may do anything to the array: hold it.
func (x *Exec) arrayKey(dim *zval.Value, kind FetchKind) (k dimKey, ok bool) {
	switch dim.Type() {
	case zval.Long:
		return dimKey{n: dim.Long()}, true
	case zval.StringT:
		s := dim.Str()
		if n, is := zval.IndexKey(s); is {
			return dimKey{n: n}, true
		}
		return dimKey{str: s}, true
	case zval.ReferenceT:
		return x.arrayKey(dim.Deref(), kind)
	case zval.Undef:
		if x.undefinedDim(); x.HasExc() {
			return dimKey{}, false
		}
		fallthrough
	case zval.Null:
		if kind != unsetElem {
			x.Deprecated("Using null as an array offset is deprecated, use an empty string instead")
		}
		return dimKey{str: x.known.empty}, !x.HasExc()
	case zval.False:
		return dimKey{n: 0}, true
	case zval.True:
		return dimKey{n: 1}, true
	case zval.Double:
		n := x.implicitLong(dim.Double())
		return dimKey{n: n}, !x.HasExc()
	case zval.ResourceT:
		h := dim.Res().Handle
		x.Warning("Resource ID#%d used as offset, casting to integer (%d)", h, h)
		return dimKey{n: h}, !x.HasExc()
	}
	x.illegalOffset(dim, "array", kind)
	return dimKey{}, false
}

// ArrayKey is arrayKey for builtins and array literals: ok is false when it threw.
func (x *Exec) ArrayKey(dim *zval.Value) (str *zval.String, n int64, ok bool) {
	k, ok := x.arrayKey(dim, FetchW)
	return k.str, k.n, ok
}

// illegalOffset throws for a key of a type that cannot be one.
func (x *Exec) illegalOffset(dim *zval.Value, container string, kind FetchKind) {
	name := x.TypeName(dim)
	switch kind {
	case unsetElem:
		x.ThrowTypeError("Cannot unset offset of type %s on %s", name, container)
	case fetchIsset:
		x.ThrowTypeError("Cannot access offset of type %s in isset or empty", name)
	default:
		x.ThrowTypeError("Cannot access offset of type %s on %s", name, container)
	}
}

// fetchIsset is the kind of isset() and empty() themselves, as opposed to the
// quiet reads on the way to them.
const fetchIsset FetchKind = 100

// unsetElem is likewise unset() of the element itself.
const unsetElem FetchKind = 101

// simpleKey reports keys whose normalisation says nothing and runs nothing.
func simpleKey(dim *zval.Value) bool {
	switch dim.Type() {
	case zval.Long, zval.StringT, zval.False, zval.True:
		return true
	}
	return false
}

// undefinedDim reports the undefined variable that the running instruction has
// as its dimension. May run PHP.
func (x *Exec) undefinedDim() {
	if f := x.Frame(); f != nil && f.Opline != 0 {
		if o := code.OplineAt(f.Opline); o.Op2Kind == code.CV {
			x.undefinedCV(f, o.Op2)
		}
	}
}

// undefinedData is undefinedDim for the value in the OP_DATA behind it.
func (x *Exec) undefinedData() {
	if f := x.Frame(); f != nil && f.Opline != 0 {
		if o := code.OplineAt(f.Opline + code.OplineSize); o.Op1Kind == code.CV {
			x.undefinedCV(f, o.Op1)
		}
	}
}

func (x *Exec) undefinedCV(f *vmstack.Frame, off uint32) {
	if fn := x.FuncOf(funcAt(f.Func)); fn != nil && fn.Op != nil {
		x.Warning("Undefined variable $%s", fn.Op.CVs[(off-vmstack.FrameSize)/zval.ValueSize])
	}
}

// definedDim is dim with references followed; an undefined variable is
// reported and reads as NULL. May run PHP.
func (x *Exec) definedDim(dim *zval.Value) *zval.Value {
	if dim == nil {
		return nil
	}
	if dim.Type() == zval.Undef {
		x.undefinedDim()
		return x.VM.Null
	}
	return dim.Deref()
}

// definedData is the same for an operator's right side.
func (x *Exec) definedData(v *zval.Value) *zval.Value {
	if v.Type() == zval.Undef {
		x.undefinedData()
		return x.VM.Null
	}
	return v.Deref()
}

func findKey(t *zval.Table, k dimKey) *zval.Value {
	if k.str == nil {
		return t.FindLong(k.n)
	}
	return t.FindInd(k.str)
}

// hold keeps a table alive over messages; release returns false when the
// table was changed hands meanwhile (it is shared or gone).
func hold(t *zval.Table) {
	if !t.Immutable() {
		t.GC.RC++
	}
}

func (x *Exec) unhold(t *zval.Table) bool {
	if t.Immutable() {
		return true
	}
	if t.GC.RC == 1 {
		x.Space.ReleaseArr(t)
		return false
	}
	t.GC.RC--
	return true
}

// keyHeld is arrayKey with the table held: gone tells that the element cannot
// be written any more.
func (x *Exec) keyHeld(t *zval.Table, dim *zval.Value, kind FetchKind, write bool) (k dimKey, ok bool) {
	dim = dim.Deref()
	if simpleKey(dim) {
		return x.arrayKey(dim, kind)
	}
	hold(t)
	k, ok = x.arrayKey(dim, kind)
	if !x.unhold(t) {
		return k, false
	}
	if ok && write && !t.Immutable() && t.GC.RC != 1 {
		return k, false
	}
	return k, ok
}

// dataHeld reports the undefined variable on the right with the table held;
// false: the element cannot be written any more.
func (x *Exec) dataHeld(t *zval.Table) bool {
	hold(t)
	x.undefinedData()
	return x.unhold(t) && !x.HasExc() && (t.Immutable() || t.GC.RC == 1)
}

func (x *Exec) undefinedKey(k dimKey) {
	if k.str == nil {
		x.Warning("Undefined array key %d", k.n)
	} else {
		x.Warning("Undefined array key \"%s\"", k.str.String())
	}
}

// ReadElem reads an element of a table into the dead slot ret (owned): kinds
// FetchR (warns) and FetchIS. May run PHP.
func (x *Exec) ReadElem(t *zval.Table, dim *zval.Value, kind FetchKind, ret *zval.Value) {
	dim = dim.Deref()
	quick := simpleKey(dim)
	if !quick {
		hold(t)
	}
	k, ok := x.arrayKey(dim, kind)
	if !ok {
		ret.SetNull()
	} else if v := findKey(t, k); v != nil && (quick || t.GC.RC > 1 || t.Immutable()) {
		ret.CopyFrom(v.Deref())
	} else {
		ret.SetNull()
		if kind != FetchIS {
			x.undefinedKey(k)
		}
	}
	if !quick {
		x.unhold(t)
	}
}

// ReadDim is FETCH_DIM_R and FETCH_DIM_IS: c[dim] into the dead slot ret,
// owned; NULL after an exception. May run PHP.
func (x *Exec) ReadDim(ret, c, dim *zval.Value, kind FetchKind) {
	c = c.Deref()
	switch c.Type() {
	case zval.ArrayT:
		x.ReadElem(c.Arr(), dim, kind, ret)
	case zval.StringT:
		x.readStrOffset(ret, c.Str(), dim, kind)
	case zval.ObjectT:
		x.readObjDim(ret, c.Obj(), dim, kind)
	default:
		ret.SetNull()
		if dim.Type() == zval.Undef {
			name := x.ValueName(c) // the message may take it away
			if x.undefinedDim(); kind != FetchIS && !x.HasExc() {
				x.Warning("Trying to access array offset on %s", name)
			}
		} else if kind != FetchIS {
			x.Warning("Trying to access array offset on %s", x.ValueName(c))
		}
	}
}

// ReadList is FETCH_LIST_R, the reads of destructuring: strings are not arrays there.
func (x *Exec) ReadList(ret, c, dim *zval.Value) {
	c = c.Deref()
	switch c.Type() {
	case zval.ArrayT:
		x.ReadElem(c.Arr(), dim, FetchR, ret)
	case zval.ObjectT:
		x.readObjDim(ret, c.Obj(), dim, FetchR)
	default:
		ret.SetNull()
		name := x.TypeName(c)
		null := c.Type() <= zval.Null
		x.definedDim(dim)
		if !null && !x.HasExc() {
			x.Warning("Cannot use %s as array", name)
		}
	}
}

func (x *Exec) readObjDim(ret *zval.Value, o *zval.Object, dim *zval.Value, kind FetchKind) {
	var rv zval.Value
	o.GC.RC++
	dim = x.definedDim(dim)
	p := x.ReadDimObj(o, dim, kind, &rv)
	switch {
	case p == nil:
		ret.SetNull()
	case p == &rv:
		if rv.Type() == zval.ReferenceT {
			ret.CopyFrom(rv.Deref())
			x.Space.Release(&rv)
		} else if rv.Type() == zval.Undef {
			ret.SetNull()
		} else {
			ret.MoveFrom(&rv)
		}
	default:
		ret.CopyFrom(p.Deref())
	}
	x.Space.ReleaseObj(o)
}

// WriteDim is FETCH_DIM_W, _RW and _UNSET: the place of c[dim], dim nil for
// c[]. c is a variable's slot. res (dead) receives an Indirect to the element,
// or, from an object, its value; Undef after an error, NULL where there is
// nothing to unset. May run PHP.
func (x *Exec) WriteDim(res, c, dim *zval.Value, kind FetchKind) {
	slot := c
	c = c.Deref()
	switch c.Type() {
	case zval.ArrayT:
		if p := x.elemForWrite(c, dim, kind); p != nil {
			setIndirect(res, p)
		} else {
			res.SetUndef()
		}
	case zval.StringT:
		res.SetUndef()
		if dim == nil {
			x.ThrowError(nil, "[] operator not supported for strings")
			return
		}
		x.strOffset(dim, kind)
		x.wrongStrOffset()
	case zval.ObjectT:
		x.writeObjDim(res, c.Obj(), dim, kind)
	case zval.Undef, zval.Null, zval.False:
		if kind == FetchUnset {
			res.SetNull()
			false_ := c.Type() == zval.False
			x.definedDim(dim)
			if false_ && !x.HasExc() {
				x.falseToArray()
			}
			return
		}
		if !x.vivify(slot) {
			if x.HasExc() {
				res.SetUndef()
			} else {
				res.SetNull()
			}
			return
		}
		x.WriteDim(res, c, dim, kind)
	default:
		res.SetUndef()
		if x.definedDim(dim); x.HasExc() {
			return
		}
		if kind == FetchUnset {
			x.ThrowError(nil, "Cannot unset offset in a non-array variable")
		} else {
			x.ThrowError(nil, "Cannot use a scalar value as an array")
		}
	}
}

func (x *Exec) falseToArray() {
	x.Deprecated("Automatic conversion of false to array is deprecated")
}

// vivify turns a null or false variable into an empty array. False: the
// deprecation's handler took it away, or threw, or the variable is a reference
// that a typed property holds and that may not be an array.
func (x *Exec) vivify(c *zval.Value) bool {
	if c.Type() == zval.ReferenceT {
		if !x.refTakesArray(c.Ref()) {
			return false
		}
		c = &c.Ref().Val
	}
	was := c.Type()
	t := x.Space.NewTable(0)
	c.SetArr(t)
	if was == zval.False {
		hold(t)
		x.falseToArray()
		if !x.unhold(t) {
			return false
		}
		return !x.HasExc() && c.Type() == zval.ArrayT && c.Arr() == t
	}
	return true
}

// elemForWrite returns the slot of an element of the array in c, which is
// separated first; nil after an error.
func (x *Exec) elemForWrite(c, dim *zval.Value, kind FetchKind) *zval.Value {
	t := x.Space.Separate(c)
	if dim == nil {
		p := x.Space.AppendNull(t)
		if p == nil {
			x.cannotAppend()
		}
		return p
	}
	k, ok := x.keyHeld(t, dim, kind, true)
	if !ok {
		return nil
	}
	if v := findKey(t, k); v != nil {
		return v
	}
	return x.addMissing(t, k, kind)
}

// addMissing deals with an element to be written that is not there.
func (x *Exec) addMissing(t *zval.Table, k dimKey, kind FetchKind) *zval.Value {
	if kind == FetchUnset {
		return x.nowhereNull()
	}
	if kind == FetchRW {
		if k.str != nil {
			k.str.AddRef()
		}
		hold(t)
		x.undefinedKey(k)
		alive := x.unhold(t)
		if alive && t.GC.RC != 1 && !t.Immutable() {
			alive = false
		}
		if !alive || x.HasExc() {
			if k.str != nil {
				x.Space.ReleaseStr(k.str)
			}
			return nil
		}
		if k.str != nil {
			p := x.lookupKey(t, k)
			x.Space.ReleaseStr(k.str)
			return p
		}
	}
	return x.lookupKey(t, k)
}

func (x *Exec) lookupKey(t *zval.Table, k dimKey) *zval.Value {
	if k.str != nil {
		return x.Space.LookupInd(t, k.str)
	}
	return x.Space.LookupLong(t, k.n)
}

// nowhereNull is the NULL that unset's nested fetches end in; it is never written.
func (x *Exec) nowhereNull() *zval.Value {
	if x.nowhere == nil {
		x.nowhere = valueAt(x.perm.Alloc(zval.ValueSize))
	}
	x.nowhere.SetNull()
	return x.nowhere
}

func (x *Exec) cannotAppend() {
	x.ThrowError(nil, "Cannot add element to the array as the next element is already occupied")
}

func (x *Exec) writeObjDim(res *zval.Value, o *zval.Object, dim *zval.Value, kind FetchKind) {
	var rv zval.Value
	o.GC.RC++
	defer x.Space.ReleaseObj(o)
	name := x.ClassOf(o).Name
	dim = x.definedDim(dim)
	p := x.ReadDimObj(o, dim, kind, &rv)
	switch {
	case p == nil || p.Type() == zval.Undef:
		res.SetUndef()
		return
	case p == &rv:
		if rv.Type() == zval.ReferenceT {
			if rv.Ref().GC.RC == 1 {
				x.Space.Unref(&rv)
			} else {
				res.MoveFrom(&rv)
				return
			}
		}
		res.MoveFrom(&rv)
		if x.HasExc() {
			return
		}
	case p.Type() == zval.ReferenceT:
		setIndirect(res, p)
		return
	default:
		if p.Type() == zval.ObjectT || x.ClassOf(o).Handlers != nil && x.ClassOf(o).Handlers.ReadDim != nil {
			// an internal class gave its own slot
			setIndirect(res, p)
			return
		}
		res.CopyFrom(p)
	}
	if res.Type() != zval.ObjectT {
		x.Notice("Indirect modification of overloaded element of %s has no effect", name)
	}
}

// AssignDim is ASSIGN_DIM: c[dim] = v, dim nil for c[]. v is borrowed; ret,
// when not nil, is a dead slot that receives a copy of what was assigned. False
// when nothing was (an exception is in flight, or a message said why). May run PHP.
func (x *Exec) AssignDim(c, dim, v, ret *zval.Value) bool {
	slot := c
	c = c.Deref()
	null := func() bool {
		if ret != nil {
			ret.SetNull()
		}
		return false
	}
	switch c.Type() {
	case zval.ArrayT:
		return x.assignElem(c, dim, v, ret)
	case zval.StringT:
		if dim == nil {
			x.ThrowError(nil, "[] operator not supported for strings")
			return null()
		}
		return x.assignStrOffset(c, dim, v.Deref(), ret)
	case zval.ObjectT:
		o := c.Obj()
		o.GC.RC++
		dim = x.definedDim(dim)
		val := *x.definedData(v)
		val.AddRef()
		ok := x.WriteDimObj(o, dim, &val)
		if ret != nil {
			if ok && !x.HasExc() {
				ret.CopyFrom(&val)
			} else {
				ret.SetNull()
			}
		}
		x.Space.Release(&val)
		x.Space.ReleaseObj(o)
		return ok
	case zval.Undef, zval.Null, zval.False:
		if !x.vivify(slot) {
			return null()
		}
		return x.assignElem(c, dim, v, ret)
	}
	if x.definedDim(dim); !x.HasExc() {
		x.definedData(v)
	}
	if !x.HasExc() {
		x.ThrowError(nil, "Cannot use a scalar value as an array")
	}
	return null()
}

func (x *Exec) assignElem(c, dim, v, ret *zval.Value) bool {
	// the value may be the very array written to, or live in it
	val := *v.Deref()
	val.AddRef()
	undef := val.Type() == zval.Undef
	t := x.Space.Separate(c)
	if undef && dim == nil {
		val.SetNull()
		if !x.dataHeld(t) {
			if ret != nil {
				ret.SetNull()
			}
			return false
		}
	}
	if dim == nil {
		p := x.Space.Append(t, &val)
		if p == nil {
			x.cannotAppend()
			x.Space.Release(&val)
			if ret != nil {
				ret.SetNull()
			}
			return false
		}
		if ret != nil {
			ret.CopyFrom(p)
		}
		return true
	}
	k, ok := x.keyHeld(t, dim, FetchW, true)
	if undef {
		val.SetNull()
		if ok {
			if k.str != nil {
				k.str.AddRef()
				defer x.Space.ReleaseStr(k.str)
			}
			ok = x.dataHeld(t)
		}
	}
	if !ok {
		x.Space.Release(&val)
		if ret != nil {
			ret.SetNull()
		}
		return false
	}
	p := findKey(t, k)
	if p == nil {
		p = x.lookupKey(t, k)
	}
	if ret == nil {
		return x.storeSlot(p, &val)
	}
	if p.Type() == zval.ReferenceT && p.Ref().Sources != 0 {
		// the properties' types may convert it
		r := p.Ref()
		r.GC.RC++
		ok = x.storeSlot(p, &val)
		ret.CopyFrom(&r.Val)
		x.Space.ReleaseRef(r)
		return ok
	}
	ret.CopyFrom(&val)
	return x.storeSlot(p, &val)
}

// storeSlot stores v (consumed) into a slot that may be a reference, typed or not.
func (x *Exec) storeSlot(p, v *zval.Value) bool {
	if p.Type() == zval.ReferenceT {
		if p.Ref().Sources != 0 {
			return x.AssignToRef(p, v, x.CallerStrict())
		}
		p = p.Deref()
	}
	old := *p
	p.MoveFrom(v)
	x.Space.Release(&old)
	return true
}

// AssignDimOp is ASSIGN_DIM_OP: c[dim] op= v; operands as for AssignDim.
func (x *Exec) AssignDimOp(op opcode.Op, c, dim, v, ret *zval.Value) bool {
	slot := c
	c = c.Deref()
	null := func() bool {
		if ret != nil {
			ret.SetNull()
		}
		return false
	}
	switch c.Type() {
	case zval.ArrayT:
	case zval.StringT:
		if dim == nil {
			x.ThrowError(nil, "[] operator not supported for strings")
		} else {
			x.strOffset(dim, FetchRW)
			x.wrongStrOffset()
		}
		return null()
	case zval.ObjectT:
		return x.assignObjDimOp(op, c.Obj(), dim, v, ret)
	case zval.Undef, zval.Null, zval.False:
		if !x.vivify(slot) {
			return null()
		}
	default:
		x.ThrowError(nil, "Cannot use a scalar value as an array")
		return null()
	}
	p := x.elemForWrite(c, dim, FetchRW)
	if p == nil {
		return null()
	}
	if v.Type() == zval.Undef {
		if !x.dataHeld(c.Arr()) {
			return null()
		}
		v = x.VM.Null
	}
	ok := x.AssignOpSlot(op, p, v.Deref())
	if ret != nil {
		// the operator may have run PHP that changed the array
		if ok && c.Type() == zval.ArrayT {
			ret.CopyFrom(p.Deref())
		} else {
			ret.SetNull()
		}
	}
	return ok
}

// AssignOpSlot applies op= to a variable's slot: references, typed ones
// included, are written through. v is borrowed. May run PHP.
func (x *Exec) AssignOpSlot(op opcode.Op, p, v *zval.Value) bool {
	if p.Type() == zval.ReferenceT && p.Ref().Sources != 0 {
		r := p.Ref()
		r.GC.RC++
		var out zval.Value
		ok := x.BinaryOp(op, &out, &r.Val, v)
		if ok {
			var tmp zval.Value
			tmp.SetRef(r)
			ok = x.AssignToRef(&tmp, &out, x.CallerStrict())
		}
		x.Space.ReleaseRef(r)
		return ok
	}
	p = p.Deref()
	return x.BinaryOp(op, p, p, v)
}

func (x *Exec) assignObjDimOp(op opcode.Op, o *zval.Object, dim, v, ret *zval.Value) bool {
	if ret != nil {
		ret.SetNull()
	}
	o.GC.RC++
	defer x.Space.ReleaseObj(o)
	var cur, out zval.Value
	dim = x.definedDim(dim)
	v = x.definedData(v)
	x.readObjDim(&cur, o, dim, FetchR)
	if x.HasExc() {
		x.Space.Release(&cur)
		return false
	}
	ok := x.BinaryOp(op, &out, &cur, v)
	x.Space.Release(&cur)
	if !ok {
		return false
	}
	ok = x.WriteDimObj(o, dim, &out)
	if ok && ret != nil {
		ret.MoveFrom(&out)
	} else {
		x.Space.Release(&out)
	}
	return ok && !x.HasExc()
}

// UnsetDim is UNSET_DIM. May run PHP.
func (x *Exec) UnsetDim(c, dim *zval.Value) {
	c = c.Deref()
	switch c.Type() {
	case zval.ArrayT:
		t := x.Space.Separate(c)
		k, ok := x.keyHeld(t, dim, unsetElem, true)
		if !ok {
			return
		}
		if k.str == nil {
			x.Space.DelLong(t, k.n)
		} else if t == x.Globals {
			x.UnsetGlobal(k.str)
		} else {
			x.Space.DelInd(t, k.str)
		}
	case zval.ObjectT:
		o := c.Obj()
		o.GC.RC++
		dim = x.definedDim(dim)
		x.UnsetDimObj(o, dim)
		x.Space.ReleaseObj(o)
	case zval.StringT:
		if x.definedDim(dim); !x.HasExc() {
			x.ThrowError(nil, "Cannot unset string offsets")
		}
	case zval.Undef, zval.Null:
		x.definedDim(dim)
	case zval.False:
		if x.definedDim(dim); !x.HasExc() {
			x.falseToArray()
		}
	default:
		if x.definedDim(dim); !x.HasExc() {
			x.ThrowError(nil, "Cannot unset offset in a non-array variable")
		}
	}
}

// UnsetGlobal removes a variable from the global symbol table; a compiled
// variable's slot is emptied. May run PHP.
func (x *Exec) UnsetGlobal(name *zval.String) {
	v := x.Globals.Find(name)
	if v == nil {
		return
	}
	if v.Type() == zval.Indirect {
		p := v.Ind()
		old := *p
		p.SetUndef()
		x.Space.Release(&old)
		return
	}
	x.Space.Del(x.Globals, name)
}

// HasDim is isset(c[dim]), or !empty(c[dim]) with notEmpty. May run PHP.
func (x *Exec) HasDim(c, dim *zval.Value, notEmpty bool) bool {
	c, dim = c.Deref(), dim.Deref()
	switch c.Type() {
	case zval.Undef, zval.Null:
		x.definedDim(dim)
	case zval.ArrayT:
		t := c.Arr()
		quick := simpleKey(dim)
		if !quick {
			hold(t)
			defer x.unhold(t)
		}
		k, ok := x.arrayKey(dim, fetchIsset)
		if !ok || !quick && t.GC.RC == 1 && !t.Immutable() {
			return false // thrown, or the array is gone but for us
		}
		v := findKey(t, k)
		if v == nil {
			return false
		}
		v = v.Deref()
		if notEmpty {
			return x.ToBool(v)
		}
		return v.Type() > zval.Null
	case zval.ObjectT:
		o := c.Obj()
		o.GC.RC++
		dim = x.definedDim(dim)
		ok := x.HasDimObj(o, dim, notEmpty)
		x.Space.ReleaseObj(o)
		return ok
	case zval.StringT:
		return x.hasStrOffset(c.Str(), dim, notEmpty)
	}
	return false
}

// wrongStrOffset throws for a use of a string offset that needs a place, in
// the words that fit the running instruction.
func (x *Exec) wrongStrOffset() {
	if x.HasExc() {
		return
	}
	msg := "Cannot create references to/from string offsets"
	if f := x.Frame(); f != nil && f.Opline != 0 {
		o := code.OplineAt(f.Opline)
		switch opcode.Op(o.Code) {
		case opcode.AssignDimOp:
			msg = "Cannot use assign-op operators with string offsets"
		case opcode.FetchDimW, opcode.FetchDimRw, opcode.FetchDimFuncArg, opcode.FetchDimUnset:
			switch o.Ext {
			case code.FetchDimDim:
				msg = "Cannot use string offset as an array"
			case code.FetchDimObj:
				msg = "Cannot use string offset as an object"
			case code.FetchDimIncdec:
				msg = "Cannot increment/decrement string offsets"
			}
		}
	}
	x.ThrowError(nil, "%s", msg)
}
