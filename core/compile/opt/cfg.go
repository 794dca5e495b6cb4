package opt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// A control flow graph of basic blocks. While it exists, jump operands of the
// oplines that end blocks are meaningless: successors are what counts, in this
// order: jump targets as the opline lists them, then the block that follows.
type cfg struct {
	f      *fn
	blocks []block
	at     []int // opline -> block
}

type block struct {
	start, n  int
	succ      []int
	preds     []int
	reachable bool
	// follow: entered by falling through from the block before; target: by a jump.
	follow, target bool
	// protected: start of a try block, catch or finally, which must not move or merge.
	protected bool
	// freeOnly: unreachable, but kept for the FREE of a loop variable in it.
	freeOnly bool

	idom, level, firstChild, nextSibling int
	loopHeader                           int
	isHeader, irreducible                bool
}

func (b *block) end() int { return b.start + b.n }

// last returns the opline that ends the block, or nil for an empty one.
func (g *cfg) last(b *block) *code.Op {
	if b.n == 0 {
		return nil
	}
	return &g.f.Ops[b.start+b.n-1]
}

// buildCFG cuts a function into blocks and marks what can be reached.
func (f *fn) buildCFG() *cfg {
	n := len(f.Ops)
	start := make([]bool, n+1)
	start[0] = true
	for i := range f.Ops {
		op := &f.Ops[i]
		targets(op, func(t *uint32) { start[*t] = true })
		if t := f.table(op); t != nil {
			for _, v := range t.Vals {
				start[v.N] = true
			}
		}
		if leaves(op) {
			start[i+1] = true
		}
		if op.Code == opcode.Throw {
			start[i+1] = true
		}
		switch op.Code {
		case opcode.Free, opcode.FeFree:
			// Kept even where it cannot be reached: see freeOnly.
			if i > 0 && ends(&f.Ops[i-1]) {
				start[i+1] = true
			}
		}
	}
	for _, t := range f.Try {
		start[t.Try] = true
		if t.Catch != 0 {
			start[t.Catch] = true
		}
		if t.Finally != 0 {
			start[t.Finally] = true
		}
		if t.FinallyEnd != 0 {
			start[t.FinallyEnd] = true
		}
	}
	g := &cfg{f: f, at: make([]int, n+1)}
	for i := 0; i < n; i++ {
		if start[i] {
			g.blocks = append(g.blocks, block{start: i, idom: -1, firstChild: -1, nextSibling: -1, loopHeader: -1})
		}
		g.at[i] = len(g.blocks) - 1
		g.blocks[len(g.blocks)-1].n++
	}
	g.at[n] = len(g.blocks)
	for _, t := range f.Try {
		g.blocks[g.at[t.Try]].protected = true
		if t.Catch != 0 {
			g.blocks[g.at[t.Catch]].protected = true
		}
		if t.Finally != 0 {
			g.blocks[g.at[t.Finally]].protected = true
			g.blocks[g.at[t.FinallyEnd]].protected = true
		}
	}
	for bi := range g.blocks {
		b := &g.blocks[bi]
		op := &f.Ops[b.end()-1]
		if t := f.table(op); t != nil {
			for _, v := range t.Vals {
				b.succ = append(b.succ, g.at[v.N])
			}
		}
		if op.Code == opcode.FastCall {
			b.succ = append(b.succ, g.at[f.Try[op.Op1.N].Finally])
		}
		targets(op, func(t *uint32) { b.succ = append(b.succ, g.at[*t]) })
		if !ends(op) && bi+1 < len(g.blocks) {
			b.succ = append(b.succ, bi+1)
		}
	}
	g.mark()
	return g
}

// mark finds the blocks that can be reached.
func (g *cfg) mark() {
	for i := range g.blocks {
		b := &g.blocks[i]
		b.reachable, b.follow, b.target, b.freeOnly = false, false, false, false
	}
	var walk func(i int)
	stack := []int{}
	walk = func(i int) {
		if g.blocks[i].reachable {
			return
		}
		g.blocks[i].reachable = true
		stack = append(stack, i)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			b := &g.blocks[i]
			fall := g.fallsThrough(b)
			// The finally block runs in between and may change any variable.
			detour := b.n > 0 && g.f.Ops[b.end()-1].Code == opcode.FastCall
			for k, s := range b.succ {
				t := &g.blocks[s]
				if k == len(b.succ)-1 && fall {
					if (s == i+1 || g.isNext(i, s)) && !detour {
						t.follow = true
					} else {
						t.target = true
					}
				} else {
					t.target = true
				}
				if !t.reachable {
					t.reachable = true
					stack = append(stack, s)
				}
			}
		}
	}
	walk(0)
	for changed := true; changed && len(g.f.Try) > 0; {
		changed = false
		for _, t := range g.f.Try {
			reach := func(h uint32) {
				if h != 0 && !g.blocks[g.at[h]].reachable {
					walk(g.at[h])
					changed = true
				}
			}
			if t.Catch != 0 && g.entered(t.Try, t.Catch) {
				reach(t.Catch)
			}
			if t.Finally != 0 && g.entered(t.Try, t.Finally) {
				reach(t.Finally)
				reach(t.FinallyEnd)
			}
		}
	}
	g.markFrees()
}

// entered reports whether any code between two oplines can be reached.
func (g *cfg) entered(from, to uint32) bool {
	for b := g.at[from]; b < len(g.blocks) && g.blocks[b].start < int(to); b++ {
		if g.blocks[b].reachable {
			return true
		}
	}
	return false
}

