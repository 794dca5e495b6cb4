package zval

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Comparisons, by PHP 8's rules. Objects are the runtime's: a Cmp asks for them.

// Cmp carries a comparison through nested arrays.
type Cmp struct {
	Space *Space
	// Objects compares two values of which at least one is an object and which
	// are not the same object. May run PHP code. Without it, meeting one sets Impure.
	Objects func(a, b *Value) int
	// Impure: an object was met and Objects was nil; the result means nothing.
	Impure bool
	// TooDeep: an array contains itself, or nesting is beyond the limit; the result means
	// nothing. PHP's words are "Nesting level too deep - recursive dependency?".
	TooDeep bool

	depth int
}

// MaxNesting is the depth to which arrays are compared.
const MaxNesting = 10000

// Compare returns -1, 0 or 1 as <=> does; 1 also for what cannot be ordered.
func (c *Cmp) Compare(a, b *Value) int {
	a, b = a.Deref(), b.Deref()
	at, bt := a.Type(), b.Type()
	switch {
	case at == Long && bt == Long:
		return cmp.Compare(a.Long(), b.Long())
	case at == Long && bt == Double:
		return compareDoubles(float64(a.Long()), b.Double())
	case at == Double && bt == Long:
		return compareDoubles(a.Double(), float64(b.Long()))
	case at == Double && bt == Double:
		return compareDoubles(a.Double(), b.Double())
	case at == StringT && bt == StringT:
		if a.V == b.V {
			return 0
		}
		return CompareSmart(a.Str().View(), b.Str().View())
	case at == ArrayT && bt == ArrayT:
		return c.tables(a.Arr(), b.Arr())
	case at == ObjectT || bt == ObjectT:
		if at == bt && a.V == b.V {
			return 0
		}
		if c.Objects == nil {
			c.Impure = true
			return 1
		}
		return c.Objects(a, b)
	}
	return c.mixed(a, b)
}

// mixed compares different types, objects excluded.
func (c *Cmp) mixed(a, b *Value) int {
	at, bt := a.Type(), b.Type()
	switch {
	case at <= Null && bt == StringT:
		return -boolInt(b.Str().Len != 0)
	case at == StringT && bt <= Null:
		return boolInt(a.Str().Len != 0)
	case at <= True || bt <= True:
		return boolInt(a.ToBool()) - boolInt(b.ToBool())
	case at == Long && bt == StringT:
		return compareLongStr(a.Long(), b.Str().View())
	case at == StringT && bt == Long:
		return -compareLongStr(b.Long(), a.Str().View())
	case at == Double && bt == StringT:
		return c.doubleStr(a.Double(), b.Str())
	case at == StringT && bt == Double:
		f := b.Double()
		if f != f {
			return 1
		}
		return -c.doubleStr(f, a.Str())
	case at == ArrayT:
		return 1
	case bt == ArrayT:
		return -1
	}
	// What is left has a resource on one side: numbers all of them.
	x, y := silentNumber(a), silentNumber(b)
	return c.Compare(&x, &y)
}

