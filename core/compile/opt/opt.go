package opt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
)

// Func is a function to be optimized.
type Func struct {
	Draft *code.Draft
	Class *code.ClassDecl // class whose method it is
	// TopLevel says that loading the file declares the function.
	TopLevel bool
}

// Script is a file: its main function first, then the others in the order in
// which Zend visits them (closures after the function that holds them).
type Script struct {
	Funcs   []*Func
	Classes []*code.ClassDecl
}

// Callee describes a function from outside the file.
type Callee struct {
	Internal bool
	NumArgs  int // declared, without a variadic one
	NumSlots int // variables and temporaries of a user function
	Params   []code.Param
	Return   *code.TypeRef
	Variadic bool
}

// Known tells about the world outside the file and about values.
type Known interface {
	// Function finds a built-in function by lower-case name.
	Function(lc string) (*Callee, bool)
	// Method finds a public method of a built-in class by lower-case names.
	Method(class, method string) (*Callee, bool)
	// Constant finds a constant whose value can never change.
	Constant(name string) (code.Lit, bool)
	// Binary and Unary compute an operation; they report false where it would
	// warn, throw or not be worth it.
	Binary(op opcode.Op, a, b code.Lit) (code.Lit, bool)
	Unary(op opcode.Op, a code.Lit) (code.Lit, bool)
	// Bool and String convert; String reports false for what cannot be
	// converted silently.
	Bool(l code.Lit) bool
	String(l code.Lit) (string, bool)
	// Call computes a call of a built-in function that depends on nothing but its
	// arguments; false where it would warn, throw or convert an argument.
	Call(lc string, args []code.Lit) (code.Lit, bool)
	// Identical is ===.
	Identical(a, b code.Lit) bool
	// Key gives the array key that a value stands for.
	Key(l code.Lit) (code.Key, bool)
}

// Pass is one step. Its level bit is Zend's opcache.optimization_level.
type Pass struct {
	Letter byte
	Name   string
	Level  uint32
	After  string // letters of passes that must run before it, where both run
	run    func(*fn)
	// whole marks the point after which passes see a file all of whose
	// functions went through the ones before.
	whole func(*script)
}

// Bits of the optimization level.
const (
	LevelFold      = 1 << 0  // constants
	LevelJumps     = 1 << 2  // jumps, compound assignment
	LevelCalls     = 1 << 3  // calls of known functions
	LevelBlocks    = 1 << 4  // basic blocks
	LevelDFA       = 1 << 5  // static single assignment form
	LevelGraph     = 1 << 6  // call graph
	LevelSCCP      = 1 << 7  // constant propagation
	LevelTemps     = 1 << 8  // reuse of temporaries
	LevelNops      = 1 << 9  // removal of NOPs, where blocks do not do it
	LevelLits      = 1 << 10 // compaction of literals
	LevelStack     = 1 << 11 // frame sizes in calls
	LevelVars      = 1 << 12 // removal of unused variables
	LevelDCE       = 1 << 13 // dead code
	LevelInline    = 1 << 15 // calls of functions that return a constant
	LevelDefault   = 0x7FFEBFFF
	levelSSAPasses = LevelDFA | LevelGraph
)

// Passes lists the passes in their order.
func Passes() []Pass {
	return []Pass{
		{Letter: '1', Name: "fold", Level: LevelFold, run: passFold},
		{Letter: '3', Name: "jumps", Level: LevelJumps, After: "1", run: passJumps},
		{Letter: '4', Name: "calls", Level: LevelCalls, After: "13", run: passCalls},
		{Letter: '5', Name: "blocks", Level: LevelBlocks, After: "134", run: passBlocks},
		{Letter: '6', Name: "dfa", Level: LevelDFA, After: "1345", whole: passDFA},
		{Letter: '9', Name: "temps", Level: LevelTemps, After: "56", run: passTemps},
		{Letter: '0', Name: "nops", Level: LevelNops, After: "13456", run: passNops},
		{Letter: 'a', Name: "literals", Level: LevelLits, After: "1345690", run: passLits},
		{Letter: 'c', Name: "vars", Level: LevelVars, After: "13456", run: passVars},
		{Letter: 'b', Name: "stack", Level: LevelStack, After: "69c", whole: passStack},
	}
}

