package compile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/compile/opt"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// Options says how a file or string is compiled.
type Options struct {
	Reg      *code.Registry
	Hooks    Hooks // nil: nothing is known outside the unit
	Optimize bool  // run the optimizer over the file; eval'd code is left as it is
	Eval     bool  // the source is a string given to eval: no opening tag

	ShortTags bool // short_open_tag
	Multibyte bool // zend.multibyte: declare(encoding) means something
	// Recode, if not nil, is applied to the text of literals and inline HTML.
	Recode func(string) string
	// NoAssert leaves assert() calls out altogether (zend.assertions = -1).
	NoAssert bool
	// Cached compiles as opcache does for code that is to be shared: classes
	// are bound when the file runs, and only persistent constants are substituted.
	Cached bool
	// SkipShebang ignores a first line that starts with #!, as for a main script.
	SkipShebang bool
	// Level selects the optimizer's passes as opcache.optimization_level does; 0 means the default.
	Level uint32
	// StartLine is the number of the first line; 0 means 1.
	StartLine int

	// php82 names closures and charges parameters to lines as PHP 8.2 did,
	// for comparing with its dumps.
	php82 bool

	skipped int // bytes of the source left out in front
}

// FuncMeta is what the compiler must know of a function that exists already.
type FuncMeta struct {
	Params     []code.Param // the variadic one, when there is one, is last
	Return     *code.TypeRef
	Deprecated bool
	File       string // user functions
	Line       int
}

// Severity of a message given to Hooks.Warn; the values are PHP's E_*.
type Severity int

// Severities.
const (
	Warning        Severity = 2
	Notice         Severity = 8
	CompileWarning Severity = 128
	Deprecated     Severity = 8192
)

// Hooks is what compiling needs from the executor.
type Hooks interface {
	// LookupFunction finds a function that is declared and finished, by lower-case name.
	LookupFunction(lc string) (*code.Func, *FuncMeta, bool)
	// LookupConstant finds a constant whose value may be put into the code:
	// not deprecated, and scalar, string or a small array.
	LookupConstant(name string) (v zval.Value, persistent, ok bool)
	// LookupClassConstant finds a class constant of a linked class with such
	// a value, if the scope (lower-case class name or "") may see it.
	LookupClassConstant(lcClass, name, lcScope string) (zval.Value, bool)
	// LookupMethod finds a method of a linked class that the scope may call.
	LookupMethod(lcClass, lcMethod, lcScope string) (*code.Func, *FuncMeta, bool)
	// DeclareFunction declares a top-level function as soon as it is compiled.
	DeclareFunction(*code.OpArray) error
	// DeclareClass is asked to declare a top-level class without interfaces
	// and traits at once. False leaves it to a DECLARE_CLASS opline.
	DeclareClass(*code.ClassDecl) (bound bool, err error)
	// Warn reports a warning or deprecation met while compiling.
	Warn(sev Severity, msg, file string, line int)
}

// Error is a compile-time fatal error in PHP's words.
type Error struct {
	Msg  string
	File string
	Line int
	// Plain marks the few that PHP raises as E_ERROR, without "compile".
	Plain bool
	// Thrown marks those that PHP throws as a CompileError.
	Thrown bool
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s in %s on line %d", e.Msg, e.File, e.Line)
}

// maxDepth bounds the recursion over the tree; syntax.MaxDepth bounds source
// nesting, but postfix chains may be longer.
const maxDepth = 2 * syntax.MaxDepth

// stackSize is the size messages speak of: PHP's default stack less its reserve.
const stackSize = 8<<20 - 128<<10

// compiler holds the state of one compilation.
type compiler struct {
	o     Options
	reg   *code.Registry
	hooks Hooks
	file  string
	tree  *syntax.File
	unit  *code.Unit
	line  int // the line given to the next opline
	depth int

	fn    *fnState
	class *classState

	// file context
	ns        string
	inNS      bool
	bracketed bool
	uses      [3]map[string]string // by syntax.UseKind: alias -> name
	seen      map[string]uint8     // symbols declared so far, by kind bit
	ticks     int64

	loops   []loopVar
	delayed []code.Op
	short   []uint32      // JMP_NULLs whose chain is not finished
	inner   []syntax.Expr // chain links that leave finishing to an outer link
	memo    *memo
	memoing memoMode

	folded   map[syntax.Expr]folding
	unfolded map[*syntax.Array]bool

	noSubst    bool // leave named constants alone
	exprMode   bool // inside a constant expression
	anonymous  int
	hookName   string // the function about to be compiled is a hook of this property
	hookIsGet  bool
	property   string          // property whose declaration is being compiled
	anyClasses map[string]bool // names taken by declarations of this unit

	held     []*opt.Func            // finished functions that wait for the optimizer
	topFuncs map[*code.OpArray]bool // declared when the file is loaded
}

