package ir

// Builder makes a Func. Its methods emit one instruction each, at the end.
type Builder struct {
	F    *Func
	cold []func()
}

// NewBuilder starts a function.
func NewBuilder(name string) *Builder {
	return &Builder{F: &Func{Name: name, Float: make([]bool, firstVirtual)}}
}

// NewReg makes a register for integers.
func (b *Builder) NewReg() Reg {
	b.F.Float = append(b.F.Float, false)
	return Reg(len(b.F.Float) - 1)
}

// NewFloat makes a register for doubles.
func (b *Builder) NewFloat() Reg {
	b.F.Float = append(b.F.Float, true)
	return Reg(len(b.F.Float) - 1)
}

// NewLabel makes a label that is not bound yet.
func (b *Builder) NewLabel() Label {
	b.F.Labels++
	return Label(b.F.Labels - 1)
}

// Entry marks a label as a place where code may be entered from outside.
func (b *Builder) Entry(l Label) { b.F.Entries = append(b.F.Entries, l) }

// Note names the place behind the last instruction, for listings.
func (b *Builder) Note(s string) {
	if b.F.Notes == nil {
		b.F.Notes = map[int]string{}
	}
	b.F.Notes[len(b.F.Code)] = s
}

// Cold registers code to be emitted behind everything else, by Finish.
func (b *Builder) Cold(emit func()) { b.cold = append(b.cold, emit) }

// Finish emits the cold parts, those that they register included, and returns
// the function.
func (b *Builder) Finish() *Func {
	for len(b.cold) > 0 {
		c := b.cold
		b.cold = nil
		for _, f := range c {
			f()
		}
	}
	return b.F
}

// Mark is a state of a Builder that Reset goes back to.
type Mark struct{ code, cold int }

// Mark notes the state.
func (b *Builder) Mark() Mark { return Mark{len(b.F.Code), len(b.cold)} }

// Reset drops what has been emitted, and registered as cold, since a mark.
func (b *Builder) Reset(m Mark) {
	for i := range b.F.Notes {
		if i > m.code {
			delete(b.F.Notes, i)
		}
	}
	b.F.Code, b.cold = b.F.Code[:m.code], b.cold[:m.cold]
}

// Len is the number of instructions so far.
func (b *Builder) Len() int { return len(b.F.Code) }

// Emit appends an instruction as it is.
func (b *Builder) Emit(i Ins) { b.F.Code = append(b.F.Code, i) }

func (b *Builder) ins(op Op, d, a, c Reg, imm int64) {
	b.Emit(Ins{Op: op, D: d, A: a, B: c, Imm: imm, L: NoLabel})
}

func (b *Builder) memory(op Op, d Reg, m Mem, imm int64) {
	b.Emit(Ins{Op: op, D: d, A: m.Base, B: m.Index, Scale: m.Scale, Off: m.Off, Imm: imm, L: NoLabel})
}

func (b *Builder) branch(op Op, c Cond, d, a, e Reg, imm int64, l Label) {
	b.Emit(Ins{Op: op, Cc: c, D: d, A: a, B: e, Imm: imm, L: l})
}

func (b *Builder) branchMem(op Op, c Cond, d Reg, m Mem, imm int64, l Label) {
	b.Emit(Ins{Op: op, Cc: c, D: d, A: m.Base, B: m.Index, Scale: m.Scale, Off: m.Off, Imm: imm, L: l})
}

// Bind places a label here.
func (b *Builder) Bind(l Label) { b.Emit(Ins{Op: Bind, D: None, A: None, B: None, L: l}) }

func (b *Builder) Mov(d, a Reg)           { b.ins(Mov, d, a, None, 0) }
func (b *Builder) MovF(d, a Reg)          { b.ins(MovF, d, a, None, 0) }
func (b *Builder) Const(d Reg, n int64)   { b.ins(Const, d, None, None, n) }
func (b *Builder) ConstF(d Reg, n uint64) { b.ins(ConstF, d, None, None, int64(n)) }
func (b *Builder) Zext32(d, a Reg)        { b.ins(Zext32, d, a, None, 0) }
func (b *Builder) Sext32(d, a Reg)        { b.ins(Sext32, d, a, None, 0) }

