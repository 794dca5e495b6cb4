<?php
// foreach by reference works on the array itself, and the variable stays a reference.
$a = [1, 2, 3];
foreach ($a as &$v) { $v *= 2; }
foreach ($a as $v) {}
echo json_encode($a), "\n";
unset($v);
$b = [1, 2, 3];
foreach ($b as $k => &$w) { if ($k < 3) { $b[] = $w * 10; } }
unset($w);
echo json_encode($b), "\n";
foreach ([1, 2] as &$t) { $t++; }
echo $t, "\n";
