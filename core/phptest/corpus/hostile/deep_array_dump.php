<?php
// exit-any: 0 255
// contains-any: end | Maximum call stack size | nesting | Nesting | Allowed memory size
$a = 1;
for ($i = 0; $i < 60000; $i++) { $a = [$a]; }
ob_start();
var_dump($a);
print_r($a);
var_export($a);
echo serialize($a);
json_encode($a);
ob_end_clean();
echo "end\n";
