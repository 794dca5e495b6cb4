<?php
// Concatenation converts; + binds tighter than . since 8.0.
echo 'a' . 1 + 2 . 'b', ' ', 1.0 . '', ' ', true . false . null . 'x', ' ', -1 . '2', "\n";
var_dump('a' < 'b', 'a' < 'B', 'Z' < 'a', 'abc' < 'abcd', '9' < '10', '9a' < '10a', strcmp('a', 'b'), strnatcmp('img12', 'img10'));
$s = 'x'; $s .= $s . 'y'; $t = $s; $t .= '!'; echo $s, $t, "\n";
