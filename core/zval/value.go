package zval

// Slots: copying, assigning, separating, references. What releases a value does
// it last, so that a destructor finds the slot in its new state.

// Dup stores an unshared copy of src in a dead dst: arrays are duplicated, all
// else shares its payload.
func (sp *Space) Dup(dst, src *Value) {
	if src.Type() == ArrayT {
		dst.SetArr(sp.DupTable(src.Arr()))
		return
	}
	dst.CopyFrom(src)
}

// CopyDeref overwrites a dead v with a new reference to src's value, references followed.
func (v *Value) CopyDeref(src *Value) { v.CopyFrom(src.Deref()) }

// Assign makes dst hold src's value (borrowed) and releases what it held.
// References are followed on both sides. Typed references are the caller's care.
func (sp *Space) Assign(dst, src *Value) {
	dst, src = dst.Deref(), src.Deref()
	if src.T&FlagsMask != 0 {
		src.Counted().RC++
	}
	sp.replace(dst, src)
}

// AssignMove is Assign that consumes src, which must not be a reference.
func (sp *Space) AssignMove(dst, src *Value) { sp.replace(dst.Deref(), src) }

// Replace overwrites the slot itself, reference or not, with *src (moved) and
// releases what it held.
func (sp *Space) Replace(slot, src *Value) { sp.replace(slot, src) }

// ReleaseNull makes v Null and releases what it held.
func (sp *Space) ReleaseNull(v *Value) {
	old := *v
	v.SetNull()
	sp.Release(&old)
}

// ReleaseUndef makes v Undef and releases what it held.
func (sp *Space) ReleaseUndef(v *Value) {
	old := *v
	v.SetUndef()
	sp.Release(&old)
}

// Separate makes the array that v holds (not through a reference) safe to write:
// when it is shared or permanent, v gets a copy. It returns v's table.
func (sp *Space) Separate(v *Value) *Table {
	t := v.Arr()
	if t.GC.RC == 1 {
		return t
	}
	d := sp.DupTable(t)
	if v.T&FlagsMask != 0 {
		t.GC.RC--
	}
	v.V, v.T = uint64(d.Addr()), ArrayEx
	return d
}

// SeparateTable is Separate for an owned table: it consumes t.
func (sp *Space) SeparateTable(t *Table) *Table {
	if t.GC.RC == 1 {
		return t
	}
	d := sp.DupTable(t)
	if t.GC.TypeInfo&GCImmutable == 0 {
		t.GC.RC--
	}
	return d
}

// SeparateStr makes the string that v holds unshared and forgets its hash; the
// bytes may then be written.
func (sp *Space) SeparateStr(v *Value) *String {
	s := sp.Own(v.Str())
	v.V, v.T = uint64(s.Addr()), StringEx
	return s
}

// NewRef returns a reference that holds *v (moved), with one owner.
func (sp *Space) NewRef(v *Value) *Reference {
	r := ReferenceAt(sp.Heap.Alloc(ReferenceSize))
	r.GC = GC{RC: 1, TypeInfo: referenceInfo}
	r.Val = Value{V: v.V, T: v.T}
	r.Sources = 0
	return r
}

// NewEmptyRef returns a reference to Null, with one owner.
func (sp *Space) NewEmptyRef() *Reference {
	v := Value{T: uint32(Null)}
	return sp.NewRef(&v)
}

// MakeRef turns the slot into a reference to the value it holds, if it is not
// one, and returns it, borrowed. An undefined slot becomes Null first.
func (sp *Space) MakeRef(v *Value) *Reference {
	if v.Type() == ReferenceT {
		return v.Ref()
	}
	if v.T == uint32(Undef) {
		v.SetNull()
	}
	r := sp.NewRef(v)
	v.SetRef(r)
	return r
}

// Unref turns a slot whose reference nobody else holds into a plain one.
func (sp *Space) Unref(v *Value) {
	if v.Type() != ReferenceT {
		return
	}
	r := v.Ref()
	if r.GC.RC == 1 && r.Sources == 0 {
		v.V, v.T = r.Val.V, r.Val.T
		sp.Heap.FreeSize(r.Addr(), ReferenceSize)
	}
}

// DropRef turns a slot that holds a reference into a plain one with its value:
// the value is moved out when nobody else holds the reference, else shared.
func (sp *Space) DropRef(v *Value) {
	if v.Type() != ReferenceT {
		return
	}
	r := v.Ref()
	v.V, v.T = r.Val.V, r.Val.T
	if r.GC.RC == 1 {
		sp.Heap.FreeSize(r.Addr(), ReferenceSize)
		return
	}
	r.GC.RC--
	v.AddRef()
}

// NewRes returns a resource with one owner.
func (sp *Space) NewRes(handle, kind int64, index uint64) *Resource {
	r := ResourceAt(sp.Heap.Alloc(ResourceSize))
	r.GC = GC{RC: 1, TypeInfo: resourceInfo}
	r.Handle, r.Kind, r.Index = handle, kind, index
	return r
}

// SetString stores a string with the bytes of s in a dead v.
func (sp *Space) SetString(v *Value, s string) { v.SetStr(sp.NewString(s)) }

// SetInterned stores the interned string s in a dead v.
func (sp *Space) SetInterned(v *Value, s string) { v.SetStr(sp.Intern(s)) }

// SetEmptyArray stores the permanent empty array in a dead v.
func (sp *Space) SetEmptyArray(v *Value) { v.SetArr(sp.emptyArr) }

// Values made of plain payloads.

func NullValue() Value             { return Value{T: uint32(Null)} }
func LongValue(n int64) Value      { return Value{V: uint64(n), T: uint32(Long)} }
func BoolValue(b bool) (v Value)   { v.SetBool(b); return }
func DoubleValue(f float64) Value  { var v Value; v.SetDouble(f); return v }
func StrValue(s *String) (v Value) { v.SetStr(s); return }
func ArrValue(t *Table) (v Value)  { v.SetArr(t); return }
func ObjValue(o *Object) (v Value) { v.SetObj(o); return }

// TypeName is the type's name in PHP's error messages ("int", "float", "null" ...);
// for an object the caller has the class's name.
func (v *Value) TypeName() string {
	switch v.Deref().Type() {
	case Undef, Null:
		return "null"
	case False, True:
		return "bool"
	case Long:
		return "int"
	case Double:
		return "float"
	case StringT:
		return "string"
	case ArrayT:
		return "array"
	case ObjectT:
		return "object"
	case ResourceT:
		return "resource"
	}
	return "mixed"
}
