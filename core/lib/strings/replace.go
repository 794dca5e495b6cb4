package strings

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// replaceAll returns s (borrowed) with every needle replaced, owned, and how
// many there were.
func replaceAll(x *rt.Exec, s *zval.String, needle, by string, fold bool) (*zval.String, int64) {
	v := s.View()
	if needle == "" || len(needle) > len(v) {
		return s.AddRef(), 0
	}
	if !fold && len(needle) == 1 && len(by) == 1 {
		n := strings.Count(v, needle)
		if n == 0 {
			return s.AddRef(), 0
		}
		r := x.Space.AllocString(len(v))
		b := r.Bytes()
		copy(b, v)
		for i := range b {
			if b[i] == needle[0] {
				b[i] = by[0]
			}
		}
		return r, int64(n)
	}
	index := strings.Index
	n := 0
	if fold {
		index = indexFold
		for t := v; ; n++ {
			k := indexFold(t, needle)
			if k < 0 {
				break
			}
			t = t[k+len(needle):]
		}
	} else {
		n = strings.Count(v, needle)
	}
	if n == 0 {
		return s.AddRef(), 0
	}
	if n == 1 && len(needle) == len(v) {
		return x.Space.NewString(by), 1
	}
	size := len(v) - n*len(needle)
	if len(by) > 0 && (1<<62-size)/len(by) < n {
		product(x, len(by), 1<<62)
	}
	size += n * len(by)
	if size == 0 {
		return x.Space.EmptyString(), int64(n)
	}
	r := x.Space.AllocString(size)
	b := r.Bytes()
	for range n {
		k := index(v, needle)
		copy(b, v[:k])
		copy(b[k:], by)
		b = b[k+len(by):]
		v = v[k+len(needle):]
	}
	copy(b, v)
	return r, int64(n)
}

// replaceIn performs str_replace's whole job on one subject, borrowed; the
// result is owned. search and by are strings or arrays, as given.
func replaceIn(x *rt.Exec, subject *zval.Value, search, by *zval.Value, fold bool, count *int64) *zval.String {
	s := x.ToStr(subject)
	if s.Len == 0 || x.HasExc() {
		return s
	}
	step := func(needle, with string) {
		r, n := replaceAll(x, s, needle, with, fold)
		x.Space.ReleaseStr(s)
		s = r
		*count += n
	}
	if search.Type() != zval.ArrayT {
		step(search.Str().View(), by.Str().View())
		return s
	}
	var list *zval.Table
	pos := uint32(0)
	with := x.Space.EmptyString()
	if by.Type() == zval.ArrayT {
		list = by.Arr()
	} else {
		with = by.Str()
	}
	for it := search.Arr().Iter(); it.Next(); {
		needle := x.ToStr(it.Value().Deref())
		if needle.Len == 0 {
			if list != nil {
				pos = list.ValidPos(pos) + 1
			}
			x.Space.ReleaseStr(needle)
			continue
		}
		if list != nil {
			pos = list.ValidPos(pos)
			if pos < list.Used {
				with = x.ToStr(list.SlotAt(pos).Deref())
				pos++
			} else {
				with = x.Space.EmptyString()
			}
		}
		step(needle.View(), with.View())
		x.Space.ReleaseStr(needle)
		if list != nil {
			x.Space.ReleaseStr(with)
		}
		if s.Len == 0 || x.HasExc() {
			break
		}
	}
	return s
}

