package zval

import "github.com/ebb-vm/ebb/core/mm"

// Storage of objects. Handles, classes and handlers are the runtime's.

// ObjectBytes is the size of an instance's block in bytes.
func (c *ClassDesc) ObjectBytes() uintptr {
	return ObjectHeader + uintptr(c.PropCount)*ValueSize + uintptr(c.ExtraSize)
}

// NewObjectRaw returns a new instance, one reference, handle 0: header, declared
// properties copied from the defaults (counted ones shared), extra area zeroed.
func (sp *Space) NewObjectRaw(c *ClassDesc) *Object {
	o := ObjectAt(sp.Heap.Alloc(c.ObjectBytes()))
	*o = Object{GC: GC{RC: 1, TypeInfo: objectInfo}, Class: c.Addr()}
	for i := uint32(0); i < c.PropCount; i++ {
		v, d := o.Prop(i), c.Default(i)
		*v = *d
		if d.T&FlagsMask != 0 {
			d.Counted().RC++
		}
	}
	if c.ExtraSize != 0 {
		mm.Zero(o.ExtraAt(0), uintptr(c.ExtraSize))
	}
	return o
}

// FreeObjectMem frees the instance's block and nothing else.
func (sp *Space) FreeObjectMem(o *Object) { sp.Heap.FreeSize(o.Addr(), o.Desc().ObjectBytes()) }

// DynProps returns the table of dynamic properties, or nil.
func (o *Object) DynProps() *Table {
	if o.Props == 0 {
		return nil
	}
	return TableAt(o.Props)
}
