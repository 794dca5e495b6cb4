package zval

import (
	"math"
	"strconv"
)

// Text to number: PHP's numeric strings.

// Numeric is a string read as a number.
type Numeric struct {
	Kind     Type // Long, Double, or Undef: does not start like a number
	Trailing bool // something other than white space follows the number
	Overflow int8 // an integer out of int64's range, read as Double: its sign; else 0
	Long     int64
	Double   float64
	Len      int // bytes up to the end of the number, leading white space included
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool { return c-'0' <= 9 }

// ParseNumeric reads s by the rules of numeric strings: white space, a sign, decimal digits
// with an optional fraction and exponent, white space. Integers beyond int64 are
// floats. Hexadecimal, octal, INF and NAN are not numbers.
func ParseNumeric(s string) Numeric {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	start := i
	neg := false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		neg = s[i] == '-'
		i++
	}
	first := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	digits := i - first
	double := false
	if i < len(s) && s[i] == '.' && (digits > 0 || i+1 < len(s) && isDigit(s[i+1])) {
		double = true
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	} else if digits == 0 {
		return Numeric{}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
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
	n := Numeric{Kind: Long, Len: i}
	end := i
	for end < len(s) && isSpace(s[end]) {
		end++
	}
	n.Trailing = end < len(s)
	if !double {
		v, ok := parseDigits(s[first:i], neg)
		if ok {
			n.Long = v
			return n
		}
		n.Overflow = 1
		if neg {
			n.Overflow = -1
		}
	}
	n.Kind = Double
	n.Double = parseFloat(s[start:i])
	return n
}

// parseDigits reads decimal digits; false when the value does not fit.
func parseDigits(s string, neg bool) (int64, bool) {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	if len(s) > 19 {
		return 0, false
	}
	var n uint64
	for i := 0; i < len(s); i++ {
		n = n*10 + uint64(s[i]-'0')
	}
	if neg {
		return -int64(n), n <= 1<<63
	}
	return int64(n), n <= math.MaxInt64
}

// parseFloat reads a text already found to be a float; out of range is INF or 0.
func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// IsNumeric reports whether s is a numeric string as a whole, and its value.
func IsNumeric(s string) (Numeric, bool) {
	// Most strings fail at their first byte.
	if len(s) == 0 || s[0] > '9' {
		return Numeric{}, false
	}
	n := ParseNumeric(s)
	return n, n.Kind != Undef && !n.Trailing
}

// StrToLong is the (int) cast of a string: its leading number, 0 without one; a
// float out of range gives the nearest int64, INF gives 0.
func StrToLong(s string) int64 {
	n := ParseNumeric(s)
	switch n.Kind {
	case Long:
		return n.Long
	case Double:
		return DoubleToLongCap(n.Double)
	}
	return 0
}

// StrToDouble is the (float) cast of a string: its leading number, 0 without one.
func StrToDouble(s string) float64 {
	n := ParseNumeric(s)
	switch n.Kind {
	case Long:
		if n.Long == 0 && len(s) > 0 {
			// "-0" is the float -0.
			for i := 0; i < n.Len; i++ {
				if s[i] == '-' {
					return math.Copysign(0, -1)
				}
			}
		}
		return float64(n.Long)
	case Double:
		return n.Double
	}
	return 0
}

// StrIncrement is PHP's alphanumeric increment of a string that is not numeric: "Az" to
// "Ba", "zZ9" to "aaA0". What is not a letter or digit stops the carry.
func StrIncrement(s string) string {
	if s == "" {
		return "1"
	}
	b := []byte(s)
	var first byte // what a carry out of the leftmost byte inserts
	for i := len(b) - 1; i >= 0; i-- {
		switch c := b[i]; {
		case c == 'z':
			b[i], first = 'a', 'a'
		case c == 'Z':
			b[i], first = 'A', 'A'
		case c == '9':
			b[i], first = '0', '1'
		case c >= 'a' && c < 'z', c >= 'A' && c < 'Z', c >= '0' && c < '9':
			b[i]++
			return string(b)
		default:
			return string(b)
		}
	}
	return string(first) + string(b)
}
