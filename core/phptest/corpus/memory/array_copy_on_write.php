<?php
$a = range(1, 1000);
$m = memory_get_usage();
$b = $a;
echo memory_get_usage() - $m, "\n";
$b[] = 1;
echo memory_get_usage() - $m, "\n";
$c = $a;
$c[5] = 'x';
echo memory_get_usage() - $m, "\n";
unset($b, $c);
echo memory_get_usage() - $m, "\n";
