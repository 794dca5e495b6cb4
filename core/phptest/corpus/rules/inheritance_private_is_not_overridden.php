<?php
// Private methods and properties belong to their class: a child has its own.
class A {
    private $x = 'A';
    private function name() { return 'A::name'; }
    public function show() { return $this->name() . ' ' . $this->x; }
}
class B extends A {
    private $x = 'B';
    private function name() { return 'B::name'; }
    public function own() { return $this->name() . ' ' . $this->x; }
}
$b = new B;
echo $b->show(), ' | ', $b->own(), "\n";
print_r($b);
var_dump(count((array) $b));
