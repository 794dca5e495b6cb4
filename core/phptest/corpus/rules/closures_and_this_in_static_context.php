<?php
// $this inside closures, array_map in methods, callable strings to private methods.
class K { private $m = 2; function run(array $a) { return array_map(function ($x) { return $this->times($x); }, $a); } private function times($x) { return $x * $this->m; } function viaName() { return array_map([$this, 'times'], [1, 2]); } static function st() { return (function () { return isset($this) ? 'this' : static::class; })(); } }
class L extends K {}
echo json_encode([(new K)->run([1, 2]), (new K)->viaName(), L::st()]), "\n";
$f = fn() => isset($this); var_dump($f());
try { (function () { return $this; })(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
