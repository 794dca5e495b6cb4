<?php
function deep($n) { return $n > 0 ? deep($n - 1) : memory_get_usage(); }
$m = memory_get_usage();
foreach ([10, 1000, 3000, 6000, 12000] as $n) {
    echo $n, ' ', deep($n) - $m, ' ', memory_get_usage() - $m, "\n";
}
