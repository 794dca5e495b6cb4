<?php
// Closures that call themselves: by reference, by static, by array_walk_recursive.
$fib = function ($n) use (&$fib) { return $n < 2 ? $n : $fib($n - 1) + $fib($n - 2); };
echo $fib(15), "\n";
$f = fn($n, $self) => $n ? $n + $self($n - 1, $self) : 0; echo $f(10, $f), "\n";
$deep = [1, [2, [3]]]; $flat = []; array_walk_recursive($deep, function ($v) use (&$flat) { $flat[] = $v; });
echo implode($flat), "\n";
function walk($t, $d = 0) { foreach ($t as $k => $v) { echo str_repeat('-', $d), is_array($v) ? $k : $v, ' '; if (is_array($v)) { walk($v, $d + 1); } } }
walk(['a' => [1, 'b' => [2]], 3]); echo "\n";
