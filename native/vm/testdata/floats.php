<?php
// Loops of doubles that live in registers.
function mandel($w) { $s = ""; for ($y = 0; $y < $w; $y++) for ($x = 0; $x < $w; $x++) { $cr = 2.0 * $x / $w - 1.5; $ci = 2.0 * $y / $w - 1.0; $zr = $zi = $i = 0; while ($i < 50 && $zr * $zr + $zi * $zi < 4.0) { $t = $zr * $zr - $zi * $zi + $cr; $zi = 2.0 * $zr * $zi + $ci; $zr = $t; $i++; } $s .= chr(65 + $i % 26); } return $s; }
echo mandel(16), "\n";
function series($n) { $s = 0.0; $sign = 1; for ($i = 0; $i < $n; $i++) { $s += $sign / (2 * $i + 1); $sign = -$sign; } return $s * 4; }
printf("%.10f\n", series(1000));
function nbody($n) { $b = [[0.0, 1.0, 0.5], [1.0, -1.0, 0.25]]; for ($k = 0; $k < $n; $k++) { foreach ($b as $i => $p) { $d = $p[0] - $b[1 - $i][0]; $b[$i][1] -= $d * 0.01; $b[$i][0] += $p[1] * 0.01; } } return $b; }
echo json_encode(nbody(30)), "\n";
function cmp($a, $b) { return [$a < $b, $a <= $b, $a > $b, $a >= $b, $a == $b, $a === $b, $a <=> $b]; }
foreach ([[1.0, NAN], [NAN, NAN], [INF, 1.0], [-0.0, 0.0], [1, 1.0], [2, 1.5], [PHP_INT_MAX, 9.2233720368547758e18]] as [$a, $b]) for ($i = 0; $i < 3; $i++) echo json_encode(cmp($a, $b));
function nanloop() { $x = 0.0; $n = 0; while (!($x > 5.0)) { $x += 0.75; if ($n++ > 20) break; } $y = NAN; $m = 0; while (!($y < 5.0)) { if ($m++ > 3) break; } return "$x $n $m"; }
for ($i = 0; $i < 3; $i++) echo nanloop(), " ";
function trunc($f) { $i = (int)$f; return $i + 0.5; } for ($i = 0; $i < 3; $i++) echo trunc(3.9 * $i), " ";
