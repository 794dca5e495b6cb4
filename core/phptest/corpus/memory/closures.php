<?php
$list = array_fill(0, 64, null);
$m = memory_get_usage();
for ($i = 0; $i < 64; $i++) { $list[$i] = function ($x) { return $x; }; }
echo memory_get_usage() - $m, "\n";
for ($i = 0; $i < 64; $i++) { $list[$i] = fn ($x) => $x + $i; }
echo memory_get_usage() - $m, "\n";
$list = null;
