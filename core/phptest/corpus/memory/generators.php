<?php
function g($n) { $big = range(1, $n); foreach ($big as $x) { yield $x; } }
$m = memory_get_usage();
$a = g(100);
echo memory_get_usage() - $m, "\n";
$a->current();
echo memory_get_usage() - $m, "\n";
unset($a);
echo memory_get_usage() - $m, "\n";
