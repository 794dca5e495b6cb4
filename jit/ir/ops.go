package ir

// Op is the number of an operation.
type Op uint8

// The operations. D, A, B are registers; "A op B" means the immediate where B
// is None. mem is [A + B<<Scale + Off].
const (
	Invalid Op = iota

	Bind // label L is here

	// Moves.
	Mov    // D = A
	MovF   // D = A, doubles
	Const  // D = Imm
	ConstF // D = the double whose bits are Imm
	Zext32 // D = A & 0xffffffff
	Sext32 // D = int64(int32(A))

	// Memory.
	Ld8    // D = zero-extended byte at mem
	Ld32   // D = zero-extended word
	Ld32S  // D = sign-extended word
	Ld64   // D = mem
	LdF    // D = double at mem
	St8    // mem = low byte of D
	St32   // mem = low word of D
	St64   // mem = D
	StF    // mem = D, a double
	St8I   // mem = Imm
	St32I  // mem = Imm
	St64I  // mem = Imm, a sign-extended 32-bit number
	AddM32 // word at mem += Imm
	AddM64 // mem += Imm
	Lea    // D = A + B<<Scale + Off

	// Integers; results are exact modulo 2^64.
	Add
	Sub
	Mul
	And
	Or
	Xor
	Shl // counts are 0..63
	Shr // unsigned
	Sar // signed
	Div // signed, towards zero; B is neither 0 nor -1
	Rem // likewise
	Neg
	Not
	Set // D = A Cc B ? 1 : 0

	// Doubles.
	FAdd
	FSub
	FMul
	FDiv
	FNeg
	FSqrt
	IntToF // D = double(A)
	FToInt // D = A towards zero; A is within the range of int64
	FBits  // D = bits of the double A
	BitsF  // D = the double with bits A
	FSet   // D = A Cc B ? 1 : 0

	// Branches; all but Jmp fall through when the condition does not hold.
	Jmp       // to L
	Br        // if A Cc B
	BrTest    // if A & Imm is not 0 (NE) or is 0 (EQ)
	BrF       // if A Cc B, doubles
	BrM8      // if byte at mem Cc Imm, unsigned byte
	BrM32     // if int32 at mem Cc Imm
	BrM64     // if mem Cc D, or Cc Imm where D is None
	BrTestM32 // if word at mem & Imm is not 0 (NE) or is 0 (EQ)
	DecZ32    // word at mem -= 1; branch if it is 0 now
	AddO      // D = A + B, branch on signed overflow (D is undefined then)
	SubO
	MulO
	PollG // branch if the Go scheduler wants the thread

	// Ways out; control never comes back.
	Dispatch // IP += Imm; jump to the handler stored at [IP]
	Exit     // return Imm to Go
	JmpR     // jump to address A
	JmpM     // jump to the address at mem

	// LabelAddr gives the address of the code at L, which must be an entry.
	LabelAddr

	numOps
)

// Cond is a condition. Comparisons of doubles with a NaN are false, except NE
// and the negated ones.
type Cond uint8

// Conditions.
const (
	EQ Cond = iota
	NE
	LT
	LE
	GT
	GE
	ULT // unsigned
	ULE
	UGT
	UGE
	NLT // doubles: not less
	NLE
	NGT
	NGE
	numConds
)

var condNames = [numConds]string{"eq", "ne", "lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge", "nlt", "nle", "ngt", "nge"}

func (c Cond) String() string { return condNames[c] }

// Not returns the opposite condition. For doubles the negated forms are used.
func (c Cond) Not(double bool) Cond {
	if double {
		return [numConds]Cond{EQ: NE, NE: EQ, LT: NLT, LE: NLE, GT: NGT, GE: NGE, NLT: LT, NLE: LE, NGT: GT, NGE: GE}[c]
	}
	return [numConds]Cond{EQ: NE, NE: EQ, LT: GE, GE: LT, LE: GT, GT: LE, ULT: UGE, UGE: ULT, ULE: UGT, UGT: ULE}[c]
}

// Swap returns the condition that holds of (B, A) when c holds of (A, B).
func (c Cond) Swap() Cond {
	return [numConds]Cond{EQ: EQ, NE: NE, LT: GT, GT: LT, LE: GE, GE: LE, ULT: UGT, UGT: ULT, ULE: UGE, UGE: ULE, NLT: NGT, NGT: NLT, NLE: NGE, NGE: NLE}[c]
}

// Flags of operations.
type Flags uint16

// Flags.
const (
	DefD    Flags = 1 << iota // D is written
	UseD                      // D is read
	UseA                      // A is read
	UseB                      // B is read unless None
	FloatD                    // D is a double
	FloatAB                   // A and B are doubles
	Memory                    // has a mem operand: A base, B index
	Branch                    // may go to L
	NoFall                    // never falls through
	HasCond                   // Cc counts
	HasImm                    // Imm counts always
	ImmForB                   // Imm counts where B (of BrM64: D) is None
	Writes                    // writes memory
	Refers                    // refers to L without going there
)

