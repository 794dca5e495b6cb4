package zend

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func iniFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "ini_get(string $option): string|false", Fn: iniGet},
		{Sig: "ini_set(string $option, string|int|float|bool|null $value): string|false", Fn: iniSet},
		{Sig: "ini_alter(string $option, string|int|float|bool|null $value): string|false", Fn: iniSet},
		{Sig: "ini_restore(string $option): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Ini.Restore(a.Str(0).String()) }},
		{Sig: "ini_get_all(?string $extension = null, bool $details = true): array|false", Fn: iniGetAll},
		{Sig: "ini_parse_quantity(string $shorthand): int", Fn: iniParseQuantity},
		{Sig: "get_cfg_var(string $option): string|array|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(false) }},
		{Sig: "set_include_path(string $include_path): string|false", Fn: setIncludePath},
		{Sig: "get_include_path(): string|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, x.Ini.IncludePath) }},
		{Sig: "php_ini_loaded_file(): string|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(false) }},
		{Sig: "php_ini_scanned_files(): string|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(false) }},
	}
}

func iniGet(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v, ok := x.Ini.Get(a.View(0))
	if !ok {
		ret.SetBool(false)
		return
	}
	setStr(x, ret, v)
}

func iniSet(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	s := x.ToStr(a.Val(1))
	val := s.String()
	x.Space.ReleaseStr(s)
	old, ok := x.Ini.Set(name, val, rt.IniRuntime)
	if x.HasExc() {
		return
	}
	if !ok {
		ret.SetBool(false)
		return
	}
	setStr(x, ret, old)
}

func iniGetAll(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	module := ""
	if !a.IsNull(0) {
		module = a.Str(0).String()
		if x.Module(module) == nil {
			a.Warn("Extension \"%s\" cannot be found", module)
			ret.SetBool(false)
			return
		}
	}
	text := func(s string, null bool) zval.Value {
		if null {
			return zval.NullValue()
		}
		return zval.StrValue(x.Space.NewString(s))
	}
	t := x.Space.NewHash(128)
	for _, e := range x.Ini.All(module) {
		if !a.Bool(1) {
			add(x, t, e.Name, text(e.Local, e.LocalNull))
			continue
		}
		d := x.Space.NewHash(3)
		add(x, d, "global_value", text(e.Global, e.GlobalNull))
		add(x, d, "local_value", text(e.Local, e.LocalNull))
		addLong(x, d, "access", int64(e.Access))
		add(x, t, e.Name, zval.ArrValue(d))
	}
	ret.SetArr(t)
}

func iniParseQuantity(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n, complaint := rt.ParseQuantity(a.Str(0).String())
	if complaint != "" {
		x.Warning("%s", complaint)
	}
	ret.SetLong(n)
}

func setIncludePath(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	v := a.Str(0).String()
	if strings.IndexByte(v, 0) >= 0 {
		a.ValueError(0, "must not contain any null bytes")
		return
	}
	old, ok := x.Ini.Set("include_path", v, rt.IniRuntime)
	if !ok {
		ret.SetBool(false)
		return
	}
	setStr(x, ret, old)
}
