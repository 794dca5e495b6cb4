<?php
// Assigning and passing copies, lazily; changing one leaves the other.
$a = ['x' => ['y' => 1]];
$b = $a;
$b['x']['y'] = 2;
function change(array $p) { $p['x']['y'] = 3; $p[] = 'n'; return $p; }
$c = change($a);
echo $a['x']['y'], $b['x']['y'], $c['x']['y'], count($a), count($c), "\n";
$o = new stdClass; $o->list = [1]; $l = $o->list; $l[] = 2;
echo count($o->list), "\n";
function &ref() { static $s = [1]; return $s; }
$r = ref(); $r[] = 2; echo count(ref()); $q = &ref(); $q[] = 2; echo count(ref()), "\n";
