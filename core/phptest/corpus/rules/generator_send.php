<?php
// send() gives yield its value and runs on to the next yield.
function printer() { $got = []; while (true) { $x = yield count($got); if ($x === null) { return implode('|', $got); } $got[] = $x; } }
$p = printer();
echo $p->send('first'), $p->send('second'), "\n";
$p->next();
echo $p->getReturn(), "\n";
function acc() { $t = 0; while (1) { $t += yield $t; } }
$a = acc();
foreach ([1, 2, 3] as $n) { echo $a->send($n), ' '; }
echo $a->current(), "\n";
