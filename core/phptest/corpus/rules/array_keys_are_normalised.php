<?php
// Integer-like strings, floats, booleans and null become int or "" keys.
$a = ['1' => 'a', 1 => 'b', '01' => 'c', true => 'd', '1.5' => 'e', '-5' => 'f', '-0' => 'g', '9223372036854775808' => 'h', ' 1' => 'i'];
var_dump($a);
$b = [-5 => 'x', 'y'];
echo json_encode([array_keys($b), array_keys(['a', 5 => 'b', 'c', 'k' => 'd', 'e'])]), "\n";
