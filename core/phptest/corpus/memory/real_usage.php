<?php
$m = memory_get_usage(true);
$a = [];
for ($i = 0; $i < 2000; $i++) {
    $a[] = str_repeat('z', 5000);
    if ($i % 250 === 0) { echo $i, ' ', memory_get_usage(true) - $m, "\n"; }
}
$a = null;
echo memory_get_usage(true) - $m >= 0 ? "freed\n" : "negative\n";
$h = str_repeat('q', 5000000);
echo memory_get_usage(true) - $m > 5000000 ? "huge\n" : "small\n";
