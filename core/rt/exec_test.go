package rt

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/ebb-vm/ebb/core/opcode"
	"github.com/ebb-vm/ebb/core/vmstack"
	"github.com/ebb-vm/ebb/core/zval"
)

// testHost is the process's world with output captured.
type testHost struct {
	*OSHost
	out bytes.Buffer
}

func (h *testHost) Stdout() io.Writer { return &h.out }

// newTest makes an executor that runs no PHP.
func newTest(t *testing.T) (*Exec, *testHost) {
	t.Helper()
	h := &testHost{OSHost: NewOSHost()}
	x := NewExec(Config{Host: h, Ini: map[string]string{"ebb.debug_panic": "1"}})
	x.Run = func(f *vmstack.Frame) { t.Fatal("no PHP code here") }
	x.Begin()
	return x, h
}

// finish ends the request and demands an empty heap.
func finish(t *testing.T, x *Exec, h *testHost) string {
	t.Helper()
	x.End()
	if n, b := x.Balanced(); n != 0 {
		t.Errorf("%d blocks, %d bytes left in the heap", n, b)
	}
	x.Close()
	return h.out.String()
}

// val makes a value from Go's nearest type.
func (x *Exec) val(v any) (z zval.Value) {
	switch v := v.(type) {
	case nil:
		z.SetNull()
	case bool:
		z.SetBool(v)
	case int:
		z.SetLong(int64(v))
	case float64:
		z.SetDouble(v)
	case string:
		z.SetStr(x.Space.NewString(v))
	case []any:
		t := x.Space.NewPacked(len(v))
		for _, e := range v {
			w := x.val(e)
			x.Space.Append(t, &w)
		}
		z.SetArr(t)
	}
	return z
}

func (x *Exec) show1(v *zval.Value) string {
	s := x.ToStr(v)
	defer x.Space.ReleaseStr(s)
	return x.TypeName(v) + " " + s.String()
}

func TestBinaryOps(t *testing.T) {
	x, h := newTest(t)
	for _, c := range []struct {
		op   opcode.Op
		a, b any
		want string // "type text", or the exception's message
	}{
		{opcode.Add, 1, 2, "int 3"}, {opcode.Add, "12abc", 2, "int 14"}, {opcode.Add, "1.5", true, "float 2.5"},
		{opcode.Add, "abc", 1, "Unsupported operand types: string + int"},
		{opcode.Add, []any{}, 1, "Unsupported operand types: array + int"},
		{opcode.Add, []any{}, true, "Unsupported operand types: array + bool"},
		{opcode.Add, 9223372036854775807, 1, "float 9.2233720368548E+18"},
		{opcode.Mul, 4294967296, 4294967296, "float 1.844674407371E+19"},
		{opcode.Div, 7, 2, "float 3.5"}, {opcode.Div, 6, 2, "int 3"}, {opcode.Div, 1, 0, "Division by zero"},
		{opcode.Mod, 7, -3, "int 1"}, {opcode.Mod, 7, 0, "Modulo by zero"}, {opcode.Mod, "9999999999999999999", 3, "int 1"},
		{opcode.Sl, 1, 64, "int 0"}, {opcode.Sr, -1, 64, "int -1"}, {opcode.Sl, 1, -1, "Bit shift by negative number"},
		{opcode.BwOr, "abc", "bb", "string cbc"}, {opcode.BwAnd, 6, 1.5, "int 0"}, {opcode.BwXor, nil, 5, "int 5"},
		{opcode.Pow, 2, 10, "int 1024"}, {opcode.Pow, 2, -1, "float 0.5"}, {opcode.Pow, 2, 64, "float 1.844674407371E+19"},
		{opcode.Concat, 1.5, "x", "string 1.5x"}, {opcode.Concat, nil, true, "string 1"},
		{opcode.Spaceship, "abc", nil, "int 1"}, {opcode.Spaceship, []any{1, 2}, []any{1, 3}, "int -1"},
		{opcode.IsEqual, "1e1", "10", "bool 1"}, {opcode.IsEqual, "abc", 0, "bool "}, {opcode.IsIdentical, 1, 1.0, "bool "},
		{opcode.IsSmaller, []any{}, 5, "bool "},
	} {
		a, b := x.val(c.a), x.val(c.b)
		var r zval.Value
		var got string
		if x.BinaryOp(c.op, &r, &a, &b) {
			got = x.show1(&r)
			x.Space.Release(&r)
		} else if o := x.TakeExc(); o != nil {
			got = x.excString(o, SlotMessage)
			x.releaseObj(o)
		}
		if got != c.want {
			t.Errorf("%v %v %v: %q, want %q", c.a, c.op, c.b, got, c.want)
		}
		x.Space.Release(&a)
		x.Space.Release(&b)
	}
	out := finish(t, x, h)
	for _, w := range []string{
		"\nWarning: A non-numeric value encountered in Unknown on line 0\n",
		"\nDeprecated: Implicit conversion from float-string \"9999999999999999999\" to int loses precision in Unknown on line 0\n",
		"\nDeprecated: Implicit conversion from float 1.5 to int loses precision in Unknown on line 0\n",
	} {
		if strings.Count(out, w) != 1 {
			t.Errorf("%q is not in the output once:\n%s", w, out)
		}
	}
}

