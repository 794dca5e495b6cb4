package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Pass 9 gives temporaries numbers anew, walking backwards: a temporary takes
// the lowest free number at its last use and gives it back at its definition.

func passTemps(f *fn) {
	n := f.NumTmps
	first := make([]int, n) // opline that defines a temporary first
	for i := range first {
		first[i] = -1
	}
	for i := range f.Ops {
		if r := f.Ops[i].Res; isTmp(r) && first[r.N] < 0 {
			first[r.N] = i
		}
		if op := &f.Ops[i]; isTmp(op.Op2) && op.Code.Is(opcode.DefinesOp2) && first[op.Op2.N] < 0 {
			first[op.Op2.N] = i
		}
	}
	const none = ^uint32(0)
	to := make([]uint32, n)
	for i := range to {
		to[i] = none
	}
	var taken []bool
	lowest := func() uint32 {
		for i := range taken {
			if !taken[i] {
				taken[i] = true
				return uint32(i)
			}
		}
		taken = append(taken, true)
		return uint32(len(taken) - 1)
	}
	run := func(size int) uint32 { // consecutive ones, behind all that are taken
		at := len(taken)
		for at > 0 && !taken[at-1] {
			at--
		}
		for i := at; i < at+size; i++ {
			if i == len(taken) {
				taken = append(taken, true)
			}
			taken[i] = true
		}
		return uint32(at)
	}
	release := func(op *code.Op, t uint32, at int) {
		if first[t] != at || op.Code == opcode.FastCall {
			return
		}
		taken[to[t]] = false
		if op.Code == opcode.RopeInit {
			for k := ropeSlots(op.Ext) - 1; k > 0; k-- {
				taken[to[t]+uint32(k)] = false
			}
		}
	}
	for i := len(f.Ops) - 1; i >= 0; i-- {
		op := &f.Ops[i]
		if isTmp(op.Op1) {
			t := op.Op1.N
			if to[t] == none {
				if op.Code == opcode.RopeEnd {
					to[t] = run(ropeSlots(op.Ext + 1))
				} else if f.crossesFinally(i) {
					// The finally block that runs in between may use any other.
					to[t] = uint32(len(taken))
					taken = append(taken, true)
				} else {
					to[t] = lowest()
				}
			}
			op.Op1.N = to[t]
		}
		if isTmp(op.Op2) {
			t := op.Op2.N
			if to[t] == none {
				to[t] = lowest()
			}
			op.Op2.N = to[t]
			if op.Code.Is(opcode.DefinesOp2) {
				release(op, t, i)
			}
		}
		if isTmp(op.Res) {
			t := op.Res.N
			if to[t] == none {
				// Made and never used.
				to[t] = lowest()
			}
			op.Res.N = to[t]
			release(op, t, i)
		}
	}
	f.NumTmps = len(taken)
}

// ropeSlots is the number of temporaries that hold n string pointers.
func ropeSlots(n uint32) int { return int(n*8+15) / 16 }

// crossesFinally reports whether the value that opline i returns or frees was
// made before a call of a finally block.
func (f *fn) crossesFinally(i int) bool {
	switch f.Ops[i].Code {
	case opcode.Return, opcode.ReturnByRef, opcode.GeneratorReturn, opcode.Free, opcode.FeFree:
	default:
		return false
	}
	for i--; i >= 0; i-- {
		switch f.Ops[i].Code {
		case opcode.FastCall:
			return true
		case opcode.Free, opcode.FeFree, opcode.VerifyReturnType, opcode.DiscardException, opcode.Nop:
		default:
			return false
		}
	}
	return false
}
