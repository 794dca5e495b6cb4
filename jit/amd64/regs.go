package amd64

import (
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/regalloc"
)

// reg is the hardware's number of a general or an SSE register.
type reg = uint8

const (
	rax reg = iota
	rcx
	rdx
	rbx
	rsp
	rbp
	rsi
	rdi
	r8
	r9
	r10
	r11
	r12
	r13
	r14
	r15
)

const (
	xmm14 reg = 14
	xmm15 reg = 15
)

// noReg stands for an absent base or index.
const noReg reg = 0xff

// pinned has the registers of ir.IP, ir.FP and ir.CTX.
var pinned = [ir.FirstVirtual]reg{ir.IP: rsi, ir.FP: rbx, ir.CTX: rdi}

// stackGuard is the offset in the runtime's g of the bound that a function
// prologue compares the stack pointer with. The engine checks at start-up that
// it is what PollG takes it for.
const stackGuard = 16

// target is what the allocator may use. RBP, R12 and R13 come last: as bases
// they need a byte more.
var target = regalloc.Target{
	Ints:       []uint8{r8, r9, r10, r11, r15, rbp, r12, r13},
	Floats:     []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
	TwoAddress: true,
}

// spillWord is the operand of a word of the spill area; the return address
// lies below.
func spillWord(i int16) mem {
	return mem{base: rsp, index: noReg, off: 8 + 8*int32(i)}
}
