<?php
// ?? is isset(): no warnings anywhere in the chain, also through methods' results.
$a = ['n' => null, 'd' => ['x' => 1]]; $o = new stdClass; $o->p = null;
function f() { return null; }
class G { static $s; const C = null; public $arr = []; function __isset($n) { echo "isset $n "; return $n === 'yes'; } function __get($n) { echo "get $n "; return 'got'; } }
var_dump($a['n'] ?? 'null', $a['q']['r']['s'] ?? 'deep', $undef->x->y ?? 'undef', $o->p->q ?? 'prop', f()['x'] ?? 'call', $a['d']['x'] ?? 0, G::$s['k'] ?? 'static', 'str'['x'] ?? 'offset', 'str'[1] ?? 'no');
$g = new G; var_dump($g->yes ?? 'no', $g->no ?? 'no', $g->arr['x'] ?? 'elem');
$i = null; $i ??= 5; $a['new']['er'] ??= 'made'; echo $i, $a['new']['er'], "\n";
