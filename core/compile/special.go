package compile

import (
	"math"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// Functions that are instructions, or constants, when called plainly.

var typeChecks = map[string]uint32{
	"is_null": code.TypeMaskNull, "is_bool": code.TypeMaskBool, "is_long": code.TypeMaskLong, "is_int": code.TypeMaskLong,
	"is_integer": code.TypeMaskLong, "is_float": code.TypeMaskDouble, "is_double": code.TypeMaskDouble,
	"is_string": code.TypeMaskString, "is_array": code.TypeMaskArray, "is_object": code.TypeMaskObject,
	"is_resource": code.TypeMaskResource,
	"is_scalar":   code.TypeMaskBool | code.TypeMaskDouble | code.TypeMaskLong | code.TypeMaskString,
}

var castCalls = map[string]zval.Type{"intval": zval.Long, "floatval": zval.Double, "doubleval": zval.Double, "strval": zval.StringT}

func (c *compiler) specialCall(lc string, list *syntax.ArgList, f *callee, a access) (node, bool) {
	if !f.internal {
		return none, false
	}
	for i := range list.Args {
		if list.Args[i].Unpack || list.Args[i].Name != "" {
			return none, false
		}
	}
	args := list.Args
	one := func(o opcode.Op, ext uint32) (node, bool) {
		if len(args) != 1 {
			return none, false
		}
		v := c.expr(args[0].Value)
		n, op := c.emitTmp(o, v, none)
		op.Ext = ext
		return n, true
	}
	if mask, ok := typeChecks[lc]; ok {
		return one(opcode.TypeCheck, mask)
	}
	if t, ok := castCalls[lc]; ok {
		return one(opcode.Cast, uint32(t))
	}
	switch lc {
	case "strlen":
		if len(args) != 1 {
			return none, false
		}
		v := c.expr(args[0].Value)
		if v.is(zval.StringT) {
			return longNode(int64(len(v.lit.S))), true
		}
		n, _ := c.emitTmp(opcode.Strlen, v, none)
		return n, true
	case "boolval":
		return one(opcode.Bool, 0)
	case "defined":
		return c.callDefined(args)
	case "chr":
		if len(args) == 1 && a == forRead {
			if x, ok := args[0].Value.(*syntax.IntLit); ok && x.Value >= 0 && x.Value <= 255 {
				return strNode(string([]byte{byte(x.Value)})), true
			}
		}
	case "ord":
		if len(args) == 1 && a == forRead {
			if x, ok := args[0].Value.(*syntax.StringLit); ok && len(x.Value) == 1 {
				return longNode(int64(x.Value[0])), true
			}
		}
	case "call_user_func_array":
		return c.callUserFuncArray(args, lc)
	case "call_user_func":
		return c.callUserFunc(args, lc)
	case "in_array":
		return c.callInArray(args)
	case "count":
		return one(opcode.Count, 0)
	case "sizeof":
		return one(opcode.Count, 1)
	case "get_class":
		if len(args) == 0 {
			n, _ := c.emitTmp(opcode.GetClass, none, none)
			return n, true
		}
		return one(opcode.GetClass, 0)
	case "get_called_class":
		if len(args) == 0 {
			n, _ := c.emitTmp(opcode.GetCalledClass, none, none)
			return n, true
		}
	case "gettype":
		return one(opcode.GetType, 0)
	case "func_num_args":
		if c.fn.a.Name != "" && len(args) == 0 {
			n, _ := c.emitTmp(opcode.FuncNumArgs, none, none)
			return n, true
		}
	case "func_get_args":
		if c.fn.a.Name != "" && len(args) == 0 {
			n, _ := c.emitTmp(opcode.FuncGetArgs, none, none)
			return n, true
		}
	case "array_slice":
		if c.fn.a.Name == "" || len(args) != 2 {
			return none, false
		}
		inner, name := c.plainCall(args[0].Value)
		at, ok := args[1].Value.(*syntax.IntLit)
		if inner == nil || name != "func_get_args" || len(inner.Args.Args) != 0 || !ok || at.Value < 0 {
			return none, false
		}
		n, _ := c.emitTmp(opcode.FuncGetArgs, longNode(at.Value), none)
		return n, true
	case "sprintf":
		if !c.o.php82 {
			return c.callSprintf(args)
		}
	case "array_key_exists":
		if len(args) == 2 {
			k := c.expr(args[0].Value)
			t := c.expr(args[1].Value)
			n, _ := c.emitTmp(opcode.ArrayKeyExists, k, t)
			return n, true
		}
	}
	return none, false
}

// maxSprintf is the length from which on a format is left to the function.
const maxSprintf = 256

// callSprintf makes a string with interpolations of sprintf with a literal
// format of nothing but %s, %d and %%, when there are as many values.
func (c *compiler) callSprintf(args []syntax.Arg) (node, bool) {
	if len(args) == 0 {
		return none, false
	}
	l, ok := c.evalConst(args[0].Value)
	if !ok || l.T != zval.StringT || len(l.S) >= maxSprintf {
		return none, false
	}
	type piece struct {
		text string
		verb byte // 's', 'd', or 0 for text
	}
	var pieces []piece
	text, count := "", 0
	for i := 0; i < len(l.S); i++ {
		if l.S[i] != '%' {
			text += l.S[i : i+1]
			continue
		}
		if i++; i == len(l.S) {
			return none, false
		}
		switch l.S[i] {
		case '%':
			text += "%"
		case 's', 'd':
			pieces = append(pieces, piece{text: text}, piece{verb: l.S[i]})
			text = ""
			count++
		default:
			return none, false
		}
	}
	if count != len(args)-1 {
		return none, false
	}
	pieces = append(pieces, piece{text: text})
	// The values are computed first, as they are for a call.
	values := make([]node, count)
	for i := range values {
		values[i] = c.expr(args[1+i].Value)
	}
	e := &syntax.Interp{Pos: syntax.Pos(c.line)}
	for _, p := range pieces {
		var x syntax.Expr = &syntax.StringLit{Pos: e.Pos, Value: p.text}
		switch p.verb {
		case 's':
			v := values[0]
			if v.is(zval.ArrayT) { // what there is to say is said when it runs
				t, op := c.emitTmp(opcode.Cast, v, none)
				op.Ext = uint32(zval.StringT)
				v = t
			}
			x = c.wrap(v)
		case 'd':
			x = &syntax.Cast{Pos: e.Pos, Kind: syntax.CastInt, X: c.wrap(values[0])}
		}
		if p.verb != 0 {
			values = values[1:]
		}
		e.Parts = append(e.Parts, x)
	}
	return c.interp(e), true
}

// plainCall recognises a call of a named function and resolves the name.
func (c *compiler) plainCall(e syntax.Expr) (*syntax.Call, string) {
	call, ok := e.(*syntax.Call)
	if !ok || call.Args.FCC {
		return nil, ""
	}
	n, ok := nameOf(call.Fn)
	if !ok {
		return nil, ""
	}
	name, _ := c.symbolName(n, syntax.UseFunction)
	return call, lower(name)
}

func (c *compiler) callDefined(args []syntax.Arg) (node, bool) {
	if len(args) != 1 {
		return none, false
	}
	l, ok := plainLiteral(args[0].Value)
	if !ok {
		return none, false
	}
	name := litString(l)
	if strings.ContainsAny(name, `\:`) {
		return none, false
	}
	if _, ok := c.knownConst(name, false); ok {
		return boolNode(true), true
	}
	n, op := c.emitTmp(opcode.Defined, strNode(name), none)
	op.Ext = c.fn.d.Cache(1)
	return n, true
}

// plainLiteral is a literal as the scanner delivers it.
func plainLiteral(e syntax.Expr) (code.Lit, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return code.LongLit(e.Value), true
	case *syntax.FloatLit:
		return code.DoubleLit(e.Value), true
	case *syntax.StringLit:
		return code.StrLit(e.Value), true
	}
	return code.Lit{}, false
}

