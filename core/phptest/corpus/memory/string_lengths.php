<?php
foreach ([1, 7, 8, 23, 24, 100, 231, 232, 1000, 3047, 3048, 5000, 100000, 2097000, 3000000] as $n) {
    $m = memory_get_usage();
    $s = str_repeat('x', $n);
    echo $n, ' ', memory_get_usage() - $m, "\n";
    $s = null;
    echo memory_get_usage() - $m, "\n";
}