// Options of Run.
type Options struct {
	Known Known
	Level uint32 // 0 stands for LevelDefault
	Order []Pass // nil stands for Passes()
	// Dump, when set, is called after each pass over a function.
	Dump func(pass string, d *code.Draft)
}

// script is a Script being worked on.
type script struct {
	*Script
	known  Known
	level  uint32
	fns    []*fn
	byName map[string]*fn // functions that loading the file declares
	byOp   map[*code.OpArray]*fn
	class  map[string]*code.ClassDecl
}

// fn is a function being worked on.
type fn struct {
	*code.Draft
	s     *script
	cls   *code.ClassDecl
	flags uint32
	ssa   *ssa
	info  *summary

	uses, defs []int32 // of temporaries, for passFold
}

// Run optimizes a file in place.
func Run(sc *Script, o Options) {
	if o.Level == 0 {
		o.Level = LevelDefault
	}
	order := o.Order
	if order == nil {
		order = Passes()
	}
	s := &script{Script: sc, known: o.Known, level: o.Level, byName: map[string]*fn{}, byOp: map[*code.OpArray]*fn{}, class: map[string]*code.ClassDecl{}}
	for _, f := range sc.Funcs {
		x := &fn{Draft: f.Draft, s: s, cls: f.Class, flags: f.Draft.A.Flags}
		x.unmark()
		s.fns = append(s.fns, x)
		s.byOp[f.Draft.A] = x
		if f.TopLevel {
			s.byName[strings.ToLower(f.Draft.A.Name)] = x
		}
	}
	for _, c := range sc.Classes {
		if _, twice := s.class[c.LCName]; twice || !c.TopLevel && c.RTDKey != "" {
			continue
		}
		s.class[c.LCName] = c
	}
	dump := func(p *Pass, f *fn) {
		if o.Dump != nil {
			o.Dump(p.Name, f.Draft)
		}
	}
	// Runs of per-function passes are carried out function by function.
	for i := 0; i < len(order); {
		if order[i].whole != nil {
			if order[i].Level&o.Level != 0 {
				order[i].whole(s)
				for _, f := range s.fns {
					dump(&order[i], f)
				}
			}
			i++
			continue
		}
		j := i
		for j < len(order) && order[j].whole == nil {
			j++
		}
		for _, f := range s.fns {
			for k := i; k < j; k++ {
				if order[k].Level&o.Level != 0 && len(f.Ops) > 0 {
					order[k].run(f)
					dump(&order[k], f)
				}
			}
		}
		i = j
	}
	for _, f := range s.fns {
		f.mark()
	}
}

// Check reports the first pair of passes that stand in the wrong order.
func Check(order []Pass) (before, after byte, ok bool) {
	at := map[byte]int{}
	for i, p := range order {
		at[p.Letter] = i
	}
	for i, p := range order {
		for j := 0; j < len(p.After); j++ {
			if k, have := at[p.After[j]]; have && k > i {
				return p.After[j], p.Letter, false
			}
		}
	}
	return 0, 0, true
}

const smart = code.SmartJmpZ | code.SmartJmpNZ

// unmark takes the smart-branch marks off.
func (f *fn) unmark() {
	for i := range f.Ops {
		op := &f.Ops[i]
		if k := &op.Res.Kind; *k&(code.Tmp|code.Var|code.CV) != 0 {
			*k &^= smart
		}
		// As Finalize would without the optimizer; the order can change again.
		if op.Op1.Kind < op.Op2.Kind && op.Code.Is(opcode.Commutative) {
			op.Op1, op.Op2 = op.Op2, op.Op1
		}
	}
}

// mark tells comparisons whose result the next opline jumps on.
func (f *fn) mark() {
	for i := 0; i+1 < len(f.Ops); i++ {
		op, next := &f.Ops[i], &f.Ops[i+1]
		if op.Res.Kind != code.Tmp || next.Op1.Kind != code.Tmp || next.Op1.N != op.Res.N || !op.Code.Is(opcode.SmartBranch) || op.Code == opcode.IssetIsemptyThis {
			continue
		}
		switch next.Code {
		case opcode.Jmpz:
			op.Res.Kind |= code.SmartJmpZ
		case opcode.Jmpnz:
			op.Res.Kind |= code.SmartJmpNZ
		}
	}
}
