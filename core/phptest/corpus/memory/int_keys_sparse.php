<?php
$m = memory_get_usage();
$a = [];
foreach ([0, 2, 5, 9, 14, 20, 27, 100, 7, 1000, 3, 50000] as $k) {
    $a[$k] = $k;
    echo $k, ' ', memory_get_usage() - $m, "\n";
}
