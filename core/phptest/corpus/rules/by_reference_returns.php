<?php
// function &f() returns a variable; without & on the call it is copied.
class Reg { private $d = ['a' => 1]; function &get($k) { return $this->d[$k]; } function dump() { return json_encode($this->d); } }
$r = new Reg;
$copy = $r->get('a'); $copy = 2;
$ref = &$r->get('a'); $ref = 3;
$new = &$r->get('b'); $new = ['x'];
echo $r->dump(), "\n";
function &lit() { return 5; }
$x = &lit();
function plain() { static $v = 1; return $v; }
$p = &plain();
echo $x, $p, "\n";
foreach ([1] as $_) { $f = &$r->get('a'); } $f = 'last'; echo $r->dump(), "\n";
