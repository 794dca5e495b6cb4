<?php
// Cycles stay until the collector runs, which counts what it freed.
class N { public $other; public $v = 1; function __destruct() { echo '~'; } }
function make() { $a = new N; $b = new N; $a->other = $b; $b->other = $a; }
make();
echo 'before ';
echo gc_collect_cycles(), "\n";
$a = []; $a['self'] = &$a; unset($a);
echo gc_collect_cycles(), "\n";
$f = function () use (&$f) { return 1; };
unset($f);
echo gc_collect_cycles() > 0 ? 'closure collected' : 'kept', "\n";
var_dump(gc_enabled());
gc_disable();
make();
echo gc_collect_cycles(), "\n";
