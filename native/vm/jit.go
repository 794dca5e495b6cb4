package vm

import (
	"fmt"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
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
	// wrongGuesses is how often a guessed type may be wrong before the function
	// is compiled again without that guess, and maxRecompiles how often that.
	wrongGuesses  = 10
	maxRecompiles = 20
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

	guessed []bool // oplines that a guess was made for
	noGuess []bool
	seen    map[operand]uint32 // types that operands had when a guess was wrong
	exits   []uint16
	isEntry []bool
	again   int
	size    int // bytes of machine code, last time
}

// operand is an operand of an opline of a unit, by template's numbers.
type operand struct{ op, n int }

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
	i := u.index(op)
	if i < 0 || i >= len(u.exits) || !u.guessed[i] {
		return
	}
	if u.exits[i]++; u.exits[i] < wrongGuesses || u.again >= maxRecompiles {
		return
	}
	u.again++
	if !u.look(fp, op, i) {
		u.noGuess[i] = true
	}
	e.compile(x, fp, u)
}

// look notes the types that the operands of an opline have, which were guessed
// wrong. It reports false when that does not help: a type is not a number's, or
// was another one before.
func (u *unit) look(fp *vmstack.Frame, op *code.Opline, i int) bool {
	if u.seen == nil {
		u.seen = map[operand]uint32{}
	}
	news := false
	note := func(n int, kind code.Kind, off uint32) {
		if kind&(code.CV|code.Tmp|code.Var) == 0 {
			return
		}
		t := number(fp.Var(off).T)
		was, known := u.seen[operand{i, n}]
		switch {
		case t == template.Unknown || known && was != t:
			u.seen[operand{i, n}] = template.Unknown
		case !known:
			u.seen[operand{i, n}] = t
			news = true
		}
	}
	note(template.One, op.Op1Kind, op.Op1)
	note(template.Two, op.Op2Kind, op.Op2)
	if opcode.Op(op.Code).Is(opcode.TakesData) {
		note(template.Data, op.Next(1).Op1Kind, op.Next(1).Op1)
	}
	return news
}

