package template

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// object is the object operand 1 means: $this, or a variable that holds one.
func (t *T) object() ir.Reg {
	o := t.NewReg()
	if t.K1 == abi.Unused {
		t.Ld64(o, ir.At(ir.FP, abi.FrThis))
		return o
	}
	m := t.Mem(One)
	ty, l := t.NewReg(), t.NewLabel()
	t.Ld8(ty, m.Plus(abi.ValT))
	t.Ld64(o, m)
	t.BrI(ir.EQ, ty, int64(abi.Object), l)
	t.BrI(ir.NE, ty, int64(abi.Ref), t.Slow())
	t.BrM8(ir.NE, ir.At(o, abi.RefVal+abi.ValT), int64(abi.Object), t.Slow())
	t.Ld64(o, ir.At(o, abi.RefVal))
	t.Bind(l)
	return o
}

// property is the address of a property the run-time cache knows; where
// writing, its info word must be clear (no type, hook or other restriction).
func (t *T) property(o ir.Reg, data, write bool) ir.Reg {
	c := t.cell(t.Ext(data), int64(^uint32(abi.FetchObjFlags)))
	class, e := t.NewReg(), t.NewReg()
	t.Ld64(class, ir.At(o, abi.ObjClass))
	t.BrM64(ir.NE, c, class, t.Slow())
	if write {
		t.BrM64I(ir.NE, c.Plus(16), 0, t.Slow())
	}
	t.Ld64(e, c.Plus(8))
	t.Op2(ir.Add, e, e, o)
	return e
}

// plainProp reports that the operands are those the cache serves.
func (t *T) plainProp() bool {
	return t.K2 == abi.Const && (t.K1 == abi.CV || t.K1 == abi.Unused)
}

// fetchObjR is FETCH_OBJ_R.
func (t *T) fetchObjR() bool {
	if !t.plainProp() {
		return false
	}
	e := t.property(t.object(), false, false)
	t.BrM32(ir.EQ, ir.At(e, abi.ValT), int64(abi.Undef), t.Slow())
	t.copyElement(e)
	t.Next(1)
	return true
}

// fetchObjW is FETCH_OBJ_W, _RW: the result points to the property.
func (t *T) fetchObjW() bool {
	if !t.plainProp() {
		return false
	}
	if x := t.Ext(false); x.Known {
		if x.N&abi.FetchObjFlags != 0 {
			return false
		}
	} else {
		t.BrTest(ir.NE, x.R, abi.FetchObjFlags, t.Slow())
	}
	e := t.property(t.object(), false, true)
	ty := t.NewReg()
	t.Ld8(ty, ir.At(e, abi.ValT))
	t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
	t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	m := t.dest(Res)
	t.St64(m, e)
	t.St32I(m.Plus(abi.ValT), int64(abi.Indirect))
	t.Next(1)
	return true
}

// assignObj is ASSIGN_OBJ of a property that exists.
func (t *T) assignObj() bool {
	if !t.plainProp() {
		return false
	}
	e := t.property(t.object(), false, true)
	t.BrM32(ir.EQ, ir.At(e, abi.ValT), int64(abi.Undef), t.Slow())
	old := t.releasable(ir.At(e, 0))
	if k, plain := t.scalar(Data); plain {
		if k == abi.Long {
			t.St64(ir.At(e, 0), t.Int(Data))
		} else {
			t.StF(ir.At(e, 0), t.Float(Data))
		}
		t.St32I(ir.At(e, abi.ValT), int64(k))
		t.countDown(old)
		if t.used() {
			t.copyFrom(Res, Data, k)
		}
	} else {
		v, ty := t.fetch(Data)
		t.put(ir.At(e, 0), v, ty)
		t.countDown(old)
		if t.used() {
			t.addRef(v, ty)
			t.put(t.dest(Res), v, ty)
		}
	}
	t.Next(2)
	return true
}

// assignObjOp is ASSIGN_OBJ_OP on numbers.
func (t *T) assignObjOp(op opcode.Op) bool {
	if !t.plainProp() || t.used() {
		return false
	}
	e := t.property(t.object(), true, true)
	return t.inPlace(e, Data, op, 2)
}

// incDecObj is ++ and -- of a property that is an integer.
func (t *T) incDecObj() bool {
	if !t.plainProp() {
		return false
	}
	e := t.property(t.object(), false, true)
	t.BrM32(ir.NE, ir.At(e, abi.ValT), int64(abi.Long), t.Slow())
	old, r := t.NewReg(), t.NewReg()
	t.Ld64(old, ir.At(e, 0))
	op := ir.AddO
	if t.Code == opcode.PreDecObj || t.Code == opcode.PostDecObj {
		op = ir.SubO
	}
	t.CheckedI(op, r, old, 1, t.Slow())
	t.St64(ir.At(e, 0), r)
	if t.used() {
		if t.Code == opcode.PostIncObj || t.Code == opcode.PostDecObj {
			r = old
		}
		t.SetInt(Res, r)
	}
	t.Next(1)
	return true
}

// issetProp is ISSET_ISEMPTY_PROP_OBJ where it asks for isset.
func (t *T) issetProp() bool {
	if !t.plainProp() {
		return false
	}
	x := t.Ext(false)
	if x.Known {
		if x.N&abi.IsEmpty != 0 {
			return false
		}
	} else {
		t.BrTest(ir.NE, x.R, abi.IsEmpty, t.Slow())
	}
	e := t.property(t.object(), false, false)
	ty, d := t.NewReg(), t.NewReg()
	t.Ld8(ty, ir.At(e, abi.ValT))
	t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
	t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	t.SetI(ir.UGT, d, ty, int64(abi.Null))
	t.finishBit(d)
	return true
}

// fetchThis is FETCH_THIS where there is one.
func (t *T) fetchThis() bool {
	o := t.NewReg()
	t.BrM8(ir.NE, ir.At(ir.FP, abi.FrInfo), int64(abi.Object), t.Slow())
	t.Ld64(o, ir.At(ir.FP, abi.FrThis))
	t.BrI(ir.EQ, o, 0, t.Slow())
	t.AddM32(ir.At(o, abi.RC), 1)
	m := t.dest(Res)
	t.St64(m, o)
	t.St32I(m.Plus(abi.ValT), int64(abi.ObjectEx))
	t.Next(1)
	return true
}

// fetchConstant is FETCH_CONSTANT once it is known.
func (t *T) fetchConstant() bool {
	p := t.NewReg()
	t.Ld64(p, t.cell(t.Ext(false), -1))
	t.BrI(ir.EQ, p, 0, t.Slow())
	v, ty := t.NewReg(), t.NewReg()
	t.Ld64(v, ir.At(p, 0))
	t.Ld32(ty, ir.At(p, abi.ValT))
	t.addRef(v, ty)
	t.put(t.dest(Res), v, ty)
	t.Next(1)
	return true
}
