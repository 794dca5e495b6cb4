package vm

import (
	"golang.org/x/arch/arm64/arm64asm"

	"github.com/ebb-vm/ebb/jit/arm64"
	"github.com/ebb-vm/ebb/jit/ir"
)

func assemble(f *ir.Func) (*ir.Assembly, error) { return arm64.Compile(f) }

// disassemble reads one instruction; its length is at least 1.
func disassemble(code []byte, pc uint64) (string, int) {
	if len(code) < 4 {
		return "?", len(code)
	}
	i, err := arm64asm.Decode(code)
	if err != nil {
		return "?", 4
	}
	return arm64asm.GNUSyntax(i), 4
}
