package wasm

import (
	"fmt"
	"slices"

	"github.com/ebb-vm/ebb/jit/ir"
)

// shape is the order in which the graph is written and what is written inside
// what. The graph is reducible.
type shape struct {
	g     *flow
	order []int // reverse postorder
	rank  []int // of each node in order, -1 for the dead
	idom  []int
	kids  [][]int // of the dominator tree, those that stand behind a block, in order
	loop  []bool  // head of a loop
	// placed nodes stand behind the end of a WebAssembly block, where several
	// places can go; the others are written where their only way in is.
	placed []bool
}

func newShape(g *flow) (*shape, error) {
	s := &shape{g: g}
	s.sort()
	s.dominate()
	n := len(g.nodes)
	s.loop, s.placed = make([]bool, n), make([]bool, n)
	forward := make([]int, n)
	for _, v := range s.order {
		nd := &g.nodes[v]
		for k, e := range nd.edges {
			if s.rank[e.to] <= s.rank[v] {
				if !s.dominates(e.to, v) {
					return nil, fmt.Errorf("wasm: %s: a loop has a way in beside its head", g.f.Name)
				}
				s.loop[e.to] = true
				continue
			}
			forward[e.to]++
			straight := k == len(nd.edges)-1
			if nd.kind == dispatcher {
				straight = k == 0
			}
			if !straight {
				s.placed[e.to] = true
			}
		}
	}
	s.kids = make([][]int, n)
	for _, v := range s.order[1:] {
		s.placed[v] = s.placed[v] || forward[v] > 1
		if s.placed[v] {
			s.kids[s.idom[v]] = append(s.kids[s.idom[v]], v)
		}
	}
	return s, nil
}

// sort makes the reverse postorder. Ways straight on are visited last and so come
// first: the order is that of the flat code as far as that can be.
func (s *shape) sort() {
	n := len(s.g.nodes)
	seen := make([]bool, n)
	type visit struct{ n, e int }
	work := []visit{{0, 0}}
	seen[0] = true
	for len(work) > 0 {
		v := &work[len(work)-1]
		nd := &s.g.nodes[v.n]
		if v.e == len(nd.edges) {
			s.order = append(s.order, v.n)
			work = work[:len(work)-1]
			continue
		}
		e := v.e
		switch nd.kind {
		case root: // the last first
			e = len(nd.edges) - 1 - e
		case dispatcher:
			e = len(nd.edges) - 1 - e
		}
		v.e++
		if to := nd.edges[e].to; !seen[to] {
			seen[to] = true
			work = append(work, visit{to, 0})
		}
	}
	slices.Reverse(s.order)
	s.rank = make([]int, n)
	for i := range s.rank {
		s.rank[i] = -1
	}
	for i, v := range s.order {
		s.rank[v] = i
	}
}

// dominate computes immediate dominators, after Cooper, Harvey and Kennedy.
func (s *shape) dominate() {
	n := len(s.g.nodes)
	preds := make([][]int32, n)
	for _, v := range s.order {
		for _, e := range s.g.nodes[v].edges {
			preds[e.to] = append(preds[e.to], int32(v))
		}
	}
	s.idom = make([]int, n)
	for i := range s.idom {
		s.idom[i] = -1
	}
	s.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, v := range s.order[1:] {
			d := -1
			for _, p := range preds[v] {
				p := int(p)
				if s.idom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
					continue
				}
				for p != d {
					for s.rank[p] > s.rank[d] {
						p = s.idom[p]
					}
					for s.rank[d] > s.rank[p] {
						d = s.idom[d]
					}
				}
			}
			if s.idom[v] != d {
				s.idom[v] = d
				changed = true
			}
		}
	}
}

func (s *shape) dominates(a, b int) bool {
	for s.rank[b] > s.rank[a] {
		b = s.idom[b]
	}
	return a == b
}

// maxNodes bounds what is compiled, and with it the depth of nesting: the writer
// follows the dominator tree down in Go frames.
const maxNodes = 6000

// writer writes the code of a function.
type writer struct {
	*lowering
	s     *shape
	depth int   // open blocks and loops
	at    []int // of placed nodes: the depth at which their block was opened
	back  []int // of loops
}

// write writes the whole body: everything inside a block that yields the code
// to return, and the way out behind it.
func (w *writer) write() {
	n := len(w.s.g.nodes)
	w.at, w.back = make([]int, n), make([]int, n)
	w.prologue()
	w.block(opBlock, typeI32)
	w.depth = 1 // an exit branches to depth 0 from outside
	w.node(0)
	w.op(opUnreachable)
	w.op(opEnd)
	w.epilogue()
	w.op(opEnd)
}

