package regalloc

import (
	"errors"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Target describes the registers of a machine.
type Target struct {
	// Ints and Floats are the numbers of the registers that may be used, in
	// order of preference; no pinned and no scratch register is among them.
	// Numbers are below 64.
	Ints, Floats []uint8
	// TwoAddress says that the result of an operation should, where possible,
	// be in the register of its first operand.
	TwoAddress bool
}

// Loc is the place of a virtual register.
type Loc struct {
	Reg   int16 // the physical register, or -1
	Spill int16 // if Reg is -1: the word (8 bytes) of the spill area, or -1 if the register is never used
}

// InReg reports whether the place is a physical register.
func (l Loc) InReg() bool { return l.Reg >= 0 }

// Result is what Allocate finds.
type Result struct {
	// Locs has a place for each register of the function. The pinned ones
	// have none: the back end knows where they are.
	Locs   []Loc
	Spills int // words of the spill area in use
	// Dead says of each instruction whether nobody needs its result and it
	// does nothing else, so that there need be no code for it. If there is,
	// it may find anything in its operands, but not in those of a load.
	Dead []bool
}

// ErrSpills is returned for a function that needs more spill words than
// ir.MaxSpills.
var ErrSpills = errors.New("regalloc: too many values live at a time")

// Allocate places the registers of a function.
func Allocate(f *ir.Func, t Target) (*Result, error) {
	a := &allocator{f: f, t: t}
	a.operands()
	a.runs()
	a.frequencies()
	a.liveness()
	a.ranges()
	a.coalesce()
	return a.assign()
}

// allocator is the state of one allocation.
type allocator struct {
	f *ir.Func
	t Target

	ops   []operands
	run   []run
	label []int32 // run in which each label is bound, -1 if it is not
	succ  []int32 // targets of side exits, run by run
	pred  []int32 // predecessors, run by run

	global  []int32  // index of each register among those live between runs, -1 for others
	globals []int32  // the registers that have an index
	words   int      // of a set of globals
	liveIn  []uint64 // words a run

	slab   []int32 // see ints
	lives  []live  // of each register
	ranged []span  // the ranges of all registers, each register's together
	moves  []move
	dead   []bool
}

// ints carves a zeroed slice from a common array: there are many, and most
// functions are small.
func (a *allocator) ints(n int) []int32 {
	if len(a.slab) < n {
		a.slab = make([]int32, n+4*len(a.f.Code)+128)
	}
	s := a.slab[:n:n]
	a.slab = a.slab[n:]
	return s
}

// operands are the registers of one instruction that have to be placed; -1
// stands for none.
type operands struct {
	def, u0, u1, u2 int32
	target          int32 // label a branch may go to
}

// span is a range of positions, to exclusive.
type span struct{ from, to int32 }

// live is what is known of one register.
type live struct {
	spans  []span // in order, not adjacent
	weight float32
	length int32 // positions occupied
	next   int32 // next member of the coalesced group, -1 at the end
	root   int32 // the register standing for the group
	// ownFrom and ownTo delimit the register's own ranges, without those of
	// its group, in allocator.ranged.
	ownFrom, ownTo int32
	// hint names registers it would be good to share a place with, rank how
	// often that would count.
	hint [2]int32
	rank [2]float32
}

// move is an instruction that vanishes if two registers share a place.
type move struct {
	d, a int32
	freq float32
}
