package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 5 works on basic blocks: within a block, a temporary's definition is
// known, so conversions, copies and constants fold into their use; between
// blocks, jumps are threaded; what cannot be reached goes.

const maxBlockRounds = 3

func passBlocks(f *fn) {
	f.freezeTables()
	b := &blockPass{f: f, g: f.buildCFG()}
	for round := 0; round < maxBlockRounds; round++ {
		b.changed = false
		b.findShared()
		b.src = map[uint32]int{}
		for i := range b.g.blocks {
			bl := &b.g.blocks[i]
			if !bl.reachable {
				continue
			}
			if !bl.extends() {
				clear(b.src)
			}
			b.local(bl)
		}
		for i := range b.g.blocks {
			if b.g.blocks[i].reachable {
				b.g.strip(&b.g.blocks[i])
			}
		}
		for i := range b.g.blocks {
			if b.g.blocks[i].reachable {
				b.jump(i)
			}
		}
		b.g.mark()
		b.dropUnused()
		if !b.changed {
			break
		}
	}
	b.g.assemble()
}

// freezeTables gives each switch a table of its own.
func (f *fn) freezeTables() {
	for i := range f.Ops {
		if t := f.table(&f.Ops[i]); t != nil {
			nt := &code.ArrayLit{Keys: t.Keys, Vals: append([]code.Lit(nil), t.Vals...)}
			f.Lits[f.Ops[i].Op2.N].A = nt
		}
	}
}

type blockPass struct {
	f       *fn
	g       *cfg
	src     map[uint32]int // temporary -> opline that defines it in this block
	shared  []bool         // temporaries used in a block other than their definition's
	changed bool
}

// extends reports whether the block is only entered from the one before it.
func (b *block) extends() bool { return b.follow && !b.target && !b.protected }

// findShared finds temporaries that live beyond a run of blocks each of which
// is only entered from the one before.
func (b *blockPass) findShared() {
	f := b.f
	b.shared = make([]bool, f.NumTmps)
	defined := map[uint32]bool{}
	for bi := range b.g.blocks {
		bl := &b.g.blocks[bi]
		if !bl.reachable && !bl.freeOnly {
			continue
		}
		if !bl.extends() {
			clear(defined)
		}
		for i := bl.start; i < bl.end(); i++ {
			op := &f.Ops[i]
			use := func(o code.Operand) {
				if isTmp(o) && !defined[o.N] {
					b.shared[o.N] = true
				}
			}
			use(op.Op1)
			if isTmp(op.Op2) {
				if op.Code.Is(opcode.DefinesOp2) {
					defined[op.Op2.N] = true
				} else {
					use(op.Op2)
				}
			}
			if isTmp(op.Res) {
				defined[op.Res.N] = true
			}
		}
	}
}

// from returns the opline of this block that made a temporary operand.
func (b *blockPass) from(o code.Operand) *code.Op {
	if !isTmp(o) {
		return nil
	}
	if i, ok := b.src[o.N]; ok {
		return &b.f.Ops[i]
	}
	return nil
}

func (b *blockPass) drop(op *code.Op) {
	nop(op)
	b.changed = true
}

// local optimizes the inside of a block.
func (b *blockPass) local(bl *block) {
	f := b.f
	var lastEcho = -1
	for i := bl.start; i < bl.end(); i++ {
		op := &f.Ops[i]
		if op.Code == opcode.Nop {
			continue
		}
		// Constants reach their use.
		if isTmp(op.Op1) && op.Code != opcode.Free {
			if s := b.from(op.Op1); s != nil && s.Code == opcode.QmAssign && isConst(s.Op1) && !b.shared[op.Op1.N] {
				t := op.Op1.N
				if op.Code == opcode.JmpNull && f.setChain(i, f.lit(s.Op1)) || op.Code != opcode.JmpNull && f.setOp1(op, f.lit(s.Op1)) {
					delete(b.src, t)
					b.drop(s)
				}
			}
		}
		if isTmp(op.Op2) {
			if s := b.from(op.Op2); s != nil && s.Code == opcode.QmAssign && isConst(s.Op1) && !b.shared[op.Op2.N] {
				t := op.Op2.N
				if f.setOp2(op, f.lit(s.Op1)) {
					delete(b.src, t)
					b.drop(s)
				}
			}
		}
		b.one(op)
		if (op.Code.Is(opcode.KeepsOp1) || op.Code == opcode.JmpNull) && isTmp(op.Op1) {
			delete(b.src, op.Op1.N) // used again later, and dropped by a FREE
		}
		switch op.Code {
		case opcode.Echo:
			if lastEcho >= 0 && isConst(op.Op1) && isConst(f.Ops[lastEcho].Op1) {
				a, ok1 := f.s.known.String(f.lit(f.Ops[lastEcho].Op1))
				c, ok2 := f.s.known.String(f.lit(op.Op1))
				if ok1 && ok2 {
					op.Op1 = f.constOperand(code.StrLit(a + c))
					b.drop(&f.Ops[lastEcho])
				}
			}
			lastEcho = i
		case opcode.Nop:
		default:
			lastEcho = -1
		}
		if op.Code != opcode.Nop && isTmp(op.Res) {
			if op.Code.Is(opcode.Modifies) {
				delete(b.src, op.Res.N)
			} else {
				b.src[op.Res.N] = i
			}
		}
	}
}

