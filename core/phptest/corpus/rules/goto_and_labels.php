<?php
// goto jumps within a function, out of loops but not into them.
$i = 0;
again:
$i++;
if ($i < 3) { goto again; }
echo $i, "\n";
for ($a = 0; $a < 10; $a++) { for ($b = 0; $b < 10; $b++) { if ($a * $b === 42) { goto found; } } }
found:
echo $a, $b, "\n";
function f($x) { try { if ($x) { goto end; } return 'no'; } finally { echo 'f '; } end: return 'end'; }
echo f(1), f(0), "\n";
