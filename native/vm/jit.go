package vm

import (
	"fmt"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/compile"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
)

// Mode says what the JIT does, by PHP's names for opcache.jit.
type Mode uint8

// Modes.
const (
	Disable  Mode = iota
	FuncMode      // whole functions, every value in memory between oplines
	Tracing       // with types, and values in registers
)

const (
	// hotLimit is what a function's counter has to reach; a call or the
	// beginning of a loop adds hotLimit divided by the setting.
	hotLimit = 1 << 16
	// tooLong is the number of oplines of a function that is not compiled.
	tooLong = 20000
)

// Kinds of counting in front of a handler.
const (
	countNot uint8 = iota
	countCall
	countLoop
)

// unit is what an engine knows of a function's code.
type unit struct {
	a        *code.OpArray
	base     uintptr
	count    []uint8 // by opline
	compiled bool
	dead     bool // not to be compiled (again)

	profile *compile.Profile
	isEntry []bool
	size    int // bytes of machine code, last time
}

// unitOf finds the unit of the code a frame runs.
func (e *engine) unitOf(x *rt.Exec, fp *vmstack.Frame) *unit {
	fn := code.FuncAt(fp.Func)
	if u := e.last; u != nil && u.base == fn.Code {
		return u
	}
	u := e.units[fn.Code]
	if u == nil {
		a := x.Reg.Funcs[fn.ID]
		u = &unit{a: a, base: fn.Code}
		if len(a.Ops) == 0 || a.Ops[0].Addr() != fn.Code || len(a.Ops) > tooLong {
			u.dead = true
		} else {
			u.findCounted(fn)
		}
		e.units[fn.Code] = u
	}
	e.last = u
	return u
}

// findCounted marks where calls come in and where loops begin.
func (u *unit) findCounted(fn *code.Func) {
	ops := u.a.Ops
	u.count = make([]uint8, len(ops))
	if fn.Flags&code.AccHasTypeHints != 0 {
		u.count[0] = countCall
	} else {
		for i := 0; i <= int(fn.NumArgs) && i < len(ops); i++ {
			u.count[i] = countCall
		}
	}
	for _, i := range compile.LoopHeads(ops) {
		u.count[i] = countLoop
	}
}

// index is the number of an opline in its unit.
func (u *unit) index(op *code.Opline) int { return int(op.Addr()-u.base) / code.OplineSize }

// counting tells how an opline that gets its handler is counted.
func (e *engine) counting(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) uint8 {
	if e.v.opts.JIT == Disable {
		return countNot
	}
	u := e.unitOf(x, fp)
	if u.dead || u.compiled {
		return countNot
	}
	i := u.index(op)
	if i < 0 || i >= len(u.count) {
		return countNot
	}
	return u.count[i]
}

// counter emits the counting in front of a handler.
func (v *VM) counting(b *ir.Builder, how uint8) {
	by := v.opts.HotFunc
	if how == countLoop {
		by = v.opts.HotLoop
	}
	f, hot := b.NewReg(), b.NewLabel()
	b.Ld64(f, ir.At(ir.FP, abi.FrFunc))
	b.AddM64(ir.At(f, abi.FnCounter), int64(hotLimit/max(by, 1)))
	b.BrM64I(ir.GE, ir.At(f, abi.FnCounter), hotLimit, hot)
	b.Cold(func() {
		b.Bind(hot)
		b.St64(ir.At(ir.CTX, abi.CtxIP), ir.IP)
		b.St64(ir.At(ir.CTX, abi.CtxFP), ir.FP)
		b.Exit(abi.ExitHot)
	})
}

