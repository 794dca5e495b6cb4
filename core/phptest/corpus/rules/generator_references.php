<?php
// A by-reference generator yields variables.
function &g(array &$a) { foreach ($a as $k => &$v) { yield $k => $v; } }
$data = ['x' => 1, 'y' => 2];
foreach (g($data) as $k => &$v) { $v *= 10; }
unset($v);
echo json_encode($data), "\n";
function &counter() { $n = 3; while ($n > 0) { yield $n; } }
foreach (counter() as &$c) { echo $c--, ' '; }
echo "\n";
