<?php
// A class with __toString is Stringable without saying so.
class S { function __toString(): string { return 'str'; } }
$s = new S;
echo $s, " $s ", 'x' . $s, ' ', strlen($s), ' ', $s == 'str' ? 'equal' : 'differs', ' ', in_array('str', [$s]) ? 'in' : 'out', "\n";
var_dump($s instanceof Stringable, (string) $s, is_callable([$s, '__toString']));
function f(string $x) { return $x; }
function g(string|Stringable $x) { return is_object($x) ? 'object' : 'string'; }
echo f($s), g($s), "\n";
try { echo new stdClass; } catch (Error $e) { echo $e->getMessage(), "\n"; }
class T { function __toString() { throw new Exception('inside'); } }
try { echo 'a' . new T; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
