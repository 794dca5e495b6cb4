package strings

import (
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnExplode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sep, s, limit := a.View(0), a.Str(1), int64(1<<63-1)
	if a.Has(2) {
		limit = a.Int(2)
	}
	if sep == "" {
		a.ValueError(0, "must not be empty")
		return
	}
	if s.Len == 0 {
		if limit < 0 {
			ret.SetArr(x.Space.EmptyArray())
			return
		}
		t := x.Space.NewPacked(1)
		v := zval.StrValue(x.Space.EmptyString())
		x.Space.Append(t, &v)
		ret.SetArr(t)
		return
	}
	v := s.View()
	add := func(t *zval.Table, part string) {
		e := zval.StrValue(x.Space.NewStringSafe(part))
		x.Space.Append(t, &e)
	}
	if limit < 0 {
		n := int64(strings.Count(v, sep)) + 1 + limit
		if n <= 0 {
			ret.SetArr(x.Space.EmptyArray())
			return
		}
		t := x.Space.NewTable(8)
		for range n {
			k := strings.Index(v, sep)
			add(t, v[:k])
			v = v[k+len(sep):]
		}
		ret.SetArr(t)
		return
	}
	t := x.Space.NewTable(8)
	k := -1
	if limit > 1 {
		k = strings.Index(v, sep)
	}
	if k < 0 {
		e := zval.StrValue(s.AddRef())
		x.Space.Append(t, &e)
		ret.SetArr(t)
		return
	}
	for k >= 0 && limit > 1 {
		add(t, v[:k])
		v = v[k+len(sep):]
		limit--
		if limit > 1 {
			k = strings.Index(v, sep)
		}
	}
	add(t, v)
	ret.SetArr(t)
}

func fnImplode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	first := a.Val(0)
	var sep *zval.String
	var t *zval.Table
	switch {
	case a.Len() == 1 || a.Val(1).Type() == zval.Null:
		if first.Type() != zval.ArrayT {
			x.ThrowTypeError("%s(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given", a.Name())
			return
		}
		sep, t = x.Space.EmptyString(), first.Arr()
	case first.Type() == zval.ArrayT:
		// the old order of arguments is gone
		a.TypeError(0, "must be of type string, array given")
		return
	default:
		sep, t = first.Str(), a.Arr(1)
	}
	if s := Implode(x, sep.View(), t); s != nil {
		ret.SetStr(s)
	}
}

// Implode joins the elements' strings, owned; nil when an exception was thrown.
func Implode(x *rt.Exec, sep string, t *zval.Table) *zval.String {
	n := t.Len()
	if n == 0 {
		return x.Space.EmptyString()
	}
	if n == 1 {
		s := x.ToStr(t.FirstValue().Deref())
		if x.HasExc() {
			x.Space.ReleaseStr(s)
			return nil
		}
		return s
	}
	// strings are measured first, so that the result is allocated once; what
	// needs converting is converted then and kept
	var made []*zval.String
	total := len(sep) * (n - 1)
	var digits [20]byte
	for it := t.Iter(); it.Next(); {
		switch v := it.Value().Deref(); v.Type() {
		case zval.StringT:
			total += int(v.Str().Len)
		case zval.Long:
			total += len(strconv.AppendInt(digits[:0], v.Long(), 10))
		default:
			s := x.ToStr(v)
			made = append(made, s)
			if x.HasExc() {
				for _, s := range made {
					x.Space.ReleaseStr(s)
				}
				return nil
			}
			total += int(s.Len)
		}
	}
	if total == 0 {
		for _, s := range made {
			x.Space.ReleaseStr(s)
		}
		return x.Space.EmptyString()
	}
	r := x.Space.AllocString(total)
	b := r.Bytes()
	kept := made
	k := 0
	for it := t.Iter(); it.Next(); {
		if k > 0 || it.Pos() != t.ValidPos(0) {
			k += copy(b[k:], sep)
		}
		switch v := it.Value().Deref(); v.Type() {
		case zval.StringT:
			k += copy(b[k:], v.Str().View())
		case zval.Long:
			k += copy(b[k:], strconv.AppendInt(digits[:0], v.Long(), 10))
		default:
			k += copy(b[k:], made[0].View())
			made = made[1:]
		}
	}
	for _, s := range kept {
		x.Space.ReleaseStr(s)
	}
	return r
}

func fnStrSplit(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, n := a.Str(0), a.Int(1)
	if n <= 0 {
		a.ValueError(1, "must be greater than 0")
		return
	}
	if s.Len == 0 {
		ret.SetArr(x.Space.EmptyArray())
		return
	}
	if uint64(n) >= s.Len {
		t := x.Space.NewPacked(1)
		v := zval.StrValue(s.AddRef())
		x.Space.Append(t, &v)
		ret.SetArr(t)
		return
	}
	v := s.View()
	t := x.Space.NewPacked((len(v) + int(n) - 1) / int(n))
	for len(v) > 0 {
		k := min(int(n), len(v))
		e := zval.StrValue(x.Space.NewString(v[:k]))
		x.Space.Append(t, &e)
		v = v[k:]
	}
	ret.SetArr(t)
}

func fnChunkSplit(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, n, end := a.View(0), a.Int(1), "\r\n"
	if !a.Has(1) {
		n = 76
	}
	if a.Has(2) {
		end = a.View(2)
	}
	if n < 1 {
		a.ValueError(1, "must be greater than 0")
		return
	}
	if n > int64(len(s)) {
		ret.SetStr(x.Space.ConcatGo(s, end))
		return
	}
	if s == "" {
		ret.SetStr(x.Space.EmptyString())
		return
	}
	chunks := (len(s) + int(n) - 1) / int(n)
	b := text.NewSize(x.Space, len(s)+product(x, len(end), int64(chunks)))
	for len(s) > 0 {
		k := min(int(n), len(s))
		b.Str(s[:k])
		b.Str(end)
		s = s[k:]
	}
	ret.SetStr(b.Finish())
}

// tokens is strtok's memory: the string being cut, owned, and how far.
type tokens struct {
	s   *zval.String
	pos int
}

type tokensKey struct{}

func fnStrtok(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st := rt.State(x, tokensKey{}, func() *tokens { return &tokens{} })
	list := a.View(0)
	if a.Has(1) && !a.IsNull(1) {
		if st.s != nil {
			x.Space.ReleaseStr(st.s)
		}
		st.s, st.pos = a.Str(0).AddRef(), 0
		list = a.View(1)
	} else if st.s == nil {
		a.Warn("Both arguments must be provided when starting tokenization")
		ret.SetBool(false)
		return
	}
	var set byteSet
	for i := range len(list) {
		set[list[i]] = true
	}
	v := st.s.View()
	i := st.pos
	if i >= len(v) {
		ret.SetBool(false)
		return
	}
	for i < len(v) && set[v[i]] {
		i++
	}
	if i >= len(v) {
		x.Space.ReleaseStr(st.s)
		st.s, st.pos = nil, 0
		ret.SetBool(false)
		return
	}
	start := i
	for i < len(v) && !set[v[i]] {
		i++
	}
	setStr(x, ret, v[start:i])
	st.pos = i + 1
	if st.pos > len(v) {
		st.pos = len(v)
	}
}
