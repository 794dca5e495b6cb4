<?php
// A reference to typed properties keeps to all their types.
class A { public int $i = 1; }
class B { public string|int $s = 'x'; }
$a = new A; $b = new B;
$r = &$a->i;
$r = '5';
var_dump($a->i);
$b->s = &$r;
$r = 8.0;
var_dump($a->i, $b->s);
try {
    $r = 'abc';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $r[] = 1;
} catch (Throwable $e) {
    echo $e->getMessage(), "\n";
}
