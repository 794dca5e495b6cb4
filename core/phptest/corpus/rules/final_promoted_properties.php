<?php // since 8.5
// A promoted property may be final.
class A { public function __construct(final public int $x = 3) {} }
class B extends A { public function __construct() { parent::__construct(4); } }
echo (new B)->x, "\n";
eval('class C extends A { public int $x = 1; }');