// initUserCall prepares the call of a callback.
func (c *compiler) initUserCall(fn syntax.Expr, n int, name string) {
	if s, ok := fn.(*syntax.StringLit); ok {
		lc := lower(s.Value)
		if f := c.lookup(lc); f != nil {
			op := c.emit(opcode.InitFcall, none, none)
			op.Ext = uint32(n)
			op.Op1.N = f.frameBytes(n)
			op.Op2 = c.litStr(lc)
			op.Res.N = c.fn.d.Cache(1)
			return
		}
	}
	v := c.expr(fn)
	op := c.emit(opcode.InitUserCall, none, v)
	op.Op1 = c.litStr(name)
	op.Ext = uint32(n)
}

func (c *compiler) callUserFuncArray(args []syntax.Arg, name string) (node, bool) {
	if len(args) != 2 {
		return none, false
	}
	c.initUserCall(args[0].Value, 0, name)
	if inner, fn := c.plainCall(args[1].Value); inner != nil && fn == "array_slice" && len(inner.Args.Args) == 3 {
		plain := true
		for _, a := range inner.Args.Args {
			plain = plain && !a.Unpack && a.Name == ""
		}
		at, ok := inner.Args.Args[1].Value.(*syntax.IntLit)
		if plain && ok && at.Value >= 0 && at.Value <= math.MaxInt32 {
			v := c.expr(inner.Args.Args[0].Value)
			n := c.expr(inner.Args.Args[2].Value)
			c.emit(opcode.SendArray, v, n).Ext = uint32(at.Value)
			r, _ := c.emitVar(opcode.DoFcall, none, none)
			return r, true
		}
	}
	v := c.expr(args[1].Value)
	c.emit(opcode.SendArray, v, none)
	c.emit(opcode.CheckUndefArgs, none, none)
	r, op := c.emitVar(opcode.DoFcall, none, none)
	op.Ext = code.MayHaveExtraNamed
	return r, true
}

