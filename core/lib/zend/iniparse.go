package zend

import (
	"fmt"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// The language of php.ini files: sections, keys with offsets, values that are
// words, strings, constants, variables and a little arithmetic.

// Modes of the scanner, INI_SCANNER_*.
const (
	iniNormal = 0
	iniRaw    = 1
	iniTyped  = 2
)

func iniParseFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "parse_ini_string(string $ini_string, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false", Fn: parseIniString},
		{Sig: "parse_ini_file(string $filename, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false", Fn: parseIniFile},
	}
}

func iniParseConsts() []rt.ConstDecl {
	return []rt.ConstDecl{{Name: "INI_SCANNER_NORMAL", Value: iniNormal}, {Name: "INI_SCANNER_RAW", Value: iniRaw}, {Name: "INI_SCANNER_TYPED", Value: iniTyped}}
}

func parseIniString(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	parseIni(x, a, ret, a.Str(0).String(), "Unknown")
}

func parseIniFile(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	if name == "" {
		a.ValueError(0, "cannot be empty")
		return
	}
	src, err := x.ReadFile(x.AbsPath(name))
	if err != nil {
		x.Warning("parse_ini_file(%s): Failed to open stream: No such file or directory", name)
		ret.SetBool(false)
		return
	}
	parseIni(x, a, ret, string(src), name)
}

func parseIni(x *rt.Exec, a *rt.Args, ret *zval.Value, src, file string) {
	mode := a.Int(2)
	if mode < iniNormal || mode > iniTyped {
		x.Warning("Invalid scanner mode")
		ret.SetBool(false)
		return
	}
	p := iniParser{x: x, src: src, line: 1, mode: int(mode), sections: a.Bool(1)}
	p.out = x.Space.NewHash(8)
	p.cur = p.out
	if !p.parse() {
		x.Space.ReleaseArr(p.out)
		x.Warning("syntax error, unexpected %s in %s on line %d\n", p.unexpected, file, p.line)
		ret.SetBool(false)
		return
	}
	ret.SetArr(p.out)
}

type iniParser struct {
	x          *rt.Exec
	src        string
	pos        int
	line       int
	mode       int
	sections   bool
	out, cur   *zval.Table
	unexpected string
}

// iniValue is a parsed value; kind says what the typed mode makes of it.
type iniValue struct {
	text string
	kind byte // 's' text, 'n' number, 't' true, 'f' false, '0' null
}

func (p *iniParser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *iniParser) blanks() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\t') {
		p.pos++
	}
}

// fail notes what stands where it must not.
func (p *iniParser) fail() bool {
	switch c := p.peek(); {
	case p.pos >= len(p.src):
		p.unexpected = "end of file"
	case c == '\n' || c == '\r' || c == ';':
		p.unexpected = "END_OF_LINE"
	default:
		p.unexpected = fmt.Sprintf("'%c'", c)
	}
	return false
}

func (p *iniParser) endOfLine() bool {
	c := p.peek()
	return p.pos >= len(p.src) || c == '\n' || c == '\r' || c == ';'
}

// finishLine passes over a comment and the line's end.
func (p *iniParser) finishLine() bool {
	p.blanks()
	if !p.endOfLine() {
		return p.fail()
	}
	for p.pos < len(p.src) && p.src[p.pos] != '\n' && p.src[p.pos] != '\r' {
		p.pos++
	}
	p.newline()
	return true
}

func (p *iniParser) newline() {
	if strings.HasPrefix(p.src[p.pos:], "\r\n") {
		p.pos++
	}
	if p.pos < len(p.src) {
		p.pos++
		p.line++
	}
}

func (p *iniParser) parse() bool {
	for p.pos < len(p.src) {
		p.blanks()
		switch c := p.peek(); {
		case p.pos >= len(p.src):
		case c == '\n' || c == '\r':
			p.newline()
		case c == ';':
			if !p.finishLine() {
				return false
			}
		case c == '[':
			if !p.section() {
				return false
			}
		default:
			if !p.entry() {
				return false
			}
		}
	}
	return true
}

