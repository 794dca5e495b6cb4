<?php
// (array) exposes mangled names, (object) makes properties of keys.
class C { public $a = 1; protected $b = 2; private $c = 3; }
foreach ((array) new C as $k => $v) { echo str_replace("\0", '~', $k), '=', $v, ' '; }
$o = (object) ['x' => 1, 5 => 'five', 'n' => ['k' => 2]];
echo $o->x, $o->{'5'}, $o->n['k'], ' ', json_encode((array) $o), ' ', var_export((object) 'scalar' == (object) ['scalar' => 'scalar'], true), "\n";
$a = (array) $o; var_dump(isset($a[5]), isset($a['5']), (array) 'str', (array) null);
