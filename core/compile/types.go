package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

var builtinTypes = map[string]uint32{
	"null": code.TypeMaskNull, "true": code.TypeMaskTrue, "false": code.TypeMaskFalse, "int": code.TypeMaskLong,
	"float": code.TypeMaskDouble, "string": code.TypeMaskString, "bool": code.TypeMaskBool, "void": code.TypeMaskVoid,
	"never": code.TypeMaskNever, "iterable": code.TypeMaskArray | code.TypeMaskIterable, "object": code.TypeMaskObject,
	"mixed": code.TypeMaskMixed,
}

// pureMask leaves out the bit that only matters for display.
func pureMask(t *code.TypeRef) uint32 { return t.Mask &^ code.TypeMaskIterable }

func complexType(t *code.TypeRef) bool { return len(t.Names) > 0 || len(t.Parts) > 0 }

// typeHas tells whether a value of type v belongs to t without a look at classes.
func typeHas(t *code.TypeRef, v zval.Type) bool { return t.Mask&(1<<v) != 0 }

// singleType compiles one named type.
func (c *compiler) singleType(t *syntax.NamedType) *code.TypeRef {
	n := t.Name
	if n.Kind == syntax.NameUnqualified {
		switch lower(n.Value) {
		case "array":
			return &code.TypeRef{Mask: code.TypeMaskArray}
		case "callable":
			return &code.TypeRef{Mask: code.TypeMaskCallable}
		case "static":
			if c.class == nil && c.scopeKnown() {
				c.fail("Cannot use \"static\" when no class scope is active")
			}
			return &code.TypeRef{Mask: code.TypeMaskStatic}
		}
	}
	if mask, ok := builtinTypes[lower(n.Value)]; ok {
		if n.Kind != syntax.NameUnqualified {
			c.fail("Type declaration '%s' must be unqualified", lower(n.Value))
		}
		r := &code.TypeRef{Mask: mask}
		if mask&code.TypeMaskIterable != 0 {
			r.Names = []string{"Traversable"}
		}
		return r
	}
	ft := fetchTypeOf(n)
	name := n.Value
	if ft == code.FetchClassDefault {
		name = c.resolveClass(n)
		c.checkClassName(name)
	} else {
		c.checkFetchType(ft)
		if c.class != nil && c.scopeKnown() && !c.o.php82 {
			switch {
			case ft == code.FetchClassParent:
				name = c.class.decl.Parent
			case c.class.decl.Flags&code.AccAnonymous == 0:
				name = c.class.decl.Name
			}
		}
	}
	if n.Kind == syntax.NameUnqualified {
		if _, imported := c.uses[syntax.UseClass][lower(n.Value)]; !imported {
			c.warnConfusable(n.Value, name)
		}
	}
	return &code.TypeRef{Names: []string{name}}
}

func (c *compiler) checkClassName(name string) {
	if reservedClassName(name) {
		c.fail("Cannot use \"%s\" as a type name as it is reserved", name)
	}
}

func (c *compiler) warnConfusable(written, resolved string) {
	extra := ""
	if c.ns != "" {
		extra = " or import the class with \"use\""
	}
	switch written {
	case "boolean", "integer", "double":
		right := map[string]string{"boolean": "bool", "integer": "int", "double": "float"}[written]
		c.warn(CompileWarning, "\"%s\" will be interpreted as a class name. Did you mean \"%s\"? Write \"\\%s\"%s to suppress this warning", written, right, resolved, extra)
	case "resource":
		c.warn(CompileWarning, "\"%s\" is not a supported builtin type and will be interpreted as a class name. Write \"\\%s\"%s to suppress this warning", written, resolved, extra)
	}
}

// isIterable tells the type that iterable alone stands for.
func isIterable(t *code.TypeRef) bool { return t.Mask&code.TypeMaskIterable != 0 }

