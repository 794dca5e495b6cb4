package compile

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// node is where the value of an expression is: a literal, a variable, a
// temporary, or nowhere (Unused, with a number for some instructions).
type node struct {
	kind code.Kind
	n    uint32
	lit  code.Lit
}

func constNode(l code.Lit) node     { return node{kind: code.Const, lit: l} }
func strNode(s string) node         { return constNode(code.StrLit(s)) }
func longNode(n int64) node         { return constNode(code.LongLit(n)) }
func boolNode(b bool) node          { return constNode(code.BoolLit(b)) }
func numNode(n uint32) node         { return node{n: n} }
func (n *node) temp() bool          { return n.kind&(code.Tmp|code.Var) != 0 }
func (n *node) isConst() bool       { return n.kind == code.Const }
func (n *node) is(t zval.Type) bool { return n.kind == code.Const && n.lit.T == t }

var none = node{}

// fnState is a function being compiled.
type fnState struct {
	d       *code.Draft
	a       *code.OpArray
	parent  *fnState
	cvs     map[string]uint32
	scope   *classState // declaring class of a method or hook; nil for closures and functions
	inClass *classState // class whose body the function is written in

	loopsBase int
	brk       []brkCont
	curBrk    int
	jumps     []pendingJump
	labels    map[string]label
	lastLabel int // opline of the most recent label, -1 none

	fastCall  uint32
	try       uint32 // enclosing try block, code.NoTry outside
	statics   map[string]int
	hookProp  string // property whose hook this is
	hookGet   bool
	hookUsed  bool // the hook touches its backing store
	generator bool
}

// brkCont is a loop or switch that break and continue can leave.
type brkCont struct {
	cont, brk uint32
	parent    int
	start     int // first opline with a live loop variable, -1: none
	isSwitch  bool
}

// loopVar is an entry of the unwind stack: what return, break, continue and
// goto must do on their way out.
type loopVar struct {
	op   opcode.Op // Nop, Free, FeFree, FastCall, DiscardException; Return separates functions
	kind code.Kind
	n    uint32
	try  uint32
}

type label struct {
	brk int
	op  uint32
}

// pendingJump is a break, continue or goto whose target is not known yet.
type pendingJump struct {
	op     uint32
	depth  int64
	brk    int
	cont   bool
	label  string // goto
	unwind int    // oplines before it that belong to leaving loops
}

func (c *compiler) pushFn(a *code.OpArray) {
	c.fn = &fnState{
		d:       &code.Draft{A: a, SeparateDefines: c.o.php82},
		a:       a,
		parent:  c.fn,
		inClass: c.class,
		cvs:     map[string]uint32{},
		curBrk:  -1, try: code.NoTry, fastCall: code.NoTry, lastLabel: -1,
		loopsBase: len(c.loops),
	}
	c.loops = append(c.loops, loopVar{op: opcode.Return})
}

func (c *compiler) popFn() {
	c.loops = c.loops[:c.fn.loopsBase]
}

// fnDone returns to the enclosing function and hands out the finished draft.
func (c *compiler) fnDone(*code.OpArray) *fnState {
	f := c.fn
	c.fn = f.parent
	return f
}

// next is the number of the next opline.
func (c *compiler) next() uint32 { return uint32(len(c.fn.d.Ops)) }

// op returns an emitted opline; the pointer is good until the next emit.
func (c *compiler) op(n uint32) *code.Op { return &c.fn.d.Ops[n] }

// last returns the opline emitted last.
func (c *compiler) last() *code.Op { return &c.fn.d.Ops[len(c.fn.d.Ops)-1] }

func (c *compiler) temporary() uint32 {
	n := c.fn.d.NumTmps
	c.fn.d.NumTmps++
	return uint32(n)
}

func (c *compiler) cv(name string) node {
	n, ok := c.fn.cvs[name]
	if !ok {
		n = uint32(len(c.fn.d.CVs))
		c.fn.d.CVs = append(c.fn.d.CVs, name)
		c.fn.cvs[name] = n
	}
	return node{kind: code.CV, n: n}
}

// operand files a node's literal, if it is one.
func (c *compiler) operand(n *node) code.Operand {
	if n.kind == code.Const {
		return code.Operand{Kind: code.Const, N: c.fn.d.AddLit(n.lit)}
	}
	return code.Operand{Kind: n.kind, N: n.n}
}

func (c *compiler) lit(l code.Lit) code.Operand {
	return code.Operand{Kind: code.Const, N: c.fn.d.AddLit(l)}
}

func (c *compiler) litStr(s string) code.Operand { return c.lit(code.StrLit(s)) }

