<?php
// A function in a function exists once the outer one has run; names ignore case.
function outer() { function inner() { return 'inner'; } return 'outer'; }
var_dump(function_exists('inner')); echo OUTER(), Inner(), "\n";
