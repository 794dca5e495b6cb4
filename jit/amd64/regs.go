package amd64

import "github.com/ebb-vm/ebb/jit/regalloc"

// Reg is the number of a register, of either class.
type Reg int8

// Registers with a fixed use.
const (
	rax Reg = 0 // scratch: values
	rcx Reg = 1 // scratch: bases, shift counts
	rdx Reg = 2 // scratch: indexes, constants
	rbx Reg = 3 // ir.FP
	rsp Reg = 4
	rbp Reg = 5
	rsi Reg = 6 // ir.IP
	rdi Reg = 7 // ir.CTX
	r14 Reg = 14

	x14 Reg = 14 // scratch
	x15 Reg = 15 // scratch

	none Reg = -1
)

// target is what package regalloc may give out.
var target = regalloc.Target{
	Ints:       []uint8{8, 9, 10, 11, 12, 13, 15, 5},
	Floats:     []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
	TwoAddress: true,
}
