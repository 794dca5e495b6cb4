package template

import (
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// fetch loads payload and type word of an operand as a new reference: a
// temporary is moved, anything else counted. Undefined variables, references
// and INDIRECTs go to Go.
func (t *T) fetch(n int) (v, ty ir.Reg) {
	m := t.Mem(n)
	v, ty = t.NewReg(), t.NewReg()
	t.Ld32(ty, m.Plus(abi.ValT))
	switch t.kind(n) {
	case abi.Const:
		t.Ld64(v, m)
	case abi.Tmp:
		t.Ld64(v, m)
	case abi.Var:
		low := t.NewReg()
		t.OpI(ir.And, low, ty, 0xff)
		t.BrI(ir.UGE, low, int64(abi.Ref), t.Slow())
		t.Ld64(v, m)
	default:
		t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
		l := t.NewLabel()
		t.Ld64(v, m)
		t.BrTest(ir.EQ, ty, abi.Counted, l)
		low := t.NewReg()
		t.OpI(ir.And, low, ty, 0xff)
		t.BrI(ir.EQ, low, int64(abi.Ref), t.Slow())
		t.AddM32(ir.At(v, abi.RC), 1)
		t.Bind(l)
	}
	return v, ty
}

// put stores a value whose reference is owned.
func (t *T) put(m ir.Mem, v, ty ir.Reg) {
	t.St64(m, v)
	t.St32(m.Plus(abi.ValT), ty)
}

// scalar reports an operand whose value is known to be a number.
func (t *T) scalar(n int) (uint32, bool) {
	k := t.Type(n)
	return k, k == abi.Long || k == abi.Double
}

// assign is ASSIGN to a compiled variable.
func (t *T) assign() bool {
	if t.K1 != abi.CV {
		return false
	}
	if t.C != nil {
		if k, ok := t.scalar(Two); ok && t.plainVar(One) {
			t.copyScalar(One, k)
			if t.used() {
				t.copyScalar(Res, k)
			}
			t.Next(1)
			return true
		}
		if !t.C.inline {
			return false
		}
	}
	m := t.Mem(One)
	if t.K2 == abi.Const {
		// A literal is never counted.
		old := t.releasable(m)
		s := t.Mem(Two)
		v, ty := t.NewReg(), t.NewReg()
		t.Ld64(v, s)
		t.Ld32(ty, s.Plus(abi.ValT))
		t.putVar(v, ty)
		t.countDown(old)
		t.Next(1)
		return true
	}
	old := t.releasable(m)
	v, ty := t.fetch(Two)
	t.putVar(v, ty)
	t.countDown(old)
	t.Next(1)
	return true
}

// putVar stores an owned value in operand 1's variable and a copy in the result.
func (t *T) putVar(v, ty ir.Reg) {
	t.put(t.dest(One), v, ty)
	if t.used() {
		t.addRef(v, ty)
		t.put(t.dest(Res), v, ty)
	}
}

// plainVar makes sure that a variable holds nothing that must be released, or
// reports that this cannot be told.
func (t *T) plainVar(n int) bool {
	if t.Type(n) != Unknown {
		return true
	}
	t.BrTestM32(ir.NE, t.place(n).Plus(abi.ValT), abi.Counted, t.Slow())
	return true
}

// copyScalar copies operand 2, a number of type k, to slot n.
func (t *T) copyScalar(n int, k uint32) { t.copyFrom(n, Two, k) }

func (t *T) copyFrom(n, from int, k uint32) {
	if k == abi.Long {
		t.SetInt(n, t.Int(from))
	} else {
		t.SetFloat(n, t.Float(from))
	}
}

// qmAssign is QM_ASSIGN.
func (t *T) qmAssign() bool {
	if k, ok := t.scalar(One); ok {
		t.copyFrom(Res, One, k)
		t.Next(1)
		return true
	}
	if t.C != nil && !t.C.inline {
		return false
	}
	v, ty := t.fetch(One)
	t.put(t.dest(Res), v, ty)
	t.Next(1)
	return true
}

// free is FREE of a value that needs none, or that others hold.
func (t *T) free() bool {
	if t.K1&abi.TmpVar == 0 {
		return false
	}
	if _, ok := t.scalar(One); !ok {
		m := t.Mem(One)
		l := t.NewLabel()
		t.BrTestM32(ir.EQ, m.Plus(abi.ValT), abi.Counted, l)
		t.countDown(t.releasable(m))
		t.Bind(l)
	}
	t.Next(1)
	return true
}

// unsetCV is UNSET_CV.
func (t *T) unsetCV() bool {
	if t.C != nil && t.Type(One) == Unknown && !t.C.inline {
		return false
	}
	m := t.Mem(One)
	t.countDown(t.releasable(m))
	t.setType(One, abi.Undef)
	t.Next(1)
	return true
}

// issetCV is ISSET_ISEMPTY_CV where it asks for isset.
func (t *T) issetCV(empty bool) bool {
	if empty {
		if t.C != nil && t.Type(One) != Unknown {
			return false
		}
		// empty($v): what truth says, negated; undefined is empty too.
		m := t.Mem(One)
		ty, d, done := t.NewReg(), t.NewReg(), t.NewLabel()
		t.Ld32(ty, m.Plus(abi.ValT))
		t.Const(d, 1)
		t.BrI(ir.ULE, ty, int64(abi.False), done)
		t.Const(d, 0)
		t.BrI(ir.EQ, ty, int64(abi.True), done)
		t.BrI(ir.NE, ty, int64(abi.Long), t.Slow())
		v := t.NewReg()
		t.Ld64(v, m)
		t.SetI(ir.EQ, d, v, 0)
		t.Bind(done)
		t.finishBit(d)
		return true
	}
	d := t.NewReg()
	switch k := t.Type(One); {
	case k != Unknown:
		t.Const(d, b2i(k > abi.Null))
	default:
		m := t.Mem(One)
		ty, l := t.NewReg(), t.NewLabel()
		t.Ld8(ty, m.Plus(abi.ValT))
		t.BrI(ir.NE, ty, int64(abi.Ref), l)
		p := t.NewReg()
		t.Ld64(p, m)
		t.Ld8(ty, ir.At(p, abi.RefVal+abi.ValT))
		t.Bind(l)
		t.SetI(ir.UGT, d, ty, int64(abi.Null))
	}
	t.finishBit(d)
	return true
}

// finishBit ends with the condition that d is 1.
func (t *T) finishBit(d ir.Reg) {
	t.finish(func(neg bool, l ir.Label) {
		c := ir.NE
		if neg {
			c = ir.EQ
		}
		t.BrI(c, d, 0, l)
	}, func(r ir.Reg) { t.Mov(r, d) })
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// coalesce is COALESCE: a value that is not null is moved to the result and
// the jump taken.
func (t *T) coalesce() bool {
	if t.K1 == abi.Const || t.C != nil && t.Type(One) != Unknown {
		return false
	}
	m := t.Mem(One)
	ty, set := t.NewReg(), t.NewLabel()
	t.Ld8(ty, m.Plus(abi.ValT))
	if t.K1 != abi.Tmp {
		t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	}
	t.BrI(ir.UGT, ty, int64(abi.Null), set)
	t.forkNext(1)
	t.Bind(set)
	v, w := t.fetch(One)
	t.put(t.dest(Res), v, w)
	t.jump(0, Two, false)
	return true
}

// forkNext is Next on one of two ways out of an opline.
func (t *T) forkNext(n int) {
	if t.C != nil {
		t.C.fork(t, n)
		return
	}
	t.Next(n)
}

// jmpSet is JMP_SET: a value that is true is moved to the result and the jump
// taken.
func (t *T) jmpSet() bool {
	if t.K1 == abi.Const || t.C != nil && t.Type(One) != Unknown {
		return false
	}
	yes, no := t.NewLabel(), t.NewLabel()
	t.truth(One, yes, no)
	t.Bind(no)
	t.forkNext(1)
	t.Bind(yes)
	v, w := t.fetch(One)
	t.put(t.dest(Res), v, w)
	t.jump(0, Two, false)
	return true
}

// strlen is STRLEN of a string.
func (t *T) strlen() bool {
	if t.K1&abi.TmpVar != 0 {
		return false
	}
	m := t.Mem(One)
	t.guardLow(m, abi.String)
	s, n := t.NewReg(), t.NewReg()
	t.Ld64(s, m)
	t.Ld64(n, ir.At(s, abi.StrLen))
	t.SetInt(Res, n)
	t.Next(1)
	return true
}

// count is COUNT of an array.
func (t *T) count() bool {
	if t.K1 != abi.CV {
		return false
	}
	p := t.array(t.Mem(One))
	n := t.NewReg()
	t.Ld32(n, ir.At(p, abi.TabCount))
	t.SetInt(Res, n)
	t.Next(1)
	return true
}

// guardLow goes to Go unless the value is of a type, counted or not.
func (t *T) guardLow(m ir.Mem, typ uint32) {
	ty := t.NewReg()
	t.Ld8(ty, m.Plus(abi.ValT))
	t.BrI(ir.NE, ty, int64(typ), t.Slow())
}

// array is the table of an operand that is an array, or a reference to one.
func (t *T) array(m ir.Mem) ir.Reg {
	ty, p, l := t.NewReg(), t.NewReg(), t.NewLabel()
	t.Ld8(ty, m.Plus(abi.ValT))
	t.Ld64(p, m)
	t.BrI(ir.EQ, ty, int64(abi.Array), l)
	t.BrI(ir.NE, ty, int64(abi.Ref), t.Slow())
	t.BrM8(ir.NE, ir.At(p, abi.RefVal+abi.ValT), int64(abi.Array), t.Slow())
	t.Ld64(p, ir.At(p, abi.RefVal))
	t.Bind(l)
	return p
}
