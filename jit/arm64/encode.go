package arm64

import (
	"encoding/binary"
	"math/bits"

	"github.com/ebb-vm/ebb/jit/ir"
)

// The encoder: one method an instruction, 32 bits each, by the Arm Architecture
// Reference Manual for A-profile, chapter C4.

// assembler collects code, labels, and the places where labels are used.
type assembler struct {
	code  []byte
	label []int32
	fixes []fix
}

// fix is a use of a label.
type fix struct {
	at    int32
	label ir.Label
	kind  uint8
}

// Kinds of uses of labels, by where the distance goes.
const (
	fix26  uint8 = iota // b: words, 26 bits
	fix19               // b.cond, cbz: words, 19 bits
	fixAdr              // adr: bytes, 21 bits in two parts
)

func (a *assembler) word(w uint32) { a.code = binary.LittleEndian.AppendUint32(a.code, w) }

func (a *assembler) pos() int32 { return int32(len(a.code)) }

// cond is a condition's number.
type cond uint32

const (
	ceq cond = 0
	cne cond = 1
	chs cond = 2
	clo cond = 3
	cmi cond = 4
	cpl cond = 5
	cvs cond = 6
	chi cond = 8
	cls cond = 9
	cge cond = 10
	clt cond = 11
	cgt cond = 12
	cle cond = 13
)

// Loads and stores by a scaled unsigned or an unscaled offset, or by index.
// log is the binary logarithm of the size in bytes.
type access struct {
	log  uint32
	opc  uint32 // 0 store, 1 load, 2 load with sign extension to 64 bits
	simd bool
}

var (
	ldr64  = access{3, 1, false}
	ldr32  = access{2, 1, false}
	ldrs32 = access{2, 2, false}
	ldr8   = access{0, 1, false}
	str64  = access{3, 0, false}
	str32  = access{2, 0, false}
	str8   = access{0, 0, false}
	ldrF   = access{3, 1, true}
	strF   = access{3, 0, true}
)

func (k access) base() uint32 {
	w := k.log<<30 | 0b111<<27 | k.opc<<22
	if k.simd {
		w |= 1 << 26
	}
	return w
}

// ok reports whether an offset fits one of the two forms.
func (k access) ok(off int64) bool {
	return off >= -256 && off < 256 || off >= 0 && off < 4096<<k.log && off&(1<<k.log-1) == 0
}

// mem encodes an access at base + off, which must be ok.
func (a *assembler) mem(k access, r, base Reg, off int64) {
	if off >= 0 && off < 4096<<k.log && off&(1<<k.log-1) == 0 {
		a.word(k.base() | 1<<24 | uint32(off>>k.log)<<10 | uint32(base)<<5 | uint32(r))
		return
	}
	a.word(k.base() | uint32(off)&0x1ff<<12 | uint32(base)<<5 | uint32(r))
}

// memX encodes an access at base + index, the index shifted by the access's size or not.
func (a *assembler) memX(k access, r, base, index Reg, shift bool) {
	w := k.base() | 1<<21 | uint32(index)<<16 | 0b011<<13 | 0b10<<10 | uint32(base)<<5 | uint32(r)
	if shift {
		w |= 1 << 12
	}
	a.word(w)
}

// preLoad is ldr r, [base, #off]!, off in -256..255.
func (a *assembler) preLoad(r, base Reg, off int64) {
	a.word(0xf8400c00 | uint32(off)&0x1ff<<12 | uint32(base)<<5 | uint32(r))
}

// Arithmetic on registers; sf is 1<<31 for 64 bits.
const sf = uint32(1) << 31

func (a *assembler) addReg(d, n, m Reg)    { a.rrr(sf|0x0b000000, d, n, m) }
func (a *assembler) addsReg(d, n, m Reg)   { a.rrr(sf|0x2b000000, d, n, m) }
func (a *assembler) subReg(d, n, m Reg)    { a.rrr(sf|0x4b000000, d, n, m) }
func (a *assembler) subsReg(d, n, m Reg)   { a.rrr(sf|0x6b000000, d, n, m) }
func (a *assembler) subsReg32(d, n, m Reg) { a.rrr(0x6b000000, d, n, m) }
func (a *assembler) addShift(d, n, m Reg, shift uint8) {
	a.word(sf | 0x0b000000 | uint32(m)<<16 | uint32(shift)<<10 | uint32(n)<<5 | uint32(d))
}

// cmpSar is cmp n, m, asr #63.
func (a *assembler) cmpSign(n, m Reg) {
	a.word(sf | 0x6b000000 | 0b10<<22 | uint32(m)<<16 | 63<<10 | uint32(n)<<5 | uint32(rZero))
}

