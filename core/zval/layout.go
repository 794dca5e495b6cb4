package zval

import (
	"math"
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
)

// Layouts of PHP values, as 64-bit Zend has them. All of these structs live
// off the Go heap; fields that refer to other off-heap memory are addresses
// (integers), never Go pointers, so that stores need no write barrier and the
// collector never looks at them.
//
//	Value (16)        String (24 + len + 1)     Table (56)
//	+--------+ 0      +----------+ 0 GC         +-------------+ 0 GC
//	| V      |        | refcount |              | refcount    |
//	+--------+ 8      | typeinfo |              | typeinfo    |
//	| T      |        +----------+ 8            +-------------+ 8
//	+--------+ 12     | hash     |              | flags mask  |
//	| U      |        +----------+ 16           +-------------+ 16
//	+--------+        | len      |              | data        |
//	                  +----------+ 24           | used, count |
//	                  | bytes 0  |              | size, pos   |
//	                  +----------+              | next, dtor  |
//	                                            +-------------+

// Type is the low byte of Value.T and of GC.TypeInfo.
type Type uint8

// The types, numbered as in Zend.
const (
	Undef Type = iota
	Null
	False
	True
	Long
	Double
	StringT
	ArrayT
	ObjectT
	ResourceT
	ReferenceT
	ConstAST // V is an index into code.Registry.ConstExprs
	Indirect // V is the address of another Value
	Ptr      // V is an engine-internal number
)

// Flags of Value.T above the type byte.
const (
	Refcounted  = 1 << 8
	Collectable = 1 << 9
	FlagsMask   = 0xff00

	// Full type words of freshly made values.
	StringEx    = uint32(StringT) | Refcounted
	ArrayEx     = uint32(ArrayT) | Refcounted | Collectable
	ObjectEx    = uint32(ObjectT) | Refcounted | Collectable
	ResourceEx  = uint32(ResourceT) | Refcounted
	ReferenceEx = uint32(ReferenceT) | Refcounted
)

// Value is a zval: 8 bytes of payload, the type word, and an auxiliary word
// whose meaning depends on where the Value sits (hash chain, argument count,
// foreach position, property flags ...). Copying a Value as a whole copies U
// too; use CopyFrom/Init* where the destination's U must survive.
type Value struct {
	V uint64 // int64 bits, float64 bits, or an mm.Addr
	T uint32 // Type | flags
	U uint32
}

// GC is the header of everything refcounted (zend_refcounted_h).
type GC struct {
	RC       uint32
	TypeInfo uint32 // bits 0-3 type, 4-9 flags, 10- collector info
}

// Flags in GC.TypeInfo.
const (
	GCNotCollectable = 1 << 4
	GCProtected      = 1 << 5 // recursion guard
	GCImmutable      = 1 << 6 // never counted: interned string, literal array
	GCPersistent     = 1 << 7
	GCTypeMask       = 0xf
	GCInfoShift      = 10

	// objects only
	ObjWeaklyReferenced = 1 << 7 // Space.WeakGone is told before the object goes
	ObjDestructorCalled = 1 << 8
	ObjFreeCalled       = 1 << 9
)

// TypeInfo words of new headers.
const (
	stringInfo    = uint32(StringT) | GCNotCollectable
	internedInfo  = stringInfo | GCImmutable
	arrayInfo     = uint32(ArrayT)
	objectInfo    = uint32(ObjectT)
	referenceInfo = uint32(ReferenceT) | GCNotCollectable
	resourceInfo  = uint32(ResourceT) | GCNotCollectable
	deadInfo      = uint32(Null) | GCNotCollectable // being freed
)

// String is a zend_string header; the bytes and a final NUL follow it.
type String struct {
	GC   GC
	Hash uint64 // 0: not computed yet
	Len  uint64
}

// Table is a zend_array: packed (Values) or hash (Buckets preceded by the
// uint32 hash part at negative indices).
type Table struct {
	GC       GC
	Flags    uint32
	Mask     uint32  // negative table size as uint32; MinMask when packed
	Data     mm.Addr // first Value or Bucket
	Used     uint32  // slots in use, holes included
	Count    uint32  // live elements
	Size     uint32  // slots allocated
	Pos      uint32  // internal pointer
	NextFree int64   // next integer key; math.MinInt64 when none was used
	Dtor     uint64
}

// Flags of Table.Flags.
const (
	TablePacked        = 1 << 2
	TableUninitialized = 1 << 3
	TableStaticKeys    = 1 << 4 // integer or interned keys only
	TableHasEmptyInd   = 1 << 5
	tableFlagMask      = 0xff

	// The number of iterators that point into the table; at its maximum it sticks.
	tableIterShift = 16
	tableIterOne   = 1 << tableIterShift
	tableIterMask  = 0xff << tableIterShift
)

