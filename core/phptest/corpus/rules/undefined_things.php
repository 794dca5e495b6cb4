<?php
// Reading what is not there warns and gives null; calling it throws.
function f() { echo $v; $a = []; echo $a[0], $a['k']; $o = new stdClass; echo $o->p; echo "x$u\n"; $n = null; echo $n['k'], $n->p, 5['x']; $w++; $arr['c'] .= 'y'; $cnt['z']++; return [$w, $arr, $cnt]; }
echo json_encode(f()), "\n";
foreach (['nope()', 'Nope::x()', 'new Nope', 'Nope::C', '(new stdClass)->m()', 'stdClass::$p', 'stdClass::C'] as $c) { try { eval("return $c;"); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
