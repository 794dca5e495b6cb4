package vars

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func is(types ...zval.Type) rt.GoFunc {
	var mask uint32
	for _, t := range types {
		mask |= 1 << t
	}
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(mask&(1<<a.Val(0).Type()) != 0) }
}

func fnIsResource(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	if v.Type() == zval.ResourceT {
		kind, _ := x.Resource(v.Res())
		ret.SetBool(kind != "")
		return
	}
	ret.SetBool(false)
}

func fnIsNumeric(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	switch v.Type() {
	case zval.Long, zval.Double:
		ret.SetBool(true)
	case zval.StringT:
		p := zval.ParseNumeric(v.Str().View())
		ret.SetBool(p.Kind != zval.Undef && !p.Trailing)
	default:
		ret.SetBool(false)
	}
}

func fnIsIterable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	ret.SetBool(v.Type() == zval.ArrayT || v.Type() == zval.ObjectT && x.ClassOf(v.Obj()).InstanceOf(x.Cls.Traversable))
}

func fnIsCountable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	ret.SetBool(v.Type() == zval.ArrayT || v.Type() == zval.ObjectT && x.ClassOf(v.Obj()).InstanceOf(x.Cls.Countable))
}

func fnIsCallable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	if a.Has(2) {
		n := zval.StrValue(x.Space.NewString(x.IsCallableName(v)))
		if !a.SetRef(2, &n) {
			return
		}
	}
	if a.Bool(1) {
		if v.Type() == zval.ObjectT {
			ret.SetBool(x.IsCallable(v))
		} else {
			ret.SetBool(callableShape(v))
		}
		return
	}
	ret.SetBool(a.Callable(0) != nil && !a.Failed())
}

// callableShape reports whether v could be a callable, without looking it up.
func callableShape(v *zval.Value) bool {
	switch v.Type() {
	case zval.StringT:
		return true
	case zval.ArrayT:
		t := v.Arr()
		if t.Len() != 2 {
			return false
		}
		obj, method := t.FindLong(0), t.FindLong(1)
		if obj == nil || method == nil {
			return false
		}
		obj, method = obj.Deref(), method.Deref()
		return (obj.Type() == zval.StringT || obj.Type() == zval.ObjectT) && method.Type() == zval.StringT
	}
	return false
}

func fnGetType(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	name := "unknown type"
	switch v.Type() {
	case zval.Undef, zval.Null:
		name = "NULL"
	case zval.False, zval.True:
		name = "boolean"
	case zval.Long:
		name = "integer"
	case zval.Double:
		name = "double"
	case zval.StringT:
		name = "string"
	case zval.ArrayT:
		name = "array"
	case zval.ObjectT:
		name = "object"
	case zval.ResourceT:
		name = "resource"
		if kind, _ := x.Resource(v.Res()); kind == "" {
			name = "resource (closed)"
		}
	}
	ret.SetStr(x.Space.Intern(name))
}

func fnDebugType(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	name := ""
	switch v.Type() {
	case zval.Undef, zval.Null:
		name = "null"
	case zval.False, zval.True:
		name = "bool"
	case zval.Long:
		name = "int"
	case zval.Double:
		name = "float"
	case zval.StringT:
		name = "string"
	case zval.ArrayT:
		name = "array"
	case zval.ObjectT:
		c := x.ClassOf(v.Obj())
		// an anonymous class is known by what it extends; the rest of its name is private
		if i := strings.IndexByte(c.NameStr.View(), 0); i >= 0 {
			ret.SetStr(x.Space.NewString(c.NameStr.View()[:i]))
			return
		}
		ret.SetStr(c.NameStr)
		return
	case zval.ResourceT:
		kind, _ := x.Resource(v.Res())
		if kind == "" {
			kind = "closed"
		}
		ret.SetStr(x.Space.NewString("resource (" + kind + ")"))
		return
	}
	ret.SetStr(x.Space.Intern(name))
}

