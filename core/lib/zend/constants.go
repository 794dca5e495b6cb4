package zend

import (
	"math"
	"runtime"
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func coreConsts() []rt.ConstDecl {
	return []rt.ConstDecl{
		{Name: "TRUE", Value: true}, {Name: "FALSE", Value: false}, {Name: "NULL", Value: nil},
		{Name: "E_ERROR", Value: rt.EError}, {Name: "E_WARNING", Value: rt.EWarning}, {Name: "E_PARSE", Value: rt.EParse},
		{Name: "E_NOTICE", Value: rt.ENotice}, {Name: "E_CORE_ERROR", Value: rt.ECoreError}, {Name: "E_CORE_WARNING", Value: rt.ECoreWarning},
		{Name: "E_COMPILE_ERROR", Value: rt.ECompileError}, {Name: "E_COMPILE_WARNING", Value: rt.ECompileWarning},
		{Name: "E_USER_ERROR", Value: rt.EUserError}, {Name: "E_USER_WARNING", Value: rt.EUserWarning}, {Name: "E_USER_NOTICE", Value: rt.EUserNotice},
		{Name: "E_STRICT", Value: rt.DeprecatedConst{Value: rt.EStrict, Note: " since 8.4, the error level was removed"}},
		{Name: "E_RECOVERABLE_ERROR", Value: rt.ERecoverable}, {Name: "E_DEPRECATED", Value: rt.EDeprecated},
		{Name: "E_USER_DEPRECATED", Value: rt.EUserDeprecated}, {Name: "E_ALL", Value: rt.EAll},
		{Name: "DEBUG_BACKTRACE_PROVIDE_OBJECT", Value: rt.TraceObject}, {Name: "DEBUG_BACKTRACE_IGNORE_ARGS", Value: rt.TraceNoArgs},
		{Name: "ZEND_THREAD_SAFE", Value: false}, {Name: "ZEND_DEBUG_BUILD", Value: false}, {Name: "ZEND_VM_KIND", Value: vmKind},
		{Name: "PHP_VERSION", Value: rt.PHPVersion}, {Name: "PHP_MAJOR_VERSION", Value: 8}, {Name: "PHP_MINOR_VERSION", Value: 5},
		{Name: "PHP_RELEASE_VERSION", Value: rt.PHPVersionID % 100}, {Name: "PHP_EXTRA_VERSION", Value: ""},
		{Name: "PHP_VERSION_ID", Value: rt.PHPVersionID}, {Name: "PHP_ZTS", Value: 0}, {Name: "PHP_DEBUG", Value: 0},
		{Name: "PHP_OS", Value: osName()}, {Name: "PHP_OS_FAMILY", Value: osFamily()},
		{Name: "PHP_SAPI", Value: func(x *rt.Exec) zval.Value { return zval.StrValue(x.Space.Intern(x.SAPI)) }},
		{Name: "PHP_BUILD_DATE", Value: "Jan  1 2026 00:00:00"}, {Name: "PHP_BUILD_PROVIDER", Value: "ebb"},
		{Name: "PHP_MANDIR", Value: "/usr/share/man"}, {Name: "DEFAULT_INCLUDE_PATH", Value: ".:/usr/share/php"},
		{Name: "PEAR_INSTALL_DIR", Value: "/usr/share/php"}, {Name: "PEAR_EXTENSION_DIR", Value: "/usr/lib/php/20250925"},
		{Name: "PHP_EXTENSION_DIR", Value: "/usr/lib/php/20250925"}, {Name: "PHP_PREFIX", Value: "/usr"}, {Name: "PHP_BINDIR", Value: "/usr/bin"},
		{Name: "PHP_SBINDIR", Value: "/usr/sbin"}, {Name: "PHP_LIBDIR", Value: "/usr/lib/php"}, {Name: "PHP_DATADIR", Value: "/usr/share"},
		{Name: "PHP_LOCALSTATEDIR", Value: "/var"}, {Name: "PHP_SYSCONFDIR", Value: "/etc"}, {Name: "PHP_CONFIG_FILE_PATH", Value: "/etc/php"},
		{Name: "PHP_CONFIG_FILE_SCAN_DIR", Value: ""}, {Name: "PHP_SHLIB_SUFFIX", Value: "so"},
		{Name: "PHP_EOL", Value: "\n"}, {Name: "PHP_MAXPATHLEN", Value: 4096},
		{Name: "PHP_INT_MAX", Value: int64(math.MaxInt64)}, {Name: "PHP_INT_MIN", Value: int64(math.MinInt64)}, {Name: "PHP_INT_SIZE", Value: 8},
		{Name: "PHP_FD_SETSIZE", Value: 1024}, {Name: "PHP_FLOAT_DIG", Value: 15}, {Name: "PHP_FLOAT_EPSILON", Value: 2.220446049250313e-16},
		{Name: "PHP_FLOAT_MAX", Value: math.MaxFloat64}, {Name: "PHP_FLOAT_MIN", Value: 2.2250738585072014e-308},
		{Name: "PHP_BINARY", Value: func(x *rt.Exec) zval.Value { return zval.StrValue(x.Space.Intern(x.Ini.String("ebb.binary"))) }},
		{Name: "PHP_CLI_PROCESS_TITLE", Value: true},
		{Name: "PHP_OUTPUT_HANDLER_START", Value: rt.ObStart}, {Name: "PHP_OUTPUT_HANDLER_WRITE", Value: rt.ObWrite},
		{Name: "PHP_OUTPUT_HANDLER_CONT", Value: rt.ObWrite}, {Name: "PHP_OUTPUT_HANDLER_FLUSH", Value: rt.ObFlush},
		{Name: "PHP_OUTPUT_HANDLER_CLEAN", Value: rt.ObClean}, {Name: "PHP_OUTPUT_HANDLER_FINAL", Value: rt.ObFinal},
		{Name: "PHP_OUTPUT_HANDLER_END", Value: rt.ObFinal}, {Name: "PHP_OUTPUT_HANDLER_CLEANABLE", Value: rt.ObCleanable},
		{Name: "PHP_OUTPUT_HANDLER_FLUSHABLE", Value: rt.ObFlushable}, {Name: "PHP_OUTPUT_HANDLER_REMOVABLE", Value: rt.ObRemovable},
		{Name: "PHP_OUTPUT_HANDLER_STDFLAGS", Value: rt.ObStdFlags}, {Name: "PHP_OUTPUT_HANDLER_STARTED", Value: rt.ObStarted},
		{Name: "PHP_OUTPUT_HANDLER_DISABLED", Value: rt.ObDisabled}, {Name: "PHP_OUTPUT_HANDLER_PROCESSED", Value: rt.ObProcessed},
		{Name: "UPLOAD_ERR_OK", Value: 0}, {Name: "UPLOAD_ERR_INI_SIZE", Value: 1}, {Name: "UPLOAD_ERR_FORM_SIZE", Value: 2},
		{Name: "UPLOAD_ERR_PARTIAL", Value: 3}, {Name: "UPLOAD_ERR_NO_FILE", Value: 4}, {Name: "UPLOAD_ERR_NO_TMP_DIR", Value: 6},
		{Name: "UPLOAD_ERR_CANT_WRITE", Value: 7}, {Name: "UPLOAD_ERR_EXTENSION", Value: 8},
	}
}

func stdConsts() []rt.ConstDecl {
	return []rt.ConstDecl{
		{Name: "CONNECTION_ABORTED", Value: 1}, {Name: "CONNECTION_NORMAL", Value: 0}, {Name: "CONNECTION_TIMEOUT", Value: 2},
		{Name: "INI_USER", Value: rt.IniUser}, {Name: "INI_PERDIR", Value: rt.IniPerDir}, {Name: "INI_SYSTEM", Value: rt.IniSystem},
		{Name: "INI_ALL", Value: rt.IniAll}, {Name: "DIRECTORY_SEPARATOR", Value: "/"}, {Name: "PATH_SEPARATOR", Value: ":"},
	}
}

// vmKind names the dispatch method: of the tiers only the loop is fixed here.
const vmKind = "ZEND_VM_KIND_CALL"

// The WebAssembly build calls its operating system Linux: its files and paths
// are POSIX ones.
func osName() string {
	switch runtime.GOOS {
	case "darwin":
		return "Darwin"
	case "windows":
		return "WINNT"
	case "freebsd":
		return "FreeBSD"
	}
	return "Linux"
}

func osFamily() string {
	switch runtime.GOOS {
	case "darwin":
		return "Darwin"
	case "windows":
		return "Windows"
	case "freebsd":
		return "BSD"
	}
	return "Linux"
}

func constFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "define(string $constant_name, mixed $value, bool $case_insensitive = false): bool", Fn: define},
		{Sig: "defined(string $constant_name): bool", Fn: defined},
		{Sig: "constant(string $name): mixed", Fn: constant},
		{Sig: "get_defined_constants(bool $categorize = false): array", Fn: getDefinedConstants},
	}
}

