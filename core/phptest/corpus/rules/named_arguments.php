<?php
// Any order, defaults skipped, variadics collect the unknown ones.
function f(int $a, int $b = 2, int ...$more) { return "$a $b " . json_encode($more); }
echo f(b: 5, a: 1), ' ', f(1, b: 3), ' ', f(1, 2, 3, x: 4), ' ', f(a: 1, extra: 9), "\n";
class P { public function __construct(public $x = 0, public $y = 0) {} static function make(...$a) { return new static(...$a); } function __call($n, $a) { return json_encode($a); } }
echo (new P(y: 5))->y, P::make(y: 3)->y, (new P)->magic(1, k: 2), ' ', str_pad(string: 'x', length: 3, pad_type: STR_PAD_LEFT), ' ', call_user_func('f', a: 7), ' ', call_user_func_array('f', ['b' => 1, 'a' => 2]), "\n";
foreach ([fn() => f(c: 1), fn() => f(1, a: 2), fn() => f(b: 1), fn() => strlen(str: 'x')] as $c) {
    try { echo $c(), "\n"; } catch (Error $e) { echo get_class($e), ': ', strtok($e->getMessage(), ','), "\n"; }
}
