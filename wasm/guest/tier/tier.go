package tier

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/interp"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/compile"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
	"github.com/ebb-vm/ebb/jit/wasm"
)

// Code is how an embedder runs code generated at run time. The zero Code says
// that it does not.
type Code struct {
	// Slots makes room for n functions in the table that generated code is called
	// through and returns the first slot, or a number below 0.
	Slots func(n int) int
	// Load instantiates a module, which fills slots.
	Load func(module []byte) bool
	// Call calls the function in a slot.
	Call func(slot, entry int, ctx mm.Addr) int
}

const (
	// hot is how often a function has to be found running, when the Go loop looks
	// up, before it is compiled. The loop looks up every two thousand calls and
	// jumps back, which is some tenths of a millisecond.
	hot = 2
	// calledHot is how often generated code calls a function before it is compiled.
	calledHot = 50
	// maxOps bounds what is compiled.
	maxOps = 2000
)

// offsets says where generated code finds things in the context.
var offsets = wasm.Options{IP: uint32(abi.CtxIP), FP: uint32(abi.CtxFP), Target: uint32(abi.CtxScratch), Fuel: uint32(abi.CtxFuel)}

// Tier is what is kept from run to run: the driver is the same for all.
type Tier struct {
	code   Code
	driver int // its slot, 0 before there is one
}

// New returns a tier for an embedder's ways of running code.
func New(c Code) *Tier { return &Tier{code: c} }

// Stats counts what a run of the tier did.
type Stats struct {
	Compiled, Refused int // functions, those compiled again counted again
	Dropped           int // of the compiled, those that the Go loop does faster
	Bytes             int // of WebAssembly
	Inlined, Total    int // oplines of the compiled functions: with code of their own, all
	Entered           int // calls of generated code
	// Slow counts the oplines that generated code left to Go, by opcode.
	Slow [256]int
}

// Engine is the tier at work for one executor.
type Engine struct {
	Stats Stats

	*Tier
	x      *rt.Exec
	ctx    mm.Addr
	units  map[mm.Addr]*unit // by the address of their first oplines
	recent [32]*unit         // likewise, by some bits of it
	last   int64             // when the last slice ended
	exits  int               // since then
	polled bool
	trial  *trial // nil: none in progress
	eager  bool   // a test of the tier: everything is compiled when it is first met
}

// Bind puts the tier on top of the Go loop of an executor, if the setting asks for
// it and the embedder runs code; else it returns nil.
func (t *Tier) Bind(x *rt.Exec) *Engine {
	if t.code.Slots == nil || !x.Ini.Bool(rt.IniWasmJIT) {
		return nil
	}
	if t.driver == 0 {
		slot := t.code.Slots(1)
		if slot < 0 {
			return nil
		}
		b := wasm.NewBatch(offsets, slot)
		b.AddDriver()
		if !t.code.Load(b.Module()) {
			return nil
		}
		t.driver = slot
	}
	e := &Engine{Tier: t, x: x, ctx: contextAddr(x.Ctx), units: map[mm.Addr]*unit{}, eager: x.Ini.Int(rt.IniWasmJIT) > 1}
	x.Run = func(f *vmstack.Frame) { interp.RunWith(x, f, e.loop) }
	return e
}

// Polled is to be called at the executor's polls.
func (e *Engine) Polled() { e.polled = true }

