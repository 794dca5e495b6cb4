<?php
// An object with __invoke is callable.
class Adder { function __construct(private $n) {} function __invoke($x, ...$more) { return $x + $this->n + array_sum($more); } }
$add = new Adder(5);
echo $add(1), ' ', implode(',', array_map($add, [1, 2])), ' ', call_user_func_array($add, [1, 2, 3]), ' ', (new Adder(1))(1), "\n";
var_dump(is_callable($add), $add instanceof Closure);
class H { public $f; }
$h = new H; $h->f = $add;
echo ($h->f)(10), "\n";
try { $h->f(1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
