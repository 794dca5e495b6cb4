<?php
$m = memory_get_usage();
$a = [];
for ($i = 0; $i < 50; $i++) {
    for ($j = 0; $j < 10; $j++) { $a[$i]["c$j"] = [$i, $j]; }
}
echo memory_get_usage() - $m, "\n";
unset($a[10], $a[20]);
echo memory_get_usage() - $m, "\n";
