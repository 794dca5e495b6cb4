<?php
// All of them, or one of the groups (DNF types are new in 8.2).
interface A {} interface B {}
class AB implements A, B {}
class OnlyA implements A {}
function both(A&B $x) { return get_class($x); }
function dnf((A&B)|null|int $x = null) { return get_debug_type($x); }
echo both(new AB), ' ', dnf(new AB), ' ', dnf(), ' ', dnf(5), "\n";
foreach ([fn() => both(new OnlyA), fn() => dnf(new OnlyA), fn() => dnf([])] as $f) {
    try {
        $f();
    } catch (TypeError $e) {
        echo strstr($e->getMessage(), ', called', true), "\n";
    }
}
