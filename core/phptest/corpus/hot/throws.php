<?php
// Exceptions thrown out of hot code, finally blocks, destructors, warnings.
class Loud
{
    public static $gone = 0;
    function __destruct() { self::$gone++; }
}
function risky($i)
{
    $guard = new Loud;
    if ($i % 97 == 0) throw new RuntimeException("at $i");
    return $i % 3;
}
function run($n)
{
    $caught = 0;
    $sum = 0;
    $finally = 0;
    for ($i = 1; $i <= $n; $i++) {
        try {
            $sum += risky($i);
        } catch (RuntimeException $e) {
            $caught++;
        } finally {
            $finally++;
        }
    }
    return "$sum $caught $finally";
}
function divide($n)
{
    $zero = 0;
    for ($i = 0; $i < $n; $i++) {
        try {
            $zero += 10 % ($i % 5);
        } catch (DivisionByZeroError $e) {
            $zero += 100;
        }
    }
    return $zero;
}
set_error_handler(function ($no, $text) { global $warned; $warned++; return true; });
function undefined($n)
{
    $s = 0;
    for ($i = 0; $i < $n; $i++) {
        if ($i % 2) $maybe = 1;
        $s += $maybe;
        unset($maybe);
    }
    return $s;
}
echo run(30000), " ", Loud::$gone, "\n", divide(30000), "\n", undefined(10000), " $warned\n";
