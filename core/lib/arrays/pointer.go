package arrays

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// pointer moves the internal pointer of an array, or of an object's
// properties, over the elements that exist.
type pointer struct{ t *zval.Table }

func (p *pointer) skipDead(back bool) {
	for {
		v := p.t.Current()
		if v == nil || v.Type() != zval.Indirect || v.Ind().Type() != zval.Undef {
			return
		}
		if back {
			p.t.MoveBack()
		} else {
			p.t.MoveForward()
		}
	}
}

func (p *pointer) next()  { p.t.MoveForward(); p.skipDead(false) }
func (p *pointer) prev()  { p.t.MoveBack(); p.skipDead(true) }
func (p *pointer) first() { p.t.First(); p.skipDead(false) }
func (p *pointer) last()  { p.t.Last(); p.skipDead(true) }

func (p *pointer) value(ret *zval.Value) {
	v := p.t.Current()
	if v != nil && v.Type() == zval.Indirect {
		v = v.Ind()
	}
	if v == nil || v.Type() == zval.Undef {
		ret.SetBool(false)
		return
	}
	ret.CopyFrom(v.Deref())
}

// open finds the table to move over; done ends it. An object's properties are a
// table of the moment, with the position kept beside.
func open(x *rt.Exec, a *rt.Args, v *zval.Value, write bool) (p pointer, done func()) {
	if v.Type() == zval.ObjectT {
		x.Deprecated("%s(): Calling %s() on an object is deprecated", a.Name(), a.Name())
		o := v.Obj()
		p.t = x.OwnProps(o)
		p.t.Pos = positions(x).at[o.Handle]
		return p, func() {
			positions(x).at[o.Handle] = p.t.Pos
			x.Space.ReleaseArr(p.t)
		}
	}
	if write {
		p.t = x.Space.Separate(v)
	} else {
		p.t = v.Arr()
	}
	return p, func() {}
}

func fnCurrent(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p, done := open(x, a, a.Val(0), false)
	defer done()
	p.skipDead(false)
	p.value(ret)
}

func fnKey(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	p, done := open(x, a, a.Val(0), false)
	defer done()
	p.skipDead(false)
	var v zval.Value
	if p.t.CurrentKey(&v) {
		ret.MoveFrom(&v)
	}
}

func moves(move func(*pointer)) rt.GoFunc {
	return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		p, done := open(x, a, a.Ref(0), true)
		defer done()
		move(&p)
		p.value(ret)
	}
}
