package compile

import (
	"math"
	"strconv"

	"github.com/ebb-vm/ebb/core/zval"
)

// numeric classifies a string that is a number as a whole (white space around
// it allowed): zval.Long, zval.Double, or zval.Undef when it is none.
func numeric(s string) (zval.Type, int64, float64) {
	k, n, f, whole := scanNumber(s)
	if !whole {
		return zval.Undef, 0, 0
	}
	return k, n, f
}

// numericPrefix converts the leading number of a string, 0 without one.
func numericPrefix(s string) (zval.Type, int64, float64) {
	k, n, f, _ := scanNumber(s)
	if k == zval.Undef {
		return zval.Long, 0, 0
	}
	return k, n, f
}

func isSpace(b byte) bool {
	return b == ' ' || b >= '\t' && b <= '\r'
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func scanNumber(s string) (k zval.Type, n int64, f float64, whole bool) {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	start := i
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	nd := i - digits
	double := false
	if i < len(s) && s[i] == '.' && (nd > 0 || i+1 < len(s) && isDigit(s[i+1])) {
		double = true
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	if nd == 0 && !double {
		return zval.Undef, 0, 0, false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			double = true
			for j < len(s) && isDigit(s[j]) {
				j++
			}
			i = j
		}
	}
	text := s[start:i]
	end := i
	for end < len(s) && isSpace(s[end]) {
		end++
	}
	whole = end == len(s)
	if !double {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			return zval.Long, v, 0, whole
		}
	}
	v, _ := strconv.ParseFloat(text, 64)
	return zval.Double, 0, v, whole
}

// parseIndex is the rule for array keys: a decimal integer in canonical form.
func parseIndex(s string) (int64, bool) { return zval.ParseIndex(s) }

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

// formatDouble is PHP's conversion of a float to string, at the precision
// that is in force unless a program changes it.
func formatDouble(f float64) string { return zval.FormatDouble(f, 14) }

// doubleToLong converts as (int) does: modulo 2^64, 0 for what is not finite.
func doubleToLong(f float64) int64 {
	if f != f || math.IsInf(f, 0) {
		return 0
	}
	if f >= -9223372036854775808 && f < 9223372036854775808 {
		return int64(f)
	}
	m := math.Mod(math.Trunc(f), 18446744073709551616)
	if m < 0 {
		m += 18446744073709551616
	}
	return int64(uint64(m))
}
