<?php
// iterable is array|Traversable; callable is checked where it is received.
function each_of(iterable $i) { foreach ($i as $v) { yield $v * 2; } }
function call(callable $c, ...$a) { return $c(...$a); }
echo implode(',', iterator_to_array(each_of([1, 2]), false)), implode(',', iterator_to_array(each_of((fn() => yield 5)()), false)), call('strtoupper', 'x'), call(fn() => 'closure'), "\n";
foreach ([fn() => call('no_such_function'), fn() => iterator_to_array(each_of(5))] as $f) { try { $f(); } catch (TypeError $e) { echo strtok($e->getMessage(), ','), "\n"; } }
class K { private static function hidden() { return 'hidden'; } static function run() { return call([self::class, 'hidden']); } }
try { echo K::run(); } catch (TypeError $e) { echo 'called from outside', "\n"; }
