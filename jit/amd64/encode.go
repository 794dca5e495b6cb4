package amd64

import "encoding/binary"

// mem is a memory operand, [base + index<<scale + off]; both registers may be
// noReg, and the index is never RSP.
type mem struct {
	base, index reg
	scale       uint8
	off         int32
}

// opcode is the last byte of an operation code, with what stands around it.
type opcode uint32

const (
	esc     opcode = 1 << 8  // preceded by 0F
	byteReg opcode = 1 << 9  // the register of ModRM.reg is a byte
	byteRM  opcode = 1 << 10 // so is that of ModRM.rm
	p66     opcode = 0x66 << 16
	pF2     opcode = 0xF2 << 16
	pF3     opcode = 0xF3 << 16
)

// Operations "op reg, r/m" unless said otherwise.
const (
	opMov      opcode = 0x8B
	opMovTo    opcode = 0x89           // r/m, reg
	opMovTo8   opcode = 0x88 | byteReg // r/m, reg
	opMovTo8I  opcode = 0xC6 | byteRM  // r/m, imm8; /0
	opMovToI   opcode = 0xC7           // r/m, imm32; /0
	opMovzx8   opcode = 0xB6 | esc | byteRM
	opMovsxd   opcode = 0x63
	opLea      opcode = 0x8D
	opTest     opcode = 0x85          // r/m, reg
	opTestI8   opcode = 0xF6 | byteRM // r/m, imm8; /0
	opTestI    opcode = 0xF7          // r/m, imm32; /0
	opBtI      opcode = 0xBA | esc    // r/m, imm8; /4
	opGroup1   opcode = 0x81          // r/m, imm32; /operation
	opGroup1B  opcode = 0x83          // r/m, imm8; /operation
	opGroup1M8 opcode = 0x80 | byteRM // byte r/m, imm8; /operation
	opImul     opcode = 0xAF | esc
	opImulI    opcode = 0x69                // reg, r/m, imm32
	opImulI8   opcode = 0x6B                // reg, r/m, imm8
	opUnary    opcode = 0xF7                // r/m; /2 not, /3 neg, /7 idiv
	opShiftI   opcode = 0xC1                // r/m, imm8; /operation
	opShift1   opcode = 0xD1                // r/m, 1
	opShiftCL  opcode = 0xD3                // r/m, cl
	opIncDec   opcode = 0xFF                // r/m; /0, /1
	opJmp      opcode = 0xFF                // r/m; /4
	opSetcc    opcode = 0x90 | esc | byteRM // + condition

	opMovsd    opcode = 0x10 | esc | pF2
	opMovsdTo  opcode = 0x11 | esc | pF2 // m, reg
	opMovaps   opcode = 0x28 | esc
	opXorps    opcode = 0x57 | esc
	opAddsd    opcode = 0x58 | esc | pF2
	opMulsd    opcode = 0x59 | esc | pF2
	opSubsd    opcode = 0x5C | esc | pF2
	opDivsd    opcode = 0x5E | esc | pF2
	opSqrtsd   opcode = 0x51 | esc | pF2
	opUcomisd  opcode = 0x2E | esc | p66
	opCvtsi2sd opcode = 0x2A | esc | pF2
	opCvttsd2i opcode = 0x2C | esc | pF2
	opMovqX    opcode = 0x6E | esc | p66 // xmm, general r/m
	opMovqG    opcode = 0x7E | esc | p66 // general r/m, xmm
	opPcmpeqd  opcode = 0x76 | esc | p66
	opPsllqI   opcode = 0x73 | esc | p66 // r/m, imm8; /6
)

// Operations of group 1: "op reg, r/m" has the code 8*n+3, "op r/m, reg"
// 8*n+1, and n is the number in the immediate forms.
const (
	aluAdd uint8 = 0
	aluOr  uint8 = 1
	aluAnd uint8 = 4
	aluSub uint8 = 5
	aluXor uint8 = 6
	aluCmp uint8 = 7
)

// Operations in ModRM.reg.
const (
	unNot   uint8 = 2
	unNeg   uint8 = 3
	unIdiv  uint8 = 7
	shShl   uint8 = 4
	shShr   uint8 = 5
	shSar   uint8 = 7
	idDec   uint8 = 1
	jmpNear uint8 = 4
)

// cc is a condition as in Jcc and SETcc.
type cc = uint8

const (
	ccO  cc = 0x0
	ccB  cc = 0x2
	ccAE cc = 0x3
	ccE  cc = 0x4
	ccNE cc = 0x5
	ccBE cc = 0x6
	ccA  cc = 0x7
	ccP  cc = 0xA
	ccNP cc = 0xB
	ccL  cc = 0xC
	ccGE cc = 0xD
	ccLE cc = 0xE
	ccG  cc = 0xF
)

// room is how many bytes reserve makes sure of: more than the code of any one
// operation of the IR takes.
const room = 128

// encoder appends instructions to a buffer.
type encoder struct {
	buf []byte // len(buf) is capacity, n is in use
	n   int
}

// reserve makes room for the code of an operation.
func (e *encoder) reserve() {
	if len(e.buf)-e.n < room {
		grown := make([]byte, 2*len(e.buf)+4*room)
		copy(grown, e.buf[:e.n])
		e.buf = grown
	}
}

// put appends the n lowest bytes of v.
func (e *encoder) put(v uint64, n int) {
	binary.LittleEndian.PutUint64(e.buf[e.n:], v)
	e.n += n
}

