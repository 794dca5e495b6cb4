<?php
// define() takes an array without its references.
$x = 1;
$list = [&$x, 'in' => [&$x]];
define('FROZEN', $list);
$x = 2;
echo json_encode([FROZEN, $list]), "\n";
