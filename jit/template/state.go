package template

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
)

// Slot is what the compiler knows of a variable or temporary at a place.
type Slot struct {
	Typ   uint32 // type word of a value that is not counted, or Unknown
	Mem   uint32 // type word in memory, or Unknown
	InReg bool   // the value is in the slot's register (of the class of Typ)
	Dirty bool   // memory does not have the value; InReg holds
}

// typeDirty reports that memory lacks the type.
func (s *Slot) typeDirty() bool { return s.Typ != Unknown && s.Typ != s.Mem }

// State is what the compiler knows at a place: slot i is the variable or
// temporary i of the frame.
type State []Slot

// NewState is the state in which nothing is known.
func NewState(n int) State {
	s := make(State, n)
	for i := range s {
		s[i] = Slot{Typ: Unknown, Mem: Unknown}
	}
	return s
}

// Clone copies a state.
func (s State) Clone() State { return append(State(nil), s...) }

// Flow is what the compiler of a whole function provides for the compilation
// of its oplines.
type Flow interface {
	// Edge goes from state s, at the end of opline from, to the beginning of
	// opline target.
	Edge(b *ir.Builder, from int, s State, target int)
	// Direct is the label of opline target if it can be branched to in state s
	// with nothing to do in between.
	Direct(s State, target int) (ir.Label, bool)
	// Leave completes the frame from state s and returns to Go for the opline
	// being compiled.
	Leave(b *ir.Builder, s State)
	// Reach says that Edge will go to a target in a state, later.
	Reach(s State, target int)
	// Guess is the type that a slot (of operand n) will probably have, or Unknown.
	Guess(n int) uint32
	// Literal is the value of a literal operand, by its address.
	Literal(addr uint64) (typ uint32, bits uint64)
	// Backward reports a target that is not behind the opline.
	Backward(target int) bool
}

// Compiled is the compile-time knowledge about an opline of a function being
// compiled.
type Compiled struct {
	Flow    Flow
	Index   int    // of the opline in its function
	Addr    uint64 // of the opline
	Op1     uint32
	Op2     uint32
	Result  uint32
	Ext     uint32
	DataOp1 uint32 // operand 1 and extended value of the OP_DATA behind it
	DataExt uint32
	Jumps   [3]int // target by what names it: the extended value, operand 1, operand 2
	Fused   int    // target of the jump that is fused with it
	NumCVs  int

	// ReturnMask has a bit for each type that the function may return as it is.
	ReturnMask uint32

	// Callee is the function of the call that the opline begins, sends to or
	// makes, nil if it is not known.
	Callee *Callee

	S      State
	Ints   []ir.Reg // registers of slots for integers, None until needed
	Floats []ir.Reg // and for doubles

	// Falls is the opline that control falls through to, -1 for none.
	Falls int

	inline  bool
	hasOut  bool
	out     ir.Label
	exits   map[int]ir.Label
	version int
}

// Callee is a user function that a call is known to enter as it is: without
// named or surplus arguments, by reference to nothing.
type Callee struct {
	Func  uint64 // address of the descriptor
	Code  uint64 // of the first opline
	Cache uint64 // of the run-time cache
	Args  int    // passed
	CVs   int
	Typed bool // its RECVs are to be executed
}

// Compile starts the emission of an opline of a function.
func Compile(b *ir.Builder, c *Compiled, op opcode.Op, k1, k2, kr, data abi.Kind) *T {
	c.inline = true
	c.hasOut = false
	c.Falls = -1
	c.exits = map[int]ir.Label{}
	return &T{Builder: b, Code: op, K1: k1, K2: k2, KR: kr, Data: data, C: c}
}

func (c *Compiled) operand(n int) uint32 {
	switch n {
	case One:
		return c.Op1
	case Two:
		return c.Op2
	case Data:
		return c.DataOp1
	}
	return c.Result
}

// slotOf is the slot of an operand that is one.
func (c *Compiled) slotOf(n int) int { return (int(c.operand(n)) - abi.FrSize) / abi.ValSize }

func isSlot(k abi.Kind) bool { return k&(abi.TmpVar|abi.CV) != 0 }

// literal is the address of a literal operand.
func (c *Compiled) literal(n int) uint64 {
	base := c.Addr
	if n == Data {
		base += abi.OpSize
	}
	return base + uint64(int64(int32(c.operand(n))))
}

func place(slot int) ir.Mem { return ir.At(ir.FP, int32(abi.FrSize+slot*abi.ValSize)) }

func (c *Compiled) changed() { c.version++ }

// intReg and floatReg are the registers of a slot.
func (c *Compiled) intReg(b *ir.Builder, i int) ir.Reg {
	if c.Ints[i] == ir.None {
		c.Ints[i] = b.NewReg()
	}
	return c.Ints[i]
}

func (c *Compiled) floatReg(b *ir.Builder, i int) ir.Reg {
	if c.Floats[i] == ir.None {
		c.Floats[i] = b.NewFloat()
	}
	return c.Floats[i]
}