func (c *compiler) callUserFunc(args []syntax.Arg, name string) (node, bool) {
	if len(args) < 1 {
		return none, false
	}
	c.initUserCall(args[0].Value, len(args)-1, name)
	for i, a := range args[1:] {
		v := c.expr(a.Value)
		op := c.emit(opcode.SendUser, v, none)
		op.Op2.N = uint32(i + 1)
		op.Res.N = argOffset(i + 1)
	}
	r, _ := c.emitVar(opcode.DoFcall, none, none)
	return r, true
}

// callInArray turns in_array over a literal array into a look-up by key, when
// keys can tell the values apart as the comparison does.
func (c *compiler) callInArray(args []syntax.Arg) (node, bool) {
	strict := false
	switch len(args) {
	case 2:
	case 3:
		if l, ok := plainLiteral(args[2].Value); ok {
			strict = litBool(l)
		} else if k, ok := args[2].Value.(*syntax.ConstFetch); ok {
			name, full := c.symbolName(k.Name, syntax.UseConst)
			l, ok := c.knownConst(name, full)
			if !ok {
				return none, false
			}
			strict = litBool(l)
		} else {
			return none, false
		}
	default:
		return none, false
	}
	lit, ok := args[1].Value.(*syntax.Array)
	if !ok {
		return none, false
	}
	l, ok := c.evalArray(lit)
	if !ok {
		return none, false
	}
	keys := code.NewArrayLit()
	for _, v := range l.A.Vals {
		var k code.Key
		switch {
		case v.T == zval.StringT && (strict || notNumeric(v.S)):
			k = code.Key{S: v.S, Str: true}
		case v.T == zval.Long && strict:
			k = code.Key{N: v.N}
		default:
			c.remember(lit, l)
			return none, false
		}
		if _, have := keys.Get(k); !have {
			keys.Set(k, code.BoolLit(true))
		}
	}
	needle := c.expr(args[0].Value)
	n, op := c.emitTmp(opcode.InArray, needle, constNode(code.ArrLit(keys)))
	if strict {
		op.Ext = 1
	}
	return n, true
}

func notNumeric(s string) bool {
	k, _, _ := numeric(s)
	return k == zval.Undef
}
