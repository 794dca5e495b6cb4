package rt

import (
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// Backtraces: the walk over frames that debug_backtrace, exceptions and fatal
// errors share, and their text form.

// Options of Backtrace; the first two are DEBUG_BACKTRACE_*.
const (
	TraceObject   = 1 // include $this
	TraceNoArgs   = 2
	TraceNoObject = 0

	traceCompile = 1 << 20 // add the include or eval that is being compiled
)

// Extended values of INCLUDE_OR_EVAL.
const (
	IncEval        = 1
	IncInclude     = 2
	IncIncludeOnce = 4
	IncRequire     = 8
	IncRequireOnce = 16
)

func isUser(f *vmstack.Frame) bool {
	return f.Func != 0 && code.FuncAt(f.Func).Kind == code.FuncUser
}

func opOf(f *vmstack.Frame) opcode.Op {
	if f.Opline == 0 {
		return opcode.Nop
	}
	return opcode.Op(code.OplineAt(f.Opline).Code)
}

// frameLine is the line a user frame is at.
func (x *Exec) frameLine(f *vmstack.Frame) int {
	op := x.Reg.Funcs[code.FuncAt(f.Func).ID]
	if f.Opline == 0 {
		return op.LineStart
	}
	if n := int(code.OplineAt(f.Opline).Line); n != 0 {
		return n
	}
	return op.LineEnd
}

// skipHandler passes over an internal frame that user code did not call by a
// call instruction (an operator that ran a handler).
func skipHandler(f *vmstack.Frame) bool {
	if f.Func != 0 && isUser(f) || f.Prev == 0 {
		return false
	}
	p := vmstack.At(f.Prev)
	if !isUser(p) {
		return false
	}
	switch opOf(p) {
	case opcode.DoFcall, opcode.DoIcall, opcode.DoUcall, opcode.DoFcallByName, opcode.IncludeOrEval:
		return false
	}
	return true
}

// prevFrame is the caller as backtraces see it. Suspended generators between
// a delegating generator and the running one are not on the chain; the engine
// links them through Prev while they run.
func prevFrame(f *vmstack.Frame) *vmstack.Frame {
	if f.Prev == 0 {
		return nil
	}
	return vmstack.At(f.Prev)
}

// Backtrace returns a new array of call frames, innermost first. skip is the
// number of frames at the top to leave out; limit 0 means no limit.
func (x *Exec) Backtrace(skip int, opts, limit int) *zval.Table {
	sp := x.Space
	out := sp.NewTable(0)
	call := x.Frame()
	for call != nil && call.Func == 0 {
		call = prevFrame(call)
	}
	for ; skip > 0 && call != nil; skip-- {
		call = prevFrame(call)
	}
	k := &x.known
	var includeFile *zval.String
	n := 0
	if opts&traceCompile != 0 && call != nil && isUser(call) && opOf(call) == opcode.IncludeOrEval {
		x.addInclude(out, call)
		n++
	}
	if c := &x.constAt; c.file != "" && c.fp == x.Ctx.FP {
		if file, line := x.frameWhere(); file != "" && (file != c.file || line != c.line) {
			fr := sp.NewTable(8)
			v := strValue(sp.Intern(file))
			sp.Set(fr, k.file, &v)
			v.SetLong(int64(line))
			sp.Set(fr, k.line, &v)
			v.SetStr(sp.Intern("[constant expression]"))
			sp.Set(fr, k.function, &v)
			v.SetArr(fr)
			sp.Append(out, &v)
			n++
		}
	}
	for call != nil && (limit == 0 || n < limit) {
		prev := prevFrame(call)
		if prev == nil && call.Info()&(vmstack.CallCode|vmstack.CallTop) != vmstack.CallTop {
			break
		}
		from := prev
		if from == nil {
			from = call
		}
		if prev != nil && skipHandler(prev) {
			from = prevFrame(prev)
		}
		var pseudo *vmstack.Frame
		fr := sp.NewTable(8)
		var file *zval.String
		if from != call && isUser(from) {
			op := x.Reg.Funcs[code.FuncAt(from.Func).ID]
			file = sp.Intern(op.File)
			var v zval.Value
			v.SetStr(file)
			sp.Set(fr, k.file, &v)
			v.SetLong(int64(x.frameLine(from)))
			sp.Set(fr, k.line, &v)
		}
		var d *code.Func
		if call.Func != 0 {
			d = code.FuncAt(call.Func)
		}
		if d != nil && d.Name != 0 && !(d.Kind == code.FuncUser && call.Info()&vmstack.CallCode != 0) {
			x.traceCall(fr, call, d, opts)
			if from != call && isUser(from) && opOf(from) == opcode.IncludeOrEval {
				// called while a file was being found, read or compiled
				pseudo = from
			}
		} else {
			kind := uint32(0)
			if isUser(from) && from != call && opOf(from) == opcode.IncludeOrEval {
				kind = code.OplineAt(from.Opline).Ext
			}
			name := x.includeName(kind)
			if name == nil {
				sp.FreeTable(fr)
				call = from
				if prev == nil {
					break
				}
				continue
			}
			var v zval.Value
			if kind != IncEval && d != nil && d.Kind == code.FuncUser {
				includeFile = sp.Intern(x.Reg.Funcs[d.ID].File)
				args := sp.NewPacked(1)
				var p zval.Value
				p.SetStr(includeFile)
				sp.Append(args, &p)
				v.SetArr(args)
				sp.Set(fr, k.args, &v)
			}
			v.SetStr(name)
			sp.Set(fr, k.function, &v)
		}
		var v zval.Value
		v.SetArr(fr)
		sp.Append(out, &v)
		n++
		if pseudo != nil && (limit == 0 || n < limit) {
			x.addInclude(out, pseudo)
			n++
		}
		if prev == nil {
			break
		}
		call = from
	}
	return out
}

// addInclude appends the include or eval that user frame f is at and that has
// no frame of its own yet.
func (x *Exec) addInclude(out *zval.Table, f *vmstack.Frame) {
	sp, k := x.Space, &x.known
	fr := sp.NewTable(8)
	v := strValue(sp.Intern(x.Reg.Funcs[code.FuncAt(f.Func).ID].File))
	sp.Set(fr, k.file, &v)
	v.SetLong(int64(x.frameLine(f)))
	sp.Set(fr, k.line, &v)
	v.SetStr(x.includeName(code.OplineAt(f.Opline).Ext))
	sp.Set(fr, k.function, &v)
	v.SetArr(fr)
	sp.Append(out, &v)
}

// includeName is what traces call a kind of INCLUDE_OR_EVAL; nil for none.
func (x *Exec) includeName(kind uint32) *zval.String {
	switch kind {
	case IncEval:
		return x.known.eval
	case IncInclude:
		return x.known.include
	case IncIncludeOnce:
		return x.known.includeOnce
	case IncRequire:
		return x.known.require
	case IncRequireOnce:
		return x.known.requireOnce
	}
	return nil
}

// traceCall adds function, class, object, type and args of a call.
func (x *Exec) traceCall(fr *zval.Table, call *vmstack.Frame, d *code.Func, opts int) {
	sp, k := x.Space, &x.known
	var v zval.Value
	fn := x.FuncOf(d)
	v.SetStr(stringAt(d.Name))
	v.AddRef()
	sp.Set(fr, k.function, &v)
	var obj *zval.Object
	if zval.Type(call.This.T) == zval.ObjectT && call.This.V != 0 {
		obj = call.This.Obj()
	}
	var class *Class
	if d.Scope != 0 {
		class = x.ClassAt(d.Scope)
	} else if obj != nil {
		class = x.ClassOf(obj)
	}
	if class != nil {
		v.SetStr(class.NameStr)
		v.AddRef()
		sp.Set(fr, k.class, &v)
		if obj != nil {
			if opts&TraceObject != 0 {
				obj.GC.RC++
				v.SetObj(obj)
				sp.Set(fr, k.object, &v)
			}
			v.SetStr(k.arrow)
		} else {
			v.SetStr(k.dcolon)
		}
		sp.Set(fr, k.type_, &v)
	}
	if opts&TraceNoArgs == 0 {
		v.SetArr(x.traceArgs(call, d, fn))
		sp.Set(fr, k.args, &v)
	}
}

// traceArgs returns a new array of a call's arguments as they are now.
func (x *Exec) traceArgs(call *vmstack.Frame, d *code.Func, fn *Function) *zval.Table {
	sp := x.Space
	n := int(call.NumArgs())
	if n == 0 && call.Info()&vmstack.CallHasExtraNamed == 0 {
		return sp.EmptyArray()
	}
	args := sp.NewPacked(n)
	add := func(i int, s *zval.Value) {
		var v zval.Value
		switch {
		case s == nil || s.Type() == zval.Undef:
			v.SetNull()
		default:
			v.CopyFrom(s.Deref())
		}
		if x.sensitive(fn, i) && s != nil && s.Type() != zval.Undef {
			v = x.hideSensitive(&v)
		}
		sp.Append(args, &v)
	}
	if d.Kind == code.FuncUser {
		declared := min(n, int(d.NumArgs))
		op := x.Reg.Funcs[d.ID]
		for i := 0; i < declared; i++ {
			s := call.Slot(i)
			if call.Info()&vmstack.CallHasSymbols != 0 && call.Symbols != 0 {
				// An eval or include may have the variables now.
				if t := tableAt(call.Symbols).Find(op.CVNames[i]); t != nil {
					s = t
					for s.Type() == zval.Indirect {
						s = s.Ind()
					}
				}
			}
			add(i, s)
		}
		if n > declared {
			base := int(d.NumCVs + d.NumTmps)
			for i := declared; i < n; i++ {
				add(i, call.Slot(base+i-declared))
			}
		}
	} else {
		for i := 0; i < n; i++ {
			add(i, call.Slot(i))
		}
	}
	if call.Info()&vmstack.CallHasExtraNamed != 0 && call.Named != 0 {
		for it := tableAt(call.Named).Iter(); it.Next(); {
			key, _ := it.Key()
			if key == nil {
				continue
			}
			var v zval.Value
			v.CopyFrom(it.Value().Deref())
			if x.sensitive(fn, n) {
				v = x.hideSensitive(&v)
			}
			sp.Set(args, key, &v)
		}
	}
	return args
}

// sensitive reports parameters marked #[SensitiveParameter].
func (x *Exec) sensitive(fn *Function, i int) bool {
	if fn == nil || len(fn.Params) == 0 {
		return false
	}
	if i >= len(fn.Params) {
		i = len(fn.Params) - 1
		if !fn.Params[i].Variadic {
			return false
		}
	}
	for j := range fn.Params[i].Attributes {
		if fn.Params[i].Attributes[j].LCName == "sensitiveparameter" {
			return true
		}
	}
	return false
}

// hideSensitive wraps an owned value in a SensitiveParameterValue.
func (x *Exec) hideSensitive(v *zval.Value) (out zval.Value) {
	c := x.ClassTab["sensitiveparametervalue"]
	if c == nil {
		x.Space.Release(v)
		out.SetNull()
		return out
	}
	o := x.NewObject(c)
	x.setSlot(o, 0, *v)
	out.SetObj(o)
	return out
}

// fatalTrace builds the backtrace shown with fatal errors.
func (x *Exec) fatalTrace(v *zval.Value) {
	opts := TraceNoObject
	if x.Ini.IgnoreArgs {
		opts |= TraceNoArgs
	}
	if x.Compiling > 0 {
		opts |= traceCompile
	}
	v.SetArr(x.Backtrace(0, opts, 0))
}

// TraceText renders a trace array as getTraceAsString does.
func (x *Exec) TraceText(t *zval.Table) string {
	var b strings.Builder
	n := 0
	for it := t.Iter(); it.Next(); {
		fr := it.Value().Deref()
		if fr.Type() != zval.ArrayT {
			x.Warning("Expected array for frame %d", n)
			n++
			continue
		}
		x.traceLine(&b, n, fr.Arr())
		n++
	}
	b.WriteByte('#')
	b.WriteString(strconv.Itoa(n))
	b.WriteString(" {main}")
	return b.String()
}

func (x *Exec) traceLine(b *strings.Builder, n int, fr *zval.Table) {
	k := &x.known
	str := func(key *zval.String) (string, bool) {
		v := fr.Find(key)
		if v == nil {
			return "", false
		}
		v = v.Deref()
		if v.Type() != zval.StringT {
			x.Warning("Value for %s is not a string", key.View())
			return "[unknown]", true
		}
		return v.Str().String(), true
	}
	b.WriteByte('#')
	b.WriteString(strconv.Itoa(n))
	b.WriteByte(' ')
	if v := fr.Find(k.file); v != nil {
		v = v.Deref()
		if v.Type() != zval.StringT {
			x.Warning("File name is not a string")
			b.WriteString("[unknown file]: ")
		} else {
			line := int64(0)
			if l := fr.Find(k.line); l != nil {
				if l = l.Deref(); l.Type() == zval.Long {
					line = l.Long()
				} else {
					x.Warning("Line is not an int")
				}
			}
			b.WriteString(v.Str().String())
			b.WriteByte('(')
			b.WriteString(strconv.FormatInt(line, 10))
			b.WriteString("): ")
		}
	} else {
		b.WriteString("[internal function]: ")
	}
	for _, key := range []*zval.String{k.class, k.type_, k.function} {
		if s, ok := str(key); ok {
			b.WriteString(cutNUL(s))
		}
	}
	b.WriteByte('(')
	if v := fr.Find(k.args); v != nil {
		v = v.Deref()
		if v.Type() != zval.ArrayT {
			x.Warning("args element is not an array")
		} else {
			first := true
			for it := v.Arr().Iter(); it.Next(); {
				if !first {
					b.WriteString(", ")
				}
				first = false
				if key, _ := it.Key(); key != nil {
					b.WriteString(key.String())
					b.WriteString(": ")
				}
				x.traceArg(b, it.Value().Deref())
			}
		}
	}
	b.WriteString(")\n")
}

// traceArg renders one argument as traces do.
func (x *Exec) traceArg(b *strings.Builder, v *zval.Value) {
	switch v.Type() {
	case zval.Undef, zval.Null:
		b.WriteString("NULL")
	case zval.False:
		b.WriteString("false")
	case zval.True:
		b.WriteString("true")
	case zval.Long:
		b.WriteString(strconv.FormatInt(v.Long(), 10))
	case zval.Double:
		b.WriteString(x.doubleRepr(v.Double(), x.Ini.Precision))
	case zval.StringT:
		s := v.Str().View()
		cut := false
		if m := x.Ini.StringParamMax; len(s) > m {
			s, cut = s[:m], true
		}
		b.WriteByte('\'')
		EscapeTrace(b, s)
		if cut {
			b.WriteString("...")
		}
		b.WriteByte('\'')
	case zval.ArrayT:
		b.WriteString("Array")
	case zval.ObjectT:
		o := v.Obj()
		c := x.ClassOf(o)
		if c.IsEnum() {
			b.WriteString(c.Name)
			b.WriteString("::")
			if n := o.Prop(0); n.Type() == zval.StringT {
				b.WriteString(n.Str().String())
			}
			return
		}
		b.WriteString("Object(")
		b.WriteString(cutNUL(c.Name))
		b.WriteByte(')')
	case zval.ResourceT:
		b.WriteString("Resource id #")
		b.WriteString(strconv.FormatInt(v.Res().Handle, 10))
	}
}

// cutNUL cuts an anonymous class's name at its NUL, as C strings print.
func cutNUL(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		return s[:i]
	}
	return s
}

// EscapeTrace writes s with control bytes and bytes above 126 escaped.
func EscapeTrace(b *strings.Builder, s string) {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 32 && c != '\\' && c <= 126 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('\\')
		switch c {
		case '\n':
			b.WriteByte('n')
		case '\r':
			b.WriteByte('r')
		case '\t':
			b.WriteByte('t')
		case '\f':
			b.WriteByte('f')
		case '\v':
			b.WriteByte('v')
		case '\\':
			b.WriteByte('\\')
		case 27:
			b.WriteByte('e')
		default:
			b.WriteByte('x')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}
