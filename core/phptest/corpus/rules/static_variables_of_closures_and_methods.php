<?php
// Static variables belong to the closure object and to the class's own method.
$mk = fn() => function () { static $n = 0; return ++$n; };
$a = $mk(); $b = $mk();
echo $a(), $a(), $b(), "\n";
class A { static function c() { static $n = 0; return ++$n; } }
class B extends A {}
echo A::c(), A::c(), B::c(), B::c(), A::c(), "\n";
function gen() { static $n = 0; yield ++$n; yield ++$n; }
echo implode(',', iterator_to_array(gen())), implode(',', iterator_to_array(gen())), "\n";
