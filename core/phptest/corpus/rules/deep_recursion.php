<?php
// Recursion of user functions is bounded by memory, not by a stack.
function depth($n) { return $n === 0 ? 0 : 1 + depth($n - 1); }
echo depth(50000), "\n";
class L { public $next; function len() { return $this->next ? 1 + $this->next->len() : 1; } }
$head = null;
for ($i = 0; $i < 20000; $i++) { $l = new L; $l->next = $head; $head = $l; }
echo $head->len(), "\n";
$a = [];
for ($i = 0; $i < 20000; $i++) { $a = [$a]; }
unset($a, $head, $l);
function fact($n) { return $n <= 1 ? 1 : $n * fact($n - 1); }
echo fact(20), ' ', fact(25), "\n";