func TestCompoundInPlace(t *testing.T) {
	x, h := newTest(t)
	a := x.val("abc")
	b := x.val(12)
	for i := 0; i < 3; i++ {
		if !x.BinaryOp(opcode.Concat, &a, &a, &b) {
			t.Fatal("concat failed")
		}
	}
	if !x.BinaryOp(opcode.Concat, &a, &a, &a) || a.Str().String() != "abc121212abc121212" {
		t.Error(a.Str().String())
	}
	x.Space.Release(&a)
	arr, add := x.val([]any{1}), x.val([]any{7, 8})
	x.BinaryOp(opcode.Add, &arr, &arr, &add)
	if arr.Arr().Len() != 2 || arr.Arr().FindLong(0).Long() != 1 || arr.Arr().FindLong(1).Long() != 8 {
		t.Error("union in place")
	}
	x.Space.Release(&arr)
	x.Space.Release(&add)
	finish(t, x, h)
}

func TestIncDec(t *testing.T) {
	x, h := newTest(t)
	for _, c := range []struct {
		in   any
		inc  bool
		want string
	}{
		{"Az", true, "string Ba"}, {"5.5", true, "float 6.5"}, {"", false, "int -1"}, {nil, true, "int 1"}, {nil, false, "null "},
		{true, true, "bool 1"}, {9223372036854775807, true, "float 9.2233720368548E+18"}, {"9223372036854775807", true, "float 9.2233720368548E+18"},
		{[]any{}, true, "Cannot increment array"},
	} {
		v := x.val(c.in)
		var got string
		if x.IncDec(&v, c.inc) {
			got = x.show1(&v)
		} else if o := x.TakeExc(); o != nil {
			got = x.excString(o, SlotMessage)
			x.releaseObj(o)
		}
		if got != c.want {
			t.Errorf("%v %v: %q, want %q", c.in, c.inc, got, c.want)
		}
		x.Space.Release(&v)
	}
	finish(t, x, h)
}

func TestDims(t *testing.T) {
	x, h := newTest(t)
	var c zval.Value
	c.SetNull()
	set := func(k any, v any) bool {
		var ok bool
		w := x.val(v)
		if k == "[]" {
			ok = x.AssignDim(&c, nil, &w, nil)
		} else {
			d := x.val(k)
			ok = x.AssignDim(&c, &d, &w, nil)
			x.Space.Release(&d)
		}
		x.Space.Release(&w)
		return ok
	}
	set("a", 1)
	set("[]", "x")
	set("7", 2)
	set(1.7, "f")
	set(nil, "n")
	set(true, "t")
	if set([]any{}, 1) {
		t.Error("an array is no key")
	}
	if o := x.TakeExc(); o == nil || x.excString(o, SlotMessage) != "Cannot access offset of type array on array" {
		t.Error("illegal offset")
	} else {
		x.releaseObj(o)
	}
	get := func(k any, kind FetchKind) string {
		d := x.val(k)
		var r zval.Value
		x.ReadDim(&r, &c, &d, kind)
		s := x.show1(&r)
		x.Space.Release(&r)
		x.Space.Release(&d)
		return s
	}
	for k, want := range map[any]string{"a": "int 1", 0: "string x", 7: "int 2", 1: "string t", "": "string n"} {
		if got := get(k, FetchR); got != want {
			t.Errorf("[%v]: %q, want %q", k, got, want)
		}
	}
	get("missing", FetchR)
	get("quiet", FetchIS)
	x.Space.Release(&c)
	c = x.val("hello")
	if got := get(-1, FetchR); got != "string o" {
		t.Error(got)
	}
	get(10, FetchR)
	set(7, "xyz")
	if got := x.show1(&c); got != "string hello  x" {
		t.Error(got)
	}
	x.Space.Release(&c)
	out := finish(t, x, h)
	var lines []string
	for _, l := range strings.Split(out, "\n") {
		if l != "" {
			lines = append(lines, strings.TrimSuffix(l, " in Unknown on line 0"))
		}
	}
	want := []string{
		"Deprecated: Implicit conversion from float 1.7 to int loses precision",
		"Deprecated: Using null as an array offset is deprecated, use an empty string instead",
		`Warning: Undefined array key "missing"`,
		"Warning: Uninitialized string offset 10",
		"Warning: Only the first byte will be assigned to the string offset",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("messages:\n%s", strings.Join(lines, "\n"))
	}
}

func TestOutputBuffers(t *testing.T) {
	x, h := newTest(t)
	o := x.Out
	o.WriteString("a")
	o.StartGo("default output handler", nil, 0, ObStdFlags)
	o.WriteString("b")
	o.StartGo("up", func(x *Exec, in []byte, op int) ([]byte, bool) { return bytes.ToUpper(in), true }, 0, ObStdFlags)
	o.WriteString("c")
	o.FlushTop()
	o.WriteString("lost")
	o.CleanTop()
	o.WriteString(strings.Repeat("x", 40000))
	if o.Level() != 2 || len(o.Top().Bytes()) != 40000 {
		t.Error("levels")
	}
	o.Pop(false, false)
	o.WriteString("d")
	if got := finish(t, x, h); got != "abC"+strings.Repeat("X", 40000)+"d" {
		t.Errorf("%d bytes: %.20s", len(got), got)
	}
}

func TestFatalEndsRun(t *testing.T) {
	x, h := newTest(t)
	done := false
	x.guard(func() {
		x.FatalError("Out of %s", "luck")
		done = true
	})
	if done || x.ExitStatus != 255 {
		t.Error("the run went on")
	}
	x.End()
	x.Close()
	if got := h.out.String(); got != "\nFatal error: Out of luck in Unknown on line 0\nStack trace:\n#0 {main}\n" {
		t.Errorf("%q", got)
	}
}
