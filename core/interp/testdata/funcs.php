<?php
function msg($e) { $m = $e->getMessage(); foreach ([', called in', ' in /'] as $cut) { $p = strpos($m, $cut); if ($p) $m = substr($m, 0, $p); } return $m; }
function def($a, $b = 5, $c = PHP_INT_SIZE, ...$rest) { return "$a,$b,$c," . count($rest) . ":" . implode("|", $rest); }
echo def(1), "\n", def(1, 2), "\n", def(1, 2, 3), "\n", def(1, 2, 3, 4, 5), "\n", def(...[1, 2, 3, 4]), "\n", def(c: 9, a: 1), "\n";
function named(int $x, string $y = "d", ...$more) { return "$x $y " . json($more); }
function json($a) { $r = []; foreach ($a as $k => $v) $r[] = "$k:$v"; return "[" . implode(",", $r) . "]"; }
echo named(y: "q", x: 3), "\n", named(1, z: 5, w: 6), "\n", named(...["x" => 4, "y" => "s"]), "\n";
try { named(1, x: 2); } catch (Error $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }
try { def(1, nope: 2); } catch (Error $e) { echo $e->getMessage(), "\n"; }
function nb($a) {} try { nb(b: 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { def(); } catch (ArgumentCountError $e) { echo msg($e), "\n"; }
try { def(b: 1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
function &refret(array &$a) { return $a[0]; }
$arr = [1, 2]; $r = &refret($arr); $r = 99; echo $arr[0], "\n";
function byref(&$x) { $x .= "!"; } $s = "hi"; byref($s); byref($arr[5]); byref($o["a"]["b"]); echo $s, json($arr), $o["a"]["b"], "\n";
function typed(int $i, ?string $s, int|float $n = 1.5, iterable $it = [], ?callable $c = null): string { return "$i/" . ($s ?? "null") . "/$n"; }
echo typed("5", null), typed(1, "x", 2), "\n";
try { typed("abc", null); } catch (TypeError $e) { echo msg($e), "\n"; }
try { typed(1, []); } catch (TypeError $e) { echo msg($e), "\n"; }
function ret(): int { return "12"; } var_dump(ret());
function badret(): int { return "x"; } try { badret(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
function voidf(): void { return; } var_dump(voidf());
function nev(): never { } try { nev(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
function statf() { static $n = 0, $arr = []; $arr[] = ++$n; return count($arr) . $n; } echo statf(), statf(), statf(), "\n";
$n3 = 4; $mul3 = fn($x) => fn($y) => $x * $y * $n3; echo $mul3(2)(3), "\n";
$c = function() use (&$cnt) { return ++$cnt; }; $c(); $c(); echo $cnt, "\n";
$fact = function($n) use (&$fact) { return $n <= 1 ? 1 : $n * $fact($n - 1); }; echo $fact(10), "\n";
echo array_sum(array_map(fn($x) => $x ** 2, [1, 2, 3])), "\n";
$sorted = [3, 1, 2]; usort($sorted, fn($a, $b) => $b <=> $a); echo implode(",", $sorted), "\n";
function extra() { return func_num_args() . ":" . implode(",", func_get_args()); } echo extra(1, 2, 3), extra(), "\n";
function modargs($a) { $a = 10; return implode(",", func_get_args()); } echo modargs(1, 2), "\n";
$fn = "strtoupper"; echo $fn("dyn"), "\n"; $fcc = strlen(...); echo $fcc("four"), "\n";
if (true) { function cond() { return "cond"; } } echo cond(), "\n";
function outer() { function inner() { return "inner"; } } outer(); echo inner(), "\n";
echo (function() { return implode("-", func_get_args()); })(1, 2), "\n";
function gen3() { yield 1; yield 2; return 3; }
function sum(...$n) { return array_sum($n); } echo sum(...gen3(), ...[10]), "\n";
function deep($n) { return $n == 0 ? 0 : 1 + deep($n - 1); } echo deep(50000), "\n";
try { undefined_fn(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo call_user_func('def', 1, 2), call_user_func_array('def', [1, 'c' => 5]), "\n";
function nulldef(?int $x = null, $y = [1, 2], $z = M_PI) { var_dump($x, $y, $z); } nulldef();
