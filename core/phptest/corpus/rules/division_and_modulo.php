<?php
// / gives an int when exact, % works on ints, intdiv, fmod, fdiv.
var_dump(6 / 3, 7 / 2, 6 / 4.0, -7 % 3, 7 % -3, 7.9 % 3, intdiv(-7, 2), fmod(-7, 3), fdiv(1, 0), fdiv(-1, 0), is_nan(fdiv(0, 0)));
foreach ([fn() => 1 / 0, fn() => 1 % 0, fn() => intdiv(1, 0), fn() => intdiv(PHP_INT_MIN, -1), fn() => 1 / 0.0, fn() => 1 << -1] as $f) {
    try { var_dump($f()); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
