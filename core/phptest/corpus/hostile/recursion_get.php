<?php
// exit: 255
// contains-any: Maximum call stack size | Allowed memory size
class A { public $n = 0; function __get($p) { $o = new A; return $o->{$p . 'x'}; } }
echo (new A)->y;
