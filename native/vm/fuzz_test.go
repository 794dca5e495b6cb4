package vm_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// program makes a PHP program of random numbers: functions of statements on a
// handful of variables that hold integers, doubles, strings, arrays and objects
// as it comes. Every loop is bounded; whatever goes wrong is caught and printed.
type program struct {
	r     *rand.Rand
	s     strings.Builder
	depth int
	loops int
	funcs int // functions so far that may be called
}

func (p *program) pick(of ...string) string { return of[p.r.Intn(len(of))] }

func (p *program) variable() string { return p.pick("$a", "$b", "$c", "$d", "$i", "$j") }

func (p *program) literal() string {
	return p.pick("0", "1", "2", "-1", "7", "100", "9223372036854775807", "-9223372036854775807", "0.5", "1.0", "-2.5", "1e10", "NAN",
		`"x"`, `"12"`, `"a7"`, `""`, "null", "true", "false", "[]", "[1, 2, 3]", `["k" => 1, 5 => 2.5]`)
}

func (p *program) expr() string {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 4 {
		if p.r.Intn(3) == 0 {
			return p.literal()
		}
		return p.variable()
	}
	switch p.r.Intn(22) {
	case 0, 1, 2:
		return p.literal()
	case 3, 4, 5, 6:
		return p.variable()
	case 7, 8, 9, 10:
		return "(" + p.expr() + p.pick(" + ", " - ", " * ") + p.expr() + ")"
	case 11:
		return "(" + p.expr() + p.pick(" / ", " % ", " & ", " | ", " ^ ", " << ", " >> ", " . ") + p.expr() + ")"
	case 12, 13:
		return "(" + p.expr() + p.pick(" < ", " <= ", " == ", " != ", " === ", " !== ", " > ", " <=> ") + p.expr() + ")"
	case 14:
		return "(" + p.expr() + " ? " + p.expr() + " : " + p.expr() + ")"
	case 15:
		return "(" + p.expr() + p.pick(" ?: ", " ?? ", " && ", " || ") + p.expr() + ")"
	case 16:
		return "($arr[" + p.expr() + "] ?? " + p.literal() + ")"
	case 17:
		return p.pick("isset($arr[", "empty($arr[") + p.expr() + "])"
	case 18:
		return p.pick("$o->x", "$o->y", "$o->get()", "C::$s", "C::K", "count($arr)", "isset($o->x)")
	case 19:
		return p.pick("is_int", "is_float", "is_string", "gettype", "strlen_") + "(" + p.expr() + ")"
	case 20:
		return p.pick("++", "--") + p.variable()
	}
	if p.funcs > 0 && p.loops == 0 {
		return fmt.Sprintf("f%d(%s, %s)", p.r.Intn(p.funcs), p.expr(), p.expr())
	}
	return p.variable() + p.pick("++", "--")
}

func (p *program) block(n int) {
	p.s.WriteString("{ ")
	for i := 0; i < n; i++ {
		p.statement()
	}
	p.s.WriteString("} ")
}

func (p *program) statement() {
	w := func(f string, a ...any) { fmt.Fprintf(&p.s, f, a...) }
	p.depth++
	defer func() { p.depth-- }()
	n := p.r.Intn(17)
	if p.depth > 3 && n > 11 {
		n = p.r.Intn(11)
	}
	switch n {
	case 0, 1, 2:
		w("%s = %s; ", p.variable(), p.expr())
	case 3, 4:
		w("%s %s= %s; ", p.variable(), p.pick("+", "-", "*", ".", "|", "&", "^", "%"), p.expr())
	case 5:
		w("$arr[%s] = %s; ", p.expr(), p.expr())
	case 6:
		w("$arr[] = %s; if (count($arr) > 40) $arr = []; ", p.expr())
	case 7:
		w("$arr[%s] %s= %s; ", p.pick("0", `"k"`, "$i", "$a"), p.pick("+", "-", "*"), p.expr())
	case 8:
		w("%s = %s; ", p.pick("$o->x", "$o->y", "C::$s"), p.expr())
	case 9:
		w("%s; ", p.pick("$o->x++", "--$o->y", "$o->x += 2", "$o->set($a)", "unset($arr[$i])", "$o = new C($b)", "$b = $arr", "$r = &$c"))
	case 10:
		w("echo_(%s); ", p.expr())
	case 11:
		w("%s; ", p.expr())
	case 12, 13:
		v := fmt.Sprintf("$l%d", p.depth)
		p.loops++
		w("for (%s = 0; %s < %d; %s++) ", v, v, 2+p.r.Intn(6), v)
		p.block(1 + p.r.Intn(4))
		p.loops--
	case 14:
		w("foreach ($arr as $k => $v) ")
		p.loops++
		w("{ $d = $v; if ($k === 3) continue; ")
		p.block(1 + p.r.Intn(2))
		w("break; } ")
		p.loops--
	case 15:
		w("if (%s) ", p.expr())
		p.block(1 + p.r.Intn(3))
		if p.r.Intn(2) == 0 {
			w("else ")
			p.block(1 + p.r.Intn(2))
		}
	case 16:
		w("try ")
		p.block(1 + p.r.Intn(2))
		w("catch (Error $e) { echo_(get_class($e)); } ")
	}
}

// generate makes the program of a seed.
func generate(seed int64) string {
	p := &program{r: rand.New(rand.NewSource(seed))}
	p.s.WriteString(`<?php
class C { const K = 3; public static $s = 1; public $x = 1; public $y = 2.5; function __construct($x = 1) { $this->x = $x; }
  function get() { return $this->x; } function set($v) { $this->y = $v; return $this; } }
set_error_handler(function ($n, $m) { global $warned; if ($warned++ < 20) echo "[$m]"; return true; });
function strlen_($x) { return is_string($x) ? strlen($x) : -1; }
function echo_($x) { static $n = 0; if ($n++ < 300) echo is_object($x) ? "obj" : json_encode(is_float($x) ? (string)$x : $x, JSON_PARTIAL_OUTPUT_ON_ERROR), "\n"; }
`)
	n := 1 + p.r.Intn(3)
	for i := 0; i < n; i++ {
		fmt.Fprintf(&p.s, "function f%d(%s$a, $b) { $c = 1; $d = 0.5; $i = $j = 0; $arr = [1, 2.5, \"k\" => 3]; $o = new C; ", i, p.pick("", "", "int|float|null|string|array|bool|C "))
		for k := 2 + p.r.Intn(6); k > 0; k-- {
			p.statement()
		}
		fmt.Fprintf(&p.s, "return %s; }\n", p.expr())
		p.funcs++
	}
	p.s.WriteString("for ($n = 0; $n < 6; $n++) { try { ")
	for i := 0; i < n; i++ {
		fmt.Fprintf(&p.s, "echo_(f%d($n, %s)); ", i, p.pick("1", "2.5", `"s"`, "$n * 1.5", "[$n]"))
	}
	p.s.WriteString("} catch (Error $e) { echo get_class($e), $e->getMessage(), \"\\n\"; } }\n")
	return p.s.String()
}

// FuzzTiers runs generated programs on every tier: output, exit status, what is
// left on the heap and what the VM stack did must be the same.
func FuzzTiers(f *testing.F) {
	for i := int64(0); i < 40; i++ {
		f.Add(i)
	}
	f.Fuzz(func(t *testing.T, seed int64) {
		source := generate(seed)
		agree(t, engines(t), "generated.php", []byte(source), map[string]string{"max_execution_time": "20"})
		if t.Failed() {
			t.Log(source)
		}
	})
}
