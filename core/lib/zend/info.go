package zend

import (
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func infoFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "zend_version(): string", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, "4.5.4") }},
		{Sig: "extension_loaded(string $extension): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(x.Module(a.View(0)) != nil) }},
		{Sig: "get_loaded_extensions(bool $zend_extensions = false): array", Fn: getLoadedExtensions},
		{Sig: "get_extension_funcs(string $extension): array|false", Fn: getExtensionFuncs},
		{Sig: "get_resource_type($resource): string", Fn: getResourceType},
		{Sig: "get_resource_id($resource): int", Fn: getResourceID},
		{Sig: "get_resources(?string $type = null): array", Fn: getResources},
	}
}

func getLoadedExtensions(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewPacked(16)
	if !a.Bool(0) {
		for _, m := range x.Modules() {
			push(x, t, m.Name)
		}
	}
	ret.SetArr(t)
}

func getExtensionFuncs(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ext := a.View(0)
	if strings.EqualFold(ext, "zend") {
		ext = "core"
	}
	want := x.Module(ext)
	if want == nil {
		ret.SetBool(false)
		return
	}
	t := x.Space.NewPacked(64)
	x.BuiltinNames(func(lc string, m *rt.Module) {
		if strings.EqualFold(m.Name, want.Name) {
			push(x, t, lc)
		}
	})
	if t.Len() == 0 {
		x.Space.FreeTable(t)
		ret.SetBool(false)
		return
	}
	ret.SetArr(t)
}

// resourceArg returns argument 0, which must be a resource.
func resourceArg(x *rt.Exec, a *rt.Args) *zval.Resource {
	v := a.Val(0).Deref()
	if v.Type() != zval.ResourceT {
		a.TypeError(0, "must be of type resource, %s given", x.ValueName(v))
		return nil
	}
	return v.Res()
}

func getResourceType(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if r := resourceArg(x, a); r != nil {
		setStr(x, ret, x.ResourceKind(r))
	}
}

func getResourceID(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if r := resourceArg(x, a); r != nil {
		ret.SetLong(r.Handle)
	}
}

func getResources(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	want := ""
	if !a.IsNull(0) {
		want = a.Str(0).String()
	}
	t := x.Space.NewHash(8)
	x.Resources(func(r *zval.Resource, kind string) {
		if want == "" || want == kind {
			r.GC.RC++
			var v zval.Value
			v.SetRes(r)
			x.Space.SetLong(t, r.Handle, &v)
		}
	})
	ret.SetArr(t)
}

func runFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "register_shutdown_function(callable $callback, mixed ...$args): void", Fn: registerShutdown},
		{Sig: "set_time_limit(int $seconds): bool", Fn: setTimeLimit},
		{Sig: "ignore_user_abort(?bool $enable = null): int", Fn: ignoreUserAbort},
		{Sig: "connection_status(): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(0) }},
		{Sig: "connection_aborted(): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(0) }},
		{Sig: "php_sapi_name(): string|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, x.SAPI) }},
		{Sig: "phpversion(?string $extension = null): string|false", Fn: phpVersion},
		{Sig: "php_uname(string $mode = \"a\"): string", Fn: phpUname},
		{Sig: "sleep(int $seconds): int", Fn: sleep},
		{Sig: "usleep(int $microseconds): void", Fn: usleep},
		{Sig: "time_nanosleep(int $seconds, int $nanoseconds): array|bool", Fn: nanosleep},
		{Sig: "hrtime(bool $as_number = false): array|int|float|false", Fn: hrtime},
		{Sig: "microtime(bool $as_float = false): string|float", Fn: microtime},
		{Sig: "getrusage(int $mode = 0): array|false", Fn: getrusage},
		{Sig: "sys_getloadavg(): array|false", Fn: loadavg},
	}
}

func registerShutdown(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	c := a.Callable(0)
	if c == nil {
		return
	}
	fn := x.Settle(a.Val(0), c)
	x.RegisterShutdown(&fn, a.Rest(1))
	x.Space.Release(&fn)
}

func setTimeLimit(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	_, ok := x.Ini.Set("max_execution_time", itoa(a.Int(0)), rt.IniRuntime)
	ret.SetBool(ok)
}

func ignoreUserAbort(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	old := x.Ini.Bool("ignore_user_abort")
	if !a.IsNull(0) {
		v := "0"
		if a.Bool(0) {
			v = "1"
		}
		x.Ini.Set("ignore_user_abort", v, rt.IniRuntime)
	}
	if old {
		ret.SetLong(1)
	} else {
		ret.SetLong(0)
	}
}

func phpVersion(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.IsNull(0) {
		setStr(x, ret, rt.PHPVersion)
		return
	}
	if m := x.Module(a.View(0)); m != nil {
		v := m.Version
		if v == "" {
			v = rt.PHPVersion
		}
		setStr(x, ret, v)
		return
	}
	ret.SetBool(false)
}

func phpUname(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	m := a.Str(0).String()
	if len(m) != 1 {
		a.ValueError(0, "must be a single character")
		return
	}
	parts := map[byte]string{'s': osName(), 'n': x.Host.Hostname(), 'r': "0", 'v': "ebb", 'm': machine()}
	switch m[0] {
	case 's', 'n', 'r', 'v', 'm':
		setStr(x, ret, parts[m[0]])
	case 'a':
		setStr(x, ret, strings.Join([]string{parts['s'], parts['n'], parts['r'], parts['v'], parts['m']}, " "))
	default:
		a.ValueError(0, "must be one of \"a\", \"m\", \"n\", \"r\", \"s\", or \"v\"")
	}
}

func machine() string {
	switch runtime.GOARCH {
	case "amd64":
		return "x86_64"
	case "arm64":
		return "aarch64"
	}
	return runtime.GOARCH
}

func pause(x *rt.Exec, d time.Duration) {
	x.Out.Flush()
	x.Host.Sleep(d)
}

func sleep(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Int(0)
	if n < 0 {
		a.ValueError(0, "must be greater than or equal to 0")
		return
	}
	pause(x, time.Duration(n)*time.Second)
	ret.SetLong(0)
}

func usleep(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := a.Int(0)
	if n < 0 {
		a.ValueError(0, "must be greater than or equal to 0")
		return
	}
	pause(x, time.Duration(n)*time.Microsecond)
}

func nanosleep(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s, n := a.Int(0), a.Int(1)
	if s < 0 {
		a.ValueError(0, "must be greater than or equal to 0")
		return
	}
	if n < 0 {
		a.ValueError(1, "must be greater than or equal to 0")
		return
	}
	if n > 999999999 {
		x.ThrowValueError("nanoseconds was not in the range 0 to 999 999 999 or seconds was negative")
		return
	}
	pause(x, time.Duration(s)*time.Second+time.Duration(n))
	ret.SetBool(true)
}

func hrtime(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	n := x.Host.Monotonic()
	if a.Bool(0) {
		ret.SetLong(n)
		return
	}
	t := x.Space.NewPacked(2)
	s, r := zval.LongValue(n/1e9), zval.LongValue(n%1e9)
	x.Space.Append(t, &s)
	x.Space.Append(t, &r)
	ret.SetArr(t)
}

func microtime(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	now := x.Host.Now()
	us := now.Nanosecond() / 1000
	if a.Bool(0) {
		ret.SetDouble(float64(now.Unix()) + float64(us)/1e6)
		return
	}
	frac := strconv.Itoa(us)
	setStr(x, ret, "0."+strings.Repeat("0", 6-len(frac))+frac+"00 "+itoa(now.Unix()))
}

func getrusage(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	used := x.Host.Monotonic() - x.StartMono
	t := x.Space.NewHash(16)
	for _, k := range []string{"ru_oublock", "ru_inblock", "ru_msgsnd", "ru_msgrcv", "ru_maxrss", "ru_ixrss", "ru_idrss",
		"ru_minflt", "ru_majflt", "ru_nsignals", "ru_nvcsw", "ru_nivcsw", "ru_nswap"} {
		n := int64(0)
		if k == "ru_maxrss" {
			n = x.Heap.RealPeak() / 1024
		}
		addLong(x, t, k, n)
	}
	addLong(x, t, "ru_utime.tv_usec", used/1000%1e6)
	addLong(x, t, "ru_utime.tv_sec", used/1e9)
	addLong(x, t, "ru_stime.tv_usec", 0)
	addLong(x, t, "ru_stime.tv_sec", 0)
	ret.SetArr(t)
}

func loadavg(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewPacked(3)
	for i := 0; i < 3; i++ {
		v := zval.DoubleValue(0)
		x.Space.Append(t, &v)
	}
	ret.SetArr(t)
}
