package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/jit/abi"
	"github.com/ebb-vm/ebb/jit/ir"
	"github.com/ebb-vm/ebb/jit/template"
)

// Input is a function to compile and what is known about it.
type Input struct {
	Name    string
	Ops     []code.Opline
	NumArgs int
	NumCVs  int
	NumTmps int
	// ReturnMask has a bit for each type that may be returned as it is.
	ReturnMask uint32

	// Guess is the type that operand n (a template operand number) of opline i
	// will probably have, or template.Unknown.
	Guess func(i, n int) uint32
	// Handler is the address of the handler of opline i; 0 where there are none,
	// which makes compiled code return to Go instead.
	Handler func(i int) uintptr
	// Callee is the function that opline i, which prepares a call, is known to
	// call; nil if it is not.
	Callee func(i int) *template.Callee
	// Count, if set, gives the address of a count of executed oplines by opcode.
	Count func(op opcode.Op) uintptr
	// Roots are oplines that control may come to from outside: beginnings of
	// catch and finally blocks, and the targets of switch tables.
	Roots []int
	// Typed keeps values of known types in registers; without it every value is
	// in memory between oplines.
	Typed bool
}

// Output is a compiled function.
type Output struct {
	Func    *ir.Func
	Entries map[int]ir.Label // by opline
	Inlined int              // oplines that are compiled rather than left to a handler
	Total   int              // oplines that are reachable
	Left    []int            // oplines that are left to their handlers
}

// Function compiles a function.
func Function(in Input) Output {
	f := &function{in: in, slots: in.NumCVs + in.NumTmps}
	f.findLeaders()
	f.findLive()
	f.findCallees()
	f.analyse()
	return f.emit()
}

type function struct {
	in    Input
	slots int

	callee []*template.Callee // of each opline that is part of a call
	leader []bool
	back   []bool // leader that is the target of a jump back
	live   []bits // variables read at or after a leader, by opline

	versions [][]*version // of leaders; none: not reached
	work     []*version

	b       *ir.Builder
	final   bool
	entries map[int]ir.Label
	more    map[int]*[]*version // versions that an entry leads to
	wanted  []bool              // entries

	c   *template.Compiled // of the opline at hand
	at  int
	out Output
}

// bits is a set of slots.
type bits []uint64

func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bits) set(i int)      { b[i/64] |= 1 << (i % 64) }

// jumps lists the oplines that opline i may jump to; fused is the target of a
// jump that a comparison is fused with, -1 for none.
func jumps(ops []code.Opline, i int) (named [3]int, fused int) {
	op := &ops[i]
	named, fused = [3]int{-1, -1, -1}, -1
	info := opcode.Op(op.Code).Info()
	to := func(off uint32) int { return i + int(int32(off))/code.OplineSize }
	if info.Op1 == opcode.Jump && op.Op1Kind == 0 {
		named[template.One] = to(op.Op1)
	}
	if info.Op2 == opcode.Jump && op.Op2Kind == 0 && !(op.Code == uint8(opcode.Catch) && op.Op2 == 0) {
		named[template.Two] = to(op.Op2)
	}
	if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
		named[0] = to(op.Ext)
	}
	if op.ResKind&(code.SmartJmpZ|code.SmartJmpNZ) != 0 {
		n := &ops[i+1]
		fused = i + 1 + int(int32(n.Op2))/code.OplineSize
	}
	return named, fused
}

// width is the number of oplines that i takes up: its OP_DATA and the jump
// fused with it count.
func width(ops []code.Opline, i int) int {
	if opcode.Op(ops[i].Code).Is(opcode.TakesData) || ops[i].ResKind&(code.SmartJmpZ|code.SmartJmpNZ) != 0 {
		return 2
	}
	return 1
}

// LoopHeads lists the oplines that loops begin with: the targets of jumps back.
func LoopHeads(ops []code.Opline) []int {
	f := &function{in: Input{Ops: ops}}
	f.findLeaders()
	var heads []int
	for i := range ops {
		if f.back[i] {
			heads = append(heads, i)
		}
	}
	return heads
}

