package ctype

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// check builds a function of the extension. Integers from -128 to 255 are
// characters; others pass when their digits (digits) and sign (minus) would.
func check(in func(byte) bool, digits, minus bool) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		v := a.Val(0)
		if v.Type() == zval.StringT {
			b := v.Str().Bytes()
			ok := len(b) > 0
			for _, c := range b {
				if !in(c) {
					ok = false
					break
				}
			}
			ret.SetBool(ok)
			return
		}
		x.FuncDeprecated("Argument of type %s will be interpreted as string in the future", x.TypeName(v))
		if a.Failed() {
			return
		}
		ok := false
		if v.Type() == zval.Long {
			switch n := v.Long(); {
			case n >= 0 && n <= 255:
				ok = in(byte(n))
			case n >= -128 && n < 0:
				ok = in(byte(n + 256))
			case n >= 0:
				ok = digits
			default:
				ok = minus
			}
		}
		ret.SetBool(ok)
	}
}
