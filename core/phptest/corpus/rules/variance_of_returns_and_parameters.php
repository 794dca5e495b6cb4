<?php
// Return types may narrow, parameter types may widen.
interface Shape {}
class Circle implements Shape { public $n = 'circle'; }
abstract class Maker {
    abstract public function make(Circle $c): Shape;
    public function self(): static { return $this; }
}
class CircleMaker extends Maker {
    public function make(Shape|int $c, ...$more): Circle { return $c instanceof Circle ? $c : new Circle; }
}
$m = new CircleMaker;
var_dump($m->make(5)->n, $m->self() === $m, get_class($m->self()));
