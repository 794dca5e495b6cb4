<?php
// References in a copied array stay shared, values do not.
$x = 1;
$a = ['r' => &$x, 'v' => 1];
$b = $a;
$b['r'] = 2;
$b['v'] = 2;
echo $a['r'], $a['v'], $x, "\n";
unset($x, $a['r']);
$c = $b;
$c['r'] = 3;
echo $b['r'], "\n";
function take(array $p) { $p['r'] = 'in'; }
$y = 0; $d = ['r' => &$y];
take($d);
echo $y, "\n";
