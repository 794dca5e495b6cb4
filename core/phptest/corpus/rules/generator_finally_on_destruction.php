<?php
// Destroying a suspended generator runs its finally blocks.
function g() { try { yield 1; yield 2; echo 'never '; } finally { echo 'cleanup '; } }
$g = g();
$g->current();
unset($g);
echo "after unset\n";
foreach (g() as $v) { if ($v === 1) { break; } }
echo "after break\n";
g();
echo "never started: nothing to clean up\n";
function early() { try { return yield 1; } finally { echo 'f '; } }
foreach (early() as $v) { echo $v, ' '; }
echo "\n";
