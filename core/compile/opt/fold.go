package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Pass 1 computes what can be computed without running the program. The value
// takes the place of the instruction as a QM_ASSIGN; where the one use of the
// result follows, it goes there at once.

func passFold(f *fn) {
	f.countTemps()
	for i := range f.Ops {
		op := &f.Ops[i]
		switch op.Code {
		case opcode.Concat, opcode.FastConcat, opcode.Add, opcode.Sub, opcode.Mul, opcode.Div, opcode.Mod, opcode.Pow, opcode.Sl, opcode.Sr,
			opcode.IsEqual, opcode.IsNotEqual, opcode.IsSmaller, opcode.IsSmallerOrEqual, opcode.IsIdentical, opcode.IsNotIdentical,
			opcode.BwOr, opcode.BwAnd, opcode.BwXor, opcode.BoolXor, opcode.Spaceship:
			if isConst(op.Op1) && isConst(op.Op2) {
				if l, ok := f.s.known.Binary(op.Code, f.lit(op.Op1), f.lit(op.Op2)); ok {
					f.becomes(i, l)
				}
			}
		case opcode.BwNot, opcode.BoolNot:
			if isConst(op.Op1) {
				if l, ok := f.s.known.Unary(op.Code, f.lit(op.Op1)); ok {
					f.becomes(i, l)
				}
			}
		case opcode.Bool:
			if isConst(op.Op1) {
				f.becomes(i, code.BoolLit(f.s.known.Bool(f.lit(op.Op1))))
			}
		case opcode.Cast:
			if isConst(op.Op1) {
				if l, ok := f.castLit(f.lit(op.Op1), op.Ext); ok {
					f.becomes(i, l)
				}
			}
		case opcode.Strlen:
			if f.isLit(op.Op1, zval.StringT) {
				f.becomes(i, code.LongLit(int64(len(f.lit(op.Op1).S))))
			}
		case opcode.FetchConstant:
			if f.isLit(op.Op2, zval.StringT) && op.Op1.N&code.ConstUnqualifiedInNamespace == 0 {
				if l, ok := f.s.known.Constant(f.lit(op.Op2).S); ok {
					f.becomes(i, l)
				}
			}
		case opcode.FetchClassConstant:
			f.foldClassConstant(i)
		case opcode.DoIcall:
			f.foldCall(i)
		}
	}
	f.foldJumps()
}

// becomes replaces the opline's value by a constant.
func (f *fn) becomes(i int, l code.Lit) {
	op := &f.Ops[i]
	if !isTmp(op.Res) {
		nop(op)
		return
	}
	res := op.Res
	if f.replaceUse(i+1, res, l) {
		nop(op)
		return
	}
	*op = code.Op{Code: opcode.QmAssign, Op1: f.constOperand(l), Res: res, Line: op.Line}
}

// countTemps counts how often each temporary is read and written.
func (f *fn) countTemps() {
	f.uses, f.defs = make([]int32, f.NumTmps), make([]int32, f.NumTmps)
	for i := range f.Ops {
		op := &f.Ops[i]
		if isTmp(op.Op1) {
			f.uses[op.Op1.N]++
		}
		if isTmp(op.Op2) {
			f.uses[op.Op2.N]++
		}
		if isTmp(op.Res) {
			f.defs[op.Res.N]++
		}
	}
}

// replaceUse puts a constant into the one use of a temporary, searching in
// straight-line code from i on.
func (f *fn) replaceUse(i int, t code.Operand, l code.Lit) bool {
	if f.uses[t.N] != 1 || f.defs[t.N] != 1 {
		return false
	}
	for ; i < len(f.Ops); i++ {
		op := &f.Ops[i]
		if isTmp(op.Op1) && op.Op1.N == t.N {
			return f.setOp1(op, l)
		}
		if isTmp(op.Op2) && op.Op2.N == t.N {
			return f.setOp2(op, l)
		}
		if leaves(op) {
			return false
		}
	}
	return false
}

func (f *fn) foldClassConstant(i int) {
	op := &f.Ops[i]
	if !f.isLit(op.Op2, zval.StringT) {
		return
	}
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
		return
	}
	if l, ok := f.s.classConstant(cls, f.lit(op.Op2).S, f.cls); ok {
		f.becomes(i, l)
	}
}