// setChain makes a literal of the temporary that the JMP_NULL at i tests, there
// and where the chain goes on with it; or leaves all of it alone.
func (f *fn) setChain(i int, l code.Lit) bool {
	t := f.Ops[i].Op1.N
	type change struct {
		at int
		op code.Op
	}
	var undo []change
	for ; i < len(f.Ops); i++ {
		op := &f.Ops[i]
		if !isTmp(op.Op1) || op.Op1.N != t {
			continue
		}
		undo = append(undo, change{i, *op})
		last := op.Code != opcode.JmpNull
		if !f.setOp1(op, l) {
			for _, u := range undo {
				f.Ops[u.at] = u.op
			}
			return false
		}
		if last {
			return true
		}
	}
	return true
}

// one optimizes an opline that is not a jump's end of block.
func (b *blockPass) one(op *code.Op) {
	f := b.f
	switch op.Code {
	case opcode.Free:
		b.free(op)
	case opcode.Echo:
		if s := b.from(op.Op1); s != nil && s.Code == opcode.Cast && s.Ext == uint32(zval.StringT) && !b.shared[op.Op1.N] {
			delete(b.src, op.Op1.N)
			op.Op1 = s.Op1
			b.drop(s)
		}
	case opcode.Assign:
		if s := b.from(op.Op2); s != nil && s.Code == opcode.QmAssign && isCV(s.Op1) && !b.shared[op.Op2.N] && isCV(op.Op1) && op.Op1.N != s.Op1.N {
			_ = s
		}
	case opcode.Case, opcode.IsEqual, opcode.IsNotEqual:
		b.boolCompare(op)
	case opcode.Bool, opcode.BoolNot:
		b.boolean(op)
	case opcode.Jmpz, opcode.Jmpnz, opcode.JmpzEx, opcode.JmpnzEx:
		b.condition(op)
	case opcode.Cast:
		b.cast(op)
	case opcode.Concat, opcode.FastConcat:
		b.concat(op)
	case opcode.RopeEnd, opcode.RopeAdd, opcode.RopeInit:
		b.rope(op)
	case opcode.QmAssign:
		b.copy(op)
	case opcode.Return:
		if s := b.from(op.Op1); s != nil && s.Code == opcode.QmAssign && !isConst(s.Op1) && !b.shared[op.Op1.N] {
			delete(b.src, op.Op1.N)
			op.Op1 = s.Op1
			b.drop(s)
		}
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr,
		opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.IsIdentical, opcode.IsNotIdentical, opcode.BoolXor,
		opcode.BwOr, opcode.BwAnd, opcode.BwXor, opcode.Spaceship:
	}
	switch op.Code {
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr, opcode.Concat, opcode.FastConcat,
		opcode.IsEqual, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.IsIdentical, opcode.IsNotIdentical,
		opcode.BoolXor, opcode.BwOr, opcode.BwAnd, opcode.BwXor, opcode.Spaceship, opcode.Case:
		if isConst(op.Op1) && isConst(op.Op2) {
			c := op.Code
			if c == opcode.Case {
				c = opcode.IsEqual
			}
			if l, ok := f.s.known.Binary(c, f.lit(op.Op1), f.lit(op.Op2)); ok {
				op.Code, op.Op1, op.Op2, op.Ext = opcode.QmAssign, f.constOperand(l), code.Operand{}, 0
				b.changed = true
			}
		}
	case opcode.BwNot, opcode.BoolNot:
		if isConst(op.Op1) {
			if l, ok := f.s.known.Unary(op.Code, f.lit(op.Op1)); ok {
				op.Code, op.Op1 = opcode.QmAssign, f.constOperand(l)
				b.changed = true
			}
		}
	case opcode.Bool:
		if isConst(op.Op1) {
			op.Code, op.Op1 = opcode.QmAssign, f.constOperand(code.BoolLit(f.s.known.Bool(f.lit(op.Op1))))
			b.changed = true
		}
	}
}

