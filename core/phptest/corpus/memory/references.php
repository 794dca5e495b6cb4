<?php
$a = range(1, 10);
$m = memory_get_usage();
foreach ($a as &$v) { $v++; }
unset($v);
echo memory_get_usage() - $m, "\n";
$x = 1; $y = &$x;
echo memory_get_usage() - $m, "\n";
unset($y);
echo memory_get_usage() - $m, "\n";
$b = $a; $b[0] = 5;
echo memory_get_usage() - $m, "\n";
