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

// Adopt gives an unshared table the contents of another, unshared too, which
// takes the old ones and is released. The table keeps its identity, and with it
// the iterators that stand on it: moved says where the element at an old slot
// is now.
func (sp *Space) Adopt(t, src *Table, moved func(slot uint32) uint32) {
	const iters = uint32(0xff) << tableIterShift
	keep, give := t.Flags&iters, src.Flags&iters
	t.Flags, src.Flags = src.Flags&^iters|keep, t.Flags&^iters|give
	t.Mask, src.Mask = src.Mask, t.Mask
	t.Data, src.Data = src.Data, t.Data
	t.Used, src.Used = src.Used, t.Used
	t.Count, src.Count = src.Count, t.Count
	t.Size, src.Size = src.Size, t.Size
	t.NextFree, src.NextFree = src.NextFree, t.NextFree
	t.Pos, src.Pos = 0, 0
	for i := range sp.iters[:sp.iterN] {
		if it := &sp.iters[i]; it.t == t {
			it.pos = moved(it.pos)
		}
	}
	sp.ReleaseArr(src)
}
