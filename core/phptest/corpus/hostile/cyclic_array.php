<?php
// exit: 0
// contains: *RECURSION*
// contains: end
$a = ['k' => 1];
$a['self'] = &$a;
var_dump($a);
print_r($a);
echo @json_encode($a) === false ? json_last_error_msg() : 'encoded', "\n";
echo strlen(serialize($a)) > 0 ? "serialized\n" : '';
echo count($a, COUNT_RECURSIVE) > 0 ? "counted\n" : '';
echo "end\n";
