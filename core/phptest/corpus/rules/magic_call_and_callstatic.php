<?php
// __call for objects, __callStatic for classes; inaccessible counts as absent.
class M {
    private function secret() { return 'secret'; }
    function __call($n, $a) { return "call $n(" . implode(',', $a) . ')'; }
    static function __callStatic($n, $a) { return "static $n"; }
    function inside() { return M::other() . ' ' . static::thing() . ' ' . $this->secret(); }
}
$m = new M;
echo $m->foo(1, 2), ', ', M::bar(), ', ', $m->secret(), ', ', $m->inside(), "\n";
echo call_user_func([$m, 'dyn'], 'x'), ' ', call_user_func('M::dyn'), ' ', implode('', array_map([$m, 'each'], [1, 2])), "\n";
var_dump(is_callable([$m, 'whatever']), method_exists($m, 'whatever'));
echo $m->named(a: 1, b: 2), "\n";
