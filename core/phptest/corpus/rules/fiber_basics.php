<?php
// A fiber suspends anywhere in its calls and is resumed from outside.
function deep($n) { return $n === 0 ? Fiber::suspend('bottom') : deep($n - 1); }
$f = new Fiber(function (string $a) { echo "start $a\n"; $x = deep(5); echo "got $x\n"; $y = Fiber::suspend('second'); return "$x$y"; });
echo $f->start('arg'), "\n";
var_dump($f->isSuspended(), $f->isRunning());
echo $f->resume('X'), "\n";
$f->resume('Y');
var_dump($f->isTerminated(), $f->getReturn());
