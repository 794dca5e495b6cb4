package zend

import (
	"slices"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// Modules returns what to register: the functions PHP files under Core, and
// those of its standard extension that speak of the engine.
func Modules() []*rt.Module {
	return []*rt.Module{
		{
			Name: "Core", Version: rt.PHPVersion,
			Funcs:  slices.Concat(errorFuncs(), frameFuncs(), gcFuncs(), infoFuncs(), constFuncs(), exitFuncs(), classFuncs()),
			Consts: coreConsts(),
		},
		{Name: "SPL", Version: rt.PHPVersion, Funcs: splFuncs()},
		{
			Name: "standard", Version: rt.PHPVersion,
			Funcs:   slices.Concat(lastErrorFuncs(), iniFuncs(), outputFuncs(), runFuncs(), memoryFuncs(), hostFuncs(), callFuncs(), assertFuncs(), headerFuncs(), miscFuncs(), iniParseFuncs()),
			Consts:  slices.Concat(stdConsts(), assertConsts(), iniParseConsts()),
			Classes: []rt.ClassSpec{{Decl: "class AssertionError extends Error"}},
			Ini:     assertIni(), Shutdown: func(x *rt.Exec) { assertShutdown(x); headerShutdown(x) },
		},
	}
}

// setStr, setArr and friends fill a result slot.
func setStr(x *rt.Exec, ret *zval.Value, s string) { ret.SetStr(x.Space.NewString(s)) }

// add stores a value under a string key of a table being built.
func add(x *rt.Exec, t *zval.Table, key string, v zval.Value) { x.Space.SetGo(t, key, &v) }

func addStr(x *rt.Exec, t *zval.Table, key, s string) {
	add(x, t, key, zval.StrValue(x.Space.NewString(s)))
}

func addLong(x *rt.Exec, t *zval.Table, key string, n int64) { add(x, t, key, zval.LongValue(n)) }

// push appends a string to a list being built.
func push(x *rt.Exec, t *zval.Table, s string) {
	v := zval.StrValue(x.Space.NewString(s))
	x.Space.Append(t, &v)
}