// free drops the making of a value that is only freed.
func (b *blockPass) free(op *code.Op) {
	s := b.from(op.Op1)
	if s == nil || b.shared[op.Op1.N] {
		return
	}
	switch s.Code {
	case opcode.Bool, opcode.BoolNot:
		// The making itself goes with the unused results.
		delete(b.src, op.Op1.N)
		b.drop(op)
	case opcode.QmAssign:
		delete(b.src, op.Op1.N)
		if isConst(s.Op1) {
			b.drop(s)
			b.drop(op)
		} else if isTmp(s.Op1) {
			op.Op1 = s.Op1
			b.drop(s)
		} else {
			s.Code = opcode.CheckVar
			s.Res = code.Operand{}
			b.drop(op)
		}
	case opcode.Assign, opcode.AssignDim, opcode.AssignObj, opcode.AssignStaticProp, opcode.AssignOp, opcode.AssignDimOp, opcode.AssignObjOp,
		opcode.AssignStaticPropOp, opcode.PreInc, opcode.PreDec, opcode.PreIncObj, opcode.PreDecObj, opcode.PreIncStaticProp, opcode.PreDecStaticProp:
		delete(b.src, op.Op1.N)
		s.Res = code.Operand{}
		b.drop(op)
	case opcode.PostInc, opcode.PostDec, opcode.PostIncObj, opcode.PostDecObj, opcode.PostIncStaticProp, opcode.PostDecStaticProp:
		delete(b.src, op.Op1.N)
		s.Code -= 2
		s.Res = code.Operand{}
		b.drop(op)
	}
}

// boolCompare turns a comparison with true or false into a conversion.
func (b *blockPass) boolCompare(op *code.Op) {
	f := b.f
	if op.Code == opcode.Case {
		return
	}
	is := func(o code.Operand) (v, ok bool) {
		if o.Kind != code.Const {
			return false, false
		}
		t := f.lit(o).T
		return t == zval.True, t == zval.True || t == zval.False
	}
	if v, ok := is(op.Op1); ok && !isConst(op.Op2) {
		op.Op1, op.Op2 = op.Op2, code.Operand{}
		b.toBool(op, v == (op.Code != opcode.IsNotEqual))
	} else if v, ok := is(op.Op2); ok && !isConst(op.Op1) {
		op.Op2 = code.Operand{}
		b.toBool(op, v == (op.Code != opcode.IsNotEqual))
	}
}

func (b *blockPass) toBool(op *code.Op, same bool) {
	if same {
		op.Code = opcode.Bool
	} else {
		op.Code = opcode.BoolNot
	}
	op.Ext = 0
	b.changed = true
	b.boolean(op)
}

// yieldsBool reports whether the result is true or false.
func yieldsBool(op *code.Op) bool {
	switch op.Code {
	case opcode.Bool, opcode.BoolNot, opcode.BoolXor, opcode.IsIdentical, opcode.IsNotIdentical, opcode.IsEqual, opcode.IsNotEqual,
		opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.Case, opcode.CaseStrict, opcode.TypeCheck, opcode.Instanceof, opcode.Defined,
		opcode.IssetIsemptyCv, opcode.IssetIsemptyVar, opcode.IssetIsemptyDimObj, opcode.IssetIsemptyPropObj, opcode.IssetIsemptyStaticProp,
		opcode.IssetIsemptyThis, opcode.InArray, opcode.ArrayKeyExists:
		return true
	}
	return false
}

