package rt

import (
	"math"

	"github.com/ebb-vm/ebb/core/zval"
)

// Exit is exit(status): a string is printed, an integer is the status; nil is
// exit without an argument. The program then unwinds, unless the argument is of
// a wrong type. May run PHP.
func (x *Exec) Exit(v *zval.Value) {
	if v == nil {
		x.ThrowExit(0)
		return
	}
	v = v.Deref()
	status := 0
	wrong := func() {
		if !x.HasExc() {
			x.ThrowTypeError("exit(): Argument #1 ($status) must be of type string|int, %s given", x.ValueName(v))
		}
	}
	switch t := v.Type(); {
	case t == zval.Long:
		status = int(v.Long())
	case t == zval.StringT:
		x.Out.Write(v.Str().Bytes())
	case t == zval.ObjectT:
		var s zval.Value
		if x.Strict() || !x.CastObject(v.Obj(), zval.StringT, &s) {
			wrong()
			return
		}
		x.Out.Write(s.Str().Bytes())
		x.Space.Release(&s)
	case t == zval.ArrayT || t == zval.ResourceT || x.Strict():
		wrong()
		return
	case t <= zval.Null:
		x.Deprecated("exit(): Passing null to parameter #1 ($status) of type string|int is deprecated")
	case t == zval.True:
		status = 1
	case t == zval.Double:
		f := v.Double()
		if !doubleFits(f) {
			x.Out.WriteString(x.doubleText(f))
			break
		}
		if f != math.Trunc(f) {
			x.losesPrecision(f)
		}
		status = int(f)
	}
	if !x.HasExc() {
		x.ThrowExit(status)
	}
}
