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
	if write {
		t.BrM64I(ir.NE, c.Plus(16), 0, t.Slow())
	}
	return t.propertyAt(c, o)
}

func (t *T) propertyAt(c ir.Mem, o ir.Reg) ir.Reg {
	class, e := t.NewReg(), t.NewReg()
	t.Ld64(class, ir.At(o, abi.ObjClass))
	t.BrM64(ir.NE, c, class, t.Slow())
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

// issetProp is ISSET_ISEMPTY_PROP_OBJ of a property that is set.
func (t *T) issetProp(empty bool) bool {
	if !t.plainProp() {
		return false
	}
	c := t.cell(t.Ext(false), int64(^uint32(abi.IsEmpty)))
	t.issetSlot(t.propertyAt(c, t.object()), empty)
	return true
}

// issetSlot ends isset or empty of the value at e, which is neither undefined
// nor a reference; those go to Go.
func (t *T) issetSlot(e ir.Reg, empty bool) {
	ty, d := t.NewReg(), t.NewReg()
	t.Ld8(ty, ir.At(e, abi.ValT))
	t.BrI(ir.EQ, ty, int64(abi.Undef), t.Slow())
	t.BrI(ir.UGE, ty, int64(abi.Ref), t.Slow())
	if !empty {
		t.SetI(ir.UGT, d, ty, int64(abi.Null))
		t.finishBit(d)
		return
	}
	done, number, v := t.NewLabel(), t.NewLabel(), t.NewReg()
	t.Const(d, 1)
	t.BrI(ir.ULE, ty, int64(abi.False), done)
	t.Const(d, 0)
	t.BrI(ir.EQ, ty, int64(abi.True), done)
	t.Ld64(v, ir.At(e, 0))
	t.BrI(ir.EQ, ty, int64(abi.Long), number)
	t.BrI(ir.NE, ty, int64(abi.Array), t.Slow())
	t.Ld32(v, ir.At(v, abi.TabCount))
	t.Bind(number)
	t.SetI(ir.EQ, d, v, 0)
	t.Bind(done)
	t.finishBit(d)
}

// static is the address of the value of a static property that the run-time
// cache knows, of a class given by name or as self.
func (t *T) static(mask int64) ir.Reg {
	c := t.cell(t.Ext(false), mask)
	class, e := t.NewReg(), t.NewReg()
	t.Ld64(class, c)
	t.BrI(ir.EQ, class, 0, t.Slow())
	if t.K2 == abi.Unused {
		t.isSelf(t.Num(Two), class)
	}
	t.Ld64(e, c.Plus(8))
	return e
}

// isSelf goes to Go unless a class operand n is self and class is it.
func (t *T) isSelf(n Imm, class ir.Reg) {
	if n.Known {
		if n.N&abi.FetchClassMask != abi.FetchClassSelf {
			t.Jmp(t.Slow())
			return
		}
	} else {
		k := t.NewReg()
		t.OpI(ir.And, k, n.R, abi.FetchClassMask)
		t.BrI(ir.NE, k, abi.FetchClassSelf, t.Slow())
	}
	fn := t.NewReg()
	t.Ld64(fn, ir.At(ir.FP, abi.FrFunc))
	t.BrM64(ir.NE, ir.At(fn, abi.FnScope), class, t.Slow())
}

func (t *T) plainStatic() bool {
	return t.K1 == abi.Const && (t.K2 == abi.Const || t.K2 == abi.Unused)
}

// fetchStatic is FETCH_STATIC_PROP_R.
func (t *T) fetchStatic() bool {
	if !t.plainStatic() {
		return false
	}
	e := t.static(int64(^uint32(abi.FetchObjFlags)))
	t.BrM32(ir.EQ, ir.At(e, abi.ValT), int64(abi.Undef), t.Slow())
	t.copyElement(e)
	t.Next(1)
	return true
}

// issetStatic is ISSET_ISEMPTY_STATIC_PROP.
func (t *T) issetStatic(empty bool) bool {
	if !t.plainStatic() {
		return false
	}
	t.issetSlot(t.static(int64(^uint32(abi.IsEmpty))), empty)
	return true
}

// assignStatic is ASSIGN_STATIC_PROP of a plain value to a property that holds
// one of the same type, so that whatever type is declared, the new one is right.
func (t *T) assignStatic() bool {
	if !t.plainStatic() {
		return false
	}
	e := t.static(int64(^uint32(abi.FetchObjFlags)))
	have := t.NewReg()
	t.Ld32(have, ir.At(e, abi.ValT))
	t.BrI(ir.EQ, have, int64(abi.Undef), t.Slow())
	t.BrI(ir.UGT, have, int64(abi.Double), t.Slow())
	if x, plain := t.scalar(Data); plain {
		t.BrI(ir.NE, have, int64(x), t.Slow())
		if x == abi.Long {
			t.St64(ir.At(e, 0), t.Int(Data))
		} else {
			t.StF(ir.At(e, 0), t.Float(Data))
		}
		if t.used() {
			t.copyFrom(Res, Data, x)
		}
	} else {
		m, v := t.Mem(Data), t.NewReg()
		ty := t.NewReg()
		t.Ld32(ty, m.Plus(abi.ValT))
		t.Br(ir.NE, ty, have, t.Slow())
		t.Ld64(v, m)
		t.St64(ir.At(e, 0), v)
		if t.used() {
			t.put(t.dest(Res), v, ty)
		}
	}
	t.Next(2)
	return true
}

// classConstant is FETCH_CLASS_CONSTANT once it is known.
func (t *T) classConstant() bool {
	if t.K2 != abi.Const || t.K1 != abi.Const && t.K1 != abi.Unused {
		return false
	}
	c := t.cell(t.Ext(false), -1)
	p, v, ty := t.NewReg(), t.NewReg(), t.NewReg()
	t.Ld64(p, c.Plus(8))
	t.BrI(ir.EQ, p, 0, t.Slow())
	if t.K1 == abi.Unused {
		class := t.NewReg()
		t.Ld64(class, c)
		t.isSelf(t.Num(One), class)
	}
	t.Ld64(v, ir.At(p, 0))
	t.Ld32(ty, ir.At(p, abi.ValT))
	t.addRef(v, ty)
	t.put(t.dest(Res), v, ty)
	t.Next(1)
	return true
}

// numArgs is FUNC_NUM_ARGS.
func (t *T) numArgs() bool {
	n := t.NewReg()
	t.Ld32(n, ir.At(ir.FP, abi.FrNumArgs))
	t.SetInt(Res, n)
	t.Next(1)
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
