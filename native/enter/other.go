//go:build !(linux && (amd64 || arm64))

package enter

import "github.com/ebb-vm/ebb/core/vmstack"

// Run is not there on this system.
func Run(ctx *vmstack.Context) uint64 { panic("no machine code on this system") }

// At is not there on this system.
func At(ctx *vmstack.Context, pc uintptr) uint64 { panic("no machine code on this system") }

func g() (gp, lo, hi, guard uintptr) { return 0, 0, 0, 0 }

func here() uintptr { return 0 }
