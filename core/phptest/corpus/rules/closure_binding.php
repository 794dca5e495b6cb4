<?php
// bindTo changes $this and the scope; static variables belong to each closure object.
class Bank { private $money = 100; }
$peek = fn() => $this->money;
$steal = function ($n) { $this->money -= $n; return $this->money; };
$b = new Bank;
echo Closure::bind($peek, $b, Bank::class)(), ' ', $steal->call($b, 30), "\n";
$count = function () { static $n = 0; return ++$n; };
$count();
$copy = clone $count;
echo $count(), $copy(), $copy(), $count(), "\n";
try {
    $peek();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