// boolean merges BOOL and BOOL_NOT with what made their operand.
func (b *blockPass) boolean(op *code.Op) {
	s := b.from(op.Op1)
	if s == nil || b.shared[op.Op1.N] {
		return
	}
	switch s.Code {
	case opcode.BoolNot:
		if op.Code == opcode.Bool {
			op.Code = opcode.BoolNot
		} else {
			op.Code = opcode.Bool
		}
		delete(b.src, op.Op1.N)
		op.Op1 = s.Op1
		b.drop(s)
		return
	case opcode.Bool:
		delete(b.src, op.Op1.N)
		op.Op1 = s.Op1
		b.drop(s)
		return
	}
	if op.Code == opcode.Bool && yieldsBool(s) && s.Res.Kind == op.Res.Kind {
		delete(b.src, op.Op1.N)
		s.Res = op.Res
		at := b.opIndex(s)
		b.drop(op)
		b.src[s.Res.N] = at
		return
	}
	if op.Code == opcode.BoolNot {
		var inv opcode.Op
		switch s.Code {
		case opcode.IsEqual:
			inv = opcode.IsNotEqual
		case opcode.IsNotEqual:
			inv = opcode.IsEqual
		case opcode.IsIdentical:
			inv = opcode.IsNotIdentical
		case opcode.IsNotIdentical:
			inv = opcode.IsIdentical
		default:
			return
		}
		delete(b.src, op.Op1.N)
		at := b.opIndex(s)
		s.Code, s.Res = inv, op.Res
		b.drop(op)
		b.src[s.Res.N] = at
	}
}

// opIndex finds an opline's place from its address.
func (b *blockPass) opIndex(op *code.Op) int {
	for t, i := range b.src {
		_ = t
		if &b.f.Ops[i] == op {
			return i
		}
	}
	lo := 0
	for i := lo; i < len(b.f.Ops); i++ {
		if &b.f.Ops[i] == op {
			return i
		}
	}
	return -1
}

// condition lets a jump look through conversions of its operand.
func (b *blockPass) condition(op *code.Op) {
	f := b.f
	for {
		s := b.from(op.Op1)
		if s == nil || b.shared[op.Op1.N] && !(isTmp(op.Res) && op.Res.N == op.Op1.N) {
			break
		}
		ex := op.Code == opcode.JmpzEx || op.Code == opcode.JmpnzEx
		if s.Code == opcode.BoolNot && !ex {
			delete(b.src, op.Op1.N)
			op.Op1 = s.Op1
			if op.Code == opcode.Jmpz {
				op.Code = opcode.Jmpnz
			} else {
				op.Code = opcode.Jmpz
			}
			b.drop(s)
			continue
		}
		if s.Code == opcode.Bool {
			delete(b.src, op.Op1.N)
			op.Op1 = s.Op1
			b.drop(s)
			continue
		}
		break
	}
	if isConst(op.Op1) {
		b.constJump(op, f.s.known.Bool(f.lit(op.Op1)))
	}
}

// constJump settles a jump on a constant; the graph loses an edge.
func (b *blockPass) constJump(op *code.Op, v bool) {
	bl := &b.g.blocks[b.g.at[b.opIndex(op)]]
	taken := v == (op.Code == opcode.Jmpnz || op.Code == opcode.JmpnzEx)
	if op.Code == opcode.JmpzEx || op.Code == opcode.JmpnzEx {
		if taken {
			return // result and jump are both wanted
		}
		op.Code = opcode.QmAssign
		op.Op1 = b.f.constOperand(code.BoolLit(v))
		op.Op2 = code.Operand{}
		bl.succ = bl.succ[1:]
		b.changed = true
		return
	}
	if taken {
		op.Code = opcode.Jmp
		op.Op1, op.Op2 = code.Operand{}, code.Operand{}
		bl.succ = bl.succ[:1]
	} else {
		nop(op)
		bl.succ = bl.succ[1:]
	}
	b.changed = true
}

func (b *blockPass) cast(op *code.Op) {
	f := b.f
	if isConst(op.Op1) {
		if l, ok := f.castLit(f.lit(op.Op1), op.Ext); ok {
			op.Code, op.Op1, op.Ext = opcode.QmAssign, f.constOperand(l), 0
			b.changed = true
		}
		return
	}
	s := b.from(op.Op1)
	if s == nil || b.shared[op.Op1.N] {
		return
	}
	if op.Ext == uint32(zval.StringT) {
		switch s.Code {
		case opcode.RopeEnd, opcode.Concat, opcode.FastConcat:
		}
	}
}

