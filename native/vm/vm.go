package vm

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/interp"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
	"github.com/ebb-vm/ebb/native/codemem"
	"github.com/ebb-vm/ebb/native/enter"
)

type (
	// Handler is the address of code that an opline may name.
	Handler uintptr
	// Stub is the address of code that no opline names.
	Stub uintptr
)

// Options are the settings of a VM.
type Options struct {
	// CodeBytes is the size of the block for machine code; 0 means 64 MB
	// (opcache.jit_buffer_size has the same default in PHP 8.4).
	CodeBytes int
	// JIT says what is compiled; a function or loop that has run HotFunc or
	// HotLoop times is (opcache.jit_hot_func and jit_hot_loop).
	JIT              Mode
	HotFunc, HotLoop int
	// Debug, if set, is told what is compiled.
	Debug func(format string, args ...any)
	// Count counts executed oplines and slow exits by opcode.
	Count bool
	// Verify checks the intermediate representation of all code, for tests.
	Verify bool
}

// VM makes and holds machine code.
type VM struct {
	opts Options
	mem  *codemem.Memory

	mu       sync.Mutex
	handlers map[key]Handler

	resolve Handler // what oplines begin with
	slow    Handler // straight to the slow path

	stats Stats
}

// Stats are counts of a VM with Options.Count.
type Stats struct {
	Executed  [256]uint64   // oplines by opcode that handlers began
	Compiled  [256]uint64   // oplines that compiled functions began
	Slow      [256]uint64   // of them, those that Go did
	Made      int           // handlers
	Functions int           // compiled, again ones included
	Failed    int           // functions that the compiler failed on, which is a mistake of it
	Bytes     int           // of machine code
	Time      time.Duration // spent compiling
}

// New makes a VM. It fails where machine code is not supported, or where an
// assumption about Go's runtime does not hold; the error says which.
func New(o Options) (*VM, error) {
	if o.CodeBytes == 0 {
		o.CodeBytes = 64 << 20
	}
	mem, err := codemem.New(o.CodeBytes)
	if err != nil {
		return nil, err
	}
	v := &VM{opts: o, mem: mem, handlers: map[key]Handler{}}
	if err := v.init(); err != nil {
		mem.Close()
		return nil, err
	}
	return v, nil
}

func (v *VM) init() error {
	if err := v.check(); err != nil {
		return fmt.Errorf("machine code cannot be used: %w", err)
	}
	b := ir.NewBuilder("resolve")
	b.St64(ir.At(ir.CTX, abi.CtxIP), ir.IP)
	b.St64(ir.At(ir.CTX, abi.CtxFP), ir.FP)
	b.Exit(abi.ExitResolve)
	p, err := v.put(b.Finish())
	if err != nil {
		return err
	}
	v.resolve = Handler(p)
	b = ir.NewBuilder("slow")
	template.EmitSlow(b)
	p, err = v.put(b.Finish())
	v.slow = Handler(p)
	return err
}

// put assembles a function and stores its code.
func (v *VM) put(f *ir.Func) (uintptr, error) {
	a, err := v.assemble(f)
	if err != nil {
		return 0, err
	}
	return v.mem.Put(a.Code)
}

// assemble makes machine code of a function. The lock is held.
func (v *VM) assemble(f *ir.Func) (*ir.Assembly, error) {
	if v.opts.Verify {
		if err := f.Verify(); err != nil {
			v.stats.Failed++
			if v.opts.Debug != nil {
				v.opts.Debug("%v", err)
			}
			return nil, err
		}
	}
	return assemble(f)
}

// Bind makes the VM the engine of an executor; it is a core.Config.Tier.
func (v *VM) Bind(x *rt.Exec) {
	x.Reg.Handler = uintptr(v.resolve)
	e := &engine{v: v, units: map[uintptr]*unit{}}
	x.Run = func(f *vmstack.Frame) { interp.RunWith(x, f, e.loop) }
}

// Close gives the machine code's memory back. No executor that the VM is bound to
// may run any more.
func (v *VM) Close() error { return v.mem.Close() }

// Stats returns the counts so far.
func (v *VM) Stats() Stats {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.stats
	s.Made, s.Bytes = len(v.handlers), v.mem.Used()
	return s
}

