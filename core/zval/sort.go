package zval

// Sorting, as Zend does it: insertion sort with fixed networks up to 16
// elements, quick sort around a median of 3 or 5 above. The sequence of
// comparisons is part of the model, since a PHP callback sees it.

// Sort orders the elements of t by cmp, which sees buckets (a packed table is sorted as a
// hash). Elements that compare equal keep their order. With renumber the keys are
// dropped for 0..n-1 and the table becomes packed; without, it becomes a hash.
// cmp may run PHP code but must not touch t, which is unusable meanwhile.
func (sp *Space) Sort(t *Table, cmp func(a, b *Bucket) int, renumber bool) {
	if t.Count <= 1 && !(renumber && t.Count > 0) {
		return
	}
	if t.Packed() {
		sp.packedToHash(t, t.Size)
	}
	// The chains are not needed while sorting: U holds the original order.
	if t.withoutHoles() {
		for i := uint32(0); i < t.Used; i++ {
			t.BucketAt(i).Val.U = i
		}
	} else {
		j := uint32(0)
		for i := uint32(0); i < t.Used; i++ {
			b := t.BucketAt(i)
			if b.Val.T == uint32(Undef) {
				continue
			}
			if i != j {
				*t.BucketAt(j) = *b
			}
			t.BucketAt(j).Val.U = j
			j++
		}
		t.Used = j
	}
	t.resetHeads()
	s := sorter{cmp: func(a, b *Bucket) int {
		if r := cmp(a, b); r != 0 {
			return r
		}
		switch {
		case a.Val.U > b.Val.U:
			return 1
		case a.Val.U < b.Val.U:
			return -1
		}
		return 0
	}}
	s.sort(t.buckets(t.Used))
	t.Pos = 0
	if !renumber {
		sp.Rehash(t)
		return
	}
	for i := uint32(0); i < t.Used; i++ {
		b := t.BucketAt(i)
		b.H = uint64(i)
		if b.Key != 0 {
			sp.ReleaseStr(StringAt(b.Key))
			b.Key = 0
		}
	}
	t.NextFree = int64(t.Used)
	sp.hashToPacked(t)
}

// SortBuckets is the algorithm itself, for buckets gathered elsewhere: not stable unless cmp never
// returns 0.
func SortBuckets(b []Bucket, cmp func(a, b *Bucket) int) {
	s := sorter{cmp: cmp}
	s.sort(b)
}

type sorter struct {
	cmp func(a, b *Bucket) int
}

func (s *sorter) sort(b []Bucket) {
	for {
		n := len(b)
		if n <= 16 {
			s.insertion(b)
			return
		}
		mid := n / 2
		if n >= 1024 {
			d := mid / 2
			s.sort5(&b[0], &b[d], &b[mid], &b[mid+d], &b[n-1])
		} else {
			s.sort3(&b[0], &b[mid], &b[n-1])
		}
		b[1], b[mid] = b[mid], b[1]
		i := s.partition(b)
		b[1], b[i-1] = b[i-1], b[1]
		if i-1 < n-i {
			s.sort(b[:i-1])
			b = b[i:]
		} else {
			s.sort(b[i:])
			b = b[:i-1]
		}
	}
}

// partition splits b[2:n-1] around the pivot b[1] and returns the start of the
// upper part.
func (s *sorter) partition(b []Bucket) int {
	pivot := &b[1]
	i, j := 2, len(b)-1
	for {
		for s.cmp(pivot, &b[i]) > 0 {
			if i++; i == j {
				return i
			}
		}
		if j--; j == i {
			return i
		}
		for s.cmp(&b[j], pivot) > 0 {
			if j--; j == i {
				return i
			}
		}
		b[i], b[j] = b[j], b[i]
		if i++; i == j {
			return i
		}
	}
}

func (s *sorter) insertion(b []Bucket) {
	n := len(b)
	switch n {
	case 0, 1:
		return
	case 2:
		s.sort2(&b[0], &b[1])
		return
	case 3:
		s.sort3(&b[0], &b[1], &b[2])
		return
	case 4:
		s.sort4(&b[0], &b[1], &b[2], &b[3])
		return
	case 5:
		s.sort5(&b[0], &b[1], &b[2], &b[3], &b[4])
		return
	}
	const linear = 6
	for i := 1; i < n; i++ {
		x := &b[i]
		j := i - 1
		if s.cmp(&b[j], x) <= 0 {
			continue
		}
		if i < linear {
			for j != 0 {
				j--
				if s.cmp(&b[j], x) <= 0 {
					j++
					break
				}
			}
		} else {
			j = s.pairwise(b, i, j)
		}
		v := b[i]
		copy(b[j+1:i+1], b[j:i])
		b[j] = v
	}
}

// pairwise finds where b[i] belongs in b[:j+1], given that b[j] is greater: it steps two
// elements at a time and then looks at the one it jumped over.
func (s *sorter) pairwise(b []Bucket, i, j int) int {
	x := &b[i]
	for {
		j -= 2
		if s.cmp(&b[j], x) <= 0 {
			j++
			if s.cmp(&b[j], x) <= 0 {
				j++
			}
			return j
		}
		if j == 0 {
			return j
		}
		if j == 1 {
			j--
			if s.cmp(x, &b[j]) > 0 {
				j++
			}
			return j
		}
	}
}

func (s *sorter) sort2(a, b *Bucket) {
	if s.cmp(a, b) > 0 {
		*a, *b = *b, *a
	}
}

func (s *sorter) sort3(a, b, c *Bucket) {
	if s.cmp(a, b) <= 0 {
		if s.cmp(b, c) <= 0 {
			return
		}
		*b, *c = *c, *b
		if s.cmp(a, b) > 0 {
			*a, *b = *b, *a
		}
		return
	}
	if s.cmp(c, b) <= 0 {
		*a, *c = *c, *a
		return
	}
	*a, *b = *b, *a
	if s.cmp(b, c) > 0 {
		*b, *c = *c, *b
	}
}

func (s *sorter) sort4(a, b, c, d *Bucket) {
	s.sort3(a, b, c)
	if s.cmp(c, d) > 0 {
		*c, *d = *d, *c
		if s.cmp(b, c) > 0 {
			*b, *c = *c, *b
			if s.cmp(a, b) > 0 {
				*a, *b = *b, *a
			}
		}
	}
}

func (s *sorter) sort5(a, b, c, d, e *Bucket) {
	s.sort4(a, b, c, d)
	if s.cmp(d, e) > 0 {
		*d, *e = *e, *d
		if s.cmp(c, d) > 0 {
			*c, *d = *d, *c
			if s.cmp(b, c) > 0 {
				*b, *c = *c, *b
				if s.cmp(a, b) > 0 {
					*a, *b = *b, *a
				}
			}
		}
	}
}
