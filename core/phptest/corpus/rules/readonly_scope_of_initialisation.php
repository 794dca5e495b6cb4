<?php
// Before 8.4 only the declaring scope, and always an initialised state only once.
class A {
    public readonly int $n;
    public function init($v) { $this->n = $v; return $this; }
}
$a = (new A)->init(5);
echo $a->n, "\n";
try {
    $a->init(6);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    echo (new A)->n;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump(isset((new A)->n));
