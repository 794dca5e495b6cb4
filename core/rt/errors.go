package rt

import (
	"fmt"
	"os"
	"time"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Error levels, E_*.
const (
	EError          = 1
	EWarning        = 2
	EParse          = 4
	ENotice         = 8
	ECoreError      = 16
	ECoreWarning    = 32
	ECompileError   = 64
	ECompileWarning = 128
	EUserError      = 256
	EUserWarning    = 512
	EUserNotice     = 1024
	EStrict         = 2048
	ERecoverable    = 4096
	EDeprecated     = 8192
	EUserDeprecated = 16384
	EAll            = 30719

	// EFatal are the levels that end the program; @ does not hide them.
	EFatal = EError | ECoreError | ECompileError | EUserError | ERecoverable | EParse
	// notCatchable are those a user handler never sees.
	notCatchable = EError | EParse | ECoreError | ECoreWarning | ECompileError | ECompileWarning
)

// handlerSlot is an installed error or exception handler. fn is owned; Undef
// means none.
type handlerSlot struct {
	fn   zval.Value
	mask int
}

// LastError is what error_get_last returns. Trace is an owned array value of
// a fatal error's backtrace, or Undef.
type LastError struct {
	Type    int
	Message string
	File    string
	Line    int
	Trace   zval.Value
}

// ErrorState is an executor's error handling.
type ErrorState struct {
	Level int // error_reporting in force

	handler    handlerSlot
	handlers   []handlerSlot
	exHandler  handlerSlot
	exHandlers []handlerSlot

	Last      *LastError
	repeated  LastError // of ignore_repeated_errors
	reporting int       // nesting of handlers, bounds runaway recursion
	// AtLine and AtFile, when AtFile is set, are where errors are reported
	// instead of the running code: the compiler's position.
	AtFile string
	// unsaid, when not nil, counts messages that are kept back.
	unsaid *int
	AtLine int
}

// bailout unwinds the Go stack to the top of the run after a fatal error.
// Nothing else may be panicked with it, and only runGuarded recovers it.
type bailout struct{}

// Bailout ends the program at once, without destructors of what is running.
func (x *Exec) Bailout() { panic(bailout{}) }

// where tells the file and line of the running code, "" outside of any. While
// a constant expression is evaluated, that is where it was written.
func (x *Exec) where() (string, int) {
	if c := &x.constAt; c.file != "" && c.fp == x.Ctx.FP {
		return c.file, c.line
	}
	return x.frameWhere()
}

// frameWhere is where by frames only.
func (x *Exec) frameWhere() (string, int) {
	for fp := x.Ctx.FP; fp != 0; {
		f := vmstack.At(fp)
		if f.Func != 0 {
			if d := code.FuncAt(f.Func); d.Kind == code.FuncUser {
				line := 0
				if f.Opline != 0 {
					line = int(code.OplineAt(f.Opline).Line)
				}
				op := x.Reg.Funcs[d.ID]
				if line == 0 {
					line = op.LineStart
				}
				return op.File, line
			}
		}
		fp = f.Prev
	}
	return "", 0
}

// File is the file of the running user code, "" outside of any.
func (x *Exec) File() string { f, _ := x.where(); return f }

// Line is the line of the running user code.
func (x *Exec) Line() int { _, l := x.where(); return l }

// Raise reports an error of a level at the running code. It may run PHP (the
// user's handler), and does not return when the level is fatal.
func (x *Exec) Raise(level int, format string, args ...any) {
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	file, line := x.Errors.AtFile, x.Errors.AtLine
	if file == "" {
		file, line = x.where()
	}
	x.RaiseAt(level, file, line, msg)
}

// Warning, Notice and Deprecated report at the running code. May run PHP.
func (x *Exec) Warning(format string, args ...any) { x.Raise(EWarning, format, args...) }

// Notice reports an E_NOTICE.
func (x *Exec) Notice(format string, args ...any) { x.Raise(ENotice, format, args...) }

// Deprecated reports an E_DEPRECATED.
func (x *Exec) Deprecated(format string, args ...any) { x.Raise(EDeprecated, format, args...) }

// FatalError reports an E_ERROR and ends the program.
func (x *Exec) FatalError(format string, args ...any) {
	x.Raise(EError, format, args...)
	x.Bailout()
}

// CompileErr reports an E_COMPILE_ERROR at a place and ends the program.
func (x *Exec) CompileErr(file string, line int, msg string) {
	x.RaiseAt(ECompileError, file, line, msg)
	x.Bailout()
}

// funcPrefix is "name(): " of the running internal function, or "" outside of
// one. Constructs that are not functions name themselves: include, eval.
func (x *Exec) funcPrefix() string {
	if f := x.Frame(); f != nil && f.Func != 0 {
		d := code.FuncAt(f.Func)
		if d.Kind == code.FuncInternal {
			fn := x.FuncOf(d)
			return fn.FullName() + "(): "
		}
	}
	return ""
}

// FuncWarning reports with the running internal function's name before the message.
func (x *Exec) FuncWarning(format string, args ...any) {
	x.Raise(EWarning, "%s", x.funcPrefix()+sprintf(format, args))
}

// FuncNotice is FuncWarning at E_NOTICE.
func (x *Exec) FuncNotice(format string, args ...any) {
	x.Raise(ENotice, "%s", x.funcPrefix()+sprintf(format, args))
}

// FuncDeprecated is FuncWarning at E_DEPRECATED.
func (x *Exec) FuncDeprecated(format string, args ...any) {
	x.Raise(EDeprecated, "%s", x.funcPrefix()+sprintf(format, args))
}

// fatalFunc is a fatal error with the running function's name before it.
func (x *Exec) fatalFunc(level int, format string, args ...any) {
	x.Raise(level, "%s", x.funcPrefix()+sprintf(format, args))
	x.Bailout()
}

func sprintf(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// RaiseAt reports msg at a place: to the user's handler when there is one for
// the level, else to the display. Fatal levels do not return.
func (x *Exec) RaiseAt(level int, file string, line int, msg string) {
	e := &x.Errors
	if e.unsaid != nil && level&(EError|ECoreError|ERecoverable|ECompileError|EUserError|EParse) == 0 {
		*e.unsaid++
		return
	}
	if x.HasExc() && level&(EError|ECoreError|ERecoverable|ECompileError|EUserError|EParse) != 0 {
		// an exception in flight comes before the error that ends the program
		if exc := x.TakeExc(); exc != nil {
			x.reportUncaught(exc, EWarning)
		}
	}
	var trace zval.Value
	if level&EFatal != 0 && x.Ini.FatalBacktraces && !x.ended {
		x.fatalTrace(&trace)
	}
	if e.handler.fn.Type() == zval.Undef || e.handler.mask&level == 0 || level&notCatchable != 0 || e.reporting > 200 {
		x.report(level, file, line, msg, &trace)
		return
	}
	saved := e.handler
	e.handler = handlerSlot{}
	var args [4]zval.Value
	args[0].SetLong(int64(level))
	args[1].SetStr(x.Space.NewString(msg))
	if file == "" {
		args[2].SetNull()
	} else {
		args[2].SetStr(x.Space.NewString(file))
	}
	args[3].SetLong(int64(line))
	// the program may be compiling; the handler runs at run time
	atFile, atLine := e.AtFile, e.AtLine
	e.AtFile = ""
	e.reporting++
	var ret zval.Value
	ok := x.callValue(&saved.fn, args[:], &ret)
	e.reporting--
	e.AtFile, e.AtLine = atFile, atLine
	x.Space.Release(&args[1])
	x.Space.Release(&args[2])
	if e.handler.fn.Type() == zval.Undef {
		e.handler = saved
	} else {
		x.Space.Release(&saved.fn)
	}
	declined := ret.Type() == zval.False
	failed := (!ok || ret.Type() == zval.Undef) && !x.HasExc()
	x.Space.Release(&ret)
	if declined || failed {
		x.report(level, file, line, msg, &trace)
		return
	}
	x.Space.Release(&trace)
}

// levelName is how messages call a level.
func levelName(level int) string {
	switch level {
	case EError, ECoreError, ECompileError, EUserError:
		return "Fatal error"
	case ERecoverable:
		return "Recoverable fatal error"
	case EWarning, ECoreWarning, ECompileWarning, EUserWarning:
		return "Warning"
	case EParse:
		return "Parse error"
	case ENotice, EUserNotice:
		return "Notice"
	case EStrict:
		return "Strict Standards"
	case EDeprecated, EUserDeprecated:
		return "Deprecated"
	}
	return "Unknown error"
}

// report is the engine's own handler: it remembers, displays and logs, and
// ends the program for a fatal level. trace is consumed.
func (x *Exec) report(level int, file string, line int, msg string, trace *zval.Value) {
	x.show(level, file, line, msg, trace)
	if level&EFatal != 0 {
		x.ExitStatus = 255
		x.Bailout()
	}
}

// show remembers, displays and logs an error. trace is consumed.
func (x *Exec) show(level int, file string, line int, msg string, trace *zval.Value) {
	e := &x.Errors
	if file == "" {
		file = "Unknown"
		line = 0
	}
	display := true
	if x.Ini.IgnoreRepeated && e.Last != nil && e.Last.Message == msg &&
		(x.Ini.Bool("ignore_repeated_source") || e.Last.File == file && e.Last.Line == line) {
		display = false
	}
	if display {
		x.forgetLast()
		e.Last = &LastError{Type: level, Message: msg, File: file, Line: line}
		e.Last.Trace.MoveFrom(trace)
		trace.SetUndef()
	}
	x.Space.Release(trace)
	trace.SetUndef()
	if !display || e.Level&level == 0 && level&(ECoreError|ECoreWarning) == 0 {
		return
	}
	tail := ""
	if e.Last.Trace.Type() == zval.ArrayT {
		tail = "\nStack trace:\n" + x.TraceText(e.Last.Trace.Arr())
	}
	name := levelName(level)
	if x.Ini.LogErrors {
		x.Log(fmt.Sprintf("PHP %s:  %s in %s on line %d%s", name, msg, file, line, tail))
	}
	if x.Ini.DisplayErrors == 0 {
		return
	}
	pre, post := x.Ini.String("error_prepend_string"), x.Ini.String("error_append_string")
	var text string
	if x.Ini.HTMLErrors {
		text = fmt.Sprintf("%s\n<br />\n<b>%s</b>:  %s in <b>%s</b> on line <b>%d</b><br />\n%s", pre, name, msg, file, line, post)
	} else {
		text = fmt.Sprintf("%s\n%s: %s in %s on line %d%s\n%s", pre, name, msg, file, line, tail, post)
	}
	if x.Ini.DisplayErrors == 2 {
		x.Out.Flush()
		x.Host.Stderr().Write([]byte(text))
		return
	}
	x.Out.WriteString(text)
}

// Log writes a line to the error log: the file that error_log names, with the
// time before it, or the host's error stream.
func (x *Exec) Log(line string) {
	if name := x.Ini.String("error_log"); name != "" && name != "syslog" {
		zone := x.Ini.String("date.timezone")
		if zone == "" {
			zone = "UTC"
		}
		now := x.Host.Now().UTC()
		if loc, err := time.LoadLocation(zone); err == nil {
			now = now.In(loc)
		}
		f, err := x.Host.FS().OpenFile(x.AbsPath(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err == nil {
			fmt.Fprintf(f, "[%s %s] %s\n", now.Format("02-Jan-2006 15:04:05"), zone, line)
			f.Close()
			return
		}
	}
	x.Out.Flush()
	x.Host.Stderr().Write([]byte(line + "\n"))
}

func (x *Exec) forgetLast() {
	if l := x.Errors.Last; l != nil {
		x.Space.Release(&l.Trace)
		x.Errors.Last = nil
	}
}

// ClearLast is error_clear_last.
func (x *Exec) ClearLast() { x.forgetLast() }

// SetErrorLevel changes error_reporting and the setting that mirrors it.
func (x *Exec) SetErrorLevel(level int) { x.Errors.Level = level }

// Silence begins an @ expression: it returns the level to give to Unsilence.
func (x *Exec) Silence() int {
	old := x.Errors.Level
	x.Errors.Level &= EError | ECoreError | ECompileError | EUserError | ERecoverable | EParse
	return old
}

// Unsilence ends an @ expression, unless the level was raised meanwhile.
func (x *Exec) Unsilence(old int) {
	const fatal = EError | ECoreError | ECompileError | EUserError | ERecoverable | EParse
	if x.Errors.Level&^fatal == 0 && old&^fatal != 0 {
		x.Errors.Level = old
	}
}

// SetErrorHandler installs a handler (borrowed; NULL removes) and returns the
// one it replaces, owned by the caller, NULL for none.
func (x *Exec) SetErrorHandler(fn *zval.Value, mask int) (old zval.Value) {
	e := &x.Errors
	if e.handler.fn.Type() != zval.Undef {
		old.CopyFrom(&e.handler.fn)
	} else {
		old.SetNull()
	}
	e.handlers = append(e.handlers, e.handler)
	e.handler = handlerSlot{mask: mask}
	if fn.Type() > zval.Null {
		e.handler.fn.CopyFrom(fn)
	}
	return old
}

// RestoreErrorHandler undoes the last SetErrorHandler.
func (x *Exec) RestoreErrorHandler() {
	e := &x.Errors
	gone := e.handler
	e.handler = handlerSlot{}
	if n := len(e.handlers); n > 0 {
		e.handler = e.handlers[n-1]
		e.handlers = e.handlers[:n-1]
	}
	x.Space.Release(&gone.fn)
}

// SetExceptionHandler and RestoreExceptionHandler are the same for exceptions.
func (x *Exec) SetExceptionHandler(fn *zval.Value) (old zval.Value) {
	e := &x.Errors
	if e.exHandler.fn.Type() != zval.Undef {
		old.CopyFrom(&e.exHandler.fn)
	} else {
		old.SetNull()
	}
	e.exHandlers = append(e.exHandlers, e.exHandler)
	e.exHandler = handlerSlot{}
	if fn.Type() > zval.Null {
		e.exHandler.fn.CopyFrom(fn)
	}
	return old
}

// RestoreExceptionHandler undoes the last SetExceptionHandler.
func (x *Exec) RestoreExceptionHandler() {
	e := &x.Errors
	gone := e.exHandler
	e.exHandler = handlerSlot{}
	if n := len(e.exHandlers); n > 0 {
		e.exHandler = e.exHandlers[n-1]
		e.exHandlers = e.exHandlers[:n-1]
	}
	x.Space.Release(&gone.fn)
}

// ErrorHandler and ExceptionHandler copy the handler in force (NULL: none) for
// get_error_handler and get_exception_handler.
func (x *Exec) ErrorHandler() (v zval.Value) { return copyHandler(&x.Errors.handler) }

// ExceptionHandler is ErrorHandler for exceptions.
func (x *Exec) ExceptionHandler() (v zval.Value) { return copyHandler(&x.Errors.exHandler) }

func copyHandler(h *handlerSlot) (v zval.Value) {
	if h.fn.Type() == zval.Undef {
		v.SetNull()
	} else {
		v.CopyFrom(&h.fn)
	}
	return v
}

// freeHandlers releases all installed handlers.
func (x *Exec) freeHandlers() {
	e := &x.Errors
	for _, l := range []*[]handlerSlot{&e.handlers, &e.exHandlers} {
		hs := *l
		*l = nil
		for i := range hs {
			x.Space.Release(&hs[i].fn)
		}
	}
	for _, h := range []*handlerSlot{&e.handler, &e.exHandler} {
		v := h.fn
		*h = handlerSlot{}
		x.Space.Release(&v)
	}
	x.forgetLast()
}
