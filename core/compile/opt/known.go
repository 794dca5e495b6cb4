package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// What is known of the targets of calls and of class constants.

// callee is the function that a call is known to reach.
type callee struct {
	Callee
	user *fn
	op   *code.OpArray
	// proto: the method may be overridden, so only its signature binds.
	proto bool
	// method: the frame is not of the plain kind.
	method bool
	name   string // of a built-in function
}

// param returns the parameter that takes argument num, from 1.
func (c *Callee) param(num int) *code.Param {
	if num <= len(c.Params) {
		return &c.Params[num-1]
	}
	if n := len(c.Params); n > 0 && c.Params[n-1].Variadic {
		return &c.Params[n-1]
	}
	return nil
}

func (c *Callee) mustRef(num int) bool {
	p := c.param(num)
	return p != nil && p.ByRef
}

func (c *Callee) mayRef(num int) bool {
	p := c.param(num)
	return p != nil && p.PreferRef
}

func userCallee(f *fn) *callee {
	a := f.A
	return &callee{user: f, op: a, Callee: Callee{NumArgs: f.NumArgs, NumSlots: len(f.CVs) + f.NumTmps, Params: a.Params, Return: a.Return,
		Variadic: a.Flags&code.AccVariadic != 0}}
}

// function finds a function by its lower-case name.
func (s *script) function(lc string) *callee {
	lc = strings.TrimPrefix(lc, "\\")
	if f := s.byName[lc]; f != nil {
		return userCallee(f)
	}
	if c, ok := s.known.Function(lc); ok && c.Internal {
		return &callee{Callee: *c, name: lc}
	}
	return nil
}

// classNamed finds a class by name that is linked before any code runs.
func (s *script) classNamed(lc string) *code.ClassDecl {
	if c := s.class[lc]; c != nil && c.Hoisted {
		return c
	}
	return nil
}

// linked reports whether c holds what it inherits.
func (s *script) parent(c *code.ClassDecl) *code.ClassDecl {
	if !c.Hoisted || c.ParentLC == "" {
		return nil
	}
	return s.classNamed(c.ParentLC)
}

// method finds a method in a class, or in a parent it is already linked with.
func (s *script) method(c *code.ClassDecl, lc string) (*code.OpArray, *code.ClassDecl) {
	for n := 0; c != nil && n < 64; n++ {
		for _, m := range c.Methods {
			if strings.EqualFold(m.Name, lc) {
				return m, c
			}
		}
		c = s.parent(c)
	}
	return nil, nil
}

// constant finds a class constant with a plain value.
func (s *script) classConstant(c *code.ClassDecl, name string, scope *code.ClassDecl) (code.Lit, bool) {
	for n := 0; c != nil && n < 64; n++ {
		for i := range c.Consts {
			k := &c.Consts[i]
			if k.Name != name {
				continue
			}
			if k.Expr != nil || k.Flags&code.AccPrivate != 0 && c != scope || k.Flags&code.AccProtected != 0 && c != scope {
				return code.Lit{}, false
			}
			for _, a := range k.Attributes {
				if strings.EqualFold(a.LCName, "deprecated") {
					return code.Lit{}, false
				}
			}
			return litOf(&k.Value)
		}
		c = s.parent(c)
	}
	return code.Lit{}, false
}

// litOf makes a literal of a scalar value.
func litOf(v *zval.Value) (code.Lit, bool) {
	switch v.Type() {
	case zval.Null, zval.False, zval.True:
		return code.Lit{T: v.Type()}, true
	case zval.Long:
		return code.LongLit(v.Long()), true
	case zval.Double:
		return code.DoubleLit(v.Double()), true
	case zval.StringT:
		return code.StrLit(v.Str().String()), true
	}
	return code.Lit{}, false
}

