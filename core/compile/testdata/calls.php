<?php
// Calls and how arguments are sent.
function byVal($a, $b = 1) { return $a; }
function byRef(&$a, $b, &...$c) { }
function &retRef() { static $x; return $x; }
byVal($a); byVal($a, 2); byVal(f()); byVal(new A); byVal($a[0]); byVal($a->b, -1); byVal(...$args); byVal(b: 2, a: 1); byVal(a: 1, b: $x); byVal(1, ...$r, b: 3);
byRef($a, $b); byRef($a[0], $b[0], $c, $d['x']); byRef(f(), 1); byRef($a = 1, 2); byRef($x->y, $z, A::$q); byRef(retRef(), 0);
unknown($a, $b['c'], $d->e, F::$g, f(), 1, $$n, $a + 1, [$a], $this, $GLOBALS, $a?->b); unknown(x: $a, y: $b[0], z: f()); \unknown(); ns\unknown($a);
$f($a); $f(...); 'strlen'($a); "A::b"($a); [$o, 'm']($a); (function() {})($a); (fn($x) => $x)($a); $a['f']($b); $a->f->g($b); ($a->f)($b);
$o->m(); $o->m($a)->n($b)->p; $o->$m($a); $o->{$m . 'x'}($a); $o?->m($a); $o?->m()?->n()->p($b); $this->m($a); A::m($a); A::$m($a); $c::m($a); A::{$m}(); A::m(...); $o->m(...); strlen(...);
new A; new A($a, $b); new $c($a); new ($x . 'y')($a); new $a->b; new $a['c'](1); new A(...$args); new A(x: 1); new class($a) extends B implements C { function __construct(public $x) {} };
strlen($a); strlen('abc'); is_null($a); is_int($a); is_string($a) && is_array($b); is_bool($a) || is_scalar($a); boolval($a); intval($a); intval($a, 8); floatval($a); strval($a);
defined('X'); defined('PHP_EOL'); defined($a); chr(65); chr($a); ord('x'); ord($a); count($a); sizeof($a); count($a, 1); get_class($a); get_called_class(); gettype($a);
in_array($a, ['x', 'y']); in_array($a, ['1', 'y']); in_array($a, [1, 2], true); in_array($a, $b); array_key_exists($a, $b); array_key_exists('k', f());
call_user_func('byVal', $a); call_user_func($f, $a, 1); call_user_func_array($f, $a); call_user_func_array('byVal', [1, 2]); call_user_func_array($f, array_slice($a, 1, 2)); func_num_args(); func_get_args();
sort($a); array_push($a['x'], 1, 2); preg_match('/x/', $s, $m); end($a->b); array_multisort($a, SORT_DESC, $b); var_dump($a, ...$b); printf('%s', $a); sort(f());
assert($a > 1 && is_int($b)); assert($a, 'message'); \assert($a->b()['c'] === "x$y"); assert(fn(int $x = 5, ...$y): ?int => $x <=> 3);
exit; exit(1); die($a); $x = $a ?? exit('no');
function variadic(int $x, string ...$rest) { func_get_args(); func_num_args(); array_slice(func_get_args(), 1); return variadic(...$rest); }
