package zend

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func hostFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "getenv(?string $name = null, bool $local_only = false): string|array|false", Fn: getenv},
		{Sig: "putenv(string $assignment): bool", Fn: putenv},
		{Sig: "getmypid(): int|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(x.Host.PID())) }},
		{Sig: "gethostname(): string|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, x.Host.Hostname()) }},
	}
}

// environ is the program's copy of the environment.
type environ struct {
	keys []string
	vals map[string]string
}

type environKey struct{}

// Environ returns the program's environment in order of first setting.
func env(x *rt.Exec) *environ {
	return rt.State(x, environKey{}, func() *environ {
		e := &environ{vals: map[string]string{}}
		for _, kv := range x.Host.Env() {
			k, v, _ := strings.Cut(kv, "=")
			e.set(k, v)
		}
		return e
	})
}

func (e *environ) set(k, v string) {
	if _, ok := e.vals[k]; !ok {
		e.keys = append(e.keys, k)
	}
	e.vals[k] = v
}

func getenv(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	e := env(x)
	if a.IsNull(0) {
		t := x.Space.NewHash(len(e.keys))
		for _, k := range e.keys {
			if v, ok := e.vals[k]; ok {
				s := zval.StrValue(x.Space.NewString(v))
				x.Space.SetSymGo(t, k, &s)
			}
		}
		ret.SetArr(t)
		return
	}
	v, ok := e.vals[a.View(0)]
	if !ok {
		ret.SetBool(false)
		return
	}
	setStr(x, ret, v)
}

func putenv(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := a.Str(0).String()
	if s == "" || s[0] == '=' {
		a.ValueError(0, "must have a valid syntax")
		return
	}
	k, v, has := strings.Cut(s, "=")
	e := env(x)
	if !has {
		if _, ok := e.vals[k]; ok {
			delete(e.vals, k)
			for i, n := range e.keys {
				if n == k {
					e.keys = append(e.keys[:i], e.keys[i+1:]...)
					break
				}
			}
		}
	} else {
		e.set(k, v)
	}
	ret.SetBool(true)
}
