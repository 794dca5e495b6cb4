<?php
// Every way of going somewhere else inside a loop.
function ways($n)
{
    $log = [];
    $c = 0;
    for ($i = 0; ; $i++) {
        if ($i >= $n) break;
        if ($i % 3 == 0) continue;
        switch ($i % 10) {
            case 1: $c += 1; break;
            case 2: $c += 2;
            case 4: $c += 4; break;
            case 5: continue 2;
            default: $c -= 1;
        }
        switch ((string) ($i % 4)) {
            case "0": $c += 7; break;
            case "3": $c -= 3; break;
        }
        $j = 0;
        do {
            if ($j == 2 && $i % 11 == 0) continue 2;
            if ($j == 3) break;
            $c += $j;
        } while (++$j < 5);
        $c += match (true) { $i % 7 == 0 => 100, $i % 5 == 1 => 10, default => 0 };
        $c ^= ($i & 1) ? 3 : 0;
        if ($i % 4000 == 1) $log[] = $c;
        if ($c > 1 << 40 || !($c > 0) && $i > 10) goto out;
    }
    out:
    return implode(" ", $log) . " $c";
}
function unfold($n)
{
    $steps = 0;
    for ($k = 1; $k < $n; $k++) {
        $x = $k;
        again:
        if ($x == 1) continue;
        $x = $x & 1 ? 3 * $x + 1 : $x >> 1;
        $steps++;
        goto again;
    }
    return $steps;
}
echo ways(30000), "\n", unfold(1500), "\n";
