<?php
// Arrays that are packed, hashed, nested, copied on write, walked by foreach.
function fill($n)
{
    $a = [];
    for ($i = 0; $i < $n; $i++) $a[] = $i ^ 5;
    $h = [];
    foreach ($a as $k => $v) $h["k" . $v % 100] = ($h["k" . $v % 100] ?? 0) + $k;
    ksort($h);
    return [array_sum($a), md5(json_encode($h))];
}
function matrix($n)
{
    $a = $b = $c = [];
    for ($i = 0; $i < $n; $i++) for ($j = 0; $j < $n; $j++) {
        $a[$i][$j] = $i + $j;
        $b[$i][$j] = $i - $j;
    }
    for ($i = 0; $i < $n; $i++) for ($j = 0; $j < $n; $j++) {
        $s = 0;
        for ($k = 0; $k < $n; $k++) $s += $a[$i][$k] * $b[$k][$j];
        $c[$i][$j] = $s;
    }
    return $c[$n - 1][$n - 2] . " " . $c[2][3];
}
function copies($n)
{
    $a = [1, 2, 3];
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $b = $a;
        $b[1] += $i;
        $sum += $b[1] - $a[1];
        if ($i % 5000 == 0) $a[2] = &$a[1];
        if ($i % 7000 == 0) $a[] = $i;
    }
    return "$sum " . count($a);
}
function missing($n)
{
    $a = ['x' => 1, 5 => 2];
    $hits = 0;
    for ($i = 0; $i < $n; $i++) {
        if (isset($a[$i % 9])) $hits++;
        if (!empty($a['x'])) $hits++;
        $hits += $a[$i % 6] ?? 0;
    }
    return $hits;
}
function letters($n)
{
    $s = str_repeat("abcxyz", 50);
    $count = 0;
    for ($i = 0; $i < $n; $i++) if ($s[$i % 300] === 'x') $count++;
    return $count;
}
echo implode(" ", fill(30000)), "\n", matrix(40), "\n", copies(30000), "\n", missing(40000), "\n", letters(40000), "\n";
