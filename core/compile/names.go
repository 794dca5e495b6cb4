package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// lower is PHP's ASCII lower-casing.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

func equalFold(a, b string) bool { return len(a) == len(b) && lower(a) == lower(b) }

// unqualified is the part of a name after the last backslash.
func unqualified(name string) string {
	return name[strings.LastIndexByte(name, '\\')+1:]
}

var reservedClassNames = map[string]bool{
	"bool": true, "false": true, "float": true, "int": true, "null": true, "parent": true, "self": true, "static": true,
	"string": true, "true": true, "void": true, "never": true, "iterable": true, "object": true, "mixed": true,
}

func reservedClassName(name string) bool { return reservedClassNames[lower(unqualified(name))] }

func isAutoGlobal(name string) bool {
	if name == "" || name[0] != '_' && name[0] != 'G' {
		return false
	}
	switch name {
	case "GLOBALS", "_GET", "_POST", "_COOKIE", "_SERVER", "_ENV", "_REQUEST", "_FILES", "_SESSION":
		return true
	}
	return false
}

func (c *compiler) prefixNS(name string) string {
	if c.ns != "" {
		return c.ns + "\\" + name
	}
	return name
}

// symbolName resolves a function or constant name; full tells that there is
// nothing to fall back to.
func (c *compiler) symbolName(n *syntax.Name, kind syntax.UseKind) (name string, full bool) {
	switch n.Kind {
	case syntax.NameFull:
		return n.Value, true
	case syntax.NameRelative:
		return c.prefixNS(n.Value), true
	}
	if m := c.uses[kind]; m != nil {
		key := n.Value
		if kind == syntax.UseFunction {
			key = lower(key)
		}
		if to, ok := m[key]; ok {
			return to, true
		}
	}
	if i := strings.IndexByte(n.Value, '\\'); i >= 0 {
		if to, ok := c.uses[syntax.UseClass][lower(n.Value[:i])]; ok {
			return to + n.Value[i:], true
		}
		return c.prefixNS(n.Value), true
	}
	return c.prefixNS(n.Value), false
}

// fetchType says whether a name is self, parent or static.
func fetchType(name string) uint32 {
	switch len(name) {
	case 4:
		if equalFold(name, "self") {
			return code.FetchClassSelf
		}
	case 6:
		switch lower(name) {
		case "parent":
			return code.FetchClassParent
		case "static":
			return code.FetchClassStatic
		}
	}
	return code.FetchClassDefault
}

func fetchTypeOf(n *syntax.Name) uint32 {
	if n.Kind == syntax.NameFull {
		return code.FetchClassDefault
	}
	return fetchType(n.Value)
}

// resolveClass resolves a class name; self, parent and static stay as written.
func (c *compiler) resolveClass(n *syntax.Name) string {
	if fetchType(n.Value) != code.FetchClassDefault {
		switch n.Kind {
		case syntax.NameFull:
			c.fail("'\\%s' is an invalid class name", n.Value)
		case syntax.NameRelative:
			c.fail("'namespace\\%s' is an invalid class name", n.Value)
		}
		return n.Value
	}
	switch n.Kind {
	case syntax.NameRelative:
		return c.prefixNS(n.Value)
	case syntax.NameFull:
		return n.Value
	}
	if m := c.uses[syntax.UseClass]; m != nil {
		if i := strings.IndexByte(n.Value, '\\'); i >= 0 {
			if to, ok := m[lower(n.Value[:i])]; ok {
				return to + n.Value[i:]
			}
		} else if to, ok := m[lower(n.Value)]; ok {
			return to
		}
	}
	return c.prefixNS(n.Value)
}

// resolveFullClass resolves a name given as a constant string.
func (c *compiler) resolveFullClass(name string) string {
	if strings.HasPrefix(name, "\\") {
		name = name[1:]
		if fetchType(name) != code.FetchClassDefault {
			c.fail("'\\%s' is an invalid class name", name)
		}
	}
	return name
}

// constClassName resolves a name where self, parent and static make no sense.
func (c *compiler) constClassName(n *syntax.Name, what string) string {
	if fetchTypeOf(n) != code.FetchClassDefault {
		c.fail("Cannot use \"%s\" as %s, as it is reserved", n.Value, what)
	}
	return c.resolveClass(n)
}

// scopeKnown tells whether self and parent mean what they seem to here: not
// in closures (they can be rebound), files (they take the scope they are
// included from) and traits.
func (c *compiler) scopeKnown() bool {
	if c.fn == nil || c.fn.a.Flags&code.AccClosure != 0 {
		return false
	}
	if c.class == nil {
		return c.fn.a.Name != ""
	}
	return c.class.decl.Flags&code.AccTrait == 0
}

func (c *compiler) checkFetchType(ft uint32) {
	if ft == code.FetchClassDefault || !c.scopeKnown() {
		return
	}
	if c.class == nil {
		name := "static"
		switch ft {
		case code.FetchClassSelf:
			name = "self"
		case code.FetchClassParent:
			name = "parent"
		}
		c.fail("Cannot use \"%s\" when no class scope is active", name)
	}
	if ft == code.FetchClassParent && c.class.decl.Parent == "" {
		c.fail("Cannot use \"parent\" when current class scope has no parent")
	}
}

// classRef compiles a class reference: a literal name, a fetch type as a
// number, or a FETCH_CLASS result.
func (c *compiler) classRef(e syntax.Expr, flags uint32) node {
	n, ok := e.(*syntax.Name)
	if s, str := e.(*syntax.StringLit); str {
		return strNode(c.resolveFullClass(s.Value))
	}
	if !ok {
		v := c.expr(e)
		if !v.isConst() {
			r, op := c.emitVar(opcode.FetchClass, none, v)
			op.Op1.N = code.FetchClassDefault | flags
			return r
		}
		if v.lit.T != zval.StringT {
			c.fail("Illegal class name")
		}
		ft := fetchType(v.lit.S)
		if ft == code.FetchClassDefault {
			return strNode(c.resolveFullClass(v.lit.S))
		}
		c.checkFetchType(ft)
		return numNode(ft | flags)
	}
	if n.Kind == syntax.NameFull {
		return strNode(c.resolveClass(n))
	}
	ft := fetchType(n.Value)
	if ft == code.FetchClassDefault {
		return strNode(c.resolveClass(n))
	}
	c.checkFetchType(ft)
	return numNode(ft | flags)
}

// classOperand files a class reference as an operand.
func (c *compiler) classOperand(n node) code.Operand {
	if n.isConst() {
		return c.className(n.lit.S)
	}
	return code.Operand{Kind: n.kind, N: n.n}
}

// refersToActive tells whether a resolved class name is the class being compiled.
func (c *compiler) refersToActive(name string, ft uint32) bool {
	if c.class == nil {
		return false
	}
	if ft == code.FetchClassSelf && c.scopeKnown() {
		return true
	}
	return ft == code.FetchClassDefault && equalFold(name, c.class.decl.Name)
}