// fallsThrough reports whether the last successor is reached by falling
// through rather than by a jump.
func (g *cfg) fallsThrough(b *block) bool {
	op := g.last(b)
	return op == nil || !ends(op)
}

// nextUsed is the next block with code that is kept.
func (g *cfg) nextUsed(i int) int {
	for i++; i < len(g.blocks); i++ {
		if g.blocks[i].reachable || g.blocks[i].freeOnly {
			return i
		}
	}
	return -1
}

// isNext reports whether s is the next block with code that is kept after i.
// It looks no further than s: among many blocks nextUsed would be too slow.
func (g *cfg) isNext(i, s int) bool {
	if s <= i {
		return false
	}
	for i++; i < s; i++ {
		if g.blocks[i].reachable || g.blocks[i].freeOnly {
			return false
		}
	}
	return g.blocks[s].reachable || g.blocks[s].freeOnly
}

// markFrees keeps unreachable frees of temporaries that are made in reachable
// code: live ranges are derived from them.
func (g *cfg) markFrees() {
	f := g.f
	for i := range g.blocks {
		b := &g.blocks[i]
		if b.reachable || b.n == 0 {
			continue
		}
		op := &f.Ops[b.start]
		if op.Code != opcode.Free && op.Code != opcode.FeFree || !isTmp(op.Op1) {
			continue
		}
		for d := b.start - 1; d >= 0; d-- {
			def := &f.Ops[d]
			if isTmp(def.Res) && def.Res.N == op.Op1.N {
				db := &g.blocks[g.at[d]]
				if db.reachable && !(def.Code.Is(opcode.Modifies)) {
					b.freeOnly = true
				}
				if !def.Code.Is(opcode.Modifies) {
					break
				}
			}
		}
	}
}

// preds fills in the predecessors of reachable blocks.
func (g *cfg) fillPreds() {
	for i := range g.blocks {
		g.blocks[i].preds = nil
	}
	for i := range g.blocks {
		b := &g.blocks[i]
		if !b.reachable {
			continue
		}
		for k, s := range b.succ {
			dup := false
			for _, p := range b.succ[:k] {
				dup = dup || p == s
			}
			if !dup {
				g.blocks[s].preds = append(g.blocks[s].preds, i)
			}
		}
	}
}

// assemble writes the kept blocks back as oplines, with jump operands.
func (g *cfg) assemble() {
	f := g.f
	n := len(g.blocks)
	keep := func(b *block) bool { return b.reachable || b.freeOnly }
	newStart := make([]int, n+1)
	total := 0
	for i := range g.blocks {
		b := &g.blocks[i]
		newStart[i] = total
		if !keep(b) {
			continue
		}
		if b.freeOnly && !b.reachable {
			total++
			continue
		}
		if op := g.last(b); op != nil && op.Code == opcode.Jmp && g.nextUsed(i) == b.succ[0] {
			nop(op)
		}
		g.strip(b)
		total += b.n
	}
	newStart[n] = total
	// A kept block may have become empty; its start is then that of the next one.
	ops := make([]code.Op, 0, total)
	for i := range g.blocks {
		b := &g.blocks[i]
		switch {
		case b.reachable:
			for k := 0; k < b.n; k++ {
				op := f.Ops[b.start+k]
				if k == b.n-1 {
					g.putTargets(b, &op, newStart)
				}
				ops = append(ops, op)
			}
		case b.freeOnly:
			ops = append(ops, f.Ops[b.start])
		}
	}
	// Try blocks whose code has gone altogether go too.
	var try []code.TryCatch
	renum := make([]uint32, len(f.Try))
	for i, t := range f.Try {
		tb := g.at[t.Try]
		if !g.entered(t.Try, max(t.Catch, t.Finally)) {
			renum[i] = code.NoTry
			continue
		}
		renum[i] = uint32(len(try))
		pos := func(o uint32) uint32 {
			if o == 0 {
				return 0
			}
			return uint32(newStart[g.at[o]])
		}
		nt := code.TryCatch{Try: uint32(newStart[tb]), Catch: pos(t.Catch), Finally: pos(t.Finally), FinallyEnd: pos(t.FinallyEnd)}
		try = append(try, nt)
	}
	if len(try) != len(f.Try) {
		for i := range ops {
			op := &ops[i]
			if op.Code == opcode.FastCall {
				op.Op1.N = renum[op.Op1.N]
			}
			if op.Code.Info().Op2 == opcode.TryCatch && op.Op2.Kind == code.Unused && op.Op2.N != code.NoTry {
				op.Op2.N = renum[op.Op2.N]
			}
		}
	}
	f.Try = try
	f.Ops = ops
}

// putTargets writes a block's successors into the opline that ends it.
func (g *cfg) putTargets(b *block, op *code.Op, start []int) {
	k := 0
	if t := g.f.table(op); t != nil {
		nt := &code.ArrayLit{Keys: t.Keys, Vals: make([]code.Lit, len(t.Vals))}
		for i := range t.Vals {
			nt.Vals[i] = code.LongLit(int64(start[b.succ[k]]))
			k++
		}
		g.f.Lits[op.Op2.N].A = nt
	}
	if op.Code == opcode.FastCall {
		k++
	}
	targets(op, func(t *uint32) {
		*t = uint32(start[b.succ[k]])
		k++
	})
}

// strip takes NOPs out of a block.
func (g *cfg) strip(b *block) {
	f := g.f
	j := b.start
	for i := b.start; i < b.end(); i++ {
		if f.Ops[i].Code != opcode.Nop {
			f.Ops[j] = f.Ops[i]
			j++
		}
	}
	b.n = j - b.start
}
