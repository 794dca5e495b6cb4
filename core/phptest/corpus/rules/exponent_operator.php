<?php
// ** is right associative and binds tighter than a sign on its left.
var_dump(2 ** 3 ** 2, -2 ** 2, (-2) ** 2, 2 ** -2, 0 ** 0, 2 ** 0.5 === sqrt(2), 10 ** 18, 10 ** 19, (-8) ** (1 / 3), '2' ** '3');
$x = 3; $x **= 2; var_dump($x, 7 . '', -3 ** 2 . 'a');
