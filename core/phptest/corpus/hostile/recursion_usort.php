<?php
// exit: 255
// contains-any: Maximum call stack size | Allowed memory size | Maximum function nesting
function s($a, $b) { $x = [2, 1]; usort($x, 's'); return $a <=> $b; }
$x = [3, 2, 1];
usort($x, 's');
