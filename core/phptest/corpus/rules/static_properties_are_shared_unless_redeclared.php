<?php
// A static property is one for the family, unless a child declares its own.
class A { public static $shared = 0; public static $own = 'A'; }
class B extends A { public static $own = 'B'; }
class C extends B {}
C::$shared = 5;
C::$own = 'C';
echo A::$shared, B::$shared, ' ', A::$own, B::$own, C::$own, "\n";
$r = &A::$shared;
$r = 'ref';
echo C::$shared, "\n";
$name = 'B';
echo $name::$own, "\n";