func (a *assembler) rrr(op uint32, d, n, m Reg) {
	a.word(op | uint32(m)<<16 | uint32(n)<<5 | uint32(d))
}

func (a *assembler) andReg(d, n, m Reg)  { a.rrr(sf|0x0a000000, d, n, m) }
func (a *assembler) orrReg(d, n, m Reg)  { a.rrr(sf|0x2a000000, d, n, m) }
func (a *assembler) eorReg(d, n, m Reg)  { a.rrr(sf|0x4a000000, d, n, m) }
func (a *assembler) andsReg(d, n, m Reg) { a.rrr(sf|0x6a000000, d, n, m) }
func (a *assembler) ornReg(d, n, m Reg)  { a.rrr(sf|0x2a200000, d, n, m) }
func (a *assembler) mov(d, n Reg)        { a.orrReg(d, rZero, n) }
func (a *assembler) mov32(d, n Reg)      { a.rrr(0x2a000000, d, rZero, n) }

// imm12 reports whether n is an immediate of add and sub: 12 bits, perhaps
// shifted by 12.
func imm12(n int64) (enc uint32, ok bool) {
	switch {
	case n >= 0 && n < 1<<12:
		return uint32(n) << 10, true
	case n >= 0 && n < 1<<24 && n&0xfff == 0:
		return uint32(n>>12)<<10 | 1<<22, true
	}
	return 0, false
}

const (
	opAdd  = uint32(0x11000000)
	opAdds = uint32(0x31000000)
	opSub  = uint32(0x51000000)
	opSubs = uint32(0x71000000)
)

// addSubImm encodes op d, n, #imm for an immediate that imm12 takes.
func (a *assembler) addSubImm(op uint32, d, n Reg, enc uint32) {
	a.word(op | enc | uint32(n)<<5 | uint32(d))
}

// bitmask encodes an immediate of the logical instructions: a pattern of ones,
// rotated, that repeats in elements of 2 to 64 bits.
func bitmask(v uint64) (enc uint32, ok bool) {
	if v == 0 || v == ^uint64(0) {
		return 0, false
	}
	size := 64
	for size > 2 {
		half := size / 2
		mask := uint64(1)<<half - 1
		if v&mask != v>>half&mask {
			break
		}
		size = half
	}
	mask := ^uint64(0)
	if size < 64 {
		mask = 1<<size - 1
	}
	e := v & mask
	ones := bits.OnesCount64(e)
	for r := 0; r < size; r++ {
		// e rotated left by r must be the ones at the bottom.
		x := (e<<r | e>>(size-r)) & mask
		if r == 0 {
			x = e
		}
		if x == uint64(1)<<ones-1 {
			n := uint32(0)
			if size == 64 {
				n = 1
			}
			imms := uint32(^(2*size-1)&0x3f) | uint32(ones-1)
			return n<<22 | uint32(r)<<16 | imms&0x3f<<10, true
		}
	}
	return 0, false
}

const (
	opAnd  = uint32(0x12000000)
	opOrr  = uint32(0x32000000)
	opEor  = uint32(0x52000000)
	opAnds = uint32(0x72000000)
)

// logicImm encodes op d, n, #imm for an immediate that bitmask takes.
func (a *assembler) logicImm(op uint32, d, n Reg, enc uint32) {
	a.word(sf | op | enc | uint32(n)<<5 | uint32(d))
}

func (a *assembler) mul(d, n, m Reg)   { a.word(0x9b007c00 | uint32(m)<<16 | uint32(n)<<5 | uint32(d)) }
func (a *assembler) smulh(d, n, m Reg) { a.word(0x9b407c00 | uint32(m)<<16 | uint32(n)<<5 | uint32(d)) }
func (a *assembler) msub(d, n, m, x Reg) {
	a.word(0x9b008000 | uint32(m)<<16 | uint32(x)<<10 | uint32(n)<<5 | uint32(d))
}
func (a *assembler) sdiv(d, n, m Reg) { a.rrr(0x9ac00c00, d, n, m) }
func (a *assembler) lslv(d, n, m Reg) { a.rrr(0x9ac02000, d, n, m) }
func (a *assembler) lsrv(d, n, m Reg) { a.rrr(0x9ac02400, d, n, m) }
func (a *assembler) asrv(d, n, m Reg) { a.rrr(0x9ac02800, d, n, m) }

