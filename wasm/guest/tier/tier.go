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
	// astray is how many oplines the code of a function leaves to Go before it is
	// compiled again: by then more is known of the types its values have. The
	// second time it takes a multiple, and after that the code stays as it is.
	astray, astrayAgain = 500, 20000
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
	seen   map[*code.Func]int8 // how often found running; refused or compiled: -1
	made   map[*code.Func]*made
	last   int64 // when the last slice ended
	exits  int   // since then
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
	e := &Engine{Tier: t, x: x, ctx: contextAddr(x.Ctx), seen: map[*code.Func]int8{}, made: map[*code.Func]*made{}, eager: x.Ini.Int(rt.IniWasmJIT) > 1}
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
				fn := code.FuncAt(fp.Func)
				e.polled = false
				op = interp.Step(x, fp, op)
				if ctx.ExitInfo != 0 && op != nil {
					ctx.ExitInfo = 0
					if e.polled {
						e.slice(vmstack.At(ctx.FP))
					}
					return op // a browser makes this function faster when it is called anew
				}
				e.exits++
				if fn.Counter++; (fn.Counter == astray || fn.Counter == astrayAgain) && op != nil && ctx.FP == fp.Addr() {
					e.compile(fn, fp)
				}
				fp = vmstack.At(ctx.FP)
				continue
			}
		}
		fn := code.FuncAt(fp.Func)
		if fn.Flags&code.AccCompiled != 0 {
			op = interp.Step(x, fp, op)
			ctx.ExitInfo = 0
			e.exits++
			fp = vmstack.At(ctx.FP)
			continue
		}
		if e.returnsToCode(fp) {
			fp.This.T |= vmstack.CallLeave
			if fn.Counter++; fn.Counter == calledHot {
				if e.compile(fn, fp); op.Handler != 0 {
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
			e.sample(fp)
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

// sample notes that a function has been found running, and compiles it when that
// has been so often enough.
func (e *Engine) sample(fp *vmstack.Frame) {
	fn := code.FuncAt(fp.Func)
	n := e.seen[fn]
	if n < 0 {
		return
	}
	if n++; n < hot && !e.eager {
		e.seen[fn] = n
		return
	}
	e.compile(fn, fp)
}

// compile makes code for a function, of which fp is a frame.
func (e *Engine) compile(fn *code.Func, fp *vmstack.Frame) {
	e.seen[fn] = -1
	again := fn.Flags&code.AccCompiled != 0
	if !e.generate(fn, fp) {
		e.Stats.Refused++
		return
	}
	e.Stats.Compiled++
	if !again {
		fn.Counter = 0 // counted calls until now, what is left to Go from now on
	}
	e.install(fn, e.made[fn])
	if e.x.Trace != nil {
		e.x.Trace.Event(trace.Tier, 0, uint64(fn.Addr()), 1)
	}
}

func (e *Engine) generate(fn *code.Func, fp *vmstack.Frame) bool {
	a := e.x.Reg.Funcs[fn.ID]
	if fn.Kind != code.FuncUser || fn.Flags&code.AccGenerator != 0 || len(a.Ops) > maxOps {
		return false
	}
	out := compile.Function(compile.Input{
		Name: a.DisplayName(), Ops: a.Ops, NumArgs: int(fn.NumArgs), NumCVs: int(fn.NumCVs), NumTmps: int(fn.NumTmps),
		Guess:   guesser(a, fn, fp),
		Handler: func(int) uintptr { return 0 },
		Roots:   roots(a),
		Typed:   true,
	})
	slot := e.code.Slots(1)
	if slot < 0 {
		return false
	}
	b := wasm.NewBatch(offsets, slot)
	if _, err := b.Add(out.Func); err != nil {
		return false
	}
	if !e.code.Load(b.Module()) {
		return false
	}
	e.Stats.Bytes += b.Size()
	e.Stats.Inlined += out.Inlined
	e.Stats.Total += out.Total
	number := make(map[int32]int, len(out.Func.Entries))
	for k, l := range out.Func.Entries {
		number[int32(l)] = k
	}
	m := e.made[fn]
	if m == nil {
		m = &made{}
		e.made[fn] = m
	} else {
		e.remove(fn, m)
	}
	m.entries = m.entries[:0]
	for i, l := range out.Entries {
		m.entries = append(m.entries, entry{i, uintptr(wasm.Handle(slot, number[int32(l)]))})
	}
	return true
}
