package math

import (
	"math"
	"strconv"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func unary(f func(float64) float64) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetDouble(f(a.Float(0))) }
}

func binary(f func(a, b float64) float64) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetDouble(f(a.Float(0), a.Float(1))) }
}

func fnPi(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetDouble(math.Pi) }

func fnAbs(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	switch {
	case v.Type() == zval.Double:
		ret.SetDouble(math.Abs(v.Double()))
	case v.Long() == math.MinInt64:
		ret.SetDouble(-float64(math.MinInt64))
	default:
		ret.SetLong(abs64(v.Long()))
	}
}

func fnIsFinite(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	f := a.Float(0)
	ret.SetBool(!math.IsInf(f, 0) && !math.IsNaN(f))
}

func fnIsNan(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(math.IsNaN(a.Float(0))) }

func fnIsInfinite(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(math.IsInf(a.Float(0), 0)) }

func fnIntdiv(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n, d := a.Int(0), a.Int(1)
	switch {
	case d == 0:
		x.ThrowDivisionByZero("Division by zero")
	case n == math.MinInt64 && d == -1:
		x.ThrowArithmetic("Division of PHP_INT_MIN by -1 is not an integer")
	default:
		ret.SetLong(n / d)
	}
}

func fnPow(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.BinaryOp(opcode.Pow, ret, a.Val(0), a.Val(1))
}

func fnLog(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Float(0)
	if !a.Has(1) {
		ret.SetDouble(math.Log(n))
		return
	}
	base := a.Float(1)
	switch {
	case base == 2:
		ret.SetDouble(math.Log2(n))
	case base == 10:
		ret.SetDouble(math.Log10(n))
	case base == 1:
		ret.SetDouble(math.NaN())
	case base <= 0:
		a.ValueError(1, "must be greater than 0")
	default:
		ret.SetDouble(math.Log(n) / math.Log(base))
	}
}

func fnMax(x *rt.Exec, a *rt.Args, ret *zval.Value) { extreme(x, a, ret, 1) }
func fnMin(x *rt.Exec, a *rt.Args, ret *zval.Value) { extreme(x, a, ret, -1) }

// extreme finds the largest (want 1) or smallest (want -1) of the arguments, or
// of the one array given; the first of equals wins.
func extreme(x *rt.Exec, a *rt.Args, ret *zval.Value, want int) {
	var best *zval.Value
	better := func(v *zval.Value) bool {
		if want > 0 {
			return x.Compare(v, best) > 0
		}
		return x.Compare(v, best) < 0
	}
	if a.Len() == 1 {
		t := a.Arr(0)
		if t == nil {
			a.TypeError(0, "must be of type array, %s given", x.TypeName(a.Val(0)))
			return
		}
		for it := t.Iter(); it.Next(); {
			if v := it.Value().Deref(); best == nil || better(v) {
				best = v
			}
		}
		if best == nil {
			a.ValueError(0, "must contain at least one element")
			return
		}
	} else {
		best = a.Val(0)
		for i := 1; i < a.Len(); i++ {
			if v := a.Val(i); better(v) {
				best = v
			}
			if a.Failed() {
				return
			}
		}
	}
	ret.CopyFrom(best)
}

// fromBase parses digits of a base, skipping others with a deprecation; a
// number beyond the integers becomes a float.
func fromBase(base int64) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { *ret = parseBase(x, a.View(0), base) }
}

func parseBase(x *rt.Exec, s string, base int64) (v zval.Value) {
	if len(s) >= 2 && s[0] == '0' {
		switch p := s[1] | 0x20; {
		case p == 'x' && base == 16, p == 'o' && base == 8, p == 'b' && base == 2:
			s = s[2:]
		}
	}
	var n int64
	var f float64
	float, invalid := false, false
	for i := range len(s) {
		d := int64(-1)
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			d = int64(c - '0')
		case c >= 'a' && c <= 'z':
			d = int64(c-'a') + 10
		case c >= 'A' && c <= 'Z':
			d = int64(c-'A') + 10
		}
		if d < 0 || d >= base {
			invalid = true
			continue
		}
		if !float {
			if n < math.MaxInt64/base || n == math.MaxInt64/base && d <= math.MaxInt64%base {
				n = n*base + d
				continue
			}
			float, f = true, float64(n)
		}
		f = f*float64(base) + float64(d)
	}
	if invalid {
		x.Deprecated("Invalid characters passed for attempted conversion, these have been ignored")
	}
	if float {
		v.SetDouble(f)
	} else {
		v.SetLong(n)
	}
	return v
}

func toBase(base int) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		ret.SetStr(x.Space.NewString(strconv.FormatUint(uint64(a.Int(0)), base)))
	}
}

func fnBaseConvert(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	from, to := a.Int(1), a.Int(2)
	if from < 2 || from > 36 {
		a.ValueError(1, "must be between 2 and 36 (inclusive)")
		return
	}
	if to < 2 || to > 36 {
		a.ValueError(2, "must be between 2 and 36 (inclusive)")
		return
	}
	v := parseBase(x, a.View(0), from)
	if v.Type() == zval.Long {
		ret.SetStr(x.Space.NewString(strconv.FormatUint(uint64(v.Long()), int(to))))
		return
	}
	f := math.Floor(v.Double())
	if math.IsInf(f, 0) {
		x.Warning("An infinite value cannot be converted to base %d", to)
		ret.SetStr(x.Space.EmptyString())
		return
	}
	var digits []byte
	for b := float64(to); ; f = math.Floor(f / b) {
		digits = append(digits, "0123456789abcdefghijklmnopqrstuvwxyz"[int(math.Mod(f, b))])
		if f < b {
			break
		}
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	ret.SetStr(x.Space.NewBytes(digits))
}
