package code

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// Views of off-heap arrays as slices; they must not outlive the block.

func values(a mm.Addr, n int) []zval.Value {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*zval.Value)(mm.Ptr(a)), n)
}

func oplines(a mm.Addr, n int) []Opline {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*Opline)(mm.Ptr(a)), n)
}