func (c *compiler) make(o opcode.Op, a, b node) code.Op {
	op := code.Op{Code: o, Line: uint32(c.line)}
	op.Op1 = c.operand(&a)
	op.Op2 = c.operand(&b)
	return op
}

// emit appends an opline without a result.
func (c *compiler) emit(o opcode.Op, a, b node) *code.Op {
	op := c.make(o, a, b)
	c.fn.d.Ops = append(c.fn.d.Ops, op)
	return c.last()
}

// emitTmp appends an opline whose result is a TMP.
func (c *compiler) emitTmp(o opcode.Op, a, b node) (node, *code.Op) {
	op := c.emit(o, a, b)
	n := c.tmpResult(op)
	return n, op
}

// emitVar appends an opline whose result is a VAR.
func (c *compiler) emitVar(o opcode.Op, a, b node) (node, *code.Op) {
	op := c.emit(o, a, b)
	n := c.varResult(op)
	return n, op
}

func (c *compiler) tmpResult(op *code.Op) node {
	op.Res = code.Operand{Kind: code.Tmp, N: c.temporary()}
	return node{kind: code.Tmp, n: op.Res.N}
}

func (c *compiler) varResult(op *code.Op) node {
	op.Res = code.Operand{Kind: code.Var, N: c.temporary()}
	return node{kind: code.Var, n: op.Res.N}
}

// setResult makes op write to an existing temporary or variable.
func setResult(op *code.Op, n node) { op.Res = code.Operand{Kind: n.kind, N: n.n} }

func (c *compiler) emitData(v node) *code.Op { return c.emit(opcode.OpData, v, none) }

// The delayed oplines of a write chain are emitted after the right-hand side
// has been compiled, so that `$a[i()] = f()` calls i before f, and fetches last.

func (c *compiler) delay(o opcode.Op, a, b node) (node, *code.Op) {
	op := c.make(o, a, b)
	n := c.varResult(&op)
	c.delayed = append(c.delayed, op)
	return n, &c.delayed[len(c.delayed)-1]
}

// undelay emits the oplines delayed since mark and returns the last, or nil.
func (c *compiler) undelay(mark int) *code.Op {
	var out *code.Op
	for i := mark; i < len(c.delayed); i++ {
		if c.delayed[i].Code != opcode.Nop {
			c.fn.d.Ops = append(c.fn.d.Ops, c.delayed[i])
			out = c.last()
		} else {
			out = c.op(c.delayed[i].Ext)
		}
	}
	c.delayed = c.delayed[:mark]
	return out
}

// Jumps.

func (c *compiler) jump(target uint32) uint32 {
	n := c.next()
	c.emit(opcode.Jmp, numNode(target), none)
	return n
}

func smartBranch(o opcode.Op) bool { return o.Is(opcode.SmartBranch) }

// condJump emits JMPZ or JMPNZ; a comparison right before it is told that its
// result decides a jump.
func (c *compiler) condJump(o opcode.Op, cond node, target uint32) uint32 {
	n := c.next()
	if cond.kind == code.Tmp && n > 0 {
		p := c.op(n - 1)
		if p.Res.Kind == code.Tmp && p.Res.N == cond.n && smartBranch(p.Code) && p.Code != opcode.IssetIsemptyThis {
			if o == opcode.Jmpz {
				p.Res.Kind |= code.SmartJmpZ
			} else {
				p.Res.Kind |= code.SmartJmpNZ
			}
		}
	}
	c.emit(o, cond, numNode(target))
	return n
}

// land makes jump n go to the next opline.
func (c *compiler) land(n uint32) { c.retarget(n, c.next()) }

func (c *compiler) retarget(n, target uint32) {
	op := c.op(n)
	if op.Code == opcode.Jmp {
		op.Op1.N = target
	} else {
		op.Op2.N = target
	}
}

// Literals of names come in groups that instructions rely on.

// funcName files a function or method name and its lower-case form.
func (c *compiler) funcName(name string) code.Operand {
	o := c.litStr(name)
	c.litStr(lower(name))
	return o
}

// nsFuncName adds the lower-case unqualified name as well.
func (c *compiler) nsFuncName(name string) code.Operand {
	o := c.funcName(name)
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		c.litStr(lower(name[i+1:]))
	}
	return o
}

func (c *compiler) className(name string) code.Operand { return c.funcName(name) }

// constName files the names under which FETCH_CONSTANT looks.
func (c *compiler) constName(name string, unqualified bool) code.Operand {
	o := c.litStr(name)
	short := name
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		c.litStr(lower(name[:i]) + name[i:])
		if !unqualified {
			return o
		}
		short = name[i+1:]
	}
	c.litStr(short)
	return o
}

