<?php
// A typed property converts, refuses, and is uninitialised rather than null.
class T { public int $i; public ?string $s; public array $a = []; public float $f = 1; }
$t = new T;
$t->i = '42';
$t->f = 3;
var_dump($t);
foreach ([fn() => $t->i = 'x', fn() => $t->s, fn() => $t->a = 'no', function () use ($t) { $r = &$t->i; $r = 'zz'; }] as $f) {
    try {
        $f();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
unset($t->i);
var_dump(isset($t->i), property_exists($t, 'i'));
