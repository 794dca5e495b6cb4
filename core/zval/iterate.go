package zval

// Iteration. Three kinds, from the cheapest:
//
//   - SlotAt/KeyAt over 0..Used, skipping Undef: for code that runs nothing else;
//   - Iter, which re-reads the table at each step, so it survives growth of the
//     same table but not its separation or release;
//   - the internal pointer (current(), next() ...) and the registered iterators of
//     foreach by reference, which are moved when elements go or a table is
//     rehashed, and follow a copy of the table.

// Iter walks a table in order.
type Iter struct {
	t *Table
	i uint32 // slot after the current one
}

// Iter returns an iterator before the first element.
func (t *Table) Iter() Iter { return Iter{t: t} }

// Next moves to the next element and reports whether there is one.
func (it *Iter) Next() bool {
	t := it.t
	for it.i < t.Used {
		it.i++
		if t.SlotAt(it.i-1).T != uint32(Undef) {
			return true
		}
	}
	return false
}

// Key returns the current key: the string, borrowed, or nil and the integer.
func (it *Iter) Key() (*String, int64) { return it.t.KeyAt(it.i - 1) }

// Value returns the current slot.
func (it *Iter) Value() *Value { return it.t.SlotAt(it.i - 1) }

// Pos returns the current slot's number.
func (it *Iter) Pos() uint32 { return it.i - 1 }

// KeyValue stores the current key in a dead v as PHP sees it, with a new reference.
func (it *Iter) KeyValue(v *Value) { it.t.KeyValueAt(it.i-1, v) }

// KeyValueAt stores slot i's key in a dead v as PHP sees it, with a new reference.
func (t *Table) KeyValueAt(i uint32, v *Value) {
	if k, n := t.KeyAt(i); k != nil {
		v.SetStr(k.AddRef())
	} else {
		v.SetLong(n)
	}
}

// ValidPos returns pos, or the next live slot when it is a hole; Used at the end.
func (t *Table) ValidPos(pos uint32) uint32 {
	for pos < t.Used && t.SlotAt(pos).T == uint32(Undef) {
		pos++
	}
	return min(pos, t.Used)
}

// NextPos returns the live slot after pos, Used at the end.
func (t *Table) NextPos(pos uint32) uint32 {
	if pos = t.ValidPos(pos); pos >= t.Used {
		return t.Used
	}
	return t.ValidPos(pos + 1)
}

// PrevPos returns the live slot before pos, Used when there is none.
func (t *Table) PrevPos(pos uint32) uint32 {
	pos = t.ValidPos(pos)
	if pos >= t.Used {
		return t.Used
	}
	for pos > 0 {
		pos--
		if t.SlotAt(pos).T != uint32(Undef) {
			return pos
		}
	}
	return t.Used
}

// LastPos returns the last live slot, Used when the table is empty.
func (t *Table) LastPos() uint32 {
	for i := t.Used; i > 0; {
		i--
		if t.SlotAt(i).T != uint32(Undef) {
			return i
		}
	}
	return t.Used
}

// First, Last, MoveForward and MoveBack set the internal pointer. Past either
// end it points nowhere (Current returns nil), and stays there.

func (t *Table) First()       { t.Pos = t.ValidPos(0) }
func (t *Table) Last()        { t.Pos = t.LastPos() }
func (t *Table) MoveForward() { t.Pos = t.NextPos(t.Pos) }
func (t *Table) MoveBack()    { t.Pos = t.PrevPos(t.Pos) }

// Current returns the element at the internal pointer, or nil.
func (t *Table) Current() *Value {
	if p := t.ValidPos(t.Pos); p < t.Used {
		return t.SlotAt(p)
	}
	return nil
}

// CurrentKey stores the key at the internal pointer in a dead v; false and
// nothing stored when it points nowhere.
func (t *Table) CurrentKey(v *Value) bool {
	p := t.ValidPos(t.Pos)
	if p >= t.Used {
		return false
	}
	t.KeyValueAt(p, v)
	return true
}

// FirstValue and LastValue return the first and last element, or nil.

func (t *Table) FirstValue() *Value {
	if p := t.ValidPos(0); p < t.Used {
		return t.SlotAt(p)
	}
	return nil
}
func (t *Table) LastValue() *Value {
	if p := t.LastPos(); p < t.Used {
		return t.SlotAt(p)
	}
	return nil
}

// iterator is a position that follows its table.
type iterator struct {
	t    *Table // nil: entry free, or the table is gone (then dead is set)
	dead bool
	pos  uint32
	next uint32 // ring of the iterators that copies of the table were given
}

func (t *Table) iterCount() uint32 { return t.Flags >> tableIterShift & 0xff }

// Counts stick at their maximum: such a table is searched for iterators for ever.
func (t *Table) iterInc() {
	if t.iterCount() != 0xff {
		t.Flags += tableIterOne
	}
}
func (t *Table) iterDec() {
	if n := t.iterCount(); n != 0xff && n != 0 {
		t.Flags -= tableIterOne
	}
}

