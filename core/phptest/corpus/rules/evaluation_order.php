<?php
// Operands left to right, array keys before values, left variable late.
function e($v) { echo $v; return $v; }
$a = []; $a[e('k')] = e('v'); $b = [e(1) => e(2), e(3) => e(4)]; $i = 1; $c = $i + $i++ + ++$i; echo "\n$c\n";
$x = [1, 2, 3]; $i = 0; $x[$i] = $i = 2; echo json_encode($x), "\n";
$o = new stdClass; $o->{e('p')} = e('q'); e('f1') . e('f2') . e('f3'); [$m, $n] = [e('x'), e('y')]; echo "\n";
$s = 'a'; $s .= ($s = 'b') . 'c'; echo $s, "\n";
