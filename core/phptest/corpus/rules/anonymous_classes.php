<?php
// A class without a name: constructor arguments, parents, interfaces and outer data through them.
$o = new class(5) extends ArrayLike implements Countable { public function __construct(public int $n) {} public function count(): int { return $this->n + parent::BASE; } };
class ArrayLike { const BASE = 100; }
echo count($o), ' ', $o instanceof ArrayLike ? 'child' : '', ' ', str_starts_with(get_class($o), 'ArrayLike@anonymous') ? 'named after the parent' : get_class($o), "\n";
function make() { return new class { public $p = 1; }; }
var_dump(get_class(make()) === get_class(make()), make() == make());
class Outer { private $secret = 's'; function inner() { return new class($this->secret) extends Outer { function __construct(public $got) {} }; } }
echo (new Outer)->inner()->got, "\n";
