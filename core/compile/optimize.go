package compile

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/compile/opt"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// With Options.Optimize the functions of a file stay drafts until the whole
// file is compiled; then the optimizer sees them together. They are declared
// before that; if a handler of a compile-time message calls one, it does nothing.

// hold keeps a finished draft for the optimizer.
func (c *compiler) hold(f *fnState) {
	code.Declare(c.reg, f.d)
	h := &opt.Func{Draft: f.d}
	if f.scope != nil {
		h.Class = f.scope.decl
	} else if f.a.Flags&code.AccClosure != 0 && f.inClass != nil {
		h.Class = f.inClass.decl
	}
	c.held = append(c.held, h)
}

// optimizeUnit optimizes and finalizes what was held back.
func (c *compiler) optimizeUnit() {
	byOp := map[*code.OpArray]*opt.Func{}
	for _, h := range c.held {
		byOp[h.Draft.A] = h
	}
	for a := range c.topFuncs {
		if h := byOp[a]; h != nil {
			h.TopLevel = true
		}
	}
	sc := &opt.Script{Classes: c.unit.Classes}
	code.Walk(c.unit, func(a *code.OpArray) {
		if h := byOp[a]; h != nil {
			sc.Funcs = append(sc.Funcs, h)
			delete(byOp, a)
		}
	})
	for _, h := range c.held { // closures in constant expressions
		if byOp[h.Draft.A] != nil {
			sc.Funcs = append(sc.Funcs, h)
		}
	}
	opt.Run(sc, opt.Options{Known: known{c}, Level: c.o.Level})
	for _, h := range c.held {
		code.Finalize(c.reg, h.Draft)
	}
	c.held = nil
}

// known is the outside world as the optimizer asks about it.
type known struct{ c *compiler }

func (k known) Function(lc string) (*opt.Callee, bool) {
	return builtIn(k.c.hooks.LookupFunction(lc))
}

func (k known) Method(class, method string) (*opt.Callee, bool) {
	return builtIn(k.c.hooks.LookupMethod(class, method, ""))
}

func builtIn(f *code.Func, m *FuncMeta, ok bool) (*opt.Callee, bool) {
	if !ok || f.Kind != code.FuncInternal {
		return nil, false
	}
	n := len(m.Params)
	variadic := n > 0 && m.Params[n-1].Variadic
	if variadic {
		n--
	}
	return &opt.Callee{Internal: true, NumArgs: n, Params: m.Params, Return: m.Return, Variadic: variadic}, true
}

func (k known) Constant(name string) (code.Lit, bool) {
	v, persistent, ok := k.c.hooks.LookupConstant(name)
	if !ok || !persistent {
		return code.Lit{}, false
	}
	budget := 50
	return fromValue(&v, &budget)
}

func (k known) Binary(op opcode.Op, a, b code.Lit) (code.Lit, bool) {
	if a.HasExpr() || b.HasExpr() {
		return code.Lit{}, false
	}
	if op == opcode.FastConcat {
		op = opcode.Concat
	}
	if op == opcode.Concat && (a.T == zval.Double || b.T == zval.Double) {
		return code.Lit{}, false // the precision setting may change before this runs
	}
	return foldBinary(op, a, b)
}

func (k known) Unary(op opcode.Op, a code.Lit) (code.Lit, bool) {
	if a.HasExpr() {
		return code.Lit{}, false
	}
	return foldUnary(op, a)
}

func (k known) Bool(l code.Lit) bool { return litBool(l) }

func (k known) String(l code.Lit) (string, bool) {
	switch l.T {
	case zval.ArrayT, zval.ConstAST, zval.Double:
		return "", false
	}
	return litString(l), true
}

func (k known) Call(lc string, args []code.Lit) (out code.Lit, ok bool) {
	h, can := k.c.hooks.(Caller)
	if !can {
		return out, false
	}
	f, m, found := k.c.hooks.LookupFunction(lc)
	if !found || f.Kind != code.FuncInternal {
		return out, false
	}
	vals := make([]zval.Value, len(args))
	for i, l := range args {
		p := len(m.Params) - 1
		if i < p {
			p = i
		}
		if p < 0 || i > p && !m.Params[p].Variadic {
			return out, false
		}
		vals[i] = k.c.reg.Value(l)
		if t := m.Params[p].Type; m.Params[p].ByRef || t != nil && t.Mask>>l.T&1 == 0 {
			return out, false // as it would be converted, or refused, by the mode of the file
		}
	}
	done := h.CallBuiltIn(lc, vals, func(v *zval.Value) {
		budget := maxCallResult
		out, ok = fromValue(v, &budget)
	})
	return out, ok && done
}

// maxCallResult bounds the elements of an array that a call leaves behind.
const maxCallResult = 256

func (k known) Identical(a, b code.Lit) bool { return identical(a, b) }

func (k known) Key(l code.Lit) (code.Key, bool) { return arrayKey(l) }
