<?php
// ++ on an int property does not turn it into a float.
class C { public int $n = PHP_INT_MAX; public int|float $u = PHP_INT_MAX; }
$c = new C;
$c->u++;
var_dump($c->u);
try {
    $c->n++;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$r = &$c->n;
try {
    $r++;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump($c->n);
