<?php
class P0 {}
class P1 { public $a; }
class P3 { public $a = 1; protected $b = 'x'; private $c = []; }
class P9 { public $a, $b, $c, $d, $e, $f, $g, $h, $i; }
class Child extends P3 { public $d; }
foreach (['P0', 'P1', 'P3', 'P9', 'Child'] as $class) {
    $list = array_fill(0, 100, null);
    $m = memory_get_usage();
    for ($i = 0; $i < 100; $i++) { $list[$i] = new $class; }
    echo $class, ' ', memory_get_usage() - $m, "\n";
    $list = null;
}
