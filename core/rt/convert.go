package rt

import (
	"strconv"

	"github.com/ebb-vm/ebb/core/zval"
)

// Conversions between types, with the messages PHP gives for them. The pure
// cases (no message, no PHP code) have inline forms in the tiers.

// number is a string read as a number. kind is Undef for none, Long or Double.
type number struct {
	kind     zval.Type
	l        int64
	d        float64
	trailing bool // something that is no number follows
}

func parseNum(s string) number {
	p := zval.ParseNumeric(s)
	return number{p.Kind, p.Long, p.Double, p.Trailing}
}

// doubleText is a float as string conversion spells it.
func (x *Exec) doubleText(f float64) string { return zval.FormatDouble(f, x.Ini.Precision) }

// doubleRepr is a float as var_export and traces spell it: with a fraction
// even when it is whole.
func (x *Exec) doubleRepr(f float64, precision int) string {
	s := zval.FormatDouble(f, precision)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', 'E', 'N', 'I':
			return s
		}
	}
	return s + ".0"
}

// ToStr converts to a string, owned by the caller; never nil. May run PHP. On
// an exception the result is the empty string.
func (x *Exec) ToStr(v *zval.Value) *zval.String {
	switch v.Type() {
	case zval.StringT:
		return v.Str().AddRef()
	case zval.True:
		return x.Space.Char('1')
	case zval.Long:
		return x.LongStr(v.Long())
	case zval.Double:
		f := v.Double()
		if f != f {
			x.nanCoerced("string")
		}
		return x.Space.NewString(x.doubleText(f))
	case zval.ArrayT:
		x.Warning("Array to string conversion")
		if x.HasExc() {
			return x.Space.EmptyString()
		}
		return x.known.array
	case zval.ObjectT:
		return x.objStr(v.Obj())
	case zval.ResourceT:
		return x.Space.NewString("Resource id #" + strconv.FormatInt(v.Res().Handle, 10))
	case zval.ReferenceT:
		return x.ToStr(v.Deref())
	}
	return x.Space.EmptyString()
}

// LongStr is an integer's decimal text, owned.
func (x *Exec) LongStr(n int64) *zval.String {
	if n >= 0 && n <= 9 {
		return x.Space.Char(byte('0' + n))
	}
	var b [20]byte
	return x.Space.NewBytes(strconv.AppendInt(b[:0], n, 10))
}

func (x *Exec) objStr(o *zval.Object) *zval.String {
	var r zval.Value
	if x.CastObject(o, zval.StringT, &r) && r.Type() == zval.StringT {
		return r.Str()
	}
	if !x.HasExc() {
		x.ThrowError(nil, "Object of class %s could not be converted to string", x.ClassOf(o).Name)
	}
	return x.Space.EmptyString()
}

// TryStr is ToStr that tells of an exception by false.
func (x *Exec) TryStr(v *zval.Value) (*zval.String, bool) {
	if v.Type() == zval.StringT {
		return v.Str().AddRef(), true
	}
	s := x.ToStr(v)
	if x.HasExc() {
		x.Space.ReleaseStr(s)
		return nil, false
	}
	return s, true
}

// nanCoerced warns that NAN became something else.
func (x *Exec) nanCoerced(to string) {
	x.Warning("unexpected NAN value was coerced to %s", to)
}

// outOfRange warns that a float has no integer near it.
func (x *Exec) outOfRange(f float64) {
	x.Warning("The float %s is not representable as an int, cast occurred", zval.FormatDouble(f, -1))
}

// losesPrecision reports a float that is not whole used as an integer.
func (x *Exec) losesPrecision(f float64) {
	x.Deprecated("Implicit conversion from float %s to int loses precision", zval.FormatDouble(f, -1))
}

// implicitLong converts a float where an integer is wanted, reporting what is lost.
func (x *Exec) implicitLong(f float64) int64 {
	n := zval.DoubleToLong(f)
	if !doubleFits(f) {
		x.outOfRange(f)
	} else if float64(n) != f {
		x.losesPrecision(f)
	}
	return n
}

// ToLong is the cast (int), in silence but for objects and floats out of
// range. May run PHP.
func (x *Exec) ToLong(v *zval.Value) int64 {
	switch v.Type() {
	case zval.Long:
		return v.Long()
	case zval.True:
		return 1
	case zval.Double:
		f := v.Double()
		if !doubleFits(f) {
			x.outOfRange(f)
		}
		return zval.DoubleToLong(f)
	case zval.StringT:
		return StrLong(v.Str().View())
	case zval.ArrayT:
		if v.Arr().Len() > 0 {
			return 1
		}
		return 0
	case zval.ObjectT:
		var r zval.Value
		o := v.Obj()
		if x.CastObject(o, zval.Long, &r) && r.Type() == zval.Long {
			return r.Long()
		}
		x.Space.Release(&r)
		if !x.HasExc() {
			x.Warning("Object of class %s could not be converted to int", x.ClassOf(o).Name)
		}
		return 1
	case zval.ResourceT:
		return v.Res().Handle
	case zval.ReferenceT:
		return x.ToLong(v.Deref())
	}
	return 0
}

// StrLong is (int) of a string.
func StrLong(s string) int64 {
	p := parseNum(s)
	switch p.kind {
	case zval.Long:
		return p.l
	case zval.Double:
		return zval.DoubleToLongCap(p.d)
	}
	return 0
}

// StrDouble is (float) of a string.
func StrDouble(s string) float64 {
	return zval.StrToDouble(s)
}

