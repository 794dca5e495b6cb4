package code

import (
	"math"

	"github.com/ebb-vm/ebb/core/zval"
)

// Lit is a constant value while code is being compiled. It lives on the Go
// heap; Finalize makes a zval.Value of it.
type Lit struct {
	T zval.Type // Null, False, True, Long, Double, StringT, ArrayT, ConstAST
	N int64
	F float64
	S string
	A *ArrayLit
	X *ConstExpr // ConstAST: evaluated when first used

	Extra uint32 // goes to Value.U: ExtraValue
}

// ExtraValue in Lit.Extra and Value.U of an integer index says that the next
// literal holds the index as it was written, a numeric string.
const ExtraValue = 1

// Constructors of literals.

// NullLit is null.
func NullLit() Lit { return Lit{T: zval.Null} }

// BoolLit is true or false.
func BoolLit(b bool) Lit {
	if b {
		return Lit{T: zval.True}
	}
	return Lit{T: zval.False}
}

// LongLit is an integer.
func LongLit(n int64) Lit { return Lit{T: zval.Long, N: n} }

// DoubleLit is a float.
func DoubleLit(f float64) Lit { return Lit{T: zval.Double, F: f} }

// StrLit is a string.
func StrLit(s string) Lit { return Lit{T: zval.StringT, S: s} }

// ArrLit is an array; a is shared, not copied.
func ArrLit(a *ArrayLit) Lit { return Lit{T: zval.ArrayT, A: a} }

// ExprLit is a constant expression that is evaluated at run time.
func ExprLit(x *ConstExpr) Lit { return Lit{T: zval.ConstAST, X: x} }

// Key is an array key.
type Key struct {
	S   string
	N   int64
	Str bool
}

// ArrayLit is an ordered array of literals.
type ArrayLit struct {
	Keys  []Key
	Vals  []Lit
	idx   map[Key]int
	next  int64
	any   bool // an integer key was used
	mixed bool // the keys are not 0, 1, 2...
}

// NewArrayLit makes an empty array.
func NewArrayLit() *ArrayLit { return &ArrayLit{} }

// Len is the number of elements.
func (a *ArrayLit) Len() int { return len(a.Keys) }

// find returns the position of a key, or -1. Lists know it, small arrays are
// searched, larger ones indexed.
func (a *ArrayLit) find(k Key) int {
	if !a.mixed {
		if !k.Str && k.N >= 0 && k.N < int64(len(a.Keys)) {
			return int(k.N)
		}
		return -1
	}
	if len(a.Keys) < 8 {
		for i := range a.Keys {
			if a.Keys[i] == k {
				return i
			}
		}
		return -1
	}
	if a.idx == nil {
		a.idx = make(map[Key]int, len(a.Keys)*2)
		for i, k := range a.Keys {
			a.idx[k] = i
		}
	}
	if i, ok := a.idx[k]; ok {
		return i
	}
	return -1
}

// Get finds an element.
func (a *ArrayLit) Get(k Key) (Lit, bool) {
	if i := a.find(k); i >= 0 {
		return a.Vals[i], true
	}
	return Lit{}, false
}

// Set stores under a key, replacing the value of an equal key in place.
func (a *ArrayLit) Set(k Key, v Lit) {
	if i := a.find(k); i >= 0 {
		a.Vals[i] = v
		return
	}
	a.add(k, v)
}

func (a *ArrayLit) add(k Key, v Lit) {
	if k.Str || k.N != int64(len(a.Keys)) {
		a.mixed = true
	}
	if a.idx != nil {
		a.idx[k] = len(a.Keys)
	}
	a.Keys = append(a.Keys, k)
	a.Vals = append(a.Vals, v)
	if !k.Str && (!a.any || k.N >= a.next) {
		a.any = true
		if k.N < math.MaxInt64 {
			a.next = k.N + 1
		} else {
			a.next = math.MaxInt64
		}
	}
}

// Append stores under the next free integer key; false when there is none.
func (a *ArrayLit) Append(v Lit) bool {
	k := Key{N: a.next}
	if a.next == math.MaxInt64 && a.find(k) >= 0 {
		return false
	}
	a.add(k, v)
	return true
}

// HasExpr reports whether the literal needs run-time evaluation.
func (l *Lit) HasExpr() bool { return l.T == zval.ConstAST }
