<?php // since 8.4
// new may be followed by a call without brackets around it.
class A { public $p = 'prop'; const C = 'const'; public static $s = 'static'; public function __construct(public $x = 0) {} function m() { return "m$this->x"; } static function st() { return 'st'; } function __invoke() { return 'invoked'; } }
echo new A(5)->m(), new A()->p, new A()::C, new A()::$s, new A()::st(), new A()(), "\n";
echo new class(7) extends A {}->m(), "\n";
