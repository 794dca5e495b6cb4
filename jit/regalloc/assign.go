package regalloc

import (
	"math"
	"slices"
	"sort"

	"github.com/ebb-vm/ebb/jit/ir"
)

// coalesce joins registers connected by moves whose ranges do not overlap,
// beginning with the moves that run most often.
func (a *allocator) coalesce() {
	if len(a.moves) > 1 {
		slices.SortStableFunc(a.moves, func(x, y move) int {
			switch {
			case x.freq > y.freq:
				return -1
			case x.freq < y.freq:
				return 1
			}
			return 0
		})
	}
	for _, m := range a.moves {
		x, y := a.lives[m.d].root, a.lives[m.a].root
		if x == y || a.f.Float[x] != a.f.Float[y] {
			continue
		}
		if len(a.lives[x].spans) < len(a.lives[y].spans) {
			x, y = y, x
		}
		big, small := &a.lives[x], &a.lives[y]
		if overlap(big.spans, small.spans) {
			continue
		}
		big.spans = union(big.spans, small.spans)
		last := y
		for m := y; m >= 0; m = a.lives[m].next {
			a.lives[m].root = x
			last = m
		}
		a.lives[last].next = big.next
		big.next = y
	}
}

// overlap reports whether two lists of ranges share a position; the second is
// the shorter.
func overlap(big, small []span) bool {
	for _, s := range small {
		big = big[sort.Search(len(big), func(i int) bool { return big[i].to > s.from }):]
		if len(big) == 0 {
			return false
		}
		if big[0].from < s.to {
			return true
		}
	}
	return false
}

// union adds the ranges of the second list, which overlap none of the first.
func union(big, small []span) []span {
	if len(small) > 8 {
		all := make([]span, 0, len(big)+len(small))
		i, j := 0, 0
		for i < len(big) || j < len(small) {
			var s span
			if j == len(small) || i < len(big) && big[i].from < small[j].from {
				s = big[i]
				i++
			} else {
				s = small[j]
				j++
			}
			if k := len(all) - 1; k >= 0 && all[k].to == s.from {
				all[k].to = s.to
			} else {
				all = append(all, s)
			}
		}
		return all
	}
	if cap(big) == len(big) { // the common array belongs to others too
		big = append(make([]span, 0, 2*len(big)+len(small)), big...)
	}
	for _, s := range small {
		i := sort.Search(len(big), func(i int) bool { return big[i].from > s.from })
		before := i > 0 && big[i-1].to == s.from
		after := i < len(big) && big[i].from == s.to
		switch {
		case before && after:
			big[i-1].to = big[i].to
			big = slices.Delete(big, i, i+1)
		case before:
			big[i-1].to = s.to
		case after:
			big[i].from = s.from
		default:
			big = slices.Insert(big, i, s)
		}
	}
	return big
}

// item is what gets one place: a coalesced group or, if that finds no
// register, one member of it.
type item struct {
	spans   []span
	weight  float32
	first   int32 // register; the others follow by live.next
	single  bool  // only the first
	evicted bool  // had to give way once; does not push others out
	next    *item // in the same file
}

// file is the state of one physical register or spill word: the positions
// taken and the items that take them.
type file struct {
	taken []uint64
	items *item
}

func (f *file) fits(spans []span) bool {
	for _, s := range spans {
		lo, hi := s.from>>6, (s.to-1)>>6
		first := ^uint64(0) << (s.from & 63)
		last := ^uint64(0) >> (63 - (s.to-1)&63)
		if lo == hi {
			if f.taken[lo]&first&last != 0 {
				return false
			}
			continue
		}
		if f.taken[lo]&first != 0 || f.taken[hi]&last != 0 {
			return false
		}
		for _, w := range f.taken[lo+1 : hi] {
			if w != 0 {
				return false
			}
		}
	}
	return true
}

func (f *file) flip(spans []span) {
	for _, s := range spans {
		lo, hi := s.from>>6, (s.to-1)>>6
		first := ^uint64(0) << (s.from & 63)
		last := ^uint64(0) >> (63 - (s.to-1)&63)
		if lo == hi {
			f.taken[lo] ^= first & last
			continue
		}
		f.taken[lo] ^= first
		f.taken[hi] ^= last
		for i := lo + 1; i < hi; i++ {
			f.taken[i] ^= ^uint64(0)
		}
	}
}

func (f *file) add(it *item) {
	f.flip(it.spans)
	it.next, f.items = f.items, it
}

// bank is the registers of one class.
type bank struct {
	regs  []uint8
	files []file
	of    [64]int8 // index of a register in regs
}

// assigner places the items.
type assigner struct {
	*allocator
	res   *Result
	banks [2]bank
	slots []file
	words int      // of a file
	sets  []uint64 // for files that are not in use yet
	items []item
}

func (a *allocator) assign() (*Result, error) {
	g := &assigner{allocator: a, words: (2*len(a.ops) + 63) / 64}
	g.res = &Result{Locs: make([]Loc, a.f.NumRegs()), Dead: a.dead}
	for i := range g.res.Locs {
		g.res.Locs[i] = Loc{-1, -1}
	}
	for k, regs := range [2][]uint8{a.t.Ints, a.t.Floats} {
		b := &g.banks[k]
		b.regs = regs
		b.files = make([]file, len(regs))
		for i := range b.of {
			b.of[i] = -1
		}
		for i, r := range regs {
			b.of[r] = int8(i)
		}
	}

	n := 0
	for r := range a.lives {
		if a.lives[r].root == int32(r) && len(a.lives[r].spans) > 0 {
			n++
		}
	}
	g.items = make([]item, 0, n)
	order := make([]uint64, 0, n)
	for r := int(ir.FirstVirtual); r < len(a.lives); r++ {
		l := &a.lives[r]
		if l.root != int32(r) || len(l.spans) == 0 {
			continue
		}
		it := item{spans: l.spans, first: int32(r), single: l.next < 0}
		length := int32(0)
		for m := int32(r); m >= 0; m = a.lives[m].next {
			it.weight += a.lives[m].weight
			length += a.lives[m].length
		}
		density := it.weight / float32(length+4)
		order = append(order, uint64(^math.Float32bits(density))<<32|uint64(len(g.items)))
		g.items = append(g.items, it)
	}
	slices.Sort(order)
	var spilled []*item
	for _, o := range order {
		spilled = g.place(&g.items[uint32(o)], spilled)
	}
	for _, it := range spilled {
		if !g.spill(it) {
			return nil, ErrSpills
		}
	}
	g.res.Spills = len(g.slots)
	return g.res, nil
}

