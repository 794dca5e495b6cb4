<?php
// A constant that needs itself is an Error, and stays one.
class A { const X = B::Y; }
class B { const Y = A::X . 'z'; }
for ($i = 0; $i < 2; $i++) {
    try {
        echo A::X;
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
