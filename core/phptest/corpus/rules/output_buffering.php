<?php
// Buffers nest; callbacks see what is flushed; clean throws away.
ob_start(); echo 'inner'; $x = ob_get_clean(); echo strtoupper($x), "\n";
ob_start(fn($b, $phase) => "[$b]"); echo 'a'; ob_flush(); echo 'b'; ob_clean(); echo 'c'; ob_end_flush(); echo "\n";
ob_start(); echo 1; ob_start(); echo 2; echo ob_get_level(), ob_get_length(); ob_end_flush(); $all = ob_get_contents(); ob_end_clean(); echo strrev($all), "\n";
var_dump(@ob_end_clean(), ob_get_clean()); echo print('p') + 1, "\n";
function f() { return ob_get_level(); } echo f(), "\n";
