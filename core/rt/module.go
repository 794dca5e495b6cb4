package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// DeprecatedConst wraps a ConstDecl's value: reading the constant raises
// "Constant X is deprecated" followed by Note.
type DeprecatedConst struct {
	Value any
	Note  string
}

// builtinRef names a declared builtin that may not have been materialised.
type builtinRef struct {
	mod *Module
	fn  *FuncDecl
}

// Register adds a module to the executor. Functions are only indexed by name;
// their signatures are parsed on first use.
func (x *Exec) Register(m *Module) {
	lc := strings.ToLower(m.Name)
	x.modules = append(x.modules, m)
	if _, dup := x.modByLC[lc]; !dup {
		x.modByLC[lc] = m
	}
	for i := range m.Ini {
		x.Ini.declare(&m.Ini[i], m)
	}
	for i := range m.Consts {
		x.declareConst(&m.Consts[i], m)
	}
	for i := range m.Funcs {
		d := &m.Funcs[i]
		x.builtins[builtinName(d.Sig)] = builtinRef{m, d}
	}
	for i := range m.Classes {
		x.registerClass(m, &m.Classes[i])
	}
	if m.Startup != nil && x.StartTime != 0 {
		m.Startup(x)
	}
}

// builtinName cuts the lower-case function name out of a signature such as
// "strlen(string $string): int", skipping attributes and "function ".
func builtinName(sig string) string {
	for strings.HasPrefix(sig, "#[") {
		end := strings.Index(sig, "] ")
		if end < 0 {
			break
		}
		sig = sig[end+2:]
	}
	for strings.HasPrefix(sig, "#[") {
		i := strings.Index(sig, "] ")
		if i < 0 {
			break
		}
		sig = strings.TrimLeft(sig[i+2:], " ")
	}
	end := strings.IndexByte(sig, '(')
	if end < 0 {
		end = len(sig)
	}
	start := end
	for start > 0 && sig[start-1] != ' ' && sig[start-1] != '&' {
		start--
	}
	return strings.ToLower(sig[start:end])
}

// LookupFunction returns the function of that lower-case name, or nil.
func (x *Exec) LookupFunction(lc string) *Function {
	if f, ok := x.Functions[lc]; ok {
		return f
	}
	b, ok := x.builtins[lc]
	if !ok {
		return nil
	}
	f := x.newBuiltin(b.mod, b.fn, nil)
	x.Functions[lc] = f
	return f
}

// Module returns a loaded extension by name, or nil.
func (x *Exec) Module(name string) *Module { return x.modByLC[strings.ToLower(name)] }

// Modules lists the loaded extensions in load order, each name once: a large
// extension may come in several parts.
func (x *Exec) Modules() []*Module {
	var out []*Module
	for _, m := range x.modules {
		if x.modByLC[strings.ToLower(m.Name)] == m {
			out = append(out, m)
		}
	}
	return out
}

// BuiltinNames calls fn with every declared builtin function's lower-case name and module.
func (x *Exec) BuiltinNames(fn func(lc string, m *Module)) {
	for _, m := range x.modules {
		for i := range m.Funcs {
			fn(builtinName(m.Funcs[i].Sig), m)
		}
	}
}

// goValue turns a declarative Go value into a permanent PHP value.
func (x *Exec) goValue(v any) zval.Value {
	var z zval.Value
	switch v := v.(type) {
	case nil:
		z.SetNull()
	case bool:
		z.SetBool(v)
	case int:
		z.SetLong(int64(v))
	case int64:
		z.SetLong(v)
	case uint32:
		z.SetLong(int64(v))
	case float64:
		z.SetDouble(v)
	case string:
		z.SetStr(x.Space.Intern(v))
	case func(*Exec) zval.Value:
		z = v(x)
	case zval.Value:
		z = v
	default:
		z.SetNull()
	}
	return z
}
