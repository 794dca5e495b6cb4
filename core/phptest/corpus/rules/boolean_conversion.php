<?php
// What is false: "", "0", 0, 0.0, null, [] and nothing else.
foreach ([0, 0.0, -0.0, '', '0', '0.0', '00', ' ', 'false', [], [0], null, new stdClass, -1] as $v) { echo var_export((bool) $v, true), ' '; }
echo "\n";
var_dump(!'0', !!'a', true and false, (true xor true), null ?? 'd', 0 ?: 'e', '' ?: 'f');
