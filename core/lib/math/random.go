package math

import (
	"math"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

const randMax = math.MaxInt32

func fnRandMax(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(randMax) }

func fnSrand(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	legacy := a.Int(1) == 1
	if legacy {
		x.Deprecated("The MT_RAND_PHP variant of Mt19937 is deprecated")
	}
	if !a.Has(0) || a.IsNull(0) {
		n, ok := x.SecureRange(0, math.MaxUint32)
		if !ok {
			n = x.Host.Now().UnixNano()
		}
		x.SeedRandom(uint32(n), legacy)
		return
	}
	x.SeedRandom(uint32(a.Int(0)), legacy)
}

// bounds reads mt_rand's and rand's two optional arguments, which come together or not at all.
func bounds(x *rt.Exec, a *rt.Args) (low, high int64, given, ok bool) {
	switch a.Len() {
	case 0:
		return 0, 0, false, true
	case 1:
		x.ThrowArgumentCountError("%s() expects exactly 2 arguments, 1 given", a.Name())
		return 0, 0, false, false
	}
	return a.Int(0), a.Int(1), true, true
}

func fnMtRand(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	low, high, given, ok := bounds(x, a)
	switch {
	case !ok:
	case !given:
		ret.SetLong(int64(x.Random().Uint32() >> 1))
	case high < low:
		a.ValueError(1, "must be greater than or equal to argument #1 ($min)")
	default:
		ret.SetLong(between(x, low, high))
	}
}

func fnRand(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	low, high, given, ok := bounds(x, a)
	switch {
	case !ok:
	case !given:
		ret.SetLong(int64(x.Random().Uint32() >> 1))
	case high < low:
		ret.SetLong(scaled(x, high, low))
	default:
		ret.SetLong(between(x, low, high))
	}
}

func between(x *rt.Exec, low, high int64) int64 {
	if x.LegacyRandom() {
		return scaled(x, low, high)
	}
	return x.Random().Range(low, high)
}

// scaled draws as the old rand() did: a fraction of the span, biased. Only the
// legacy mode does so for bounds in order; rand() with its bounds swapped always does.
func scaled(x *rt.Exec, low, high int64) int64 {
	if !x.LegacyRandom() {
		return x.Random().Range(low, high)
	}
	n := float64(x.Random().Uint32() >> 1)
	return low + int64((float64(high)-float64(low)+1)*(n/(randMax+1.0)))
}

func fnRandomInt(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	low, high := a.Int(0), a.Int(1)
	if low > high {
		a.ValueError(0, "must be less than or equal to argument #2 ($max)")
		return
	}
	n, ok := x.SecureRange(low, high)
	if !ok {
		x.ThrowError(x.LookupClass("Random\\RandomException", false), "Cannot open source device")
		return
	}
	ret.SetLong(n)
}

func fnRandomBytes(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Int(0)
	if n < 1 {
		a.ValueError(0, "must be greater than 0")
		return
	}
	s := x.Space.AllocString(int(n))
	if err := x.Host.Random(s.Bytes()); err != nil {
		x.Space.ReleaseStr(s)
		x.ThrowError(x.LookupClass("Random\\RandomException", false), "Cannot open source device")
		return
	}
	ret.SetStr(s)
}

// fnLcg draws a float in (0, 1); PHP's combined generator is only promised to be uniform.
func fnLcg(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	r := x.Random()
	ret.SetDouble((float64(r.Uint32()) + 0.5) / (1 << 32))
}
