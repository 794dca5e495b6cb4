package template

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// T emits the fast path of one opline. Kinds are those of the opline.
type T struct {
	*ir.Builder
	Code opcode.Op
	K1   abi.Kind
	K2   abi.Kind
	KR   abi.Kind

	// Data is the kind of operand 1 of the OP_DATA behind the opline.
	Data abi.Kind

	// C is nil in a handler.
	C *Compiled

	m       [4]ir.Mem // operands' places in a handler, by number
	have    [4]bool
	slow    ir.Label
	hasSlow bool
	ended   bool
	polled  bool // jumps of the opline poll no more
}

// Operands by number.
const (
	Res  = 0 // the result
	One  = 1
	Two  = 2
	Data = 3 // operand 1 of the OP_DATA behind the opline
)

// Unknown is the type of a value of which nothing is known.
const Unknown = ^uint32(0)

// Handler starts the emission of a handler.
func Handler(b *ir.Builder, op opcode.Op, k1, k2, kr, data abi.Kind) *T {
	return &T{Builder: b, Code: op, K1: k1, K2: k2, KR: kr, Data: data}
}

// kind is the kind of an operand.
func (t *T) kind(n int) abi.Kind {
	switch n {
	case One:
		return t.K1
	case Two:
		return t.K2
	case Data:
		return t.Data
	}
	return t.KR
}

// smart is the part of the result's kind that says which jump is fused.
func (t *T) smart() abi.Kind { return t.KR & (abi.JmpZ | abi.JmpNZ) }

// used reports whether the result is wanted.
func (t *T) used() bool { return t.KR&(abi.TmpVar|abi.CV) != 0 }

// field is where the opline holds an operand, from the opline itself.
func field(n int) int32 {
	switch n {
	case One:
		return abi.OpOp1
	case Two:
		return abi.OpOp2
	case Data:
		return abi.OpSize + abi.OpOp1
	}
	return abi.OpResult
}

// Mem is the operand's place in memory. In compiled code the place is up to
// date with the registers afterwards.
func (t *T) Mem(n int) ir.Mem {
	if t.C != nil {
		return t.C.mem(t, n)
	}
	if !t.have[n] {
		r := t.NewReg()
		base := ir.FP
		if t.kind(n) == abi.Const {
			base = ir.IP
			t.Ld32S(r, ir.At(ir.IP, field(n)))
			if n == Data {
				t.OpI(ir.Add, r, r, abi.OpSize)
			}
		} else {
			t.Ld32(r, ir.At(ir.IP, field(n)))
		}
		t.m[n] = ir.AtIndex(base, r, 0)
		t.have[n] = true
	}
	return t.m[n]
}

// Bind places a label. What a handler has loaded of the opline may not be
// loaded on every way that leads here.
func (t *T) Bind(l ir.Label) {
	t.Builder.Bind(l)
	t.have = [4]bool{}
}

// Ext is the extended value, of the opline itself or of its OP_DATA.
func (t *T) Ext(data bool) Imm {
	off := abi.OpExt
	if data {
		off += abi.OpSize
	}
	if t.C != nil {
		if data {
			return Imm{N: int64(t.C.DataExt), Known: true}
		}
		return Imm{N: int64(t.C.Ext), Known: true}
	}
	return t.loadImm(off)
}

// Num is an operand that is a plain number.
func (t *T) Num(n int) Imm {
	if t.C != nil {
		return Imm{N: int64(t.C.operand(n)), Known: true}
	}
	return t.loadImm(field(n))
}

func (t *T) loadImm(off int32) Imm {
	r := t.NewReg()
	t.Ld32(r, ir.At(ir.IP, off))
	return Imm{R: r}
}

// Imm is a number that is known when the code is emitted, or in a register.
type Imm struct {
	N     int64
	R     ir.Reg
	Known bool
}

// Reg gives the number in a register, which must not be written.
func (t *T) Reg(i Imm) ir.Reg {
	if i.Known {
		r := t.NewReg()
		t.Const(r, i.N)
		return r
	}
	return i.R
}