func (p *iniParser) section() bool {
	p.pos++
	i := strings.IndexAny(p.src[p.pos:], "]\n")
	if i < 0 || p.src[p.pos+i] != ']' {
		rest := p.src[p.pos:]
		p.pos = len(p.src)
		p.unexpected = "end of file, expecting ']'"
		if j := strings.LastIndex(rest, "${"); j >= 0 && !strings.Contains(rest[j:], "}") {
			// inside a variable, before or in its default
			if p.unexpected = "end of file, expecting TC_FALLBACK or '}'"; strings.Contains(rest[j:], ":-") {
				p.unexpected = "end of file, expecting '}'"
			}
		}
		return false
	}
	name := strings.TrimSpace(p.src[p.pos : p.pos+i])
	if p.mode != iniRaw {
		name = unquoteIni(name)
	}
	p.pos += i + 1
	if p.sections {
		t := p.x.Space.NewHash(8)
		v := zval.ArrValue(t)
		p.x.Space.SetSymGo(p.out, name, &v)
		p.cur = t
	}
	return p.finishLine()
}

func unquoteIni(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}

// reserved tells what a word means as a whole value.
func reserved(w string) byte {
	switch strings.ToLower(w) {
	case "true", "on", "yes":
		return 't'
	case "false", "off", "no", "none":
		return 'f'
	case "null":
		return '0'
	}
	return 0
}

func (p *iniParser) entry() bool {
	start := p.pos
	for p.pos < len(p.src) && !strings.ContainsRune("=[\n\r;|&^~(){}!\"$", rune(p.src[p.pos])) {
		p.pos++
	}
	key := strings.TrimRight(p.src[start:p.pos], " \t")
	if key == "" {
		return p.fail()
	}
	switch reserved(key) {
	case 't':
		p.unexpected = "BOOL_TRUE"
		return false
	case 'f':
		p.unexpected = "BOOL_FALSE"
		return false
	case '0':
		p.unexpected = "NULL_NULL"
		return false
	}
	offset, hasOffset := "", false
	if p.peek() == '[' {
		i := strings.IndexAny(p.src[p.pos:], "]\n")
		if i < 0 || p.src[p.pos+i] != ']' {
			p.unexpected = "end of file, expecting ']'"
			return false
		}
		offset, hasOffset = unquoteIni(strings.TrimSpace(p.src[p.pos+1:p.pos+i])), true
		p.pos += i + 1
		p.blanks()
	}
	if p.peek() != '=' {
		if hasOffset && !p.endOfLine() || !p.endOfLine() {
			return p.fail()
		}
		return p.finishLine() // a key alone says nothing
	}
	p.pos++
	p.blanks()
	var v iniValue
	if p.mode == iniRaw {
		v = p.rawValue()
	} else {
		var ok bool
		if v, ok = p.value(); !ok {
			return false
		}
	}
	p.store(key, offset, hasOffset, v)
	return p.finishLine()
}

func (p *iniParser) store(key, offset string, hasOffset bool, v iniValue) {
	sp := p.x.Space
	z := p.convert(v)
	if !hasOffset {
		sp.SetSymGo(p.cur, key, &z)
		return
	}
	slot := p.cur.FindSymGo(key)
	if slot == nil || slot.Type() != zval.ArrayT {
		n := zval.ArrValue(sp.NewTable(4))
		slot = sp.SetSymGo(p.cur, key, &n)
	}
	if offset != "" {
		sp.SetSymGo(slot.Arr(), offset, &z)
	} else {
		sp.Append(slot.Arr(), &z)
	}
}

func (p *iniParser) convert(v iniValue) zval.Value {
	sp := p.x.Space
	switch v.kind {
	case 't', 'f', '0':
		if p.mode == iniTyped {
			if v.kind == '0' {
				return zval.NullValue()
			}
			return zval.BoolValue(v.kind == 't')
		}
		if v.kind == 't' {
			return zval.StrValue(sp.Char('1'))
		}
		return zval.StrValue(sp.EmptyString())
	case 'n':
		if p.mode == iniTyped {
			n := zval.ParseNumeric(strings.TrimSuffix(v.text, "."))
			switch n.Kind {
			case zval.Long:
				return zval.LongValue(n.Long)
			case zval.Double:
				if n.Overflow == 0 {
					return zval.DoubleValue(n.Double)
				}
			}
		}
	}
	return zval.StrValue(sp.NewString(v.text))
}