// silentNumber makes a scalar a number without a warning.
func silentNumber(v *Value) Value {
	switch v.Type() {
	case Long, Double:
		return *v
	case StringT:
		if n := ParseNumeric(v.Str().View()); n.Kind == Double {
			return DoubleValue(n.Double)
		}
	}
	return LongValue(v.ToLong())
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareDoubles gives 1 when either is NAN.
func compareDoubles(a, b float64) int {
	switch {
	case a == b:
		return 0
	case a < b:
		return -1
	}
	return 1
}

func compareLongStr(n int64, s string) int {
	p, ok := IsNumeric(s)
	switch {
	case !ok:
		var b [20]byte
		return strings.Compare(viewOf(strconv.AppendInt(b[:0], n, 10)), s)
	case p.Kind == Long:
		return cmp.Compare(n, p.Long)
	}
	return compareDoubles(float64(n), p.Double)
}

func (c *Cmp) doubleStr(f float64, s *String) int {
	if f != f {
		return 1
	}
	p, ok := IsNumeric(s.View())
	switch {
	case !ok:
		return strings.Compare(FormatDouble(f, c.Space.Precision), s.View())
	case p.Kind == Long:
		return compareDoubles(f, float64(p.Long))
	}
	return compareDoubles(f, p.Double)
}

// CompareSmart compares two strings as numbers when both are, else byte by byte.
func CompareSmart(a, b string) int {
	p, ok := IsNumeric(a)
	if !ok {
		return strings.Compare(a, b)
	}
	q, ok := IsNumeric(b)
	if !ok {
		return strings.Compare(a, b)
	}
	if p.Kind == Long && q.Kind == Long {
		return cmp.Compare(p.Long, q.Long)
	}
	if p.Overflow != 0 && p.Overflow == q.Overflow && p.Double-q.Double == 0 {
		return strings.Compare(a, b) // floats cannot tell them apart
	}
	x, y := p.Double, q.Double
	switch {
	case p.Kind == Long:
		if q.Overflow != 0 {
			return -int(q.Overflow)
		}
		x = float64(p.Long)
	case q.Kind == Long:
		if p.Overflow != 0 {
			return int(p.Overflow)
		}
		y = float64(q.Long)
	case x == y && math.IsInf(x, 0):
		return strings.Compare(a, b) // both overflowed
	}
	return compareDoubles(x, y)
}

// EqualSmart is CompareSmart == 0, faster for texts that are not numbers.
func EqualSmart(a, b string) bool {
	if a == "" || b == "" || a[0] > '9' || b[0] > '9' {
		return a == b
	}
	return CompareSmart(a, b) == 0
}

// enter guards the walk of a table that is compared; the flag finds cycles, the
// depth bounds the Go stack.
func (c *Cmp) enter(t *Table) bool {
	if t.GC.TypeInfo&GCProtected != 0 || c.depth >= MaxNesting {
		c.TooDeep = true
		return false
	}
	c.depth++
	Deeper(c.depth)
	if !t.Immutable() {
		t.GC.TypeInfo |= GCProtected
	}
	return true
}

func (c *Cmp) leave(t *Table) {
	c.depth--
	if !t.Immutable() {
		t.GC.TypeInfo &^= GCProtected
	}
}

// hold keeps two tables alive, and from being written in place, until the
// function returned is called.
func (c *Cmp) hold(a, b *Table) func() {
	for _, t := range [2]*Table{a, b} {
		if !t.Immutable() {
			t.GC.RC++
		}
	}
	return func() {
		for _, t := range [2]*Table{b, a} {
			switch {
			case t.Immutable():
			case t.GC.RC > 1:
				t.GC.RC-- // not a release: no root for the collector
			default:
				c.Space.ReleaseArr(t)
			}
		}
	}
}

// tables: the longer one is greater; else element by element in a's order; a key b
// lacks makes them unordered.
func (c *Cmp) tables(a, b *Table) int {
	if a == b {
		return 0
	}
	if a.GC.TypeInfo&GCProtected != 0 {
		c.TooDeep = true // a cycle shows even where the counts would decide
		return 1
	}
	if a.Count != b.Count {
		if a.Count > b.Count {
			return 1
		}
		return -1
	}
	if !c.enter(a) {
		return 1
	}
	if c.Objects != nil { // an object's code may let go of both
		defer c.hold(a, b)()
	}
	defer c.leave(a)
	for i := uint32(0); i < a.Used; i++ {
		v := followInd(a.SlotAt(i))
		if v == nil || v.T == uint32(Undef) {
			continue
		}
		w := followInd(b.sameKey(a, i))
		if w == nil {
			return 1
		}
		if r := c.Compare(v, w); r != 0 || c.TooDeep || c.Impure {
			return r
		}
	}
	return 0
}

// sameKey finds in t the key of slot i of a.
func (t *Table) sameKey(a *Table, i uint32) *Value {
	if k, n := a.KeyAt(i); k != nil {
		return t.Find(k)
	} else {
		return t.FindLong(n)
	}
}

// LooseEqual is ==.
func (c *Cmp) LooseEqual(a, b *Value) bool {
	a, b = a.Deref(), b.Deref()
	if a.Type() == StringT && b.Type() == StringT {
		return a.V == b.V || EqualSmart(a.Str().View(), b.Str().View())
	}
	return c.Compare(a, b) == 0
}

// Identical is ===. Objects are identical when they are the same one.
func (c *Cmp) Identical(a, b *Value) bool {
	a, b = a.Deref(), b.Deref()
	at := a.Type()
	if at != b.Type() {
		return at <= Null && b.Type() <= Null
	}
	switch at {
	case Long, ObjectT, ResourceT:
		return a.V == b.V
	case Double:
		return a.Double() == b.Double()
	case StringT:
		return Equal(a.Str(), b.Str())
	case ArrayT:
		return c.identicalTables(a.Arr(), b.Arr())
	}
	return true
}

// identicalTables: the same keys and identical values in the same order.
func (c *Cmp) identicalTables(a, b *Table) bool {
	if a == b {
		return true
	}
	if a.GC.TypeInfo&GCProtected != 0 {
		c.TooDeep = true
		return false
	}
	if a.Count != b.Count {
		return false
	}
	if !c.enter(a) {
		return false
	}
	defer c.leave(a)
	j := uint32(0)
	for i := uint32(0); i < a.Used; i++ {
		v := followInd(a.SlotAt(i))
		if v == nil || v.T == uint32(Undef) {
			continue
		}
		var w *Value
		for ; j < b.Used; j++ {
			if w = followInd(b.SlotAt(j)); w != nil && w.T != uint32(Undef) {
				break
			}
		}
		if j >= b.Used {
			return false
		}
		k, n := a.KeyAt(i)
		l, m := b.KeyAt(j)
		if (k == nil) != (l == nil) || n != m || k != nil && !Equal(k, l) {
			return false
		}
		j++
		if !c.Identical(v, w) {
			return false
		}
	}
	return true
}

// PureCompare is <=> without objects; false when the runtime has to do it.
func (sp *Space) PureCompare(a, b *Value) (int, bool) {
	c := Cmp{Space: sp}
	r := c.Compare(a, b)
	return r, !c.Impure && !c.TooDeep
}

// PureLooseEqual is == without objects; false when the runtime has to do it.
func (sp *Space) PureLooseEqual(a, b *Value) (equal, ok bool) {
	c := Cmp{Space: sp}
	equal = c.LooseEqual(a, b)
	return equal, !c.Impure && !c.TooDeep
}

// PureIdentical is ===; false when nesting is too deep.
func (sp *Space) PureIdentical(a, b *Value) (equal, ok bool) {
	c := Cmp{Space: sp}
	equal = c.Identical(a, b)
	return equal, !c.TooDeep
}

// Identical is PureIdentical that takes what nests too deep for different.
func (sp *Space) Identical(a, b *Value) bool {
	c := Cmp{Space: sp}
	return c.Identical(a, b) && !c.TooDeep
}
