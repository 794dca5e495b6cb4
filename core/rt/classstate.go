package rt

import (
	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// classState is the object model's share of an executor.
type classState struct {
	internals []*Function // by Func.ID of internal functions; 0 unused
	users     []*Function // by Func.ID of user functions

	propInfos []*PropInfo // by PropInfo.ID; 0 unused
	sources   []refSource // typed properties bound to references; 0 unused
	srcFree   []uint32
	guards    []guard

	fakeScope *Class // scope that stands in for the running one

	lazy      map[string]*lazyClass // internal classes not linked yet, by lower-case name
	lazyOrder []*lazyClass
	declared  []declaredClass            // user classes and aliases, in declaration order
	decls     map[string]*code.ClassDecl // by run-time definition key
	declsSeen int
	cases     []*ClassConst // enum cases that have been made

	args []*Args // free Args

	autoload autoloadState
	caches   map[scopeKey]mm.Addr // run-time caches of closures by scope
	statics  []mm.Addr            // functions that have static variables
	weak     weakState
	lc       map[string]string // lower-case forms of names met
	null     zval.Value        // always NULL
	tramps   []mm.Addr         // trampoline descriptors kept for reuse
	rets     []mm.Addr         // free result slots
	exprs    map[*code.ConstExpr]zval.Value
	linking  map[string]*code.ClassDecl // classes whose ancestors are being loaded
	invokes  map[uint32]*Function       // Closure::__invoke of bodies with by-reference parameters
}

// KnownClasses are the core classes that the engine itself refers to.
type KnownClasses struct {
	StdClass, Closure, Generator, Fiber, FiberError                                 *Class
	Traversable, Iterator, IteratorAggregate, ArrayAccess, Countable                *Class
	Stringable, Serializable, UnitEnum, BackedEnum, InternalIterator                *Class
	Throwable, Exception, Error, ErrorException, TypeError, ValueError              *Class
	ArithmeticError, DivisionByZeroError, ArgumentCountError, UnhandledMatchError   *Class
	CompileError, ParseError, ClosedGeneratorException, RequestParseBodyException   *Class
	WeakReference, WeakMap, Attribute, SensitiveParameterValue, IncompleteClass     *Class
	AssertionError, JsonException, LogicException, RuntimeException                 *Class
	BadFunctionCallException, InvalidArgumentException, OutOfBoundsException        *Class
	UnexpectedValueException, OutOfRangeException, LengthException, DomainException *Class
	BadMethodCallException, RangeException, OverflowException, UnderflowException   *Class
	ReturnTypeWillChange, AllowDynamicProperties, SensitiveParameter, Override      *Class
	Deprecated, NoDiscard, DelayedTargetValidation                                  *Class
}

// initClasses prepares the object model of a fresh executor: hooks of the
// value space and the core classes.
func (x *Exec) initClasses() {
	x.cls.internals = append(x.cls.internals, nil)
	x.cls.propInfos = append(x.cls.propInfos, nil)
	x.cls.sources = append(x.cls.sources, refSource{})
	x.cls.lazy = make(map[string]*lazyClass)
	if x.ClassTab == nil {
		x.ClassTab = make(map[string]*Class)
	}
	if len(x.Classes) == 0 {
		x.Classes = append(x.Classes, nil) // ID 0 means no class
	}
	x.objects.init()
	x.bindSpace()
	x.registerCore()
	x.Cls.bind(x)
}

// scopeAddr is the class descriptor of the running code's scope, or 0: that of the
// innermost frame that is user code or a method.
func (x *Exec) scopeAddr() mm.Addr {
	for fp := x.Ctx.FP; fp != 0; {
		f := vmstack.At(fp)
		if f.Func != 0 {
			d := code.FuncAt(f.Func)
			if d.Kind == code.FuncUser || d.Scope != 0 {
				return d.Scope
			}
		}
		fp = f.Prev
	}
	return 0
}

// ScopeOf is the class scope of a frame, nil outside classes.
func (x *Exec) ScopeOf(f *vmstack.Frame) *Class {
	if f == nil || f.Func == 0 {
		return nil
	}
	return x.ClassAt(code.FuncAt(f.Func).Scope)
}

// callerScope is the scope of the code that called the running internal function.
func (x *Exec) callerScope() *Class {
	f := x.Frame()
	if f != nil && f.Func != 0 && code.FuncAt(f.Func).Kind == code.FuncInternal {
		f = frameAt(f.Prev)
	}
	for f != nil {
		if f.Func != 0 {
			d := code.FuncAt(f.Func)
			if d.Kind == code.FuncUser || d.Scope != 0 {
				return x.ClassAt(d.Scope)
			}
		}
		f = frameAt(f.Prev)
	}
	return nil
}

// CalledClass is what static:: means in the running code, nil outside classes.
func (x *Exec) CalledClass() *Class {
	for f := x.Frame(); f != nil; f = frameAt(f.Prev) {
		if f.Func == 0 {
			continue
		}
		if f.This.V != 0 {
			if zval.Type(f.This.T) == zval.ObjectT {
				return x.ClassOf(f.This.Obj())
			}
			return x.ClassAt(mm.Addr(f.This.V))
		}
		d := code.FuncAt(f.Func)
		if d.Kind == code.FuncUser || d.Scope != 0 {
			return x.ClassAt(d.Scope)
		}
	}
	return nil
}

// RunningThis borrows $this of the running user code, or nil.
func (x *Exec) RunningThis() *zval.Object {
	for f := x.Frame(); f != nil; f = frameAt(f.Prev) {
		if zval.Type(f.This.T) == zval.ObjectT && f.This.V != 0 {
			return f.This.Obj()
		}
		if f.Func != 0 {
			if d := code.FuncAt(f.Func); d.Kind == code.FuncUser || d.Scope != 0 {
				return nil
			}
		}
	}
	return nil
}

// strictFrame reports whether f is user code compiled under strict_types.
func strictFrame(f *vmstack.Frame) bool {
	if f == nil || f.Func == 0 {
		return false
	}
	d := code.FuncAt(f.Func)
	return d.Kind == code.FuncUser && d.Flags&code.AccStrictTypes != 0
}

// Strict reports whether the running user code is under strict_types.
func (x *Exec) Strict() bool { return strictFrame(x.Frame()) }

// CallerStrict reports whether the caller of the running function is under strict_types.
func (x *Exec) CallerStrict() bool {
	f := x.Frame()
	return f != nil && strictFrame(frameAt(f.Prev))
}

// withScope runs fn with another class scope in force.
func (x *Exec) withScope(c *Class, fn func()) {
	old := x.cls.fakeScope
	x.cls.fakeScope = c
	fn()
	x.cls.fakeScope = old
}
