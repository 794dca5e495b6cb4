package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// variance decides whether one type or signature may stand for another, while
// the class being linked is not in the table yet.
type variance struct {
	x          *Exec
	building   *linker
	unresolved string // class whose absence left the question open
}

// varStatus is the outcome, ordered by severity.
type varStatus int

const (
	varOK varStatus = iota
	varWarn
	varUnresolved
	varBad
)

// methods checks that child's signature satisfies parent's.
func (v *variance) methods(child *Function, cs *Class, parent *Function, ps *Class) varStatus {
	if parent.Required < child.Required {
		return varBad
	}
	if parent.Flags&code.AccReturnRef != 0 && child.Flags&code.AccReturnRef == 0 {
		return varBad
	}
	if parent.Variadic() && !child.Variadic() {
		return varBad
	}
	status := varOK
	pick := func(f *Function, i int) *code.Param {
		if i < len(f.Params) {
			return &f.Params[i]
		}
		if f.Variadic() {
			return &f.Params[len(f.Params)-1]
		}
		return nil
	}
	for i := 0; i < max(len(child.Params), len(parent.Params)); i++ {
		p, c := pick(parent, i), pick(child, i)
		if p == nil {
			continue
		}
		if c == nil {
			return varBad
		}
		if c.Type != nil && !isMixed(c.Type) {
			if p.Type == nil {
				return varBad
			}
			switch st := v.covariant(p.Type, ps, c.Type, cs); st {
			case varBad:
				return st
			case varUnresolved:
				status = st
			}
		}
		if c.ByRef != p.ByRef {
			return varBad
		}
	}
	if parent.Return == nil {
		return status
	}
	if child.Return == nil {
		if !parent.TentativeReturn {
			return varBad
		}
		if status == varOK {
			return varWarn
		}
		return status
	}
	switch st := v.covariant(child.Return, cs, parent.Return, ps); {
	case st == varOK:
		return status
	case st == varBad && parent.TentativeReturn:
		return varWarn
	default:
		return st
	}
}

func isMixed(t *code.TypeRef) bool { return t.Mask&code.TypeMaskMixed == code.TypeMaskMixed }

// typeNames are the single classes of a type, iterable's included.
func typeNames(t *code.TypeRef) []string {
	if t.Mask&code.TypeMaskIterable == 0 {
		return t.Names
	}
	for _, n := range t.Names {
		if strings.EqualFold(n, "Traversable") {
			return t.Names
		}
	}
	return append(append([]string(nil), t.Names...), "Traversable")
}

func pureMask(t *code.TypeRef) uint32 {
	m := t.Mask &^ (code.TypeMaskIterable)
	if t.Mask&code.TypeMaskIterable != 0 {
		m |= code.TypeMaskArray
	}
	return m
}

// covariant reports whether every value of fe (in class fs) is one of proto (in ps).
func (v *variance) covariant(fe *code.TypeRef, fs *Class, proto *code.TypeRef, ps *Class) varStatus {
	fm, pm := pureMask(fe), pureMask(proto)
	if isMixed(proto) && fm&code.TypeMaskVoid == 0 {
		return varOK
	}
	added := fm &^ pm
	if added&code.TypeMaskStatic != 0 && v.permitsSelf(proto, ps, fs) {
		added &^= code.TypeMaskStatic
	}
	if added == code.TypeMaskNever && len(fe.Names) == 0 && len(fe.Parts) == 0 {
		return varOK
	}
	if added != 0 {
		return varBad
	}
	status := varOK
	for _, n := range typeNames(fe) {
		switch st := v.classInType(n, fs, proto, ps); st {
		case varBad:
			return st
		case varUnresolved:
			status = st
		}
	}
	for _, part := range fe.Parts {
		switch st := v.partInType(part, fs, proto, ps); st {
		case varBad:
			return st
		case varUnresolved:
			status = st
		}
	}
	return status
}

