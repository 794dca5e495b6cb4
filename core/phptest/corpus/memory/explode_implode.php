<?php
$s = str_repeat('some words here,', 100);
$m = memory_get_usage();
$a = explode(',', $s);
echo memory_get_usage() - $m, "\n";
$j = implode('; ', $a);
echo memory_get_usage() - $m, "\n";
$w = str_split($j, 7);
echo memory_get_usage() - $m, "\n";
unset($a, $j, $w);
echo memory_get_usage() - $m, "\n";
