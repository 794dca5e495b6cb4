<?php
// What stands behind __halt_compiler() is data; the constant tells where it begins.
$f = fopen(__FILE__, 'r');
fseek($f, __COMPILER_HALT_OFFSET__);
echo strtoupper(stream_get_contents($f));
fclose($f);
__halt_compiler();
raw <?php data
