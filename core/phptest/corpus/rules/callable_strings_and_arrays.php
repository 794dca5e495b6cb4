<?php
// What counts as callable, and what the call does.
class K { static function s($x = '') { return "s$x"; } function m($x = '') { return "m$x"; } private function p() {} }
$k = new K;
foreach (['strlen', 'K::s', ['K', 's'], [$k, 'm'], [$k, 's'], 'K::m', ['K', 'm'], [$k, 'p'], 'nope', [$k, 'nope'], [1, 2], ['K'], fn() => 1, $k, 5, null] as $c) { echo (int) is_callable($c); }
echo "\n", 'K::s'('1'), ['K', 's']('2'), [$k, 'm']('3'), (new K)->{'m'}('4'), call_user_func_array([new K, 'm'], ['5']), "\n";
foreach (['nope', 'K::nope', ['K', 'm'], 'a::b', [$k]] as $c) { try { $c(); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
try { array_map('nope', [1]); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
var_dump(is_callable('anything at all', true, $name), $name);
