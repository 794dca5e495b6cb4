package guest

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// contextBlock is memory for a VM context that the collector keeps, does not
// move and need not scan: nothing in it is a Go pointer.
type contextBlock struct {
	words [vmstack.ContextSize/8 + 2]uint64
}

func newContextBlock() *contextBlock { return new(contextBlock) }

// context returns the block's first 16-byte boundary.
func (b *contextBlock) context() *vmstack.Context {
	a := (uintptr(unsafe.Pointer(&b.words)) + 15) &^ 15
	return vmstack.ContextAt(a)
}

// fresh clears the context and returns its address.
func (b *contextBlock) fresh() mm.Addr {
	c := b.context()
	*c = vmstack.Context{}
	return uintptr(unsafe.Pointer(c))
}

func (b *contextBlock) interrupt() mm.Addr {
	return uintptr(unsafe.Pointer(&b.context().Interrupt))
}
