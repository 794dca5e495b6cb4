<?php
$a = range(1, 200);
$m = memory_get_usage();
$r = [array_map(fn ($x) => $x * 2, $a), array_filter($a, fn ($x) => $x % 2), array_slice($a, 10, 50), array_merge($a, $a), array_flip($a), array_reverse($a), array_keys($a), array_combine($a, $a), array_fill(0, 100, 'x'), array_chunk($a, 30), array_unique($a), array_pad([1], 20, 0)];
foreach ($r as $i => $x) {
    unset($r[$i], $x);
    echo $i, ' ', memory_get_usage() - $m, "\n";
}
