package regalloc

import (
	"sort"

	"github.com/ebb-vm/ebb/jit/ir"
)

// run is code from a label, or from behind an instruction that never falls
// through or branches back, to the next such place. (What follows a branch
// back runs less often than what precedes it.)
type run struct {
	start, end   int32 // instructions
	succ, succTo int32 // side exits, in allocator.succ
	pred, predTo int32 // in allocator.pred
	falls        bool  // into the next run
	exits        bool  // goes nowhere but to Exit
	cold         bool
	depth        uint8 // loops around it
	freq         float32
}

// flagsOf spares the copy of an ir.Info.
var flagsOf = func() (t [256]ir.Flags) {
	for i := range t {
		t[i] = ir.Op(i).Info().Flags
	}
	return t
}()

func virtual(r ir.Reg) int32 {
	if r < ir.FirstVirtual {
		return -1
	}
	return int32(r)
}

// operands fills ops.
func (a *allocator) operands() {
	code := a.f.Code
	a.ops = make([]operands, len(code))
	for i := range code {
		in := &code[i]
		fl := flagsOf[in.Op]
		o := operands{-1, -1, -1, -1, -1}
		if fl&ir.DefD != 0 {
			o.def = virtual(in.D)
		}
		if fl&ir.UseA != 0 {
			o.u0 = virtual(in.A)
		}
		if fl&ir.UseB != 0 {
			o.u1 = virtual(in.B)
		}
		if fl&ir.UseD != 0 {
			o.u2 = virtual(in.D)
		}
		if fl&ir.Branch != 0 {
			o.target = int32(in.L)
		}
		a.ops[i] = o
	}
}

// runs divides the code and links the parts.
func (a *allocator) runs() {
	code := a.f.Code
	a.label = a.ints(int(a.f.Labels))
	for i := range a.label {
		a.label[i] = -1
	}
	n, branches := 0, 0
	for i := range code {
		if code[i].Op == ir.Bind || flagsOf[code[i].Op]&(ir.NoFall|ir.Branch) != 0 {
			n++
		}
		if a.ops[i].target >= 0 {
			branches++
		}
	}
	a.run = make([]run, 0, n+1)
	a.succ = a.ints(branches)[:0]
	start := 0
	finish := func(end int, falls bool) {
		if end > start {
			a.run = append(a.run, run{start: int32(start), end: int32(end), falls: falls})
		}
		start = end
	}
	for i := range code {
		op := code[i].Op
		if op == ir.Bind {
			if i > start && code[i-1].Op != ir.Bind {
				finish(i, true)
			}
			a.label[code[i].L] = int32(len(a.run))
		} else if flagsOf[op]&ir.NoFall != 0 {
			finish(i+1, false)
		} else if l := a.ops[i].target; l >= 0 && a.label[l] >= 0 {
			finish(i+1, true)
		}
	}
	finish(len(code), false)

	counts := a.ints(len(a.run) + 1)
	for b := range a.run {
		r := &a.run[b]
		r.succ = int32(len(a.succ))
		for i := r.start; i < r.end; i++ {
			if l := a.ops[i].target; l >= 0 {
				if t := a.label[l]; t >= 0 {
					a.succ = append(a.succ, t)
					counts[t]++
				}
			}
		}
		r.succTo = int32(len(a.succ))
		if r.falls {
			counts[b+1]++
		}
		r.exits = code[r.end-1].Op == ir.Exit && r.succ == r.succTo
	}
	at := int32(0)
	for b := range a.run {
		a.run[b].pred, a.run[b].predTo = at, at
		at += counts[b]
	}
	a.pred = a.ints(int(at))
	link := func(from, to int32) {
		r := &a.run[to]
		a.pred[r.predTo] = from
		r.predTo++
	}
	for b := range a.run {
		r := &a.run[b]
		for _, t := range a.succ[r.succ:r.succTo] {
			link(int32(b), t)
		}
		if r.falls {
			link(int32(b), int32(b+1))
		}
	}
}

// Expected frequencies: a loop runs its body loopFactor times, up to maxDepth
// loops deep; cold parts run once in coldFactor.
const (
	loopFactor = 8
	maxDepth   = 5
	coldFactor = 32
)

