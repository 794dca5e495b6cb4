package zend

import (
	"sort"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

func frameFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "func_num_args(): int", Fn: funcNumArgs},
		{Sig: "func_get_arg(int $position): mixed", Fn: funcGetArg},
		{Sig: "func_get_args(): array", Fn: funcGetArgs},
		{Sig: "get_defined_vars(): array", Fn: getDefinedVars},
		{Sig: "function_exists(string $function): bool", Fn: functionExists},
		{Sig: "get_defined_functions(bool $exclude_disabled = true): array", Fn: getDefinedFunctions},
		{Sig: "get_included_files(): array", Fn: getIncluded},
		{Sig: "get_required_files(): array", Fn: getIncluded},
	}
}

// caller is the frame of the user function that called the running builtin;
// nil, with an Error thrown, at the top level.
func caller(x *rt.Exec, a *rt.Args, what string) *vmstack.Frame {
	if dynamic(x, a) {
		return nil
	}
	if a.Frame.Prev != 0 {
		f := vmstack.At(a.Frame.Prev)
		if f.Func != 0 && f.Info()&vmstack.CallCode == 0 {
			return f
		}
	}
	x.ThrowError(nil, "%s", what)
	return nil
}

// dynamic throws when a function that looks at its caller's frame is called
// through a value or by the engine.
func dynamic(x *rt.Exec, a *rt.Args) bool {
	if a.Frame.Info()&(vmstack.CallDynamic|vmstack.CallTop) == 0 {
		return false
	}
	x.ThrowError(nil, "Cannot call %s() dynamically", a.Fn.Name)
	return true
}

// frameArg returns argument i of a frame; Undef ones are nil.
func frameArg(f *vmstack.Frame, i int) *zval.Value {
	d := code.FuncAt(f.Func)
	if d.Kind == code.FuncUser && i >= int(d.NumArgs) {
		i = int(d.NumCVs+d.NumTmps) + i - int(d.NumArgs)
	}
	v := f.Slot(i)
	if v.Type() == zval.Undef {
		return nil
	}
	return v.Deref()
}

func funcNumArgs(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	if f := caller(x, a, "func_num_args() must be called from a function context"); f != nil {
		ret.SetLong(int64(f.NumArgs()))
	}
}

func funcGetArg(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	n := a.Int(0)
	if n < 0 {
		a.ValueError(0, "must be greater than or equal to 0")
		return
	}
	f := caller(x, a, "func_get_arg() cannot be called from the global scope")
	if f == nil {
		return
	}
	if n >= int64(f.NumArgs()) {
		a.ValueError(0, "must be less than the number of the arguments passed to the currently executed function")
		return
	}
	if v := frameArg(f, int(n)); v != nil {
		ret.CopyFrom(v)
	}
}

func funcGetArgs(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	f := caller(x, a, "func_get_args() cannot be called from the global scope")
	if f == nil {
		return
	}
	n := int(f.NumArgs())
	t := x.Space.NewPacked(n)
	for i := 0; i < n; i++ {
		v := zval.NullValue()
		if s := frameArg(f, i); s != nil {
			v.CopyFrom(s)
		}
		x.Space.Append(t, &v)
	}
	ret.SetArr(t)
}

func getDefinedVars(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	if a.Dynamic() {
		return
	}
	if dynamic(x, a) {
		return
	}
	src := x.SymbolTable()
	if src == nil {
		ret.SetArr(x.Space.EmptyArray())
		return
	}
	t := x.Space.NewHash(src.Len())
	for it := src.Iter(); it.Next(); {
		v := it.Value()
		if v.Type() == zval.Indirect {
			v = v.Ind()
		}
		if v.Type() == zval.Undef {
			continue
		}
		var c zval.Value
		x.Space.CopyElement(&c, v)
		if k, n := it.Key(); k != nil {
			x.Space.Set(t, k, &c)
		} else {
			x.Space.SetLong(t, n, &c)
		}
	}
	ret.SetArr(t)
}

func functionExists(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	name := strings.TrimPrefix(a.View(0), "\\")
	ret.SetBool(x.LookupFunction(strings.ToLower(name)) != nil)
}

func getDefinedFunctions(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	internal := x.Space.NewPacked(1024)
	seen := map[string]bool{}
	x.BuiltinNames(func(lc string, m *rt.Module) {
		if !seen[lc] {
			seen[lc] = true
			push(x, internal, lc)
		}
	})
	user := x.Space.NewPacked(8)
	for _, f := range x.FuncOrder {
		if f.Op != nil {
			push(x, user, f.LCName)
		}
	}
	t := x.Space.NewHash(2)
	add(x, t, "internal", zval.ArrValue(internal))
	add(x, t, "user", zval.ArrValue(user))
	ret.SetArr(t)
}

func getIncluded(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewPacked(8)
	for _, f := range x.IncludedFiles() {
		push(x, t, f)
	}
	ret.SetArr(t)
}

func gcFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "gc_mem_caches(): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(x.Heap.GC())) }},
		{Sig: "gc_collect_cycles(): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(x.Space.CollectCycles())) }},
		{Sig: "gc_enabled(): bool", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetBool(x.Space.GCEnabled()) }},
		{Sig: "gc_enable(): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Ini.Set("zend.enable_gc", "1", rt.IniRuntime) }},
		{Sig: "gc_disable(): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Ini.Set("zend.enable_gc", "0", rt.IniRuntime) }},
		{Sig: "gc_status(): array", Fn: gcStatus},
	}
}

func gcStatus(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	s := x.Space.GCStatus()
	t := x.Space.NewHash(12)
	add(x, t, "running", zval.BoolValue(s.Running))
	add(x, t, "protected", zval.BoolValue(s.Protected))
	add(x, t, "full", zval.BoolValue(s.Full))
	addLong(x, t, "runs", int64(s.Runs))
	addLong(x, t, "collected", int64(s.Collected))
	addLong(x, t, "threshold", int64(s.Threshold))
	addLong(x, t, "buffer_size", int64(s.BufferSize))
	addLong(x, t, "roots", int64(s.Roots))
	add(x, t, "application_time", zval.DoubleValue(float64(x.Host.Monotonic()-x.StartMono)/1e9))
	add(x, t, "collector_time", zval.DoubleValue(0))
	add(x, t, "destructor_time", zval.DoubleValue(0))
	add(x, t, "free_time", zval.DoubleValue(0))
	ret.SetArr(t)
}

func memoryFuncs() []rt.FuncDecl {
	pick := func(real, used func(x *rt.Exec) int64) rt.GoFunc {
		return func(x *rt.Exec, a *rt.Args, ret *zval.Value) {
			if a.Bool(0) {
				ret.SetLong(real(x))
			} else {
				ret.SetLong(used(x))
			}
		}
	}
	return []rt.FuncDecl{
		{Sig: "memory_get_usage(bool $real_usage = false): int", Fn: pick(
			func(x *rt.Exec) int64 { return x.Heap.Real() }, func(x *rt.Exec) int64 { return x.Heap.Usage() })},
		{Sig: "memory_get_peak_usage(bool $real_usage = false): int", Fn: pick(
			func(x *rt.Exec) int64 { return x.Heap.RealPeak() }, func(x *rt.Exec) int64 { return x.Heap.Peak() })},
		{Sig: "memory_reset_peak_usage(): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Heap.ResetPeak() }},
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
