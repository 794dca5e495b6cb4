<?php
$m = memory_get_usage();
$a = [1, 2, 3];
$b = ['x' => 1, 'y' => [1, 2]];
echo memory_get_usage() - $m, "\n";
$a[] = 4;
echo memory_get_usage() - $m, "\n";
$b['y'][] = 3;
echo memory_get_usage() - $m, "\n";
$c = [$a, $b];
echo memory_get_usage() - $m, "\n";
$d = ['p' => $a, 'q' => $m];
echo memory_get_usage() - $m, "\n";
