package tier

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// contextAddr is a context's address. It does not move: in WebAssembly nothing
// but stacks does, and contexts are not on them.
func contextAddr(c *vmstack.Context) mm.Addr { return uintptr(unsafe.Pointer(c)) }