// typeName compiles a declared type; addNull is for `T $x = null`.
func (c *compiler) typeName(t syntax.Type, addNull bool) *code.TypeRef {
	var r *code.TypeRef
	nullable := false
	switch t := t.(type) {
	case *syntax.UnionType:
		r = c.unionType(t)
	case *syntax.IntersectionType:
		r = &code.TypeRef{Parts: [][]string{c.intersection(t)}}
	case *syntax.NamedType:
		r = c.singleType(t)
		nullable = t.Nullable
	}
	mask := pureMask(r)
	if mask == code.TypeMaskMixed && nullable {
		c.fail("Type mixed cannot be marked as nullable since mixed already includes null")
	}
	if mask&code.TypeMaskNull != 0 && nullable {
		c.fail("null cannot be marked as nullable")
	}
	if nullable || addNull {
		r.Mask |= code.TypeMaskNull
		mask |= code.TypeMaskNull
		r.Nullable = nullable
	}
	if mask&code.TypeMaskVoid != 0 && (complexType(r) || mask != code.TypeMaskVoid) {
		c.fail("Void can only be used as a standalone type")
	}
	if mask&code.TypeMaskNever != 0 && (complexType(r) || mask != code.TypeMaskNever) {
		c.fail("never can only be used as a standalone type")
	}
	r.Src = typeString(r)
	return r
}

func (c *compiler) intersection(t *syntax.IntersectionType) []string {
	var names []string
	for _, part := range t.Types {
		nt, ok := part.(*syntax.NamedType)
		if !ok {
			c.fail("Type declaration is too complex")
		}
		s := c.singleType(nt)
		if isIterable(s) || len(s.Names) == 0 {
			c.fail("Type %s cannot be part of an intersection type", typeString(s))
		}
		if equalFold(s.Names[0], "self") || equalFold(s.Names[0], "parent") {
			c.fail("Type %s cannot be part of an intersection type", s.Names[0])
		}
		for _, have := range names {
			if equalFold(have, s.Names[0]) {
				c.fail("Duplicate type %s is redundant", s.Names[0])
			}
		}
		names = append(names, s.Names[0])
	}
	return names
}

func (c *compiler) unionType(t *syntax.UnionType) *code.TypeRef {
	r := &code.TypeRef{}
	onlyIterable := true
	for _, part := range t.Types {
		if in, ok := part.(*syntax.IntersectionType); ok {
			onlyIterable = false
			names := c.intersection(in)
			for _, have := range r.Parts {
				c.checkIntersections(names, have)
			}
			for _, have := range r.Names {
				c.checkIntersectionSingle(names, have)
			}
			r.Parts = append(r.Parts, names)
			r.Order = append(r.Order, "("+strings.Join(names, "&")+")")
			continue
		}
		s := c.singleType(part.(*syntax.NamedType))
		if pureMask(s) == code.TypeMaskMixed {
			c.fail("Type mixed can only be used as a standalone type")
		}
		if complexType(s) && !isIterable(s) {
			onlyIterable = false
		}
		if both := pureMask(r) & pureMask(s); both != 0 {
			c.fail("Duplicate type %s is redundant", typeString(&code.TypeRef{Mask: both}))
		}
		if r.Mask&code.TypeMaskTrue != 0 && s.Mask == code.TypeMaskFalse || r.Mask&code.TypeMaskFalse != 0 && s.Mask == code.TypeMaskTrue {
			c.fail("Type contains both true and false, bool must be used instead")
		}
		r.Mask |= s.Mask
		if len(s.Names) > 0 {
			for _, have := range r.Parts {
				c.checkIntersectionSingle(have, s.Names[0])
			}
			for _, have := range r.Names {
				if equalFold(have, s.Names[0]) {
					c.fail("Duplicate type %s is redundant", s.Names[0])
				}
			}
			r.Names = append(r.Names, s.Names[0])
			r.Order = append(r.Order, displayClass(s.Names[0]))
		}
	}
	if r.Mask&code.TypeMaskObject != 0 && (!onlyIterable && complexType(r) || r.Mask&code.TypeMaskStatic != 0) {
		c.fail("Type %s contains both object and a class type, which is redundant", typeString(r))
	}
	return r
}