func (g *assigner) bank(r int32) *bank {
	if g.f.Float[r] {
		return &g.banks[1]
	}
	return &g.banks[0]
}

func (g *assigner) fits(f *file, spans []span) bool {
	if f.taken == nil {
		if len(g.sets) < g.words {
			g.sets = make([]uint64, 8*g.words)
		}
		f.taken, g.sets = g.sets[:g.words:g.words], g.sets[g.words:]
		return true
	}
	return f.fits(spans)
}

// setLoc gives all members of an item a place.
func (g *assigner) setLoc(it *item, l Loc) {
	g.res.Locs[it.first] = l
	if !it.single {
		for m := g.lives[it.first].next; m >= 0; m = g.lives[m].next {
			g.res.Locs[m] = l
		}
	}
}

// tryPlace looks for a register that is free wherever the item lives.
func (g *assigner) tryPlace(it *item) bool {
	b := g.bank(it.first)
	if g.t.TwoAddress {
		for m := it.first; m >= 0; m = g.lives[m].next {
			l := &g.lives[m]
			for k := range l.hint {
				if l.rank[k] == 0 {
					continue
				}
				if p := g.res.Locs[l.hint[k]].Reg; p >= 0 {
					if f := &b.files[b.of[p]]; g.fits(f, it.spans) {
						f.add(it)
						g.setLoc(it, Loc{p, -1})
						return true
					}
				}
			}
			if it.single {
				break
			}
		}
	}
	for i := range b.files {
		if f := &b.files[i]; g.fits(f, it.spans) {
			f.add(it)
			g.setLoc(it, Loc{int16(b.regs[i]), -1})
			return true
		}
	}
	return false
}

// place gives an item a register; what it or those it pushes out do not get
// is appended to spilled. An item pushes others out if they cause less
// traffic, all together.
func (g *assigner) place(it *item, spilled []*item) []*item {
	if g.tryPlace(it) {
		return spilled
	}
	if !it.evicted {
		b := g.bank(it.first)
		best, cost := -1, it.weight
		for i := range b.files {
			c := float32(0)
			for other := b.files[i].items; other != nil; other = other.next {
				if touch(it.spans, other.spans) {
					if c += other.weight; c >= cost {
						break
					}
				}
			}
			if c < cost {
				best, cost = i, c
			}
		}
		if best >= 0 {
			f := &b.files[best]
			var out []*item
			for p := &f.items; *p != nil; {
				other := *p
				if !touch(it.spans, other.spans) {
					p = &other.next
					continue
				}
				*p = other.next
				out = append(out, other)
				f.flip(other.spans)
				g.setLoc(other, Loc{-1, -1})
			}
			f.add(it)
			g.setLoc(it, Loc{int16(b.regs[best]), -1})
			for _, other := range out {
				other.evicted = true
				spilled = g.place(other, spilled)
			}
			return spilled
		}
	}
	if it.single {
		return append(spilled, it)
	}
	// The group is too wide; its members may fit one by one.
	var members []*item
	for m := it.first; m >= 0; m = g.lives[m].next {
		l := &g.lives[m]
		members = append(members, &item{spans: g.own(m), weight: l.weight, first: m, single: true, evicted: true})
	}
	slices.SortStableFunc(members, func(x, y *item) int {
		dx := x.weight / float32(g.lives[x.first].length+4)
		dy := y.weight / float32(g.lives[y.first].length+4)
		switch {
		case dx > dy:
			return -1
		case dx < dy:
			return 1
		}
		return 0
	})
	for _, m := range members {
		if !g.tryPlace(m) {
			spilled = append(spilled, m)
		}
	}
	return spilled
}

// own returns the ranges of one register, even if it stands for a group.
func (g *assigner) own(r int32) []span {
	return g.ranged[g.lives[r].ownFrom:g.lives[r].ownTo]
}

// touch is overlap for lists of any lengths.
func touch(x, y []span) bool {
	if x[0].from >= y[len(y)-1].to || y[0].from >= x[len(x)-1].to {
		return false
	}
	if len(x) < len(y) {
		x, y = y, x
	}
	return overlap(x, y)
}

// spill gives an item a word of the spill area, if it can the one of a member
// of its group, so that moves between them vanish.
func (g *assigner) spill(it *item) bool {
	for m := g.lives[it.first].root; m >= 0 && it.single; m = g.lives[m].next {
		if s := g.res.Locs[m].Spill; s >= 0 && g.slots[s].fits(it.spans) {
			g.slots[s].add(it)
			g.setLoc(it, Loc{-1, s})
			return true
		}
	}
	for i := 0; ; i++ {
		if i == len(g.slots) {
			if i == ir.MaxSpills {
				return false
			}
			g.slots = append(g.slots, file{})
		}
		if f := &g.slots[i]; g.fits(f, it.spans) {
			f.add(it)
			g.setLoc(it, Loc{-1, int16(i)})
			return true
		}
	}
}