// Info describes an operation.
type Info struct {
	Name  string
	Flags Flags
}

const (
	mem  = Memory | UseA | UseB
	alu  = DefD | UseA | UseB | ImmForB
	un   = DefD | UseA
	falu = DefD | UseA | UseB | FloatD | FloatAB
)

var table = [numOps]Info{
	Bind:      {"bind", Refers},
	Mov:       {"mov", un},
	MovF:      {"movf", un | FloatD | FloatAB},
	Const:     {"const", DefD | HasImm},
	ConstF:    {"constf", DefD | HasImm | FloatD},
	Zext32:    {"zext32", un},
	Sext32:    {"sext32", un},
	Ld8:       {"ld8", mem | DefD},
	Ld32:      {"ld32", mem | DefD},
	Ld32S:     {"ld32s", mem | DefD},
	Ld64:      {"ld64", mem | DefD},
	LdF:       {"ldf", mem | DefD | FloatD},
	St8:       {"st8", mem | UseD | Writes},
	St32:      {"st32", mem | UseD | Writes},
	St64:      {"st64", mem | UseD | Writes},
	StF:       {"stf", mem | UseD | FloatD | Writes},
	St8I:      {"st8i", mem | HasImm | Writes},
	St32I:     {"st32i", mem | HasImm | Writes},
	St64I:     {"st64i", mem | HasImm | Writes},
	AddM32:    {"addm32", mem | HasImm | Writes},
	AddM64:    {"addm64", mem | HasImm | Writes},
	Lea:       {"lea", mem | DefD},
	Add:       {"add", alu},
	Sub:       {"sub", alu},
	Mul:       {"mul", alu},
	And:       {"and", alu},
	Or:        {"or", alu},
	Xor:       {"xor", alu},
	Shl:       {"shl", alu},
	Shr:       {"shr", alu},
	Sar:       {"sar", alu},
	Div:       {"div", DefD | UseA | UseB},
	Rem:       {"rem", DefD | UseA | UseB},
	Neg:       {"neg", un},
	Not:       {"not", un},
	Set:       {"set", alu | HasCond},
	FAdd:      {"fadd", falu},
	FSub:      {"fsub", falu},
	FMul:      {"fmul", falu},
	FDiv:      {"fdiv", falu},
	FNeg:      {"fneg", un | FloatD | FloatAB},
	FSqrt:     {"fsqrt", un | FloatD | FloatAB},
	IntToF:    {"inttof", un | FloatD},
	FToInt:    {"ftoint", un | FloatAB},
	FBits:     {"fbits", un | FloatAB},
	BitsF:     {"bitsf", un | FloatD},
	FSet:      {"fset", DefD | UseA | UseB | FloatAB | HasCond},
	Jmp:       {"jmp", Branch | NoFall},
	Br:        {"br", UseA | UseB | ImmForB | HasCond | Branch},
	BrTest:    {"brtest", UseA | HasImm | HasCond | Branch},
	BrF:       {"brf", UseA | UseB | FloatAB | HasCond | Branch},
	BrM8:      {"brm8", mem | HasImm | HasCond | Branch},
	BrM32:     {"brm32", mem | HasImm | HasCond | Branch},
	BrM64:     {"brm64", mem | UseD | ImmForB | HasCond | Branch},
	BrTestM32: {"brtestm32", mem | HasImm | HasCond | Branch},
	DecZ32:    {"decz32", mem | Branch | Writes},
	AddO:      {"addo", alu | Branch},
	SubO:      {"subo", alu | Branch},
	MulO:      {"mulo", alu | Branch},
	PollG:     {"pollg", Branch},
	Dispatch:  {"dispatch", HasImm | NoFall},
	Exit:      {"exit", HasImm | NoFall},
	JmpR:      {"jmpr", UseA | NoFall},
	JmpM:      {"jmpm", mem | NoFall},
	LabelAddr: {"labeladdr", DefD | Refers},
}

// Info returns the row of an operation.
func (o Op) Info() Info {
	if o < numOps {
		return table[o]
	}
	return Info{}
}

// Is reports whether the operation has all of the flags.
func (o Op) Is(f Flags) bool { return o < numOps && table[o].Flags&f == f }

func (o Op) String() string {
	if o < numOps && table[o].Name != "" {
		return table[o].Name
	}
	return "op?"
}

// ByName finds an operation by its name in the text form.
func ByName(name string) (Op, bool) {
	for i := range table {
		if table[i].Name == name && name != "" {
			return Op(i), true
		}
	}
	return Invalid, false
}
