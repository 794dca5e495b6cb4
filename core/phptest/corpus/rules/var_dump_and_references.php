<?php
// How values print: references, recursion, uninitialised and visibility.
$a = [1, 'k' => [true, null]]; $a['r'] = &$a['k']; $o = new stdClass; $o->self = $o; $a[] = $o;
var_dump($a);
print_r($a); echo "\n";
class V { public int $u; protected ?int $n = null; private $f = 1.0; public readonly string $s; }
var_dump(new V); var_export([new V, -0.0, "q'\\", null, false]); echo "\n";
