package enter_test

import (
	"github.com/ebb-vm/ebb/jit/amd64"
	"github.com/ebb-vm/ebb/jit/ir"
)

func compile(f *ir.Func) (*ir.Assembly, error) { return amd64.Compile(f) }
