<?php
// What breaks the parent's signature ends the program when the class is linked.
class A { public function f(int $x): int { return $x; } }
echo "before\n";
if (true) {
    class B extends A { public function f(string $x): int { return 1; } }
}
echo "never\n";
