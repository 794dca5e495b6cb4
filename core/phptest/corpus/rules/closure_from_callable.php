<?php
// Closure::fromCallable keeps the access of the place that made it.
class K { private function p($x) { return "p$x"; } function get() { return Closure::fromCallable([$this, 'p']); } static function __callStatic($n, $a) { return $n . implode($a); } }
echo (new K)->get()(1), Closure::fromCallable('strtoupper')('x'), Closure::fromCallable('K::magic')(2), "\n";
$f = function () { return 1; };
var_dump(Closure::fromCallable($f) === $f);
try { Closure::fromCallable('nope'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { Closure::fromCallable([new K, 'p'])(3); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