// Figures of tables.
const (
	minTableSize = 8          // slots
	maxTableSize = 0x40000000 // slots
	minMask      = 0xfffffffe // -2: the hash part of a packed table, two empty heads
	noBucket     = 0xffffffff // end of a collision chain
)

// Bucket is one element of a hash table. Val.U chains collisions.
type Bucket struct {
	Val Value
	H   uint64  // hash, or the integer key
	Key mm.Addr // *String, or 0 for an integer key
}

// Object is a zend_object header; Class.PropCount declared properties follow.
type Object struct {
	GC       GC
	Handle   uint32
	Extra    uint32  // flags of the object (lazy, ...)
	Class    mm.Addr // *ClassDesc, off-heap
	Internal uint64  // index of the Go-side payload in rt (0: none)
	Props    mm.Addr // *Table of dynamic properties, or 0
}

// ClassDesc is the off-heap face of a class: what machine code and the object
// store need. Everything else is reached through ID (rt.Exec.Classes[ID]).
type ClassDesc struct {
	ID        uint32
	Flags     uint32
	PropCount uint32 // declared property slots of an instance
	ExtraSize uint32 // bytes after the property slots (internal classes, guards)
	Parent    mm.Addr
	Defaults  mm.Addr // *Value, PropCount of them
}

// Reference is a zend_reference.
type Reference struct {
	GC      GC
	Val     Value
	Sources uint64 // typed property sources: index into rt, 0 none
}

// Resource is a zend_resource.
type Resource struct {
	GC     GC
	Handle int64
	Kind   int64
	Index  uint64 // Go-side payload in rt
}

// Sizes, frozen at compile time; they are Zend's.
const (
	ValueSize     = 16
	StringHeader  = 24
	TableSize     = 56
	BucketSize    = 32
	ObjectHeader  = 40
	ReferenceSize = 32
	ResourceSize  = 32
)

const (
	_ = uint(ValueSize-unsafe.Sizeof(Value{})) + uint(unsafe.Sizeof(Value{})-ValueSize)
	_ = uint(StringHeader-unsafe.Sizeof(String{})) + uint(unsafe.Sizeof(String{})-StringHeader)
	_ = uint(TableSize-unsafe.Sizeof(Table{})) + uint(unsafe.Sizeof(Table{})-TableSize)
	_ = uint(BucketSize-unsafe.Sizeof(Bucket{})) + uint(unsafe.Sizeof(Bucket{})-BucketSize)
	_ = uint(ReferenceSize-unsafe.Sizeof(Reference{})) + uint(unsafe.Sizeof(Reference{})-ReferenceSize)
	_ = uint(ResourceSize-unsafe.Sizeof(Resource{})) + uint(unsafe.Sizeof(Resource{})-ResourceSize)
	_ = uint(ObjectHeader-unsafe.Sizeof(Object{})) + uint(unsafe.Sizeof(Object{})-ObjectHeader)
)

// Type returns the value's type without flags.
func (v *Value) Type() Type { return Type(v.T) }

// IsRefcounted reports whether the payload carries a reference count.
func (v *Value) IsRefcounted() bool { return v.T&FlagsMask != 0 }

// Long returns the payload as an integer; the type must be Long.
func (v *Value) Long() int64 { return int64(v.V) }

// Double returns the payload as a float; the type must be Double.
func (v *Value) Double() float64 { return math.Float64frombits(v.V) }

// Str borrows the string; the type must be StringT.
func (v *Value) Str() *String { return (*String)(mm.Ptr(mm.Addr(v.V))) }

// Arr borrows the table; the type must be ArrayT.
func (v *Value) Arr() *Table { return (*Table)(mm.Ptr(mm.Addr(v.V))) }

// Obj borrows the object; the type must be ObjectT.
func (v *Value) Obj() *Object { return (*Object)(mm.Ptr(mm.Addr(v.V))) }

// Ref borrows the reference; the type must be ReferenceT.
func (v *Value) Ref() *Reference { return (*Reference)(mm.Ptr(mm.Addr(v.V))) }

// Res borrows the resource; the type must be ResourceT.
func (v *Value) Res() *Resource { return (*Resource)(mm.Ptr(mm.Addr(v.V))) }

// Ind follows an Indirect value.
func (v *Value) Ind() *Value { return (*Value)(mm.Ptr(mm.Addr(v.V))) }

