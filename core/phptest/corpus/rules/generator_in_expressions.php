<?php
// yield is an expression; its precedence wants brackets.
function g() { $a = (yield 'a') . (yield 'b'); echo $a, "\n"; $x = [yield, yield 'k' => 'v']; echo json_encode($x), "\n"; return yield; }
$g = g();
foreach (['A', 'B', 'C', 'D', 'E'] as $s) { $g->send($s); }
echo $g->getReturn(), "\n";
$lazy = (function () { foreach (range(1, 5) as $n) { if ($n % 2) { yield $n; } } })();
echo implode(',', [...$lazy]), "\n";
$infinite = (function () { $i = 0; while (true) { yield $i++; } })();
foreach ($infinite as $v) { if ($v > 3) { break; } echo $v; }
echo "\n";
