<?php
// A non-static method cannot be called statically, except up the hierarchy where $this goes along.
class A { public $n = 'a'; function name() { return isset($this) ? get_class($this) . $this->n : 'none'; } static function st() { return isset($this) ? 'this' : 'no this'; } }
class B extends A { public $n = 'b'; function up() { return A::name() . parent::name() . self::name(); } }
echo (new B)->up(), ' ', (new B)->st(), ' ', B::st(), "\n";
try { A::name(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
class Other { function call() { return A::name(); } }
try { (new Other)->call(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
