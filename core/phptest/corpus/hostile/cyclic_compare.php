<?php
// exit: 255
// contains: Nesting level too deep
class N { public $self; }
$a = new N; $a->self = $a;
$b = new N; $b->self = $b;
var_dump($a == $b);
