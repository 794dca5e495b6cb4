package rt

import (
	"strings"

	"github.com/ebb-vm/ebb/core/zval"
)

// Throwable and the exceptions and errors of the core.

func throwableClasses() []ClassSpec {
	props := []string{"protected $message = ''", "private string $string = ''", "protected $code = 0", "protected string $file = ''",
		"protected int $line = 0", "private array $trace = []", "private ?Throwable $previous = null"}
	create := &Handlers{Create: func(x *Exec, c *Class, o *zval.Object) { x.InitThrowable(o) }}
	slot := func(i uint32) GoFunc {
		return func(x *Exec, a *Args, ret *zval.Value) { ret.CopyDeref(a.This().Prop(i)) }
	}
	methods := func() []FuncDecl {
		return []FuncDecl{
			{"private function __clone(): void", nop},
			{"public function __construct(string $message = '', int $code = 0, ?Throwable $previous = null)", excConstruct},
			{"public function __wakeup() tentative: void", excWakeup},
			{"final public function getMessage(): string", slot(SlotMessage)},
			{"final public function getCode()", slot(SlotCode)},
			{"final public function getFile(): string", slot(SlotFile)},
			{"final public function getLine(): int", slot(SlotLine)},
			{"final public function getTrace(): array", slot(SlotTrace)},
			{"final public function getPrevious(): ?Throwable", slot(SlotPrevious)},
			{"final public function getTraceAsString(): string", excTraceText},
			{"public function __toString(): string", excToString},
		}
	}
	plain := func(name, parent string) ClassSpec { return ClassSpec{Decl: "class " + name + " extends " + parent} }
	return []ClassSpec{
		{Decl: "interface Throwable extends Stringable", Methods: []FuncDecl{
			{"public function getMessage(): string", nil}, {"public function getCode()", nil}, {"public function getFile(): string", nil},
			{"public function getLine(): int", nil}, {"public function getTrace(): array", nil}, {"public function getPrevious(): ?Throwable", nil},
			{"public function getTraceAsString(): string", nil}}},
		{Decl: "class Exception implements Throwable", Props: props, Methods: methods(), Handlers: create},
		{Decl: "class ErrorException extends Exception", Props: []string{"protected int $severity = 1"}, Methods: []FuncDecl{
			{"public function __construct(string $message = '', int $code = 0, int $severity = E_ERROR, ?string $filename = null, ?int $line = null, ?Throwable $previous = null)", errorExceptionConstruct},
			{"final public function getSeverity(): int", slot(SlotPrevious + 1)}}},
		{Decl: "class Error implements Throwable", Props: props, Methods: methods(), Handlers: create},
		plain("CompileError", "Error"), plain("ParseError", "CompileError"), plain("TypeError", "Error"),
		plain("ArgumentCountError", "TypeError"), plain("ValueError", "Error"), plain("ArithmeticError", "Error"),
		plain("DivisionByZeroError", "ArithmeticError"), plain("UnhandledMatchError", "Error"),
		plain("RequestParseBodyException", "Exception"),
	}
}

func splExceptions() []ClassSpec {
	var out []ClassSpec
	for _, e := range [...][2]string{
		{"LogicException", "Exception"}, {"BadFunctionCallException", "LogicException"},
		{"BadMethodCallException", "BadFunctionCallException"}, {"DomainException", "LogicException"},
		{"InvalidArgumentException", "LogicException"}, {"LengthException", "LogicException"},
		{"OutOfRangeException", "LogicException"}, {"RuntimeException", "Exception"},
		{"OutOfBoundsException", "RuntimeException"}, {"OverflowException", "RuntimeException"},
		{"RangeException", "RuntimeException"}, {"UnderflowException", "RuntimeException"},
		{"UnexpectedValueException", "RuntimeException"},
	} {
		out = append(out, ClassSpec{Decl: "class " + e[0] + " extends " + e[1]})
	}
	return out
}

func (x *Exec) setExcSlot(o *zval.Object, i uint32, v *zval.Value) {
	if x.HasExc() {
		return
	}
	if c := x.ClassOf(o); c.HasHooks && c.Slots[i] != nil && c.Slots[i].Hooked() {
		x.withScope(c.Slots[i].Class, func() { x.WriteProp(o, c.Slots[i].NameStr, v, nil) })
		return
	}
	var w zval.Value
	w.CopyFrom(v)
	slot := o.Prop(i).Deref()
	old := *slot
	slot.MoveFrom(&w)
	slot.U = 0
	x.Space.Release(&old)
}

