<?php
// Each class that uses a trait has its own copy of the static members.
trait Counter {
    private static int $n = 0;
    public static function next() { static $calls = 10; return ++self::$n . '/' . ++$calls; }
}
class A { use Counter; }
class B { use Counter; }
class C extends A {}
echo A::next(), ' ', A::next(), ' ', B::next(), ' ', C::next(), "\n";
