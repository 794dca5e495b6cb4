package regalloc

import (
	"math/bits"

	"github.com/ebb-vm/ebb/jit/ir"
)

// liveness finds, for each run, which registers carry a value into it. Only
// registers read in some run before being written there (the globals) can do
// so, and only what concerns them is looked at again until nothing changes.
func (a *allocator) liveness() {
	regs := a.f.NumRegs()
	a.global = a.ints(regs)
	written := a.ints(regs) // 1 + the run that wrote it last
	for i := range a.global {
		a.global[i] = -1
	}
	for b := range a.run {
		r := &a.run[b]
		stamp := int32(b + 1)
		for i := r.start; i < r.end; i++ {
			o := &a.ops[i]
			for _, u := range [3]int32{o.u0, o.u1, o.u2} {
				if u >= 0 && written[u] != stamp && a.global[u] < 0 {
					a.global[u] = int32(len(a.globals))
					a.globals = append(a.globals, u)
				}
			}
			if o.def >= 0 {
				written[o.def] = stamp
			}
		}
	}
	a.words = (len(a.globals) + 63) / 64
	a.liveIn = make([]uint64, a.words*len(a.run))
	if a.words == 0 {
		return
	}

	// Events of each run, last first: kind in the low two bits.
	const (
		use = iota
		def
		exit
	)
	events := make([]int32, 0, 2*len(a.ops))
	first := a.ints(len(a.run) + 1)
	for b := range a.run {
		r := &a.run[b]
		first[b] = int32(len(events))
		for i := r.end - 1; i >= r.start; i-- {
			o := &a.ops[i]
			if o.target >= 0 {
				if t := a.label[o.target]; t >= 0 {
					events = append(events, t<<2|exit)
				}
			}
			if o.def >= 0 && a.global[o.def] >= 0 {
				events = append(events, a.global[o.def]<<2|def)
			}
			for _, u := range [3]int32{o.u0, o.u1, o.u2} {
				if u >= 0 && a.global[u] >= 0 {
					events = append(events, a.global[u]<<2|use)
				}
			}
		}
	}
	first[len(a.run)] = int32(len(events))

	stale := make([]bool, len(a.run))
	for b := range stale {
		stale[b] = true
	}
	set := make([]uint64, a.words)
	for again := true; again; {
		again = false
		for b := len(a.run) - 1; b >= 0; b-- {
			if !stale[b] {
				continue
			}
			stale[b] = false
			r := &a.run[b]
			if r.falls {
				copy(set, a.entering(int32(b+1)))
			} else {
				clear(set)
			}
			for _, e := range events[first[b]:first[b+1]] {
				x := e >> 2
				switch e & 3 {
				case use:
					set[x>>6] |= 1 << (x & 63)
				case def:
					set[x>>6] &^= 1 << (x & 63)
				default:
					for w, v := range a.entering(x) {
						set[w] |= v
					}
				}
			}
			in := a.entering(int32(b))
			changed := false
			for w, v := range set {
				if in[w] != v {
					in[w], changed = v, true
				}
			}
			if changed {
				for _, p := range a.pred[r.pred:r.predTo] {
					stale[p] = true
					if int(p) >= b {
						again = true
					}
				}
			}
		}
	}
}

// entering is the set of globals live where run b starts.
func (a *allocator) entering(b int32) []uint64 {
	return a.liveIn[int(b)*a.words : (int(b)+1)*a.words]
}

