<?php
// Protected members are open to the declaring class's whole family.
class Base { protected $v = 'v'; protected function m() { return 'm'; } }
class A extends Base { function peek(Base $o) { return $o->v . $o->m(); } }
class B extends Base { protected $own = 'own'; }
echo (new A)->peek(new B), (new A)->peek(new Base), "\n";
class C extends Base { function peek(B $o) { return $o->own; } }
try { (new C)->peek(new B); } catch (Error $e) { echo $e->getMessage(), "\n"; }
