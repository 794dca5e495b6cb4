package compile

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Constant folding works on code.Lit: only operations that can neither warn
// nor throw are carried out, the rest is left to run time.

func litBool(l code.Lit) bool {
	switch l.T {
	case zval.True:
		return true
	case zval.Long:
		return l.N != 0
	case zval.Double:
		return l.F != 0
	case zval.StringT:
		return l.S != "" && l.S != "0"
	case zval.ArrayT:
		return l.A.Len() != 0
	}
	return false
}

// litString converts a scalar; arrays give "Array".
func litString(l code.Lit) string {
	switch l.T {
	case zval.True:
		return "1"
	case zval.Long:
		return formatInt(l.N)
	case zval.Double:
		return formatDouble(l.F)
	case zval.StringT:
		return l.S
	case zval.ArrayT:
		return "Array"
	}
	return ""
}

// litTypeName is the type's name in messages about values.
func litTypeName(l code.Lit) string {
	switch l.T {
	case zval.Null:
		return "null"
	case zval.False:
		return "false"
	case zval.True:
		return "true"
	case zval.Long:
		return "int"
	case zval.Double:
		return "float"
	case zval.StringT:
		return "string"
	case zval.ArrayT:
		return "array"
	}
	return "object"
}

// litValueName is zend_zval_type_name: bool for both of its values.
func litValueName(l code.Lit) string {
	if l.T == zval.False || l.T == zval.True {
		return "bool"
	}
	return litTypeName(l)
}

// number converts an operand of arithmetic: an integer, or a float.
func number(l code.Lit) (n int64, f float64, isFloat bool) {
	switch l.T {
	case zval.True:
		return 1, 0, false
	case zval.Long:
		return l.N, 0, false
	case zval.Double:
		return 0, l.F, true
	case zval.StringT:
		k, n, f := numericPrefix(l.S)
		return n, f, k == zval.Double
	}
	return 0, 0, false
}

func toFloat(l code.Lit) float64 {
	n, f, isF := number(l)
	if isF {
		return f
	}
	return float64(n)
}

func toInt(l code.Lit) int64 {
	n, f, isF := number(l)
	if isF {
		return doubleToLong(f)
	}
	return n
}

// longCompatible tells whether an operand of an integer operator converts
// without a deprecation.
func longCompatible(l code.Lit) bool {
	switch l.T {
	case zval.ArrayT:
		return false
	case zval.Double:
		return float64(doubleToLong(l.F)) == l.F
	case zval.StringT:
		k, _, f := numeric(l.S)
		return k == zval.Long || k == zval.Double && float64(doubleToLong(f)) == f
	}
	return true
}

// binaryErrs tells whether the operation would warn or throw.
func binaryErrs(op opcode.Op, a, b code.Lit) bool {
	if op == opcode.Concat || op == opcode.FastConcat {
		return a.T == zval.ArrayT || b.T == zval.ArrayT ||
			a.T == zval.Double && math.IsNaN(a.F) || b.T == zval.Double && math.IsNaN(b.F)
	}
	bitwise := false
	integer := false
	switch op {
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Pow:
	case opcode.Mod, opcode.Sl, opcode.Sr:
		integer = true
	case opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		bitwise, integer = true, true
	default:
		return false
	}
	if a.T == zval.ArrayT || b.T == zval.ArrayT {
		return op != opcode.Add || a.T != zval.ArrayT || b.T != zval.ArrayT
	}
	if bitwise && a.T == zval.StringT && b.T == zval.StringT {
		return false
	}
	for _, l := range [...]code.Lit{a, b} {
		if l.T == zval.StringT {
			if k, _, _ := numeric(l.S); k == zval.Undef {
				return true
			}
		}
	}
	switch op {
	case opcode.Mod:
		if toInt(b) == 0 {
			return true
		}
	case opcode.Div:
		if toFloat(b) == 0 {
			return true
		}
	case opcode.Sl, opcode.Sr:
		if toInt(b) < 0 {
			return true
		}
	case opcode.Pow:
		// 0 ** -1 is deprecated.
		if toFloat(a) == 0 && toFloat(b) < 0 {
			return true
		}
	}
	return integer && (!longCompatible(a) || !longCompatible(b))
}

