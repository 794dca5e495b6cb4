package zend

import (
	"strings"

	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func errorFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "error_reporting(?int $error_level = null): int", Fn: errorReporting},
		{Sig: "trigger_error(string $message, int $error_level = E_USER_NOTICE): true", Fn: triggerError},
		{Sig: "user_error(string $message, int $error_level = E_USER_NOTICE): true", Fn: triggerError},
		{Sig: "set_error_handler(?callable $callback, int $error_levels = E_ALL)", Fn: setErrorHandler},
		{Sig: "restore_error_handler(): true", Fn: restoreErrorHandler},
		{Sig: "get_error_handler(): ?callable", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { *ret = x.ErrorHandler() }},
		{Sig: "set_exception_handler(?callable $callback)", Fn: setExceptionHandler},
		{Sig: "restore_exception_handler(): true", Fn: restoreExceptionHandler},
		{Sig: "get_exception_handler(): ?callable", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { *ret = x.ExceptionHandler() }},
		{Sig: "debug_backtrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array", Fn: debugBacktrace},
		{Sig: "debug_print_backtrace(int $options = 0, int $limit = 0): void", Fn: debugPrintBacktrace},
	}
}

func lastErrorFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "error_get_last(): ?array", Fn: errorGetLast},
		{Sig: "error_clear_last(): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.ClearLast() }},
		{Sig: "error_log(string $message, int $message_type = 0, ?string $destination = null, ?string $additional_headers = null): bool", Fn: errorLog},
	}
}

func errorReporting(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetLong(int64(x.Errors.Level))
	if a.Len() > 0 && !a.IsNull(0) && int(a.Int(0)) != x.Errors.Level {
		x.Ini.Set("error_reporting", itoa(a.Int(0)), rt.IniRuntime)
	}
}

func triggerError(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	level := int(a.Int(1))
	switch level {
	case rt.EUserError:
		x.Deprecated("Passing E_USER_ERROR to trigger_error() is deprecated since 8.4, throw an exception or call exit with a string message instead")
		if x.HasExc() {
			return
		}
	case rt.EUserWarning, rt.EUserNotice, rt.EUserDeprecated:
	default:
		a.ValueError(1, "must be one of E_USER_ERROR, E_USER_WARNING, E_USER_NOTICE, or E_USER_DEPRECATED")
		return
	}
	x.Raise(level, "%s", a.Str(0).String())
	ret.SetBool(true)
}

func setErrorHandler(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	*ret = x.SetErrorHandler(a.Val(0), int(a.Int(1)))
}

func restoreErrorHandler(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.RestoreErrorHandler()
	ret.SetBool(true)
}

func setExceptionHandler(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	*ret = x.SetExceptionHandler(a.Val(0))
}

func restoreExceptionHandler(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	x.RestoreExceptionHandler()
	ret.SetBool(true)
}

func debugBacktrace(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	ret.SetArr(x.Backtrace(1, int(a.Int(0)), int(a.Int(1))))
}

func debugPrintBacktrace(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Backtrace(1, int(a.Int(0))&rt.TraceNoArgs, int(a.Int(1)))
	text := x.TraceText(t)
	x.Space.ReleaseArr(t)
	// the list ends without the line for {main}
	if i := strings.LastIndexByte(text, '#'); i >= 0 {
		text = text[:i]
	}
	x.Out.WriteString(text)
}

func errorGetLast(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	l := x.Errors.Last
	if l == nil {
		return
	}
	t := x.Space.NewHash(5)
	addLong(x, t, "type", int64(l.Type))
	addStr(x, t, "message", l.Message)
	addStr(x, t, "file", l.File)
	addLong(x, t, "line", int64(l.Line))
	if l.Trace.Type() == zval.ArrayT {
		var v zval.Value
		v.CopyFrom(&l.Trace)
		add(x, t, "trace", v)
	}
	ret.SetArr(t)
}

func errorLog(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	msg := a.Str(0).String()
	switch a.Int(1) {
	case 0, 4:
		x.Log(msg)
	case 3:
		f, err := x.Host.FS().OpenFile(x.AbsPath(a.Str(2).String()), 0x441, 0o644)
		if err != nil {
			a.Warn("Failed to open stream: No such file or directory")
			ret.SetBool(false)
			return
		}
		f.Write([]byte(msg))
		f.Close()
	case 1:
		ret.SetBool(false)
		return
	default:
		a.Warn("TCP/IP option not available!")
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
}