// Flush brings slot i of state s home, and says so in the state.
func (c *Compiled) Flush(b *ir.Builder, s State, i int) {
	x := &s[i]
	if x.Dirty {
		if x.Typ == abi.Double {
			b.StF(place(i), c.floatReg(b, i))
		} else {
			b.St64(place(i), c.intReg(b, i))
		}
		x.Dirty = false
	}
	if x.typeDirty() {
		b.St32I(place(i).Plus(abi.ValT), int64(x.Typ))
		x.Mem = x.Typ
	}
}

// Load brings slot i of state s, of known type, into its register.
func (c *Compiled) Load(b *ir.Builder, s State, i int) {
	x := &s[i]
	if x.InReg {
		return
	}
	if x.Typ == abi.Double {
		b.LdF(c.floatReg(b, i), place(i))
	} else {
		b.Ld64(c.intReg(b, i), place(i))
	}
	x.InReg = true
}

func (c *Compiled) mem(t *T, n int) ir.Mem {
	if t.kind(n) == abi.Const {
		r := t.NewReg()
		t.Const(r, int64(c.literal(n)))
		return ir.At(r, 0)
	}
	i := c.slotOf(n)
	if c.S[i].Dirty || c.S[i].typeDirty() {
		c.Flush(t.Builder, c.S, i)
		c.changed()
	}
	return place(i)
}

func (c *Compiled) place(t *T, n int) ir.Mem {
	if t.kind(n) == abi.Const {
		return c.mem(t, n)
	}
	return place(c.slotOf(n))
}

// typeOf is the known type of an operand.
func (c *Compiled) typeOf(t *T, n int) uint32 {
	if t.kind(n) == abi.Const {
		typ, _ := c.Flow.Literal(c.literal(n))
		if typ <= abi.Double {
			return typ
		}
		return Unknown
	}
	if !isSlot(t.kind(n)) {
		return Unknown
	}
	return c.S[c.slotOf(n)].Typ
}

func (c *Compiled) learn(t *T, n int, typ uint32) {
	if !isSlot(t.kind(n)) {
		return
	}
	x := &c.S[c.slotOf(n)]
	x.Typ, x.Mem = typ, typ
	c.changed()
}

func (c *Compiled) constInt(t *T, n int) (int64, bool) {
	if t.kind(n) == abi.Const {
		if typ, bits := c.Flow.Literal(c.literal(n)); typ == abi.Long {
			return int64(bits), true
		}
	}
	return 0, false
}

func (c *Compiled) int(t *T, n int) ir.Reg {
	if v, ok := c.constInt(t, n); ok {
		r := t.NewReg()
		t.Const(r, v)
		return r
	}
	i := c.slotOf(n)
	if !c.S[i].InReg {
		c.Load(t.Builder, c.S, i)
		c.changed()
	}
	return c.intReg(t.Builder, i)
}

func (c *Compiled) float(t *T, n int) ir.Reg {
	if t.kind(n) == abi.Const {
		_, bits := c.Flow.Literal(c.literal(n))
		r := t.NewFloat()
		t.ConstF(r, bits)
		return r
	}
	i := c.slotOf(n)
	if !c.S[i].InReg {
		c.Load(t.Builder, c.S, i)
		c.changed()
	}
	return c.floatReg(t.Builder, i)
}

func (c *Compiled) setInt(t *T, n int, r ir.Reg) {
	i := c.slotOf(n)
	t.Mov(c.intReg(t.Builder, i), r)
	c.S[i] = Slot{Typ: abi.Long, Mem: c.S[i].Mem, InReg: true, Dirty: true}
	c.changed()
}

func (c *Compiled) setFloat(t *T, n int, r ir.Reg) {
	i := c.slotOf(n)
	t.MovF(c.floatReg(t.Builder, i), r)
	c.S[i] = Slot{Typ: abi.Double, Mem: c.S[i].Mem, InReg: true, Dirty: true}
	c.changed()
}

func (c *Compiled) setType(t *T, n int, typ uint32) {
	i := c.slotOf(n)
	t.St32I(place(i).Plus(abi.ValT), int64(typ))
	c.S[i] = Slot{Typ: typ, Mem: typ}
	if typ == abi.Undef {
		c.S[i].Typ = Unknown
	}
	c.changed()
}

// dest makes the slot one of which memory alone knows the value.
func (c *Compiled) dest(t *T, n int) ir.Mem {
	c.clobber(t, n)
	return place(c.slotOf(n))
}

func (c *Compiled) clobber(t *T, n int) {
	c.S[c.slotOf(n)] = Slot{Typ: Unknown, Mem: Unknown}
	c.changed()
}

func (c *Compiled) guess(t *T, n int) uint32 {
	if t.kind(n) == abi.Const {
		return Unknown
	}
	return c.Flow.Guess(n)
}