// loop runs from op until the frame flagged CallTop is left, or a while. What has
// code runs there; oplines in between, in functions that have code, are done one
// by one, and functions that have none by the Go loop.
func (e *Engine) loop(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline {
	ctx := x.Ctx
	for op != nil {
		if e.eager {
			ctx.Fuel = 0
		}
		if op.Handler != 0 {
			ctx.IP = op.Addr()
			e.Stats.Entered++
			exit := e.code.Call(e.driver, 0, e.ctx)
			op, fp = code.OplineAt(ctx.IP), vmstack.At(ctx.FP)
			if exit >= 0 {
				e.Stats.Slow[op.Code]++
				if ctx.Fuel >= 0 && ctx.Interrupt == 0 { // it was no poll
					e.exits++
					if u := e.unitOf(fp); u.profile != nil && u.installed && u.profile.Exit(fp, u.index(op)) {
						e.compile(u, fp)
					}
				}
				e.polled = false
				op = interp.Step(x, fp, op)
				if ctx.ExitInfo != 0 && op != nil {
					ctx.ExitInfo = 0
					if e.polled {
						e.slice(vmstack.At(ctx.FP))
					}
					return op // a browser makes this function faster when it is called anew
				}
				fp = vmstack.At(ctx.FP)
				continue
			}
		}
		u := e.unitOf(fp)
		if u.installed {
			code.FuncAt(fp.Func).Flags |= code.AccCompiled // a copy's, perhaps
			op = interp.Step(x, fp, op)
			ctx.ExitInfo = 0
			e.exits++
			fp = vmstack.At(ctx.FP)
			continue
		}
		code.FuncAt(fp.Func).Flags &^= code.AccCompiled
		if e.returnsToCode(fp) {
			fp.This.T |= vmstack.CallLeave
			if u.calls++; u.calls == calledHot && !u.done {
				if e.compile(u, fp); op.Handler != 0 {
					continue
				}
			}
		}
		e.polled = false
		if op = interp.Loop(x, fp, op); op == nil {
			return nil
		}
		fp = vmstack.At(ctx.FP)
		if e.polled {
			e.slice(fp)
			if u := e.unitOf(fp); !u.done {
				if u.found++; u.found == hot || e.eager {
					e.compile(u, fp)
				}
			}
		}
	}
	return nil
}

// returnsToCode reports that a frame's caller is a function that has code.
func (e *Engine) returnsToCode(fp *vmstack.Frame) bool {
	const elsewhere = vmstack.CallTop | vmstack.CallCode | vmstack.CallGenerator | vmstack.CallLeave
	if fp.This.T&elsewhere != 0 || fp.Prev == 0 {
		return false
	}
	fn := vmstack.At(fp.Prev).Func
	return fn != 0 && code.FuncAt(fn).Flags&code.AccCompiled != 0
}

// unit is what is known of a function's code. Descriptors may share it.
type unit struct {
	a         *code.OpArray
	found     int  // how often it was found running
	calls     int  // of it, by generated code
	done      bool // compiled, perhaps dropped again, or refused
	installed bool
	profile   *compile.Profile
	entries   []entry

	bad     int   // suspicious slices in a row; see trial
	fastest int64 // of them, nanoseconds
	settled bool  // no more trials
}

// entry is a place where control may come into generated code.
type entry struct {
	opline int
	handle uintptr
}

// unitOf finds the unit of the code that a frame runs.
func (e *Engine) unitOf(fp *vmstack.Frame) *unit {
	fn := code.FuncAt(fp.Func)
	r := &e.recent[fn.Code/code.OplineSize%mm.Addr(len(e.recent))]
	if u := *r; u != nil && u.a.Ops[0].Addr() == fn.Code {
		return u
	}
	u := e.units[fn.Code]
	if u == nil {
		u = &unit{a: e.x.Reg.Funcs[fn.ID]}
		if len(u.a.Ops) == 0 || u.a.Ops[0].Addr() != fn.Code {
			return &unit{a: u.a, done: true} // a stand-in; nothing is remembered
		}
		e.units[fn.Code] = u
	}
	*r = u
	return u
}

// index is the number of an opline in its unit.
func (u *unit) index(op *code.Opline) int {
	return int(op.Addr()-u.a.Ops[0].Addr()) / code.OplineSize
}

// install makes the entries of a unit's code the way to go on.
func (e *Engine) install(u *unit) {
	u.installed = true
	u.a.Desc.Flags |= code.AccCompiled
	for _, p := range u.entries {
		u.a.Ops[p.opline].Handler = p.handle
	}
}

// remove leaves a unit to the Go loop.
func (e *Engine) remove(u *unit) {
	u.installed = false
	u.a.Desc.Flags &^= code.AccCompiled
	for _, p := range u.entries {
		u.a.Ops[p.opline].Handler = 0
	}
}

// compile makes code for a unit, of which fp is a frame, and installs it.
func (e *Engine) compile(u *unit, fp *vmstack.Frame) {
	u.done = true
	if !e.generate(u, fp) {
		e.Stats.Refused++
		return
	}
	e.Stats.Compiled++
	e.install(u)
	if e.x.Trace != nil {
		e.x.Trace.Event(trace.Tier, 0, uint64(fp.Func), 1)
	}
}

// generate gives a unit code. When it fails things are as they were.
func (e *Engine) generate(u *unit, fp *vmstack.Frame) bool {
	a, fn := u.a, code.FuncAt(fp.Func)
	if fn.Kind != code.FuncUser || fn.Flags&code.AccGenerator != 0 || len(a.Ops) == 0 || len(a.Ops) > maxOps {
		return false
	}
	if u.profile == nil {
		u.profile = compile.NewProfile(a)
	}
	u.profile.Begin()
	in := compile.Input{
		Name: a.DisplayName(), Ops: a.Ops, NumArgs: int(fn.NumArgs), NumCVs: int(fn.NumCVs), NumTmps: int(fn.NumTmps),
		Guess:   func(i, n int) uint32 { return u.profile.Guess(fp, i, n) },
		Callee:  func(i int) *template.Callee { return compile.CalleeOf(fp, a.Ops, i) },
		Handler: func(int) uintptr { return 0 },
		Roots:   compile.Roots(a),
		Typed:   true,
	}
	if r := a.Return; r != nil {
		in.ReturnMask = r.Mask & (1<<abi.Ref - 1)
	}
	out := compile.Function(in)
	slot := e.code.Slots(1)
	if slot < 0 {
		return false
	}
	b := wasm.NewBatch(offsets, slot)
	add := b.Add
	for i := range a.Ops {
		if c := compile.CalleeOf(fp, a.Ops, i); c != nil && mm.Addr(c.Code) == fn.Code {
			add = b.AddRecursive
			break
		}
	}
	if _, err := add(out.Func); err != nil {
		return false
	}
	if !e.code.Load(b.Module()) {
		return false
	}
	e.Stats.Bytes += b.Size()
	e.Stats.Inlined += out.Inlined
	e.Stats.Total += out.Total
	number := make(map[ir.Label]int, len(out.Func.Entries))
	for k, l := range out.Func.Entries {
		number[l] = k
	}
	e.remove(u)
	u.entries = u.entries[:0]
	for i, l := range out.Entries {
		u.entries = append(u.entries, entry{i, uintptr(wasm.Handle(slot, number[l]))})
	}
	return true
}