// free drops the value of an expression statement. Where the instruction that
// made it can do without a result it is told so.
func (c *compiler) free(n node) {
	ops := c.fn.d.Ops
	switch n.kind {
	case code.Tmp:
		i := len(ops) - 1
		for ops[i].Code == opcode.EndSilence || ops[i].Code == opcode.OpData {
			i--
		}
		op := &ops[i]
		if op.Res.Kind == code.Tmp && op.Res.N == n.n {
			switch op.Code {
			case opcode.Bool, opcode.BoolNot:
				return
			case opcode.PostInc, opcode.PostDec, opcode.PostIncObj, opcode.PostDecObj, opcode.PostIncStaticProp, opcode.PostDecStaticProp:
				op.Code -= 2
				op.Res = code.Operand{}
				return
			case opcode.Assign, opcode.AssignDim, opcode.AssignObj, opcode.AssignStaticProp,
				opcode.AssignOp, opcode.AssignDimOp, opcode.AssignObjOp, opcode.AssignStaticPropOp,
				opcode.PreInc, opcode.PreDec, opcode.PreIncObj, opcode.PreDecObj, opcode.PreIncStaticProp, opcode.PreDecStaticProp:
				op.Res = code.Operand{}
				return
			}
		}
		c.emit(opcode.Free, n, none)
	case code.Var:
		i := len(ops) - 1
		for ops[i].Code == opcode.EndSilence || ops[i].Code == opcode.ExtFcallEnd || ops[i].Code == opcode.OpData {
			i--
		}
		if ops[i].Res.Kind == code.Var && ops[i].Res.N == n.n {
			if ops[i].Code == opcode.FetchThis {
				ops[i].Code = opcode.Nop
			}
			ops[i].Res = code.Operand{}
			return
		}
		for ; i >= 0; i-- {
			op := &ops[i]
			if (op.Code == opcode.FetchListR || op.Code == opcode.FetchListW) && op.Op1.Kind == code.Var && op.Op1.N == n.n {
				c.emit(opcode.Free, n, none)
				return
			}
			if op.Res.Kind == code.Var && op.Res.N == n.n {
				if op.Code == opcode.New {
					c.emit(opcode.Free, n, none)
				}
				return
			}
		}
	}
}

// Loops.

func (c *compiler) beginLoop(free opcode.Op, v node, isSwitch bool) {
	f := c.fn
	e := brkCont{parent: f.curBrk, start: -1, isSwitch: isSwitch}
	lv := loopVar{op: opcode.Nop}
	if v.temp() {
		lv = loopVar{op: free, kind: v.kind, n: v.n}
		e.start = int(c.next())
	}
	f.curBrk = len(f.brk)
	f.brk = append(f.brk, e)
	c.loops = append(c.loops, lv)
}

func (c *compiler) endLoop(cont uint32) {
	f := c.fn
	e := &f.brk[f.curBrk]
	e.cont, e.brk = cont, c.next()
	f.curBrk = e.parent
	c.loops = c.loops[:len(c.loops)-1]
}

// unwind emits what leaving depth levels of loops takes: frees of their
// variables and calls of finally blocks. It reports whether there are as many.
func (c *compiler) unwind(depth int64, ret *node) bool {
	for i := len(c.loops) - 1; i >= 0; i-- {
		lv := c.loops[i]
		switch {
		case lv.op == opcode.FastCall:
			op := c.emit(opcode.FastCall, none, none)
			op.Res = code.Operand{Kind: code.Tmp, N: lv.n}
			if ret != nil {
				op.Op2 = code.Operand{Kind: ret.kind, N: ret.n}
			}
			op.Op1.N = lv.try
		case lv.op == opcode.DiscardException:
			c.emit(opcode.DiscardException, node{kind: code.Tmp, n: lv.n}, none)
		case lv.op == opcode.Return:
			return depth == 0
		case depth <= 1:
			return true
		case lv.op == opcode.Nop:
			depth--
		default:
			op := c.emit(lv.op, node{kind: lv.kind, n: lv.n}, none)
			op.Ext = code.FreeOnReturn
			depth--
		}
	}
	return depth == 0
}

func (c *compiler) unwindAll(ret *node) { c.unwind(int64(len(c.loops))+1, ret) }

// hasFinally reports whether a return from here passes a finally block.
func (c *compiler) hasFinally() bool {
	for i := len(c.loops) - 1; i >= 0; i-- {
		switch c.loops[i].op {
		case opcode.FastCall:
			return true
		case opcode.Return:
			return false
		}
	}
	return false
}