func (c *compiler) checkIntersections(a, b []string) {
	small, large := a, b
	if len(b) < len(a) {
		small, large = b, a
	}
	for _, s := range small {
		found := false
		for _, l := range large {
			found = found || equalFold(s, l)
		}
		if !found {
			return
		}
	}
	if len(a) == len(b) {
		c.fail("Type %s is redundant with type %s", strings.Join(small, "&"), strings.Join(large, "&"))
	}
	c.fail("Type %s is redundant as it is more restrictive than type %s", strings.Join(large, "&"), strings.Join(small, "&"))
}

func (c *compiler) checkIntersectionSingle(in []string, single string) {
	for _, n := range in {
		if equalFold(n, single) {
			c.fail("Type %s is redundant as it is more restrictive than type %s", strings.Join(in, "&"), single)
		}
	}
}

// typeString writes a type as PHP does in messages.
func typeString(t *code.TypeRef) string {
	parts := append([]string(nil), t.Order...)
	if t.Order != nil {
		t = &code.TypeRef{Mask: t.Mask}
	}
	for _, p := range t.Parts {
		s := strings.Join(p, "&")
		if len(t.Parts) > 1 || len(t.Names) > 0 || t.Mask != 0 {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	for _, n := range t.Names {
		if i := strings.IndexByte(n, 0); i >= 0 {
			n = n[:i]
		}
		parts = append(parts, n)
	}
	m := t.Mask
	if pureMask(t) == code.TypeMaskMixed {
		return strings.Join(append(parts, "mixed"), "|")
	}
	add := func(mask uint32, name string) {
		if m&mask == mask {
			parts = append(parts, name)
			m &^= mask
		}
	}
	add(code.TypeMaskStatic, "static")
	add(code.TypeMaskCallable, "callable")
	add(code.TypeMaskObject, "object")
	add(code.TypeMaskArray, "array")
	add(code.TypeMaskString, "string")
	add(code.TypeMaskLong, "int")
	add(code.TypeMaskDouble, "float")
	add(code.TypeMaskBool, "bool")
	add(code.TypeMaskFalse, "false")
	add(code.TypeMaskTrue, "true")
	add(code.TypeMaskVoid, "void")
	add(code.TypeMaskNever, "never")
	if m&code.TypeMaskNull != 0 {
		if len(parts) == 1 && !strings.Contains(parts[0], "&") {
			return "?" + parts[0]
		}
		parts = append(parts, "null")
	}
	return strings.Join(parts, "|")
}

// typeCache takes run-time cache for the classes a type names.
func (c *compiler) typeCache(t *code.TypeRef) uint32 {
	n := len(t.Names)
	for _, p := range t.Parts {
		n += len(p)
	}
	if n == 0 {
		return 0
	}
	return c.fn.d.Cache(n)
}

// fitsDefault tells whether a default value has the declared type; integers
// become floats where only those fit.
func fitsDefault(t *code.TypeRef, l *code.Lit) bool {
	if typeHas(t, l.T) {
		return true
	}
	if t.Mask&code.TypeMaskDouble != 0 && l.T == zval.Long {
		*l = code.DoubleLit(float64(l.N))
		return true
	}
	return false
}

// generatorType tells whether a generator may declare the return type.
func generatorType(t *code.TypeRef) bool {
	if t.Mask&code.TypeMaskObject != 0 {
		return true
	}
	names := t.Names
	for _, p := range t.Parts {
		names = append(names[:len(names):len(names)], p...)
	}
	for _, n := range names {
		switch lower(n) {
		case "traversable", "iterator", "generator":
			return true
		}
	}
	return false
}
