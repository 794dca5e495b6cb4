<?php
// Nested, keyed, swapped, with holes; missing elements are null with a warning.
[$a, [$b, , $c]] = [1, [2, 3, 4]];
['k' => $d, 'l' => ['m' => $e]] = ['l' => ['m' => 6], 'k' => 5];
list($f, list(, $g)) = [7, [8, 9]];
echo $a, $b, $c, $d, $e, $f, $g, "\n";
[$a, $b] = [$b, $a];
echo $a, $b, "\n";
[$x, $y] = [1];
var_dump($x, $y);
[$p] = null;
var_dump($p);
foreach ([['id' => 1, 'v' => [2, 3]], ['id' => 4, 'v' => [5, 6]]] as ['id' => $id, 'v' => [, $last]]) { echo $id, $last, ' '; }
$i = 0; $arr = [];
[$arr[$i++], $arr[$i++]] = ['first', 'second'];
echo json_encode($arr), "\n";