// replacer builds str_replace and str_ireplace.
func replacer(fold bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		search, by, subject := a.Val(0), a.Val(1), a.Val(2)
		if search.Type() != zval.ArrayT && by.Type() == zval.ArrayT {
			a.TypeError(1, "must be of type string when argument #1 ($search) is a string")
			return
		}
		var n int64
		if subject.Type() == zval.ArrayT {
			src := subject.Arr()
			t := x.Space.NewTable(src.Len())
			for it := src.Iter(); it.Next(); {
				v := it.Value().Deref()
				r := zval.StrValue(replaceIn(x, v, search, by, fold, &n))
				if k, i := it.Key(); k != nil {
					x.Space.Set(t, k, &r)
				} else {
					x.Space.SetLong(t, i, &r)
				}
				if a.Failed() {
					break
				}
			}
			ret.SetArr(t)
		} else {
			ret.SetStr(replaceIn(x, subject, search, by, fold, &n))
		}
		if a.Has(3) && !a.Failed() {
			c := zval.LongValue(n)
			a.SetRef(3, &c)
		}
	}
}

func fnStrtr(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0)
	pairs := a.Val(1)
	if a.Len() == 2 {
		if pairs.Type() != zval.ArrayT {
			a.TypeError(1, "must be of type array, string given")
			return
		}
		translate(x, s, pairs.Arr(), ret)
		return
	}
	if pairs.Type() == zval.ArrayT {
		a.TypeError(1, "must be of type string, array given")
		return
	}
	from, to := pairs.Str().View(), a.View(2)
	n := min(len(from), len(to))
	if s.Len == 0 || n == 0 {
		setSame(ret, s)
		return
	}
	if n == 1 {
		mapCase(x, s, ret, func(c byte) byte {
			if c == from[0] {
				return to[0]
			}
			return c
		})
		return
	}
	var table [256]byte
	for i := range table {
		table[i] = byte(i)
	}
	for i := range n {
		table[from[i]] = to[i]
	}
	mapCase(x, s, ret, func(c byte) byte { return table[c] })
}

// translate is strtr with an array: at each place the longest key that matches
// is replaced, and what was put in is not looked at again.
func translate(x *rt.Exec, s *zval.String, pairs *zval.Table, ret *zval.Value) {
	if pairs.Len() == 0 || s.Len == 0 {
		setSame(ret, s)
		return
	}
	if pairs.Len() == 1 {
		it := pairs.Iter()
		it.Next()
		k, n := it.Key()
		if k == nil {
			k = x.LongStr(n)
		} else {
			k.AddRef()
		}
		if k.Len == 0 {
			x.FuncWarning("Ignoring replacement of empty string")
			setSame(ret, s)
			return
		}
		by := x.ToStr(it.Value().Deref())
		if !x.HasExc() {
			r, _ := replaceAll(x, s, k.View(), by.View(), false)
			ret.SetStr(r)
		}
		x.Space.ReleaseStr(by)
		x.Space.ReleaseStr(k)
		return
	}
	v := s.View()
	// lens counts the keys of each length; first tells which bytes begin one
	shortest, longest := len(v)+1, 0
	var first byteSet
	lens := map[int]bool{}
	keys := make(map[string]*zval.Value, pairs.Len())
	for it := pairs.Iter(); it.Next(); {
		k, n := it.Key()
		var key string
		if k == nil {
			num := x.LongStr(n)
			key = num.String()
			x.Space.ReleaseStr(num)
		} else {
			key = k.View()
		}
		if key == "" {
			x.FuncWarning("Ignoring replacement of empty string")
			if x.HasExc() {
				return
			}
			continue
		}
		if len(key) > len(v) {
			continue
		}
		shortest, longest = min(shortest, len(key)), max(longest, len(key))
		first[key[0]] = true
		lens[len(key)] = true
		keys[key] = it.Value().Deref()
	}
	if longest == 0 {
		setSame(ret, s)
		return
	}
	var b *text.Builder
	done := 0
	for i := 0; i+shortest <= len(v); {
		if !first[v[i]] {
			i++
			continue
		}
		found := false
		for n := min(longest, len(v)-i); n >= shortest; n-- {
			if !lens[n] {
				continue
			}
			by, ok := keys[v[i:i+n]]
			if !ok {
				continue
			}
			if b == nil {
				b = text.New(x.Space)
			}
			b.Str(v[done:i])
			if by.Type() == zval.StringT {
				b.Str(by.Str().View())
			} else {
				t := x.ToStr(by)
				b.Str(t.View())
				x.Space.ReleaseStr(t)
				if x.HasExc() {
					b.Free()
					return
				}
			}
			i += n
			done = i
			found = true
			break
		}
		if !found {
			i++
		}
	}
	if b == nil {
		setSame(ret, s)
		return
	}
	b.Str(v[done:])
	ret.SetStr(b.Finish())
}

