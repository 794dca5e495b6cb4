<?php
// Variables whose types change while loops run, and integers that overflow.
function grow($n)
{
    $x = 1;
    for ($i = 0; $i < $n; $i++) {
        $x = $x * 3 + 1;
        if ($x > 1e30) $x = (int) ($i % 7);
    }
    return $x;
}
function turn($n)
{
    $seen = [];
    $v = 0;
    for ($i = 0; $i < $n; $i++) {
        $v += 1;
        if ($i % 9973 == 0) {
            $seen[] = gettype($v);
            $v = match (intdiv($i, 9973) % 5) { 0 => 1.5, 1 => "7", 2 => null, 3 => true, 4 => 3 };
            if ($v === true) $v = 1;
        }
    }
    return implode(",", $seen) . " $v";
}
function edge()
{
    $n = PHP_INT_MAX - 30000;
    $steps = 0;
    while (is_int($n)) {
        $n++;
        $steps++;
    }
    $m = PHP_INT_MIN + 20000;
    while (is_int($m)) {
        $m -= 1;
        $steps++;
    }
    return [$steps, $n, $m];
}
function products()
{
    $floats = 0;
    for ($i = 3000000000; $i < 3000090000; $i += 3) {
        $p = $i * ($i + 74001000);
        if (is_float($p)) $floats++;
        $q = -$i * $i;
        if (is_float($q)) $floats++;
    }
    return $floats;
}
var_dump(grow(80000));
echo turn(90000), "\n";
var_dump(edge());
var_dump(products());
