package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// Typed properties and the references bound to them: what is assigned through
// a reference must suit every property that holds it.

// VerifyProp makes v fit a typed property, converting in place; false when it threw.
func (x *Exec) VerifyProp(p *PropInfo, v *zval.Value, strict bool) bool {
	if p.Type == nil {
		return true
	}
	if x.CheckType(p.Type, v, p.Class, nil, strict) {
		return true
	}
	if !x.HasExc() {
		x.ThrowTypeError("Cannot assign %s to property %s::$%s of type %s", x.ValueName(v), p.Class.Name, p.Name, typeText(p.Type, nil))
	}
	return false
}

// AssignTyped assigns v (borrowed) to the slot of a typed property with its
// checks; false when it threw. It is the tail of a cached assignment.
func (x *Exec) AssignTyped(o *zval.Object, p *PropInfo, v *zval.Value) *zval.Value {
	slot := o.Prop(p.Slot)
	if slot.Type() == zval.Undef {
		return x.initSlot(o, p, slot, v.Deref())
	}
	return x.writeSlot(o, p, slot, v.Deref(), x.Scope())
}

// refSource lists the typed properties that a reference is bound to.
type refSource struct {
	props []*PropInfo
}

// RefAddSource tells that the slot of typed property p now holds r.
func (x *Exec) RefAddSource(r *zval.Reference, p *PropInfo) {
	if p.Type == nil {
		return
	}
	if r.Sources == 0 {
		if n := len(x.cls.srcFree); n > 0 {
			r.Sources = uint64(x.cls.srcFree[n-1])
			x.cls.srcFree = x.cls.srcFree[:n-1]
		} else {
			r.Sources = uint64(len(x.cls.sources))
			x.cls.sources = append(x.cls.sources, refSource{})
		}
	}
	s := &x.cls.sources[r.Sources]
	s.props = append(s.props, p)
}

// RefDelSource undoes one RefAddSource.
func (x *Exec) RefDelSource(r *zval.Reference, p *PropInfo) {
	if r.Sources == 0 {
		return
	}
	s := &x.cls.sources[r.Sources]
	for i, q := range s.props {
		if q == p {
			s.props = append(s.props[:i], s.props[i+1:]...)
			break
		}
	}
	if len(s.props) == 0 {
		s.props = nil
		x.cls.srcFree = append(x.cls.srcFree, uint32(r.Sources))
		r.Sources = 0
	}
}

// RefSources lists the typed properties bound to a reference.
func (x *Exec) RefSources(r *zval.Reference) []*PropInfo {
	if r.Sources == 0 {
		return nil
	}
	return x.cls.sources[r.Sources].props
}

// AssignToRef assigns v (consumed) to the value behind slot, which may be a
// reference; the types of the properties bound to it are enforced. False when it threw.
func (x *Exec) AssignToRef(slot, v *zval.Value, strict bool) bool {
	if slot.Type() == zval.ReferenceT && slot.Ref().Sources != 0 {
		if !x.verifyRef(slot.Ref(), v, strict) {
			x.Space.Release(v)
			return false
		}
	}
	x.Space.AssignMove(slot, v)
	return true
}

// verifyRef makes v fit all properties bound to r.
func (x *Exec) verifyRef(r *zval.Reference, v *zval.Value, strict bool) bool {
	props := x.cls.sources[r.Sources].props
	var first *zval.Value
	var firstProp *PropInfo
	orig := *v
	orig.AddRef()
	defer x.Space.Release(&orig)
	for _, p := range props {
		var tmp zval.Value
		tmp.CopyFrom(&orig)
		if !x.CheckType(p.Type, &tmp, p.Class, nil, strict) {
			if !x.HasExc() {
				x.ThrowTypeError("Cannot assign %s to reference held by property %s::$%s of type %s", x.ValueName(&orig), p.Class.Name, p.Name, typeText(p.Type, nil))
			}
			x.Space.Release(&tmp)
			if first != nil {
				x.Space.Release(first)
			}
			return false
		}
		if first == nil {
			w := tmp
			first, firstProp = &w, p
			continue
		}
		same := x.Space.Identical(first, &tmp)
		x.Space.Release(&tmp)
		if !same {
			x.ThrowTypeError("Cannot assign %s to reference held by property %s::$%s of type %s and property %s::$%s of type %s, as this would result in an inconsistent type conversion",
				x.ValueName(&orig), firstProp.Class.Name, firstProp.Name, typeText(firstProp.Type, nil), p.Class.Name, p.Name, typeText(p.Type, nil))
			x.Space.Release(first)
			return false
		}
	}
	if first != nil {
		x.replace(v, *first)
	}
	return true
}

// refTakesArray checks that a reference about to become an array may be one;
// false when it threw.
func (x *Exec) refTakesArray(r *zval.Reference) bool {
	for _, p := range x.RefSources(r) {
		if p.Type.Mask&(code.TypeMaskArray|code.TypeMaskIterable) == 0 {
			x.ThrowTypeError("Cannot auto-initialize an array inside a reference held by property %s::$%s of type %s", p.Class.Name, p.Name, typeText(p.Type, nil))
			return false
		}
	}
	return true
}

// VerifyRefBind checks that a reference's value suits typed property p before
// the property is bound to it; false when it threw.
func (x *Exec) VerifyRefBind(p *PropInfo, r *zval.Reference, strict bool) bool {
	v := &r.Val
	if p.Type == nil {
		return true
	}
	var tmp zval.Value
	tmp.CopyFrom(v)
	defer x.Space.Release(&tmp)
	if !x.VerifyProp(p, &tmp, strict) {
		return false
	}
	if x.Space.Identical(&tmp, v) {
		return true
	}
	if r.Sources != 0 {
		q := x.cls.sources[r.Sources].props[0]
		x.ThrowTypeError("Reference with value of type %s held by property %s::$%s of type %s is not compatible with property %s::$%s of type %s",
			x.ValueName(v), q.Class.Name, q.Name, typeText(q.Type, nil), p.Class.Name, p.Name, typeText(p.Type, nil))
		return false
	}
	w := tmp
	w.AddRef()
	x.replace(v, w)
	return true
}
