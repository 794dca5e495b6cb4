package source

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

const tokenParse = 1 // TOKEN_PARSE

// number is a kind's number in PHP: the byte of a single character, or the
// T_ constant's value.
func number(k syntax.Kind) int64 {
	if k < 256 {
		return int64(k)
	}
	return int64(k) - int64(syntax.TLNumber) + 260
}

// kindOf is the kind with a number; false when there is none with a name.
func kindOf(n int64) (syntax.Kind, bool) {
	if n < 260 {
		return 0, false
	}
	k := syntax.Kind(n - 260 + int64(syntax.TLNumber))
	name := k.Name()
	return k, len(name) > 2 && name[:2] == "T_"
}

// publicName is a token's T_ name: PHP spells one of them in two ways.
func publicName(k syntax.Kind) string {
	if k == syntax.TDoubleColon {
		return "T_DOUBLE_COLON"
	}
	return k.Name()
}

// constants declares the T_ constants.
func constants() []rt.ConstDecl {
	out := []rt.ConstDecl{{Name: "TOKEN_PARSE", Value: tokenParse}}
	for n := int64(260); ; n++ {
		k, ok := kindOf(n)
		if !ok {
			break
		}
		out = append(out, rt.ConstDecl{Name: publicName(k), Value: n})
		if k == syntax.TDoubleColon {
			out = append(out, rt.ConstDecl{Name: "T_PAAMAYIM_NEKUDOTAYIM", Value: n})
		}
	}
	return out
}

// tokens scans source for the tokenizer: after __halt_compiler and its
// parentheses the rest is inline HTML.
func tokens(x *rt.Exec, src []byte) []syntax.Token { return syntax.Tokens(src, options(x)) }

func fnTokenGetAll(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	src := a.Bytes(0)
	if a.Int(1)&tokenParse != 0 && !valid(x, src) {
		return
	}
	toks := tokens(x, src)
	out := x.Space.NewTable(len(toks))
	for _, t := range toks {
		s := zval.StrValue(x.Space.NewBytes(src[t.Off:t.End]))
		if t.Kind < 256 {
			x.Space.Append(out, &s)
			continue
		}
		e := x.Space.NewPacked(3)
		id, line := zval.LongValue(number(t.Kind)), zval.LongValue(int64(t.Line))
		x.Space.Append(e, &id)
		x.Space.Append(e, &s)
		x.Space.Append(e, &line)
		v := zval.ArrValue(e)
		x.Space.Append(out, &v)
	}
	ret.SetArr(out)
}

// valid checks source for TOKEN_PARSE; false after a ParseError.
func valid(x *rt.Exec, src []byte) bool {
	_, err := syntax.Parse(append([]byte(nil), src...), options(x))
	if err == nil {
		return true
	}
	if e, ok := err.(*syntax.Error); ok {
		x.ThrowParse(e.Msg, x.File(), int(e.Line))
	} else {
		x.ThrowParse(err.Error(), x.File(), x.Line())
	}
	return false
}

func fnTokenName(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := "UNKNOWN"
	if k, ok := kindOf(a.Int(0)); ok {
		name = publicName(k)
	}
	ret.SetStr(x.Space.NewString(name))
}

// Slots of PhpToken's properties.
const (
	slotID = iota
	slotText
	slotLine
	slotPos
)

func phpToken() rt.ClassSpec {
	return rt.ClassSpec{
		Decl:  "class PhpToken implements Stringable",
		Props: []string{"public int $id", "public string $text", "public int $line", "public int $pos"},
		Methods: []rt.FuncDecl{
			{Sig: "public static function tokenize(string $code, int $flags = 0): array", Fn: tokenize},
			{Sig: "final public function __construct(int $id, string $text, int $line = -1, int $pos = -1)", Fn: tokenConstruct},
			{Sig: "public function is($kind): bool", Fn: tokenIs},
			{Sig: "public function isIgnorable(): bool", Fn: tokenIgnorable},
			{Sig: "public function getTokenName(): ?string", Fn: tokenGetName},
			{Sig: "public function __toString(): string", Fn: tokenString},
		},
	}
}

func fill(x *rt.Exec, o *zval.Object, id int64, s *zval.String, line, pos int64) {
	set := func(i uint32, v zval.Value) {
		x.Space.Release(o.Prop(i))
		o.Prop(i).MoveFrom(&v)
	}
	set(slotID, zval.LongValue(id))
	set(slotText, zval.StrValue(s))
	set(slotLine, zval.LongValue(line))
	set(slotPos, zval.LongValue(pos))
}

func tokenize(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	src := a.Bytes(0)
	if a.Int(1)&tokenParse != 0 && !valid(x, src) {
		return
	}
	c := a.Called()
	toks := tokens(x, src)
	out := x.Space.NewTable(len(toks))
	for _, t := range toks {
		o := x.NewObject(c)
		if o == nil {
			break
		}
		fill(x, o, number(t.Kind), x.Space.NewBytes(src[t.Off:t.End]), int64(t.Line), int64(t.Off))
		v := zval.ObjValue(o)
		x.Space.Append(out, &v)
	}
	ret.SetArr(out)
}

func tokenConstruct(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	fill(x, a.This(), a.Int(0), a.Str(1).AddRef(), a.Int(2), a.Int(3))
}

// id and its text, once the token is complete.
func tokenParts(x *rt.Exec, a *rt.Args) (id int64, s string, ok bool) {
	o := a.This()
	i, t := o.Prop(slotID).Deref(), o.Prop(slotText).Deref()
	if i.Type() != zval.Long {
		x.ThrowError(nil, "Typed property PhpToken::$id must not be accessed before initialization")
		return 0, "", false
	}
	if t.Type() == zval.StringT {
		s = t.Str().View()
	}
	return i.Long(), s, true
}

func tokenIs(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	id, s, ok := tokenParts(x, a)
	if !ok {
		return
	}
	match := func(v *zval.Value) (bool, bool) {
		switch v = v.Deref(); v.Type() {
		case zval.Long:
			return v.Long() == id, true
		case zval.StringT:
			return v.Str().View() == s, true
		}
		return false, false
	}
	v := a.Val(0)
	if v.Type() == zval.ArrayT {
		for it := v.Arr().Iter(); it.Next(); {
			m, ok := match(it.Value())
			if !ok {
				a.TypeError(0, "must only have elements of type string|int, %s given", x.ValueName(it.Value().Deref()))
				return
			}
			if m {
				ret.SetBool(true)
				return
			}
		}
		ret.SetBool(false)
		return
	}
	m, ok := match(v)
	if !ok {
		a.TypeError(0, "must be of type string|int|array, %s given", x.ValueName(v))
		return
	}
	ret.SetBool(m)
}

func tokenIgnorable(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	id, _, ok := tokenParts(x, a)
	if !ok {
		return
	}
	switch id {
	case number(syntax.TWhitespace), number(syntax.TComment), number(syntax.TDocComment), number(syntax.TOpenTag):
		ret.SetBool(true)
	default:
		ret.SetBool(false)
	}
}

func tokenGetName(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	id, _, ok := tokenParts(x, a)
	if !ok {
		return
	}
	if id >= 0 && id < 256 {
		ret.SetStr(x.Space.Char(byte(id)))
		return
	}
	if k, ok := kindOf(id); ok {
		ret.SetStr(x.Space.NewString(publicName(k)))
	}
}

func tokenString(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.This().Prop(slotText).Deref()
	if v.Type() == zval.StringT {
		ret.CopyFrom(v)
		return
	}
	ret.SetStr(x.Space.EmptyString())
}
