// Package math holds PHP's mathematics functions: rounding, powers and
// logarithms, trigonometry, number bases, number_format, extremes, and the
// random functions over the executor's generator.
//
// It knows only core/rt and core/zval. Arithmetic of the language itself lives
// in core/rt.
package math
