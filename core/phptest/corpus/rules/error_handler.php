<?php
// set_error_handler sees level, message, file and line; returning false passes the error on.
set_error_handler(function ($no, $msg, $file, $line) { echo "[$no] $msg @$line\n"; return $no !== E_USER_NOTICE; });
echo $undefined;
$a = []; echo $a['k'];
trigger_error('mine', E_USER_WARNING);
trigger_error('passed on', E_USER_NOTICE);
echo 10 % 3, "\n";
restore_error_handler();
echo @$undefined2, "restored\n";
set_error_handler(fn() => print("deprecated only\n"), E_DEPRECATED | E_USER_DEPRECATED);
trigger_error('x', E_USER_DEPRECATED);
echo @$nothing;
