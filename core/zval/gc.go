package zval

import "github.com/ebb-vm/ebb/core/mm"

// The collector of cycles: Zend's synchronous one (Bacon and Rajan). A container
// whose count was lowered but not to 0 is a possible root and is buffered, once.
// When enough are buffered, or on request, three passes over what the roots reach
// find the garbage:
//
//	mark     subtract, from every count, the references that come from inside
//	scan     what still has a count is held from outside: add back what it reaches
//	collect  the rest is garbage: counts are restored, it is gathered in the buffer
//
// Objects with destructors then have them called; they and what they reach are
// left for a second run, since a destructor may have made them reachable.
//
// GC.TypeInfo holds, above the flags, the buffer index (20 bits) and the colour
// (2 bits). Buffers longer than 512 K entries store the index modulo 512 K.

const (
	gcAddrMask = 0xfffff << GCInfoShift
	gcColour   = 3 << 30
	gcBlack    = 0 << 30 // in use, or not looked at
	gcWhite    = 1 << 30 // garbage, probably
	gcGrey     = 2 << 30 // being counted
	gcPurple   = 3 << 30 // possible root

	gcFirst        = 1 // entry 0 is never used
	gcThreshold    = 10000 + gcFirst
	gcStep         = 10000
	gcThresholdMax = 1000000000
	gcTrigger      = 100
	gcBufStart     = 16 << 10
	gcBufStep      = 128 << 10
	gcUncompressed = 512 << 10
)

// Tags of buffer entries, in the low bits of an address.
const (
	rootPlain   = 0
	rootUnused  = 1 // the rest is the next unused index
	rootGarbage = 2
	rootDtor    = 3 // garbage whose destructor is to be called
	rootTag     = 3
)

type collector struct {
	buf       []uint64
	stack     []mm.Addr
	unused    uint32 // first of the free entries, 0 none
	next      uint32 // first entry never used
	bufSize   uint32 // PHP's figure; buf itself grows on demand
	roots     uint32
	threshold uint32
	active    bool
	disabled  bool
	protected bool
	full      bool

	runs      uint64
	collected uint64
}

func (g *collector) init() {
	*g = collector{next: gcFirst, bufSize: gcBufStart, threshold: gcThreshold}
}

// GCStatus is what gc_status() reports, times excluded.
type GCStatus struct {
	Running, Protected, Full bool
	Runs, Collected          uint64
	Threshold, BufferSize    uint32
	Roots                    uint32
}

// GCStatus returns the collector's counters.
func (sp *Space) GCStatus() GCStatus {
	g := &sp.gc
	return GCStatus{g.active, g.protected, g.full, g.runs, g.collected, g.threshold, g.bufSize, g.roots}
}

// GCEnable turns automatic collection on or off and returns the former state.
func (sp *Space) GCEnable(on bool) (was bool) {
	was = !sp.gc.disabled
	sp.gc.disabled = !on
	return was
}

// GCEnabled reports whether automatic collection is on.
func (sp *Space) GCEnabled() bool { return !sp.gc.disabled }

// GCProtect stops the buffering of roots for good and keeps the collector from running:
// for shutdown after a fatal error.
func (sp *Space) GCProtect(on bool) (was bool) {
	was = sp.gc.protected
	sp.gc.protected = on
	return was
}

// GCReset forgets all roots and counters; the heap is going as a whole.
func (sp *Space) GCReset() {
	buf, stack, off := sp.gc.buf[:0], sp.gc.stack[:0], sp.gc.disabled
	sp.gc.init()
	sp.gc.buf, sp.gc.stack, sp.gc.disabled = buf, stack, off
}

// checkRoot buffers a payload whose count was lowered if it may be part of a
// garbage cycle; for a reference, what it refers to.
func (sp *Space) checkRoot(g *GC) {
	if g.kind() == ReferenceT {
		v := &g.ref().Val
		if v.T&Collectable == 0 {
			return
		}
		g = v.Counted()
	}
	if g.TypeInfo&(gcInfoMask|GCNotCollectable) == 0 {
		sp.GCPossibleRoot(g)
	}
}

