package core

import (
	"bytes"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/compile"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/syntax"
	"github.com/ebb-vm/ebb/core/zval"
)

// The executor and the compiler do not know each other; this file introduces
// them: the executor gets functions that compile, the compiler gets hooks that
// look names up and declare what has been compiled.

// bindCompiler gives x its CompileFile and CompileString.
func bindCompiler(x *rt.Exec) {
	run := func(src []byte, path string, eval bool) *code.Unit {
		level := uint32(x.Ini.Int("opcache.optimization_level"))
		cached := x.Ini.Bool("opcache.enable_cli") && !eval
		h := &hooks{x: x, cached: cached}
		autoGlobals(x, src)
		x.ChargeCode(path, eval)
		src, recode := scriptText(x, src, eval)
		x.Compiling++
		u, err := compile.File(src, path, compile.Options{
			Reg:       x.Reg,
			Hooks:     h,
			Optimize:  cached && level != 0,
			Cached:    cached,
			Eval:      eval,
			ShortTags: x.Ini.Bool("short_open_tag"),
			NoAssert:  x.Ini.Assertions < 0,
			Multibyte: x.Ini.Bool("zend.multibyte"),
			Recode:    recode,

			SkipShebang: x.CompilingMain,
			Level:       level,
		})
		depth := x.Compiling
		x.Compiling--
		switch e := err.(type) {
		case nil:
			for _, d := range u.Delayed {
				if !x.HasExc() {
					x.BindDelayed(d)
				}
			}
			return u
		case *syntax.Error:
			switch e.Kind {
			case syntax.ParseError:
				x.ThrowParse(e.Msg, path, e.Line)
			case syntax.ThrownError:
				x.ThrowCompile(e.Msg, path, e.Line)
			default:
				x.Compiling = depth
				x.CompileErr(path, e.Line, e.Msg)
			}
		case *compile.Error:
			if x.HasExc() {
				return nil // declaring a class threw
			}
			file := e.File
			if file == "" {
				file = path
			}
			if e.Thrown {
				x.ThrowCompile(e.Msg, file, e.Line)
				return nil
			}
			x.Compiling = depth
			if e.Plain {
				x.RaiseAt(rt.EError, file, e.Line, e.Msg)
			} else {
				x.CompileErr(file, e.Line, e.Msg)
			}
		default:
			x.FatalError("%s", err.Error())
		}
		return nil
	}
	x.CompileFile = func(path string, src []byte) *code.Unit { return run(src, path, false) }
	x.CompileString = func(src []byte, where string) *code.Unit { return run(src, where, true) }
}

// autoGlobals makes the superglobals that come into being when code that names
// them is compiled, in the order in which it does.
func autoGlobals(x *rt.Exec, src []byte) {
	for {
		i := bytes.IndexByte(src, '_')
		if i < 0 {
			return
		}
		src = src[i:]
		n := 1
		for _, name := range [...]string{"_SERVER", "_ENV", "_REQUEST"} {
			if bytes.HasPrefix(src, []byte(name)) {
				x.AutoGlobal(name)
				n = len(name)
			}
		}
		src = src[n:]
	}
}

// hooks is the executor as the compiler sees it.
type hooks struct {
	x      *rt.Exec
	cached bool // the code is to be shared
}

func meta(f *rt.Function) *compile.FuncMeta {
	m := &compile.FuncMeta{Params: f.Params, Return: f.Return, Deprecated: f.Flags&code.AccDeprecated != 0}
	if f.Op != nil {
		m.File, m.Line = f.Op.File, f.Op.LineStart
	}
	return m
}

func (h *hooks) LookupFunction(lc string) (*code.Func, *compile.FuncMeta, bool) {
	f := h.x.LookupFunction(lc)
	if f == nil {
		return nil, nil, false
	}
	return f.Desc, meta(f), true
}

func (h *hooks) LookupConstant(name string) (v zval.Value, persistent, ok bool) {
	return h.x.CompileConst(name)
}

func (h *hooks) LookupClassConstant(lcClass, name, lcScope string) (zval.Value, bool) {
	return h.x.CompileClassConst(lcClass, name, lcScope)
}

func (h *hooks) LookupMethod(lcClass, lcMethod, lcScope string) (*code.Func, *compile.FuncMeta, bool) {
	f := h.x.CompileMethod(lcClass, lcMethod, lcScope)
	if f == nil {
		return nil, nil, false
	}
	return f.Desc, meta(f), true
}

func (h *hooks) CallBuiltIn(lc string, args []zval.Value, use func(result *zval.Value)) bool {
	return h.x.CallQuietly(lc, args, use)
}

func (h *hooks) DeclareFunction(a *code.OpArray) error { return h.x.DeclareFunction(a) }

func (h *hooks) DeclareClass(d *code.ClassDecl) (bool, error) {
	if h.cached && d.Parent != "" && !h.x.DeclaredIn(d.ParentLC, d.File) {
		return false, nil
	}
	return h.x.DeclareClass(d)
}

func (h *hooks) Warn(sev compile.Severity, msg, file string, line int) {
	h.x.RaiseAt(int(sev), file, line, msg)
}
