package zend

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

// HTTP headers. On the command line there is nobody to send them to: they are
// checked, the status is kept, and the list stays empty.

type headerState struct {
	code     int
	callback zval.Value
}

type headerKey struct{}

func headersOf(x *rt.Exec) *headerState {
	return rt.State(x, headerKey{}, func() *headerState { return &headerState{} })
}

func headerFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "header(string $header, bool $replace = true, int $response_code = 0): void", Fn: header},
		{Sig: "header_remove(?string $name = null): void", Fn: headerRemove},
		{Sig: "headers_sent(&$filename = null, &$line = null): bool", Fn: headersSent},
		{Sig: "headers_list(): array", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetArr(x.Space.EmptyArray()) }},
		{Sig: "http_response_code(int $response_code = 0): int|bool", Fn: httpResponseCode},
		{Sig: "header_register_callback(callable $callback): bool", Fn: headerCallback},
		{Sig: "setcookie(string $name, string $value = \"\", array|int $expires_or_options = 0, string $path = \"\", string $domain = \"\", bool $secure = false, bool $httponly = false): bool", Fn: setcookie},
		{Sig: "setrawcookie(string $name, string $value = \"\", array|int $expires_or_options = 0, string $path = \"\", string $domain = \"\", bool $secure = false, bool $httponly = false): bool", Fn: setcookie},
	}
}

// mayHeader warns when headers can no longer be changed.
func mayHeader(x *rt.Exec) bool {
	if !x.Out.Started() {
		return true
	}
	if x.Out.StartFile != "" {
		x.Warning("Cannot modify header information - headers already sent by (output started at %s:%d)", x.Out.StartFile, x.Out.StartLine)
	} else {
		x.Warning("Cannot modify header information - headers already sent")
	}
	return false
}

func header(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if !mayHeader(x) {
		return
	}
	h := headersOf(x)
	line := strings.TrimRight(a.Str(0).String(), " \t\r\n\v\f")
	if i := strings.IndexAny(line, "\r\n\x00"); i >= 0 {
		if line[i] == 0 {
			x.Warning("Header may not contain NUL bytes")
		} else {
			x.Warning("Header may not contain more than a single header, new line detected")
		}
		return
	}
	if len(line) >= 5 && strings.EqualFold(line[:5], "HTTP/") {
		if f := strings.Fields(line); len(f) > 1 {
			n := 0
			for _, c := range f[1] {
				if c < '0' || c > '9' {
					break
				}
				n = n*10 + int(c-'0')
			}
			h.code = n
		}
		return
	}
	if name, _, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "Location") && (h.code < 300 || h.code > 399) && h.code != 201 {
		h.code = 302
	}
	if n := a.Int(2); n != 0 {
		h.code = int(n)
	}
}

func headerRemove(x *rt.Exec, a *rt.Args, ret *zval.Value) { mayHeader(x) }

func headersSent(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	sent := x.Out.Started()
	file, line := "", 0
	if sent {
		file, line = x.Out.StartFile, x.Out.StartLine
	}
	if a.Has(1) {
		v := zval.LongValue(int64(line))
		if !a.SetRef(1, &v) {
			return
		}
	}
	if a.Has(0) {
		v := zval.StrValue(x.Space.NewString(file))
		if !a.SetRef(0, &v) {
			return
		}
	}
	ret.SetBool(sent)
}

func httpResponseCode(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := headersOf(x)
	old := h.code
	if n := a.Int(0); n != 0 {
		if x.Out.Started() {
			if x.Out.StartFile != "" {
				a.Warn("Cannot set response code - headers already sent (output started at %s:%d)", x.Out.StartFile, x.Out.StartLine)
			} else {
				a.Warn("Cannot set response code - headers already sent")
			}
			ret.SetBool(false)
			return
		}
		h.code = int(n)
		if old == 0 {
			ret.SetBool(true)
			return
		}
	}
	if old == 0 {
		ret.SetBool(false)
		return
	}
	ret.SetLong(int64(old))
}

func headerCallback(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := headersOf(x)
	x.Space.Release(&h.callback)
	h.callback.CopyFrom(a.Val(0).Deref())
	ret.SetBool(true)
}

// headerShutdown calls the callback, as the headers would be sent now.
func headerShutdown(x *rt.Exec) {
	h := headersOf(x)
	cb := h.callback
	h.callback.SetUndef()
	if cb.Type() != zval.Undef {
		x.Space.Release(&cb)
	}
}

func setcookie(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetBool(false)
	name := a.Str(0).String()
	if name == "" {
		a.ValueError(0, "cannot be empty")
		return
	}
	if strings.ContainsAny(name, "=,; \t\r\n\013\014") {
		a.ValueError(0, "cannot contain \"=\", \",\", \";\", \" \", \"\\t\", \"\\r\", \"\\n\", \"\\013\", or \"\\014\"")
		return
	}
	if a.Fn.Name == "setrawcookie" && strings.ContainsAny(a.Str(1).String(), ",; \t\r\n\013\014") {
		a.ValueError(1, "cannot contain \",\", \";\", \" \", \"\\t\", \"\\r\", \"\\n\", \"\\013\", or \"\\014\"")
		return
	}
	if t := a.Arr(2); t != nil {
		if a.Len() > 3 {
			x.ThrowArgumentCountError("%s(): Expects exactly 3 arguments when argument #3 ($expires_or_options) is an array", a.Fn.Name)
			return
		}
		for it := t.Iter(); it.Next(); {
			k, _ := it.Key()
			if k == nil {
				x.ThrowValueError("%s(): option array cannot have numeric keys", a.Fn.Name)
				return
			}
			switch strings.ToLower(k.String()) {
			case "expires", "path", "domain", "secure", "httponly", "samesite", "partitioned":
			default:
				x.ThrowValueError("%s(): option \"%s\" is invalid", a.Fn.Name, k.String())
				return
			}
		}
	}
	ret.SetBool(mayHeader(x))
}