// cell is the run-time cache cell at an offset.
func (t *T) cell(off Imm, mask int64) ir.Mem {
	c := t.NewReg()
	t.Ld64(c, ir.At(ir.FP, abi.FrCache))
	if off.Known {
		return ir.At(c, int32(off.N&mask))
	}
	if mask != -1 {
		r := t.NewReg()
		t.OpI(ir.And, r, off.R, mask&0xffffffff)
		return ir.AtIndex(c, r, 0)
	}
	return ir.AtIndex(c, off.R, 0)
}

// Slow is where the opline's slow path begins.
func (t *T) Slow() ir.Label {
	if t.C != nil {
		return t.C.exit(t)
	}
	if !t.hasSlow {
		t.hasSlow = true
		t.slow = t.NewLabel()
		t.Cold(func() {
			t.Bind(t.slow)
			leave(t.Builder, abi.ExitSlow)
		})
	}
	return t.slow
}

// leave stores where control is and returns to Go.
func leave(b *ir.Builder, code int64) {
	b.St64(ir.At(ir.CTX, abi.CtxIP), ir.IP)
	b.St64(ir.At(ir.CTX, abi.CtxFP), ir.FP)
	b.Exit(code)
}

// EmitSlow is the whole of a handler for an opline without a fast path.
func EmitSlow(b *ir.Builder) { leave(b, abi.ExitSlow) }

// Next goes on with the opline n places on; control does not come back to
// what is emitted behind it unless a label is bound there.
func (t *T) Next(n int) {
	if t.C != nil {
		t.C.next(t, n)
		return
	}
	t.Dispatch(int64(n) * abi.OpSize)
}

// poll branches to the slow path when the scheduler or somebody who wants the
// program to stop waits for it.
func (t *T) poll(l ir.Label) {
	t.PollG(l)
	t.BrM32(ir.NE, ir.At(ir.CTX, abi.CtxInterrupt), 0, l)
}

// jump goes to the target of the opline skip places on, whose operand n names
// it. The code at the target may be entered at once.
func (t *T) jump(skip, n int, poll bool) {
	poll = poll && !t.polled
	if t.C != nil {
		t.C.jump(t, skip, n, poll)
		return
	}
	if poll {
		t.poll(t.Slow())
	}
	r := t.NewReg()
	t.Ld32S(r, ir.At(ir.IP, int32(skip*abi.OpSize)+jumpField(n)))
	t.Lea(ir.IP, ir.AtIndex(ir.IP, r, int32(skip*abi.OpSize)))
	t.Dispatch(0)
}

// jumpField is where a jump's offset is: operand 1 or 2, or the extended value (0).
func jumpField(n int) int32 {
	switch n {
	case One:
		return abi.OpOp1
	case Two:
		return abi.OpOp2
	}
	return abi.OpExt
}

// jumpLabel is a label from which jump is done.
func (t *T) jumpLabel(skip, n int, poll bool) ir.Label {
	poll = poll && !t.polled
	if t.C != nil {
		return t.C.jumpLabel(t, skip, n, poll)
	}
	l := t.NewLabel()
	t.Cold(func() {
		t.Bind(l)
		t.jump(skip, n, poll)
	})
	return l
}

// Values ------------------------------------------------------------------

// Type is the operand's type, or Unknown. A known type is a whole type word of
// a value that is not counted.
func (t *T) Type(n int) uint32 {
	if t.C != nil {
		return t.C.typeOf(t, n)
	}
	return Unknown
}

// Guard goes to fail unless the operand is of a type that is not counted.
func (t *T) Guard(n int, typ uint32, fail ir.Label) {
	have := t.Type(n)
	if have == typ {
		return
	}
	if have != Unknown {
		t.Jmp(fail)
		return
	}
	t.BrM32(ir.NE, t.place(n).Plus(abi.ValT), int64(typ), fail)
	if t.C != nil {
		t.C.learn(t, n, typ)
	}
}

