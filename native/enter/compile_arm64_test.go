package enter_test

import (
	"github.com/ebb-vm/ebb/jit/arm64"
	"github.com/ebb-vm/ebb/jit/ir"
)

func compile(f *ir.Func) (*ir.Assembly, error) { return arm64.Compile(f) }
