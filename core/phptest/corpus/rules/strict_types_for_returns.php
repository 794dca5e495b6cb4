<?php
declare(strict_types=1);
// The function's own file decides about its return value.
function r($v): int { return $v; }
try {
    r('5');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
class P { public int $n; }
$p = new P;
try {
    $p->n = '5';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(r(5));
