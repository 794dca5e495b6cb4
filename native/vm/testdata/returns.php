<?php
// Checked return types of every sort, and arguments of functions not known.
function i(int $a): int { return $a * 2 + 1; }
function f(int $a): float { return $a / 2; }
function n(?int $a): ?string { return $a === null ? null : "s$a"; }
function m($a): int|string|array { return $a; }
function st(bool $b): bool { return !$b; }
function vo(array &$x): void { $x[] = 1; }
function wrong($a): int { return $a; }
for ($k = 0; $k < 5; $k++) { var_dump(i($k), f($k), n($k), n(null), m($k), m("a$k"), m([$k]), st($k > 2)); $q = []; vo($q); echo count($q);
    foreach (["x", 1.5, "12", null] as $w) try { echo wrong($w), " "; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
class T { public ?T $l = null; public $v = 1; public array $a = [1, 2];
    function __construct(?T $l = null) { $this->l = $l; }
    function sum(): int { return ($this->l === null ? 0 : $this->l->sum()) + $this->v; }
    function depth($t, $d): int { return $t === null ? $d : $this->depth($t->l, $d + 1); }
    function at($x) { return $x; } function ref(&$x) { $x++; return $x; } }
$t = null; for ($i = 0; $i < 6; $i++) { $t = new T($t); echo $t->sum(), $t->depth($t, 0), $t->at($t->a[1]), $t->ref($t->v), $t->ref($t->a[0]), $t->v, $t->a[0], " "; }
function counters() { $c = [3, 4]; $o = new stdClass; $o->n = [5]; for ($i = 0; $i < 4; $i++) { --$c[0]; $c[1]++; $o->n[0]--; echo $c[0]++, --$c[1], $o->n[0]; } $r = &$c[0]; $r++; foreach ($c as $x) echo $x; return $c[0]; }
for ($i = 0; $i < 4; $i++) echo counters(), "\n";