// foldBinary computes a binary operation, or declines.
func foldBinary(op opcode.Op, a, b code.Lit) (code.Lit, bool) {
	if a.HasExpr() || b.HasExpr() || binaryErrs(op, a, b) {
		return code.Lit{}, false
	}
	switch op {
	case opcode.Concat, opcode.FastConcat:
		return code.StrLit(litString(a) + litString(b)), true
	case opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Pow:
		if a.T == zval.ArrayT {
			sum := code.NewArrayLit()
			for i, k := range a.A.Keys {
				sum.Set(k, a.A.Vals[i])
			}
			for i, k := range b.A.Keys {
				if _, have := sum.Get(k); !have {
					sum.Set(k, b.A.Vals[i])
				}
			}
			return code.ArrLit(sum), true
		}
		return arith(op, a, b), true
	case opcode.Mod:
		x, y := toInt(a), toInt(b)
		if y == -1 {
			return code.LongLit(0), true
		}
		return code.LongLit(x % y), true
	case opcode.Sl:
		if s := toInt(b); s < 64 {
			return code.LongLit(toInt(a) << uint(s)), true
		}
		return code.LongLit(0), true
	case opcode.Sr:
		s := toInt(b)
		if s > 63 {
			s = 63
		}
		return code.LongLit(toInt(a) >> uint(s)), true
	case opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		if a.T == zval.StringT && b.T == zval.StringT {
			return code.StrLit(bitString(op, a.S, b.S)), true
		}
		x, y := toInt(a), toInt(b)
		switch op {
		case opcode.BwOr:
			return code.LongLit(x | y), true
		case opcode.BwAnd:
			return code.LongLit(x & y), true
		}
		return code.LongLit(x ^ y), true
	case opcode.BoolXor:
		return code.BoolLit(litBool(a) != litBool(b)), true
	case opcode.IsIdentical:
		return code.BoolLit(identical(a, b)), true
	case opcode.IsNotIdentical:
		return code.BoolLit(!identical(a, b)), true
	}
	cmp, ok := compare(a, b, 0)
	if !ok {
		return code.Lit{}, false
	}
	switch op {
	case opcode.IsEqual:
		return code.BoolLit(cmp == 0), true
	case opcode.IsNotEqual:
		return code.BoolLit(cmp != 0), true
	case opcode.IsSmaller:
		return code.BoolLit(cmp == -1), true
	case opcode.IsSmallerOrEqual:
		return code.BoolLit(cmp == 0 || cmp == -1), true
	case opcode.Spaceship:
		if cmp == unordered {
			cmp = 1
		}
		return code.LongLit(int64(cmp)), true
	}
	return code.Lit{}, false
}

func arith(op opcode.Op, a, b code.Lit) code.Lit {
	x, fx, xf := number(a)
	y, fy, yf := number(b)
	if !xf && !yf {
		switch op {
		case opcode.Add:
			if s := x + y; (x^s)&(y^s) >= 0 {
				return code.LongLit(s)
			}
		case opcode.Sub:
			if s := x - y; (x^y)&(x^s) >= 0 {
				return code.LongLit(s)
			}
		case opcode.Mul:
			if x == 0 || y == 0 {
				return code.LongLit(0)
			}
			if p := x * y; p/y == x && !(x == -1 && y == math.MinInt64) && !(y == -1 && x == math.MinInt64) {
				return code.LongLit(p)
			}
		case opcode.Div:
			if !(y == -1 && x == math.MinInt64) && x%y == 0 {
				return code.LongLit(x / y)
			}
		case opcode.Pow:
			if y >= 0 {
				var r zval.Value
				va, vb := zval.LongValue(x), zval.LongValue(y)
				zval.Pow(&r, &va, &vb)
				if r.Type() == zval.Long {
					return code.LongLit(r.Long())
				}
				return code.DoubleLit(r.Double())
			}
		}
	}
	if !xf {
		fx = float64(x)
	}
	if !yf {
		fy = float64(y)
	}
	switch op {
	case opcode.Add:
		return code.DoubleLit(fx + fy)
	case opcode.Sub:
		return code.DoubleLit(fx - fy)
	case opcode.Mul:
		return code.DoubleLit(fx * fy)
	case opcode.Div:
		return code.DoubleLit(fx / fy)
	}
	var r zval.Value
	va, vb := zval.DoubleValue(fx), zval.DoubleValue(fy)
	zval.Pow(&r, &va, &vb) // the same bits as at run time
	return code.DoubleLit(r.Double())
}

func bitString(op opcode.Op, a, b string) string {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := []byte(a)
	for i := 0; i < len(b); i++ {
		switch op {
		case opcode.BwOr:
			out[i] |= b[i]
		case opcode.BwAnd:
			out[i] &= b[i]
		default:
			out[i] ^= b[i]
		}
	}
	if op != opcode.BwOr {
		out = out[:len(b)]
	}
	return string(out)
}

// foldUnary computes BOOL_NOT and BW_NOT.
func foldUnary(op opcode.Op, a code.Lit) (code.Lit, bool) {
	if a.HasExpr() {
		return code.Lit{}, false
	}
	if op == opcode.BoolNot {
		return code.BoolLit(!litBool(a)), true
	}
	switch a.T {
	case zval.StringT:
		out := []byte(a.S)
		for i := range out {
			out[i] = ^out[i]
		}
		return code.StrLit(string(out)), true
	case zval.Long, zval.Double:
		if longCompatible(a) {
			return code.LongLit(^toInt(a)), true
		}
	}
	return code.Lit{}, false
}

func identical(a, b code.Lit) bool { return identicalAt(a, b, 0) }

