package math

import (
	"math"
	"strconv"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Rounding modes: the four of the PHP_ROUND_ constants and the four more of
// enum RoundingMode, in the order of its cases.
const (
	roundHalfUp = iota + 1
	roundHalfDown
	roundHalfEven
	roundHalfOdd
	roundTowardsZero
	roundAwayFromZero
	roundFloor
	roundCeil
)

var modeNames = [...]string{"HalfAwayFromZero", "HalfTowardsZero", "HalfEven", "HalfOdd", "TowardsZero", "AwayFromZero", "NegativeInfinity", "PositiveInfinity"}

// Round rounds to a number of decimal places as PHP 8.4 does: the scaled value
// is cut to an integer, and the half-way point is compared in the original
// scale, so that 1.005 to two places is 1.01 although 1.005*100 is below 100.5.
func Round(value float64, places int64, mode int) float64 {
	if value == 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return value
	}
	places = max(places, -math.MaxInt32)
	places = min(places, math.MaxInt32)
	e := math.Pow10(int(min(abs64(places), 400)))
	scaled := value / e
	if places >= 0 {
		scaled = value * e
	}
	if math.Abs(scaled) >= 1e16 {
		return value
	}
	back := func(f float64) float64 {
		if places > 0 {
			return f / e
		}
		return f * e
	}
	whole := math.Trunc(scaled)
	// The product may have fallen just short of an integer that the value is.
	if n := math.Round(scaled); n != whole && back(n) == value {
		whole = n
	}
	one := math.Copysign(1, value)
	exact := back(whole) == value
	half := back(whole + 0.5*one)
	atHalf := value == half
	pastHalf := math.Abs(value) > math.Abs(half)
	up := false
	switch mode {
	case roundHalfUp:
		up = atHalf || pastHalf
	case roundHalfDown:
		up = pastHalf
	case roundHalfEven:
		up = pastHalf || atHalf && math.Mod(whole, 2) != 0
	case roundHalfOdd:
		up = pastHalf || atHalf && math.Mod(whole, 2) == 0
	case roundTowardsZero:
	case roundAwayFromZero:
		up = !exact
	case roundFloor:
		up = !exact && value < 0
	case roundCeil:
		up = !exact && value > 0
	}
	if up {
		whole += one
	}
	if whole == 0 {
		return math.Copysign(0, value)
	}
	if abs64(places) < 23 {
		return back(whole)
	}
	// Beyond exact powers of ten, let decimal conversion place the point.
	f, err := strconv.ParseFloat(strconv.FormatFloat(whole, 'f', 0, 64)+"e"+strconv.FormatInt(-places, 10), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return value
	}
	return f
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

func fnRound(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	mode := roundHalfUp
	if a.Has(2) {
		if o := a.Obj(2); o != nil {
			name := x.EnumCaseName(o)
			for i, n := range modeNames {
				if n == name {
					mode = i + 1
				}
			}
		} else if mode = int(a.Int(2)); mode < roundHalfUp || mode > roundHalfOdd {
			a.ValueError(2, "must be a valid rounding mode (RoundingMode::*)")
			return
		}
	}
	v, places := a.Val(0), a.Int(1)
	if v.Type() == zval.Long && places >= 0 {
		ret.SetDouble(float64(v.Long()))
		return
	}
	ret.SetDouble(Round(a.Float(0), places, mode))
}

func fnCeil(x *rt.Exec, a *rt.Args, ret *zval.Value)  { ret.SetDouble(math.Ceil(a.Float(0))) }
func fnFloor(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetDouble(math.Floor(a.Float(0))) }

// FormatNumber renders a float with grouped thousands, as number_format does.
func FormatNumber(f float64, decimals int64, point, group string) string {
	f = Round(f, decimals, roundHalfUp)
	decimals = max(decimals, 0)
	if math.IsNaN(f) {
		return "nan"
	}
	if math.IsInf(f, 0) {
		if f < 0 {
			return "-inf"
		}
		return "inf"
	}
	negative := f < 0
	digits := strconv.FormatFloat(math.Abs(f), 'f', int(min(decimals, 500)), 64)
	whole, frac := digits, ""
	if decimals > 0 {
		whole, frac = digits[:len(digits)-int(decimals)-1], digits[len(digits)-int(decimals):]
	}
	out := make([]byte, 0, len(digits)+len(digits)/3*len(group)+2)
	if negative {
		out = append(out, '-')
	}
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out = append(out, group...)
		}
		out = append(out, whole[i])
	}
	if decimals > 0 {
		out = append(append(out, point...), frac...)
	}
	return string(out)
}

func fnNumberFormat(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	point, group := ".", ","
	if a.Has(2) && !a.IsNull(2) {
		point = a.View(2)
	}
	if a.Has(3) && !a.IsNull(3) {
		group = a.View(3)
	}
	ret.SetStr(x.Space.NewString(FormatNumber(a.Float(0), min(a.Int(1), 500), point, group)))
}
