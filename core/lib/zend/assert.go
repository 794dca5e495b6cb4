package zend

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func exitFuncs() []rt.FuncDecl {
	exit := func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
		if a.Len() == 0 {
			x.Exit(nil)
			return
		}
		x.Exit(a.Val(0))
	}
	return []rt.FuncDecl{
		{Sig: "exit(string|int $status = 0): never", Fn: exit},
		{Sig: "die(string|int $status = 0): never", Fn: exit},
	}
}

func assertFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "assert(mixed $assertion, Throwable|string|null $description = null): bool", Fn: assert},
		{Sig: "#[Deprecated(since: \"8.3\")] assert_options(int $option, mixed $value = UNKNOWN): mixed", Fn: assertOptions},
	}
}

func assertIni() []rt.IniDecl {
	entry := func(name, def string, null bool) rt.IniDecl {
		return rt.IniDecl{Name: name, Default: def, Null: null, OnChange: func(x *rt.Exec, v string, stage rt.IniStage) bool {
			switch {
			case stage == rt.IniStartup && v != def:
				x.RaiseAt(rt.EDeprecated, "", 0, "PHP Startup: "+name+" INI setting is deprecated")
			case stage == rt.IniRuntime:
				x.FuncDeprecated("%s INI setting is deprecated", name)
			}
			return true
		}}
	}
	return []rt.IniDecl{
		entry("assert.active", "1", false), entry("assert.bail", "0", false), entry("assert.warning", "1", false),
		entry("assert.exception", "1", false), entry("assert.callback", "", true),
	}
}

func assertConsts() []rt.ConstDecl {
	var out []rt.ConstDecl
	for i, n := range []string{"ACTIVE", "CALLBACK", "BAIL", "WARNING"} {
		out = append(out, rt.ConstDecl{Name: "ASSERT_" + n, Value: rt.DeprecatedConst{Value: i + 1, Note: " since 8.3, as assert_options() is deprecated"}})
	}
	return append(out, rt.ConstDecl{Name: "ASSERT_EXCEPTION", Value: rt.DeprecatedConst{Value: 5, Note: " since 8.3, as assert_options() is deprecated"}})
}

// assertState holds a callback that assert_options set and that is no string.
type assertState struct{ callback zval.Value }

type assertKey struct{}

func assertOf(x *rt.Exec) *assertState {
	return rt.State(x, assertKey{}, func() *assertState { return &assertState{} })
}

func assertShutdown(x *rt.Exec) {
	s := assertOf(x)
	x.Space.Release(&s.callback)
	s.callback.SetUndef()
}

func assert(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(true)
	if !x.Ini.Bool("assert.active") || x.ToBool(a.Val(0)) {
		return
	}
	ret.SetBool(false)
	if o := a.Obj(1); o != nil {
		o.GC.RC++
		x.ThrowObj(o)
		return
	}
	var cb zval.Value
	if s := assertOf(x); s.callback.Type() > zval.Null {
		cb.CopyFrom(&s.callback)
	} else if n := x.Ini.String("assert.callback"); n != "" {
		cb.SetStr(x.Space.NewString(n))
	}
	if cb.Type() != zval.Undef {
		args := []zval.Value{zval.StrValue(x.Space.NewString(x.File())), zval.LongValue(int64(x.Line())), zval.NullValue()}
		if !a.IsNull(1) {
			args = append(args, *a.Val(1))
		}
		var r zval.Value
		if msg := x.CallableError(&cb); msg != "" {
			name := ""
			if cb.Type() == zval.StringT {
				name = cb.Str().String()
			}
			x.ThrowError(nil, "Invalid callback %s, %s", name, msg)
		} else {
			x.CallValue(&cb, args, &r)
		}
		x.Space.Release(&r)
		x.Space.Release(&args[0])
		x.Space.Release(&cb)
	}
	text := ""
	if !a.IsNull(1) {
		text = a.Str(1).String()
	}
	if x.Ini.Bool("assert.exception") {
		if x.HasExc() {
			return
		}
		x.ThrowCode(x.LookupClass("AssertionError", false), text, 1)
		return
	}
	if x.Ini.Bool("assert.warning") {
		// said whatever the callback has thrown
		exc := x.TakeExc()
		if a.IsNull(1) {
			a.Warn("Assertion failed")
		} else {
			a.Warn("%s failed", text)
		}
		if exc != nil {
			x.ThrowObj(exc)
		}
	}
	if x.Ini.Bool("assert.bail") {
		if exc := x.TakeExc(); exc != nil {
			x.ReportException(exc)
		}
		x.ThrowExit(x.ExitStatus)
	}
}

func assertOptions(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	names := map[int64]string{1: "assert.active", 3: "assert.bail", 4: "assert.warning", 5: "assert.exception"}
	opt := a.Int(0)
	set := a.Len() > 1
	if opt == 2 {
		s := assertOf(x)
		switch {
		case s.callback.Type() > zval.Null:
			ret.CopyFrom(&s.callback)
		case x.Ini.String("assert.callback") != "":
			setStr(x, ret, x.Ini.String("assert.callback"))
		}
		if set {
			x.Space.Release(&s.callback)
			s.callback.CopyFrom(a.Val(1).Deref())
		}
		return
	}
	name, ok := names[opt]
	if !ok {
		a.ValueError(0, "must be an ASSERT_* constant")
		return
	}
	if x.Ini.Bool(name) {
		ret.SetLong(1)
	} else {
		ret.SetLong(0)
	}
	if set {
		s := x.ToStr(a.Val(1))
		x.Ini.Force(name, s.String())
		x.Space.ReleaseStr(s)
	}
}
