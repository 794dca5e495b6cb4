<?php
// exit: 0
// contains: done
$a = [];
for ($i = 0; $i < 200000; $i++) { $a = [$a]; }
unset($a);
echo "done\n";
