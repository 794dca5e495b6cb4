package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/zval"
)

// typeMask is a set of types: a bit for each value type, by its number, one
// for references, and, for arrays, the same again for their elements and two
// for their keys.
type typeMask uint64

const (
	tUndef    typeMask = 1 << typeMask(zval.Undef)
	tNull     typeMask = 1 << typeMask(zval.Null)
	tFalse    typeMask = 1 << typeMask(zval.False)
	tTrue     typeMask = 1 << typeMask(zval.True)
	tLong     typeMask = 1 << typeMask(zval.Long)
	tDouble   typeMask = 1 << typeMask(zval.Double)
	tString   typeMask = 1 << typeMask(zval.StringT)
	tArray    typeMask = 1 << typeMask(zval.ArrayT)
	tObject   typeMask = 1 << typeMask(zval.ObjectT)
	tResource typeMask = 1 << typeMask(zval.ResourceT)
	tRef      typeMask = 1 << 10
	tInd      typeMask = 1 << 11 // a fetched place rather than a value

	tBool              = tFalse | tTrue
	tAny               = tNull | tBool | tLong | tDouble | tString | tArray | tObject | tResource
	tElemBase          = 16
	tElemRef  typeMask = 1 << (tElemBase + 10)
	tElems             = tAny<<tElemBase | tElemRef
	tKeyLong  typeMask = 1 << 28
	tKeyStr   typeMask = 1 << 29
	tKeys              = tKeyLong | tKeyStr
	tAnyArray          = tArray | tElems | tKeys
	tAnyValue          = tAny | tElems | tKeys

	// tCounted are the types whose values are counted or may be references.
	tCounted = tString | tArray | tObject | tResource | tRef

	typeNone typeMask = 0
)

// elems is the set of types an element of t read by value can have.
func (t typeMask) elems() typeMask {
	if t&tElemRef != 0 {
		return tAnyValue
	}
	e := t >> tElemBase & tAny
	if e&tArray != 0 {
		e |= tElems | tKeys
	}
	return e
}

// asElem is t as the element part of an array's type.
func (t typeMask) asElem() typeMask {
	if t&tUndef != 0 {
		t |= tNull
	}
	e := t & tAny << tElemBase
	if t&tRef != 0 {
		e |= tAny << tElemBase // by value: what the reference holds
	}
	return e
}

// value is the type when read: undefined reads as null, references are followed.
func (t typeMask) value() typeMask {
	if t&tUndef != 0 {
		t |= tNull
	}
	if t&tRef != 0 {
		t |= tAnyValue
	}
	return t &^ (tUndef | tRef | tInd)
}

// ofLit is the type of a literal.
func ofLit(l code.Lit) typeMask {
	if l.T == zval.ArrayT {
		t := tArray
		if l.A != nil {
			for i := range l.A.Keys {
				if l.A.Keys[i].Str {
					t |= tKeyStr
				} else {
					t |= tKeyLong
				}
				t |= ofScalar(l.A.Vals[i]).asElem()
			}
		}
		return t
	}
	return ofScalar(l)
}

// ofScalar is ofLit without a look into arrays.
func ofScalar(l code.Lit) typeMask {
	switch l.T {
	case zval.ArrayT:
		return tArray
	case zval.ConstAST:
		return tAnyValue
	}
	return 1 << typeMask(l.T)
}

// ofDeclared turns a declared type into a mask, and a class when it names
// exactly one. scope is the class the declaration stands in.
func (s *script) ofDeclared(t *code.TypeRef, scope *code.ClassDecl) (m typeMask, class string) {
	m, class = s.declared(t, scope)
	if class != "" && s.classNamed(class) == nil && (scope == nil || scope.LCName != class) {
		class = ""
	}
	return m, class
}

func (s *script) declared(t *code.TypeRef, scope *code.ClassDecl) (m typeMask, class string) {
	if t == nil {
		return tAnyValue, ""
	}
	m = typeMask(t.Mask) & tAny
	if m&tArray != 0 {
		m |= tElems | tKeys
	}
	if t.Mask&code.TypeMaskIterable != 0 {
		m |= tAnyArray | tObject
	}
	if t.Mask&code.TypeMaskCallable != 0 {
		m |= tString | tAnyArray | tObject
	}
	if t.Mask&code.TypeMaskStatic != 0 {
		m |= tObject
	}
	if t.Mask&(code.TypeMaskVoid) != 0 {
		m |= tNull
	}
	if t.Nullable {
		m |= tNull
	}
	if len(t.Names) > 0 || len(t.Parts) > 0 {
		if m&tObject == 0 && len(t.Names) == 1 && len(t.Parts) == 0 {
			class = strings.ToLower(t.Names[0])
			if src := strings.ToLower(strings.TrimPrefix(t.Src, "?")); src == "self" || src == "parent" {
				class = ""
			}
			switch class {
			case "self", "parent", "static":
				class = ""
			}
		}
		m |= tObject
	}
	return m, class
}

// onlyMask reports whether membership in a declared type shows in the value's
// type alone.
func onlyMask(t *code.TypeRef) bool {
	return len(t.Names) == 0 && len(t.Parts) == 0 && t.Mask&(code.TypeMaskIterable|code.TypeMaskCallable|code.TypeMaskStatic) == 0
}

// classByName finds a class of the file by name, for questions of inheritance.
func (s *script) classByName(lc string) *code.ClassDecl { return s.class[lc] }

// isSub reports whether class lc is, as far as the file tells, below or equal to want.
func (s *script) isSub(lc, want string) bool {
	for n := 0; lc != "" && n < 64; n++ {
		if lc == want {
			return true
		}
		c := s.class[lc]
		if c == nil {
			return false
		}
		for _, i := range c.Interfaces {
			if strings.EqualFold(i, want) {
				return true
			}
		}
		lc = c.ParentLC
	}
	return false
}

// property finds the declaration of an instance property in a class.
func (s *script) property(c *code.ClassDecl, name string) (*code.PropDecl, *code.ClassDecl) {
	for n := 0; c != nil && n < 64; n++ {
		for i := range c.Props {
			if p := &c.Props[i]; p.Name == name {
				return p, c
			}
		}
		c = s.parent(c)
	}
	return nil, nil
}
