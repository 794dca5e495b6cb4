package vars

import (
	"strings"

	"github.com/ebb-vm/ebb/core/lib/text"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

const incompleteName = "__PHP_Incomplete_Class_Name"

// numbering gives every value that is written a number, in order of
// appearance. What Serializable::serialize writes with calls of its own
// belongs to the whole and shares its numbers.
type numbering struct {
	n    int64
	seen map[uintptr]int64 // address of an object or reference to its number; -1: failed
	held []zval.Value      // keeps what was seen alive, so that no address is used again
}

// nesting is the state that nested calls of serialize and unserialize share.
// lock counts calls into PHP whose own calls stand alone.
type nesting struct {
	lock    int
	writing *numbering
	reading *slots
}

type nestingKey struct{}

func nestingOf(x *rt.Exec) *nesting {
	return rt.State(x, nestingKey{}, func() *nesting { return &nesting{} })
}

// alone runs PHP code whose calls of serialize and unserialize start afresh.
func (n *nesting) alone(fn func() bool) bool {
	n.lock++
	ok := fn()
	n.lock--
	return ok
}

// serializer writes PHP's serialization format: objects and references met
// again are written as the number of the first.
type serializer struct {
	*numbering
	x *rt.Exec
	b *text.Builder
}

// Serialize returns v's serialized form, owned; nil when an exception was thrown. May run PHP.
func Serialize(x *rt.Exec, v *zval.Value) *zval.String {
	nest := nestingOf(x)
	s := serializer{x: x, b: text.New(x.Space), numbering: nest.writing}
	outer := nest.writing
	top := outer == nil || nest.lock > 0
	if top {
		s.numbering = &numbering{seen: map[uintptr]int64{}}
		nest.writing = s.numbering
	}
	lock := nest.lock
	nest.lock = 0
	s.value(v)
	nest.lock = lock
	if top {
		nest.writing = outer
		for i := range s.held {
			x.Space.Release(&s.held[i])
		}
	}
	if x.HasExc() {
		s.b.Free()
		return nil
	}
	return s.b.Finish()
}

func fnSerialize(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if s := Serialize(x, a.Val(0)); s != nil {
		ret.SetStr(s)
	}
}

// number counts v and tells the number it was met under before, 0 for a new one.
func (s *serializer) number(v *zval.Value) int64 {
	s.n++
	isRef := v.Type() == zval.ReferenceT
	if isRef && v.Deref().Type() == zval.ObjectT {
		v = v.Deref()
	}
	if v.Type() != zval.ReferenceT && v.Type() != zval.ObjectT {
		return 0
	}
	key := uintptr(v.V)
	if n, ok := s.seen[key]; ok {
		if isRef && n != -1 {
			s.n-- // a reference counts once
		}
		return n
	}
	s.seen[key] = s.n
	var h zval.Value
	h.CopyFrom(v)
	s.held = append(s.held, h)
	return 0
}

func (s *serializer) str(t string) {
	s.b.Str("s:")
	s.b.Int(int64(len(t)))
	s.b.Str(":\"")
	s.b.Str(t)
	s.b.Str("\";")
}

func (s *serializer) int(n int64) {
	s.b.Str("i:")
	s.b.Int(n)
	s.b.Byte(';')
}

func (s *serializer) value(v *zval.Value) {
	if s.x.HasExc() {
		return
	}
	if n := s.number(v); n != 0 {
		switch {
		case n == -1:
			s.b.Str("N;")
		case v.Type() == zval.ReferenceT:
			s.b.Str("R:")
			s.b.Int(n)
			s.b.Byte(';')
		default:
			s.b.Str("r:")
			s.b.Int(n)
			s.b.Byte(';')
		}
		return
	}
	v = v.Deref()
	switch v.Type() {
	case zval.False:
		s.b.Str("b:0;")
	case zval.True:
		s.b.Str("b:1;")
	case zval.Long:
		s.int(v.Long())
	case zval.Double:
		s.b.Str("d:")
		s.b.Repr(v.Double(), s.x.Ini.SerializePrecision, false)
		s.b.Byte(';')
	case zval.StringT:
		s.str(v.Str().View())
	case zval.ArrayT:
		t := v.Arr()
		s.b.Str("a:")
		s.b.Int(int64(t.CountInd()))
		s.b.Str(":{")
		s.elements(t, false)
		s.b.Byte('}')
	case zval.ObjectT:
		s.object(v.Obj())
	case zval.ResourceT:
		s.b.Str("i:0;")
	default:
		s.b.Str("N;")
	}
}

// elements writes the keys and values of a table; the class name of an
// incomplete object is not one of them.
func (s *serializer) elements(t *zval.Table, incomplete bool) {
	if !s.x.EnterNative() {
		return
	}
	defer s.x.LeaveNative()
	if !t.Immutable() {
		t.GC.RC++
		defer s.x.Space.ReleaseArr(t)
	}
	for it := t.Iter(); it.Next(); {
		v := it.Value()
		if v.Type() == zval.Indirect {
			if v = v.Ind(); v.Type() == zval.Undef {
				continue
			}
		}
		k, n := it.Key()
		if k == nil {
			s.int(n)
		} else {
			if incomplete && k.View() == incompleteName {
				continue
			}
			s.str(k.View())
		}
		s.element(t, v)
		if s.x.HasExc() {
			return
		}
	}
}

// element writes a value of container t (nil for an object).
func (s *serializer) element(t *zval.Table, v *zval.Value) {
	if v.Type() != zval.ArrayT {
		s.value(v)
		return
	}
	// an array can only contain itself while a warning's handler plays tricks
	if v.Arr() == t {
		s.n++
		s.b.Str("N;")
		return
	}
	s.value(v)
}

// head writes "O:3:"Foo":count:{".
func (s *serializer) head(class string, count int) {
	s.b.Str("O:")
	s.b.Int(int64(len(class)))
	s.b.Str(":\"")
	s.b.Str(class)
	s.b.Str("\":")
	s.b.Int(int64(count))
	s.b.Str(":{")
}

func (s *serializer) object(o *zval.Object) {
	x := s.x
	c := x.ClassOf(o)
	if c.IsEnum() {
		name := x.EnumCaseName(o)
		s.b.Str("E:")
		s.b.Int(int64(len(c.Name) + 1 + len(name)))
		s.b.Str(":\"")
		s.b.Str(c.Name)
		s.b.Byte(':')
		s.b.Str(name)
		s.b.Str("\";")
		return
	}
	if notSerializable(c) {
		x.ThrowError(x.Cls.Exception, "Serialization of '%s' is not allowed", displayName(c))
		return
	}
	switch {
	case c.Serialize != nil:
		var r zval.Value
		if !nestingOf(x).alone(func() bool { return x.CallFn(c.Serialize, o, c, nil, &r) }) {
			s.seen[o.Addr()] = -1
			return
		}
		if r.Type() != zval.ArrayT {
			x.Space.Release(&r)
			x.ThrowTypeError("%s::__serialize() must return an array", c.Name)
			return
		}
		t := r.Arr()
		s.head(c.Name, t.Len())
		s.elements(t, false)
		s.b.Byte('}')
		s.held = append(s.held, r)
	case c.InstanceOf(x.Cls.Serializable):
		var r zval.Value
		if !x.CallMethod(o, "serialize", nil, &r) {
			s.seen[o.Addr()] = -1
			return
		}
		switch r.Type() {
		case zval.StringT:
			s.b.Str("C:")
			s.b.Int(int64(len(c.Name)))
			s.b.Str(":\"")
			s.b.Str(c.Name)
			s.b.Str("\":")
			s.b.Int(int64(r.Str().Len))
			s.b.Str(":{")
			s.b.Str(r.Str().View())
			s.b.Byte('}')
		case zval.Undef, zval.Null:
			s.seen[o.Addr()] = -1
			s.b.Str("N;")
		default:
			x.ThrowError(x.Cls.Exception, "%s::serialize() must return a string or NULL", c.Name)
		}
		x.Space.Release(&r)
	case c != x.Cls.IncompleteClass && c.Method("__sleep") != nil:
		s.sleep(o, c)
	default:
		s.plain(o, c)
	}
}

// displayName is a class's name without what makes an anonymous one's unique.
func displayName(c *rt.Class) string {
	for i := range len(c.Name) {
		if c.Name[i] == 0 {
			return c.Name[:i]
		}
	}
	return c.Name
}

func notSerializable(c *rt.Class) bool {
	return c.NotSerial || strings.IndexByte(c.NameStr.View(), 0) >= 0 // anonymous
}

func (s *serializer) plain(o *zval.Object, c *rt.Class) {
	x := s.x
	if c.Handlers == nil || c.Handlers.Props == nil {
		name, count := c.Name, countProps(x, o)
		incomplete := c == x.Cls.IncompleteClass
		if incomplete {
			if v := incompleteOf(o); v != nil {
				name = v.View()
				count--
			}
		}
		if !x.EnterNative() {
			return
		}
		defer x.LeaveNative()
		s.head(name, count)
		walkOwn(x, o, func(p *property) bool {
			if p.Val.Type() == zval.Undef {
				return true
			}
			if p.Key == nil {
				s.int(p.Index)
			} else {
				if incomplete && p.Key.View() == incompleteName {
					return true
				}
				s.str(p.Key.View())
			}
			s.element(nil, p.Val)
			return !x.HasExc()
		})
		s.b.Byte('}')
		return
	}
	t := x.PropTable(o)
	if t == nil {
		return
	}
	s.head(c.Name, t.Len())
	s.elements(t, false)
	s.b.Byte('}')
	v := zval.ArrValue(t)
	s.held = append(s.held, v)
}

// incompleteOf borrows the class name that an incomplete object remembers.
func incompleteOf(o *zval.Object) *zval.String {
	t := o.DynProps()
	if t == nil {
		return nil
	}
	if v := t.FindGo(incompleteName); v != nil && v.Deref().Type() == zval.StringT {
		return v.Deref().Str()
	}
	return nil
}

// sleep asks __sleep which properties to write.
func (s *serializer) sleep(o *zval.Object, c *rt.Class) {
	x := s.x
	complain := func() {
		x.FuncWarning("%s::__sleep() should return an array only containing the names of instance-variables to serialize", c.Name)
	}
	var r zval.Value
	if !nestingOf(x).alone(func() bool { return x.CallMethod(o, "__sleep", nil, &r) }) {
		s.seen[o.Addr()] = -1
		return
	}
	if r.Type() != zval.ArrayT {
		x.Space.Release(&r)
		complain()
		s.b.Str("N;")
		return
	}
	s.held = append(s.held, r)
	props := x.PropTable(o)
	if props == nil {
		return
	}
	s.held = append(s.held, zval.ArrValue(props))
	t := x.Space.NewHash(max(r.Arr().Len(), 1))
	s.held = append(s.held, zval.ArrValue(t))
	for it := r.Arr().Iter(); it.Next(); {
		v := it.Value().Deref()
		if v.Type() != zval.StringT {
			complain()
			if x.HasExc() {
				return
			}
		}
		name := x.ToStr(v)
		ok := s.member(o, c, props, t, name)
		x.Space.ReleaseStr(name)
		if !ok {
			return
		}
	}
	s.head(c.Name, t.Len())
	s.elements(t, false)
	s.b.Byte('}')
}

// member files the property that __sleep named into t; false when that threw.
func (s *serializer) member(o *zval.Object, c *rt.Class, props, t *zval.Table, name *zval.String) bool {
	x := s.x
	n := name.View()
	for _, key := range [...]string{n, "\x00" + c.Name + "\x00" + n, "\x00*\x00" + n} {
		if v := props.FindGo(key); v != nil {
			if t.FindGo(key) != nil {
				x.FuncWarning("\"%s\" is returned from __sleep() multiple times", n)
				return !x.HasExc()
			}
			var e zval.Value
			e.CopyFrom(v)
			x.Space.SetGo(t, key, &e)
			return true
		}
		// a typed property without a value is left out
		for k, info := range c.Slots {
			if info != nil && info.Mangled.View() == key && info.Type != nil && o.Prop(uint32(k)).Type() == zval.Undef {
				return true
			}
		}
	}
	x.FuncWarning("\"%s\" returned as member variable from __sleep() but does not exist", n)
	return !x.HasExc()
}
