package zval

import (
	"math"
	"math/bits"
)

// Operators on values that need no warning, no exception and no PHP code. Each
// stores its result in a dead dst (which may be an operand that is not counted)
// and reports true, or touches nothing and reports false: then the runtime does it,
// with whatever message goes with it. The compiler folds constants with them.

// pureNumber reads an operand of arithmetic: null, bool, int, float, numeric string.
func pureNumber(v *Value) (Value, bool) {
	v = v.Deref()
	switch v.Type() {
	case Long, Double:
		return *v, true
	case Null, False:
		return LongValue(0), true
	case True:
		return LongValue(1), true
	case StringT:
		if n, ok := IsNumeric(v.Str().View()); ok {
			if n.Kind == Long {
				return LongValue(n.Long), true
			}
			return DoubleValue(n.Double), true
		}
	}
	return Value{}, false
}

func pureNumbers(a, b *Value) (x, y Value, ok bool) {
	if x, ok = pureNumber(a); ok {
		y, ok = pureNumber(b)
	}
	return x, y, ok
}

// asDouble widens a number.
func asDouble(v *Value) float64 {
	if v.Type() == Long {
		return float64(v.Long())
	}
	return v.Double()
}

// pureInt reads an operand of an integer operator: floats must be whole and in range.
func pureInt(v *Value) (int64, bool) {
	x, ok := pureNumber(v)
	switch {
	case !ok:
		return 0, false
	case x.Type() == Long:
		return x.Long(), true
	}
	f := x.Double()
	return DoubleToLong(f), LongCompatible(f)
}

func pureInts(a, b *Value) (x, y int64, ok bool) {
	if x, ok = pureInt(a); ok {
		y, ok = pureInt(b)
	}
	return x, y, ok
}

// AddLong, SubLong and MulLong store the result of integer arithmetic, a float when it does
// not fit.

func AddLong(dst *Value, a, b int64) {
	s := a + b
	if (a^s)&(b^s) < 0 {
		dst.SetDouble(float64(a) + float64(b))
		return
	}
	dst.SetLong(s)
}
func SubLong(dst *Value, a, b int64) {
	s := a - b
	if (a^b)&(a^s) < 0 {
		dst.SetDouble(float64(a) - float64(b))
		return
	}
	dst.SetLong(s)
}
func MulLong(dst *Value, a, b int64) {
	if p, ok := mulLong(a, b); ok {
		dst.SetLong(p)
		return
	}
	dst.SetDouble(float64(a) * float64(b))
}

func mulLong(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	high := int64(hi) - a>>63&b - b>>63&a // of the signed product
	return int64(lo), high == int64(lo)>>63
}

// PureAdd is +, for numbers and for two arrays.
func (sp *Space) PureAdd(dst, a, b *Value) bool {
	if a, b := a.Deref(), b.Deref(); a.Type() == ArrayT && b.Type() == ArrayT {
		dst.SetArr(sp.Union(a.Arr(), b.Arr()))
		return true
	}
	x, y, ok := pureNumbers(a, b)
	if !ok {
		return false
	}
	if x.Type() == Long && y.Type() == Long {
		AddLong(dst, x.Long(), y.Long())
	} else {
		dst.SetDouble(asDouble(&x) + asDouble(&y))
	}
	return true
}

// Union returns a copy of a with those elements of b appended whose keys it lacks, owned. Like
// PHP it copies even when there is nothing to append.
func (sp *Space) Union(a, b *Table) *Table {
	d := sp.DupTable(a)
	if a != b {
		sp.UnionInto(d, b)
	}
	return d
}

// UnionInto adds to t, which must be writable, the elements of b whose keys it lacks.
func (sp *Space) UnionInto(t, b *Table) {
	for i := uint32(0); i < b.Used; i++ {
		v := followInd(b.SlotAt(i))
		if v == nil || v.T == uint32(Undef) || t.sameKey(b, i) != nil {
			continue
		}
		var c Value
		sp.CopyElement(&c, v)
		if k, n := b.KeyAt(i); k != nil {
			sp.AddNew(t, k, &c)
		} else {
			sp.AddNewLong(t, n, &c)
		}
	}
}

// CopyElement stores in a dead dst what a copy of an array takes of element v: a reference
// that nobody else holds counts as its value.
func (sp *Space) CopyElement(dst, v *Value) {
	if v.Type() == ReferenceT && v.Ref().GC.RC == 1 {
		v = &v.Ref().Val
	}
	dst.CopyFrom(v)
}