func fnSetType(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	var to zval.Type
	switch strings.ToLower(a.View(1)) {
	case "integer", "int":
		to = zval.Long
	case "float", "double":
		to = zval.Double
	case "string":
		to = zval.StringT
	case "array":
		to = zval.ArrayT
	case "object":
		to = zval.ObjectT
	case "bool", "boolean":
		to = zval.True
	case "null":
		to = zval.Null
	case "resource":
		x.ThrowValueError("Cannot convert to resource type")
		return
	default:
		a.ValueError(1, "must be a valid type")
		return
	}
	var v zval.Value
	src := a.Ref(0)
	if d := *src.Deref(); to == zval.True && d.Type() == zval.Double {
		src = &d // a handler of the warning may assign to the variable
	}
	x.Cast(to, src, &v)
	if a.Failed() {
		x.Space.Release(&v)
		return
	}
	if a.SetRef(0, &v) {
		ret.SetBool(true)
	}
}

func fnIntval(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v, base := a.Val(0), a.Int(1)
	if v.Type() != zval.StringT || base == 10 {
		ret.SetLong(x.ToLong(v))
		return
	}
	ret.SetLong(ParseInt(v.Str().View(), base))
}

// ParseInt reads the integer at the start of s in a base as C's strtol does,
// with the prefix 0b too; base 0 goes by the prefix. It saturates; 0 when
// there is none or the base is not possible.
func ParseInt(s string, base int64) int64 {
	if base < 0 || base == 1 || base > 36 {
		return 0
	}
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') {
		i++
	}
	neg := false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		neg = s[i] == '-'
		i++
	}
	prefix := func(c byte) bool { return len(s) > i+2 && s[i] == '0' && s[i+1]|0x20 == c }
	switch {
	case (base == 0 || base == 16) && prefix('x') && digitValue(s[i+2]) < 16:
		base = 16
		i += 2
	case (base == 0 || base == 2) && prefix('b'):
		base = 2
		i += 2
	case base == 0 && i < len(s) && s[i] == '0':
		base = 8
	case base == 0:
		base = 10
	}
	var n uint64
	limit := uint64(math.MaxInt64)
	if neg {
		limit++
	}
	for ; i < len(s); i++ {
		d := digitValue(s[i])
		if d >= uint64(base) {
			break
		}
		if n > (limit-d)/uint64(base) {
			n = limit
			break
		}
		n = n*uint64(base) + d
	}
	if neg {
		return -int64(n)
	}
	return int64(n)
}

func digitValue(c byte) uint64 {
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return uint64(c|0x20-'a') + 10
	}
	return 255
}

func fnFloatval(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetDouble(x.ToDouble(a.Val(0))) }
func fnBoolval(x *rt.Exec, a *rt.Args, ret *zval.Value)  { ret.SetBool(x.ToBool(a.Val(0))) }
func fnStrval(x *rt.Exec, a *rt.Args, ret *zval.Value)   { ret.SetStr(x.ToStr(a.Val(0))) }

func fnResourceType(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	if v.Type() != zval.ResourceT {
		a.TypeError(0, "must be of type resource, %s given", x.ValueName(v))
		return
	}
	ret.SetStr(x.Space.NewString(x.ResourceKind(v.Res())))
}

func fnResourceID(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Val(0)
	if v.Type() != zval.ResourceT {
		a.TypeError(0, "must be of type resource, %s given", x.ValueName(v))
		return
	}
	ret.SetLong(v.Res().Handle)
}

func fnGetResources(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	want, all := a.View(0), a.IsNull(0)
	t := x.Space.NewTable(8)
	x.Resources(func(r *zval.Resource, kind string) {
		if !all && kind != want {
			return
		}
		r.GC.RC++
		var v zval.Value
		v.SetRes(r)
		x.Space.SetLong(t, r.Handle, &v)
	})
	ret.SetArr(t)
}
