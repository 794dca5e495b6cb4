package zval

// WebAssembly has no fused multiply-add: the factors are split in halves whose
// products are exact. The conversions are not idle: they forbid fusing.

// split cuts a float into two of half its bits.
func split(a float64) (hi, lo float64) {
	c := float64(a * 134217729)
	hi = c - (c - a)
	return hi, a - hi
}

// twoProduct is a*b and its rounding error.
func twoProduct(a, b float64) wide {
	p := float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	e := float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	e += float64(al * bl)
	return wide{p, e}
}