func (v *variance) permitsSelf(t *code.TypeRef, scope, self *Class) bool {
	if t.Mask&code.TypeMaskObject != 0 {
		return true
	}
	for _, n := range typeNames(t) {
		if k, _ := v.class(n, scope); k != nil && v.instanceOf(self, k) {
			return true
		}
	}
	return false
}

// class resolves a name, without autoloading; the class being linked counts.
func (v *variance) class(n string, scope *Class) (*Class, string) {
	lc := v.x.lower(n)
	switch lc {
	case "self":
		return scope, scope.Name
	case "parent":
		if scope.Parent != nil {
			return scope.Parent, scope.Parent.Name
		}
		return nil, n
	}
	if v.building != nil && v.building.c.LCName == lc {
		return v.building.c, n
	}
	return v.x.findClass(lc), n
}

// instanceOf is InstanceOf for classes that may not be linked yet.
func (v *variance) instanceOf(c, t *Class) bool {
	if c == t || c.InstanceOf(t) {
		return true
	}
	if c.Parent != nil && v.instanceOf(c.Parent, t) {
		return true
	}
	if v.building != nil && c == v.building.c {
		for _, i := range v.building.ifaces {
			if i == t || i.InstanceOf(t) {
				return true
			}
		}
	}
	return false
}

func (v *variance) miss(n string) varStatus {
	if v.unresolved == "" {
		v.unresolved = n
	}
	return varUnresolved
}

// classIn reports whether class fe is class proto or below it.
func (v *variance) classIn(fe string, fs *Class, proto string, ps *Class) varStatus {
	a, an := v.class(fe, fs)
	b, bn := v.class(proto, ps)
	if a != nil && a == b || strings.EqualFold(an, bn) {
		return varOK
	}
	if a == nil {
		if d := v.x.cls.linking[v.x.lower(an)]; d != nil {
			switch is, known := v.declIs(d, bn, b, 0); {
			case is:
				return varOK
			case known:
				return varBad
			}
		}
		return v.miss(an)
	}
	if b == nil {
		return v.miss(bn)
	}
	if v.instanceOf(a, b) {
		return varOK
	}
	return varBad
}

// declIs reports whether a class that is being loaded will be name (b when it
// is loaded) or below it, and whether that is certain.
func (v *variance) declIs(d *code.ClassDecl, name string, b *Class, depth int) (is, known bool) {
	if strings.EqualFold(d.Name, name) {
		return true, true
	}
	if depth > 100 {
		return false, false
	}
	known = true
	ups := d.Interfaces
	if d.Parent != "" {
		ups = append([]string{d.Parent}, ups...)
	}
	for _, up := range ups {
		lc := v.x.lower(up)
		if strings.EqualFold(up, name) {
			return true, true
		}
		k := v.x.findClass(lc)
		if v.building != nil && v.building.c.LCName == lc {
			k = v.building.c
		}
		if k != nil {
			if b != nil && v.instanceOf(k, b) {
				return true, true
			}
			continue
		}
		if e := v.x.cls.linking[lc]; e != nil {
			i, kn := v.declIs(e, name, b, depth+1)
			if i {
				return true, true
			}
			known = known && kn
			continue
		}
		known = false
	}
	return false, known
}

// classInType reports whether class fe is among what proto accepts.
func (v *variance) classInType(fe string, fs *Class, proto *code.TypeRef, ps *Class) varStatus {
	status := varBad
	if proto.Mask&code.TypeMaskObject != 0 {
		if k, n := v.class(fe, fs); k == nil {
			status = v.miss(n)
		} else {
			return varOK
		}
	}
	if proto.Mask&code.TypeMaskCallable != 0 {
		if k, _ := v.class(fe, fs); k != nil && k == v.x.Cls.Closure {
			return varOK
		}
	}
	if proto.Mask&code.TypeMaskStatic != 0 {
		if k, _ := v.class(fe, fs); k != nil && k == fs && k.IsFinal() {
			return varOK
		}
	}
	for _, n := range typeNames(proto) {
		switch st := v.classIn(fe, fs, n, ps); st {
		case varOK:
			return st
		case varUnresolved:
			status = st
		}
	}
	for _, part := range proto.Parts {
		all := varOK
		for _, n := range part {
			all = max(all, v.classIn(fe, fs, n, ps))
		}
		if all == varOK {
			return all
		}
		if all == varUnresolved {
			status = all
		}
	}
	return status
}