// splice is substr_replace on one string.
func splice(x *rt.Exec, s *zval.String, by string, off int64, hasLen bool, n int64) *zval.String {
	size := int64(s.Len)
	if !hasLen {
		n = size
	}
	if off < 0 {
		off = max(off+size, 0)
	} else if off > size {
		off = size
	}
	if n < 0 {
		n = max(size-off+n, 0)
	}
	n = min(n, size-off)
	v := s.View()
	return x.Space.Concat3(v[:off], by, v[off+n:])
}

// walker steps through a table's elements; it yields nil at the end.
type walker struct {
	t   *zval.Table
	pos uint32
}

func (w *walker) next() *zval.Value {
	w.pos = w.t.ValidPos(w.pos)
	if w.pos >= w.t.Used {
		return nil
	}
	w.pos++
	return w.t.SlotAt(w.pos - 1).Deref()
}

func fnSubstrReplace(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	subject, by, off, length := a.Val(0), a.Val(1), a.Val(2), a.Val(3)
	hasLen := a.Has(3) && !a.IsNull(3)
	if subject.Type() != zval.ArrayT {
		if off.Type() == zval.ArrayT {
			a.TypeError(2, "cannot be an array when working on a single string")
			return
		}
		if hasLen && length.Type() == zval.ArrayT {
			a.TypeError(3, "cannot be an array when working on a single string")
			return
		}
		with := x.Space.EmptyString()
		if by.Type() == zval.ArrayT {
			if first := (&walker{t: by.Arr()}).next(); first != nil {
				with = x.ToStr(first)
			}
		} else {
			with = by.Str().AddRef()
		}
		if !a.Failed() {
			ret.SetStr(splice(x, subject.Str(), with.View(), off.Long(), hasLen, length.Long()))
		}
		x.Space.ReleaseStr(with)
		return
	}
	src := subject.Arr()
	var bys, offs, lengths *walker
	if by.Type() == zval.ArrayT {
		bys = &walker{t: by.Arr()}
	}
	if off.Type() == zval.ArrayT {
		offs = &walker{t: off.Arr()}
	}
	if hasLen && length.Type() == zval.ArrayT {
		lengths = &walker{t: length.Arr()}
	}
	t := x.Space.NewTable(src.Len())
	for it := src.Iter(); it.Next(); {
		s := x.ToStr(it.Value().Deref())
		from, n, has := int64(0), int64(0), hasLen
		if offs != nil {
			if v := offs.next(); v != nil {
				from = x.ToLong(v)
			}
		} else {
			from = off.Long()
		}
		if lengths != nil {
			if v := lengths.next(); v != nil {
				n = x.ToLong(v)
			} else {
				has = false
			}
		} else if hasLen {
			n = length.Long()
		}
		with := x.Space.EmptyString()
		if bys != nil {
			if v := bys.next(); v != nil {
				with = x.ToStr(v)
			}
		} else {
			with = by.Str().AddRef()
		}
		r := zval.StrValue(splice(x, s, with.View(), from, has, n))
		x.Space.ReleaseStr(s)
		x.Space.ReleaseStr(with)
		if k, i := it.Key(); k != nil {
			x.Space.Set(t, k, &r)
		} else {
			x.Space.SetLong(t, i, &r)
		}
		if a.Failed() {
			break
		}
	}
	ret.SetArr(t)
}
