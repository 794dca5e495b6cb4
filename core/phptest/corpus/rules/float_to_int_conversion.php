<?php
// Explicit casts cut, implicit ones say when something is lost.
var_dump((int) 1.9, (int) -1.9, (int) '1.9', intval('12abc'), intval('0x1A', 16), intval('012', 0), (int) '  42  ', (int) 'e5', (int) '1e3');
$a = ['a', 'b'];
var_dump($a[1.0], @$a[1.7], 5 | 2.0, @(5 | 2.5), 5.7 % 2, str_repeat('x', 3.0));
