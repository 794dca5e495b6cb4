package wasm

import (
	"fmt"
	"slices"

	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

// Locals every function has.
const (
	paramEntry = iota
	paramCtx
	localIP
	localFP
	firstLocal
)

// lowering turns instructions into stack code.
type lowering struct {
	body
	f        *ir.Func
	o        *Options
	local    []uint32 // of each register
	narrow   []bool
	groups   [][2]uint32 // count and type of the locals beyond the parameters
	selector uint32
	wide     [3]uint32 // scratch, 64 bits
	addr     uint32    // scratch, an address
	fuel     uint32    // what is left, while the function runs
	polls    bool      // it does
	self     int       // the function's slot
	multi    bool      // there are dispatchers
	// recursive says that a Dispatch leaves on the stack whether it leads to the
	// function itself, and then does not leave.
	recursive bool
	err       error
}

func newLowering(f *ir.Func, o *Options, slot int) *lowering {
	w := &lowering{f: f, o: o, narrow: narrow(f), self: slot, local: make([]uint32, f.NumRegs())}
	w.local[ir.IP], w.local[ir.FP], w.local[ir.CTX] = localIP, localFP, paramCtx
	next := uint32(localIP)
	add := func(n uint32, typ uint32) uint32 {
		first := next
		next += n
		w.groups = append(w.groups, [2]uint32{n, typ})
		return first
	}
	add(2, typeI32)
	w.selector = add(2, typeI32)
	w.addr = w.selector + 1
	l := add(4, typeI64)
	w.wide, w.fuel = [3]uint32{l, l + 1, l + 2}, l+3
	w.polls = slices.ContainsFunc(f.Code, func(i ir.Ins) bool { return i.Op == ir.PollG })
	// Registers whose values are not wanted at the same time share a local of
	// their type. Browsers' first compilers take their time for each local at each
	// meeting of ways.
	place := func(r ir.Reg) int { return int(r) }
	if res, err := regalloc.Allocate(f, target()); err == nil {
		place = func(r ir.Reg) int {
			if l := res.Locs[r]; l.InReg() {
				return int(l.Reg)
			} else {
				return 64 + int(l.Spill)
			}
		}
	}
	for _, typ := range [...]uint32{typeI32, typeI64, typeF64} {
		shared := map[int]uint32{}
		for r := ir.FirstVirtual; int(r) < f.NumRegs(); r++ {
			if w.typeOf(r) != typ {
				continue
			}
			l, ok := shared[place(r)]
			if !ok {
				l = next + uint32(len(shared))
				shared[place(r)] = l
			}
			w.local[r] = l
		}
		if n := uint32(len(shared)); n > 0 {
			add(n, typ)
		}
	}
	return w
}

// target has more registers than functions need.
func target() (t regalloc.Target) {
	for r := range uint8(64) {
		t.Ints, t.Floats = append(t.Ints, r), append(t.Floats, r)
	}
	return t
}

// typeOf is the type of a register's local.
func (w *lowering) typeOf(r ir.Reg) uint32 {
	switch {
	case w.f.Float[r]:
		return typeF64
	case w.narrow[r]:
		return typeI32
	}
	return typeI64
}

func (w *lowering) prologue() {
	for _, p := range [2]struct{ local, off uint32 }{{localIP, w.o.IP}, {localFP, w.o.FP}} {
		w.get(paramCtx)
		w.mem(opI32Load, 2, p.off)
		w.set(p.local)
	}
	if w.polls {
		w.get(paramCtx)
		w.mem(opI64Load, 3, w.o.Fuel)
		w.set(w.fuel)
	}
}

// epilogue is the way out; the code to return is on the stack. The upper halves
// of the context's words are 0 already.
func (w *lowering) epilogue() {
	for _, p := range [2]struct{ local, off uint32 }{{localIP, w.o.IP}, {localFP, w.o.FP}} {
		w.get(paramCtx)
		w.get(p.local)
		w.mem(opI32Store, 2, p.off)
	}
	if w.polls {
		w.get(paramCtx)
		w.get(w.fuel)
		w.mem(opI64Store, 3, w.o.Fuel)
	}
}

// get32 pushes the low half of a register.
func (w *lowering) get32(r ir.Reg) {
	w.get(w.local[r])
	if !w.narrow[r] {
		w.op(opI32Wrap)
	}
}

// get64 pushes a register as a whole.
func (w *lowering) get64(r ir.Reg) {
	w.get(w.local[r])
	if w.narrow[r] {
		w.op(opI64ExtendI32U)
	}
}

// put64 pops 64 bits into a register.
func (w *lowering) put64(r ir.Reg) {
	if w.narrow[r] {
		w.op(opI32Wrap)
	}
	w.set(w.local[r])
}

func (w *lowering) getF(r ir.Reg) { w.get(w.local[r]) }
func (w *lowering) putF(r ir.Reg) { w.set(w.local[r]) }

// operandB pushes B or the number in its place, 64 bits.
func (w *lowering) operandB(i *ir.Ins) {
	if i.B == ir.None {
		w.i64(i.Imm)
	} else {
		w.get64(i.B)
	}
}

// address pushes what a memory operand means but for the offset it returns, which
// is for the instruction.
func (w *lowering) address(i *ir.Ins) uint32 {
	w.get32(i.A)
	if i.B != ir.None {
		w.get32(i.B)
		if i.Scale != 0 {
			w.i32(int32(i.Scale))
			w.op(opI32Shl)
		}
		w.op(opI32Add)
	}
	if i.Off < 0 {
		w.i32(i.Off)
		w.op(opI32Add)
		return 0
	}
	return uint32(i.Off)
}

// addressTwice leaves the address in the scratch local and on the stack.
func (w *lowering) addressTwice(i *ir.Ins) uint32 {
	off := w.address(i)
	w.tee(w.addr)
	w.get(w.addr)
	return off
}

var compare64 = [...]byte{ir.EQ: 0x51, ir.NE: 0x52, ir.LT: 0x53, ir.ULT: 0x54, ir.GT: 0x55, ir.UGT: 0x56, ir.LE: 0x57, ir.ULE: 0x58, ir.GE: 0x59, ir.UGE: 0x5a}
var compare32 = [...]byte{ir.EQ: 0x46, ir.NE: 0x47, ir.LT: 0x48, ir.ULT: 0x49, ir.GT: 0x4a, ir.UGT: 0x4b, ir.LE: 0x4c, ir.ULE: 0x4d, ir.GE: 0x4e, ir.UGE: 0x4f}

// compareF compares two doubles on the stack.
func (w *lowering) compareF(c ir.Cond) {
	switch c {
	case ir.EQ:
		w.op(opF64Eq)
	case ir.NE:
		w.op(opF64Ne)
	case ir.LT, ir.NLT:
		w.op(opF64Lt)
	case ir.LE, ir.NLE:
		w.op(opF64Le)
	case ir.GT, ir.NGT:
		w.op(opF64Gt)
	case ir.GE, ir.NGE:
		w.op(opF64Ge)
	default:
		w.err = fmt.Errorf("wasm: %s: doubles compared by %v", w.f.Name, c)
	}
	if c >= ir.NLT {
		w.op(opI32Eqz)
	}
}

func (w *lowering) compare(table []byte, c ir.Cond) {
	if int(c) >= len(table) || table[c] == 0 {
		w.err = fmt.Errorf("wasm: %s: integers compared by %v", w.f.Name, c)
		return
	}
	w.op(table[c])
}

// The plain operations: opcode for 64 bits, opcode for 32 where the low half of
// the result needs no more.
var integer = [256][2]byte{
	ir.Add: {opI64Add, opI32Add},
	ir.Sub: {opI64Sub, opI32Sub},
	ir.Mul: {opI64Mul, opI32Mul},
	ir.And: {opI64And, opI32And},
	ir.Or:  {opI64Or, opI32Or},
	ir.Xor: {opI64Xor, opI32Xor},
	ir.Shl: {opI64Shl, opI32Shl},
	ir.Shr: {opI64ShrU, 0},
	ir.Sar: {opI64ShrS, 0},
	ir.Div: {opI64DivS, 0},
	ir.Rem: {opI64RemS, 0},
}

var double = [256]byte{
	ir.FAdd: opF64Add, ir.FSub: opF64Sub, ir.FMul: opF64Mul, ir.FDiv: opF64Div,
	ir.FNeg: opF64Neg, ir.FSqrt: opF64Sqrt,
}

// load is the opcode and alignment of a load: into 64 bits, into 32.
var load = [256][3]byte{
	ir.Ld8:   {opI64Load8U, opI32Load8U, 0},
	ir.Ld32:  {opI64Load32U, opI32Load, 2},
	ir.Ld32S: {opI64Load32S, opI32Load, 2},
	ir.Ld64:  {opI64Load, opI32Load, 3},
}

// ins writes one instruction. A conditional branch leaves its condition, an i32,
// on the stack; what leaves the function branches to depth exit, which is how
// deep the instruction is inside the block that yields the code.
func (w *lowering) ins(i *ir.Ins, exit int) {
	switch i.Op {
	case ir.Bind, ir.Jmp:
	case ir.Mov:
		w.move(i)
	case ir.MovF:
		w.getF(i.A)
		w.putF(i.D)
	case ir.Const:
		if w.narrow[i.D] {
			w.i32(int32(i.Imm))
			w.set(w.local[i.D])
		} else {
			w.i64(i.Imm)
			w.set(w.local[i.D])
		}
	case ir.ConstF:
		w.f64(uint64(i.Imm))
		w.putF(i.D)
	case ir.Zext32, ir.Sext32:
		w.get32(i.A)
		if !w.narrow[i.D] {
			if i.Op == ir.Zext32 {
				w.op(opI64ExtendI32U)
			} else {
				w.op(opI64ExtendI32S)
			}
		}
		w.set(w.local[i.D])
	case ir.Ld8, ir.Ld32, ir.Ld32S, ir.Ld64:
		l := load[i.Op]
		off := w.address(i)
		if w.narrow[i.D] {
			w.mem(l[1], min(l[2], 2), off)
		} else {
			w.mem(l[0], l[2], off)
		}
		w.set(w.local[i.D])
	case ir.LdF:
		off := w.address(i)
		w.mem(opF64Load, 3, off)
		w.putF(i.D)
	case ir.St8, ir.St32:
		off := w.address(i)
		w.get32(i.D)
		if i.Op == ir.St8 {
			w.mem(opI32Store8, 0, off)
		} else {
			w.mem(opI32Store, 2, off)
		}
	case ir.St64:
		off := w.address(i)
		w.get64(i.D)
		w.mem(opI64Store, 3, off)
	case ir.StF:
		off := w.address(i)
		w.getF(i.D)
		w.mem(opF64Store, 3, off)
	case ir.St8I, ir.St32I:
		off := w.address(i)
		w.i32(int32(i.Imm))
		if i.Op == ir.St8I {
			w.mem(opI32Store8, 0, off)
		} else {
			w.mem(opI32Store, 2, off)
		}
	case ir.St64I:
		off := w.address(i)
		w.i64(i.Imm)
		w.mem(opI64Store, 3, off)
	case ir.AddM32:
		off := w.addressTwice(i)
		w.mem(opI32Load, 2, off)
		w.i32(int32(i.Imm))
		w.op(opI32Add)
		w.mem(opI32Store, 2, off)
	case ir.AddM64:
		off := w.addressTwice(i)
		w.mem(opI64Load, 3, off)
		w.i64(i.Imm)
		w.op(opI64Add)
		w.mem(opI64Store, 3, off)
	case ir.Lea:
		w.lea(i)
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr, ir.Sar, ir.Div, ir.Rem:
		if w.narrow[i.D] && passesLow(i) {
			w.get32(i.A)
			if i.B == ir.None {
				w.i32(int32(i.Imm))
			} else {
				w.get32(i.B)
			}
			w.op(integer[i.Op][1])
			w.set(w.local[i.D])
			return
		}
		w.get64(i.A)
		w.operandB(i)
		w.op(integer[i.Op][0])
		w.put64(i.D)
	case ir.Neg:
		w.i64(0)
		w.get64(i.A)
		w.op(opI64Sub)
		w.put64(i.D)
	case ir.Not:
		w.get64(i.A)
		w.i64(-1)
		w.op(opI64Xor)
		w.put64(i.D)
	case ir.Set:
		w.get64(i.A)
		w.operandB(i)
		w.compare(compare64[:], i.Cc)
		w.put32(i.D)
	case ir.FSet:
		w.getF(i.A)
		w.getF(i.B)
		w.compareF(i.Cc)
		w.put32(i.D)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		w.getF(i.A)
		w.getF(i.B)
		w.op(double[i.Op])
		w.putF(i.D)
	case ir.FNeg, ir.FSqrt:
		w.getF(i.A)
		w.op(double[i.Op])
		w.putF(i.D)
	case ir.IntToF:
		w.get64(i.A)
		w.op(opF64ConvertI64S)
		w.putF(i.D)
	case ir.FToInt:
		w.getF(i.A)
		w.op(opPrefixFC)
		w.op(fcI64TruncSatF64)
		w.put64(i.D)
	case ir.FBits:
		w.getF(i.A)
		w.op(opI64Reinterpret)
		w.put64(i.D)
	case ir.BitsF:
		w.get64(i.A)
		w.op(opF64Reinterpret)
		w.putF(i.D)
	default:
		w.control(i, exit)
	}
}

// put32 pops 32 bits into a register, whose upper half becomes 0.
func (w *lowering) put32(r ir.Reg) {
	if !w.narrow[r] {
		w.op(opI64ExtendI32U)
	}
	w.set(w.local[r])
}

func (w *lowering) move(i *ir.Ins) {
	if w.narrow[i.D] {
		w.get32(i.A)
	} else {
		w.get64(i.A)
	}
	w.set(w.local[i.D])
}

func (w *lowering) lea(i *ir.Ins) {
	if w.narrow[i.D] {
		if off := w.address(i); off != 0 {
			w.i32(int32(off))
			w.op(opI32Add)
		}
		w.set(w.local[i.D])
		return
	}
	w.get64(i.A)
	if i.B != ir.None {
		w.get64(i.B)
		if i.Scale != 0 {
			w.i64(int64(i.Scale))
			w.op(opI64Shl)
		}
		w.op(opI64Add)
	}
	if i.Off != 0 {
		w.i64(int64(i.Off))
		w.op(opI64Add)
	}
	w.set(w.local[i.D])
}

// control writes branches and ways out.
func (w *lowering) control(i *ir.Ins, exit int) {
	switch i.Op {
	case ir.Br:
		w.get64(i.A)
		if i.B == ir.None && i.Imm == 0 && i.Cc == ir.EQ {
			w.op(opI64Eqz)
			return
		}
		w.operandB(i)
		w.compare(compare64[:], i.Cc)
	case ir.BrTest:
		if uint64(i.Imm)>>32 == 0 {
			w.get32(i.A)
			w.i32(int32(uint32(i.Imm)))
			w.op(opI32And)
			w.zero(i, opI32Eqz)
			return
		}
		w.get64(i.A)
		w.i64(i.Imm)
		w.op(opI64And)
		if i.Cc == ir.NE {
			w.i64(0)
			w.op(compare64[ir.NE])
			return
		}
		w.zero(i, opI64Eqz)
	case ir.BrF:
		w.getF(i.A)
		w.getF(i.B)
		w.compareF(i.Cc)
	case ir.BrM8:
		off := w.address(i)
		w.mem(opI32Load8U, 0, off)
		w.i32(int32(i.Imm))
		w.compare(compare32[:], i.Cc)
	case ir.BrM32:
		off := w.address(i)
		w.mem(opI32Load, 2, off)
		w.i32(int32(i.Imm))
		w.compare(compare32[:], i.Cc)
	case ir.BrM64:
		off := w.address(i)
		w.mem(opI64Load, 3, off)
		if i.D == ir.None {
			w.i64(i.Imm)
		} else {
			w.get64(i.D)
		}
		w.compare(compare64[:], i.Cc)
	case ir.BrTestM32:
		off := w.address(i)
		w.mem(opI32Load, 2, off)
		w.i32(int32(i.Imm))
		w.op(opI32And)
		w.zero(i, opI32Eqz)
	case ir.DecZ32:
		off := w.addressTwice(i)
		w.mem(opI32Load, 2, off)
		w.i32(1)
		w.op(opI32Sub)
		w.mem(opI32Store, 2, off)
		w.get(w.addr)
		w.mem(opI32Load, 2, off)
		w.op(opI32Eqz)
	case ir.AddO, ir.SubO:
		w.checked(i)
	case ir.MulO:
		w.checkedMul(i)
	case ir.PollG:
		w.get(w.fuel)
		w.i64(1)
		w.op(opI64Sub)
		w.tee(w.fuel)
		w.i64(0)
		w.op(compare64[ir.LT])
	case ir.Exit:
		w.i32(int32(i.Imm))
		w.br(exit)
	case ir.Dispatch:
		if i.Imm != 0 {
			w.get(localIP)
			w.i32(int32(i.Imm))
			w.op(opI32Add)
			w.set(localIP)
		}
		if w.recursive {
			w.get(localIP)
			w.mem(opI64Load, 3, 0)
			w.tee(w.wide[0])
			w.op(opI32Wrap)
			w.set(paramEntry)
			w.get(w.wide[0])
			w.i64(32)
			w.op(opI64ShrU)
			w.i64(int64(w.self))
			w.op(opI64Eq)
			return
		}
		w.i32(CodeDispatch)
		w.br(exit)
	case ir.JmpR:
		w.get(paramCtx)
		w.get64(i.A)
		w.mem(opI64Store, 3, w.o.Target)
		w.i32(CodeJump)
		w.br(exit)
	case ir.JmpM:
		w.get(paramCtx)
		off := w.address(i)
		w.mem(opI64Load, 3, off)
		w.mem(opI64Store, 3, w.o.Target)
		w.i32(CodeJump)
		w.br(exit)
	case ir.LabelAddr:
		for k, l := range w.f.Entries {
			if l == i.L {
				w.i64(int64(Handle(w.self, k)))
				w.put64(i.D)
				return
			}
		}
		w.err = fmt.Errorf("wasm: %s: the address of L%d, which is no entry", w.f.Name, i.L)
	default:
		w.err = fmt.Errorf("wasm: %s: no code for %v", w.f.Name, i.Op)
	}
}

// zero turns a number on the stack into the condition that it is 0 (EQ), by the
// instruction for its size, or leaves it as the condition that it is not (NE).
func (w *lowering) zero(i *ir.Ins, eqz byte) {
	switch i.Cc {
	case ir.EQ:
		w.op(eqz)
	case ir.NE:
	default:
		w.err = fmt.Errorf("wasm: %s: bits tested by %v", w.f.Name, i.Cc)
	}
}

// checked adds or subtracts and leaves whether the result has the wrong sign.
func (w *lowering) checked(i *ir.Ins) {
	w.get64(i.A)
	w.tee(w.wide[0])
	w.operandB(i)
	w.tee(w.wide[1])
	a, b, sum := w.wide[0], w.wide[1], w.wide[2]
	if i.Op == ir.AddO {
		w.op(opI64Add)
		w.tee(sum)
		w.put64(i.D)
		if i.B == ir.None { // the sum is on the right side of A
			w.get(sum)
			w.get(a)
			w.compare(compare64[:], map[bool]ir.Cond{true: ir.LT, false: ir.GT}[i.Imm >= 0])
			return
		}
		// A and B differ in sign from the sum.
		w.get(a)
		w.get(sum)
		w.op(opI64Xor)
		w.get(b)
	} else {
		w.op(opI64Sub)
		w.tee(sum)
		w.put64(i.D)
		if i.B == ir.None {
			w.get(sum)
			w.get(a)
			w.compare(compare64[:], map[bool]ir.Cond{true: ir.GT, false: ir.LT}[i.Imm >= 0])
			return
		}
		// A differs in sign from B and from the difference.
		w.get(a)
		w.get(b)
		w.op(opI64Xor)
		w.get(a)
	}
	w.get(sum)
	w.op(opI64Xor)
	w.op(opI64And)
	w.i64(0)
	w.op(compare64[ir.LT])
}

// checkedMul multiplies. Factors that fit 32 bits, signed, cannot overflow;
// others are checked by dividing again.
func (w *lowering) checkedMul(i *ir.Ins) {
	a, b, p := w.wide[0], w.wide[1], w.wide[2]
	w.get64(i.A)
	w.tee(a)
	w.operandB(i)
	w.tee(b)
	w.op(opI64Mul)
	w.tee(p)
	w.put64(i.D)
	for _, l := range [2]uint32{a, b} {
		w.get(l)
		w.i64(1 << 31)
		w.op(opI64Add)
	}
	w.op(opI64Or)
	w.i64(32)
	w.op(opI64ShrU)
	w.op(opI64Eqz)
	w.block(opIf, typeI32)
	w.i32(0)
	w.op(opElse)
	// p / b is not a, where b is neither 0 nor -1 (for which the least number has
	// no quotient).
	w.get(b)
	w.i64(1)
	w.op(opI64Add)
	w.i64(2)
	w.op(compare64[ir.ULT])
	w.block(opIf, typeI32)
	w.get(b) // -1: all but the least number can be negated; 0 times anything is 0
	w.i64(-1)
	w.op(opI64Eq)
	w.get(a)
	w.i64(-1 << 63)
	w.op(opI64Eq)
	w.op(opI32And)
	w.op(opElse)
	w.get(p)
	w.get(b)
	w.op(opI64DivS)
	w.get(a)
	w.op(compare64[ir.NE])
	w.op(opEnd)
	w.op(opEnd)
}
