package zval

import "github.com/ebb-vm/ebb/core/mm"

// Releasing. A payload whose count reaches 0 is taken apart at once, children in
// order, depth first, as Zend's recursion does it; but the recursion is a
// work list in the Space, so that nesting costs no Go stack. Code run from
// here (destructors, hooks) may release things itself: it works on its own
// part of the list, above what is waiting.

// work is a table or an object that is being taken apart.
type work struct {
	a     mm.Addr
	i     uint32 // next slot
	stage uint8
}

const (
	stageTable = iota
	stageObject
	stageProps
)

const gcInfoMask = ^uint32(1<<GCInfoShift - 1)

// Release drops the reference held by v; v itself is left as it is, dead.
func (sp *Space) Release(v *Value) {
	if v.T&FlagsMask != 0 {
		sp.ReleaseCounted(v.Counted())
	}
}

// ReleaseCounted drops one reference to a counted payload. May run PHP code.
func (sp *Space) ReleaseCounted(g *GC) {
	rc, info := g.RC-1, g.TypeInfo
	g.RC = rc
	if rc == 0 {
		if info&GCTypeMask == uint32(StringT) {
			sp.FreeString(g.str())
			return
		}
		sp.destroy(g)
		return
	}
	// A string, or a container that is buffered already: nothing more to do.
	if info&(gcInfoMask|GCNotCollectable) != 0 && info&GCTypeMask != uint32(ReferenceT) {
		return
	}
	sp.checkRoot(g)
}

// ReleaseObj drops one reference to o. May run PHP code.
func (sp *Space) ReleaseObj(o *Object) { sp.ReleaseCounted(&o.GC) }

// ReleaseRef drops one reference to r. May run PHP code.
func (sp *Space) ReleaseRef(r *Reference) { sp.ReleaseCounted(&r.GC) }

// destroy frees a payload whose count is 0.
func (sp *Space) destroy(g *GC) {
	if g.kind() == StringT {
		sp.FreeString(g.str())
		return
	}
	if sp.depth >= maxReleases {
		g.RC = 1
		sp.later = append(sp.later, g.addr())
		return
	}
	sp.destroyNow(g)
	for sp.depth == 0 && len(sp.later) > 0 {
		g := gcAt(sp.later[len(sp.later)-1])
		sp.later = sp.later[:len(sp.later)-1]
		g.RC = 0
		sp.destroyNow(g)
	}
}

// maxReleases bounds the Go recursion through objects that hold values elsewhere
// than in properties (a closure in what it binds, a generator in its frame): their
// owners release those by a call. What lies deeper waits for the outermost release.
const maxReleases = 10000

func (sp *Space) destroyNow(g *GC) {
	sp.depth++
	Deeper(sp.depth)
	base := len(sp.work)
	sp.begin(g)
	if len(sp.work) > base {
		sp.drain(base)
	}
	sp.depth--
}

// begin starts taking apart a payload whose count is 0: leaves are freed, a
// container is left on top of the work list.
func (sp *Space) begin(g *GC) {
	for {
		switch g.kind() {
		case StringT:
			sp.FreeString(g.str())
		case ArrayT:
			t := g.table()
			if g.TypeInfo&gcInfoMask != 0 {
				sp.unroot(g)
			}
			g.TypeInfo = deadInfo
			sp.work = append(sp.work, work{a: t.Addr(), stage: stageTable})
		case ObjectT:
			if sp.FreeObject != nil {
				sp.FreeObject(g.object())
			} else {
				sp.DestroyObject(g.object())
			}
		case ReferenceT:
			// No one can see the reference any more, so it goes before its value.
			if g.TypeInfo&gcInfoMask != 0 {
				sp.unroot(g)
			}
			v := g.ref().Val
			sp.Heap.FreeSize(g.addr(), ReferenceSize)
			if v.T&FlagsMask == 0 {
				return
			}
			g = v.Counted()
			if sp.dropped(g) {
				continue
			}
		case ResourceT:
			if sp.FreeResource != nil {
				// The hook may look at the resource; a release of its own must not free it again.
				g.RC = 1
				g.TypeInfo |= GCImmutable
				sp.FreeResource(g.res())
			}
			sp.Heap.FreeSize(g.addr(), ResourceSize)
		}
		return
	}
}

// dropped drops one reference and reports whether it was the last.
func (sp *Space) dropped(g *GC) bool {
	g.RC--
	if g.RC == 0 {
		return true
	}
	if g.TypeInfo&(gcInfoMask|GCNotCollectable) == 0 || g.kind() == ReferenceT {
		sp.checkRoot(g)
	}
	return false
}

// drain takes apart what is on the work list above base.
func (sp *Space) drain(base int) {
	for len(sp.work) > base {
		w := &sp.work[len(sp.work)-1]
		switch w.stage {
		case stageTable:
			sp.drainTable(w)
		default:
			sp.drainObject(w)
		}
	}
}