func (e *encoder) byte(b uint8)   { e.buf[e.n] = b; e.n++ }
func (e *encoder) imm32(v int32)  { e.put(uint64(uint32(v)), 4) }
func (e *encoder) imm64(v uint64) { e.put(v, 8) }

// head puts together prefix, REX, escape and code; it returns them with their
// length in bits. rex has the low bits of a REX prefix, 0x40 forces one.
func head(op opcode, w bool, rex uint8) (uint64, uint) {
	var v uint64
	var n uint
	if p := uint64(op>>16) & 0xff; p != 0 {
		v, n = p, 8
	}
	if w {
		rex |= 8
	}
	if rex != 0 {
		v |= uint64(0x40|rex) << n
		n += 8
	}
	if op&esc != 0 {
		v |= 0x0f << n
		n += 8
	}
	return v | uint64(op&0xff)<<n, n + 8
}

// rr emits an operation on two registers.
func (e *encoder) rr(op opcode, w bool, r, rm reg) {
	rex := r>>3<<2 | rm>>3
	if op&byteReg != 0 && r >= 4 || op&byteRM != 0 && rm >= 4 {
		rex |= 0x40
	}
	v, n := head(op, w, rex)
	v |= uint64(0xC0|r&7<<3|rm&7) << n
	e.put(v, int(n>>3)+1)
}

// rm emits an operation on a register and memory.
func (e *encoder) rm(op opcode, w bool, r reg, m mem) {
	rex := r >> 3 << 2
	if op&byteReg != 0 && r >= 4 {
		rex |= 0x40
	}
	if m.base != noReg {
		rex |= m.base >> 3
	}
	if m.index != noReg {
		rex |= m.index >> 3 << 1
	}
	v, n := head(op, w, rex)
	field := r & 7 << 3
	switch {
	case m.base == noReg: // SIB without a base: always a displacement of 32 bits
		index := uint8(4) // none
		if m.index != noReg {
			index = m.index & 7
		}
		v |= uint64(field|4)<<n | uint64(m.scale<<6|index<<3|5)<<(n+8)
		e.put(v, int(n>>3)+2)
		e.imm32(m.off)
		return
	case m.off == 0 && m.base&7 != rbp: // no displacement
	case m.off == int32(int8(m.off)):
		field |= 0x40
	default:
		field |= 0x80
	}
	if m.index != noReg || m.base&7 == rsp {
		index := uint8(4)
		if m.index != noReg {
			index = m.index & 7
		}
		v |= uint64(field|4)<<n | uint64(m.scale<<6|index<<3|m.base&7)<<(n+8)
		n += 8
	} else {
		v |= uint64(field|m.base&7) << n
	}
	e.put(v, int(n>>3)+1)
	switch field >> 6 {
	case 1:
		e.byte(uint8(m.off))
	case 2:
		e.imm32(m.off)
	}
}

// operand is a register or memory.
type operand struct {
	m     mem
	r     reg
	isMem bool
}

func inReg(r reg) operand { return operand{r: r} }
func inMem(m mem) operand { return operand{m: m, isMem: true} }

// is reports whether the operand is the register.
func (o operand) is(r reg) bool { return !o.isMem && o.r == r }

// ro emits an operation on a register and an operand of either kind.
func (e *encoder) ro(op opcode, w bool, r reg, o operand) {
	if o.isMem {
		e.rm(op, w, r, o.m)
	} else {
		e.rr(op, w, r, o.r)
	}
}

// alu emits "op r, o" of group 1.
func (e *encoder) alu(n uint8, w bool, r reg, o operand) { e.ro(opcode(n<<3|3), w, r, o) }

// aluTo emits "op o, r" of group 1.
func (e *encoder) aluTo(n uint8, w bool, o operand, r reg) { e.ro(opcode(n<<3|1), w, r, o) }

// aluI emits "op o, v" of group 1.
func (e *encoder) aluI(n uint8, w bool, o operand, v int32) {
	if v == int32(int8(v)) {
		e.ro(opGroup1B, w, n, o)
		e.byte(uint8(v))
		return
	}
	e.ro(opGroup1, w, n, o)
	e.imm32(v)
}

// move emits a move of 64 bits between general registers.
func (e *encoder) move(d, s reg) {
	if d != s {
		e.rr(opMov, true, d, s)
	}
}

// moveX emits a move between SSE registers.
func (e *encoder) moveX(d, s reg) {
	if d != s {
		e.rr(opMovaps, false, d, s)
	}
}

// constant loads a number by the shortest form. It changes the flags.
func (e *encoder) constant(d reg, v int64) {
	switch {
	case v == 0:
		e.rr(opcode(aluXor<<3|3), false, d, d)
	case v == int64(uint32(v)):
		if d >= 8 {
			e.byte(0x41)
		}
		e.byte(0xB8 | d&7)
		e.imm32(int32(v))
	case v == int64(int32(v)):
		e.rr(opMovToI, true, 0, d)
		e.imm32(int32(v))
	default:
		e.put(uint64(0x48|d>>3)|uint64(0xB8|d&7)<<8, 2)
		e.imm64(uint64(v))
	}
}

// setcc sets the low byte of a register.
func (e *encoder) setcc(c cc, d reg) { e.rr(opSetcc|opcode(c), false, 0, d) }

func (e *encoder) ret() { e.byte(0xC3) }
func (e *encoder) cqo() { e.put(0x9948, 2) }