func (b *Builder) Ld8(d Reg, m Mem)             { b.memory(Ld8, d, m, 0) }
func (b *Builder) Ld32(d Reg, m Mem)            { b.memory(Ld32, d, m, 0) }
func (b *Builder) Ld32S(d Reg, m Mem)           { b.memory(Ld32S, d, m, 0) }
func (b *Builder) Ld64(d Reg, m Mem)            { b.memory(Ld64, d, m, 0) }
func (b *Builder) LdF(d Reg, m Mem)             { b.memory(LdF, d, m, 0) }
func (b *Builder) St8(m Mem, v Reg)             { b.memory(St8, v, m, 0) }
func (b *Builder) St32(m Mem, v Reg)            { b.memory(St32, v, m, 0) }
func (b *Builder) St64(m Mem, v Reg)            { b.memory(St64, v, m, 0) }
func (b *Builder) StF(m Mem, v Reg)             { b.memory(StF, v, m, 0) }
func (b *Builder) St8I(m Mem, n int64)          { b.memory(St8I, None, m, n) }
func (b *Builder) St32I(m Mem, n int64)         { b.memory(St32I, None, m, n) }
func (b *Builder) St64I(m Mem, n int64)         { b.memory(St64I, None, m, n) }
func (b *Builder) AddM32(m Mem, n int64)        { b.memory(AddM32, None, m, n) }
func (b *Builder) AddM64(m Mem, n int64)        { b.memory(AddM64, None, m, n) }
func (b *Builder) Lea(d Reg, m Mem)             { b.memory(Lea, d, m, 0) }
func (b *Builder) Op2(op Op, d, a, c Reg)       { b.ins(op, d, a, c, 0) }
func (b *Builder) OpI(op Op, d, a Reg, n int64) { b.ins(op, d, a, None, n) }
func (b *Builder) Op1(op Op, d, a Reg)          { b.ins(op, d, a, None, 0) }

// Set computes D = A c B ? 1 : 0.
func (b *Builder) Set(c Cond, d, a, e Reg) {
	b.Emit(Ins{Op: Set, Cc: c, D: d, A: a, B: e, L: NoLabel})
}

// SetI computes D = A c n ? 1 : 0.
func (b *Builder) SetI(c Cond, d, a Reg, n int64) {
	b.Emit(Ins{Op: Set, Cc: c, D: d, A: a, B: None, Imm: n, L: NoLabel})
}

// FSet computes D = A c B ? 1 : 0 for doubles.
func (b *Builder) FSet(c Cond, d, a, e Reg) {
	b.Emit(Ins{Op: FSet, Cc: c, D: d, A: a, B: e, L: NoLabel})
}

func (b *Builder) Jmp(l Label)                         { b.branch(Jmp, EQ, None, None, None, 0, l) }
func (b *Builder) Br(c Cond, a, e Reg, l Label)        { b.branch(Br, c, None, a, e, 0, l) }
func (b *Builder) BrI(c Cond, a Reg, n int64, l Label) { b.branch(Br, c, None, a, None, n, l) }
func (b *Builder) BrF(c Cond, a, e Reg, l Label)       { b.branch(BrF, c, None, a, e, 0, l) }

// BrTest branches if A & mask is not 0 (c is NE) or is 0 (EQ).
func (b *Builder) BrTest(c Cond, a Reg, mask int64, l Label) {
	b.branch(BrTest, c, None, a, None, mask, l)
}
func (b *Builder) BrM8(c Cond, m Mem, n int64, l Label)  { b.branchMem(BrM8, c, None, m, n, l) }
func (b *Builder) BrM32(c Cond, m Mem, n int64, l Label) { b.branchMem(BrM32, c, None, m, n, l) }

// BrM64 compares mem with a register.
func (b *Builder) BrM64(c Cond, m Mem, v Reg, l Label) { b.branchMem(BrM64, c, v, m, 0, l) }

// BrM64I compares mem with a number of 32 bits, sign-extended.
func (b *Builder) BrM64I(c Cond, m Mem, n int64, l Label) { b.branchMem(BrM64, c, None, m, n, l) }
func (b *Builder) BrTestM32(c Cond, m Mem, mask int64, l Label) {
	b.branchMem(BrTestM32, c, None, m, mask, l)
}
func (b *Builder) DecZ32(m Mem, l Label) { b.branchMem(DecZ32, EQ, None, m, 0, l) }

// Checked emits AddO, SubO or MulO.
func (b *Builder) Checked(op Op, d, a, c Reg, l Label) { b.branch(op, EQ, d, a, c, 0, l) }

// CheckedI is Checked with a number for B.
func (b *Builder) CheckedI(op Op, d, a Reg, n int64, l Label) { b.branch(op, EQ, d, a, None, n, l) }
func (b *Builder) PollG(l Label)                              { b.branch(PollG, EQ, None, None, None, 0, l) }
func (b *Builder) Dispatch(delta int64)                       { b.ins(Dispatch, None, None, None, delta) }
func (b *Builder) Exit(code int64)                            { b.ins(Exit, None, None, None, code) }
func (b *Builder) JmpR(a Reg)                                 { b.ins(JmpR, None, a, None, 0) }
func (b *Builder) JmpM(m Mem)                                 { b.memory(JmpM, None, m, 0) }
func (b *Builder) LabelAddr(d Reg, l Label) {
	b.Emit(Ins{Op: LabelAddr, D: d, A: None, B: None, L: l})
}
