<?php
// Integers to their limits, doubles, and the two mixed.
function mix($a, $b) { return [$a + $b, $a - $b, $a * $b, $a < $b, $a <= $b, $a == $b, $a != $b]; }
$v = [0, 1, -1, 7, PHP_INT_MAX, PHP_INT_MIN, 0.5, -0.0, 1e300, INF, NAN, 3, "12", "a1", null, true];
for ($r = 0; $r < 3; $r++)
    foreach ($v as $a) foreach ($v as $b) {
        try { echo json_encode(array_map(fn($x) => is_float($x) ? var_export($x, true) : $x, @mix($a, $b))), "\n"; }
        catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    }
function bits($a, $b) { return [$a & $b, $a | $b, $a ^ $b, $a << ($b & 63), $a >> ($b & 63), $a % 7, -$a % 5]; }
for ($i = -300; $i < 300; $i += 13) echo implode(",", bits($i * 1234567, $i)), "\n";
function wrap($n) { $x = PHP_INT_MAX - 5; for ($i = 0; $i < $n; $i++) { $x++; } return $x; }
function wrapDown($n) { $x = PHP_INT_MIN + 5; for ($i = 0; $i < $n; $i++) { --$x; } return $x; }
var_dump(wrap(3), wrap(10), wrapDown(3), wrapDown(10));
function fact($n) { $r = 1; for ($i = 2; $i <= $n; $i++) $r *= $i; return $r; }
var_dump(fact(20), fact(21), fact(30));
function divs($a, $b) { return $a / $b; }
foreach ([[6, 3], [7, 2], [1.5, 0.5], [1, 0.25], [-9, 3]] as [$a, $b]) var_dump(divs($a, $b));
try { divs(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
function mods($a, $b) { return $a % $b; }
foreach ([[7, 3], [-7, 3], [7, -3], [PHP_INT_MIN, -1], [5, 1]] as [$a, $b]) var_dump(mods($a, $b));
try { mods(1, 0); } catch (DivisionByZeroError $e) { echo $e->getMessage(), "\n"; }
function post($n) { $s = ""; for ($i = 0; $i < $n;) { $s .= $i++ . ($i-- - 1) . ++$i . " "; } return $s; }
echo post(6), "\n";
function swapTypes($n) { $x = 1; for ($i = 0; $i < $n; $i++) { $x = $i % 3 ? $x + 1 : $x + 0.5; } return $x; }
var_dump(swapTypes(20));