// PureSub is -.
func (sp *Space) PureSub(dst, a, b *Value) bool {
	x, y, ok := pureNumbers(a, b)
	if !ok {
		return false
	}
	if x.Type() == Long && y.Type() == Long {
		SubLong(dst, x.Long(), y.Long())
	} else {
		dst.SetDouble(asDouble(&x) - asDouble(&y))
	}
	return true
}

// PureMul is *.
func (sp *Space) PureMul(dst, a, b *Value) bool {
	x, y, ok := pureNumbers(a, b)
	if !ok {
		return false
	}
	if x.Type() == Long && y.Type() == Long {
		MulLong(dst, x.Long(), y.Long())
	} else {
		dst.SetDouble(asDouble(&x) * asDouble(&y))
	}
	return true
}

// PureDiv is /; dividing by 0 is not pure.
func (sp *Space) PureDiv(dst, a, b *Value) bool {
	x, y, ok := pureNumbers(a, b)
	if !ok || asDouble(&y) == 0 {
		return false
	}
	if x.Type() == Long && y.Type() == Long {
		n, m := x.Long(), y.Long()
		switch {
		case m == -1 && n == math.MinInt64:
			dst.SetDouble(-math.MinInt64)
		case n%m == 0:
			dst.SetLong(n / m)
		default:
			dst.SetDouble(float64(n) / float64(m))
		}
		return true
	}
	dst.SetDouble(asDouble(&x) / asDouble(&y))
	return true
}

// PureMod is %; modulo 0 is not pure.
func (sp *Space) PureMod(dst, a, b *Value) bool {
	x, y, ok := pureInts(a, b)
	if !ok || y == 0 {
		return false
	}
	if y == -1 {
		dst.SetLong(0)
	} else {
		dst.SetLong(x % y)
	}
	return true
}

// PurePow is **; 0 to a negative power is not pure (deprecated).
func (sp *Space) PurePow(dst, a, b *Value) bool {
	x, y, ok := pureNumbers(a, b)
	if !ok || asDouble(&x) == 0 && asDouble(&y) < 0 {
		return false
	}
	Pow(dst, &x, &y)
	return true
}

// Pow stores x ** y for two numbers: an int while all intermediate products fit.
func Pow(dst, x, y *Value) {
	if x.Type() != Long || y.Type() != Long || y.Long() < 0 {
		dst.SetDouble(PowFloat(asDouble(x), asDouble(y)))
		return
	}
	base, n := x.Long(), y.Long()
	switch {
	case n == 0:
		dst.SetLong(1)
		return
	case base == 0:
		dst.SetLong(0)
		return
	}
	acc := int64(1)
	for n >= 1 {
		if n%2 != 0 {
			n--
			p, ok := mulLong(acc, base)
			if !ok {
				dst.SetDouble(float64(acc) * float64(base) * PowFloat(float64(base), float64(n)))
				return
			}
			acc = p
		} else {
			n /= 2
			p, ok := mulLong(base, base)
			if !ok {
				dst.SetDouble(float64(acc) * PowFloat(float64(base)*float64(base), float64(n)))
				return
			}
			base = p
		}
		if n == 0 {
			break
		}
	}
	dst.SetLong(acc)
}

// PureShl is <<; a negative shift is not pure.
func (sp *Space) PureShl(dst, a, b *Value) bool {
	x, y, ok := pureInts(a, b)
	if !ok || y < 0 {
		return false
	}
	dst.SetLong(x << uint64(y))
	return true
}

// PureShr is >>; a negative shift is not pure.
func (sp *Space) PureShr(dst, a, b *Value) bool {
	x, y, ok := pureInts(a, b)
	if !ok || y < 0 {
		return false
	}
	dst.SetLong(x >> uint64(y))
	return true
}

// bothStrings returns the texts when both operands are strings.
func bothStrings(a, b *Value) (x, y string, ok bool) {
	a, b = a.Deref(), b.Deref()
	if a.Type() != StringT || b.Type() != StringT {
		return "", "", false
	}
	return a.Str().View(), b.Str().View(), true
}

// PureBwAnd is &, byte by byte for two strings.
func (sp *Space) PureBwAnd(dst, a, b *Value) bool {
	if x, y, ok := bothStrings(a, b); ok {
		n := min(len(x), len(y))
		s := sp.newFilled(n, func(p []byte) {
			for i := range p {
				p[i] = x[i] & y[i]
			}
		})
		dst.SetStr(s)
		return true
	}
	x, y, ok := pureInts(a, b)
	if ok {
		dst.SetLong(x & y)
	}
	return ok
}

