package ireval

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/ebb-vm/ebb/jit/ir"
)

// Machine is what a function finds around it.
type Machine struct {
	IP, FP, CTX uint64 // the pinned registers, also after Run
	Mem         Memory
	// Poll is asked by PollG; nil never wants the thread.
	Poll func() bool
	// Address gives the addresses of labels to LabelAddr. If it is nil they
	// are made up, and a jump to one of them stays inside of Run.
	Address func(ir.Label) uint64
	// Steps is how many instructions may run; 0 means a million.
	Steps int
	// Trace, if set, is told of each instruction before it runs.
	Trace func(pos int, i *ir.Ins)
}

// Way is how control left.
type Way uint8

// The ways.
const (
	Exit     Way = iota + 1
	Dispatch     // to the handler of the opline at Machine.IP
	Jump         // by JmpR or JmpM
)

func (w Way) String() string { return [...]string{"?", "exit", "dispatch", "jump"}[w] }

// Leave says how control left the function.
type Leave struct {
	Way  Way
	Code int64  // of an exit
	Addr uint64 // where a dispatch or a jump goes
}

// ErrSteps is returned when a function has not left after Machine.Steps instructions.
var ErrSteps = errors.New("ireval: too many instructions")

// Made up addresses of labels are these plus 16 a label. They are no addresses
// on any system.
const madeUp = 0xdead_0000_0000_0000

// poison is in registers that have no value.
const poison = 0xbad0_bad0_bad0_bad0

type run struct {
	f   *ir.Func
	m   *Machine
	at  []int // of labels
	reg []uint64
	pc  int
	err error
}

// Run runs the function from a label; ir.NoLabel is its beginning.
func Run(f *ir.Func, entry ir.Label, m *Machine) (Leave, error) {
	r := &run{f: f, m: m, at: make([]int, f.Labels), reg: make([]uint64, f.NumRegs())}
	for i := range r.at {
		r.at[i] = -1
	}
	for i := range f.Code {
		if f.Code[i].Op == ir.Bind {
			r.at[f.Code[i].L] = i
		}
	}
	r.reg[ir.IP], r.reg[ir.FP], r.reg[ir.CTX] = m.IP, m.FP, m.CTX
	if entry != ir.NoLabel {
		r.goTo(entry)
	}
	r.forget()
	out, err := r.loop()
	m.IP, m.FP = r.reg[ir.IP], r.reg[ir.FP]
	if err != nil && r.pc > 0 && r.pc <= len(f.Code) {
		err = fmt.Errorf("ireval: %s: at %d (%s): %w", f.Name, r.pc-1, f.Format(&f.Code[r.pc-1]), err)
	}
	return out, err
}

func (r *run) forget() {
	for i := ir.FirstVirtual; int(i) < len(r.reg); i++ {
		r.reg[i] = poison
	}
}

func (r *run) goTo(l ir.Label) {
	if r.at[l] < 0 {
		r.err = fmt.Errorf("L%d is not bound", l)
		return
	}
	r.pc = r.at[l]
}

func (r *run) loop() (Leave, error) {
	steps := r.m.Steps
	if steps == 0 {
		steps = 1e6
	}
	for ; r.err == nil; steps-- {
		if steps == 0 {
			return Leave{}, ErrSteps
		}
		if r.pc >= len(r.f.Code) {
			return Leave{}, errors.New("the end is reached")
		}
		i := &r.f.Code[r.pc]
		if r.m.Trace != nil {
			r.m.Trace(r.pc, i)
		}
		r.pc++
		if out, left := r.step(i); left && r.err == nil {
			return out, nil
		}
	}
	return Leave{}, r.err
}

func (r *run) fail(what string) { r.err = errors.New(what) }

func (r *run) addr(i *ir.Ins) uint64 {
	a := r.reg[i.A] + uint64(int64(i.Off))
	if i.B != ir.None {
		a += r.reg[i.B] << i.Scale
	}
	return a
}

func (r *run) load(i *ir.Ins, size int) uint64 {
	v, err := r.m.Mem.Load(r.addr(i), size)
	if err != nil {
		r.err = err
	}
	return v
}

func (r *run) store(i *ir.Ins, size int, v uint64) {
	if r.err == nil {
		r.err = r.m.Mem.Store(r.addr(i), size, v)
	}
}

