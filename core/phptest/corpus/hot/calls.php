<?php
// Calls of every kind from and into hot functions: defaults, types, variadics,
// references, closures, callbacks, generators, mutual and deep recursion.
function plus(int $a, int $b = 3, ...$more) { return $a + $b + count($more); }
function typed(int|float $x, ?string $s = null): int|float { return $s === null ? $x * 2 : $x; }
function byRef(&$x) { $x++; }
function even($n) { return $n == 0 ? true : odd($n - 1); }
function odd($n) { return $n == 0 ? false : even($n - 1); }
function depth($n) { return $n == 0 ? 0 : 1 + depth($n - 1); }
function numbers($n) { for ($i = 0; $i < $n; $i++) yield $i => $i * 2; }
function ack($m, $n) { return $m == 0 ? $n + 1 : ($n == 0 ? ack($m - 1, 1) : ack($m - 1, ack($m, $n - 1))); }
function all($n)
{
    $sum = 0;
    $k = 0;
    $twice = fn($x) => $x * 2 + $k;
    $count = function ($x) use (&$k) { $k += $x & 1; return $k; };
    for ($i = 0; $i < $n; $i++) {
        $sum += plus($i) + plus($i, 1) + plus($i, 2, 3, 4);
        $sum += typed($i) + typed(0.5, "s");
        byRef($sum);
        $sum += $twice($i) + $count($i);
        $sum += strlen("abc") + min($i, 5);
    }
    return "$sum $k";
}
echo all(20000), "\n";
var_dump(even(20000), depth(30000));
$t = 0;
foreach (numbers(40000) as $a => $b) $t += $b - $a;
echo $t, " ", array_sum(array_map(fn($x) => $x % 3, range(1, 30000))), "\n";
$list = range(1, 2000);
usort($list, fn($x, $y) => ($x * 7919) % 2003 <=> ($y * 7919) % 2003);
echo implode(",", array_slice($list, 0, 5)), " ", ack(2, 200), "\n";
