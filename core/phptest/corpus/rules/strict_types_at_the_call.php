<?php
declare(strict_types=1);
// Strictness is the caller's; int to float is the one conversion left.
function f(float $x): string { return gettype($x); }
echo f(5), "\n";
foreach ([fn() => f('5'), fn() => strlen(5), fn() => round('1.5')] as $call) {
    try {
        $call();
    } catch (TypeError $e) {
        echo preg($e->getMessage()), "\n";
    }
}
function preg(string $m): string { $n = strpos($m, ', called'); return $n ? substr($m, 0, $n) : $m; }
// a builtin's callback is called by the engine, weakly
echo implode(',', array_map(fn(int $n) => $n + 1, ['1', '2'])), "\n";
