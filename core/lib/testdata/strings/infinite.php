<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
$i=INF;$n=-INF;
foreach(['%f','%10f','%-10f|','%010f','%+f','%e','%g','%5.1f','%+10e'] as $f) echo $f,' ',sprintf($f,$i),' ',sprintf($f,$n),' ',sprintf($f,NAN),"\n";