// partInType reports whether the intersection part is among what proto accepts.
func (v *variance) partInType(part []string, fs *Class, proto *code.TypeRef, ps *Class) varStatus {
	status := varBad
	if proto.Mask&code.TypeMaskObject != 0 {
		for _, n := range part {
			if k, _ := v.class(n, fs); k != nil {
				return varOK
			}
			status = v.miss(n)
		}
	}
	anyOf := func(target string) varStatus {
		st := varBad
		for _, n := range part {
			switch s := v.classIn(n, fs, target, ps); s {
			case varOK:
				return s
			case varUnresolved:
				st = s
			}
		}
		return st
	}
	for _, n := range typeNames(proto) {
		switch st := anyOf(n); st {
		case varOK:
			return st
		case varUnresolved:
			status = st
		}
	}
	for _, p := range proto.Parts {
		all := varOK
		for _, n := range p {
			all = max(all, anyOf(n))
		}
		if all == varOK {
			return all
		}
		if all == varUnresolved {
			status = all
		}
	}
	return status
}

// declaration prints a method's head as inheritance errors do.
func (x *Exec) declaration(fn *Function, scope *Class) string {
	var b strings.Builder
	if fn.Flags&code.AccReturnRef != 0 {
		b.WriteString("& ")
	}
	owner := fn.Class
	if owner == nil {
		owner = scope // a trait's method being composed
	}
	if owner != nil {
		b.WriteString(owner.Name)
		b.WriteString("::")
	}
	b.WriteString(fn.Name)
	b.WriteByte('(')
	for i := range fn.Params {
		p := &fn.Params[i]
		if i > 0 {
			b.WriteString(", ")
		}
		if p.Type != nil {
			b.WriteString(typeText(p.Type, scope))
			b.WriteByte(' ')
		}
		if p.ByRef || p.PreferRef {
			b.WriteByte('&')
		}
		if p.Variadic {
			b.WriteString("...")
		}
		b.WriteByte('$')
		b.WriteString(p.Name)
		if i >= fn.Required && !p.Variadic {
			b.WriteString(" = ")
			switch {
			case fn.Op == nil && p.DefaultSrc != "":
				b.WriteString(p.DefaultSrc)
			case p.Default == nil:
				b.WriteString("<default>")
			default:
				b.WriteString(defaultText(p.Default))
			}
		}
	}
	b.WriteByte(')')
	if fn.Return != nil {
		b.WriteString(": ")
		b.WriteString(typeText(fn.Return, scope))
	}
	return b.String()
}

// defaultText abbreviates a parameter's default.
func defaultText(e *code.ConstExpr) string {
	switch e.Kind {
	case code.CELit:
		v := &e.Value
		switch v.Type() {
		case zval.Null:
			return "null"
		case zval.False:
			return "false"
		case zval.True:
			return "true"
		case zval.StringT:
			s := v.Str().String()
			if len(s) > 10 {
				return "'" + s[:10] + "...'"
			}
			return "'" + s + "'"
		case zval.ArrayT:
			if v.Arr().Count == 0 {
				return "[]"
			}
			return "[...]"
		case zval.Long:
			return sprintf("%d", []any{v.Long()})
		case zval.Double:
			return zval.FormatDouble(v.Double(), 14)
		}
	case code.CEConst:
		return e.Name
	case code.CEClassConst:
		if e.X == nil && e.Name2 != "" {
			return e.Name + "::" + e.Name2
		}
	}
	return "<expression>"
}
