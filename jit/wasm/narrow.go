package wasm

import "github.com/ebb-vm/ebb/jit/ir"

// narrow finds the integer registers of which nothing but the low 32 bits is
// ever looked at: addresses, most of all. The pinned registers are narrow by
// nature. A register starts as narrow and stops being so at a use that wants
// more; the uses that pass low bits on want what their result wants, so this
// goes on until nothing changes.
func narrow(f *ir.Func) []bool {
	n := make([]bool, f.NumRegs())
	for r := range n {
		n[r] = !f.Float[r]
	}
	for changed := true; changed; {
		changed = false
		widen := func(r ir.Reg) {
			if r >= ir.FirstVirtual && n[r] {
				n[r] = false
				changed = true
			}
		}
		for k := range f.Code {
			i := &f.Code[k]
			switch {
			case i.Op == ir.Lea:
				if !n[i.D] {
					widen(i.A)
					widen(i.B)
				}
			case i.Op.Is(ir.Memory):
				if i.Op == ir.St64 || i.Op == ir.BrM64 {
					widen(i.D)
				}
			case i.Op == ir.Zext32, i.Op == ir.Sext32:
			case i.Op == ir.BrTest && uint64(i.Imm)>>32 == 0:
			case passesLow(i):
				if !n[i.D] {
					widen(i.A)
					widen(i.B)
				}
			default:
				i.Uses(widen)
			}
		}
	}
	return n
}

// passesLow reports that the low 32 bits of the result depend on no others of
// the operands.
func passesLow(i *ir.Ins) bool {
	switch i.Op {
	case ir.Mov, ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Neg, ir.Not:
		return true
	case ir.Shl:
		return i.B == ir.None && uint64(i.Imm) < 32
	}
	return false
}
