package interp

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/trace"
	"github.com/ebb-vm/ebb/core/vmstack"
)

// Bind makes the Go loop the engine of x.
func Bind(x *rt.Exec) {
	x.VM.Init(x)
	x.VM.CleanUp = func(f *Frame, op *Opline, catch uint32) {
		a := opArray(x, f)
		n := oplineNum(code.FuncAt(f.Func), op)
		dropCalls(x, f, n)
		dropLive(x, f, a, n, catch)
	}
	x.VM.Pending = func(f *Frame, op *Opline, visit func(call *Frame, sent uint32)) {
		pendingCalls(x, f, oplineNum(code.FuncAt(f.Func), op), visit)
	}
	x.Run = func(f *Frame) { Run(x, f) }
	if x.Trace != nil {
		x.Trace.At = func() trace.Site { return site(x) }
	}
}

// Run executes from frame f until the frame flagged CallTop returns, which f
// is made to be. A frame without an opline is a call that is ready to be made:
// it is entered. An exception that nothing in there catches is left in flight.
func Run(x *rt.Exec, f *vmstack.Frame) { RunWith(x, f, loop) }

// RunWith is Run with another loop, a tier's: it runs from an instruction of a
// frame until a frame flagged CallTop is left and returns nil, or returns an
// instruction with which it wants to be called again.
func RunWith(x *rt.Exec, f *vmstack.Frame, loop func(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline) {
	f.This.T |= vmstack.CallTop
	var op *Opline
	if f.Opline == 0 {
		fn := code.FuncAt(f.Func)
		f.Prev = x.Ctx.FP
		op = initFrame(x, f, fn)
		f.Opline = op.Addr()
		x.Ctx.FP = f.Addr()
	} else {
		op = code.OplineAt(f.Opline)
		if x.Ctx.Exception != 0 { // thrown into a suspended generator
			if op = unwind(x); op == nil {
				return
			}
		}
	}
	for op != nil {
		op = loop(x, vmstack.At(x.Ctx.FP), op)
	}
}

// Loop is the Go loop itself, for tiers that leave it what they have no code
// for. It returns nil when the frame flagged CallTop is left; see loop for when it
// returns before.
func Loop(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline { return loop(x, fp, op) }

// Step executes the one instruction op of frame fp by its slow path, for
// tiers that hold fast paths of their own. It returns the next instruction,
// nil when the tier has to return to its caller.
func Step(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline {
	return slow(x, fp, op)
}

// site tells where the executor is, for a trace event.
func site(x *rt.Exec) trace.Site {
	s := trace.Site{Depth: uint32(x.Ctx.Depth)}
	f := x.UserFrame()
	if f == nil {
		return s
	}
	a := opArray(x, f)
	name := "{main}"
	if a.Name != "" {
		name = a.DisplayName()
	}
	s.Func = x.Trace.Name(name)
	if f.Opline != 0 {
		op := code.OplineAt(f.Opline)
		s.Line, s.Op = op.Line, op.Code
	}
	return s
}
