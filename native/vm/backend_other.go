//go:build !amd64 && !arm64

package vm

import (
	"errors"

	"github.com/ebb-vm/ebb/jit/ir"
)

func assemble(f *ir.Func) (*ir.Assembly, error) {
	return nil, errors.New("no machine code for this processor")
}

func disassemble(code []byte, pc uint64) (string, int) { return "?", 1 }