// PureBwOr is |, byte by byte for two strings.
func (sp *Space) PureBwOr(dst, a, b *Value) bool {
	if x, y, ok := bothStrings(a, b); ok {
		if len(x) < len(y) {
			x, y = y, x
		}
		s := sp.newFilled(len(x), func(p []byte) {
			copy(p, x)
			for i := range y {
				p[i] |= y[i]
			}
		})
		dst.SetStr(s)
		return true
	}
	x, y, ok := pureInts(a, b)
	if ok {
		dst.SetLong(x | y)
	}
	return ok
}

// PureBwXor is ^, byte by byte for two strings.
func (sp *Space) PureBwXor(dst, a, b *Value) bool {
	if x, y, ok := bothStrings(a, b); ok {
		n := min(len(x), len(y))
		s := sp.newFilled(n, func(p []byte) {
			for i := range p {
				p[i] = x[i] ^ y[i]
			}
		})
		dst.SetStr(s)
		return true
	}
	x, y, ok := pureInts(a, b)
	if ok {
		dst.SetLong(x ^ y)
	}
	return ok
}

// PureBwNot is ~, for ints, whole floats and strings.
func (sp *Space) PureBwNot(dst, a *Value) bool {
	a = a.Deref()
	switch a.Type() {
	case Long:
		dst.SetLong(^a.Long())
		return true
	case Double:
		if f := a.Double(); LongCompatible(f) {
			dst.SetLong(^int64(f))
			return true
		}
	case StringT:
		x := a.Str().View()
		dst.SetStr(sp.newFilled(len(x), func(p []byte) {
			for i := range p {
				p[i] = ^x[i]
			}
		}))
		return true
	}
	return false
}

// newFilled returns an owned string of n bytes written by f; short ones are interned.
func (sp *Space) newFilled(n int, f func([]byte)) *String {
	if n <= 1 {
		var b [1]byte
		f(b[:n])
		return sp.NewBytes(b[:n])
	}
	s := sp.AllocString(n)
	f(s.Bytes())
	return s
}

// PureConcat is . for scalars.
func (sp *Space) PureConcat(dst, a, b *Value) bool {
	a, b = a.Deref(), b.Deref()
	if a.T == uint32(Undef) || b.T == uint32(Undef) || a.Type() == ResourceT || b.Type() == ResourceT {
		return false
	}
	x, ok := sp.ScalarString(a)
	if !ok {
		return false
	}
	y, ok := sp.ScalarString(b)
	if !ok {
		sp.ReleaseStr(x)
		return false
	}
	dst.SetStr(sp.Concat2(x, y))
	sp.ReleaseStr(x)
	sp.ReleaseStr(y)
	return true
}

// PureIncrement is ++ in place on a plain slot; false and unchanged when PHP would warn
// (bool, strings that are not numbers), throw (array) or ask an object.
func (sp *Space) PureIncrement(v *Value) bool {
	switch v.Type() {
	case Long:
		if n := v.Long(); n == math.MaxInt64 {
			v.SetDouble(-math.MinInt64)
		} else {
			v.SetLong(n + 1)
		}
	case Double:
		v.SetDouble(v.Double() + 1)
	case Null:
		v.SetLong(1)
	case StringT:
		n, ok := IsNumeric(v.Str().View())
		switch {
		case ok && n.Kind == Long && n.Long != math.MaxInt64:
			sp.setNumber(v, LongValue(n.Long+1))
		case ok && n.Kind == Long:
			sp.setNumber(v, DoubleValue(-math.MinInt64))
		case ok:
			sp.setNumber(v, DoubleValue(n.Double+1))
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// PureDecrement is -- in place on a plain slot; false and unchanged when PHP would warn (null,
// bool, strings that are not numbers), throw or ask an object.
func (sp *Space) PureDecrement(v *Value) bool {
	switch v.Type() {
	case Long:
		if n := v.Long(); n == math.MinInt64 {
			v.SetDouble(math.MinInt64 - 1)
		} else {
			v.SetLong(n - 1)
		}
	case Double:
		v.SetDouble(v.Double() - 1)
	case StringT:
		n, ok := IsNumeric(v.Str().View())
		switch {
		case !ok:
			return false
		case n.Kind == Long && n.Long != math.MinInt64:
			sp.setNumber(v, LongValue(n.Long-1))
		case n.Kind == Long:
			sp.setNumber(v, DoubleValue(math.MinInt64-1))
		default:
			sp.setNumber(v, DoubleValue(n.Double-1))
		}
	default:
		return false
	}
	return true
}

// setNumber overwrites a slot that holds a string.
func (sp *Space) setNumber(v *Value, n Value) { sp.replace(v, &n) }
