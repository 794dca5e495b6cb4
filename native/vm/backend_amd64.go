package vm

import (
	"golang.org/x/arch/x86/x86asm"

	"github.com/ebb-vm/ebb/jit/amd64"
	"github.com/ebb-vm/ebb/jit/ir"
)

func assemble(f *ir.Func) (*ir.Assembly, error) { return amd64.Compile(f) }

// disassemble reads one instruction; its length is at least 1.
func disassemble(code []byte, pc uint64) (string, int) {
	i, err := x86asm.Decode(code, 64)
	if err != nil {
		return "?", 1
	}
	return x86asm.IntelSyntax(i, pc, nil), i.Len
}
