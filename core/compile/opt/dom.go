package opt

// Dominators, dominance frontiers and loops of a control flow graph.

// order lists the reachable blocks in reverse postorder.
func (g *cfg) order() []int {
	seen := make([]bool, len(g.blocks))
	var out []int
	type frame struct{ b, k int }
	if len(g.blocks) == 0 {
		return nil
	}
	stack := []frame{{0, 0}}
	seen[0] = true
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		b := &g.blocks[t.b]
		if t.k < len(b.succ) {
			s := b.succ[t.k]
			t.k++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		out = append(out, t.b)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// dominators fills in immediate dominators, levels and the tree.
func (g *cfg) dominators() {
	rpo := g.order()
	num := make([]int, len(g.blocks))
	for i := range num {
		num[i] = -1
	}
	for i, b := range rpo {
		num[b] = i
	}
	for i := range g.blocks {
		b := &g.blocks[i]
		b.idom, b.firstChild, b.nextSibling, b.level = -1, -1, -1, -1
	}
	if len(rpo) == 0 {
		return
	}
	g.blocks[0].idom = 0
	for changed := true; changed; {
		changed = false
		for _, bi := range rpo[1:] {
			best := -1
			for _, p := range g.blocks[bi].preds {
				if num[p] < 0 || g.blocks[p].idom < 0 {
					continue
				}
				if best < 0 {
					best = p
					continue
				}
				x, y := p, best
				for x != y {
					for num[x] > num[y] {
						x = g.blocks[x].idom
					}
					for num[y] > num[x] {
						y = g.blocks[y].idom
					}
				}
				best = x
			}
			if best >= 0 && g.blocks[bi].idom != best {
				g.blocks[bi].idom = best
				changed = true
			}
		}
	}
	g.blocks[0].idom = -1
	g.blocks[0].level = 0
	for k := len(rpo) - 1; k > 0; k-- {
		b := &g.blocks[rpo[k]]
		if b.idom >= 0 {
			d := &g.blocks[b.idom]
			b.nextSibling = d.firstChild
			d.firstChild = rpo[k]
		}
	}
	for _, bi := range rpo[1:] {
		if d := g.blocks[bi].idom; d >= 0 {
			g.blocks[bi].level = g.blocks[d].level + 1
		}
	}
}

// dominates reports whether every way to b leads through a.
func (g *cfg) dominates(a, b int) bool {
	for b >= 0 && g.blocks[b].level > g.blocks[a].level {
		b = g.blocks[b].idom
	}
	return a == b
}

// frontiers computes for each block where its dominance ends.
func (g *cfg) frontiers() [][]int {
	df := make([][]int, len(g.blocks))
	for bi := range g.blocks {
		b := &g.blocks[bi]
		if !b.reachable || len(b.preds) < 2 && !(len(b.preds) == 1 && bi == 0) {
			continue
		}
		for _, p := range b.preds {
			for r := p; r >= 0 && r != b.idom; r = g.blocks[r].idom {
				dup := false
				for _, x := range df[r] {
					dup = dup || x == bi
				}
				if !dup {
					df[r] = append(df[r], bi)
				}
			}
		}
	}
	return df
}

// loops marks the headers of loops.
func (g *cfg) loops() {
	for bi := range g.blocks {
		g.blocks[bi].isHeader = false
	}
	for bi := range g.blocks {
		if !g.blocks[bi].reachable {
			continue
		}
		for _, t := range g.blocks[bi].succ {
			if g.dominates(t, bi) {
				g.blocks[t].isHeader = true
			}
		}
	}
}
