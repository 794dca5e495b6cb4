<?php
// global binds to the global variable, static keeps its value between calls.
$g = 1;
function f() { global $g, $new; $g++; $new = 'made'; unset($g); $g = 'local'; static $s = 0, $t = [1]; $t[] = ++$s; return count($t); }
f(); f();
echo $g, $new, f(), "\n";
class C { function m() { static $n = 0; return ++$n; } }
class D extends C {}
echo (new C)->m(), (new C)->m(), (new D)->m(), "\n";
function s($x) { static $n = 10; if ($x) { return s(0); } return ++$n; }
echo s(1), s(1), "\n";
