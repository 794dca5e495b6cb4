<?php
// An abstract class cannot be made, its child must define what is abstract.
abstract class Animal {
    abstract protected function sound(): string;
    public function speak() { return static::class . ' says ' . $this->sound(); }
    public static function create() { return new static; }
}
class Dog extends Animal { public function sound(): string { return 'woof'; } }
echo Dog::create()->speak(), "\n";
foreach (['Animal::create', 'make'] as $f) {
    try {
        $f();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
function make() { return new Animal; }
$anon = new class extends Animal { protected function sound(): string { return '...'; } };
echo strstr($anon->speak(), ' says'), "\n";
