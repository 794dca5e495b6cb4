<?php
// exit: 0
// contains: *RECURSION*
// contains: end
class N { public $self; public $list = []; }
$n = new N;
$n->self = $n;
$n->list[] = $n;
var_dump($n);
print_r($n);
@var_export($n);
echo json_encode($n) === false ? json_last_error_msg() : 'encoded', "\n";
echo serialize($n), "\n";
echo "end\n";