// compile compiles a function, for the types that its frame fp has now.
func (e *engine) compile(x *rt.Exec, fp *vmstack.Frame, u *unit) {
	v := e.v
	fn := code.FuncAt(fp.Func)
	ops := u.a.Ops
	if u.guessed == nil {
		u.noGuess = make([]bool, len(ops))
	}
	u.guessed = make([]bool, len(ops))
	u.exits = make([]uint16, len(ops))
	v.mu.Lock()
	defer v.mu.Unlock()
	in := compile.Input{
		Name: u.a.DisplayName(), Ops: ops,
		NumArgs: int(fn.NumArgs), NumCVs: int(fn.NumCVs), NumTmps: int(fn.NumTmps),
		Guess:   func(i, n int) uint32 { return u.guess(fp, i, n) },
		Handler: func(i int) uintptr { return uintptr(v.plain(&ops[i])) },
		Callee:  func(i int) *template.Callee { return callee(fp, ops, i) },
		Roots:   roots(u.a),
		Typed:   v.opts.JIT == Tracing,
	}
	if v.opts.Count {
		in.Count = func(op opcode.Op) uintptr { return counter(&v.stats.Compiled, op) }
	}
	begin := time.Now()
	out := compile.Function(in)
	mid := time.Now()
	a, err := assemble(out.Func)
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

// roots are the oplines that control comes to from outside: beginnings of
// handlers of exceptions, and the targets of switch tables.
func roots(a *code.OpArray) []int {
	var r []int
	add := func(i int) {
		if i > 0 && i < len(a.Ops) {
			r = append(r, i)
		}
	}
	for _, t := range a.TryCatch {
		add(int(t.Catch))
		add(int(t.Finally))
	}
	for i := range a.Ops {
		switch opcode.Op(a.Ops[i].Code) {
		case opcode.SwitchLong, opcode.SwitchString, opcode.Match:
			t := a.Ops[i].Literal(a.Ops[i].Op2).Arr()
			for j := uint32(0); j < t.Used; j++ {
				if s := t.SlotAt(j); s.T == uint32(zval.Long) {
					add(i + int(s.Long()/code.OplineSize))
				}
			}
		}
	}
	return r
}

// guess tells what type an operand will probably have: what its variable has
// now; what the elements of the array have that it is fetched from; an integer.
func (u *unit) guess(fp *vmstack.Frame, i, n int) uint32 {
	if n < 0 {
		return number(fp.Slot(^n).T)
	}
	if u.noGuess[i] {
		return template.Unknown
	}
	op := &u.a.Ops[i]
	if t, ok := u.seen[operand{i, n}]; ok {
		u.guessed[i] = u.guessed[i] || t != template.Unknown
		return t
	}
	kind, off := op.Op1Kind, op.Op1
	switch n {
	case template.Two:
		kind, off = op.Op2Kind, op.Op2
	case template.Data:
		kind, off = u.a.Ops[i+1].Op1Kind, u.a.Ops[i+1].Op1
	case template.Res:
		g := peek(fp, op)
		u.guessed[i] = u.guessed[i] || g != template.Unknown
		return g
	}
	g := template.Unknown
	switch kind {
	case code.CV:
		t := fp.Var(off).T
		if t&zval.FlagsMask != 0 {
			return template.Unknown
		}
		if g = number(t); g == template.Unknown {
			g = abi.Long
		}
	case code.Tmp, code.Var:
		g = abi.Long
		if n == template.One && double(fp, op, op.Op2Kind, op.Op2) || n == template.Two && double(fp, op, op.Op1Kind, op.Op1) {
			g = abi.Double
		}
	}
	u.guessed[i] = u.guessed[i] || g != template.Unknown
	return g
}

func number(t uint32) uint32 {
	if t == abi.Long || t == abi.Double {
		return t
	}
	return template.Unknown
}

// double reports an operand that is a double as far as can be seen.
func double(fp *vmstack.Frame, op *code.Opline, k code.Kind, off uint32) bool {
	switch k {
	case code.CV:
		return fp.Var(off).T == abi.Double
	case code.Const:
		return op.Literal(off).T == abi.Double
	}
	return false
}

// peek looks at what a fetch would find now.
func peek(fp *vmstack.Frame, op *code.Opline) uint32 {
	switch opcode.Op(op.Code) {
	case opcode.FetchDimR:
		if op.Op1Kind != code.CV {
			return template.Unknown
		}
		v := fp.Var(op.Op1).Deref()
		if zval.Type(v.T) != zval.ArrayT {
			return template.Unknown
		}
		t := v.Arr()
		for i := uint32(0); i < t.Used && i < 4; i++ {
			if s := t.SlotAt(i); s.T != uint32(zval.Undef) {
				return number(s.T)
			}
		}
	case opcode.FetchObjR:
		v := &fp.This
		if op.Op1Kind == code.CV {
			v = fp.Var(op.Op1).Deref()
		}
		if zval.Type(v.T) != zval.ObjectT || v.V == 0 || fp.Cache == 0 {
			return template.Unknown
		}
		return peekProp(fp, op, v.Obj())
	}
	return template.Unknown
}

// peekProp looks at the property a run-time cache knows.
func peekProp(fp *vmstack.Frame, op *code.Opline, o *zval.Object) uint32 {
	off := uintptr(op.Ext &^ code.FetchObjFlags)
	class := zval.ValueAt(fp.Cache + off) // two cells, as a value's payload and the word behind it
	if class.V != uint64(o.Class) {
		return template.Unknown
	}
	slot := uintptr(class.T) | uintptr(class.U)<<32
	return number(o.PropAt(slot).T)
}

// callee is the function that opline i prepares a call of, if its run-time
// cache has it: a function found by name is the same for good.
func callee(fp *vmstack.Frame, ops []code.Opline, i int) *template.Callee {
	op := &ops[i]
	switch opcode.Op(op.Code) {
	case opcode.InitFcall, opcode.InitFcallByName, opcode.InitNsFcallByName:
	default:
		return nil
	}
	if fp.Cache == 0 {
		return nil
	}
	a := uintptr(zval.ValueAt(fp.Cache + uintptr(op.Result)).V)
	if a == 0 {
		return nil
	}
	fn := code.FuncAt(a)
	if fn.Kind != code.FuncUser || fn.Flags&abi.OddFunc != 0 || fn.Cache == 0 || fn.RefMask|fn.PreferMask != 0 || op.Ext > fn.NumArgs {
		return nil
	}
	// An argument that is named, or unpacked, may be any.
	depth := 0
	for j := i + 1; j < len(ops); j++ {
		o := opcode.Op(ops[j].Code)
		switch {
		case o.Is(opcode.StartsCall):
			depth++
		case o == opcode.DoFcall || o == opcode.DoUcall || o == opcode.DoIcall || o == opcode.DoFcallByName:
			if depth--; depth < 0 {
				return &template.Callee{
					Func: uint64(a), Code: uint64(fn.Code), Cache: uint64(fn.Cache),
					Args: int(op.Ext), CVs: int(fn.NumCVs), Typed: fn.Flags&code.AccHasTypeHints != 0,
				}
			}
		case depth == 0 && (o == opcode.SendUnpack || o == opcode.SendArray || o == opcode.CheckUndefArgs || o.Is(opcode.SendsArg) && ops[j].Op2Kind == code.Const):
			return nil
		}
	}
	return nil
}
