package arrays

import (
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func fnCount(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	mode := a.Int(1)
	if mode != 0 && mode != 1 {
		a.ValueError(1, "must be either COUNT_NORMAL or COUNT_RECURSIVE")
		return
	}
	if o := a.Obj(0); o != nil {
		if n, ok := x.CountObject(o); ok {
			ret.SetLong(n)
		}
		return
	}
	if mode == 0 {
		ret.SetLong(int64(a.Arr(0).CountInd()))
		return
	}
	ret.SetLong(countDeep(x, a, a.Arr(0), 0))
}

func countDeep(x *rt.Exec, a *rt.Args, t *zval.Table, depth int) int64 {
	if t.GC.TypeInfo&zval.GCProtected != 0 || depth > maxNesting {
		a.Warn("Recursion detected")
		return 0
	}
	zval.Deeper(depth)
	immutable := t.Immutable()
	if !immutable {
		t.GC.TypeInfo |= zval.GCProtected
	}
	n := int64(t.CountInd())
	for it := t.Iter(); it.Next(); {
		if v := it.Value().Deref(); v.Type() == zval.ArrayT {
			n += countDeep(x, a, v.Arr(), depth+1)
		}
	}
	if !immutable {
		t.GC.TypeInfo &^= zval.GCProtected
	}
	return n
}

// find returns the position of the first element equal to a needle.
func find(x *rt.Exec, needle *zval.Value, t *zval.Table, strict bool) (uint32, bool) {
	for it := t.Iter(); it.Next(); {
		v := it.Value().Deref()
		if strict {
			if x.Identical(v, needle) {
				return it.Pos(), true
			}
		} else if x.LooseEqual(needle, v) {
			return it.Pos(), true
		}
		if x.HasExc() {
			break
		}
	}
	return 0, false
}

func fnInArray(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	_, ok := find(x, a.Val(0), a.Arr(1), a.Bool(2))
	ret.SetBool(ok)
}

func fnSearch(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(1)
	pos, ok := find(x, a.Val(0), t, a.Bool(2))
	if !ok {
		ret.SetBool(false)
		return
	}
	*ret = keyValue(t.KeyAt(pos))
}

func fnKeyExists(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(1)
	switch k := a.Val(0); k.Type() {
	case zval.StringT:
		ret.SetBool(present(t.FindSym(k.Str())))
	case zval.Long:
		ret.SetBool(t.FindLong(k.Long()) != nil)
	case zval.Null:
		x.Deprecated("Using null as the key parameter for array_key_exists() is deprecated, use an empty string instead")
		ret.SetBool(present(t.Find(x.Space.EmptyString())))
	case zval.Double:
		ret.SetBool(t.FindLong(zval.DoubleToLong(k.Double())) != nil)
	case zval.False:
		ret.SetBool(t.FindLong(0) != nil)
	case zval.True:
		ret.SetBool(t.FindLong(1) != nil)
	case zval.ResourceT:
		x.Warning("Resource ID#%d used as offset, casting to integer (%d)", k.Res().Handle, k.Res().Handle)
		ret.SetBool(t.FindLong(k.Res().Handle) != nil)
	default:
		x.ThrowTypeError("Cannot access offset of type %s on array", x.TypeName(k))
	}
}

// present looks through the indirect slots of symbol tables.
func present(v *zval.Value) bool {
	if v != nil && v.Type() == zval.Indirect {
		v = v.Ind()
	}
	return v != nil && v.Type() != zval.Undef
}

func fnKeyFirst(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := a.Arr(0)
	if pos := t.ValidPos(0); pos < t.Used {
		*ret = keyValue(t.KeyAt(pos))
	}
}

func fnKeyLast(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if t := a.Arr(0); t.Len() > 0 {
		*ret = keyValue(t.KeyAt(t.LastPos()))
	}
}

func fnFirst(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if t := a.Arr(0); t.Len() > 0 {
		ret.CopyFrom(t.FirstValue().Deref())
	}
}

func fnLast(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if t := a.Arr(0); t.Len() > 0 {
		ret.CopyFrom(t.LastValue().Deref())
	}
}

func fnIsList(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(a.Arr(0).IsList()) }

func fnSum(x *rt.Exec, a *rt.Args, ret *zval.Value) { fold(x, a, ret, opcode.Add, "Addition", 0) }
func fnProduct(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fold(x, a, ret, opcode.Mul, "Multiplication", 1)
}

// fold combines the elements with an operator. Arrays and objects that have no
// such operator are passed over with a warning (PHP 8.3).
func fold(x *rt.Exec, a *rt.Args, ret *zval.Value, op opcode.Op, name string, start int64) {
	ret.SetLong(start)
	for it := a.Arr(0).Iter(); it.Next(); {
		v := it.Value().Deref()
		switch v.Type() {
		case zval.ArrayT, zval.ObjectT:
			if v.Type() == zval.ArrayT || !hasOperators(x, v.Obj()) {
				a.Warn("%s is not supported on type %s", name, x.TypeName(v))
				if a.Failed() {
					return
				}
				continue
			}
		}
		var n zval.Value
		switch v.Type() {
		case zval.Long, zval.Double:
			n = *v
		case zval.StringT:
			// A leading number counts and the rest is ignored in silence.
			n = leadingNumber(v.Str().View())
		case zval.ResourceT:
			a.Warn("%s is not supported on type resource", name)
			n.SetLong(v.Res().Handle)
		case zval.ObjectT:
			n = *v
		default:
			n.SetLong(x.ToLong(v))
		}
		var r zval.Value
		if !x.BinaryOp(op, &r, ret, &n) {
			return
		}
		ret.MoveFrom(&r)
	}
}

func fnRand(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t, num := a.Arr(0), a.Int(1)
	n := t.Len()
	if n == 0 {
		a.ValueError(0, "must not be empty")
		return
	}
	r := x.Random()
	if num == 1 {
		if t.Used == t.Count {
			*ret = keyValue(t.KeyAt(uint32(r.Range(0, int64(n-1)))))
			return
		}
		if uint64(n)*2 < uint64(t.Used) {
			// Few elements among many holes: pick by rank.
			i := r.Range(0, int64(n-1))
			for it := t.Iter(); it.Next(); i-- {
				if i == 0 {
					*ret = keyValue(it.Key())
					return
				}
			}
		}
		for {
			pos := uint32(r.Range(0, int64(t.Used-1)))
			if t.SlotAt(pos).Type() != zval.Undef {
				*ret = keyValue(t.KeyAt(pos))
				return
			}
		}
	}
	if num <= 0 || num > int64(n) {
		a.ValueError(1, "must be between 1 and the number of elements in argument #1 ($array)")
		return
	}
	out := x.Space.NewPacked(int(num))
	ret.SetArr(out)
	// Choose a set of ranks; when more than half are wanted choose those left out.
	negative := num > int64(n)>>1
	want := num
	if negative {
		want = int64(n) - num
	}
	chosen := make([]bool, n)
	for want > 0 {
		if i := r.Range(0, int64(n-1)); !chosen[i] {
			chosen[i] = true
			want--
		}
	}
	i := 0
	for it := t.Iter(); it.Next(); i++ {
		if chosen[i] != negative {
			kv := keyValue(it.Key())
			x.Space.Append(out, &kv)
		}
	}
}

func hasOperators(x *rt.Exec, o *zval.Object) bool {
	h := x.ClassOf(o).Handlers
	return h != nil && h.DoOp != nil
}

// leadingNumber is the number a string starts with, 0 when it starts with none.
func leadingNumber(s string) (v zval.Value) {
	switch n := zval.ParseNumeric(s); n.Kind {
	case zval.Long:
		v.SetLong(n.Long)
	case zval.Double:
		v.SetDouble(n.Double)
	default:
		v.SetLong(0)
	}
	return v
}