// GCPossibleRoot buffers an array or object that is not buffered. When the
// buffer is full it collects first: may run PHP code.
func (sp *Space) GCPossibleRoot(g *GC) {
	c := &sp.gc
	if c.protected {
		return
	}
	if c.unused == 0 && c.next >= c.threshold {
		sp.rootWhenFull(g)
		return
	}
	sp.addRoot(g)
}

func (sp *Space) addRoot(g *GC) {
	if idx := sp.gc.take(); idx != 0 {
		sp.gc.buf[idx] = uint64(g.addr())
		g.TypeInfo = g.TypeInfo&^gcInfoMask | compressed(idx)<<GCInfoShift | gcPurple
		sp.gc.roots++
	}
}

// take returns a free entry of the buffer, 0 when there is none.
func (c *collector) take() uint32 {
	if idx := c.unused; idx != 0 {
		c.unused = uint32(c.buf[idx] >> 2)
		return idx
	}
	if c.next >= c.bufSize && !c.grow() {
		return 0
	}
	idx := c.next
	c.next++
	if int(c.next) > len(c.buf) {
		c.buf = append(c.buf, make([]uint64, int(c.next)-len(c.buf))...)
	}
	return idx
}

// grow raises the buffer's size by PHP's rule.
func (c *collector) grow() bool {
	switch {
	case c.bufSize >= 0x40000000:
		c.full = true
		return false
	case c.bufSize < gcBufStep:
		c.bufSize *= 2
	default:
		c.bufSize += gcBufStep
	}
	return true
}

func compressed(idx uint32) uint32 {
	if idx < gcUncompressed {
		return idx
	}
	return idx%gcUncompressed | gcUncompressed
}

// find returns the entry of a buffered payload.
func (c *collector) find(g *GC) uint32 {
	idx := g.TypeInfo & gcAddrMask >> GCInfoShift
	for idx >= gcUncompressed && idx < c.next {
		if c.buf[idx]&^rootTag == uint64(g.addr()) && c.buf[idx]&rootTag != rootUnused {
			return idx
		}
		idx += gcUncompressed
	}
	return idx
}

func (c *collector) release(idx uint32) {
	c.buf[idx] = uint64(c.unused)<<2 | rootUnused
	c.unused = idx
	c.roots--
}

// unroot takes a payload that is going out of the buffer.
func (sp *Space) unroot(g *GC) {
	if g.TypeInfo&gcAddrMask != 0 {
		sp.gc.release(sp.gc.find(g))
	}
	g.TypeInfo &^= gcInfoMask
}

// rootWhenFull collects, then buffers g if it is still there.
func (sp *Space) rootWhenFull(g *GC) {
	if !sp.gc.disabled && !sp.gc.active {
		g.RC++
		sp.adjustThreshold(sp.CollectCycles())
		g.RC--
		if g.RC == 0 {
			sp.destroy(g)
			return
		}
		if g.TypeInfo&gcInfoMask != 0 {
			return
		}
	}
	sp.addRoot(g)
}

// adjustThreshold makes collections rarer when they find little.
func (sp *Space) adjustThreshold(count int) {
	c := &sp.gc
	if count < gcTrigger || c.roots >= c.threshold {
		if c.threshold < gcThresholdMax {
			n := min(c.threshold+gcStep, gcThresholdMax)
			if n > c.bufSize {
				c.grow()
			}
			if n <= c.bufSize {
				c.threshold = n
			}
		}
	} else if c.threshold > gcThreshold {
		c.threshold = max(c.threshold-gcStep, gcThreshold)
	}
}

func (g *GC) colour() uint32     { return g.TypeInfo & gcColour }
func (g *GC) setColour(c uint32) { g.TypeInfo = g.TypeInfo&^gcColour | c }

