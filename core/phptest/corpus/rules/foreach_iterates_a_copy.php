<?php
// By value, changes to the array do not disturb the loop.
$a = [1, 2, 3];
foreach ($a as $k => $v) { unset($a[$k + 1]); $a[] = 'new'; echo $v; }
echo ' ', count($a), "\n";
foreach ($a as $k => $v) { if ($v === 'new') { unset($a[$k]); } }
echo json_encode($a), "\n";
$i = 0;
foreach (['x' => 1, 'y' => 2] as $GLOBALS['key'] => $arr[$i++]) {}
echo $key, json_encode($arr), "\n";
