package zend

import (
	"strings"
	"time"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func miscFuncs() []rt.FuncDecl {
	no := func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(false) }
	return []rt.FuncDecl{
		{Sig: "register_tick_function(callable $callback, mixed ...$args): bool", Fn: registerTick},
		{Sig: "unregister_tick_function(callable $callback): void", Fn: unregisterTick},
		{Sig: "time_sleep_until(float $timestamp): bool", Fn: sleepUntil},
		{Sig: "gettimeofday(bool $as_float = false): array|float", Fn: gettimeofday},
		{Sig: "get_current_user(): string", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, env(x).vals["USER"]) }},
		{Sig: "getmyuid(): int|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(0) }},
		{Sig: "getmygid(): int|false", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(0) }},
		{Sig: "getmyinode(): int|false", Fn: no},
		{Sig: "getlastmod(): int|false", Fn: getlastmod},
		{Sig: "sys_get_temp_dir(): string", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			if d := x.Ini.String("sys_temp_dir"); d != "" {
				setStr(x, ret, d)
				return
			}
			setStr(x, ret, strings.TrimSuffix(x.Host.FS().TempDir(), "/"))
		}},
		{Sig: "is_uploaded_file(string $filename): bool", Fn: no},
		{Sig: "move_uploaded_file(string $from, string $to): bool", Fn: no},
		{Sig: "cli_set_process_title(string $title): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			titleOf(x).text = a.Str(0).String()
			ret.SetBool(true)
		}},
		{Sig: "cli_get_process_title(): ?string", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { setStr(x, ret, titleOf(x).text) }},
		{Sig: "getopt(string $short_options, array $long_options = [], &$rest_index = null): array|false", Fn: getopt},
	}
}

type title struct{ text string }

type titleKey struct{}

func titleOf(x *rt.Exec) *title { return rt.State(x, titleKey{}, func() *title { return &title{} }) }

func registerTick(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.AddTick(a.Val(0).Deref(), a.Rest(1))
	ret.SetBool(true)
}

func unregisterTick(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.DropTick(a.Val(0).Deref()) }

func sleepUntil(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	d := a.Float(0) - float64(x.Host.Now().UnixNano())/1e9
	if d <= 0 {
		a.Warn("Argument #1 ($timestamp) must be greater than or equal to the current time")
		ret.SetBool(false)
		return
	}
	pause(x, time.Duration(d*1e9))
	ret.SetBool(true)
}

func gettimeofday(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	now := x.Host.Now()
	us := int64(now.Nanosecond() / 1000)
	if a.Bool(0) {
		ret.SetDouble(float64(now.Unix()) + float64(us)/1e6)
		return
	}
	t := x.Space.NewHash(4)
	addLong(x, t, "sec", now.Unix())
	addLong(x, t, "usec", us)
	addLong(x, t, "minuteswest", 0)
	addLong(x, t, "dsttime", 0)
	ret.SetArr(t)
}

func getlastmod(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	st, err := x.Host.FS().Stat(x.AbsPath(x.ScriptPath))
	if err != nil {
		ret.SetBool(false)
		return
	}
	ret.SetLong(st.ModTime().Unix())
}

// getopt reads the program's arguments by PHP's rules: options may be repeated,
// ':' wants a value, '::' takes one when it is attached.
func getopt(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	const none, required, optional = 0, 1, 2
	long := map[string]int{}
	if t := a.Arr(1); t != nil {
		for it := t.Iter(); it.Next(); {
			s := x.ToStr(it.Value().Deref())
			name := s.String()
			x.Space.ReleaseStr(s)
			kind := none
			switch {
			case strings.HasSuffix(name, "::"):
				kind = optional
			case strings.HasSuffix(name, ":"):
				kind = required
			}
			long[strings.TrimRight(name, ":")] = kind
		}
	}
	short := map[byte]int{}
	spec := a.Str(0).String()
	for i := 0; i < len(spec); i++ {
		c := spec[i]
		if c == ':' {
			continue
		}
		switch rest := spec[i+1:]; {
		case strings.HasPrefix(rest, "::"):
			short[c] = optional
		case strings.HasPrefix(rest, ":"):
			short[c] = required
		default:
			short[c] = none
		}
	}
	out := x.Space.NewHash(8)
	put := func(name, val string, has bool) {
		v := zval.BoolValue(false)
		if has {
			v = zval.StrValue(x.Space.NewString(val))
		}
		old := out.FindSymGo(name)
		if old == nil {
			x.Space.SetSymGo(out, name, &v)
			return
		}
		if old.Type() != zval.ArrayT {
			t := x.Space.NewPacked(2)
			first := *old
			x.Space.Append(t, &first)
			old.SetArr(t)
		}
		x.Space.Append(x.Space.Separate(old), &v)
	}
	args := x.Args
	i := 1
loop:
	for ; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			i++
			break loop
		case strings.HasPrefix(arg, "--"):
			name, val, has := strings.Cut(arg[2:], "=")
			kind, known := long[name]
			switch {
			case !known:
			case kind == none:
				put(name, "", false)
			case has:
				put(name, val, true)
			case kind == optional:
				put(name, "", false)
			case i+1 < len(args):
				i++
				put(name, args[i], true)
			}
		case len(arg) > 1 && arg[0] == '-':
			for j := 1; j < len(arg); j++ {
				kind, known := short[arg[j]]
				name := arg[j : j+1]
				if !known {
					continue
				}
				if kind == none {
					put(name, "", false)
					continue
				}
				rest := strings.TrimPrefix(arg[j+1:], "=")
				switch {
				case rest != "":
					put(name, rest, true)
				case kind == optional:
					put(name, "", false)
				case i+1 < len(args):
					i++
					put(name, args[i], true)
				}
				break
			}
		default:
			break loop
		}
	}
	if a.Has(2) {
		v := zval.LongValue(int64(i))
		a.SetRef(2, &v)
	}
	ret.SetArr(out)
}
