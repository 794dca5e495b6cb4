<?php
// Defaults are evaluated at each call that needs them; too few arguments throw, too many do not.
function f($a, $b = M_PI * 2, $c = PHP_INT_MAX, $d = [1, 'k' => self_name], $e = null) { return json_encode([$a, round($b, 2), $c > 5, $d, $e]); }
const self_name = 'constant';
echo f(1), f(1, 2, 3, 4, 5, 6), "\n";
try { f(); } catch (ArgumentCountError $e) { echo strtok($e->getMessage(), ','), "\n"; }
try { strlen(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { strlen(1, 2); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
class A { const D = 'class const'; function m($x = self::D, $y = __CLASS__ . __FUNCTION__) { return $x . $y; } }
echo (new A)->m(), "\n";
