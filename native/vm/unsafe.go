package vm

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/opcode"
)

// counter is the address of the count of an opcode. The VM keeps the array
// alive, and Go does not move it.
func counter(of *[256]uint64, op opcode.Op) uintptr { return uintptr(unsafe.Pointer(&of[op])) }

// addrOf is the address of a word that the caller keeps alive.
func addrOf(p *[1]uintptr) uintptr { return uintptr(unsafe.Pointer(p)) }
