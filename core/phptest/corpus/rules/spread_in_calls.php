<?php
// ... spreads lists into positional, string keys into named arguments.
function f($a, $b = 'B', ...$rest) { return "$a $b " . json_encode($rest); }
echo f(...[1, 2, 3]), "\n", f(...['b' => 1, 'a' => 2]), "\n", f(1, ...[2], ...[3, 'x' => 4]), "\n", f(...(function () { yield 1; yield 'b' => 'gen'; })()), "\n";
foreach ([fn() => f(...['x' => 1]), fn() => f(...['a' => 1], ...[2]), fn() => f(1, ...['a' => 2]), fn() => f(...5)] as $c) {
    try { echo $c(), "\n"; } catch (Error $e) { echo get_class($e), ': ', strtok($e->getMessage(), ','), "\n"; }
}
