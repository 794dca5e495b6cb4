<?php
// Calls of every kind, by value and reference, with defaults, methods, closures.
function fibo($n) { return $n < 2 ? $n : fibo($n - 1) + fibo($n - 2); }
echo fibo(15), "\n";
function ack($m, $n) { if ($m == 0) return $n + 1; if ($n == 0) return ack($m - 1, 1); return ack($m - 1, ack($m, $n - 1)); }
echo ack(2, 6), "\n";
function def($a, $b = 2, $c = [1, 2], $d = PHP_INT_SIZE) { return $a . $b . count($c) . $d; }
for ($i = 0; $i < 5; $i++) echo def($i), def($i, $i), def($i, 1, [], 0), " ";
function typed(int $a, ?string $b = null, int|float $c = 1.5): string { return $a . $b . $c; }
for ($i = 0; $i < 5; $i++) echo typed($i), typed("7", "x"), typed(1.0, null, 3), " ";
try { typed("abc"); } catch (TypeError $e) { echo get_class($e), "\n"; }
function byref(&$x, $y) { $x += $y; return $x; }
$v = 1; for ($i = 0; $i < 5; $i++) { byref($v, $i); } echo $v, "\n";
function many(...$a) { return array_sum($a); }
for ($i = 0; $i < 5; $i++) echo many($i, 2, 3), many(), many(...[1, 2, $i]), " ";
function extra() { return func_num_args() . implode("", func_get_args()); }
for ($i = 0; $i < 4; $i++) echo extra($i, [1][0], "s$i"), " ";
class P { public $n = 0; public static $s = 0; private ?P $next = null; public int $t = 1; public $list = [];
    function __construct($n = 1) { $this->n = $n; }
    function inc($by = 1) { $this->n += $by; $this->n++; $this->t = $this->n; return $this; }
    static function make($n) { self::$s++; return new static($n); }
    function get() { return $this->n; }
    function push($x) { $this->list[] = $x; $this->list["k$x"] = $x; return count($this->list); }
    function __call($n, $a) { return "$n(" . implode(",", $a) . ")"; }
    static function __callStatic($n, $a) { return "$n::" . count($a); }
    function link($p) { $this->next = $p; return isset($this->next) ? $this->next->get() : null; }
    function __destruct() { echo "~", $this->n, " "; } }
class Q extends P { function get() { return parent::get() * 10; } }
for ($i = 0; $i < 6; $i++) {
    $o = $i % 2 ? P::make($i) : Q::make($i);
    echo $o->inc()->inc(3)->get(), $o->push($i), $o->foo($i, 1), P::bar(1), $o->link(new P(7)), $o?->n, "\n";
}
unset($o); echo P::$s, "\n";
$mul = 3; $f = function ($x) use ($mul, &$v) { $v++; return $x * $mul; }; $g = fn($x) => $f($x) + $mul;
for ($i = 0; $i < 5; $i++) echo $f($i), $g($i), " "; echo $v, "\n";
echo implode(",", array_map(fn($x) => $x ** 2, range(1, 6))), "\n";
usort($arr = [3, 1, 2], fn($a, $b) => $a <=> $b);
function once() { static $n = 0; return ++$n; } for ($i = 0; $i < 5; $i++) echo once();
function retarr($n) { $a = []; for ($i = 0; $i < $n; $i++) $a[] = "v$i"; return $a; }
for ($i = 0; $i < 4; $i++) echo count(retarr($i)), implode(retarr($i)), " ";
function pass($a) { return $a; } for ($i = 0; $i < 4; $i++) { $x = pass(retarr(2)); $y = pass($x); $x[] = 1; echo count($x), count($y); }
function trace() { return count(debug_backtrace()); } function t2() { return trace(); } for ($i = 0; $i < 4; $i++) echo t2(), trace();
function globaluser() { global $gv; return ++$gv; } $gv = 5; for ($i = 0; $i < 5; $i++) { $gv += 1; globaluser(); echo $gv, " "; }
for ($i = 0; $i < 5; $i++) { $name = "v$i"; $$name = $i; echo compact($name)[$name], $GLOBALS['i']; }
function ex($n) { if ($n == 0) throw new Exception("deep"); return ex($n - 1); }
for ($i = 0; $i < 4; $i++) try { ex(3 + $i); } catch (Exception $e) { echo count($e->getTrace()), $e->getLine(), " "; }