// children calls f with each counted payload that g refers to, in order, once a
// reference. The table of an object's dynamic properties is passed with props set.
// Indirect slots are skipped: who owns their target reports it.
func (sp *Space) children(g *GC, f func(c *GC, props bool)) {
	switch g.kind() {
	case ObjectT:
		if g.TypeInfo&ObjFreeCalled != 0 {
			return
		}
		o := g.object()
		n := o.Desc().PropCount
		for i := uint32(0); i < n; i++ {
			if v := o.Prop(i); v.T&FlagsMask != 0 {
				f(v.Counted(), false)
			}
		}
		if o.Internal != 0 && sp.ObjectChildren != nil {
			sp.ObjectChildren(o, func(v *Value) {
				if v.T&FlagsMask != 0 {
					f(v.Counted(), false)
				}
			})
		}
		if g.TypeInfo&ObjWeaklyReferenced != 0 && sp.WeakChildren != nil {
			sp.WeakChildren(o, func(v *Value) {
				if v.T&FlagsMask != 0 {
					f(v.Counted(), false)
				}
			})
		}
		if o.Props != 0 {
			if t := TableAt(o.Props); !t.Immutable() && t.GC.kind() == ArrayT {
				f(&t.GC, true)
			}
		}
	case ArrayT:
		t := g.table()
		for i := uint32(0); i < t.Used; i++ {
			if v := t.SlotAt(i); v.T&FlagsMask != 0 {
				f(v.Counted(), false)
			}
		}
	case ReferenceT:
		if v := &g.ref().Val; v.T&FlagsMask != 0 {
			f(v.Counted(), false)
		}
	}
}

func (sp *Space) push(g *GC) { sp.gc.stack = append(sp.gc.stack, g.addr()) }

func (sp *Space) pop() *GC {
	s := sp.gc.stack
	g := gcAt(s[len(s)-1])
	sp.gc.stack = s[:len(s)-1]
	return g
}

// expand calls visit for the children of g and puts the first that was pushed on top of the
// others: Zend goes on with the first child and comes back to the others last to first.
func (sp *Space) expand(g *GC, visit func(c *GC, props bool)) {
	base := len(sp.gc.stack)
	sp.children(g, visit)
	if s := sp.gc.stack[base:]; len(s) > 1 {
		first := s[0]
		copy(s, s[1:])
		s[len(s)-1] = first
	}
}

// spread calls visit for the children of root and of every child that visit pushed.
func (sp *Space) spread(root *GC, visit func(c *GC, props bool)) {
	base := len(sp.gc.stack)
	sp.expand(root, visit)
	for len(sp.gc.stack) > base {
		sp.expand(sp.pop(), visit)
	}
}

// CollectCycles looks for garbage cycles and frees them. It returns the number of payloads
// freed, references not counted, as gc_collect_cycles() does. May run PHP code.
func (sp *Space) CollectCycles() int {
	if sp.gc.active || sp.gc.protected {
		return 0
	}
	total := 0
	for run := 0; run < 2 && sp.gc.roots != 0; run++ {
		n, again := sp.collectOnce()
		total += n
		if !again {
			break
		}
	}
	return total
}

// collectOnce is one run; again tells that destructors were called.
func (sp *Space) collectOnce() (count int, again bool) {
	c := &sp.gc
	c.runs++
	c.active = true
	sp.markRoots()
	sp.scanRoots()
	count, dtors := sp.collectRoots()
	if c.roots == 0 {
		c.active = false
		return 0, false
	}
	end := c.next
	if dtors {
		count -= sp.callDestructors(end)
		again = true
		if c.protected {
			c.active = false
			return 0, false
		}
	}
	sp.destroyGarbage(end)
	c.collected += uint64(count)
	c.active = false
	c.compact()
	return count, again
}

func (sp *Space) markRoots() {
	sp.gc.compact()
	visit := func(g *GC, props bool) {
		g.RC--
		if g.colour() != gcGrey {
			g.setColour(gcGrey)
			sp.push(g)
		}
	}
	for idx := uint32(gcFirst); idx < sp.gc.next; idx++ {
		if e := sp.gc.buf[idx]; e&rootTag == rootPlain {
			if g := gcAt(mm.Addr(e)); g.colour() == gcPurple {
				g.setColour(gcGrey)
				sp.spread(g, visit)
			}
		}
	}
}

