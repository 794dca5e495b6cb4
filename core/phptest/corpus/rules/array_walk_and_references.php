<?php
// Callbacks by reference change the array they walk; array_map does not.
$a = ['x' => 1, 'y' => 2];
array_walk($a, function (&$v, $k, $add) { $v = "$k:" . ($v + $add); }, 10);
$m = array_map(function ($v) { $v .= '!'; return $v; }, $a);
echo json_encode([$a, $m]), "\n";
$sum = 0; array_walk($a, function ($v) use (&$sum) { $sum += strlen($v); }); echo $sum, "\n";
$copy = $a; foreach ($copy as &$r) { $r = 0; } unset($r); echo json_encode([$a, $copy]), "\n";
usort($m, function ($p, $q) { return strcmp($q, $p); }); echo implode(' ', $m), array_reduce([1, 2, 3], fn($c, $i) => $c * 10 + $i, 0), "\n";
