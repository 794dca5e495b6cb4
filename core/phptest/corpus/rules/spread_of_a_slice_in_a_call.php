<?php
// call_user_func_array with array_slice passes that part only.
$args = ['a', 'b', 'c', 'd'];
function show(...$x) { return implode(',', $x); }
$from = 1; $n = 2;
echo call_user_func_array('show', array_slice($args, 1, $n)), ' ', call_user_func_array('show', array_slice($args, $from)), ' ', call_user_func_array('show', array_slice($args, 2, -1)), ' ', call_user_func_array('show', array_slice($args, 0, null)), ' ', call_user_func_array('show', array_slice($args, 9, 1)), "|\n";