// place is Mem without bringing registers home: for type words of slots whose
// type is not known, which are always in memory.
func (t *T) place(n int) ir.Mem {
	if t.C != nil {
		return t.C.place(t, n)
	}
	return t.Mem(n)
}

// Int is the operand's integer; its type must have been guarded. The register
// must not be written.
func (t *T) Int(n int) ir.Reg {
	if t.C != nil {
		return t.C.int(t, n)
	}
	r := t.NewReg()
	t.Ld64(r, t.Mem(n))
	return r
}

// Float is the operand's double; its type must have been guarded.
func (t *T) Float(n int) ir.Reg {
	if t.C != nil {
		return t.C.float(t, n)
	}
	r := t.NewFloat()
	t.LdF(r, t.Mem(n))
	return r
}

// constInt reports the value of an operand that is a known integer.
func (t *T) constInt(n int) (int64, bool) {
	if t.C != nil {
		return t.C.constInt(t, n)
	}
	return 0, false
}

// SetInt gives slot n, whose old value needs no release, an integer.
func (t *T) SetInt(n int, r ir.Reg) {
	if t.C != nil {
		t.C.setInt(t, n, r)
		return
	}
	m := t.Mem(n)
	t.St64(m, r)
	t.St32I(m.Plus(abi.ValT), int64(abi.Long))
}

// SetFloat gives slot n, whose old value needs no release, a double.
func (t *T) SetFloat(n int, r ir.Reg) {
	if t.C != nil {
		t.C.setFloat(t, n, r)
		return
	}
	m := t.Mem(n)
	t.StF(m, r)
	t.St32I(m.Plus(abi.ValT), int64(abi.Double))
}

// updateInt is SetInt of a slot that is known to hold an integer already.
func (t *T) updateInt(n int, r ir.Reg) {
	if t.C != nil {
		t.C.setInt(t, n, r)
		return
	}
	t.St64(t.Mem(n), r)
}

// updateFloat is SetFloat of a slot that is known to hold a double already.
func (t *T) updateFloat(n int, r ir.Reg) {
	if t.C != nil {
		t.C.setFloat(t, n, r)
		return
	}
	t.StF(t.Mem(n), r)
}

// setType gives slot n a type whose values are types alone.
func (t *T) setType(n int, typ uint32) {
	if t.C != nil {
		t.C.setType(t, n, typ)
		return
	}
	t.St32I(t.Mem(n).Plus(abi.ValT), int64(typ))
}

// result is the place of a result that is about to be written in memory
// as a value of unknown type.
func (t *T) dest(n int) ir.Mem {
	if t.C != nil {
		return t.C.dest(t, n)
	}
	return t.Mem(n)
}

// addRef counts a reference to the payload p of a value with type word typ.
func (t *T) addRef(p, typ ir.Reg) {
	l := t.NewLabel()
	t.BrTest(ir.EQ, typ, abi.Counted, l)
	t.AddM32(ir.At(p, abi.RC), 1)
	t.Bind(l)
}

// move copies payload and type word.
func (t *T) move(to, from ir.Mem) {
	v, ty := t.NewReg(), t.NewReg()
	t.Ld64(v, from)
	t.Ld32(ty, from.Plus(abi.ValT))
	t.St64(to, v)
	t.St32(to.Plus(abi.ValT), ty)
}

// drop releases a temporary operand that may be counted when that leaves
// other references and no work for the cycle collector; else it goes to fail
// with nothing done. The operand must not be an INDIRECT.
func (t *T) dropMem(m ir.Mem, fail ir.Label) {
	done := t.NewLabel()
	t.BrTestM32(ir.EQ, m.Plus(abi.ValT), abi.Counted, done)
	p := t.NewReg()
	t.Ld64(p, m)
	t.BrM32(ir.LE, ir.At(p, abi.RC), 1, fail)
	info := t.NewReg()
	t.Ld32(info, ir.At(p, abi.GCInfo))
	t.BrTest(ir.EQ, info, int64(abi.GCInfoMask|abi.GCNotCollectable), fail)
	t.AddM32(ir.At(p, abi.RC), -1)
	t.Bind(done)
}
