<?php
// ++ makes null 1 and numeric strings numbers; the value is the old or the new one.
foreach ([null, 5, 1.5, '5', '5.5', PHP_INT_MAX] as $v) { $v++; var_dump($v); }
foreach ([3, '3', '1e2'] as $v) { $v--; var_dump($v); }
$a = [1]; $i = 0; $a[$i++] = $i; echo json_encode($a), "\n";
$i = 5; echo $i++ + ++$i, ' ', $i, "\n";
try { $x = []; $x++; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
