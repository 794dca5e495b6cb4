package arrays

import (
	"math"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// What an end of a range turned out to be (PHP 8.3's rules).
const (
	endInt = iota
	endFloat
	endChar  // a string that is no number: its first byte counts
	endDigit // a one-digit string: a number or a byte, as the other end decides
)

type rangeEnd struct {
	kind int
	n    int64
	f    float64
	c    byte
}

func readEnd(x *rt.Exec, a *rt.Args, i int) (e rangeEnd, ok bool) {
	finite := func(f float64) bool {
		if math.IsInf(f, 0) || math.IsNaN(f) {
			what := "INF"
			if math.IsNaN(f) {
				what = "NAN"
			}
			a.ValueError(i, "must be a finite number, %s provided", what)
			return false
		}
		e.kind, e.f = endFloat, f
		return true
	}
	switch v := a.Val(i); v.Type() {
	case zval.Long:
		e.n, e.f = v.Long(), float64(v.Long())
	case zval.Double:
		return e, finite(v.Double())
	case zval.StringT:
		s := v.Str().View()
		name := a.Param(i).Name
		if s == "" {
			a.Warn("Argument #%d ($%s) must not be empty, casted to 0", i+1, name)
			return e, !a.Failed()
		}
		e.c = s[0]
		if n := zval.ParseNumeric(s); n.Kind != zval.Undef && !n.Trailing {
			if n.Kind == zval.Double {
				ok := finite(n.Double)
				e.c = s[0]
				return e, ok
			}
			e.n, e.f = n.Long, float64(n.Long)
			if len(s) == 1 {
				e.kind = endDigit
			}
			return e, true
		}
		if len(s) > 1 {
			a.Warn("Argument #%d ($%s) must be a single byte, subsequent bytes are ignored", i+1, name)
		}
		e.kind = endChar
		return e, !a.Failed()
	}
	return e, true
}

func fnRange(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	step, fstep, floatStep, negative := int64(1), 1.0, false, false
	if a.Has(2) {
		v := a.Val(2)
		if v.Type() == zval.Double {
			fstep = v.Double()
			if math.IsInf(fstep, 0) || math.IsNaN(fstep) {
				what := "INF"
				if math.IsNaN(fstep) {
					what = "NAN"
				}
				a.ValueError(2, "must be a finite number, %s provided", what)
				return
			}
			if fstep == math.Trunc(fstep) && math.Abs(fstep) < 1<<63 {
				step = int64(fstep)
			} else {
				floatStep = true
			}
		} else {
			step = v.Long()
			fstep = float64(step)
		}
		if fstep == 0 {
			a.ValueError(2, "cannot be 0")
			return
		}
		if fstep < 0 {
			if step == math.MinInt64 {
				a.ValueError(2, "must be greater than %d", step)
				return
			}
			negative, fstep, step = true, -fstep, -step
		}
	}
	lo, ok := readEnd(x, a, 0)
	if !ok {
		return
	}
	hi, ok := readEnd(x, a, 1)
	if !ok {
		return
	}
	loStr, hiStr := lo.kind >= endChar, hi.kind >= endChar
	switch {
	case loStr && hiStr:
		if lo.kind == endDigit && hi.kind == endDigit {
			break
		}
		if floatStep {
			if lo.kind == endChar || hi.kind == endChar {
				a.Warn("Argument #3 ($step) must be of type int when generating an array of characters, inputs converted to 0")
			}
			if a.Failed() {
				return
			}
			lo.toNumber()
			hi.toNumber()
			break
		}
		charRange(x, a, ret, lo.c, hi.c, step, negative)
		return
	case loStr:
		if lo.kind == endChar {
			a.Warn("Argument #2 ($end) must be a single byte string if argument #1 ($start) is a single byte string, argument #1 ($start) converted to 0")
		}
	case hiStr:
		if hi.kind == endChar {
			a.Warn("Argument #1 ($start) must be a single byte string if argument #2 ($end) is a single byte string, argument #2 ($end) converted to 0")
		}
	}
	if a.Failed() {
		return
	}
	lo.toNumber()
	hi.toNumber()
	if lo.kind == endFloat || hi.kind == endFloat || floatStep {
		floatRange(x, a, ret, lo.f, hi.f, fstep, negative)
		return
	}
	intRange(x, a, ret, lo.n, hi.n, uint64(step), negative)
}

func (e *rangeEnd) toNumber() {
	if e.kind == endChar {
		e.n, e.f = 0, 0
	}
	if e.kind >= endChar {
		e.kind = endInt
	}
}

// span checks the step against the distance; false after throwing.
func span(a *rt.Args, up, negative, within bool) bool {
	if up && negative {
		a.ValueError(2, "must be greater than 0 for increasing ranges")
		return false
	}
	if !within {
		a.ValueError(2, "must be less than the range spanned by argument #1 ($start) and argument #2 ($end)")
		return false
	}
	return true
}

func intRange(x *rt.Exec, a *rt.Args, ret *zval.Value, lo, hi int64, step uint64, negative bool) {
	up := lo < hi
	dist := uint64(hi) - uint64(lo)
	if !up {
		dist = uint64(lo) - uint64(hi)
	}
	if lo != hi && !span(a, up, negative, dist >= step) {
		return
	}
	n := dist / step
	if n >= maxTable-1 {
		x.ThrowValueError("The supplied range exceeds the maximum array size by %d elements: start=%d, end=%d, step=%d. Calculated size: %d. Maximum size: %d.",
			n-maxTable+1, min(lo, hi), max(lo, hi), step, n+1, maxTable)
		return
	}
	t := x.Space.NewPacked(int(n) + 1)
	ret.SetArr(t)
	for i := uint64(0); i <= n; i++ {
		var v zval.Value
		if up {
			v.SetLong(int64(uint64(lo) + i*step))
		} else {
			v.SetLong(int64(uint64(lo) - i*step))
		}
		x.Space.Append(t, &v)
	}
}

func floatRange(x *rt.Exec, a *rt.Args, ret *zval.Value, lo, hi, step float64, negative bool) {
	up := lo < hi
	dist := math.Abs(hi - lo)
	if lo != hi && !span(a, up, negative, dist >= step) {
		return
	}
	size := dist/step + 1
	// The last element may be missed by a rounding of the quotient.
	n := math.Floor(math.Nextafter(size, math.Inf(1)))
	if r := math.Round(size); math.Abs(size-r) < 1e-9*r {
		n = r
	}
	if size >= maxTable {
		x.ThrowValueError("The supplied range exceeds the maximum array size by %.1f elements: start=%.1f, end=%.1f, step=%.1f. Max size: %d",
			size-maxTable, min(lo, hi), max(lo, hi), step, maxTable)
		return
	}
	t := x.Space.NewPacked(int(n))
	ret.SetArr(t)
	for i := range int(n) {
		var v zval.Value
		if up {
			v.SetDouble(lo + float64(i)*step)
		} else {
			v.SetDouble(lo - float64(i)*step)
		}
		x.Space.Append(t, &v)
	}
}

func charRange(x *rt.Exec, a *rt.Args, ret *zval.Value, lo, hi byte, step int64, negative bool) {
	dist := int64(hi) - int64(lo)
	up := dist > 0
	if !up {
		dist = -dist
	}
	if lo != hi && !span(a, up, negative, dist >= step) {
		return
	}
	t := x.Space.NewPacked(int(dist/step) + 1)
	ret.SetArr(t)
	for i := int64(0); i <= dist/step; i++ {
		c := int64(lo) + i*step
		if !up {
			c = int64(lo) - i*step
		}
		var v zval.Value
		v.SetStr(x.Space.Char(byte(c)))
		x.Space.Append(t, &v)
	}
}
