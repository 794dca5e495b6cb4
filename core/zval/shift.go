package zval

// ShiftFront drops the first element of an unshared table, as array_shift
// does: integer keys are renumbered from 0, the internal pointer goes to the
// start, and iterators follow their elements.
func (sp *Space) ShiftFront(t *Table) {
	first := t.ValidPos(0)
	if first >= t.Used {
		return
	}
	if t.Packed() {
		old := *t.SlotAt(first)
		t.SlotAt(first).SetUndef()
		j := uint32(0)
		for i := first + 1; i < t.Used; i++ {
			v := t.SlotAt(i)
			if v.T == uint32(Undef) {
				continue
			}
			if i != j {
				t.SlotAt(j).MoveFrom(v)
				v.SetUndef()
				sp.itersMove(t, i, i, j)
			}
			j++
		}
		t.Used, t.Count, t.NextFree = j, j, int64(j)
		t.Pos = 0
		sp.itersClamp(t)
		sp.Release(&old) // last: a destructor may look at the table
		return
	}
	sp.DelAt(t, first)
	next, changed := int64(0), false
	for i := uint32(0); i < t.Used; i++ {
		b := t.BucketAt(i)
		if b.Val.T == uint32(Undef) || b.Key != 0 {
			continue
		}
		if int64(b.H) != next {
			b.H, changed = uint64(next), true
		}
		next++
	}
	t.NextFree = next
	if changed {
		sp.Rehash(t)
	}
	t.Pos = 0
}