// rawValue reads the rest of the line as it stands.
func (p *iniParser) rawValue() iniValue {
	rest := p.src[p.pos:]
	if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	if strings.HasPrefix(rest, "\"") {
		if i := strings.IndexByte(rest[1:], '"'); i >= 0 {
			tail := strings.TrimLeft(rest[i+2:], " \t")
			if tail == "" || tail[0] == ';' {
				p.pos += i + 2
				return iniValue{text: rest[1 : i+1], kind: 's'}
			}
		}
	}
	if i := strings.IndexByte(rest, ';'); i >= 0 {
		rest = rest[:i]
	}
	p.pos += len(rest)
	text := strings.TrimRight(rest, " \t")
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = text[1 : n-1]
	}
	return iniValue{text: text, kind: 's'}
}

// value reads an expression of the normal syntax.
func (p *iniParser) value() (iniValue, bool) {
	if p.endOfLine() {
		return iniValue{kind: 's'}, true
	}
	v, ok := p.operand(0)
	if !ok {
		return v, false
	}
	for {
		p.blanks()
		op := p.peek()
		if op != '|' && op != '&' && op != '^' {
			return v, true
		}
		p.pos++
		p.blanks()
		w, ok := p.operand(0)
		if !ok {
			return v, false
		}
		a, b := rt.StrLong(v.text), rt.StrLong(w.text)
		switch op {
		case '|':
			a |= b
		case '&':
			a &= b
		default:
			a ^= b
		}
		v = iniValue{text: itoa(a), kind: 'n'}
	}
}

func (p *iniParser) operand(depth int) (iniValue, bool) {
	if depth > 200 {
		return iniValue{}, p.fail()
	}
	switch p.peek() {
	case '~', '!':
		op := p.peek()
		p.pos++
		p.blanks()
		v, ok := p.operand(depth + 1)
		if !ok {
			return v, false
		}
		n := rt.StrLong(v.text)
		switch {
		case op == '~':
			n = ^n
		case n == 0:
			n = 1
		default:
			n = 0
		}
		return iniValue{text: itoa(n), kind: 'n'}, true
	case '(':
		p.pos++
		p.blanks()
		v, ok := p.operand(depth + 1)
		for ok {
			p.blanks()
			op := p.peek()
			if op == ')' {
				p.pos++
				return iniValue{text: itoa(rt.StrLong(v.text)), kind: 'n'}, true
			}
			if op != '|' && op != '&' && op != '^' {
				return v, p.fail()
			}
			p.pos++
			p.blanks()
			var w iniValue
			if w, ok = p.operand(depth + 1); ok {
				a, b := rt.StrLong(v.text), rt.StrLong(w.text)
				switch op {
				case '|':
					a |= b
				case '&':
					a &= b
				default:
					a ^= b
				}
				v = iniValue{text: itoa(a), kind: 'n'}
			}
		}
		return v, false
	}
	return p.pieces()
}

