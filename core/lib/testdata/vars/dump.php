<?php
set_error_handler(function ($no, $message) { echo "! $message\n"; return true; });
echo json_encode([1,2,['a'=>1.5,'b'=>null]]), "\n";
$a=[3,1,2]; sort($a); echo implode(",",$a) ;
