<?php
// void gives null, never must not return, static is the called class.
function v(): void { return; }
function n(): never { throw new Exception('never returns'); }
function bad(): never { }
var_dump(v());
foreach (['n', 'bad'] as $f) {
    try {
        $f();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
class A { function me(): static { return $this; } function other(): static { return new A; } }
class B extends A {}
var_dump((new B)->me() instanceof B);
try {
    (new B)->other();
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