// File compiles source. On failure it returns a *syntax.Error or an *Error.
func File(src []byte, path string, o Options) (u *code.Unit, err error) {
	if o.SkipShebang && len(src) > 1 && src[0] == '#' && src[1] == '!' {
		i := bytes.IndexByte(src, '\n') + 1
		if i == 0 {
			i = len(src)
		}
		src = src[i:]
		o.StartLine = max(o.StartLine, 1) + 1
		o.skipped = i
	}
	tree, perr := syntax.Parse(src, syntax.Options{ShortTags: o.ShortTags, Eval: o.Eval, StartLine: o.StartLine})
	if perr != nil {
		return nil, perr
	}
	if tree.HaltOffset >= 0 {
		tree.HaltOffset += o.skipped
	}
	if o.Recode != nil {
		for _, s := range tree.Stmts {
			syntax.Walk(s, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.StringLit:
					n.Value = o.Recode(n.Value)
				case *syntax.InlineHTML:
					n.Value = o.Recode(n.Value)
				}
				return true
			})
		}
	}
	return Tree(tree, path, o)
}

// Tree compiles a parsed file.
func Tree(tree *syntax.File, path string, o Options) (u *code.Unit, err error) {
	c := &compiler{o: o, reg: o.Reg, hooks: o.Hooks, file: path, tree: tree, line: 1, anyClasses: map[string]bool{}, seen: map[string]uint8{}}
	if o.StartLine > 0 {
		c.line = o.StartLine
	}
	if c.hooks == nil {
		c.hooks = noHooks{}
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			u, err = nil, r
		default:
			panic(r)
		}
	}()
	c.unit = &code.Unit{File: path, HaltOffset: tree.HaltOffset}
	for _, d := range tree.Diags {
		sev := CompileWarning
		if d.Kind == syntax.Deprecated {
			sev = Deprecated
		}
		c.line = d.Line
		c.warn(sev, "%s", d.Msg)
	}
	c.line = max(o.StartLine, 1)
	c.o.Optimize = c.o.Optimize && !c.o.Eval
	c.main()
	if c.o.Optimize {
		c.optimizeUnit()
	}
	return c.unit, nil
}

// main compiles the top level.
func (c *compiler) main() {
	a := &code.OpArray{Unit: c.unit, File: c.file, LineStart: 1}
	c.pushFn(a)
	c.encodings()
	for _, s := range c.tree.Stmts {
		c.topStmt(s)
	}
	c.line = c.tree.EndLine
	c.finalReturn(!c.o.Eval)
	a.LineEnd = c.tree.EndLine
	c.popFn()
	c.finish(c.fnDone(a))
}

// fail ends compilation with an error on the current line.
func (c *compiler) fail(format string, args ...any) {
	panic(&Error{Msg: fmt.Sprintf(format, args...), File: c.file, Line: c.line})
}

// failThrown ends compilation with an error that a program may catch.
func (c *compiler) failThrown(msg string) {
	panic(&Error{Msg: msg, File: c.file, Line: c.line, Thrown: true})
}

// failAt ends compilation with an error on a given line.
func (c *compiler) failAt(line int, format string, args ...any) {
	c.line = line
	c.fail(format, args...)
}

func (c *compiler) warn(sev Severity, format string, args ...any) {
	c.hooks.Warn(sev, fmt.Sprintf(format, args...), c.file, c.line)
}

// check passes on an error from a hook.
func (c *compiler) check(err error) {
	if err == nil {
		return
	}
	var e *Error
	if errors.As(err, &e) {
		panic(e)
	}
	c.fail("%s", err.Error())
}

func (c *compiler) enter() {
	c.depth++
	zval.Deeper(c.depth)
	if c.depth > maxDepth {
		c.fail("Maximum call stack size of %d bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached during compilation. Try splitting expression", stackSize)
	}
}

func (c *compiler) leave() { c.depth-- }

// noHooks knows nothing.
// Caller is what Hooks may be besides: able to carry out calls of built-in
// functions while it compiles.
type Caller interface {
	// CallBuiltIn calls a function and shows its result, which it owns, to use. It
	// reports false, without a message, when the call warned or threw.
	CallBuiltIn(lc string, args []zval.Value, use func(result *zval.Value)) bool
}

type noHooks struct{}

func (noHooks) LookupFunction(string) (*code.Func, *FuncMeta, bool) { return nil, nil, false }
func (noHooks) LookupConstant(string) (v zval.Value, p, ok bool)    { return }
func (noHooks) LookupClassConstant(string, string, string) (v zval.Value, ok bool) {
	return
}
func (noHooks) LookupMethod(string, string, string) (*code.Func, *FuncMeta, bool) {
	return nil, nil, false
}
func (noHooks) DeclareFunction(*code.OpArray) error        { return nil }
func (noHooks) DeclareClass(*code.ClassDecl) (bool, error) { return false, nil }
func (noHooks) Warn(Severity, string, string, int)         {}
