<?php
class M { public $a; function __get($n) { return 1; } function __set($n, $v) {} }
class D { public $a; function __destruct() {} }
$list = array_fill(0, 50, null);
$m = memory_get_usage();
for ($i = 0; $i < 50; $i++) { $list[$i] = new M; }
echo memory_get_usage() - $m, "\n";
for ($i = 0; $i < 50; $i++) { $list[$i] = new D; }
echo memory_get_usage() - $m, "\n";
