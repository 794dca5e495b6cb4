<?php
// Functions of an included file are there at once, conditional ones when their line runs.
var_dump(function_exists('hoisted'), function_exists('conditional'), class_exists('Early', false));
if (true) { function conditional() { return 'c'; } }
function hoisted() { return 'h'; }
class Early {}
echo hoisted(), conditional(), "\n";