// castLit converts a constant.
func (f *fn) castLit(l code.Lit, t uint32) (code.Lit, bool) {
	switch t {
	case uint32(l.T):
		return l, true
	case uint32(zval.Null):
		return code.NullLit(), true
	case uint32(zval.StringT):
		if s, ok := f.s.known.String(l); ok {
			return code.StrLit(s), true
		}
	case uint32(zval.Long):
		switch l.T {
		case zval.Null, zval.False:
			return code.LongLit(0), true
		case zval.True:
			return code.LongLit(1), true
		}
	case uint32(zval.Double):
		switch l.T {
		case zval.Null, zval.False:
			return code.DoubleLit(0), true
		case zval.True:
			return code.DoubleLit(1), true
		case zval.Long:
			return code.DoubleLit(float64(l.N)), true
		}
	case code.CastBool:
		return code.BoolLit(f.s.known.Bool(l)), true
	}
	return code.Lit{}, false
}

// concat joins constant parts and picks the cheaper form.
func (b *blockPass) concat(op *code.Op) {
	f := b.f
	str := func(o *code.Operand) (string, bool) {
		if o.Kind != code.Const {
			return "", false
		}
		l := f.lit(*o)
		s, ok := f.s.known.String(l)
		if ok && l.T != zval.StringT {
			*o = f.constOperand(code.StrLit(s))
		}
		return s, ok
	}
	if isConst(op.Op1) {
		str(&op.Op1)
	}
	c2, k2 := str(&op.Op2)
	if k2 {
		if s := b.from(op.Op1); s != nil && !b.shared[op.Op1.N] && (s.Code == opcode.Concat || s.Code == opcode.FastConcat) && isConst(s.Op2) {
			if c1, ok := str(&s.Op2); ok {
				// (X . "a") . "b" becomes X . "ab"
				delete(b.src, op.Op1.N)
				op.Op2 = f.constOperand(code.StrLit(c1 + c2))
				op.Op1 = s.Op1
				b.drop(s)
				c2 += c1
			}
		}
	}
	// A conversion in front of a concatenation is superfluous.
	for _, o := range []*code.Operand{&op.Op1, &op.Op2} {
		if s := b.from(*o); s != nil && !b.shared[o.N] && s.Code == opcode.Cast && s.Ext == uint32(zval.StringT) && !isConst(s.Op1) {
			delete(b.src, o.N)
			*o = s.Op1
			b.drop(s)
			op.Code = opcode.Concat
		}
	}
	empty := func(o code.Operand) bool { return f.isLit(o, zval.StringT) && f.lit(o).S == "" }
	if empty(op.Op1) && !isConst(op.Op2) {
		op.Code, op.Op1, op.Op2, op.Ext = opcode.Cast, op.Op2, code.Operand{}, uint32(zval.StringT)
		b.changed = true
		return
	}
	if empty(op.Op2) && !isConst(op.Op1) {
		op.Code, op.Op2, op.Ext = opcode.Cast, code.Operand{}, uint32(zval.StringT)
		b.changed = true
		return
	}
	if op.Code == opcode.Concat && b.isString(op.Op1) && b.isString(op.Op2) {
		op.Code = opcode.FastConcat
		b.changed = true
	}
}

// isString reports whether an operand is a string for sure.
func (b *blockPass) isString(o code.Operand) bool {
	if b.f.isLit(o, zval.StringT) {
		return true
	}
	s := b.from(o)
	if s == nil {
		return false
	}
	switch s.Code {
	case opcode.RopeEnd, opcode.FastConcat, opcode.FetchConstant, opcode.FetchClassConstant:
		return true
	}
	return false
}

func (b *blockPass) rope(op *code.Op) {
	f := b.f
	if isConst(op.Op2) && f.lit(op.Op2).T != zval.StringT {
		if s, ok := f.s.known.String(f.lit(op.Op2)); ok {
			op.Op2 = f.constOperand(code.StrLit(s))
			b.changed = true
		}
	}
	if s := b.from(op.Op2); s != nil && !b.shared[op.Op2.N] && s.Code == opcode.Cast && s.Ext == uint32(zval.StringT) && !isConst(s.Op1) {
		delete(b.src, op.Op2.N)
		op.Op2 = s.Op1
		b.drop(s)
	}
}