// IterAdd registers an iterator at slot pos of t and returns its number.
func (sp *Space) IterAdd(t *Table, pos uint32) uint32 {
	t.iterInc()
	for i := range sp.iters {
		if it := &sp.iters[i]; it.t == nil && !it.dead {
			*it = iterator{t: t, pos: pos, next: uint32(i)}
			sp.iterN = max(sp.iterN, uint32(i)+1)
			return uint32(i)
		}
	}
	i := uint32(len(sp.iters))
	sp.iters = append(sp.iters, iterator{t: t, pos: pos, next: i})
	sp.iterN = i + 1
	return i
}

// IterDel unregisters an iterator.
func (sp *Space) IterDel(idx uint32) {
	it := &sp.iters[idx]
	if it.t != nil {
		it.t.iterDec()
	}
	sp.dropCopies(idx)
	sp.iters[idx] = iterator{next: idx}
	for sp.iterN > 0 && sp.iters[sp.iterN-1].t == nil && !sp.iters[sp.iterN-1].dead {
		sp.iterN--
	}
	sp.iters = sp.iters[:sp.iterN]
}

// IterPos returns the iterator's slot in t. When t is not the table it was on,
// the iterator moves over: to where its twin in a copy stands, else to t's
// internal pointer.
func (sp *Space) IterPos(idx uint32, t *Table) uint32 {
	if it := &sp.iters[idx]; it.t == t {
		return it.pos
	}
	if !sp.adoptCopy(idx, t) {
		sp.moveIter(idx, t)
	}
	return sp.iters[idx].pos
}

// IterPosArr is IterPos for the array in v, which is separated first when the iterator
// has to move to it: the loop is going to write there.
func (sp *Space) IterPosArr(idx uint32, v *Value) uint32 {
	if it := &sp.iters[idx]; it.t == v.Arr() {
		return it.pos
	}
	if !sp.adoptCopy(idx, v.Arr()) {
		sp.moveIter(idx, sp.Separate(v))
	}
	return sp.iters[idx].pos
}

// IterSet moves the iterator to slot pos of the table it is on.
func (sp *Space) IterSet(idx, pos uint32) { sp.iters[idx].pos = pos }

func (sp *Space) moveIter(idx uint32, t *Table) {
	it := &sp.iters[idx]
	if it.t != nil {
		it.t.iterDec()
	}
	sp.dropCopies(idx)
	t.iterInc()
	it.t, it.dead, it.pos = t, false, t.ValidPos(t.Pos)
}

// adoptCopy looks for a twin of the iterator on table t and takes its place.
func (sp *Space) adoptCopy(idx uint32, t *Table) bool {
	it := &sp.iters[idx]
	for n := it.next; n != idx; n = sp.iters[n].next {
		if c := &sp.iters[n]; c.t == t {
			if it.t != nil {
				it.t.iterDec()
			}
			t.iterInc()
			it.t, it.dead, it.pos = t, false, c.pos
			sp.dropCopies(idx)
			return true
		}
	}
	sp.dropCopies(idx)
	return false
}

// dropCopies frees the twins of an iterator.
func (sp *Space) dropCopies(idx uint32) {
	n := sp.iters[idx].next
	sp.iters[idx].next = idx
	for n != idx {
		c := &sp.iters[n]
		following := c.next
		if c.t != nil {
			c.t.iterDec()
		}
		*c = iterator{next: n}
		n = following
	}
}

// itersDup gives copy d of table t twins of t's iterators.
func (sp *Space) itersDup(t, d *Table) {
	for i, n := uint32(0), sp.iterN; i < n; i++ {
		if sp.iters[i].t == t {
			c := sp.IterAdd(d, sp.iters[i].pos)
			sp.iters[c].next = sp.iters[i].next
			sp.iters[i].next = c
		}
	}
}

// itersMove moves the iterators at slots from..last of t, of which only the last may be
// live, to slot to.
func (sp *Space) itersMove(t *Table, from, last, to uint32) {
	for i := range sp.iters[:sp.iterN] {
		if it := &sp.iters[i]; it.t == t && it.pos >= from && it.pos <= last {
			it.pos = to
		}
	}
}

// itersAfter moves the iterators at or behind slot from to slot to.
func (sp *Space) itersAfter(t *Table, from, to uint32) {
	for i := range sp.iters[:sp.iterN] {
		if it := &sp.iters[i]; it.t == t && it.pos >= from {
			it.pos = to
		}
	}
}

// itersClamp keeps iterators from standing behind the end.
func (sp *Space) itersClamp(t *Table) { sp.itersAfter(t, t.Used, t.Used) }

// itersGone tells the iterators of t that it is being freed.
func (sp *Space) itersGone(t *Table) {
	for i := range sp.iters[:sp.iterN] {
		if it := &sp.iters[i]; it.t == t {
			it.t, it.dead = nil, true
		}
	}
}