// ToDouble is the cast (float). May run PHP.
func (x *Exec) ToDouble(v *zval.Value) float64 {
	switch v.Type() {
	case zval.Double:
		return v.Double()
	case zval.Long:
		return float64(v.Long())
	case zval.True:
		return 1
	case zval.StringT:
		return StrDouble(v.Str().View())
	case zval.ArrayT:
		if v.Arr().Len() > 0 {
			return 1
		}
		return 0
	case zval.ObjectT:
		var r zval.Value
		o := v.Obj()
		if x.CastObject(o, zval.Double, &r) && r.Type() == zval.Double {
			return r.Double()
		}
		x.Space.Release(&r)
		if !x.HasExc() {
			x.Warning("Object of class %s could not be converted to float", x.ClassOf(o).Name)
		}
		return 1
	case zval.ResourceT:
		return float64(v.Res().Handle)
	case zval.ReferenceT:
		return x.ToDouble(v.Deref())
	}
	return 0
}

// ToBool is the truth of a value. May run PHP (an internal class's cast).
func (x *Exec) ToBool(v *zval.Value) bool {
	switch v.Type() {
	case zval.True:
		return true
	case zval.Long:
		return v.Long() != 0
	case zval.Double:
		return v.Double() != 0
	case zval.StringT:
		s := v.Str()
		return s.Len > 1 || s.Len == 1 && s.At(0) != '0'
	case zval.ArrayT:
		return v.Arr().Len() > 0
	case zval.ObjectT:
		o := v.Obj()
		if x.ClassOf(o).Handlers == nil {
			return true
		}
		var r zval.Value
		if x.CastObject(o, zval.True, &r) {
			return r.Type() == zval.True
		}
		return true
	case zval.ResourceT:
		return v.Res().Handle != 0
	case zval.ReferenceT:
		return x.ToBool(v.Deref())
	}
	return false
}

// CastBool is the cast (bool), which has something to say about NAN.
func (x *Exec) CastBool(v *zval.Value) bool {
	if v = v.Deref(); v.Type() == zval.Double && v.Double() != v.Double() {
		x.nanCoerced("bool")
	}
	return x.ToBool(v)
}

// ToArray is the cast (array): ret receives an owned array.
func (x *Exec) ToArray(v *zval.Value, ret *zval.Value) {
	v = v.Deref()
	switch v.Type() {
	case zval.ArrayT:
		ret.CopyFrom(v)
	case zval.Undef, zval.Null:
		ret.SetArr(x.Space.EmptyArray())
	case zval.ObjectT:
		ret.SetArr(x.ArrayOf(v.Obj()))
	default:
		if v.Type() == zval.Double && v.Double() != v.Double() {
			x.nanCoerced("array")
		}
		t := x.Space.NewPacked(1)
		var e zval.Value
		e.CopyFrom(v)
		x.Space.Append(t, &e)
		ret.SetArr(t)
	}
}

// ToObject is the cast (object): ret receives an owned object.
func (x *Exec) ToObject(v *zval.Value, ret *zval.Value) {
	v = v.Deref()
	if v.Type() == zval.ObjectT {
		ret.CopyFrom(v)
		return
	}
	o := x.NewObject(x.Cls.StdClass)
	switch v.Type() {
	case zval.Undef, zval.Null:
	case zval.ArrayT:
		t := v.Arr()
		if t.Len() == 0 {
			break
		}
		props := x.Space.NewHash(t.Len())
		for it := t.Iter(); it.Next(); {
			k, n := it.Key()
			src := it.Value()
			if src.Type() == zval.Indirect {
				src = src.Ind()
				if src.Type() == zval.Undef {
					continue
				}
			}
			var e zval.Value
			if src.Type() == zval.ReferenceT && src.Ref().GC.RC == 1 {
				src = src.Deref()
			}
			e.CopyFrom(src)
			if k == nil {
				k = x.LongStr(n)
				x.Space.Set(props, k, &e)
				x.Space.ReleaseStr(k)
			} else {
				x.Space.Set(props, k, &e)
			}
		}
		o.Props = props.Addr()
	default:
		if v.Type() == zval.Double && v.Double() != v.Double() {
			x.nanCoerced("object")
		}
		props := x.Space.NewHash(1)
		var e zval.Value
		e.CopyFrom(v)
		x.Space.Set(props, x.known.scalar, &e)
		o.Props = props.Addr()
	}
	ret.SetObj(o)
}

// Cast converts to a type given by its number (bool as True), into the dead
// slot ret. May run PHP.
func (x *Exec) Cast(t zval.Type, v *zval.Value, ret *zval.Value) {
	v = v.Deref()
	switch t {
	case zval.Null:
		if v.Type() == zval.Double && v.Double() != v.Double() {
			x.nanCoerced("null")
		}
		ret.SetNull()
	case zval.False, zval.True:
		ret.SetBool(x.CastBool(v))
	case zval.Long:
		ret.SetLong(x.ToLong(v))
	case zval.Double:
		ret.SetDouble(x.ToDouble(v))
	case zval.StringT:
		ret.SetStr(x.ToStr(v))
	case zval.ArrayT:
		x.ToArray(v, ret)
	case zval.ObjectT:
		x.ToObject(v, ret)
	default:
		ret.CopyFrom(v)
	}
}

// StrIncrement is Perl's string increment of a non-empty string: the result is owned.
func (x *Exec) StrIncrement(s string) *zval.String {
	return x.Space.NewString(zval.StrIncrement(s))
}
