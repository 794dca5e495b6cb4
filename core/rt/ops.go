package rt

import (
	"math"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Operators, complete: every type, every message. The tiers keep the fast
// paths for themselves. In all of them result is a dead slot, or the same slot
// as a (compound assignment), whose old value is then released on success and
// kept on failure. Operands are borrowed. All may run PHP.

// opSymbol is how messages spell an operator.
func opSymbol(op opcode.Op) string {
	switch op {
	case opcode.Add:
		return "+"
	case opcode.Sub:
		return "-"
	case opcode.Mul:
		return "*"
	case opcode.Div:
		return "/"
	case opcode.Mod:
		return "%"
	case opcode.Sl:
		return "<<"
	case opcode.Sr:
		return ">>"
	case opcode.BwOr:
		return "|"
	case opcode.BwAnd:
		return "&"
	case opcode.BwXor:
		return "^"
	case opcode.Pow:
		return "**"
	}
	return "?"
}

func (x *Exec) opError(op opcode.Op, a, b *zval.Value) {
	if !x.HasExc() {
		x.ThrowTypeError("Unsupported operand types: %s %s %s", x.TypeName(a), opSymbol(op), x.TypeName(b))
	}
}

// BinaryOp applies an arithmetic, bitwise, concatenation or comparison
// operator. On false an exception is in flight; a dead result is Undef then.
func (x *Exec) BinaryOp(op opcode.Op, result, a, b *zval.Value) bool {
	alias := result == a
	// The result is computed aside only where its slot is an operand's: the
	// address escapes, and an allocation for every operator is felt.
	r := result
	if alias || result == b {
		r = new(zval.Value)
	} else {
		r.SetUndef()
	}
	a, b = a.Deref(), b.Deref()
	ok := true
	switch op {
	case opcode.Concat:
		return x.Concat(result, a, b)
	case opcode.Add:
		if a.Type() == zval.ArrayT && b.Type() == zval.ArrayT {
			x.addArrays(result, a, b, alias)
			return true
		}
		ok = x.arith(op, r, a, b)
	case opcode.Sub, opcode.Mul, opcode.Div, opcode.Pow:
		ok = x.arith(op, r, a, b)
	case opcode.Mod, opcode.Sl, opcode.Sr, opcode.BwOr, opcode.BwAnd, opcode.BwXor:
		ok = x.integer(op, r, a, b)
	case opcode.BoolXor:
		p := x.ToBool(a)
		q := x.ToBool(b)
		r.SetBool(p != q)
	case opcode.IsIdentical:
		r.SetBool(x.Identical(a, b))
	case opcode.IsNotIdentical:
		r.SetBool(!x.Identical(a, b))
	case opcode.IsEqual, opcode.Case:
		r.SetBool(x.LooseEqual(a, b))
	case opcode.IsNotEqual:
		r.SetBool(!x.LooseEqual(a, b))
	case opcode.IsSmaller:
		r.SetBool(x.Compare(a, b) < 0)
	case opcode.IsSmallerOrEqual:
		r.SetBool(x.Compare(a, b) <= 0)
	case opcode.Spaceship:
		r.SetLong(int64(x.Compare(a, b)))
	default:
		x.FatalError("Invalid binary operator %d", op)
	}
	if x.HasExc() {
		ok = false
	}
	if !ok {
		x.Space.Release(r)
		if !alias {
			result.SetUndef()
		}
		return false
	}
	if alias {
		old := *a
		a.MoveFrom(r)
		x.Space.Release(&old)
		return true
	}
	if r != result {
		result.MoveFrom(r)
	}
	return true
}

// overload gives an internal class's own operators their turn.
func (x *Exec) overload(op opcode.Op, r, a, b *zval.Value) (done, ok bool) {
	for _, v := range [2]*zval.Value{a, b} {
		if v.Type() == zval.ObjectT {
			if h := x.ClassOf(v.Obj()).Handlers; h != nil && h.DoOp != nil {
				if h.DoOp(x, uint8(op), r, a, b) {
					return true, !x.HasExc()
				}
				if x.HasExc() {
					return true, false
				}
			}
		}
	}
	return false, false
}

// toNumber converts an operand of arithmetic. False: not a number, or thrown.
func (x *Exec) toNumber(v *zval.Value) (n zval.Value, ok bool) {
	switch v.Type() {
	case zval.Long, zval.Double:
		n.MoveFrom(v)
		return n, true
	case zval.Undef, zval.Null, zval.False:
		n.SetLong(0)
		return n, true
	case zval.True:
		n.SetLong(1)
		return n, true
	case zval.StringT:
		p := parseNum(v.Str().View())
		switch p.kind {
		case zval.Long:
			n.SetLong(p.l)
		case zval.Double:
			n.SetDouble(p.d)
		default:
			return n, false
		}
		if p.trailing {
			x.Warning("A non-numeric value encountered")
			if x.HasExc() {
				return n, false
			}
		}
		return n, true
	case zval.ObjectT:
		return x.objNumber(v.Obj())
	}
	return n, false
}

// objNumber asks an internal class for a number.
func (x *Exec) objNumber(o *zval.Object) (n zval.Value, ok bool) {
	if x.ClassOf(o).Handlers == nil {
		return n, false
	}
	for _, t := range [2]zval.Type{zval.Long, zval.Double} {
		if x.CastObject(o, t, &n) && (n.Type() == zval.Long || n.Type() == zval.Double) {
			return n, true
		}
		if x.HasExc() {
			break
		}
	}
	return n, false
}

func (x *Exec) arith(op opcode.Op, r, a, b *zval.Value) bool {
	if a.Type() == zval.ObjectT || b.Type() == zval.ObjectT {
		if done, ok := x.overload(op, r, a, b); done {
			return ok
		}
	}
	// operands are kept by value: messages may run PHP that changes them
	ka, kb := *a, *b
	na, ok := x.toNumber(a)
	if !ok {
		x.opError(op, &ka, &kb)
		return false
	}
	nb, ok := x.toNumber(&kb)
	if !ok {
		x.opError(op, &ka, &kb)
		return false
	}
	return x.arithNum(op, r, &na, &nb)
}

// arithNum works on integers and floats only.
func (x *Exec) arithNum(op opcode.Op, r, a, b *zval.Value) bool {
	switch op {
	case opcode.Pow:
		if asDouble(a) == 0 && asDouble(b) < 0 {
			x.Deprecated("Power of base 0 and negative exponent is deprecated")
			if x.HasExc() {
				return false
			}
		}
		zval.Pow(r, a, b)
		return true
	case opcode.Div:
		if asDouble(b) == 0 {
			x.ThrowDivisionByZero("Division by zero")
			return false
		}
	}
	if a.Type() == zval.Long && b.Type() == zval.Long {
		p, q := a.Long(), b.Long()
		switch op {
		case opcode.Add:
			zval.AddLong(r, p, q)
		case opcode.Sub:
			zval.SubLong(r, p, q)
		case opcode.Mul:
			zval.MulLong(r, p, q)
		case opcode.Div:
			if q != -1 && p%q == 0 || q == -1 && p != math.MinInt64 {
				r.SetLong(p / q)
			} else {
				r.SetDouble(float64(p) / float64(q))
			}
		}
		return true
	}
	p, q := asDouble(a), asDouble(b)
	switch op {
	case opcode.Add:
		r.SetDouble(p + q)
	case opcode.Sub:
		r.SetDouble(p - q)
	case opcode.Mul:
		r.SetDouble(p * q)
	case opcode.Div:
		r.SetDouble(p / q)
	}
	return true
}

func asDouble(v *zval.Value) float64 {
	if v.Type() == zval.Long {
		return float64(v.Long())
	}
	return v.Double()
}

// toInteger converts an operand of %, shifts and bitwise operators.
func (x *Exec) toInteger(v *zval.Value) (n int64, ok bool) {
	switch v.Type() {
	case zval.Long:
		return v.Long(), true
	case zval.Undef, zval.Null, zval.False:
		return 0, true
	case zval.True:
		return 1, true
	case zval.Double:
		n = x.implicitLong(v.Double())
		return n, !x.HasExc()
	case zval.StringT:
		s := v.Str()
		p := parseNum(s.View())
		switch p.kind {
		case zval.Undef:
			return 0, false
		case zval.Long:
			n = p.l
		default:
			n = zval.DoubleToLongCap(p.d)
		}
		lossy := p.kind == zval.Double && float64(n) != p.d
		text := ""
		if lossy {
			text = s.String()
		}
		if p.trailing {
			x.Warning("A non-numeric value encountered")
			if x.HasExc() {
				return 0, false
			}
		}
		if lossy {
			x.Deprecated("Implicit conversion from float-string \"%s\" to int loses precision", text)
			if x.HasExc() {
				return 0, false
			}
		}
		return n, true
	case zval.ObjectT:
		if x.ClassOf(v.Obj()).Handlers == nil {
			return 0, false
		}
		var r zval.Value
		if x.CastObject(v.Obj(), zval.Long, &r) && r.Type() == zval.Long {
			return r.Long(), true
		}
	}
	return 0, false
}

func (x *Exec) integer(op opcode.Op, r, a, b *zval.Value) bool {
	if a.Type() == zval.StringT && b.Type() == zval.StringT && (op == opcode.BwOr || op == opcode.BwAnd || op == opcode.BwXor) {
		x.bitStrings(op, r, a.Str(), b.Str())
		return true
	}
	if a.Type() == zval.ObjectT || b.Type() == zval.ObjectT {
		if done, ok := x.overload(op, r, a, b); done {
			return ok
		}
	}
	ka, kb := *a, *b
	p, ok := x.toInteger(a)
	if !ok {
		x.opError(op, &ka, &kb)
		return false
	}
	q, ok := x.toInteger(&kb)
	if !ok {
		x.opError(op, &ka, &kb)
		return false
	}
	switch op {
	case opcode.BwOr:
		r.SetLong(p | q)
	case opcode.BwAnd:
		r.SetLong(p & q)
	case opcode.BwXor:
		r.SetLong(p ^ q)
	case opcode.Mod:
		switch q {
		case 0:
			x.ThrowDivisionByZero("Modulo by zero")
			return false
		case -1:
			r.SetLong(0)
		default:
			r.SetLong(p % q)
		}
	case opcode.Sl, opcode.Sr:
		switch {
		case q < 0:
			x.ThrowArithmetic("Bit shift by negative number")
			return false
		case q >= 64:
			if op == opcode.Sr && p < 0 {
				r.SetLong(-1)
			} else {
				r.SetLong(0)
			}
		case op == opcode.Sl:
			r.SetLong(p << uint(q))
		default:
			r.SetLong(p >> uint(q))
		}
	}
	return true
}

func (x *Exec) bitStrings(op opcode.Op, r *zval.Value, a, b *zval.String) {
	s, l := a.Bytes(), b.Bytes()
	if len(s) > len(l) {
		s, l = l, s
	}
	var out *zval.String
	if op == opcode.BwOr {
		out = x.Space.AllocString(len(l))
		d := out.Bytes()
		copy(d, l)
		for i, c := range s {
			d[i] |= c
		}
	} else {
		out = x.Space.AllocString(len(s))
		d := out.Bytes()
		for i, c := range s {
			if op == opcode.BwAnd {
				d[i] = c & l[i]
			} else {
				d[i] = c ^ l[i]
			}
		}
	}
	r.SetStr(x.shortString(out))
}

// shortString exchanges an owned string of at most one byte for its permanent form.
func (x *Exec) shortString(s *zval.String) *zval.String {
	if s.Len > 1 || s.Interned() {
		return s
	}
	p := x.Space.NewString(s.View())
	x.Space.ReleaseStr(s)
	return p
}

// addArrays is the union of two arrays.
func (x *Exec) addArrays(result, a, b *zval.Value, alias bool) {
	sp := x.Space
	if alias {
		if a.Arr() == b.Arr() {
			return
		}
		sp.UnionInto(sp.Separate(a), b.Arr())
		return
	}
	result.SetArr(sp.Union(a.Arr(), b.Arr()))
}

// Concat is the dot operator; with result == a it appends in place when it can.
func (x *Exec) Concat(result, a, b *zval.Value) bool {
	alias := result == a
	a, b = a.Deref(), b.Deref()
	sp := x.Space
	if a.Type() == zval.ObjectT || b.Type() == zval.ObjectT {
		var r zval.Value
		if done, ok := x.overload(opcode.Concat, &r, a, b); done {
			if !ok {
				sp.Release(&r)
				if !alias {
					result.SetUndef()
				}
				return false
			}
			if alias {
				old := *a
				a.MoveFrom(&r)
				sp.Release(&old)
			} else {
				result.MoveFrom(&r)
			}
			return true
		}
	}
	if a.Type() == zval.StringT && b.Type() == zval.StringT {
		if alias {
			x.appendStr(a, b.Str())
		} else {
			result.SetStr(x.concat2(a.Str(), b.Str()))
		}
		return true
	}
	kb := *b
	kb.AddRef() // converting a may run PHP that drops b
	sa, ok := x.TryStr(a)
	if !ok {
		sp.Release(&kb)
		if !alias {
			result.SetUndef()
		}
		return false
	}
	sb, ok := x.TryStr(&kb)
	sp.Release(&kb)
	if !ok {
		sp.ReleaseStr(sa)
		if !alias {
			result.SetUndef()
		}
		return false
	}
	if alias {
		if a.Type() == zval.StringT && a.Str() == sa {
			sp.ReleaseStr(sa) // a holds it too: now it may be unshared
			x.appendStr(a, sb)
			sp.ReleaseStr(sb)
			return true
		}
		s := x.concat2(sa, sb)
		sp.ReleaseStr(sa)
		sp.ReleaseStr(sb)
		old := *a
		a.SetStr(s)
		sp.Release(&old)
		return true
	}
	result.SetStr(x.concat2(sa, sb))
	sp.ReleaseStr(sa)
	sp.ReleaseStr(sb)
	return true
}

func (x *Exec) concat2(a, b *zval.String) *zval.String {
	x.checkLen(a.Len, b.Len)
	return x.Space.Concat2(a, b)
}

// appendStr appends b to the string in slot a. b may be the same string.
func (x *Exec) appendStr(a *zval.Value, b *zval.String) {
	x.checkLen(a.Str().Len, b.Len)
	s := a.Str()
	a.SetStr(x.Space.AppendStr(s, b))
}

func (x *Exec) checkLen(a, b uint64) {
	if a > zval.MaxString-b {
		x.FatalError("Integer overflow in memory allocation")
	}
}

// UnaryOp applies ~ or !. Unary plus and minus are multiplications.
func (x *Exec) UnaryOp(op opcode.Op, result, a *zval.Value) bool {
	a = a.Deref()
	switch op {
	case opcode.BoolNot:
		result.SetBool(!x.ToBool(a))
		return !x.HasExc()
	case opcode.Bool:
		result.SetBool(x.CastBool(a))
		return !x.HasExc()
	}
	switch a.Type() {
	case zval.Long:
		result.SetLong(^a.Long())
		return true
	case zval.Double:
		n := x.implicitLong(a.Double())
		if x.HasExc() {
			result.SetUndef()
			return false
		}
		result.SetLong(^n)
		return true
	case zval.StringT:
		src := a.Str().Bytes()
		s := x.Space.AllocString(len(src))
		for i, c := range src {
			s.SetByte(i, ^c)
		}
		result.SetStr(x.shortString(s))
		return true
	case zval.ObjectT:
		var none zval.Value
		none.SetNull()
		if h := x.ClassOf(a.Obj()).Handlers; h != nil && h.DoOp != nil && h.DoOp(x, uint8(opcode.BwNot), result, a, &none) {
			return !x.HasExc()
		}
	}
	result.SetUndef()
	if !x.HasExc() {
		x.ThrowTypeError("Cannot perform bitwise not on %s", x.ValueName(a))
	}
	return false
}

// IncDec adds 1 to (inc) or subtracts 1 from the value in slot v, which is no
// reference. False: thrown, v unchanged.
func (x *Exec) IncDec(v *zval.Value, inc bool) bool {
	switch v.Type() {
	case zval.Long:
		n := v.Long()
		switch {
		case inc && n == math.MaxInt64:
			v.SetDouble(float64(math.MaxInt64) + 1)
		case inc:
			v.SetLong(n + 1)
		case n == math.MinInt64:
			v.SetDouble(float64(math.MinInt64) - 1)
		default:
			v.SetLong(n - 1)
		}
		return true
	case zval.Double:
		if inc {
			v.SetDouble(v.Double() + 1)
		} else {
			v.SetDouble(v.Double() - 1)
		}
		return true
	case zval.Undef, zval.Null:
		if inc {
			v.SetLong(1)
			return true
		}
		return x.noEffect(v, zval.NullValue(), "Decrement on type null has no effect, this will change in the next major version of PHP")
	case zval.False, zval.True:
		word := "Decrement"
		if inc {
			word = "Increment"
		}
		return x.noEffect(v, *v, word+" on type bool has no effect, this will change in the next major version of PHP")
	case zval.StringT:
		return x.incDecStr(v, inc)
	case zval.ObjectT:
		o := v.Obj()
		if h := x.ClassOf(o).Handlers; h != nil && h.DoOp != nil {
			var one, r zval.Value
			one.SetLong(1)
			op := opcode.Sub
			if inc {
				op = opcode.Add
			}
			if h.DoOp(x, uint8(op), &r, v, &one) {
				if x.HasExc() {
					x.Space.Release(&r)
					return false
				}
				old := *v
				v.MoveFrom(&r)
				x.Space.Release(&old)
				return true
			}
		}
		if n, ok := x.objNumber(o); ok {
			var one, r zval.Value
			one.SetLong(1)
			op := opcode.Sub
			if inc {
				op = opcode.Add
			}
			x.arithNum(op, &r, &n, &one)
			old := *v
			v.MoveFrom(&r)
			x.Space.Release(&old)
			return true
		}
	}
	if !x.HasExc() {
		word := "decrement"
		if inc {
			word = "increment"
		}
		x.ThrowTypeError("Cannot %s %s", word, x.ValueName(v))
	}
	return false
}

// noEffect warns; what the message's handler does to the variable is undone.
func (x *Exec) noEffect(v *zval.Value, keep zval.Value, msg string) bool {
	x.Warning("%s", msg)
	if x.HasExc() {
		return false
	}
	old := *v
	v.MoveFrom(&keep)
	x.Space.Release(&old)
	return true
}

func (x *Exec) incDecStr(v *zval.Value, inc bool) bool {
	s := v.Str()
	p := parseNum(s.View())
	if p.trailing {
		p.kind = zval.Undef
	}
	var r zval.Value
	switch {
	case p.kind == zval.Long:
		r.SetLong(p.l)
		x.IncDec(&r, inc)
	case p.kind == zval.Double:
		r.SetDouble(p.d)
		x.IncDec(&r, inc)
	case inc:
		// what the message's handler does to the variable is overwritten
		if s.Len == 0 {
			r.SetStr(x.Space.Char('1'))
		} else {
			r.SetStr(x.StrIncrement(s.View()))
		}
		x.Deprecated("Increment on non-numeric string is deprecated, use str_increment() instead")
	case s.Len == 0:
		r.SetLong(-1)
		x.Deprecated("Decrement on empty string is deprecated as non-numeric")
	default:
		r.CopyFrom(v)
		x.Deprecated("Decrement on non-numeric string has no effect and is deprecated")
	}
	if x.HasExc() {
		x.Space.Release(&r)
		return false
	}
	old := *v
	v.MoveFrom(&r)
	x.Space.Release(&old)
	return true
}
