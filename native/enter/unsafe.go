//go:build linux && (amd64 || arm64)

package enter

import (
	"unsafe"

	"github.com/ebb-vm/ebb/core/vmstack"
)

//go:noescape
func run(ctx unsafe.Pointer) (code uint64)

//go:noescape
func runAt(ctx unsafe.Pointer, pc uintptr) (code uint64)

func g() (gp, lo, hi, guard uintptr)

// Run executes machine code from the handler of the opline at ctx.IP, in frame
// ctx.FP, and returns the code with which it comes back.
func Run(ctx *vmstack.Context) uint64 { return run(unsafe.Pointer(ctx)) }

// At executes machine code at an address.
func At(ctx *vmstack.Context, pc uintptr) uint64 { return runAt(unsafe.Pointer(ctx), pc) }

// here is an address on the goroutine's stack.
//
//go:noinline
func here() uintptr {
	var x byte
	return uintptr(unsafe.Pointer(&x))
}
