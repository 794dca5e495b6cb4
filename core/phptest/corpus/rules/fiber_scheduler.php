<?php
// Round robin over fibers, the usual use.
function task($name, $n) { return new Fiber(function () use ($name, $n) { for ($i = 1; $i <= $n; $i++) { echo "$name$i "; Fiber::suspend(); } return $name; }); }
$queue = [task('a', 3), task('b', 1), task('c', 2)];
$done = [];
foreach ($queue as $t) { $t->start(); }
while ($queue) { $t = array_shift($queue); if ($t->isTerminated()) { $done[] = $t->getReturn(); } else { $t->resume(); $queue[] = $t; } }
echo implode($done), "\n";
