<?php
$m = memory_get_usage();
$a = [];
for ($i = 0; $i < 3000; $i++) {
    $a[] = $i;
    if (in_array($i, [0, 7, 8, 15, 16, 100, 500, 1000, 2047, 2048, 2999], true)) { echo $i, ' ', memory_get_usage() - $m, "\n"; }
}
$a = null;
echo memory_get_usage() - $m, "\n";
