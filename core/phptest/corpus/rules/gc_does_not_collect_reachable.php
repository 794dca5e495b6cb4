<?php
// What is still reachable survives, also through references and static variables.
class N { public $r = []; }
$a = new N; $a->r[] = $a; $keep = [&$a];
unset($a);
echo gc_collect_cycles(), count($keep[0]->r), "\n";
function s() { static $n; if (!$n) { $n = new N; $n->r[] = $n; } return $n; }
s();
gc_collect_cycles();
echo count(s()->r), "\n";
