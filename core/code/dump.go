package code

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/zval"
)

// Dump lists a function in the text of PHP's opcode dump before optimization.
// (PHP adds a "return" line there that says nothing yet; it is left out.)
func Dump(a *OpArray) string { return dump(a, false, "before") }

// DumpOptimized is Dump of a function that has been through the optimizer.
func DumpOptimized(a *OpArray) string { return dump(a, false, "after") }

// DumpOptimizedLines is DumpOptimized with the source line in front of each opline.
func DumpOptimizedLines(a *OpArray) string { return dump(a, true, "after") }

// DumpLines is Dump with the source line in front of each opline.
func DumpLines(a *OpArray) string { return dump(a, true, "before") }

func dump(a *OpArray, lines bool, when string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n     ; (lines=%d, args=%d, vars=%d, tmps=%d)\n", a.DisplayName(), len(a.Ops), a.Desc.NumArgs, len(a.CVs), a.NumTmps)
	fmt.Fprintf(&b, "     ; (%s optimizer)\n     ; %s:%d-%d\n", when, a.File, a.LineStart, a.LineEnd)
	for i := range a.Ops {
		if lines {
			fmt.Fprintf(&b, "L%04d ", a.Ops[i].Line)
		}
		fmt.Fprintf(&b, "%04d ", i)
		a.dumpOp(&b, i)
		b.WriteByte('\n')
	}
	if len(a.Ranges) > 0 {
		b.WriteString("LIVE RANGES:\n")
		for _, r := range a.Ranges {
			kind := [...]string{"tmp/var", "loop", "silence", "rope", "new", "", "", ""}[r.Var&LiveMask]
			fmt.Fprintf(&b, "     %d: %04d - %04d (%s)\n", varNum(r.Var&^LiveMask), r.Start, r.End, kind)
		}
	}
	if len(a.TryCatch) > 0 {
		b.WriteString("EXCEPTION TABLE:\n")
		opt := func(n uint32) {
			if n == 0 {
				b.WriteString(", -")
			} else {
				fmt.Fprintf(&b, ", %04d", n)
			}
		}
		for _, t := range a.TryCatch {
			fmt.Fprintf(&b, "     %04d", t.Try)
			opt(t.Catch)
			opt(t.Finally)
			opt(t.FinallyEnd)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// DisplayName is the name a dump gives the function.
func (a *OpArray) DisplayName() string {
	switch {
	case a.Name == "":
		return "$_main"
	case a.ScopeName != "":
		return cstr(a.ScopeName) + "::" + a.Name
	}
	return a.Name
}

// DumpUnit lists every function of a unit: the main script, then functions
// and closures, then methods, each as Dump does.
func DumpUnit(u *Unit) string {
	var b strings.Builder
	Walk(u, func(a *OpArray) {
		b.WriteByte('\n')
		b.WriteString(Dump(a))
	})
	return b.String()
}

// Walk visits the functions of a unit, each before the closures inside it.
func Walk(u *Unit, visit func(*OpArray)) {
	seen := map[*OpArray]bool{}
	var walk func(a *OpArray)
	walk = func(a *OpArray) {
		if a == nil || seen[a] {
			return
		}
		seen[a] = true
		visit(a)
		for _, d := range a.Dynamic {
			walk(d)
		}
	}
	walk(u.Main)
	for _, f := range u.Funcs {
		walk(f)
	}
	for _, c := range u.Classes {
		for _, m := range c.Methods {
			walk(m)
		}
		for i := range c.Props {
			walk(c.Props[i].Get)
			walk(c.Props[i].Set)
		}
	}
}

func varNum(off uint32) int { return int(off-frameHeader) / zval.ValueSize }

func (a *OpArray) dumpVar(b *strings.Builder, k Kind, off uint32) {
	n := varNum(off)
	switch {
	case k == CV && n < len(a.CVs):
		fmt.Fprintf(b, "CV%d($%s)", n, a.CVs[n])
	case k == Var:
		fmt.Fprintf(b, "V%d", n)
	case k&(Var|Tmp) == Tmp:
		fmt.Fprintf(b, "T%d", n)
	default:
		fmt.Fprintf(b, "X%d", n)
	}
}

// target turns a relative jump into an opline number.
func target(i int, off uint32) int { return i + int(int32(off))/OplineSize }

func (a *OpArray) dumpOp(b *strings.Builder, i int) {
	o := &a.Ops[i]
	op := opcode.Op(o.Code)
	info := op.Info()
	if o.ResKind&(CV|Var|Tmp) != 0 {
		a.dumpVar(b, o.ResKind, o.Result)
		b.WriteString(" = ")
	}
	b.WriteString(op.String())
	dumpExt(b, info.Ext, o.Ext)

	isTable := op == opcode.SwitchLong || op == opcode.SwitchString || op == opcode.Match
	side := func(k Kind, v uint32, role opcode.Role, second bool) {
		switch {
		case k == Const && second && isTable:
			t := o.Literal(v).Arr()
			for it := t.Iter(); it.Next(); {
				if s, n := it.Key(); s != nil {
					fmt.Fprintf(b, " \"%s\":", cstr(s.String()))
				} else {
					fmt.Fprintf(b, " %d:", n)
				}
				fmt.Fprintf(b, " %04d,", target(i, uint32(it.Value().Long())))
			}
			b.WriteString(" default:")
		case k == Const:
			dumpConst(b, o.Literal(v))
		case k&(CV|Var|Tmp) != 0:
			b.WriteByte(' ')
			a.dumpVar(b, k, v)
		case op == opcode.Catch && second && o.Ext&LastCatch != 0:
		case role == opcode.Jump:
			fmt.Fprintf(b, " %04d", target(i, v))
		default:
			dumpRole(b, role, v)
		}
	}
	side(o.Op1Kind, o.Op1, info.Op1, false)
	side(o.Op2Kind, o.Op2, info.Op2, true)
	if info.Ext&opcode.ExtMeaning == opcode.ExtJump {
		fmt.Fprintf(b, " %04d", target(i, o.Ext))
	}
}

func dumpRole(b *strings.Builder, role opcode.Role, v uint32) {
	switch role {
	case opcode.Num:
		fmt.Fprintf(b, " %d", v)
	case opcode.TryCatch:
		if v != NoTry {
			fmt.Fprintf(b, " try-catch(%d)", v)
		}
	case opcode.This:
		b.WriteString(" THIS")
	case opcode.Next:
		b.WriteString(" NEXT")
	case opcode.Constructor:
		b.WriteString(" CONSTRUCTOR")
	case opcode.ConstFetch:
		if v&ConstUnqualifiedInNamespace != 0 {
			b.WriteString(" (unqualified-in-namespace)")
		}
	case opcode.ClassFetch:
		if k := v & FetchClassMask; int(k) < len(classFetchNames) && classFetchNames[k] != "" {
			b.WriteString(" (" + classFetchNames[k] + ")")
		}
		for _, f := range [...]struct {
			bit  uint32
			name string
		}{{FetchClassNoAutoload, "no-autoload"}, {FetchClassSilent, "silent"}, {FetchClassException, "exception"}} {
			if v&f.bit != 0 {
				b.WriteString(" (" + f.name + ")")
			}
		}
	}
}

var classFetchNames = [...]string{FetchClassSelf: "self", FetchClassParent: "parent", FetchClassStatic: "static", FetchClassAuto: "auto", FetchClassInterface: "interface", FetchClassTrait: "trait"}

func dumpExt(b *strings.Builder, e opcode.Ext, v uint32) {
	put := func(s string) { b.WriteString(" (" + s + ")") }
	switch e & opcode.ExtMeaning {
	case opcode.ExtNum:
		fmt.Fprintf(b, " %d", v)
		return
	case opcode.ExtOp:
		put(opcode.Op(v).String())
		return
	case opcode.ExtType:
		name := typeNames[v]
		if name == "" {
			name = "???"
		}
		put(name)
		return
	case opcode.ExtTypeMask:
		dumpMask(b, v)
		return
	case opcode.ExtEval:
		name := map[uint32]string{IncludeEval: "eval", IncludeFile: "include", IncludeOnce: "include_once", IncludeRequire: "require", IncludeRequireOnce: "require_once"}[v]
		if name == "" {
			name = "???"
		}
		put(name)
		return
	case opcode.ExtSource:
		if v == ReturnsValue {
			put("value")
		} else if v&ReturnsFunction != 0 {
			put("function")
		}
		return
	}
	if e&opcode.ExtVarFetch != 0 {
		switch {
		case v&FetchGlobal != 0:
			put("global")
		case v&FetchLocal != 0:
			put("local")
		case v&FetchGlobalLock != 0:
			put("global+lock")
		}
	}
	if e&opcode.ExtIsset != 0 {
		if v&IsEmpty != 0 {
			put("empty")
		} else {
			put("isset")
		}
	}
	if e&opcode.ExtArrayInit != 0 {
		fmt.Fprintf(b, " %d", v>>ArraySizeShift)
		if v&ArrayNotPacked == 0 {
			put("packed")
		}
	}
	if e&opcode.ExtRef != 0 && v&ArrayElementRef != 0 {
		put("ref")
	}
	if e&(opcode.ExtDimWrite|opcode.ExtFetchRef) != 0 {
		switch v & FetchObjFlags {
		case FetchRef:
			put("ref")
		case FetchDimWrite:
			put("dim write")
		}
	}
}

var typeNames = map[uint32]string{
	uint32(zval.Null): "null", uint32(zval.False): "false", uint32(zval.True): "true", uint32(zval.Long): "long",
	uint32(zval.Double): "double", uint32(zval.StringT): "string", uint32(zval.ArrayT): "array", uint32(zval.ObjectT): "object",
	uint32(zval.ResourceT): "resource", CastBool: "bool", 12: "callable", 14: "void", 17: "never",
}

func dumpMask(b *strings.Builder, v uint32) {
	single := map[uint32]string{TypeMaskNull: "null", TypeMaskFalse: "false", TypeMaskTrue: "true", TypeMaskLong: "long", TypeMaskDouble: "double",
		TypeMaskString: "string", TypeMaskArray: "array", TypeMaskObject: "object", TypeMaskResource: "resource", TypeMaskBool: "bool"}
	if name, ok := single[v]; ok {
		b.WriteString(" (" + name + ")")
		return
	}
	b.WriteString(" TYPE [")
	if v&TypeMaskMixed == TypeMaskMixed {
		b.WriteString("any]")
		return
	}
	sep := ""
	for _, m := range [...]struct {
		mask uint32
		name string
	}{{TypeMaskNull, "null"}, {TypeMaskBool, "bool"}, {TypeMaskFalse, "false"}, {TypeMaskTrue, "true"}, {TypeMaskLong, "long"}, {TypeMaskDouble, "double"},
		{TypeMaskString, "string"}, {TypeMaskArray, "array"}, {TypeMaskObject, "object"}, {TypeMaskResource, "resource"}} {
		if v&m.mask == m.mask {
			v &^= m.mask
			b.WriteString(sep + m.name)
			sep = ", "
		}
	}
	b.WriteByte(']')
}

func dumpConst(b *strings.Builder, v *zval.Value) {
	switch v.Type() {
	case zval.Null:
		b.WriteString(" null")
	case zval.False:
		b.WriteString(" bool(false)")
	case zval.True:
		b.WriteString(" bool(true)")
	case zval.Long:
		fmt.Fprintf(b, " int(%d)", v.Long())
	case zval.Double:
		fmt.Fprintf(b, " float(%s)", cFloat(v.Double()))
	case zval.StringT:
		fmt.Fprintf(b, " string(\"%s\")", cstr(v.Str().String()))
	case zval.ArrayT:
		b.WriteString(" array(...)")
	default:
		fmt.Fprintf(b, " zval(type=%d)", v.Type())
	}
}

// cstr cuts a string at its first NUL, as C's printf does.
func cstr(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		return s[:i]
	}
	return s
}

// cFloat is C's %g.
func cFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		if math.Signbit(f) {
			return "-nan"
		}
		return "nan"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}
