<?php
// A WeakMap's entry goes with its key object.
$m = new WeakMap;
$a = new stdClass; $b = new stdClass;
$m[$a] = 'A'; $m[$b] = ['B'];
$m[$b][] = 'more';
echo count($m), $m[$a], json_encode($m[$b]), "\n";
unset($a);
echo count($m), "\n";
foreach ($m as $k => $v) { var_dump($k === $b, count($v)); }
var_dump(isset($m[$b]), isset($m[new stdClass]), $m[$b] ?? 0);
unset($m[$b]);
echo count($m), "\n";
foreach ([fn() => $m['str'] = 1, fn() => $m[] = 1, fn() => $m[$b]] as $f) { try { $f(); } catch (Error $e) { echo get_class($e), ': ', preg_off($e->getMessage()), "\n"; } }
function preg_off($s) { return substr($s, 0, 16); }
