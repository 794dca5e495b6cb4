<?php
$m = memory_get_usage();
$a = [];
for ($i = 0; $i < 2000; $i++) {
    $a["k$i"] = $i;
    if ($i < 20 || $i % 333 === 0) { echo $i, ' ', memory_get_usage() - $m, "\n"; }
}
