package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Pass 3 threads jumps where they stand, before there are blocks: a jump to a
// jump, to a return, or to a decision that is made already.

func passJumps(f *fn) {
	finally := f.hasFinally()
	for i := range f.Ops {
		op := &f.Ops[i]
		switch op.Code {
		case opcode.Jmp:
			op.Op1.N = f.chase(op.Op1.N)
			t := f.land(op.Op1.N)
			if t == f.land(uint32(i+1)) {
				nop(op)
				continue
			}
			if r := &f.Ops[t]; !finally && (r.Code == opcode.Return || r.Code == opcode.GeneratorReturn) {
				*op = *r
			}
		case opcode.Jmpz, opcode.Jmpnz:
			f.threadCond(op)
		case opcode.JmpzEx, opcode.JmpnzEx:
			f.threadEx(op)
		case opcode.JmpSet, opcode.Coalesce, opcode.FeResetR, opcode.FeResetRw:
			op.Op2.N = f.chase(op.Op2.N)
		case opcode.FeFetchR, opcode.FeFetchRw:
			op.Ext = f.chase(op.Ext)
		}
	}
}

// land skips NOPs.
func (f *fn) land(i uint32) uint32 {
	for int(i) < len(f.Ops)-1 && f.Ops[i].Code == opcode.Nop {
		i++
	}
	return i
}

// chase follows unconditional jumps from a target.
func (f *fn) chase(i uint32) uint32 {
	for n := 0; n < 64; n++ {
		t := f.land(i)
		if f.Ops[t].Code != opcode.Jmp || f.Ops[t].Op1.N == i {
			break
		}
		i = f.Ops[t].Op1.N
	}
	return i
}

func sameVar(a, b code.Operand) bool {
	return a.Kind&(code.CV|tmpVar) != 0 && a == b
}

func (f *fn) threadCond(op *code.Op) {
	for n := 0; n < 64; n++ {
		op.Op2.N = f.chase(op.Op2.N)
		l := f.land(op.Op2.N)
		t := &f.Ops[l]
		if t == op || t.Code != opcode.Jmpz && t.Code != opcode.Jmpnz || !sameVar(op.Op1, t.Op1) {
			return
		}
		if t.Code == op.Code {
			if t.Op2.N == op.Op2.N {
				return
			}
			op.Op2.N = t.Op2.N
		} else {
			op.Op2.N = l + 1
		}
	}
}

func (f *fn) threadEx(op *code.Op) {
	for n := 0; n < 64; n++ {
		op.Op2.N = f.chase(op.Op2.N)
		l := f.land(op.Op2.N)
		t := &f.Ops[l]
		if t == op || !sameVar(op.Res, t.Op1) {
			return
		}
		switch t.Code {
		case op.Code - 3, op.Code: // the same decision
			if t.Code == op.Code && t.Res != op.Res || t.Op2.N == op.Op2.N {
				return
			}
			op.Op2.N = t.Op2.N
		case opcode.Jmpz, opcode.Jmpnz, opcode.JmpzEx, opcode.JmpnzEx: // the other one
			if (t.Code == opcode.JmpzEx || t.Code == opcode.JmpnzEx) && t.Res != op.Res {
				return
			}
			op.Op2.N = l + 1
		case opcode.Bool:
			op.Res = t.Res
			op.Op2.N = l + 1
		default:
			return
		}
	}
}
