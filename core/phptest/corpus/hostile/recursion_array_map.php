<?php
// exit: 255
// contains-any: Maximum call stack size | Allowed memory size
function f($x) { return array_map('f', [$x]); }
f(1);