func (w *writer) node(v int) {
	kids := w.s.kids[v]
	if w.s.loop[v] {
		w.block(opLoop, noResult)
		w.back[v] = w.depth
		w.depth++
	}
	for i := len(kids) - 1; i >= 0; i-- {
		w.block(opBlock, noResult)
		w.at[kids[i]] = w.depth
		w.depth++
	}
	w.content(v)
	for _, k := range kids {
		w.op(opEnd)
		w.depth--
		w.node(k)
	}
	if w.s.loop[v] {
		w.op(opEnd)
		w.depth--
		w.op(opUnreachable)
	}
}

// target is the relative depth for a branch along an edge from v; ok is false
// where the edge is not a branch but the place where its node is written.
func (w *writer) target(v int, e edge) (depth int, ok bool) {
	switch {
	case w.s.rank[e.to] <= w.s.rank[v]:
		return w.depth - 1 - w.back[e.to], true
	case w.s.placed[e.to]:
		return w.depth - 1 - w.at[e.to], true
	}
	return 0, false
}

// goTo writes the way along an edge, unconditionally.
func (w *writer) goTo(v int, e edge) {
	if e.key >= 0 {
		w.i32(e.key)
		w.set(w.selector)
	}
	if d, ok := w.target(v, e); ok {
		w.br(d)
		return
	}
	w.node(e.to)
}

func (w *writer) content(v int) {
	nd := &w.s.g.nodes[v]
	switch nd.kind {
	case root:
		if w.multi {
			w.get(paramEntry)
			w.i32(1)
			w.op(opI32Add)
			w.set(w.selector)
		}
		if len(nd.edges) == 1 {
			w.goTo(v, nd.edges[0])
			return
		}
		last := len(nd.edges) - 1
		if _, ok := w.target(v, nd.edges[last]); ok {
			w.get(paramEntry)
			w.table(v, nd.edges[:last], nd.edges[last])
			return
		}
		// The last one is written here.
		w.block(opBlock, noResult)
		w.depth++
		w.get(paramEntry)
		w.tableTo(v, nd.edges[:last], 0)
		w.op(opEnd)
		w.depth--
		w.node(nd.edges[last].to)
	case dispatcher:
		w.block(opBlock, noResult)
		w.depth++
		w.get(w.selector)
		w.op(opI32Eqz)
		w.brIf(0)
		lo, hi := nd.keys[0], nd.keys[0]
		for _, k := range nd.keys {
			lo, hi = min(lo, k), max(hi, k)
		}
		list := make([]edge, hi-lo+1)
		for i := range list {
			list[i].to = -1
		}
		for i, k := range nd.keys {
			list[k-lo] = nd.edges[i+1]
		}
		w.get(w.selector)
		w.i32(lo)
		w.op(opI32Sub)
		w.tableTo(v, list, 0)
		w.op(opEnd)
		w.depth--
		w.goTo(v, nd.edges[0])
	default:
		w.code(v)
	}
}

// table writes br_table for the edges and what is taken otherwise.
func (w *writer) table(v int, list []edge, other edge) {
	d, _ := w.target(v, other)
	w.tableTo(v, list, d)
}

func (w *writer) tableTo(v int, list []edge, other int) {
	w.op(opBrTable)
	w.b = appendU32(w.b, uint32(len(list)))
	for _, e := range list {
		d := other
		if e.to >= 0 {
			if t, ok := w.target(v, e); ok {
				d = t
			}
		}
		w.b = appendU32(w.b, uint32(d))
	}
	w.b = appendU32(w.b, uint32(other))
}

// code writes a block: its instructions and the way on.
func (w *writer) code(v int) {
	nd := &w.s.g.nodes[v]
	f := w.s.g.f
	for i := nd.from; i < nd.to; i++ {
		w.ins(&f.Code[i], w.depth-1)
	}
	if w.recursive && f.Code[nd.to-1].Op == ir.Dispatch {
		d, _ := w.target(v, nd.edges[0])
		w.brIf(d)
		w.i32(CodeDispatch)
		w.br(w.depth - 1)
		return
	}
	if len(nd.edges) == 2 {
		// The condition is on the stack.
		e := nd.edges[0]
		d, _ := w.target(v, e)
		if e.key >= 0 {
			w.block(opIf, noResult)
			w.i32(e.key)
			w.set(w.selector)
			w.br(d + 1)
			w.op(opEnd)
		} else {
			w.brIf(d)
		}
	}
	if len(nd.edges) > 0 {
		w.goTo(v, nd.edges[len(nd.edges)-1])
	}
}
