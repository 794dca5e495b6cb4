<?php
// && before ||, both before ?: and assignment, "and" and "or" after it.
$a = true and false; var_dump($a);
$b = true && false; var_dump($b);
var_dump(true || false && false, !true === false, 1 + 2 . '3', 2 + 3 * 4 ** 2, 5 <=> 3 == 1, true ? 'a' : (false ? 'b' : 'c'), null ?? false ?: 'x', -3 % 2, (int) '5' + 2, @$u['x'] ?? 'dflt', 1 < 2 == true, 7 & 3 == 3, 'a' . 'b' == 'ab', !empty([0]) && print 'p ');
$x = $y = 5; $x += $y -= 2; var_dump($x, $y, $z ??= $x * 2, $z ??= 'no');
