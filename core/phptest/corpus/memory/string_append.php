<?php
$m = memory_get_usage();
$s = '';
for ($i = 1; $i <= 5000; $i++) {
    $s .= 'ab';
    if ($i % 500 === 0) { echo $i, ' ', memory_get_usage() - $m, "\n"; }
}
