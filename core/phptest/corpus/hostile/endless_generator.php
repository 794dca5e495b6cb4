<?php
// exit: 0
// contains: end
function g($n) { if ($n > 0) { yield from g($n - 1); } yield $n; }
$s = 0;
foreach (g(2000) as $v) { $s += $v; }
echo $s, "\n";
function forever() { try { while (true) { yield 1; } } finally { echo "closed\n"; } }
$f = forever(); $f->current(); unset($f);
echo "end\n";
