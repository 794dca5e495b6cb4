package vars

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// property is one property met on a walk. Val is borrowed, references not
// followed; it is Undef for a typed property that was never initialised, and
// then Info is set.
type property struct {
	Key   *zval.String // as tables spell it, mangled; nil for an integer key
	Index int64
	Name  string
	Prot  bool
	Class string // of a private property
	Info  *rt.PropInfo
	Val   *zval.Value
}

// unmangle splits a property key as array casts spell it: "\0*\0name",
// "\0Class\0name" or "name".
func unmangle(key string) (name, class string, prot bool) {
	if len(key) < 3 || key[0] != 0 {
		return key, "", false
	}
	i := strings.IndexByte(key[1:], 0)
	if i <= 0 {
		return key, "", false
	}
	class, name = key[1:1+i], key[i+2:]
	if class == "*" {
		return name, "", true
	}
	return name, class, false
}

// guard marks the value's table or object as being walked; false when it is
// already. Uncounted tables cannot be part of a cycle.
func guard(g *zval.GC) bool {
	if g.TypeInfo&zval.GCImmutable != 0 {
		return true
	}
	if g.TypeInfo&zval.GCProtected != 0 {
		return false
	}
	g.TypeInfo |= zval.GCProtected
	return true
}

func unguard(g *zval.GC) {
	if g.TypeInfo&zval.GCImmutable == 0 {
		g.TypeInfo &^= zval.GCProtected
	}
}

// hold keeps a guarded table or object alive; the function it returns takes
// the guard back and lets go. What is walked must outlive what PHP code run
// on the way does to the variables it came from.
func hold(x *rt.Exec, g *zval.GC) func() {
	if g.TypeInfo&zval.GCImmutable != 0 {
		return func() {}
	}
	g.RC++
	return func() {
		unguard(g)
		x.Space.ReleaseCounted(g)
	}
}

// walkOwn calls fn with the properties an object stores, declared ones first,
// as PHP orders them; uninitialised typed ones too. It stops when fn says false.
func walkOwn(x *rt.Exec, o *zval.Object, fn func(p *property) bool) {
	var p property
	for i, info := range x.ClassOf(o).Slots {
		if info == nil {
			continue
		}
		v := o.Prop(uint32(i))
		if v.Type() == zval.Undef && info.Type == nil {
			continue
		}
		p = property{Key: info.Mangled, Name: info.Name, Info: info, Val: v}
		if info.Flags&code.AccPrivate != 0 {
			p.Class = info.Class.Name
		} else {
			p.Prot = info.Flags&code.AccProtected != 0
		}
		if !fn(&p) {
			return
		}
	}
	if t := o.DynProps(); t != nil {
		if !t.Immutable() {
			t.GC.RC++
			defer x.Space.ReleaseArr(t)
		}
		walkTable(t, fn)
	}
}

// walkTable calls fn with the elements of a property table.
func walkTable(t *zval.Table, fn func(p *property) bool) {
	for it := t.Iter(); it.Next(); {
		k, n := it.Key()
		p := property{Key: k, Index: n, Val: it.Value()}
		if p.Val.Type() == zval.Indirect {
			if p.Val = p.Val.Ind(); p.Val.Type() == zval.Undef {
				continue
			}
		}
		if k != nil {
			p.Name, p.Class, p.Prot = unmangle(k.View())
		}
		if !fn(&p) {
			return
		}
	}
}

// countProps is the number of initialised properties walkOwn meets.
func countProps(x *rt.Exec, o *zval.Object) int {
	n := 0
	walkOwn(x, o, func(p *property) bool {
		if p.Val.Type() != zval.Undef {
			n++
		}
		return true
	})
	return n
}
