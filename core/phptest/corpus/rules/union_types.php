<?php
// The exact type wins, else the first scalar that the value converts to: int, float, string, bool.
function f(int|float|string|null $v) { var_dump($v); }
function g(int|bool $v) { var_dump($v); }
f(1); f(1.5); f('x'); f(null); f(true);
g('5'); g('5.5'); g('abc'); g(2.0);
function h(int|array $v): int|false { return is_int($v) ? $v : false; }
var_dump(h([]), h('7'));
try {
    h('x');
} catch (TypeError $e) {
    echo strstr($e->getMessage(), ', called', true), "\n";
}