func define(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	ret.SetBool(false)
	if strings.Contains(name, "::") {
		a.ValueError(0, "cannot be a class constant")
		return
	}
	if a.Bool(2) {
		a.Warn("Argument #3 ($case_insensitive) is ignored since declaration of case-insensitive constants is no longer supported")
		if x.HasExc() {
			return
		}
	}
	if t := findRecursive(a.Val(1).Deref(), 0); t {
		a.ValueError(1, "cannot be a recursive array")
		return
	}
	if strings.EqualFold(name, "__COMPILER_HALT_OFFSET__") {
		x.Warning("Constant %s already defined, this will be an error in PHP 9", name)
		return
	}
	v := a.Val(1).Deref()
	var own zval.Value
	if v.Type() == zval.ArrayT && hasRefs(v.Arr()) {
		own.SetArr(withoutRefs(x, v.Arr()))
		v = &own
	}
	ret.SetBool(x.DefineConstant(strings.TrimPrefix(name, "\\"), v))
	x.Space.Release(&own)
}

// hasRefs reports an array with references in it, at any depth. The array is
// known not to contain itself.
func hasRefs(t *zval.Table) bool {
	for i := uint32(0); i < t.Used; i++ {
		v := t.SlotAt(i)
		if v.Type() == zval.ReferenceT || v.Type() == zval.ArrayT && !v.Arr().Immutable() && hasRefs(v.Arr()) {
			return true
		}
	}
	return false
}