// exit is the label of a way out that completes the frame as it is now.
func (c *Compiled) exit(t *T) ir.Label {
	if l, ok := c.exits[c.version]; ok {
		return l
	}
	l := t.NewLabel()
	c.exits[c.version] = l
	s, flow := c.S.Clone(), c.Flow
	b, addr := t.Builder, c.Addr
	b.Cold(func() {
		b.Bind(l)
		for i := range s {
			c.Flush(b, s, i)
		}
		b.Const(ir.IP, int64(addr))
		flow.Leave(b, s)
	})
	return l
}

// Done ends the emission of an opline that has a fast path.
func (t *T) Done() { t.C.consume(t) }

// taken says that a jumping opline's operands are in registers: its
// temporaries need not be stored on the ways it goes. A jump back may still
// have to begin the opline again.
func (t *T) taken() {
	c := t.C
	if c == nil {
		return
	}
	for _, to := range append(c.Jumps[:], c.Fused) {
		if to >= 0 && c.Flow.Backward(to) && !c.hasOut {
			c.out, c.hasOut = c.exit(t), true
		}
	}
	c.consume(t)
}

// Leaves reports whether the opline has ways out to Go.
func (t *T) Leaves() bool { return len(t.C.exits) > 0 }

// consume ends the lives of the temporaries the opline takes.
func (c *Compiled) consume(t *T) {
	if t.K1&abi.TmpVar != 0 && !t.Code.Is(opcode.KeepsOp1) && t.Code != opcode.VerifyReturnType && !(t.used() && c.Op1 == c.Result) {
		c.S[c.slotOf(One)] = Slot{Typ: Unknown, Mem: Unknown}
	}
	if t.K2&abi.TmpVar != 0 && !t.Code.Is(opcode.DefinesOp2) {
		if !(t.used() && c.Op2 == c.Result) {
			c.S[c.slotOf(Two)] = Slot{Typ: Unknown, Mem: Unknown}
		}
	}
	c.changed()
}

func (c *Compiled) next(t *T, n int) {
	c.Falls = c.Index + n
}

// fork goes to the opline n places on, on one of two ways.
func (c *Compiled) fork(t *T, n int) {
	s := c.S.Clone()
	c.Flow.Edge(t.Builder, c.Index, s, c.Index+n)
}

// target is the opline a jump leads to.
func (c *Compiled) target(skip, n int) int {
	if skip > 0 {
		return c.Fused
	}
	return c.Jumps[n]
}

func (c *Compiled) jump(t *T, skip, n int, poll bool) {
	to := c.target(skip, n)
	if poll && c.Flow.Backward(to) {
		t.poll(c.wayOut(t))
	}
	c.Flow.Edge(t.Builder, c.Index, c.S.Clone(), to)
}

func (c *Compiled) jumpLabel(t *T, skip, n int, poll bool) ir.Label {
	to := c.target(skip, n)
	poll = poll && c.Flow.Backward(to)
	if !poll {
		if l, ok := c.Flow.Direct(c.S, to); ok {
			return l
		}
	}
	l := t.NewLabel()
	var out ir.Label
	if poll {
		out = c.wayOut(t)
	}
	s, b, from := c.S.Clone(), t.Builder, c.Index
	c.Flow.Reach(s, to)
	b.Cold(func() {
		b.Bind(l)
		if poll {
			b.PollG(out)
			b.BrM32(ir.NE, ir.At(ir.CTX, abi.CtxInterrupt), 0, out)
		}
		c.Flow.Edge(b, from, s, to)
	})
	return l
}

// wayOut is exit, or where it was before the operands were consumed.
func (c *Compiled) wayOut(t *T) ir.Label {
	if c.hasOut {
		return c.out
	}
	return c.exit(t)
}

// backward reports whether the fused jump leads back.
func (c *Compiled) backward(skip, n int) bool { return c.Flow.Backward(c.target(skip, n)) }

// home completes the frame.
func (c *Compiled) home(t *T) {
	for i := range c.S {
		c.Flush(t.Builder, c.S, i)
	}
	c.changed()
}

// ends says that control does not come back to this opline's code.
func (c *Compiled) ends() { c.Falls = -1 }

// afterCall says that control comes back to the next opline by its entry.
func (c *Compiled) afterCall(t *T) { c.Falls = -2 - (c.Index + 1) }

// plain reports that the variable at an offset holds nothing counted.
func (c *Compiled) plain(off int32) bool {
	return c.S[(int(off)-abi.FrSize)/abi.ValSize].Typ != Unknown
}

// element puts payload v with type word ty, just loaded, into the result's
// register if it is known what type to expect.
func (c *Compiled) element(t *T, v, ty ir.Reg) bool {
	switch g := c.Flow.Guess(Res); g {
	case abi.Long:
		t.BrI(ir.NE, ty, int64(abi.Long), t.Slow())
		t.SetInt(Res, v)
		return true
	case abi.Double:
		t.BrI(ir.NE, ty, int64(abi.Double), t.Slow())
		f := t.NewFloat()
		t.Op1(ir.BitsF, f, v)
		t.SetFloat(Res, f)
		return true
	}
	return false
}
