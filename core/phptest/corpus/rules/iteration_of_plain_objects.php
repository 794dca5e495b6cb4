<?php
// foreach over an object walks the properties visible from there.
class O { public $a = 1; protected $b = 2; private $c = 3; public ?int $unset; function all() { foreach ($this as $k => $v) { echo "$k=$v "; } } }
class P extends O { private $c = 'child'; public $d = 4; }
foreach (new O as $k => $v) { echo "$k=$v "; }
(new O)->all();
(new P)->all();
$o = new O;
$o->dyn = 5;
foreach ($o as $k => &$v) { $v = "$k!"; }
unset($v);
echo "\n", $o->a, $o->dyn, "\n";