func (f *function) findLeaders() {
	ops := f.in.Ops
	f.leader = make([]bool, len(ops)+1)
	f.back = make([]bool, len(ops)+1)
	mark := func(from, to int) {
		if to >= 0 && to < len(ops) {
			f.leader[to] = true
			f.back[to] = f.back[to] || to <= from
		}
	}
	for i := 0; i < len(ops); i += width(ops, i) {
		named, fused := jumps(ops, i)
		branches := false
		for _, to := range append(named[:], fused) {
			mark(i, to)
			branches = branches || to >= 0
		}
		if branches {
			mark(-1, i+width(ops, i))
		}
	}
	for i := 0; i <= f.in.NumArgs && i < len(ops); i++ {
		f.leader[i] = true
	}
	for _, r := range f.in.Roots {
		mark(-1, r)
	}
}

// slot is the slot an operand of a kind names, or -1.
func slot(k abi.Kind, v uint32) int {
	if k&(abi.TmpVar|abi.CV) == 0 {
		return -1
	}
	return (int(v) - abi.FrSize) / abi.ValSize
}

// findLive finds, for each leader, the variables that are read from there on.
func (f *function) findLive() {
	ops := f.in.Ops
	words := (f.in.NumCVs + 63) / 64
	f.live = make([]bits, len(ops)+1)
	for i := range f.live {
		if f.leader[i] {
			f.live[i] = make(bits, words)
		}
	}
	cur := make(bits, words)
	for again := true; again; {
		again = false
		clear(cur)
		for i := len(ops) - 1; i >= 0; i-- {
			op := &ops[i]
			o := opcode.Op(op.Code)
			if o.Is(opcode.Ends) {
				clear(cur)
			}
			named, _ := jumps(ops, i)
			for _, to := range named {
				if to >= 0 && to < len(ops) && f.live[to] != nil {
					for w := range cur {
						cur[w] |= f.live[to][w]
					}
				}
			}
			use := func(k abi.Kind, v uint32) {
				if s := slot(k, v); s >= 0 && s < f.in.NumCVs {
					cur.set(s)
				}
			}
			if o == opcode.Assign && op.Op1Kind == code.CV {
				if s := slot(op.Op1Kind, op.Op1); s < f.in.NumCVs {
					cur[s/64] &^= 1 << (s % 64)
				}
			} else {
				use(op.Op1Kind, op.Op1)
			}
			use(op.Op2Kind, op.Op2)
			if f.leader[i] {
				for w := range cur {
					if cur[w]&^f.live[i][w] != 0 {
						again = true
						f.live[i][w] |= cur[w]
					}
				}
			}
		}
	}
}

// version is a leader for certain types of variables. A leader that control
// comes to with other types gets another version, so that a variable that is an
// integer the first time round a loop and a double ever after is known to be a
// double in the loop; see Chevalier-Boisvert and Feeley, "Simple and Effective
// Type Check Removal through Lazy Basic Block Versioning", 2015.
type version struct {
	at      int
	s       template.State
	guessed []bool // slots whose type is a guess: who comes here checks it
	wide    bool   // the last one: it takes what fits none of the others
	queued  bool
	label   ir.Label
}

// maxVersions is the most versions a leader has.
const maxVersions = 5

// findCallees tells every opline that prepares, sends to or makes a call which
// call it is. Calls nest as their oplines do.
func (f *function) findCallees() {
	ops := f.in.Ops
	f.callee = make([]*template.Callee, len(ops))
	if f.in.Callee == nil {
		return
	}
	var open []*template.Callee
	for i := range ops {
		o := opcode.Op(ops[i].Code)
		switch {
		case o.Is(opcode.StartsCall):
			open = append(open, f.in.Callee(i))
			f.callee[i] = open[len(open)-1]
		case o.Is(opcode.SendsArg) && len(open) > 0:
			f.callee[i] = open[len(open)-1]
		case o == opcode.DoFcall || o == opcode.DoUcall || o == opcode.DoIcall || o == opcode.DoFcallByName:
			if len(open) > 0 {
				f.callee[i] = open[len(open)-1]
				open = open[:len(open)-1]
			}
		}
	}
}

// analyse finds the versions of leaders and the states at them.
func (f *function) analyse() {
	f.versions = make([][]*version, len(f.in.Ops)+1)
	f.scratch()
	root := template.NewState(f.slots)
	for i := 0; i <= f.in.NumArgs && i < len(f.in.Ops); i++ {
		f.merge(-1, i, root)
	}
	for _, r := range f.in.Roots {
		f.merge(-1, r, root)
	}
	for len(f.work) > 0 {
		v := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		v.queued = false
		f.scratch()
		f.block(v)
	}
}

func (f *function) queue(v *version) {
	if !v.queued {
		v.queued = true
		f.work = append(f.work, v)
	}
}

