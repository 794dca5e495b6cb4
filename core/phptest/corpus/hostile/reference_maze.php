<?php
// exit: 0
// contains: end
$a = [1, 2, 3];
$b = &$a[1];
$c = $a;
$c[1] = 9;
echo $a[1], "\n";
$x = 1; $y = &$x; $z = [&$y, &$x]; $z[0]++; echo $x, "\n";
function &r(array &$q) { return $q['n']['m']; }
$q = []; $ref = &r($q); $ref = 5; var_dump($q);
$GLOBALS['dyn'] = &$GLOBALS['a']; echo count($dyn), "\n";
unset($GLOBALS['a']);
echo count($dyn), "\n";
for ($i = 0; $i < 1000; $i++) { $chain[$i] = &$chain[$i ? $i - 1 : 0]; }
$chain[0] = 'v'; echo $chain[999], "\n";
$o = new stdClass; $o->p = &$o; unset($o);
echo gc_collect_cycles() >= 0 ? "end\n" : '';