func excConstruct(x *Exec, a *Args, ret *zval.Value) {
	o := a.This()
	if a.Has(0) {
		x.setExcSlot(o, SlotMessage, a.Val(0))
	}
	if a.Int(1) != 0 {
		x.setExcSlot(o, SlotCode, a.Val(1))
	}
	if a.Obj(2) != nil {
		x.setExcSlot(o, SlotPrevious, a.Val(2))
	}
}

func errorExceptionConstruct(x *Exec, a *Args, ret *zval.Value) {
	o := a.This()
	if a.Has(0) {
		x.setExcSlot(o, SlotMessage, a.Val(0))
	}
	if a.Int(1) != 0 {
		x.setExcSlot(o, SlotCode, a.Val(1))
	}
	x.setExcSlot(o, SlotPrevious+1, a.Val(2))
	if !a.IsNull(3) {
		x.setExcSlot(o, SlotFile, a.Val(3))
	}
	if !a.IsNull(4) {
		x.setExcSlot(o, SlotLine, a.Val(4))
	} else if !a.IsNull(3) {
		z := zval.LongValue(0)
		x.setExcSlot(o, SlotLine, &z)
	}
	if a.Obj(5) != nil {
		x.setExcSlot(o, SlotPrevious, a.Val(5))
	}
}

// excWakeup drops what an unserialised string put where its type does not belong.
func excWakeup(x *Exec, a *Args, ret *zval.Value) {
	o := a.This()
	c := x.ClassOf(o)
	fix := func(i uint32, ok bool) {
		if !ok {
			v := o.Prop(i)
			old := *v
			d := valueIndex(c.Desc.Defaults, i)
			v.CopyFrom(d)
			x.Space.Release(&old)
		}
	}
	is := func(i uint32, t zval.Type) bool { return o.Prop(i).Deref().Type() == t }
	fix(SlotMessage, is(SlotMessage, zval.StringT))
	fix(SlotCode, is(SlotCode, zval.Long))
	p := o.Prop(SlotPrevious).Deref()
	fix(SlotPrevious, p.Type() <= zval.Null || p.Type() == zval.ObjectT && x.ClassOf(p.Obj()).InstanceOf(x.Cls.Throwable) && p.Obj() != o)
}

func excTraceText(x *Exec, a *Args, ret *zval.Value) {
	v := a.This().Prop(SlotTrace).Deref()
	if v.Type() != zval.ArrayT {
		x.ThrowTypeError("Trace is not an array")
		return
	}
	ret.SetStr(x.Space.NewString(x.TraceText(v.Arr())))
}

// excToString prints the exception and those before it, the first one first.
func excToString(x *Exec, a *Args, ret *zval.Value) {
	text := ""
	o := a.This()
	seen := map[*zval.Object]bool{}
	for o != nil && x.ClassOf(o).InstanceOf(x.Cls.Throwable) && !seen[o] {
		seen[o] = true
		c := x.ClassOf(o)
		str := func(i uint32) string {
			s := x.ToStr(o.Prop(i).Deref())
			defer x.Space.ReleaseStr(s)
			return s.String()
		}
		msg, file := str(SlotMessage), str(SlotFile)
		line := x.ToLong(o.Prop(SlotLine).Deref())
		trace := "#0 {main}\n"
		if t := o.Prop(SlotTrace).Deref(); t.Type() == zval.ArrayT {
			if s := x.TraceText(t.Arr()); s != "" {
				trace = s
			}
		}
		if (c == x.Cls.TypeError || c == x.Cls.ArgumentCountError) && strings.Contains(msg, ", called in ") {
			msg += " and defined"
		}
		next := ""
		if text != "" {
			next = "\n\nNext " + text
		}
		if msg != "" {
			text = sprintf("%s: %s in %s:%d\nStack trace:\n%s%s", []any{c.Name, msg, file, line, trace, next})
		} else {
			text = sprintf("%s in %s:%d\nStack trace:\n%s%s", []any{c.Name, file, line, trace, next})
		}
		p := o.Prop(SlotPrevious).Deref()
		if p.Type() != zval.ObjectT {
			break
		}
		o = p.Obj()
	}
	s := x.Space.NewString(text)
	v := zval.StrValue(s.AddRef())
	slot := a.This().Prop(SlotString)
	old := *slot
	slot.MoveFrom(&v)
	x.Space.Release(&old)
	ret.SetStr(s)
}