// scratch makes the builder of the first pass.
func (f *function) scratch() {
	f.b = ir.NewBuilder(f.in.Name)
	f.c = f.compiled()
}

func (f *function) compiled() *template.Compiled {
	c := &template.Compiled{Flow: f, NumCVs: f.in.NumCVs, ReturnMask: f.in.ReturnMask, Ints: make([]ir.Reg, f.slots), Floats: make([]ir.Reg, f.slots)}
	for i := range c.Ints {
		c.Ints[i], c.Floats[i] = ir.None, ir.None
	}
	return c
}

func number(t uint32) bool { return t == abi.Long || t == abi.Double }

// wants reports whether a variable is kept in a register at a leader.
func (f *function) wants(at, i int, typ uint32) bool {
	return f.in.Typed && number(typ) && i < f.in.NumCVs && f.live[at].has(i)
}

// carried is the type of a slot that a leader's versions are told apart by.
// Nobody asks at the leader what type a variable has that is not read.
func (f *function) carried(at, i int, typ uint32) uint32 {
	if i < f.in.NumCVs && !f.live[at].has(i) || !f.in.Typed && !number(typ) {
		return template.Unknown
	}
	return typ
}

// find is the version of a leader that control comes to in state s, nil if
// there is none yet.
func (f *function) find(from, to int, s template.State) *version {
	for _, v := range f.versions[to] {
		if v.wide || f.fits(v, from, s) {
			return v
		}
	}
	return nil
}

func (f *function) fits(v *version, from int, s template.State) bool {
	for i := range s {
		t := f.carried(v.at, i, s[i].Typ)
		if v.s[i].Typ != t && !(t == template.Unknown && v.guessed[i] && from < v.at) {
			return false
		}
	}
	return true
}

// merge makes sure that a leader has a version for state s.
func (f *function) merge(from, to int, s template.State) {
	v := f.find(from, to, s)
	if v == nil {
		v = &version{at: to, s: make(template.State, f.slots), guessed: make([]bool, f.slots)}
		for i := range v.s {
			v.s[i] = f.arrive(v, from, i, s[i])
		}
		if v.wide = len(f.versions[to]) == maxVersions-1; v.wide {
			// What the others differ in is not known here.
			for i := range v.s {
				for _, o := range f.versions[to] {
					if o.s[i].Typ != v.s[i].Typ {
						v.s[i] = template.Slot{Typ: template.Unknown, Mem: template.Unknown}
						v.guessed[i] = false
					}
				}
			}
		}
		f.versions[to] = append(f.versions[to], v)
		f.queue(v)
		return
	}
	changed := false
	for i := range v.s {
		x, y := v.s[i], s[i]
		if t := f.carried(to, i, y.Typ); x.Typ != t && !(t == template.Unknown && v.guessed[i]) {
			x = template.Slot{Typ: template.Unknown, Mem: template.Unknown} // a wide one
		} else if x.Typ != template.Unknown && t != template.Unknown {
			if y.Dirty && x.InReg {
				x.Dirty = true
			}
			if x.InReg && x.Mem != y.Mem {
				x.Mem = template.Unknown
			}
		}
		if x != v.s[i] {
			v.s[i] = x
			changed = true
		}
	}
	if changed {
		f.queue(v)
	}
}

// arrive is a slot's state in a new version that control comes to with s.
func (f *function) arrive(v *version, from, i int, s template.Slot) template.Slot {
	unknown := template.Slot{Typ: template.Unknown, Mem: template.Unknown}
	typ := f.carried(v.at, i, s.Typ)
	if typ == template.Unknown {
		// A loop: what a variable is now it has probably been before.
		if f.back[v.at] && from < v.at && i < f.in.NumCVs && f.in.Typed && f.live[v.at].has(i) && len(f.versions[v.at]) == 0 {
			if g := f.in.Guess(v.at, ^i); number(g) {
				v.guessed[i] = true
				return template.Slot{Typ: g, Mem: g, InReg: true}
			}
		}
		return unknown
	}
	if f.wants(v.at, i, typ) {
		return template.Slot{Typ: typ, Mem: s.Mem, InReg: true, Dirty: s.Dirty}
	}
	return template.Slot{Typ: typ, Mem: typ}
}

