<?php
// yield from passes on values, keys, sent values and exceptions; its value is the return value.
function inner() { $x = yield 1; echo "inner got $x\n"; yield 2; return 'inner done'; }
function outer() { $r = yield from inner(); echo "$r\n"; yield 3; yield from [10, 20]; return 'all'; }
$g = outer();
foreach ($g as $k => $v) { echo "$k=>$v "; if ($v === 1) { } }
echo $g->getReturn(), "\n";
$g = outer();
$g->current();
echo $g->send('sent'), "\n";
var_dump(iterator_to_array(outer(), false) === [1, 2, 3, 10, 20]);
function shared() { yield 'a'; yield 'b'; }
$s = shared();
function both($s) { yield from $s; }
$a = both($s); $b = both($s);
echo $a->current(), $b->current(); $a->next(); echo $b->current(), "\n";
