<?php
// static:: is the class that was called, self:: the one that was written in.
class A {
    public static function create() { return new static; }
    public static function name() { return __CLASS__; }
    public static function test() { return self::name() . ' ' . static::name(); }
}
class B extends A { public static function name() { return 'b'; } public static function forward() { return parent::test(); } public static function direct() { return A::test(); } }
echo get_class(B::create()), ' ', B::test(), ' ', A::test(), ' ', B::forward(), ' ', B::direct(), "\n";
echo implode(' ', array_map([B::class, 'test'], [])), call_user_func('B::test'), "\n";
