<?php
// =& makes two names of one variable, = on either changes both.
$a = 1;
$b = &$a;
$b = 2;
$c = $b;
$c = 3;
echo "$a$b$c\n";
unset($b);
$b = 9;
echo "$a$b\n";
$arr = [1, 2];
$r = &$arr[0];
$copy = $arr;
$copy[0] = 'shared';
$copy[1] = 'own';
echo json_encode([$arr, $copy]), "\n";
