<?php
// Destructors run when the last reference goes; at the end first the globals in order, then the rest.
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n\n"; } }
$a = new D('a');
$b = $a;
$a = null;
echo "still\n";
$b = new D('b');
function f() { $local = new D('local'); echo "in f\n"; return new D('returned'); }
f();
echo "after f\n";
new D('temporary');
[$x, $y] = [new D('x'), new D('y')];
$cycle = new D('cycle');
$cycle->self = $cycle;
unset($cycle);
echo "end of script\n";