// withoutRefs copies an array with its references replaced by their values.
func withoutRefs(x *rt.Exec, t *zval.Table) *zval.Table {
	out := x.Space.NewTable(t.Len())
	for it := t.Iter(); it.Next(); {
		v := it.Value().Deref()
		var c zval.Value
		if v.Type() == zval.ArrayT && hasRefs(v.Arr()) {
			c.SetArr(withoutRefs(x, v.Arr()))
		} else {
			c.CopyFrom(v)
		}
		if k, n := it.Key(); k != nil {
			x.Space.Set(out, k, &c)
		} else {
			x.Space.SetLong(out, n, &c)
		}
	}
	return out
}

// findRecursive reports an array that contains itself.
func findRecursive(v *zval.Value, depth int) bool {
	if v.Type() != zval.ArrayT || v.Arr().Immutable() {
		return false
	}
	t := v.Arr()
	if t.GC.TypeInfo&zval.GCProtected != 0 || depth > 4000 {
		return true
	}
	zval.Deeper(depth)
	t.GC.TypeInfo |= zval.GCProtected
	found := false
	for it := t.Iter(); it.Next() && !found; {
		found = findRecursive(it.Value().Deref(), depth+1)
	}
	t.GC.TypeInfo &^= zval.GCProtected
	return found
}

// classConst splits "Class::NAME".
func classConst(name string) (class, member string, ok bool) {
	i := strings.LastIndex(name, "::")
	if i <= 0 {
		return "", "", false
	}
	return name[:i], name[i+2:], true
}

func defined(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	if class, member, ok := classConst(name); ok {
		var c *rt.Class
		switch strings.ToLower(class) {
		case "self", "parent", "static":
			c = x.FetchScoped(class)
		default:
			c = x.LookupClass(class, true)
		}
		k := (*rt.ClassConst)(nil)
		if c != nil && !x.HasExc() {
			k = c.Const(member)
		}
		ret.SetBool(k != nil && !c.IsTrait() && x.VisibleFrom(k.Flags, k.Class, x.CallerScope()))
		return
	}
	ret.SetBool(x.LookupConstant(name) != nil)
}

func constant(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := a.Str(0).String()
	if class, member, ok := classConst(name); ok {
		c := x.FetchScoped(class)
		if c == nil {
			return
		}
		if v, ok := x.ClassConstant(c, member, x.Scope()); ok && v != nil {
			ret.CopyFrom(v)
		}
		return
	}
	if c := x.FetchConstant(name, ""); c != nil {
		ret.CopyFrom(&c.Value)
	}
}

func getDefinedConstants(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	put := func(t *zval.Table, c *rt.Constant) {
		var v zval.Value
		v.CopyFrom(&c.Value)
		x.Space.SetGo(t, c.Name, &v)
	}
	keys := sortedKeys(x.Constants)
	if !a.Bool(0) {
		t := x.Space.NewHash(len(keys))
		for _, k := range keys {
			put(t, x.Constants[k])
		}
		ret.SetArr(t)
		return
	}
	t := x.Space.NewHash(16)
	group := func(name string, in func(c *rt.Constant) bool) {
		var g *zval.Table
		for _, k := range keys {
			if c := x.Constants[k]; in(c) {
				if g == nil {
					g = x.Space.NewHash(16)
				}
				put(g, c)
			}
		}
		if g != nil {
			add(x, t, name, zval.ArrValue(g))
		}
	}
	for _, m := range x.Modules() {
		group(m.Name, func(c *rt.Constant) bool { return c.Module != nil && c.Module.Name == m.Name })
	}
	group("user", func(c *rt.Constant) bool { return c.Module == nil })
	ret.SetArr(t)
}
