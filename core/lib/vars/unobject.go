package vars

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// class finds the class that serialized data names: the incomplete class when
// it may not or cannot be had, nil after an exception.
func (r *reader) class(name string) (c *rt.Class, incomplete bool) {
	x := r.x
	if !r.all && !r.allowed[strings.ToLower(name)] {
		return x.Cls.IncompleteClass, true
	}
	var c2 *rt.Class
	if nestingOf(x).alone(func() bool { c2 = x.LookupClass(name, true); return c2 != nil }) {
		return c2, false
	}
	if x.HasExc() {
		return nil, false
	}
	fn := x.Ini.String("unserialize_callback_func")
	if fn == "" {
		return x.Cls.IncompleteClass, true
	}
	cb := zval.StrValue(x.Space.NewString(fn))
	arg := zval.StrValue(x.Space.NewString(name))
	defer x.Space.Release(&cb)
	defer x.Space.Release(&arg)
	var call rt.Callable
	if msg := x.ResolveCallable(&cb, nil, &call); msg != "" {
		if !x.HasExc() {
			x.ThrowError(nil, "Invalid callback %s, %s", fn, msg)
		}
		return nil, false
	}
	var res zval.Value
	ok := nestingOf(x).alone(func() bool { return x.CallFunction(&call, []zval.Value{arg}, &res) })
	x.ReleaseCallable(&call)
	x.Space.Release(&res)
	if !ok {
		return nil, false
	}
	if nestingOf(x).alone(func() bool { c2 = x.LookupClass(name, true); return c2 != nil }) {
		return c2, false
	}
	if x.HasExc() {
		return nil, false
	}
	x.FuncWarning("Function %s() hasn't defined the class it was called for", fn)
	return x.Cls.IncompleteClass, true
}

// object reads an object whose class name's length lies at i.
func (r *reader) object(v *zval.Value, i int, custom bool) bool {
	x := r.x
	whole := r.p
	start := i
	n, i := r.digits(i, ':')
	if i < 0 || !r.has(i, '"') {
		return false
	}
	i++
	if int64(len(r.s)-i) < n || n == 0 {
		r.p = start
		return false
	}
	name := r.s[i : i+int(n)]
	i += int(n)
	if !r.has(i, '"') {
		r.p = i
		return false
	}
	if !r.has(i+1, ':') {
		r.p = i + 1
		return false
	}
	if !validName(name) {
		r.p = whole
		return false
	}
	c, incomplete := r.class(name)
	if c == nil {
		return false
	}
	r.p = i // the closing quote
	if c.IsEnum() {
		x.ThrowError(x.Cls.Exception, "Unserialization of '%s' is not allowed", displayName(c))
		return false
	}
	if custom {
		return r.custom(v, c, i+2, name, incomplete)
	}
	if i >= len(r.s)-2 {
		x.Warning("Bad unserialize data")
		return false
	}
	i += 2
	count := r.count(i)
	if count > int64(len(r.s)-r.p) || !r.has(r.p, ':') {
		return false
	}
	if !r.has(r.p+1, '{') {
		r.p++
		return false
	}
	r.p += 2
	wakes := !incomplete && c.Unserialize != nil
	if !wakes && !incomplete && c.InstanceOf(x.Cls.Serializable) {
		x.Warning("Erroneous data format for unserializing '%s'", c.Name)
		return false
	}
	o := r.create(v, c, name, incomplete)
	if o == nil {
		return false
	}
	if wakes {
		data := x.Space.NewHash(int(max(count, 1)))
		av := zval.ArrValue(data)
		if !r.array(data, count) {
			r.old = append(r.old, av)
			o.GC.TypeInfo |= zval.ObjDestructorCalled
			return false
		}
		o.GC.RC++
		r.run = append(r.run, delayed{o, av})
		return r.finish()
	}
	wakeup := !incomplete && c.Method("__wakeup") != nil
	if !r.properties(o, c, count) {
		if wakeup {
			o.GC.TypeInfo |= zval.ObjDestructorCalled
		}
		return false
	}
	if wakeup {
		o.GC.RC++
		r.run = append(r.run, delayed{o: o})
	}
	return r.finish()
}

// count reads digits at i and leaves r.p behind them; it saturates, with a warning.
func (r *reader) count(i int) (n int64) {
	over := false
	for i < len(r.s) && r.s[i] >= '0' && r.s[i] <= '9' {
		if n > (math.MaxInt64-9)/10 {
			over, n = true, 0
		}
		n = n*10 + int64(r.s[i]-'0')
		i++
	}
	r.p = i
	if over {
		r.x.FuncWarning("Numerical result out of range")
		return math.MaxInt64
	}
	return n
}

// create makes the object in slot v; nil when it may not be.
func (r *reader) create(v *zval.Value, c *rt.Class, name string, incomplete bool) *zval.Object {
	x := r.x
	if notSerializable(c) {
		x.ThrowError(x.Cls.Exception, "Unserialization of '%s' is not allowed", displayName(c))
		return nil
	}
	o := x.NewObject(c)
	if o == nil {
		return nil
	}
	v.SetObj(o)
	if incomplete {
		nv := zval.StrValue(x.Space.NewString(name))
		k := x.Space.Intern(incompleteName)
		x.Space.Set(dynProps(x, o, 8), k, &nv)
	}
	return o
}

// dynProps returns the object's table of dynamic properties, made for n when there is none.
func dynProps(x *rt.Exec, o *zval.Object, n int) *zval.Table {
	if o.Props == 0 {
		o.Props = x.Space.NewHash(n).Addr()
		return o.DynProps()
	}
	t := o.DynProps()
	if t.GC.RC > 1 || t.Immutable() {
		t = x.Space.SeparateTable(t)
		o.Props = t.Addr()
	}
	return t
}

