<?php
// Keys may be anything; automatic ones continue after the largest integer.
function g() { yield 'a' => 1; yield 2; yield 10 => 3; yield 4; yield [1] => 5; yield 1.5 => 6; yield; }
foreach (g() as $k => $v) { echo json_encode($k), '=>', json_encode($v), ' '; }
echo "\n";
try { var_dump(iterator_to_array(g())); } catch (Throwable $e) { echo get_class($e), "\n"; }
echo json_encode(iterator_to_array(g(), false)), "\n";
