<?php
// break n and continue n count loops and switches.
for ($i = 0; $i < 3; $i++) { foreach ([1, 2, 3] as $j) { if ($j === 2) { continue 2; } if ($i === 2) { break 2; } echo $i, $j, ' '; } echo 'never'; }
echo "\n";
$i = 0;
while (true) { switch ($i++) { case 3: break 2; default: continue 2; } }
echo $i, "\n";
do { echo 'once'; if (true) { continue; } echo 'never'; } while (false);
for ($i = 0, $j = 10; $i < $j; $i += 3, $j--); echo $i, $j, "\n";
foreach ([] as $x) {} var_dump(isset($x));
