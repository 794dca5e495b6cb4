package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// The superglobals of a program on the command line. Those of a web request
// are empty; $_SERVER, $_ENV and $_REQUEST are made when code that names them
// is compiled.

func (x *Exec) startGlobals() {
	for _, name := range [...]string{"_GET", "_POST", "_COOKIE", "_FILES"} {
		v := zval.ArrValue(x.Space.NewTable(0))
		x.Space.Set(x.Globals, x.Space.Intern(name), &v)
	}
	if x.Ini.Bool("register_argc_argv") {
		v := zval.ArrValue(x.argv())
		x.Space.Set(x.Globals, x.known.argv, &v)
		v.SetLong(int64(len(x.Args)))
		x.Space.Set(x.Globals, x.known.argc, &v)
	}
}

func (x *Exec) argv() *zval.Table {
	t := x.Space.NewPacked(len(x.Args))
	for _, a := range x.Args {
		v := strValue(x.Space.NewString(a))
		x.Space.Append(t, &v)
	}
	return t
}

// AutoGlobal makes one of the superglobals that are made on demand.
func (x *Exec) AutoGlobal(name string) {
	key := x.Space.Intern(name)
	if x.Globals == nil || x.Globals.Find(key) != nil || x.made[name] {
		return
	}
	if x.made == nil {
		x.made = make(map[string]bool)
	}
	x.made[name] = true
	t := x.Space.NewTable(0)
	order := strings.ToUpper(x.Ini.String("variables_order"))
	switch name {
	case "_ENV":
		if strings.Contains(order, "E") {
			x.putEnv(t)
		}
	case "_SERVER":
		if strings.Contains(order, "S") {
			x.putEnv(t)
			x.putServer(t)
		}
	}
	v := zval.ArrValue(t)
	x.Space.Set(x.Globals, key, &v)
}

func (x *Exec) putEnv(t *zval.Table) {
	for _, kv := range x.Host.Env() {
		if k, val, ok := strings.Cut(kv, "="); ok && k != "" {
			v := strValue(x.Space.NewString(val))
			x.Space.SetSymGo(t, k, &v)
		}
	}
}

func (x *Exec) putServer(t *zval.Table) {
	put := func(k string, v zval.Value) { x.Space.SetGo(t, k, &v) }
	str := func(k, s string) { put(k, strValue(x.Space.NewString(s))) }
	file := x.ScriptPath
	if strings.HasSuffix(file, " code") {
		file = ""
	}
	str("PHP_SELF", x.ScriptPath)
	str("SCRIPT_NAME", x.ScriptPath)
	str("SCRIPT_FILENAME", file)
	str("PATH_TRANSLATED", file)
	str("DOCUMENT_ROOT", "")
	put("REQUEST_TIME_FLOAT", zval.DoubleValue(float64(x.StartTime/1000)/1e6))
	put("REQUEST_TIME", zval.LongValue(x.StartTime/1e9))
	put("argv", zval.ArrValue(x.argv()))
	put("argc", zval.LongValue(int64(len(x.Args))))
}