// pieces reads strings, words and variables that stand next to each other.
func (p *iniParser) pieces() (iniValue, bool) {
	var b strings.Builder
	n := 0
	gap := "" // white space after a word, kept when another word follows
	v := iniValue{kind: 's'}
	for {
		switch c := p.peek(); {
		case p.endOfLine() || c == '|' || c == '&' || c == '^' || c == ')':
			if n == 0 {
				return v, p.fail()
			}
			b.WriteString(strings.TrimRight(gap, " "))
			v.text = b.String()
			if n > 1 {
				v.kind = 's'
			}
			return v, true
		case c == '"':
			b.WriteString(gap)
			gap = ""
			if !p.quoted(&b) {
				return v, false
			}
			p.blanks()
			v.kind = 's'
		case c == '\'':
			b.WriteString(gap)
			gap = ""
			i := strings.IndexByte(p.src[p.pos+1:], '\'')
			if i < 0 {
				return v, p.fail()
			}
			text := p.src[p.pos+1 : p.pos+1+i]
			p.line += strings.Count(text, "\n")
			b.WriteString(text)
			p.pos += i + 2
			v.kind = 's'
		case c == '$':
			b.WriteString(gap)
			gap = ""
			p.variable(&b)
		case c == ' ' || c == '\t':
			start := p.pos
			p.blanks()
			gap += p.src[start:p.pos]
			continue
		case c == '=' || c == '~' || c == '!' || c == '(':
			return v, p.fail()
		default:
			start := p.pos
			for p.pos < len(p.src) && !strings.ContainsRune(" \t\n\r;&|^~()!\"'=$", rune(p.src[p.pos])) {
				p.pos++
			}
			w := p.src[start:p.pos]
			b.WriteString(gap)
			gap = ""
			if k := reserved(w); k != 0 {
				save := p.pos
				p.blanks()
				if n > 0 || !p.endOfLine() && p.peek() != '|' && p.peek() != '&' {
					p.pos = save
					p.unexpected = map[byte]string{'t': "BOOL_TRUE", 'f': "BOOL_FALSE", '0': "NULL_NULL"}[k]
					return v, false
				}
				v.kind = k
				return v, true
			}
			b.WriteString(p.word(w))
			if n == 0 && iniNumber(w) {
				v.kind = 'n'
			}
		}
		n++
	}
}

// word is a word's text: a constant's value when it names one.
func (p *iniParser) word(w string) string {
	for i := 0; i < len(w); i++ {
		c := w[i]
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9') {
			return w
		}
	}
	c := p.x.LookupConstant(w)
	if c == nil || c.Value.Type() >= zval.ArrayT {
		return w
	}
	s := p.x.ToStr(&c.Value)
	defer p.x.Space.ReleaseStr(s)
	return s.String()
}

// iniNumber recognises what the scanner calls a number.
func iniNumber(w string) bool {
	w = strings.TrimPrefix(w, "-")
	digits, dots := 0, 0
	for i := 0; i < len(w); i++ {
		switch {
		case w[i] >= '0' && w[i] <= '9':
			digits++
		case w[i] == '.':
			dots++
		default:
			return false
		}
	}
	return digits > 0 && dots <= 1
}

// quoted reads a double-quoted string, variables in it replaced.
func (p *iniParser) quoted(b *strings.Builder) bool {
	p.pos++
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == '"':
			p.pos++
			return true
		case c == '\\' && p.pos+1 < len(p.src) && strings.IndexByte("\"\\$'", p.src[p.pos+1]) >= 0:
			if p.src[p.pos+1] == '\'' {
				b.WriteByte('\\')
			}
			b.WriteByte(p.src[p.pos+1])
			p.pos += 2
		case c == '$' && strings.HasPrefix(p.src[p.pos:], "${"):
			p.variable(b)
		default:
			if c == '\n' {
				p.line++
			}
			b.WriteByte(c)
			p.pos++
		}
	}
	p.unexpected = "end of file, expecting TC_DOLLAR_CURLY or TC_QUOTED_STRING or '\"'"
	return false
}

// variable replaces ${NAME} or ${NAME:-default} by a setting's or the
// environment's value.
func (p *iniParser) variable(b *strings.Builder) {
	if !strings.HasPrefix(p.src[p.pos:], "${") {
		p.pos++
		return
	}
	i := strings.IndexByte(p.src[p.pos:], '}')
	if i < 0 {
		p.pos = len(p.src)
		return
	}
	name, def, _ := strings.Cut(p.src[p.pos+2:p.pos+i], ":-")
	p.pos += i + 1
	if v, ok := p.x.Ini.Get(name); ok && v != "" {
		b.WriteString(v)
	} else if v, ok := env(p.x).vals[name]; ok {
		b.WriteString(v)
	} else {
		b.WriteString(unquoteIni(def))
	}
}
