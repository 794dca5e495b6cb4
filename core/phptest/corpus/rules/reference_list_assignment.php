<?php
// list() takes references to elements since 7.3.
$a = [1, [2, 3]];
[&$x, [, &$y]] = $a;
$x = 'x'; $y = 'y';
echo json_encode($a), "\n";
['k' => &$k] = $b;
$k = 'made';
echo json_encode($b), "\n";
foreach ([[1, 2]] as [$p, $q]) { echo $p + $q, "\n"; }
