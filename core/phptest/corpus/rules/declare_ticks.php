<?php
// Tick functions run after every so many statements.
declare(ticks=1);
$n = 0;
function tick($by) { global $n; $n += $by; }
register_tick_function('tick', 1);
$a = 1;
$b = 2;
if ($a) { $c = 3; }
unregister_tick_function('tick');
$before = $n;
$d = 4;
var_dump($n > 3, $n === $before);
