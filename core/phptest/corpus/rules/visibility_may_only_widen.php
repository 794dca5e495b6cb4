<?php
// Overriding may not hide what the parent shows.
class A { protected $p = 1; protected function f() { return 'f'; } public function g() {} }
class B extends A { public $p = 2; public function f() { return parent::f() . 'B'; } }
echo (new B)->p, (new B)->f(), "\n";
eval('class C extends A { protected function g() {} }');
