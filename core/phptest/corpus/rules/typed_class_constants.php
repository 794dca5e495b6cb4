<?php // since 8.3
// A constant's type is checked, children may narrow it.
interface I { const string|int ID = 'i'; }
class A implements I { const string ID = 'a'; const float F = 1; const ?array N = null; }
var_dump(A::ID, A::F, A::N);
class B { const int X = B_X; }
define('B_X', 'not an int');
try {
    echo B::X;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
eval('class C implements I { const bool ID = true; }');