// copy removes a QM_ASSIGN of a temporary made in this block.
func (b *blockPass) copy(op *code.Op) {
	if !isTmp(op.Op1) || !isTmp(op.Res) {
		return
	}
	if op.Op1.N == op.Res.N {
		b.drop(op)
		return
	}
	s := b.from(op.Op1)
	if s == nil || b.shared[op.Op1.N] || op.Op1.Kind != op.Res.Kind {
		return
	}
	switch s.Code {
	case opcode.FastCall, opcode.FeResetR, opcode.FeResetRw, opcode.FeFetchR, opcode.FeFetchRw, opcode.CopyTmp, opcode.JmpSet, opcode.JmpzEx,
		opcode.JmpnzEx, opcode.Coalesce, opcode.JmpNull, opcode.New, opcode.RopeInit:
		return
	}
	at := b.opIndex(s)
	for i := at + 1; i < len(b.f.Ops) && &b.f.Ops[i] != op; i++ {
		x := &b.f.Ops[i]
		if isTmp(x.Res) && x.Res.N == op.Res.N || isTmp(x.Op1) && (x.Op1.N == op.Res.N || x.Op1.N == op.Op1.N) || isTmp(x.Op2) && (x.Op2.N == op.Res.N || x.Op2.N == op.Op1.N) {
			return
		}
	}
	delete(b.src, op.Op1.N)
	s.Res = op.Res
	b.drop(op)
	b.src[s.Res.N] = at
}

// dropUnused withdraws results nobody uses, and what only made them.
func (b *blockPass) dropUnused() {
	f := b.f
	b.findShared()
	// Whether a temporary is used later on: as known at its number if that is in
	// known, and otherwise if it is shared. Runs of blocks are many and short.
	used := make([]bool, f.NumTmps)
	isKnown := make([]bool, f.NumTmps)
	var known []uint32
	set := func(t uint32, is bool) {
		used[t] = is
		if !isKnown[t] {
			isKnown[t] = true
			known = append(known, t)
		}
	}
	var next *block
	for bi := len(b.g.blocks) - 1; bi >= 0; bi-- {
		bl := &b.g.blocks[bi]
		if !bl.reachable {
			continue
		}
		if next == nil || !next.extends() {
			for _, t := range known {
				isKnown[t] = false
			}
			known = known[:0]
		} else if len(bl.succ) > 1 {
			rest := known[:0]
			for _, t := range known {
				if used[t] && !b.shared[t] {
					rest = append(rest, t)
				} else {
					isKnown[t] = false
				}
			}
			known = rest
		}
		next = bl
		for i := bl.end() - 1; i >= bl.start; i-- {
			op := &f.Ops[i]
			if isTmp(op.Res) {
				switch {
				case isKnown[op.Res.N] && !used[op.Res.N] || !isKnown[op.Res.N] && !b.shared[op.Res.N]:
					b.unused(op)
				case op.Code.Is(opcode.Modifies):
				default:
					set(op.Res.N, false)
				}
			}
			if isTmp(op.Op2) {
				set(op.Op2.N, !op.Code.Is(opcode.DefinesOp2))
			}
			if isTmp(op.Op1) {
				set(op.Op1.N, true)
			}
		}
	}
}

func (b *blockPass) unused(op *code.Op) {
	switch op.Code {
	case opcode.Assign, opcode.AssignDim, opcode.AssignObj, opcode.AssignStaticProp, opcode.AssignOp, opcode.AssignDimOp, opcode.AssignObjOp,
		opcode.AssignStaticPropOp, opcode.PreInc, opcode.PreDec, opcode.PreIncObj, opcode.PreDecObj, opcode.PreIncStaticProp, opcode.PreDecStaticProp,
		opcode.AssignRef, opcode.AssignObjRef, opcode.AssignStaticPropRef,
		opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.IncludeOrEval, opcode.Yield:
		op.Res = code.Operand{}
		b.changed = true
	case opcode.JmpzEx, opcode.JmpnzEx:
		op.Code -= 3
		op.Res = code.Operand{}
		b.changed = true
	case opcode.QmAssign, opcode.Bool, opcode.BoolNot:
		switch {
		case isCV(op.Op1):
			op.Code = opcode.CheckVar
			op.Res = code.Operand{}
		case isTmp(op.Op1):
			op.Code = opcode.Free
			op.Res = code.Operand{}
		default:
			nop(op)
		}
		b.changed = true
	}
}