func (sp *Space) scanRoots() {
	black := func(g *GC, props bool) {
		g.RC++
		if g.colour() != gcBlack {
			g.setColour(gcBlack)
			sp.push(g)
		}
	}
	c := &sp.gc
	// Whites wait on a stack of their own, since the black pass uses the common one
	// from within.
	var white []mm.Addr
	scan := func(g *GC, props bool) {
		if g.colour() == gcGrey {
			g.setColour(gcWhite)
			white = append(white, g.addr())
		}
	}
	for idx := uint32(gcFirst); idx < c.next; idx++ {
		e := c.buf[idx]
		if e&rootTag != rootPlain {
			continue
		}
		g := gcAt(mm.Addr(e))
		if g.colour() != gcGrey {
			continue
		}
		g.setColour(gcWhite)
		white = append(white[:0], g.addr())
		for len(white) > 0 {
			g := gcAt(white[len(white)-1])
			white = white[:len(white)-1]
			if g.colour() != gcWhite {
				continue
			}
			if g.RC > 0 {
				g.setColour(gcBlack)
				sp.spread(g, black)
				continue
			}
			sp.children(g, scan)
		}
	}
}

// collectRoots restores the counts of garbage and gathers it in the buffer.
func (sp *Space) collectRoots() (count int, dtors bool) {
	c := &sp.gc
	for idx := uint32(gcFirst); idx < c.next; idx++ {
		if e := c.buf[idx]; e&rootTag == rootPlain {
			if g := gcAt(mm.Addr(e)); g.colour() == gcBlack {
				g.TypeInfo &^= gcInfoMask
				c.release(idx)
			}
		}
	}
	c.compact()
	var visit func(g *GC, props bool)
	visit = func(g *GC, props bool) {
		g.RC++
		if g.colour() != gcWhite {
			return
		}
		g.setColour(gcBlack)
		if props {
			sp.children(g, visit) // part of its object: neither counted nor buffered
		} else {
			sp.push(g)
		}
	}
	for idx, end := uint32(gcFirst), c.next; idx < end; idx++ {
		g := gcAt(mm.Addr(c.buf[idx] &^ rootTag))
		c.buf[idx] |= rootGarbage
		if g.colour() != gcWhite {
			continue
		}
		g.setColour(gcBlack)
		base := len(c.stack)
		sp.push(g)
		for len(c.stack) > base {
			g := sp.pop()
			if k := g.kind(); k != ReferenceT {
				count++
				if k == ObjectT || k == ArrayT {
					if g.TypeInfo&gcInfoMask == 0 {
						sp.addGarbage(g)
					}
					if k == ObjectT && g.TypeInfo&ObjDestructorCalled == 0 && sp.hasDestructor(g.object()) {
						dtors = true
					}
				}
			}
			sp.expand(g, visit)
		}
	}
	return count, dtors
}

func (sp *Space) hasDestructor(o *Object) bool {
	return sp.NeedsDestructor != nil && sp.NeedsDestructor(o)
}

func (sp *Space) addGarbage(g *GC) {
	if idx := sp.gc.take(); idx != 0 {
		sp.gc.buf[idx] = uint64(g.addr()) | rootGarbage
		g.TypeInfo = g.TypeInfo&^gcInfoMask | compressed(idx)<<GCInfoShift
		sp.gc.roots++
	}
}