// jump leaves by an address, or goes to the label that it is of.
func (r *run) jump(a uint64) (Leave, bool) {
	if r.m.Address == nil && a >= madeUp && a < madeUp+uint64(r.f.Labels)<<4 && a&15 == 0 {
		r.goTo(ir.Label((a - madeUp) >> 4))
		r.forget()
		return Leave{}, false
	}
	return Leave{Way: Jump, Addr: a}, true
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// step runs an instruction; left says that control has left.
func (r *run) step(i *ir.Ins) (out Leave, left bool) {
	reg := r.reg
	switch i.Op {
	case ir.Bind:
	case ir.Mov, ir.MovF, ir.FBits, ir.BitsF:
		reg[i.D] = reg[i.A]
	case ir.Const, ir.ConstF:
		reg[i.D] = uint64(i.Imm)
	case ir.Zext32:
		reg[i.D] = uint64(uint32(reg[i.A]))
	case ir.Sext32:
		reg[i.D] = uint64(int64(int32(reg[i.A])))
	case ir.Ld8:
		reg[i.D] = r.load(i, 1)
	case ir.Ld32:
		reg[i.D] = r.load(i, 4)
	case ir.Ld32S:
		reg[i.D] = uint64(int64(int32(r.load(i, 4))))
	case ir.Ld64, ir.LdF:
		reg[i.D] = r.load(i, 8)
	case ir.St8:
		r.store(i, 1, reg[i.D])
	case ir.St32:
		r.store(i, 4, reg[i.D])
	case ir.St64, ir.StF:
		r.store(i, 8, reg[i.D])
	case ir.St8I:
		r.store(i, 1, uint64(i.Imm))
	case ir.St32I:
		r.store(i, 4, uint64(i.Imm))
	case ir.St64I:
		r.store(i, 8, uint64(i.Imm))
	case ir.AddM32:
		r.store(i, 4, r.load(i, 4)+uint64(i.Imm))
	case ir.AddM64:
		r.store(i, 8, r.load(i, 8)+uint64(i.Imm))
	case ir.Lea:
		reg[i.D] = r.addr(i)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.FSqrt, ir.IntToF, ir.FToInt, ir.FSet:
		r.double(i)
	case ir.Jmp, ir.Br, ir.BrTest, ir.BrF, ir.BrM8, ir.BrM32, ir.BrM64, ir.BrTestM32, ir.DecZ32, ir.PollG:
		if r.taken(i) && r.err == nil {
			r.goTo(i.L)
		}
	case ir.Dispatch:
		reg[ir.IP] += uint64(i.Imm)
		a, err := r.m.Mem.Load(reg[ir.IP], 8)
		r.err = err
		return Leave{Way: Dispatch, Addr: a}, true
	case ir.Exit:
		return Leave{Way: Exit, Code: i.Imm}, true
	case ir.JmpR:
		return r.jump(reg[i.A])
	case ir.JmpM:
		return r.jump(r.load(i, 8))
	case ir.LabelAddr:
		if r.m.Address != nil {
			reg[i.D] = r.m.Address(i.L)
		} else {
			reg[i.D] = madeUp + uint64(i.L)<<4
		}
	default:
		r.integer(i)
	}
	return Leave{}, false
}

// integer does arithmetic of integers.
func (r *run) integer(i *ir.Ins) {
	a, b := uint64(0), uint64(i.Imm)
	if i.Op.Is(ir.UseA) {
		a = r.reg[i.A]
	}
	if i.Op.Is(ir.UseB) && i.B != ir.None {
		b = r.reg[i.B]
	}
	var d uint64
	over := false
	switch i.Op {
	case ir.Add:
		d = a + b
	case ir.Sub:
		d = a - b
	case ir.Mul:
		d = a * b
	case ir.And:
		d = a & b
	case ir.Or:
		d = a | b
	case ir.Xor:
		d = a ^ b
	case ir.Shl, ir.Shr, ir.Sar:
		if b > 63 {
			r.fail("a shift by more than 63")
		}
		switch i.Op {
		case ir.Shl:
			d = a << b
		case ir.Shr:
			d = a >> b
		default:
			d = uint64(int64(a) >> b)
		}
	case ir.Div, ir.Rem:
		if b+1 < 2 {
			r.fail("a divisor of 0 or -1")
			return
		}
		d = uint64(int64(a) / int64(b))
		if i.Op == ir.Rem {
			d = uint64(int64(a) % int64(b))
		}
	case ir.Neg:
		d = -a
	case ir.Not:
		d = ^a
	case ir.Set:
		d = truth(Holds(i.Cc, a, b))
	case ir.AddO:
		d = a + b
		over = int64((a^d)&(b^d)) < 0
	case ir.SubO:
		d = a - b
		over = int64((a^b)&(a^d)) < 0
	case ir.MulO:
		d, over = mulO(int64(a), int64(b))
	default:
		r.fail("no such operation")
		return
	}
	r.reg[i.D] = d
	if over {
		r.reg[i.D] = poison
		r.goTo(i.L)
	}
}

// mulO multiplies by way of magnitudes.
func mulO(a, b int64) (uint64, bool) {
	abs := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	most := uint64(math.MaxInt64)
	if a < 0 != (b < 0) {
		most++
	}
	return uint64(a) * uint64(b), hi != 0 || lo > most
}

// Limits of what FToInt takes: from the first on, below the second.
const minInt, overInt = -1 << 63, 1 << 63

func (r *run) double(i *ir.Ins) {
	a := math.Float64frombits(r.reg[i.A])
	var b, d float64
	if i.Op.Is(ir.UseB) {
		b = math.Float64frombits(r.reg[i.B])
	}
	switch i.Op {
	case ir.FAdd:
		d = a + b
	case ir.FSub:
		d = a - b
	case ir.FMul:
		d = a * b
	case ir.FDiv:
		d = a / b
	case ir.FSqrt:
		d = math.Sqrt(a)
	case ir.FNeg:
		r.reg[i.D] = r.reg[i.A] ^ 1<<63
		return
	case ir.IntToF:
		d = float64(int64(r.reg[i.A]))
	case ir.FToInt:
		if !(a >= minInt && a < overInt) {
			r.fail("a double that is no integer")
			return
		}
		r.reg[i.D] = uint64(int64(a))
		return
	case ir.FSet:
		r.reg[i.D] = truth(HoldsF(i.Cc, a, b))
		return
	}
	r.reg[i.D] = math.Float64bits(d)
}

// taken says whether a branch is taken; it does what DecZ32 does besides.
func (r *run) taken(i *ir.Ins) bool {
	imm := uint64(i.Imm)
	switch i.Op {
	case ir.Br:
		if i.B != ir.None {
			imm = r.reg[i.B]
		}
		return Holds(i.Cc, r.reg[i.A], imm)
	case ir.BrTest:
		return (r.reg[i.A]&imm != 0) == (i.Cc == ir.NE)
	case ir.BrF:
		return HoldsF(i.Cc, math.Float64frombits(r.reg[i.A]), math.Float64frombits(r.reg[i.B]))
	case ir.BrM8:
		return Holds(i.Cc, r.load(i, 1), uint64(uint8(imm)))
	case ir.BrM32:
		return Holds(i.Cc, uint64(int64(int32(r.load(i, 4)))), uint64(int64(int32(imm))))
	case ir.BrM64:
		if i.D != ir.None {
			imm = r.reg[i.D]
		}
		return Holds(i.Cc, r.load(i, 8), imm)
	case ir.BrTestM32:
		return (uint32(r.load(i, 4))&uint32(imm) != 0) == (i.Cc == ir.NE)
	case ir.DecZ32:
		v := uint32(r.load(i, 4)) - 1
		r.store(i, 4, uint64(v))
		return v == 0
	case ir.PollG:
		return r.m.Poll != nil && r.m.Poll()
	}
	return true
}

// Holds says whether a condition holds of two integers.
func Holds(c ir.Cond, a, b uint64) bool {
	switch c {
	case ir.EQ:
		return a == b
	case ir.NE:
		return a != b
	case ir.LT:
		return int64(a) < int64(b)
	case ir.LE:
		return int64(a) <= int64(b)
	case ir.GT:
		return int64(a) > int64(b)
	case ir.GE:
		return int64(a) >= int64(b)
	case ir.ULT:
		return a < b
	case ir.ULE:
		return a <= b
	case ir.UGT:
		return a > b
	}
	return a >= b
}

// HoldsF says whether a condition holds of two doubles.
func HoldsF(c ir.Cond, a, b float64) bool {
	switch c {
	case ir.EQ:
		return a == b
	case ir.NE:
		return a != b
	case ir.LT:
		return a < b
	case ir.LE:
		return a <= b
	case ir.GT:
		return a > b
	case ir.GE:
		return a >= b
	case ir.NLT:
		return !(a < b)
	case ir.NLE:
		return !(a <= b)
	case ir.NGT:
		return !(a > b)
	}
	return !(a >= b)
}
