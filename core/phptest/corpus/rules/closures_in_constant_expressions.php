<?php // since 8.5
// Static closures and first-class callables may be constants and defaults.
class Rules {
    const DOUBLE = static function (int $n): int { return $n * 2; };
    const LEN = strlen(...);
    public function __construct(public Closure $f = static function ($x) { return $x; }) {}
}
echo (Rules::DOUBLE)(4), (Rules::LEN)('abc'), "\n";
function apply($v, Closure $f = static function ($x) { return "<$x>"; }) { return $f($v); }
echo apply(1), apply(2, Rules::DOUBLE), "\n";
try {
    eval('class Bad { const X = function () {}; }');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
