package wasm

import (
	"fmt"
	"slices"

	"github.com/ebb-vm/ebb/jit/ir"
)

// node is a block of the function, or one of two kinds that have no code of
// their own: the root, which jumps to the entry asked for, and dispatchers. A block
// that ends with a conditional branch has it as edges[0] and the way straight on as
// edges[1]; one that dispatches may have the way back to the root.
type node struct {
	kind     nodeKind
	from, to int // instructions, for blocks
	edges    []edge
	preds    []int // filled by order; the numbers of nodes, dead ones left out
	// A dispatcher's edges[0] is the way taken while the selector is 0 or means
	// nothing here; the rest belong to the values in keys.
	keys []int32
}

type nodeKind uint8

const (
	block nodeKind = iota
	root
	dispatcher
)

// edge leads to a node. Where that is a dispatcher, or another on the way to the
// block meant, key is what the selector is set to first; -1 leaves it alone.
type edge struct {
	to   int
	key  int32
	meat int // the block meant
}

// flow is the control-flow graph. Node 0 is the root.
type flow struct {
	f     *ir.Func
	nodes []node
	keyOf map[int]int32 // of blocks that are no entries, given as needed
	next  int32
}

// buildFlow cuts the function into blocks. Dead code is left out.
func buildFlow(f *ir.Func) (*flow, error) {
	if len(f.Code) == 0 || !f.Code[len(f.Code)-1].Op.Is(ir.NoFall) {
		return nil, fmt.Errorf("wasm: %s: control falls off the end", f.Name)
	}
	g := &flow{f: f, nodes: make([]node, 1, 16), keyOf: map[int]int32{}}
	g.nodes[0].kind = root
	at := make([]int, f.Labels) // node of each label, 0 when it is not bound
	starts := true
	for i := range f.Code {
		ins := &f.Code[i]
		if ins.Op == ir.Bind {
			if n := len(g.nodes) - 1; n > 0 && g.nodes[n].from < i && !onlyBinds(f, g.nodes[n].from, i) {
				starts = true
			}
		}
		if starts {
			if n := len(g.nodes) - 1; n > 0 {
				g.nodes[n].to = i
			}
			g.nodes = append(g.nodes, node{from: i})
			starts = false
		}
		if ins.Op == ir.Bind {
			if at[ins.L] != 0 {
				return nil, fmt.Errorf("wasm: %s: L%d is bound twice", f.Name, ins.L)
			}
			at[ins.L] = len(g.nodes) - 1
		}
		if ins.Op.Is(ir.Branch) || ins.Op.Is(ir.NoFall) {
			starts = true
		}
	}
	g.nodes[len(g.nodes)-1].to = len(f.Code)
	find := func(l ir.Label) (edge, error) {
		if l < 0 || int(l) >= len(at) || at[l] == 0 {
			return edge{}, fmt.Errorf("wasm: %s: L%d is not bound", f.Name, l)
		}
		return edge{to: at[l], key: -1, meat: at[l]}, nil
	}
	for n := 1; n < len(g.nodes); n++ {
		b := &g.nodes[n]
		last := &f.Code[b.to-1]
		if last.Op.Is(ir.Branch) {
			e, err := find(last.L)
			if err != nil {
				return nil, err
			}
			b.edges = append(b.edges, e)
		}
		if !last.Op.Is(ir.NoFall) {
			b.edges = append(b.edges, edge{to: n + 1, key: -1, meat: n + 1})
		}
	}
	for _, l := range f.Entries {
		e, err := find(l)
		if err != nil {
			return nil, err
		}
		g.nodes[0].edges = append(g.nodes[0].edges, e)
	}
	if len(f.Entries) == 0 {
		g.nodes[0].edges = []edge{{to: 1, key: -1, meat: 1}}
	}
	g.next = int32(len(g.nodes[0].edges)) + 1
	return g, nil
}

// recurse lets blocks that dispatch lead back to the root.
func (g *flow) recurse() {
	for n := 1; n < len(g.nodes); n++ {
		if b := &g.nodes[n]; g.f.Code[b.to-1].Op == ir.Dispatch {
			b.edges = append(b.edges, edge{to: 0, key: -1})
		}
	}
}

func onlyBinds(f *ir.Func, from, to int) bool {
	for i := from; i < to; i++ {
		if f.Code[i].Op != ir.Bind {
			return false
		}
	}
	return true
}

// key is the selector's value for a block. The one for entry k is k+1, so that
// the root can set it without knowing where it goes.
func (g *flow) key(n int) int32 {
	for k, e := range g.nodes[0].edges {
		if e.meat == n {
			return int32(k) + 1
		}
	}
	if g.keyOf[n] == 0 {
		g.keyOf[n] = g.next
		g.next++
	}
	return g.keyOf[n]
}

// keysOf is all the values that mean a block: an entry may be listed twice.
func (g *flow) keysOf(n int) []int32 {
	var ks []int32
	for k, e := range g.nodes[0].edges {
		if e.meat == n {
			ks = append(ks, int32(k)+1)
		}
	}
	if k := g.keyOf[n]; k != 0 {
		ks = append(ks, k)
	}
	return ks
}

// reach marks the nodes that can be reached from the root.
func (g *flow) reach() []bool {
	seen := make([]bool, len(g.nodes))
	seen[0] = true
	work := []int{0}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.nodes[n].edges {
			if !seen[e.to] {
				seen[e.to] = true
				work = append(work, e.to)
			}
		}
	}
	return seen
}

