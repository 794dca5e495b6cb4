<?php
// exit: 7
// contains: shutdown
// contains: destructed
register_shutdown_function(function () { echo "shutdown\n"; exit(7); });
class D { function __destruct() { echo "destructed\n"; } }
$d = new D;
function g() { try { yield 1; exit(3); } finally { echo "not reached by exit\n"; } }
foreach (array_map(fn ($x) => $x, [1]) as $v) { foreach (g() as $w) { } }
