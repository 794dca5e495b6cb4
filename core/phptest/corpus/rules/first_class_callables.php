<?php
// f(...) is a closure of the function, method or static method.
class M { private function p($x) { return "p$x"; } static function s() { return static::class; } function get() { return $this->p(...); } function __call($n, $a) { return "$n(" . implode(',', $a) . ')'; } }
class N extends M {}
$len = strlen(...);
$p = (new M)->get();
$s = N::s(...);
$magic = (new M)->anything(...);
echo $len('four'), $p(1), $s(), $magic(1, 2), "\n";
$c = 'trim';
echo $c(...)(' x '), (fn($x) => $x * 2)(...)(4), "\n";
var_dump(strlen(...) == strlen(...), $len instanceof Closure);
try {
    nothing(...);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
