<?php
// Initialised once, inside the class only, then never changed in any way.
class Point {
    public function __construct(public readonly int $x, public readonly array $list = [1]) {}
    public function set() { $this->x = 9; }
}
$p = new Point(3);
foreach (['$p->x = 4;', '$p->x++;', 'unset($p->x);', '$p->set();', 'foreach ($p as &$v) {}'] as $code) {
    try {
        eval($code);
        echo "allowed\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump($p);
