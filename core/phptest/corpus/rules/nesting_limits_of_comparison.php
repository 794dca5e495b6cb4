<?php // since 8.4
// Comparing structures that contain themselves ends in an Error.
$a = [1]; $a[] = &$a; $b = [1]; $b[] = &$b;
try { var_dump($a == $b); } catch (Error $e) { echo get_class($e), "\n"; }
$o = new stdClass; $o->self = $o; $p = new stdClass; $p->self = $p;
try { var_dump($o == $p); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
var_dump($o == $o, count($a, COUNT_RECURSIVE) > 0);
