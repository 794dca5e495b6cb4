<?php
// By value is the value when the closure was made, by reference the variable.
$a = 1; $b = 1;
$f = function () use ($a, &$b) { return $a++ . $b++; };
$a = 10; $b = 10;
echo $f(), ' ', $f(), ' ', $a, $b, "\n";
$make = fn($x) => fn($y) => $x + $y + $a;
echo $make(1)(2), "\n";
$n = 1;
$arrow = fn() => $n++;
$arrow();
echo $n, "\n";
$list = [];
foreach ([1, 2, 3] as $i) { $list[] = function () use ($i) { return $i; }; }
echo $list[0](), $list[2](), "\n";