// frequencies estimates how often each run is executed. Loops are the natural
// loops of the retreating edges of a depth-first walk. A plain look at the
// order of the code would not do: the parts that the builder put last jump
// back, which makes no loop.
func (a *allocator) frequencies() {
	n := len(a.run)
	tails := a.retreating()
	var mark, work []int32
	if len(tails) > 0 {
		mark = a.ints(n)
	}
	budget := 16 * n // loops nested deeper than this pays are not told apart
	for lo := 0; lo < len(tails) && budget > 0; {
		head := tails[lo].head
		stamp := int32(lo + 1)
		mark[head] = stamp
		body := append(work[:0], head)
		hi := lo
		for ; hi < len(tails) && tails[hi].head == head; hi++ {
			if t := tails[hi].tail; mark[t] != stamp {
				mark[t] = stamp
				body = append(body, t)
			}
		}
		for k := 1; k < len(body); k++ {
			r := &a.run[body[k]]
			for _, p := range a.pred[r.pred:r.predTo] {
				if mark[p] != stamp {
					mark[p] = stamp
					body = append(body, p)
				}
			}
		}
		for _, b := range body {
			a.run[b].depth++
		}
		budget -= len(body)
		work, lo = body, hi
	}
	// Cold: what leaves by Exit; what is jumped to and jumps back in the order
	// of the code without closing a loop; what only cold parts lead to.
	closes := func(tail, head int32) bool {
		lo := sort.Search(len(tails), func(i int) bool { return tails[i].head >= head })
		for ; lo < len(tails) && tails[lo].head == head; lo++ {
			if tails[lo].tail == tail {
				return true
			}
		}
		return false
	}
	for b := range a.run {
		r := &a.run[b]
		preds := a.pred[r.pred:r.predTo]
		fallenInto := b > 0 && a.run[b-1].falls
		last := &a.ops[r.end-1]
		switch {
		case r.exits:
			r.cold = true
		case b > 0 && !fallenInto && !r.falls && last.target >= 0:
			t := a.label[last.target]
			r.cold = t >= 0 && t <= int32(b) && !closes(int32(b), t)
		}
		if !r.cold && len(preds) > 0 {
			r.cold = true
			for _, p := range preds {
				if int(p) >= b || !a.run[p].cold {
					r.cold = false
					break
				}
			}
		}
		r.freq = 1
		for d := 0; d < int(r.depth) && d < maxDepth; d++ {
			r.freq *= loopFactor
		}
		if r.cold {
			r.freq /= coldFactor
		}
	}
}

type edge struct{ head, tail int32 }

// retreating returns the edges that go back to a run on the path of a
// depth-first walk, those with the same head together.
func (a *allocator) retreating() []edge {
	const (
		onPath = 1
		done   = 2
	)
	n := len(a.run)
	state := make([]uint8, n) // 0: not seen
	type step struct {
		run  int32
		next int32 // of its successors: side exits, then the fall-through
	}
	path := make([]step, 0, 32)
	var back []edge
	for root := 0; root < n; root++ {
		if state[root] != 0 {
			continue
		}
		path = append(path[:0], step{run: int32(root)})
		state[root] = onPath
		for len(path) > 0 {
			s := &path[len(path)-1]
			r := &a.run[s.run]
			var t int32
			switch k := r.succ + s.next; {
			case k < r.succTo:
				t = a.succ[k]
			case k == r.succTo && r.falls:
				t = s.run + 1
			default:
				state[s.run] = done
				path = path[:len(path)-1]
				continue
			}
			s.next++
			switch state[t] {
			case 0:
				state[t] = onPath
				path = append(path, step{run: t})
			case onPath:
				back = append(back, edge{t, s.run})
			}
		}
	}
	return byHead(back, n)
}

// byHead sorts edges by their heads.
func byHead(e []edge, n int) []edge {
	if len(e) < 2 {
		return e
	}
	at := make([]int32, n+1)
	for _, x := range e {
		at[x.head+1]++
	}
	for i := 1; i <= n; i++ {
		at[i] += at[i-1]
	}
	out := make([]edge, len(e))
	for _, x := range e {
		out[at[x.head]] = x
		at[x.head]++
	}
	return out
}
