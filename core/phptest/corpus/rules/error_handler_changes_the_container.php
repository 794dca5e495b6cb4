<?php
// A handler that takes away what is being written to: nothing is written, nothing breaks.
set_error_handler(function ($no, $msg) { echo "[$msg]"; $GLOBALS['a'] = 'replaced'; return true; });
$a = ['abc'];
$a[0][$undefined] = 'b';
var_dump($a);
$a = 'text';
var_dump($a[$undefined]);
var_dump($a);
