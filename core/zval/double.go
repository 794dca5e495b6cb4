package zval

import (
	"math"
	"strconv"
)

// Number to text, and conversions between scalars that neither warn nor run PHP code.

// FormatDouble is PHP's text of a float with a number of significant digits;
// precision -1 takes the fewest digits that read back as the same float, 0
// means 1. Exponents are used below 1.0E-4 and from 10^precision (10^17 for -1) on.
func FormatDouble(f float64, precision int) string {
	var b [40]byte
	return string(AppendDouble(b[:0], f, precision, 'E'))
}

// AppendDouble is FormatDouble that appends to dst; exp is 'E' or 'e'.
func AppendDouble(dst []byte, f float64, precision int, exp byte) []byte {
	switch {
	case f != f:
		return append(dst, "NAN"...)
	case math.IsInf(f, 1):
		return append(dst, "INF"...)
	case math.IsInf(f, -1):
		return append(dst, "-INF"...)
	}
	if math.Signbit(f) {
		dst = append(dst, '-')
		f = -f
	}
	if f == 0 {
		return append(dst, '0')
	}
	// Small whole numbers are most of what programs print.
	if f < 1e15 && f == math.Trunc(f) && (precision == -1 || precision >= 15) {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	var buf [64]byte
	limit := precision
	var e []byte
	switch {
	case precision < 0:
		limit = 17
		e = strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	default:
		limit = max(precision, 1)
		e = strconv.AppendFloat(buf[:0], f, 'e', limit-1, 64)
	}
	// d.ddde±xx: gather the digits, without trailing zeros, and the exponent.
	digits := e[:1]
	i := 1
	if e[1] == '.' {
		for i = 2; e[i] != 'e'; i++ {
			e[i-1] = e[i]
		}
		digits = e[:i-1]
	}
	x := 0
	for _, c := range e[i+2:] {
		x = x*10 + int(c-'0')
	}
	if e[i+1] == '-' {
		x = -x
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	point := x + 1 // position of the decimal point in the digits
	switch {
	case point < -3 || point > limit:
		dst = append(dst, digits[0], '.')
		if len(digits) == 1 {
			dst = append(dst, '0')
		} else {
			dst = append(dst, digits[1:]...)
		}
		dst = append(dst, exp)
		if x < 0 {
			dst = append(dst, '-')
			x = -x
		} else {
			dst = append(dst, '+')
		}
		return strconv.AppendInt(dst, int64(x), 10)
	case point <= 0:
		dst = append(dst, "0."...)
		for ; point < 0; point++ {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	case point >= len(digits):
		dst = append(dst, digits...)
		for n := len(digits); n < point; n++ {
			dst = append(dst, '0')
		}
		return dst
	}
	dst = append(dst, digits[:point]...)
	dst = append(dst, '.')
	return append(dst, digits[point:]...)
}

// DoubleFits reports whether a float truncates to an int64.
func DoubleFits(f float64) bool { return f >= -1<<63 && f < 1<<63 }

// LongCompatible reports whether a float is a whole number in int64's range, so
// that making it an int loses nothing.
func LongCompatible(f float64) bool { return DoubleFits(f) && f == math.Trunc(f) }

// DoubleToLong is PHP's conversion of a float to int: truncated; out of range
// modulo 2^64; NAN and INF are 0.
func DoubleToLong(f float64) int64 {
	if DoubleFits(f) {
		return int64(f)
	}
	return doubleToLongSlow(f)
}

func doubleToLongSlow(f float64) int64 {
	if f != f || math.IsInf(f, 0) {
		return 0
	}
	m := math.Mod(f, 1<<64)
	if m < 0 {
		m += 1 << 64
		if m >= 1<<64 {
			return 0
		}
	}
	return int64(uint64(m))
}

// DoubleToLongCap is DoubleToLong with out of range values capped, as for numbers in strings.
func DoubleToLongCap(f float64) int64 {
	switch {
	case DoubleFits(f):
		return int64(f)
	case f != f || math.IsInf(f, 0):
		return 0
	case f > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

// LongString returns n in decimal, owned.
func (sp *Space) LongString(n int64) *String {
	if n >= 0 && n <= 9 {
		return sp.chars['0'+n]
	}
	var b [20]byte
	return sp.NewBytes(strconv.AppendInt(b[:0], n, 10))
}

// DoubleString returns f by the Precision setting, owned.
func (sp *Space) DoubleString(f float64) *String {
	var b [40]byte
	if p := sp.Precision; p > 17 {
		return sp.NewBytes(AppendDouble(nil, f, p, 'E'))
	}
	return sp.NewBytes(AppendDouble(b[:0], f, sp.Precision, 'E'))
}

// ScalarString is the string conversion of null, bool, int, float, string and
// resource, owned; false for arrays and objects.
func (sp *Space) ScalarString(v *Value) (*String, bool) {
	v = v.Deref()
	switch v.Type() {
	case StringT:
		return v.Str().AddRef(), true
	case Undef, Null, False:
		return sp.empty, true
	case True:
		return sp.chars['1'], true
	case Long:
		return sp.LongString(v.Long()), true
	case Double:
		return sp.DoubleString(v.Double()), true
	case ResourceT:
		return sp.ConcatGo("Resource id #", strconv.FormatInt(v.Res().Handle, 10)), true
	}
	return nil, false
}

// ToBool is the bool conversion of anything; an object is true here.
func (v *Value) ToBool() bool {
	switch v.Type() {
	case True, ObjectT, ResourceT:
		return true
	case Long:
		return v.V != 0
	case Double:
		return v.Double() != 0
	case StringT:
		s := v.Str()
		return s.Len > 1 || s.Len == 1 && *s.byteAt(0) != '0'
	case ArrayT:
		return v.Arr().Count != 0
	case ReferenceT:
		return v.Ref().Val.ToBool()
	}
	return false
}

// ToLong is the (int) cast of anything; an object is 1 here.
func (v *Value) ToLong() int64 {
	switch v.Type() {
	case True, ObjectT:
		return 1
	case Long:
		return v.Long()
	case Double:
		return DoubleToLong(v.Double())
	case StringT:
		return StrToLong(v.Str().View())
	case ArrayT:
		if v.Arr().Count != 0 {
			return 1
		}
	case ResourceT:
		return v.Res().Handle
	case ReferenceT:
		return v.Ref().Val.ToLong()
	}
	return 0
}

// ToDouble is the (float) cast of anything; an object is 1 here.
func (v *Value) ToDouble() float64 {
	switch v.Type() {
	case True, ObjectT:
		return 1
	case Long:
		return float64(v.Long())
	case Double:
		return v.Double()
	case StringT:
		return StrToDouble(v.Str().View())
	case ArrayT:
		if v.Arr().Count != 0 {
			return 1
		}
	case ResourceT:
		return float64(v.Res().Handle)
	case ReferenceT:
		return v.Ref().Val.ToDouble()
	}
	return 0
}
