<?php // since 8.5
// Casts by long names, null as a key, semicolons behind case.
var_dump((integer) '5', (boolean) 1, (double) 2);
$a = [null => 'x'];
echo $a[''], "\n";
switch (1) { case 1; echo "one\n"; }
$x = [1, 2];
echo array_key_exists(null, $x) ? 'yes' : 'no', "\n";
