<?php // since 8.3
// The next key after a negative one is that plus one.
$b = [-5 => 'x', 'y'];
$c = []; $c[-3] = 1; $c[] = 2;
echo json_encode([array_keys($b), array_keys($c)]), "\n";
