<?php
// exit: 255
// contains: Maximum execution time of 1 second exceeded
// time: 10
set_time_limit(1);
function f($n) { return $n > 0 ? f($n - 1) : 0; }
while (true) { f(50); array_sum([1, 2, 3]); }
