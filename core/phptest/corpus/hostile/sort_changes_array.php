<?php
// exit: 0
// contains: end
$a = range(1, 50);
usort($a, function ($x, $y) use (&$a) { $a[] = $x; unset($a[0]); $a = []; return $x <=> $y; });
var_dump(count($a));
$b = [3, 1, 2];
usort($b, fn ($x, $y) => rand(-1, 1));
echo count($b), "\n";
$c = ["x" => 1, "y" => 2];
try { array_walk($c, function (&$v, $k) use (&$c) { unset($c["x"], $c["y"]); $c = 5; }); } catch (TypeError $x) { echo $x->getMessage(), "\n"; }
$d = [1, 2, 3];
foreach ($d as $k => &$v) { if ($k < 1000) { $d[] = 1; } if ($k == 500) { $d = []; } }
unset($v);
$e = [5, 4, 3];
try { usort($e, function () { throw new Exception('no'); }); } catch (Exception $x) { echo $x->getMessage(), "\n"; }
echo "end\n";
