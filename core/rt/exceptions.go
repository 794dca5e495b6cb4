package rt

import (
	"fmt"

	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Exceptions. The one in flight is an owned object in Ctx.Exception; whoever
// runs PHP or may throw looks there afterwards. Two permanent pseudo objects
// unwind the stack without being catchable: one for exit, one for destroying
// a suspended fiber.

// Slots of the standard properties, the same in Exception and Error.
const (
	SlotMessage = iota
	SlotString
	SlotCode
	SlotFile
	SlotLine
	SlotTrace
	SlotPrevious
)

// unwinders are the pseudo exceptions, in the permanent arena.
type unwinders struct {
	exit, graceful *zval.Object
}

func (x *Exec) initUnwinders() {
	mk := func() *zval.Object {
		o := objectAt(x.perm.Alloc(zval.ObjectHeader))
		o.GC.RC = 1 << 30
		o.GC.TypeInfo = uint32(zval.ObjectT) | zval.GCNotCollectable
		return o
	}
	x.unwind = unwinders{exit: mk(), graceful: mk()}
}

// HasExc reports an exception in flight.
func (x *Exec) HasExc() bool { return x.Ctx.Exception != 0 }

// Exc borrows the exception in flight, or nil.
func (x *Exec) Exc() *zval.Object {
	if x.Ctx.Exception == 0 {
		return nil
	}
	return objectAt(x.Ctx.Exception)
}

// IsUnwind reports whether o is a pseudo exception: not to be caught, and not
// to run finally blocks.
func (x *Exec) IsUnwind(o *zval.Object) bool { return o == x.unwind.exit || o == x.unwind.graceful }

// IsExit reports whether o is the pseudo exception of exit, which skips finally
// blocks; the one that destroys a fiber runs them.
func (x *Exec) IsExit(o *zval.Object) bool { return o == x.unwind.exit }

// Unwinding reports that what is in flight is a pseudo exception.
func (x *Exec) Unwinding() bool {
	a := x.Ctx.Exception
	return a != 0 && (a == x.unwind.exit.Addr() || a == x.unwind.graceful.Addr())
}

// ThrowExit begins the orderly end of the program (exit).
func (x *Exec) ThrowExit(status int) {
	x.ExitStatus = status
	x.dropExc()
	x.Ctx.Exception = x.unwind.exit.Addr()
}

// ThrowGraceful unwinds a fiber or generator that is destroyed while suspended.
func (x *Exec) ThrowGraceful() {
	x.dropExc()
	x.Ctx.Exception = x.unwind.graceful.Addr()
}

// TakeExc removes the exception in flight and gives it to the caller, nil for
// none or a pseudo exception (which is dropped).
func (x *Exec) TakeExc() *zval.Object {
	o := x.Exc()
	x.Ctx.Exception = 0
	if o == nil || x.IsUnwind(o) {
		return nil
	}
	return o
}

// ClearExc drops the exception in flight.
func (x *Exec) ClearExc() { x.dropExc() }

func (x *Exec) dropExc() {
	if o := x.TakeExc(); o != nil {
		x.releaseObj(o)
	}
}

func (x *Exec) releaseObj(o *zval.Object) {
	var v zval.Value
	v.SetObj(o)
	x.Space.Release(&v)
}

// ThrowObj puts an exception in flight; the caller's reference moves. One that
// was in flight already becomes the new one's previous.
func (x *Exec) ThrowObj(o *zval.Object) {
	if prev := x.Exc(); prev != nil {
		if x.IsUnwind(prev) {
			x.releaseObj(o)
			return
		}
		x.Ctx.Exception = 0
		x.setPrevious(o, prev)
		x.Ctx.Exception = o.Addr()
		return
	}
	x.Ctx.Exception = o.Addr()
}

// setPrevious appends prev (owned) to the end of o's chain of previous
// exceptions, unless that would close a circle.
func (x *Exec) setPrevious(o, prev *zval.Object) {
	if o == prev || !x.isThrowable(prev) {
		x.releaseObj(prev)
		return
	}
	if !x.isThrowable(o) {
		x.releaseObj(prev)
		return
	}
	// prev must not already have o in its own chain
	for a := o; ; {
		slot := a.Prop(SlotPrevious).Deref()
		if slot.Type() != zval.ObjectT {
			for b := prev; ; {
				if b == a {
					x.releaseObj(prev)
					return
				}
				p := b.Prop(SlotPrevious).Deref()
				if p.Type() != zval.ObjectT {
					break
				}
				b = p.Obj()
			}
			x.Space.Release(slot)
			slot.SetObj(prev)
			return
		}
		a = slot.Obj()
		if a == prev {
			x.releaseObj(prev)
			return
		}
	}
}

func (x *Exec) isThrowable(o *zval.Object) bool {
	return o.Class != 0 && x.ClassOf(o).InstanceOf(x.Cls.Throwable)
}

// InitThrowable fills file, line and trace of a fresh exception object.
func (x *Exec) InitThrowable(o *zval.Object) {
	file, line := x.Errors.AtFile, x.Errors.AtLine
	if file == "" {
		file, line = x.where()
	}
	if file == "" {
		file = "[no active file]"
	}
	x.setSlot(o, SlotFile, strValue(x.Space.NewString(file)))
	var n zval.Value
	n.SetLong(int64(line))
	x.setSlot(o, SlotLine, n)
	opts := TraceNoObject
	if x.Ini.IgnoreArgs {
		opts |= TraceNoArgs
	}
	var t zval.Value
	t.SetArr(x.Backtrace(x.skipFor(o), opts, 0))
	x.setSlot(o, SlotTrace, t)
}

// skipFor tells how many frames at the top belong to the making of o itself:
// none, as the constructor is not running yet.
func (x *Exec) skipFor(o *zval.Object) int { return 0 }

func (x *Exec) setSlot(o *zval.Object, i uint32, v zval.Value) {
	p := o.Prop(i)
	old := *p
	p.MoveFrom(&v)
	x.Space.Release(&old)
}

func strValue(s *zval.String) (v zval.Value) {
	v.SetStr(s)
	return v
}

// ThrowError throws an instance of class (nil: Error) with a message.
func (x *Exec) ThrowError(class *Class, format string, args ...any) {
	x.throwCode(class, sprintf(format, args), 0)
}

// ThrowCode throws an instance of class with a message and a code.
func (x *Exec) ThrowCode(class *Class, msg string, code int64) { x.throwCode(class, msg, code) }

func (x *Exec) throwCode(class *Class, msg string, codeNum int64) {
	if class == nil {
		class = x.Cls.Error
	}
	o := x.NewObject(class)
	if o == nil {
		return
	}
	x.setSlot(o, SlotMessage, strValue(x.Space.NewString(msg)))
	if codeNum != 0 {
		var n zval.Value
		n.SetLong(codeNum)
		x.setSlot(o, SlotCode, n)
	}
	x.ThrowObj(o)
}

// ThrowTypeError throws a TypeError.
func (x *Exec) ThrowTypeError(format string, args ...any) {
	x.ThrowError(x.Cls.TypeError, format, args...)
}

// ThrowValueError throws a ValueError.
func (x *Exec) ThrowValueError(format string, args ...any) {
	x.ThrowError(x.Cls.ValueError, format, args...)
}

// ThrowArgumentCountError throws an ArgumentCountError.
func (x *Exec) ThrowArgumentCountError(format string, args ...any) {
	x.ThrowError(x.Cls.ArgumentCountError, format, args...)
}

// ThrowArithmetic throws an ArithmeticError.
func (x *Exec) ThrowArithmetic(format string, args ...any) {
	x.ThrowError(x.Cls.ArithmeticError, format, args...)
}

// ThrowDivisionByZero throws a DivisionByZeroError.
func (x *Exec) ThrowDivisionByZero(format string, args ...any) {
	x.ThrowError(x.Cls.DivisionByZeroError, format, args...)
}

// ThrowParse throws a ParseError whose place is in the source being compiled.
func (x *Exec) ThrowParse(msg, file string, line int) {
	x.throwAt(x.Cls.ParseError, msg, file, line)
}

// ThrowCompile throws a CompileError that tells of a place in a file.
func (x *Exec) ThrowCompile(msg, file string, line int) {
	x.throwAt(x.Cls.CompileError, msg, file, line)
}

// throwAt throws an error whose place is not that of the running code.
func (x *Exec) throwAt(class *Class, msg, file string, line int) {
	o := x.NewObject(class)
	if o == nil {
		return
	}
	x.setSlot(o, SlotMessage, strValue(x.Space.NewString(msg)))
	x.setSlot(o, SlotFile, strValue(x.Space.NewString(file)))
	var n zval.Value
	n.SetLong(int64(line))
	x.setSlot(o, SlotLine, n)
	x.ThrowObj(o)
}

// ThrowErrorException throws an ErrorException as the library does for
// promoted warnings.
func (x *Exec) ThrowErrorException(msg string, severity int) {
	x.ThrowError(x.Cls.ErrorException, "%s", msg)
	if o := x.Exc(); o != nil && !x.IsUnwind(o) {
		var n zval.Value
		n.SetLong(int64(severity))
		x.setSlot(o, SlotPrevious+1, n)
	}
}

// excString reads one of an exception's standard properties as text, "" when
// it is not a string.
func (x *Exec) excString(o *zval.Object, slot uint32) string {
	v := o.Prop(slot).Deref()
	if v.Type() == zval.StringT {
		return v.Str().String()
	}
	return ""
}

func (x *Exec) excLine(o *zval.Object) int {
	v := o.Prop(SlotLine).Deref()
	if v.Type() == zval.Long {
		return int(v.Long())
	}
	return 0
}

// ReportException warns of an exception (consumed) in the words for an uncaught one.
func (x *Exec) ReportException(o *zval.Object) { x.reportUncaught(o, EWarning) }

// reportUncaught shows an exception nobody caught and consumes it. It runs
// PHP: the exception's own __toString.
func (x *Exec) reportUncaught(o *zval.Object, level int) {
	class := x.ClassOf(o)
	var undef zval.Value
	if class == x.Cls.ParseError || class == x.Cls.CompileError {
		lv := ECompileError
		if class == x.Cls.ParseError {
			lv = EParse
		}
		msg, file, line := x.excString(o, SlotMessage), x.excString(o, SlotFile), x.excLine(o)
		x.showUncaught(lv, file, line, msg, &undef)
		x.releaseObj(o)
		return
	}
	if !class.InstanceOf(x.Cls.Throwable) {
		x.releaseObj(o)
		x.showUncaught(level, "", 0, "Uncaught exception "+class.Name, &undef)
		return
	}
	var ret zval.Value
	text := ""
	if x.CallMethod(o, "__tostring", nil, &ret) && !x.HasExc() {
		if ret.Deref().Type() != zval.StringT {
			x.Raise(EWarning, "%s::__toString() must return a string", class.Name)
		} else {
			text = ret.Deref().Str().String()
		}
	}
	x.Space.Release(&ret)
	if inner := x.TakeExc(); inner != nil && x.Ctx.FP == 0 {
		// with nothing running it is the one that nobody caught
		x.releaseObj(o)
		x.reportUncaught(inner, EError)
		return
	} else if inner != nil {
		ic := x.ClassOf(inner)
		file, line := "", 0
		if ic.InstanceOf(x.Cls.Throwable) {
			file, line = x.excString(inner, SlotFile), x.excLine(inner)
		}
		x.RaiseAt(EWarning, file, line, fmt.Sprintf("Uncaught %s in exception handling during call to %s::__toString()", ic.Name, class.Name))
		x.releaseObj(inner)
	}
	file, line := x.excString(o, SlotFile), x.excLine(o)
	if text == "" {
		text = class.Name
	}
	x.showUncaught(level, file, line, "Uncaught "+text+"\n  thrown", &undef)
	x.releaseObj(o)
}

// showUncaught shows without bailing out, since the run is over anyway. A
// warning-level report goes through the user's handler as any other.
func (x *Exec) showUncaught(level int, file string, line int, msg string, undef *zval.Value) {
	if level&EFatal == 0 {
		x.RaiseAt(level, file, line, msg)
		return
	}
	x.ExitStatus = 255
	x.show(level, file, line, msg, undef)
}

// settleUncaught deals with an exception that reached the top: the user's
// exception handler, else the report. It reports whether a handler took it.
func (x *Exec) settleUncaught() {
	o := x.TakeExc()
	if o == nil {
		return
	}
	e := &x.Errors
	for e.exHandler.fn.Type() != zval.Undef {
		h := e.exHandler
		h.fn.AddRef()
		e.exHandlers = append(e.exHandlers, e.exHandler)
		e.exHandler = handlerSlot{}
		var arg [1]zval.Value
		arg[0].SetObj(o)
		var ret zval.Value
		x.callValue(&h.fn, arg[:], &ret)
		x.Space.Release(&ret)
		x.Space.Release(&arg[0])
		x.Space.Release(&h.fn)
		o = x.TakeExc()
		if o == nil {
			if e.exHandler.fn.Type() == zval.Undef {
				x.RestoreExceptionHandler()
			}
			return
		}
	}
	x.reportUncaught(o, EError)
}

// CallValue calls any callable value (borrowed) with borrowed arguments; false
// when it is not callable or threw. ret, a dead slot, receives the owned result.
func (x *Exec) CallValue(fn *zval.Value, args []zval.Value, ret *zval.Value) bool {
	return x.callValue(fn, args, ret)
}

// callValue calls any callable value. It may run PHP; false when it was not
// callable or threw.
func (x *Exec) callValue(fn *zval.Value, args []zval.Value, ret *zval.Value) bool {
	var c Callable
	if msg := x.ResolveCallable(fn, x.Scope(), &c); msg != "" {
		return false
	}
	ok := x.CallFunction(&c, args, ret)
	x.ReleaseCallable(&c)
	return ok
}

// CallableError says why a value cannot be called from the code that called
// the running builtin; "" when it can. May run autoloaders.
func (x *Exec) CallableError(v *zval.Value) string {
	var c Callable
	msg := x.ResolveCallable(v, x.callerScope(), &c)
	if msg == "" {
		x.ReleaseCallable(&c)
	}
	return msg
}

// maxNative bounds Go re-entries: each holds a few Go frames, and the engine
// must also fit a WebAssembly host's stack.
const maxNative = 2500

// EnterNative counts a re-entry from Go into PHP (or a deep Go recursion on
// behalf of PHP). On false an Error was thrown and the caller must give up.
func (x *Exec) EnterNative() bool {
	if x.native >= maxNative {
		size := x.Ini.MaxCallStack
		if size <= 0 {
			size = maxNative * 3072
		}
		x.ThrowError(nil, "Maximum call stack size of %d bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion?", size)
		return false
	}
	x.native++
	zval.Deeper(x.native)
	return true
}

// LeaveNative ends what EnterNative began.
func (x *Exec) LeaveNative() { x.native-- }

// frameAt is vmstack.At for a possibly zero address.
func frameAt(a mm.Addr) *vmstack.Frame {
	if a == 0 {
		return nil
	}
	return vmstack.At(a)
}
