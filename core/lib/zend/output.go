package zend

import (
	"github.com/ebb-vm/ebb/core/rt"
	"github.com/ebb-vm/ebb/core/zval"
)

func outputFuncs() []rt.FuncDecl {
	return []rt.FuncDecl{
		{Sig: "ob_start($callback = null, int $chunk_size = 0, int $flags = PHP_OUTPUT_HANDLER_STDFLAGS): bool", Fn: obStart},
		{Sig: "ob_flush(): bool", Fn: obFlush},
		{Sig: "ob_clean(): bool", Fn: obClean},
		{Sig: "ob_end_flush(): bool", Fn: obEndFlush},
		{Sig: "ob_end_clean(): bool", Fn: obEndClean},
		{Sig: "ob_get_flush(): string|false", Fn: obGetFlush},
		{Sig: "ob_get_clean(): string|false", Fn: obGetClean},
		{Sig: "ob_get_contents(): string|false", Fn: obGetContents},
		{Sig: "ob_get_level(): int", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { ret.SetLong(int64(x.Out.Level())) }},
		{Sig: "ob_get_length(): int|false", Fn: obGetLength},
		{Sig: "ob_list_handlers(): array", Fn: obListHandlers},
		{Sig: "ob_get_status(bool $full_status = false): array", Fn: obGetStatus},
		{Sig: "ob_implicit_flush(bool $enable = true): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Out.Flush() }},
		{Sig: "flush(): void", Fn: func(x *rt.Exec, a *rt.Args, ret *zval.Value) { x.Out.Flush() }},
	}
}

func obStart(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	chunk, flags := int(a.Int(1)), rt.ObStdFlags
	if chunk < 0 {
		chunk = 0
	}
	if a.Has(2) {
		flags = int(a.Int(2))
	}
	cb := a.Val(0).Deref()
	if cb.Type() <= zval.Null {
		ret.SetBool(x.Out.StartGo("default output handler", nil, chunk, flags))
		return
	}
	if msg := x.CallableError(cb); msg != "" {
		a.Warn("%s", msg)
		if !x.HasExc() {
			a.Notice("Failed to create buffer")
		}
		ret.SetBool(false)
		return
	}
	ret.SetBool(x.Out.StartUser(x.CallableName(cb), cb, chunk, flags))
}

func top(x *rt.Exec, a *rt.Args, ret *zval.Value, what string) *rt.ObHandler {
	h := x.Out.Top()
	if h == nil {
		ret.SetBool(false)
		a.Notice("Failed to %s", what)
	}
	return h
}

func obFlush(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := top(x, a, ret, "flush buffer. No buffer to flush")
	if h == nil {
		return
	}
	if !x.Out.FlushTop() {
		a.Notice("Failed to flush buffer of %s (%d)", h.Name, h.Level)
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
}

func obClean(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := top(x, a, ret, "delete buffer. No buffer to delete")
	if h == nil {
		return
	}
	if !x.Out.CleanTop() {
		a.Notice("Failed to delete buffer of %s (%d)", h.Name, h.Level)
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
}

func obEndFlush(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := top(x, a, ret, "delete and flush buffer. No buffer to delete or flush")
	if h == nil {
		return
	}
	if !x.Out.Pop(false, false) {
		a.Notice("Failed to send buffer of %s (%d)", h.Name, h.Level)
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
}

func obEndClean(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := top(x, a, ret, "delete buffer. No buffer to delete")
	if h == nil {
		return
	}
	if !x.Out.Pop(true, false) {
		a.Notice("Failed to discard buffer of %s (%d)", h.Name, h.Level)
		ret.SetBool(false)
		return
	}
	ret.SetBool(true)
}

func obGetFlush(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := top(x, a, ret, "delete and flush buffer. No buffer to delete or flush")
	if h == nil {
		return
	}
	b, _ := x.Out.Contents()
	if !x.Out.Pop(false, false) {
		a.Notice("Failed to send buffer of %s (%d)", h.Name, h.Level)
		a.Notice("Failed to delete buffer of %s (%d)", h.Name, h.Level)
	}
	ret.SetStr(x.Space.NewBytes(b))
}

func obGetClean(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := x.Out.Top()
	if h == nil {
		ret.SetBool(false)
		return
	}
	b, _ := x.Out.Contents()
	if !x.Out.Pop(true, false) {
		a.Notice("Failed to discard buffer of %s (%d)", h.Name, h.Level)
		a.Notice("Failed to delete buffer of %s (%d)", h.Name, h.Level)
	}
	ret.SetStr(x.Space.NewBytes(b))
}

func obGetContents(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := x.Out.Top()
	if h == nil {
		ret.SetBool(false)
		return
	}
	ret.SetStr(x.Space.NewBytes(h.Bytes()))
}

func obGetLength(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	h := x.Out.Top()
	if h == nil {
		ret.SetBool(false)
		return
	}
	ret.SetLong(int64(len(h.Bytes())))
}

func obListHandlers(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	t := x.Space.NewPacked(4)
	for _, h := range x.Out.Handlers() {
		push(x, t, h.Name)
	}
	ret.SetArr(t)
}

func obGetStatus(x *rt.Exec, a *rt.Args, ret *zval.Value) {
	one := func(h *rt.ObHandler) *zval.Table {
		t := x.Space.NewHash(8)
		addStr(x, t, "name", h.Name)
		kind := int64(0)
		if h.User() {
			kind = 1
		}
		addLong(x, t, "type", kind)
		addLong(x, t, "flags", int64(h.Flags))
		addLong(x, t, "level", int64(h.Level))
		addLong(x, t, "chunk_size", int64(h.Size))
		addLong(x, t, "buffer_size", int64(h.Cap()))
		addLong(x, t, "buffer_used", int64(len(h.Bytes())))
		return t
	}
	if !a.Bool(0) {
		if h := x.Out.Top(); h != nil {
			ret.SetArr(one(h))
		} else {
			ret.SetArr(x.Space.EmptyArray())
		}
		return
	}
	t := x.Space.NewPacked(4)
	for _, h := range x.Out.Handlers() {
		v := zval.ArrValue(one(h))
		x.Space.Append(t, &v)
	}
	ret.SetArr(t)
}