// block compiles a version of a leader, to the next leader.
func (f *function) block(v *version) {
	ops := f.in.Ops
	start := v.at
	s := v.s.Clone()
	reached := true // by falling through from the opline before
	i := start
	for {
		if i != start && f.leader[i] {
			if reached {
				f.Edge(f.b, i-1, s, i)
			} else if !f.final {
				f.merge(i-1, i, s)
			}
			return
		}
		if f.final && (f.wanted[i] || !reached) {
			f.entry(i, s)
		}
		next, resume := f.opline(i, s)
		s = f.c.S
		switch {
		case next >= 0:
			reached = true
			i = next
		case resume >= 0:
			reached = false
			forget(s)
			i = resume
		default:
			return
		}
		if i >= len(ops) {
			return
		}
	}
}

// forget drops what registers hold.
func forget(s template.State) {
	for i := range s {
		s[i].InReg, s[i].Dirty = false, false
	}
}

// opline compiles one opline in state s, which c.S is afterwards. It returns
// the opline that control falls through to, or the one at which it comes back
// from elsewhere, or -1.
func (f *function) opline(i int, s template.State) (next, resume int) {
	ops := f.in.Ops
	op := &ops[i]
	o := opcode.Op(op.Code)
	f.at = i
	c := f.c
	c.S = s
	c.Index, c.Addr = i, uint64(op.Addr())
	c.Op1, c.Op2, c.Result, c.Ext = op.Op1, op.Op2, op.Result, op.Ext
	data := abi.Unused
	if o.Is(opcode.TakesData) {
		od := &ops[i+1]
		data, c.DataOp1, c.DataExt = od.Op1Kind, od.Op1, od.Ext
	}
	c.Jumps, c.Fused = jumps(ops, i)
	c.Callee = f.callee[i]
	if f.final {
		f.out.Total++
		f.b.Note(f.describe(i))
	}
	before := s.Clone()
	mark := f.b.Mark()
	if f.in.Count != nil {
		r := f.b.NewReg()
		f.b.Const(r, int64(f.in.Count(o)))
		f.b.AddM64(ir.At(r, 0), 1)
	}
	t := template.Compile(f.b, c, o, op.Op1Kind, op.Op2Kind, op.ResKind, data)
	sub := opcode.Op(0)
	switch o {
	case opcode.AssignOp, opcode.AssignDimOp, opcode.AssignObjOp:
		sub = opcode.Op(op.Ext)
	}
	if t.Emit(sub, op.Ext&code.IsEmpty != 0) {
		t.Done()
		if f.final {
			f.out.Inlined++
			if t.Leaves() {
				f.want(i + width(ops, i))
			}
		}
		if c.Falls <= -2 {
			return -1, -2 - c.Falls
		}
		return c.Falls, -1
	}
	f.b.Reset(mark)
	c.S = before
	if f.final {
		f.out.Left = append(f.out.Left, i)
	}
	return -1, f.handler(i)
}

// handler leaves opline i to its handler and returns the opline behind it, or -1.
func (f *function) handler(i int) int {
	ops := f.in.Ops
	c := f.c
	for j := range c.S {
		c.Flush(f.b, c.S, j)
	}
	f.b.Const(ir.IP, int64(c.Addr))
	f.toHandler(f.b, i)
	forget(c.S)
	op := &ops[i]
	o := opcode.Op(op.Code)
	unknown := func(k abi.Kind, v uint32) {
		if s := slot(k, v); s >= 0 && s < f.slots {
			c.S[s] = template.Slot{Typ: template.Unknown, Mem: template.Unknown}
		}
	}
	unknown(op.Op1Kind, op.Op1)
	unknown(op.Op2Kind, op.Op2)
	unknown(op.ResKind&(code.Tmp|code.Var|code.CV), op.Result)
	if o.Is(opcode.TakesData) {
		unknown(ops[i+1].Op1Kind, ops[i+1].Op1)
	}
	named, fused := jumps(ops, i)
	for _, to := range append(named[:], fused) {
		if to >= 0 && to < len(ops) && !f.final {
			f.merge(i, to, c.S)
		}
	}
	if o.Is(opcode.Ends) {
		return -1
	}
	if n := i + width(ops, i); n < len(ops) {
		return n
	}
	return -1
}

// toHandler goes to the handler of opline i, whose address is in IP; the frame
// is complete.
func (f *function) toHandler(b *ir.Builder, i int) {
	if h := f.in.Handler(i); h != 0 {
		r := b.NewReg()
		b.Const(r, int64(h))
		b.JmpR(r)
		return
	}
	template.EmitSlow(b)
}
