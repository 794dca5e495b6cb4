package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

func (c *compiler) endNamespace() {
	c.inNS = false
	c.resetNames()
	c.ns = ""
}

// resetNames forgets imports and what was declared, at the start and end of a namespace.
func (c *compiler) resetNames() {
	c.uses = [3]map[string]string{}
	c.seen = map[string]uint8{}
}

// isFirst tells whether a statement is the first of the file but for declares.
func (c *compiler) isFirst(s syntax.Stmt, allowEmpty bool) bool {
	for _, t := range c.tree.Stmts {
		if t == s {
			return true
		}
		if _, ok := t.(*syntax.Declare); !ok {
			if allowEmpty && isEmptyStmt(t) {
				continue
			}
			return false
		}
	}
	return false
}

func isEmptyStmt(s syntax.Stmt) bool {
	b, ok := s.(*syntax.Block)
	return isNil(s) || ok && len(b.Stmts) == 0
}

func (c *compiler) namespace(s *syntax.Namespace) {
	bracket := s.Body != nil
	if !c.bracketed {
		if c.ns != "" && bracket {
			c.fail("Cannot mix bracketed namespace declarations with unbracketed namespace declarations")
		}
	} else if !bracket {
		c.fail("Cannot mix bracketed namespace declarations with unbracketed namespace declarations")
	} else if c.ns != "" || c.inNS {
		c.fail("Namespace declarations cannot be nested")
	}
	first := !bracket && c.ns == "" || bracket && !c.bracketed
	if first && !c.isFirst(s, true) {
		c.fail("Namespace declaration statement has to be the very first statement or after any declare call in the script")
	}
	c.ns = ""
	if s.Name != nil {
		if equalFold(s.Name.Value, "namespace") {
			c.fail("Cannot use '%s' as namespace name", s.Name.Value)
		}
		c.ns = s.Name.Value
	}
	c.resetNames()
	c.inNS = true
	if bracket {
		c.bracketed = true
		c.topStmt(s.Body)
		c.endNamespace()
	}
}

var useWords = [...]string{syntax.UseClass: "", syntax.UseFunction: " function", syntax.UseConst: " const"}

func (c *compiler) use(s *syntax.Use) {
	for _, it := range s.Items {
		name := it.Name
		if s.Prefix != nil {
			name = s.Prefix.Value + "\\" + name
		}
		alias := it.Alias
		if alias == "" {
			alias = unqualified(name)
			if alias == name && c.ns == "" {
				c.warn(Warning, "The use statement with non-compound name '%s' has no effect", alias)
			}
		}
		look := alias
		if it.Kind != syntax.UseConst {
			look = lower(alias)
		}
		if it.Kind == syntax.UseClass && reservedClassName(alias) {
			c.fail("Cannot use %s as %s because '%s' is a special class name", name, alias, alias)
		}
		inUse := func() {
			c.fail("Cannot use%s %s as %s because the name is already in use", useWords[it.Kind], name, alias)
		}
		full := look
		if c.ns != "" {
			full = lower(c.ns) + "\\" + look
		}
		if c.seen[full]&(1<<it.Kind) != 0 && !equalFold(name, full) {
			inUse()
		}
		if c.uses[it.Kind] == nil {
			c.uses[it.Kind] = map[string]string{}
		}
		if _, have := c.uses[it.Kind][look]; have {
			inUse()
		}
		c.uses[it.Kind][look] = name
	}
}

func (c *compiler) constDecl(s *syntax.ConstDecl) {
	if len(s.Attrs) > 0 && len(s.Items) > 1 {
		c.fail("Cannot apply attributes to multiple constants at once")
	}
	for _, it := range s.Items {
		l := c.constExpr(it.Value, true)
		if specialConst(it.Name) {
			c.fail("Cannot redeclare constant '%s'", it.Name)
		}
		name := c.prefixNS(it.Name)
		if to, ok := c.uses[syntax.UseConst][it.Name]; ok && to != name {
			c.fail("Cannot declare const %s because the name is already in use", name)
		}
		attrs := c.attributes(s.Attrs, attrConst, 0)
		if len(attrs) > 0 {
			c.fn.a.ConstAttrs = append(c.fn.a.ConstAttrs, attrs)
			c.emit(opcode.DeclareAttributedConst, strNode(name), constNode(l))
			c.emitData(longNode(int64(len(c.fn.a.ConstAttrs) - 1)))
		} else {
			c.emit(opcode.DeclareConst, strNode(name), constNode(l))
		}
		c.seen[name] |= seenConst
	}
}

// encodings checks declare(encoding=...), which PHP does while it parses the
// file, when it minds them at all. Source is taken as UTF-8 whatever they say.
func (c *compiler) encodings() {
	if !c.o.Multibyte {
		return
	}
	for _, s := range c.tree.Stmts {
		d, ok := s.(*syntax.Declare)
		if !ok {
			continue
		}
		for _, it := range d.Items {
			if !equalFold(it.Name, "encoding") {
				continue
			}
			c.line = it.Value.Line()
			l, ok := plainLiteral(it.Value)
			if !ok {
				c.failThrown("Encoding must be a literal")
			}
			if name := litString(l); !strings.Contains(knownEncodings, " "+lower(name)+" ") {
				c.warn(CompileWarning, "Unsupported encoding [%s]", name)
			}
		}
	}
}

// knownEncodings are the names of encodings that source may declare.
const knownEncodings = " utf-8 utf8 ascii us-ascii iso-8859-1 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 " +
	"iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 latin1 windows-1251 windows-1252 windows-1254 cp1251 cp1252 cp1254 cp866 koi8-r koi8-u " +
	"armscii-8 7bit 8bit utf-7 utf-16 utf-16le utf-16be utf-32 utf-32le utf-32be ucs-2 ucs-2le ucs-2be ucs-4 ucs-4le ucs-4be euc-jp eucjp-win sjis " +
	"shift_jis sjis-win jis iso-2022-jp cp932 euc-cn cp936 gb18030 hz euc-tw big-5 big5 cp950 euc-kr uhc iso-2022-kr johab "

func (c *compiler) declare(s *syntax.Declare) {
	ticks := c.ticks
	for _, it := range s.Items {
		l, ok := plainLiteral(it.Value)
		if !ok && equalFold(it.Name, "encoding") {
			c.failThrown("Encoding must be a literal")
		}
		if !ok {
			c.fail("declare(%s) value must be a literal", it.Name)
		}
		switch lower(it.Name) {
		case "ticks":
			c.ticks = toInt(l)
		case "encoding":
			if !c.o.Multibyte {
				c.warn(CompileWarning, "declare(encoding=...) ignored because Zend multibyte feature is turned off by settings")
			}
			if !c.isFirst(s, false) {
				c.fail("Encoding declaration pragma must be the very first statement in the script")
			}
		case "strict_types":
			if !c.isFirst(s, false) {
				c.fail("strict_types declaration must be the very first statement in the script")
			}
			if s.HasBody {
				c.fail("strict_types declaration must not use block mode")
			}
			if l.T != zval.Long || l.N != 0 && l.N != 1 {
				c.fail("strict_types declaration must have 0 or 1 as its value")
			}
			if l.N == 1 {
				c.fn.a.Flags |= code.AccStrictTypes
			}
		default:
			c.warn(CompileWarning, "Unsupported declare '%s'", it.Name)
		}
	}
	if s.HasBody {
		c.stmt(s.Body)
		c.ticks = ticks
	}
}
