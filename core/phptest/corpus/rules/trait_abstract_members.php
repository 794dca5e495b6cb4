<?php
// A trait's abstract methods are demands on the class, with their signature.
trait Sized {
    abstract protected function size(): int;
    public abstract static function unit(): string;
    public function describe() { return $this->size() . ' ' . static::unit(); }
}
class Box { use Sized; protected function size(): int { return 3; } public static function unit(): string { return 'm'; } }
echo (new Box)->describe(), "\n";
eval('class Bad { use Sized; protected function size(): string { return ""; } public static function unit(): string { return ""; } }');
