<?php
// A static closure has no $this and cannot get one.
class A { private $v = 'private'; function s() { return static fn() => isset($this); } function c() { return function () { return $this->v; }; } }
$a = new A;
var_dump($a->s()());
echo $a->c()(), ' ', Closure::bind(function () { return $this->v; }, $a, A::class)(), "\n";
var_dump(@Closure::bind($a->s(), $a));
$b = @$a->s()->bindTo($a);
var_dump($b === null);
$f = function () { return static::class . ' ' . get_class($this); };
echo $f->call($a), "\n";