func identicalAt(a, b code.Lit, depth int) bool {
	if a.T != b.T {
		return false
	}
	switch a.T {
	case zval.Long:
		return a.N == b.N
	case zval.Double:
		return a.F == b.F
	case zval.StringT:
		return a.S == b.S
	case zval.ArrayT:
		if a.A.Len() != b.A.Len() {
			return false
		}
		zval.Deeper(depth)
		for i, k := range a.A.Keys {
			if b.A.Keys[i] != k || !identicalAt(a.A.Vals[i], b.A.Vals[i], depth+1) {
				return false
			}
		}
	}
	return true
}

const unordered = 2

// compare is the loose comparison; ok is false when it is better left to run time.
func compare(a, b code.Lit, depth int) (int, bool) {
	if depth > 64 {
		return 0, false
	}
	order := func(less, more bool) (int, bool) {
		switch {
		case less:
			return -1, true
		case more:
			return 1, true
		}
		return 0, true
	}
	floats := func(x, y float64) (int, bool) {
		if x != x || y != y {
			return unordered, true
		}
		return order(x < y, x > y)
	}
	isBool := func(l code.Lit) bool { return l.T == zval.False || l.T == zval.True || l.T == zval.Null }
	switch {
	case a.T == zval.Long && b.T == zval.Long:
		return order(a.N < b.N, a.N > b.N)
	case (a.T == zval.Long || a.T == zval.Double) && (b.T == zval.Long || b.T == zval.Double):
		return floats(toFloat(a), toFloat(b))
	case a.T == zval.StringT && b.T == zval.StringT:
		return zval.CompareSmart(a.S, b.S), true
	case a.T == zval.Null && b.T == zval.StringT:
		return order("" < b.S, false)
	case a.T == zval.StringT && b.T == zval.Null:
		return order(false, a.S > "")
	case isBool(a) || isBool(b):
		x, y := litBool(a), litBool(b)
		return order(!x && y, x && !y)
	case a.T == zval.StringT && (b.T == zval.Long || b.T == zval.Double):
		c, ok := compareNumStr(b, a.S)
		if ok && c != unordered {
			c = -c
		}
		return c, ok
	case b.T == zval.StringT && (a.T == zval.Long || a.T == zval.Double):
		return compareNumStr(a, b.S)
	case a.T == zval.ArrayT && b.T == zval.ArrayT:
		if a.A.Len() != b.A.Len() {
			return order(a.A.Len() < b.A.Len(), true)
		}
		for i, k := range a.A.Keys {
			other, have := b.A.Get(k)
			if !have {
				return unordered, true
			}
			if c, ok := compare(a.A.Vals[i], other, depth+1); !ok || c != 0 {
				return c, ok
			}
		}
		return 0, true
	case a.T == zval.ArrayT:
		return 1, true
	case b.T == zval.ArrayT:
		return -1, true
	}
	return 0, false
}

// compareNumStr compares a number with a string: as numbers when the string
// is numeric, else as strings.
func compareNumStr(n code.Lit, s string) (int, bool) {
	k, i, f := numeric(s)
	switch k {
	case zval.Long:
		return compare(n, code.LongLit(i), 0)
	case zval.Double:
		return compare(n, code.DoubleLit(f), 0)
	}
	if n.T == zval.Double && math.IsNaN(n.F) {
		return unordered, true
	}
	return strings.Compare(litString(n), s), true
}

// arrayKey converts a literal key; ok is false when run time must report it.
func arrayKey(l code.Lit) (k code.Key, ok bool) {
	switch l.T {
	case zval.Long:
		return code.Key{N: l.N}, true
	case zval.StringT:
		return strKey(l.S), true
	case zval.Double:
		n := doubleToLong(l.F)
		return code.Key{N: n}, float64(n) == l.F
	case zval.False:
		return code.Key{}, true
	case zval.True:
		return code.Key{N: 1}, true
	}
	return code.Key{}, false
}

// strKey applies the rule for strings that look like integers.
func strKey(s string) code.Key {
	if n, ok := parseIndex(s); ok {
		return code.Key{N: n}
	}
	return code.Key{S: s, Str: true}
}

// fromValue makes a literal of a run-time value: scalars, strings and arrays
// of them within a small budget.
func fromValue(v *zval.Value, budget *int) (code.Lit, bool) {
	v = v.Deref()
	switch v.Type() {
	case zval.Null, zval.False, zval.True:
		return code.Lit{T: v.Type()}, true
	case zval.Long:
		return code.LongLit(v.Long()), true
	case zval.Double:
		return code.DoubleLit(v.Double()), true
	case zval.StringT:
		return code.StrLit(v.Str().String()), true
	case zval.ArrayT:
		t := v.Arr()
		if *budget -= int(t.Count); *budget < 0 {
			return code.Lit{}, false
		}
		a := code.NewArrayLit()
		for it := t.Iter(); it.Next(); {
			l, ok := fromValue(it.Value(), budget)
			if !ok {
				return l, false
			}
			if s, n := it.Key(); s != nil {
				a.Set(code.Key{S: s.String(), Str: true}, l)
			} else {
				a.Set(code.Key{N: n}, l)
			}
		}
		return code.ArrLit(a), true
	}
	return code.Lit{}, false
}