// ranges walks the code backwards once and notes where each register is live,
// how much it is used and which moves there are. It also finds results nobody
// needs; what went into them alone is not needed either.
func (a *allocator) ranges() {
	type node struct {
		span
		next int32
	}
	regs := a.f.NumRegs()
	a.lives = make([]live, regs)
	nodes := make([]node, 1, len(a.ops)+len(a.globals)*2) // 0 ends a list
	head := a.ints(regs)
	open := a.ints(regs) // end of the range being walked through; 0: dead
	set := make([]uint64, a.words)
	total := 0
	a.dead = make([]bool, len(a.ops))

	shut := func(r, from int32) {
		to := open[r]
		open[r] = 0
		a.lives[r].length += to - from
		if h := head[r]; h != 0 && nodes[h].from == to {
			nodes[h].from = from
			return
		}
		nodes = append(nodes, node{span{from, to}, head[r]})
		head[r] = int32(len(nodes) - 1)
		total++
	}
	use := func(r, at int32, freq float32) {
		a.lives[r].weight += freq
		if open[r] == 0 {
			open[r] = at
			if g := a.global[r]; g >= 0 {
				set[g>>6] |= 1 << (g & 63)
			}
		}
	}
	for b := len(a.run) - 1; b >= 0; b-- {
		r := &a.run[b]
		if !r.falls {
			// What is live where the next run starts is not needed here.
			for w, v := range set {
				for ; v != 0; v &= v - 1 {
					shut(a.globals[w<<6+bits.TrailingZeros64(v)], 2*r.end)
				}
				set[w] = 0
			}
		}
		for i := r.end - 1; i >= r.start; i-- {
			o := &a.ops[i]
			if o.target >= 0 {
				if t := a.label[o.target]; t >= 0 {
					for w, v := range a.entering(t) {
						if v &^= set[w]; v == 0 {
							continue
						}
						set[w] |= v
						for ; v != 0; v &= v - 1 {
							open[a.globals[w<<6+bits.TrailingZeros64(v)]] = 2*i + 2
						}
					}
				}
			}
			if d := o.def; d >= 0 {
				if open[d] == 0 {
					op := a.f.Code[i].Op
					a.dead[i] = flagsOf[op]&(ir.Branch|ir.Writes) == 0
					open[d] = 2*i + 2
					if shut(d, 2*i+1); a.dead[i] && harmless(op) {
						continue
					}
				} else {
					shut(d, 2*i+1)
				}
				a.lives[d].weight += r.freq
				if g := a.global[d]; g >= 0 {
					set[g>>6] &^= 1 << (g & 63)
				}
			}
			if o.u0 >= 0 {
				use(o.u0, 2*i+1, r.freq)
			}
			if o.u1 >= 0 {
				use(o.u1, 2*i+1, r.freq)
			}
			if o.u2 >= 0 {
				use(o.u2, 2*i+1, r.freq)
			}
			if o.def >= 0 && o.u0 >= 0 && o.def != o.u0 {
				a.affinity(int(i), r.freq)
			}
		}
	}
	for w, v := range set { // read without having been written: a fault of the code, not ours
		for ; v != 0; v &= v - 1 {
			shut(a.globals[w<<6+bits.TrailingZeros64(v)], 0)
		}
	}

	a.ranged = make([]span, 0, total)
	for r := range a.lives {
		l := &a.lives[r]
		from := len(a.ranged)
		for h := head[r]; h != 0; h = nodes[h].next {
			a.ranged = append(a.ranged, nodes[h].span)
		}
		l.spans = a.ranged[from:len(a.ranged):len(a.ranged)]
		l.ownFrom, l.ownTo = int32(from), int32(len(a.ranged))
		l.root, l.next = int32(r), -1
	}
}

// harmless reports whether an operation may be carried out on any operands.
func harmless(op ir.Op) bool {
	switch op {
	case ir.Div, ir.Rem, ir.FToInt:
		return false
	}
	return flagsOf[op]&ir.Memory == 0 || op == ir.Lea
}

// affinity notes that instruction i would be cheaper if its result had the
// register of its first operand.
func (a *allocator) affinity(i int, freq float32) {
	in := &a.f.Code[i]
	d, s := a.ops[i].def, a.ops[i].u0
	switch in.Op {
	case ir.Mov, ir.MovF:
		a.moves = append(a.moves, move{d, s, freq})
		return
	case ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr, ir.Sar, ir.Neg, ir.Not,
		ir.AddO, ir.SubO, ir.MulO, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
	case ir.Add:
		freq /= 8 // there is usually an addition with three operands
	case ir.Zext32, ir.Sext32:
		freq /= 16
	default:
		return
	}
	if a.t.TwoAddress && a.f.Float[d] == a.f.Float[s] {
		a.suggest(d, s, freq)
		a.suggest(s, d, freq)
	}
}

// suggest keeps the two heaviest hints of a register.
func (a *allocator) suggest(r, other int32, freq float32) {
	l := &a.lives[r]
	for k := range l.hint {
		if freq > l.rank[k] {
			if k == 0 {
				l.hint[1], l.rank[1] = l.hint[0], l.rank[0]
			}
			l.hint[k], l.rank[k] = other, freq
			return
		}
	}
}
