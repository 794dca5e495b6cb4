package opt

import (
	"math"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Range inference: bounds of values that are integers, so that sums which
// cannot leave the integers are known to stay integers. Loops are widened to
// "no bound" and then narrowed by what conditions say.

// rangeInfo bounds an integer value.
type rangeInfo struct {
	state       int8 // 0 not computed, 1 known, 2 nothing is known
	min, max    int64
	under, over bool // beyond the integers on that side
}

// noOverflow reports whether the value is an integer for sure, given that
// what it is computed from are integers.
func (r *rangeInfo) noOverflow() bool { return r.state == 1 && !r.under && !r.over }

var (
	rangeFull    = rangeInfo{state: 1, min: math.MinInt64, max: math.MaxInt64}
	rangeUnknown = rangeInfo{state: 2}
)

func exactly(n int64) rangeInfo { return rangeInfo{state: 1, min: n, max: n} }

func joinRange(a, b rangeInfo) rangeInfo {
	switch {
	case a.state == 0:
		return b
	case b.state == 0:
		return a
	case a.state == 2 || b.state == 2:
		return rangeUnknown
	}
	return rangeInfo{1, min(a.min, b.min), max(a.max, b.max), a.under || b.under, a.over || b.over}
}

func addSat(a, b int64) (int64, bool, bool) {
	s := a + b
	switch {
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64, false, true
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64, true, false
	}
	return s, false, false
}

func addRange(a, b rangeInfo) rangeInfo {
	if a.state != 1 || b.state != 1 {
		return rangeInfo{state: max(a.state, b.state)}
	}
	r := rangeInfo{state: 1, under: a.under || b.under, over: a.over || b.over}
	var u, o bool
	r.min, u, o = addSat(a.min, b.min)
	r.under = r.under || u
	if o {
		r.over = true
	}
	r.max, u, o = addSat(a.max, b.max)
	r.over = r.over || o
	if u {
		r.under = true
	}
	return r
}

func negRange(a rangeInfo) rangeInfo {
	if a.state != 1 {
		return a
	}
	r := rangeInfo{state: 1, under: a.over, over: a.under}
	if a.max == math.MinInt64 {
		r.min = math.MaxInt64
	} else {
		r.min = -a.max
	}
	if a.min == math.MinInt64 {
		r.max, r.over = math.MaxInt64, true
	} else {
		r.max = -a.min
	}
	return r
}

func mulRange(a, b rangeInfo) rangeInfo {
	if a.state != 1 || b.state != 1 {
		return rangeInfo{state: max(a.state, b.state)}
	}
	r := rangeInfo{state: 1, min: math.MaxInt64, max: math.MinInt64, under: a.under || a.over || b.under || b.over}
	r.over = r.under
	for _, x := range [2]int64{a.min, a.max} {
		for _, y := range [2]int64{b.min, b.max} {
			p := x * y
			if x != 0 && (p/x != y || x == -1 && y == math.MinInt64) {
				return rangeInfo{1, math.MinInt64, math.MaxInt64, true, true}
			}
			r.min, r.max = min(r.min, p), max(r.max, p)
		}
	}
	return r
}

// ranges computes the bounds of all values.
func (s *ssa) ranges() {
	f := s.f
	visits := make([]int, len(s.vals))
	queue := make([]int, 0, len(s.vals))
	inQ := make([]bool, len(s.vals))
	push := func(v int) {
		if v >= 0 && !inQ[v] {
			inQ[v] = true
			queue = append(queue, v)
		}
	}
	for v := range s.vals {
		if v < len(f.CVs) {
			s.vals[v].rng = rangeUnknown
		} else {
			push(v)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		inQ[v] = false
		val := &s.vals[v]
		r := s.evalRange(v)
		if r.state == 0 {
			continue
		}
		old := val.rng
		r = joinRange(old, r)
		if old.state == 1 && r.state == 1 {
			visits[v]++
			if visits[v] > 2 && val.phi != nil && val.phi.from < 0 || visits[v] > 50 {
				if r.min < old.min || r.under && !old.under {
					r.min, r.under = math.MinInt64, true
				}
				if r.max > old.max || r.over && !old.over {
					r.max, r.over = math.MaxInt64, true
				}
			}
		}
		if r == old {
			continue
		}
		val.rng = r
		s.rangeUsers(v, push)
	}
	// Narrow what was widened.
	for round := 0; round < 4; round++ {
		changed := false
		for v := len(f.CVs); v < len(s.vals); v++ {
			val := &s.vals[v]
			if val.rng.state != 1 {
				continue
			}
			r := s.evalRange(v)
			if r.state != 1 {
				continue
			}
			n := val.rng
			if n.under && !r.under || r.min > n.min && n.min == math.MinInt64 {
				n.min, n.under = r.min, r.under
			}
			if n.over && !r.over || r.max < n.max && n.max == math.MaxInt64 {
				n.max, n.over = r.max, r.over
			}
			if n != val.rng {
				val.rng = n
				changed = true
			}
		}
		if !changed {
			break
		}
	}
}

func (s *ssa) rangeUsers(v int, push func(int)) {
	for _, i := range s.vals[v].uses {
		o := &s.ops[i]
		push(o.def1)
		push(o.def2)
		push(o.defR)
	}
	for _, p := range s.vals[v].phis {
		push(p.value)
	}
}

func (s *ssa) operandRange(o code.Operand, use int) rangeInfo {
	if o.Kind == code.Const {
		l := s.f.Lits[o.N]
		switch l.T {
		case zval.Long:
			return exactly(l.N)
		case zval.Null, zval.False:
			return exactly(0)
		case zval.True:
			return exactly(1)
		}
		return rangeUnknown
	}
	if use < 0 {
		return rangeUnknown
	}
	return s.vals[use].rng
}

// evalRange computes a value's bounds from its operands'.
func (s *ssa) evalRange(v int) rangeInfo {
	f := s.f
	val := &s.vals[v]
	if s.aliased && val.v < len(f.CVs) {
		return rangeUnknown
	}
	if p := val.phi; p != nil {
		var r rangeInfo
		for _, src := range p.sources {
			if src >= 0 {
				r = joinRange(r, s.vals[src].rng)
			}
		}
		if p.rng != nil {
			r = s.constrain(r, p.rng, p)
		}
		return r
	}
	if val.def < 0 {
		return rangeUnknown
	}
	op := &f.Ops[val.def]
	o := &s.ops[val.def]
	a := func() rangeInfo { return s.operandRange(op.Op1, o.use1) }
	b := func() rangeInfo { return s.operandRange(op.Op2, o.use2) }
	c := op.Code
	if c == opcode.AssignOp && (o.def1 == v || o.defR == v) {
		c = opcode.Op(op.Ext)
	}
	switch c {
	case opcode.Add:
		return addRange(a(), b())
	case opcode.Sub:
		return addRange(a(), negRange(b()))
	case opcode.Mul:
		return mulRange(a(), b())
	case opcode.BwAnd, opcode.BwOr, opcode.BwXor, opcode.BwNot, opcode.Mod, opcode.Sl, opcode.Sr:
		x, y := a(), rangeFull
		if c != opcode.BwNot {
			y = b()
		}
		if x.state == 0 || y.state == 0 {
			return rangeInfo{}
		}
		if c == opcode.BwAnd {
			if y.state == 1 && y.min >= 0 && !y.over {
				return rangeInfo{state: 1, min: 0, max: y.max}
			}
			if x.state == 1 && x.min >= 0 && !x.over {
				return rangeInfo{state: 1, min: 0, max: x.max}
			}
		}
		if c == opcode.Mod && y.state == 1 && !y.under && !y.over && (y.min > 0 || y.max < 0) {
			m := max(y.max, -y.min) - 1
			if x.state == 1 && x.min >= 0 && !x.under {
				return rangeInfo{state: 1, min: 0, max: m}
			}
			return rangeInfo{state: 1, min: -m, max: m}
		}
		return rangeFull
	case opcode.PreInc, opcode.PostInc:
		if c == opcode.PostInc && o.defR == v {
			return a()
		}
		return addRange(a(), exactly(1))
	case opcode.PreDec, opcode.PostDec:
		if c == opcode.PostDec && o.defR == v {
			return a()
		}
		return addRange(a(), exactly(-1))
	case opcode.QmAssign:
		return a()
	case opcode.Assign:
		return b()
	case opcode.AssignOp:
		return rangeUnknown
	case opcode.Strlen, opcode.FuncNumArgs:
		return rangeInfo{state: 1, min: 0, max: math.MaxInt64}
	case opcode.Count:
		return rangeFull
	case opcode.Cast:
		if op.Ext == uint32(zval.Long) {
			if op.Op1.Kind == code.Const || o.use1 >= 0 && s.vals[o.use1].rng.state == 1 && s.vals[o.use1].rng.noOverflow() {
				return a()
			}
			return rangeFull
		}
	case opcode.Recv, opcode.RecvInit:
		n := int(op.Op1.N) - 1
		if n < len(f.A.Params) && f.A.Params[n].Type != nil && !f.A.Params[n].ByRef {
			if m, _ := f.s.ofDeclared(f.A.Params[n].Type, f.cls); m&^tNull == tLong {
				return rangeFull
			}
		}
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall:
		return rangeUnknown
	}
	return rangeUnknown
}

// constrain applies what a comparison says.
func (s *ssa) constrain(r rangeInfo, p *piRange, at *phi) rangeInfo {
	if r.state == 0 {
		return r
	}
	if r.state == 2 {
		if p.maxVar > 0 || p.minVar > 0 || p.under || p.over {
			return r
		}
		return r
	}
	if p.minVar > 0 || p.maxVar > 0 {
		if p.maxVar > 0 {
			m, ok := s.bound(p.maxVar-1, at)
			if ok {
				x, u, o := addSat(m.max, p.maxOff)
				if !u && !o && !m.over {
					r.over = false
					r.max = min(r.max, x)
				} else if p.maxOff < 0 && !m.over {
					r.over = false
				}
			}
		}
		if p.minVar > 0 {
			m, ok := s.bound(p.minVar-1, at)
			if ok {
				x, u, o := addSat(m.min, p.minOff)
				if !u && !o && !m.under {
					r.under = false
					r.min = max(r.min, x)
				}
			}
		}
		return r
	}
	if !p.under {
		r.under = false
		r.min = max(r.min, p.min)
	}
	if !p.over {
		r.over = false
		r.max = min(r.max, p.max)
	}
	if r.min > r.max {
		r.min, r.max = p.min, p.max
		if p.under {
			r.min = p.max
		}
		if p.over {
			r.max = p.min
		}
	}
	return r
}

// bound is the range of a variable's value at the block a pi comes from.
func (s *ssa) bound(v int, at *phi) (rangeInfo, bool) {
	b := &s.g.blocks[at.from]
	cmp := b.end() - 2
	for _, u := range [2]int{s.ops[cmp].use1, s.ops[cmp].use2} {
		if u >= 0 && s.vals[u].v == v {
			r := s.vals[u].rng
			return r, r.state == 1
		}
	}
	return rangeInfo{}, false
}
