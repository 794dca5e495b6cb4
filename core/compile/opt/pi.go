package opt

import (
	"math"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pis: what a condition says about a variable on each of the two ways on.

// placePis looks at the jump that ends a block.
func (s *ssa) placePis(bi int, in []bits) {
	f, g := s.f, s.g
	b := &g.blocks[bi]
	if b.n < 2 || len(b.succ) != 2 || b.succ[0] == b.succ[1] {
		return
	}
	jmp := &f.Ops[b.end()-1]
	if jmp.Code != opcode.Jmpz && jmp.Code != opcode.Jmpnz || jmp.Op1.Kind != code.Tmp {
		return
	}
	cmp := &f.Ops[b.end()-2]
	if cmp.Res.Kind != code.Tmp || cmp.Res.N != jmp.Op1.N {
		return
	}
	yes, no := b.succ[1], b.succ[0]
	if jmp.Code == opcode.Jmpnz {
		yes, no = no, yes
	}
	switch cmp.Code {
	case opcode.TypeCheck:
		if cmp.Op1.Kind != code.CV {
			return
		}
		m := maskOfCheck(cmp.Ext)
		s.pi(bi, yes, no, int(cmp.Op1.N), in, &phi{mask: m | tRef})
		s.pi(bi, no, yes, int(cmp.Op1.N), in, &phi{mask: (tUndef|tAnyValue)&^m | tRef | m&0})
	case opcode.IsIdentical, opcode.IsEqual, opcode.IsNotIdentical, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual:
		s.rangePis(bi, yes, no, cmp, in)
	}
}

// maskOfCheck is the set of types TYPE_CHECK lets pass.
func maskOfCheck(ext uint32) typeMask {
	m := typeMask(ext) & tAny
	if m&tArray != 0 {
		m |= tElems | tKeys
	}
	if m&tNull != 0 {
		m |= tUndef
	}
	return m
}

// pi places one on the edge from a block to another, when the value is wanted
// there and the way is not reached by both outcomes.
func (s *ssa) pi(from, to, other, v int, in []bits, p *phi) {
	g := s.g
	if !in[to].has(v) {
		return
	}
	if len(g.blocks[to].preds) > 1 {
		// If the other way leads here as well, nothing is known.
		ok := true
		for _, pr := range g.blocks[to].preds {
			if pr != from && g.dominates(other, pr) {
				continue
			}
			if pr != from {
				ok = true
				goto decided
			}
		}
		ok = false
	decided:
		if !ok {
			return
		}
	}
	p.v, p.block, p.from, p.value = v, to, from, none
	s.phis[to] = append(s.phis[to], p)
}

func (s *ssa) rangePis(bi, yes, no int, cmp *code.Op, in []bits) {
	f := s.f
	one := func(v code.Operand, other code.Operand, c opcode.Op, flipped bool) {
		if v.Kind != code.CV {
			return
		}
		if other.Kind != code.Const || f.lit(other).T != zval.Long {
			return
		}
		n := f.lit(other).N
		var y, nn *piRange
		switch {
		case c == opcode.IsEqual || c == opcode.IsIdentical:
			y, nn = &piRange{min: n, max: n}, nil
		case c == opcode.IsNotEqual || c == opcode.IsNotIdentical:
			y, nn = nil, &piRange{min: n, max: n}
		case c == opcode.IsSmaller && !flipped: // v < n
			if n == math.MinInt64 {
				return
			}
			y, nn = &piRange{under: true, max: n - 1}, &piRange{min: n, over: true}
		case c == opcode.IsSmaller: // n < v
			if n == math.MaxInt64 {
				return
			}
			y, nn = &piRange{min: n + 1, over: true}, &piRange{under: true, max: n}
		case !flipped: // v <= n
			y, nn = &piRange{under: true, max: n}, nil
			if n != math.MaxInt64 {
				nn = &piRange{min: n + 1, over: true}
			}
		default: // n <= v
			y, nn = &piRange{min: n, over: true}, nil
			if n != math.MinInt64 {
				nn = &piRange{under: true, max: n - 1}
			}
		}
		if y != nil {
			s.pi(bi, yes, no, int(v.N), in, &phi{rng: y})
		}
		if nn != nil {
			s.pi(bi, no, yes, int(v.N), in, &phi{rng: nn})
		}
	}
	one(cmp.Op1, cmp.Op2, cmp.Code, false)
	one(cmp.Op2, cmp.Op1, cmp.Code, true)
	// Both variables: an integer below another can be counted up once more.
	if cmp.Op1.Kind == code.CV && cmp.Op2.Kind&(code.CV|tmpVar) != 0 && (cmp.Code == opcode.IsSmaller || cmp.Code == opcode.IsSmallerOrEqual) {
		off := int64(0)
		if cmp.Code == opcode.IsSmaller {
			off = -1
		}
		s.pi(bi, yes, no, int(cmp.Op1.N), in, &phi{rng: &piRange{under: true, maxVar: f.variable(cmp.Op2) + 1, maxOff: off}})
	}
	if cmp.Op2.Kind == code.CV && cmp.Op1.Kind&(code.CV|tmpVar) != 0 && (cmp.Code == opcode.IsSmaller || cmp.Code == opcode.IsSmallerOrEqual) {
		off := int64(0)
		if cmp.Code == opcode.IsSmaller {
			off = 1
		}
		s.pi(bi, yes, no, int(cmp.Op2.N), in, &phi{rng: &piRange{over: true, minVar: f.variable(cmp.Op1) + 1, minOff: off}})
	}
}