// Counted borrows the header of a refcounted payload.
func (v *Value) Counted() *GC { return (*GC)(mm.Ptr(mm.Addr(v.V))) }

// Deref returns the value behind a reference, or v itself.
func (v *Value) Deref() *Value {
	if Type(v.T) == ReferenceT {
		return &v.Ref().Val
	}
	return v
}

// The setters overwrite a dead slot (they release nothing) and keep U.

func (v *Value) SetUndef()           { v.T = uint32(Undef) }
func (v *Value) SetNull()            { v.T = uint32(Null) }
func (v *Value) SetLong(n int64)     { v.V = uint64(n); v.T = uint32(Long) }
func (v *Value) SetDouble(f float64) { v.V = math.Float64bits(f); v.T = uint32(Double) }
func (v *Value) SetBool(b bool) {
	if b {
		v.T = uint32(True)
	} else {
		v.T = uint32(False)
	}
}

// SetStr moves the caller's reference to s into v (interned strings are not counted).
func (v *Value) SetStr(s *String) {
	v.V = uint64(uintptr(unsafe.Pointer(s)))
	if s.GC.TypeInfo&GCImmutable != 0 {
		v.T = uint32(StringT)
	} else {
		v.T = StringEx
	}
}

// SetArr moves the caller's reference to t into v (immutable tables are not counted).
func (v *Value) SetArr(t *Table) {
	v.V = uint64(uintptr(unsafe.Pointer(t)))
	if t.GC.TypeInfo&GCImmutable != 0 {
		v.T = uint32(ArrayT)
	} else {
		v.T = ArrayEx
	}
}

// SetObj moves the caller's reference to o into v.
func (v *Value) SetObj(o *Object) {
	v.V = uint64(uintptr(unsafe.Pointer(o)))
	v.T = ObjectEx
}

// SetRef moves the caller's reference to r into v.
func (v *Value) SetRef(r *Reference) {
	v.V = uint64(uintptr(unsafe.Pointer(r)))
	v.T = ReferenceEx
}

// SetRes moves the caller's reference to r into v.
func (v *Value) SetRes(r *Resource) {
	v.V = uint64(uintptr(unsafe.Pointer(r)))
	v.T = ResourceEx
}

// MoveFrom overwrites a dead v with src's payload and type, keeping v.U.
// src is dead afterwards.
func (v *Value) MoveFrom(src *Value) { v.V, v.T = src.V, src.T }

// CopyFrom overwrites a dead v with a new reference to src's payload, keeping v.U.
func (v *Value) CopyFrom(src *Value) {
	v.V, v.T = src.V, src.T
	if src.T&FlagsMask != 0 {
		src.Counted().RC++
	}
}

// AddRef adds a reference to whatever v holds.
func (v *Value) AddRef() {
	if v.T&FlagsMask != 0 {
		v.Counted().RC++
	}
}

// Prop returns declared property slot i of an object.
func (o *Object) Prop(i uint32) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(o), ObjectHeader+uintptr(i)*ValueSize))
}

// Desc returns the object's class descriptor.
func (o *Object) Desc() *ClassDesc { return (*ClassDesc)(mm.Ptr(o.Class)) }

// Addr returns the address of an off-heap struct as an integer.
func (s *String) Addr() mm.Addr    { return uintptr(unsafe.Pointer(s)) }
func (t *Table) Addr() mm.Addr     { return uintptr(unsafe.Pointer(t)) }
func (o *Object) Addr() mm.Addr    { return uintptr(unsafe.Pointer(o)) }
func (r *Reference) Addr() mm.Addr { return uintptr(unsafe.Pointer(r)) }

// Bytes borrows the string's bytes; do not keep them past the string's life,
// and do not write unless the string is unshared and its hash is reset.
func (s *String) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(s), StringHeader)), s.Len)
}

// View borrows the bytes as a Go string without copying. It must not outlive
// the PHP string; clone it (strings.Clone) to keep it.
func (s *String) View() string {
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(s), StringHeader)), s.Len)
}

// String copies the bytes to a Go string.
func (s *String) String() string { return string(s.Bytes()) }

// Interned reports whether the string is permanent and uncounted.
func (s *String) Interned() bool { return s.GC.TypeInfo&GCImmutable != 0 }

// StringAt, TableAt ... view the struct at an address.