// reduce puts a dispatcher in front of every loop that can be entered at more
// than one place, so that each loop has one head, which dominates it.
//
// A strongly connected part with one entry needs nothing; its loops inside are
// found by looking at it without the head. One with several gets a dispatcher: the
// ways in lead there, and so do the ways back to one of the entries, the primary.
// Without the dispatcher no cycle in the part runs through the primary any more,
// so that this ends.
func (g *flow) reduce() {
	g.bury()
	all := make([]int, len(g.nodes))
	for n := range all {
		all[n] = n
	}
	work := [][]int{all}
	for len(work) > 0 {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range g.components(part) {
			work = append(work, g.head(c))
		}
	}
}

// head gives a strongly connected part one head and returns the rest of it.
func (g *flow) head(c []int) []int {
	in := map[int]bool{}
	for _, n := range c {
		in[n] = true
	}
	if in[0] { // there is no other way in
		return without(c, 0)
	}
	type count struct{ outside, blocks, inside int }
	entered := map[int]*count{}
	for n := range g.nodes {
		for _, e := range g.nodes[n].edges {
			if !in[e.to] {
				continue
			}
			k := entered[e.to]
			if k == nil {
				k = &count{}
				entered[e.to] = k
			}
			switch {
			case in[n]:
				k.inside++
			case g.nodes[n].kind == block:
				k.outside++
				k.blocks++
			default:
				k.outside++
			}
		}
	}
	var entries []int
	for n, k := range entered {
		if k.outside > 0 {
			entries = append(entries, n)
		}
	}
	slices.Sort(entries)
	h := entries[0]
	if len(entries) == 1 {
		return without(c, h)
	}
	// The primary: where the program itself enters the loop, if there is such a
	// place, and of those the one that is come back to most.
	better := func(a, b *count) bool {
		if (a.blocks > 0) != (b.blocks > 0) {
			return a.blocks > 0
		}
		return a.inside > b.inside
	}
	for _, n := range entries[1:] {
		if better(entered[n], entered[h]) {
			h = n
		}
	}
	d := len(g.nodes)
	g.nodes = append(g.nodes, node{kind: dispatcher})
	entry := map[int]bool{}
	for _, n := range entries {
		entry[n] = true
	}
	for n := range g.nodes[:d] {
		for i := range g.nodes[n].edges {
			e := &g.nodes[n].edges[i]
			switch {
			case in[n] && e.to == h:
				e.to, e.key = d, g.through(n, e, true)
			case !in[n] && entry[e.to]:
				e.key = g.through(n, e, e.to == h)
				e.to = d
			}
		}
	}
	dn := &g.nodes[d]
	dn.edges = []edge{{to: h, key: -1, meat: h}}
	for _, n := range without(entries, h) {
		for _, k := range g.keysOf(n) {
			dn.edges = append(dn.edges, edge{to: n, key: -1, meat: n})
			dn.keys = append(dn.keys, k)
		}
	}
	return without(c, h)
}

// through returns the key with which node n takes edge e to a new dispatcher.
func (g *flow) through(n int, e *edge, primary bool) int32 {
	switch {
	case g.nodes[n].kind != block:
		return -1 // the selector says it already
	case primary && e.key < 0:
		return 0
	default:
		return g.key(e.meat)
	}
}

// bury takes the edges of what cannot be reached, which has no say then.
func (g *flow) bury() {
	for n, ok := range g.reach() {
		if !ok {
			g.nodes[n].edges = nil
		}
	}
}

func without(c []int, h int) []int {
	return slices.DeleteFunc(slices.Clone(c), func(n int) bool { return n == h })
}

// components returns the strongly connected parts, of those nodes alone, that
// hold a cycle. It is Tarjan's algorithm with a stack of its own.
func (g *flow) components(part []int) [][]int {
	in := make(map[int]bool, len(part))
	for _, n := range part {
		in[n] = true
	}
	index := make(map[int]int, len(part))
	low := make(map[int]int, len(part))
	on := make(map[int]bool, len(part))
	var stack []int
	var out [][]int
	type visit struct{ n, e int }
	var calls []visit
	for _, start := range part {
		if index[start] != 0 {
			continue
		}
		calls = append(calls[:0], visit{start, 0})
		for len(calls) > 0 {
			v := &calls[len(calls)-1]
			n := v.n
			if v.e == 0 && index[n] == 0 {
				index[n] = len(index) + 1
				low[n] = index[n]
				stack = append(stack, n)
				on[n] = true
			}
			if v.e < len(g.nodes[n].edges) {
				to := g.nodes[n].edges[v.e].to
				v.e++
				if !in[to] {
					continue
				}
				if index[to] == 0 {
					calls = append(calls, visit{to, 0})
				} else if on[to] {
					low[n] = min(low[n], index[to])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].n
				low[p] = min(low[p], low[n])
			}
			if low[n] != index[n] {
				continue
			}
			var c []int
			for {
				m := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[m] = false
				c = append(c, m)
				if m == n {
					break
				}
			}
			if len(c) > 1 || slices.ContainsFunc(g.nodes[n].edges, func(e edge) bool { return e.to == n }) {
				out = append(out, c)
			}
		}
	}
	return out
}