// callDestructors takes the objects that have one, and all they reach, out of this run's
// garbage, and calls the destructors. It returns how many payloads were taken out.
func (sp *Space) callDestructors(end uint32) (removed int) {
	c := &sp.gc
	for idx := uint32(gcFirst); idx < end; idx++ {
		if c.buf[idx]&rootTag != rootGarbage {
			continue
		}
		g := gcAt(mm.Addr(c.buf[idx] &^ rootTag))
		if g.kind() != ObjectT || g.TypeInfo&ObjDestructorCalled != 0 {
			continue
		}
		if sp.hasDestructor(g.object()) {
			c.buf[idx] = c.buf[idx]&^rootTag | rootDtor
			g.setColour(gcPurple)
		} else {
			g.TypeInfo |= ObjDestructorCalled
		}
	}
	var keep func(g *GC, props bool)
	keep = func(g *GC, props bool) {
		switch {
		case g.TypeInfo&gcAddrMask != 0 && g.colour() == gcBlack:
			sp.unroot(g)
			removed++
			sp.push(g)
		case props:
			sp.children(g, keep)
		case g.kind() == ReferenceT:
			sp.push(g)
		}
	}
	for idx := uint32(gcFirst); idx < end; idx++ {
		if c.buf[idx]&rootTag == rootDtor {
			removed++
			sp.spread(gcAt(mm.Addr(c.buf[idx]&^rootTag)), keep)
		}
	}
	for idx := uint32(gcFirst); idx < end; idx++ {
		if c.buf[idx]&rootTag != rootDtor {
			continue
		}
		// An ordinary root for the next run.
		g := gcAt(mm.Addr(c.buf[idx] &^ rootTag))
		c.buf[idx] &^= rootTag
		if g.TypeInfo&ObjDestructorCalled == 0 {
			g.TypeInfo |= ObjDestructorCalled
			g.RC++
			sp.CallDestructor(g.object())
			g.RC--
		}
	}
	return removed
}

// destroyGarbage releases what the garbage holds, then frees it. Garbage whose count falls
// to 0 on the way is freed by that release, which takes it out of the buffer.
func (sp *Space) destroyGarbage(end uint32) {
	c := &sp.gc
	for idx := uint32(gcFirst); idx < end; idx++ {
		e := c.buf[idx]
		if e&rootTag != rootGarbage {
			continue
		}
		g := gcAt(mm.Addr(e &^ rootTag))
		base := len(sp.work)
		switch g.kind() {
		case ObjectT:
			g.TypeInfo = deadInfo | g.TypeInfo&(ObjWeaklyReferenced|ObjFreeCalled|ObjDestructorCalled)
			if g.TypeInfo&ObjFreeCalled != 0 {
				break
			}
			g.TypeInfo |= ObjFreeCalled
			g.RC++
			sp.work = append(sp.work, work{a: g.addr(), stage: stageObject})
			sp.drain(base)
			g.RC--
		case ArrayT:
			g.TypeInfo = deadInfo | GCPersistent // storage only: the header goes below
			sp.work = append(sp.work, work{a: g.addr(), stage: stageTable})
			sp.drain(base)
		}
	}
	for idx := uint32(gcFirst); idx < end; idx++ {
		e := c.buf[idx]
		if e&rootTag != rootGarbage {
			continue
		}
		g := gcAt(mm.Addr(e &^ rootTag))
		c.release(idx)
		if g.TypeInfo&GCPersistent != 0 && g.TypeInfo&ObjFreeCalled == 0 {
			sp.Heap.FreeSize(g.addr(), TableSize)
		} else {
			sp.FreeObjectMem(g.object())
		}
	}
}

// compact fills unused entries with those from the end, as Zend does: the order
// of the buffer is that in which destructors are called.
func (c *collector) compact() {
	if c.roots+gcFirst == c.next {
		return
	}
	free, scan := uint32(gcFirst), c.next-1
	for c.roots != 0 && free < scan {
		for c.buf[free]&rootTag != rootUnused {
			free++
		}
		for c.buf[scan]&rootTag == rootUnused {
			scan--
		}
		if scan <= free {
			break
		}
		e := c.buf[scan]
		c.buf[free] = e
		g := gcAt(mm.Addr(e &^ rootTag))
		g.TypeInfo = g.TypeInfo&^gcAddrMask | compressed(free)<<GCInfoShift
		free++
		scan--
		if scan <= c.roots {
			break
		}
	}
	c.unused = 0
	c.next = c.roots + gcFirst
}
