<?php
// isset takes many, empty is !isset || !value, unset removes what is there.
$a = ['z' => 0, 'n' => null, 's' => '0', 'o' => new stdClass]; $a['o']->p = false;
var_dump(isset($a['z'], $a['s']), isset($a['z'], $a['n']), isset($a['o']->p), isset($a['o']->q->r), empty($a['s']), empty($a['o']->p), empty('x' . ''), isset($a['z']['x']), isset($none['a']['b']), array_key_exists('n', $a));
unset($a['z'], $a['none']['deep'], $none, $a['o']->p);
echo json_encode($a), "\n";
function f() { static $s = 1; unset($s); return isset($s); }
var_dump(f());
$x = ['k' => 1]; foreach ($x as $k => $v) { unset($x[$k]); } var_dump($x);