// methodCallee makes a callee of a method that scope may call.
func (f *fn) methodCallee(m *code.OpArray, owner *code.ClassDecl) *callee {
	if m == nil {
		return nil
	}
	if m.Flags&code.AccPrivate != 0 && owner != f.cls {
		return nil
	}
	if m.Flags&code.AccPublic == 0 && m.Flags&(code.AccProtected|code.AccPrivate) != 0 && owner != f.cls {
		return nil
	}
	c := &callee{op: m, method: true, Callee: Callee{Params: m.Params, Return: m.Return, Variadic: m.Flags&code.AccVariadic != 0}}
	c.NumArgs = len(m.Params)
	if c.Variadic {
		c.NumArgs--
	}
	if u := f.s.byOp[m]; u != nil && m.Flags&code.AccAbstract == 0 {
		c.user = u
	}
	return c
}

// callTarget finds what an INIT_* opline prepares a call of.
func (f *fn) callTarget(op *code.Op) *callee {
	switch op.Code {
	case opcode.InitFcall:
		if c := f.s.function(f.lit(op.Op2).S); c != nil {
			return c
		}
	case opcode.InitFcallByName, opcode.InitNsFcallByName:
		if !isConst(op.Op2) || f.lit(op.Op2).T != zval.StringT {
			return nil
		}
		if op.Code == opcode.InitNsFcallByName {
			// Which one it is shows only at run time, unless the namespaced one is known.
			return f.s.function(f.Lits[op.Op2.N+1].S)
		}
		return f.s.function(f.Lits[op.Op2.N+1].S)
	case opcode.InitStaticMethodCall:
		if !isConst(op.Op2) || f.lit(op.Op2).T != zval.StringT {
			return nil
		}
		var cls *code.ClassDecl
		switch {
		case isConst(op.Op1):
			lc := f.Lits[op.Op1.N+1].S
			cls = f.s.classNamed(lc)
			if cls == nil && f.cls != nil && f.cls.LCName == lc {
				cls = f.cls
			}
			if cls == nil && f.s.class[lc] == nil {
				if c, ok := f.s.known.Method(lc, f.Lits[op.Op2.N+1].S); ok {
					return &callee{Callee: *c, method: true}
				}
			}
		case op.Op1.Kind == code.Unused && op.Op1.N&code.FetchClassMask == code.FetchClassSelf && f.flags&code.AccClosure == 0:
			cls = f.cls
		}
		if cls == nil || cls.Flags&code.AccTrait != 0 && isSelf(op) {
			return nil
		}
		m, owner := f.s.method(cls, f.Lits[op.Op2.N+1].S)
		return f.methodCallee(m, owner)
	case opcode.InitMethodCall:
		if op.Op1.Kind != code.Unused || !isConst(op.Op2) || f.lit(op.Op2).T != zval.StringT || f.cls == nil ||
			f.cls.Flags&code.AccTrait != 0 || f.flags&code.AccClosure != 0 {
			return nil
		}
		m, owner := f.s.method(f.cls, f.Lits[op.Op2.N+1].S)
		c := f.methodCallee(m, owner)
		if c != nil && m.Flags&(code.AccPrivate|code.AccFinal) == 0 && f.cls.Flags&code.AccFinal == 0 {
			c.proto = true
		}
		return c
	case opcode.New:
		var cls *code.ClassDecl
		switch {
		case isConst(op.Op1):
			lc := f.Lits[op.Op1.N+1].S
			cls = f.s.classNamed(lc)
			if cls == nil && f.cls != nil && f.cls.LCName == lc {
				cls = f.cls
			}
		case op.Op1.Kind == code.Unused && op.Op1.N&code.FetchClassMask == code.FetchClassSelf && f.flags&code.AccClosure == 0:
			cls = f.cls
		}
		if cls == nil || cls.Flags&code.AccTrait != 0 {
			return nil
		}
		m, owner := f.s.method(cls, "__construct")
		return f.methodCallee(m, owner)
	}
	return nil
}

func isSelf(op *code.Op) bool { return op.Op1.Kind == code.Unused }
