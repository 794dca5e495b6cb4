//go:build !wasm

package zval

import "math"

// twoProduct is a*b and its rounding error.
func twoProduct(a, b float64) wide {
	p := float64(a * b)
	return wide{p, math.FMA(a, b, -p)}
}
