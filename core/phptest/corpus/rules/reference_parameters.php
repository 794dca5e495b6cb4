<?php
// A by-reference parameter is the caller's variable; creating elements on the way.
function inc(&$x, $by = 1) { $x += $by; }
$n = 1; $a = ['k' => 1]; $o = new stdClass; $o->p = 1;
inc($n); inc($a['k'], 5); inc($o->p); inc($new); inc($made['x']['y']);
echo $n, $a['k'], $o->p, $new, json_encode($made), "\n";
function &refret(array &$a) { return $a[0]; }
$list = [1, 2];
$x = &refret($list);
$x = 'changed';
echo $list[0], "\n";
