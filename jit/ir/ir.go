package ir

// Reg is a virtual register.
type Reg int32

// Registers every function has. Others are made by NewReg and NewFloat.
const (
	None Reg = iota - 1
	IP       // the opline
	FP       // the frame
	CTX      // the executor's context
	firstVirtual
)

// FirstVirtual is the number of the first register that is not pinned.
const FirstVirtual = firstVirtual

// Label is the number of a place in a function.
type Label int32

// NoLabel stands in instructions that have none.
const NoLabel Label = -1

// Mem is a memory operand, [Base + Index<<Scale + Off]; Index may be None.
type Mem struct {
	Base, Index Reg
	Scale       uint8
	Off         int32
}

// At is the operand [base + off].
func At(base Reg, off int32) Mem { return Mem{Base: base, Index: None, Off: off} }

// AtIndex is the operand [base + index + off].
func AtIndex(base, index Reg, off int32) Mem { return Mem{Base: base, Index: index, Off: off} }

// Plus is the operand d bytes further on.
func (m Mem) Plus(d int32) Mem { m.Off += d; return m }

// Ins is an instruction.
type Ins struct {
	Op      Op
	Cc      Cond
	Scale   uint8
	D, A, B Reg
	Off     int32
	L       Label
	Imm     int64
}

// Mem returns the memory operand of an instruction that has one.
func (i *Ins) Mem() Mem { return Mem{i.A, i.B, i.Scale, i.Off} }

// Uses calls f with each register the instruction reads.
func (i *Ins) Uses(f func(Reg)) {
	fl := table[i.Op].Flags
	if fl&UseA != 0 && i.A != None {
		f(i.A)
	}
	if fl&UseB != 0 && i.B != None {
		f(i.B)
	}
	if fl&UseD != 0 && i.D != None {
		f(i.D)
	}
}

// Def returns the register the instruction writes, or None. Dispatch, which
// also advances IP, leaves the function, so that nobody sees it.
func (i *Ins) Def() Reg {
	if table[i.Op].Flags&DefD != 0 {
		return i.D
	}
	return None
}

// Func is a unit of code.
type Func struct {
	Name    string
	Code    []Ins
	Float   []bool // class of each register
	Labels  int32  // number of labels
	Entries []Label
	// Notes name places for listings: position in Code to text.
	Notes map[int]string
}

// IsFloat reports the class of a register.
func (f *Func) IsFloat(r Reg) bool { return r >= 0 && f.Float[r] }

// NumRegs is the number of registers, the pinned ones included.
func (f *Func) NumRegs() int { return len(f.Float) }

// Assembly is machine code made from a Func by a back end. It may be placed at
// any address.
type Assembly struct {
	Code   []byte
	Labels []int32 // offset of each label in Code, -1 where it is not bound
	Ins    []int32 // offset of the code of each instruction of the Func, for listings
	Spills int     // words of 8 bytes used of the stack area behind the return address
}

// MaxSpills is how many words the frame that enters machine code offers.
const MaxSpills = 28