func StringAt(a mm.Addr) *String       { return (*String)(mm.Ptr(a)) }
func TableAt(a mm.Addr) *Table         { return (*Table)(mm.Ptr(a)) }
func ObjectAt(a mm.Addr) *Object       { return (*Object)(mm.Ptr(a)) }
func ReferenceAt(a mm.Addr) *Reference { return (*Reference)(mm.Ptr(a)) }
func ResourceAt(a mm.Addr) *Resource   { return (*Resource)(mm.Ptr(a)) }
func ValueAt(a mm.Addr) *Value         { return (*Value)(mm.Ptr(a)) }
func ClassDescAt(a mm.Addr) *ClassDesc { return (*ClassDesc)(mm.Ptr(a)) }
func gcAt(a mm.Addr) *GC               { return (*GC)(mm.Ptr(a)) }

func (r *Resource) Addr() mm.Addr  { return uintptr(unsafe.Pointer(r)) }
func (v *Value) Addr() mm.Addr     { return uintptr(unsafe.Pointer(v)) }
func (c *ClassDesc) Addr() mm.Addr { return uintptr(unsafe.Pointer(c)) }
func (b *Bucket) Addr() mm.Addr    { return uintptr(unsafe.Pointer(b)) }
func (g *GC) addr() mm.Addr        { return uintptr(unsafe.Pointer(g)) }

// PropOffset is the byte offset of declared property slot i from its object.
func PropOffset(i uint32) uintptr { return ObjectHeader + uintptr(i)*ValueSize }

// PropAt returns the declared property slot at a byte offset from the object.
func (o *Object) PropAt(off uintptr) *Value { return (*Value)(unsafe.Add(unsafe.Pointer(o), off)) }

// ExtraAt returns the address of byte off of the object's extra area, which
// follows the declared slots.
func (o *Object) ExtraAt(off uintptr) mm.Addr {
	return o.Addr() + PropOffset(o.Desc().PropCount) + off
}

// Default returns the default of declared property slot i.
func (c *ClassDesc) Default(i uint32) *Value {
	return (*Value)(mm.Ptr(c.Defaults + uintptr(i)*ValueSize))
}

// table, object ... view what the header belongs to; the type must be right.
func (g *GC) table() *Table   { return (*Table)(unsafe.Pointer(g)) }
func (g *GC) object() *Object { return (*Object)(unsafe.Pointer(g)) }
func (g *GC) str() *String    { return (*String)(unsafe.Pointer(g)) }
func (g *GC) ref() *Reference { return (*Reference)(unsafe.Pointer(g)) }
func (g *GC) res() *Resource  { return (*Resource)(unsafe.Pointer(g)) }
func (g *GC) kind() Type      { return Type(g.TypeInfo & GCTypeMask) }

// Packed reports whether the table is a list of Values (keys are positions).
func (t *Table) Packed() bool { return t.Flags&TablePacked != 0 }

// Immutable reports whether the table is uncounted and must never be written.
func (t *Table) Immutable() bool { return t.GC.TypeInfo&GCImmutable != 0 }

// Len returns the number of elements.
func (t *Table) Len() int { return int(t.Count) }

func (t *Table) packedAt(i uint32) *Value {
	return (*Value)(mm.Ptr(t.Data + uintptr(i)*ValueSize))
}

// BucketAt returns bucket i of a hash table.
func (t *Table) BucketAt(i uint32) *Bucket {
	return (*Bucket)(mm.Ptr(t.Data + uintptr(i)*BucketSize))
}

// SlotAt returns slot i (i < Used) of either form; Undef means a hole.
func (t *Table) SlotAt(i uint32) *Value {
	return (*Value)(mm.Ptr(t.Data + uintptr(i)<<t.shift()))
}

// shift is the binary logarithm of the slot size: 4 packed, 5 hash.
func (t *Table) shift() uint32 { return 5 - t.Flags>>2&1 }

// head returns the start of h's collision chain.
func (t *Table) head(h uint64) *uint32 {
	return (*uint32)(mm.Ptr(t.Data + uintptr(int(int32(uint32(h)|t.Mask))*4)))
}

// byteAt returns a pointer to byte i of the string.
func (s *String) byteAt(i uint64) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(s), StringHeader+uintptr(i)))
}

// SetByte overwrites byte i; the string must be unshared and its hash reset.
func (s *String) SetByte(i int, c byte) { *s.byteAt(uint64(i)) = c }

// At returns byte i.
func (s *String) At(i int) byte { return *s.byteAt(uint64(i)) }

// terminate writes the NUL behind the last byte.
func (s *String) terminate() { *s.byteAt(s.Len) = 0 }

// viewOf borrows bytes as a string.
func viewOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func bucketAt(a mm.Addr) *Bucket { return (*Bucket)(mm.Ptr(a)) }

// buckets views the first n buckets of a hash table.
func (t *Table) buckets(n uint32) []Bucket {
	return unsafe.Slice((*Bucket)(mm.Ptr(t.Data)), n)
}
