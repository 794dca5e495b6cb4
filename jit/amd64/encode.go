package amd64

import (
	"encoding/binary"

	"github.com/ebb-vm/ebb/jit/ir"
)

// The encoder, by the Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2. Instructions whose operands may be registers or memory go
// through regs and mems, which make the prefix, ModRM, SIB and displacement.

// assembler collects code, labels, and the places where labels are used.
type assembler struct {
	code  []byte
	label []int32
	fixes []fix
}

// fix is a use of a label: a distance of 32 bits, from its own end.
type fix struct {
	at    int32
	label ir.Label
}

func (a *assembler) bytes(b ...byte) { a.code = append(a.code, b...) }

func (a *assembler) imm32(v int32) { a.code = binary.LittleEndian.AppendUint32(a.code, uint32(v)) }

func (a *assembler) pos() int32 { return int32(len(a.code)) }

// form is an instruction's opcode and how it is to be encoded.
type form struct {
	op     [3]byte
	n      uint8 // bytes of op
	prefix byte  // 0x66, 0xf2 or 0
	wide   bool  // 64 bits
	byteR  bool  // the register is a byte: SPL to DIL need a REX prefix
}

func op1(b byte) form              { return form{op: [3]byte{b}, n: 1} }
func op2(b byte) form              { return form{op: [3]byte{0x0f, b}, n: 2} }
func sse(prefix, b byte) form      { return form{op: [3]byte{0x0f, b}, n: 2, prefix: prefix} }
func (f form) w() form             { f.wide = true; return f }
func (f form) b8() form            { f.byteR = true; return f }
func (a *assembler) opcode(f form) { a.code = append(a.code, f.op[:f.n]...) }

// regs encodes f with register reg (or an opcode extension) and register rm.
func (a *assembler) regs(f form, reg, rm Reg) {
	if f.prefix != 0 {
		a.bytes(f.prefix)
	}
	rex := byte(reg>>3)<<2 | byte(rm>>3)
	if f.wide {
		rex |= 8
	}
	if rex != 0 || f.byteR && (reg >= 4 || rm >= 4) {
		a.bytes(0x40 | rex)
	}
	a.opcode(f)
	a.bytes(0xc0 | byte(reg&7)<<3 | byte(rm&7))
}

// mem is a memory operand; index none has no scale.
type mem struct {
	base, index Reg
	scale       uint8
	off         int32
}

// mems encodes f with register reg (or an opcode extension) and memory.
func (a *assembler) mems(f form, reg Reg, m mem) {
	if f.prefix != 0 {
		a.bytes(f.prefix)
	}
	rex := byte(reg>>3)<<2 | byte(m.base>>3)
	if f.wide {
		rex |= 8
	}
	if m.index != none {
		rex |= byte(m.index>>3) << 1
	}
	if rex != 0 || f.byteR && reg >= 4 {
		a.bytes(0x40 | rex)
	}
	a.opcode(f)
	mod := byte(0x80)
	switch {
	case m.off == 0 && m.base&7 != 5: // RBP and R13 need a displacement
		mod = 0
	case m.off == int32(int8(m.off)):
		mod = 0x40
	}
	r := byte(reg&7) << 3
	switch {
	case m.index != none:
		a.bytes(mod|r|4, m.scale<<6|byte(m.index&7)<<3|byte(m.base&7))
	case m.base&7 == 4: // RSP and R12 need a SIB byte
		a.bytes(mod|r|4, 0x24)
	default:
		a.bytes(mod | r | byte(m.base&7))
	}
	switch mod {
	case 0x40:
		a.bytes(byte(m.off))
	case 0x80:
		a.imm32(m.off)
	}
}

// mov and movF move registers; a move to itself is none.
func (a *assembler) mov(d, s Reg) {
	if d != s {
		a.regs(op1(0x89).w(), s, d)
	}
}

func (a *assembler) movF(d, s Reg) {
	if d != s {
		a.regs(op2(0x28), d, s) // movaps: shorter than movsd, and without a dependency
	}
}

// movImm loads a constant. The flags stay as they are.
func (a *assembler) movImm(d Reg, v int64) {
	switch {
	case v >= 0 && v < 1<<32:
		if d >= 8 {
			a.bytes(0x41)
		}
		a.bytes(0xb8 + byte(d&7))
		a.imm32(int32(uint32(v)))
	case v == int64(int32(v)):
		a.regs(op1(0xc7).w(), 0, d)
		a.imm32(int32(v))
	default:
		a.bytes(0x48|byte(d>>3), 0xb8+byte(d&7))
		a.code = binary.LittleEndian.AppendUint64(a.code, uint64(v))
	}
}

// Extensions of the opcodes 80, 81 and 83.
const (
	extAdd Reg = 0
	extOr  Reg = 1
	extAnd Reg = 4
	extSub Reg = 5
	extXor Reg = 6
	extCmp Reg = 7
)

// aluImm is an operation with a constant of 32 bits.
func (a *assembler) aluImm(ext, d Reg, v int32) {
	if v == int32(int8(v)) {
		a.regs(op1(0x83).w(), ext, d)
		a.bytes(byte(v))
		return
	}
	a.regs(op1(0x81).w(), ext, d)
	a.imm32(v)
}

// aluMemImm is the same on memory, of 64 or 32 bits.
func (a *assembler) aluMemImm(ext Reg, m mem, v int32, wide bool) {
	f8, f32 := op1(0x83), op1(0x81)
	f8.wide, f32.wide = wide, wide
	if v == int32(int8(v)) {
		a.mems(f8, ext, m)
		a.bytes(byte(v))
		return
	}
	a.mems(f32, ext, m)
	a.imm32(v)
}

// cc is a condition's number.
type cc byte

const (
	co  cc = 0
	cb  cc = 2
	cae cc = 3
	ce  cc = 4
	cne cc = 5
	cbe cc = 6
	ca  cc = 7
	cp  cc = 10
	cl  cc = 12
	cge cc = 13
	cle cc = 14
	cg  cc = 15
)

func (a *assembler) jcc(c cc, l ir.Label) {
	if to := a.label[l]; to >= 0 { // back: perhaps by a byte
		if d := to - (a.pos() + 2); d >= -128 {
			a.bytes(0x70|byte(c), byte(d))
			return
		}
	}
	a.bytes(0x0f, 0x80|byte(c))
	a.fixes = append(a.fixes, fix{a.pos(), l})
	a.imm32(0)
}

func (a *assembler) jmp(l ir.Label) {
	if to := a.label[l]; to >= 0 {
		if d := to - (a.pos() + 2); d >= -128 {
			a.bytes(0xeb, byte(d))
			return
		}
	}
	a.bytes(0xe9)
	a.fixes = append(a.fixes, fix{a.pos(), l})
	a.imm32(0)
}

// leaLabel loads the address of a label.
func (a *assembler) leaLabel(d Reg, l ir.Label) {
	a.bytes(0x48|byte(d>>3)<<2, 0x8d, 0x05|byte(d&7)<<3)
	a.fixes = append(a.fixes, fix{a.pos(), l})
	a.imm32(0)
}

func (a *assembler) ret() { a.bytes(0xc3) }

// link fills in the distances of labels.
func (a *assembler) link() {
	for _, f := range a.fixes {
		binary.LittleEndian.PutUint32(a.code[f.at:], uint32(a.label[f.label]-(f.at+4)))
	}
}
