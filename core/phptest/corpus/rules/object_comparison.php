<?php
// == compares class and properties, === identity; < compares too.
class A { public function __construct(public $v, public $w = 0) {} }
class B extends A {}
$a = new A(1); $b = new A(1); $c = $a;
var_dump($a == $b, $a === $b, $a === $c, $a == new B(1), $a < new A(2), new A(1, 5) > new A(1, 4), $a <=> $b);
$x = new A(null); $x->v = [$a]; $y = new A(null); $y->v = [$b];
var_dump($x == $y, new A('1') == new A(1));
