<?php
// Private is per class, not per object.
class Account { private $n; function __construct($n) { $this->n = $n; } function take(Account $o) { $this->n += $o->n; $o->n = 0; return $this; } function show() { return $this->n; } static function sum(Account ...$a) { return array_sum(array_map(fn($x) => $x->n, $a)); } }
$a = new Account(5); $b = new Account(7);
echo $a->take($b)->show(), $b->show(), Account::sum($a, $b), "\n";