// hot compiles the function of a frame that has run often.
func (e *engine) hot(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) {
	u := e.unitOf(x, fp)
	code.FuncAt(fp.Func).Counter = 0
	if !u.dead && !u.compiled {
		e.compile(x, fp, u)
	}
	if !u.compiled {
		u.dead = true
	}
	// No opline counts any more, whatever has become of it.
	e.v.mu.Lock()
	defer e.v.mu.Unlock()
	for i := range u.a.Ops {
		if u.count[i] != countNot && !u.entered(&u.a.Ops[i]) {
			u.a.Ops[i].Handler = uintptr(e.v.plain(&u.a.Ops[i]))
		}
	}
}

// entered reports whether an opline's handler is compiled code.
func (u *unit) entered(op *code.Opline) bool { return u.compiled && u.isEntry[u.index(op)] }

// exit notes that compiled code left opline op to Go.
func (e *engine) exit(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) {
	u := e.unitOf(x, fp)
	if !u.compiled {
		return
	}
	if u.profile.Exit(fp, u.index(op)) {
		e.compile(x, fp, u)
	}
}

// compile compiles a function, for the types that its frame fp has now.
func (e *engine) compile(x *rt.Exec, fp *vmstack.Frame, u *unit) {
	v := e.v
	fn := code.FuncAt(fp.Func)
	ops := u.a.Ops
	if u.profile == nil {
		u.profile = compile.NewProfile(u.a)
	}
	u.profile.Begin()
	v.mu.Lock()
	defer v.mu.Unlock()
	defer func() {
		// A mistake in the compiler costs the function its speed, not the program
		// its life: nothing of the function has been touched yet.
		if r := recover(); r != nil {
			v.stats.Failed++
			if v.opts.Debug != nil {
				v.opts.Debug("%s: the compiler failed: %v", u.a.DisplayName(), r)
			}
		}
	}()
	in := compile.Input{
		Name: u.a.DisplayName(), Ops: ops,
		NumArgs: int(fn.NumArgs), NumCVs: int(fn.NumCVs), NumTmps: int(fn.NumTmps),
		Guess:   func(i, n int) uint32 { return u.profile.Guess(fp, i, n) },
		Handler: func(i int) uintptr { return uintptr(v.plain(&ops[i])) },
		Callee:  func(i int) *template.Callee { return compile.CalleeOf(fp, ops, i) },
		Roots:   compile.Roots(u.a),
		Typed:   v.opts.JIT == Tracing,
	}
	if r := u.a.Return; r != nil {
		in.ReturnMask = r.Mask & (1<<abi.Ref - 1)
	}
	if v.opts.Count {
		in.Count = func(op opcode.Op) uintptr { return counter(&v.stats.Compiled, op) }
	}
	begin := time.Now()
	out := compile.Function(in)
	mid := time.Now()
	a, err := v.assemble(out.Func)
	v.stats.Time += time.Since(begin)
	if err != nil {
		if v.opts.Debug != nil {
			v.opts.Debug("%s: %v", in.Name, err)
		}
		return
	}
	base, err := v.mem.Put(a.Code)
	if err != nil {
		return
	}
	if u.isEntry == nil {
		u.isEntry = make([]bool, len(ops))
	}
	for i := range ops {
		l, ok := out.Entries[i]
		switch {
		case ok:
			ops[i].Handler = base + uintptr(a.Labels[l])
		case u.isEntry[i]:
			ops[i].Handler = uintptr(v.plain(&ops[i]))
		}
		u.isEntry[i] = ok
	}
	u.compiled = true
	u.size = len(a.Code)
	v.stats.Functions++
	if v.opts.Debug != nil {
		left := ""
		for _, i := range out.Left {
			left += fmt.Sprintf(" %04d %s", i, opcode.Op(ops[i].Code))
		}
		v.opts.Debug("%s: %d of %d oplines inlined, %d bytes, %v and %v; left to handlers:%s", in.Name, out.Inlined, out.Total, len(a.Code), mid.Sub(begin), time.Since(mid), left)
	}
}

// plain is the handler of an opline that does not count. The lock is held.
func (v *VM) plain(op *code.Opline) Handler { return v.handler(keyOf(op)) }
