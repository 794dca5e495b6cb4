<?php
// exit-any: 0 255
// contains-any: end | Nesting level too deep | Maximum call stack size
$a = 1; $b = 1;
for ($i = 0; $i < 60000; $i++) { $a = [$a]; $b = [$b]; }
var_dump($a == $b);
echo "end\n";
