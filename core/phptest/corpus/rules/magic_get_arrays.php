<?php
// What __get returns is a copy: changing it in place has no effect, and a notice says so.
class A { private $d = ['k' => 1]; function __get($n) { return $this->d; } }
class R { private $d = ['k' => 1]; function &__get($n) { return $this->d; } }
$a = new A;
$a->x['k'] = 2;
echo $a->x['k'], "\n";
$r = new R;
$r->x['k'] = 3;
echo $r->x['k'], "\n";