// drainTable releases elements until one has to be taken apart itself, or all
// are gone and the table is freed. The entry is on top of the list; what is
// pushed may move the list, so w is not used after that.
func (sp *Space) drainTable(w *work) {
	t := TableAt(w.a)
	packed := t.Packed()
	depth := len(sp.work)
	for i := w.i; i < t.Used; i++ {
		v := t.SlotAt(i)
		if !packed {
			if b := t.BucketAt(i); b.Key != 0 {
				sp.ReleaseStr(StringAt(b.Key))
			}
		}
		if v.T&FlagsMask == 0 {
			continue
		}
		g := v.Counted()
		if g.RC > 1 {
			sp.work[depth-1].i = i + 1
			sp.dropped(g)
			continue
		}
		g.RC = 0
		if g.kind() == StringT {
			sp.FreeString(g.str())
			continue
		}
		sp.work[depth-1].i = i + 1
		sp.begin(g)
		if len(sp.work) > depth {
			return
		}
	}
	sp.work = sp.work[:depth-1]
	sp.freeStorage(t)
	if t.GC.TypeInfo&GCPersistent == 0 { // else the collector frees the header
		sp.Heap.FreeSize(t.Addr(), TableSize)
	}
}

// freeStorage frees the storage of a table whose elements are dead.
func (sp *Space) freeStorage(t *Table) {
	if t.Flags&TableUninitialized == 0 {
		a, n := t.block()
		sp.Heap.FreeSize(a, n)
	}
	if t.Flags&tableIterMask != 0 {
		sp.itersGone(t)
	}
}

// DestroyObject runs the destructor of an object whose count is 0, if it has one
// that has not run, and queues the object to be taken apart unless it was
// brought back. It is what happens when FreeObject is not bound, and may be
// called from there only.
func (sp *Space) DestroyObject(o *Object) {
	if o.GC.TypeInfo&ObjFreeCalled != 0 {
		return // being taken apart already: a cycle through itself
	}
	if o.GC.TypeInfo&ObjDestructorCalled == 0 {
		o.GC.TypeInfo |= ObjDestructorCalled
		if sp.NeedsDestructor != nil && sp.NeedsDestructor(o) {
			o.GC.RC = 1
			sp.CallDestructor(o)
			o.GC.RC--
			if o.GC.RC > 0 {
				return
			}
			if o.GC.TypeInfo&ObjFreeCalled != 0 {
				return
			}
		}
	}
	o.GC.TypeInfo |= ObjFreeCalled
	if o.GC.TypeInfo&gcInfoMask != 0 {
		sp.unroot(&o.GC)
	}
	o.GC.RC = 1
	sp.work = append(sp.work, work{a: o.Addr(), stage: stageObject})
}

// drainObject does the next steps of taking an object apart: payload, dynamic
// properties, declared properties, memory.
func (sp *Space) drainObject(w *work) {
	o := ObjectAt(w.a)
	depth := len(sp.work)
	if w.stage == stageObject {
		w.stage = stageProps
		if o.GC.TypeInfo&ObjWeaklyReferenced != 0 && sp.WeakGone != nil {
			sp.WeakGone(o)
		}
		if o.Internal != 0 && sp.FreeInternal != nil {
			sp.FreeInternal(o)
		}
		if o.Props != 0 {
			t := TableAt(o.Props)
			o.Props = 0
			if t.GC.TypeInfo&GCImmutable == 0 && t.GC.kind() == ArrayT && sp.dropped(&t.GC) {
				sp.begin(&t.GC)
				if len(sp.work) > depth {
					return
				}
			}
		}
		w = &sp.work[depth-1]
	}
	n := o.Desc().PropCount
	for i := w.i; i < n; i++ {
		v := o.Prop(i)
		if v.T&FlagsMask == 0 {
			continue
		}
		g := v.Counted()
		if g.kind() == ReferenceT && g.ref().Sources != 0 && sp.RefSourceGone != nil {
			sp.RefSourceGone(o, i, g.ref())
		}
		v.T = uint32(Undef)
		sp.work[depth-1].i = i + 1
		if sp.dropped(g) {
			sp.begin(g)
			if len(sp.work) > depth {
				return
			}
		}
	}
	sp.work = sp.work[:depth-1]
	if o.GC.TypeInfo&gcInfoMask != 0 {
		sp.unroot(&o.GC) // became a possible root while going
	}
	if sp.ObjectGone != nil {
		sp.ObjectGone(o)
	}
	if o.GC.kind() == ObjectT { // else the collector frees the block
		sp.FreeObjectMem(o)
	}
}

// Abandon forgets everything in progress (work list, collection) after a
// bail-out unwound through it. What was waiting is leaked to the heap's end.
func (sp *Space) Abandon() {
	sp.work, sp.later, sp.depth = sp.work[:0], nil, 0
	sp.gc.active = false
	sp.gc.protected = true
}