// Shifts by constants are bit field moves.
func (a *assembler) lsl(d, n Reg, s uint32) {
	a.word(0xd3400000 | (64-s)&63<<16 | (63-s)<<10 | uint32(n)<<5 | uint32(d))
}
func (a *assembler) lsr(d, n Reg, s uint32) { a.word(0xd340fc00 | s<<16 | uint32(n)<<5 | uint32(d)) }
func (a *assembler) asr(d, n Reg, s uint32) { a.word(0x9340fc00 | s<<16 | uint32(n)<<5 | uint32(d)) }
func (a *assembler) sxtw(d, n Reg)          { a.word(0x93407c00 | uint32(n)<<5 | uint32(d)) }

// cset is d = c ? 1 : 0.
func (a *assembler) cset(d Reg, c cond) {
	a.word(0x9a9f07e0 | uint32(c^1)<<12 | uint32(d))
}

// movImm loads a constant in as few moves as there are halfwords to set.
func (a *assembler) movImm(d Reg, v uint64) {
	zeros, ones := 0, 0
	for i := 0; i < 4; i++ {
		switch uint16(v >> (16 * i)) {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	if zeros < 3 && ones < 3 {
		if enc, ok := bitmask(v); ok {
			a.logicImm(opOrr, d, rZero, enc)
			return
		}
	}
	first, fill := true, uint64(0)
	op := uint32(0xd2800000) // movz
	if ones > zeros {
		fill, op = 0xffff, 0x92800000 // movn
	}
	for i := uint32(0); i < 4; i++ {
		h := v >> (16 * i) & 0xffff
		if h == fill {
			continue
		}
		if first {
			x := h
			if fill != 0 {
				x = ^h & 0xffff
			}
			a.word(op | i<<21 | uint32(x)<<5 | uint32(d))
			first = false
			continue
		}
		a.word(0xf2800000 | i<<21 | uint32(h)<<5 | uint32(d)) // movk
	}
	if first { // all halfwords are the filling
		a.word(op | uint32(d))
	}
}

// Doubles.
func (a *assembler) fop(op uint32, d, n, m Reg) { a.rrr(op, d, n, m) }

const (
	opFAdd = uint32(0x1e602800)
	opFSub = uint32(0x1e603800)
	opFMul = uint32(0x1e600800)
	opFDiv = uint32(0x1e601800)
)

func (a *assembler) fun(op uint32, d, n Reg) { a.word(op | uint32(n)<<5 | uint32(d)) }

const (
	opFMov   = uint32(0x1e604000)
	opFNeg   = uint32(0x1e614000)
	opFSqrt  = uint32(0x1e61c000)
	opScvtf  = uint32(0x9e620000) // double from integer
	opFcvtzs = uint32(0x9e780000) // integer from double, towards zero
	opFToX   = uint32(0x9e660000) // bits of a double
	opXToF   = uint32(0x9e670000)
)

func (a *assembler) fcmp(n, m Reg) { a.word(0x1e602000 | uint32(m)<<16 | uint32(n)<<5) }

// Branches.
func (a *assembler) b(l ir.Label) {
	a.fixes = append(a.fixes, fix{a.pos(), l, fix26})
	a.word(0x14000000)
}

func (a *assembler) bcond(c cond, l ir.Label) {
	a.fixes = append(a.fixes, fix{a.pos(), l, fix19})
	a.word(0x54000000 | uint32(c))
}

// cbz branches when a register is zero, cbnz when it is not.
func (a *assembler) cbz(r Reg, l ir.Label, not bool) {
	a.fixes = append(a.fixes, fix{a.pos(), l, fix19})
	w := 0xb4000000 | uint32(r)
	if not {
		w |= 1 << 24
	}
	a.word(w)
}

func (a *assembler) adr(d Reg, l ir.Label) {
	a.fixes = append(a.fixes, fix{a.pos(), l, fixAdr})
	a.word(0x10000000 | uint32(d))
}

func (a *assembler) br(n Reg) { a.word(0xd61f0000 | uint32(n)<<5) }
func (a *assembler) ret()     { a.word(0xd65f03c0) }

// link fills in the distances of labels; it reports false when one is too far.
func (a *assembler) link() bool {
	for _, f := range a.fixes {
		d := a.label[f.label] - f.at
		w := binary.LittleEndian.Uint32(a.code[f.at:])
		switch f.kind {
		case fix26:
			if d < -1<<27 || d >= 1<<27 {
				return false
			}
			w |= uint32(d>>2) & (1<<26 - 1)
		case fix19:
			if d < -1<<20 || d >= 1<<20 {
				return false
			}
			w |= uint32(d>>2) & (1<<19 - 1) << 5
		case fixAdr:
			if d < -1<<20 || d >= 1<<20 {
				return false
			}
			w |= uint32(d)&3<<29 | uint32(d>>2)&(1<<19-1)<<5
		}
		binary.LittleEndian.PutUint32(a.code[f.at:], w)
	}
	return true
}