// foldCall computes a call of a built-in function on one constant string.
func (f *fn) foldCall(i int) {
	if f.foldDefine(i) {
		return
	}
	send, init := prevOp(f, i), -1
	if send >= 0 {
		init = prevOp(f, send)
	}
	if init < 0 || f.Ops[send].Code != opcode.SendVal || f.Ops[init].Code != opcode.InitFcall || f.Ops[init].Ext != 1 ||
		!f.isLit(f.Ops[send].Op1, zval.StringT) || isConst(f.Ops[send].Op2) {
		return
	}
	l, ok := f.evalCall(f.lit(f.Ops[init].Op2).S, f.lit(f.Ops[send].Op1).S)
	if !ok {
		return
	}
	nop(&f.Ops[send])
	nop(&f.Ops[init])
	f.becomes(i, l)
}

// prevOp is the opline before i that is not a NOP, or -1.
func prevOp(f *fn, i int) int {
	for i--; i >= 0 && f.Ops[i].Code == opcode.Nop; i-- {
	}
	return i
}

// evalCall is what a function of one string says about the built-in world.
func (f *fn) evalCall(name, arg string) (code.Lit, bool) {
	switch name {
	case "function_exists", "is_callable":
		if c, ok := f.s.known.Function(lower(arg)); ok && c.Internal {
			return code.BoolLit(true), true
		}
	case "constant":
		return f.s.known.Constant(arg)
	case "dirname":
		if len(arg) > 0 && arg[0] == '/' {
			return code.StrLit(dirname(arg)), true
		}
	case "strlen":
		return code.LongLit(int64(len(arg))), true
	}
	return code.Lit{}, false
}

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

// dirname is the directory part of an absolute path.
func dirname(p string) string {
	i := len(p)
	for i > 0 && p[i-1] == '/' {
		i--
	}
	for i > 0 && p[i-1] != '/' {
		i--
	}
	for i > 1 && p[i-1] == '/' {
		i--
	}
	if i <= 1 {
		return "/"
	}
	return p[:i]
}

// foldJumps settles jumps on constants.
func (f *fn) foldJumps() {
	for i := range f.Ops {
		op := &f.Ops[i]
		if op.Code != opcode.Jmpz && op.Code != opcode.Jmpnz || !isConst(op.Op1) {
			continue
		}
		if f.s.known.Bool(f.lit(op.Op1)) == (op.Code == opcode.Jmpnz) {
			to := op.Op2.N
			*op = code.Op{Code: opcode.Jmp, Op1: code.Operand{N: to}, Line: op.Line}
		} else {
			nop(op)
		}
	}
}

// foldDefine makes a DECLARE_CONST of define("name", scalar).
func (f *fn) foldDefine(i int) bool {
	if f.Ops[i].Res.Kind != code.Unused {
		return false
	}
	val := prevOp(f, i)
	if val < 1 {
		return false
	}
	name := prevOp(f, val)
	if name < 1 {
		return false
	}
	init := prevOp(f, name)
	if init < 0 || f.Ops[init].Code != opcode.InitFcall || f.Ops[init].Ext != 2 || f.lit(f.Ops[init].Op2).S != "define" {
		return false
	}
	for _, s := range []int{name, val} {
		if f.Ops[s].Code != opcode.SendVal || !isConst(f.Ops[s].Op1) || isConst(f.Ops[s].Op2) {
			return false
		}
	}
	n := f.lit(f.Ops[name].Op1)
	if n.T != zval.StringT || strings.ContainsAny(n.S, ":\\") || n.S == "" || n.S[0] == '_' || f.lit(f.Ops[val].Op1).T >= zval.ArrayT {
		return false
	}
	switch lower(n.S) {
	case "true", "false", "null":
		return false
	}
	f.Ops[i] = code.Op{Code: opcode.DeclareConst, Op1: f.Ops[name].Op1, Op2: f.Ops[val].Op1, Line: f.Ops[i].Line}
	nop(&f.Ops[init])
	nop(&f.Ops[name])
	nop(&f.Ops[val])
	return true
}