// custom reads the data of a Serializable, whose length lies at i.
func (r *reader) custom(v *zval.Value, c *rt.Class, i int, name string, incomplete bool) bool {
	x := r.x
	n := r.count(i)
	if !r.has(r.p, ':') {
		return false
	}
	if !r.has(r.p+1, '{') {
		r.p++
		return false
	}
	i = r.p + 2
	r.p = i
	if int64(len(r.s)-i) <= n {
		x.Warning("Insufficient data for unserializing - %d required, %d present", n, len(r.s)-i)
		return false
	}
	end := i + int(n)
	if r.s[end] != '}' {
		r.p = end
		return false
	}
	if incomplete || !c.InstanceOf(x.Cls.Serializable) {
		x.Warning("Class %s has no unserializer", c.Name)
		if r.create(v, c, name, incomplete) == nil {
			return false
		}
	} else {
		o := r.create(v, c, name, false)
		if o == nil {
			return false
		}
		arg := zval.StrValue(x.Space.NewString(r.s[i:end]))
		var res zval.Value
		ok := x.CallMethod(o, "unserialize", []zval.Value{arg}, &res)
		x.Space.Release(&res)
		x.Space.Release(&arg)
		if !ok {
			return false
		}
	}
	r.p = end + 1
	return true
}

// properties reads count properties into o.
func (r *reader) properties(o *zval.Object, c *rt.Class, count int64) bool {
	if !r.enter() {
		return false
	}
	x := r.x
	for k := count; k > 0; k-- {
		var key zval.Value
		key.SetNull()
		if !r.value(&key, false) {
			x.Space.Release(&key)
			return false
		}
		switch key.Type() {
		case zval.Long:
			key.SetStr(x.LongStr(key.Long()))
		case zval.StringT:
		default:
			return false
		}
		ok := r.property(o, c, key.Str(), int(count))
		x.Space.Release(&key)
		if !ok || !r.separated(k) {
			return false
		}
	}
	r.depth--
	return true
}

// declared finds the declared property that a serialized key means: visibility
// may have changed since the data was written.
func declared(c *rt.Class, key string) *rt.PropInfo {
	name, class, prot := unmangle(key)
	for _, info := range c.Slots {
		if info != nil && info.Mangled.View() == key {
			return info
		}
	}
	info := c.Prop(name)
	if info == nil || info.Static() || info.Offset == 0 {
		return nil
	}
	switch {
	case class != "" && class != c.Name:
		return nil // another class's private property
	case class == "" && !prot && info.Flags&code.AccPrivate != 0 && info.Class != c:
		return nil
	}
	return info
}

// property reads the value of one property.
func (r *reader) property(o *zval.Object, c *rt.Class, key *zval.String, count int) bool {
	x := r.x
	info := declared(c, key.View())
	if info == nil {
		t := o.DynProps()
		if t == nil || t.Find(key) == nil {
			if c.NoDynamic || c.Flags&code.AccReadonlyClass != 0 {
				name, _, _ := unmangle(key.View())
				x.ThrowError(nil, "Cannot create dynamic property %s::$%s", c.Name, name)
				return false
			}
			if !c.AllowDynamic && c != x.Cls.IncompleteClass {
				name, _, _ := unmangle(key.View())
				x.Deprecated("Creation of dynamic property %s::$%s is deprecated", c.Name, name)
				if x.HasExc() {
					return false
				}
			}
		}
		slot := x.Space.Lookup(dynProps(x, o, count+1), key)
		r.retire(slot)
		return r.value(slot, true)
	}
	slot := o.PropAt(uintptr(info.Offset))
	r.retire(slot)
	if !r.value(slot, true) {
		return false
	}
	if info.Type == nil {
		return true
	}
	if slot.Type() == zval.ReferenceT {
		if !x.VerifyRefBind(info, slot.Ref(), true) {
			x.Space.Release(slot)
			slot.SetUndef()
			return false
		}
		x.RefAddSource(slot.Ref(), info)
		return true
	}
	if !x.VerifyProp(info, slot, true) {
		x.Space.Release(slot)
		slot.SetUndef()
		return false
	}
	if r.typed == nil {
		r.typed = map[*zval.Value]*rt.PropInfo{}
	}
	r.typed[slot] = info
	return true
}

// enum reads "Class:Case", whose length lies at i.
func (r *reader) enum(v *zval.Value, i int) bool {
	x := r.x
	whole := r.p
	s, ok := r.text(i, ';')
	if !ok {
		return false
	}
	after := r.p
	r.p = whole
	colon := strings.IndexByte(s, ':')
	if colon < 0 {
		x.FuncWarning("Invalid enum name '%s' (missing colon)", s)
		return false
	}
	class, name := s[:colon], s[colon+1:]
	if !r.all && !r.allowed[strings.ToLower(class)] {
		return false
	}
	c := x.LookupClass(class, true)
	if c == nil {
		if !x.HasExc() {
			x.FuncWarning("Class '%s' not found", class)
		}
		return false
	}
	if !c.IsEnum() {
		x.FuncWarning("Class '%s' is not an enum", c.Name)
		return false
	}
	r.p = after
	k := c.Const(name)
	if k == nil {
		x.FuncWarning("Undefined constant %s::%s", c.Name, name)
		return false
	}
	if !k.IsCase {
		x.FuncWarning("%s::%s is not an enum case", c.Name, name)
		return false
	}
	o := x.EnumCase(c, name)
	if o == nil {
		return false
	}
	o.GC.RC++
	v.SetObj(o)
	return true
}
