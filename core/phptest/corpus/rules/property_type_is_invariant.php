<?php
// A redeclared property keeps its type exactly.
class A { public int $x = 1; public ?array $y; protected $u; }
class B extends A { public int $x = 2; public ?array $y; public $u; }
echo (new B)->x, "\n";
eval('class C extends A { public int|string $x = 1; }');
