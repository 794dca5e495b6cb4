package arm64

import "github.com/ebb-vm/ebb/jit/regalloc"

// Reg is the number of a register; 31 is XZR or SP as the instruction has it.
type Reg uint8

// Registers with a fixed use.
const (
	rIP   Reg = 20
	rFP   Reg = 21
	rCTX  Reg = 22
	rG    Reg = 28
	rSP   Reg = 31
	rZero Reg = 31

	// Scratch. t0 takes values, t1 and t2 the parts of addresses, t3 constants.
	t0 Reg = 26
	t1 Reg = 16
	t2 Reg = 17
	t3 Reg = 27

	f0 Reg = 30
	f1 Reg = 31
)

// target is what package regalloc may give out.
var target = regalloc.Target{
	Ints:   []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 23, 24, 25},
	Floats: []uint8{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 8, 9, 10, 11, 12, 13, 14, 15},
}
