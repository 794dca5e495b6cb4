package zval

import "math"

// PowFloat is x to the y, with an error just above half a unit in the last place,
// as C libraries have it: Go's math.Pow multiplies its way to the result and is
// often one or two units off, which PHP programs would print.
//
// exp(y*ln(x)) is computed in pairs of floats (hi + lo, about 100 bits). Series
// are cut where terms fall under 2^-70; from where they are under 2^-20 their
// coefficients are plain floats.
func PowFloat(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case y == 2:
		return x * x
	case y == 0.5 && x >= 0 && !math.IsInf(x, 0):
		return math.Sqrt(x) + 0 // -0 gives 0
	case x != x || y != y || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Pow(x, y)
	}
	sign := 1.0
	if x < 0 {
		if y != math.Trunc(y) {
			return math.NaN()
		}
		if math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0 {
			sign = -1
		}
		x = -x
	}
	p := logPair(x).times(wide{y, 0})
	switch {
	case p.hi > 710:
		return sign * math.Inf(1)
	case p.hi < -746:
		return sign * 0
	}
	return sign * p.exp()
}

// wide is the unevaluated sum of two floats, |lo| at most half a unit of hi.
type wide struct{ hi, lo float64 }

// The conversions around products below are not idle: without them Go may fuse a product
// with the addition that follows, and the error term would be wrong.

func twoSum(a, b float64) wide {
	s := a + b
	t := s - a
	return wide{s, (a - (s - t)) + (b - t)}
}

func quickSum(a, b float64) wide { // |a| >= |b|
	s := a + b
	return wide{s, b - (s - a)}
}

func (a wide) plus(b wide) wide {
	s := twoSum(a.hi, b.hi)
	t := twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a wide) times(b wide) wide {
	if math.Abs(a.hi) > 1e290 || math.Abs(b.hi) > 1e290 {
		return wide{a.hi * b.hi, 0} // out of exp's range, or of split's
	}
	p := twoProduct(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a wide) over(b wide) wide {
	q := a.hi / b.hi
	p := b.times(wide{-q, 0})
	r := a.plus(p)
	q2 := r.hi / b.hi
	p = b.times(wide{-q2, 0})
	r = r.plus(p)
	return quickSum(q, q2+r.hi/b.hi)
}

// The natural logarithm of 2 as a pair.
const (
	ln2Hi = 0x1.62e42fefa39efp-1
	ln2Lo = 0x1.abc9e3b39803fp-56
)

// logPair is the natural logarithm of a positive finite x: x = m * 2^e, and with
// s = (m-1)/(m+1), ln m = 2(s + s^3/3 + s^5/5 + ...), |s| < 0.172.
func logPair(x float64) wide {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	s := wide{m - 1, 0}.over(twoSum(m, 1))
	z := s.times(s)
	w := z.hi
	tail := 1.0 / 31
	for k := 29.0; k >= 9; k -= 2 {
		tail = float64(tail*w) + 1/k
	}
	c := z.times(wide{tail, 0}).plus(wide{1.0 / 7, 0x1.2492492492492p-57})
	c = z.times(c).plus(wide{1.0 / 5, -0x1.999999999999ap-57})
	c = z.times(c).plus(wide{1.0 / 3, 0x1.5555555555555p-56})
	c = z.times(c).plus(wide{1, 0})
	c = s.times(c)
	return wide{2 * c.hi, 2 * c.lo}.plus(wide{ln2Hi, ln2Lo}.times(wide{float64(e), 0}))
}

// exp is e to the a, rounded to a float: a = k ln 2 + 16 r, and e^r - 1 from its
// series is squared four times.
func (a wide) exp() float64 {
	k := math.RoundToEven(a.hi / math.Ln2)
	r := a.plus(wide{ln2Hi, ln2Lo}.times(wide{-k, 0}))
	r = wide{r.hi / 16, r.lo / 16}
	h := r.hi
	const f4, f5, f6, f7, f8, f9, f10 = 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800
	tail := f4 + h*(f5+h*(f6+h*(f7+h*(f8+h*(f9+h*f10)))))
	c := r.times(wide{tail, 0}).plus(wide{1.0 / 6, 0x1.5555555555555p-57})
	c = r.times(c).plus(wide{0.5, 0})
	c = r.times(c).plus(wide{1, 0})
	u := r.times(c) // e^r - 1
	for range 4 {
		u = u.times(u).plus(wide{2 * u.hi, 2 * u.lo})
	}
	v := wide{1, 0}.plus(u)
	return math.Ldexp(v.hi+v.lo, int(k))
}
