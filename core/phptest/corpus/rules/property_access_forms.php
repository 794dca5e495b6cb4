<?php
// Dynamic names, chained calls on new, static through instances, nested null.
class N { public ?N $next = null; public $list = ['a' => ['b' => 'deep']]; public static $st = 'static'; const K = 'const'; public $fn; function __construct() { $this->fn = fn($x) => $x . '!'; } function self() { return $this; } }
$n = new N; $p = 'list'; $q = 'na';
echo $n->list['a']['b'], $n->$p['a']['b'], $n->{$p}['a']['b'], $n::$st, $n::K, ($n->fn)('call'), (new N)->self()->self()->list['a']['b'], [$n, 'self']()::K, "\n";
echo $n->nope ?? 'none', @$n->nope->deep, "\n";
try { $z = null; $z->m(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $z = 5; $z->p = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo $z->p, "\n";