// engine is what a VM keeps for one executor.
type engine struct {
	v      *VM
	inside bool // machine code runs
	units  map[uintptr]*unit
	last   *unit
}

// loop runs from op until the frame flagged CallTop is left.
func (e *engine) loop(x *rt.Exec, fp *vmstack.Frame, op *code.Opline) *code.Opline {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer e.caught(x)
	ctx := x.Ctx
	v := e.v
	for op != nil {
		if Handler(op.Handler) != v.slow {
			ctx.IP = op.Addr()
			e.inside = true
			exit := enter.Run(ctx)
			e.inside = false
			op = code.OplineAt(ctx.IP)
			fp = vmstack.At(ctx.FP)
			switch exit {
			case abi.ExitResolve:
				v.link(op, e.counting(x, fp, op))
				continue
			case abi.ExitHot:
				e.hot(x, fp, op)
				continue
			}
			if v.opts.JIT != Disable {
				e.exit(x, fp, op)
			}
		}
		if v.opts.Count {
			v.stats.Slow[op.Code]++
		}
		op = interp.Step(x, fp, op)
		fp = vmstack.At(ctx.FP)
	}
	return nil
}

// caught makes a fault in machine code a fatal error of the program.
func (e *engine) caught(x *rt.Exec) {
	if !e.inside {
		return
	}
	r := recover()
	e.inside = false
	if err, ok := r.(runtime.Error); ok {
		x.FatalError("Fault in machine code: %s", err.Error())
	}
	panic(r)
}

// key is what a handler depends on: the opcode, the classes of the operands'
// kinds, and for some opcodes what a part of the extended value says.
type key struct {
	op               opcode.Op
	k1, k2, kr, data abi.Kind
	sub              uint8
	count            uint8
}

// link gives an opline its handler.
func (v *VM) link(op *code.Opline, count uint8) {
	v.mu.Lock()
	defer v.mu.Unlock()
	k := keyOf(op)
	k.count = count
	op.Handler = uintptr(v.handler(k))
}

// handler finds or makes the handler for a key. The lock is held.
func (v *VM) handler(k key) Handler {
	h, ok := v.handlers[k]
	if !ok {
		h = v.make(k)
		v.handlers[k] = h
	}
	return h
}

// keyOf tells which handler an opline needs.
func keyOf(op *code.Opline) key {
	k := key{op: opcode.Op(op.Code), k1: op.Op1Kind, k2: op.Op2Kind, kr: op.ResKind}
	if k.kr&(code.Tmp|code.Var|code.CV) != 0 {
		k.kr = k.kr&(code.SmartJmpZ|code.SmartJmpNZ) | code.Tmp
	}
	if k.op.Is(opcode.TakesData) {
		k.data = op.Next(1).Op1Kind
	}
	switch k.op {
	case opcode.AssignOp, opcode.AssignDimOp, opcode.AssignObjOp:
		k.sub = uint8(op.Ext)
	case opcode.IssetIsemptyCv, opcode.IssetIsemptyPropObj, opcode.IssetIsemptyStaticProp:
		k.sub = uint8(op.Ext & code.IsEmpty)
	}
	return k
}

// make makes the handler for a key.
func (v *VM) make(k key) Handler {
	b := ir.NewBuilder(k.op.String())
	if v.opts.Count {
		r := b.NewReg()
		b.Const(r, int64(counter(&v.stats.Executed, k.op)))
		b.AddM64(ir.At(r, 0), 1)
	}
	if k.count != countNot {
		v.counting(b, k.count)
	}
	t := template.Handler(b, k.op, k.k1, k.k2, k.kr, k.data)
	if !t.Emit(opcode.Op(k.sub), k.sub == code.IsEmpty) {
		if !v.opts.Count && k.count == countNot {
			return v.slow
		}
		template.EmitSlow(b)
	}
	p, err := v.put(b.Finish())
	if err != nil {
		// No room, or too many values at once: Go does this opline.
		return v.slow
	}
	return Handler(p)
}

// errAssumption is wrapped by what check reports.
var errAssumption = errors.New("an assumption about Go's runtime does not hold")
