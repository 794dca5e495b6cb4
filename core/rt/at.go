package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Views of off-heap structs by address.

func classDescAt(a mm.Addr) *zval.ClassDesc { return (*zval.ClassDesc)(mm.Ptr(a)) }
func tableAt(a mm.Addr) *zval.Table         { return (*zval.Table)(mm.Ptr(a)) }
func valueAt(a mm.Addr) *zval.Value         { return (*zval.Value)(mm.Ptr(a)) }
func objectAt(a mm.Addr) *zval.Object       { return (*zval.Object)(mm.Ptr(a)) }
func stringAt(a mm.Addr) *zval.String       { return (*zval.String)(mm.Ptr(a)) }
func funcAt(a mm.Addr) *code.Func           { return (*code.Func)(mm.Ptr(a)) }

// valueIndex returns slot i of a run of Values.
func valueIndex(a mm.Addr, i uint32) *zval.Value {
	return valueAt(a + mm.Addr(i)*zval.ValueSize)
}
