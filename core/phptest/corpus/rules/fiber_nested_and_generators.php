<?php
// Fibers nest; a generator can be advanced inside one fiber and go on outside.
$outer = new Fiber(function () {
    $inner = new Fiber(function () { echo 'i1 '; Fiber::suspend('from inner'); echo 'i2 '; });
    echo $inner->start(), ' ';
    Fiber::suspend('from outer');
    $inner->resume();
    echo "done\n";
});
echo $outer->start(), ' ';
$outer->resume();
function gen() { yield 1; $x = Fiber::suspend('in generator'); yield $x; }
$f = new Fiber(function () { foreach (gen() as $v) { echo "v$v "; } });
echo $f->start(), ' ';
$f->resume('R');
echo "\n";
