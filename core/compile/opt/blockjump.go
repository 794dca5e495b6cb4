package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Jumps between blocks.

// first returns the opline a block starts with; an empty block stands for the
// next kept one.
func (b *blockPass) first(i int) (*code.Op, int) {
	g := b.g
	for i >= 0 && i < len(g.blocks) {
		bl := &g.blocks[i]
		if bl.n > 0 {
			return &b.f.Ops[bl.start], i
		}
		if bl.protected || len(bl.succ) != 1 {
			return nil, i
		}
		i = bl.succ[0]
	}
	return nil, i
}

// through follows chains of jumps and empty blocks from a target.
func (b *blockPass) through(i int) int {
	for n := 0; n < 64; n++ {
		bl := &b.g.blocks[i]
		if bl.protected {
			return i
		}
		switch {
		case bl.n == 0 && len(bl.succ) == 1 && bl.succ[0] != i:
			i = bl.succ[0]
		case bl.n == 1 && b.f.Ops[bl.start].Code == opcode.Jmp && bl.succ[0] != i:
			i = bl.succ[0]
		default:
			return i
		}
	}
	return i
}

// jump optimizes the end of block i.
func (b *blockPass) jump(i int) {
	f, g := b.f, b.g
	bl := &g.blocks[i]
	op := g.last(bl)
	if op == nil {
		if len(bl.succ) == 1 {
			return
		}
		return
	}
	next := g.nextUsed(i)
	retarget := func(k, to int) {
		if bl.succ[k] != to {
			bl.succ[k] = to
			b.changed = true
		}
	}
	switch op.Code {
	case opcode.Jmp:
		retarget(0, b.through(bl.succ[0]))
		if bl.succ[0] == next {
			nop(op)
			bl.n--
			b.changed = true
			return
		}
		t, ti := b.first(bl.succ[0])
		if t == nil || g.blocks[ti].protected {
			return
		}
		if (t.Code == opcode.Return || t.Code == opcode.ReturnByRef && false) && f.flags&code.AccHasFinally == 0 && !f.hasFinally() {
			line := op.Line
			*op = *t
			_ = line
			bl.succ = nil
			b.changed = true
		}
	case opcode.Jmpz, opcode.Jmpnz:
		b.condJump(i, bl, op, next, retarget)
	case opcode.JmpzEx, opcode.JmpnzEx:
		b.condJumpEx(bl, op, next, retarget)
	case opcode.JmpSet, opcode.Coalesce, opcode.JmpNull:
		to := b.through(bl.succ[0])
		retarget(0, to)
	case opcode.FeResetR, opcode.FeResetRw, opcode.FeFetchR, opcode.FeFetchRw, opcode.AssertCheck, opcode.BindInitStaticOrJmp:
		retarget(0, b.through(bl.succ[0]))
	case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
		for k := range bl.succ {
			if k == len(bl.succ)-1 && op.Code != opcode.Match {
				break
			}
			retarget(k, b.through(bl.succ[k]))
		}
	}
}

func (f *fn) hasFinally() bool {
	for _, t := range f.Try {
		if t.Finally != 0 {
			return true
		}
	}
	return false
}

func (b *blockPass) condJump(i int, bl *block, op *code.Op, next int, retarget func(k, to int)) {
	f, g := b.f, b.g
	retarget(0, b.through(bl.succ[0]))
	for n := 0; n < 64; n++ {
		if bl.succ[0] == b.settle(bl.succ[1]) || bl.succ[0] == bl.succ[1] {
			// Both ways lead to the same place.
			switch {
			case isCV(op.Op1):
				op.Code, op.Op2 = opcode.CheckVar, code.Operand{}
			case isTmp(op.Op1):
				op.Code, op.Op2 = opcode.Free, code.Operand{}
			default:
				nop(op)
				bl.n--
			}
			bl.succ = bl.succ[1:]
			b.changed = true
			return
		}
		t, ti := b.first(bl.succ[0])
		if t == nil || g.blocks[ti].protected || ti == i {
			break
		}
		if g.blocks[ti].n == 1 && (t.Code == opcode.Jmpz || t.Code == opcode.Jmpnz) && t.Op1 == op.Op1 && isCV(op.Op1) {
			if t.Code == op.Code {
				if g.blocks[ti].succ[0] == bl.succ[0] {
					break
				}
				retarget(0, b.through(g.blocks[ti].succ[0]))
			} else {
				retarget(0, b.through(g.blocks[ti].succ[1]))
			}
			continue
		}
		break
	}
	// JMPZ over a lone JMP is JMPNZ to where that goes.
	nb := &g.blocks[bl.succ[1]]
	if bl.succ[1] == next && nb.n == 1 && f.Ops[nb.start].Code == opcode.Jmp && !nb.target && !nb.protected {
		after := g.nextUsed(bl.succ[1])
		if b.settle(bl.succ[0]) == b.settle(after) {
			if op.Code == opcode.Jmpz {
				op.Code = opcode.Jmpnz
			} else {
				op.Code = opcode.Jmpz
			}
			to := b.through(nb.succ[0])
			nop(&f.Ops[nb.start])
			nb.n = 0
			nb.succ = []int{bl.succ[0]}
			bl.succ[0] = to
			b.changed = true
		}
	}
}

// settle skips empty blocks.
func (b *blockPass) settle(i int) int {
	for n := 0; n < 64 && i >= 0; n++ {
		bl := &b.g.blocks[i]
		if bl.n != 0 || len(bl.succ) != 1 || bl.protected {
			break
		}
		i = bl.succ[0]
	}
	return i
}

func (b *blockPass) condJumpEx(bl *block, op *code.Op, next int, retarget func(k, to int)) {
	g := b.g
	for n := 0; n < 64; n++ {
		to := b.through(bl.succ[0])
		if to != bl.succ[0] {
			retarget(0, to)
		}
		t, ti := b.first(bl.succ[0])
		if t == nil || g.blocks[ti].protected {
			return
		}
		tb := &g.blocks[ti]
		same := op.Code == opcode.JmpzEx
		if t.Op1.Kind == op.Res.Kind && t.Op1.N == op.Res.N {
			switch t.Code {
			case opcode.Jmpz, opcode.Jmpnz:
				if same == (t.Code == opcode.Jmpz) {
					retarget(0, b.through(tb.succ[0]))
				} else {
					retarget(0, b.through(tb.succ[1]))
				}
				if tb.n != 1 {
					return
				}
				continue
			case opcode.Bool:
				if tb.n == 1 && len(tb.succ) == 1 {
					op.Res = t.Res
					retarget(0, b.through(tb.succ[0]))
					b.changed = true
					continue
				}
			case opcode.JmpzEx, opcode.JmpnzEx:
				if t.Res == op.Res {
					if same == (t.Code == opcode.JmpzEx) {
						retarget(0, b.through(tb.succ[0]))
					} else {
						retarget(0, b.through(tb.succ[1]))
					}
					continue
				}
			}
		}
		break
	}
	if bl.succ[0] == b.settle(bl.succ[1]) || bl.succ[0] == bl.succ[1] {
		op.Code = opcode.Bool
		op.Op2 = code.Operand{}
		bl.succ = bl.succ[1:]
		b.changed = true
	}
}
