<?php // since 8.4
// Hooks are inherited one by one, parent::$p::get() reaches the parent's.
class A { public int $v = 1 { get => $this->v + 100; set => $value * 2; } }
class B extends A { public int $v = 1 { get => parent::$v::get() + 1000; } }
$b = new B;
echo $b->v, ' ';
$b->v = 4;
echo $b->v, "\n";
interface HasId { public int $id { get; } }
class Row implements HasId { public function __construct(public int $id) {} }
abstract class Base { abstract public string $label { get; } }
class Impl extends Base { public string $label { get => 'virtual'; } }
echo (new Row(4))->id, (new Impl)->label, "\n";
try {
    eval('class Bad implements HasId {}');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
